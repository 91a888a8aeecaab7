//! Who wins when the pieces are dealt from a bag: the wells and pieces put aside at which the player can be after each bag.
//!
//! One word for each well and piece put aside: bit `b` says that the player can surely be at a home, as the certificate has
//! it, when the bag `b` is empty. A round begins with the homes and goes up the sizes of bags; homes from which the full
//! bag leads away are no homes in the next round, which goes over what that changes. What stays is the greatest fixpoint.
use super::tame::{Tame, bumps, holes};
use crate::error::Result;
use crate::game::wells::{BagGame, Well};
use crate::proof::region::wells::bag::BagHomes;
use crate::solve::{Memory, Watch};
use hand::Hand;
use hashbrown::HashMap;
use rayon::prelude::*;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

mod hand;

/// The most pieces in a bag: a bit of a word for each choice among them.
const MOST: usize = 7;

/// The wells whose words are renewed before any is written.
const BLOCK: usize = 1 << 16;

/// What is looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bounds {
    /// The wells that the player may make: the tame ones; nothing for all wells.
    pub tame: Option<Tame>,
    /// The greatest such sum of a home at which play stays, which has no covered hole; nothing if every well may be one.
    pub homes: Option<u32>,
    /// The most wells looked at.
    pub wells: usize,
}

impl Bounds {
    /// Whether the player may make a well with these rows.
    fn keep(&self, game: &BagGame, rows: &[u16]) -> bool {
        let is_tame = |tame: &Tame| tame.has(rows, game.well.width);
        rows.len() <= usize::from(game.well.depth) && self.tame.as_ref().is_none_or(is_tame)
    }
}

/// What was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Dealt {
    /// The player can go on for ever.
    Won(BagHomes),
    /// The machine wins.
    Lost,
    /// Not decided: no way within the bounds, or too many wells.
    Unknown,
}

/// Who wins, as far as the bounds show it.
///
/// # Errors
/// More memory than allowed.
pub fn solve(game: &BagGame, bounds: &Bounds, memory: Memory, watch: &dyn Watch) -> Result<Dealt> {
    watch.begin(&format!("bags, {}", game.title()), 1, "games");
    let Some(wells) = Wells::new(game, bounds, memory)? else { return Ok(Dealt::Unknown) };
    let found = match bounds.homes {
        None => wells.fixpoint(vec![1; wells.all.len() * game.held()], true).map(|ends| wells.shrunk(&[ends], false)),
        Some(most) => {
            let core = wells.fixpoint(wells.level(most), false);
            core.and_then(|core| wells.layers(core)).map(|layers| wells.shrunk(&layers, true))
        }
    };
    watch.advance(1);
    Ok(match (found, &bounds.tame, bounds.homes) {
        (Some(homes), tame, _) => Dealt::Won(wells.certificate(&homes, tame.as_ref())),
        (None, None, None) => Dealt::Lost,
        _ => Dealt::Unknown,
    })
}

/// The wells that can come up, and where the places of each piece lead.
pub(in crate::solve::wells) struct Wells {
    game: BagGame,
    /// The wells by number; the empty well is 0.
    pub all: Vec<Well>,
    /// By well and piece, the first of the heads.
    first: Vec<usize>,
    heads: Vec<u32>,
}

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

/// The bags of a size, as bits.
fn sized(size: usize) -> u128 {
    (0..128_u32).filter(|bag| bag.count_ones() as usize == size).fold(0, |set, bag| set | 1_u128 << bag)
}

impl Wells {
    /// All wells within the bounds that can come up; nothing if they are too many.
    ///
    /// # Errors
    /// More memory than allowed.
    pub fn new(game: &BagGame, bounds: &Bounds, memory: Memory) -> Result<Option<Self>> {
        let hands: Vec<Hand> = game.well.pieces.pieces().iter().map(|piece| Hand::new(piece, &game.well)).collect();
        let empty = Well::empty(game.well.width)?;
        let mut numbers: HashMap<Box<[u16]>, u32> = HashMap::from([(Box::default(), 0)]);
        let mut wells = Wells { game: game.clone(), all: vec![empty], first: vec![0], heads: Vec::new() };
        let mut next = 0;
        while next < wells.all.len() {
            let well = wells.all[next].clone();
            next += 1;
            for hand in &hands {
                hand.each(&well, |rows| {
                    if bounds.keep(game, rows) {
                        wells.add(rows, &mut numbers);
                    }
                });
                wells.first.push(wells.heads.len());
            }
            if next % 0x10000 == 1 || next == wells.all.len() {
                memory.ask(wells.bytes(), &format!("bags in {} wells", wells.all.len()))?;
            }
            if wells.all.len() > bounds.wells {
                return Ok(None);
            }
        }
        Ok(Some(wells))
    }

    /// One more place of a piece; a well that is new gets the next number.
    fn add(&mut self, rows: &[u16], numbers: &mut HashMap<Box<[u16]>, u32>) {
        let number = numbers.get(rows).copied().unwrap_or_else(|| {
            let number = self.all.len() as u32;
            self.all.push(Well::new(self.game.well.width, rows.to_vec()).expect("play makes no other rows"));
            numbers.insert(rows.into(), number);
            number
        });
        self.heads.push(number);
    }

    /// About what is held, with words for homes, and for those from which they are reached.
    fn bytes(&self) -> u128 {
        let (well, words) = (128, 4 * 16 * self.game.held());
        (self.all.len() * (well + words) + self.first.capacity() * 8 + self.heads.capacity() * 4) as u128
    }

    /// Where all places of all pieces lead.
    fn heads(&self, well: usize) -> &[u32] {
        let pieces = self.game.well.pieces.pieces().len();
        &self.heads[self.first[well * pieces]..self.first[(well + 1) * pieces]]
    }

    /// The wells after the places of a piece.
    pub fn after(&self, well: usize, piece: usize) -> &[u32] {
        let at = well * self.game.well.pieces.pieces().len() + piece;
        &self.heads[self.first[at]..self.first[at + 1]]
    }

    /// The bags for which some place of a piece leads to a well where they have their bit.
    fn placed(&self, ends: &[u128], well: usize, piece: usize, held: usize) -> u128 {
        self.after(well, piece).iter().fold(0, |set, after| set | ends[*after as usize * self.game.held() + held])
    }

    /// The same for all pieces and all that may be put aside.
    fn all_placed(&self, ends: &[u128], well: usize) -> [[u128; MOST]; MOST] {
        let held = self.game.held();
        let mut sets = [[0; MOST]; MOST];
        for (piece, sets) in sets[..self.game.well.pieces.pieces().len()].iter_mut().enumerate() {
            for after in self.after(well, piece) {
                let there = &ends[*after as usize * held..][..held];
                sets.iter_mut().zip(there).for_each(|(set, there)| *set |= there);
            }
        }
        sets
    }

    /// The words of a well that change for the bags of a size, from those with one piece less, by their numbers.
    fn renewed(&self, ends: &[u128], well: usize, sized: u128) -> impl Iterator<Item = (usize, u128)> {
        let (pieces, held) = (self.game.well.pieces.pieces().len(), self.game.held());
        let placed = self.all_placed(ends, well);
        let mut words = [(0, 0); MOST];
        let mut count = 0;
        for aside in 0..held {
            let mut found = sized;
            for (piece, holding) in HOLDING[..pieces].iter().enumerate() {
                let swapped = if self.game.hold { placed[aside][piece] } else { 0 };
                let left = placed[piece][aside] | swapped;
                found &= !holding | (left << (1 << piece)) & holding;
            }
            let (at, word) = (well * held + aside, ends[well * held + aside]);
            if word & sized != found {
                words[count] = (at, word & !sized | found);
                count += 1;
            }
        }
        words.into_iter().take(count)
    }

    /// Wells without holes and with no more bumps than so many, each with each piece put aside, as homes.
    fn level(&self, most: u32) -> Vec<u128> {
        let is_level = |well: &Well| holes(well.rows()) == 0 && bumps(self.game.well.width, well.rows()) <= most;
        self.all.iter().flat_map(|well| vec![u128::from(is_level(well)); self.game.held()]).collect()
    }

    /// The greatest fixpoint below these homes; nothing if it is `needed` that the player can stay there from the start, and
    /// he cannot. Only those words are filled in again that a change comes to.
    fn fixpoint(&self, mut ends: Vec<u128>, needed: bool) -> Option<Vec<u128>> {
        let mut changed = self.with_homes(&ends);
        loop {
            self.spread(&mut ends, changed);
            if needed && !self.starts(&ends) {
                return None;
            }
            // Homes from which the full bag leads away are none.
            changed = vec![false; self.all.len()];
            for (at, word) in ends.iter_mut().enumerate() {
                if *word & 1 & !(*word >> self.game.full()) == 1 {
                    *word &= !1;
                    changed[at / self.game.held()] = true;
                }
            }
            if !changed.contains(&true) {
                return Some(ends);
            }
        }
    }

    /// Whether something may be put aside at a well that makes it a home, by the number of the well.
    fn with_homes(&self, ends: &[u128]) -> Vec<bool> {
        ends.chunks(self.game.held()).map(|words| words.iter().any(|word| word & 1 == 1)).collect()
    }

    /// Fills in the words to which a change of the homes at these wells comes, bag by bag.
    fn spread(&self, ends: &mut [u128], mut changed: Vec<bool>) {
        for sized in (1..=self.game.well.pieces.pieces().len()).map(sized) {
            let is_stale = |well: &usize| self.heads(*well).iter().any(|after| changed[*after as usize]);
            let mut next = vec![false; self.all.len()];
            for block in (0..self.all.len()).step_by(BLOCK) {
                // Words for bags of a size depend on those of one piece less alone, so all threads may look at the old ones.
                let wells = (block..self.all.len().min(block + BLOCK)).into_par_iter().filter(is_stale);
                let words: Vec<(usize, u128)> = wells.flat_map_iter(|well| self.renewed(ends, well, sized)).collect();
                for (at, word) in words {
                    ends[at] = word;
                    next[at / self.game.held()] = true;
                }
            }
            changed = next;
        }
    }

    /// The words for these homes; then for those too from which the player surely gets to one of them when a bag is empty;
    /// and so on, until he gets there from the start. Nothing if he does not.
    fn layers(&self, core: Vec<u128>) -> Option<Vec<Vec<u128>>> {
        let mut layers = vec![core];
        loop {
            let last = &layers[layers.len() - 1];
            if self.starts(last) {
                return Some(layers);
            }
            let more: Vec<u128> = last.iter().map(|word| word & 1 | word >> self.game.full() & 1).collect();
            if more.iter().zip(last).all(|(more, last)| more & 1 == last & 1) {
                return None;
            }
            layers.push(self.filled(more));
        }
    }

    /// The words of all wells with what may be put aside, by number `well * held + aside`, if these are the homes.
    pub fn ends(&self, homes: &BagHomes) -> Vec<u128> {
        let is_home = |well: &Well, aside| homes.homes.get(well).is_some_and(|held| held.contains(&aside));
        let held = 0..self.game.held() as u8;
        let words = self.all.iter().flat_map(|well| held.clone().map(move |aside| u128::from(is_home(well, aside))));
        self.filled(words.collect())
    }

    /// Fills in the words of all wells; nothing but bit 0 is there, of the homes.
    fn filled(&self, mut ends: Vec<u128>) -> Vec<u128> {
        let homes = self.with_homes(&ends);
        self.spread(&mut ends, homes);
        ends
    }

    /// The first places: the piece put aside, the piece that is placed, and what is then left in the bag.
    fn first_places(&self) -> Vec<(usize, usize, usize)> {
        let (pieces, full) = (self.game.well.pieces.pieces().len(), self.game.full());
        let pairs = (0..self.game.held()).flat_map(|held| (0..pieces).map(move |piece| (held, piece)));
        match self.game.hold {
            true => pairs.filter(|(a, b)| a != b).map(|(a, b)| (a, b, full & !(1 << a) & !(1 << b))).collect(),
            false => pairs.map(|(a, b)| (a, b, full & !(1 << b))).collect(),
        }
    }

    fn starts(&self, ends: &[u128]) -> bool {
        self.first_places().iter().all(|(held, piece, bag)| self.placed(ends, 0, *piece, *held) >> bag & 1 == 1)
    }

    /// A smaller set of homes, by one way to play: at each place in the first layer that it can be in, and where play has been
    /// already. If the first layer is taken `whole`, play ends there. By the numbers of the words, whether it is a home.
    fn shrunk(&self, layers: &[Vec<u128>], whole: bool) -> Vec<bool> {
        let (held, ends) = (self.game.held(), &layers[layers.len() - 1]);
        let mut seen: Vec<u128> = layers[0].iter().map(|word| word & u128::from(whole)).collect();
        let mut open: Vec<(usize, usize)> = Vec::new();
        let layer = |at: usize, bag: usize| layers.iter().take_while(|layer| layer[at] >> bag & 1 == 0).count();
        let visit = |choices: &[(usize, usize)], seen: &mut Vec<u128>, open: &mut Vec<(usize, usize)>| {
            let safe = choices.iter().filter(|(at, bag)| ends[*at] >> bag & 1 == 1);
            let best = safe.max_by_key(|(at, bag)| {
                let been = (seen[*at] >> bag & 1, seen[*at].count_ones(), ends[*at].count_ones());
                (Reverse(layer(*at, *bag)), been)
            });
            let (at, bag) = *best.expect("a safe situation has a safe place");
            if seen[at] >> bag & 1 == 0 {
                seen[at] |= 1 << bag;
                open.push((at, bag));
            }
        };
        let places = |well: usize, piece: usize, aside: usize, bag: usize| -> Vec<(usize, usize)> {
            self.after(well, piece).iter().map(|after| (*after as usize * held + aside, bag)).collect()
        };
        for (aside, piece, bag) in self.first_places() {
            visit(&places(0, piece, aside, bag), &mut seen, &mut open);
        }
        while let Some((at, bag)) = open.pop() {
            let (well, aside) = (at / held, at % held);
            let bag = if bag == 0 { self.game.full() } else { bag };
            for piece in (0..7).filter(|piece| bag >> piece & 1 == 1) {
                let left = bag & !(1 << piece);
                let mut choices = places(well, piece, aside, left);
                if self.game.hold {
                    choices.extend(places(well, aside, piece, left));
                }
                visit(&choices, &mut seen, &mut open);
            }
        }
        if !self.game.hold {
            seen[0] |= 1;
        }
        seen.iter().map(|word| word & 1 == 1).collect()
    }

    /// The certificate of some homes.
    fn certificate(&self, is_home: &[bool], tame: Option<&Tame>) -> BagHomes {
        let held = self.game.held();
        let mut homes: BTreeMap<Well, BTreeSet<u8>> = BTreeMap::new();
        for at in (0..is_home.len()).filter(|at| is_home[*at]) {
            homes.entry(self.all[at / held].clone()).or_default().insert((at % held) as u8);
        }
        let most = u32::from(self.game.well.width) * u32::from(self.game.well.depth);
        let mut bumps = tame.map_or(vec![most], |tame| tame.bumps.clone());
        let holes = tame.map_or(most, |tame| tame.bumps.len() as u32 - 1);
        // The last one is for all wells with more holes.
        while bumps.len() > 1 && bumps[bumps.len() - 2..] == [bumps[bumps.len() - 1]; 2] {
            bumps.pop();
        }
        let bumps = bumps.into_iter().map(u64::from).collect();
        BagHomes { game: self.game.clone(), holes: holes.into(), bumps, homes }
    }
}

#[cfg(test)]
mod tests;
