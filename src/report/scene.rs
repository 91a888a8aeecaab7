//! A picture laid out: polygons, lines, runs of cells and texts at fixed places. The unit is a pixel, y grows downwards.

use crate::report::palette::Colour;

/// A point (x, y).
pub(super) type Point = (f64, f64);

/// A picture laid out; later shapes cover earlier ones.
#[derive(Debug, Clone, Default)]
pub(super) struct Scene {
    pub width: f64,
    pub height: f64,
    pub shapes: Vec<Shape>,
}

/// How a line is drawn.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stroke {
    pub colour: Colour,
    pub width: f64,
    /// Length of the dashes, equal to that of the gaps.
    pub dash: Option<f64>,
}

/// A horizontal row of cells of one colour, counted in cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Run {
    pub row: usize,
    pub column: usize,
    pub length: usize,
}

/// The side of a text that its point fixes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// A line of text. `at` is on the baseline.
#[derive(Debug, Clone)]
pub(super) struct Text {
    pub at: Point,
    pub text: String,
    pub size: f64,
    pub anchor: Anchor,
    pub colour: Colour,
    /// Read from bottom to top.
    pub turned: bool,
}

/// A part of a picture.
#[derive(Debug, Clone)]
pub(super) enum Shape {
    Polygon { points: Vec<Point>, fill: Option<Colour>, stroke: Option<Stroke> },
    Lines { lines: Vec<Vec<Point>>, closed: bool, stroke: Stroke },
    Runs { origin: Point, cell: f64, runs: Vec<Run>, fill: Colour },
    Text(Text),
}

impl Stroke {
    pub(super) fn plain(colour: Colour, width: f64) -> Self {
        Stroke { colour, width, dash: None }
    }
}

impl Scene {
    pub(super) fn rectangle(&mut self, at: Point, size: Point, fill: Option<Colour>, stroke: Option<Stroke>) {
        let (x, y) = at;
        let (w, h) = size;
        self.shapes.push(Shape::Polygon { points: vec![(x, y), (x + w, y), (x + w, y + h), (x, y + h)], fill, stroke });
    }

    pub(super) fn text(&mut self, at: Point, text: &str, size: f64, anchor: Anchor, colour: Colour) {
        self.write(Text { at, text: text.to_string(), size, anchor, colour, turned: false });
    }

    /// A text read from bottom to top.
    pub(super) fn turned_text(&mut self, at: Point, text: &str, size: f64, anchor: Anchor, colour: Colour) {
        self.write(Text { at, text: text.to_string(), size, anchor, colour, turned: true });
    }

    fn write(&mut self, text: Text) {
        if !text.text.is_empty() {
            self.shapes.push(Shape::Text(text));
        }
    }
}

/// The baseline of a text of this size whose digits are centred on `y`.
pub(super) fn centred(y: f64, size: f64) -> f64 {
    y + 0.36 * size
}

/// The width of a text, rather too wide: the fonts that stand in for Helvetica differ.
pub(super) fn text_width(text: &str, size: f64) -> f64 {
    text.chars().map(character_width).sum::<f64>() * size
}

fn character_width(character: char) -> f64 {
    match character {
        'i' | 'j' | 'l' | 'I' | ' ' | '.' | ',' | ':' | ';' | '|' | '\'' | '!' => 0.33,
        'f' | 't' | 'r' | '(' | ')' | '[' | ']' | '-' | '/' | '"' => 0.43,
        'm' | 'w' | 'M' | 'W' | '%' | '@' => 0.96,
        'A'..='Z' | '+' | '=' | '<' | '>' => 0.74,
        c if c.is_ascii() => 0.6,
        'À'..='ɏ' | 'Ͱ'..='Ͽ' => 0.68,
        _ => 0.95,
    }
}

/// `text` broken at spaces into lines of at most `width`; a longer word stays whole.
pub(super) fn wrap(text: &str, size: f64, width: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if text_width(&format!("{line} {word}"), size) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_string()),
        }
    }
    lines
}

/// The width of the widest of some lines.
pub(super) fn widest<S: AsRef<str>>(lines: &[S], size: f64) -> f64 {
    lines.iter().map(|line| text_width(line.as_ref(), size)).fold(0.0, f64::max)
}

/// A length with at most two decimals, the same on every machine.
pub(super) fn number(x: f64) -> String {
    let text = format!("{x:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_string() } else { text.to_string() }
}
