//! Games as other tools read them.
use super::cli::{output, refused};
use topple::game::Play;
use topple::solve::values::evaluate;

/// The values by the plain search, in the order of the positions.
fn slow(game: &str, positions: &[String]) -> Vec<u64> {
    let asked: Vec<&str> = positions.iter().map(String::as_str).collect();
    let values = evaluate(game, Play::Grundy, &asked, 1_000_000).expect("small positions");
    asked.iter().map(|position| values[*position]).collect()
}

#[test]
fn a_draft_for_the_oeis_has_the_values_and_the_proved_period() {
    let of = |game: &str, key: &str| -> Vec<String> {
        let draft = output(&["export", game, "--format", "oeis"]);
        let head = format!("%{key} A000000 ");
        draft.lines().filter_map(|line| line.strip_prefix(&head).map(String::from)).collect()
    };
    let terms =
        |game: &str| -> Vec<u64> { of(game, "S")[0].split(',').map(|term| term.parse().expect("a term")).collect() };
    let line: Vec<String> = (0..terms("subtraction 2,5,7").len()).map(|n| format!("({n})")).collect();
    assert!(line.len() > 100);
    assert_eq!(terms("subtraction 2,5,7"), slow("subtraction 2,5,7", &line));
    let plane: Vec<String> = (0..24).flat_map(|d| (0..=d).map(move |y| format!("({},{y})", d - y))).collect();
    let known = terms("white-knight");
    assert_eq!(known, slow("white-knight", &plane[..known.len()]));
    assert_eq!(of("subtraction 1,2", "F"), ["a(n+3) = a(n) for n >= 0; proved for all positions."]);
    for wrong in ["zwick", "jenga", "addition (1,0)", "proofs/README.md"] {
        refused(&["export", wrong, "--format", "oeis"]);
    }
}

#[test]
fn a_script_for_cgsuite_has_the_rules_and_the_values() {
    let script = output(&["export", "zwick", "--format", "cgsuite"]);
    let rules = script.split("for r in [").nth(1).expect("rules").split("] where").next().expect("their end");
    assert!(rules.starts_with("[0,1,0,1,0,0], [0,1,0,1,0,1], [0,0,1,1,0,0], "), "{rules}");
    let known = script.split("for k in [").nth(1).expect("values").split("] where").next().expect("their end");
    let known: Vec<Vec<u64>> = known
        .trim_matches(['[', ']'])
        .split("],[")
        .map(|row| row.split(',').map(|number| number.parse().expect("a number")).collect())
        .collect();
    assert_eq!(known.len(), 3 * 6 * 6);
    let positions: Vec<String> = known.iter().map(|row| format!("({},{},{})", row[1], row[2], row[0])).collect();
    assert_eq!(known.iter().map(|row| row[3]).collect::<Vec<_>>(), slow("zwick", &positions));
    refused(&["export", "pile", "--format", "cgsuite"]);
}

#[test]
fn a_whole_game_takes_no_more_memory_than_is_allowed() {
    let certificate = concat!(env!("CARGO_MANIFEST_DIR"), "/proofs/certificates/brzustowski/single-S-width-2.cert");
    let words = |more: &[&'static str]| [&["export", certificate, "--format", "pgsolver", "--game"], more].concat();
    // A game that is small fits, however many situations it might have had.
    let whole = output(&words(&["--memory", "1M"]));
    assert!(whole.starts_with("parity ") && whole == output(&words(&[])), "{whole}");
    let said = refused(&words(&["--memory", "1K"]));
    assert!(
        said.contains("a game with so many situations as asked for needs ") && said.contains("raise --memory"),
        "{said}"
    );
    assert!(refused(&words(&["--situations", "1"])).contains("--situations: 1; expected a greater number"));
}
