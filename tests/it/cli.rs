//! The program as a person uses it: what it prints, what it writes, and how it refuses.
use assert_cmd::Command;
use std::path::Path;
use tempfile::TempDir;

pub(super) fn topple(arguments: &[&str]) -> assert_cmd::assert::Assert {
    Command::cargo_bin("topple").expect("the program is built").args(arguments).assert()
}

pub(super) fn output(arguments: &[&str]) -> String {
    String::from_utf8(topple(arguments).success().get_output().stdout.clone()).expect("text")
}

/// Exit status 2 and one line that says what is expected.
pub(super) fn refused(arguments: &[&str]) -> String {
    let assert = topple(arguments).code(2);
    let error = String::from_utf8(assert.get_output().stderr.clone()).expect("text");
    assert_eq!(error.lines().count(), 1, "{arguments:?}: {error}");
    assert!(error.starts_with("topple: "), "{arguments:?}: {error}");
    error
}

#[test]
fn values_of_the_worked_examples() {
    let value = |arguments: &[&str]| -> serde_json::Value {
        serde_json::from_str(&output(&[&["value"], arguments, &["--json"]].concat())).expect("one object")
    };
    assert_eq!(value(&["clock-nim", "(3,3|0)_{3,2}"])["grundy"], 3);
    assert_eq!(value(&["clock-nim", "(6,3,0,0|3)_{5,4}"])["grundy"], 2);
    assert_eq!(value(&["zwick", "17,0,0"])["outcome"], "P");
    assert_eq!(value(&["addition", "47,234", "--moves", "(-2,0),(-2,1),(1,-1)"])["grundy"], 3);
    assert_eq!(value(&["pile", "1,2,2,2"])["outcome"], "N");
    assert_eq!(value(&["double-ended", "1,3,2"])["grundy"], 3);
    assert_eq!(value(&["jenga", "111/011/101/111"])["game"], "jenga");
    let sum = value(&["clock-nim", "(3,3|0)_{3,2}", "(2,1|0)_{3,2}", "(1,1|1)_{3,2}", "(0,4|2)_{3,2}"]);
    assert_eq!(sum["winning_moves"].as_array().expect("a list").len(), 5);
    assert_eq!(sum["components"][3]["grundy"], 1);
}

#[test]
fn sums_when_the_last_move_loses() {
    let value = |arguments: &[&str]| -> serde_json::Value {
        serde_json::from_str(&output(&[&["value", "--misere", "--json"], arguments].concat())).expect("one object")
    };
    let sum = value(&["nim", "1", "2", "3"]);
    assert_eq!((&sum["outcome"], &sum["quotient"]), (&"P".into(), &6.into()));
    assert_eq!(value(&["nim", "1", "1"])["outcome"], "N");
    assert_eq!(value(&["nim", "1", "1"])["winning_moves"].as_array().expect("a list").len(), 2);
    assert_eq!(value(&["zwick", "1,0,0", "1,0,1"])["outcome"], "P");
    // Its quotient is too large, so all play is gone through.
    let large = value(&["zwick", "3,1,0", "2,2,0"]);
    assert_eq!((&large["outcome"], &large["quotient"]), (&"P".into(), &serde_json::Value::Null));
    let error = refused(&["value", "--misere", "zwick", "9,9,0", "9,8,1", "8,8,1"]);
    assert!(error.contains("fewer or smaller positions"), "{error}");
}

#[test]
fn wells_are_drawn_in_every_format() {
    assert_eq!(output(&["draw", "well", "110/100"]), "2 |#..|\n1 |##.|\n  +123+\n110/100\n");
    assert_eq!(output(&["draw", "well 3", "110/100"]), output(&["draw", "well", "110/100"]));
    assert_eq!(output(&["draw", "well 4", "-"]), "1 |....|\n  +1234+\n-\n");
    assert!(output(&["draw", "well", "110/100", "--format", "svg"]).contains("<svg"));
    assert!(output(&["draw", "well", "110/100", "--format", "tikz"]).contains("tikzpicture"));
}

#[test]
fn a_person_plays_line_by_line() {
    let play = |arguments: &[&str], lines: &str| {
        let mut command = Command::cargo_bin("topple").expect("the program is built");
        let assert = command.args([&["play", "wells"], arguments].concat()).write_stdin(lines).assert().success();
        String::from_utf8(assert.get_output().stdout.clone()).expect("text")
    };
    let said = play(&["--width", "10", "--against", "algorithm-2"], "1 1\nnonsense\n?\n0 2\n");
    assert!(said.contains("piece 1: left kink (S), then left kink (S)"), "{said}");
    assert_eq!(said.matches("not understood").count(), 1, "{said}");
    assert!(said.ends_with("left after 2 pieces and 0 rows\n"), "{said}");
    let lost = play(&["--width", "5", "--depth", "4", "--pieces", "O", "--lookahead", "0"], &"1\n".repeat(9));
    assert!(lost.ends_with("a cell stands too high: lost after 3 pieces and 0 rows\n"), "{lost}");
}

#[test]
fn a_position_of_a_trillion_levels_is_looked_up() {
    let text = output(&["value", "zwick", "1000000000000,999999999999,2"]);
    assert!(text.contains("Grundy value"), "{text}");
}

#[test]
fn nonsense_gets_one_line() {
    for arguments in [
        &["value", "chess", "e4"][..],
        &["value", "zwick", "1,2,3"],
        &["value", "zwick", "1,2,1000000000000000000000000000000"],
        &["value", "addition", "1,2"],
        &["value", "addition", "1,2", "--moves", "(-1,2),(2,-1)"],
        &["value", "addition", "1,2", "--moves", "(-1,2),(2"],
        &["value", "addition", "1,2,3", "--moves", "(-1,0)"],
        &["value", "subtraction", "5", "--moves", "0"],
        &["value", "jenga", "111/100/111"],
        &["value", "jenga", "111/000/111"],
        &["value", "pile", "1,-2"],
        &["draw", "zwick", "7,0"],
        &["draw", "jenga", "banana"],
        &["draw", "well", "-"],
        &["draw", "well", ""],
        &["draw", "well", "110/10"],
        &["draw", "well", "111/100"],
        &["draw", "well 0", "-"],
        &["draw", "well 99999999999", "-"],
        &["draw", "well 3 3", "110"],
        &["run", "no-such-claim"],
        &["value", "zwick", "-1,0,0"],
        &["value"],
        &["run", "--memory", "8X"],
        &["run", "--scale", "huge"],
        &["check", "/dev/zero"],
        &["draw", "jenga", "111/111", "--output", "/dev/full"],
        &["run", "no-such-file.toml"],
        &["run", "zwick/theorem-5-1", "--jobs", "99999999"],
        &["claims", "tolstoy"],
        &["play", "wells", "--width", "0"],
        &["play", "wells", "--rule", "float"],
        &["play", "wells", "--against", "me"],
        &["play", "wells", "--against", "solver"],
        &["play", "chess"],
        &["search", "vectors", "--box", "0"],
        &["search", "vectors", "--box", "10"],
        &["search", "vectors", "--moves", "0"],
        &["search", "vectors", "--box", "9", "--moves", "9"],
        &["search", "vectors", "--cells", "1"],
        &["search", "vectors", "--jobs", "99999999"],
        &["search", "wells", "--width", "0", "--pieces", "O", "--max-height", "4"],
        &["search", "wells", "--width", "9", "--pieces", "O", "--max-height", "4"],
        &["search", "wells", "--width", "4", "--pieces", "", "--max-height", "4"],
        &["search", "wells", "--width", "4", "--pieces", "X", "--max-height", "4"],
        &["search", "wells", "--width", "4", "--pieces", "O", "--max-height", "61"],
        &["search", "wells", "--width", "8", "--pieces", "O", "--max-height", "60"],
        &["search", "wells", "--width", "6", "--pieces", "O", "--max-height", "5", "--memory", "1M"],
        &["search", "wells", "--width", "4", "--pieces", "O", "--max-height", "4", "--rule", "referee"],
        &["search", "wells", "--width", "4", "--pieces", "O", "--max-height", "4", "--lookahead", "3"],
        &["search", "wells", "--width", "4", "--pieces", "O", "--max-height", "4", "--holes", "1"],
        &["search", "wells", "--width", "4", "--pieces", "O", "--max-height", "4", "--bumps", "1"],
        &["search", "wells", "--width", "4", "--pieces", "O", "--max-height", "4", "--wells", "9"],
        &["search", "wells", "--width", "4", "--pieces", "O", "--max-height", "4", "--holes", "1", "--bumps", "-1"],
        &["search", "wells", "--width", "4", "--pieces", "O", "--max-height", "17", "--holes", "1", "--bumps", "4"],
        &["search", "wells", "--width", "4", "--pieces", "O", "--max-height", "4", "--hold"],
        &["search", "wells", "--width", "4", "--pieces", "O", "--max-height", "4", "--bag", "--hold"],
        &["search", "wells", "--width", "17", "--pieces", "O", "--max-height", "3", "--holes", "1", "--bumps", "4"],
        &[
            "search",
            "wells",
            "--width",
            "4",
            "--pieces",
            "O",
            "--max-height",
            "4",
            "--bag",
            "--wells",
            "18446744073709551615",
        ],
        &["value", "jenga-physical", "1/1", "--moves", "3"],
        &["export", "subtraction 2,5,7"],
        &["export", "subtraction 2,5,7", "--format", "oeis", "--game"],
        &["claims", "--out", "no-such-folder"],
        &["theorems", "--out", "no-such-folder"],
        &["site", "--from", "no-such-folder"],
        &["play", "tower", "--blocks", "2"],
        &["man", "--out", "Cargo.toml"],
        &["match", "program:no-such-program", "random"],
        &[],
        &["search"],
        &["check", "no-such-file.cert"],
        &["check", "Cargo.toml"],
    ] {
        refused(arguments);
    }
}

#[test]
fn a_refusal_names_the_limit() {
    let wells = |pieces: &str, depth: &str| {
        let words = ["search", "wells", "--width", "6", "--jobs", "1", "--memory", "1M"];
        refused(&[&words[..], &["--pieces", pieces, "--max-height", depth]].concat())
    };
    let said = wells("JL", "9");
    assert!(said.contains("depth 3 fits") && said.contains("more than the 1048576 that --memory leaves"), "{said}");
    let said = wells("OITJLSZ1345678[111/101][111/101/101][11111]", "2");
    assert!(said.contains("at most 16 pieces"), "{said}");
    let said = wells("JLJ", "2");
    assert!(said.contains("J twice in JLJ"), "{said}");
    let said = wells("[1111111111]", "2");
    assert!(said.contains("at most 8 rows of at most 8 digits"), "{said}");
    let said = refused(&["search", "wells", "--width", "-3"]);
    assert_eq!(said, "topple: invalid value '-3' for '--width <WIDTH>': -3 is not in 0..=255; see topple --help\n");
    let said = refused(&["search", "wells", "--width", "4"]);
    assert!(said.ends_with(": --pieces <PIECES> --max-height <MAX_HEIGHT>; see topple --help\n"), "{said}");
    let said = refused(&["play", "wells", "--against", "algorithm-2", "--lookahead", "0"]);
    assert_eq!(said, "topple: --lookahead: 0; expected 1 against algorithm 2\n");
    let said = refused(&["play", "wells", "--against", "algorithm-2", "--pieces", "OI"]);
    assert_eq!(said, "topple: --pieces: OI; expected SZ against algorithm 2\n");
    for game in ["nonsense", "zwick", "jenga 3", "jenga-four"] {
        let said = refused(&["draw", game, "111"]);
        assert!(said.contains("expected jenga, 'jenga-physical K', well or 'well W'"), "{said}");
    }
    let said = refused(&["run", "zwick/theorem-5-1", "--jobs", "99999999"]);
    assert!(said.contains("threads on this machine"), "{said}");
}

/// Runs a user's file in a folder of its own; the status, the error and the folder.
fn own(toml: &str) -> (i32, String, TempDir) {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("my.toml");
    std::fs::write(&file, toml).expect("it is written");
    let out = folder.path().join("out");
    let assert = topple(&["run", file.to_str().expect("text"), "--out", out.to_str().expect("text"), "--memory", "1G"]);
    let error = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
    (assert.get_output().status.code().expect("it ended"), error, folder)
}

const OWN: &str =
    "id = \"my-game\"\nmethod = \"vector\"\n[parameters]\nmoves = [[-2, 0], [-2, 1], [1, -1]]\nsize = [30, 12]\n";

#[test]
fn a_game_of_ones_own_gets_a_table_a_picture_and_a_certificate() {
    let (status, error, folder) = own(OWN);
    assert_eq!(status, 0, "{error}");
    let out = folder.path().join("out");
    for file in ["my-game.csv", "my-game.svg", "my-game-grundy.cert", "my-game.json"] {
        assert!(out.join(file).exists(), "{file}");
    }
    let certificate = out.join("my-game-grundy.cert");
    let said = output(&["check", certificate.to_str().expect("text"), "--verbose"]);
    assert!(said.contains("accepted") && said.contains("value(x + [9, 0]) = grundy value(x)"), "{said}");
}

#[test]
fn a_game_without_a_found_pattern_is_open() {
    let toml = OWN.replace("[[-2, 0], [-2, 1], [1, -1]]", "[[2, -3], [-1, -1], [-3, 2]]");
    let toml = format!("{toml}search = {{ cells = 1000, fans = 5 }}\n");
    let (status, error, folder) = own(&toml);
    assert_eq!(status, 0, "{error}");
    let evidence = std::fs::read_to_string(folder.path().join("out/my-game.json")).expect("evidence");
    assert!(evidence.contains("\"verdict\": \"open\""), "{evidence}");
}

#[test]
fn a_search_of_ones_own_size_is_the_same_for_any_number_of_threads() {
    let listed = |jobs: &str| {
        let folder = TempDir::new().expect("a folder");
        let out = folder.path().to_str().expect("text");
        let said = output(&["search", "vectors", "--box", "1", "--moves", "2", "--jobs", jobs, "--out", out]);
        assert!(said.contains("8 of 8 sets proved"), "{said}");
        std::fs::read_to_string(folder.path().join("vectors-box-1-moves-2.csv")).expect("the table")
    };
    assert_eq!(listed("1"), listed("2"));
}

#[test]
fn a_bad_file_of_ones_own_gets_one_line_and_writes_nothing() {
    for (what, with) in [
        ("id = \"my-game\"", "id = \"../../etc\""),
        ("id = \"my-game\"", "id = \"\""),
        ("id = \"my-game\"", ""),
        ("method = \"vector\"", "method = \"magic\""),
        ("method = \"vector\"", "methods = \"vector\""),
        ("method = \"vector\"", "method = \"own\""),
        ("method = \"vector\"", ""),
        ("method = \"vector\"", "method = \"vector\"\npaper = \"zwick\""),
        ("size = [30, 12]", "size = [30]"),
        ("size = [30, 12]", "size = [0, 12]"),
        ("size = [30, 12]", "size = [-3, 12]"),
        ("size = [30, 12]", "size = [1000000000, 1000000000]"),
        ("size = [30, 12]", "size = [9223372036854775807, 9223372036854775807]"),
        ("size = [30, 12]", "size = [30, 12]\nmaximum = 3"),
        ("size = [30, 12]", "size = [30, 12]\nplay = \"chess\""),
        ("size = [30, 12]", "size = [30, 12]\ngame = \"zwick\""),
        ("size = [30, 12]", "size = [30, 12]\ncompare = \"no/such.csv\""),
        ("[1, -1]]", "[1, 1]]"),
        ("[1, -1]]", "[1]]"),
        ("[1, -1]]", "[1, 99999999999999999999]]"),
        ("[1, -1]]", "[1, 9223372036854775807]]"),
        ("[1, -1]]", ""),
        ("moves", "steps"),
    ] {
        let (status, error, folder) = own(&OWN.replace(what, with));
        assert_eq!((status, error.lines().count()), (2, 1), "{with}: {error}");
        let out = folder.path().join("out");
        let left: Vec<_> = walk(&out).into_iter().filter(|file| !file.contains("finished")).collect();
        assert!(left.is_empty(), "{with}: {left:?}");
    }
}

pub(super) fn walk(folder: &Path) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let paths = entries.map(|entry| entry.expect("an entry").path());
    paths.flat_map(|path| if path.is_dir() { walk(&path) } else { vec![path.display().to_string()] }).collect()
}

#[test]
fn broken_certificates_are_told_apart_from_false_ones() {
    let (_, _, folder) = own(OWN);
    let certificate = folder.path().join("out/my-game-grundy.cert");
    let text = std::fs::read_to_string(&certificate).expect("text");
    let with = |text: &[u8]| {
        let path = folder.path().join("broken.cert");
        std::fs::write(&path, text).expect("it is written");
        path.to_str().expect("text").to_string()
    };
    refused(&["check", &with(&text.as_bytes()[..text.len() / 2])]);
    refused(&["check", &with(b"\xff\xfe\x00")]);
    refused(&["check", &with(b"")]);
    let piece = text.lines().find(|line| line.starts_with("piece")).expect("it has pieces");
    let wrong = text.replacen(piece, &format!("{}7", &piece[..piece.len() - 1]), 1);
    topple(&["check", &with(wrong.as_bytes())]).code(1);
}

/// All files that a run is there to make, by name.
pub(super) fn files(out: &Path) -> Vec<(String, Vec<u8>)> {
    let mut names = walk(out);
    names.retain(|name| !name.ends_with("run-manifest.json") && !name.contains("/.topple/"));
    names.sort();
    let relative = |name: &str| name.strip_prefix(out.to_str().expect("text")).expect("below").to_string();
    names.iter().map(|name| (relative(name), std::fs::read(name).expect("a file"))).collect()
}

#[test]
fn any_number_of_threads_writes_the_same_bytes() {
    let runs: Vec<_> = ["1", "2", "5"]
        .map(|jobs| {
            let folder = TempDir::new().expect("a folder");
            let out = folder.path().to_str().expect("text").to_string();
            let claims = ["eeny-meeny/rule", "carvalho/table-1", "zwick/stability-lemma"];
            topple(&[&["run"], &claims[..], &["--scale", "quick", "--jobs", jobs, "--out", &out]].concat()).success();
            files(folder.path())
        })
        .into();
    assert!(runs[0].len() > 5);
    assert!(runs.iter().all(|run| *run == runs[0]));
}

#[test]
fn parameters_of_every_file_are_checked_before_any_is_run() {
    let first = "id = \"first\"\nmethod = \"vector\"\n[parameters]\nmoves = [[-2]]\nsize = [30]\n";
    for second in [
        "method = \"vector\"\n[parameters]\nmoves = [[-2]]\nsize = 30\n",
        "method = \"vector\"\n[parameters]\nmoves = [[2]]\nsize = [30]\n",
        "method = \"vector\"\n[parameters]\nmoves = [[-2]]\nsize = [30]\ncompare = \"no-such-file.csv\"\n",
        "method = \"census\"\n[parameters]\nfamilies = [{ box = 0, moves = 2 }]\n",
        "method = \"subtraction\"\n[parameters]\nlargest = 0\npiles = 9\n",
        "method = \"subtraction\"\n[parameters]\nlargest = 99\npiles = 9\n",
        "method = \"wells\"\n[parameters]\nwidth = 6\npieces = \"JL\"\nrule = \"drop\"\ndepth = 40\n",
        "method = \"wells\"\n[parameters]\nwidth = 6\npieces = \"X\"\nrule = \"drop\"\ndepth = 1\n",
        "method = \"wells\"\n[parameters]\nwidth = 6\npieces = \"O\"\nrule = \"drop\"\ndepth = 1\ntame = { holes = 1 }\n",
        "method = \"wells\"\n[parameters]\nwidth = 6\npieces = \"O\"\nrule = \"drop\"\ndepth = 1\ntame = { holes = 1, bumps = [], wells = 9 }\n",
        "method = \"wells\"\n[parameters]\nwidth = 4\npieces = \"OI\"\nrule = \"drop\"\ndepth = 17\nbag = { wells = 9 }\n",
        "method = \"wells\"\n[parameters]\nwidth = 4\npieces = \"OI\"\nrule = \"drop\"\ndepth = 4\nbag = { hold = true }\n",
        "method = \"jenka\"\n[parameters]\nstarts = []\n",
        "method = \"jenka\"\n[parameters]\nstarts = [{ k = 4, to = 9999 }]\n",
        "method = \"jenka\"\n[parameters]\nstarts = [{ k = 4, to = 2 }, { k = 4, from = 2, to = 3 }]\n",
        "method = \"own\"\n",
    ] {
        let folder = TempDir::new().expect("a folder");
        let [one, two, out] = ["1.toml", "2.toml", "out"].map(|name| folder.path().join(name).display().to_string());
        std::fs::write(&one, first).expect("it is written");
        std::fs::write(&two, format!("id = \"second\"\n{second}")).expect("it is written");
        refused(&["run", &one, &two, "--out", &out]);
        assert!(!Path::new(&out).exists(), "{second}");
    }
}

#[test]
fn a_match_is_one_object_and_the_same_for_any_number_of_threads() {
    let score = |first: &str, second: &str, jobs: &str| -> serde_json::Value {
        let options = ["--games", "41", "--levels", "4", "--seed", "7", "--noise-scale", "2", "--format", "json"];
        let said = output(&[&["match", first, second, "--jobs", jobs], options.as_slice()].concat());
        let mut score: serde_json::Value = serde_json::from_str(&said).expect("one object");
        assert!(score["games_per_second"].as_f64().expect("a rate") > 0.0);
        score["games_per_second"].take();
        score
    };
    let one = score("oracle", "mcts:iterations=20", "1");
    assert_eq!(one, score("oracle", "mcts:iterations=20", "3"));
    let sum = |key: &str| one[key].as_array().expect("two").iter().filter_map(serde_json::Value::as_u64).sum::<u64>();
    assert_eq!((one["games"].as_u64(), sum("wins")), (Some(41), 41));
    assert_eq!(one["ended"]["fall"].as_u64().zip(one["ended"]["no_move"].as_u64()).map(|(a, b)| a + b), Some(41));
    let text = output(&["match", "one-step", "random", "--games", "50"]);
    assert!(text.contains("one-step wins ") && text.contains("intervals by Wilson"), "{text}");
    for arguments in [
        &["match", "nobody", "random"][..],
        &["match", "mcts:iterations=none", "random"],
        &["match", "random"],
        &["match", "random", "random", "--games", "0"],
        &["match", "random", "random", "--levels", "61"],
        &["match", "random", "random", "--noise-scale", "-1"],
        &["match", "random", "random", "--noise-scale", "nan"],
        &["match", "random", "random", "--jobs", "0"],
        &["match", "program:/no/such/program", "random"],
        &["play", "jenga", "--against", "nobody"],
        &["play", "jenga", "--levels", "0"],
    ] {
        refused(arguments);
    }
}

#[test]
fn the_example_of_an_agent_plays() {
    if std::process::Command::new("python3").arg("--version").output().is_ok() {
        let example = concat!("program:python3 ", env!("CARGO_MANIFEST_DIR"), "/examples/agents/lowest.py");
        assert!(output(&["match", example, "random", "--games", "6"]).contains("wins "));
    }
}

#[test]
fn shells_and_man_know_every_verb() {
    let help = output(&["--help"]);
    let verbs = help.lines().skip_while(|line| !line.starts_with("Commands:")).skip(1);
    let verbs: Vec<&str> =
        verbs.map_while(|line| line.strip_prefix("  ")?.split(' ').find(|word| !word.is_empty())).collect();
    assert!(verbs.len() > 10, "{verbs:?}");
    let folder = TempDir::new().expect("a folder");
    topple(&["man", "--out", folder.path().to_str().expect("a plain path")]).success();
    let page = output(&["man"]);
    for verb in verbs.iter().filter(|verb| **verb != "help") {
        for shell in ["bash", "zsh", "fish"] {
            assert!(output(&["completions", shell]).contains(verb), "{shell}: {verb}");
        }
        assert!(page.contains(verb), "{verb}");
        assert!(folder.path().join(format!("topple-{verb}.1")).exists(), "{verb}");
    }
    assert!(refused(&["completions", "tea"]).contains("bash"));
}
