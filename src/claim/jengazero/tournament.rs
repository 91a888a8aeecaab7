//! Who beats whom: the agents of section 5, Table 1 and Figure 3.
use super::{Match, Outcome, SHARE, in_words, play_all, shared, table};
use crate::arena::agents::AGENTS;
use crate::arena::ratings::{Results, expected};
use crate::arena::wilson;
use crate::claim::library::{self, number};
use crate::claim::{Decision, Differences, Finding, Task, Verdict};
use crate::error::{Error, Result};
use crate::report::figure::{Cells, Figure, Ramp};
use crate::report::table::Table;
use serde::Deserialize;
use std::collections::BTreeMap;

/// What the claims about matches take.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Given {
    /// For each agent of the paper, in the order of the stored tournament: its name there, as it really ran, and as the
    /// paper describes it.
    agents: Vec<[String; 3]>,
    /// Games of each pair; each agent begins half of them.
    games: u64,
    /// Full levels of the first tower.
    levels: usize,
    /// Another seed, other games.
    seed: u64,
    /// How often all games are drawn again for the intervals of the ratings.
    #[serde(default)]
    redrawn: usize,
}

/// The agents in one of the two forms: 1 as they ran, 2 as described.
fn forms(given: &Given, form: usize) -> Vec<&str> {
    given.agents.iter().map(|names| names[form].as_str()).collect()
}

/// The pairs of agents, the smaller index second.
fn pairs(agents: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..agents).flat_map(|i| (0..i).map(move |j| (i, j)))
}

/// Every pair of agents, each beginning half of the games.
fn tournament(task: &Task, given: &Given, form: usize) -> Result<(Vec<Outcome>, Results)> {
    let names = forms(given, form);
    let pairs: Vec<(usize, usize)> = pairs(names.len()).collect();
    let one = |(number, &(i, j)): (u64, &(usize, usize))| Match {
        agents: [names[i].to_string(), names[j].to_string()],
        games: given.games,
        levels: given.levels,
        noise: 1.0,
        seed: given.seed + number,
    };
    let matches: Vec<Match> = (0..).zip(&pairs).map(one).collect();
    let outcomes = play_all(task.watch, if form == 1 { "as it ran" } else { "as described" }, &matches)?;
    let mut wins = vec![vec![0; names.len()]; names.len()];
    for (&(i, j), outcome) in pairs.iter().zip(&outcomes) {
        wins[i][j] = outcome.wins;
        wins[j][i] = outcome.games - outcome.wins;
    }
    Ok((outcomes, Results { wins }))
}

/// The tournament that the authors stored, in the order of the agents.
fn stored(given: &Given) -> Result<Results> {
    let mut kept = BTreeMap::new();
    for row in library::reference("jengazero/tournament.csv")? {
        kept.insert((row["agent"].clone(), row["opponent"].clone()), number(&row, "wins")?);
    }
    let names = forms(given, 0);
    let wins = |i: &str, j: &str| match kept.get(&(i.to_string(), j.to_string())) {
        Some(wins) => Ok(*wins),
        None if i == j => Ok(0),
        None => {
            Err(Error::input("jengazero/tournament.csv", format!("no games of {i} and {j}"), "every pair of agents"))
        }
    };
    let rows = names.iter().map(|i| names.iter().map(|j| wins(i, j)).collect::<Result<_>>());
    Ok(Results { wins: rows.collect::<Result<_>>()? })
}

/// Table 1 and Figure 3: ratings and win rates, in print, in the authors' stored games, and in ours.
///
/// # Errors
/// Parameters or agents that make no tournament.
pub fn elo_table(task: &Task) -> Result<Decision> {
    let given: Given = task.experiment.parameters(task.scale)?;
    let stored = stored(&given)?;
    let printed: BTreeMap<String, u64> = library::reference("jengazero/table-1.csv")?
        .iter()
        .map(|row| Ok((row["agent"].clone(), number(row, "elo")?)))
        .collect::<Result<_>>()?;
    let (_, ran) = tournament(task, &given, 1)?;
    let (_, described) = tournament(task, &given, 2)?;
    let bound = format!("{} games a pair, seed {}", given.games, given.seed);
    let findings = vec![
        labels(&given, &stored, &printed),
        predicted(&given, &stored, &printed),
        as_printed(&given, &stored),
        same_rates(&given, &stored, &ran, &bound),
        Finding::new(
            "JengaZero in one of its forms has the highest rating, as the paper describes the agents",
            "games",
            best(&given, &described, &bound),
        ),
        by_a_little(&given, &described, &bound),
    ];
    let heads = [
        "agent",
        "printed",
        "stored_update",
        "as_run_update",
        "as_run",
        "as_run_low",
        "as_run_high",
        "described",
        "described_low",
        "described_high",
    ];
    Ok(Decision {
        findings,
        tables: vec![
            (String::new(), table("Ratings", &heads, ratings(&given, &printed, [&stored, &ran, &described]))),
            ("rates".to_string(), rates(&given, [&stored, &ran, &described])),
        ],
        figures: vec![
            (String::new(), heat_map("Wins of 100 games, the agents as they ran (Figure 3)", &given, &ran)),
            (
                "described".to_string(),
                heat_map("Wins of 100 games, the agents as the paper describes them", &given, &described),
            ),
            ("stored".to_string(), heat_map("Wins in the 100 games that the authors stored", &given, &stored)),
        ],
        ..Decision::default()
    })
}

/// Whether the printed ratings stand beside the agents that earned them.
fn labels(given: &Given, stored: &Results, printed: &BTreeMap<String, u64>) -> Finding {
    let earned = stored.elo();
    let mut cells = Vec::new();
    for (name, rating) in forms(given, 0).iter().zip(&earned) {
        let printed = printed.get(*name).copied().unwrap_or(0);
        // The stored ratings follow the games round by round, so they are not exactly these.
        if (printed as f64 - rating).abs() > 5.0 {
            cells.push(format!("{name}: printed {printed}, by the stored games {rating:.0}"));
        }
    }
    let part = "the ratings of Table 1 are those of the games that the authors stored, by the update of section 4.5";
    let holds =
        "the names of the two JengaZero agents are exchanged in print; the other ratings are right within 5 points";
    let method = "the update, fifty rounds with the stored win rates";
    in_stored_games(part, method, format!("all {} ratings", earned.len()), cells, holds)
}

/// So in all stored games that a sentence speaks of, or differing there.
fn in_stored_games(part: &str, method: &str, domain: String, cells: Vec<String>, holds: &str) -> Finding {
    let Differences { cells, count } = cells.into();
    let found = match count {
        0 => Verdict::Exhausted { domain },
        _ => Verdict::Differs { cells, count, holds: holds.to_string(), certificates: vec![] },
    };
    Finding::new(part, method, found)
}

/// Whether the printed ratings predict the stored games (section 4.5): each share within its interval.
fn predicted(given: &Given, stored: &Results, printed: &BTreeMap<String, u64>) -> Finding {
    let names = forms(given, 0);
    let rating = |i: usize| printed.get(names[i]).copied().unwrap_or(0) as f64;
    let missed = |expected: &dyn Fn(f64) -> f64| -> Vec<String> {
        let said = |(i, j): (usize, usize)| {
            let ((wins, all), share) = (games(stored, i, j), expected(rating(i) - rating(j)));
            let [low, high] = wilson(wins, all);
            let words = in_words(wins, all);
            let said =
                format!("{} against {}: predicted {:.0} of 100, stored {words}", names[i], names[j], 100.0 * share);
            (share < low || share > high).then_some(said)
        };
        pairs(names.len()).filter_map(said).collect()
    };
    let by_print = missed(&|lead| 1.0 / (1.0 + libm::exp(-lead / 420.0)));
    in_stored_games(
        "the printed ratings predict how often each agent beats each other one",
        "the expected score of the authors' program within the 95 % interval of the stored games",
        "all pairs".to_string(),
        missed(&expected),
        "the other pairs agree; the names of the two JengaZero agents are exchanged in print",
    )
    .note(format!(
        "by the formula of section 4.5 as it is printed, with C = 420 and the base e, {} of {} pairs differ",
        by_print.len(),
        pairs(names.len()).count()
    ))
}

/// What sections 2 and 7.1 say of DQN against Random: each contradicts the other.
fn as_printed(given: &Given, stored: &Results) -> Finding {
    let names = forms(given, 0);
    let random = names.iter().position(|name| *name == "Random").unwrap_or(0);
    let dqn = (0..names.len()).filter(|&i| names[i].starts_with("DQN"));
    let seldom = dqn.filter(|&i| 10 * stored.wins[i][random] < 9 * games(stored, i, random).1).map(|i| {
        let (wins, all) = games(stored, i, random);
        format!("{} against Random, section 2 almost always: stored {}", names[i], in_words(wins, all))
    });
    in_stored_games(
        "a DQN wins almost always against Random, 9 games of 10 (section 2; section 7.1 calls their ratings similar)",
        "the stored games",
        "the stored games of both DQN agents".to_string(),
        seldom.collect(),
        "section 7.1: in the tournament DQN made nine random moves in ten and is as strong as Random",
    )
}

/// Whether JengaZero beats MCTS by no more than the text says, with both as the paper describes them.
fn by_a_little(given: &Given, described: &Results, bound: &str) -> Finding {
    let names = forms(given, 0);
    let mcts = names.iter().position(|name| *name == "MCTS").unwrap_or(0);
    let zeros = (0..names.len()).filter(|&i| names[i].starts_with("JengaZero"));
    let (outside, words): (Vec<bool>, Vec<String>) = zeros
        .map(|i| {
            let (wins, all) = games(described, i, mcts);
            let [low, high] = wilson(wins, all);
            (low > 0.7 || high < 0.6, format!("{} {}", names[i], in_words(wins, all)))
        })
        .unzip();
    let found = match outside.iter().any(|&outside| outside) {
        true => Verdict::Differs {
            count: outside.iter().filter(|&&outside| outside).count() as u64,
            cells: words.clone(),
            holds: format!("{bound}, the agents as the paper describes them"),
            certificates: vec![],
        },
        false => Verdict::Swept { bound: bound.to_string() },
    };
    Finding::new("JengaZero wins about 60 to 70 of 100 games against MCTS (section 7.1)", "games", found)
        .note(words.join("; "))
}

/// Whether the 95 % intervals of two shares of games overlap.
fn overlap(one: (u64, u64), other: (u64, u64)) -> bool {
    let ([low, high], [other_low, other_high]) = (wilson(one.0, one.1), wilson(other.0, other.1));
    low <= other_high && other_low <= high
}

fn games(results: &Results, i: usize, j: usize) -> (u64, u64) {
    (results.wins[i][j], results.wins[i][j] + results.wins[j][i])
}

/// The stored win rates against ours, with the agents as they really ran.
fn same_rates(given: &Given, stored: &Results, ran: &Results, bound: &str) -> Finding {
    let names = forms(given, 0);
    let differs = |&(i, j): &(usize, usize)| !overlap(games(stored, i, j), games(ran, i, j));
    let said = |(i, j): (usize, usize)| {
        let ((theirs, of), (ours, all)) = (games(stored, i, j), games(ran, i, j));
        format!("{} against {}: stored {theirs} of {of}, here {}", names[i], names[j], in_words(ours, all))
    };
    let cells: Vec<String> = pairs(names.len()).filter(differs).map(said).collect();
    let part = "the win rates of Figure 3, the agents as they really ran";
    let method = "the 95 % intervals of both overlap";
    match cells.is_empty() {
        true => Finding::new(part, method, Verdict::Swept { bound: bound.to_string() }),
        false => {
            let holds =
                "the rates of the table, with their intervals; networks that were trained anew are other networks";
            let count = cells.len() as u64;
            Finding::new(
                part,
                method,
                Verdict::Differs { cells, count, holds: holds.to_string(), certificates: vec![] },
            )
        }
    }
}

/// Which agent is the strongest, as described.
fn best(given: &Given, described: &Results, bound: &str) -> Verdict {
    let ratings = described.bradley_terry();
    let best = (0..ratings.len()).max_by(|&i, &j| ratings[i].total_cmp(&ratings[j])).unwrap_or(0);
    let name = forms(given, 0)[best];
    let reached = format!("{bound}; the highest rating is that of {name}, {:.0}", ratings[best]);
    if name.starts_with("JengaZero") {
        Verdict::Swept { bound: reached }
    } else {
        Verdict::Refuted { counterexample: reached }
    }
}

fn ratings(given: &Given, printed: &BTreeMap<String, u64>, results: [&Results; 3]) -> Vec<Vec<String>> {
    let [stored, ran, described] = results;
    let updates = [stored.elo(), ran.elo()];
    let models = [ran, described].map(|one| (one.bradley_terry(), one.intervals(given.redrawn, given.seed)));
    let row = |(i, name): (usize, &&str)| {
        let mut row = vec![name.to_string(), printed.get(*name).map_or(String::new(), u64::to_string)];
        row.extend(updates.iter().map(|update| format!("{:.0}", update[i])));
        for (ratings, intervals) in &models {
            let [low, high] = intervals.get(i).copied().unwrap_or([ratings[i]; 2]);
            row.extend([ratings[i], low, high].map(|points| format!("{points:.0}")));
        }
        row
    };
    forms(given, 0).iter().enumerate().map(row).collect()
}

fn rates(given: &Given, [stored, ran, described]: [&Results; 3]) -> Table {
    let names = forms(given, 0);
    let mut rows = Vec::new();
    for (form, results) in [("as it ran", ran), ("as described", described)] {
        for (i, j) in (0..names.len()).flat_map(|i| (0..names.len()).map(move |j| (i, j))).filter(|(i, j)| i != j) {
            let (wins, all) = games(results, i, j);
            let head = [form, names[i], names[j]].map(String::from).to_vec();
            let kept = stored.wins[i][j].to_string();
            rows.push([head, vec![all.to_string()], shared(wins, all), vec![kept]].concat());
        }
    }
    let header = [&["form", "agent", "opponent", "games"], &SHARE[..], &["stored_wins_of_100"]].concat();
    table("Win rates", &header, rows)
}

/// Wins of the row against the column, in a hundred games.
fn heat_map(title: &str, given: &Given, results: &Results) -> Figure {
    let names: Vec<String> = forms(given, 0).iter().map(|name| name.to_string()).collect();
    let cell = |i: usize, j: usize| (i != j).then(|| (100.0 * results.rate(i, j)).round() as u64);
    Figure::Cells(Cells {
        title: title.to_string(),
        across: "opponent".to_string(),
        down: "agent".to_string(),
        column_labels: names.clone(),
        row_labels: names.clone(),
        values: (0..names.len()).map(|i| (0..names.len()).map(|j| cell(i, j)).collect()).collect(),
        blank: "does not play itself".to_string(),
        ramp: Some(Ramp { ends: (0, 100), logarithmic: false, unit: (1, " %".to_string()) }),
        ..Cells::default()
    })
}

/// The agents of section 5: each plays Random and 1-step, in both of its forms.
///
/// # Errors
/// Parameters or agents that make no match.
pub fn agents(task: &Task) -> Result<Decision> {
    let given: Given = task.experiment.parameters(task.scale)?;
    let mut matches = Vec::new();
    for names in &given.agents {
        let mut own: Vec<&String> = names[1..].iter().collect();
        own.dedup();
        for (name, opponent) in own.into_iter().flat_map(|name| ["random", "one-step"].map(|other| (name, other))) {
            let seed = given.seed + matches.len() as u64;
            let agents = [name.clone(), opponent.to_string()];
            matches.push(Match { agents, games: given.games, levels: given.levels, noise: 1.0, seed });
        }
    }
    let outcomes = play_all(task.watch, "agents", &matches)?;
    let row = |(one, outcome): (&Match, &Outcome)| {
        let tail = vec![format!("{:.2}", outcome.moves_a_game()), outcome.falls.to_string()];
        [one.agents.to_vec(), outcome.cells(), tail].concat()
    };
    let header = [&["agent", "opponent", "games"], &SHARE[..], &["moves_a_game", "ended_by_a_fall"]].concat();
    let rows = matches.iter().zip(&outcomes).map(row).collect();
    let bound = format!("{} games a match, seed {}", given.games, given.seed);
    let unknown: Vec<&str> = forms(&given, 2)
        .into_iter()
        .filter(|form| !AGENTS.iter().any(|kind| form.split(':').next() == Some(kind.name)))
        .collect();
    let part = "the seven agents of section 5 play by the rules from the first tower to the end, in both forms";
    let found = match unknown.is_empty() {
        true => Verdict::Swept { bound },
        false => Verdict::Open { reached: format!("without {}", unknown.join(", ")) },
    };
    let finding = Finding::new(part, "games", found).note(
        "as it ran: the DQN agents made nine random moves in ten, and the searches 420 iterations a move, where the paper \
         says 1000",
    );
    Ok(Decision {
        findings: vec![finding],
        tables: vec![(String::new(), table("The agents against Random and 1-step", &header, rows))],
        ..Decision::default()
    })
}
