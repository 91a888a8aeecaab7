//! What is told of the rows below the mark where runs are of kinks and of squares.
use super::FULL;
use super::reader::Base;
use std::collections::BTreeSet;

/// The two highest rows below the mark in a run of kinks after a round or more, as found in wells of up to seven rows: a row and the one
/// above it. They are of wells where lane 0 has 3 full segments, modulo 4, more than lane 1 and two for each kink that has come.
const AFTER_ROUNDS: [(u8, u8); 24] = [
    (0, 10),
    (0, 11),
    (0, 14),
    (2, 11),
    (3, 11),
    (6, 6),
    (6, 11),
    (7, 6),
    (7, 7),
    (7, 11),
    (7, 14),
    (8, 11),
    (9, 11),
    (10, 11),
    (10, 14),
    (11, 11),
    (11, 13),
    (11, 14),
    (12, 11),
    (13, 11),
    (13, 13),
    (14, 11),
    (14, 13),
    (14, 14),
];

/// The two highest rows below the mark in a run of squares, in the same wells, by how many full segments, modulo 4, lane 0 has more than
/// lane 1 and two for each square that has come.
const IN_SQUARES: [&[(u8, u8)]; 4] = [
    &[
        (0, 5),
        (7, 13),
        (7, 5),
        (7, 6),
        (11, 7),
        (11, 5),
        (3, 5),
        (3, 6),
        (13, 7),
        (13, 5),
        (5, 5),
        (9, 5),
        (1, 5),
        (14, 7),
        (14, 13),
        (14, 5),
        (6, 5),
        (6, 6),
        (10, 5),
        (2, 5),
        (12, 5),
        (4, 5),
        (8, 5),
    ],
    &[(7, 13), (7, 14), (13, 7), (14, 7), (6, 14)],
    &[(7, 13), (7, 6), (13, 7), (14, 7), (14, 13), (6, 13), (6, 6)],
    &[(7, 7), (7, 13), (3, 7), (13, 7), (5, 6), (14, 7), (14, 13), (6, 6), (2, 6), (12, 6), (4, 6)],
];

/// The row `###.`.
const THREE: u8 = 7;
/// The row `#.##`.
const HALF: u8 = 13;

/// The highest row and what pair it makes with the one below; the same of what lies below the highest row `###.`, and below two of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pairs {
    highest: u8,
    is_after_rounds: bool,
    in_squares: [bool; 4],
    below: [Option<(bool, u8)>; 2],
}

/// On the floor.
impl Default for Pairs {
    fn default() -> Self {
        Pairs { highest: 0, is_after_rounds: true, in_squares: [false; 4], below: [None; 2] }
    }
}

impl Base for Pairs {
    fn under(self, row: u8) -> Self {
        let pair = (self.highest, row);
        let below = match pair {
            (THREE, THREE) => [Some((self.is_after_rounds, THREE)), self.below[0]],
            (highest, THREE) => [Some((self.is_after_rounds, highest)), None],
            _ => [None; 2],
        };
        Pairs {
            highest: row,
            is_after_rounds: AFTER_ROUNDS.contains(&pair),
            in_squares: IN_SQUARES.map(|pairs| pairs.contains(&pair)),
            below,
        }
    }

    /// No row or any, and on it up to two of `###.` and `#.##`.
    fn bases() -> Vec<Vec<u8>> {
        let tops = [&[][..], &[THREE], &[HALF], &[THREE, THREE], &[THREE, HALF], &[HALF, THREE], &[HALF, HALF]];
        let lowest = std::iter::once(vec![]).chain((1..FULL).map(|row| vec![row]));
        let all: BTreeSet<Vec<u8>> = lowest.flat_map(|low| tops.map(|top| [&low[..], top].concat())).collect();
        all.into_iter().collect()
    }
}
