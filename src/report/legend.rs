//! The legend beside a table of cells.

use crate::report::figure::{Cells, Ramp};
use crate::report::palette::{self, BLACK, BLANK, Colour, GREY, WHITE};
use crate::report::scene::{Anchor, Point, Scene, Stroke, centred, number, text_width};

/// More values than this are shown by samples.
const ENTRIES: usize = 24;
/// Samples of a scale.
const SAMPLES: usize = 9;

/// One line of the legend: a small square and what it means.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    fill: Colour,
    stroke: Stroke,
    /// Written in the square, as in the cells.
    inside: String,
    label: String,
}

/// The entries for the values that occur, for blank cells if there are some, and for the named outlines.
pub(super) fn entries(cells: &Cells, values: &[u64], blank: bool, numbers: bool) -> Vec<Entry> {
    let greatest = values.last().copied().unwrap_or(0);
    let mut entries: Vec<Entry> = match &cells.ramp {
        Some(ramp) => samples(ramp).into_iter().map(|value| sample(ramp, value)).collect(),
        None => shown(values).iter().map(|&value| value_entry(cells, value, greatest, numbers)).collect(),
    };
    if blank {
        let label = if cells.blank.is_empty() { "no value" } else { &cells.blank };
        entries.push(plain(BLANK, label));
    }
    entries
}

/// An entry for a named outline.
pub(super) fn outline_entry(name: &str, stroke: Stroke) -> Entry {
    Entry { fill: WHITE, stroke, inside: String::new(), label: name.to_string() }
}

fn value_entry(cells: &Cells, value: u64, greatest: u64, numbers: bool) -> Entry {
    let meaning = cells.legend.iter().find(|(v, _)| *v == value).map(|(_, meaning)| meaning.clone());
    let inside = if numbers && meaning.is_some() { cells.sign(value) } else { String::new() };
    let label = meaning.unwrap_or_else(|| value.to_string());
    Entry { inside, ..plain(palette::of_value(value, greatest, None), &label) }
}

fn plain(fill: Colour, label: &str) -> Entry {
    Entry { fill, stroke: Stroke::plain(GREY, 0.5), inside: String::new(), label: label.to_string() }
}

/// All values if they are few, otherwise zero and an even choice of the others.
fn shown(values: &[u64]) -> Vec<u64> {
    if values.len() <= ENTRIES {
        return values.to_vec();
    }
    let last = values.len() - 1;
    (0..=SAMPLES).map(|i| values[i * last / SAMPLES]).collect()
}

/// Quantities in equal steps of the scale, both ends among them.
fn samples(ramp: &Ramp) -> Vec<u64> {
    let (least, most) = ramp.ends;
    let at = |i: usize| match ramp.logarithmic {
        false => least + (most - least) * i as u64 / (SAMPLES as u64 - 1),
        true => (least as f64 * (most as f64 / least as f64).powf(i as f64 / (SAMPLES - 1) as f64)).round() as u64,
    };
    let mut samples: Vec<u64> = (0..SAMPLES).map(at).collect();
    samples.dedup();
    samples
}

fn sample(ramp: &Ramp, value: u64) -> Entry {
    let (divisor, unit) = &ramp.unit;
    let label = format!("{}{unit}", number(value as f64 / *divisor as f64));
    plain(palette::of_value(value, ramp.ends.1, Some(ramp)), &label)
}

/// The size of the legend in columns no higher than `height`; each line is `1.6 * size` high.
pub(super) fn extent(entries: &[Entry], size: f64, height: f64) -> Point {
    let rows = columns(entries, size, height).map(<[Entry]>::len).max().unwrap_or(0);
    (columns(entries, size, height).map(|column| column_width(column, size)).sum(), rows as f64 * 1.6 * size)
}

/// Draws the legend with its upper left corner at `at`.
pub(super) fn draw(scene: &mut Scene, at: Point, entries: &[Entry], size: f64, height: f64) {
    let mut x = at.0;
    for column in columns(entries, size, height) {
        for (i, entry) in column.iter().enumerate() {
            draw_entry(scene, (x, at.1 + i as f64 * 1.6 * size), entry, size);
        }
        x += column_width(column, size);
    }
}

fn draw_entry(scene: &mut Scene, at: Point, entry: &Entry, size: f64) {
    let side = 1.3 * size;
    let inner = entry.stroke.width / 2.0;
    let square = ((at.0 + inner, at.1 + inner), (side - 2.0 * inner, side - 2.0 * inner));
    scene.rectangle(square.0, square.1, Some(entry.fill), Some(entry.stroke));
    let baseline = centred(at.1 + side / 2.0, size);
    if text_width(&entry.inside, 0.8 * size) <= side {
        let (x, y) = (at.0 + side / 2.0, centred(at.1 + side / 2.0, 0.8 * size));
        scene.text((x, y), &entry.inside, 0.8 * size, Anchor::Middle, entry.fill.ink());
    }
    scene.text((at.0 + side + 0.5 * size, baseline), &entry.label, size, Anchor::Start, BLACK);
}

fn columns(entries: &[Entry], size: f64, height: f64) -> std::slice::Chunks<'_, Entry> {
    // At least ten lines, so that a low table does not get a legend of many columns.
    entries.chunks(((height / (1.6 * size)) as usize).max(10))
}

fn column_width(column: &[Entry], size: f64) -> f64 {
    1.3 * size + 1.5 * size + column.iter().map(|entry| text_width(&entry.label, size)).fold(0.0, f64::max)
}
