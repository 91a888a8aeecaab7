use crate::proof::mutants::Mutants;
use crate::proof::{self, Fact};

const FIVE: &str = include_str!("../../../../tests/certificates/jenka-balance-all.txt");

/// The winners that the certificate establishes.
fn proves() -> Vec<Fact> {
    let first = (1..=12).map(|n| matches!(n % 4, 2 | 3)).collect();
    vec![Fact::Winners { blocks: 5, before: 4, first }]
}

#[test]
fn the_certificate_is_accepted() {
    assert_eq!(proof::check(FIVE).unwrap(), proves());
}

/// A mutant is refused, or proves the same: another reply may win as well, and some weights do not matter.
#[test]
fn every_mutant_is_refused_or_proves_the_same() {
    let words = ["0", "1", "3", "8", "65", "first", "second", "weight", "x", ""];
    let added = ["replies 0 0 0 0 0 1", "weight 1 0 1 1", "weight 0 0 0 1", "winners first", "clip 4", "modulus 8"];
    let (head, replies) = FIVE.split_at(FIVE.find("replies").unwrap());
    let whole = Mutants::of(FIVE, &words, &added).at_most(60).judge(|_, facts| *facts == proves());
    let short = format!("{head}{}\nend\n", replies.lines().next().unwrap());
    let none = Mutants::of(&short, &words, &added).judge(|_, _| false);
    assert!(whole.0 > 40 && none.0 > 1000, "{whole:?} {none:?}");
}

#[test]
fn changes_of_the_head_are_refused_but_for_weights_that_do_not_matter() {
    let replies = FIVE.find("replies").unwrap();
    for line in FIVE[..replies].lines().filter(|line| !line.starts_with("weight ")) {
        assert!(proof::check(&FIVE.replacen(&format!("{line}\n"), "", 1)).is_err(), "without {line}");
    }
    for (from, to) in [("clip 4", "clip 5"), ("modulus 8", "modulus 4"), ("winners second", "winners first")] {
        assert!(FIVE.contains(from) && proof::check(&FIVE.replacen(from, to, 1)).is_err(), "{to}");
    }
}
