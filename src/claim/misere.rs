//! Method `misere`: the misere quotient of a game, for all its positions if the elements repeat, or for finitely many.
use super::experiment::plain_name;
use super::{Certificate, Decision, Finding, Task, Verdict};
use crate::error::{Error, Result};
use crate::game::any;
use crate::game::named::vector_game;
use crate::proof::fact::MisereQuotient;
use crate::proof::{self, Fact};
use crate::report::table::Table;
use crate::solve::misere::{Budget, Listed, Repeating};
use serde::Deserialize;
use std::collections::HashSet;

/// What the method takes.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Parameters {
    /// Games of which all positions are asked for.
    #[serde(default)]
    all: Vec<All>,
    /// Finitely many positions.
    #[serde(default)]
    some: Vec<Finite>,
    /// How hard to search.
    #[serde(default)]
    search: Budget,
}

/// All positions of a vector addition game.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct All {
    /// The game.
    game: String,
    /// Periods are looked for among the positions with coordinates below these.
    sides: Vec<u64>,
}

/// Some positions of a game, and all that they lead to.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Finite {
    /// The game.
    game: String,
    /// The name of the certificate.
    name: String,
    /// The positions.
    positions: Vec<String>,
}

/// The most letters of a game in the name of its certificate.
const LONGEST_NAME: usize = 80;

/// Refuses parameters that the method does not take.
///
/// # Errors
/// A game, position or window that there is not, or more memory than allowed.
pub fn check(task: &Task) -> Result<()> {
    let Parameters { all, some, search } = task.experiment.parameters(task.scale)?;
    let place = format!("{} [parameters]", task.experiment.source);
    if all.is_empty() && some.is_empty() {
        return Err(Error::input(place, "no game", "'all' or 'some', each with a list of games"));
    }
    let mut names = HashSet::new();
    let mut add = |name: String| match names.insert(name.clone()) {
        true => Ok(()),
        false => Err(Error::input(&place, format!("two games with the name '{name}'"), "a name for each certificate")),
    };
    for All { game, sides } in &all {
        Repeating::check(&vector_game(game)?, sides)?;
        add(certificate_name(game))?;
    }
    for Finite { game, name, positions } in &some {
        plain_name(&format!("{place} some.name"), name)?;
        add(name.clone())?;
        if positions.is_empty() {
            return Err(Error::input(&place, format!("'{name}' without a position"), "one or more positions"));
        }
        let game = any::open(game)?;
        positions.iter().try_for_each(|position| game.standard(position).map(|_| ()))?;
    }
    search.ask(task.memory)
}

/// The name of the certificate of all positions of a game; of a long one, its beginning and a hash.
fn certificate_name(game: &str) -> String {
    let name = format!("misere-{}", game.replace(' ', "-"));
    match name.char_indices().nth(LONGEST_NAME) {
        Some((end, _)) => format!("{}-{}", &name[..end], &blake3::hash(name.as_bytes()).to_hex()[..8]),
        None => name,
    }
}

/// Decides an experiment of method `misere`.
///
/// # Errors
/// As [`check`], or too many positions.
pub fn decide(task: &Task) -> Result<Decision> {
    check(task)?;
    let Parameters { all, some, search } = task.experiment.parameters(task.scale)?;
    let mut settled = Settled::default();
    task.watch.begin("misere quotients", (all.len() + some.len()) as u64, "games");
    for All { game, sides } in &all {
        // A period of the window that the checker refuses does not go on.
        let found = Repeating::find(&vector_game(game)?, sides, search)?;
        let found = found.filter(|found| proof::check(&found.certificate()).is_ok());
        let named = |found: Repeating| {
            let name = certificate_name(game);
            let repeats = found.period.iter().zip(&found.from).map(|(&period, &from)| (period, from)).collect();
            Ok((Certificate::new(&name, found.certificate())?, repeats))
        };
        let (of, within) = ("all positions".to_string(), format!("coordinates below {}", tuple(sides)));
        settled.add(game, of, &within, search, found.map(named).transpose()?)?;
        task.watch.advance(1);
    }
    for Finite { game, name, positions } in &some {
        let found = Listed::find(game, positions, search)?;
        let named = |found: Listed| Ok((Certificate::new(name, found.certificate())?, Vec::new()));
        let of = format!("{} and what these lead to", positions.join(" "));
        settled.add(game, of, "these positions", search, found.map(named).transpose()?)?;
        task.watch.advance(1);
    }
    let Settled { mut decision, rows, periods } = settled;
    if !rows.is_empty() {
        decision.tables.push((String::new(), table(rows)));
    }
    if !periods.is_empty() {
        decision.tables.push((
            "periods".to_string(),
            Table {
                title: "How the elements of the positions repeat".to_string(),
                header: ["game", "nth_coordinate", "period", "from"].map(String::from).to_vec(),
                rows: periods,
            },
        ));
    }
    Ok(decision)
}

/// What is found so far.
#[derive(Default)]
struct Settled {
    decision: Decision,
    rows: Vec<Vec<String>>,
    /// Lines of the table of periods.
    periods: Vec<Vec<String>>,
}

/// Period and beginning of the elements of the positions along each coordinate; none of finitely many positions.
type Repeats = Vec<(u64, u64)>;

impl Settled {
    /// One more game: the positions whose sums are meant, where the search looked, and what it found.
    fn add(
        &mut self,
        game: &str,
        of: String,
        within: &str,
        search: Budget,
        found: Option<(Certificate, Repeats)>,
    ) -> Result<()> {
        let part = format!("{game}: who wins every sum of {of} when the last move loses");
        let Some((certificate, repeats)) = found else {
            let most = search.elements;
            let reached = format!("{within}: no quotient with at most {most} elements was found, or none that repeats");
            self.decision.findings.push(Finding::new(part, "misere quotients", Verdict::Open { reached }));
            return Ok(());
        };
        self.decision.findings.push(Finding::entailed(part, certificate.goal(), &[&certificate])?);
        self.rows.push(row(&certificate, &of));
        let period = |(nth, (period, from)): (usize, (u64, u64))| {
            [game.to_string()].into_iter().chain([nth as u64, period, from].map(|number| number.to_string())).collect()
        };
        self.periods.extend((1..).zip(repeats).map(period));
        self.decision.certificates.push(certificate);
        Ok(())
    }
}

fn tuple(numbers: &[u64]) -> String {
    format!("({})", crate::game::vector::join(numbers))
}

/// A line of [`table`]: the certificate, and what is summed.
pub(super) fn row(certificate: &Certificate, of: &str) -> Vec<String> {
    let [Fact::MisereQuotient(MisereQuotient { game, order, lost, nim, .. })] = &certificate.established.facts[..]
    else {
        unreachable!("the checker of a misere quotient answers with one fact");
    };
    let heaps = nim.map_or(String::new(), |nim| (1_u64 << nim).to_string());
    vec![game.clone(), of.to_string(), order.to_string(), lost.to_string(), heaps]
}

/// What the quotients are.
pub(super) fn table(rows: Vec<Vec<String>>) -> Table {
    Table {
        title: "Misere quotients: who wins sums when the last move loses".to_string(),
        header: ["game", "sums_of", "elements", "elements_lost", "nim_heaps_below"].map(String::from).to_vec(),
        rows,
    }
}
