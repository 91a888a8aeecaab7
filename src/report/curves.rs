//! Curves over a common axis, in panels side by side. Each curve has its name at its end, and a marker and dashes of its own.

use crate::error::{Error, Result};
use crate::report::axis::Axis;
use crate::report::figure::{Curve, Curves, Panel};
use crate::report::palette::{BLACK, Colour, GREY, LINES, WHITE};
use crate::report::scene::{Anchor, Point, Scene, Shape, Stroke, centred, text_width, widest, wrap};

/// The size of the only chart, and the width of one of several.
const WIDTH: f64 = 520.0;
const HEIGHT: f64 = 320.0;
const NARROW: f64 = 230.0;
const SIZE: f64 = 12.0;
const TITLE: f64 = 15.6;
const MARGIN: f64 = 14.0;
/// A curve of more points is drawn without markers.
const MOST_MARKERS: usize = 60;
/// The lengths of dashes, by turns.
const DASHES: [Option<f64>; 4] = [None, Some(7.0), Some(2.5), Some(12.0)];
/// The least distance of two names.
const LINE: f64 = 1.2 * SIZE;
const GRID: Colour = Colour(0xDD, 0xDD, 0xDD);

/// The picture of curves.
///
/// # Errors
/// [`Error::Input`] if there is no point, a point has no place on an axis, or bars are missing.
pub(super) fn scene(curves: &Curves) -> Result<Scene> {
    check(curves)?;
    let chart = Chart::new(curves);
    let mut scene = Scene::default();
    let names = |panel: &Panel| -> Vec<String> { panel.curves.iter().map(|curve| curve.name.clone()).collect() };
    let room = |panel: &Panel| widest(&names(panel), SIZE) + 34.0;
    let body: f64 = curves.panels.iter().map(|panel| chart.width + room(panel)).sum();
    let numbers = chart.up.labels().iter().map(|(_, label)| text_width(label, SIZE)).fold(0.0, f64::max);
    let left = MARGIN + 1.6 * SIZE + numbers + 8.0;
    scene.width = left + body + MARGIN;
    let title = wrap(&curves.title, TITLE, scene.width - 2.0 * MARGIN);
    for (i, line) in title.iter().enumerate() {
        scene.text((MARGIN, MARGIN + TITLE * (1.3 * i as f64 + 0.8)), line, TITLE, Anchor::Start, BLACK);
    }
    let headed = curves.panels.iter().any(|panel| !panel.title.is_empty());
    let top = MARGIN + TITLE * (1.3 * title.len() as f64 + 0.4) + if headed { 1.5 * SIZE } else { 0.0 };
    let mut x = left;
    for (i, panel) in curves.panels.iter().enumerate() {
        scene.text((x + chart.width / 2.0, top - 0.6 * SIZE), &panel.title, SIZE, Anchor::Middle, BLACK);
        chart.grid(&mut scene, (x, top), i == 0);
        chart.panel(&mut scene, (x, top), panel);
        scene.text((x + chart.width / 2.0, top + HEIGHT + 3.0 * SIZE), &curves.across, SIZE, Anchor::Middle, BLACK);
        x += chart.width + room(panel);
    }
    scene.turned_text((MARGIN + SIZE, top + HEIGHT / 2.0), &curves.up, SIZE, Anchor::Middle, BLACK);
    scene.height = top + HEIGHT + 4.0 * SIZE + MARGIN;
    Ok(scene)
}

fn check(curves: &Curves) -> Result<()> {
    let place = |name: &str| format!("figure \"{}\", curve \"{name}\"", curves.title);
    let all = || curves.panels.iter().flat_map(|panel| &panel.curves);
    if all().all(|curve| curve.points.is_empty()) {
        return Err(Error::input(format!("figure \"{}\"", curves.title), "no points", "at least one"));
    }
    for Curve { name, points, bars } in all() {
        if !bars.is_empty() && bars.len() != points.len() {
            return Err(Error::input(place(name), format!("{} bars", bars.len()), format!("none or {}", points.len())));
        }
        if let Some((x, y)) = points.iter().find(|(x, y)| !(x.is_finite() && y.is_finite())) {
            return Err(Error::input(place(name), format!("point ({x}, {y})"), "finite numbers"));
        }
        if let Some((x, y)) = points.iter().find(|(_, y)| curves.logarithmic && *y <= 0.0) {
            return Err(Error::input(place(name), format!("point ({x}, {y})"), "y > 0 on an axis by powers of ten"));
        }
    }
    Ok(())
}

/// The axes that all panels share.
struct Chart {
    width: f64,
    across: Axis,
    up: Axis,
}

impl Chart {
    fn new(curves: &Curves) -> Self {
        let all = || curves.panels.iter().flat_map(|panel| &panel.curves);
        let points = || all().flat_map(|curve| &curve.points);
        let reached = all().flat_map(|curve| {
            let bars = curve.bars.iter().copied().chain(std::iter::repeat(0.0));
            curve.points.iter().zip(bars).flat_map(|((_, y), bar)| [y - bar, y + bar])
        });
        let width = if curves.panels.len() == 1 { WIDTH } else { NARROW };
        let across = match curves.places.len() {
            0 => Axis::over(points().map(|point| point.0), (width / 55.0) as usize),
            _ => Axis::named(&curves.places),
        };
        let up = if curves.logarithmic { Axis::powers(reached) } else { Axis::from_zero(reached, 7) };
        Chart { width, across, up }
    }

    fn at(&self, (x, y): Point, from: Point) -> Point {
        (from.0 + self.width * self.across.part(x), from.1 + HEIGHT * (1.0 - self.up.part(y)))
    }

    /// Lines and numbers of both axes; those of the vertical one only at the first panel.
    fn grid(&self, scene: &mut Scene, (x, y): Point, numbers: bool) {
        let mut lines = Vec::new();
        for (part, label) in self.up.labels() {
            let level = y + HEIGHT * (1.0 - part);
            lines.push(vec![(x, level), (x + self.width, level)]);
            if numbers {
                scene.text((x - 6.0, centred(level, SIZE)), &label, SIZE, Anchor::End, BLACK);
            }
        }
        for (part, label) in self.across.labels() {
            let upright = x + self.width * part;
            lines.push(vec![(upright, y), (upright, y + HEIGHT)]);
            scene.text((upright, y + HEIGHT + 1.4 * SIZE), &label, SIZE, Anchor::Middle, BLACK);
        }
        scene.shapes.push(Shape::Lines { lines, closed: false, stroke: Stroke::plain(GRID, 1.0) });
        scene.rectangle((x, y), (self.width, HEIGHT), None, Some(Stroke::plain(GREY, 1.0)));
    }

    fn panel(&self, scene: &mut Scene, from: Point, panel: &Panel) {
        for (i, curve) in panel.curves.iter().enumerate() {
            let points: Vec<Point> = curve.points.iter().map(|point| self.at(*point, from)).collect();
            if curve.bars.is_empty() {
                let stroke = Stroke { dash: DASHES[i % DASHES.len()], ..Stroke::plain(colour(i), 1.8) };
                scene.shapes.push(Shape::Lines { lines: vec![points.clone()], closed: false, stroke });
            }
            for ((x, y), bar) in curve.points.iter().zip(&curve.bars) {
                let [low, high] = [y - bar, y + bar].map(|y| self.at((*x, y), from));
                let cap = |(x, y): Point| vec![(x - 5.0, y), (x + 5.0, y)];
                let lines = vec![vec![low, high], cap(low), cap(high)];
                scene.shapes.push(Shape::Lines { lines, closed: false, stroke: Stroke::plain(colour(i), 1.8) });
            }
            if points.len() <= MOST_MARKERS {
                points.iter().for_each(|at| marker(scene, i, *at));
            }
        }
        self.names(scene, from, panel);
    }

    /// The names at the ends of the curves, moved apart where they would meet.
    fn names(&self, scene: &mut Scene, from: Point, panel: &Panel) {
        let ends = panel.curves.iter().enumerate().filter(|(_, curve)| !curve.name.is_empty());
        let mut ends: Vec<(usize, Point)> =
            ends.filter_map(|(i, curve)| Some((i, self.at(*curve.points.last()?, from)))).collect();
        ends.sort_by(|a, b| a.1.1.total_cmp(&b.1.1));
        let heights = apart(ends.iter().map(|end| end.1.1).collect(), (from.1, from.1 + HEIGHT));
        let x = from.0 + self.width + 8.0;
        for ((i, end), y) in ends.into_iter().zip(heights) {
            let lines = vec![vec![end, (x, y), (x + 12.0, y)]];
            scene.shapes.push(Shape::Lines { lines, closed: false, stroke: Stroke::plain(colour(i), 0.7) });
            marker(scene, i, (x + 12.0, y));
            scene.text((x + 20.0, centred(y, SIZE)), &panel.curves[i].name, SIZE, Anchor::Start, BLACK);
        }
    }
}

/// Ascending heights moved so that neighbours keep their distance, and inside these bounds if there is room.
fn apart(mut heights: Vec<f64>, (top, bottom): (f64, f64)) -> Vec<f64> {
    for i in 1..heights.len() {
        heights[i] = heights[i].max(heights[i - 1] + LINE);
    }
    let mut most = bottom.max(top + LINE * heights.len() as f64);
    for height in heights.iter_mut().rev() {
        *height = height.min(most);
        most = *height - LINE;
    }
    heights
}

fn colour(curve: usize) -> Colour {
    LINES[curve % LINES.len()]
}

/// Octagons, triangles, squares and diamonds by turns, so that curves differ without their colours.
fn marker(scene: &mut Scene, curve: usize, at: Point) {
    let corners: &[Point] = match curve % 4 {
        0 => &[(-4., -1.7), (-1.7, -4.), (1.7, -4.), (4., -1.7), (4., 1.7), (1.7, 4.), (-1.7, 4.), (-4., 1.7)],
        1 => &[(-4.5, 3.5), (4.5, 3.5), (0., -4.5)],
        2 => &[(-3.5, -3.5), (3.5, -3.5), (3.5, 3.5), (-3.5, 3.5)],
        _ => &[(-5., 0.), (0., -5.), (5., 0.), (0., 5.)],
    };
    let points = corners.iter().map(|(x, y)| (at.0 + x, at.1 + y)).collect();
    let stroke = Some(Stroke::plain(WHITE, 0.8));
    scene.shapes.push(Shape::Polygon { points, fill: Some(colour(curve)), stroke });
}
