//! The rules by which a piece finds its place (brzustowski, section 1.2).
use super::referee::{self, Pose};
use super::{Piece, Well};
use crate::error::{Error, Result};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt::{Display, Formatter};
use std::sync::Arc;

/// How a piece may be brought to its place. Every place under one rule is a place under each later one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Movement {
    /// Turn and column are chosen above the well, then the piece falls straight down.
    Drop,
    /// The turn is chosen above the well, then any path of unit moves left, right and down, then the fall.
    Slide,
    /// As `Slide`, and the piece may make quarter turns wherever the area swept is free: the thesis's rule.
    Referee,
    /// Any free place where the piece is supported, reachable or not: no rule gives the player more.
    Anywhere,
}

impl Movement {
    /// All rules, from the strictest to the freest.
    pub const ALL: [Movement; 4] = [Movement::Drop, Movement::Slide, Movement::Referee, Movement::Anywhere];

    /// The word for it in files and on the command line.
    pub fn word(self) -> &'static str {
        match self {
            Movement::Drop => "drop",
            Movement::Slide => "slide",
            Movement::Referee => "referee",
            Movement::Anywhere => "anywhere",
        }
    }

    /// The rule that a word names.
    ///
    /// # Errors
    /// Any other word.
    pub fn from_word(word: &str) -> Result<Self> {
        let right = "drop, slide, referee or anywhere";
        Movement::ALL.into_iter().find(|rule| rule.word() == word).ok_or_else(|| Error::input("rule", word, right))
    }
}

/// Where a piece comes to rest: the turn, and the lower left corner of its box. All are counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Placement {
    /// The index into [`Piece::turns`].
    pub turn: u8,
    /// The leftmost column of the piece.
    pub column: u8,
    /// The lowest row of the piece.
    pub row: u16,
}

/// As the thesis labels its arrows: the turn, then the leftmost column counted from 1, then the lowest row from 1.
impl Display for Placement {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        write!(f, "turn {} column {} row {}", self.turn, self.column + 1, self.row + 1)
    }
}

/// A piece under a rule, ready to be placed in many wells.
pub struct Mover<'a> {
    piece: &'a Piece,
    rule: Movement,
    quarter_turns: Arc<[referee::QuarterTurn]>,
}

impl<'a> Mover<'a> {
    /// What the rule lets the piece do.
    pub fn new(piece: &'a Piece, rule: Movement) -> Self {
        let quarter_turns = if rule == Movement::Referee { referee::quarter_turns(piece) } else { Arc::default() };
        Mover { piece, rule, quarter_turns }
    }

    /// The piece.
    pub fn piece(&self) -> &'a Piece {
        self.piece
    }

    /// Every place where the piece can come to rest, in order of turn, column and row; none if it is too wide.
    pub fn placements(&self, well: &Well) -> Vec<Placement> {
        match self.rule {
            Movement::Drop => dropped(well, self.piece),
            Movement::Slide | Movement::Referee => {
                reached(well, self.piece, |place| referee::turned(well, &self.quarter_turns, place))
            }
            Movement::Anywhere => supported(well, self.piece),
        }
    }

    /// Every place where the piece can come to rest if it may also be moved up before it is dropped (brzustowski, end of
    /// section 5.3): unit moves in all four directions, and the quarter turns of the rule, none of which lifts the piece.
    pub fn lifted(&self, well: &Well) -> Vec<Placement> {
        let top = well.height() as i32;
        reached(well, self.piece, |place| {
            let (turn, column, row) = place;
            let up = (turn, column, row + 1);
            let mut further = referee::turned(well, &self.quarter_turns, place);
            further.extend((row < top && fits(well, self.piece, up)).then_some(up));
            further
        })
    }

    /// The well after the piece came to rest there, and the number of rows deleted.
    pub fn place(&self, well: &Well, at: Placement) -> (Well, usize) {
        well.place(&self.piece.turns()[usize::from(at.turn)], at.column, at.row)
    }
}

fn fits(well: &Well, piece: &Piece, (turn, column, row): Pose) -> bool {
    well.fits(&piece.turns()[usize::from(turn)], column, row)
}

/// Every place above all full cells.
fn above<'a>(well: &'a Well, piece: &'a Piece) -> impl Iterator<Item = Pose> + 'a {
    let row = well.height() as i32;
    let places = piece.turns().iter().enumerate();
    places.flat_map(move |(turn, shape)| {
        (0..=i32::from(well.width()) - i32::from(shape.width())).map(move |column| (turn as u8, column, row))
    })
}

fn rest((turn, column, row): Pose) -> Placement {
    Placement { turn, column: column as u8, row: row as u16 }
}

fn dropped(well: &Well, piece: &Piece) -> Vec<Placement> {
    let fall = |(turn, column, mut row): Pose| {
        while fits(well, piece, (turn, column, row - 1)) {
            row -= 1;
        }
        rest((turn, column, row))
    };
    above(well, piece).map(fall).collect()
}

/// The places at rest that are reached by unit moves and the further moves given.
fn reached(well: &Well, piece: &Piece, further: impl Fn(Pose) -> Vec<Pose>) -> Vec<Placement> {
    let mut open: Vec<Pose> = above(well, piece).collect();
    let mut seen = Seen::of(well, piece);
    open.iter().for_each(|place| _ = seen.insert(*place));
    let mut at_rest = BTreeSet::new();
    while let Some(place) = open.pop() {
        let (turn, column, row) = place;
        let below = (turn, column, row - 1);
        if !fits(well, piece, below) {
            at_rest.insert(rest(place));
        }
        let beside = [(turn, column - 1, row), (turn, column + 1, row), below];
        let beside = beside.into_iter().filter(|next| fits(well, piece, *next));
        open.extend(beside.chain(further(place)).filter(|next| seen.insert(*next)));
    }
    at_rest.into_iter().collect()
}

/// The places of a piece that were met, none of which begins above the rows of the well.
struct Seen {
    columns: usize,
    rows: usize,
    met: Vec<bool>,
}

impl Seen {
    fn of(well: &Well, piece: &Piece) -> Self {
        let (columns, rows) = (usize::from(well.width()), well.height() + 1);
        Seen { columns, rows, met: vec![false; piece.turns().len() * columns * rows] }
    }

    /// Whether the place was not met before.
    fn insert(&mut self, (turn, column, row): Pose) -> bool {
        let at = (usize::from(turn) * self.columns + column as usize) * self.rows + row as usize;
        !std::mem::replace(&mut self.met[at], true)
    }
}

fn supported(well: &Well, piece: &Piece) -> Vec<Placement> {
    let rows = |(turn, column, top): Pose| (0..=top).map(move |row| (turn, column, row));
    let held = |(turn, column, row): &Pose| {
        fits(well, piece, (*turn, *column, *row)) && !fits(well, piece, (*turn, *column, *row - 1))
    };
    above(well, piece).flat_map(rows).filter(held).map(rest).collect()
}
