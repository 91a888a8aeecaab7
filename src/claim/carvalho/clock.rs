//! CLOCK NIM: its examples and its end, towers as positions, and its equality with the addition game.
use super::{jenga, jenga_map};
use crate::claim::library;
use crate::claim::{Certificate, Decision, Finding, Task, Verdict};
use crate::error::Result;
use crate::game::clock_nim::clock_nim as game;
use crate::game::{Play, any};
use crate::report::table::Table;
use crate::solve::period::{Answer, Budget, find};
use crate::solve::values;
use crate::value::nim_sum;
use std::collections::BTreeMap;

/// What [`clock_nim`] takes.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Parameters {
    /// Periods p up to this, with every n < p and every largest pile from n to p + 1.
    largest_period: usize,
    /// The games whose values are searched for a pattern.
    patterns: Patterns,
}

/// Every game of CLOCK NIM up to some size.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Patterns {
    /// Largest piles up to this.
    largest: usize,
    /// Periods p up to this, with every n < p up to the largest pile.
    period: usize,
    /// How hard to search.
    search: Budget,
}

/// A longer certificate than this many pieces is not written; the table has its fingerprint.
const MOST_PIECES: u64 = 5_000;

/// Definition 2.1 and Examples 2.2 and 2.3.
pub fn clock_nim(task: &Task) -> Result<Decision> {
    let parameters: Parameters = task.experiment.parameters(task.scale)?;
    let mut printed: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for row in library::reference("carvalho/examples-2-2-2-3.csv")? {
        printed.entry(row["position"].clone()).or_default().push(row["option"].clone());
    }
    let clock = any::open("clock-nim")?;
    let mut cells = Vec::new();
    for (position, options) in &mut printed {
        let mut computed: Vec<String> = clock.moves(position)?.into_iter().map(|(_, option)| option).collect();
        computed.sort();
        options.sort();
        if *options != computed {
            cells.push(format!("{position}: printed {}, computed {}", options.join(" "), computed.join(" ")));
        }
    }
    let positions: Vec<&str> = printed.keys().map(String::as_str).collect();
    let certificate =
        Certificate::new("clock-nim-examples", values::certificate("clock-nim", Play::Grundy, &positions)?)?;
    let examples = Finding::compared(
        "the options of Examples 2.2 and 2.3",
        "values",
        cells,
        "the computed options",
        &[&certificate],
    );
    let ends = Certificate::new("clock-nim-ends", ENDS.to_string())?;
    let games = ending_games(parameters.largest_period)?;
    let ending = Finding::proved("every play of (a1,...,ak|s)_{p,n} ends, for every k and p > n > 0", "clock", &[&ends])
        .note("the weight p times the stones plus n times the clock: taking d >= 1 stones lowers it by p d - n > 0, whether the clock restarts or not");
    let bound =
        format!("p <= {}, every n < p, every largest pile from n to p + 1 ({games} games)", parameters.largest_period);
    let games = Finding::new("the same, rule by rule", "weight", Verdict::Swept { bound }).supporting();
    let (values, table, found) = patterns(&parameters.patterns, task)?;
    let findings = vec![examples, ending, games, values];
    let certificates = [vec![certificate, ends], found].concat();
    Ok(Decision { findings, certificates, tables: vec![("patterns".to_string(), table)], ..Decision::default() })
}

/// Searches the values of many games for a pattern, in both ways of play: what was found, one line for each, and the
/// certificates that are short enough to be written.
fn patterns(sought: &Patterns, task: &Task) -> Result<(Finding, Table, Vec<Certificate>)> {
    let games: Vec<[usize; 3]> = (1..=sought.largest)
        .flat_map(|largest| (2..=sought.period).map(move |period| (largest, period)))
        .flat_map(|(largest, period)| (1..period.min(largest + 1)).map(move |n| [largest, period, n]))
        .collect();
    task.watch.begin("patterns", 2 * games.len() as u64, "games");
    let (mut rows, mut certificates, mut open) = (Vec::new(), Vec::new(), Vec::new());
    for [largest, period, arriving] in games {
        let game = game(largest, period, arriving)?;
        for play in [Play::Grundy, Play::Normal] {
            let (status, cells) = match find(&game, play, sought.search, task.memory)? {
                Answer::Proved(pattern) => {
                    let text = pattern.certificate.to_text();
                    let (pieces, hash) = (pattern.facts().pieces, blake3::hash(text.as_bytes()).to_hex());
                    if pieces <= MOST_PIECES {
                        let name = format!("clock-nim-{largest}-{period}-{arriving}-{}", play.word());
                        certificates.push(Certificate::new(&name, text)?);
                    }
                    let cells = [pattern.facts().largest_value.to_string(), pieces.to_string(), pattern.words()];
                    ("proved".to_string(), [&cells[..], &[hash[..16].to_string()]].concat())
                }
                Answer::Unknown(reached) => {
                    open.push(format!("{} in {} play", game.name, play.word()));
                    (format!("unknown: {reached}"), vec![String::new(); 4])
                }
            };
            let named = [largest, period, arriving].map(|number| number.to_string());
            rows.push([&named[..], &[play.word().to_string(), status], &cells].concat());
            task.watch.advance(1);
        }
    }
    let header = ["largest", "p", "n", "play", "status", "largest_value", "pieces", "pattern", "certificate"];
    let bound = format!(
        "{} of {} games and ways of play: largest pile <= {}, p <= {}",
        rows.len() - open.len(),
        rows.len(),
        sought.largest,
        sought.period
    );
    let part = "the values of each game that the table calls proved follow the pattern that it names, at all positions";
    let finding = Finding::new(part, "period", Verdict::Swept { bound }).supporting();
    let finding =
        if open.is_empty() { finding } else { finding.note(format!("no pattern was found for {}", open.join("; "))) };
    let title = "Patterns of the values of CLOCK NIM".to_string();
    Ok((finding, Table { title, header: header.map(String::from).to_vec(), rows }, certificates))
}

/// The weights p for a stone and n for a step of the clock.
const ENDS: &str = "topple-certificate 1 clock\nstone 1 0\nstep 0 1\nend\n";

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

/// Observation 2.4: (a1,a2|s) is the cell (3 a2 + s - 1, a1), one to one and onto.
pub fn observation_2_4(_: &Task) -> Result<Decision> {
    mapped(
        "(a1,a2|s) with a2 > 0 or s > 0 is the cell (3 a2 + s - 1, a1) of the table, one to one, onto, with equal values",
    )
}

/// Observation 2.5: the column that is left out holds exactly the Garden-of-Eden positions.
pub fn observation_2_5(_: &Task) -> Result<Decision> {
    mapped("the positions (a1,0|0) are exactly those without a predecessor")
}

/// The three moves of CLOCK NIM are the vectors (-2,0), (-2,1), (1,-1), in every state of the clock.
pub fn addition_equivalence(_: &Task) -> Result<Decision> {
    mapped("the three moves are the vectors (-2,0), (-2,1) and (1,-1), each available at exactly the same positions")
}

fn mapped(part: &str) -> Result<Decision> {
    let map = jenga_map()?;
    Ok(Decision {
        findings: vec![Finding::proved(part, "map", &[&map])],
        certificates: vec![map],
        ..Decision::default()
    })
}

/// 18 full levels: Grundy value 0, in CLOCK NIM and in Zwick's triplets.
pub fn commercial_tower(task: &Task) -> Result<Decision> {
    let (known, map) = (jenga(task)?, jenga_map()?);
    let triplets = crate::claim::vector::Known::new(task, "zwick-normal", "zwick", Play::Normal)?;
    let levels = 18;
    let value = known.value(0, &[3 * (levels - 1) - 1, 0]);
    let wins = triplets.value(0, &[levels - 1, 0]);
    let mut cells = Vec::new();
    if value != 0 || wins != 0 {
        cells.push(format!(
            "{levels} levels: printed Grundy value 0, computed {value}; won by the first player: {wins}"
        ));
    }
    let part = "18 full levels have Grundy value 0, and the second player wins; Zwick's triplets agree";
    let finding = Finding::compared(
        part,
        "vector",
        cells,
        "the computed value",
        &[&known.certificate, &map, &triplets.certificate],
    );
    Ok(Decision {
        findings: vec![finding],
        certificates: vec![known.certificate, map, triplets.certificate],
        ..Decision::default()
    })
}

/// The three values that the appendix computes with CGSuite.
pub fn cgsuite_examples(_: &Task) -> Result<Decision> {
    let mut decision = Decision::default();
    let mut rows = Vec::new();
    for (number, row) in library::reference("carvalho/cgsuite.csv")?.iter().enumerate() {
        let parts: Vec<&str> = row["position"].split(" + ").collect();
        let computed = values::evaluate("clock-nim", Play::Grundy, &parts, values::MOST_POSITIONS)?;
        let value = nim_sum(parts.iter().map(|part| computed[*part]));
        let printed = library::number(row, "value")?;
        let text = values::certificate("clock-nim", Play::Grundy, &parts)?;
        let certificate = Certificate::new(&format!("cgsuite-example-{}", number + 1), text)?;
        let wrong = (printed != value).then(|| format!("{}: printed *{printed}, computed *{value}", row["position"]));
        let part = format!("{} is *{printed}", row["position"]);
        decision.findings.push(Finding::compared(
            &part,
            "values",
            wrong.into_iter().collect(),
            "the computed value",
            &[&certificate],
        ));
        decision.certificates.push(certificate);
        rows.push(vec![row["position"].clone(), printed.to_string(), value.to_string()]);
    }
    let header = ["position", "printed", "computed"].map(String::from).to_vec();
    decision.tables.push((String::new(), Table { title: "Values of CLOCK NIM".to_string(), header, rows }));
    Ok(decision)
}
