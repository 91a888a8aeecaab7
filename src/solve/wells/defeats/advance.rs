//! Both kinks in an order that the player knows in advance, and why it defeats him.
//!
//! # The argument
//! `proofs/coq` proves this for every width, every depth and every rule; here it is tried in all wells of a size.
//!
//! In odd widths give the columns the weights 1, -1, ..., 1. A kink adds 0 wherever it comes to rest, and a deleted row
//! takes 1. So only so many rows are ever deleted, and any kinks will do. In even widths *lane* j is the columns 2j
//! and 2j + 1, from 0, and what a row holds of a lane is its *segment*: empty, left (only the left cell is full), right, or
//! full.
//!
//! 1. Of n lanes, give the columns of lane j the weights n - j and j - n. A full row weighs 0, an upright kink in a lane
//!    adds 0, and a kink anywhere else takes at least 1.
//! 2. An upright left kink in a lane fills the right cells of rows x and x + 1 and the left cells of rows x + 1 and x + 2,
//!    so the segment in row x + 1 was empty. If something in the lane lay above it, the lane has one *covered* empty segment
//!    less. If not, the kink stands on a left segment, which becomes full, and leaves a left one on top; or it rests on what
//!    else is on top, and there are two more *half-full* segments, a right one and a left one, which stays on top.
//! 3. A deleted row is full in every lane, so it changes neither count, and no half-full segment on top.
//!
//! So the [`Potential`] never rises, and it falls but for left kinks on lanes with a left segment on top and right kinks on
//! lanes with a right one. It cannot fall for ever. While left kinks make it stay, some lane with another top gets nothing
//! and runs out of full segments, so that no more rows can be deleted; or all lanes have a left segment on top, and one right
//! kink makes it fall. So enough left kinks and enough right ones by turns defeat every player.
use super::exact::kinks;
use crate::error::Result;
use crate::game::wells::Well;
use crate::solve::Memory;
use crate::solve::wells::graph::{Graph, components};
use crate::solve::wells::play::shield::{self, Segment, segment};
use crate::solve::wells::plays::{Freedom, Plays};
use crate::solve::wells::space::Space;

/// What never rises while kinks are played in a well of even width: compared in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Potential {
    /// The weights of the full cells.
    pub weight: i64,
    /// Empty segments below others of the same lane that are not empty.
    pub covered: usize,
    /// Half-full segments, counted down from 0.
    pub half_full: i64,
}

/// The segments of a lane, bottom first, up to the highest that is not empty.
fn segments(well: &Well, lane: usize) -> Vec<Segment> {
    let mut segments: Vec<Segment> = (0..well.height()).map(|row| segment(well, row, lane)).collect();
    while segments.last() == Some(&Segment::Empty) {
        segments.pop();
    }
    segments
}

fn lanes(well: &Well) -> impl Iterator<Item = Vec<Segment>> {
    (0..shield::lanes(well)).map(|lane| segments(well, lane))
}

/// The potential of a well of even width.
pub fn potential(well: &Well) -> Potential {
    let mut sum = Potential { weight: 0, covered: 0, half_full: 0 };
    let count = i64::from(well.width() / 2);
    for (lane, segments) in (0..).zip(lanes(well)) {
        let of = |segment| segments.iter().filter(|known| **known == segment).count();
        let (left, right) = (of(Segment::Left) as i64, of(Segment::Right) as i64);
        sum.weight += (count - lane) * (left - right);
        sum.covered += of(Segment::Empty);
        sum.half_full -= left + right;
    }
    sum
}

/// Whether a play of a kink did what the argument says: the potential fell, or it stayed and one more lane, or as many,
/// have a segment of the kink's side on top.
fn goes_down(before: &Well, after: &Well, right: bool) -> bool {
    let top = if right { Segment::Right } else { Segment::Left };
    let tops = |well: &Well| lanes(well).map(|segments| segments.last() == Some(&top)).collect::<Vec<bool>>();
    let kept = || tops(before).iter().zip(tops(after)).all(|(before, after)| after || !before);
    let (was, is) = (potential(before), potential(after));
    is < was || (is == was && kept() && tops(before).contains(&true))
}

/// The first well in a space of even width, with the well after it, in which a kink does not do what the argument says;
/// and the number of plays tried, up to that one.
pub fn exception(space: &Space, freedom: Freedom) -> (usize, Option<(Well, Well)>) {
    let mut plays = 0;
    for before in space.wells() {
        for (right, kink) in [false, true].into_iter().zip(&kinks()) {
            let hand = freedom.hand(kink);
            for at in hand.placements(&before) {
                let after = hand.place(&before, at).0;
                plays += 1;
                if !goes_down(&before, &after, right) {
                    return (plays, Some((before, after)));
                }
            }
        }
    }
    (plays, None)
}

/// So many left kinks, then as many right ones, again and again: vertex `2 * run * well + step`.
struct Runs<'a> {
    plays: &'a [Plays; 2],
    run: u32,
}

impl Runs<'_> {
    fn kink(&self, vertex: u32) -> &Plays {
        &self.plays[usize::from(vertex % (2 * self.run) >= self.run)]
    }
}

impl Graph for Runs<'_> {
    fn len(&self) -> usize {
        self.plays[0].len() * 2 * self.run as usize
    }
    fn degree(&self, vertex: u32) -> usize {
        self.kink(vertex).degree(vertex / (2 * self.run))
    }
    fn head(&self, vertex: u32, edge: usize) -> u32 {
        let next = (vertex + 1) % (2 * self.run);
        2 * self.run * self.kink(vertex).head(vertex / (2 * self.run), edge) + next
    }
}

/// The shortest runs of left and of right kinks, by turns, that defeat every player from every well.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Advance {
    /// Kinks of one hand before those of the other.
    pub run: u32,
    /// Pieces until the game ends, from the empty well.
    pub from_empty: u32,
    /// The same from the best well.
    pub from_any: u32,
}

/// The run that the argument needs: more than half the cells of the well, in pieces of four cells.
pub fn enough(space: &Space) -> u32 {
    (usize::from(space.width()) * space.depth() / 2) as u32 + 1
}

/// The shortest run that defeats every player, whatever he knows; `None` if even [`enough`] does not, against the argument.
///
/// # Errors
/// More memory than allowed.
pub fn shortest(space: &Space, freedom: Freedom, memory: Memory) -> Result<Option<Advance>> {
    let [left, right] = kinks();
    let plays = [Plays::new(space, &freedom.hand(&left), memory)?, Plays::new(space, &freedom.hand(&right), memory)?];
    for run in 1..=enough(space) {
        memory.ask(space.len() as u128 * u128::from(2 * run) * 32, "wells with the steps of a sequence")?;
        let cycle = Runs { plays: &plays, run };
        let most: Option<Vec<u32>> = components(&cycle)?.heaviest(&cycle, |_, _| 1).into_iter().collect();
        if let Some(most) = most {
            let from_any = most.iter().step_by(2 * run as usize).max().map_or(0, |most| most + 1);
            return Ok(Some(Advance { run, from_empty: most[0] + 1, from_any }));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::wells::Movement;
    use crate::solve::wells::play::machines::{Machine, Periodic};
    use crate::solve::wells::play::players::choices;

    const MEMORY: Memory = Memory(1 << 30);
    const ANYWHERE: Freedom = Freedom::Under(Movement::Anywhere);

    /// The longest play against a machine that repeats a sequence, by trying every play.
    fn played_out(machine: &Periodic, well: &Well, depth: usize) -> u32 {
        let mut machine = machine.clone();
        let sent = machine.announce(well);
        let kink = machine.pieces()[sent].clone();
        let next = choices(&ANYWHERE.hand(&kink), well, depth);
        1 + next.iter().map(|choice| played_out(&machine, &choice.after, depth)).max().unwrap_or(0)
    }

    #[test]
    fn the_potential_of_a_well_by_hand() {
        // Lanes 10 over 00 over 01, and 01 over 11: weights 2, -2, 1, -1.
        let well = Well::parse(4, "0111/0001/1000").expect("a well");
        assert_eq!(potential(&well), Potential { weight: 2 - 2 - 1, covered: 1, half_full: -3 });
    }

    #[test]
    fn no_play_of_a_kink_goes_against_the_argument() {
        for (width, depth) in [(2, 7), (4, 3), (6, 2)] {
            let (plays, exception) = exception(&Space::new(width, depth).expect("a space"), ANYWHERE);
            assert!(plays > 500 && exception.is_none(), "width {width}: {plays} plays, {exception:?}");
        }
    }

    #[test]
    fn the_longest_play_is_found_by_trying_all() {
        for (width, depth) in [(1, 2), (2, 4), (3, 3), (4, 2)] {
            let space = Space::new(width, depth).expect("a space");
            let found = shortest(&space, ANYWHERE, MEMORY).expect("memory").expect("a run");
            let run = found.run as usize;
            let machine = Periodic::new(&("S".repeat(run) + &"Z".repeat(run)), 0).expect("a machine");
            let empty = Well::empty(width).expect("a well");
            assert_eq!(played_out(&machine, &empty, depth), found.from_empty, "{width} {depth}");
            let all = space.wells().map(|well| played_out(&machine, &well, depth));
            assert_eq!(all.max(), Some(found.from_any), "{width} {depth}");
        }
    }

    #[test]
    fn so_many_kinks_as_the_argument_needs_are_enough_and_no_fewer_than_the_shortest() {
        for (width, depth) in [(1, 2), (2, 0), (2, 5), (3, 2), (4, 3), (6, 1)] {
            let space = Space::new(width, depth).expect("a space");
            let plays = kinks().map(|kink| Plays::new(&space, &ANYWHERE.hand(&kink), MEMORY).expect("memory"));
            let shortest = shortest(&space, ANYWHERE, MEMORY).expect("memory").expect("a run").run;
            for run in 1..=enough(&space) + 2 {
                let cycle = Runs { plays: &plays, run };
                let defeats = components(&cycle).expect("few").heaviest(&cycle, |_, _| 1).iter().all(Option::is_some);
                assert_eq!(defeats, run >= shortest, "width {width}, depth {depth}, run {run}");
            }
        }
    }

    #[test]
    fn left_kinks_alone_defeat_nobody_in_an_even_width() {
        let space = Space::new(2, 4).expect("a space");
        let [left, _] = kinks();
        let plays = || Plays::new(&space, &ANYWHERE.hand(&left), MEMORY).expect("memory");
        let cycle = Runs { plays: &[plays(), plays()], run: 3 };
        assert!(components(&cycle).expect("few").heaviest(&cycle, |_, _| 1).contains(&None));
    }
}
