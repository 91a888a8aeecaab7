//! `topple search --hosts` as a person uses it: several processes, some of which die or do not belong together.
use assert_cmd::cargo::cargo_bin;
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
    on(Command::new(cargo_bin("topple")), out, "1G")
}

/// The search by a program, or by what runs a program, with so much memory.
fn on(mut command: Command, out: &Path, memory: &str) -> Command {
    command.args(["search", "jenka", "--k", "4", "--levels", "4", "--out"]).arg(out).args(["--memory", memory]);
    command.stdout(Stdio::null()).stderr(Stdio::piped());
    command
}

/// Process number so many of a run.
fn one(mut command: Command, hosts: &Path, process: usize, workers: usize) -> Child {
    command.arg("--resume").arg("--hosts").arg(hosts);
    command.args(["--process", &process.to_string(), "--workers", &workers.to_string()]).spawn().expect("it starts")
}

/// All processes of a run, started; they share a folder, and each has so much memory.
fn together_with(folder: &Path, processes: usize, workers: usize, memory: &str) -> Vec<Child> {
    let hosts = hosts(folder, processes);
    let start =
        |process| one(on(Command::new(cargo_bin("topple")), &folder.join("out"), memory), &hosts, process, workers);
    (0..processes).map(start).collect()
}

/// All processes of a run, started; they share a folder.
fn together(folder: &Path, processes: usize, workers: usize) -> Vec<Child> {
    together_with(folder, processes, workers, "1G")
}

/// The exit status, and what was said, but for how far a run is that takes long.
fn ended(mut child: Child) -> (Option<i32>, String) {
    let mut said = String::new();
    child.stderr.take().expect("it is piped").read_to_string(&mut said).expect("text");
    let far = |line: &&str| line.ends_with(" moves") || line.ends_with(" moves have their values");
    let said = said.lines().filter(|line| !far(line)).map(|line| format!("{line}\n")).collect();
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
    kill_one(together(folder, processes, workers), folder, victim, files)
}

/// Kills one of the processes when so many files are saved. Whether it was in time.
fn kill_one(mut children: Vec<Child>, folder: &Path, victim: usize, files: usize) -> bool {
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

/// The largest part of a ply of which a file speaks.
fn ranges(folder: &Path) -> usize {
    let of = |path: &PathBuf| path.file_name()?.to_string_lossy().split('-').nth(3)?.parse::<usize>().ok();
    saved(folder, ".towers").iter().filter_map(of).max().unwrap_or(0)
}

#[test]
fn layers_that_are_larger_than_the_memory_go_through_files() {
    let folder = TempDir::new().expect("a folder");
    // Killed in the middle, so that the files can be seen; others then deal them out anew, with less memory and with more.
    assert!(kill_one(together_with(folder.path(), 2, 1, "60K"), folder.path(), 1, 60));
    assert!(ranges(folder.path()) > 1, "some layer was in parts");
    assert!(kill_one(together_with(folder.path(), 3, 1, "30K"), folder.path(), 0, 140));
    all_end_well(together_with(folder.path(), 2, 2, "100K"));
    assert_eq!(files(&folder.path().join("out")), alone());
}

#[test]
#[ignore = "slow: it tries with ever smaller parts"]
fn too_little_memory_is_one_line() {
    let folder = TempDir::new().expect("a folder");
    let said: Vec<_> = together_with(folder.path(), 2, 1, "1K").into_iter().map(ended).collect();
    assert!(said.iter().all(|(code, said)| *code == Some(2) && said.lines().count() == 1), "{said:?}");
    assert!(said.iter().any(|(_, said)| said.contains("memory")), "{said:?}");
}

/// Three hosts with a network of their own, as namespaces of the system; they go with it.
struct Namespaces(String);

impl Namespaces {
    /// Nothing if this user may not make them.
    fn new() -> Option<Self> {
        let name = format!("topple-{}", std::process::id());
        let made = Namespaces(name.clone());
        let host = |number: usize| format!("{name}-{number}");
        let ip = |line: &str| {
            let done = Command::new("ip").args(line.split(' ')).stderr(Stdio::null()).status();
            done.is_ok_and(|status| status.success()).then_some(())
        };
        let hub = host(0);
        for number in 0..3 {
            ip(&format!("netns add {}", host(number)))?;
        }
        ip(&format!("-n {hub} link add wire type bridge"))?;
        for number in 1..3 {
            ip(&format!("link add to{number} netns {hub} type veth peer name wire netns {}", host(number)))?;
            ip(&format!("-n {hub} link set to{number} master wire up"))?;
        }
        for number in 0..3 {
            ip(&format!("-n {} addr add 10.77.0.{}/24 dev wire", host(number), number + 1))?;
            ip(&format!("-n {} link set wire up", host(number)))?;
        }
        Some(made)
    }

    /// What runs the program on a host.
    fn host(&self, number: usize) -> Command {
        let mut command = Command::new("ip");
        command.args(["netns", "exec", &format!("{}-{number}", self.0)]).arg(cargo_bin("topple"));
        command
    }
}

impl Drop for Namespaces {
    fn drop(&mut self) {
        for number in 0..3 {
            let _ = Command::new("ip")
                .args(["netns", "del", &format!("{}-{number}", self.0)])
                .stderr(Stdio::null())
                .status();
        }
    }
}

#[test]
fn three_hosts_one_of_which_dies_at_a_random_ply_find_what_one_finds() {
    let folder = TempDir::new().expect("a folder");
    let network = Namespaces::new();
    if network.is_none() {
        eprintln!("no right to make network namespaces: three loopback addresses instead");
    }
    let addresses = (1..4).map(|host| match network {
        Some(_) => format!("10.77.0.{host}:2101\n"),
        None => format!("127.0.0.{host}:{}\n", 32_000 + std::process::id() % 500),
    });
    let hosts = folder.path().join("hosts");
    std::fs::write(&hosts, addresses.collect::<String>()).expect("a file");
    // Each host has a disk of its own.
    let start = |host: usize| {
        let program = network.as_ref().map_or(Command::new(cargo_bin("topple")), |network| network.host(host));
        one(on(program, &folder.path().join(format!("out-{host}")), "1G"), &hosts, host, 1)
    };
    let files_until = 5 + std::process::id() as usize % 150;
    let (victim, now) = (files_until % 3, || (0..3).map(start).collect::<Vec<Child>>());
    if !kill_one(now(), folder.path(), victim, files_until) {
        eprintln!("it was done before {files_until} files");
    }
    all_end_well(now());
    assert_eq!(files(&folder.path().join("out-0")), alone(), "killed process {victim} at {files_until} files");
}

/// A process that waits for another one to start, and holds its right to write in the folder.
fn waiting(out: &Path, hosts: &Path) -> Child {
    let mut command = search(out);
    let child = command.arg("--hosts").arg(hosts).args(["--process", "0"]).spawn().expect("it starts");
    let (who, begun) = (format!("process {}, ", child.id()), Instant::now());
    let holds = || std::fs::read_to_string(out.join(".topple/lock")).is_ok_and(|text| text.starts_with(&who));
    while !holds() && begun.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(5));
    }
    child
}

#[test]
fn nobody_else_writes_or_deletes_where_a_process_does() {
    let folder = TempDir::new().expect("a folder");
    let (hosts, out) = (hosts(folder.path(), 2), folder.path().join("out"));
    // What a run that was killed left: none of the refused starts may delete it.
    assert!(killed_at(folder.path(), 2, 1, 1, 30));
    let before = saved(&out, ".towers");
    let mut child = waiting(&out, &hosts);
    let again = search(&out).arg("--hosts").arg(&hosts).args(["--process", "0"]).spawn().expect("it starts");
    refused(again, "another run writes here: process ");
    refused(search(&out).spawn().expect("it starts"), "another run writes here: process ");
    child.kill().expect("it is ours");
    child.wait().expect("it has ended");
    assert!(before.len() > 10 && saved(&out, ".towers") == before, "a run that nobody joined deleted layers");
}

#[test]
fn a_run_begun_anew_deletes_what_was_left_and_finds_the_same() {
    let folder = TempDir::new().expect("a folder");
    let out = folder.path().join("out");
    assert!(killed_at(folder.path(), 2, 1, 0, 30));
    for path in saved(&out, ".towers") {
        std::fs::write(path, "damaged").expect("a file");
    }
    let hosts = hosts(folder.path(), 2);
    let start = |process: usize| {
        let mut command = search(&out);
        command.arg("--hosts").arg(&hosts).args(["--process", &process.to_string()]).spawn().expect("it starts")
    };
    all_end_well(vec![start(0), start(1)]);
    assert_eq!(files(&out), alone());
    assert!(saved(&out, ".towers").is_empty(), "nothing is left of the search");
}

const CENSUS: &str = "vectors --box 2 --moves 3";
const WELLS: &str = "wells --width 4 --pieces IL --max-height 5";

/// A search by a program.
fn divided(words: &str, out: &Path) -> Command {
    let mut command = Command::new(cargo_bin("topple"));
    command.arg("search").args(words.split(' ')).arg("--out").arg(out);
    command.stdout(Stdio::null()).stderr(Stdio::piped());
    command
}

/// Its processes, started, each with a folder of its own or all with one, and one line for each that goes wrong.
fn divided_by(words: &str, hosts: &Path, outs: &[PathBuf]) -> Vec<Child> {
    let start = |(process, out): (usize, &PathBuf)| one(divided(words, out), hosts, process, 1);
    outs.iter().enumerate().map(start).collect()
}

/// The exit status, and what was said that is no line of progress.
fn ended_divided(child: Child) -> (Option<i32>, String) {
    let (code, said) = ended(child);
    (code, said.lines().filter(|line| line.starts_with("topple: ")).collect())
}

#[test]
fn searches_in_parts_are_shared_by_hosts_with_folders_of_their_own() {
    for words in [CENSUS, WELLS] {
        let folder = TempDir::new().expect("a folder");
        let outs = ["a", "b", "c"].map(|name| folder.path().join(name));
        let children = divided_by(words, &hosts(folder.path(), 3), &outs);
        assert!(children.into_iter().map(ended_divided).all(|(code, _)| code == Some(0)), "{words}");
        let alone = folder.path().join("alone");
        assert_eq!(ended_divided(divided(words, &alone).spawn().expect("it starts")).0, Some(0));
        assert!(!files(&alone).is_empty() && files(&outs[0]) == files(&alone), "{words}");
        assert!(files(&outs[1]).is_empty(), "the first process writes what all found");
    }
}

#[test]
fn a_census_of_which_a_process_dies_ends_everywhere_and_goes_on() {
    let folder = TempDir::new().expect("a folder");
    let outs = ["a", "b"].map(|name| folder.path().join(name));
    let mut children = divided_by(CENSUS, &hosts(folder.path(), 2), &outs);
    let begun = Instant::now();
    while saved(&outs[1], "shards-2-of-2").is_empty() && begun.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(1));
    }
    let mut victim = children.remove(1);
    victim.kill().expect("it is ours");
    victim.wait().expect("it has ended");
    let (code, said) = ended_divided(children.remove(0));
    assert!(code == Some(2) && said.contains("another process ended before the run was done"), "{code:?} {said}");
    // What was saved is found by processes that divide the rest in another way, in one folder.
    let shared = vec![outs[1].clone(); 3];
    let children = divided_by(CENSUS, &hosts(folder.path(), 3), &shared);
    assert!(children.into_iter().map(ended_divided).all(|(code, _)| code == Some(0)));
    let alone = folder.path().join("alone");
    assert_eq!(ended_divided(divided(CENSUS, &alone).spawn().expect("it starts")).0, Some(0));
    assert_eq!(files(&outs[1]), files(&alone));
}

#[test]
fn hosts_that_search_for_something_else_are_refused() {
    let folder = TempDir::new().expect("a folder");
    let hosts = hosts(folder.path(), 2);
    let children = [(0, CENSUS), (1, "vectors --box 2 --moves 2")]
        .map(|(process, words)| one(divided(words, &folder.path().join(process.to_string())), &hosts, process, 1));
    for (code, said) in children.map(ended_divided) {
        assert!(code == Some(2) && (said.contains("it runs 'topple ") || said.contains("no greeting")), "{said}");
    }
    let mut both = divided(CENSUS, folder.path());
    both.args(["--part", "1/2", "--hosts"]).arg(&hosts).args(["--process", "0"]);
    let (code, said) = ended(both.spawn().expect("it starts"));
    assert!(code == Some(2) && said.contains("cannot be used with"), "{said}");
}

#[test]
fn a_process_with_another_number_of_workers_is_refused() {
    let folder = TempDir::new().expect("a folder");
    let hosts = hosts(folder.path(), 2);
    for child in [(0, 1), (1, 2)].map(|(process, workers)| one(search(folder.path()), &hosts, process, workers)) {
        let (code, said) = ended(child);
        assert!(code == Some(2) && said.lines().count() == 1, "{said}");
        assert!(said.contains("it runs 'topple ") || said.contains("no greeting"), "{said}");
    }
}

#[test]
fn a_process_that_resumes_does_not_join_one_that_begins_anew() {
    let folder = TempDir::new().expect("a folder");
    let hosts = hosts(folder.path(), 2);
    let mut anew = search(folder.path());
    let anew = anew.arg("--hosts").arg(&hosts).args(["--process", "0"]).spawn().expect("it starts");
    for child in [anew, one(search(folder.path()), &hosts, 1, 1)] {
        let (code, said) = ended(child);
        assert!(code == Some(2) && (said.contains("it runs 'topple ") || said.contains("no greeting")), "{said}");
    }
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
    for (text, why) in [
        ("", "no address; expected one machine:port a line"),
        ("127.0.0.1:99999\n127.0.0.1:2101\n", "'127.0.0.1:99999'; expected machine:port, with a port"),
        ("nonsense\n", "'nonsense'; expected machine:port"),
        ("127.0.0.1:2101\n127.0.0.1:2101\n", "'127.0.0.1:2101' twice; expected an address of its own"),
        ("192.0.2.1:2101\n127.0.0.1:2101\n", "192.0.2.1:2101: "),
    ] {
        std::fs::write(&hosts, text).expect("a file");
        let mut command = search(folder.path());
        command.arg("--hosts").arg(&hosts).args(["--process", "0"]);
        refused(command.spawn().expect("it starts"), why);
    }
    for name in ["none", "/dev/zero", "."] {
        let mut command = search(folder.path());
        command.arg("--hosts").arg(folder.path().join(name)).args(["--process", "0"]);
        refused(command.spawn().expect("it starts"), "expected");
    }
}
