//! A strategy as a picture: states as small wells, plays as arrows with the piece and its column beside them.

use crate::error::{Error, Result};
use crate::report::arrows::{self, Area};
use crate::report::figure::{Arrow, States};
use crate::report::palette::{BLACK, DARK, WHITE};
use crate::report::scene::{Anchor, Point, Scene, Shape, Stroke, text_width, widest, wrap};
use crate::report::states_layout;
use crate::report::wells;

const MOST_STATES: usize = 80;
const MOST_ARROWS: usize = 600;
/// The side of a cell in a state, in the piece of a label, and in a lookahead piece.
const CELL: f64 = 9.0;
const PIECE: f64 = 7.0;
const AHEAD: f64 = 3.5;
const SIZE: f64 = 10.0;
const LINE: f64 = 1.25 * SIZE;
const MARGIN: f64 = 16.0;
/// The legend is broken into lines no narrower than this.
const LEGEND_WIDTH: f64 = 430.0;
/// The least space between states, across and down.
const SPACE: Point = (44.0, 34.0);
/// Plays of one arrow stand side by side up to this number, then in a new line.
const PLAYS: usize = 4;

/// The picture of a strategy.
///
/// # Errors
/// [`Error::Input`] if there is no state or too many of anything, an arrow names no state, or a well cannot be drawn.
pub(super) fn scene(states: &States) -> Result<Scene> {
    check(states)?;
    let mut pairs: Vec<(usize, usize)> = states.arrows.iter().map(|arrow| (arrow.from, arrow.to)).collect();
    pairs.sort_unstable();
    pairs.dedup();
    let labels: Vec<Label> = pairs.iter().map(|pair| Label::new(states, *pair)).collect();
    let sizes: Vec<Point> = states.states.iter().map(size).collect();
    let most = |part: fn(&Label) -> f64| labels.iter().map(part).fold(0.0, f64::max);
    let space = (SPACE.0 + most(|label| label.size.0), SPACE.1 + most(|label| label.size.1));
    let places = states_layout::places(&sizes, &pairs, space);
    let boxes: Vec<Area> = places.into_iter().zip(sizes).map(|(middle, size)| Area { middle, size }).collect();
    let routes = arrows::routes(&boxes, &pairs);
    let label_sizes: Vec<Point> = labels.iter().map(|label| label.size).collect();
    let spots = arrows::labels(&boxes, &routes, &label_sizes);
    let mut body = Scene::default();
    routes.iter().for_each(|route| arrows::draw(&mut body, route));
    for (state, area) in states.states.iter().zip(&boxes) {
        draw_state(&mut body, state, area);
    }
    for ((label, spot), route) in labels.iter().zip(&spots).zip(&routes) {
        if route.iter().any(|point| spot.holds(*point, 0.0)) {
            let corner = corners(spot)[0];
            body.rectangle(corner, spot.size, Some(WHITE), None);
        } else {
            lead(&mut body, route, spot);
        }
        label.draw(&mut body, spot);
    }
    let corners: Vec<Point> =
        boxes.iter().chain(&spots).flat_map(corners).chain(routes.into_iter().flatten()).collect();
    let mut scene = framed(&states.title, body, &corners);
    legend(&mut scene, states);
    Ok(scene)
}

fn check(states: &States) -> Result<()> {
    let bad = |what: String, right: String| Err(Error::input(format!("figure \"{}\"", states.title), what, right));
    if states.states.is_empty() || states.states.len() > MOST_STATES {
        return bad(format!("{} states", states.states.len()), format!("1 to {MOST_STATES}"));
    }
    if states.arrows.len() > MOST_ARROWS {
        return bad(format!("{} arrows", states.arrows.len()), format!("at most {MOST_ARROWS}"));
    }
    let lost = |arrow: &&Arrow| arrow.from.max(arrow.to) >= states.states.len();
    if let Some(arrow) = states.arrows.iter().find(lost) {
        return bad(format!("an arrow from {} to {}", arrow.from, arrow.to), "states that are there".into());
    }
    states.states.iter().try_for_each(wells::check)
}

/// The size of a state with its caption.
fn size(state: &crate::report::figure::WellDrawing) -> Point {
    let (wide, high) = wells::extent(state, CELL);
    let caption = wells::caption(&state.caption, SIZE, wide.max(60.0));
    (wide.max(widest(&caption, SIZE)) + 4.0, high + LINE * caption.len() as f64 + 4.0)
}

fn draw_state(scene: &mut Scene, state: &crate::report::figure::WellDrawing, area: &Area) {
    let (wide, high) = wells::extent(state, CELL);
    let top = area.middle.1 - area.size.1 / 2.0 + 2.0;
    wells::draw(scene, state, (area.middle.0 - wide / 2.0, top), CELL);
    for (i, line) in wells::caption(&state.caption, SIZE, wide.max(60.0)).iter().enumerate() {
        let baseline = top + high + LINE * i as f64 + SIZE;
        scene.text((area.middle.0, baseline), line, SIZE, Anchor::Middle, BLACK);
    }
}

/// All plays between two states, as lines of plays.
struct Label<'a> {
    lines: Vec<Vec<&'a Arrow>>,
    size: Point,
}

impl<'a> Label<'a> {
    fn new(states: &'a States, pair: (usize, usize)) -> Self {
        let plays: Vec<&Arrow> = states.arrows.iter().filter(|arrow| (arrow.from, arrow.to) == pair).collect();
        let lines: Vec<Vec<&Arrow>> = plays.chunks(PLAYS).map(<[_]>::to_vec).collect();
        let width = lines.iter().map(|line| line.iter().map(|play| play_size(play).0).sum()).fold(0.0, f64::max);
        let height = lines.iter().map(|line| line_height(line)).sum();
        Label { lines, size: (width, height) }
    }

    fn draw(&self, scene: &mut Scene, spot: &Area) {
        let mut top = spot.middle.1 - spot.size.1 / 2.0;
        for line in &self.lines {
            let wide: f64 = line.iter().map(|play| play_size(play).0).sum();
            let mut x = spot.middle.0 - wide / 2.0;
            let bottom = top + line_height(line);
            for play in line {
                draw_play(scene, play, (x, bottom));
                x += play_size(play).0;
            }
            top = bottom;
        }
    }
}

fn line_height(line: &[&Arrow]) -> f64 {
    line.iter().map(|play| play_size(play).1).fold(0.0, f64::max)
}

/// The room of a play: its piece over its note, lookahead pieces on the right, and some space.
fn play_size(play: &Arrow) -> Point {
    let piece = (PIECE * f64::from(play.piece.width()), PIECE * play.piece.rows().len() as f64);
    let ahead = ahead_size(play);
    let wide = piece.0.max(text_width(&play.note, SIZE)) + if ahead.0 > 0.0 { ahead.0 + 4.0 } else { 0.0 };
    (wide + 8.0, piece.1.max(ahead.1) + LINE + 2.0)
}

/// The room of the lookahead pieces, one over the other.
fn ahead_size(play: &Arrow) -> Point {
    let wide = play.lookahead.iter().map(|piece| AHEAD * f64::from(piece.width())).fold(0.0, f64::max);
    (wide, play.lookahead.iter().map(|piece| AHEAD * (piece.rows().len() as f64 + 0.8)).sum())
}

/// Draws a play with the lower left corner of its room here.
fn draw_play(scene: &mut Scene, play: &Arrow, (x, bottom): Point) {
    let piece_wide = PIECE * f64::from(play.piece.width());
    let wide = piece_wide.max(text_width(&play.note, SIZE));
    let floor = bottom - LINE;
    wells::draw_piece(scene, &play.piece, (x + 4.0 + (wide - piece_wide) / 2.0, floor), PIECE);
    scene.text((x + 4.0 + wide / 2.0, bottom - 0.25 * SIZE), &play.note, SIZE, Anchor::Middle, BLACK);
    let mut low = floor;
    for piece in play.lookahead.iter().rev() {
        wells::draw_piece(scene, piece, (x + 8.0 + wide, low), AHEAD);
        low -= AHEAD * (piece.rows().len() as f64 + 0.8);
    }
}

/// A thin line from a label to the nearest point of its arrow, so that one sees whose it is.
fn lead(scene: &mut Scene, route: &[Point], spot: &Area) {
    let inside = |(x, y): Point| {
        let (w, h) = (spot.size.0 / 2.0, spot.size.1 / 2.0);
        let near = |at: f64, middle: f64, half: f64| at.clamp(middle - half, middle + half);
        (near(x, spot.middle.0, w), near(y, spot.middle.1, h))
    };
    let far = |at: &Point| (at.0 - inside(*at).0).powi(2) + (at.1 - inside(*at).1).powi(2);
    let Some(&at) = route.iter().min_by(|a, b| far(a).total_cmp(&far(b))) else { return };
    // The label has some white at its edge, so the line goes on into it.
    let (near, middle) = (inside(at), spot.middle);
    let end = (near.0 + 0.12 * (middle.0 - near.0), near.1 + 0.12 * (middle.1 - near.1));
    scene.shapes.push(Shape::Lines { lines: vec![vec![at, end]], closed: false, stroke: Stroke::plain(DARK, 0.6) });
    let dot = [(-2., 0.), (0., -2.), (2., 0.), (0., 2.)].map(|(x, y)| (at.0 + x, at.1 + y)).to_vec();
    scene.shapes.push(Shape::Polygon { points: dot, fill: Some(DARK), stroke: None });
}

/// Says under the picture how its arrows are read.
fn legend(scene: &mut Scene, states: &States) {
    let ahead = states.arrows.iter().any(|arrow| !arrow.lookahead.is_empty());
    let mut text =
        "An arrow is a play: its piece as it is turned, and the number of the leftmost column that it fills, \
                    counted from 1."
            .to_string();
    if ahead {
        text += " Small pieces beside it: only if one of them is announced next; none: whatever is announced.";
    }
    for line in wrap(&text, SIZE, (scene.width - 2.0 * MARGIN).max(LEGEND_WIDTH)) {
        scene.text((MARGIN, scene.height + 0.25 * SIZE), &line, SIZE, Anchor::Start, BLACK);
        scene.height += LINE;
        scene.width = scene.width.max(text_width(&line, SIZE) + 2.0 * MARGIN);
    }
    scene.height += 0.5 * MARGIN;
}

fn corners(area: &Area) -> [Point; 2] {
    let (w, h) = (area.size.0 / 2.0, area.size.1 / 2.0);
    [(area.middle.0 - w, area.middle.1 - h), (area.middle.0 + w, area.middle.1 + h)]
}

/// The body moved under its title, so that these points lie inside the margins.
fn framed(title: &str, body: Scene, corners: &[Point]) -> Scene {
    let low = |part: fn(&Point) -> f64| corners.iter().map(part).fold(f64::INFINITY, f64::min);
    let high = |part: fn(&Point) -> f64| corners.iter().map(part).fold(f64::NEG_INFINITY, f64::max);
    let width = (high(|p| p.0) - low(|p| p.0) + 2.0 * MARGIN).max(LEGEND_WIDTH);
    let mut scene = Scene { width, height: MARGIN, ..Scene::default() };
    wells::headline(&mut scene, title);
    let by = (MARGIN - low(|p| p.0), scene.height - low(|p| p.1));
    let moved = |points: &mut Vec<Point>| points.iter_mut().for_each(|p| *p = (p.0 + by.0, p.1 + by.1));
    for mut shape in body.shapes {
        match &mut shape {
            Shape::Polygon { points, .. } => moved(points),
            Shape::Lines { lines, .. } => lines.iter_mut().for_each(moved),
            Shape::Runs { origin, .. } => *origin = (origin.0 + by.0, origin.1 + by.1),
            Shape::Text(text) => text.at = (text.at.0 + by.0, text.at.1 + by.1),
        }
        scene.shapes.push(shape);
    }
    scene.height = high(|p| p.1) + by.1 + MARGIN;
    scene
}
