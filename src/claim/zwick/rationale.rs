//! Why blocks come from below the highest full level (zwick, section 4), and why play ends (section 5).
use crate::claim::{Decision, Finding, Task, Verdict};
use crate::error::{Error, Result};
use crate::game::tower::Stability;
use crate::game::tower::stability::stability;
use crate::report::table::Table;
use crate::solve::Memory;
use crate::solve::towers::lemma::spell;
use rayon::prelude::*;
use serde::Deserialize;

const FULL: u16 = 0b111;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Given {
    /// All starts up to this many full levels.
    levels: usize,
}

/// From where blocks may be taken.
#[derive(Clone, Copy, PartialEq, Eq)]
enum From {
    /// Below the highest full level: the rule of the game.
    HighestFull,
    /// Below the top level, full or not.
    Top,
}

impl From {
    fn word(self) -> &'static str {
        match self {
            From::HighestFull => "below the highest full level",
            From::Top => "below the top level",
        }
    }

    /// How many levels blocks may be taken from.
    fn limit(self, tower: &[u16]) -> usize {
        match self {
            From::HighestFull => tower.iter().rposition(|level| *level == FULL).unwrap_or(0),
            From::Top => tower.len() - 1,
        }
    }
}

/// What one game shows.
#[derive(Default)]
struct Seen {
    towers: u64,
    moves: u64,
    /// Towers that just balance, with the block in the hand or when it is put down.
    semi_stable: u64,
    first: Option<Vec<u16>>,
    /// Least and greatest growth of the sum of the heights of all blocks, in levels.
    rise: Option<(usize, usize)>,
}

impl Seen {
    fn and(mut self, other: Seen) -> Seen {
        self.towers += other.towers;
        self.moves += other.moves;
        self.semi_stable += other.semi_stable;
        self.first = self.first.or(other.first);
        self.rise = match (self.rise, other.rise) {
            (Some((a, b)), Some((c, d))) => Some((a.min(c), b.max(d))),
            (one, other) => one.or(other),
        };
        self
    }

    /// Takes note of a tower; whether it is stable.
    fn stands(&mut self, tower: &[u16]) -> bool {
        let found = stability(3, tower);
        if matches!(found, Stability::SemiStable { .. }) {
            self.semi_stable += 1;
            self.first.get_or_insert(tower.to_vec());
        }
        found == Stability::Stable
    }
}

/// The stable towers that one move makes, and all that is seen on the way.
fn moves(tower: &[u16], from: From) -> (Vec<Vec<u16>>, Seen) {
    let (mut after, mut seen) = (Vec::new(), Seen { towers: 1, ..Seen::default() });
    for level in 0..from.limit(tower) {
        for block in
            [0b100, 0b010, 0b001].into_iter().filter(|block| tower[level] & block != 0 && tower[level] != *block)
        {
            let mut held = tower.to_vec();
            held[level] ^= block;
            if !seen.stands(&held) {
                continue;
            }
            if held.last() == Some(&FULL) {
                held.push(0);
            }
            let top = held.len() - 1;
            for slot in [0b100, 0b010, 0b001].into_iter().filter(|slot| held[top] & slot == 0) {
                let mut placed = held.clone();
                placed[top] |= slot;
                if seen.stands(&placed) {
                    seen.moves += 1;
                    let rise = top - level;
                    seen.rise = Some(seen.rise.map_or((rise, rise), |(least, most)| (least.min(rise), most.max(rise))));
                    after.push(placed);
                }
            }
        }
    }
    (after, seen)
}

/// All of a game from some full levels, one generation of towers after the other.
fn played(levels: usize, from: From, memory: Memory) -> Result<Seen> {
    let (mut towers, mut all) = (vec![vec![FULL; levels]], Seen::default());
    while !towers.is_empty() {
        memory.ask(towers.len() as u128 * 1_000, "the towers that arise in play")?;
        let made: Vec<(Vec<Vec<u16>>, Seen)> = towers.par_iter().map(|tower| moves(tower, from)).collect();
        let mut next = Vec::new();
        for (after, seen) in made {
            next.extend(after);
            all = all.and(seen);
        }
        next.par_sort_unstable();
        next.dedup();
        towers = next;
    }
    Ok(all)
}

/// Whether the rule keeps semi-stable towers away, and whether the centre of mass rises.
///
/// # Errors
/// Wrong parameters, or a game that needs more memory than allowed.
pub fn rationale(task: &Task) -> Result<Decision> {
    let Given { levels } = task.experiment.parameters(task.scale)?;
    if !(1..=8).contains(&levels) {
        return Err(Error::input(task.experiment.name(), format!("{levels} levels"), "1 to 8 full levels"));
    }
    let mut games = Vec::new();
    for from in [From::HighestFull, From::Top] {
        for start in 1..=levels {
            games.push((start, from, played(start, from, task.memory)?));
        }
    }
    let bound = format!("all towers from 1 to {levels} full levels");
    let meets = |rule: From| {
        let mut of_rule = games.iter().filter(|(_, from, _)| *from == rule);
        of_rule.find_map(|(start, _, seen)| {
            seen.first.as_ref().map(|tower| format!("{} from {start} full levels", spell(tower, "/")))
        })
    };
    let method = "every move of the full game, with the block in the hand and when it is put down";
    let lax = "if blocks may be taken from anywhere below the top level, no semi-stable tower is met either: that is not what the rule is for";
    let strict = "under the rule, by which they come from below the highest full level, no semi-stable tower is met, with the block in the hand neither";
    let still = games.iter().find(|(_, _, seen)| seen.rise.is_some_and(|(least, _)| least == 0));
    let rises = "each move raises the centre of mass, under both rules";
    let findings = vec![
        Finding::new(strict, method, Verdict::tried(&bound, meets(From::HighestFull))),
        Finding::new(lax, method, Verdict::tried(&bound, meets(From::Top))).note(
            "why: a semi-stable tower ends with a single block on top of a level that has lost two blocks; but a level is full when the \
             one above it is begun, and each block that it loses is put on top",
        ),
        Finding::new(rises, method, Verdict::tried(&bound, still.map(|(start, ..)| format!("{start} full levels")))).note(
            "for every tower: a block goes from a level below the top to the top level or to a new one; by the rule it rises \
             two levels at least, else one",
        ),
    ];
    let row = |(start, from, seen): &(usize, From, Seen)| {
        let rise = |of: fn((usize, usize)) -> usize| seen.rise.map_or(String::new(), |rise| of(rise).to_string());
        let numbers = [*start as u64, seen.towers, seen.moves, seen.semi_stable].map(|number| number.to_string());
        [&[from.word().to_string()][..], &numbers, &[rise(|rise| rise.0), rise(|rise| rise.1)]].concat()
    };
    let header = ["taken_from", "full_levels", "towers", "moves", "semi_stable_met", "least_rise", "greatest_rise"];
    let table = Table {
        title: "The full game by two rules: semi-stable towers, and by how many levels a block rises".to_string(),
        header: header.map(String::from).to_vec(),
        rows: games.iter().map(row).collect(),
    };
    Ok(Decision { findings, tables: vec![(String::new(), table)], ..Decision::default() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::game::tower::{Tower, Towers};
    use std::collections::BTreeSet;

    #[test]
    fn the_rule_of_the_game_gives_the_moves_of_the_game() {
        let game = Towers::new(3).unwrap();
        for levels in [vec![7, 7, 7], vec![7, 5, 7, 4], vec![3, 7, 7, 6], vec![7]] {
            let options: BTreeSet<Tower> = game.options(&Tower { levels: levels.clone() }).into_iter().collect();
            let after: BTreeSet<Tower> =
                moves(&levels, From::HighestFull).0.into_iter().map(|levels| Tower { levels }).collect();
            assert_eq!(options, after, "{levels:?}");
        }
    }

    #[test]
    fn a_semi_stable_tower_is_seen() {
        let mut seen = Seen::default();
        assert!(!seen.stands(&[0b010, 0b010, 0b100]) && seen.semi_stable == 1);
        assert!(seen.stands(&[0b111, 0b010, 0b100]) && seen.semi_stable == 1);
    }
}
