//! `topple search jenka --hosts` as a person uses it: several processes, some of which die or do not belong together.
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A file of so many free addresses. They lie below the ports that the system gives to connections: a try to connect to a
/// port that nobody listens at yet could be given that very port, and meet itself.
fn hosts(folder: &Path, processes: usize) -> PathBuf {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let ports = || 20_000 + (64 * std::process::id() + NEXT.fetch_add(1, Ordering::Relaxed)) % 12_000;
    let free = |port: &u32| TcpListener::bind(("127.0.0.1", *port as u16)).is_ok();
    let address = |_| format!("127.0.0.1:{}\n", std::iter::repeat_with(ports).find(free).expect("they do not end"));
    let path = folder.join("hosts");
    std::fs::write(&path, (0..processes).map(address).collect::<String>()).expect("a file");
    path
}

fn search(out: &Path) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("topple"));
    command.args(["search", "jenka", "--k", "4", "--levels", "4", "--out"]).arg(out).args(["--memory", "1G"]);
    command.stdout(Stdio::null()).stderr(Stdio::piped());
    command
}

/// All processes of a run, started; they share a folder.
fn together(folder: &Path, processes: usize, workers: usize) -> Vec<Child> {
    let hosts = hosts(folder, processes);
    let start = |process: usize| {
        let mut command = search(&folder.join("out"));
        command.arg("--resume").arg("--hosts").arg(&hosts);
        command.args(["--process", &process.to_string(), "--workers", &workers.to_string()]).spawn().expect("it starts")
    };
    (0..processes).map(start).collect()
}

/// The exit status, and what was said.
fn ended(mut child: Child) -> (Option<i32>, String) {
    let mut said = String::new();
    child.stderr.take().expect("it is piped").read_to_string(&mut said).expect("text");
    (child.wait().expect("it is ours").code(), said)
}

fn all_end_well(children: Vec<Child>) {
    for child in children {
        let (code, said) = ended(child);
        assert_eq!(code, Some(0), "{said}");
    }
}

fn refused(child: Child, why: &str) {
    let (code, said) = ended(child);
    assert!(code == Some(2) && said.starts_with("topple: ") && said.lines().count() == 1, "{code:?} {said}");
    assert!(said.contains(why), "{said}");
}

/// The files of results, but for the manifest, which has times.
fn files(out: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = std::fs::read_dir(out).expect("a folder").map(|entry| entry.expect("an entry"));
    let plain = entries.filter(|entry| entry.path().is_file() && entry.file_name() != "run-manifest.json");
    let read = |entry: std::fs::DirEntry| {
        (entry.file_name().to_string_lossy().into_owned(), std::fs::read(entry.path()).expect("a file"))
    };
    let mut files: Vec<_> = plain.map(read).collect();
    files.sort();
    files
}

/// What one process alone finds.
fn alone() -> Vec<(String, Vec<u8>)> {
    let out = TempDir::new().expect("a folder");
    let (code, said) = ended(search(out.path()).spawn().expect("it starts"));
    assert_eq!(code, Some(0), "{said}");
    files(out.path())
}

/// The saved files of plies.
fn saved(folder: &Path, end: &str) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut found: Vec<PathBuf> = Vec::new();
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            found.extend(saved(&path, end));
        } else if path.to_string_lossy().ends_with(end) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Starts all, and kills one of them when so many files are saved. Whether it was in time.
fn killed_at(folder: &Path, processes: usize, workers: usize, victim: usize, files: usize) -> bool {
    let mut children = together(folder, processes, workers);
    let begun = Instant::now();
    let count = || saved(folder, ".towers").len() + saved(folder, ".values").len();
    while count() < files && begun.elapsed() < Duration::from_secs(120) {
        if children[victim].try_wait().expect("it is ours").is_some() {
            break;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    let mut child = children.remove(victim);
    let in_time = child.try_wait().expect("it is ours").is_none();
    child.kill().expect("it is ours");
    child.wait().expect("it has ended");
    for child in children {
        match in_time {
            true => refused(child, "another process ended before the run was done"),
            false => drop(ended(child)),
        }
    }
    in_time
}

#[test]
fn processes_together_find_what_one_finds() {
    let folder = TempDir::new().expect("a folder");
    all_end_well(together(folder.path(), 3, 2));
    assert_eq!(files(&folder.path().join("out")), alone());
    assert!(saved(folder.path(), ".towers").is_empty(), "nothing is left of the search");
}

#[test]
fn a_run_of_which_processes_die_goes_on_with_any_number_of_workers() {
    let folder = TempDir::new().expect("a folder");
    let mut kills = 0;
    for (processes, workers, victim, files) in [(2, 1, 0, 9), (3, 1, 2, 40), (2, 2, 1, 70)] {
        kills += usize::from(killed_at(folder.path(), processes, workers, victim, files));
    }
    assert!(kills > 1, "{kills} kills");
    all_end_well(together(folder.path(), 2, 1));
    assert_eq!(files(&folder.path().join("out")), alone());
}

#[test]
fn damaged_layers_are_refused_and_missing_ones_found_again() {
    let folder = TempDir::new().expect("a folder");
    assert!(killed_at(folder.path(), 2, 1, 1, 30));
    let towers = saved(folder.path(), ".towers");
    let whole = |path: &PathBuf| std::fs::read(path).expect("a file");
    let before: Vec<Vec<u8>> = towers.iter().map(whole).collect();
    for (path, bytes) in towers.iter().zip(&before) {
        let mut mutant = bytes.clone();
        *mutant.last_mut().expect("a file has a hash") ^= 1;
        std::fs::write(path, mutant).expect("a file");
    }
    // One says what is damaged; who lost the connection to it first may say that instead.
    let said: Vec<_> = together(folder.path(), 2, 1).into_iter().map(ended).collect();
    assert!(said.iter().all(|(code, said)| *code == Some(2) && said.lines().count() == 1), "{said:?}");
    assert!(said.iter().any(|(_, said)| said.contains("the saved file is damaged")), "{said:?}");
    for (path, bytes) in towers.iter().zip(&before) {
        std::fs::write(path, bytes).expect("a file");
    }
    std::fs::remove_file(&towers[4]).expect("a file");
    all_end_well(together(folder.path(), 2, 1));
    assert_eq!(files(&folder.path().join("out")), alone());
}

#[test]
fn a_process_of_another_version_is_refused() {
    let folder = TempDir::new().expect("a folder");
    let hosts = hosts(folder.path(), 2);
    let address = std::fs::read_to_string(&hosts).expect("text").lines().next().expect("a line").to_string();
    let mut command = search(&folder.path().join("out"));
    let child = command.arg("--hosts").arg(&hosts).args(["--process", "0"]).spawn().expect("it starts");
    let mut stream = loop {
        match TcpStream::connect(&address) {
            Ok(stream) => break stream,
            Err(_) => std::thread::sleep(Duration::from_millis(20)),
        }
    };
    stream.write_all(b"topple 0.0.1 k4-n4-official with 2 processes of 1 workers\t1\n").expect("it listens");
    refused(child, "it runs 'topple 0.0.1");
}

#[test]
fn arguments_that_make_no_sense_are_refused() {
    let folder = TempDir::new().expect("a folder");
    let hosts = hosts(folder.path(), 2);
    for words in [&["--process", "2"][..], &["--process", "0", "--workers", "0"]] {
        let mut command = search(folder.path());
        refused(command.arg("--hosts").arg(&hosts).args(words).spawn().expect("it starts"), "expected");
    }
    let mut command = search(folder.path());
    command.arg("--hosts").arg(folder.path().join("none")).args(["--process", "0"]);
    refused(command.spawn().expect("it starts"), "none");
}
