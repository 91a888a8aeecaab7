//! Every small set of moves in the plane: which make a game that ends, and which of those follow a proved pattern.
//!
//! A set and the one with the axes swapped are the same game; the smaller of the two, as a sorted list, stands for both.
//! Sets are counted in classes: how many moves, and the largest entry that occurs. Classes do not overlap, so that a
//! larger census contains a smaller one line by line.
use crate::error::{Error, Result};
use crate::game::Play;
use crate::game::addition::{addition, show_moves};
use crate::proof;
use crate::solve::periods::{Answer, Budget, Facts, find};
use crate::solve::{Memory, Part, Watch, some_shards};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The largest entry that a census may go up to.
pub const LARGEST_ENTRY: u64 = 9;
/// The most moves that a set of a census may have.
pub const MOST_MOVES: u64 = 12;
/// The most sets, up to swapping the axes, of one class.
pub const MOST_SETS: u128 = 10_000_000;
/// So many sets are decided, and then saved, together.
const SHARD: usize = 8;

/// A vector in the plane.
pub type Step = [i64; 2];

/// All sets of one to `moves` vectors with entries from -`reach` to `reach`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Family {
    /// The largest entry, as an absolute value.
    #[serde(rename = "box")]
    pub reach: u64,
    /// The most moves.
    pub moves: u64,
}

/// All sets of exactly `moves` vectors in which the largest entry, as an absolute value, is exactly `reach`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Class {
    /// How many moves.
    pub moves: u64,
    /// The largest entry.
    pub reach: u64,
}

/// The classes of some families, each once: by the number of moves, then by the largest entry.
///
/// # Errors
/// No family, a family out of range, or a class of too many sets.
pub fn classes(families: &[Family]) -> Result<Vec<Class>> {
    let mut classes = BTreeSet::new();
    for &Family { reach, moves } in families {
        let wrong = |what: String, right: String| Err(Error::input("census", what, right));
        if !(1..=LARGEST_ENTRY).contains(&reach) {
            return wrong(format!("box {reach}"), format!("a largest entry from 1 to {LARGEST_ENTRY}"));
        }
        if !(1..=MOST_MOVES).contains(&moves) {
            return wrong(format!("{moves} moves"), format!("a number of moves from 1 to {MOST_MOVES}"));
        }
        let largest = Class { moves, reach };
        if largest.sets() > MOST_SETS {
            let what = format!("box {reach} with {moves} moves has {} sets", largest.sets());
            return wrong(what, format!("at most {MOST_SETS} sets: a smaller box or fewer moves"));
        }
        // The zero vector alone has the largest entry 0.
        classes.extend((1..=moves).flat_map(|moves| (0..=reach).map(move |reach| Class { moves, reach })));
    }
    if classes.is_empty() {
        return Err(Error::input("census", "no families", "at least one, as { box = 2, moves = 3 }"));
    }
    Ok(classes.into_iter().filter(|class| class.sets() > 0).collect())
}

impl Class {
    /// How many sets the class has up to swapping the axes, those that do not terminate included.
    pub fn sets(self) -> u128 {
        let inner = self.reach.checked_sub(1).map_or(0, |reach| up_to_swap(reach, self.moves));
        up_to_swap(self.reach, self.moves) - inner
    }

    /// The sets of the class that terminate, one for each pair of swapped ones, in the order of their vectors.
    pub fn terminating(self) -> Vec<Vec<Step>> {
        let entries = -(self.reach as i64)..=self.reach as i64;
        let steps = entries.clone().flat_map(|a| entries.clone().map(move |b| [a, b]));
        let falling: Vec<Step> = steps.filter(|step| step.iter().any(|&c| c < 0)).collect();
        let mut found = Vec::new();
        self.extend(&falling, &mut Vec::new(), &mut found);
        found
    }

    fn extend(self, rest: &[Step], set: &mut Vec<Step>, found: &mut Vec<Vec<Step>>) {
        if set.len() as u64 == self.moves {
            let reaches = set.iter().flatten().any(|c| c.unsigned_abs() == self.reach);
            if reaches && *set <= swapped(set) {
                found.push(set.clone());
            }
            return;
        }
        for (i, &step) in rest.iter().enumerate() {
            if set.iter().all(|&other| ends(step, other)) {
                set.push(step);
                self.extend(&rest[i + 1..], set, found);
                set.pop();
            }
        }
    }
}

/// Whether two vectors, each with a negative entry, have a common weight.
///
/// A weight (p, q) with p, q > 0 must make `p a + q b` negative. Two negative or zero entries ask nothing; (-a, b) asks
/// q/p < a/b and (c, -d) asks q/p > c/d. These are bounds on one number, so a set has a common weight if every two of
/// its vectors have one.
fn ends(v: Step, w: Step) -> bool {
    let bound = |up: Step, down: Step| up[0] < 0 && up[1] > 0 && down[0] > 0 && down[1] < 0;
    let below = |up: Step, down: Step| !bound(up, down) || up[1] * down[0] < up[0] * down[1];
    below(v, w) && below(w, v)
}

/// The set with the axes swapped, sorted.
fn swapped(set: &[Step]) -> Vec<Step> {
    let mut swapped: Vec<Step> = set.iter().map(|&[a, b]| [b, a]).collect();
    swapped.sort_unstable();
    swapped
}

/// The sets of `moves` vectors with entries up to `reach`, counted up to swapping: half of all sets and of those that the
/// swap leaves as they are (Burnside's lemma).
fn up_to_swap(reach: u64, moves: u64) -> u128 {
    let side = u128::from(2 * reach + 1);
    let moves = u128::from(moves);
    let pairs = (side * side - side) / 2;
    let kept: u128 = (0..=moves / 2).map(|j| choose(pairs, j) * choose(side, moves - 2 * j)).sum();
    (choose(side * side, moves) + kept) / 2
}

/// The binomial coefficient; the numbers of a census stay far below 128 bits.
fn choose(n: u128, k: u128) -> u128 {
    (0..k).fold(1, |product, i| if i < n { product * (n - i) / (i + 1) } else { 0 })
}

/// What was found about one set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Decided {
    /// A pattern, with the fingerprint of its certificate: 16 hexadecimal digits of the hash of its text.
    Proved(Facts, String),
    /// None found; in words, how far it looked.
    Unknown(String),
}

/// One set with what was found about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The moves.
    pub moves: Vec<Vec<i64>>,
    /// The finding.
    pub decided: Decided,
}

/// Decides every terminating set of a class, in shards that are saved.
///
/// # Errors
/// More sets than the memory holds, or what the watch says.
pub fn census(class: Class, budget: Budget, memory: Memory, watch: &dyn Watch) -> Result<Vec<Entry>> {
    census_part(class, Part::WHOLE, budget, memory, watch)
}

/// The same for the shards of one of several processes.
///
/// # Errors
/// As [`census`].
pub fn census_part(class: Class, part: Part, budget: Budget, memory: Memory, watch: &dyn Watch) -> Result<Vec<Entry>> {
    memory.ask(class.sets().saturating_mul(200), "a list of move sets")?;
    let phase = format!("sets of {} moves with largest entry {}", class.moves, class.reach);
    decided(&class.terminating(), &phase, part, budget, memory, watch)
}

/// Decides some sets, in shards that are saved under the name of the phase: those of one of several processes.
///
/// # Errors
/// As [`census`].
pub fn decided(
    sets: &[Vec<Step>],
    phase: &str,
    part: Part,
    budget: Budget,
    memory: Memory,
    watch: &dyn Watch,
) -> Result<Vec<Entry>> {
    let sets: Vec<Vec<Vec<i64>>> = sets.iter().map(|set| set.iter().map(|step| step.to_vec()).collect()).collect();
    let chunk = |shard: usize| &sets[shard * SHARD..(shard * SHARD + SHARD).min(sets.len())];
    let work =
        |shard: usize| chunk(shard).iter().map(|set| decide(set, budget, memory)).collect::<Result<Vec<Decided>>>();
    let mine = part.of(sets.len().div_ceil(SHARD));
    let decided = some_shards(watch, phase, "sets", mine.clone(), |shard| chunk(shard).len() as u64, work)?;
    let (decided, mine): (Vec<Decided>, Vec<_>) = (decided.concat(), mine.flat_map(chunk).collect());
    if decided.len() != mine.len() {
        let what = format!("{} saved results for {} sets", decided.len(), mine.len());
        return Err(Error::input(phase.to_string(), what, "one for each; run without --resume"));
    }
    Ok(mine.into_iter().zip(decided).map(|(moves, decided)| Entry { moves: moves.clone(), decided }).collect())
}

/// What can be said of one set. More memory than allowed is an error: what is said shall not hang on it.
fn decide(moves: &[Vec<i64>], budget: Budget, memory: Memory) -> Result<Decided> {
    Ok(match pattern(moves, budget, memory) {
        Err(error @ Error::Memory { .. }) => return Err(error),
        Err(error) => Decided::Unknown(error.to_string()),
        Ok(Answer::Unknown(reached)) => Decided::Unknown(reached),
        Ok(Answer::Proved(pattern)) => {
            let text = pattern.certificate.to_text();
            // The checker has seen the certificate; here it reads the text, which is what a reader would be given.
            match proof::check(&text) {
                Ok(_) => Decided::Proved(pattern.facts(), blake3::hash(text.as_bytes()).to_hex()[..16].to_string()),
                Err(reject) => Decided::Unknown(format!("{}: {reject}", show_moves(moves))),
            }
        }
    })
}

/// The search for a pattern of one set of moves.
///
/// # Errors
/// Moves that make no game, or a table that does not fit the memory.
pub fn pattern(moves: &[Vec<i64>], budget: Budget, memory: Memory) -> Result<Answer> {
    find(&addition(moves)?, Play::Grundy, budget, memory)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::Unwatched;
    use crate::value::linear::{Termination, termination};

    /// Every set of a class by itself, with the weights of linear programming: how many up to swapping, and those that end.
    fn plain(class: Class) -> (u128, BTreeSet<Vec<Step>>) {
        let reach = class.reach as i64;
        let steps: Vec<Step> = (-reach..=reach).flat_map(|a| (-reach..=reach).map(move |b| [a, b])).collect();
        let (mut all, mut ending) = (BTreeSet::new(), BTreeSet::new());
        for mask in (0u32..1 << steps.len()).filter(|mask| u64::from(mask.count_ones()) == class.moves) {
            let set: Vec<Step> = (0..steps.len()).filter(|i| mask >> i & 1 == 1).map(|i| steps[i]).collect();
            if set.iter().flatten().map(|c| c.abs()).max() != Some(reach) {
                continue;
            }
            let set = swapped(&set).min(swapped(&swapped(&set)));
            let vectors: Vec<Vec<i64>> = set.iter().map(|step| step.to_vec()).collect();
            if matches!(termination(&vectors), Ok(Termination::Weight(_))) {
                ending.insert(set.clone());
            }
            all.insert(set);
        }
        (all.len() as u128, ending)
    }

    #[test]
    fn classes_have_the_sets_that_one_by_one_gives() {
        let small = (1..=4).flat_map(|moves| (0..=1).map(move |reach| Class { moves, reach }));
        for class in small {
            let (sets, ending) = plain(class);
            assert_eq!(class.sets(), sets, "{class:?}");
            assert_eq!(class.terminating().into_iter().collect::<BTreeSet<_>>(), ending, "{class:?}");
            assert_eq!(class.terminating().len(), ending.len(), "{class:?}: each set once");
        }
    }

    #[test]
    fn pairs_and_triples_have_a_common_weight_as_linear_programming_says() {
        let class = Class { moves: 2, reach: 3 };
        let pairs: BTreeSet<Vec<Step>> = class.terminating().into_iter().collect();
        let steps: Vec<Step> = (-3..=3).flat_map(|a| (-3..=3).map(move |b| [a, b])).collect();
        for (i, v) in steps.iter().enumerate() {
            for w in &steps[i + 1..] {
                let set = vec![*v, *w];
                let weight = matches!(termination(&[v.to_vec(), w.to_vec()]), Ok(Termination::Weight(_)));
                let canonical = set.clone().min(swapped(&set));
                let reaches = set.iter().flatten().any(|c| c.abs() == 3);
                assert_eq!(pairs.contains(&canonical), weight && reaches, "{set:?}");
            }
        }
    }

    #[test]
    fn proved_sets_have_the_facts_of_their_tables() {
        use crate::solve::values::table::ValueTable;
        for class in classes(&[Family { reach: 1, moves: 3 }]).unwrap() {
            for entry in census(class, Budget::default(), Memory(1 << 30), &Unwatched).unwrap() {
                let Decided::Proved(facts, _) = &entry.decided else { continue };
                let game = addition(&entry.moves).unwrap();
                let table = ValueTable::new(&game, Play::Grundy, &[30, 30], Memory(1 << 30)).unwrap();
                let at = |a: u64, b: u64| table.value(0, &[a, b]);
                let all = || (0..30).flat_map(|a| (0..30).map(move |b| (a, b)));
                assert_eq!(all().map(|(a, b)| at(a, b)).max(), Some(facts.largest_value), "{entry:?}");
                if let (Some(period), Some(from)) = (facts.row_period, facts.row_preperiod) {
                    let inside = all().filter(|&(a, _)| a >= from && a + period < 30);
                    inside.for_each(|(a, b)| assert_eq!(at(a, b), at(a + period, b), "{entry:?}"));
                }
                if let (Some(period), Some(from)) = (facts.column_period, facts.column_preperiod) {
                    let inside = all().filter(|&(_, b)| b >= from && b + period < 30);
                    inside.for_each(|(a, b)| assert_eq!(at(a, b), at(a, b + period), "{entry:?}"));
                }
            }
        }
    }

    #[test]
    fn families_out_of_range_are_refused() {
        for (reach, moves) in [(0, 1), (10, 1), (1, 0), (1, 13), (9, 5)] {
            assert!(classes(&[Family { reach, moves }]).is_err(), "box {reach}, {moves} moves");
        }
        assert!(classes(&[]).is_err());
    }
}
