//! Flats that left kinks cannot kill, and the first steps of Lemma 2 (section 5.1, Figures 5.24 to 5.27).
use super::{ANYWHERE, Everywhere, drawn, exhausted, row, table};
use crate::claim::{Decision, Finding, Task, Verdict};
use crate::error::{Error, Result};
use crate::game::wells::{Placement, Shape, Well};
use crate::report::figure::{Figure, WellDrawing};
use crate::solve::wells::defeats::exact::kinks;
use crate::solve::wells::plays::Freedom;
use crate::solve::wells::space::Space;
use serde::Deserialize;
use std::collections::BTreeSet;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Given {
    /// Pairs (width, depth): every well of the width up to the depth.
    wells: Vec<(u8, usize)>,
    /// How freely kinks are moved.
    freedoms: Vec<String>,
    /// Lanes are counted in wells up to this width.
    widest: u8,
}

/// A segment with its right cell full and its left one empty.
const IMMUNE: u16 = 0b10;

/// What left kinks do in all wells of a space.
#[derive(Default)]
struct Seen {
    plays: usize,
    /// What a play can make of a flat: its cells before and after.
    steps: BTreeSet<(u16, u16)>,
    /// A play that fills the empty cell of an immune segment without crossing the lane's left side, and leaves no immune
    /// segment in that lane further down.
    escaped: Option<String>,
}

impl Seen {
    fn of(space: &Space, freedom: Freedom) -> Seen {
        let [left, _] = kinks();
        let hand = freedom.hand(&left);
        let mut seen = Seen::default();
        for well in space.wells() {
            for at in hand.placements(&well) {
                let after = filled(&well, &left.turns()[usize::from(at.turn)], at);
                seen.plays += 1;
                let changed = well.rows().iter().zip(&after).filter(|(before, after)| before != after);
                seen.steps.extend(changed.map(|(before, after)| (*before, *after)));
                if escapes(&well, &after, at) {
                    seen.escaped.get_or_insert(format!("{at} in {well}, moves {freedom}"));
                }
            }
        }
        seen
    }

    /// The flats that can grow until they are full, step by step, each step in some well.
    fn mortal(&self, width: u8) -> BTreeSet<u16> {
        let mut mortal = BTreeSet::from([full(width)]);
        while let Some((before, _)) =
            self.steps.iter().find(|(before, after)| mortal.contains(after) && !mortal.contains(before))
        {
            mortal.insert(*before);
        }
        mortal
    }
}

fn full(width: u8) -> u16 {
    ((1_u32 << width) - 1) as u16
}

/// The rows with a piece in them, before full ones go.
fn filled(well: &Well, shape: &Shape, at: Placement) -> Vec<u16> {
    WellDrawing::played(well, shape, at).rows
}

/// Whether a play inside a lane and to its right fills the empty cell of an immune segment and makes none further down.
fn escapes(well: &Well, after: &[u16], at: Placement) -> bool {
    (0..well.width() / 2).filter(|lane| 2 * lane <= at.column).any(|lane| {
        let segment = |rows: &[u16], row: usize| rows[row] >> (2 * lane) & 3;
        let healed = (0..well.height()).filter(|row| segment(well.rows(), *row) == IMMUNE && segment(after, *row) == 3);
        healed.into_iter().any(|row| !(0..row).any(|below| segment(after, below) == IMMUNE))
    })
}

/// Which flats left kinks kill, and the ways to fill cells of a lane.
pub fn immune_flats(task: &Task) -> Result<Decision> {
    let Given { wells, freedoms, widest } = task.experiment.parameters(task.scale)?;
    if !(2..=16).contains(&widest) {
        return Err(Error::input(task.experiment.name(), format!("width {widest}"), "2 to 16 columns"));
    }
    let wells = Everywhere::new(wells, &freedoms)?;
    let [mut killed, mut spared, mut escaped, mut unmoved] = [const { None }; 4];
    let rows = wells.rows(|space, freedom| {
        let seen = Seen::of(space, freedom);
        let mortal = seen.mortal(space.width());
        let immune = |flat: &u16| flat & 3 == IMMUNE;
        let flats = 1..full(space.width());
        let told = |flat: Option<u16>| {
            flat.map(|flat| {
                format!("the flat {} in width {}, moves {freedom}", cells(flat, space.width()), space.width())
            })
        };
        let dying = told(flats.clone().find(|flat| immune(flat) && mortal.contains(flat)));
        if freedom == ANYWHERE {
            unmoved = unmoved.take().or(dying.clone());
        } else {
            killed = killed.take().or(dying.clone());
            escaped = escaped.take().or(seen.escaped);
        }
        if space.depth() >= 3 {
            spared = spared.take().or(told(flats.clone().find(|flat| !immune(flat) && !mortal.contains(flat))));
        }
        let number = flats.clone().filter(immune).count();
        Ok(row![seen.plays, flats.len(), number, mortal.len() - 1, dying.is_some()])
    })?;
    let moved: Vec<Freedom> = wells.freedoms.iter().copied().filter(|freedom| *freedom != ANYWHERE).collect();
    let bound = Everywhere { wells: wells.wells, freedoms: moved }.bound();
    let finding = |part: &str, wrong: Option<String>| {
        Finding::new(part, "all plays of left kinks", Verdict::tried(bound.clone(), wrong))
    };
    let immune = "left kinks kill no flat whose leftmost segment has its right cell full and its left one empty, also if they may be moved up";
    let mut immune = finding(immune, killed);
    immune.note = unmoved
        .map(|what| format!("it needs that pieces move: set down in any supported place, left kinks can kill {what}"));
    let findings = vec![
        immune,
        finding("every other flat can be filled by left kinks, each in some well of depth 3 or more", spared),
        finding(
            "a left kink that fills the empty cell of such a segment, in any lane, and does not cross the left side of that lane, makes \
             another such segment of the lane further down",
            escaped,
        ),
        four_ways(widest),
    ];
    let header = "width depth rule plays flats_tried left_immune killed_by_left_kinks immune_flat_killed";
    let title = "Flats, and which of them left kinks can fill";
    Ok(Decision {
        findings,
        tables: vec![(String::new(), table(title, header, rows))],
        figures: vec![("figure-5-24".to_string(), immune_drawn()?), ("figure-5-27".to_string(), four_drawn()?)],
        ..Decision::default()
    })
}

/// A flat as a word.
fn cells(flat: u16, width: u8) -> String {
    (0..width).map(|column| if flat >> column & 1 == 1 { '1' } else { '0' }).collect()
}

/// The turns and columns in which a left kink fills a cell of a lane and none to its left.
fn ways(width: u8, lane: u8) -> Vec<(u8, u8)> {
    let [left, _] = kinks();
    let turns = left.turns().iter().zip(0..);
    let of = |(shape, turn): (&Shape, u8)| {
        let last = width.checked_sub(shape.width());
        (2 * lane..2 * lane + 2)
            .filter(move |column| last.is_some_and(|last| *column <= last))
            .map(move |column| (turn, column))
    };
    turns.flat_map(of).collect()
}

fn four_ways(widest: u8) -> Finding {
    let lanes = (2..=widest).flat_map(|width| (0..width / 2).map(move |lane| (width, lane)));
    let wrong = lanes.clone().find(|(width, lane)| {
        let count = ways(*width, *lane).len();
        count > 4 || (count == 4) != (2 * lane + 4 <= *width)
    });
    let part = "there are at most four ways to play a left kink that fills a cell of a lane and does not cross its left side, and four where two columns or more lie to the right of the lane";
    let wrong = wrong.map(|(width, lane)| format!("lane {} in width {width}", lane + 1));
    Finding::new(
        part,
        "turns and columns",
        exhausted(
            wrong,
            format!("{} lanes of widths up to {widest}; ways depend only on the columns to the right", lanes.count()),
        ),
    )
}

/// Flats that are immune against left kinks and against right ones (Figure 5.24).
fn immune_drawn() -> Result<Figure> {
    let (width, flat) = (6, 0b01_0110);
    let mut left = WellDrawing::of(&Well::new(width, vec![flat])?);
    let mut right = WellDrawing::of(&Well::new(width, vec![flat])?.mirror());
    for (drawing, key, kinks) in [(&mut left, 0, "left"), (&mut right, 5, "right")] {
        drawing.labels = vec![((key, 0), "k".to_string())];
        drawing.caption = format!("no {kinks} kink fills the cell k");
    }
    Ok(drawn("A left-immune and a right-immune flat", vec![left, right], 2))
}

/// The ways to fill a cell of a lane (Figure 5.27): marked are the cells that have to be full, or else an immune segment is
/// made in the lane.
fn four_drawn() -> Result<Figure> {
    let [left, _] = kinks();
    let empty = Well::empty(6)?;
    let way = |(turn, column): (u8, u8)| {
        let mut drawing =
            WellDrawing::played(&empty, &left.turns()[usize::from(turn)], Placement { turn, column, row: 0 });
        let bare = drawing.rows.iter().zip(0..).filter(|(cells, _)| **cells & 3 == IMMUNE);
        drawing.labels = bare.map(|(_, row)| ((0, row), "*".to_string())).collect();
        drawing.walls = 3;
        drawing.caption = if drawing.labels.is_empty() {
            "no cell has to be full".to_string()
        } else {
            "the cells * have to be full".to_string()
        };
        drawing
    };
    Ok(drawn("Four ways to fill a cell of the first lane", ways(6, 0).into_iter().map(way).collect(), 4))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::wells::Movement;

    #[test]
    fn ways_by_hand() {
        assert_eq!(ways(6, 0).len(), 4);
        assert_eq!(ways(6, 2).len(), 1);
        assert_eq!(ways(3, 0).len(), 3);
        assert!(ways(1, 0).is_empty());
    }

    #[test]
    fn one_flat_is_filled_and_another_is_not() {
        let seen = Seen::of(&Space::new(2, 3).unwrap(), Freedom::Under(Movement::Drop));
        assert_eq!(seen.mortal(2), BTreeSet::from([0b01, 0b11]));
        let [falls, anywhere] =
            [Freedom::Under(Movement::Drop), ANYWHERE].map(|freedom| Seen::of(&Space::new(3, 3).unwrap(), freedom));
        assert!(anywhere.mortal(3).contains(&0b110) && !falls.mortal(3).contains(&0b110));
    }
}
