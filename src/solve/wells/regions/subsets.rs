//! Who wins with each set of the seven pieces: least depths for all of them, up to a mirror.
//!
//! What the machine can send with fewer pieces it can send with more; a promise never hurts the player, nor does a freer
//! rule. So a depth that is lost to some pieces is lost to more of them, with fewer promises, and under a stricter rule,
//! and no sweep is needed to say so.
use super::{LeastDepth, Memory, Watch, Winners};
use crate::error::Result;
use crate::game::wells::{Movement, PieceSet};
use crate::proof::region::wells::WellGame;
use crate::solve::together::{Beside, together};
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
    /// Searches through all that may happen, each in this game or in one from which its answer follows.
    Sweep,
    /// Pieces that the machine wins with at every depth.
    Lost(Set),
    /// A set of fewer pieces.
    Fewer(Set),
    /// The same set with more lookahead.
    Told(u8),
    /// The same set under a freer rule.
    Freer(Movement),
    /// A set with which the machine wins at every depth by many left kinks and the other piece of it, again and again.
    Kinks(Set),
    /// A set of pieces with a lookahead under a rule with which the machine wins at every depth.
    Rises(Set, u8, Movement),
    /// A game that the player wins in wells of a depth that was not swept.
    Deeper {
        /// The pieces.
        set: Set,
        /// Pieces shown ahead of the one to be placed.
        lookahead: u8,
        /// The rule.
        rule: Movement,
        /// The depth.
        depth: u16,
        /// Whether the certificate of it is kept; if not, it was accepted when it was found.
        is_kept: bool,
    },
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
    /// What is known by sweeps; of no use if it is lost at every depth.
    pub least: LeastDepth,
    /// Why.
    pub basis: Basis,
}

impl Entry {
    /// Whether the machine is known to win at every depth.
    pub fn is_lost(&self) -> bool {
        matches!(self.basis, Basis::Lost(_) | Basis::Kinks(_) | Basis::Rises(..))
    }

    /// The depth in which the player is known to win: the least, if sweeps reach it.
    pub fn won_at(&self) -> Option<u16> {
        match self.basis {
            Basis::Deeper { depth, .. } => Some(depth),
            _ => self.least.height,
        }
    }

    /// Whether it is not known who wins in deep wells.
    pub fn is_open(&self) -> bool {
        !self.is_lost() && self.won_at().is_none()
    }
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
    let all = Set::up_to_mirror();
    // What is known of a set does not depend on those of its size.
    for sets in all.chunk_by(|one, next| one.size() == next.size()) {
        let lost = |set: Set| lost.iter().find(|lost| set.holds(**lost));
        watch.begin(&format!("width {}, sets of {}", wells.width, sets[0].size()), sets.len() as u64, "sets");
        let games = together(sets.len(), memory, |number, memory| {
            let set = sets[number];
            let games = match lost(set) {
                Some(_) => Vec::new(),
                None => least_depths(&known, wells, set, Winners::new(memory, &Beside(watch)))?,
            };
            watch.advance(1);
            Ok(games)
        })?;
        for (set, games) in sets.iter().zip(games) {
            learn(&mut known, wells, *set, &games, lost(*set));
        }
    }
    let mut entries: Vec<Entry> = known.into_values().collect();
    entries.sort_by_key(|entry| (entry.set.size(), entry.set, entry.lookahead, entry.rule));
    Ok(entries)
}

type Key = (Set, u8, Movement);

/// Notes all games with a set.
fn learn(known: &mut BTreeMap<Key, Entry>, wells: Sizes, set: Set, games: &[Game], lost: Option<&Set>) {
    for lookahead in (0..=wells.lookahead).rev() {
        for rule in RULES {
            let of = |game: &&Game| (set.size() == 1 || game.lookahead == lookahead) && game.rule == rule;
            let least = games.iter().find(of).map_or(LeastDepth { height: None, lost_to: None }, |game| game.least);
            let key = (set, lookahead, rule);
            let basis = lost.map_or_else(|| basis(known, wells, key), |lost| Basis::Lost(*lost));
            known.insert(key, Entry { width: wells.width, set, lookahead, rule, least, basis });
        }
    }
}

/// A game with one set in wells of one width, and what is known of it so far.
#[derive(Clone, Copy)]
pub struct Game {
    /// Pieces announced before the play.
    pub lookahead: u8,
    /// The rule.
    pub rule: Movement,
    /// Who wins in which depth.
    pub least: LeastDepth,
}

impl Game {
    /// Whether it is not known who wins in a depth.
    fn is_open(&self, depth: u16) -> bool {
        self.least.height.is_none() && self.least.lost_to.is_none_or(|lost| lost < depth)
    }

    /// Whether the player does at least as well as in another game with the set.
    fn eases(&self, other: &Game) -> bool {
        self.lookahead >= other.lookahead && self.rule >= other.rule
    }

    /// Takes over who wins in a depth, if it is open here and follows from another game.
    fn learn(&mut self, depth: u16, other: &Game, wins: bool) {
        if wins && self.is_open(depth) && self.eases(other) {
            self.least = LeastDepth { height: Some(depth), lost_to: depth.checked_sub(1) };
        }
        if !wins && self.is_open(depth) && other.eases(self) {
            self.least.lost_to = Some(depth);
        }
    }
}

/// The least depths of all games with a set, with every lookahead and under every rule; one piece needs no promise, so for
/// one all are without lookahead.
///
/// # Errors
/// As [`census`].
pub fn games(wells: Sizes, set: Set, memory: Memory, watch: &dyn Watch) -> Result<Vec<Game>> {
    least_depths(&BTreeMap::new(), wells, set, Winners::new(memory, watch))
}

/// The least depths of all games with a set; for one piece without lookahead, since one piece needs no promise.
///
/// In each depth the hardest game for the player and the easiest one are swept in turn, until the games that follow from
/// them meet: a depth that is won in the first, or lost in the last, is so in all. The hardest comes first: its sweeps are
/// short, above all when it is lost.
fn least_depths(known: &BTreeMap<Key, Entry>, wells: Sizes, set: Set, mut winners: Winners) -> Result<Vec<Game>> {
    let most = if set.size() == 1 { 0 } else { wells.lookahead };
    let lost_to = |lookahead, rule| {
        let smaller = set.smaller().filter_map(|smaller| known.get(&(smaller, lookahead, rule)));
        smaller.filter_map(|entry| entry.least.lost_to).max()
    };
    let begin = |lookahead, rule| {
        let least = LeastDepth { height: None, lost_to: lost_to(lookahead, rule) };
        Game { lookahead, rule, least }
    };
    let rules = || RULES.into_iter().rev();
    let mut games: Vec<Game> = (0..=most).flat_map(|told| rules().map(move |rule| begin(told, rule))).collect();
    for depth in 0..=wells.depth {
        let mut hardest = true;
        loop {
            let mut open = games.iter().filter(|game| game.is_open(depth));
            let Some(game) = (if hardest { open.next() } else { open.next_back() }).copied() else { break };
            let Game { lookahead, rule, .. } = game;
            let swept = WellGame { width: wells.width, depth, pieces: set.pieces()?, rule, lookahead };
            let wins = winners.wins(&swept)?;
            games.iter_mut().for_each(|other| other.learn(depth, &game, wins));
            hardest = !hardest;
        }
    }
    Ok(games)
}

/// Which easier game is lost as deep as is tried, if there is one.
fn basis(known: &BTreeMap<Key, Entry>, wells: Sizes, (set, lookahead, rule): Key) -> Basis {
    // One piece needs no promise.
    if set.size() == 1
        && let Some(told) = known.get(&(set, wells.lookahead, rule))
    {
        return told.basis.clone();
    }
    let fewer = set.smaller().map(|smaller| ((smaller, lookahead, rule), Basis::Fewer(smaller)));
    let told = (lookahead < wells.lookahead).then_some(((set, lookahead + 1, rule), Basis::Told(lookahead + 1)));
    let freer = RULES.iter().position(|known| *known == rule).and_then(|at| at.checked_sub(1)).map(|at| RULES[at]);
    let freer = freer.map(|freer| ((set, lookahead, freer), Basis::Freer(freer)));
    let is_lost = |key: &Key| known.get(key).is_some_and(|entry| entry.least.lost_to == Some(wells.depth));
    let mut easier = freer.into_iter().chain(told).chain(fewer);
    easier.find(|(key, _)| is_lost(key)).map_or(Basis::Sweep, |(_, basis)| basis)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::Unwatched;
    use crate::solve::wells::regions::{Until, safe_set};

    /// By a sweep of every depth.
    fn swept(game: &WellGame) -> LeastDepth {
        let wins = |depth: &u16| {
            let game = WellGame { depth: *depth, ..game.clone() };
            safe_set(&game, Until::Settled, Memory(1 << 30), &Unwatched).expect("a sweep").wins()
        };
        let height = (0..=game.depth).find(wins);
        LeastDepth { height, lost_to: height.map_or(Some(game.depth), |height| height.checked_sub(1)) }
    }

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
                let swept = swept(&game);
                assert_eq!(entry.least.height, swept.height, "{}", game.title());
                if !matches!(entry.basis, Basis::Lost(_)) {
                    assert_eq!(entry.least, swept, "{}", game.title());
                }
            }
        }
    }
}
