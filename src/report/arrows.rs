//! Arrows between boxes: bent so that they keep clear of the boxes, with labels beside them.
//!
//! Everything is tried in a fixed order and the least bad is taken. Only sums, products, quotients and square roots are
//! used, which every machine rounds alike.

use crate::report::palette::BLACK;
use crate::report::scene::{Point, Scene, Shape, Stroke};

/// Points of a curve.
const STEPS: usize = 28;
/// How far the middle of an arrow stands off the straight line, as a part of its length.
const BENDS: [f64; 15] = [0.0, 0.1, -0.1, 0.18, -0.18, 0.28, -0.28, 0.4, -0.4, 0.55, -0.55, 0.75, -0.75, 1.0, -1.0];
/// What it costs that a label stands on its arrow.
const ON: f64 = 26.0;
const HEAD: f64 = 8.0;
/// The space between an arrow's end and its box.
const CLEAR: f64 = 3.0;

/// A box by its middle and its size.
#[derive(Debug, Clone, Copy)]
pub(super) struct Area {
    pub middle: Point,
    pub size: Point,
}

impl Area {
    /// Whether a point lies in the box, or at most so far from it.
    pub fn holds(&self, (x, y): Point, more: f64) -> bool {
        (x - self.middle.0).abs() <= self.size.0 / 2.0 + more && (y - self.middle.1).abs() <= self.size.1 / 2.0 + more
    }

    fn meets(&self, other: &Area, more: f64) -> bool {
        (self.middle.0 - other.middle.0).abs() <= (self.size.0 + other.size.0) / 2.0 + more
            && (self.middle.1 - other.middle.1).abs() <= (self.size.1 + other.size.1) / 2.0 + more
    }
}

/// An arrow as a line of points, from the edge of one box to the edge of another.
pub(super) type Route = Vec<Point>;

/// Routes for arrows between boxes, in the order given; short ones are laid first.
pub(super) fn routes(boxes: &[Area], arrows: &[(usize, usize)]) -> Vec<Route> {
    let mut order: Vec<usize> = (0..arrows.len()).collect();
    let long = |at: &usize| length(boxes[arrows[*at].0].middle, boxes[arrows[*at].1].middle);
    order.sort_by(|a, b| long(a).total_cmp(&long(b)));
    let mut routes: Vec<Route> = vec![Vec::new(); arrows.len()];
    for at in order {
        let (from, to) = arrows[at];
        // Of two arrows to and fro each keeps to its side: both bend to their own left.
        let paired = arrows.contains(&(to, from));
        let tried = candidates(boxes, (from, to), |bend| !paired || bend > 0.0);
        let best = tried.into_iter().min_by(|a, b| {
            let cost = |(route, bend): &(Route, f64)| bend + crossing(route, (from, to), boxes, &routes);
            cost(a).total_cmp(&cost(b))
        });
        routes[at] = best.map(|(route, _)| route).unwrap_or_default();
    }
    routes
}

fn length(a: Point, b: Point) -> f64 {
    ((a.0 - b.0) * (a.0 - b.0) + (a.1 - b.1) * (a.1 - b.1)).sqrt()
}

/// The routes that are tried, each with what its shape costs.
fn candidates(boxes: &[Area], (from, to): (usize, usize), allowed: impl Fn(f64) -> bool) -> Vec<(Route, f64)> {
    let (a, b) = (boxes[from], boxes[to]);
    if from == to {
        return loops(&a);
    }
    let straight = length(a.middle, b.middle);
    let bent = |bend: f64| {
        let across = ((a.middle.1 - b.middle.1) * bend, (b.middle.0 - a.middle.0) * bend);
        // A parabola: its control point lies twice as far off as its middle.
        let control =
            ((a.middle.0 + b.middle.0) / 2.0 + 2.0 * across.0, (a.middle.1 + b.middle.1) / 2.0 + 2.0 * across.1);
        let route: Route =
            (0..=4 * STEPS).map(|i| parabola(a.middle, control, b.middle, i as f64 / (4 * STEPS) as f64)).collect();
        let free = route.into_iter().filter(|point| !a.holds(*point, CLEAR) && !b.holds(*point, CLEAR));
        (free.collect::<Route>(), 0.35 * bend.abs() * straight)
    };
    BENDS.into_iter().filter(|bend| allowed(*bend)).map(bent).filter(|(route, _)| route.len() > 2).collect()
}

fn parabola(a: Point, control: Point, b: Point, t: f64) -> Point {
    let (one, two, three) = ((1.0 - t) * (1.0 - t), 2.0 * t * (1.0 - t), t * t);
    (one * a.0 + two * control.0 + three * b.0, one * a.1 + two * control.1 + three * b.1)
}

/// Loops at the four corners of a box.
fn loops(area: &Area) -> Vec<(Route, f64)> {
    let corner = |(right, down): (f64, f64)| {
        let (w, h) = (area.size.0 / 2.0, area.size.1 / 2.0);
        let at = |x: f64, y: f64| (area.middle.0 + right * x, area.middle.1 + down * y);
        let (from, to) = (at(w - 14.0_f64.min(w), h + CLEAR), at(w + CLEAR, h - 14.0_f64.min(h)));
        let (one, two) = (at(w - 10.0, h + 42.0), at(w + 42.0, h - 10.0));
        let cubic = |i: usize| {
            let t = i as f64 / STEPS as f64;
            let (a, b) = (parabola(from, one, two, t), parabola(one, two, to, t));
            ((1.0 - t) * a.0 + t * b.0, (1.0 - t) * a.1 + t * b.1)
        };
        (0..=STEPS).map(cubic).collect::<Route>()
    };
    [(1.0, -1.0), (-1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].into_iter().map(|side| (corner(side), 0.0)).collect()
}

/// What a route costs for the boxes that it runs through and the arrows that it crosses or follows.
fn crossing(route: &Route, ends: (usize, usize), boxes: &[Area], others: &[Route]) -> f64 {
    let through = boxes.iter().enumerate().filter(|(at, _)| *at != ends.0 && *at != ends.1);
    let through: usize = through.map(|(_, area)| route.iter().filter(|point| area.holds(**point, 5.0)).count()).sum();
    let near = |point: &Point| {
        others
            .iter()
            .flatten()
            .filter(|other| (point.0 - other.0).abs() < 4.0 && (point.1 - other.1).abs() < 4.0)
            .count()
    };
    60.0 * through as f64 + 1.2 * route.iter().map(near).sum::<usize>() as f64
}

/// Where the labels of arrows stand: beside their arrow, or on it if there is no room, clear of boxes, of other labels and
/// of other arrows.
pub(super) fn labels(boxes: &[Area], routes: &[Route], sizes: &[Point]) -> Vec<Area> {
    let mut placed: Vec<Area> = Vec::new();
    for (own, (route, size)) in routes.iter().zip(sizes).enumerate() {
        let mut best = (f64::INFINITY, Area { middle: (0.0, 0.0), size: *size });
        for (middle, cost, on) in spots(route, *size) {
            let area = Area { middle, size: *size };
            let others = routes.iter().enumerate().filter(|(at, _)| !on || *at != own).map(|(_, route)| route);
            let cost = cost + clash(&area, boxes, &placed, others) + beside(&area, own, routes);
            if cost < best.0 {
                best = (cost, area);
            }
        }
        placed.push(best.1);
    }
    placed
}

/// The middles that are tried for a label, each with what it costs and whether the label stands on the arrow: near the
/// middle of the arrow, and close to it.
fn spots(route: &Route, size: Point) -> Vec<(Point, f64, bool)> {
    let mut spots = Vec::new();
    for part in [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.18, 0.82] {
        let at = ((route.len().saturating_sub(1)) as f64 * part) as usize;
        let Some(&(x, y)) = route.get(at) else { continue };
        let (before, behind) = (route[at.saturating_sub(2)], route[(at + 2).min(route.len() - 1)]);
        let long = length(before, behind).max(1e-9);
        let (dx, dy) = ((behind.0 - before.0) / long, (behind.1 - before.1) / long);
        // Half the label across the arrow.
        let half = (size.0 * dy.abs() + size.1 * dx.abs()) / 2.0;
        for (side, far) in [
            (-1.0, 4.0),
            (1.0, 4.0),
            (-1.0, 8.0),
            (1.0, 8.0),
            (-1.0, 14.0),
            (1.0, 14.0),
            (-1.0, 24.0),
            (1.0, 24.0),
            (-1.0, 38.0),
            (1.0, 38.0),
        ] {
            let off = side * (half + far);
            let cost = 30.0 * (part - 0.5_f64).abs() + 1.5 * far;
            spots.push(((x - dy * off, y + dx * off), cost, false));
        }
        if (part - 0.5_f64).abs() < 0.2 {
            spots.push(((x, y), 60.0 * (part - 0.5_f64).abs() + ON, true));
        }
    }
    spots
}

fn clash<'a>(area: &Area, boxes: &[Area], placed: &[Area], routes: impl Iterator<Item = &'a Route>) -> f64 {
    let hit = boxes.iter().filter(|other| area.meets(other, 2.0)).count();
    let met = placed.iter().filter(|other| area.meets(other, 3.0)).count();
    let struck = routes.flatten().filter(|point| area.holds(**point, 2.0)).count();
    1000.0 * hit as f64 + 3000.0 * met as f64 + 12.0 * struck as f64
}

/// What it costs that a label stands beside another arrow than its own.
fn beside(area: &Area, own: usize, routes: &[Route]) -> f64 {
    let others = routes.iter().enumerate().filter(|(at, _)| *at != own).flat_map(|(_, route)| route);
    2.0 * others.filter(|point| area.holds(**point, 9.0)).take(10).count() as f64
}

/// Draws an arrow with its head.
pub(super) fn draw(scene: &mut Scene, route: &Route) {
    let Some((&tip, rest)) = route.split_last() else { return };
    let start = rest.iter().rposition(|point| length(*point, tip) >= HEAD).unwrap_or(0);
    let neck = route[start];
    let long = length(neck, tip).max(1e-9);
    let (dx, dy) = ((tip.0 - neck.0) / long, (tip.1 - neck.1) / long);
    let back = (tip.0 - HEAD * dx, tip.1 - HEAD * dy);
    let mut line = route[..=start].to_vec();
    line.push(back);
    scene.shapes.push(Shape::Lines { lines: vec![line], closed: false, stroke: Stroke::plain(BLACK, 1.1) });
    let wing = |side: f64| (back.0 - side * 0.4 * HEAD * dy, back.1 + side * 0.4 * HEAD * dx);
    scene.shapes.push(Shape::Polygon { points: vec![tip, wing(1.0), wing(-1.0)], fill: Some(BLACK), stroke: None });
}
