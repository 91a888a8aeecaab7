//! Wells laid out side by side, and the drawing of one well that strategies share.

use crate::error::{Error, Result};
use crate::game::wells::Shape as Piece;
use crate::report::figure::{WellDrawing, Wells};
use crate::report::palette::{BLACK, Colour, LINES};
use crate::report::scene::{Anchor, Point, Scene, Shape, Stroke, centred, text_width, widest, wrap};

const MOST_COLUMNS: usize = 16;
const MOST_ROWS: usize = 256;
const MOST_WELLS: usize = 1000;
/// The side of a cell.
const CELL: f64 = 14.0;
const SIZE: f64 = 11.0;
const LINE: f64 = 1.3 * SIZE;
const TITLE: f64 = 15.6;
const MARGIN: f64 = 16.0;
const GAP: f64 = 28.0;
/// Wells stand side by side up to this width, then in a new row.
const ROW_WIDTH: f64 = 1100.0;
/// No picture is narrower, so that its title has room.
const LEAST_WIDTH: f64 = 360.0;

const FULL: Colour = Colour(0xC4, 0xC4, 0xC4);
const EDGE: Colour = Colour(0x6A, 0x6A, 0x6A);
const MARKED: Colour = Colour(0x55, 0x99, 0xD8);
const DEPTH: Colour = Colour(0xC0, 0x30, 0x30);
/// Light colours that letters are read on.
const TINTS: [Colour; 8] = [
    Colour(0x9C, 0xC9, 0xEC),
    Colour(0xF6, 0xC9, 0x7F),
    Colour(0xA8, 0xD8, 0xA0),
    Colour(0xF2, 0xA6, 0xA0),
    Colour(0xCF, 0xB6, 0xE4),
    Colour(0xE8, 0xE4, 0x88),
    Colour(0x9A, 0xDD, 0xD8),
    Colour(0xD9, 0xC0, 0xA5),
];

/// The wells, each over its caption.
///
/// # Errors
/// [`Error::Input`] if there is no well or too many, or a well that [`check`] refuses.
pub(super) fn scene(wells: &Wells) -> Result<Scene> {
    if wells.wells.is_empty() || wells.wells.len() > MOST_WELLS {
        return Err(Error::input("wells", format!("{} wells", wells.wells.len()), format!("1 to {MOST_WELLS}")));
    }
    wells.wells.iter().try_for_each(check)?;
    let placed: Vec<Placed> = wells.wells.iter().map(Placed::new).collect();
    let rows = in_rows(&placed, wells.across);
    let width = rows.iter().map(|row| row_width(row)).fold(LEAST_WIDTH, f64::max);
    let mut scene = Scene { width, height: MARGIN, ..Scene::default() };
    headline(&mut scene, &wells.title);
    rows.into_iter().for_each(|row| draw_row(&mut scene, row));
    Ok(scene)
}

/// Writes a title under what is there, no wider than the scene.
pub(super) fn headline(scene: &mut Scene, title: &str) {
    let lines = wrap(title, TITLE, scene.width - 2.0 * MARGIN);
    for line in &lines {
        scene.text((MARGIN, scene.height + TITLE), line, TITLE, Anchor::Start, BLACK);
        scene.height += 1.3 * TITLE;
    }
    if !lines.is_empty() {
        scene.height += 0.7 * TITLE;
        scene.width = scene.width.max(2.0 * MARGIN + widest(&lines, TITLE));
    }
}

/// Refuses a well of no or too many columns or rows, and marks outside it.
pub(super) fn check(well: &WellDrawing) -> Result<()> {
    let bad =
        |what: String, right: String| Err(Error::input(format!("drawing of well \"{}\"", well.caption), what, right));
    if !(1..=MOST_COLUMNS).contains(&well.width) {
        return bad(format!("{} columns", well.width), format!("1 to {MOST_COLUMNS}"));
    }
    let banded = well.bands.iter().map(|(low, rows)| low.saturating_add(*rows)).max().unwrap_or(0);
    let high = well.rows.len().max(well.walls).max(well.depth.unwrap_or(0)).max(banded);
    if high > MOST_ROWS {
        return bad(format!("{high} rows"), format!("at most {MOST_ROWS}"));
    }
    if let Some(row) = well.rows.iter().position(|row| u32::from(*row) >> well.width != 0) {
        return bad(format!("row {row} wider than {} columns", well.width), "cells inside the walls".into());
    }
    let cells =
        well.piece.iter().chain(well.colours.iter().map(|mark| &mark.0)).chain(well.labels.iter().map(|mark| &mark.0));
    let outside = cells.copied().find(|(column, row)| *column >= well.width || *row >= MOST_ROWS);
    match outside.or_else(|| well.tags.iter().map(|tag| (0, tag.0)).find(|tag| tag.1 >= MOST_ROWS)) {
        Some((column, row)) => bad(format!("a mark at column {column}, row {row}"), "marks inside the walls".into()),
        None => Ok(()),
    }
}

/// How many rows are drawn.
fn rows(well: &WellDrawing) -> usize {
    let cells =
        well.piece.iter().chain(well.colours.iter().map(|mark| &mark.0)).chain(well.labels.iter().map(|mark| &mark.0));
    let marked = cells.map(|cell| cell.1 + 1).chain(well.tags.iter().map(|tag| tag.0 + 1));
    let banded = well.bands.iter().map(|(low, rows)| low + rows);
    marked.chain(banded).chain([well.rows.len(), well.walls, well.depth.unwrap_or(0), 1]).max().unwrap_or(1)
}

/// The height of the pieces shown above a well.
fn shown_height(well: &WellDrawing, cell: f64) -> f64 {
    let high = well.shown.iter().map(|piece| piece.rows().len()).max().unwrap_or(0);
    if high == 0 { 0.0 } else { 0.5 * cell * high as f64 + 0.6 * cell }
}

/// Width and height of a well with its tags and the pieces shown, without its caption.
pub(super) fn extent(well: &WellDrawing, cell: f64) -> Point {
    let tags: Vec<&str> = well.tags.iter().map(|tag| tag.1.as_str()).collect();
    let tagged = if tags.is_empty() { 0.0 } else { 0.5 * cell + widest(&tags, 0.75 * cell) };
    (cell * well.width as f64 + tagged, cell * rows(well) as f64 + shown_height(well, cell))
}

/// Draws a well with its upper left corner here.
pub(super) fn draw(scene: &mut Scene, well: &WellDrawing, (x, y): Point, cell: f64) {
    draw_shown(scene, well, (x, y), cell);
    let top = y + shown_height(well, cell);
    let (count, wide) = (rows(well), cell * well.width as f64);
    let floor = top + cell * count as f64;
    let corner = |column: usize, row: usize| (x + cell * column as f64, floor - cell * (row + 1) as f64);
    for row in 0..count {
        for column in 0..well.width {
            if let Some(fill) = fill(well, column, row) {
                scene.rectangle(corner(column, row), (cell, cell), Some(fill), Some(Stroke::plain(EDGE, 0.06 * cell)));
            }
        }
    }
    for (low, rows) in &well.bands {
        let stroke = Stroke { colour: LINES[0], width: 0.1 * cell, dash: Some(0.3 * cell) };
        let at = (x - 0.2 * cell, floor - cell * (low + rows) as f64);
        scene.rectangle(at, (wide + 0.4 * cell, cell * *rows as f64), None, Some(stroke));
    }
    if let Some(depth) = well.depth {
        let high = floor - cell * depth as f64;
        let stroke = Stroke { colour: DEPTH, width: 0.08 * cell, dash: Some(0.15 * cell) };
        scene.shapes.push(Shape::Lines { lines: vec![vec![(x, high), (x + wide, high)]], closed: false, stroke });
    }
    let wall = vec![(x, top), (x, floor), (x + wide, floor), (x + wide, top)];
    if !well.bare {
        scene.shapes.push(Shape::Lines { lines: vec![wall], closed: false, stroke: Stroke::plain(BLACK, 0.13 * cell) });
    }
    letters(scene, well, &corner, cell);
}

/// The colour of a cell; none if it is empty and unmarked.
fn fill(well: &WellDrawing, column: usize, row: usize) -> Option<Colour> {
    if well.piece.contains(&(column, row)) {
        return Some(MARKED);
    }
    if let Some((_, colour)) = well.colours.iter().find(|mark| mark.0 == (column, row)) {
        return Some(TINTS[(colour % TINTS.len() as u64) as usize]);
    }
    well.rows.get(row).is_some_and(|cells| cells >> column & 1 == 1).then_some(FULL)
}

/// Labels of cells and tags of rows.
fn letters(scene: &mut Scene, well: &WellDrawing, corner: &impl Fn(usize, usize) -> Point, cell: f64) {
    for ((column, row), label) in &well.labels {
        let (x, y) = corner(*column, *row);
        let size = (0.68 * cell).min(0.95 * cell / text_width(label, 1.0).max(0.5));
        let ink = fill(well, *column, *row).map_or(BLACK, Colour::ink);
        scene.text((x + 0.5 * cell, centred(y + 0.5 * cell, size)), label, size, Anchor::Middle, ink);
    }
    for (row, tag) in &well.tags {
        let (x, y) = corner(well.width, *row);
        scene.text((x + 0.35 * cell, centred(y + 0.5 * cell, 0.75 * cell)), tag, 0.75 * cell, Anchor::Start, BLACK);
    }
}

fn draw_shown(scene: &mut Scene, well: &WellDrawing, (x, y): Point, cell: f64) {
    let small = 0.5 * cell;
    let bottom = y + shown_height(well, cell) - 0.6 * cell;
    let all: f64 = well.shown.iter().map(|piece| small * (f64::from(piece.width()) + 1.0)).sum();
    let mut left = x + 0.5 * (cell * well.width as f64 - all + small);
    for piece in &well.shown {
        draw_piece(scene, piece, (left, bottom), small);
        left += small * (f64::from(piece.width()) + 1.0);
    }
}

/// Draws a piece with the lower left corner of its box here.
pub(super) fn draw_piece(scene: &mut Scene, piece: &Piece, (x, bottom): Point, cell: f64) {
    for (column, row) in piece.cells() {
        let at = (x + cell * f64::from(column), bottom - cell * f64::from(row + 1));
        scene.rectangle(at, (cell, cell), Some(MARKED), Some(Stroke::plain(BLACK, 0.1 * cell)));
    }
}

/// The lines of a caption in this width.
pub(super) fn caption(text: &str, size: f64, width: f64) -> Vec<String> {
    text.split_inclusive(';').flat_map(|part| wrap(part.trim_end_matches(';'), size, width)).collect()
}

/// A well with its measures.
struct Placed<'a> {
    well: &'a WellDrawing,
    size: Point,
    caption: Vec<String>,
    /// The room it takes from left to right.
    width: f64,
}

impl<'a> Placed<'a> {
    fn new(well: &'a WellDrawing) -> Self {
        let size = extent(well, CELL);
        let caption = caption(&well.caption, SIZE, size.0.max(110.0));
        let width = widest(&caption, SIZE).max(size.0);
        Placed { well, size, caption, width }
    }
}

/// The wells in rows of so many, or of as many as fit.
fn in_rows<'a, 'b>(mut rest: &'b [Placed<'a>], across: usize) -> Vec<&'b [Placed<'a>]> {
    let mut rows = Vec::new();
    while !rest.is_empty() {
        let fitting = (1..=rest.len()).take_while(|count| row_width(&rest[..*count]) <= ROW_WIDTH).count().max(1);
        let (row, others) = rest.split_at(if across > 0 { across.min(rest.len()) } else { fitting });
        rows.push(row);
        rest = others;
    }
    rows
}

fn row_width(row: &[Placed]) -> f64 {
    2.0 * MARGIN - GAP + row.iter().map(|well| well.width + GAP).sum::<f64>()
}

/// Draws wells on a common floor under what is there.
fn draw_row(scene: &mut Scene, row: &[Placed]) {
    let highest = row.iter().map(|well| well.size.1).fold(0.0, f64::max);
    let lines = row.iter().map(|well| well.caption.len()).max().unwrap_or(0);
    let floor = scene.height + highest;
    let mut x = MARGIN;
    for well in row {
        let middle = x + well.width / 2.0;
        draw(scene, well.well, (middle - well.size.0 / 2.0, floor - well.size.1), CELL);
        for (i, line) in well.caption.iter().enumerate() {
            scene.text((middle, floor + 0.5 * SIZE + LINE * (i + 1) as f64), line, SIZE, Anchor::Middle, BLACK);
        }
        x += well.width + GAP;
    }
    scene.height = floor + 0.5 * SIZE + LINE * lines as f64 + MARGIN;
}
