//! Claims about one pile with balls taken from the top.
use super::cases::{by_cases, by_python};
use super::{Bound, Counted, Nothing, compare, every_pile, pile, printed_rule, square, table};
use crate::claim::library::{Row, reference};
use crate::claim::listed::Listed;
use crate::claim::{Decision, Fact, Finding, Goal, Task, Verdict};
use crate::error::{Error, Result};
use crate::game::pile::{Pile, closed_form, runs, sections};
use crate::game::{Game, Play};
use crate::report::figure::{Figure, WellDrawing, Wells};
use crate::report::table::Table;
use crate::solve::shards;
use crate::solve::sweeps::piles::{closure, program};
use crate::solve::values::sum;
use crate::value::mex;
use petgraph::graph::NodeIndex;
use petgraph::visit::EdgeRef;
use serde::Deserialize;

/// What the claims about all piles are given.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sweeps {
    /// Pairs (largest section, most sections) of the sweeps.
    sweeps: Vec<Bound>,
    /// The largest section for which the finite system of all piles is closed.
    #[serde(default)]
    closed_to: Option<u64>,
}

/// What is proved for every pile, swept pile by pile.
fn swept(counted: &Counted, bounds: &[Bound]) -> Finding {
    let method = "sweep of piles: mex of the option values, pile by pile";
    let finding = Finding::new("the same, pile by pile", method, counted.verdict(bounds));
    finding.note(format!("{} mismatches", counted.mismatches)).supporting()
}

const STAR: [&str; 4] = ["sections", "largest_section", "piles", "star_lemma_fails"];
const COUNTS: [&str; 4] = ["sections", "largest_section", "piles", "mismatches"];

/// The value from the value one section below, for every pile.
pub fn star_lemma(task: &Task) -> Result<Decision> {
    let given: Sweeps = task.experiment.parameters(task.scale)?;
    let certificate = every_pile()?;
    let star = |sections: &[u64], below: u64| {
        let top = sections[sections.len() - 1];
        top - u64::from(top <= below)
    };
    let counted = compare(task, "star lemma", &star, &given.sweeps)?;
    let part = "G(n1..nk) from nk and G(n1..n(k-1)), every k >= 1 and every size";
    let every = Finding::entailed(part, Goal::Facts(vec![Fact::StarLemma]), &[&certificate])?
        .theorem("eeny_meeny_star")
        .note("the text proves this one too; with G() = 0 the formula holds for k = 1 as well");
    let findings = vec![every, swept(&counted, &given.sweeps)];
    let tables = vec![(String::new(), table("Star lemma against the mex", &STAR, counted.rows))];
    Ok(Decision { findings, tables, certificates: vec![certificate], ..Decision::default() })
}

/// The eeny-meeny rule for every pile.
pub fn rule(task: &Task) -> Result<Decision> {
    let given: Sweeps = task.experiment.parameters(task.scale)?;
    let certificate = every_pile()?;
    let counted = compare(task, "rule", &|sections: &[u64], _| program(sections), &given.sweeps)?;
    let part = "the printed program gives the Grundy value, every k and every size";
    let every = Finding::entailed(part, printed_rule(), &[&certificate])?.theorem("eeny_meeny_rule").note(
        "the text proves k <= 4 and leaves the rest open. The reason in one line: a walk that begins with meeny \
         always answers the opposite of one that begins with eeny, so the condition for nk = n(k-1) is that \
         it is not met for the pile below, which is the star lemma",
    );
    let mut findings = vec![every, swept(&counted, &given.sweeps), by_python()?, by_cases(3)?, by_cases(4)?];
    let mut tables = vec![(String::new(), table("Eeny-meeny rule against the mex", &COUNTS, counted.rows))];
    if let Some(largest) = given.closed_to {
        let (finding, systems) = closed(largest)?;
        findings.push(finding);
        tables.extend(systems);
    }
    let title = "Grundy values of the piles (n1,n2)";
    let two = square(title, ["n1, bottom", "n2, top"], 24, |lower, upper| closed_form(&[lower, upper]), None);
    let figures = vec![(String::new(), two)];
    Ok(Decision { findings, tables, figures, certificates: vec![certificate], ..Decision::default() })
}

type Tables = Vec<(String, Table)>;

/// Every number of sections at once, for sections up to each size.
fn closed(to: u64) -> Result<(Finding, Tables)> {
    let mut rows = Vec::new();
    let mut wrong = None;
    for largest in 1..=to {
        let graph = closure(largest)?;
        let bad = graph.node_weights().find(|state| !state.agrees()).copied();
        wrong = wrong.or(bad);
        rows.push([largest, graph.node_count() as u64, graph.edge_count() as u64].map(|n| n.to_string()).to_vec());
    }
    let verdict = Verdict::tried(format!("sections <= {to}, every k"), wrong.map(|state| format!("{state:?}")));
    let part = "every k at once: the finite system of (top section, mex, walks) closes and agrees everywhere";
    let tables = vec![
        (
            "closure".to_string(),
            table("Closed systems of piles", &["largest_section", "closure_states", "steps"], rows),
        ),
        ("closure-steps".to_string(), steps(3.min(to))?),
    ];
    Ok((Finding::new(part, "closure of piles", verdict).supporting(), tables))
}

/// Every step of one closed system; a pile of one section has no walks.
fn steps(largest: u64) -> Result<Table> {
    let graph = closure(largest)?;
    let words = |node: NodeIndex| {
        let state = graph[node];
        let [eeny, meeny] = match state.walks {
            None => [String::new(), String::new()],
            Some((eeny, meeny)) => [eeny, meeny].map(|answer| answer.to_string()),
        };
        vec![state.top.to_string(), state.grundy.to_string(), eeny, meeny]
    };
    let mut rows: Vec<_> =
        graph.edge_references().map(|step| [words(step.source()), words(step.target())].concat()).collect();
    rows.sort();
    let header = ["top", "grundy", "eeny", "meeny", "next_top", "next_grundy", "next_eeny", "next_meeny"];
    Ok(table(&format!("The closed system for sections of at most {largest} balls"), &header, rows))
}

/// The example games, as far as the text pins them down. Of game 3 it gives neither piles nor values.
pub fn games_1_to_4(task: &Task) -> Result<Decision> {
    let Nothing {} = task.experiment.parameters(task.scale)?;
    let mut decision = Decision::default();
    for row in reference("eeny-meeny/example-games.csv")? {
        if !(row["pile"].is_empty() && row["values"].is_empty()) {
            example_game(&row, &mut decision)?;
        }
    }
    let moves = Game::moves(&Pile, &vec![1, 2, 2, 2]);
    let rows = moves.iter().map(|(take, to)| vec![take.to_string(), pile(to), program(to).to_string()]).collect();
    decision.figures = vec![(String::new(), drawn_games(reference("eeny-meeny/example-games.csv")?)?)];
    decision.tables = vec![(String::new(), table("Game 1: the moves from (1,2,2,2)", &["move", "to", "grundy"], rows))];
    Ok(decision)
}

/// A game with its printed pile, or with piles of the printed values.
fn example_game(row: &Row, decision: &mut Decision) -> Result<()> {
    let values = of_values(row)?;
    let piles = piles_of(row, &values);
    let (game, shown) = (&row["example"], piles.join(" + "));
    let known = Listed::new(&format!("game-{game}"), "pile", Play::Grundy, &piles)?;
    if !values.is_empty() {
        let part = format!("game {game}: the piles {shown} have the printed values");
        decision.findings.push(known.against(&part, &values)?.note(
            "the piles of the game are in a lost picture. Which move leaves a value depends on the pile: (1,2) has value 2 \
             and goes to value 0 by one ball, to value 1 by two",
        ));
    }
    let sum = sum("pile", &piles)?;
    let says = |won: bool| if won { "won by the player to move" } else { "no winning move" };
    let (printed, computed) = (says(row["won"] == "true"), says(sum.value != 0));
    let differing = Vec::from_iter((printed != computed).then(|| format!("printed {printed}, computed {computed}")));
    let part = format!("game {game}, played as {shown}: {printed}");
    let sum = Finding::against_print(part, Goal::Sum(sum), differing, computed, &[&known.certificate])?;
    decision.findings.push(sum);
    decision.certificates.push(known.certificate);
    Ok(())
}

/// A pile for each printed value, with the value: one section, or two single balls for 0.
fn of_values(row: &Row) -> Result<Vec<(String, u64)>> {
    let pile = |value: &str| if value == "0" { "(1,1)".to_string() } else { format!("({value})") };
    let number = |value: &str| value.parse().map_err(|_| Error::input("example games", value, "a value"));
    row["values"].split_whitespace().map(|value| Ok((pile(value), number(value)?))).collect()
}

/// The printed pile of a game, or the piles of its values.
fn piles_of<'a>(row: &'a Row, values: &'a [(String, u64)]) -> Vec<&'a str> {
    match values {
        [] => vec![row["pile"].as_str()],
        of_value => of_value.iter().map(|(pile, _)| pile.as_str()).collect(),
    }
}

/// The games as piles of balls in two colours, by turns from the bottom up.
fn drawn_games(rows: Vec<Row>) -> Result<Figure> {
    let mut wells = Vec::new();
    for row in rows.iter().filter(|row| !(row["pile"].is_empty() && row["values"].is_empty())) {
        let values = of_values(row)?;
        let piles = piles_of(row, &values);
        let mut drawing = WellDrawing { width: 2 * piles.len() - 1, bare: true, ..WellDrawing::default() };
        for (column, pile) in (0..).step_by(2).zip(&piles) {
            let sections = sections("example games", pile)?;
            let balls = sections.iter().enumerate().flat_map(|(at, size)| (0..*size).map(move |_| at % 2));
            for (height, colour) in balls.enumerate() {
                drawing.colours.push(((column, height), colour as u64));
                drawing.labels.push(((column, height), ["a", "b"][colour].to_string()));
            }
        }
        let says = if row["won"] == "true" { "the player to move wins" } else { "no winning move" };
        drawing.caption = format!("Game {}: {};{says}", row["example"], piles.join(" + "));
        wells.push(drawing);
    }
    let title =
        "The example games as piles of balls, colours a and b; where only the values are printed, each pile is the \
                 smallest of its value"
            .to_string();
    Ok(Figure::Wells(Wells { title, wells, across: 0 }))
}

/// What the claim about colours is given.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Colours {
    /// How many colours.
    colours: u8,
    /// The most balls of a pile.
    balls: usize,
}

/// Only colour changes matter.
pub fn three_colours(task: &Task) -> Result<Decision> {
    let given: Colours = task.experiment.parameters(task.scale)?;
    if !(2..=8).contains(&given.colours) || !(2..=24).contains(&given.balls) {
        let what = format!("{} colours, {} balls", given.colours, given.balls);
        return Err(Error::input(task.experiment.name(), what, "2 to 8 colours, 2 to 24 balls"));
    }
    let colours = u64::from(given.colours);
    let phase = format!("piles of {} balls in {colours} colours", given.balls);
    let prefixes = colours * colours;
    let words = (0..=given.balls as u32 - 2).map(|balls| colours.pow(balls)).sum();
    let empty = |balls| Colouring { colours: given.colours, balls, word: Vec::new(), values: vec![0] };
    let short = empty(1).first_bad();
    let longer = |shard: usize| {
        let mut colouring = empty(given.balls);
        colouring.put(shard as u8 / given.colours);
        colouring.put(shard as u8 % given.colours);
        colouring.first_bad()
    };
    let bad = shards(task.watch, &phase, "piles", prefixes as usize, |_| words, longer)?;
    let piles = 1 + colours + words * prefixes;
    let bound = format!("all {piles} piles of at most {} balls in {colours} colours", given.balls);
    let verdict = Verdict::tried(bound, short.into_iter().chain(bad.into_iter().flatten()).next());
    let finding = Finding::new(
        "a pile of coloured balls has the value of the two-colour pile with the same colour changes",
        "mex over the balls, colour by colour",
        verdict,
    )
    .note(
        "for every pile by induction on the balls: a move shortens the last run, and so does the same move in the list \
         of runs; the eeny-meeny rule for lists of runs is proved under rule",
    )
    .theorem("colours_do_not_matter");
    Ok(Decision { findings: vec![finding], ..Decision::default() })
}

/// A walk through all coloured piles: balls from the bottom up, and the value of every lower part.
struct Colouring {
    colours: u8,
    balls: usize,
    word: Vec<u8>,
    values: Vec<u64>,
}

impl Colouring {
    /// Puts a ball on top; its value is the mex over taking 1 ball up to the whole run.
    fn put(&mut self, colour: u8) {
        self.word.push(colour);
        let run = self.word.iter().rev().take_while(|&&ball| ball == colour).count();
        let balls = self.word.len();
        self.values.push(mex(self.values[balls - run..balls].iter().copied()));
    }

    /// The first pile over this one whose value is not that of its runs in two colours.
    fn first_bad(&mut self) -> Option<String> {
        if self.values.last() != Some(&program(&runs(&self.word))) {
            return Some(format!("{:?}", self.word));
        }
        if self.word.len() == self.balls {
            return None;
        }
        (0..self.colours).find_map(|colour| {
            self.put(colour);
            let bad = self.first_bad();
            self.word.pop();
            self.values.pop();
            bad
        })
    }
}
