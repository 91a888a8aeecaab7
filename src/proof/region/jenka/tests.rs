use crate::game::tower::stability::{Stability, stability};
use crate::proof;
use crate::proof::region::small_starts::{judge, truths};

const FIVE: &str = "topple-certificate 1 jenka-strategy\ngame jenga-physical 5\nlevels 2\nknown 0\nwinner first\n\
                    replies 1 2 2\nreplies 1 3 1 1 3 3\nend\n";

const FIVE_KNOWN: &str = "topple-certificate 1 jenka-strategy\ngame jenga-physical 5\nlevels 2\nknown 1\n\
                          winner first\nreplies 1 2 3\nreplies 1 3 1 1 3 2 1 3 4 1 3 5\nend\n";

const THREE: &str = "topple-certificate 1 jenka-strategy\ngame jenga-physical 3\nlevels 4\nknown 0\nwinner first\n\
replies 1 2 2\nreplies 3 2 1 3 1 1 2 2 1 2 2 3 2 1 1\n\
replies 4 1 2 4 1 3 2 3 2 2 3 3 2 3 3 2 3 2 2 3 3 2 3 2 2 3 1 2 3 1 2 3 3 4 1 2 4 1 3 3 3 2 3 3 3 3 3 3 3 3 2 3 3 3\n\
replies 5 2 2 5 2 2\nend\n";

#[test]
fn certificates_are_accepted_with_what_they_prove() {
    for text in [FIVE, FIVE_KNOWN, THREE] {
        let proved = proof::check(text).unwrap();
        assert!(proved.len() == 1 && truths().contains(&proved[0]), "{proved:?}");
    }
}

#[test]
fn every_mutant_is_refused_or_still_true() {
    let added = ["replies 1 2 2", "replies 1 3 1 1 3 3", "levels 2", "known 1", "winner first", "x 1"];
    let (refused, accepted) = judge(&[FIVE, FIVE_KNOWN, THREE], &added);
    assert!(refused > 1500 && accepted < refused / 5, "{refused} refused, {accepted} accepted");
}

#[test]
fn the_loser_has_no_certificate() {
    let second = FIVE.replace("first", "second");
    assert!(proof::check(&second).is_err());
    let empty = "topple-certificate 1 jenka-strategy\ngame jenga-physical 5\nlevels 1\nknown 0\nwinner second\nend\n";
    assert!(proof::check(empty).is_ok(), "one level has no move");
    assert!(proof::check(&empty.replace("second", "first")).is_err());
}

#[test]
fn numbers_out_of_range_are_refused() {
    for (old, new) in [
        ("physical 5", "physical 4"),
        ("physical 5", "physical 17"),
        ("physical 5", "physical"),
        ("levels 2", "levels 0"),
        ("levels 2", "levels 65"),
        ("levels 2", "levels 18446744073709551615"),
        ("known 0", "known 65"),
        ("replies 1 2 2", "replies 18446744073709551615 2 2"),
        ("replies 1 2 2", "replies 1 18446744073709551615 2"),
        ("replies 1 2 2", "replies 1 2 18446744073709551616"),
        ("replies 1 2 2", "replies 1 2"),
        ("replies 1 2 2", "replies"),
    ] {
        assert!(proof::check(&FIVE.replace(old, new)).is_err(), "{new}");
    }
}

/// The bounds of a place against every completion, one by one.
#[test]
fn sure_and_possible_are_what_the_completions_say() {
    let relaxed = super::Relaxed::new(5, 0);
    let sides: Vec<[u8; 3]> = relaxed.agreeing.keys().copied().collect();
    let mut seed = 1u64;
    for _ in 0..3000 {
        let place: super::Place = (0..4)
            .map(|_| {
                seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                super::Level::Sides(sides[(seed >> 33) as usize % sides.len()])
            })
            .collect();
        let mut completions: Vec<Vec<u16>> = vec![Vec::new()];
        for &level in &place {
            let super::Level::Sides(sides) = level else { continue };
            let masks = &relaxed.agreeing[&sides];
            completions = completions
                .iter()
                .flat_map(|tower| masks.iter().map(move |&mask| [tower.as_slice(), &[mask]].concat()))
                .collect();
        }
        let stable = completions.iter().filter(|tower| stability(5, tower) == Stability::Stable).count();
        assert_eq!(relaxed.stands(&place, super::For::All), stable == completions.len(), "{place:?}");
        assert!(relaxed.stands(&place, super::For::Some) || stable == 0, "{place:?}");
    }
}
