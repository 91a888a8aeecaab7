//! The claims of *JengaZero*. What rests on chance says with how many games and which seed, and is never called proved.
mod cloud;
mod learning;
mod model;
mod nim;
mod tournament;

pub use cloud::point_cloud;
pub use learning::{q_values, training_curves};
pub use model::tower_model;
pub use nim::nim_hypothesis;
pub use tournament::{agents, elo_table};

use crate::arena::agents::{Agent, agent};
use crate::arena::{Contest, Model, Score, wilson};
use crate::error::Result;
use crate::report::table::Table;
use crate::solve::{Watch, shards};
use serde::{Deserialize, Serialize};

/// The claims whose tables are samples: a smaller run plays fewer games and has other lines.
pub const SAMPLED: [&str; 6] = [
    "jengazero/agents",
    "jengazero/elo-table",
    "jengazero/nim-hypothesis",
    "jengazero/point-cloud",
    "jengazero/q-values",
    "jengazero/training-curves",
];

/// Two agents and what they play.
#[derive(Debug, Clone)]
struct Match {
    agents: [String; 2],
    games: u64,
    levels: usize,
    noise: f64,
    seed: u64,
}

/// What came of a match.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
struct Outcome {
    games: u64,
    /// Games that the first agent won.
    wins: u64,
    /// Games that the first agent began, and those of them that it won.
    first: [u64; 2],
    moves: u64,
    falls: u64,
}

impl Outcome {
    fn of(score: Score) -> Self {
        let Score { games, begun, wins, wins_first, moves, falls, .. } = score;
        Outcome { games, wins: wins[0], first: [begun[0], wins_first[0]], moves, falls }
    }

    /// Wins of the first agent, their share and its interval, as cells of a table.
    fn cells(&self) -> Vec<String> {
        [vec![self.games.to_string()], shared(self.wins, self.games)].concat()
    }

    fn moves_a_game(&self) -> f64 {
        self.moves as f64 / self.games.max(1) as f64
    }
}

/// A number of cases, its share of all, and the interval that holds the true share with 95 % confidence.
fn shared(hits: u64, all: u64) -> Vec<String> {
    let [low, high] = wilson(hits, all);
    let share = if all == 0 { 0.0 } else { hits as f64 / all as f64 };
    [vec![hits.to_string()], [share, low, high].map(|number| format!("{number:.3}")).to_vec()].concat()
}

/// The same in words.
fn in_words(hits: u64, all: u64) -> String {
    let [low, high] = wilson(hits, all).map(|bound| 100.0 * bound);
    format!("{hits} of {all} (95 % interval {low:.1} to {high:.1} %)")
}

/// The interval of a share in a table.
const SHARE: [&str; 4] = ["wins", "share", "low", "high"];

fn contest(one: &Match, agents: [&dyn Agent; 2]) -> Result<Outcome> {
    let model = Model::new(one.noise, Model::default().chance_sd())?;
    let Match { levels, games, seed, .. } = *one;
    Ok(Outcome::of(Contest { agents, model, levels, games, seed }.run()?))
}

/// Plays all matches; those that an interrupted run finished are not played again.
fn play_all(watch: &dyn Watch, phase: &str, matches: &[Match]) -> Result<Vec<Outcome>> {
    let played = |index: usize| {
        let one = &matches[index];
        let [first, second] = &one.agents;
        let outcome = || contest(one, [agent(first)?.as_ref(), agent(second)?.as_ref()]);
        outcome().map_err(|error| error.to_string())
    };
    let found = shards(watch, phase, "games", matches.len(), |index| matches[index].games, played)?;
    found
        .into_iter()
        .map(|one| one.map_err(|what| crate::error::Error::input(phase, what, "agents that play")))
        .collect()
}

fn table(title: &str, header: &[&str], rows: Vec<Vec<String>>) -> Table {
    Table { title: title.to_string(), header: header.iter().map(|name| name.to_string()).collect(), rows }
}
