//! The tallest tower: how many moves a play can last (section 1).
use super::towers::clock_options;
use crate::claim::library::{number, reference};
use crate::claim::{Decision, Finding, Task, Verdict};
use crate::error::{Error, Result};
use crate::game::Game;
use crate::game::tower::Towers;
use crate::report::figure::{Curves, Figure};
use crate::report::table::Table;
use crate::solve::towers::play::{Reading, tree};
use serde::Deserialize;
use std::collections::{BTreeSet, HashMap};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Given {
    /// All starts up to this many full levels.
    levels: u64,
    /// The same for the full game on towers.
    towers: usize,
}

/// The plays from a position.
#[derive(Debug, Clone)]
struct Plays {
    /// The player to move wins.
    won: bool,
    /// Every number of moves that a play can last.
    lengths: BTreeSet<u64>,
    /// The number of moves if the winner hurries and the loser delays.
    hurried: u64,
    /// The number of moves if the winner delays and the loser hurries.
    delayed: u64,
}

impl Plays {
    fn of(position: Reading, known: &mut HashMap<Reading, Plays>) -> Plays {
        if let Some(plays) = known.get(&position) {
            return plays.clone();
        }
        let after: Vec<Plays> = clock_options(position).into_iter().map(|option| Plays::of(option, known)).collect();
        let won = after.iter().any(|plays| !plays.won);
        // The winner's moves lead to lost positions; all moves of the loser lead to won ones.
        let kept = || after.iter().filter(|plays| plays.won != won);
        let (hurried, delayed) = (kept().map(|plays| plays.hurried), kept().map(|plays| plays.delayed));
        let (hurried, delayed) = if won { (hurried.min(), delayed.max()) } else { (hurried.max(), delayed.min()) };
        let longer = after.iter().flat_map(|plays| plays.lengths.iter().map(|moves| moves + 1));
        let plays = Plays {
            won,
            lengths: if after.is_empty() { BTreeSet::from([0]) } else { longer.collect() },
            hurried: hurried.map_or(0, |moves| moves + 1),
            delayed: delayed.map_or(0, |moves| moves + 1),
        };
        known.insert(position, plays.clone());
        plays
    }

    fn shortest(&self) -> u64 {
        self.lengths.first().copied().unwrap_or(0)
    }

    fn longest(&self) -> u64 {
        self.lengths.last().copied().unwrap_or(0)
    }
}

/// The height after some moves, in levels: every move puts a third of a level on top and leaves every level standing.
fn height(levels: u64, moves: u64) -> String {
    match (3 * levels + moves) % 3 {
        0 => (levels + moves / 3).to_string(),
        thirds => format!("{} {thirds}/3", levels + moves / 3),
    }
}

/// The record, and the lengths of all plays.
pub fn record_tower(task: &Task) -> Result<Decision> {
    let given: Given = task.experiment.parameters(task.scale)?;
    if !(5..=100).contains(&given.levels) {
        let what = format!("{} levels", given.levels);
        return Err(Error::input(task.experiment.name(), what, "5 to 100 full levels"));
    }
    let mut known = HashMap::new();
    let starts: Vec<(u64, Plays)> =
        (1..=given.levels).map(|levels| (levels, Plays::of((0, levels - 1, 0), &mut known))).collect();
    let findings = vec![lengths(&starts), record(&mut known)?, outcome(&starts), in_full(task, given.towers, &starts)?];
    let row = |(levels, plays): &(u64, Plays)| {
        let moves = [plays.shortest(), plays.delayed, plays.hurried, plays.longest()];
        let winner = if plays.won { "first" } else { "second" };
        [levels.to_string(), winner.to_string()].into_iter().chain(moves.map(|moves| moves.to_string())).collect()
    };
    let names = ["shortest", "winner_delays", "winner_hurries", "longest"];
    let table = Table {
        title: "How long a play from n full levels lasts".to_string(),
        header: ["full_levels", "winner"].into_iter().chain(names).map(String::from).collect(),
        rows: starts.iter().map(row).collect(),
    };
    let tables = vec![(String::new(), table)];
    Ok(Decision { findings, tables, figures: vec![(String::new(), picture(&starts))], ..Decision::default() })
}

/// The set of lengths against its formula.
fn lengths(starts: &[(u64, Plays)]) -> Finding {
    let formula = |levels: u64| {
        (0..=6 * levels).filter(move |moves| moves % 3 != 0 && 3 * levels <= 2 * moves + 5 && moves + 10 <= 6 * levels)
    };
    let wrong = starts[1..].iter().find(|(levels, plays)| !formula(*levels).eq(plays.lengths.iter().copied()));
    let part = "from n >= 2 full levels a play can last m moves if and only if m is no multiple of 3 and (3n - 5)/2 <= m <= 6n - 10";
    let bound = format!("2 to {} full levels", starts.len());
    let verdict = Verdict::tried(bound, wrong.map(|(levels, _)| format!("{levels} full levels")));
    Finding::new(part, "all plays of CLOCK NIM", verdict).theorem("play_lengths").theorem("towers_are_triplets").note(
        "a play never ends with a complete level, because one block of it can be taken when it is no longer the top one; from one \
         level there is no move",
    )
}

/// The record that is printed.
fn record(known: &mut HashMap<Reading, Plays>) -> Result<Finding> {
    let printed = reference("carvalho/record.csv")?;
    let print = printed.first().ok_or_else(|| Error::input("carvalho/record.csv", "no record", "a line"))?;
    let (levels, thirds) = (number(print, "full_levels")?, number(print, "thirds")?);
    let plays = Plays::of((0, levels - 1, 0), known);
    let moves = thirds.saturating_sub(3 * levels);
    let part = format!(
        "a play from {levels} full levels can last {moves} moves, and so end with a tower of {} levels",
        height(levels, moves)
    );
    let why = (!plays.lengths.contains(&moves)).then(|| format!("no play lasts {moves} moves"));
    let domain = format!("all plays from {levels} full levels");
    let found = why.map_or(Verdict::Exhausted { domain }, |counterexample| Verdict::Refuted { counterexample });
    Ok(Finding::new(part, "all plays of CLOCK NIM", found).theorem("play_lengths").theorem("towers_are_triplets").note(format!(
        "a play lasts {} to {} moves and ends with {} to {} levels; if both play to win, it ends with {} \
         if the winner hurries and the loser delays, with {} if it is the other way round, so the record is no tower of \
         such a play",
        plays.shortest(),
        plays.longest(),
        height(levels, plays.shortest()),
        height(levels, plays.longest()),
        height(levels, plays.hurried),
        height(levels, plays.delayed),
    )))
}

/// How long play lasts if both play to win.
fn outcome(starts: &[(u64, Plays)]) -> Finding {
    let (from, later) = (&starts[1..], &starts[4..]);
    let wrong = from
        .iter()
        .zip(later)
        .find(|((_, one), (_, other))| (other.hurried, other.delayed) != (one.hurried + 12, one.delayed + 6));
    let part = "from n + 3 full levels, n >= 2, a play in which the winner hurries and the loser delays lasts 12 moves more than \
                from n, and one in which the winner delays and the loser hurries 6 more";
    let bound = format!("2 to {} full levels", starts.len());
    let verdict = Verdict::tried(bound, wrong.map(|((levels, _), _)| format!("{levels} full levels")));
    Finding::new(part, "all plays of CLOCK NIM", verdict)
}

/// The full game on towers: after how many moves some tower has no move.
fn in_full(task: &Task, most: usize, starts: &[(u64, Plays)]) -> Result<Finding> {
    let game = Towers::new(3)?;
    let mut wrong = None;
    for (levels, plays) in starts.iter().take(most) {
        let generations = tree(game, *levels as usize, task.memory)?.generations;
        let ended =
            generations.iter().zip(0..).filter(|(towers, _)| towers.iter().any(|tower| game.options(tower).is_empty()));
        if !ended.map(|(_, moves)| moves).eq(plays.lengths.iter().copied()) {
            wrong = wrong.or(Some(format!("{levels} full levels")));
        }
    }
    let part = "the full game on towers, by exact statics, has plays of the same lengths";
    let verdict = Verdict::tried(format!("1 to {most} full levels"), wrong);
    Ok(Finding::new(part, "every tower that arises", verdict).supporting())
}

/// Heights by starts.
fn picture(starts: &[(u64, Plays)]) -> Figure {
    let curve = |name: &str, moves: fn(&Plays) -> u64| {
        let point = |(levels, plays): &(u64, Plays)| (*levels as f64, *levels as f64 + moves(plays) as f64 / 3.0);
        (name.to_string(), starts.iter().map(point).collect())
    };
    let title = "How high the last tower of a play is";
    let axes = ["full levels at the start", "levels at the end"];
    let curves = vec![
        curve("the longest play", Plays::longest),
        curve("the winner hurries, the loser delays", |plays| plays.hurried),
        curve("the winner delays, the loser hurries", |plays| plays.delayed),
        curve("the shortest play", Plays::shortest),
    ];
    Figure::Curves(Curves::one_panel(title, axes, curves))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_towers_by_hand() {
        let plays = |levels: u64| Plays::of((0, levels - 1, 0), &mut HashMap::new());
        assert_eq!(plays(1).lengths, BTreeSet::from([0]));
        // The middle block ends the game at once; a side block leaves the other move.
        assert_eq!(plays(2).lengths, BTreeSet::from([1, 2]));
        assert!(plays(2).won && !plays(3).won);
        assert_eq!((plays(2).hurried, plays(2).delayed), (1, 1));
        let commercial = plays(18);
        assert_eq!((commercial.shortest(), commercial.longest()), (25, 98));
        assert_eq!(height(18, 68), "40 2/3");
        assert_eq!(height(18, 3), "19");
    }
}
