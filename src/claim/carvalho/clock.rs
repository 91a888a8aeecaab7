//! CLOCK NIM: its examples, its end, and the patterns of its values.
use crate::claim::library::reference;
use crate::claim::listed::Listed;
use crate::claim::{Certificate, Decision, Fact, Finding, Goal, Task, Verdict};
use crate::error::Result;
use crate::game::clock_nim::clock_nim as game;
use crate::game::{Play, any};
use crate::proof::goal::Options;
use crate::report::table::Table;
use crate::solve::Memory;
use crate::solve::periods::{Answer, Budget, find};
use crate::solve::together::together;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// What [`clock_nim`] takes.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Parameters {
    /// Periods p up to this, with every n < p and every largest pile from n to p + 1.
    largest_period: usize,
}

/// The weights p for a stone and n for a step of the clock.
const ENDS: &str = "topple-certificate 1 clock\nstone 1 0\nstep 0 1\nend\n";

/// Definition 2.1 and Examples 2.2 and 2.3.
pub fn clock_nim(task: &Task) -> Result<Decision> {
    let Parameters { largest_period } = task.experiment.parameters(task.scale)?;
    let ends = Certificate::new("clock-nim-ends", ENDS.to_string())?;
    let part = "every play of (a1,...,ak|s)_{p,n} ends, for every k and p > n > 0";
    let ending = Finding::entailed(part, Goal::Facts(vec![Fact::ClockNimEnds]), &[&ends])?.note(
        "the weight p times the stones plus n times the clock: taking d >= 1 stones lowers it by p d - n > 0, whether the \
         clock restarts or not",
    );
    let ending = ending.theorem("clock_nim_ends");
    let bound = format!(
        "p <= {largest_period}, every n < p, every largest pile from n to p + 1 ({} games)",
        ending_games(largest_period)?
    );
    let games = Finding::new("the same, rule by rule", "weight", Verdict::Swept { bound }).supporting();
    let (mut findings, examples) = examples()?;
    findings.extend([ending, games]);
    Ok(Decision { findings, certificates: vec![examples, ends], ..Decision::default() })
}

/// The options of the printed positions.
fn examples() -> Result<(Vec<Finding>, Certificate)> {
    let mut printed: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for row in reference("carvalho/examples-2-2-2-3.csv")? {
        printed.entry(row["position"].clone()).or_default().insert(row["option"].clone());
    }
    let positions: Vec<&str> = printed.keys().map(String::as_str).collect();
    let Listed { certificate, .. } = Listed::new("clock-nim-examples", "clock-nim", Play::Grundy, &positions)?;
    let clock = any::open("clock-nim")?;
    let finding = |(position, printed): (&String, &BTreeSet<String>)| {
        let options: BTreeSet<String> = clock.moves(position)?.into_iter().map(|(_, option)| option).collect();
        let differing = printed.symmetric_difference(&options).map(|option| format!("{position} to {option}"));
        let differing: Vec<String> = differing.collect();
        let goal = Goal::Options(Options { game: "clock-nim".to_string(), position: position.clone(), options });
        let part = format!("example: the options of {position}");
        let finding = Finding::against_print(part, goal, differing, "the computed options", &[&certificate])?;
        Ok(finding.theorem("clock_nim_ends"))
    };
    Ok((printed.iter().map(finding).collect::<Result<_>>()?, certificate))
}

/// Builds every game up to a period; building one checks that every rule lowers the weight.
fn ending_games(largest_period: usize) -> Result<usize> {
    let mut games = 0;
    for period in 2..=largest_period {
        for arriving in 1..period {
            for largest in arriving..=period + 1 {
                game(largest, period, arriving)?;
                games += 1;
            }
        }
    }
    Ok(games)
}

/// Every game of CLOCK NIM up to some size.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Sought {
    /// Largest piles up to this.
    largest: usize,
    /// Periods p up to this, with every n < p up to the largest pile.
    period: usize,
    /// More games, by largest pile, p and n.
    #[serde(default)]
    also: Vec<[usize; 3]>,
    /// How hard to search.
    search: Budget,
}

/// A longer certificate than this many pieces is not written; the table has its fingerprint.
const MOST_PIECES: u64 = 5_000;

/// What the search came to for a game in a way of play.
enum Searched {
    /// A pattern, with a certificate that is short enough to be written and what it says.
    Kept(Box<(Certificate, Fact)>),
    /// A pattern with a longer certificate.
    Longer,
    /// None; the game in words, and how far it was looked.
    Open(String),
}

/// Searches the values of many games for a pattern, in both ways of play: one line for each, and the certificates that
/// are short enough to be written.
pub fn clock_nim_patterns(task: &Task) -> Result<Decision> {
    let Sought { largest, period, also, search } = task.experiment.parameters(task.scale)?;
    let games: Vec<([usize; 3], Play)> = (1..=largest)
        .flat_map(|largest| (2..=period).map(move |period| (largest, period)))
        .flat_map(|(largest, period)| (1..period.min(largest + 1)).map(move |n| [largest, period, n]))
        .chain(also)
        .flat_map(|numbers| [Play::Grundy, Play::Normal].map(|play| (numbers, play)))
        .collect();
    task.watch.begin("patterns", games.len() as u64, "games");
    let order = hardest_first(&games)?;
    let mut lines = together(games.len(), task.memory, |turn, memory| {
        let (numbers, play) = games[order[turn]];
        let line = searched(numbers, play, search, memory)?;
        task.watch.advance(1);
        Ok((order[turn], line))
    })?;
    lines.sort_by_key(|(number, _)| *number);
    let (mut rows, mut repeats, mut kept, mut facts) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let (mut longer, mut open) = (0, Vec::new());
    for (_, line) in lines {
        rows.push(line.row);
        repeats.extend(line.repeats);
        match line.searched {
            Searched::Kept(both) => {
                let (certificate, fact) = *both;
                kept.push(certificate);
                facts.push(fact);
            }
            Searched::Longer => longer += 1,
            Searched::Open(game) => open.push(game),
        }
    }
    let part = "each game with a kept certificate: every play ends, and finitely many pieces have one value each";
    let proved = Finding::entailed(part, Goal::Facts(facts), &kept.iter().collect::<Vec<_>>())?;
    let bound = format!("{longer} games and ways of play, with largest pile <= {largest} and p <= {period}");
    let part = "the same of each game that the table calls proved by a longer certificate, accepted and not kept";
    let mut others = Finding::new(part, "period", Verdict::Swept { bound });
    others.note = (!open.is_empty()).then(|| format!("not found: {}", open.join("; ")));
    let table = |title: &str, own: &str, rows| {
        let header = ["largest_pile p n play", own].join(" ").split(' ').map(String::from).collect();
        Table { title: title.to_string(), header, rows }
    };
    let patterns = "status largest_value certificate_pieces repetition certificate";
    let steps = "repetition step_1 step_2 step_3 from_1 from_2 from_3";
    let tables = vec![
        (String::new(), table("Patterns of the values of CLOCK NIM", patterns, rows)),
        ("steps".to_string(), table("Steps after which the values of CLOCK NIM repeat", steps, repeats)),
    ];
    Ok(Decision { findings: vec![proved, others], tables, certificates: kept, ..Decision::default() })
}

/// The numbers of the games, those first that are likely to take longest: one that comes last leaves all cores but one without
/// work.
fn hardest_first(games: &[([usize; 3], Play)]) -> Result<Vec<usize>> {
    let hard = |[largest, period, n]: [usize; 3]| Ok(game(largest, period, n)?.states * largest * period);
    let hard = games.iter().map(|(numbers, _)| hard(*numbers)).collect::<Result<Vec<usize>>>()?;
    let mut order: Vec<usize> = (0..games.len()).collect();
    order.sort_by_key(|number| Reverse(hard[*number]));
    Ok(order)
}

/// What there is to say of a game in a way of play.
struct Line {
    row: Vec<String>,
    /// A row for each step of the pattern.
    repeats: Vec<Vec<String>>,
    searched: Searched,
}

/// The line of a game with largest pile, p and n.
fn searched(numbers: [usize; 3], play: Play, search: Budget, memory: Memory) -> Result<Line> {
    let game = game(numbers[0], numbers[1], numbers[2])?;
    let named = numbers.map(|number| number.to_string());
    let mut repeats = Vec::new();
    let (status, cells, searched) = match find(&game, play, search, memory)? {
        Answer::Proved(pattern) => {
            let (text, found) = (pattern.certificate.to_text(), pattern.facts());
            let hash = blake3::hash(text.as_bytes()).to_hex()[..16].to_string();
            let form = pattern.form.word().to_string();
            let cells = [found.largest_value.to_string(), found.pieces.to_string(), form.clone(), hash];
            let three = |vector: &[u64]| [0, 1, 2].map(|i| vector.get(i).map_or(String::new(), u64::to_string));
            for (step, from) in pattern.form.steps() {
                let own = [&[play.word().to_string(), form.clone()][..], &three(&step), &three(&from)].concat();
                repeats.push([&named[..], &own].concat());
            }
            let searched = if found.pieces <= MOST_PIECES {
                let certificate = Certificate::new(&format!("clock-nim-{}-{}", named.join("-"), play.word()), text)?;
                Searched::Kept(Box::new((certificate, Fact::Stratified { game: game.name, play })))
            } else {
                Searched::Longer
            };
            ("proved".to_string(), cells, searched)
        }
        Answer::Unknown(reached) => {
            let open = Searched::Open(format!("{} in {} play: {reached}", game.name, play.word()));
            (format!("unknown: {reached}"), [const { String::new() }; 4], open)
        }
    };
    Ok(Line { row: [&named[..], &[play.word().to_string(), status], &cells].concat(), repeats, searched })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_games_are_begun_before_small_ones_and_none_is_left_out() {
        let games = [[1, 2, 1], [2, 5, 2], [3, 5, 1], [3, 2, 1], [2, 5, 1]].map(|numbers| (numbers, Play::Grundy));
        let order = hardest_first(&games).unwrap();
        assert_eq!((order[0], order[4]), (2, 0));
        // Equally hard ones stay in their order.
        let place = |number: usize| order.iter().position(|other| *other == number).unwrap();
        assert!(place(1) < place(4));
        assert_eq!(order.iter().collect::<BTreeSet<_>>(), (0..5).collect::<Vec<_>>().iter().collect());
    }
}
