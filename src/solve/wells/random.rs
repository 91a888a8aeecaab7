//! A machine that chooses each piece by chance: how many pieces the player places before the game ends, on average, if he
//! plays for that. Every number is a bound in whole units, rounded to the safe side.
use super::regions::plain::{Transitions, safe};

/// So many units are one piece.
pub const ONE: u64 = 1 << 24;

/// Bounds for the expected number of pieces placed from the empty well, the next piece not being shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expected {
    /// With positive probability the player can go on for ever, so the expectation is infinite.
    Infinite,
    /// At least and at most so many units; no upper bound if the bounds had not met after so many sweeps.
    Between(u64, Option<u64>),
}

/// The expectation with these pieces, by their number, each as likely as any other.
///
/// Let T take a number for each well to the average over the pieces of the greatest over placements of one piece and the
/// number after it, 0 if every placement loses. Where no well that is reached is safe, every play ends with
/// probability 1, whatever the player does, and the expectation is the only solution of v = T v. Sweeps from 0 that
/// round down stay below it; and numbers u with T u <= u are above it.
pub fn expected(wells: &Transitions, pieces: &[usize], sweeps: u32) -> Expected {
    let reached = reached(wells, pieces);
    let safe = safe(wells, pieces, 0);
    if reached.iter().any(|well| safe[*well][0]) {
        return Expected::Infinite;
    }
    let mut values = vec![0_u64; wells.wells.len()];
    for _ in 0..sweeps {
        let mut changed = false;
        // High wells are lost first, and low ones because of them.
        for &well in reached.iter().rev() {
            let value = total(wells, pieces, well, &values) / pieces.len() as u64;
            changed |= value != values[well];
            values[well] = value;
        }
        if !changed {
            let most = (1..=30).rev().find_map(|shift| above(wells, pieces, &reached, &values, shift));
            return Expected::Between(values[0], most);
        }
    }
    Expected::Between(values[0], None)
}

/// The wells that can be reached from the empty one, in the order of their numbers.
fn reached(wells: &Transitions, pieces: &[usize]) -> Vec<usize> {
    let mut known = vec![false; wells.wells.len()];
    let mut ahead = vec![0];
    while let Some(well) = ahead.pop() {
        if !std::mem::replace(&mut known[well], true) {
            ahead.extend(pieces.iter().flat_map(|piece| &wells.after[well][*piece]).map(|(after, _)| *after));
        }
    }
    (0..known.len()).filter(|well| known[*well]).collect()
}

/// The sum over the pieces of the greatest over placements of one piece and the value after it.
fn total(wells: &Transitions, pieces: &[usize], well: usize, values: &[u64]) -> u64 {
    let best = |piece: &usize| wells.after[well][*piece].iter().map(|(after, _)| ONE + values[*after]).max();
    pieces.iter().filter_map(best).sum()
}

/// The value of the empty well, raised by one part in `2^shift` and a unit, if values so raised are nowhere below what
/// T makes of them.
fn above(wells: &Transitions, pieces: &[usize], reached: &[usize], values: &[u64], shift: u32) -> Option<u64> {
    let raised: Vec<u64> = values.iter().map(|value| value + (value >> shift) + 1).collect();
    let holds = |well: &usize| total(wells, pieces, *well, &raised) <= raised[*well] * pieces.len() as u64;
    reached.iter().all(holds).then(|| raised[0])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::wells::{Movement, Mover, Piece, PieceSet, Well};
    use crate::proof::region::wells::WellGame;
    use std::collections::HashMap;

    type Known = HashMap<(Well, u32), f64>;

    /// The expectation if the game is broken off after some pieces, by its definition.
    fn plain(well: &Well, pieces: &[Piece], depth: usize, left: u32, known: &mut Known) -> f64 {
        if left == 0 {
            return 0.0;
        }
        if let Some(value) = known.get(&(well.clone(), left)) {
            return *value;
        }
        let mut sum = 0.0;
        for piece in pieces {
            let mover = Mover::new(piece, Movement::Drop);
            let after = mover.placements(well).into_iter().map(|at| mover.place(well, at).0);
            let after: Vec<Well> = after.filter(|well| well.height() <= depth).collect();
            sum += after.iter().map(|well| 1.0 + plain(well, pieces, depth, left - 1, known)).fold(0.0, f64::max);
        }
        let value = sum / pieces.len() as f64;
        known.insert((well.clone(), left), value);
        value
    }

    #[test]
    fn bounds_hold_what_the_definition_gives() {
        let mut infinite = 0;
        for (width, depth, set) in [
            (2, 1, "OITJLSZ"),
            (2, 3, "OITJLSZ"),
            (3, 2, "OITJLSZ"),
            (3, 2, "ITJLS"),
            (2, 3, "IJ"),
            (2, 3, "TSZ"),
            (2, 3, "OT"),
            (2, 3, "T"),
            (4, 1, "OIS"),
        ] {
            let game = WellGame::new(width, depth, PieceSet::parse(set).unwrap(), Movement::Drop, 0).unwrap();
            let wells = Transitions::new(&game).unwrap();
            let pieces: Vec<usize> = (0..set.len()).collect();
            let empty = Well::empty(width).unwrap();
            let value = |left| plain(&empty, game.pieces.pieces(), usize::from(depth), left, &mut HashMap::new());
            match expected(&wells, &pieces, 100_000) {
                Expected::Infinite => {
                    infinite += 1;
                    assert!(value(400) > value(200) + 1.0, "{}", game.title());
                }
                Expected::Between(least, most) => {
                    let most = most.expect("it converges");
                    assert!(most - least < ONE / 1000, "{}", game.title());
                    let pieces = value(600) * ONE as f64;
                    assert!((least as f64 - 100.0..=most as f64 + 100.0).contains(&pieces), "{}", game.title());
                }
            }
        }
        assert_eq!(infinite, 2);
    }
}
