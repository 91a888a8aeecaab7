//! The sweep against the fixpoint well by well.
use super::*;
use crate::game::tetris::PieceSet;
use crate::solve::Unwatched;

fn game(width: u8, depth: u16, pieces: &str, lookahead: u8, rule: Rule) -> WellGame {
    let pieces = PieceSet::parse(pieces).expect("a set");
    WellGame { width, depth, pieces, lookahead, rule }
}

/// Every well with every list of shown pieces.
fn compare(game: &WellGame) {
    let swept = safe_set(game, Until::Settled, Memory(1 << 30), &Unwatched).expect("a sweep");
    let wells = plain::Wells::new(game).expect("wells");
    let safe = plain::safe(&wells, &(0..game.pieces.pieces().len()).collect::<Vec<_>>(), game.lookahead);
    let pieces = game.pieces.pieces().len();
    let mut count = 0;
    for (well, safe) in wells.wells.iter().zip(&safe) {
        for (list, safe) in safe.iter().enumerate() {
            let shown: Vec<usize> =
                (0..game.lookahead).rev().map(|i| list / pieces.pow(u32::from(i)) % pieces).collect();
            assert_eq!(swept.contains(well, &shown), *safe, "{}: {well} showing {shown:?}", game.title());
            count += u64::from(*safe);
        }
    }
    assert_eq!(swept.count(), count, "{}", game.title());
    assert_eq!(swept.wins(), safe[0].iter().all(|safe| *safe), "{}", game.title());
    let early = safe_set(game, Until::Lost, Memory(1 << 30), &Unwatched).expect("a sweep");
    assert_eq!(early.wins(), swept.wins(), "{}", game.title());
}

const RULES: [Rule; 3] = [Rule::Drop, Rule::Slide, Rule::Anywhere];

#[test]
fn every_small_well_is_safe_exactly_if_the_definition_says_so() {
    let depths = [(1, 3), (2, 8), (3, 4), (4, 3), (5, 2), (6, 2), (7, 1), (8, 1)];
    for (width, most) in depths {
        for depth in 0..=most {
            for pieces in ["O", "I", "T", "J", "S", "OI", "OL", "IJ", "JL", "OIT", "SZ", "1", "3", "[101/111]", "1I"] {
                for rule in RULES {
                    compare(&game(width, depth, pieces, 0, rule));
                }
            }
        }
    }
}

#[test]
fn every_small_situation_with_lookahead_is_safe_exactly_if_the_definition_says_so() {
    for (width, most) in [(1, 2), (2, 7), (3, 3), (4, 3), (5, 2), (6, 1)] {
        for depth in 0..=most {
            for (pieces, lookahead) in [("I", 1), ("OI", 1), ("IJ", 1), ("JL", 1), ("1JS", 1), ("OT", 2), ("JL", 2)] {
                for rule in RULES {
                    compare(&game(width, depth, pieces, lookahead, rule));
                }
            }
        }
    }
}

#[test]
fn deeper_wells_of_a_few_sets() {
    for (width, depth, pieces, lookahead) in [(4, 4, "OIJ", 0), (3, 5, "IL", 1), (2, 10, "JLT", 1), (6, 2, "OL", 1)] {
        for rule in RULES {
            compare(&game(width, depth, pieces, lookahead, rule));
        }
    }
}

#[test]
fn the_outcome_does_not_depend_on_the_number_of_threads() {
    let game = game(4, 4, "IJ", 1, Rule::Slide);
    let count = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        pool.install(|| safe_set(&game, Until::Settled, Memory(1 << 30), &Unwatched)).expect("a sweep").count()
    };
    assert_eq!(count(1), count(3));
}

#[test]
fn games_that_cannot_be_swept_are_refused() {
    let bad = [
        game(0, 3, "O", 0, Rule::Drop),
        game(9, 3, "O", 0, Rule::Drop),
        game(4, 61, "O", 0, Rule::Drop),
        game(4, 3, "O", 3, Rule::Drop),
        game(4, 3, "O", 0, Rule::Referee),
        game(8, 60, "O", 0, Rule::Drop),
        game(6, 6, "O", 0, Rule::Drop),
    ];
    for game in bad {
        let refused = safe_set(&game, Until::Lost, Memory(1 << 20), &Unwatched);
        assert!(!refused.err().expect("refused").to_string().contains('\n'), "{}", game.title());
    }
}
