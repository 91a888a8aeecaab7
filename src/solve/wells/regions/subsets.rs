//! Who wins with each set of the seven pieces: least depths for all of them, up to a mirror.
//!
//! What the machine can send with fewer pieces it can send with more; a promise never hurts the player, nor does a freer
//! rule. So a depth that is lost to some pieces is lost to more of them, with fewer promises, and under a stricter rule,
//! and no sweep is needed to say so.
use super::{LeastDepth, Memory, Watch, least_height};
use crate::error::Result;
use crate::game::wells::{Movement, PieceSet};
use crate::proof::region::wells::WellGame;
use std::collections::BTreeMap;

/// The seven pieces.
pub const LETTERS: [char; 7] = ['O', 'I', 'T', 'J', 'L', 'S', 'Z'];

/// The rules of a census, from the freest to the strictest.
pub const RULES: [Movement; 3] = [Movement::Anywhere, Movement::Slide, Movement::Drop];

/// A set of the seven pieces: bit `i` is letter `i`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Set(u8);

impl Set {
    /// One set of each pair of mirror images, smaller sets first.
    pub fn up_to_mirror() -> Vec<Set> {
        let mut sets: Vec<Set> = (1..128).map(Set).filter(|set| *set == set.standard()).collect();
        sets.sort_by_key(|set| (set.0.count_ones(), *set));
        sets
    }

    /// The set or its mirror image, whichever comes first: J and L change places, and S and Z.
    fn standard(self) -> Set {
        let swapped = |low: u32| (self.0 >> low & 1) << (low + 1) | (self.0 >> (low + 1) & 1) << low;
        self.min(Set(self.0 & 7 | swapped(3) | swapped(5)))
    }

    /// The set with these letters.
    pub fn of(letters: &str) -> Set {
        Set(LETTERS.iter().zip(0..).map(|(letter, bit)| u8::from(letters.contains(*letter)) << bit).sum())
    }

    /// Whether it has all pieces of another set.
    pub fn holds(self, other: Set) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether it has a piece.
    pub fn has(self, letter: char) -> bool {
        LETTERS.iter().zip(0..).any(|(known, bit)| *known == letter && self.0 >> bit & 1 == 1)
    }

    /// How many pieces it has.
    pub fn size(self) -> u32 {
        self.0.count_ones()
    }

    /// The sets with one piece less, each or its mirror image.
    fn smaller(self) -> impl Iterator<Item = Set> {
        let without = (0..7).map(move |bit| Set(self.0 & !(1 << bit)));
        without.filter(move |set| *set != self && set.0 != 0).map(Set::standard)
    }

    /// The set as pieces.
    ///
    /// # Errors
    /// None: the letters are known.
    pub fn pieces(self) -> Result<PieceSet> {
        PieceSet::parse(&self.to_string())
    }
}

impl std::fmt::Display for Set {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        LETTERS.iter().filter(|letter| self.has(**letter)).try_for_each(|letter| write!(f, "{letter}"))
    }
}

/// Why a line of the census holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Basis {
    /// A sweep over all wells of the first depth that nothing else settles, and of those after it.
    Sweep,
    /// Pieces that the machine wins with at every depth.
    Lost(Set),
    /// A set of fewer pieces.
    Fewer(Set),
    /// The same set with more lookahead.
    Told(u8),
    /// The same set under a freer rule.
    Freer(Movement),
}

/// One set in wells of one width under one rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The columns.
    pub width: u8,
    /// The pieces.
    pub set: Set,
    /// Pieces announced before the play.
    pub lookahead: u8,
    /// The rule.
    pub rule: Movement,
    /// What is known; of no use with [`Basis::Lost`].
    pub least: LeastDepth,
    /// Why.
    pub basis: Basis,
}

/// Which wells a census is about.
#[derive(Debug, Clone, Copy)]
pub struct Sizes {
    /// The columns.
    pub width: u8,
    /// The greatest depth.
    pub depth: u16,
    /// The most pieces announced before the play; every smaller number is tried as well.
    pub lookahead: u8,
}

/// All sets in one width to a depth. With each of the sets `lost`, with any lookahead and under every rule, the machine
/// wins at every depth.
///
/// # Errors
/// Sizes that cannot be swept, more memory than allowed, or what the watch says.
pub fn census(wells: Sizes, lost: &[Set], memory: Memory, watch: &dyn Watch) -> Result<Vec<Entry>> {
    let mut known: BTreeMap<Key, Entry> = BTreeMap::new();
    for set in Set::up_to_mirror() {
        for lookahead in (0..=wells.lookahead).rev() {
            for rule in RULES {
                let key = (set, lookahead, rule);
                let entry = match lost.iter().find(|lost| set.holds(**lost)) {
                    Some(lost) => {
                        let least = LeastDepth { height: None, lost_to: None };
                        Entry { width: wells.width, set, lookahead, rule, least, basis: Basis::Lost(*lost) }
                    }
                    None => decide(&known, wells, key, memory, watch)?,
                };
                known.insert(key, entry);
            }
        }
    }
    let mut entries: Vec<Entry> = known.into_values().collect();
    entries.sort_by_key(|entry| (entry.set.size(), entry.set, entry.lookahead, entry.rule));
    Ok(entries)
}

type Key = (Set, u8, Movement);

/// What is known from the games that are easier for the player, and a sweep for the rest.
fn decide(
    known: &BTreeMap<Key, Entry>,
    Sizes { width, depth, lookahead: most }: Sizes,
    (set, lookahead, rule): Key,
    memory: Memory,
    watch: &dyn Watch,
) -> Result<Entry> {
    // One piece needs no promise.
    if set.size() == 1
        && let Some(told) = known.get(&(set, most, rule))
    {
        return Ok(Entry { lookahead, ..told.clone() });
    }
    let fewer = set.smaller().map(|smaller| ((smaller, lookahead, rule), Basis::Fewer(smaller)));
    let told = (lookahead < most).then_some(((set, lookahead + 1, rule), Basis::Told(lookahead + 1)));
    let freer = RULES.iter().position(|known| *known == rule).and_then(|at| at.checked_sub(1)).map(|at| RULES[at]);
    let freer = freer.map(|freer| ((set, lookahead, freer), Basis::Freer(freer)));
    let easier = freer.into_iter().chain(told).chain(fewer);
    let mut best: Option<(u16, Basis)> = None;
    for (key, basis) in easier {
        if let Some(lost) = known.get(&key).and_then(|entry| entry.least.lost_to)
            && best.as_ref().is_none_or(|(best, _)| lost > *best)
        {
            best = Some((lost, basis));
        }
    }
    let entry = |least, basis| Entry { width, set, lookahead, rule, least, basis };
    let from = match best {
        Some((lost, basis)) if lost >= depth => {
            return Ok(entry(LeastDepth { height: None, lost_to: Some(depth) }, basis));
        }
        Some((lost, _)) => lost + 1,
        None => 0,
    };
    let lookahead = if set.size() == 1 { 0 } else { lookahead };
    let game = WellGame { width, depth, pieces: set.pieces()?, rule, lookahead };
    Ok(entry(least_height(&game, from, memory, watch)?, Basis::Sweep))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::Unwatched;

    #[test]
    fn seventy_nine_sets_up_to_a_mirror() {
        let sets = Set::up_to_mirror();
        assert_eq!(sets.len(), 79);
        for mask in 1..128 {
            let set = Set(mask);
            let mirrored = set.pieces().expect("letters").mirror().to_string();
            let standard = set.standard().to_string();
            assert!(standard == set.to_string() || standard == mirrored, "{set}");
            assert!(sets.contains(&set.standard()), "{set}");
        }
    }

    #[test]
    fn what_is_taken_from_easier_games_is_what_a_sweep_finds() {
        for (width, depth, lost) in [(2, 5, &["SZ"][..]), (3, 3, &["O", "S", "Z"][..]), (4, 2, &["SZ"][..])] {
            let lost: Vec<Set> = lost.iter().map(|letters| Set::of(letters)).collect();
            let wells = Sizes { width, depth, lookahead: 1 };
            for entry in census(wells, &lost, Memory(1 << 30), &Unwatched).expect("a census") {
                let Entry { width, set, lookahead, rule, .. } = entry.clone();
                let game = WellGame { width, depth, pieces: set.pieces().expect("letters"), rule, lookahead };
                let swept = least_height(&game, 0, Memory(1 << 30), &Unwatched).expect("a sweep");
                assert_eq!(entry.least.height, swept.height, "{}", game.title());
                if !matches!(entry.basis, Basis::Lost(_)) {
                    assert_eq!(entry.least, swept, "{}", game.title());
                }
            }
        }
    }
}
