//! A scene as SVG.

use std::fmt::Write as _;

use ::svg::Document;
use ::svg::node::Text as Characters;
use ::svg::node::element::{Element, Rectangle};
use ::svg::node::{Node, Value};

use crate::report::palette::{Colour, WHITE};
use crate::report::scene::{Anchor, Point, Run, Scene, Shape, Stroke, Text, number};

/// The fonts asked for, by family.
const FONTS: &str = "Helvetica, Arial, sans-serif";

/// The SVG text of a scene, on white, with a title and a description for those who do not see it.
pub(super) fn svg(scene: &Scene, title: &str, description: &str) -> String {
    let (width, height) = (number(scene.width.ceil()), number(scene.height.ceil()));
    let ground = Rectangle::new().set("width", "100%").set("height", "100%").set("fill", hash(WHITE));
    let document = Document::new()
        .set("width", width.as_str())
        .set("height", height.as_str())
        .set("viewBox", format!("0 0 {width} {height}"))
        .set("font-family", FONTS)
        .set("role", "img")
        .add(said("title", title))
        .add(said("desc", description))
        .add(ground);
    let document = scene.shapes.iter().fold(document, |document, shape| document.add(element(shape)));
    format!("{document}\n")
}

fn said(name: &str, words: &str) -> Element {
    let mut node = Element::new(name);
    node.append(Characters::new(words.replace(char::is_control, " ")));
    node
}

fn element(shape: &Shape) -> Element {
    match shape {
        Shape::Polygon { points, fill, stroke } => {
            let mut node = with("path", "d", path(std::slice::from_ref(points), true));
            node.assign("fill", fill.map_or("none".to_string(), hash));
            if let Some(stroke) = stroke {
                assign_stroke(&mut node, stroke);
            }
            node
        }
        Shape::Lines { lines, closed, stroke } => {
            let mut node = with("path", "d", path(lines, *closed));
            node.assign("fill", "none");
            assign_stroke(&mut node, stroke);
            node
        }
        Shape::Runs { origin, cell, runs, fill } => runs_element(*origin, *cell, runs, *fill),
        Shape::Text(text) => text_element(text),
    }
}

fn with(name: &str, attribute: &str, value: impl Into<Value>) -> Element {
    let mut node = Element::new(name);
    node.assign(attribute, value);
    node
}

fn assign_stroke(node: &mut Element, stroke: &Stroke) {
    node.assign("stroke", hash(stroke.colour));
    node.assign("stroke-width", number(stroke.width));
    node.assign("stroke-linejoin", "round");
    if let Some(dash) = stroke.dash {
        node.assign("stroke-dasharray", number(dash));
    }
}

fn path(lines: &[Vec<Point>], closed: bool) -> String {
    let mut data = String::new();
    for line in lines {
        for (i, (x, y)) in line.iter().enumerate() {
            let command = if i == 0 { 'M' } else { 'L' };
            data.push_str(&format!("{command}{} {}", number(*x), number(*y)));
        }
        if closed {
            data.push('Z');
        }
    }
    data
}

/// All cells of one colour as one path in units of cells: a horizontal stroke as wide as a cell for each run. Relative
/// steps keep it short; a table of a million cells has up to a million runs.
fn runs_element(origin: Point, cell: f64, runs: &[Run], fill: Colour) -> Element {
    let mut data = String::new();
    let (mut column, mut row) = (0_i64, 0_i64);
    for (i, run) in runs.iter().enumerate() {
        let (to_column, to_row) = (run.column as i64, run.row as i64);
        let step = match i {
            0 => write!(data, "M{to_column} {to_row}.5"),
            _ => relative(&mut data, to_column - column, to_row - row),
        };
        step.and_then(|()| write!(data, "h{}", run.length)).expect("a string takes every character");
        (column, row) = (to_column + run.length as i64, to_row);
    }
    let mut node = with("path", "d", data);
    node.assign("stroke", hash(fill));
    node.assign("shape-rendering", "crispEdges");
    node.assign("transform", format!("translate({} {}) scale({})", number(origin.0), number(origin.1), number(cell)));
    node
}

fn relative(data: &mut String, dx: i64, dy: i64) -> std::fmt::Result {
    // A minus sign separates two numbers as well as a space does.
    if dy < 0 { write!(data, "m{dx}{dy}") } else { write!(data, "m{dx} {dy}") }
}

fn text_element(text: &Text) -> Element {
    let (x, y) = (number(text.at.0), number(text.at.1));
    let mut node = with("text", "font-size", number(text.size));
    if text.turned {
        node.assign("transform", format!("translate({x} {y}) rotate(-90)"));
    } else {
        node.assign("x", x);
        node.assign("y", y);
    }
    match text.anchor {
        Anchor::Start => {}
        Anchor::Middle => node.assign("text-anchor", "middle"),
        Anchor::End => node.assign("text-anchor", "end"),
    }
    node.assign("fill", hash(text.colour));
    // XML has no way to write most control characters.
    node.append(Characters::new(text.text.replace(char::is_control, " ")));
    node
}

fn hash(colour: Colour) -> String {
    format!("#{}", colour.hex())
}
