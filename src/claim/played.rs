//! Full games on physical towers, played out and compared: what the claims of two papers about towers share.
use crate::claim::{Finding, Task, Verdict};
use crate::error::Result;
use crate::game::tower::Towers;
use crate::game::tower::stability::{Stability, shape, stability};
use crate::report::figure::{Balance, TowerDrawing};
use crate::report::table::Table;
use crate::solve::towers::lemma;
use crate::solve::towers::play::{Comparison, Model, compare, tree};

/// A tower as a drawing, with the centre of mass that only just balances or lets it fall.
pub fn drawing(slots: u32, levels: &[u16], caption: String) -> TowerDrawing {
    let row = |&level: &u16| (0..slots).rev().map(|bit| level >> bit & 1 == 1).collect();
    let balance = match stability(slots, levels) {
        Stability::Stable => None,
        Stability::SemiStable { level } | Stability::Falls { level } => Some(balance(slots, levels, level - 1)),
    };
    TowerDrawing { caption, levels: levels.iter().map(row).collect(), balance, ..TowerDrawing::default() }
}

/// The centre of mass of all above a level that is not the top.
fn balance(slots: u32, levels: &[u16], level: usize) -> Balance {
    let (mut blocks, mut moments) = (0, [0, 0]);
    for (index, mask) in levels.iter().enumerate().skip(level + 1) {
        let shape = shape(slots, *mask);
        blocks += shape.count;
        moments[index % 2] += shape.moment;
    }
    Balance { level, at: moments.map(|moment| 0.5 + moment as f64 / (2 * blocks * i64::from(slots)) as f64) }
}

/// The full games of three blocks a level from 1 to `levels` full levels, each compared with a model.
pub fn played(task: &Task, levels: usize, model: &Model) -> Result<Vec<Comparison>> {
    let game = Towers::new(3)?;
    task.watch.begin("full games of Jenga", levels as u64, "starts");
    (1..=levels)
        .map(|start| {
            let comparison = compare(game, &tree(game, start, task.memory)?, model);
            task.watch.advance(1);
            Ok(comparison)
        })
        .collect()
}

/// How much was played in full, in words.
pub fn in_full(played: &[Comparison]) -> String {
    let (towers, moves) = played.iter().fold((0, 0), |(towers, moves), one| (towers + one.towers, moves + one.moves));
    format!("also played in full from up to {} full levels: {towers} towers, {moves} moves", played.len())
}

/// The finding itself, or its refutation if some tower of a full game does not do as its reading says.
pub fn agreeing(finding: Finding, played: &[Comparison]) -> Finding {
    let unread = played.iter().find(|one| one.read < one.towers);
    let counterexample = match played.iter().flat_map(|one| one.smallest.iter().flatten()).next() {
        Some(difference) => Some(format!(
            "{}: the tower says {}, its reading {}",
            lemma::spell(&difference.tower.levels, "/"),
            difference.says.0,
            difference.says.1
        )),
        None => unread.map(|_| "a tower in play whose top and second levels are not full".to_string()),
    };
    match counterexample {
        Some(counterexample) => Finding { found: Verdict::Refuted { counterexample }, ..finding },
        None => finding,
    }
}

/// Full games, one row for each start.
pub fn games_table(title: &str, played: &[Comparison]) -> Table {
    let header = [
        "full_levels",
        "towers",
        "towers_read",
        "moves",
        "options_differ",
        "outcome_differs",
        "grundy_differs",
        "start_grundy",
        "start_grundy_read",
    ];
    let row = |(one, levels): (&Comparison, usize)| {
        let [options, outcome, grundy] = one.differing;
        let numbers = [one.towers, one.read, one.moves, options, outcome, grundy, one.start];
        let read = one.start_read.map_or(String::new(), |value| value.to_string());
        [levels.to_string()].into_iter().chain(numbers.map(|number| number.to_string())).chain([read]).collect()
    };
    Table {
        title: title.to_string(),
        header: header.map(str::to_string).to_vec(),
        rows: played.iter().zip(1..).map(row).collect(),
    }
}
