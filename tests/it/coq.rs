//! The checkers that Coq has proved (`proofs/checker`) and those of this crate give the same answer on every certificate
//! and on many mutants of it. `make proofs` builds the former and runs this.
mod small;

use small::SMALL;
use std::path::{Path, PathBuf};
use std::process::Command;
use topple::proof;

/// What a checker says of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Answer {
    Accepted,
    Refused,
    NoCertificate,
}

/// The mutants of one certificate at most; a larger one is sampled evenly.
const MOST_MUTANTS: usize = 100;

/// Certificates that the checkers from Coq are not asked about: a million wells, written as lists of lists of cells, take
/// more memory than a machine may have, and some hundred thousand take minutes, for each mutant again.
const TOO_LARGE: [&str; 2] = ["bags-width-3.cert", "bags-width-10.cert"];

/// So begin the names of certificates whose mutants they are not asked about: a piece that is not held to its columns brings up
/// millions of wells, and with pieces shown each mutant takes as long as the certificate, up to half a minute. Small ones of both
/// sorts are in `SMALL`.
const MUTANTS_TOO_LARGE: [&str; 2] = ["bags-width-14", "bags-shown-"];

/// Lines that may be added to certificates of some kind.
const ADDED: [&str; 46] = [
    "game nim",
    "play normal",
    "position (2) = 2",
    "position () = 0",
    "position (1,0,0) = 2",
    "position (1,0|2)_{3,2} = 1",
    "position [1] = 0",
    "piece 0 1 1 0 0",
    "play - O 0 0 0",
    "send - O 1",
    "send 10 J 0",
    "send =/10x1 J 0",
    "below = 10x1",
    "weight 10 1",
    "play - O - 0 0 0",
    "play 00/11 O 00/11 0 0 2",
    "play -|11 1 rest 0 0 0",
    "home -",
    "home - O",
    "home 10",
    "hold no",
    "holes 1",
    "replies 0 0 0 0 0 1",
    "replies 1 2 2",
    "known 1",
    "lost 0",
    "except 0 0 0 0 0",
    "except 0 1",
    "step 0 1",
    "times 0 1",
    "labels 0 1",
    "period 1",
    "state 1 0 0",
    "state 2 3",
    "send 2 L 0",
    "say eeny <",
    "lane 1",
    "row 0 3",
    "onto",
    "excluded 010",
    "chain 010 100",
    "edge 010 010 111",
    "step 0 111 1",
    "counts 100 0",
    "type -I- 0 0",
    "x 1",
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn of_this_crate(text: &str) -> Answer {
    match proof::check(text) {
        Ok(_) => Answer::Accepted,
        Err(reject) if reject.malformed => Answer::NoCertificate,
        Err(_) => Answer::Refused,
    }
}

/// The answers of the other checker, file by file.
fn of_coq(checker: &Path, files: &[PathBuf]) -> Vec<Answer> {
    let output = Command::new(checker).args(files).output().expect("the checker starts");
    let said = String::from_utf8(output.stdout).expect("it speaks ASCII");
    let answer = |line: &str| match line {
        _ if line.starts_with("accepted ") => Answer::Accepted,
        _ if line.starts_with("refused ") => Answer::Refused,
        _ if line.starts_with("no certificate ") => Answer::NoCertificate,
        _ => panic!("it said: {line}"),
    };
    let answers: Vec<Answer> = said.lines().map(answer).collect();
    assert_eq!(answers.len(), files.len(), "a line for each file");
    answers
}

/// The checker, or nothing if it is not built; `TOPPLE_COQ_CHECK=1` demands it.
fn checker() -> Option<PathBuf> {
    let checker = root().join("proofs/checker/topple-coq-check");
    if checker.is_file() {
        return Some(checker);
    }
    assert!(std::env::var_os("TOPPLE_COQ_CHECK").is_none(), "{} is not built", checker.display());
    eprintln!("skipped: {} is not built; `make proofs` builds it", checker.display());
    None
}

fn certificates(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).expect("a folder of certificates");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            certificates(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "cert") {
            let name = path.file_name().expect("a file").to_string_lossy();
            let is_asked = !TOO_LARGE.contains(&&*name);
            found.extend(is_asked.then(|| path.clone()));
        }
    }
}

/// One change of a text: so many lines from this one on give way to others.
struct Change {
    line: usize,
    lines: usize,
    others: Vec<String>,
}

impl Change {
    fn of(&self, text: &str) -> String {
        let lines: Vec<&str> = text.lines().collect();
        let (before, rest) = lines.split_at(self.line);
        let after = &rest[self.lines.min(rest.len())..];
        let others = self.others.iter().map(String::as_str);
        let all: Vec<&str> = before.iter().copied().chain(others).chain(after.iter().copied()).collect();
        all.join("\n") + "\n"
    }
}

/// The longest text in which each digit inside a word is changed too.
const LONGEST_BY_DIGITS: usize = 20_000;

/// Every word replaced by its neighbours and by others; every line dropped, doubled, and exchanged with the next; and lines
/// added after the first, in the middle and before the last.
fn changes(text: &str) -> Vec<Change> {
    let lines: Vec<&str> = text.lines().collect();
    let mut changes = vec![
        Change { line: 0, lines: 0, others: vec!["# a comment".to_string(), String::new()] },
        Change { line: lines.len(), lines: 0, others: vec!["end".to_string()] },
    ];
    for (line, words) in lines.iter().enumerate() {
        let split: Vec<&str> = words.split(' ').collect();
        for at in 0..split.len() {
            let digits = if text.len() <= LONGEST_BY_DIGITS { other_digits(split[at]) } else { Vec::new() };
            for word in instead(split[at]).into_iter().chain(digits) {
                let mut mutated = split.clone();
                mutated[at] = &word;
                changes.push(Change { line, lines: 1, others: vec![mutated.join(" ")] });
            }
        }
        changes.push(Change { line, lines: 1, others: Vec::new() });
        changes.push(Change { line, lines: 0, others: vec![words.to_string()] });
        if let Some(next) = lines.get(line + 1) {
            changes.push(Change { line, lines: 2, others: vec![next.to_string(), words.to_string()] });
        }
    }
    for line in [1, lines.len() / 2, lines.len() - 1] {
        changes.extend(ADDED.map(|added| Change { line, lines: 0, others: vec![added.to_string()] }));
    }
    changes
}

/// A word that is more than a number, each of its digits changed.
fn other_digits(word: &str) -> Vec<String> {
    if word.parse::<u64>().is_ok() {
        return Vec::new();
    }
    let digits = word.char_indices().filter(|(_, letter)| letter.is_ascii_digit());
    let others = |(at, digit): (usize, char)| {
        let others = ['0', '1', '3'].into_iter().filter(move |&other| other != digit);
        others.map(move |other| format!("{}{other}{}", &word[..at], &word[at + 1..]))
    };
    digits.flat_map(others).collect()
}

/// Words of the formats, to stand where they do not belong.
const INSTEAD: [&str; 42] = [
    "grundy",
    "normal",
    "misere",
    "(-2,0),(-1,1)",
    "(-2,0)",
    "3,1",
    "x",
    "",
    "64 3 2",
    "-3",
    "-",
    "10",
    "01",
    "10/01",
    "-*",
    "11*,-",
    "-|-",
    "rest",
    "O",
    "S",
    "I",
    "3",
    "[1]",
    "drop",
    "slide",
    "referee",
    "anywhere",
    "yes",
    "no",
    "first",
    "second",
    "jenga-physical",
    "mod",
    "width",
    "<",
    ">=",
    "meeny",
    "*",
    "stable",
    "falls",
    "-I-",
    "-II",
];

fn instead(word: &str) -> Vec<String> {
    match word.parse::<u64>() {
        Ok(number) => {
            let near = [Some(number + 1), number.checked_sub(1), (number > 1).then_some(0), Some(5000), Some(u64::MAX)];
            let mut words: Vec<String> = near.into_iter().flatten().map(|n| n.to_string()).collect();
            words.extend([format!("+0{number}"), format!("-{number}"), format!("{number} 0"), String::new()]);
            words
        }
        Err(_) => INSTEAD.iter().filter(|other| **other != word).map(ToString::to_string).collect(),
    }
}

#[test]
#[ignore = "slow: all certificates, where the checker from Coq is built"]
fn both_checkers_agree_on_all_certificates() {
    let Some(checker) = checker() else { return };
    let mut files = Vec::new();
    certificates(&root().join("proofs/certificates"), &mut files);
    let answers = of_coq(&checker, &files);
    for (file, answer) in files.iter().zip(answers) {
        let text = std::fs::read_to_string(file).expect("a committed certificate");
        assert_eq!(answer, of_this_crate(&text), "{}", file.display());
    }
    eprintln!("both checkers give the same answer on {} certificates", files.len());
}

#[test]
#[ignore = "runs both checkers on thousands of mutants; `make proofs` does"]
fn both_checkers_agree_on_mutants() {
    let Some(checker) = checker() else { return };
    let mut files = Vec::new();
    certificates(&root().join("proofs/certificates"), &mut files);
    let folder = tempfile::TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
    let mut counts = [0usize; 3];
    let is_too_large = |file: &Path| {
        let name = file.file_name().expect("a file").to_string_lossy();
        MUTANTS_TOO_LARGE.iter().any(|begin| name.starts_with(begin))
    };
    files.retain(|file| !is_too_large(file));
    let committed = files.iter().map(|file| std::fs::read_to_string(file).expect("a committed certificate"));
    let small = SMALL.iter().map(|(kind, body)| format!("topple-certificate 1 {kind}\n{body}\nend\n"));
    for text in committed.chain(small) {
        let all = changes(&text);
        // Large certificates take longer, so fewer of their mutants are taken.
        let most = MOST_MUTANTS.min(200_000 / text.len()).max(10);
        let step = all.len().div_ceil(most);
        let mut sample: Vec<String> = all.iter().step_by(step).map(|change| change.of(&text)).collect();
        sample.push(text.replace('\n', "\r\n"));
        let write = |(number, text): (usize, &String)| {
            let path = folder.path().join(format!("{number}.cert"));
            std::fs::write(&path, text).expect("written");
            path
        };
        let written: Vec<PathBuf> = sample.iter().enumerate().map(write).collect();
        for (text, answer) in sample.iter().zip(of_coq(&checker, &written)) {
            assert_eq!(answer, of_this_crate(text), "a mutant:\n{text}");
            counts[match answer {
                Answer::Accepted => 0,
                Answer::Refused => 1,
                _ => 2,
            }] += 1;
        }
    }
    eprintln!(
        "mutants: {} accepted by both, {} refused by both, {} no certificate to both",
        counts[0], counts[1], counts[2]
    );
    assert!(counts[1] > 1000, "the mutants are many");
}
