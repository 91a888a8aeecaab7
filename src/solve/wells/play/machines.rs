//! Machines: what chooses the pieces (brzustowski, sections 4.3 and 5.3).
use super::shield::{Shield, band, shield};
use super::targets::{protects, unprotected};
use crate::error::{Error, Result};
use crate::game::wells::{Piece, PieceSet, Well};
use std::collections::HashSet;

/// What sends the pieces. It may remember; it sees the well before each play and not the play itself.
pub trait Machine {
    /// A few words.
    fn name(&self) -> String;
    /// The pieces that it may send.
    fn pieces(&self) -> &[Piece];
    /// The pieces on show before the first play, as indices of [`Machine::pieces`]: as many as it gives of lookahead.
    fn opening(&self) -> Vec<usize> {
        Vec::new()
    }
    /// Announces one more piece, knowing the well before the next play. With no lookahead it is the piece to be played now.
    fn announce(&mut self, well: &Well) -> usize;
    /// The shields that it has found so far.
    fn shields(&self) -> &[Found] {
        &[]
    }
}

fn one(word: &str) -> Result<Piece> {
    Ok(PieceSet::parse(word)?.pieces()[0].clone())
}

/// Algorithm 1 for squares of two sides, without lookahead.
#[derive(Debug, Clone)]
pub struct Squares {
    pieces: [Piece; 2],
    sides: (u32, u32),
    large: bool,
}

impl Squares {
    /// The machine for the sides a < b, each from 1 to 8. The thesis asks that b is not a multiple of a.
    ///
    /// # Errors
    /// Other sides.
    pub fn new(small: u32, large: u32) -> Result<Self> {
        if !(1..=8).contains(&small) || !(1..=8).contains(&large) || small >= large {
            return Err(Error::input(
                "sides",
                format!("{small} and {large}"),
                "two sides from 1 to 8, the smaller one first",
            ));
        }
        let pieces = [one(&small.to_string())?, one(&large.to_string())?];
        Ok(Squares { pieces, sides: (small, large), large: true })
    }

    /// The sides.
    pub fn sides(&self) -> (u32, u32) {
        self.sides
    }

    /// Whether the larger square is sent next: step 1 lasts until there is an unprotected target of it, step 2 until
    /// a target of the smaller square lies above all of them.
    pub fn sends_large(&self, well: &Well, large: bool) -> bool {
        let (small_side, large_side) = self.sides;
        if large { unprotected(well, large_side).is_none() } else { protects(well, small_side, large_side) }
    }
}

impl Machine for Squares {
    fn name(&self) -> String {
        format!("Algorithm 1 with squares of sides {} and {}", self.sides.0, self.sides.1)
    }
    fn pieces(&self) -> &[Piece] {
        &self.pieces
    }
    fn announce(&mut self, well: &Well) -> usize {
        self.large = self.sends_large(well, self.large);
        usize::from(self.large)
    }
}

/// How Algorithm 2 detects a cycle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Detector {
    /// A well comes again within a step: by a list of the wells visited.
    List,
    /// The well has the structure of a cycle-band.
    Structure,
}

impl Detector {
    /// Both.
    pub const ALL: [Detector; 2] = [Detector::List, Detector::Structure];

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Detector::List => "list",
            Detector::Structure => "structure",
        }
    }
}

/// A shield that Algorithm 2 found when it detected a cycle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The number of pieces played before.
    pub turn: u64,
    /// Whether it is a shield against right kinks, after a cycle of left ones; else the other way round.
    pub against_right: bool,
    /// The well.
    pub well: Well,
    /// The height of its cycle-band and the shield; none if the well lacks the structure that Lemma 2 promises. For a
    /// shield against left kinks columns are those of the mirrored well.
    pub shield: Option<(usize, Shield)>,
}

/// Algorithm 2: both kinks, with one piece of lookahead.
#[derive(Debug, Clone)]
pub struct Kinks {
    pieces: [Piece; 2],
    detector: Detector,
    right: bool,
    visited: HashSet<Well>,
    found: Vec<Found>,
    turn: u64,
}

impl Kinks {
    /// The machine with one of the two detectors.
    pub fn new(detector: Detector) -> Self {
        let kink = |word| one(word).expect("S and Z are pieces");
        let pieces = [kink("S"), kink("Z")];
        Kinks { pieces, detector, right: false, visited: HashSet::new(), found: Vec::new(), turn: 0 }
    }

    fn detects(&mut self, well: &Well) -> bool {
        match self.detector {
            Detector::List => !self.visited.insert(well.clone()),
            Detector::Structure => band(&seen(well, self.right)).is_some(),
        }
    }
}

/// The well as the lemmas on left kinks see it: in a mirror if right kinks are sent.
pub fn seen(well: &Well, right: bool) -> Well {
    if right { well.mirror() } else { well.clone() }
}

impl Machine for Kinks {
    fn name(&self) -> String {
        format!("Algorithm 2, cycles by {}", self.detector.word())
    }
    fn pieces(&self) -> &[Piece] {
        &self.pieces
    }
    fn opening(&self) -> Vec<usize> {
        vec![0]
    }
    fn announce(&mut self, well: &Well) -> usize {
        if self.detects(well) {
            let view = seen(well, self.right);
            let shield = band(&view).zip(shield(&view));
            self.found.push(Found { turn: self.turn, against_right: !self.right, well: well.clone(), shield });
            self.right = !self.right;
            self.visited.clear();
        }
        self.turn += 1;
        usize::from(self.right)
    }
    fn shields(&self) -> &[Found] {
        &self.found
    }
}

/// A machine that repeats a sequence of pieces, whatever the player does.
#[derive(Debug, Clone)]
pub struct Periodic {
    pieces: Vec<Piece>,
    sequence: Vec<usize>,
    lookahead: usize,
    next: usize,
}

impl Periodic {
    /// The machine that sends `sequence`, such as `SSZ`, again and again, with 0 to 2 pieces of lookahead.
    ///
    /// # Errors
    /// No sequence, a word in it that is not one letter or digit for a piece, or more lookahead.
    pub fn new(sequence: &str, lookahead: usize) -> Result<Self> {
        let (mut pieces, mut order): (Vec<Piece>, Vec<usize>) = (Vec::new(), Vec::new());
        if sequence.is_empty() || sequence.len() > 1000 || lookahead > 2 {
            return Err(Error::input(
                "sequence",
                format!("'{sequence}' with lookahead {lookahead}"),
                "1 to 1000 pieces, lookahead 0 to 2",
            ));
        }
        for letter in sequence.chars() {
            let piece = one(&letter.to_string())?;
            order.push(pieces.iter().position(|known| *known == piece).unwrap_or_else(|| {
                pieces.push(piece);
                pieces.len() - 1
            }));
        }
        Ok(Periodic { pieces, sequence: order, lookahead, next: lookahead })
    }

    /// The sequence as indices of the pieces.
    pub fn sequence(&self) -> &[usize] {
        &self.sequence
    }
}

impl Machine for Periodic {
    fn name(&self) -> String {
        let words: Vec<&str> = self.sequence.iter().map(|at| self.pieces[*at].word()).collect();
        format!("{} again and again", words.join(""))
    }
    fn pieces(&self) -> &[Piece] {
        &self.pieces
    }
    fn opening(&self) -> Vec<usize> {
        (0..self.lookahead).map(|at| self.sequence[at % self.sequence.len()]).collect()
    }
    fn announce(&mut self, _: &Well) -> usize {
        self.next += 1;
        self.sequence[(self.next - 1) % self.sequence.len()]
    }
}

/// A machine that draws pieces by a fixed seed.
#[derive(Debug, Clone)]
pub struct Random {
    pieces: Vec<Piece>,
    opening: Vec<usize>,
    seed: u64,
}

impl Random {
    /// The machine for a set of pieces, a seed and 0 to 2 pieces of lookahead.
    pub fn new(pieces: &PieceSet, seed: u64, lookahead: usize) -> Self {
        let mut machine = Random { pieces: pieces.pieces().to_vec(), opening: Vec::new(), seed };
        machine.opening = (0..lookahead).map(|_| machine.draw()).collect();
        machine
    }

    /// One more draw, by the counter and mixer of the generator splitmix64.
    fn draw(&mut self) -> usize {
        self.seed = self.seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.seed ^ (self.seed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ (mixed >> 31)) % self.pieces.len() as u64) as usize
    }
}

impl Machine for Random {
    fn name(&self) -> String {
        "random pieces".to_string()
    }
    fn pieces(&self) -> &[Piece] {
        &self.pieces
    }
    fn opening(&self) -> Vec<usize> {
        self.opening.clone()
    }
    fn announce(&mut self, _: &Well) -> usize {
        self.draw()
    }
}
