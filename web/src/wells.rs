//! Wells: a person places pieces against a machine.
use crate::answer::{Answer, json, numbers, wrong};
use serde::Serialize;
use std::collections::VecDeque;
use topple::error::{Error, Result};
use topple::game::wells::{Movement, Mover, Piece, PieceSet, Placement, Well};
use topple::solve::wells::play::machines::{Detector, Kinks, Machine, Random, Squares};
use topple::solve::wells::play::players::{Player, Reader, Situation, choices};
use topple::solve::wells::plays::{Freedom, Hand};

/// The deepest well that is played.
const MOST_DEPTH: usize = 100;

/// What was begun before, or that nothing was.
pub fn of<T>(begun: &mut Option<T>) -> Result<&mut T> {
    begun.as_mut().ok_or_else(|| wrong("request", "no game", "a game first"))
}

/// The cells of a shape or a well as rows from the bottom up, `1` for a full cell.
pub(crate) fn rows(rows: &[u16], width: u8) -> Vec<String> {
    let cell = |row: u16, column| if row >> column & 1 == 1 { '1' } else { '0' };
    rows.iter().map(|row| (0..width).map(|column| cell(*row, column)).collect()).collect()
}

/// A piece in all its turns.
#[derive(Serialize)]
pub(crate) struct Shown {
    title: String,
    turns: Vec<Vec<String>>,
}

impl Shown {
    pub(crate) fn of(piece: &Piece) -> Self {
        let turns = piece.turns().iter().map(|turn| rows(turn.rows(), turn.width())).collect();
        Shown { title: piece.title().to_string(), turns }
    }
}

/// A place where a piece can come to rest: turn, column and row from 0.
pub(crate) type Place = (u8, u8, u16);

pub(crate) fn place(at: &Placement) -> Place {
    (at.turn, at.column, at.row)
}

/// A game against a machine.
pub struct Match {
    machine: Box<dyn Machine>,
    rule: Movement,
    depth: usize,
    well: Well,
    current: usize,
    shown: VecDeque<usize>,
    pieces: u64,
    cleared: usize,
}

#[derive(Serialize)]
struct Scene {
    machine: String,
    width: u8,
    depth: usize,
    well: Vec<String>,
    piece: Shown,
    next: Vec<Shown>,
    places: Vec<Place>,
    pieces: u64,
    cleared: usize,
    shields: usize,
    lost: bool,
}

impl Match {
    /// A game as `MACHINE WIDTH DEPTH RULE PIECES SEED`, the machine one of random, algorithm-1 and algorithm-2.
    pub fn new(with: &str) -> Result<Self> {
        let words: Vec<&str> = with.split(' ').collect();
        let [machine, width, depth, rule, pieces, seed] = words[..] else {
            return Err(wrong("request", with, "MACHINE WIDTH DEPTH RULE PIECES SEED"));
        };
        let [width] = numbers::<u8, 1>(width)?;
        let [depth] = numbers::<usize, 1>(depth)?;
        if !(1..=MOST_DEPTH).contains(&depth) {
            return Err(Error::input("depth", depth.to_string(), format!("1 to {MOST_DEPTH} rows")));
        }
        let machine: Box<dyn Machine> = match machine {
            "random" => Box::new(Random::new(&PieceSet::parse(pieces)?, numbers::<u64, 1>(seed)?[0], 1)),
            "algorithm-1" => Box::new(Squares::new(2, 3)?),
            "algorithm-2" => Box::new(Kinks::new(Detector::Structure)),
            other => return Err(wrong("machine", other, "random, algorithm-1 or algorithm-2")),
        };
        let (well, rule) = (Well::empty(width)?, Movement::from_word(rule)?);
        let shown = machine.opening().into();
        let mut table = Match { machine, rule, depth, well, current: 0, shown, pieces: 0, cleared: 0 };
        table.send();
        Ok(table)
    }

    fn send(&mut self) {
        self.shown.push_back(self.machine.announce(&self.well));
        self.current = self.shown.pop_front().expect("a piece was announced");
    }

    fn piece(&self, at: usize) -> &Piece {
        &self.machine.pieces()[at]
    }

    fn places(&self) -> Vec<Placement> {
        Mover::new(self.piece(self.current), self.rule).placements(&self.well)
    }

    /// The well, the piece and all its places.
    pub fn scene(&self) -> Answer {
        let high = self.well.height() > self.depth;
        let places: Vec<Place> = if high { Vec::new() } else { self.places().iter().map(place).collect() };
        json(&Scene {
            machine: self.machine.name(),
            width: self.well.width(),
            depth: self.depth,
            well: rows(self.well.rows(), self.well.width()),
            piece: Shown::of(self.piece(self.current)),
            next: self.shown.iter().map(|next| Shown::of(self.piece(*next))).collect(),
            lost: places.is_empty(),
            places,
            pieces: self.pieces,
            cleared: self.cleared,
            shields: self.machine.shields().len(),
        })
    }

    /// Places the piece in one of its places, as `TURN COLUMN ROW`.
    pub fn place(&mut self, with: &str) -> Answer {
        let [turn, column, row] = numbers::<u16, 3>(with)?;
        let places = if self.well.height() > self.depth { Vec::new() } else { self.places() };
        let there = |at: &&Placement| (u16::from(at.turn), u16::from(at.column), at.row) == (turn, column, row);
        let at = *places.iter().find(there).ok_or_else(|| wrong("place", with, "a place where the piece can rest"))?;
        let (well, cleared) = Mover::new(self.piece(self.current), self.rule).place(&self.well, at);
        (self.well, self.cleared, self.pieces) = (well, self.cleared + cleared, self.pieces + 1);
        if self.well.height() <= self.depth {
            self.send();
        }
        self.scene()
    }

    /// Where the player that weighs features of the well would put the piece; nothing if every place is lost.
    pub fn hint(&self) -> Answer {
        let hands: Vec<Hand> =
            self.machine.pieces().iter().map(|piece| Freedom::Under(self.rule).hand(piece)).collect();
        let choices = choices(&hands[self.current], &self.well, self.depth);
        let shown: Vec<usize> = self.shown.iter().copied().collect();
        let situation =
            Situation { well: &self.well, depth: self.depth, hands: &hands, current: self.current, shown: &shown };
        let player = Reader::new("features", Vec::new());
        let chosen = (!choices.is_empty()).then(|| place(&choices[player.choose(&situation, &choices)].at));
        json(&chosen)
    }
}
