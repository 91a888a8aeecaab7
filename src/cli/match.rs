//! `topple match`: many games of noisy Jenga between two agents.
use crate::arena::agents::{AGENTS, agent};
use crate::arena::{Contest, Model, Score, wilson};
use crate::error::{Error, Result};
use crate::run::{bar::Bar, pool};
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::process::ExitCode;
use std::time::Instant;

#[derive(Debug, Args)]
#[command(after_help = agents_help())]
pub struct Arguments {
    /// The agent that begins the first game, and then every other
    #[arg(value_name = "AGENT")]
    first: String,
    /// Its opponent
    #[arg(value_name = "AGENT")]
    second: String,
    /// How many games
    #[arg(long, default_value_t = 1000)]
    games: u64,
    /// Full levels of the first tower
    #[arg(long, default_value_t = 5)]
    levels: usize,
    /// Another number, other games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many times the usual noise the blocks have, 0 to 100
    #[arg(long, default_value_t = 1.0)]
    noise_scale: f64,
    /// Threads; none: as many as there are processors
    #[arg(long)]
    jobs: Option<usize>,
    /// How to print the result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people, with 95 % intervals
    Text,
    /// One JSON object
    Json,
}

/// The most games of a match.
const MOST_GAMES: u64 = 1_000_000_000;

/// What comes after the options in the help.
fn agents_help() -> String {
    let lines: String = AGENTS.iter().map(|kind| format!("  {:<12} {}\n", kind.name, kind.about)).collect();
    format!("Agents, with parameters as in mcts:iterations=420\n{lines}")
}

/// The result in JSON. Lists have the first agent first.
#[derive(Debug, Serialize)]
struct Answer<'a> {
    agents: [&'a str; 2],
    games: u64,
    wins: [u64; 2],
    wins_first: [u64; 2],
    mean_moves: f64,
    ended: Ended,
    games_per_second: f64,
}

#[derive(Debug, Serialize)]
struct Ended {
    fall: u64,
    no_move: u64,
}

/// Plays the games and prints the score.
///
/// # Errors
/// An unknown agent, options that make no game, an agent that fails or cheats.
pub fn contest(arguments: &Arguments) -> Result<ExitCode> {
    if !(1..=MOST_GAMES).contains(&arguments.games) {
        return Err(Error::input("--games", arguments.games.to_string(), format!("1 to {MOST_GAMES}")));
    }
    let model = Model::new(arguments.noise_scale, Model::default().chance_sd())?;
    let (first, second) = (agent(&arguments.first)?, agent(&arguments.second)?);
    let Arguments { levels, games, seed, .. } = *arguments;
    let contest = Contest { agents: [&*first, &*second], model, levels, games, seed };
    let begun = Instant::now();
    let pool = threads(arguments.jobs)?;
    let bar = Bar::alone("match");
    bar.begin("of all games", games, "games");
    let score = pool.install(|| contest.run_watched(|| bar.advance(1)))?;
    bar.close();
    let rate = score.games as f64 / begun.elapsed().as_secs_f64().max(1e-9);
    super::print(&match arguments.format {
        Format::Json => in_json(arguments, &score, rate),
        Format::Text => in_words(arguments, &score, rate),
    })?;
    Ok(ExitCode::SUCCESS)
}

/// A pool of so many threads.
fn threads(jobs: Option<usize>) -> Result<rayon::ThreadPool> {
    if jobs == Some(0) {
        return Err(Error::input("--jobs", "0", "at least one thread"));
    }
    super::threads::allowed("--jobs", jobs.unwrap_or(0))?;
    pool(jobs.unwrap_or(0))
}

fn in_json(arguments: &Arguments, score: &Score, rate: f64) -> String {
    let answer = Answer {
        agents: [&arguments.first, &arguments.second],
        games: score.games,
        wins: score.wins,
        wins_first: score.wins_first,
        mean_moves: score.moves as f64 / score.games as f64,
        ended: Ended { fall: score.falls, no_move: score.no_moves },
        games_per_second: rate,
    };
    serde_json::to_string(&answer).expect("a score is plain data") + "\n"
}

fn in_words(arguments: &Arguments, score: &Score, rate: f64) -> String {
    let share = |hits: u64, trials: u64| {
        let [low, high] = wilson(hits, trials).map(|share| 100.0 * share);
        format!("{hits} of {trials} ({low:.1} to {high:.1} %)")
    };
    let mut text = String::new();
    for (index, name) in [&arguments.first, &arguments.second].into_iter().enumerate() {
        let all = share(score.wins[index], score.games);
        let first = share(score.wins_first[index], score.begun[index]);
        let second = share(score.wins[index] - score.wins_first[index], score.games - score.begun[index]);
        text.push_str(&format!("{name} wins {all}; moving first {first}, second {second}\n"));
    }
    let mean = score.moves as f64 / score.games as f64;
    text.push_str(&format!("{mean:.2} moves a game; {} by a fall, {} without a move\n", score.falls, score.no_moves));
    text + &format!("intervals by Wilson, 95 %; {rate:.0} games a second\n")
}
