//! The two lemmas on left kinks in all wells of a width up to a depth (brzustowski, sections 5.1 and 5.2).
use super::exact::kinks;
use crate::error::Result;
use crate::game::wells::{Placement, Shape, Well};
use crate::solve::Memory;
use crate::solve::wells::graph::components;
use crate::solve::wells::play::shield::{Shield, band, shield};
use crate::solve::wells::plays::{Freedom, Plays};
use crate::solve::wells::space::Space;
use std::collections::HashSet;

/// What holds on the cycles of left kinks in all wells (Lemma 2).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LemmaTwo {
    /// Wells looked at.
    pub wells: usize,
    /// Wells on a cycle.
    pub on_cycle: usize,
    /// Plays that lie on a cycle.
    pub plays: usize,
    /// The greatest height of a cycle-band.
    pub highest_band: usize,
    /// A well on a cycle without the structure, or with a play on a cycle that is not on top of one lane of the band.
    pub broken: Option<String>,
}

/// Tries Lemma 2 on all wells. A play lies on a cycle exactly if both its wells are in one strongly connected component.
///
/// # Errors
/// More memory than allowed.
pub fn lemma_two(space: &Space, freedom: Freedom, memory: Memory) -> Result<LemmaTwo> {
    let [left, _] = kinks();
    let hand = freedom.hand(&left);
    let parts = components(&Plays::new(space, &hand, memory)?)?;
    let mut found = LemmaTwo { wells: space.len(), ..LemmaTwo::default() };
    for number in (0..space.len() as u32).filter(|number| parts.on_cycle(*number)) {
        let well = space.well(number);
        found.on_cycle += 1;
        let Some(band) = band(&well) else {
            found.broken.get_or_insert(format!("{well} is on a cycle without the structure"));
            continue;
        };
        found.highest_band = found.highest_band.max(band);
        for at in hand.placements(&well) {
            let after = space.number(&hand.place(&well, at).0);
            if after.is_none_or(|after| parts.of[after as usize] != parts.of[number as usize]) {
                continue;
            }
            found.plays += 1;
            let upright = left.turns()[usize::from(at.turn)].width() == 2 && at.column.is_multiple_of(2);
            if !upright || !on_top(&well, at) || usize::from(at.row) + band < well.height() {
                found.broken.get_or_insert(format!("{at} in {well} lies on a cycle"));
            }
        }
    }
    Ok(found)
}

/// Whether no full cell of the lane lies above the piece.
fn on_top(well: &Well, at: Placement) -> bool {
    well.rows().iter().skip(usize::from(at.row) + 1).all(|row| row >> at.column & 3 == 0)
}

/// What right kinks can do to shields (Lemma 3, and the extra left kink of Algorithm 2).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LemmaThree {
    /// Wells with the structure of a cycle-band.
    pub bands: usize,
    /// Wells with a shield after one more left kink, played anywhere.
    pub kinked: usize,
    /// Pairs of a well and a shield that right kinks lead to.
    pub reached: usize,
    /// The most flats of a shield.
    pub largest: usize,
    /// A right kink that fills a flat of a shield, or a shield that is lost otherwise.
    pub broken: Option<String>,
    /// A right kink that comes to rest below a shield.
    pub passed: Option<String>,
}

/// A well with the rows of a shield in it, from the top down.
type Guarded = (Well, Vec<usize>);

/// Follows all right kinks from every well with the structure of a cycle-band, and from every well that one more left
/// kink makes of it.
///
/// # Errors
/// None so far.
pub fn lemma_three(space: &Space, freedom: Freedom) -> Result<LemmaThree> {
    let [left, right] = kinks();
    let (left, right) = (freedom.hand(&left), freedom.hand(&right));
    let mut found = LemmaThree::default();
    let (mut seen, mut open): (HashSet<Guarded>, Vec<Guarded>) = (HashSet::new(), Vec::new());
    for well in space.wells() {
        let Some(shield) = shield(&well) else { continue };
        found.bands += 1;
        found.largest = found.largest.max(shield.rows.len());
        if !shield.holds(&well) || !shield.closes(&well) {
            found.broken.get_or_insert(format!("the six steps find no shield in {well}"));
        }
        for at in left.placements(&well) {
            let (after, _) = left.place(&well, at);
            if after.height() > space.depth() {
                continue;
            }
            found.kinked += 1;
            match kept(&well, &shield, at, &left.piece().turns()[usize::from(at.turn)]).or_else(|| renewed(&after)) {
                Some(rows) => open.push((after, rows)),
                None => {
                    found.broken.get_or_insert(format!("a left kink, {at}, in {well} leaves no shield"));
                }
            }
        }
        open.push((well, shield.rows));
        while let Some((well, rows)) = open.pop() {
            if !seen.insert((well.clone(), rows.clone())) {
                continue;
            }
            for at in right.placements(&well) {
                let shape = &right.piece().turns()[usize::from(at.turn)];
                let (after, _) = right.place(&well, at);
                let told = || format!("a right kink, {at}, in {well} with the shield in rows {rows:?}, counted from 0");
                if rows.last().is_some_and(|lowest| usize::from(at.row) < *lowest) {
                    found.passed.get_or_insert_with(told);
                }
                match sunk(&well, &rows, at, shape) {
                    Some(rows) if after.height() <= space.depth() => open.push((after, rows)),
                    Some(_) => {}
                    None => {
                        found.broken.get_or_insert_with(told);
                    }
                }
            }
        }
    }
    found.reached = seen.len();
    Ok(found)
}

/// The rows of some flats after a play, unless one of them dies in it.
fn sunk(well: &Well, rows: &[usize], at: Placement, shape: &Shape) -> Option<Vec<usize>> {
    let full = u16::MAX >> (u16::BITS - u32::from(well.width()));
    let dies = |row: &usize| {
        let added = row
            .checked_sub(usize::from(at.row))
            .and_then(|up| shape.rows().get(up))
            .map_or(0, |cells| cells << at.column);
        well.rows().get(*row).copied().unwrap_or(0) | added == full
    };
    let dead: Vec<usize> = (0..well.height()).filter(dies).collect();
    let after = |row: &usize| (!dead.contains(row)).then(|| row - dead.iter().filter(|dead| *dead < row).count());
    rows.iter().map(after).collect()
}

/// The old shield after a left kink, if the kink filled none of its keys.
fn kept(well: &Well, shield: &Shield, at: Placement, shape: &Shape) -> Option<Vec<usize>> {
    let filled = |(row, key): (&usize, &usize)| {
        let up = row.checked_sub(usize::from(at.row)).and_then(|up| shape.rows().get(up));
        up.is_some_and(|cells| (cells << at.column) >> key & 1 == 1)
    };
    if shield.rows.iter().zip(&shield.keys).any(filled) { None } else { sunk(well, &shield.rows, at, shape) }
}

/// The shield that the six steps find anew.
fn renewed(well: &Well) -> Option<Vec<usize>> {
    shield(well).map(|shield| shield.rows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::wells::Movement;

    const MEMORY: Memory = Memory(1 << 30);

    #[test]
    fn the_lemmas_hold_in_small_wells() {
        for (width, depth) in [(1, 2), (2, 0), (2, 1), (2, 6), (3, 3), (4, 2), (4, 3), (6, 2)] {
            let space = Space::new(width, depth).unwrap();
            let two = lemma_two(&space, Freedom::Under(Movement::Anywhere), MEMORY).unwrap();
            assert_eq!((two.broken, two.on_cycle > 0), (None, width % 2 == 0 && depth > 0 && (width, depth) != (6, 2)));
            let three = lemma_three(&space, Freedom::Lift).unwrap();
            assert_eq!((three.broken, three.passed), (None, None));
            assert_eq!(three.bands > 0, width % 2 == 0 && depth > 0);
        }
    }
}
