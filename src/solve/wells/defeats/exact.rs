//! The two algorithms in all wells of a width up to a depth: no play of any player is left out, and
//! no well to start from.
use crate::error::Result;
use crate::game::wells::{Piece, PieceSet};
use crate::solve::Memory;
use crate::solve::wells::graph::{Graph, components};
use crate::solve::wells::play::machines::{Machine, Squares, seen};
use crate::solve::wells::play::shield::band;
use crate::solve::wells::plays::{Freedom, Plays};
use crate::solve::wells::space::Space;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// The left and the right kink.
pub fn kinks() -> [Piece; 2] {
    ["S", "Z"].map(|word| PieceSet::parse(word).expect("S and Z are pieces").pieces()[0].clone())
}

/// What a machine that remembers its step makes of all wells: a vertex is twice the well plus the step, 0 or 1.
struct Steps<'a> {
    plays: [&'a Plays; 2],
    /// For each vertex the piece that it may send, the step after that being the same as the piece.
    sends: Vec<Sends>,
}

/// What the machine may do at a vertex.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sends {
    /// Send the piece of a step, and be in that step.
    Piece(u8),
    /// Send the piece of its step, and go to the other step.
    Turn,
    /// Send the piece of its step, and stay or go to the other one.
    Either,
}

impl Steps<'_> {
    fn piece(&self, vertex: u32) -> usize {
        match self.sends[vertex as usize] {
            Sends::Piece(piece) => usize::from(piece),
            Sends::Turn | Sends::Either => vertex as usize & 1,
        }
    }
}

impl Graph for Steps<'_> {
    fn len(&self) -> usize {
        self.sends.len()
    }
    fn degree(&self, vertex: u32) -> usize {
        let plays = self.plays[self.piece(vertex)].degree(vertex / 2);
        if self.sends[vertex as usize] == Sends::Either { 2 * plays } else { plays }
    }
    fn head(&self, vertex: u32, edge: usize) -> u32 {
        let piece = self.piece(vertex);
        let (well, plays) = (vertex / 2, self.plays[piece]);
        let (edge, turns) = match self.sends[vertex as usize] {
            Sends::Piece(_) => (edge, false),
            Sends::Turn => (edge, true),
            Sends::Either => edge.checked_sub(plays.degree(well)).map_or((edge, false), |edge| (edge, true)),
        };
        2 * plays.head(well, edge) + (piece as u32 ^ u32::from(turns))
    }
}

/// How long the best player lasts against a machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lasting {
    /// Wells tried as the start.
    pub wells: usize,
    /// From the empty well; `None` if for ever.
    pub from_empty: Option<u32>,
    /// From the best well; `None` if for ever.
    pub from_any: Option<u32>,
}

/// The space, the graphs of two pieces, and which wells hold on to the machine.
fn plays(space: &Space, pieces: &[Piece; 2], freedom: Freedom, memory: Memory) -> Result<[Plays; 2]> {
    Ok([Plays::new(space, &freedom.hand(&pieces[0]), memory)?, Plays::new(space, &freedom.hand(&pieces[1]), memory)?])
}

/// What a number at each vertex says from the empty well in the step `first`, and from all wells in that step.
fn lasting(numbers: Vec<Option<u32>>, first: usize) -> Lasting {
    let from_any = numbers.iter().skip(first).step_by(2).try_fold(0, |most, one| Some(most.max((*one)?)));
    Lasting { wells: numbers.len() / 2, from_empty: numbers[first], from_any }
}

/// The longest play: the number of pieces that the machine needs, the one that ends the game included.
fn longest(steps: &Steps, first: usize) -> Result<Lasting> {
    let plays = components(steps)?.heaviest(steps, |_, _| 1);
    Ok(lasting(plays.into_iter().map(|plays| plays.map(|plays| plays + 1)).collect(), first))
}

/// Algorithm 1 with each of some pairs of squares against every player, whether it remembers or not: pieces until the game
/// ends. What a square can do is looked at once for all pairs.
///
/// # Errors
/// More memory than allowed.
pub fn algorithm_one(machines: &[Squares], space: &Space, freedom: Freedom, memory: Memory) -> Result<Vec<Lasting>> {
    let mut plays: BTreeMap<u32, Plays> = BTreeMap::new();
    for machine in machines {
        for (side, piece) in <[u32; 2]>::from(machine.sides()).into_iter().zip(machine.pieces()) {
            if let Entry::Vacant(entry) = plays.entry(side) {
                entry.insert(Plays::new(space, &freedom.hand(piece), memory)?);
            }
        }
    }
    let lasting = |machine: &Squares| {
        let send = |well: u32| {
            let well = space.well(well);
            [false, true].map(|large| Sends::Piece(u8::from(machine.sends_large(&well, large))))
        };
        let sends = (0..space.len() as u32).flat_map(send).collect();
        longest(&Steps { plays: <[u32; 2]>::from(machine.sides()).map(|side| &plays[&side]), sends }, 1)
    };
    machines.par_iter().map(lasting).collect()
}

/// Algorithm 2 against every player, whether it remembers or not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AlgorithmTwo {
    /// With the detector `structure`: pieces until the game ends.
    pub structure: Lasting,
    /// With the detector `list`: the most cycles that can be detected before the game ends. The machine may detect a
    /// cycle only in a well on a cycle of the piece that it sends; it is let do so in all of these.
    pub list: Lasting,
}

/// Algorithm 2 with both detectors in all wells.
///
/// # Errors
/// More memory than allowed.
pub fn algorithm_two(space: &Space, freedom: Freedom, memory: Memory) -> Result<AlgorithmTwo> {
    let plays = plays(space, &kinks(), freedom, memory)?;
    let cycles = [components(&plays[0])?, components(&plays[1])?];
    let count = 2 * space.len() as u32;
    let structured = |vertex: u32| band(&seen(&space.well(vertex / 2), vertex % 2 == 1)).is_some();
    let turn = |vertex| if structured(vertex) { Sends::Turn } else { Sends::Piece((vertex % 2) as u8) };
    let structure = longest(&Steps { plays: plays.each_ref(), sends: (0..count).map(turn).collect() }, 0)?;
    let may = |vertex: u32| {
        if cycles[vertex as usize % 2].on_cycle(vertex / 2) { Sends::Either } else { Sends::Piece((vertex % 2) as u8) }
    };
    let list = most_turns(&Steps { plays: plays.each_ref(), sends: (0..count).map(may).collect() })?;
    Ok(AlgorithmTwo { structure, list })
}

/// The most changes of step in a play from step 0; no number if there is no most in some well and step.
fn most_turns(steps: &Steps) -> Result<Lasting> {
    let most = components(steps)?.heaviest(steps, |from, to| (from ^ to) & 1);
    let bounded = most.iter().all(Option::is_some);
    Ok(lasting(if bounded { most } else { vec![None; most.len()] }, 0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::wells::{Movement, Well};
    use crate::solve::wells::play::machines::{Detector, Kinks};
    use crate::solve::wells::play::players::choices;

    const MEMORY: Memory = Memory(1 << 30);

    /// The longest play against a machine, and the most shields it finds, by trying every play.
    fn played_out<M: Machine + Clone>(
        machine: &M,
        shown: &[usize],
        well: &Well,
        depth: usize,
        freedom: Freedom,
    ) -> (u32, usize) {
        let (mut machine, mut shown) = (machine.clone(), shown.to_vec());
        shown.push(machine.announce(well));
        let pieces = machine.pieces().to_vec();
        let hand = freedom.hand(&pieces[shown.remove(0)]);
        let next = choices(&hand, well, depth);
        let best = next.iter().map(|choice| played_out(&machine, &shown, &choice.after, depth, freedom));
        let best = best.reduce(|one, other| (one.0.max(other.0), one.1.max(other.1)));
        best.map_or((1, machine.shields().len()), |(pieces, shields)| (pieces + 1, shields))
    }

    #[test]
    fn the_longest_play_is_found_by_trying_all() {
        for (width, depth) in [(1, 2), (2, 0), (2, 5), (3, 2), (4, 3)] {
            let (space, empty) = (Space::new(width, depth).unwrap(), Well::empty(width).unwrap());
            for freedom in [Freedom::Under(Movement::Drop), Freedom::Under(Movement::Anywhere)] {
                let all = algorithm_two(&space, freedom, MEMORY).unwrap();
                let machine = Kinks::new(Detector::Structure);
                let slow = played_out(&machine, &machine.opening(), &empty, depth, freedom);
                assert_eq!(all.structure.from_empty, Some(slow.0), "{width} {depth} {freedom}");
                let machine = Kinks::new(Detector::List);
                let slow = played_out(&machine, &machine.opening(), &empty, depth, freedom);
                assert!(all.list.from_empty.unwrap() as usize >= slow.1, "{width} {depth} {freedom}");
                let machines = [(2, 3), (1, 2), (3, 4)].map(|(small, large)| Squares::new(small, large).unwrap());
                let all = algorithm_one(&machines, &space, freedom, MEMORY).unwrap();
                for (machine, lasting) in machines.iter().zip(all) {
                    let Some(most) = lasting.from_empty else { continue };
                    assert_eq!(most, played_out(machine, &[], &empty, depth, freedom).0, "{width} {depth} {freedom}");
                }
            }
        }
    }

    #[test]
    fn nobody_wins_against_both_kinks_with_lookahead() {
        for (width, depth) in [(1, 2), (2, 6), (3, 3), (4, 3)] {
            let space = Space::new(width, depth).unwrap();
            let plays = plays(&space, &kinks(), Freedom::Under(Movement::Anywhere), MEMORY).unwrap();
            // Whether the player lasts from a well with a piece shown, whatever the machine announces next.
            let mut lasts = vec![true; 2 * space.len()];
            loop {
                let before = lasts.clone();
                for (vertex, lasts) in lasts.iter_mut().enumerate() {
                    let graph = &plays[vertex % 2];
                    let heads = |shown: usize| {
                        (0..graph.degree(vertex as u32 / 2))
                            .any(|edge| before[2 * graph.head(vertex as u32 / 2, edge) as usize + shown])
                    };
                    *lasts = heads(0) && heads(1);
                }
                if lasts == before {
                    break;
                }
            }
            assert!(!lasts.contains(&true), "width {width}, depth {depth}");
        }
    }

    #[test]
    fn squares_as_wide_as_the_well_last_for_ever() {
        let last = |sides: (u32, u32), width| {
            let machine = Squares::new(sides.0, sides.1).unwrap();
            let space = Space::new(width, 3).unwrap();
            algorithm_one(&[machine], &space, Freedom::Under(Movement::Drop), MEMORY).unwrap()[0].from_empty
        };
        assert_eq!((last((2, 3), 3), last((2, 3), 4), last((2, 3), 2)), (None, Some(2), Some(1)));
    }
}
