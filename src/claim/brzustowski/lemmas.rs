//! Cycles of left kinks and the shields they leave (sections 5.1 and 5.2).
use super::{ANYWHERE, Everywhere, drawn, row, table};
use crate::claim::{Decision, Fact, Finding, Task, Verdict};
use crate::error::{Error, Result};
use crate::game::wells::{Movement, Mover, PieceSet, Placement, Well};
use crate::proof::fact::Widths;
use crate::report::figure::{Figure, WellDrawing};
use crate::solve::wells::defeats::lemmas::{LemmaThree, LemmaTwo, lemma_three, lemma_two};
use crate::solve::wells::play::shield::{band, shield};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Given {
    /// Pairs (width, depth): every well of the width up to the depth.
    wells: Vec<(u8, usize)>,
    /// How freely kinks are moved; what is impossible under one is impossible under each that allows less.
    freedoms: Vec<String>,
}

impl Given {
    fn of(task: &Task) -> Result<Everywhere> {
        let Given { wells, freedoms } = task.experiment.parameters(task.scale)?;
        Everywhere::new(wells, &freedoms)
    }
}

/// Why kinks keep to their lanes in a cycle: the two columns of lane j, counted from the right, weigh j and -j.
const LANES: &str = "topple-certificate 1 lane-weights\nlane 2\npieces S Z\nweights 1 0 -1 0\nend\n";

/// Why left kinks make no cycle in odd widths.
const ODD: &str = "topple-certificate 1 column-weights\nwidths 1 mod 2\npiece S\nweights 1 -1\nend\n";

/// Every cycle of left kinks in all wells of some widths and depths.
pub fn lemma_2(task: &Task) -> Result<Decision> {
    let wells = Given::of(task)?;
    let mut broken = None;
    let rows = wells.rows(|space, freedom| {
        let LemmaTwo { wells, on_cycle, plays, highest_band, broken: here } = lemma_two(space, freedom, task.memory)?;
        let fails = here.is_some();
        broken = broken.take().or(here.map(|what| format!("{what}, moves {freedom}")));
        Ok(row![wells, on_cycle, plays, highest_band, fails])
    })?;
    let mut decision = Decision::default();
    decision.keep("lemma-2-even-widths", LANES.to_string())?;
    decision.keep("lemma-2-odd-widths", ODD.to_string())?;
    let placements = ["S turn 1 from column 1", "Z turn 1 from column 1"].map(String::from).to_vec();
    let within = Fact::CyclePlacements { lane: 2, pieces: "S Z".to_string(), placements };
    let none = Fact::LostAtEveryDepth { piece: "S".to_string(), widths: Widths::Residue(1, 2) };
    let part = "in every cycle of left kinks each kink is played within one lane; every width, every depth, every rule";
    let lanes_only = decision.proved(part, vec![within, none])?.theorem("lemma_2_lanes").note(
        "the same weights do for cycles in which both kinks are played. In a well of odd width there is no cycle of left \
         kinks. The proof of the thesis goes through the structure of the band and needs that pieces move there; this one \
         needs neither",
    );
    let part = "in every state of a cycle of left kinks each lane of the cycle-band is a stack of full segments under one \
                half-full segment, and each kink is played on top of its lane";
    let structure =
        Finding::new(part, "strongly connected components of all plays", Verdict::tried(wells.bound(), broken));
    let structure = structure.theorem("lemma_2_structure").note(
        "no strategy is left out: a play lies on a cycle of some strategy exactly if both its wells are in one component. \
         In odd widths there is no cycle. A well determines the height of its cycle-band",
    );
    let header = "width depth rule wells on_cycle plays_on_cycle highest_band broken";
    decision.findings = vec![lanes_only, structure];
    decision.tables.push((String::new(), table("Cycles of left kinks in all wells", header, rows)));
    decision.figures.push(("figure-5-25".to_string(), beside_boundary(true)?));
    decision.figures.push(("figure-5-26".to_string(), makes_another()?));
    decision.figures.push(("figure-5-27".to_string(), beside_boundary(false)?));
    decision.figures.push(("figure-5-28".to_string(), lanes()?));
    Ok(decision)
}

/// The shields in all wells with the structure of a cycle-band, and what right kinks can do to them.
pub fn lemma_3(task: &Task) -> Result<Decision> {
    let wells = Given::of(task)?;
    let [mut broken, mut passed, mut unmoved] = [const { None }; 3];
    let rows = wells.rows(|space, freedom| {
        let LemmaThree { bands, kinked, reached, largest, broken: kills, passed: passes } =
            lemma_three(space, freedom)?;
        let row = row![bands, kinked, reached, largest, kills.is_some(), passes.is_some()];
        let told = |what: Option<String>| what.map(|what| format!("{what}, moves {freedom}"));
        if freedom == ANYWHERE {
            unmoved = unmoved.take().or(told(kills));
        } else {
            (broken, passed) = (broken.take().or(told(kills)), passed.take().or(told(passes)));
        }
        Ok(row)
    })?;
    let moved = wells.freedoms.iter().copied().filter(|freedom| *freedom != ANYWHERE).collect();
    let bound = Everywhere { wells: wells.wells, freedoms: moved }.bound();
    let finding = |part: &str, broken: Option<String>| {
        Finding::new(part, "closure under right kinks", Verdict::tried(bound.clone(), broken))
    };
    let holds = "where pieces fall or slide, a cycle-band of left kinks holds a flat that no right kinks kill, and below which none \
                 comes to rest";
    let holds = finding(holds, broken.clone().or(passed.clone())).theorem("lemma_3");
    let steps = "the six steps find a shield in every well with the structure of a cycle-band; no right kinks kill a flat \
                 of it, nor of the one that is there after one more left kink";
    let mut steps = finding(steps, broken.clone());
    steps.note = unmoved.map(|what| {
        format!(
            "it needs that pieces move: where a kink may be set down in any supported place, reachable or not, right kinks can \
             fill a shield from below, as {what}"
        )
    });
    let in_cycles = "where pieces fall or slide, in every state of a cycle of left kinks the cycle-band holds a shield against right kinks, and after one more \
                     left kink, wherever it is played, the well still holds one";
    let in_cycles = finding(in_cycles, broken.or(passed.clone())).theorem("lemma_3_in_cycles");
    let closed = finding("no right kink comes to rest below the lowest flat of the shield", passed);
    let header = "width depth rule bands after_left_kink wells_reached largest_shield killed passed";
    Ok(Decision {
        findings: vec![holds, in_cycles, steps, closed],
        tables: vec![(String::new(), table("Shields under right kinks", header, rows))],
        figures: vec![("figure-5-29".to_string(), found_in_steps()?)],
        ..Decision::default()
    })
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

/// Where a left kink can be put in a well of three lanes: across the left boundary of the middle lane (what P(2) rules out,
/// Figure 5.25), or, if it crosses no boundary up to that one, so that it fills a cell of the middle lane (Figure 5.27).
fn beside_boundary(across: bool) -> Result<Figure> {
    let (well, set) = (Well::empty(6)?, PieceSet::parse("S")?);
    let mut wells = Vec::new();
    for (turn, shape) in (0..).zip(set.pieces()[0].turns()) {
        for column in 0..=well.width() - shape.width() {
            let (left, right) = (column, column + shape.width() - 1);
            let crosses = left < 2 && right >= 2;
            if crosses == across && (across || (2..4).contains(&left)) {
                let mut drawing = WellDrawing::played(&well, shape, Placement { turn, column, row: 0 });
                let lanes = (0..6).map(|column| (column, column as u64 / 2));
                // Above the kink, which is three rows high at most.
                drawing.colours = lanes.map(|(column, lane)| ((column, 3), lane)).collect();
                drawing.labels = [1, 3, 5].map(|column| ((column, 3), (column / 2 + 1).to_string())).to_vec();
                wells.push(drawing);
            }
        }
    }
    let title = match across {
        true => {
            "Plays of a left kink across the left boundary of lane 2, which P(2) rules out; the lanes are numbered on top"
        }
        false => "If no left kink crosses the left boundary of lane 2, it fills cells of lane 2 in these ways only",
    };
    Ok(drawn(title, wells, 4))
}

/// How a left kink fills the empty cell of a segment whose right cell is full, in flat f, without crossing the left side of
/// the lane: it comes from the left, so the cell E is empty, and makes another such segment in flat g (Figure 5.26).
fn makes_another() -> Result<Figure> {
    let (well, set) = (Well::parse(6, "100011/100001/100111")?, PieceSet::parse("S")?);
    let fills = |at: &Placement| {
        let after = WellDrawing::played(&well, &set.pieces()[0].turns()[usize::from(at.turn)], *at);
        after.piece.contains(&(2, 2)) && at.column == 2
    };
    let reached = Mover::new(&set.pieces()[0], Movement::Slide).placements(&well).into_iter().find(fills);
    let at =
        reached.ok_or_else(|| Error::input("figure 5.26", well.to_string(), "a well in which the kink gets there"))?;
    let shape = &set.pieces()[0].turns()[usize::from(at.turn)];
    let told = |mut drawing: WellDrawing, caption: &str| {
        drawing.labels = vec![((2, 0), "E".to_string())];
        drawing.tags = vec![(0, "g".to_string()), (2, "f".to_string())];
        WellDrawing { walls: 4, caption: caption.to_string(), ..drawing }
    };
    let from = Placement { column: at.column - 1, ..at };
    let wells = vec![
        told(WellDrawing::played(&well, shape, from), "just before: the kink still stands in the cell E"),
        told(
            WellDrawing::played(&well, shape, at),
            "the empty cell of f in the second lane is filled; g has E empty beside a full cell",
        ),
    ];
    Ok(drawn("The only way to fill such a cell makes another one further down", wells, 2))
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
    Ok(drawn("The lanes of a cycle-band", vec![drawing], 0))
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
    Ok(drawn(title, (1..=found.rows.len()).map(step).collect(), 0))
}
