//! Who wins when the pieces are dealt from a bag: the wells and pieces put aside at which the player can be after each bag.
//!
//! One word for each well and piece put aside: bit `b` says that the player can surely be at a home, as the certificate has
//! it, when the bag `b` is empty. A round begins with the homes and goes up the sizes of bags; homes from which the full
//! bag leads away are no homes in the next round, which goes over what that changes. What stays is the greatest fixpoint.
use super::on_the_fly::holes;
use crate::error::Result;
use crate::game::wells::{BagGame, Mover, Well};
use crate::proof::region::wells::bag::BagHomes;
use crate::solve::{Memory, Watch};
use hashbrown::HashMap;
use std::collections::BTreeMap;

/// The most pieces in a bag: a bit of a word for each choice among them.
const MOST: usize = 7;

/// The wells that the player may make.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// The most covered holes, and the greatest sum of differences of heights of neighbouring columns; nothing for all wells.
    pub tame: Option<(u32, u32)>,
    /// The most wells looked at.
    pub wells: usize,
}

impl Bounds {
    /// Whether the player may make a well.
    pub fn keep(&self, game: &BagGame, well: &Well) -> bool {
        let tame = |(most, sum): (u32, u32)| holes(well.rows()) <= most && bumps(well) <= sum;
        well.height() <= usize::from(game.well.depth) && self.tame.is_none_or(tame)
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
pub fn solve(game: &BagGame, bounds: Bounds, memory: Memory, watch: &dyn Watch) -> Result<Dealt> {
    let words = 16 * game.held() as u128;
    let places = 8 * 4 * u128::from(game.well.width) * game.well.pieces.pieces().len() as u128;
    memory.ask(bounds.wells as u128 * (words + places), &format!("bags in {} wells", bounds.wells))?;
    watch.begin(&format!("bags, {}", game.title()), 1, "games");
    let Some(wells) = Wells::new(game, bounds)? else { return Ok(Dealt::Unknown) };
    let found = match (wells.fixpoint(vec![1; wells.all.len() * game.held()]), bounds.tame) {
        (Some(ends), tame) => Dealt::Won(wells.shrunk(ends, tame)),
        (None, None) => Dealt::Lost,
        (None, Some(_)) => Dealt::Unknown,
    };
    watch.advance(1);
    Ok(found)
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

fn bumps(well: &Well) -> u32 {
    let height =
        |column: u8| (0..well.height()).rev().find(|row| well.rows()[*row] >> column & 1 == 1).map_or(0, |row| row + 1);
    (1..well.width()).map(|column| height(column).abs_diff(height(column - 1)) as u32).sum()
}

impl Wells {
    /// All wells within the bounds that can come up; nothing if they are too many.
    pub fn new(game: &BagGame, bounds: Bounds) -> Result<Option<Self>> {
        let movers: Vec<Mover> =
            game.well.pieces.pieces().iter().map(|piece| Mover::new(piece, game.well.rule)).collect();
        let empty = Well::empty(game.well.width)?;
        let mut numbers: HashMap<Well, u32> = HashMap::from([(empty.clone(), 0)]);
        let mut wells = Wells { game: game.clone(), all: vec![empty], first: vec![0], heads: Vec::new() };
        let mut next = 0;
        while next < wells.all.len() {
            let well = wells.all[next].clone();
            next += 1;
            for mover in &movers {
                let after = mover.placements(&well).into_iter().map(|at| mover.place(&well, at).0);
                for well in after.filter(|well| bounds.keep(game, well)) {
                    let new = wells.all.len() as u32;
                    let number = *numbers.entry(well).or_insert_with_key(|well| {
                        wells.all.push(well.clone());
                        new
                    });
                    wells.heads.push(number);
                }
                wells.first.push(wells.heads.len());
            }
            if wells.all.len() > bounds.wells {
                return Ok(None);
            }
        }
        Ok(Some(wells))
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

    /// Fills in the words of a well for the bags of a size, from those with one piece less; whether that changes them.
    fn renew(&self, ends: &mut [u128], well: usize, sized: u128) -> bool {
        let (pieces, held) = (self.game.well.pieces.pieces().len(), self.game.held());
        let placed = self.all_placed(ends, well);
        let mut changed = false;
        for aside in 0..held {
            let mut found = sized;
            for (piece, holding) in HOLDING[..pieces].iter().enumerate() {
                let swapped = if self.game.hold { placed[aside][piece] } else { 0 };
                let left = placed[piece][aside] | swapped;
                found &= !holding | (left << (1 << piece)) & holding;
            }
            let word = &mut ends[well * held + aside];
            changed |= *word & sized != found;
            *word = *word & !sized | found;
        }
        changed
    }

    /// The greatest fixpoint below these homes; nothing if the player cannot stay there from the start. Only those words are
    /// filled in again that a change comes to.
    fn fixpoint(&self, mut ends: Vec<u128>) -> Option<Vec<u128>> {
        let (pieces, held) = (self.game.well.pieces.pieces().len(), self.game.held());
        let mut changed = vec![true; self.all.len()];
        loop {
            for sized in (1..=pieces).map(sized) {
                let renewed = |well: usize| {
                    let is_stale = self.heads(well).iter().any(|after| changed[*after as usize]);
                    is_stale && self.renew(&mut ends, well, sized)
                };
                changed = (0..self.all.len()).map(renewed).collect();
            }
            if !self.starts(&ends) {
                return None;
            }
            // Homes from which the full bag leads away are none.
            changed.fill(false);
            for (at, word) in ends.iter_mut().enumerate() {
                if *word & 1 & !(*word >> self.game.full()) == 1 {
                    *word &= !1;
                    changed[at / held] = true;
                }
            }
            if !changed.contains(&true) {
                return Some(ends);
            }
        }
    }

    /// The words of all wells with what may be put aside, by number `well * held + aside`, if these are the homes.
    pub fn ends(&self, homes: &BagHomes) -> Vec<u128> {
        let is_home = |well: &Well, aside| homes.homes.get(well).is_some_and(|held| held.contains(&aside));
        let held = 0..self.game.held() as u8;
        let words = self.all.iter().flat_map(|well| held.clone().map(move |aside| u128::from(is_home(well, aside))));
        let mut ends: Vec<u128> = words.collect();
        for sized in (1..=self.game.well.pieces.pieces().len()).map(sized) {
            (0..self.all.len()).for_each(|well| {
                self.renew(&mut ends, well, sized);
            });
        }
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

    /// A smaller set of homes, by one way to play: at each place that is taken where play has been already, if it can be.
    fn shrunk(&self, ends: Vec<u128>, tame: Option<(u32, u32)>) -> BagHomes {
        let held = self.game.held();
        let mut seen = vec![0_u128; ends.len()];
        let mut open: Vec<(usize, usize)> = Vec::new();
        let visit = |choices: &[(usize, usize)], seen: &mut Vec<u128>, open: &mut Vec<(usize, usize)>| {
            let safe = choices.iter().filter(|(at, bag)| ends[*at] >> bag & 1 == 1);
            let best =
                safe.max_by_key(|(at, bag)| (seen[*at] >> bag & 1, seen[*at].count_ones(), ends[*at].count_ones()));
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
        let mut homes: BTreeMap<Well, _> = BTreeMap::new();
        for at in (0..seen.len()).filter(|at| seen[*at] & 1 == 1) {
            let aside: &mut std::collections::BTreeSet<u8> = homes.entry(self.all[at / held].clone()).or_default();
            aside.insert((at % held) as u8);
        }
        let most = u32::from(self.game.well.width) * u32::from(self.game.well.depth);
        let (holes, bumps) = tame.unwrap_or((most, most));
        BagHomes { game: self.game.clone(), holes: holes.into(), bumps: bumps.into(), homes }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::wells::bag_twin::wins;
    use crate::game::wells::{Movement, PieceSet};
    use crate::proof::check;
    use crate::solve::Unwatched;

    fn found(game: &BagGame, tame: Option<(u32, u32)>) -> Dealt {
        solve(game, Bounds { tame, wells: 10_000 }, Memory(1 << 30), &Unwatched).unwrap()
    }

    #[test]
    fn the_winner_is_that_of_the_definition() {
        let mut won = 0;
        for (width, depth) in [(2, 0), (2, 4), (2, 5), (3, 2), (4, 1), (4, 2)] {
            for pieces in ["O", "I", "OI", "JL", "SZ", "OL", "OIL", "OJL"] {
                for (rule, hold) in [(Movement::Drop, false), (Movement::Slide, true), (Movement::Anywhere, true)] {
                    let Ok(game) = BagGame::new(width, depth, PieceSet::parse(pieces).unwrap(), rule, hold) else {
                        assert!(hold && pieces.len() == 1);
                        continue;
                    };
                    let dealt = found(&game, None);
                    assert_eq!(matches!(dealt, Dealt::Won(_)), wins(&game), "{}", game.title());
                    if let Dealt::Won(homes) = dealt {
                        won += 1;
                        assert!(check(&homes.text()).is_ok(), "{}: {:?}", game.title(), check(&homes.text()));
                    }
                }
            }
        }
        assert!(won > 10);
    }

    #[test]
    fn bounds_only_leave_things_open() {
        let game = BagGame::new(2, 4, PieceSet::parse("OI").unwrap(), Movement::Drop, false).unwrap();
        assert_eq!(found(&game, Some((0, 3))), Dealt::Unknown);
        assert!(matches!(found(&game, Some((0, 4))), Dealt::Won(homes) if homes.bumps == 4));
        let few = Bounds { tame: None, wells: 1 };
        assert_eq!(solve(&game, few, Memory(1 << 30), &Unwatched).unwrap(), Dealt::Unknown);
        assert!(solve(&game, few, Memory(1), &Unwatched).is_err());
    }
}
