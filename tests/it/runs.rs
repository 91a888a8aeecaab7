//! `topple run` on files of one's own: no run spoils what another one saved or wrote, and what memory ended goes on later.
use super::cli::{files, output, refused, topple};
use tempfile::TempDir;
use topple::claim::{Experiment, Scale, Task, Verdict, decide::decide};
use topple::error::Error;
use topple::solve::{Memory, Unwatched};

/// A folder with files, each an experiment under its id.
struct Mine(TempDir);

impl Mine {
    fn new(experiments: &[(&str, &str)]) -> Self {
        let mine = Mine(TempDir::new().expect("a folder"));
        for (id, lines) in experiments {
            std::fs::write(mine.path(&format!("{id}.toml")), format!("id = \"{id}\"\n{lines}")).expect("it is written");
        }
        mine
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).display().to_string()
    }

    /// The words of a run of these experiments, and more.
    fn words(&self, ids: &[&str], more: &[&str]) -> Vec<String> {
        let paths = ids.iter().map(|id| self.path(&format!("{id}.toml")));
        let out = ["--out".to_string(), self.path("out")];
        [vec!["run".to_string()], paths.collect(), out.to_vec(), more.iter().map(ToString::to_string).collect()]
            .concat()
    }

    fn said(&self, ids: &[&str], more: &[&str]) -> String {
        output(&self.words(ids, more).iter().map(String::as_str).collect::<Vec<_>>())
    }

    fn refused(&self, ids: &[&str], more: &[&str]) -> String {
        refused(&self.words(ids, more).iter().map(String::as_str).collect::<Vec<_>>())
    }

    fn written(&self) -> Vec<(String, Vec<u8>)> {
        files(&self.0.path().join("out"))
    }
}

fn wells(lines: &str) -> String {
    format!("method = \"wells\"\n[parameters]\npieces = \"OIT\"\nrule = \"drop\"\n{lines}")
}

/// Games whose first depths take little memory and the next ones more: all pieces known, and a bag.
fn growing() -> [String; 2] {
    let known = wells("width = 4\ndepth = 4\nlookahead = \"all\"\n");
    [known, wells("width = 4\ndepth = 6\nbag = { hold = false, wells = 1000000 }\n")]
}

#[test]
fn what_memory_ended_goes_on_with_more() {
    for lines in growing() {
        let [mine, whole] = [0; 2].map(|_| Mine::new(&[("mine", &lines)]));
        whole.said(&["mine"], &[]);
        for memory in ["10000", "100000"] {
            let said = mine.said(&["mine"], &["--memory", memory, "--resume"]);
            assert!(said.contains("open") && said.contains("needs") && said.contains("raise --memory"), "{said}");
        }
        assert_ne!(mine.written(), whole.written());
        mine.said(&["mine"], &["--resume"]);
        assert_eq!(mine.written(), whole.written());
    }
}

#[test]
fn a_share_of_the_memory_that_is_too_little_is_no_answer() {
    for lines in growing() {
        let experiment = Experiment::read("a file", &format!("id = \"mine\"\n{lines}")).unwrap();
        let (scale, memory, watch) = (Scale::Paper, Memory(10_000), &Unwatched);
        let decided = |is_share| decide(&Task { experiment: &experiment, scale, memory, is_share, watch });
        assert!(matches!(decided(true), Err(Error::Memory { .. })));
        let open = decided(false).unwrap();
        assert!(open.is_cut_short && open.findings.iter().any(|one| matches!(one.found, Verdict::Open { .. })));
    }
}

/// Two searches with tables that fit the memory one after the other only.
#[test]
#[ignore = "slow: two gigabytes"]
fn two_searches_beside_each_other_find_what_each_finds_alone() {
    let tame = "width = 6\ndepth = 7\ntame = { holes = 1, bumps = [6], wells = 50331646 }\n";
    let games = ["OI", "O"].map(|pieces| wells(tame).replace("OIT", pieces));
    let written = ["1", "2"].map(|jobs| {
        let mine = Mine::new(&[("one", &games[0]), ("other", &games[1])]);
        let said = mine.said(&["one", "other"], &["--jobs", jobs, "--memory", "2147506496"]);
        assert!(said.contains("verified to depth 6, the least"), "{said}");
        mine.written()
    });
    assert_eq!(written[0], written[1]);
}

#[test]
fn an_experiment_that_was_changed_does_not_resume_another_one() {
    // The table of what is expected stands where it is not left out of what is claimed.
    let at =
        |width: u8| format!("[expected]\nstatus = \"open\"\nparts = \"\"\n[parameters]\nwidth = {width}\ndepth = 5\n");
    let lines =
        |width| format!("method = \"wells\"\n{}pieces = \"OIT\"\nrule = \"drop\"\nlookahead = \"all\"\n", at(width));
    let run = |mine: &Mine, memory: &str| {
        let words = mine.words(&["mine"], &["--memory", memory, "--resume"]);
        topple(&words.iter().map(String::as_str).collect::<Vec<_>>());
        std::fs::read_to_string(mine.path("out/mine.csv")).expect("a table")
    };
    let (mine, fresh) = (Mine::new(&[("mine", &lines(4))]), Mine::new(&[("mine", &lines(2))]));
    run(&mine, "10000");
    std::fs::write(mine.path("mine.toml"), format!("id = \"mine\"\n{}", lines(2))).expect("it is written");
    assert_eq!(run(&mine, "1G"), run(&fresh, "1G"));
}

#[test]
fn two_experiments_of_one_run_do_not_write_one_file() {
    let pile =
        |moves: &str, more: &str| format!("method = \"vector\"\n[parameters]\nmoves = {moves}\nsize = [30]\n{more}");
    let (two, three) = (pile("[[-2]]", "certificate = \"same\"\n"), pile("[[-3]]", "certificate = \"same\"\n"));
    let mine = Mine::new(&[("one", &two), ("other", &three)]);
    for more in [&[][..], &["--resume"], &["--jobs", "1"]] {
        let words = mine.words(&["one", "other"], more);
        let run = topple(&words.iter().map(String::as_str).collect::<Vec<_>>()).code(2);
        let said = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
        assert!(said.ends_with("both one and other write it; expected a name of its own for each\n"), "{said}");
    }
    // What is done keeps its files, whatever comes first.
    let kept = || std::fs::read(mine.path("out/same.cert")).expect("a certificate");
    topple(&mine.words(&["one", "other"], &["--jobs", "1"]).iter().map(String::as_str).collect::<Vec<_>>()).code(2);
    let before = kept();
    topple(&mine.words(&["other", "one"], &["--resume"]).iter().map(String::as_str).collect::<Vec<_>>()).code(2);
    assert_eq!(kept(), before);
    // The same certificate may stand behind two claims.
    let mine = Mine::new(&[("one", &two), ("other", &two)]);
    mine.said(&["one", "other"], &[]);
}

#[test]
fn names_that_lead_elsewhere_and_lists_without_an_entry_are_refused() {
    let some = |name: &str, positions: &str| {
        format!(
            "method = \"misere\"\n[parameters]\nsome = [{{ game = \"pile\", name = \"{name}\", positions = {positions} }}"
        )
    };
    let at = "[\"(1)\"]";
    let clock = |side: u8| {
        format!(
            "method = \"misere\"\n[parameters]\nall = [{{ game = \"clock-nim 2 2 1\", sides = [{side}, {side}] }}]\n"
        )
    };
    for (lines, right) in [
        (some("../x", at) + "]\n", "'../x'"),
        (some("/x", at) + "]\n", "'/x'"),
        (some("", at) + "]\n", "''"),
        (some("a b", at) + "]\n", "'a b'"),
        (some("a", "[]") + "]\n", "'a' without a position"),
        (
            some("a", at) + ", { game = \"pile\", name = \"a\", positions = [\"(2)\"] }]\n",
            "two games with the name 'a'",
        ),
        ("method = \"misere\"\n[parameters]\nall = [{ game = \"zwick\", sides = [4] }]\n".to_string(), "[4]"),
        (
            "method = \"misere\"\n[parameters]\nall = [{ game = \"zwick\", sides = [4, 0, 4] }]\n".to_string(),
            "[4, 0, 4]",
        ),
        (
            clock(6) + "some = [{ game = \"pile\", name = \"misere-clock-nim-2-2-1\", positions = [\"(1)\"] }]\n",
            "two games",
        ),
        (clock(6) + "search = { elements = 9223372036854775807 }\n", "raise --memory"),
        (some("a", at) + "]\nsearch = { sums = 100000000000 }\n", "raise --memory"),
        ("method = \"subtraction\"\n[parameters]\nlargest = 3\npiles = 0\n".to_string(), "0 piles"),
    ] {
        let mine = Mine::new(&[("mine", &lines)]);
        let said = mine.refused(&["mine"], &[]);
        assert!(said.contains(right), "{right}: {said}");
        assert!(!self::exists(&mine.path("out")), "{lines}");
    }
}

#[test]
fn what_a_small_window_shows_is_open() {
    let amounts: Vec<String> = (10_000..10_060).map(|amount| amount.to_string()).collect();
    let long = format!("subtraction {}", amounts.join(","));
    for (game, sides) in [("subtraction 5", "[3]"), ("addition (-5,0),(0,-5)", "[3, 3]"), (long.as_str(), "[9]")] {
        let lines = format!("method = \"misere\"\n[parameters]\nall = [{{ game = \"{game}\", sides = {sides} }}]\n");
        let said = Mine::new(&[("mine", &lines)]).said(&["mine"], &[]);
        assert!(said.contains("open") && said.contains("no quotient"), "{said}");
    }
    let mine = Mine::new(&[("mine", "method = \"subtraction\"\n[parameters]\nlargest = 3\npiles = 2\n")]);
    assert!(mine.said(&["mine"], &[]).contains("open"));
}

fn exists(path: &str) -> bool {
    std::path::Path::new(path).exists()
}

#[test]
fn the_greatest_numbers_are_no_overflow() {
    let lines = "method = \"vector\"\n[parameters]\nmoves = [[2, -3], [-1, -1], [-3, 2]]\nsize = [12, 12]\n";
    let most = "search = { cells = 400, fans = 2, pieces = 3074457345618258603 }\n";
    Mine::new(&[("mine", &format!("{lines}{most}"))]).said(&["mine"], &[]);
}

#[cfg(unix)]
#[test]
fn a_folder_whose_name_is_no_text_and_a_lock_that_is_a_link() {
    use std::os::unix::ffi::OsStrExt;
    let mine = Mine::new(&[("mine", "method = \"vector\"\n[parameters]\nmoves = [[-2]]\nsize = [30]\n")]);
    let out = mine.0.path().join(std::ffi::OsStr::from_bytes(b"out-\xff"));
    let mut command = assert_cmd::Command::new(assert_cmd::cargo::cargo_bin("topple"));
    command.args(["run", &mine.path("mine.toml"), "--out"]).arg(&out).assert().success();
    assert!(out.join("mine.csv").exists());
    let (theirs, lock) = (mine.path("theirs"), mine.path("out/.topple/lock"));
    std::fs::write(&theirs, "of another program").expect("it is written");
    std::fs::create_dir_all(mine.path("out/.topple")).expect("it is made");
    std::os::unix::fs::symlink(&theirs, &lock).expect("a link");
    assert!(mine.refused(&["mine"], &[]).contains("no plain file; expected a plain file"));
    assert_eq!(std::fs::read(&theirs).expect("it stays"), b"of another program");
}
