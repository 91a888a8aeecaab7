//! Who wins when the pieces are dealt from a bag: the wells and pieces put aside at which the player can be after each bag.
//!
//! One word for each well and piece put aside: bit `b` says that the player can surely be at a home, as the certificate has
//! it, when the bag `b` is empty. All bits begin as set, and those that do not hold by the words of the wells after it are taken away
//! until all that are left hold; homes from which the full bag leads away are none. What stays is the greatest fixpoint,
//! which does not depend on the order. If pieces are shown ahead, see `shown`.
use super::packed::{Packed, Word};
use super::tame::{Tame, bumps, holes};
use crate::error::Result;
use crate::game::wells::BagGame;
use crate::proof::region::wells::bag::BagHomes;
use crate::solve::{Memory, Watch};
use ends::Ends;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
pub(in crate::solve::wells) use wells::Wells;

pub mod apart;
pub(in crate::solve::wells) mod ends;
mod mirror;
pub(in crate::solve::wells) mod shown;
mod wells;

/// The most pieces in a bag: a bit of a word for each choice among them.
const MOST: usize = 7;

/// For each piece the bags that hold it, as bits.
const HOLDING: [u128; MOST] = [holding(0), holding(1), holding(2), holding(3), holding(4), holding(5), holding(6)];

const fn holding(piece: usize) -> u128 {
    let (mut set, mut bag) = (0, 0);
    while bag < 128 {
        set |= ((bag >> piece & 1) as u128) << bag;
        bag += 1;
    }
    set
}

/// What is looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bounds {
    /// The wells that the player may make: the tame ones; nothing for all wells.
    pub tame: Option<Tame>,
    /// The greatest sum of the differences of the heights of neighbouring columns of a home at which play stays, which has no
    /// covered hole; nothing if every well may be one, and where pieces are shown, whatever is said here.
    pub homes: Option<u32>,
    /// The most wells looked at; of a well and its mirror image, if play is the same there, only one counts.
    pub wells: usize,
}

/// What was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Dealt {
    /// The player can go on for ever.
    Won(BagHomes),
    /// He cannot. If he may make all wells, the machine wins; else it is not known whether he could with others.
    Lost,
    /// There are more wells than were allowed.
    Unknown,
}

/// Refuses a game whose wells cannot be looked at.
///
/// # Errors
/// A well of more than 64 cells.
pub fn ask(game: &BagGame) -> Result<()> {
    Packed::new(&game.well, &Tame::all(0)).map(|_| ())
}

/// Who wins, as far as the bounds show it.
///
/// # Errors
/// A well of more than 64 cells, or more memory than allowed.
pub fn solve(game: &BagGame, bounds: &Bounds, memory: Memory, watch: &dyn Watch) -> Result<Dealt> {
    watch.begin(&format!("bags, {}: wells, at most", game.title()), bounds.wells as u64, "wells");
    let Some(wells) = Wells::new(game, bounds, true, &BTreeSet::new(), memory, watch)? else {
        return Ok(Dealt::Unknown);
    };
    if game.well.lookahead > 0 {
        let Some(stays) = wells.stays(memory, watch)? else { return Ok(Dealt::Lost) };
        let listed = wells.listed(&stays, memory)?;
        return Ok(Dealt::Won(wells.certificate(&[], &listed, bounds.tame.as_ref())));
    }
    let found = match bounds.homes {
        None => wells.greatest(|_| true, true, watch).map(|ends| wells.shrunk(&[ends], false)),
        Some(most) => {
            let is_level = |number| {
                let well = wells.well(number);
                holes(well.rows()) == 0 && bumps(well.width(), well.rows()) <= most
            };
            let core = wells.greatest(is_level, false, watch);
            core.and_then(|core| wells.layers(core, watch)).map(|layers| wells.shrunk(&layers, true))
        }
    };
    Ok(found.map_or(Dealt::Lost, |homes| Dealt::Won(wells.certificate(&homes, &[], bounds.tame.as_ref()))))
}

impl Wells {
    /// The words for these homes; then for those too from which the player surely gets to one of them when a bag is empty;
    /// and so on, until he gets there from the start. Nothing if he does not.
    fn layers(&self, core: Ends, watch: &dyn Watch) -> Option<Vec<Ends>> {
        let mut layers = vec![core];
        loop {
            let last = &layers[layers.len() - 1];
            if self.starts(last) {
                return Some(layers);
            }
            let more = self.more(last, watch)?;
            layers.push(more);
        }
    }

    /// A smaller set of homes, by one way to play: at each place in the first layer that it can be in, and where play has been
    /// already. If the first layer is taken `whole`, play ends there. By the numbers of the words, whether it is a home.
    fn shrunk(&self, layers: &[Ends], whole: bool) -> Vec<bool> {
        let (held, ends) = (self.game.held(), &layers[layers.len() - 1]);
        let mut seen: Vec<u128> = (0..ends.len()).map(|at| layers[0].get(at) & u128::from(whole)).collect();
        let mut open: Vec<(usize, usize)> = Vec::new();
        let layer = |at: usize, bag: usize| layers.iter().take_while(|layer| !layer.has(at, bag)).count();
        let visit = |choices: &[(usize, usize)], seen: &mut Vec<u128>, open: &mut Vec<(usize, usize)>| {
            let safe = choices.iter().filter(|(at, bag)| ends.has(*at, *bag));
            let best = safe.max_by_key(|(at, bag)| {
                let been = (seen[*at] >> bag & 1, seen[*at].count_ones(), ends.get(*at).count_ones());
                (Reverse(layer(*at, *bag)), been)
            });
            let (at, bag) = *best.expect("a safe situation has a safe place");
            if seen[at] >> bag & 1 == 0 {
                seen[at] |= 1 << bag;
                open.push((at, bag));
            }
        };
        for (aside, piece, bag) in self.first_places() {
            visit(&self.situations(0, piece, aside, bag).collect::<Vec<_>>(), &mut seen, &mut open);
        }
        while let Some((at, bag)) = open.pop() {
            let (well, aside) = (at / held, at % held);
            let bag = if bag == 0 { self.game.full() } else { bag };
            for piece in (0..MOST).filter(|piece| bag >> piece & 1 == 1) {
                let left = bag & !(1 << piece);
                let mut choices: Vec<(usize, usize)> = self.situations(well, piece, aside, left).collect();
                if self.game.hold {
                    choices.extend(self.situations(well, aside, piece, left));
                }
                visit(&choices, &mut seen, &mut open);
            }
        }
        if !self.game.hold {
            seen[0] |= 1;
        }
        seen.iter().map(|word| word & 1 == 1).collect()
    }

    /// The certificate of some homes and their images, or of the wells that the player makes where pieces are shown.
    fn certificate(&self, is_home: &[bool], made: &[usize], tame: Option<&Tame>) -> BagHomes {
        let held = self.game.held();
        let mut homes: BTreeMap<_, BTreeSet<u8>> = BTreeMap::new();
        for at in (0..is_home.len()).filter(|at| is_home[*at]) {
            for (well, aside) in self.images(at / held, at % held) {
                homes.entry(well).or_default().insert(aside as u8);
            }
        }
        let most = u32::from(self.game.well.width) * u32::from(self.game.well.depth);
        let mut bumps = tame.map_or(vec![most], |tame| tame.bumps.clone());
        let holes = tame.map_or(most, |tame| tame.bumps.len() as u32 - 1);
        // The last one is for all wells with more holes.
        while bumps.len() > 1 && bumps[bumps.len() - 2..] == [bumps[bumps.len() - 1]; 2] {
            bumps.pop();
        }
        let bumps = bumps.into_iter().map(u64::from).collect();
        let wells = made.iter().flat_map(|well| self.images(*well, 0)).map(|(well, _)| well).collect();
        BagHomes { game: self.game.clone(), holes: holes.into(), bumps, columns: BTreeMap::new(), homes, wells }
    }
}

#[cfg(test)]
mod tests;
