use crate::proof::mutants::with_a_word_changed;
use crate::proof::{self, Fact, fact};

const SEVEN: &str = include_str!("../../../../tests/certificates/linear-form.txt");

/// The law that a certificate establishes, if it is accepted.
fn law(text: &str) -> Option<fact::Law> {
    match proof::check(text).ok()?.as_slice() {
        [Fact::Law(law)] => Some(law.clone()),
        other => panic!("{other:?}"),
    }
}

/// The line of the starts, as the theory has it: the player to move loses for x = 2, 3 modulo 4 from x = 1 on, and at 0.
fn line() -> (u64, Vec<bool>) {
    (1, vec![true, false, true, true, false])
}

#[test]
fn the_certificate_is_accepted() {
    let law = law(SEVEN).unwrap();
    assert_eq!((law.exceptions, &law.line), (29, &line()));
    assert!(law.to_string().ends_with("for x = 2, 3 modulo 4 from x = 1 on, and before for 0"), "{law}");
}

/// Every word of every line is changed. A mutant is refused, or it is the same law in other words: then who wins is the
/// same along the line of the starts.
#[test]
fn mutants_are_refused_or_say_the_same() {
    let words = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "65", "1000001", "lost", "x", ""];
    let (mut accepted, mut all) = (0, 0);
    for mutant in with_a_word_changed(SEVEN, &words) {
        all += 1;
        if let Some(law) = law(&mutant.text) {
            assert_eq!(law.line, line(), "{}", mutant.changed);
            accepted += 1;
        }
    }
    assert!(all > 4000 && accepted == 0, "{accepted} of {all}");
}

#[test]
fn dropped_doubled_and_exchanged_lines_are_refused() {
    let lines: Vec<&str> = SEVEN.lines().collect();
    for i in 0..lines.len() {
        assert!(proof::check(&[&lines[..i], &lines[i + 1..]].concat().join("\n")).is_err(), "without line {}", i + 1);
        assert!(proof::check(&[&lines[..=i], &lines[i..]].concat().join("\n")).is_err(), "line {} twice", i + 1);
        if i > 0 {
            let mut swapped = lines.clone();
            swapped.swap(i - 1, i);
            assert!(proof::check(&swapped.join("\n")).is_err(), "lines {i} and {} exchanged", i + 1);
        }
    }
}

#[test]
fn a_law_of_one_game_is_none_of_another() {
    for other in ["jenka-levels 5", "jenka-levels 9", "zwick", "jenga-four", "jenka-levels 07"] {
        assert!(proof::check(&SEVEN.replace("jenka-levels 7", other)).is_err(), "{other}");
    }
}

/// A game with nothing but single moves: who moves last is told by the parity, with no exception.
#[test]
fn parity_is_a_law() {
    let text = "topple-certificate 1 linear-form\ngame subtraction 1\nmodulus 2\nform 1\nlost 0 0\nend\n";
    assert_eq!(law(text).unwrap().line, (0, vec![true, false]));
    for (from, to) in
        [("lost 0 0", "lost 0 1"), ("lost 0 0", "lost 0"), ("lost 0 0", "lost 0 0 1"), ("form 1", "form 0")]
    {
        assert!(proof::check(&text.replace(from, to)).is_err(), "{to}");
    }
}
