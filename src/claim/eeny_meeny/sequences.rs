//! Sequences of games, and misère play as a sequence.
use super::table;
use crate::claim::library::{number, reference};
use crate::claim::listed::Listed;
use crate::claim::{Decision, Fact, Finding, Goal, Task, Verdict};
use crate::error::{Error, Result};
use crate::game::double_ended::DoubleEnded;
use crate::game::nim::Nim;
use crate::game::pile::Pile;
use crate::game::sequence::{Sequence, Then};
use crate::game::{Game, Play};
use crate::solve::values::MOST_POSITIONS;
use crate::solve::values::memo::Memo;
use crate::value::nim_sum;
use serde::Deserialize;

/// Positions of Nim: at most so many heaps of at most so many stones.
#[derive(Deserialize, Clone, Copy)]
#[serde(deny_unknown_fields)]
struct Heaps {
    heaps: usize,
    largest: u64,
}

impl Heaps {
    /// All positions, each in rising order, the empty one first.
    fn positions(self, place: &str) -> Result<Vec<Vec<u64>>> {
        if self.heaps > 8 || self.largest > 40 {
            return Err(Error::input(place, "too many heaps or stones", "at most 8 heaps of at most 40 stones"));
        }
        let mut all = vec![vec![]];
        let mut last: Vec<Vec<u64>> = all.clone();
        for _ in 0..self.heaps {
            let longer = |heaps: &Vec<u64>| {
                let from = heaps.last().copied().unwrap_or(1);
                (from..=self.largest).map(|heap| [heaps.as_slice(), &[heap]].concat()).collect::<Vec<_>>()
            };
            last = last.iter().flat_map(longer).collect();
            all.extend(last.iter().cloned());
        }
        Ok(all)
    }
}

/// The two counterexamples to a rule from the values of the parts.
pub fn game_sequences(task: &Task) -> Result<Decision> {
    let given: Heaps = task.experiment.parameters(task.scale)?;
    let printed = reference("eeny-meeny/sequences.csv")?;
    let positions: Vec<&str> = printed.iter().map(|row| row["sequence"].as_str()).collect();
    let known = Listed::new("two-sequences", "sequence", Play::Normal, &positions)?;
    let nim = Listed::new("two-sequences-parts", "nim", Play::Grundy, &["[1]", "[1,1]", "[2,2]"])?;
    let (mut findings, mut facts) = (Vec::new(), Vec::new());
    for row in &printed {
        let (sequence, won) = (row["sequence"].clone(), row["won"] == "true");
        let part = format!("{sequence} is a win for the {} player", if won { "first" } else { "second" });
        facts.push(Fact::value("sequence", Play::Normal, &sequence, u64::from(won)));
        for game in ["first", "second"] {
            let value = number(row, &format!("{game}_value"))?;
            facts.push(Fact::value("nim", Play::Grundy, &row[game], value));
        }
        findings.push(known.against(&part, &[(sequence, u64::from(won))])?);
    }
    let part = "the first and the second games of the two sequences have equal values, and one sequence is won and one \
                lost: no function of the values of the games gives the value of every sequence";
    let certificates = vec![known.certificate, nim.certificate];
    findings.push(Finding::entailed(part, Goal::Facts(facts), &certificates.iter().collect::<Vec<_>>())?);
    let mut memo = Memo::new(&Sequence, Play::Grundy, MOST_POSITIONS);
    let mut rows = Vec::new();
    for heaps in given.positions(&task.experiment.name())? {
        let parts = nim_sum(heaps.iter().copied());
        let games: Vec<Vec<u64>> = [vec![1], heaps.clone()].into_iter().filter(|heaps| !heaps.is_empty()).collect();
        let whole = memo.value(&games)?;
        rows.push(vec![Nim.show(&heaps), parts.to_string(), Sequence.show(&games), whole.to_string()]);
    }
    let header = ["top_game", "value_of_top_game", "sequence", "value_of_sequence"];
    let tables = vec![(String::new(), table("Sequences of a stone and a game of Nim on top", &header, rows))];
    Ok(Decision { findings, tables, certificates, ..Decision::default() })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Given {
    /// Positions of Nim.
    nim: Heaps,
    /// The most balls of a pile, for both kinds of piles.
    balls: u64,
    /// The games of a sequence of two.
    sequence: Heaps,
}

/// A game followed by one stone against its misère play, and the quoted rule for misère Nim.
pub fn misere_by_sequence(task: &Task) -> Result<Decision> {
    let given: Given = task.experiment.parameters(task.scale)?;
    let place = task.experiment.name();
    let nim = given.nim.positions(&place)?;
    let piles = piles(given.balls, &place)?;
    let sequences = pairs(&given.sequence.positions(&place)?);
    let mut findings = vec![
        same(Nim, &nim)?,
        same(Pile, &piles)?,
        same(DoubleEnded, &piles)?,
        same(Sequence, &sequences)?,
        misere_nim(&nim)?,
    ];
    findings[0].note = Some(
        "for every impartial game: a position in which the game is over is won by the player to move on both sides, and \
         every other position has the same options on both"
            .to_string(),
    );
    let misere = Listed::new("misere-nim", "nim", Play::Misere, &["[1,2,3]"])?;
    let followed = Listed::new("nim-then-a-stone", "then nim", Play::Normal, &["[1,2,3] then 1"])?;
    let mut facts = Vec::new();
    for (position, &wins) in &std::collections::BTreeMap::from_iter(&misere.values) {
        facts.push(Fact::value("nim", Play::Misere, *position, *wins));
        facts.push(Fact::value("then nim", Play::Normal, format!("{position} then 1"), *wins));
    }
    let certificates = vec![misere.certificate, followed.certificate];
    let example = "who wins [1,2,3] and all that it leads to in misere play, and that the same player wins it in normal play followed by one stone";
    let example = Finding::entailed(example, Goal::Facts(facts), &certificates.iter().collect::<Vec<_>>())?;
    findings.push(example.theorem("misere_nim").theorem("misere_by_sequence"));
    Ok(Decision { findings, certificates, ..Decision::default() })
}

/// All rows of positive numbers with a sum of at most `balls`.
pub(super) fn piles(balls: u64, place: &str) -> Result<Vec<Vec<u64>>> {
    if balls > 20 {
        return Err(Error::input(place, format!("{balls} balls"), "at most 20"));
    }
    let mut piles = vec![vec![]];
    // The cuts between the balls are the bits of a number.
    for (balls, cuts) in (1..=balls).flat_map(|balls| (0..1_u64 << (balls - 1)).map(move |cuts| (balls, cuts))) {
        piles.push(crate::game::pile::runs((0..balls).map(|ball| (cuts & ((1 << ball) - 1)).count_ones())));
    }
    Ok(piles)
}

/// All sequences of two games, of which one or both may be over.
fn pairs(games: &[Vec<u64>]) -> Vec<Vec<Vec<u64>>> {
    let pair = |first: &Vec<u64>, second: &Vec<u64>| {
        [first, second].into_iter().filter(|game| !game.is_empty()).cloned().collect()
    };
    games.iter().flat_map(|first| games.iter().map(move |second| pair(first, second))).collect()
}

/// Compares the normal outcome of a game followed by one stone with the misère outcome of the game.
fn same<G: Game + Copy>(game: G, positions: &[G::Position]) -> Result<Finding> {
    let then = Then(game);
    let mut misere = Memo::new(&game, Play::Misere, MOST_POSITIONS);
    let mut followed = Memo::new(&then, Play::Normal, MOST_POSITIONS);
    let mut counterexample = None;
    for position in positions {
        let wins = misere.value(position)?;
        if followed.value(&(position.clone(), true))? != wins {
            counterexample = counterexample.or(Some(game.show(position)));
        }
    }
    let bound = format!("{} positions of {}", positions.len(), game.name());
    let part = format!("{} then one stone is misere {0}", game.name());
    let finding = Finding::new(part, "both games from their rules", Verdict::tried(bound, counterexample));
    Ok(finding.theorem("misere_by_sequence"))
}

/// The quoted rule for misère Nim: every move that it names wins, and where it names none there is no winning move or
/// only single stones are left.
fn misere_nim(positions: &[Vec<u64>]) -> Result<Finding> {
    let mut misere = Memo::new(&Nim, Play::Misere, MOST_POSITIONS);
    let single = |heaps: &[u64]| heaps.iter().all(|&heap| heap == 1);
    let mut counterexample = None;
    for heaps in positions {
        let wins = misere.value(heaps)? == 1;
        let named = named(heaps);
        let mut right = true;
        for option in &named {
            right &= misere.value(option)? == 0;
        }
        // With single stones only, the moves are forced: the player to move wins if their number is even, zero too.
        right &= if single(heaps) { wins == (heaps.len() % 2 == 0) } else { wins != named.is_empty() };
        if !right {
            counterexample = counterexample.or(Some(Nim.show(heaps)));
        }
    }
    let verdict = Verdict::tried(format!("{} positions of nim", positions.len()), counterexample);
    let finding = Finding::new("the quoted rule wins misere Nim", "misere outcomes from the rules of Nim", verdict);
    Ok(finding.theorem("misere_nim").note(
        "with heaps of one stone only, the rule's change to one heap more or fewer is no move; nothing is to be chosen \
         there, and the player to move wins exactly if the number of heaps is even, no heaps at all included",
    ))
}

/// The options that the quoted rule names for a position with a heap of two stones or more; none for other positions.
fn named(heaps: &[u64]) -> Vec<Vec<u64>> {
    let single = |heaps: &[u64]| heaps.iter().all(|&heap| heap == 1);
    if single(heaps) {
        return Vec::new();
    }
    let options = Nim.options(&heaps.to_vec());
    let normal = options.iter().filter(|option| nim_sum(option.iter().copied()) == 0);
    let instead = |option: &Vec<u64>| -> Vec<Vec<u64>> {
        if !single(option) {
            return vec![option.clone()];
        }
        let beside = |other: &&Vec<u64>| single(other) && other.len().abs_diff(option.len()) == 1;
        options.iter().filter(beside).cloned().collect()
    };
    normal.flat_map(instead).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_balls_are_all_there() {
        let piles = piles(5, "test").unwrap();
        assert_eq!(piles.len(), 1 + 1 + 2 + 4 + 8 + 16);
        assert!(piles.contains(&vec![1, 3, 1]) && piles.contains(&vec![5]));
    }

    #[test]
    fn the_rule_changes_the_move_to_single_stones() {
        assert_eq!(named(&[1, 1, 3]), vec![vec![1, 1, 1]]);
        assert_eq!(named(&[3]), vec![vec![1]]);
        assert_eq!(named(&[1, 2, 2]), vec![vec![2, 2]]);
        assert!(named(&[2, 2]).is_empty());
    }
}
