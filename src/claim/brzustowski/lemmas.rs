//! Cycles of left kinks and the shields they leave (sections 5.1 and 5.2).
use super::table;
use crate::claim::{Certificate, Decision, Finding, Task, Verdict};
use crate::error::{Error, Result};
use crate::game::tetris::{Rule, Well};
use crate::report::figure::{Figure, WellDrawing, Wells};
use crate::solve::wells::graph::Freedom;
use crate::solve::wells::lemmas::{LemmaThree, LemmaTwo, lemma_three, lemma_two};
use crate::solve::wells::shield::{band, shield};
use crate::solve::wells::space::Space;
use serde::Deserialize;

/// Widths and depths of wells.
type Sizes = Vec<(u8, usize)>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Given {
    /// Pairs (width, depth): every well of the width up to the depth.
    pub wells: Sizes,
    /// How freely kinks are moved; what is impossible under one is impossible under each that allows less.
    pub freedoms: Vec<String>,
}

impl Given {
    /// The parameters of a claim.
    pub fn of(task: &Task) -> Result<(Sizes, Vec<Freedom>)> {
        let given: Given = task.experiment.parameters(task.scale)?;
        let freedoms = given.freedoms.iter().map(|word| Freedom::from_word(word)).collect::<Result<Vec<_>>>()?;
        if given.wells.is_empty() || freedoms.is_empty() {
            return Err(Error::input(task.experiment.name(), "no wells or no freedoms", "at least one of each"));
        }
        Ok((given.wells, freedoms))
    }
}

/// `every well of (width, depth) (2,8), ..., moves drop, lift`
pub(super) fn bound(wells: &[(u8, usize)], freedoms: &[Freedom]) -> String {
    let wells: Vec<String> = wells.iter().map(|(width, depth)| format!("({width},{depth})")).collect();
    let freedoms: Vec<String> = freedoms.iter().map(Freedom::to_string).collect();
    format!("every well and every play, (width,depth) {}, moves {}", wells.join(" "), freedoms.join(", "))
}

/// Why kinks keep to their lanes in a cycle: the two columns of lane j, counted from the right, weigh j and -j.
const LANES: &str = "topple-certificate 1 lane-weights\nlane 2\npieces S Z\nweights 1 0 -1 0\nend\n";

/// Why left kinks make no cycle in odd widths.
const ODD: &str = "topple-certificate 1 column-weights\nwidths 1 mod 2\npiece S\nweights 1 -1\nend\n";

/// Every cycle of left kinks in all wells of some widths and depths.
pub fn lemma_2(task: &Task) -> Result<Decision> {
    let (wells, freedoms) = Given::of(task)?;
    let (mut rows, mut broken) = (Vec::new(), None);
    for freedom in &freedoms {
        for (width, depth) in &wells {
            let found = lemma_two(&Space::new(*width, *depth)?, *freedom, task.memory)?;
            rows.push(two(*width, *depth, *freedom, &found));
            broken = broken.or(found.broken.map(|what| format!("{what}, moves {freedom}")));
        }
    }
    let verdict = match broken {
        None => Verdict::Swept { bound: bound(&wells, &freedoms) },
        Some(counterexample) => Verdict::Refuted { counterexample },
    };
    let even = Certificate::new("lemma-2-even-widths", LANES.to_string())?;
    let odd = Certificate::new("lemma-2-odd-widths", ODD.to_string())?;
    let part = "in every cycle of left kinks each kink is played within one lane; every width, every depth, every rule";
    let lanes_only = Finding::proved(part, "lane-weights, column-weights", &[&even, &odd]).note(
        "the same weights do for cycles in which both kinks are played. In a well of odd width there is no cycle of left \
         kinks. The proof of the thesis goes through the structure of the band and needs that pieces move there; this one \
         needs neither",
    );
    let part = "in every state of a cycle of left kinks each lane of the cycle-band is a stack of full segments under one \
                half-full segment, and each kink is played on top of its lane";
    let finding = Finding::new(part, "strongly connected components of all plays", verdict).note(
        "no strategy is left out: a play lies on a cycle of some strategy exactly if both its wells are in one component. \
         In odd widths there is no cycle. A well determines the height of its cycle-band",
    );
    let header = ["width", "depth", "moves", "wells", "on_cycle", "plays_on_cycle", "highest_band", "broken"];
    let tables = vec![(String::new(), table("Cycles of left kinks in all wells", &header, rows))];
    Ok(Decision {
        findings: vec![lanes_only, finding],
        tables,
        figures: vec![("figure-5-28".to_string(), lanes()?)],
        certificates: vec![even, odd],
    })
}

fn two(width: u8, depth: usize, freedom: Freedom, found: &LemmaTwo) -> Vec<String> {
    let numbers = [found.wells, found.on_cycle, found.plays, found.highest_band].map(|number| number.to_string());
    let words = [width.to_string(), depth.to_string(), freedom.to_string()];
    let broken = if found.broken.is_some() { "yes" } else { "no" };
    words.into_iter().chain(numbers).chain([broken.to_string()]).collect()
}

/// The shields in all wells with the structure of a cycle-band, and what right kinks can do to them.
pub fn lemma_3(task: &Task) -> Result<Decision> {
    let (wells, freedoms) = Given::of(task)?;
    let (mut rows, mut broken, mut passed, mut unmoved) = (Vec::new(), None, None, None);
    for freedom in &freedoms {
        for (width, depth) in &wells {
            let found = lemma_three(&Space::new(*width, *depth)?, *freedom)?;
            rows.push(three(*width, *depth, *freedom, &found));
            let told = |what: Option<String>| what.map(|what| format!("{what}, moves {freedom}"));
            if *freedom == Freedom::Rule(Rule::Anywhere) {
                unmoved = unmoved.or(told(found.broken));
            } else {
                (broken, passed) = (broken.or(told(found.broken)), passed.or(told(found.passed)));
            }
        }
    }
    let moved: Vec<Freedom> =
        freedoms.iter().copied().filter(|freedom| *freedom != Freedom::Rule(Rule::Anywhere)).collect();
    let verdict = |broken: Option<String>, bound: String| match broken {
        None => Verdict::Swept { bound },
        Some(counterexample) => Verdict::Refuted { counterexample },
    };
    let part = "the six steps find a shield in every well with the structure of a cycle-band; no right kinks kill a flat \
                of it, nor of the one that is there after one more left kink";
    let mut killed = Finding::new(part, "closure under right kinks", verdict(broken, bound(&wells, &moved)));
    if let Some(what) = unmoved {
        killed = killed.note(format!(
            "it needs that pieces move: where a kink may be set down in any supported place, reachable or not, right kinks can \
             fill a shield from below, as {what}"
        ));
    }
    let part = "no right kink comes to rest below the lowest flat of the shield";
    let closed = Finding::new(part, "closure under right kinks", verdict(passed, bound(&wells, &moved)));
    let header =
        ["width", "depth", "moves", "bands", "after_left_kink", "wells_reached", "largest_shield", "killed", "passed"];
    let tables = vec![(String::new(), table("Shields under right kinks", &header, rows))];
    let figures = vec![("figure-5-29".to_string(), found_in_steps()?)];
    Ok(Decision { findings: vec![killed, closed], tables, figures, certificates: Vec::new() })
}

fn three(width: u8, depth: usize, freedom: Freedom, found: &LemmaThree) -> Vec<String> {
    let numbers = [found.bands, found.kinked, found.reached, found.largest].map(|number| number.to_string());
    let words = [width.to_string(), depth.to_string(), freedom.to_string()];
    let answers = [&found.broken, &found.passed].map(|what| if what.is_some() { "yes" } else { "no" }.to_string());
    words.into_iter().chain(numbers).chain(answers).collect()
}

/// A cycle-band with lanes of the heights given, above two other flats.
fn stepped(heights: &[usize], below: &[u16]) -> Result<Well> {
    let top = heights.iter().max().copied().unwrap_or(0);
    let row = |row: usize| {
        let lane = |(lane, height): (usize, &usize)| {
            let segment = match row + 1 {
                up if up < *height => 3,
                up if up == *height => 1,
                _ => 0,
            };
            segment << (2 * lane)
        };
        heights.iter().enumerate().map(lane).sum()
    };
    Well::new(2 * heights.len() as u8, below.iter().copied().chain((0..top).map(row)).collect())
}

/// The cycle-band that the pictures show: the lanes are stepped as in the printed example, which finds three flats.
fn example() -> Result<Well> {
    stepped(&[3, 1, 6, 2, 4], &[0b11_1011_0111, 0b10_1110_1101])
}

/// The lanes of a cycle-band (Figure 5.28).
fn lanes() -> Result<Figure> {
    let well = example()?;
    let mut drawing = WellDrawing::of(&well);
    let bottom = well.height() - band(&well).unwrap_or(0);
    drawing.bands = vec![(bottom, well.height() - bottom)];
    for (row, cells) in well.rows().iter().enumerate().skip(bottom) {
        let full = (0..usize::from(well.width())).filter(|column| cells >> column & 1 == 1);
        drawing.colours.extend(full.map(|column| ((column, row), (column / 2) as u64)));
    }
    drawing.caption = "a cycle-band of left kinks: each lane, in its colour, is a stack of full segments; the topmost segment of each has only its left cell full; below the band any flats".to_string();
    Ok(Figure::Wells(Wells { title: "The lanes of a cycle-band".to_string(), wells: vec![drawing], across: 0 }))
}

/// The six steps at work (Figure 5.29): the flats of the shield from the top down, and the cells that the hand touches.
fn found_in_steps() -> Result<Figure> {
    let well = example()?;
    let Some(found) = shield(&well) else {
        return Err(Error::input("figure 5.29", well.to_string(), "a well with a shield"));
    };
    let bottom = well.height() - band(&well).unwrap_or(0);
    let step = |count: usize| {
        let mut drawing = WellDrawing::of(&well);
        drawing.bands = vec![(bottom, well.height() - bottom)];
        let names = found.rows.iter().zip('f'..).take(count);
        drawing.tags = names.map(|(row, name)| (*row, name.to_string())).collect();
        let lowest = found.rows[count - 1];
        let touched = found.touched.iter().filter(|(_, row)| *row > lowest);
        drawing.colours = touched.map(|cell| (*cell, 1)).collect();
        let keys = found.rows.iter().zip(&found.keys).take(count);
        drawing.labels = keys.map(|(row, key)| ((*key, *row), "k".to_string())).collect();
        let name = char::from(b'f' + count as u8 - 1);
        drawing.caption = match count {
            1 => "f: the highest flat with a full cell in the last lane".to_string(),
            _ => format!("{name}: down the rightmost empty lane of the flat before it, along the full cells marked"),
        };
        if count == found.rows.len() {
            drawing.caption += "; it has no two empty cells side by side: the shield is whole";
        }
        drawing
    };
    let title = "The shield against right kinks, found in steps; k: the empty cell that keeps a flat alive";
    Ok(Figure::Wells(Wells { title: title.to_string(), wells: (1..=found.rows.len()).map(step).collect(), across: 0 }))
}
