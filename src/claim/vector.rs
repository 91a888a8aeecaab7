//! Method `vector`: the table of a vector addition game, its picture, its comparison with print, and its periods with a
//! certificate. This is the method for a user's own move set.
use super::experiment::plain_name;
use super::part::{self, Part};
use super::window::{self, drawn, written};
use super::{Certificate, Decision, Fact, Finding, Goal, Task, Verdict, library};
use crate::error::{Error, Result};
use crate::game::addition::addition;
use crate::game::named::vector_game;
use crate::game::vector::{VectorGame, VectorPosition};
use crate::game::{Game, Play};
use crate::proof::{fact, goal};
use crate::solve::Memory;
use crate::solve::periods::{Answer, Budget, Pattern, Repeat, find};
use crate::solve::values;
use crate::solve::values::table::{ValueTable, ask_count};
use serde::Deserialize;

/// What the method takes.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Parameters {
    /// A game by name; or else `moves`.
    game: Option<String>,
    /// The vectors that a move may add.
    moves: Option<Vec<Vec<i64>>>,
    /// `grundy`, `normal` or `misere`.
    play: Option<String>,
    /// The window of the table: one size for each coordinate; no table if left out.
    size: Option<Vec<usize>>,
    /// The corner of it that table and picture show; the largest with few cells if left out.
    shown: Option<Vec<usize>>,
    /// Whether to search for periods.
    #[serde(default = "yes")]
    prove: bool,
    /// How hard to search for periods.
    #[serde(default)]
    search: Budget,
    /// The name of their certificate.
    certificate: Option<String>,
    /// What it is to entail; that there is a pattern if left out.
    #[serde(default)]
    parts: Vec<Part>,
    /// The whole table, or how often each value occurs in it.
    #[serde(default)]
    table: Shown,
    /// A reference file with columns column, row, value.
    compare: Option<String>,
}

fn yes() -> bool {
    true
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Shown {
    #[default]
    Values,
    Counts,
}

/// The parameters, the game, and what is played.
fn read(task: &Task) -> Result<(Parameters, VectorGame, Play)> {
    let parameters: Parameters = task.experiment.parameters(task.scale)?;
    let place = format!("{} [parameters]", task.experiment.source);
    let game = game(&parameters, &place)?;
    let play = play(&parameters, &place)?;
    if parameters.size.is_none() && !parameters.prove {
        return Err(Error::input(place, "no 'size', and prove = false", "a size, or a pattern to prove"));
    }
    Ok((parameters, game, play))
}

/// Refuses parameters that the method does not take.
///
/// # Errors
/// Parameters that make no game, a table that does not fit the memory, or a reference that is not there or is another.
pub fn check(task: &Task) -> Result<()> {
    let (parameters, game, _) = read(task)?;
    if let Some(size) = &parameters.size {
        let (shown, memory) = corner(task, &parameters, &game, size)?;
        ValueTable::ask(&game, &shown, memory)?;
        ask_count(&game, size, memory)?;
    }
    if let Some(name) = &parameters.certificate {
        let place = format!("{} [parameters] certificate", task.experiment.source);
        plain_name(&place, name)?;
    }
    parameters.compare.as_deref().map(printed).transpose().map(|_| ())
}

/// Decides an experiment of method `vector`.
///
/// # Errors
/// Parameters that make no game, or a table that does not fit the memory.
pub fn decide(task: &Task) -> Result<Decision> {
    let (parameters, game, play) = read(task)?;
    let mut decision = Decision::default();
    if let Some(size) = &parameters.size {
        window(task, &parameters, &game, play, size, &mut decision)?;
    }
    if let Some(path) = &parameters.compare {
        compare(task, &game, play, path, &mut decision)?;
    }
    if parameters.prove {
        periods(task, &game, play, parameters, &mut decision)?;
    } else if decision.findings.is_empty() {
        let bound = format!("{:?} positions", parameters.size.unwrap_or_default());
        let part = "the values of the table, from the values of the options";
        decision.findings.push(Finding::new(part, "vector", Verdict::Swept { bound }));
    }
    Ok(decision)
}

/// The corner that is shown of a window, and the memory that is left beside it.
fn corner(task: &Task, parameters: &Parameters, game: &VectorGame, size: &[usize]) -> Result<(Vec<usize>, Memory)> {
    let place = format!("{} [parameters]", task.experiment.source);
    let shown = window::shown(parameters.shown.as_deref(), size, game.states, &place)?;
    let memory = window::beside(task, game, &shown)?;
    Ok((shown, memory))
}

/// The table and the picture of a window; the values of all of it are counted where not all are shown.
fn window(
    task: &Task,
    parameters: &Parameters,
    game: &VectorGame,
    play: Play,
    size: &[usize],
    decision: &mut Decision,
) -> Result<()> {
    let (shown, memory) = corner(task, parameters, game, size)?;
    let corner = ValueTable::new(game, play, &shown, memory)?;
    let counts = || window::counted(task, game, play, size, memory);
    match parameters.table {
        Shown::Counts => decision.tables.push((String::new(), counts()?)),
        Shown::Values if shown == size => decision.tables.push((String::new(), written(game, play, &corner))),
        Shown::Values => {
            let tables = [(String::new(), written(game, play, &corner)), ("counts".to_string(), counts()?)];
            decision.tables.extend(tables);
        }
    }
    decision.figures.extend(drawn(game, play, &corner).map(|figure| (String::new(), figure)));
    if shown != size {
        let what = if parameters.table == Shown::Counts { "the picture shows" } else { "table and picture show" };
        task.watch.remark(&format!("{what} the corner {shown:?} of {size:?}; the parameter `shown` changes it"));
    }
    Ok(())
}

fn game(parameters: &Parameters, place: &str) -> Result<VectorGame> {
    match (&parameters.game, &parameters.moves) {
        (Some(name), None) => vector_game(name),
        (None, Some(moves)) => addition(moves),
        _ => Err(Error::input(place, "both or neither of 'game' and 'moves'", "one of them")),
    }
}

fn play(parameters: &Parameters, place: &str) -> Result<Play> {
    let word = parameters.play.as_deref().unwrap_or("grundy");
    Play::from_word(word).ok_or_else(|| Error::input(place, format!("play = '{word}'"), "grundy, normal or misere"))
}

/// A game whose values are all known by a certificate.
pub struct Known {
    /// The game.
    pub game: VectorGame,
    /// The proved pattern.
    pub pattern: Pattern,
    /// The certificate as a file.
    pub certificate: Certificate,
}

impl Known {
    /// The certificate of a game for which one is known to be found; `name` is that of its file.
    ///
    /// # Errors
    /// An unknown game, or no pattern within the usual budget.
    pub fn new(task: &Task, name: &str, spec: &str, play: Play) -> Result<Self> {
        let game = vector_game(spec)?;
        match find(&game, play, Budget::default(), task.memory)? {
            Answer::Proved(pattern) => {
                let certificate = Certificate::new(name, pattern.certificate.to_text())?;
                Ok(Known { game, pattern: *pattern, certificate })
            }
            Answer::Unknown(reached) => Err(Error::input(game.name(), reached, "a game with a pattern that is found")),
        }
    }

    /// The value of a position, whatever its size.
    pub fn value(&self, state: usize, at: &[u64]) -> u64 {
        let position = VectorPosition { state, at: at.to_vec() };
        self.pattern.certificate.value(&position).expect("the checked pieces cover all positions")
    }

    /// The values of all positions, with the period along each coordinate that the certificate shows.
    ///
    /// # Errors
    /// A pattern that is no box.
    pub fn pattern_goal(&self) -> Result<goal::Pattern> {
        let no_box = || Error::input(self.game.name(), self.pattern.words(), "a period along each coordinate");
        let axes = self.pattern.axes().ok_or_else(no_box)?;
        let list = |number: fn(&Repeat) -> u64| axes.iter().map(number).collect::<Vec<_>>();
        Ok(self.repeating(&list(|axis| axis.preperiod), &list(|axis| axis.period)))
    }

    /// The values of all positions, if they repeat with such a period from such a point on in each coordinate; whether they
    /// do is seen when the certificate has to entail it.
    pub fn repeating(&self, from: &[u64], period: &[u64]) -> goal::Pattern {
        let (from, period) = (from.to_vec(), period.to_vec());
        let (game, play) = (self.game.name.clone(), self.pattern.certificate.play);
        let mut pattern = goal::Pattern { game, play, from, period, values: Vec::new() };
        let positions = pattern.positions(self.game.states);
        pattern.values = positions.iter().map(|position| self.value(position.state, &position.at)).collect();
        pattern
    }
}

/// The parts that the experiment states, or that there is a pattern at all.
fn periods(task: &Task, game: &VectorGame, play: Play, given: Parameters, decision: &mut Decision) -> Result<()> {
    let part = format!("the {} values of {} follow a pattern at all positions", play.word(), game.name());
    let name = given.certificate.unwrap_or_else(|| format!("{}-{}", task.experiment.id, play.word()));
    let (finding, certificate) = pattern(task, part, &name, game, play, given.search)?;
    match &certificate {
        Some(certificate) if !given.parts.is_empty() => {
            decision.findings.extend(part::entailed(given.parts, std::slice::from_ref(certificate))?);
        }
        _ => decision.findings.push(finding),
    }
    decision.certificates.extend(certificate);
    Ok(())
}

/// Whether all values follow a pattern, with the certificate if one is found; `name` is that of its file.
///
/// # Errors
/// A table that does not fit the memory.
pub fn pattern(
    task: &Task,
    part: String,
    name: &str,
    game: &VectorGame,
    play: Play,
    budget: Budget,
) -> Result<(Finding, Option<Certificate>)> {
    task.watch.begin(&format!("periods of {}", game.name()), 1, "search");
    let answer = find(game, play, budget, task.memory)?;
    task.watch.advance(1);
    match answer {
        Answer::Proved(pattern) => {
            let certificate = Certificate::new(name, pattern.certificate.to_text())?;
            let goal = Goal::Facts(followed(game, play, &pattern));
            let finding = Finding::entailed(part, goal, &[&certificate])?;
            Ok((finding.note(pattern.words()), Some(certificate)))
        }
        Answer::Unknown(reached) => Ok((Finding::new(part, "period", Verdict::Open { reached }), None)),
    }
}

/// What a pattern says of its game: finitely many pieces, and the period along each coordinate if it is a box.
pub fn followed(game: &VectorGame, play: Play, pattern: &Pattern) -> Vec<Fact> {
    let axes = pattern.axes().into_iter().flatten().enumerate();
    let periods = axes.map(|(i, axis)| {
        let along = |length: u64| (0..game.dimension).map(|j| if i == j { length } else { 0 }).collect();
        let (step, from) = (along(axis.period), along(axis.preperiod));
        Fact::Period(fact::Period { game: game.name.clone(), play, step, from })
    });
    std::iter::once(Fact::Stratified { game: game.name.clone(), play }).chain(periods).collect()
}

/// The printed values of a reference file, with their positions.
fn printed(path: &str) -> Result<Vec<(String, u64)>> {
    let value = |row: &library::Row| {
        let at = [library::number(row, "column")?, library::number(row, "row")?];
        Ok((format!("({},{})", at[0], at[1]), library::number(row, "value")?))
    };
    library::reference(path)?.iter().map(value).collect()
}

/// Print against the values of a certificate that lists every cell that is needed.
fn compare(task: &Task, game: &VectorGame, play: Play, path: &str, decision: &mut Decision) -> Result<()> {
    let printed = printed(path)?;
    let positions: Vec<&str> = printed.iter().map(|(position, _)| position.as_str()).collect();
    let computed = values::evaluate(&game.name, play, &positions, values::MOST_POSITIONS)?;
    let certificate =
        Certificate::new(&format!("{}-cells", task.experiment.id), values::certificate(&game.name, play, &positions)?)?;
    let differs = |(position, value): &&(String, u64)| computed[position] != *value;
    let cells: Vec<String> = printed
        .iter()
        .filter(differs)
        .map(|(position, value)| format!("{position}: printed {value}, computed {}", computed[position]))
        .collect();
    let part = format!("the {} printed values", printed.len());
    let values = printed.iter().map(|(position, _)| (position.clone(), computed[position])).collect();
    let goal = Goal::Values(goal::Values { game: game.name.clone(), play, cells: values });
    decision.findings.push(Finding::against_print(part, goal, cells, "the computed values", &[&certificate])?);
    decision.certificates.push(certificate);
    Ok(())
}
