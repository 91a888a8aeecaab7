//! Measures the enumeration of Jenka on 1, 2, 4 and 8 processes of this machine, and writes the numbers of docs/SCALE.md:
//! `cargo run --release --features cluster --example scale`. It takes some minutes and needs Linux, whose files say how much
//! processor time and memory a process took.
use anyhow::{Context, Result, ensure};
use std::fmt::Write;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};
use topple::solve::towers::jenka::cluster::{Cluster, Run, Traffic, join};
use topple::solve::towers::jenka::estimate::extrapolated;
use topple::solve::towers::jenka::forecast::{Forecast, Machines, Measured, forecast};
use topple::solve::towers::jenka::growth::{Enumeration, Ply, plies};
use topple::solve::towers::jenka::{Removal, Rules};
use topple::solve::{Memory, Unwatched, Watch};

const MEMORY: Memory = Memory(6 << 30);
/// The blocks a level.
const SLOTS: u32 = 5;
/// What the processes count: all towers from so many full levels if a block may be taken from any level below the top, a
/// tenth of a minute of work.
const MEASURED: usize = 3;
/// The most full levels that are counted by the usual rule.
const LEVELS: usize = 4;
/// The processes, of one worker each.
const PROCESSES: [usize; 4] = [1, 2, 4, 8];
/// What the costs are said for.
const FORECASTS: [usize; 2] = [5, 6];
const MACHINES: [u32; 3] = [1, 10, 100];
/// The machines of the forecasts, and what an hour of one core costs, in dollars: assumed, not measured.
const CORES: u32 = 64;
const GIGABYTES: f64 = 512.0;
const GIGABITS: f64 = 10.0;
const PRICE: f64 = 0.04;

fn main() -> Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => write_page(),
        ["process", hosts, process, folder] => member(Path::new(hosts), process.parse()?, Path::new(folder)),
        _ => anyhow::bail!("arguments: {words:?}; expected none"),
    }
}

/// One process of a run: says the processor time in seconds that it took, and the first one what was found and sent.
fn member(hosts: &Path, process: usize, folder: &Path) -> Result<()> {
    let cluster = Cluster::read(hosts, process, 1)?;
    let rules = Rules { rule: Removal::Any, ..Rules::official(SLOTS)? };
    let folder = folder.to_path_buf();
    let run = Run { rules, levels: MEASURED, cluster, folder, resume: false, memory: MEMORY };
    let said = Arc::new(Mutex::new((0, 0, Traffic::default())));
    let kept = Arc::clone(&said);
    let keep = move |plies: &[Ply], traffic| {
        *kept.lock().expect("no thread panics") = (towers(plies), moves(plies), traffic);
        Ok(())
    };
    join(&run)?.count(Arc::new(keep))?;
    let (towers, moves, traffic) = *said.lock().expect("no thread panics");
    println!("{} {towers} {moves} {} {}", processor_seconds()?, traffic.records, traffic.bytes);
    Ok(())
}

fn towers(plies: &[Ply]) -> u64 {
    plies.iter().map(|ply| ply.positions).sum()
}

fn moves(plies: &[Ply]) -> u64 {
    plies.iter().map(|ply| ply.edges).sum()
}

/// The processor time of this process, in seconds: fields 14 and 15 of the line, in hundredths; the second field may have
/// blanks.
fn processor_seconds() -> Result<f64> {
    let line = std::fs::read_to_string("/proc/self/stat")?;
    let fields = line.rsplit_once(')').context("a name in parentheses")?.1.split_whitespace();
    let ticks = fields.skip(11).take(2).map(str::parse::<f64>).sum::<Result<f64, _>>()?;
    Ok(ticks / 100.0)
}

/// The most memory that this process held at once, in bytes.
fn most_memory() -> Result<f64> {
    let text = std::fs::read_to_string("/proc/self/status")?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:")).context("a line VmHWM")?;
    Ok(line.trim().trim_end_matches(" kB").trim().parse::<f64>()? * 1024.0)
}

/// What a run of some processes came to.
struct Row {
    processes: usize,
    towers: f64,
    processor: f64,
    moves: f64,
    records: f64,
    bytes: f64,
}

/// Runs so many processes together.
fn measured(processes: usize) -> Result<Row> {
    let folder = tempfile::tempdir()?;
    let listeners: Vec<TcpListener> =
        (0..processes).map(|_| TcpListener::bind("127.0.0.1:0")).collect::<Result<_, _>>()?;
    let mut addresses = String::new();
    for listener in &listeners {
        writeln!(addresses, "{}", listener.local_addr()?)?;
    }
    drop(listeners);
    let hosts = folder.path().join("hosts");
    std::fs::write(&hosts, addresses)?;
    let start = |process: usize| {
        let mut command = Command::new(std::env::current_exe()?);
        command.arg("process").arg(&hosts).arg(process.to_string()).arg(folder.path().join("saved"));
        Ok(command.stdout(Stdio::piped()).spawn()?)
    };
    let children = (0..processes).map(start).collect::<Result<Vec<_>>>()?;
    let mut row = Row { processes, towers: 0.0, processor: 0.0, moves: 0.0, records: 0.0, bytes: 0.0 };
    for child in children {
        let ended = child.wait_with_output()?;
        ensure!(ended.status.success(), "a process of {processes} failed");
        let numbers = String::from_utf8(ended.stdout)?;
        let numbers = numbers.split_whitespace().map(str::parse).collect::<Result<Vec<f64>, _>>()?;
        let sums = [&mut row.processor, &mut row.towers, &mut row.moves, &mut row.records, &mut row.bytes];
        sums.into_iter().zip(numbers).for_each(|(sum, number)| *sum += number);
    }
    eprintln!("{processes} processes: {:.0} s of processor time", row.processor);
    Ok(row)
}

/// An enumeration keeps its files in this folder.
struct Kept(PathBuf);

impl Watch for Kept {
    fn begin(&self, _: &str, _: u64, _: &str) {}
    fn advance(&self, _: u64) {}
    fn saved(&self, _: &str) -> Option<String> {
        None
    }
    fn save(&self, _: &str, _: &str) -> topple::error::Result<()> {
        Ok(())
    }
    fn folder(&self) -> Option<PathBuf> {
        Some(self.0.clone())
    }
}

/// The bytes of all files in a folder.
fn bytes(folder: &Path) -> Result<f64> {
    let mut all = 0.0;
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        all += if entry.path().is_dir() { bytes(&entry.path())? } else { entry.metadata()?.len() as f64 };
    }
    Ok(all)
}

/// Measures all, and writes the page.
fn write_page() -> Result<()> {
    let rules = Rules::official(SLOTS)?;
    // All at once: processor time is what counts, and so it is measured under the same load.
    let runs = PROCESSES.map(|processes| std::thread::spawn(move || measured(processes)));
    let rows = runs.into_iter().map(|run| run.join().expect("no thread panics")).collect::<Result<Vec<_>>>()?;
    let folder = tempfile::tempdir()?;
    let all = Enumeration::<u64>::new(rules, LEVELS, &Kept(folder.path().to_path_buf()), MEMORY)?;
    let largest = (0..all.plies.len()).max_by_key(|&ply| all.plies[ply].positions).context("a start")?;
    let balances = (0..=10).map(|power| {
        let shares = all.shares(largest, 1 << power, MEMORY)?;
        let (most, sum) = (shares.iter().max().copied().unwrap_or(0), shares.iter().sum::<u64>());
        Ok((1u32 << power, (most * shares.len() as u64) as f64 / sum as f64))
    });
    let balances = balances.collect::<Result<Vec<_>>>()?;
    let found = towers(&all.plies) as f64;
    let two = all.plies.windows(2).map(towers).max().unwrap_or(0) as f64;
    let last = rows.last().context("a row")?;
    // The usual rule has other towers, with more moves each: what was measured goes with the moves.
    let each = moves(&all.plies) as f64 / found;
    let measured = Measured {
        rate: rows.iter().map(|row| row.moves / row.processor / each).fold(f64::INFINITY, f64::min),
        exchanged: last.bytes / last.moves * each / (1.0 - 1.0 / last.processes as f64),
        balance: balances.last().context("a balance")?.1,
        share: two / found,
        held: most_memory()? / two,
        kept: bytes(folder.path())? / found,
    };
    let mut page = String::new();
    write_rows(&mut page, &rows)?;
    let ply = (largest, all.plies[largest].positions);
    write_balances(&mut page, &balances, ply)?;
    all.forget()?;
    let mut counted = Vec::new();
    for levels in 1..LEVELS {
        counted.push(towers(&plies(rules, levels, &Unwatched, MEMORY)?));
    }
    counted.push(found as u64);
    write_forecasts(&mut page, &counted, each, &measured)?;
    std::fs::write(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/scale-measured.md"), page)?;
    Ok(())
}

/// The measured runs.
fn write_rows(page: &mut String, rows: &[Row]) -> Result<()> {
    let text = std::fs::read_to_string("/proc/cpuinfo")?;
    let model = text.lines().find_map(|line| line.strip_prefix("model name")).unwrap_or(": unknown");
    let cores = std::thread::available_parallelism()?;
    writeln!(
        page,
        "All towers from {MEASURED} full levels of {SLOTS} blocks if a block may be taken from any level below the top, {} with {} \
         moves, by processes of one worker each that talk over the loopback, on one machine ({}) of {cores} cores, which other programs used too. More workers than cores cannot be \
         faster by the clock there, so the time is processor time, of all workers together.\n",
        grouped(rows[0].towers),
        grouped(rows[0].moves),
        model.trim_start_matches([' ', '\t', ':'])
    )?;
    writeln!(
        page,
        "| workers | s of processor time | towers a second of it | moves a second of it | records sent a tower | bytes sent a tower |"
    )?;
    writeln!(page, "|---:|---:|---:|---:|---:|---:|")?;
    for row in rows {
        let Row { processes, towers, processor, moves, records, bytes } = row;
        let (rate, steps) = (grouped(towers / processor), grouped(moves / processor));
        let (records, bytes) = (records / towers, bytes / towers);
        writeln!(page, "| {processes} | {processor:.1} | {rate} | {steps} | {records:.1} | {bytes:.0} |")?;
    }
    Ok(())
}

/// A whole number with a comma after each three digits.
fn grouped(number: f64) -> String {
    let digits = format!("{number:.0}");
    let parts: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().map(|part| std::str::from_utf8(part).unwrap_or("")).collect();
    parts.join(",")
}

/// How evenly the hash deals the towers.
fn write_balances(page: &mut String, balances: &[(u32, f64)], (ply, towers): (usize, u64)) -> Result<()> {
    writeln!(
        page,
        "\nThe greatest share of a worker over the mean share, if the {} towers after {ply} moves from {LEVELS} full levels by the \
         usual rule, the most after any number of moves, are dealt out to more workers by the hash of their trunks:\n",
        grouped(towers as f64)
    )?;
    writeln!(page, "| workers |{}", balances.iter().map(|(workers, _)| format!(" {workers} |")).collect::<String>())?;
    writeln!(page, "|---|{}", "---:|".repeat(balances.len()))?;
    writeln!(
        page,
        "| greatest over mean |{}",
        balances.iter().map(|(_, most)| format!(" {most:.3} |")).collect::<String>()
    )?;
    Ok(())
}

/// What larger starts would cost.
fn write_forecasts(page: &mut String, counted: &[u64], each: f64, measured: &Measured) -> Result<()> {
    let said: Vec<String> = counted.iter().map(|&count| grouped(count as f64)).collect();
    let growth: Vec<String> =
        counted.windows(2).map(|pair| format!("{:.0}", pair[1] as f64 / pair[0] as f64)).collect();
    let &Measured { rate, exchanged, balance, share, held, kept } = measured;
    writeln!(
        page,
        "\n### Larger starts: an estimate\n\n{SLOTS} blocks a level have {} towers from 1 to {LEVELS} full levels: from level to \
         level {} times as many. The fewest towers of the table follow if this factor stays as it was last, the most if it grows \
         as it did last.\n",
        said.join(", "),
        growth.join(", ")
    )?;
    writeln!(
        page,
        "With T towers on M machines of {CORES} cores, {GIGABYTES:.0} GB of memory and a network of {GIGABITS:.0} Gbit/s, at \
         ${PRICE} for an hour of a core (assumed), the rate r = {rate:.0} towers a second and worker (the least measured above, where a tower has {each:.1} moves), b = {exchanged:.0} bytes \
         to others a tower, balance h = {balance:.3}, the share s = {share:.2} of all towers that two plies one after the other \
         have, m = {held:.0} bytes a tower of these in memory and f = {kept:.1} bytes a tower in files:\n"
    )?;
    writeln!(
        page,
        "    memory  = h T s m / M         parts = memory / {GIGABYTES:.0} GB, up to a power of two\n    files   = h T f / M\n    \
         time    = parts (h T / ({CORES} r M) + h T b (1 - 1/M) / (M {:.2} GB/s))\n",
        GIGABITS / 8.0
    )?;
    writeln!(
        page,
        "| k | n | towers | machines | memory of each | parts of a layer | files of each | time | core hours | cost |"
    )?;
    writeln!(page, "|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|")?;
    for levels in FORECASTS {
        for count in MACHINES {
            write_forecast(page, levels, bounds(counted, levels), count, measured)?;
        }
    }
    Ok(())
}

/// The fewest and the most towers to be expected.
fn bounds(counted: &[u64], levels: usize) -> [f64; 2] {
    let [.., before, last] = *counted else { return [0.0; 2] };
    let factor = last as f64 / before as f64;
    [last as f64 * factor.powi((levels - counted.len()) as i32), extrapolated(counted, levels)]
}

fn write_forecast(page: &mut String, levels: usize, towers: [f64; 2], count: u32, measured: &Measured) -> Result<()> {
    let machines = Machines { count, cores: CORES, memory: GIGABYTES * 1e9, network: GIGABITS / 8.0 * 1e9 };
    let costs = towers.map(|towers| forecast(towers, measured, &machines));
    let both = |number: &dyn Fn(&Forecast) -> String| match [number(&costs[0]), number(&costs[1])] {
        [least, most] if least == most => least,
        [least, most] => format!("{least} to {most}"),
    };
    let parts = both(&|cost| cost.parts.map_or("too many".to_string(), |parts| parts.to_string()));
    let cells = [
        SLOTS.to_string(),
        levels.to_string(),
        format!("{:.1e} to {:.1e}", towers[0], towers[1]),
        count.to_string(),
        both(&|cost| size(cost.memory)),
        parts,
        both(&|cost| size(cost.files)),
        both(&|cost| time(cost.seconds)),
        both(&|cost| grouped(cost.core_hours)),
        both(&|cost| format!("${}", grouped(cost.core_hours * PRICE))),
    ];
    Ok(writeln!(page, "| {} |", cells.join(" | "))?)
}

fn size(bytes: f64) -> String {
    let units = ["B", "kB", "MB", "GB", "TB", "PB"];
    let power = ((bytes.max(1.0).log10() / 3.0) as usize).min(units.len() - 1);
    format!("{:.1} {}", bytes / 1000f64.powi(power as i32), units[power])
}

fn time(seconds: f64) -> String {
    match seconds {
        s if s < 7200.0 => format!("{:.0} min", s / 60.0),
        s if s < 172_800.0 => format!("{:.0} h", s / 3600.0),
        s if s < 63_072_000.0 => format!("{:.0} days", s / 86_400.0),
        s => format!("{:.0} years", s / 31_536_000.0),
    }
}
