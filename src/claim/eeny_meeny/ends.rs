//! Piles with balls taken from both ends.
use super::{Bound, pile, some, square, table};
use crate::claim::library::{Row, number, reference};
use crate::claim::listed::Listed;
use crate::claim::{Certificate, Decision, Finding, Task, Verdict};
use crate::error::{Error, Result};
use crate::game::Play;
use crate::report::figure::Figure;
use crate::solve::sweeps::double_ended::{PileValues, grundy, is_loss, misere};
use rayon::prelude::*;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Given {
    /// Pairs (largest section, most sections) of the tables.
    boxes: Vec<Bound>,
    /// How many of the planes with three sections are drawn, and how wide they are.
    drawn: u64,
    /// The largest section drawn.
    width: u64,
}

/// The laws that are tried on every pile, with the number of piles that break each.
const LAWS: [(&str, &str); 5] = [
    ("turned over", "the value is that of the pile turned over"),
    ("two sections", "two sections have the nim-sum of their sizes"),
    ("losses", "the value is 0 exactly if the rule for End-Nim of Albert and Nowakowski says so"),
    ("three sections", "three sections have the value 0 exactly if n1 = n3 and n2 differs from them"),
    ("misere", "the misere outcome is the normal one unless every section is one ball"),
];

/// The printed values, all further piles as far as the tables go, and the laws that hold in them.
pub fn double_ended(task: &Task) -> Result<Decision> {
    let given: Given = task.experiment.parameters(task.scale)?;
    some(task, &given.boxes)?;
    let printed = printed()?;
    let mut uncounted = None;
    let (mut rows, mut breaks, mut piles) = (Vec::new(), [const { Vec::new() }; LAWS.len()], 0);
    for &(largest, most) in &given.boxes {
        let bound = |_| Error::input(task.experiment.name(), "a section size out of range", "a small number");
        let size = usize::try_from(largest).map_err(bound)?;
        let phase = format!("double-ended piles with {most} sections of size {largest}");
        task.watch.begin(&phase, most as u64, "levels");
        let levels = grundy(size, most, task.memory)?;
        let misere = misere(size, most, task.memory)?;
        // The empty pile is a loss.
        let mut losses = 1;
        for (level, misere) in levels.iter().zip(&misere) {
            let count = examine(level, misere);
            if losses + count.losses != largest.pow(level.sections as u32 - 1) {
                uncounted = uncounted.or(Some(format!("{} sections of size {largest}", level.sections)));
            }
            losses = count.losses;
            piles += count.piles;
            rows.push(count.row(level));
            breaks.iter_mut().zip(count.breaks).for_each(|(all, broken): (&mut Vec<_>, _)| all.extend(broken));
            task.watch.advance(1);
        }
    }
    let bound = format!("{piles} piles in overlapping boxes ({})", super::shown(&given.boxes));
    let law = |(says, counterexample)| {
        Finding::new(says, "tables of double-ended piles", Verdict::tried(&bound, counterexample))
    };
    let laws =
        LAWS.iter().zip(&breaks).map(|((_, says), broken)| law((*says, broken.first().map(|first| pile(first)))));
    let count = "the losses with k and with k - 1 sections of at most N balls are together N^(k-1), for k >= 1";
    let count = law((count, uncounted)).note(
        "for given inner sections and last section exactly one first section from 0 to N makes a loss; no rule for the \
         Grundy values themselves was found, and none is known for End-Nim",
    );
    let findings = [printed.0].into_iter().chain(laws).chain([count]).collect();
    let header = ["largest_section", "sections", "piles", "losses", "largest_value", "values_above_nim_sum_of_ends"];
    let tables = vec![(String::new(), table("Piles played from both ends", &header, rows))];
    let figures = pictures(given.drawn, given.width, task)?;
    Ok(Decision { findings, tables, figures, certificates: vec![printed.1], ..Decision::default() })
}

/// What was counted in the piles with one number of sections.
#[derive(Default)]
struct Count {
    piles: u64,
    losses: u64,
    largest: u64,
    above: u64,
    /// For each law the first pile that breaks it.
    breaks: [Option<Vec<u64>>; LAWS.len()],
}

impl Count {
    fn row(&self, level: &PileValues) -> Vec<String> {
        let numbers = [level.largest as u64, level.sections as u64, self.piles, self.losses, self.largest, self.above];
        numbers.map(|n| n.to_string()).to_vec()
    }

    fn add(mut self, other: Count) -> Count {
        self.piles += other.piles;
        self.losses += other.losses;
        self.largest = self.largest.max(other.largest);
        self.above += other.above;
        for (mine, other) in self.breaks.iter_mut().zip(other.breaks) {
            *mine = mine.take().into_iter().chain(other).min();
        }
        self
    }
}

/// Counts the piles of a level and tries the laws on each.
fn examine(level: &PileValues, misere: &PileValues) -> Count {
    let one = |(pile, value): (Vec<u64>, u64)| {
        let turned: Vec<u64> = pile.iter().rev().copied().collect();
        let single = pile.iter().all(|section| *section == 1);
        let three = |a, b, c| (value == 0) == (a == c && a != b);
        let holds = [
            level.value(&turned) == value,
            pile.len() != 2 || value == pile[0] ^ pile[1],
            is_loss(&pile) == (value == 0),
            pile.len() != 3 || three(pile[0], pile[1], pile[2]),
            single || (misere.value(&pile) == 0) == (value == 0),
        ];
        Count {
            piles: 1,
            losses: u64::from(value == 0),
            largest: value,
            above: u64::from(value > pile[0] ^ pile[pile.len() - 1]),
            breaks: holds.map(|holds| (!holds).then(|| pile.clone())),
        }
    };
    level.piles().map(one).reduce(Count::default, Count::add)
}

/// The printed values against those of a certificate.
fn printed() -> Result<(Finding, Certificate)> {
    let read =
        |row: &Row| Ok((pile(&[number(row, "n1")?, number(row, "n2")?, number(row, "n3")?]), number(row, "grundy")?));
    let values = reference("eeny-meeny/double-ended.csv")?.iter().map(read).collect::<Result<Vec<_>>>()?;
    let piles: Vec<&str> = values.iter().map(|(pile, _)| pile.as_str()).collect();
    let known = Listed::new("double-ended-printed", "double-ended", Play::Grundy, &piles)?;
    Ok((known.against("the 27 printed values", &values)?, known.certificate))
}

/// Two sections, then planes of three sections with the same inner one.
fn pictures(drawn: u64, width: u64, task: &Task) -> Result<Vec<(String, Figure)>> {
    if !(1..=64).contains(&width) || drawn > width {
        return Err(Error::input(task.experiment.name(), "width or drawn out of range", "drawn <= width <= 64"));
    }
    let levels = grundy(width as usize, 3, task.memory)?;
    let picture = |piles: String, value: &dyn Fn(u64, u64) -> u64| {
        let title = format!("Grundy values of the double-ended piles {piles}");
        // Of the two sorts of piles the rarer one is outlined.
        let sum = |a, b| value(a, b) == a ^ b;
        let sums =
            (1..=width).flat_map(|a| (1..=width).map(move |b| (a, b))).filter(|(a, b)| sum(*a, *b)).count() as u64;
        let rare = 2 * sums < width * width;
        let inside = |a, b| sum(a, b) == rare;
        let name = if rare { "the nim-sum of the ends" } else { "not the nim-sum of the ends" };
        let outlined = (name, &inside as &dyn Fn(u64, u64) -> bool);
        square(&title, ["first section", "last section"], width, value, Some(outlined))
    };
    let two = picture("(n1,n2)".to_string(), &|a, b| levels[1].value(&[a, b]));
    let three = |inner: u64| {
        let plane = picture(format!("(n1,{inner},n3)"), &|a, b| levels[2].value(&[a, inner, b]));
        (format!("three-sections-{inner}"), plane)
    };
    Ok([("two-sections".to_string(), two)].into_iter().chain((1..=drawn).map(three)).collect())
}
