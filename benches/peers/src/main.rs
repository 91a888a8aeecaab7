//! Times `topple run` beside programs in C++ and published crates for the same tasks: in turn, the least of several runs,
//! processor time of the whole process with one thread. Writes a table in Markdown; what all print must agree.
mod crates;

use anyhow::{Context, Result, bail, ensure};
use nix::sys::resource::{UsageWho, getrusage};
use std::path::Path;
use std::process::Command;

/// So many runs of each program, of which the least counts.
const RUNS: usize = 3;

/// What this program is called where it stands for a published crate.
const CRATES: &str = "crates";

/// A task for everybody.
struct Task {
    title: &'static str,
    /// What the experiment file says after its `id`.
    experiment: String,
    /// The file of the run that holds the answer, and the columns of it that count.
    answer: (&'static str, &'static [usize]),
    /// Programs with their arguments, and what they are.
    peers: Vec<(&'static str, &'static str, Vec<String>)>,
}

fn line(size: u64) -> Task {
    Task {
        title: "subtraction game {2, 5, 7}, 10^7 values",
        experiment: format!(
            "method = \"vector\"\n[parameters]\nmoves = [[-2], [-5], [-7]]\nsize = [{size}]\nprove = false\n"
        ),
        answer: ("task-counts.csv", &[0, 1]),
        peers: [
            ("C++, a loop", "cells", "line"),
            ("crate `cgt` 0.11, `Sub::grundy_sequence`", CRATES, "cgt"),
            ("crate `ogs` 0.0.6, the engine of `ogsolve`, as an octal game", CRATES, "ogs"),
        ]
        .map(|(what, program, way)| (what, program, vec![way.to_string(), size.to_string()]))
        .to_vec(),
    }
}

/// A window by so many of three programs, the best ones.
fn window(title: &'static str, size: u64, programs: usize) -> Task {
    let moves = "moves = [[-2, 0], [-2, 1], [1, -1]]";
    let ways = [
        ("C++, by the definition: sets in a hash table", "naive"),
        ("C++, cell by cell", "plain"),
        ("C++, lines of equal weight in wide registers", "wide"),
    ];
    let cells = |&(what, way): &(&'static str, &str)| (what, "cells", vec![way.to_string(), size.to_string()]);
    Task {
        title,
        experiment: format!("method = \"vector\"\n[parameters]\n{moves}\nsize = [{size}, {size}]\nprove = false\n"),
        answer: ("task-counts.csv", &[0, 1]),
        peers: ways[ways.len() - programs..].iter().map(cells).collect(),
    }
}

fn jenka(title: &'static str, k: u32, levels: u32) -> Task {
    let start = format!("starts = [{{ k = {k}, from = {levels}, to = {levels} }}]");
    Task {
        title,
        experiment: format!("method = \"jenka\"\n[parameters]\n{start}\n"),
        answer: ("task.csv", &[4, 9]),
        peers: vec![("C++, a hash table of towers up to mirror", "jenka", vec![k.to_string(), levels.to_string()])],
    }
}

/// `large` is for machines with 16 gigabytes of memory.
fn tasks(large: bool) -> Vec<Task> {
    let mut tasks = vec![
        line(10_000_000),
        window("moves of full-tower Jenga, 2048 x 2048 values", 2048, 3),
        window("moves of full-tower Jenga, 8192 x 8192 values", 8192, 2),
        window("moves of full-tower Jenga, 65,536 x 65,536 values", 65_536, 1),
        jenka("all towers from 5 full levels of 4 blocks", 4, 5),
        jenka("all towers from 3 full levels of 5 blocks", 5, 3),
    ];
    tasks.extend(large.then(|| jenka("all towers from 4 full levels of 5 blocks", 5, 4)));
    tasks
}

/// Processor time of all children that have ended, in seconds.
fn used() -> Result<f64> {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN)?;
    let seconds = |time: nix::sys::time::TimeVal| time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6;
    Ok(seconds(usage.user_time()) + seconds(usage.system_time()))
}

/// What a command prints, and the processor time it takes.
fn timed(command: &mut Command) -> Result<(String, f64)> {
    let before = used()?;
    let done = command.output().with_context(|| format!("{command:?}"))?;
    let took = used()? - before;
    ensure!(done.status.success(), "{command:?}: {}", String::from_utf8_lossy(&done.stderr));
    Ok((String::from_utf8(done.stdout)?, took))
}

/// The columns of a table in a file, without its heading.
fn columns(text: &str, columns: &[usize]) -> Result<String> {
    let row = |row: &str| -> Result<String> {
        let cells: Vec<&str> = row.split(',').collect();
        let picked = columns.iter().map(|&at| cells.get(at).copied().context("a table with fewer columns"));
        Ok(picked.collect::<Result<Vec<_>>>()?.join(",") + "\n")
    };
    text.lines().skip(1).map(row).collect()
}

/// The least times of `topple` and of each peer; an error if the answers differ.
fn compare(task: &Task, topple: &Path, folder: &Path) -> Result<Vec<f64>> {
    let file = folder.join("task.toml");
    std::fs::write(&file, format!("id = \"task\"\n{}", task.experiment))?;
    let mut least = vec![f64::INFINITY; 1 + task.peers.len()];
    for _ in 0..RUNS {
        let (_, took) = timed(Command::new(topple).arg("run").arg(&file).args(["--jobs", "1", "--out"]).arg(folder))?;
        least[0] = least[0].min(took);
        let answer = columns(&std::fs::read_to_string(folder.join(task.answer.0))?, task.answer.1)?;
        for (at, (what, program, words)) in task.peers.iter().enumerate() {
            let (printed, took) = timed(Command::new(folder.join(program)).args(words))?;
            ensure!(printed == answer, "{}, {what}: {printed} and not {answer}", task.title);
            least[1 + at] = least[1 + at].min(took);
        }
    }
    Ok(least)
}

fn main() -> Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let (topple, large) = match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [topple] => (topple, false),
        [topple, "--large"] => (topple, true),
        [way @ ("cgt" | "ogs"), size] => return crates::line(way, size.parse()?),
        _ => bail!("the path of `topple`, and perhaps --large"),
    };
    let topple = std::fs::canonicalize(topple).with_context(|| topple.to_string())?;
    let folder = tempfile::tempdir()?;
    for program in ["cells", "jenka"] {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join(program).with_extension("cpp");
        let options = ["-O3", "-march=native", "-std=c++20", "-o"];
        timed(Command::new("c++").args(options).arg(folder.path().join(program)).arg(source))?;
    }
    std::fs::copy(std::env::current_exe()?, folder.path().join(CRATES))?;
    println!("# Against other programs\n");
    println!(
        "`make peers` writes this page: processor time of the whole process in seconds, start and files included, with one"
    );
    println!(
        "thread, the least of {RUNS} runs in turn. The answers agree. The programs in C++, and those that ask published"
    );
    println!("crates, are in `benches/peers`.\n");
    println!("| task | program | seconds | of `topple` |\n|---|---|---|---|");
    for task in tasks(large) {
        let seconds = compare(&task, &topple, folder.path())?;
        let programs = std::iter::once("`topple run`").chain(task.peers.iter().map(|(what, ..)| *what));
        for (what, took) in programs.zip(&seconds) {
            println!("| {} | {what} | {took:.3} | {:.2} |", task.title, took / seconds[0]);
        }
    }
    Ok(())
}
