//! The pieces: the seven tetrominoes, squares of any side, and any other set of cells.
use crate::error::{Error, Result};
use serde::{Deserialize, Serialize};
use std::fmt::{Display, Formatter};

/// The most cells of a piece.
pub const MOST_CELLS: usize = 64;

/// The most pieces of a set.
const MOST_PIECES: usize = 16;

/// The longest side of a piece.
const LONGEST_SIDE: usize = 8;

/// A piece in one of its turns: the cells of its box.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Shape {
    width: u8,
    /// From the bottom up; bit `c` is column `c` of the box. No row is empty.
    rows: Vec<u16>,
}

impl Shape {
    /// The columns of the box.
    pub fn width(&self) -> u8 {
        self.width
    }

    /// The rows of the box from the bottom up; bit `c` is its column `c`.
    pub fn rows(&self) -> &[u16] {
        &self.rows
    }

    /// The cells as (column, row) in the box.
    pub fn cells(&self) -> Vec<(i32, i32)> {
        let row = |(y, row): (usize, &u16)| {
            let row = *row;
            (0..i32::from(self.width)).filter(move |x| row >> x & 1 == 1).map(move |x| (x, y as i32))
        };
        self.rows.iter().enumerate().flat_map(row).collect()
    }

    /// The shape of some cells, moved into the corner of its box.
    fn of(cells: &[(i32, i32)]) -> Shape {
        let (left, low) = corner(cells);
        let width = cells.iter().map(|cell| cell.0 - left + 1).max().unwrap_or(0);
        let height = cells.iter().map(|cell| cell.1 - low + 1).max().unwrap_or(0);
        let mut rows = vec![0; height as usize];
        for (x, y) in cells {
            rows[(y - low) as usize] |= 1 << (x - left);
        }
        Shape { width: width as u8, rows }
    }

    /// A quarter turn clockwise.
    pub(super) fn turned(&self) -> Shape {
        let cells: Vec<_> = self.cells().into_iter().map(|(x, y)| (y, -x)).collect();
        Shape::of(&cells)
    }

    /// The shape in a mirror, left to right.
    pub fn mirror(&self) -> Shape {
        let cells: Vec<_> = self.cells().into_iter().map(|(x, y)| (-x, y)).collect();
        Shape::of(&cells)
    }
}

fn corner(cells: &[(i32, i32)]) -> (i32, i32) {
    let least = |all: &mut dyn Iterator<Item = i32>| all.min().unwrap_or(0);
    (least(&mut cells.iter().map(|cell| cell.0)), least(&mut cells.iter().map(|cell| cell.1)))
}

/// A piece: what it is called and its different turns.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Piece {
    /// Its place among the pieces, so that sets are in the order of the table below.
    order: usize,
    word: String,
    turns: Vec<Shape>,
}

/// The seven pieces: letter, name (brzustowski, figure 1.3), rows from the bottom up in turn 0.
///
/// The figure is lost. Upright, the left kink has its left column higher, which makes it S. Which elbow is the left
/// one is not known; results hold up to a mirror, which exchanges J and L, and S and Z.
const SEVEN: [(char, &str, &[&str]); 7] = [
    ('O', "square", &["11", "11"]),
    ('I', "bar", &["1111"]),
    ('T', "tee", &["111", "010"]),
    ('J', "elbow J", &["111", "100"]),
    ('L', "elbow L", &["111", "001"]),
    ('S', "left kink", &["110", "011"]),
    ('Z', "right kink", &["011", "110"]),
];

impl Piece {
    /// The piece with these cells in turn 0; turn `t` is `t` quarter turns clockwise, and only different ones count.
    fn new(order: usize, word: String, cells: &[(i32, i32)]) -> Piece {
        let mut turns = vec![Shape::of(cells)];
        while turns.len() < 4 {
            let next = turns[turns.len() - 1].turned();
            if next == turns[0] {
                break;
            }
            turns.push(next);
        }
        Piece { order, word, turns }
    }

    fn letter(letter: char) -> Option<Piece> {
        let order = SEVEN.iter().position(|(known, ..)| *known == letter)?;
        Some(Piece::new(order, letter.to_string(), &drawn(SEVEN[order].2)))
    }

    /// The square of a side from 1 to 8; side 2 is the piece O.
    fn square(side: usize) -> Piece {
        if side == 2 {
            return Piece::letter('O').expect("O is one of the seven");
        }
        let cells: Vec<_> = (0..side * side).map(|i| ((i % side) as i32, (i / side) as i32)).collect();
        Piece::new(SEVEN.len() + side, side.to_string(), &cells)
    }

    /// The different turns, from turn 0 on.
    pub fn turns(&self) -> &[Shape] {
        &self.turns
    }

    /// How the piece is written: a letter, the side of a square, or its rows in brackets.
    pub fn word(&self) -> &str {
        &self.word
    }

    /// What the thesis calls it.
    pub fn title(&self) -> String {
        match SEVEN.get(self.order) {
            Some((_, name, _)) => (*name).to_string(),
            None if self.order < SEVEN.len() + 1 + LONGEST_SIDE => format!("square of side {}", self.word),
            None => format!("piece {}", self.word),
        }
    }

    /// The piece in a mirror: elbows and kinks change places.
    pub fn mirror(&self) -> Piece {
        let word = match self.word.as_str() {
            "J" => "L",
            "L" => "J",
            "S" => "Z",
            "Z" => "S",
            _ => return if self.word.starts_with('[') { bracket(&self.turns[0].mirror()) } else { self.clone() },
        };
        Piece::letter(word.chars().next().expect("a letter")).expect("one of the seven")
    }
}

impl Display for Piece {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.word)
    }
}

/// The full cells of rows drawn from the bottom up.
fn drawn(rows: &[&str]) -> Vec<(i32, i32)> {
    let row = |(y, row): (usize, &&str)| {
        let cells: Vec<_> =
            row.chars().enumerate().filter(|(_, c)| *c == '1').map(|(x, _)| (x as i32, y as i32)).collect();
        cells
    };
    rows.iter().enumerate().flat_map(row).collect()
}

/// A piece given by its cells.
fn bracket(shape: &Shape) -> Piece {
    let row = |row: &u16| -> String { (0..shape.width).map(|x| if row >> x & 1 == 1 { '1' } else { '0' }).collect() };
    let rows: Vec<String> = shape.rows.iter().map(row).collect();
    Piece::new(SEVEN.len() + 1 + LONGEST_SIDE, format!("[{}]", rows.join("/")), &shape.cells())
}

/// The pieces that the machine may send, each once, in the order O I T J L S Z, then squares by their side, then others.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct PieceSet {
    pieces: Vec<Piece>,
}

impl PieceSet {
    /// Reads a set such as `OI`, `JLSZ`, `23` (squares of sides 2 and 3) or `T[101/111]` (rows from the bottom up).
    ///
    /// # Errors
    /// No piece, an unknown piece, a piece twice, or one too large or not connected.
    pub fn parse(text: &str) -> Result<Self> {
        let wrong = || {
            let right = "letters of O I T J L S Z, digits 1 to 8 for squares of that side, or rows such as [101/111]";
            Error::input("pieces", text, right)
        };
        let (mut pieces, mut rest) = (Vec::new(), text);
        while let Some(letter) = rest.chars().next() {
            let (piece, length) = match letter {
                '1'..='8' => (Piece::square(letter as usize - '0' as usize), 1),
                '[' => {
                    let end = rest.find(']').ok_or_else(wrong)?;
                    let rows = &rest[1..end];
                    (read_bracket(rows).ok_or_else(|| wrong_rows(rows))?, end + 1)
                }
                _ => (Piece::letter(letter).ok_or_else(wrong)?, letter.len_utf8()),
            };
            pieces.push(piece);
            rest = &rest[length..];
            if pieces.len() > MOST_PIECES {
                let what = format!("more than {MOST_PIECES} in {text}");
                return Err(Error::input("pieces", what, format!("at most {MOST_PIECES} pieces")));
            }
        }
        if pieces.is_empty() {
            return Err(wrong());
        }
        pieces.sort();
        for (at, piece) in pieces.iter().enumerate() {
            if pieces[..at].iter().any(|other| other.turns.contains(&piece.turns[0])) {
                return Err(Error::input("pieces", format!("{piece} twice in {text}"), "each piece once, in one turn"));
            }
        }
        Ok(PieceSet { pieces })
    }

    /// The pieces in order.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// The set in a mirror.
    pub fn mirror(&self) -> PieceSet {
        let mut pieces: Vec<_> = self.pieces.iter().map(Piece::mirror).collect();
        pieces.sort();
        PieceSet { pieces }
    }
}

impl TryFrom<String> for PieceSet {
    type Error = Error;

    fn try_from(text: String) -> Result<Self> {
        PieceSet::parse(&text)
    }
}

impl From<PieceSet> for String {
    fn from(set: PieceSet) -> String {
        set.to_string()
    }
}

impl Display for PieceSet {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        self.pieces.iter().try_for_each(|piece| f.write_str(piece.word()))
    }
}

fn wrong_rows(rows: &str) -> Error {
    let right = format!(
        "at most {LONGEST_SIDE} rows of at most {LONGEST_SIDE} digits 0 and 1, with / between, whose 1s are connected"
    );
    Error::input("pieces", format!("the rows [{rows}]"), right)
}

/// A connected piece from rows such as `101/111`.
fn read_bracket(text: &str) -> Option<Piece> {
    let rows: Vec<&str> = text.split('/').take(LONGEST_SIDE + 1).collect();
    let good = |row: &&str| (1..=LONGEST_SIDE).contains(&row.len()) && row.chars().all(|c| matches!(c, '0' | '1'));
    let cells = drawn(&rows);
    if rows.len() > LONGEST_SIDE || !rows.iter().all(good) || cells.is_empty() || cells.len() > MOST_CELLS {
        return None;
    }
    let (mut reached, mut at) = (vec![cells[0]], 0);
    while let Some(&(x, y)) = reached.get(at) {
        for next in [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)] {
            if cells.contains(&next) && !reached.contains(&next) {
                reached.push(next);
            }
        }
        at += 1;
    }
    let named =
        SEVEN.iter().filter_map(|(letter, ..)| Piece::letter(*letter)).chain((1..=LONGEST_SIDE).map(Piece::square));
    let shape = Shape::of(&cells);
    let known = |piece: &Piece| piece.turns.contains(&shape);
    (reached.len() == cells.len()).then(|| named.into_iter().find(known).unwrap_or_else(|| bracket(&shape)))
}
