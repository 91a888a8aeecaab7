//! Why Algorithm 1 works (brzustowski, sections 4.2 and 4.3): what one square can do to targets, and targets that no
//! player ever kills, followed from every well through every play.
use crate::error::Result;
use crate::game::wells::{Placement, Shape, Well};
use crate::solve::wells::play::machines::{Machine, Squares};
use crate::solve::wells::play::targets::{is_target, keeps_out, unprotected};
use crate::solve::wells::plays::{Freedom, Hand};
use crate::solve::wells::space::Space;
use std::collections::HashSet;

/// What was found in all wells of a space; where something is broken, the first play that breaks it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Immortal {
    /// Plays of one square that were looked at.
    pub plays: u64,
    /// A square killed a flat that was no target of it.
    pub killed: Option<String>,
    /// What was a target of the larger square became one of the smaller.
    pub became: Option<String>,
    /// The larger square got to a flat with too narrow holes, or below it.
    pub passed: Option<String>,
    /// It got to a target of it that the scan from the top calls protected.
    pub missed: Option<String>,
    /// Wells in which the scan calls a target unprotected though no play reaches any, and the first of them.
    pub unreachable: (u64, Option<String>),
    /// Wells with their marked targets that play leads to.
    pub reached: usize,
    /// A target that was there when the machine turned to the smaller square died.
    pub died: Option<String>,
}

/// What each square does to the row `row` of a well: its cells before and after, with full rows still there.
fn after(well: &Well, shape: &Shape, at: Placement, row: usize) -> [u16; 2] {
    let before = well.rows().get(row).copied().unwrap_or(0);
    let added = row.checked_sub(usize::from(at.row)).and_then(|up| shape.rows().get(up));
    [before, before | added.map_or(0, |cells| cells << at.column)]
}

fn full(well: &Well) -> u16 {
    u16::MAX >> (u16::BITS - u32::from(well.width()))
}

/// Looks at every play of both squares of a machine in every well, and follows the machine through every play.
///
/// # Errors
/// None so far.
pub fn immortal(machine: &Squares, space: &Space, freedom: Freedom) -> Result<Immortal> {
    let hands = [0, 1].map(|piece| freedom.hand(&machine.pieces()[piece]));
    let mut found = Immortal::default();
    for well in space.wells() {
        one_play(machine.sides(), &hands, &well, &mut found);
    }
    followed(machine, &hands, space, &mut found);
    Ok(found)
}

fn one_play((small, large): (u32, u32), hands: &[Hand; 2], well: &Well, found: &mut Immortal) {
    let width = well.width();
    let scan = unprotected(well, large);
    let mut reaches = false;
    for (hand, side) in hands.iter().zip([small, large]) {
        let shape = &hand.piece().turns()[0];
        for at in hand.placements(well) {
            found.plays += 1;
            let told = || format!("side {side}, {at}, in {well}");
            for row in 0..well.height().max(usize::from(at.row) + shape.rows().len()) {
                let [before, cells] = after(well, shape, at, row);
                if before == cells {
                    continue;
                }
                if cells == full(well) && !is_target(before, width, side) {
                    found.killed.get_or_insert_with(told);
                }
                if is_target(before, width, large) && cells != full(well) && is_target(cells, width, small) {
                    found.became.get_or_insert_with(told);
                }
                if side == large && is_target(before, width, large) && row < well.height() {
                    reaches = true;
                    if scan.is_none() {
                        found.missed.get_or_insert_with(told);
                    }
                }
            }
            let narrow = |row: &u16| keeps_out(*row, width, side);
            if side == large && well.rows().iter().rposition(narrow).is_some_and(|row| usize::from(at.row) <= row) {
                found.passed.get_or_insert_with(told);
            }
        }
    }
    if scan.is_some() && !reaches {
        found.unreachable.0 += 1;
        found.unreachable.1.get_or_insert_with(|| well.to_string());
    }
}

/// Follows the machine from every well in step 1. When it turns to the smaller square, all targets of the larger one are
/// marked, and no marked flat may die.
fn followed(machine: &Squares, hands: &[Hand; 2], space: &Space, found: &mut Immortal) {
    let (_, large) = machine.sides();
    let mut seen: HashSet<(u32, u32, bool)> = HashSet::new();
    let mut open: Vec<(u32, u32, bool)> = (0..space.len() as u32).map(|well| (well, 0, true)).collect();
    while let Some((number, marks, step)) = open.pop() {
        if !seen.insert((number, marks, step)) {
            continue;
        }
        let well = space.well(number);
        let next = machine.sends_large(&well, step);
        let target = |row: &usize| is_target(well.rows()[*row], well.width(), large);
        let turns = step && !next;
        let new: u32 = (0..well.height()).filter(target).filter(|_| turns).map(|row| 1 << row).sum();
        let hand = &hands[usize::from(next)];
        let shape = &hand.piece().turns()[0];
        for at in hand.placements(&well) {
            let (mut kept, mut gone) = (0_u32, 0);
            for row in 0..well.height().max(usize::from(at.row) + shape.rows().len()) {
                let marked = (marks | new) >> row & 1;
                if after(&well, shape, at, row)[1] != full(&well) {
                    kept |= marked << (row - gone);
                    continue;
                }
                gone += 1;
                if marked == 1 {
                    found.died.get_or_insert_with(|| format!("the target in row {}, by {at} in {well}", row + 1));
                }
            }
            open.extend(space.number(&hand.place(&well, at).0).map(|number| (number, kept, next)));
        }
    }
    found.reached = seen.len();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::wells::Movement;

    fn looked(sides: (u32, u32), width: u8, depth: usize, rule: Movement) -> Immortal {
        let machine = Squares::new(sides.0, sides.1).unwrap();
        immortal(&machine, &Space::new(width, depth).unwrap(), Freedom::Under(rule)).unwrap()
    }

    #[test]
    fn targets_live_where_pieces_move_and_sides_are_no_multiples() {
        for (sides, width, depth) in [((2, 3), 5, 3), ((2, 3), 4, 3), ((3, 4), 5, 3)] {
            for rule in [Movement::Drop, Movement::Slide] {
                let found = looked(sides, width, depth, rule);
                let broken = [found.killed, found.became, found.passed, found.missed, found.died];
                assert_eq!(broken, [const { None }; 5], "{sides:?} in width {width}");
                assert!(found.plays > 100 && found.reached >= 100);
            }
        }
    }

    #[test]
    fn without_the_conditions_targets_are_reached_or_die() {
        // A square of side 3 fits under a row that keeps it out only in wells with four rows.
        let anywhere = looked((2, 3), 4, 4, Movement::Anywhere);
        assert!(anywhere.passed.is_some() && anywhere.missed.is_some(), "{anywhere:?}");
        let multiple = looked((1, 2), 3, 2, Movement::Drop);
        assert!(multiple.became.is_some() && multiple.died.is_some(), "{multiple:?}");
    }
}
