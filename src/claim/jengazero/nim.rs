//! Is Jenga nearly Nim (sections 4.3.2 and 7.2)? The game without noise is Zwick's, whose winner is known in every position.
use super::{Match, Outcome, SHARE, in_words, play_all, shared, table};
use crate::arena::agents::agent;
use crate::arena::{Contest, Model, Tower, Triple, wilson, wins};
use crate::claim::vector::Known;
use crate::claim::{Decision, Fact, Finding, Goal, Task, Verdict};
use crate::error::Result;
use crate::game::Play;
use crate::proof::fact::Period;
use crate::report::figure::{Curves, Figure};
use crate::report::table::Table;
use crate::solve::shards;
use serde::Deserialize;

/// What the claim takes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Given {
    /// The agents of the paper, the best one last.
    agents: Vec<String>,
    /// The agent that knows the game without noise.
    oracle: String,
    /// The agent that searches on top of it.
    search: String,
    /// Games of each match from the usual tower with the usual noise.
    games: u64,
    /// Games with each other noise and height.
    sampled: u64,
    /// Games in which the moves of each agent are looked at.
    watched: u64,
    /// Full levels of the first tower in the matches.
    levels: usize,
    /// Noise of placing, times the usual one.
    noises: Vec<f64>,
    /// Full levels of the first towers that go with each noise.
    heights: Vec<usize>,
    /// Another seed, other games.
    seed: u64,
}

/// The hypothesis in numbers.
///
/// # Errors
/// Parameters or agents that make no match.
pub fn nim_hypothesis(task: &Task) -> Result<Decision> {
    let given: Given = task.experiment.parameters(task.scale)?;
    let (counts, certificate) = residues(task)?;
    let (grid, noisy) = by_noise(task, &given)?;
    let (against, players) = against_all(task, &given)?;
    let (found, looked) = winning_moves(task, &given)?;
    Ok(Decision {
        findings: [vec![counts], noisy, against, vec![found]].concat(),
        tables: vec![("noise".to_string(), grid.0), ("oracle".to_string(), players), ("moves".to_string(), looked)],
        figures: vec![("noise".to_string(), grid.1)],
        certificates: vec![certificate],
        ..Decision::default()
    })
}

/// The counts of the Nim embedding say who wins without noise, but where nothing full can be touched.
fn residues(task: &Task) -> Result<(Finding, crate::claim::Certificate)> {
    let known = Known::new(task, "zwick-normal", "zwick", Play::Normal)?;
    let along = |step: Vec<u64>, from: Vec<u64>| {
        Fact::Period(Period { game: "zwick".to_string(), play: Play::Normal, step, from })
    };
    let goal = Goal::Facts(vec![along(vec![3, 0], vec![1, 0]), along(vec![0, 3], vec![0, 0])]);
    let part = "without noise the remainders modulo 3 of three counts of the Nim embedding (full levels, levels with two \
                neighbours, blocks on top) say who wins, in every position with a full level that may be touched";
    let finding = Finding::entailed(part, goal, &[&known.certificate])?
        .note("where there is none, x = 0, the same remainders may mean another winner than for x = 3, 6, ...");
    Ok((finding, known.certificate))
}

/// Both players are oracles: how often the one wins who wins without noise, as the noise and the height grow.
fn by_noise(task: &Task, given: &Given) -> Result<((Table, Figure), Vec<Finding>)> {
    let places: Vec<(f64, usize)> =
        given.noises.iter().flat_map(|&noise| given.heights.iter().map(move |&height| (noise, height))).collect();
    let usual = |noise: f64, levels: usize| noise == 1.0 && levels == given.levels;
    let one = |(number, &(noise, levels)): (u64, &(f64, usize))| Match {
        agents: [given.oracle.clone(), given.oracle.clone()],
        games: if usual(noise, levels) { given.games } else { given.sampled },
        levels,
        noise,
        seed: given.seed + number,
    };
    let matches: Vec<Match> = (0..).zip(&places).map(one).collect();
    let outcomes = play_all(task.watch, "noise and height", &matches)?;
    let mut rows = Vec::new();
    for ((noise, height), outcome) in places.iter().zip(&outcomes) {
        let (right, all) = as_without_noise(*height, outcome);
        let head = vec![noise.to_string(), height.to_string(), all.to_string()];
        let falls = vec![outcome.falls.to_string(), format!("{:.2}", outcome.moves_a_game())];
        rows.push([head, shared(right, all), falls].concat());
    }
    let header = [&["noise", "full_levels", "games"], &SHARE[..], &["ended_by_a_fall", "moves_a_game"]].concat();
    let title = "How often the player wins who wins without noise, when both know that game";
    let found = places.iter().zip(&outcomes).find(|((noise, height), _)| usual(*noise, *height));
    let findings = found.map(|((_, height), outcome)| usual_noise(given, *height, outcome)).unwrap_or_default();
    Ok(((table(title, &header, rows), curves(title, given, &places, &outcomes)), findings))
}

/// Games won by the player who wins without noise from so many full levels, and all games.
fn as_without_noise(levels: usize, outcome: &Outcome) -> (u64, u64) {
    let ((ahead, _), (behind, lost)) = by_side(levels, outcome);
    (ahead + lost - behind, outcome.games)
}

fn usual_noise(given: &Given, levels: usize, outcome: &Outcome) -> Vec<Finding> {
    let (right, all) = as_without_noise(levels, outcome);
    let bound = format!("{} games from {levels} levels, seed {}", given.games, given.seed);
    let [low, high] = wilson(right, all);
    let more = match (low > 0.5, high < 0.5) {
        (true, _) => Verdict::Swept { bound: bound.clone() },
        (_, true) => Verdict::Refuted { counterexample: bound.clone() },
        _ => Verdict::Open { reached: bound.clone() },
    };
    vec![
        Finding::new("with the usual noise, between players who know the game without noise, the one who wins there wins more often than not", "games", more)
            .note(in_words(right, all)),
        Finding::new("how many of these games end by an accident", "games", Verdict::Swept { bound })
            .note(in_words(outcome.falls, outcome.games)),
    ]
}

fn curves(title: &str, given: &Given, places: &[(f64, usize)], outcomes: &[Outcome]) -> Figure {
    let curve = |&height: &usize| {
        let here = places.iter().zip(outcomes).filter(|((_, at), _)| *at == height);
        let share = |((noise, at), outcome): (&(f64, usize), &Outcome)| {
            let (right, all) = as_without_noise(*at, outcome);
            (*noise, right as f64 / all.max(1) as f64)
        };
        (format!("{height} levels"), here.map(share).collect())
    };
    let axes = ["noise, times the usual", "share of games"];
    Figure::Curves(Curves::one_panel(title, axes, given.heights.iter().map(curve).collect()))
}

/// The players who know the game without noise, against each agent and each other.
fn against_all(task: &Task, given: &Given) -> Result<(Vec<Finding>, Table)> {
    let one = |(number, name): (u64, &String), player: &String| Match {
        agents: [player.clone(), name.clone()],
        games: given.games,
        levels: given.levels,
        noise: 1.0,
        seed: given.seed + 1000 + number,
    };
    let opponents = || (0..).zip(given.agents.iter().chain([&given.oracle]));
    let players = [&given.oracle, &given.search];
    let matches: Vec<Match> =
        players.iter().flat_map(|player| opponents().map(|opponent| one(opponent, player))).collect();
    let outcomes = play_all(task.watch, "oracle against all", &matches)?;
    let row = |(one, outcome): (&Match, &Outcome)| {
        let (ahead, behind) = by_side(given.levels, outcome);
        let sides = [ahead, behind].map(|(wins, games)| vec![games.to_string(), wins.to_string()]).concat();
        let falls = vec![outcome.falls.to_string(), format!("{:.2}", outcome.moves_a_game())];
        [one.agents.to_vec(), outcome.cells(), sides, falls].concat()
    };
    let sides = ["games_from_won", "wins_from_won", "games_from_lost", "wins_from_lost"];
    let header = [&["agent", "opponent", "games"], &SHARE[..], &sides, &["ended_by_a_fall", "moves_a_game"]].concat();
    let rows = matches.iter().zip(&outcomes).map(row).collect();
    let title = "Players who know the game without noise, against the agents";
    let mut findings = Vec::new();
    for (matches, outcomes) in matches.chunks(opponents().count()).zip(outcomes.chunks(opponents().count())) {
        findings.extend(worst_match(given, matches, outcomes));
    }
    Ok((findings, table(title, &header, rows)))
}

/// Wins and games from starts that are won without noise, and from starts that are lost.
fn by_side(levels: usize, outcome: &Outcome) -> ((u64, u64), (u64, u64)) {
    let Outcome { games, wins, first: [begun, first], .. } = *outcome;
    let (first, second) = ((first, begun), (wins - first, games - begun));
    if first_wins(levels) { (first, second) } else { (second, first) }
}

/// What a player reaches against all agents of the paper, and in the match that goes worst from won and from lost starts.
fn worst_match(given: &Given, matches: &[Match], outcomes: &[Outcome]) -> Vec<Finding> {
    let paper = matches.iter().zip(outcomes).take(given.agents.len());
    let Some((one, outcome)) = paper.clone().min_by_key(|(_, outcome)| outcome.wins) else { return Vec::new() };
    let [player, opponent] = &one.agents;
    let bound = format!("{} games a match, seed {}", given.games, given.seed + 1000);
    let all_95 = paper.clone().all(|(_, outcome)| 100 * outcome.wins >= 95 * outcome.games);
    let found = if all_95 { Verdict::Swept { bound } } else { Verdict::Open { reached: bound } };
    let ((ahead, won), (behind, lost)) = by_side(given.levels, outcome);
    let part = format!("{player} wins at least 95 of 100 games against each agent of the paper");
    vec![Finding::new(part, "games", found).note(format!(
        "fewest against {opponent}: {}; of the starts that are won without noise {}, of those that are lost {}",
        in_words(outcome.wins, outcome.games),
        in_words(ahead, won),
        in_words(behind, lost)
    ))]
}

/// Whether the first player wins without noise from so many full levels.
fn first_wins(levels: usize) -> bool {
    wins(Triple { x: levels - 1, y: 0, z: 3 })
}

/// How often each agent makes a move that wins without noise, where there is one and where not all moves do.
fn winning_moves(task: &Task, given: &Given) -> Result<(Finding, Table)> {
    let names: Vec<&String> = given.agents.iter().chain([&given.oracle]).collect();
    let found = shards(
        task.watch,
        "winning moves",
        "agents",
        names.len(),
        |_| 1,
        |index| looked_at(names[index], given).map_err(|error| error.to_string()),
    )?;
    let mut rows = Vec::new();
    for (name, one) in names.iter().zip(found) {
        let (made, chances, by_chance) =
            one.map_err(|what| crate::error::Error::input("winning moves", what, "agents that play"))?;
        let average = format!("{:.3}", by_chance / chances.max(1) as f64);
        rows.push([vec![name.to_string(), chances.to_string()], shared(made, chances), vec![average]].concat());
    }
    let header = ["agent", "chances", "made", "share", "low", "high", "share_of_a_random_move"];
    let part =
        "how often each agent makes a move that wins the game without noise, where some moves do and some do not";
    let bound = format!("{} games of each agent against itself, seed {}", given.watched, given.seed + 2000);
    let finding = Finding::new(part, "games", Verdict::Swept { bound });
    Ok((finding, table("Moves that win the game without noise", &header, rows)))
}

/// In games of an agent against itself: winning moves made, positions in which some moves win and some do not, and the sum
/// over these of the share of moves that win.
fn looked_at(name: &str, given: &Given) -> Result<(u64, u64, f64)> {
    let player = agent(name)?;
    let contest = Contest {
        agents: [player.as_ref(), player.as_ref()],
        model: Model::default(),
        levels: given.levels,
        games: given.watched,
        seed: given.seed + 2000,
    };
    let (mut made, mut chances, mut by_chance) = (0, 0, 0.0);
    for game in 0..given.watched {
        contest.game(game, |step| {
            let winning = |chosen| {
                let mut after: Tower = step.before.clone();
                after.make(chosen, step.before.ideal(usize::from(chosen.place)));
                !wins(Triple::of(&after))
            };
            let moves: Vec<bool> = step.before.moves().map(winning).collect();
            let won = moves.iter().filter(|&&won| won).count();
            if won > 0 && won < moves.len() {
                chances += 1;
                made += u64::from(winning(step.chosen));
                by_chance += won as f64 / moves.len() as f64;
            }
        })?;
    }
    Ok((made, chances, by_chance))
}
