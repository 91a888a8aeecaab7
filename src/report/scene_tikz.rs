//! A scene as a TikZ picture.

use std::collections::BTreeMap;

use crate::report::palette::Colour;
use crate::report::scene::{Anchor, Point, Run, Scene, Shape, Stroke, Text, number};
use crate::report::tex::escape;

/// Points of TeX in one unit of the scene, so that its 12-unit text becomes 9 pt.
const POINTS: f64 = 0.75;

/// The `tikzpicture` of a scene. It needs `\usepackage{tikz}` and nothing else.
pub(super) fn tikz(scene: &Scene) -> String {
    let mut names = BTreeMap::new();
    let body: String = scene.shapes.iter().map(|shape| command(shape, &mut names)).collect();
    let colours: String = names
        .iter()
        .map(|(colour, name): (&Colour, &String)| format!("\\definecolor{{{name}}}{{HTML}}{{{}}}\n", colour.hex()))
        .collect();
    format!(
        "% needs \\usepackage{{tikz}}\n\\begin{{tikzpicture}}[x={POINTS}pt,y=-{POINTS}pt,line join=round]\n\
         {colours}{body}\\end{{tikzpicture}}\n"
    )
}

type Names = BTreeMap<Colour, String>;

fn command(shape: &Shape, names: &mut Names) -> String {
    match shape {
        Shape::Polygon { points, fill, stroke } => {
            let mut options = vec![];
            if let Some(fill) = fill {
                options.push(format!("fill={}", name(*fill, names)));
            }
            if let Some(stroke) = stroke {
                options.push(stroke_options(stroke, names));
            }
            format!("\\path[{}] {};\n", options.join(","), line(points, true))
        }
        Shape::Lines { lines, closed, stroke } => {
            let lines: Vec<String> = lines.iter().map(|points| line(points, *closed)).collect();
            format!("\\path[{}] {};\n", stroke_options(stroke, names), lines.join(" "))
        }
        Shape::Runs { origin, cell, runs, fill } => {
            let runs: Vec<String> = runs.iter().map(|run| rectangle(*origin, *cell, run)).collect();
            format!("\\fill[{}] {};\n", name(*fill, names), runs.join(" "))
        }
        Shape::Text(text) => node(text, names),
    }
}

/// The name of a colour; its digits are in it, so that two pictures in one document agree.
fn name(colour: Colour, names: &mut Names) -> String {
    names.entry(colour).or_insert_with(|| format!("topple{}", colour.hex())).clone()
}

fn stroke_options(stroke: &Stroke, names: &mut Names) -> String {
    let width = number(stroke.width * POINTS);
    let mut options = format!("draw={},line width={width}pt", name(stroke.colour, names));
    if let Some(dash) = stroke.dash {
        let dash = number(dash * POINTS);
        options.push_str(&format!(",dash pattern=on {dash}pt off {dash}pt"));
    }
    options
}

fn line(points: &[Point], closed: bool) -> String {
    let mut corners: Vec<String> = points.iter().map(|(x, y)| format!("({},{})", number(*x), number(*y))).collect();
    if closed {
        corners.push("cycle".to_string());
    }
    corners.join(" -- ")
}

fn rectangle(origin: Point, cell: f64, run: &Run) -> String {
    let (x, y) = (origin.0 + cell * run.column as f64, origin.1 + cell * run.row as f64);
    let (right, bottom) = (x + cell * run.length as f64, y + cell);
    format!("({},{}) rectangle ({},{})", number(x), number(y), number(right), number(bottom))
}

fn node(text: &Text, names: &mut Names) -> String {
    let anchor = match text.anchor {
        Anchor::Start => "base west",
        Anchor::Middle => "base",
        Anchor::End => "base east",
    };
    let (size, skip) = (number(text.size * POINTS), number(text.size * POINTS * 1.2));
    let turned = if text.turned { ",rotate=90" } else { "" };
    format!(
        "\\node[anchor={anchor},inner sep=0pt,text={},font=\\fontsize{{{size}}}{{{skip}}}\\selectfont{turned}] \
         at ({},{}) {{{}}};\n",
        name(text.colour, names),
        number(text.at.0),
        number(text.at.1),
        escape(&text.text)
    )
}
