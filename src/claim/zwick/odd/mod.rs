//! Who wins Jenka_k from n full levels for odd k (section 6, open problem 1).
mod views;

use super::triplets::triplets;
use crate::claim::{Certificate, Decision, Fact, Finding, Goal, Task, Verdict};
use crate::error::{Error, Result};
use crate::proof;
use crate::solve::towers::jenka::Rules;
use crate::solve::towers::jenka::growth::{Totals, plies};
use crate::solve::towers::jenka::odd::balance::Balance;
use crate::solve::towers::jenka::odd::closure::{Shape, close};
use crate::solve::towers::jenka::odd::free::Outcomes;
use crate::solve::towers::jenka::odd::place::HIGH;
use crate::solve::towers::jenka::odd::replay::replay;
use crate::solve::towers::jenka::odd::search::settle;
use crate::solve::towers::jenka::odd::strategy::Strategy;
use crate::solve::{Memory, try_shards};
use serde::{Deserialize, Serialize};
use views::{Settled, picture, strategies, winners};

/// How many levels from the top are known in the searches, one after the other until one finds a win.
const DEPTHS: [usize; 3] = [0, 1, 2];

/// The k for which a theorem says who wins from every n: the first player exactly for n > 1 of these classes modulo 4.
const THEOREMS: [(u32, [usize; 2], &str); 4] =
    [(7, [1, 2], "jenka_7"), (9, [2, 3], "jenka_9"), (11, [1, 2], "jenka_11"), (13, [2, 3], "jenka_13")];

/// What [`jenka_odd`] takes.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Odd {
    /// The rows of the grid.
    rows: Vec<Row>,
    /// For each row, the most full levels; rows and this list are equally long.
    to: Vec<usize>,
    /// The largest strategy that is kept as a file, in bytes.
    keep: usize,
    /// The k for which all n are tried at once.
    every: Vec<Every>,
}

/// How positions are put into classes for a win from every n.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Every {
    /// Blocks a level.
    k: u32,
    /// Greater counts are not told apart.
    clip: u16,
    /// The sum of count times weight is kept modulo this number.
    modulus: u64,
    /// Sides with the greater side first, and their weight; 0 0 0 stands for the quiet moves.
    weights: Vec<[u8; 4]>,
}

/// One k: up to how many full levels something is done. What a cell rests on must not depend on the scale.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    /// Blocks a level.
    k: u32,
    /// All towers are enumerated.
    enumerated: usize,
    /// The search without forgetting is made.
    exact: usize,
    /// The relaxed strategy is replayed against every real move.
    replayed: usize,
    /// The relaxed search is made.
    relaxed: usize,
    /// The balanced search is made.
    balanced: usize,
}

/// What was found about one start. Of a winner it is said whether it is the first player.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Cell {
    k: u32,
    levels: usize,
    /// The Grundy value, if all towers were enumerated.
    grundy: Option<usize>,
    /// The winner by exact search.
    exact: Option<bool>,
    /// The winner by relaxed search.
    relaxed: Option<bool>,
    /// The winner by balanced search.
    balanced: Option<bool>,
    /// Real towers met when the relaxed strategy was replayed.
    replayed: Option<usize>,
    strategies: Vec<Written>,
}

/// A strategy that the checker accepted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Written {
    kind: String,
    /// How many levels from the top had to be known.
    known: usize,
    /// Positions decided by the search.
    places: usize,
    replies: usize,
    bytes: usize,
    blake3: String,
    /// The text, if it is small enough to be kept.
    text: Option<String>,
}

impl Written {
    fn new(kind: &str, known: usize, places: usize, replies: usize, text: String, keep: usize) -> Result<Self> {
        let refused = |reject: proof::Reject| Error::input("strategy", reject.to_string(), "one that is accepted");
        proof::check(&text).map_err(refused)?;
        let (bytes, blake3) = (text.len(), blake3::hash(text.as_bytes()).to_hex().to_string());
        let text = (bytes <= keep).then_some(text);
        Ok(Written { kind: kind.to_string(), known, places, replies, bytes, blake3, text })
    }

    /// The name of the certificate.
    fn name(&self, cell: &Cell) -> String {
        let balance = if self.kind == "balanced" { "balance-" } else { "" };
        format!("jenka-{balance}{}-{}", cell.k, cell.levels)
    }
}

impl Cell {
    fn found(&self) -> impl Iterator<Item = bool> {
        [self.grundy.map(|value| value != 0), self.exact, self.relaxed, self.balanced].into_iter().flatten()
    }

    /// Whether the first player wins, if anything decided it.
    fn first(&self) -> Option<bool> {
        self.found().next()
    }

    /// Whether nothing contradicts anything else.
    fn agrees(&self) -> bool {
        self.found().all(|first| Some(first) == self.first())
    }

    fn basis(&self) -> &'static str {
        if self.grundy.is_some() {
            "exact enumeration"
        } else if self.exact.is_some() {
            "exact search"
        } else if self.replayed.is_some() {
            "relaxed search replayed against every exact opponent move"
        } else if self.relaxed.is_some() {
            "relaxed search with a checked strategy"
        } else {
            "balanced search with a checked strategy"
        }
    }

    fn name(&self) -> String {
        format!("k = {}, n = {}", self.k, self.levels)
    }
}

fn player(first: bool) -> &'static str {
    if first { "first" } else { "second" }
}

/// Open problem 1, as far as the searches go.
///
/// # Errors
/// Wrong parameters, more memory than allowed, or a strategy that the checker or a real tower refuses.
pub fn jenka_odd(task: &Task) -> Result<Decision> {
    let Odd { rows, to, keep, every } = task.experiment.parameters(task.scale)?;
    let every: Vec<(u32, Finding, Option<Certificate>)> =
        every.into_iter().map(|every| all_levels(task, every)).collect::<Result<_>>()?;
    let cells = grid(task, &rows, &to, keep)?;
    let mut certificates = Vec::new();
    for cell in &cells {
        for strategy in &cell.strategies {
            if let Some(text) = &strategy.text {
                certificates.push(Certificate::new(&strategy.name(cell), text.clone())?);
            }
        }
    }
    let closed = every.iter().filter(|every| every.2.is_some()).map(|every| every.0);
    let settled: Vec<u32> = closed.chain(THEOREMS.map(|theorem| theorem.0)).collect();
    let mut findings = findings(task, &cells, &certificates, &settled)?;
    let drawn = picture(&cells, &every.iter().filter_map(known).chain(THEOREMS.map(stated_in_coq)).collect::<Vec<_>>());
    for (_, finding, certificate) in every {
        findings.push(finding);
        certificates.extend(certificate);
    }
    findings.extend(THEOREMS.map(|theorem| stated(&cells, theorem)));
    Ok(Decision {
        findings,
        tables: vec![(String::new(), winners(&cells)), ("strategies".to_string(), strategies(&cells))],
        figures: vec![(String::new(), drawn)],
        certificates,
        ..Decision::default()
    })
}

/// Who wins from every n by a certificate.
fn known((k, _, certificate): &(u32, Finding, Option<Certificate>)) -> Option<Settled<'_>> {
    let (k, facts) = (*k, &certificate.as_ref()?.established.facts);
    let first = move |levels| facts.iter().find_map(|fact| views::winner(fact, k, levels));
    Some((k, "proved for every n", Box::new(first)))
}

/// The same by a theorem.
fn stated_in_coq((k, classes, _): (u32, [usize; 2], &str)) -> Settled<'static> {
    (k, "theorem in Coq, for every n", Box::new(move |levels| Some(wins(classes, levels))))
}

/// Whether the first player wins by a theorem with these classes.
fn wins(classes: [usize; 2], levels: usize) -> bool {
    levels > 1 && classes.contains(&(levels % 4))
}

/// Who wins from n full levels for every n, by a system of classes that is closed.
fn all_levels(task: &Task, every: Every) -> Result<(u32, Finding, Option<Certificate>)> {
    let Every { k, clip, modulus, weights } = every;
    let weights = weights.into_iter().map(|[left, middle, right, w]| ([left, middle, right], u64::from(w))).collect();
    task.watch.begin(&format!("every n for k = {k}"), 1, "systems");
    let found = close(k, Shape { clip, modulus, weights }.check()?, task.memory)?;
    let mut outcomes = Outcomes::new(k);
    task.watch.advance(1);
    let part = format!("who wins from n full levels for k = {k} and every n >= 1");
    let Some(text) = found else {
        let reached = "no closed system of classes".to_string();
        return Ok((k, Finding::new(part, "balanced classes", Verdict::Open { reached }), None));
    };
    let certificate = Certificate::new(&format!("jenka-every-{k}"), text)?;
    let first =
        (1..=usize::from(clip) + modulus as usize).map(|levels| outcomes.wins(outcomes.start(levels))).collect();
    let goal = Goal::Facts(vec![Fact::Winners { blocks: k, before: clip.into(), first }]);
    let finding = Finding::entailed(part, goal, &[&certificate])?;
    let finding = if k == 5 { finding.theorem("jenka_5") } else { finding };
    Ok((k, finding, Some(certificate)))
}

/// Who wins from n full levels for every n, by a theorem; the cells must say the same.
fn stated(cells: &[Cell], (k, [one, other], theorem): (u32, [usize; 2], &str)) -> Finding {
    let wins = |levels| wins([one, other], levels);
    let differs = |cell: &&Cell| cell.k == k && cell.first().is_some_and(|first| first != wins(cell.levels));
    let found = Verdict::tried(
        reached(cells, |cell| cell.k == k && cell.first().is_some()),
        cells.iter().find(differs).map(Cell::name),
    );
    let part = format!(
        "from n full levels the first player wins for k = {k} if and only if n > 1 and n is {one} or {other} modulo 4, for every \
         n >= 1"
    );
    let note = "the winner sees to it that each level ends with two blocks, one on each side of the middle: then the number of \
                moves is known";
    Finding::new(part, "search", found).theorem(theorem).note(note)
}

/// All cells, the starts of the enumeration first, the others in parallel.
fn grid(task: &Task, rows: &[Row], to: &[usize], keep: usize) -> Result<Vec<Cell>> {
    let odd = rows.iter().all(|row| (3..=15).contains(&row.k) && row.k % 2 == 1);
    if rows.len() != to.len() || !odd || to.iter().any(|to| !(1..=HIGH).contains(to)) {
        let what = format!("{} rows, {} limits", rows.len(), to.len());
        let right = format!("rows with odd k from 3 to 15, and for each a limit from 1 to {HIGH}");
        return Err(Error::input("jenka-odd", what, right));
    }
    let starts: Vec<(&Row, usize)> =
        rows.iter().zip(to).flat_map(|(row, &to)| (1..=to).map(move |levels| (row, levels))).collect();
    let mut values = Vec::new();
    for &(row, levels) in &starts {
        let counted = levels <= row.enumerated;
        let count = || plies(Rules::official(row.k)?, levels, task.watch, task.memory);
        values.push(if counted { Some(Totals::of(&count()?).grundy) } else { None });
    }
    let memory = Memory(task.memory.0 / rayon::current_num_threads() as u64);
    let units = |start: usize| {
        let (row, levels) = starts[start];
        let relaxed = if levels <= row.relaxed { u64::from(row.k).saturating_pow(levels as u32) } else { 0 };
        relaxed.min(1 << 40) + (levels * levels) as u64
    };
    let found = try_shards(task.watch, "who wins Jenka", "units of work", starts.len(), units, |start| {
        let (row, levels) = starts[start];
        cell(row, levels, keep, memory)
    })?;
    let mut cells = Vec::new();
    for (cell, grundy) in found.into_iter().zip(values) {
        cells.push(Cell { grundy, ..cell });
    }
    Ok(cells)
}

/// One start by search.
fn cell(row: &Row, levels: usize, keep: usize, memory: Memory) -> Result<Cell> {
    let exact = if levels <= row.exact { settle(row.k, levels, &[HIGH], memory)? } else { None };
    let exact = exact.map(|won| won.search.first);
    let (grundy, k) = (None, row.k);
    let mut cell =
        Cell { k, levels, grundy, exact, relaxed: None, balanced: None, replayed: None, strategies: Vec::new() };
    if levels <= row.relaxed
        && let Some(won) = settle(k, levels, &DEPTHS, memory)?
    {
        let strategy = Strategy::new(&won, levels)?;
        cell.relaxed = Some(won.search.first);
        let (known, places) = (won.depth, won.search.places());
        drop(won);
        if levels <= row.replayed {
            cell.replayed = Some(replay(&strategy)?);
        }
        let (replies, text) = (strategy.replies(), strategy.certificate());
        cell.strategies.push(Written::new("relaxed", known, places, replies, text, keep)?);
    }
    if levels <= row.balanced {
        let mut search = Balance::new(k, levels, memory);
        if search.wins()? {
            cell.balanced = Some(search.first);
            let (replies, text) = search.certificate()?;
            cell.strategies.push(Written::new("balanced", 1, search.places(), replies, text, keep)?);
        }
    }
    Ok(cell)
}

/// How far the cells go, row by row.
fn reached(cells: &[Cell], counts: impl Fn(&Cell) -> bool) -> String {
    let mut rows: Vec<(u32, usize)> = Vec::new();
    for cell in cells.iter().filter(|cell| counts(cell)) {
        match rows.last_mut().filter(|row| row.0 == cell.k) {
            Some(row) => row.1 = cell.levels,
            None => rows.push((cell.k, cell.levels)),
        }
    }
    let words: Vec<String> = rows.iter().map(|(k, levels)| format!("k = {k}: n <= {levels}")).collect();
    words.join("; ")
}

/// `settled` are the k for which every n is proved at once.
fn findings(task: &Task, cells: &[Cell], certificates: &[Certificate], settled: &[u32]) -> Result<Vec<Finding>> {
    let is_open = |cell: &Cell| cell.k > 3 && !settled.contains(&cell.k);
    let search = "search with one-sided forgetting";
    let known: Vec<String> = [3].iter().chain(settled).map(u32::to_string).collect();
    let part = format!("who wins from n full levels, for every n and every odd k but {}", known.join(", "));
    let reached = reached(cells, |cell| is_open(cell) && cell.first().is_some());
    let open = Finding::new(part, search, Verdict::Open { reached });
    let kept: Vec<&Certificate> = certificates.iter().collect();
    let part = "who wins in the cells whose strategy is kept as a certificate";
    let winner = |cell: &Cell| {
        let first = cell.first().filter(|_| cell.strategies.iter().any(|strategy| strategy.text.is_some()))?;
        Some(Fact::Winner { blocks: cell.k, levels: cell.levels as u64, first })
    };
    let small = Finding::entailed(part, Goal::Facts(cells.iter().filter_map(winner).collect()), &kept)?;
    let three = zwick(task, cells)?;
    Ok(vec![open.note(conjecture(cells, is_open)), small, contradictions(cells), three, physics(cells, settled)])
}

/// The least period of the winners of a row, with the first n from which it holds, if the row shows it three times.
fn period(winners: &[bool]) -> Option<(usize, usize)> {
    (1..=winners.len() / 3).find_map(|period| {
        let differs = |&at: &usize| winners[at] != winners[at + period];
        let from = (0..winners.len() - period).rev().find(differs).map_or(0, |at| at + 1);
        (from + 3 * period <= winners.len()).then_some((period, from + 1))
    })
}

/// What the winners of a row look like.
fn pattern(cells: &[Cell], k: u32) -> Option<String> {
    let row: Vec<&Cell> = cells.iter().filter(|cell| cell.k == k).collect();
    let winners: Vec<bool> = row.iter().map_while(|cell| cell.first()).collect();
    let (period, from) = period(&winners)?;
    let classes =
        (from..from + period).filter(|&levels| winners[levels - 1]).map(|levels| (levels % period).to_string());
    let classes: Vec<String> = classes.collect();
    let last = winners.len();
    Some(format!("k = {k}, {from} <= n <= {last}: first exactly for n = {} modulo {period}", classes.join(", ")))
}

/// The conjecture that the cells support, and the first starts that could refute it.
fn conjecture(cells: &[Cell], is_open: impl Fn(&Cell) -> bool) -> String {
    let mut next: Vec<(u32, usize)> = Vec::new();
    for cell in cells.iter().filter(|cell| is_open(cell)) {
        match next.iter_mut().find(|(k, _)| *k == cell.k) {
            Some(row) => row.1 = cell.levels + 1,
            None => next.push((cell.k, cell.levels + 1)),
        }
    }
    let mut rows: Vec<u32> = cells.iter().map(|cell| cell.k).collect();
    rows.dedup();
    let patterns: Vec<String> = rows.iter().filter_map(|k| pattern(cells, *k)).collect();
    format!(
        "the winners repeat: {}; conjecture: for every odd k from 5 on they do modulo 4, as the player wins who wins without \
         physics (claim jenka-laws); the first starts that could refute it are {}",
        patterns.join("; "),
        next.iter().map(|(k, n)| format!("k = {k}, n = {n}")).collect::<Vec<_>>().join("; ")
    )
}

/// Enumeration, exact search and relaxed search must not contradict each other.
fn contradictions(cells: &[Cell]) -> Finding {
    let twice = |cell: &Cell| cell.found().count() > 1;
    let verdict = match cells.iter().find(|cell| !cell.agrees()) {
        Some(cell) => Verdict::Refuted { counterexample: cell.name() },
        None => Verdict::Swept { bound: reached(cells, twice) },
    };
    let part = "enumeration of all towers, exact, relaxed and balanced search find the same winner";
    Finding::new(part, "each start by two or more engines", verdict).supporting()
}

/// Zwick's theorem for k = 3, as the certificate of all triplets has it.
fn zwick(task: &Task, cells: &[Cell]) -> Result<Finding> {
    let known = triplets(task)?;
    let theorem = |n: usize| known.value(0, &[n as u64 - 1, 0]) == 1;
    let three = |cell: &Cell| cell.k == 3;
    let wrong = cells.iter().find(|cell| three(cell) && cell.first() != Some(theorem(cell.levels)));
    let verdict = match wrong {
        Some(cell) => Verdict::Refuted { counterexample: cell.name() },
        None => Verdict::Swept { bound: reached(cells, three) },
    };
    let part = "for k = 3 the searches find the winners of the theorem on the starting position";
    Ok(Finding::new(part, "search against theorem", verdict).supporting())
}

/// Real towers against the game without physics.
fn physics(cells: &[Cell], settled: &[u32]) -> Finding {
    let without = |cell: &Cell| {
        let mut outcomes = Outcomes::new(cell.k);
        outcomes.wins(outcomes.start(cell.levels))
    };
    let verdict = match cells.iter().find(|cell| cell.first().is_some_and(|first| first != without(cell))) {
        Some(cell) => Verdict::Refuted { counterexample: format!("{}: physics changes the winner", cell.name()) },
        None => Verdict::Open { reached: reached(cells, |cell| cell.k > 3 && cell.first().is_some()) },
    };
    let part = "the player wins who wins without physics, for all odd k and all n";
    let settled: Vec<String> = settled.iter().map(u32::to_string).collect();
    let note = format!("for k = {} and all n it follows from what is proved of both games", settled.join(", "));
    Finding::new(part, "search against game", verdict).note(note)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_winners_are_those_of_the_theorems() {
        let statement = concat!(env!("CARGO_MANIFEST_DIR"), "/proofs/coq/StatementsJenka.v");
        let statement = std::fs::read_to_string(statement).expect("the statement");
        for (k, classes, theorem) in THEOREMS {
            let class = |class: usize| match class {
                // From one full level nothing moves.
                1 => "((n mod 4 =? 1) && negb (n =? 1))".to_string(),
                class => format!("(n mod 4 =? {class})"),
            };
            let [one, other] = classes.map(class);
            let said = |classes: String| {
                statement.contains(&format!(
                    "Definition {theorem} : Prop := forall n, 1 <= n -> Balance.wins {k} n ({classes})."
                ))
            };
            assert!(said(format!("{one} || {other}")) || said(format!("{other} || {one}")), "{theorem}");
        }
        assert_eq!(statement.matches("\nDefinition ").count(), THEOREMS.len());
    }
}
