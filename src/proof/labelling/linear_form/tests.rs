use crate::proof::mutants::Mutants;
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
    assert!(law.to_string().ends_with("x is 2 or 3 modulo 4, from x = 1 on; of the smaller x for 0"), "{law}");
}

#[test]
fn every_mutant_is_refused() {
    let words = ["0", "1", "4", "7", "8", "9", "65", "1000001", "lost", "x", ""];
    let added =
        ["except 0 0 0 0 0 0 0 0", "except 0 1 0 0 0 0 0 0", "lost 0", "lost 1 0", "form 1", "modulus 4", "x 1"];
    let (refused, accepted) = Mutants::of(SEVEN, &words, &added).judge(|_, _| false);
    assert!(refused > 8000 && accepted == 0, "{refused}");
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
