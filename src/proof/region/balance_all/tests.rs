use crate::proof::mutants::with_a_word_changed;
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

/// A mutant is refused, or proves the same: another reply may win as well.
fn judged(mutant: &str) -> bool {
    proof::check(mutant).inspect(|proved| assert_eq!(*proved, proves())).is_err()
}

#[test]
fn changes_of_the_head_are_refused_but_for_weights_that_do_not_matter() {
    let lines: Vec<&str> = FIVE.lines().collect();
    let head = lines.iter().position(|line| line.starts_with("replies")).unwrap();
    let words = ["0", "1", "3", "5", "8", "65", "first", "second", "clip", "weight", "x", ""];
    for mutant in with_a_word_changed(FIVE, &words).take_while(|mutant| mutant.line < head) {
        assert!(judged(&mutant.text) || lines[mutant.line].starts_with("weight "), "{}", mutant.changed);
    }
}

#[test]
fn changed_replies_are_refused_or_win_as_well() {
    let words: Vec<&str> = FIVE.split(' ').collect();
    let (mut refused, mut all) = (0, 0);
    for at in (40..words.len()).step_by(1501).filter(|&at| words[at].parse::<u64>().is_ok()) {
        for word in ["0", "1", "9"].into_iter().filter(|&word| word != words[at]) {
            let mut mutant = words.clone();
            mutant[at] = word;
            refused += usize::from(judged(&mutant.join(" ")));
            all += 1;
        }
    }
    assert!(all > 15 && refused * 2 > all, "{refused} of {all}");
}

#[test]
fn dropped_and_doubled_lines_are_refused() {
    let lines: Vec<&str> = FIVE.lines().collect();
    for i in (0..lines.len()).filter(|i| i % 7 == 0 || *i < 12) {
        let without = judged(&[&lines[..i], &lines[i + 1..]].concat().join("\n"));
        assert!(without || lines[i].starts_with("weight"), "without line {}", i + 1);
        if i < 20 {
            assert!(judged(&[&lines[..=i], &lines[i..]].concat().join("\n")), "line {} twice", i + 1);
        }
    }
}
