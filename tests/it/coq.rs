//! The checkers that Coq has proved (`proofs/checker`) and those of this crate give the same answer on every certificate
//! and on many mutants of it. `make proofs` builds the former and runs this.
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

/// Small games of wells, of each rule and with and without lookahead, in lanes with and without a rest, with bags and with
/// and without a piece put aside or pieces shown, with all pieces known in advance, wells that rise, also by runs, or are lost to an order of kinks, and values, laws and quotients of games that no committed certificate is of; strategies in Jenka that know some levels; and walks,
/// the second of which does not tell the value.
const SMALL: [(&str, &str); 71] = [
    ("strategy", "width 2\ndepth 0\npieces O\nrule drop\nlookahead 1\nplay - O O 0 0 0"),
    ("strategy", "width 2\ndepth 2\npieces S\nrule slide\nlookahead 0\nplay - S 1 0 0\nplay 01/10 S 1 0 1"),
    (
        "strategy",
        "width 2\ndepth 4\npieces O I\nrule referee\nlookahead 0\nplay - O 0 0 0\nplay - I 1 0 0\n\
         play 10/10/10/10 O 0 0 4\nplay 10/10/10/10 I 1 1 0",
    ),
    ("strategy", "width 3\ndepth 1\npieces [111]\nrule anywhere\nlookahead 0\nplay - [111] 0 0 0"),
    ("defeat", "width 2\ndepth 3\npieces I\nrule drop\nlookahead 0\nsend - I 1"),
    (
        "defeat",
        "width 3\ndepth 2\npieces O\nrule anywhere\nlookahead 0\nsend - O 2\nsend 110/110 O 1\nsend 011/011 O 1",
    ),
    (
        "defeat",
        "width 3\ndepth 2\npieces O I\nrule slide\nlookahead 1\nsend - O O 2\nsend 110/110 O I 1\n\
         send 011/011 O O 1",
    ),
    (
        "kink-order",
        "width 2\npieces S T\nrule slide\nruns 1 0\nmost 1 1\nfeature 1 1\nmeasure 1\n\
         state 1 1 2\nstate 3 5 0\nstate 4 0 0\nstate 4 0 0\nstate 0 6 0\nstate 7 0 0\n\
         state 0 0 0\nbefore 0 0 3 0 0\nbefore 0 1 3 0 0\nafter 0 0 4 0 0\nafter 0 0 7 0 0\n\
         after 0 0 5 0 1\nafter 0 1 4 0 0\nafter 0 1 7 0 0\nafter 0 1 5 0 1",
    ),
    (
        "lanes",
        "lane 2\nrest 0\ndepth 2\npieces O\nlookahead 0\nplay - O - 0 0 0\nplay -* O - 0 0 0\n\
         play -*,11/11 O - 0 0 0\nplay 11/11*,-* O - 0 0 0",
    ),
    (
        "lanes",
        "lane 2\nrest 1\ndepth 1\npieces 1\nlookahead 0\nplay -|- 1 - 0 0 0\nplay -|-* 1 - 0 0 0\n\
         play -|-*,10 1 10 0 1 0\nplay -|10 1 10 0 1 0\nplay -|-*,11 1 - 0 0 0\nplay -|11 1 rest 0 0 0\n\
         play -|11* 1 rest 0 0 0\nplay -|10,11 1 10 0 1 0\nplay -|-*,10,11 1 10 0 1 0\n\
         play -|-*,10,11* 1 10 0 1 0\nplay -|-*,11* 1 - 0 0 0\nplay -|10,11* 1 10 0 1 0",
    ),
    (
        "lanes",
        "lane 1\nrest 0\ndepth 1\npieces 1\nlookahead 1\nplay - 1 1 - 0 0 0\nplay -* 1 1 - 0 0 0\n\
         play -*,1 1 1 - 0 0 0\nplay -*,1* 1 1 - 0 0 0",
    ),
    (
        "lanes",
        "lane 4\nrest 0\ndepth 1\npieces I\nlookahead 0\nplay - I - 0 0 0\nplay -* I - 0 0 0\n\
         play -*,1111 I - 0 0 0\nplay -*,1111* I - 0 0 0\nplay 1111 I 1111 0 0 1",
    ),
    ("bag", "width 2\ndepth 0\npieces O\nrule drop\nlookahead 0\nhold no\nholes 0\nbumps 0\nhome -"),
    (
        "bag",
        "width 2\ndepth 4\npieces O I\nrule slide\nlookahead 0\nhold no\nholes 0\nbumps 4\nhome -\nhome 10/10/10/10",
    ),
    (
        "bag",
        "width 2\ndepth 4\npieces O I\nrule referee\nlookahead 0\nhold yes\nholes 0\nbumps 4\nhome - O I\n\
         home 10/10/10/10 O I",
    ),
    (
        "bag",
        "width 3\ndepth 3\npieces 1 [11] [11/10]\nrule drop\nlookahead 0\nhold yes\nholes 1\nbumps 4\n\
         home - [11/10]\nhome 110 1",
    ),
    (
        "bag",
        "width 3\ndepth 3\npieces 1 [11] [11/10]\nrule drop\nlookahead 0\nhold yes\nholes 1\nbumps 1 2\n\
         home - [11/10]\nhome 110 1",
    ),
    (
        "bag",
        "width 3\ndepth 1\npieces 1 [11]\nrule drop\nlookahead 0\nhold no\nholes 0\nbumps 1\ncolumns 1 0 0\n\
         columns [11] 1 2\nhome -",
    ),
    (
        "bag",
        "width 3\ndepth 3\npieces 1 [11/10]\nrule anywhere\nlookahead 0\nhold no\nholes 1\nbumps 3\nhome -\n\
         home 100\nhome 110",
    ),
    (
        "bag",
        "width 4\ndepth 4\npieces O I L J\nrule drop\nlookahead 0\nhold yes\nholes 0\nbumps 4\nhome - I L J\n\
         home 1011/1000 L\nhome 1110/1000 J",
    ),
    ("bag", "width 4\ndepth 2\npieces J L\nrule anywhere\nlookahead 1\nhold no\nholes 3\nbumps 8"),
    ("bag", "width 2\ndepth 4\npieces O I\nrule slide\nlookahead 1\nhold yes\nholes 2\nbumps 6"),
    ("bag", "width 2\ndepth 2\npieces J L\nrule slide\nlookahead 2\nhold no\nholes 1\nbumps 4"),
    ("bag", "width 3\ndepth 3\npieces 1 [11] [11/10]\nrule drop\nlookahead 2\nhold yes\nholes 1\nbumps 1 2"),
    ("bag", "width 4\ndepth 3\npieces O I L J\nrule referee\nlookahead 2\nhold yes\nholes 0\nbumps 4"),
    (
        "bag",
        "width 3\ndepth 1\npieces 1 [11]\nrule drop\nlookahead 2\nhold no\nholes 0\nbumps 1\ncolumns 1 0 0\n\
         columns [11] 1 2",
    ),
    ("order", "width 2\ndepth 4\npieces S Z\nrule referee\nlookahead all\ndeal any\norder Z S Z"),
    ("order", "width 4\ndepth 1\npieces O I\nrule slide\nlookahead all\ndeal bag\norder I O"),
    ("order", "width 4\ndepth 2\npieces O I T J L S Z\nrule drop\nlookahead all\ndeal bag hold\norder J Z O L"),
    (
        "in-advance",
        "width 2\ndepth 2\npieces J L\nrule drop\nlookahead all\ndeal any\nwell -\nwell 10/10\nwell 01/01\n\
         set 0 then 1 1\nset 1 2 then 0 0",
    ),
    (
        "in-advance",
        "width 3\ndepth 1\npieces [11] 1\nrule referee\nlookahead all\ndeal any\nwell -\nwell 100\nwell 110\nwell 001\n\
         well 011\nset 0 then 2 1\nset 1 3 then 0 2\nset 2 4 then 1 0",
    ),
    (
        "in-advance",
        "width 3\ndepth 1\npieces 1 [11]\nrule drop\nlookahead all\ndeal bag\nwell -\nwell 100\nwell 110\n\
         set 0 then 1 2\nset 1 then - 0\nset 2 then 0 -",
    ),
    (
        "in-advance",
        "width 3\ndepth 1\npieces 1 [11]\nrule drop\nlookahead all\ndeal bag hold\nwell -\nwell - 1\nwell - [11]\n\
         well 100 [11]\nset 0 then 1 2\nset 1 then - 3\nset 2 then 3 -\nset 3 then 1 2",
    ),
    ("rising", "width 2\npieces J L\nrule referee\nlookahead 0\nrows 1\ngain 1\nsend - J 0\nsend 10 J 0\nsend 01 L 0"),
    (
        "rising",
        "width 2\npieces I T\nrule slide\nlookahead 0\nrows 2\ngain 2\nsend - I 1\nsend 10 I 1\nsend 01 I 1\n\
         send 10/10 T 0\nsend 01/10 I 1\nsend 10/01 I 1\nsend 01/01 T 0",
    ),
    (
        "rising",
        "width 2\npieces J S\nrule drop\nlookahead 1\nrows 1\ngain 16\nsend - J S 34\nsend - S J 34\n\
         send 10 J S 34\nsend 10 S J 33\nsend 01 J S 0\nsend 01 S J 34",
    ),
    ("rising", "width 1\npieces O\nrule anywhere\nlookahead 0\nrows 1\ngain 1\nsend - O 0"),
    (
        "rising-runs",
        "width 2\npieces J L\nrule slide\nlookahead 0\nruns 2\nlong 1\nweight 10 1\nweight 01 1\nbelow = 10x1\n\
         below = 01x1\nbelow 10x1 01x1\nbelow 01x1 10x1\nsend = J 0\nsend =/10x1 J 0\nsend =/01x1 L 0\n\
         send 10x1/01x1 L 0\nsend 01x1/10x1 J 0",
    ),
    (
        "rising-runs",
        "width 2\npieces I T\nrule slide\nlookahead 0\nruns 2\nlong 2\nweight 10 2\nweight 01 2\nbelow = 10x1\n\
         below 01x1 10x1\nbelow 01x2 10x1\nbelow = 10x2\nbelow 01x1 10x2\nbelow 01x2 10x2\nbelow = 01x1\n\
         below 10x1 01x1\nbelow 10x2 01x1\nbelow = 01x2\nbelow 10x1 01x2\nbelow 10x2 01x2\nsend = I 1\n\
         send =/10x1 I 1\nsend 01x1/10x1 I 1\nsend 01x2/10x1 I 1\nsend =/10x2 T 0\nsend 01x1/10x2 T 0\n\
         send 01x2/10x2 T 0\nsend =/01x1 I 1\nsend 10x1/01x1 I 1\nsend 10x2/01x1 I 1\nsend =/01x2 T 0\n\
         send 10x1/01x2 T 0\nsend 10x2/01x2 T 0",
    ),
    (
        "rising-runs",
        "width 2\npieces J S\nrule drop\nlookahead 1\nruns 2\nlong 1\nweight 10 16\nweight 01 16\nbelow = 10x1\n\
         below = 01x1\nbelow 10x1 01x1\nbelow 01x1 10x1\nsend = J S 34\nsend = S J 34\nsend =/10x1 J S 34\n\
         send =/10x1 S J 33\nsend 01x1/10x1 J S 34\nsend 01x1/10x1 S J 33\nsend =/01x1 J S 0\nsend =/01x1 S J 34\n\
         send 10x1/01x1 J S 0\nsend 10x1/01x1 S J 34",
    ),
    ("values", "game then pile\nplay misere\nposition () then 0 = 1\nposition () then 1 = 0\nposition (1) then 1 = 1"),
    (
        "values",
        "game then sequence\nplay normal\nposition () then 0 = 0\nposition () then 1 = 1\n\
         position ([1]) then 1 = 0\nposition ([1],[1]) then 1 = 1",
    ),
    (
        "values",
        "game then double-ended\nplay grundy\nposition () then 0 = 0\nposition () then 1 = 1\n\
         position (1) then 1 = 0\nposition (1,1) then 1 = 1",
    ),
    ("values", "game jenga-physical 2\nplay grundy\nposition 11 = 0\nposition 11/11 = 0\nposition 11/11/10 = 0"),
    ("values", "game zwick\nplay normal\nposition (0,0,0) = 0\nposition (0,1,0) = 1\nposition (0,0,1) = 0"),
    ("values", "game jenka-levels 2\nplay grundy\nposition 0:(0) = 0\nposition 0:(1) = 1\nposition 1:(0) = 0"),
    (
        "values",
        "game subtraction 1,2\nplay grundy\nposition (0) = 0\nposition (1) = 1\nposition (2) = 2\nposition (3) = 0",
    ),
    ("values", "game clock-nim 2 3 2\nplay grundy\nposition (0,0|1)_{3,2} = 0\nposition (1,0|0)_{3,2} = 1"),
    ("values", "game jenga-four\nplay misere\nposition (0,0|1) = 1\nposition (1,0|0) = 0"),
    ("jenka-strategy", "game jenga-physical 15\nlevels 1\nknown 64\nwinner second"),
    (
        "jenka-strategy",
        "game jenga-physical 5\nlevels 2\nknown 1\nwinner first\nreplies 1 2 3\n\
         replies 1 3 1 1 3 2 1 3 4 1 3 5",
    ),
    ("jenka-strategy", "game jenga-physical 3\nlevels 2\nknown 2\nwinner first\nreplies 1 2 1"),
    ("linear-form", "game subtraction 1\nmodulus 2\nform 1\nlost 0 0"),
    ("linear-form", "game addition (-1,1),(0,-1)\nmodulus 2\nform 0 1\nlost 0 0"),
    ("clock", "stone 2 0\nstep 1 1"),
    ("clock", "stone 3 1\nstep 2 0"),
    ("misere-quotient", "game jenga-physical 2\norder 1\ntimes 0\nlost\nposition 11 = 0\nposition 11/11 = 0"),
    (
        "misere-quotient",
        "game then double-ended\norder 2\ntimes 0 1\ntimes 1 0\nlost 1\nposition () then 0 = 0\n\
         position () then 1 = 1\nposition (1) then 0 = 1\nposition (1) then 1 = 0",
    ),
    (
        "misere-quotient",
        "game zwick\norder 2\ntimes 0 1\ntimes 1 0\nlost 1\nposition (0,1,1) = 1\nposition (0,0,2) = 0",
    ),
    (
        "misere-quotient",
        "game addition (-2,1),(-1,0),(0,-1)\norder 2\ntimes 0 1\ntimes 1 0\nlost 1\nfrom 0 0\nperiod 2 2\n\
         labels 0 1 1 0",
    ),
    (
        "misere-quotient",
        "game subtraction 1,2\norder 6\ntimes 0 1 2 3 4 5\ntimes 1 0 3 2 5 4\ntimes 2 3 4 5 2 3\n\
         times 3 2 5 4 3 2\ntimes 4 5 2 3 4 5\ntimes 5 4 3 2 5 4\nlost 1 4\n\
         from 1\nperiod 3\nlabels 0 1 2 0",
    ),
    (
        "misere-quotient",
        "game nim\norder 6\ntimes 0 1 2 3 4 5\ntimes 1 0 3 2 5 4\ntimes 2 3 4 5 2 3\n\
         times 3 2 5 4 3 2\ntimes 4 5 2 3 4 5\ntimes 5 4 3 2 5 4\nlost 1 4\n\
         position [] = 0\nposition [1] = 1\nposition [2] = 2\nposition [1,1] = 0",
    ),
    (
        "pile",
        "phase <= interval -1 value -1\nphase > interval 0 value 0\nsay eeny <\nsay meeny >\nlast eeny <=\n\
         last meeny >\nstate 1 1 0\nstate 0 0 1",
    ),
    (
        "pile",
        "phase <= interval -1 value -1\nphase > interval 0 value 0\nsay eeny <\nsay meeny >=\nlast eeny <=\n\
         last meeny >=\nstate 0 0 1\nstate 1 1 0\nstate 1 1 1",
    ),
    ("lane-weights", "lane 1\npieces O I\nweights 0 0"),
    ("lane-weights", "lane 3\npieces [111]\nweights 1 0 0 0 -1 0"),
    ("lane-weights", "lane 4\npieces S Z\nweights 2 1 -2 -1 2 0 -2 0"),
    (
        "map",
        "from white-knight\nto addition (-1,-2),(-2,-1),(1,-2),(-2,1)\nrow 1 0\nrow 0 1\nstate 0 0 0 0 0\none-to-one\nonto",
    ),
    ("map", "from subtraction 2, 4\nto subtraction 1,2\nrow 1\nstate 0 0 0"),
    ("map", "from subtraction 1,2\nto subtraction 3,6\nrow 3\nstate 0 0 2\none-to-one\neden"),
    ("map", "from addition (-1,0),(-2,0)\nto subtraction 1,2\nrow 1 0\nstate 0 0 0 0\nonto"),
];

/// Lines that may be added to certificates of some kind.
const ADDED: [&str; 44] = [
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
