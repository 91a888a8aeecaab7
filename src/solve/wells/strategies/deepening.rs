//! Who wins a well, by deepening: whether the machine wins within one piece, within two, within three, and so on.
//!
//! Wells that come up on the way are looked at alone, and of each it is kept for how long the player surely lasts there and
//! within how many pieces the machine surely wins. Where he lasts for long he can often stay: from time to time the greatest
//! set is sought, among the situations in which he lasts at least half as long as was asked, in which every piece leaves a
//! place that leads to one of them. If that has the start, he wins. It finds strategies that need many covered holes, where
//! the search [on the fly](super::reach) goes astray.
use super::packed::{Packed, Word};
use super::reach::Reached;
use super::tame::Tame;
use crate::error::{Error, Result};
use crate::game::wells::Placement;
use crate::proof::region::wells::{Strategy, WellGame};
use crate::solve::Memory;
use hashbrown::{HashMap, HashSet};
use std::collections::BTreeMap;
use std::ops::ControlFlow::Continue;

/// The bytes of a situation in the table, as this grows.
const BYTES: u128 = 48;
/// So many pieces are asked for when it is first tried whether the player can stay; then half as many again, and so on.
const FIRST_TRY: u16 = 32;
/// The most pieces that are asked for.
const MOST_PIECES: u16 = 1000;

/// A well and the pieces shown, as a number in base of the pieces, the next piece being its first digit.
type Situation = (Word, u32);

/// What is known of a situation.
#[derive(Debug, Clone, Copy, Default)]
struct Known {
    /// The player surely places so many pieces.
    lasts: u16,
    /// The machine surely wins within so many pieces, if that is known.
    falls: Option<u16>,
}

/// The most situations for which the memory is enough.
pub fn most(memory: Memory) -> usize {
    usize::try_from(u128::from(memory.0) / BYTES).unwrap_or(usize::MAX)
}

/// Looks at so many situations at most, to find a strategy for the player or that the machine wins. Wells of more than 64 cells are
/// left undecided.
///
/// # Errors
/// Too many lists of pieces, or more memory than allowed for so many situations.
pub fn solve(game: &WellGame, situations: usize, memory: Memory) -> Result<Reached> {
    let tame = Tame::all(usize::from(game.width) * usize::from(game.depth));
    let Ok(packed) = Packed::new(game, &tame) else { return Ok(Reached::Unknown) };
    memory.ask(situations as u128 * BYTES, &format!("a deepening search of {situations} situations of a well"))?;
    let (pieces, lookahead) = (game.pieces.pieces().len() as u32, u32::from(game.lookahead));
    let lists = pieces.checked_pow(lookahead + 1).map(|queues| queues / pieces);
    let lists = lists.ok_or_else(|| Error::input(game.title(), "too many lists of shown pieces", "less lookahead"))?;
    let mut search = Search { packed, pieces, lookahead, lists, most: situations, known: HashMap::new() };
    let mut next_try = FIRST_TRY;
    for within in 1..=MOST_PIECES {
        for shown in 0..lists {
            match search.falls((0, shown), within) {
                Some(false) => {}
                Some(true) => return Ok(Reached::Lost),
                None => return Ok(Reached::Unknown),
            }
        }
        if within == next_try {
            if let Some(stay) = search.stay(within / 2) {
                return Ok(Reached::Won(search.strategy(game, &stay)));
            }
            next_try += next_try / 2;
        }
    }
    Ok(Reached::Unknown)
}

struct Search<'a> {
    packed: Packed<'a>,
    pieces: u32,
    lookahead: u32,
    /// How many lists of pieces may be shown.
    lists: u32,
    /// The most situations.
    most: usize,
    known: HashMap<Situation, Known>,
}

impl Search<'_> {
    /// Where the places of the piece that is next lead, if this one is announced: those with the fewest cells first.
    fn after(&self, (well, shown): Situation, announced: u32) -> Vec<(Placement, Situation)> {
        let queue = shown * self.pieces + announced;
        let (piece, shown) = (queue / self.lists, queue % self.lists);
        let mut all = Vec::with_capacity(32);
        let _ = self.packed.each(well, piece as usize, |at, after| {
            all.push((at, (after, shown)));
            Continue(())
        });
        all.sort_by_key(|(_, (well, _))| (well.count_ones(), *well));
        all.dedup_by_key(|(_, after)| *after);
        all
    }

    fn of(&self, situation: &Situation) -> Known {
        self.known.get(situation).copied().unwrap_or_default()
    }

    /// Whether the machine wins within so many pieces; none if too many situations came up.
    fn falls(&mut self, situation: Situation, within: u16) -> Option<bool> {
        let known = self.of(&situation);
        if within <= known.lasts {
            return Some(false);
        }
        if known.falls.is_some_and(|falls| falls <= within) {
            return Some(true);
        }
        if self.known.len() >= self.most {
            return None;
        }
        let mut falls = false;
        for announced in 0..self.pieces {
            if self.all_fall(&self.after(situation, announced), within - 1)? {
                falls = true;
                break;
            }
        }
        let known = self.known.entry(situation).or_default();
        match falls {
            true => known.falls = Some(within),
            false => known.lasts = within,
        }
        Some(falls)
    }

    /// Whether the machine wins within so many pieces wherever the player puts one.
    fn all_fall(&mut self, after: &[(Placement, Situation)], within: u16) -> Option<bool> {
        if after.iter().any(|(_, situation)| within <= self.of(situation).lasts) {
            return Some(false);
        }
        for (_, situation) in after {
            if !self.falls(*situation, within)? {
                return Some(false);
            }
        }
        Some(true)
    }

    /// The greatest set in which the player can stay of those situations in which he lasts so long, if it has all starts.
    fn stay(&self, lasts: u16) -> Option<HashSet<Situation>> {
        let long = self.known.iter().filter(|(_, known)| known.lasts >= lasts);
        let mut stay: HashSet<Situation> = long.map(|(situation, _)| *situation).collect();
        loop {
            let answered = |announced: u32, situation: Situation| {
                self.after(situation, announced).iter().any(|(_, after)| stay.contains(after))
            };
            let leaves = |situation: &&Situation| !(0..self.pieces).all(|announced| answered(announced, **situation));
            let gone: Vec<Situation> = stay.iter().filter(leaves).copied().collect();
            if gone.is_empty() {
                return (0..self.lists).all(|shown| stay.contains(&(0, shown))).then_some(stay);
            }
            gone.iter().for_each(|situation| {
                stay.remove(situation);
            });
        }
    }

    /// A way to play inside such a set, where he goes to situations that come up anyway, or to those in which he is known to last
    /// longest.
    fn strategy(&self, game: &WellGame, stay: &HashSet<Situation>) -> Strategy {
        let mut open: Vec<Situation> = (0..self.lists).map(|shown| (0, shown)).collect();
        let (mut met, mut moves): (HashSet<Situation>, _) = (open.iter().copied().collect(), BTreeMap::new());
        while let Some(situation) = open.pop() {
            for announced in 0..self.pieces {
                let inside = self.after(situation, announced).into_iter().filter(|(_, after)| stay.contains(after));
                let best = inside.max_by_key(|(_, after)| (met.contains(after), self.of(after).lasts));
                let (at, after) = best.expect("every piece has an answer inside");
                if met.insert(after) {
                    open.push(after);
                }
                moves.insert((self.packed.well(situation.0), self.listed(situation.1, announced)), at);
            }
        }
        Strategy { game: game.clone(), moves }
    }

    /// The pieces shown and the one announced, one by one.
    fn listed(&self, shown: u32, announced: u32) -> Vec<u8> {
        let queue = shown * self.pieces + announced;
        let digit = |place| (queue / self.pieces.pow(place) % self.pieces) as u8;
        (0..=self.lookahead).rev().map(digit).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::reach;
    use super::*;
    use crate::game::wells::{Movement, PieceSet};
    use crate::proof::check;

    fn game(width: u8, depth: u16, pieces: &str, rule: Movement, lookahead: u8) -> WellGame {
        WellGame::new(width, depth, PieceSet::parse(pieces).unwrap(), rule, lookahead).unwrap()
    }

    #[test]
    fn the_winner_is_that_of_the_search_on_the_fly() {
        let mut counts = [0; 2];
        for (width, most) in [(1, 3), (2, 4), (3, 3), (4, 2)] {
            for pieces in ["O", "I", "S", "OI", "OL", "JL", "SZ", "1", "13", "OITJLSZ"] {
                for (rule, depth) in
                    Movement::ALL.into_iter().flat_map(|rule| (0..=most).map(move |depth| (rule, depth)))
                {
                    for lookahead in 0..=(3 - pieces.len().min(3) as u8) {
                        let game = game(width, depth, pieces, rule, lookahead);
                        let expected = reach::solve(&game, 100_000, Memory(1 << 30)).unwrap();
                        match (solve(&game, 100_000, Memory(1 << 30)).unwrap(), expected) {
                            (Reached::Won(strategy), Reached::Won(_)) => {
                                check(&strategy.text()).unwrap_or_else(|error| panic!("{}: {error}", game.title()));
                                counts[0] += 1;
                            }
                            (Reached::Lost, Reached::Lost) => counts[1] += 1,
                            (found, expected) => panic!("{}: {found:?}, not {expected:?}", game.title()),
                        }
                    }
                }
            }
        }
        assert!(counts.iter().all(|count| *count > 100), "{counts:?}");
    }

    #[test]
    fn a_strategy_with_many_covered_holes_is_found() {
        let game = game(4, 8, "OJL", Movement::Anywhere, 0);
        let Reached::Won(strategy) = solve(&game, 1_000_000, Memory(1 << 30)).unwrap() else { panic!("not won") };
        assert!(check(&strategy.text()).is_ok());
        assert_eq!(solve(&WellGame { depth: 7, ..game.clone() }, 1_000_000, Memory(1 << 30)).unwrap(), Reached::Lost);
        assert_eq!(solve(&game, 1000, Memory(1 << 30)).unwrap(), Reached::Unknown);
        assert!(solve(&game, 1_000_000, Memory(1 << 20)).is_err());
        assert_eq!(solve(&WellGame { depth: 17, ..game }, 1000, Memory(1 << 30)).unwrap(), Reached::Unknown);
    }
}
