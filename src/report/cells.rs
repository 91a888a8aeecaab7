//! A table of values laid out as coloured cells.

use std::collections::{BTreeMap, BTreeSet};

use crate::error::{Error, Result};
use crate::report::arrows;
use crate::report::figure::{Cells, Outline, Ramp};
use crate::report::legend::{self, Entry};
use crate::report::outline::boundary;
use crate::report::palette::{self, BLACK, BLANK, Colour, GREY, LINES, WHITE};
use crate::report::scene::{Anchor, Point, Run, Scene, Shape, Stroke, centred, number, text_width, widest, wrap};

/// The most cells that are drawn, 4096 by 4096.
const MOST_CELLS: usize = 1 << 24;
/// The widest and highest table whose cells show their values.
const NUMBERED: (usize, usize) = (40, 60);
const MARGIN: f64 = 14.0;
/// The usual side of a cell that shows its value.
const NUMBERED_SIDE: f64 = 22.0;

/// The layout of the table.
struct Layout<'a> {
    cells: &'a Cells,
    rows: usize,
    columns: usize,
    /// The side of a cell.
    side: f64,
    /// The size of the texts.
    size: f64,
    /// The values that occur, ascending.
    values: Vec<u64>,
    /// Whether the cells show their values.
    numbers: bool,
}

/// The picture of a table.
///
/// # Errors
/// [`Error::Input`] if there is no cell or there are too many, if labels are given for some lines only, or if an
/// outline leaves the table.
pub(super) fn scene(cells: &Cells) -> Result<Scene> {
    check(cells)?;
    Ok(Layout::new(cells).scene())
}

/// One of several small tables that are coloured alike: its cells are this long, and its texts of this size.
pub(super) struct Panel<'a> {
    layout: Layout<'a>,
    across: Axis,
    down: Axis,
}

impl<'a> Panel<'a> {
    /// The table as in a picture in which `values` occur.
    pub fn new(cells: &'a Cells, side: f64, size: f64, values: &[u64]) -> Self {
        let (rows, columns) = extent(cells);
        let layout = Layout { cells, rows, columns, side, size, values: values.to_vec(), numbers: side >= 20.0 };
        let (across, down) = (Axis::across(&layout), Axis::down(&layout));
        Panel { layout, across, down }
    }

    /// Its room with both axes.
    pub fn extent(&self) -> Point {
        let Layout { side, rows, columns, .. } = self.layout;
        (self.down.depth + side * columns as f64, self.across.depth + side * rows as f64)
    }

    /// Draws it with the upper left corner of its room here.
    pub fn draw(&self, scene: &mut Scene, at: Point) {
        let corner = (at.0 + self.down.depth, at.1 + self.across.depth);
        self.layout.draw_cells(scene, corner);
        self.layout.draw_outlines(scene, corner, &self.layout.legend().1);
        if self.layout.numbers {
            self.layout.draw_numbers(scene, corner);
        }
        self.across.draw_across(&self.layout, scene, corner);
        self.down.draw_down(&self.layout, scene, corner);
    }
}

/// Rows and columns; a short row counts as filled up with blank cells.
pub(super) fn extent(cells: &Cells) -> (usize, usize) {
    (cells.values.len(), cells.values.iter().map(Vec::len).max().unwrap_or(0))
}

pub(super) fn check(cells: &Cells) -> Result<()> {
    let bad = |what: String, expected: String| Err(Error::input(format!("figure \"{}\"", cells.title), what, expected));
    let (rows, columns) = extent(cells);
    if columns == 0 {
        return bad("no cells".into(), "at least one".into());
    }
    if rows.saturating_mul(columns) > MOST_CELLS {
        return bad(format!("{rows} x {columns} cells"), format!("at most {MOST_CELLS}; draw a corner of the table"));
    }
    for (labels, lines, name) in [(&cells.row_labels, rows, "row"), (&cells.column_labels, columns, "column")] {
        if !labels.is_empty() && labels.len() != lines {
            return bad(format!("{} {name} labels", labels.len()), format!("none or {lines}"));
        }
    }
    if let Some(cell) = cells.arrows.iter().flatten().find(|&&(row, column)| row >= rows || column >= columns) {
        return bad(format!("an arrow at {cell:?}"), format!("cells inside {rows} rows and {columns} columns"));
    }
    for outline in &cells.outlines {
        if let Some((row, column)) = outline.cells.iter().find(|&&(row, column)| row >= rows || column >= columns) {
            let what = format!("cell ({row}, {column}) in outline \"{}\"", outline.name);
            return bad(what, format!("cells inside {rows} rows and {columns} columns"));
        }
    }
    if let Some(Ramp { ends: (least, most), unit, logarithmic }) = &cells.ramp
        && (least > most || unit.0 == 0 || (*logarithmic && *least == 0))
    {
        return bad(format!("a scale from {least} to {most}"), "a scale that rises, from 1 on if by factors".into());
    }
    Ok(())
}

impl<'a> Layout<'a> {
    fn new(cells: &'a Cells) -> Self {
        let (rows, columns) = extent(cells);
        let values: BTreeSet<u64> = cells.values.iter().flatten().flatten().copied().collect();
        let values: Vec<u64> = values.into_iter().collect();
        let widest_value = text_width(&values.last().copied().unwrap_or(0).to_string(), 12.0);
        let numbers = columns <= NUMBERED.0 && rows <= NUMBERED.1 && widest_value <= 40.0;
        let side = if numbers {
            (widest_value + 8.0).max(NUMBERED_SIDE)
        } else {
            (1000 / rows.max(columns)).clamp(1, 22) as f64
        };
        // A large picture is looked at from afar: its texts grow with it.
        let size = (side * rows.max(columns) as f64 / 70.0).clamp(12.0, 48.0);
        let size = if numbers { 12.0 } else { size };
        Layout { cells, rows, columns, side, size, values, numbers }
    }

    fn scene(&self) -> Scene {
        let mut scene = Scene::default();
        let (width, height) = (self.side * self.columns as f64, self.side * self.rows as f64);
        let (entries, strokes) = self.legend();
        let across = Axis::across(self);
        let down = Axis::down(self);
        let left = (MARGIN + down.depth).max(across.overhang + 4.0);
        let title = wrap(&self.cells.title, 1.3 * self.size, (width + down.depth).max(30.0 * self.size));
        let top = MARGIN
            + title.len() as f64 * 1.7 * self.size
            + if self.cells.upwards { 0.5 * self.size } else { across.depth };
        let body = height.max(down.length);
        let legend_left = left + width.max(across.length) + across.overhang.max(1.5 * self.size);
        let legend = legend::extent(&entries, self.size, body);

        scene.width = (legend_left + legend.0 + MARGIN).max(left + widest(&title, 1.3 * self.size) + MARGIN);
        let below = if self.cells.upwards { across.depth } else { 0.0 };
        scene.height = top + body.max(legend.1).max(height + below) + MARGIN;
        for (i, line) in title.iter().enumerate() {
            let baseline = MARGIN + (i as f64 * 1.7 + 1.1) * self.size;
            scene.text((left, baseline), line, 1.3 * self.size, Anchor::Start, BLACK);
        }
        self.draw_cells(&mut scene, (left, top));
        self.draw_outlines(&mut scene, (left, top), &strokes);
        self.draw_arrows(&mut scene, (left, top));
        if self.numbers {
            // Over the outlines, so that none hides a digit.
            self.draw_numbers(&mut scene, (left, top));
        }
        across.draw_across(self, &mut scene, (left, top));
        down.draw_down(self, &mut scene, (left, top));
        legend::draw(&mut scene, (legend_left, top), &entries, self.size, body);
        scene
    }

    /// The row of the picture, from the top, in which a row of the table is drawn.
    fn drawn_row(&self, row: usize) -> usize {
        if self.cells.upwards { self.rows - 1 - row } else { row }
    }

    fn value(&self, row: usize, column: usize) -> Option<u64> {
        self.cells.values[row].get(column).copied().flatten()
    }

    fn colour(&self, value: Option<u64>) -> Colour {
        value.map_or(BLANK, |value| {
            palette::of_value(value, self.values.last().copied().unwrap_or(0), self.cells.ramp.as_ref())
        })
    }

    fn draw_cells(&self, scene: &mut Scene, at: Point) {
        for (fill, runs) in self.runs() {
            scene.shapes.push(Shape::Runs { origin: at, cell: self.side, runs, fill });
        }
        let (width, height) = (self.side * self.columns as f64, self.side * self.rows as f64);
        if self.side >= 8.0 {
            self.draw_grid(scene, at);
        }
        scene.rectangle(at, (width, height), None, Some(Stroke::plain(GREY, 1.0)));
    }

    /// The runs of equal colour, by colour.
    fn runs(&self) -> BTreeMap<Colour, Vec<Run>> {
        let mut runs: BTreeMap<Colour, Vec<Run>> = BTreeMap::new();
        for drawn in 0..self.rows {
            let row = self.drawn_row(drawn);
            let mut column = 0;
            while column < self.columns {
                let fill = self.colour(self.value(row, column));
                let same = |next: &usize| self.colour(self.value(row, *next)) == fill;
                let length = (column..self.columns).take_while(same).count();
                runs.entry(fill).or_default().push(Run { row: drawn, column, length });
                column += length;
            }
        }
        runs
    }

    /// Thin white lines between the cells, and a stroke through each blank cell.
    fn draw_grid(&self, scene: &mut Scene, (x, y): Point) {
        let side = self.side;
        let (width, height) = (side * self.columns as f64, side * self.rows as f64);
        let at = |cell: usize, from: f64| from + side * cell as f64;
        let upright = (1..self.columns).map(|c| vec![(at(c, x), y), (at(c, x), y + height)]);
        let level = (1..self.rows).map(|r| vec![(x, at(r, y)), (x + width, at(r, y))]);
        let lines: Vec<Vec<Point>> = upright.chain(level).collect();
        let all = (0..self.rows).flat_map(|r| (0..self.columns).map(move |c| (r, c)));
        let blank = all.filter(|&(r, c)| self.value(self.drawn_row(r), c).is_none());
        let hatch: Vec<Vec<Point>> =
            blank.map(|(r, c)| vec![(at(c, x), at(r + 1, y)), (at(c + 1, x), at(r, y))]).collect();
        for (lines, colour) in [(hatch, GREY), (lines, WHITE)] {
            if !lines.is_empty() {
                scene.shapes.push(Shape::Lines { lines, closed: false, stroke: Stroke::plain(colour, 0.7) });
            }
        }
    }

    /// Straight arrows between the middles of cells, with white around them.
    fn draw_arrows(&self, scene: &mut Scene, (x, y): Point) {
        let middle = |(row, column): (usize, usize)| {
            (x + self.side * (column as f64 + 0.5), y + self.side * (self.drawn_row(row) as f64 + 0.5))
        };
        for [from, to] in &self.cells.arrows {
            let (from, to) = (middle(*from), middle(*to));
            let line: Vec<Point> = (0..=40)
                .map(|i| f64::from(i) / 40.0)
                .map(|part| (from.0 + part * (to.0 - from.0), from.1 + part * (to.1 - from.1)))
                .collect();
            let halo = Stroke::plain(WHITE, 4.0);
            scene.shapes.push(Shape::Lines { lines: vec![line.clone()], closed: false, stroke: halo });
            arrows::draw(scene, &line);
        }
    }

    fn draw_numbers(&self, scene: &mut Scene, (x, y): Point) {
        for drawn in 0..self.rows {
            for column in 0..self.columns {
                if let Some(value) = self.value(self.drawn_row(drawn), column) {
                    let middle = (x + self.side * (column as f64 + 0.5), y + self.side * (drawn as f64 + 0.5));
                    let ink = self.colour(Some(value)).ink();
                    scene.text((middle.0, centred(middle.1, 12.0)), &self.cells.sign(value), 12.0, Anchor::Middle, ink);
                }
            }
        }
    }

    /// The legend, and the stroke of each outline.
    fn legend(&self) -> (Vec<Entry>, Vec<Stroke>) {
        let blank = (0..self.rows).any(|row| (0..self.columns).any(|column| self.value(row, column).is_none()));
        let mut entries = legend::entries(self.cells, &self.values, blank, self.numbers);
        let (named, strokes) = styles(&self.cells.outlines, self.side);
        entries.extend(named.into_iter().map(|(name, stroke)| legend::outline_entry(name, stroke)));
        (entries, strokes)
    }

    /// Each outline lies inside its own cells, so that neighbours do not hide each other; one that shares a cell with an
    /// earlier outline lies further in.
    fn draw_outlines(&self, scene: &mut Scene, (x, y): Point, strokes: &[Stroke]) {
        let groups: Vec<BTreeSet<(usize, usize)>> = (self.cells.outlines.iter())
            .map(|outline| outline.cells.iter().map(|&(row, column)| (self.drawn_row(row), column)).collect())
            .collect();
        let mut depths: Vec<usize> = Vec::new();
        for (i, (group, stroke)) in groups.iter().zip(strokes).enumerate() {
            let taken: BTreeSet<usize> = (0..i).filter(|&j| !groups[j].is_disjoint(group)).map(|j| depths[j]).collect();
            let depth = (0..).find(|depth| !taken.contains(depth)).expect("only finitely many depths are taken");
            depths.push(depth);
            let halo = Stroke { colour: WHITE, width: stroke.width + 1.6, dash: None };
            let inset = (halo.width * (depth as f64 + 0.5) / self.side).min(0.45);
            let place = |(column, row): Point| (x + self.side * column, y + self.side * row);
            let lines: Vec<Vec<Point>> =
                boundary(group, inset).into_iter().map(|line| line.into_iter().map(place).collect()).collect();
            scene.shapes.push(Shape::Lines { lines: lines.clone(), closed: true, stroke: halo });
            scene.shapes.push(Shape::Lines { lines, closed: true, stroke: *stroke });
        }
    }
}

/// The names of outlines with the stroke of each, and the strokes of all outlines. Outlines of one name look alike; each
/// further name has another colour and other dashes, so that they differ in grey as well.
fn styles(outlines: &[Outline], side: f64) -> (Vec<(&str, Stroke)>, Vec<Stroke>) {
    let width = (side / 7.0).clamp(1.5, 3.0);
    let dashes = [None, Some(2.0 * width), Some(width), Some(4.0 * width)];
    let mut named: Vec<(&str, Stroke)> = Vec::new();
    let mut strokes = Vec::new();
    for outline in outlines {
        let known = named.iter().find(|(name, _)| *name == outline.name).map(|(_, stroke)| *stroke);
        let index = named.len();
        let stroke =
            known.unwrap_or(Stroke { colour: LINES[index % LINES.len()], width, dash: dashes[index % dashes.len()] });
        if known.is_none() {
            named.push((&outline.name, stroke));
        }
        strokes.push(stroke);
    }
    (named, strokes)
}

/// The legend of the outlines of several tables with the same outlines.
pub(super) fn outlines(tables: &[Cells]) -> Vec<Entry> {
    let most = tables.iter().max_by_key(|table| table.outlines.len());
    let named = most.map_or(Vec::new(), |table| styles(&table.outlines, NUMBERED_SIDE).0);
    named.into_iter().map(|(name, stroke)| legend::outline_entry(name, stroke)).collect()
}

/// An axis of the table: which lines are labelled, and the room that takes.
struct Axis {
    /// Every so many lines have a label.
    step: usize,
    /// Labels read from bottom to top.
    turned: bool,
    /// From the edge of the table to the far side of the name.
    depth: f64,
    /// The length of the name.
    length: f64,
    /// How far a label may stand out over the end of the table.
    overhang: f64,
}

impl Axis {
    fn across(layout: &Layout) -> Self {
        let (side, size) = (layout.side, layout.size);
        let widest = widest_label(&layout.cells.column_labels, layout.columns, size);
        let turned = !layout.cells.column_labels.is_empty() && widest + 0.6 * size > side && side >= size;
        let (long, high) = if turned { (size, widest) } else { (widest + 0.6 * size, size) };
        Axis {
            step: step(long, side),
            turned,
            depth: high + 0.6 * size + name_depth(&layout.cells.across, size),
            length: text_width(&layout.cells.across, size),
            overhang: if turned { 0.0 } else { (widest - side).max(0.0) / 2.0 + 0.3 * size },
        }
    }

    fn down(layout: &Layout) -> Self {
        let size = layout.size;
        let widest = widest_label(&layout.cells.row_labels, layout.rows, size);
        Axis {
            // Every row if that can be read, otherwise a looser choice.
            step: step(if layout.side >= 1.25 * size { layout.side } else { 2.2 * size }, layout.side),
            turned: false,
            depth: widest + 0.6 * size + name_depth(&layout.cells.down, size),
            length: text_width(&layout.cells.down, size),
            overhang: 0.0,
        }
    }

    fn draw_across(&self, layout: &Layout, scene: &mut Scene, (x, y): Point) {
        let size = layout.size;
        let (width, height) = (layout.side * layout.columns as f64, layout.side * layout.rows as f64);
        // Away from the table: upwards above it, downwards below it.
        let (edge, sign) = if layout.cells.upwards { (y + height, 1.0) } else { (y, -1.0) };
        for column in (0..layout.columns).step_by(self.step) {
            let label = label(&layout.cells.column_labels, column);
            let middle = x + layout.side * (column as f64 + 0.5);
            if self.turned {
                let anchor = if layout.cells.upwards { Anchor::End } else { Anchor::Start };
                scene.turned_text((centred(middle, size), edge + sign * 0.4 * size), &label, size, anchor, BLACK);
            } else {
                let baseline = centred(edge + sign * 0.9 * size, size);
                scene.text((middle, baseline), &label, size, Anchor::Middle, BLACK);
            }
        }
        let middle = x + width.max(self.length) / 2.0;
        let baseline = centred(edge + sign * (self.depth - 0.7 * size), size);
        scene.text((middle, baseline), &layout.cells.across, size, Anchor::Middle, BLACK);
    }

    fn draw_down(&self, layout: &Layout, scene: &mut Scene, (x, y): Point) {
        let size = layout.size;
        for row in (0..layout.rows).step_by(self.step) {
            let middle = y + layout.side * (layout.drawn_row(row) as f64 + 0.5);
            let label = label(&layout.cells.row_labels, row);
            scene.text((x - 0.5 * size, centred(middle, size)), &label, size, Anchor::End, BLACK);
        }
        let middle = y + (layout.side * layout.rows as f64).max(self.length) / 2.0;
        scene.turned_text((x - self.depth + size, middle), &layout.cells.down, size, Anchor::Middle, BLACK);
    }
}

/// The room for the name of an axis.
fn name_depth(name: &str, size: f64) -> f64 {
    if name.is_empty() { 0.0 } else { 1.5 * size }
}

fn label(labels: &[String], index: usize) -> String {
    labels.get(index).cloned().unwrap_or_else(|| number(index as f64))
}

fn widest_label(labels: &[String], lines: usize, size: f64) -> f64 {
    if labels.is_empty() { text_width(&(lines - 1).to_string(), size) } else { widest(labels, size) }
}

/// The least of 1, 2, 5, 10, 20, 50, … for which labels of length `long` stand clear of each other.
fn step(long: f64, side: f64) -> usize {
    let steps = (0..).map(|i| [1, 2, 5][i % 3] * 10_usize.pow(i as u32 / 3));
    let mut fitting = steps.take(20).skip_while(|step| (*step as f64) * side < long);
    fitting.next().unwrap_or(usize::MAX)
}
