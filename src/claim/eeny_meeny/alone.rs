//! One pile alone, a pile as a sequence of games, and sums of piles.
use super::sequences::piles;
use super::{pile, table};
use crate::claim::{Decision, Finding, Task, Verdict};
use crate::error::{Error, Result};
use crate::game::pile::Pile;
use crate::game::sequence::Sequence;
use crate::game::{Game, Play};
use crate::solve::sweeps::piles::program;
use crate::solve::values::MOST_POSITIONS;
use crate::solve::values::memo::Memo;
use crate::value::nim_sum;
use serde::Deserialize;
use std::collections::{BTreeSet, HashMap};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Balls {
    /// The most balls of a pile.
    balls: u64,
}

impl Balls {
    /// All piles, and how many in words.
    fn piles(task: &Task) -> Result<(Vec<Vec<u64>>, String)> {
        let Balls { balls } = task.experiment.parameters(task.scale)?;
        let piles = piles(balls, &task.experiment.name())?;
        let bound = format!("all {} piles of at most {balls} balls", piles.len());
        Ok((piles, bound))
    }
}

/// Whether the player to move loses a pile played alone: the sections of one ball on top are counted.
fn lost(sections: &[u64]) -> bool {
    let singles = sections.iter().rev().take_while(|section| **section == 1).count();
    if singles == sections.len() { singles % 2 == 0 } else { singles % 2 == 1 }
}

/// One pile alone: who wins, and how.
pub fn one_pile(task: &Task) -> Result<Decision> {
    let (piles, bound) = Balls::piles(task)?;
    let mut normal = Memo::new(&Pile, Play::Normal, MOST_POSITIONS);
    let (mut wrong, mut stuck, mut zero) = (None, None, None);
    let mut counts: HashMap<u64, (u64, u64)> = HashMap::new();
    for sections in &piles {
        let loses = normal.value(sections)? == 0;
        let count = counts.entry(sections.iter().sum()).or_default();
        *count = (count.0 + 1, count.1 + u64::from(loses));
        let differs = |differs: bool| differs.then(|| pile(sections));
        wrong = wrong.or(differs(loses != lost(sections)));
        zero = zero.or(differs(loses != (program(sections) == 0)));
        if let [below @ .., top] = sections.as_slice()
            && *top > 1
        {
            let one_left = [below, &[1]].concat();
            stuck = stuck.or(differs(normal.value(&below.to_vec())? == normal.value(&one_left)?));
        }
    }
    let method = "every pile, by the rules";
    let closed = "a pile alone is lost for the player to move if and only if the sections of one ball on top are the whole pile and \
                  their number is even, or a larger section lies below them and their number is odd";
    let how = "with two balls or more on top, one of two moves wins: to take that section, or to leave one ball of it";
    let printed = "the piles that are lost are those to which the printed program gives the value 0";
    let findings = vec![
        Finding::new(closed, method, Verdict::tried(&bound, wrong)).theorem("one_pile"),
        Finding::new(how, method, Verdict::tried(&bound, stuck)).theorem("one_pile").note(
            "to remember: count the single balls on top and move so that your opponent has to play them and gets stuck",
        ),
        Finding::new(printed, method, Verdict::tried(&bound, zero)).theorem("eeny_meeny_rule"),
    ];
    let mut counts: Vec<(u64, (u64, u64))> = counts.into_iter().collect();
    counts.sort_unstable();
    let row = |(balls, (piles, lost)): &(u64, (u64, u64))| [balls, piles, lost].map(u64::to_string).to_vec();
    let title = "Piles, and those that are lost for the player to move when played alone";
    let tables =
        vec![(String::new(), table(title, &["balls", "piles", "lost_piles"], counts.iter().map(row).collect()))];
    Ok(Decision { findings, tables, ..Decision::default() })
}

/// A pile has the moves of a sequence of heaps.
pub fn pile_as_sequence(task: &Task) -> Result<Decision> {
    let (piles, bound) = Balls::piles(task)?;
    let heaps = |sections: &Vec<u64>| sections.iter().map(|section| vec![*section]).collect::<Vec<_>>();
    let differs = |sections: &&Vec<u64>| {
        let of_pile: BTreeSet<_> = Pile.options(sections).iter().map(heaps).collect();
        of_pile != BTreeSet::from_iter(Sequence.options(&heaps(sections)))
    };
    let part = "a pile has the same moves as the sequence of Nim games with one heap each, its sections, the top one first, where \
                who cannot move in a game because the other has ended it begins the next";
    let verdict = Verdict::tried(bound, piles.iter().find(differs).map(|sections| pile(sections)));
    let finding = Finding::new(part, "the options of both games", verdict).theorem("pile_as_sequence");
    Ok(Decision { findings: vec![finding], ..Decision::default() })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sums {
    /// The most balls of a pile.
    balls: u64,
    /// How many piles a sum has.
    piles: usize,
}

/// Sums of piles: who wins, and which moves win.
pub fn sums(task: &Task) -> Result<Decision> {
    let Sums { balls, piles: terms } = task.experiment.parameters(task.scale)?;
    if !(1..=4).contains(&terms) || balls > 8 {
        let what = format!("{terms} piles of {balls} balls");
        return Err(Error::input(task.experiment.name(), what, "1 to 4 piles of at most 8 balls"));
    }
    let piles = piles(balls, &task.experiment.name())?;
    let mut all: Vec<Vec<Vec<u64>>> = vec![Vec::new()];
    for _ in 0..terms {
        let longer = |sum: &Vec<Vec<u64>>| {
            let from = sum.last().cloned().unwrap_or_default();
            piles
                .iter()
                .filter(move |pile| **pile >= from)
                .map(|pile| [&sum[..], std::slice::from_ref(pile)].concat())
                .collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    let mut known = HashMap::new();
    let (mut outcome, mut moves, mut heap) = (None, None, None);
    for sum in &all {
        let first =
            |differs: bool| differs.then(|| sum.iter().map(|sections| pile(sections)).collect::<Vec<_>>().join(" + "));
        let value = nim_sum(sum.iter().map(|sections| program(sections)));
        let won = wins(sum.clone(), &mut known);
        outcome = outcome.or(first(won != (value != 0)));
        let to_zero = |option: &Vec<Vec<u64>>| nim_sum(option.iter().map(|sections| program(sections))) == 0;
        moves = moves.or(first(options(sum).into_iter().any(|option| to_zero(&option) == wins(option, &mut known))));
        let heaps = sum.iter().map(|sections| std::iter::once(program(sections)).filter(|heap| *heap > 0).collect());
        heap = heap.or(first(wins(heaps.collect(), &mut known) != won));
    }
    let bound = format!("all {} sums of {terms} piles of at most {balls} balls, empty ones among them", all.len());
    let method = "sums of piles, played out";
    let findings = vec![
        Finding::new(
            "the player to move wins a sum of piles if and only if the nim-sum of their Grundy values is not 0",
            method,
            Verdict::tried(&bound, outcome),
        )
        .theorem("sprague_grundy"),
        Finding::new(
            "the moves that win are those that make the nim-sum 0, and all other moves lose",
            method,
            Verdict::tried(&bound, moves),
        )
        .theorem("sum_moves"),
        Finding::new(
            "a sum of piles has the outcome of the game of Nim with heaps of their Grundy values",
            method,
            Verdict::tried(bound, heap),
        )
        .theorem("sprague_grundy"),
    ];
    Ok(Decision { findings, ..Decision::default() })
}

/// What one move makes of a sum.
fn options(sum: &[Vec<u64>]) -> Vec<Vec<Vec<u64>>> {
    let of = |index: usize| {
        Pile.options(&sum[index]).into_iter().map(move |option| [&sum[..index], &[option], &sum[index + 1..]].concat())
    };
    (0..sum.len()).flat_map(of).collect()
}

/// Whether the player to move wins a sum, by the definition; what is known is kept by the sorted sum.
fn wins(mut sum: Vec<Vec<u64>>, known: &mut HashMap<Vec<Vec<u64>>, bool>) -> bool {
    sum.sort_unstable();
    if let Some(won) = known.get(&sum) {
        return *won;
    }
    let won = options(&sum).into_iter().any(|option| !wins(option, known));
    known.insert(sum, won);
    won
}
