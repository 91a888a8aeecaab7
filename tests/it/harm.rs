//! Nothing lost, nobody harmed: a run that is killed, files that are damaged, names and pipes that are meant to hurt.
use super::cli::{files, refused, topple, walk};
use assert_cmd::cargo::cargo_bin;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Experiments that save everything that is saved: shards, layers of towers, and the list of what is done. Of the towers with
/// four blocks a level no layer is saved, as they are few. The towers come after the shards, as they take no time by what is
/// said of them.
const SHARDS: &str = "eeny-meeny/rule";
const TOWERS: &str = "id = \"towers\"\nmethod = \"jenka\"\n[parameters]\nstarts = [{ k = 4, to = 3 }, { k = 3, from = 6, to = 6 }]\n\
    [expected]\nstatus = \"open\"\nparts = \"\"\nseconds = 0\n";

fn text(path: &Path) -> String {
    path.to_str().expect("text").to_string()
}

/// The run of both experiments in a folder: one after the other with one thread, beside each other with more.
fn arguments(folder: &Path, towers: &Path, jobs: &str) -> Vec<String> {
    let words = ["run", SHARDS, &text(towers), "--scale", "quick", "--jobs", jobs, "--out", &text(folder), "--resume"];
    words.map(String::from).into()
}

fn start(arguments: &[String]) -> Child {
    let mut command = Command::new(cargo_bin("topple"));
    command.args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts")
}

fn output(arguments: &[String]) -> Output {
    Command::new(cargo_bin("topple")).args(arguments).output().expect("it runs")
}

fn copy(from: &Path, to: &Path) {
    for file in walk(from) {
        let copied = to.join(Path::new(&file).strip_prefix(from).expect("below"));
        std::fs::create_dir_all(copied.parent().expect("a folder")).expect("it is made");
        std::fs::copy(&file, copied).expect("it is copied");
    }
}

/// Numbers that are the same in every test run.
struct Chance(u64);

impl Chance {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most
    }
}

/// Sends a signal to a child; nobody else has its number before it is waited for.
fn signal(child: &Child, name: &str) {
    assert!(Command::new("kill").args([name, &child.id().to_string()]).status().expect("kill is there").success());
}

/// The child ended well or by the signal.
fn wait(mut child: Child) {
    let status = child.wait().expect("it ended");
    assert!(status.success() || status.code().is_none(), "{status}");
}

/// The files of a whole run, and a folder with the experiment and room for others.
fn whole() -> (TempDir, PathBuf, Vec<(String, Vec<u8>)>) {
    let folder = TempDir::new().expect("a folder");
    let towers = folder.path().join("towers.toml");
    std::fs::write(&towers, TOWERS).expect("it is written");
    let out = folder.path().join("whole");
    assert!(output(&arguments(&out, &towers, "2")).status.success());
    let whole = files(&out);
    assert!(whole.len() > 4);
    (folder, towers, whole)
}

/// Runs until something is saved of kind `sign`, kills the run there, and says whether that came in time.
fn killed_at(out: &Path, towers: &Path, sign: &str) -> bool {
    let mut child = start(&arguments(out, towers, "1"));
    let begun = Instant::now();
    let there = || walk(&out.join(".topple")).iter().filter(|file| file.contains(sign)).count() > 3;
    while child.try_wait().expect("a child").is_none() && !there() && begun.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(2));
    }
    let _ = child.kill();
    !child.wait().expect("it ended").success()
}

fn killed_at_random(times: usize) {
    let (folder, towers, whole) = whole();
    let mut chance = Chance(2);
    let out = folder.path().join("killed");
    for round in 0..times {
        let child = start(&arguments(&out, &towers, "2"));
        std::thread::sleep(Duration::from_millis(5 + chance.below(400) as u64));
        let name = ["-KILL", "-HUP", "-TERM", "-INT"][round % 4];
        signal(&child, name);
        wait(child);
        if name != "-KILL" {
            let fresh = folder.path().join(format!("fresh-{round}"));
            let child = start(&arguments(&fresh, &towers, "2"));
            std::thread::sleep(Duration::from_millis(20 + chance.below(600) as u64));
            signal(&child, name);
            wait(child);
            let unfinished = |file: &String| file.contains("/.topple-") || file.ends_with(".unfinished");
            let left: Vec<String> = walk(&fresh).into_iter().filter(unfinished).collect();
            assert!(left.is_empty(), "{name}: {left:?}");
        }
    }
    let last = output(&arguments(&out, &towers, "2"));
    assert!(last.status.success(), "{last:?}");
    assert_eq!(files(&out), whole);
}

#[test]
fn a_run_that_is_killed_at_any_moment_resumes_to_the_same_bytes() {
    killed_at_random(6);
}

#[test]
#[ignore = "slow: many kills"]
fn a_run_that_is_killed_at_many_moments_resumes_to_the_same_bytes() {
    killed_at_random(60);
}

/// What may befall a saved file; `neighbour` is another one.
fn damages(bytes: &[u8], neighbour: &[u8], chance: &mut Chance, bits: usize) -> Vec<(String, Vec<u8>)> {
    let mut all = vec![("emptied".to_string(), Vec::new()), ("of a neighbour".to_string(), neighbour.to_vec())];
    if !bytes.is_empty() {
        let length = chance.below(bytes.len());
        all.push((format!("cut to {length}"), bytes[..length].to_vec()));
        for _ in 0..bits {
            let (byte, bit) = (chance.below(bytes.len()), chance.below(8));
            let mut flipped = bytes.to_vec();
            flipped[byte] ^= 1 << bit;
            all.push((format!("bit {bit} of byte {byte}"), flipped));
        }
        let doubled = [bytes, bytes].concat();
        all.push(("doubled".to_string(), doubled));
    }
    all
}

/// Damages the files that a killed run leaves, one at a time, `most` times altogether; returns how many were refused.
fn damaged(most: usize, bits: usize) -> usize {
    let (folder, towers, whole) = whole();
    let left = folder.path().join("left");
    assert!(killed_at(&left, &towers, ".values"), "it ran to its end before it could be killed");
    let saved: Vec<String> = walk(&left).into_iter().filter(|file| !file.ends_with("/lock")).collect();
    assert!(saved.iter().any(|file| file.contains(".topple/finished")), "{saved:?}");
    let mut chance = Chance(3);
    let mut cases = Vec::new();
    for (index, file) in saved.iter().enumerate() {
        let neighbour = std::fs::read(&saved[(index + 1) % saved.len()]).expect("a file");
        let bytes = std::fs::read(file).expect("a file");
        cases.extend(damages(&bytes, &neighbour, &mut chance, bits).into_iter().map(|damage| (file, damage)));
    }
    let (mut refusals, every) = (0, cases.len().div_ceil(most));
    for (number, (file, (what, bytes))) in cases.iter().enumerate().filter(|(number, _)| number % every == 0) {
        let out = folder.path().join(format!("damaged-{number}"));
        copy(&left, &out);
        let below = Path::new(file.as_str()).strip_prefix(&left).expect("below");
        std::fs::write(out.join(below), bytes).expect("it is written");
        let ended = output(&arguments(&out, &towers, "2"));
        let said = String::from_utf8_lossy(&ended.stderr);
        match ended.status.code() {
            Some(0) => assert!(files(&out) == whole, "{file} {what}: another result"),
            Some(2) => {
                refusals += 1;
                let error: Vec<&str> = said.lines().filter(|line| line.starts_with("topple: ")).collect();
                assert!(error.len() == 1 && error[0].contains("damaged; expected"), "{file} {what}: {said}");
            }
            _ => panic!("{file} {what}: {ended:?}"),
        }
        std::fs::remove_dir_all(&out).expect("it goes");
    }
    refusals
}

#[test]
fn what_is_damaged_is_refused_or_done_again() {
    damaged(12, 1);
}

#[test]
#[ignore = "slow: every saved file"]
fn every_damage_of_every_saved_file_is_refused_or_done_again() {
    assert!(damaged(usize::MAX, 6) > 0);
}

#[test]
fn a_changed_number_in_a_saved_shard_is_refused() {
    let folder = TempDir::new().expect("a folder");
    let out = text(folder.path());
    let words =
        ["search", "vectors", "--box", "2", "--moves", "3", "--jobs", "1", "--out", &out, "--resume"].map(String::from);
    let mut child = start(&words);
    let shards = || walk(&folder.path().join(".topple")).into_iter().find(|file| file.ends_with("/shards"));
    let begun = Instant::now();
    while !shards().is_some_and(|file| std::fs::read_to_string(file).is_ok_and(|saved| saved.contains('\n')))
        && begun.elapsed() < Duration::from_secs(60)
    {
        std::thread::sleep(Duration::from_millis(2));
    }
    child.kill().expect("it is ours");
    child.wait().expect("it ended");
    let path = shards().expect("something is saved");
    let saved = std::fs::read_to_string(&path).expect("text");
    let forged = saved.replacen("\"Proved\"", "\"Unknown\"", 1).replacen("\"Unknown\":\"", "\"Unknown\":\"x", 1);
    let forged = if forged == saved { saved.replacen('\t', "\t ", 1) } else { forged };
    assert_ne!(forged, saved);
    std::fs::write(&path, forged).expect("it is written");
    let said = refused(&words.each_ref().map(String::as_str));
    assert!(said.contains("the saved file is damaged; expected ") && said.contains("without --resume"), "{said}");
}

#[test]
fn files_of_the_user_stay() {
    let folder = TempDir::new().expect("a folder");
    let mine = folder.path().join("my.toml");
    std::fs::write(&mine, "id = \"my\"\nmethod = \"vector\"\n[parameters]\nmoves = [[-2]]\nsize = [30]\n")
        .expect("written");
    let (notes, kept) = (folder.path().join(".topple-notes"), folder.path().join(".topple-kept"));
    std::fs::write(&notes, "of the user").expect("it is written");
    std::fs::create_dir(&kept).expect("it is made");
    topple(&["run", &text(&mine), "--out", &text(folder.path())]).success();
    assert_eq!(std::fs::read(notes).expect("it stays"), b"of the user");
    assert!(kept.is_dir());
}

#[test]
fn two_runs_do_not_write_in_one_folder() {
    let folder = TempDir::new().expect("a folder");
    let out = text(folder.path());
    let search = ["search", "vectors", "--box", "3", "--moves", "3", "--jobs", "1", "--out", &out].map(String::from);
    let mut child = start(&search);
    let lock = folder.path().join(".topple/lock");
    let who = format!("process {}, ", child.id());
    let begun = Instant::now();
    while !std::fs::read_to_string(&lock).is_ok_and(|text| text.starts_with(&who)) {
        assert!(begun.elapsed() < Duration::from_secs(60));
        std::thread::sleep(Duration::from_millis(5));
    }
    let run = ["run", "zwick/stability-lemma", "--scale", "quick", "--out", &out];
    let said = refused(&run);
    assert!(said.contains(&format!("another run writes here: {who}")), "{said}");
    child.kill().expect("it is ours");
    child.wait().expect("it ended");
    // The lock of a run that was killed holds nobody up.
    topple(&run).success();
}

/// Runs a line of shell in which `$0` is the program; its status and what it said.
fn shell(line: &str) -> (Option<i32>, String) {
    let program = cargo_bin("topple");
    let ended = Command::new("sh").args(["-c", line]).arg(&program).output().expect("a shell");
    (ended.status.code(), String::from_utf8_lossy(&ended.stderr).into_owned())
}

#[test]
fn closed_and_full_outputs_are_no_panic() {
    for (line, status) in [
        ("\"$0\" value zwick 1,0,9 2>&-", 2),
        ("\"$0\" value zwick 1,0,9 2>/dev/full", 2),
        ("\"$0\" check no-such.cert 2>/dev/full", 2),
        ("\"$0\" --no-such-option 2>/dev/full", 2),
        ("\"$0\" value zwick 17,0,0 >&-", 0),
        ("\"$0\" value zwick 17,0,0 >/dev/full", 2),
        ("\"$0\" --help >/dev/full", 2),
        ("\"$0\" --help >&-", 0),
        ("\"$0\" value zwick 17,0,0 >/dev/full 2>&1", 2),
        ("\"$0\"-check no-such.cert 2>/dev/full", 2),
        ("\"$0\"-check proofs/certificates/zwick/*.cert | true", 0),
    ] {
        let (code, said) = shell(line);
        assert!(code == Some(status) && !said.contains("panic"), "{line}: {code:?} {said}");
    }
    let folder = TempDir::new().expect("a folder");
    let run = format!("\"$0\" run zwick/stability-lemma --scale quick --out {} 2>/dev/full", text(folder.path()));
    assert_eq!(shell(&run).0, Some(0));
}

#[test]
fn files_that_never_end_or_begin_are_refused() {
    let folder = TempDir::new().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    for device in ["/dev/zero", "/dev/urandom"] {
        let link = path(&device.replace("/dev/", "").replace("random", "random.toml").replace("zero", "zero.toml"));
        std::os::unix::fs::symlink(device, &link).expect("a link");
        assert!(refused(&["run", &text(&link)]).contains("no plain file; expected an experiment in TOML"));
        assert!(refused(&["check", device]).contains("no plain file; expected a certificate"));
    }
    for name in ["pipe.toml", "pipe.cert"] {
        assert!(Command::new("mkfifo").arg(path(name)).status().expect("mkfifo").success());
    }
    assert!(refused(&["run", &text(&path("pipe.toml"))]).contains("no plain file"));
    assert!(refused(&["check", &text(&path("pipe.cert"))]).contains("no plain file"));
    std::fs::create_dir(path("folder.toml")).expect("it is made");
    assert!(refused(&["run", &text(&path("folder.toml"))]).contains("a folder; expected an experiment in TOML"));
    std::fs::write(path("long.toml"), "#".repeat((1 << 20) + 1)).expect("it is written");
    assert!(refused(&["run", &text(&path("long.toml"))]).contains("too long; expected"));
}

#[test]
fn too_many_threads_are_refused_wherever_they_are_asked_for() {
    for variable in ["RAYON_NUM_THREADS", "RAYON_RS_NUM_CPUS"] {
        for verb in ["claims", "run no-such-claim", "match random random"] {
            let (code, said) = shell(&format!("{variable}=300 \"$0\" {verb}"));
            assert_eq!(code, Some(2));
            assert!(said.starts_with(&format!("topple: {variable}: 300; expected at most")), "{said}");
        }
    }
    assert!(refused(&["match", "random", "random", "--jobs", "300"]).contains("at most"));
}

#[test]
fn names_and_words_are_shown_in_one_short_line() {
    let evil = "no\nsuch\x1b[2J\u{202e}file";
    for said in [
        refused(&["run", &format!("{evil}.toml")]),
        refused(&["check", &format!("{evil}.cert")]),
        refused(&["claims", evil]),
        refused(&["draw", "jenga", "111/111", "--output", &format!("Cargo.toml/{evil}")]),
    ] {
        assert!(said.contains(r"no\nsuch\u{1b}[2J\u{202e}file"), "{said}");
    }
    let folder = TempDir::new().expect("a folder");
    let certificate = folder.path().join("a\naccepted b.cert");
    let own = concat!(env!("CARGO_MANIFEST_DIR"), "/proofs/certificates/zwick/stability.cert");
    std::fs::copy(own, &certificate).expect("it is copied");
    let said = topple(&["check", &text(&certificate)]).success();
    let said = String::from_utf8_lossy(&said.get_output().stdout).into_owned();
    assert_eq!(said.lines().count(), 2, "{said}");
    for words in [["run", "--scale"], ["value", "--game"], ["run", "--memory"]] {
        let said = refused(&[words[0], words[1], &"x".repeat(100_000)]);
        assert!(said.len() < 1000 && said.ends_with("see topple --help\n"), "{} letters", said.len());
    }
}

#[test]
fn an_error_in_a_file_names_the_file() {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("mine.toml");
    let game =
        "id = \"mine\"\nmethod = \"wells\"\n[parameters]\nwidth = 4\npieces = \"OI\"\nrule = \"drop\"\ndepth = 4\n";
    for (line, wrong) in [
        ("lookahead = \"all\"\nwells = 0", "wells: 0; expected at least 1"),
        ("wells = 9", "wells: a number; expected lookahead = \"all\", or a number in bag or tame"),
        ("lookahead = 1.5", "lookahead: neither a number of pieces nor the word all; "),
    ] {
        std::fs::write(&file, format!("{game}{line}\n")).expect("it is written");
        let said = refused(&["run", &text(&file)]);
        assert!(said.contains("mine.toml ") && said.contains(wrong), "{said}");
    }
}

#[test]
fn an_error_of_the_system_says_what_would_be_right() {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("file");
    std::fs::write(&file, "").expect("it is written");
    let missing = refused(&["run", "no-such-file.toml"]);
    assert!(missing.ends_with("; expected the path of something that is there\n"), "{missing}");
    let below = refused(&["run", "zwick/stability-lemma", "--scale", "quick", "--out", &text(&file.join("x"))]);
    assert!(below.ends_with("; expected a path that goes through folders only\n"), "{below}");
    let full = refused(&["value", "zwick", "17,0,0", "--no-such"]);
    assert!(full.contains("see topple --help"), "{full}");
    let (_, said) = shell("\"$0\" value zwick 17,0,0 >/dev/full");
    assert!(said.ends_with("; expected room on the disk\n"), "{said}");
}

/// A file with lines added to a game that is right, run at scale quick.
fn with(lines: &str) -> String {
    let folder = TempDir::new().expect("a folder");
    let (mine, out) = (folder.path().join("my.toml"), folder.path().join("out"));
    std::fs::write(&mine, format!("id = \"my\"\nmethod = \"vector\"\n[parameters]\nmoves = [[-2]]\n{lines}"))
        .expect("written");
    let said = refused(&["run", &text(&mine), "--scale", "quick", "--out", &text(&out)]);
    assert!(!out.exists(), "{lines}");
    said
}

#[test]
fn every_scale_and_every_file_is_checked_before_anything_is_run() {
    for lines in [
        "size = [30]\n[scale.frontier]\nsize = [30, 30]\n",
        "size = [30]\n[scale.paper]\nsize = [0]\n",
        "size = [30]\n[scale.frontier]\nplay = \"chess\"\n",
        "size = [30]\n[scale.paper]\nsize = \"thirty\"\n",
        "size = [30]\ncertificate = \"../../outside\"\n",
        "size = [1000000000000]\n",
    ] {
        with(lines);
    }
    let said = with("size = [30]\n[scale.paper]\nsize = [30, \"x\"]\n");
    let right = "with [scale.paper] size[1]: the text \"x\"; expected a whole number from 0 to 9223372036854775807\n";
    assert!(said.ends_with(right), "{said}");
    let said = with("size = [-3]\n");
    assert!(
        said.ends_with("size[0]: the number `-3`; expected a whole number from 0 to 9223372036854775807\n"),
        "{said}"
    );
    let folder = TempDir::new().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    for (name, size) in [("1.toml", 30), ("2.toml", 31)] {
        let toml = format!("id = \"same\"\nmethod = \"vector\"\n[parameters]\nmoves = [[-2]]\nsize = [{size}]\n");
        std::fs::write(path(name), toml).expect("it is written");
    }
    let said = refused(&["run", &text(&path("1.toml")), &text(&path("2.toml")), "--out", &text(&path("out"))]);
    assert!(said.contains("id = 'same', as in ") && said.contains("; expected another id"), "{said}");
}
