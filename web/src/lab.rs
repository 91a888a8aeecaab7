//! The vector lab: a table of a game of the reader's own, its pattern, and views of it from near and far.
use crate::answer::{Answer, json, numbers, wrong};
use crate::patterns::Values;
use serde::Serialize;
use topple::error::{Error, Result};
use topple::game::Play;
use topple::game::named::vector_game;
use topple::game::vector::VectorGame;
use topple::proof::fact::Fact;
use topple::proof::labelling::vector::check;
use topple::solve::Memory;
use topple::solve::periods::{Answer as Found, Budget, find};
use topple::solve::values::vector;

/// Cells along a side of the table of a game in the plane, and in how much memory it is computed.
const SIDE: usize = 4096;
const MEMORY: Memory = Memory(1 << 28);
/// The most cells of a view.
const MOST_CELLS: usize = 1 << 25;
/// A cell whose value nobody knows.
const UNKNOWN: u8 = u8::MAX;

/// A game in the plane with its table and, once it was found, its pattern.
pub struct Lab {
    game: VectorGame,
    play: Play,
    /// Row by row, the second coordinate slowest.
    cells: Vec<u8>,
    values: Option<Values>,
}

#[derive(Serialize)]
struct Made<'a> {
    game: &'a str,
    play: &'a str,
    side: usize,
    greatest: u8,
}

#[derive(Serialize)]
struct Pattern {
    found: bool,
    words: String,
    pieces: usize,
    certificate: Option<String>,
    facts: Vec<String>,
}

/// What was asked for before, or that nothing was.
pub fn of(lab: &mut Option<Lab>) -> Result<&mut Lab> {
    lab.as_mut().ok_or_else(|| wrong("request", "no game", "a game first"))
}

impl Lab {
    /// The table of the game that `spec` names.
    pub fn new(play: &str, spec: &str) -> Result<(Self, Vec<u8>)> {
        let play = Play::from_word(play).ok_or_else(|| wrong("play", play, "grundy, normal or misere"))?;
        let game = vector_game(spec)?;
        if game.dimension != 2 || game.states != 1 {
            let what = format!("{} coordinates, {} states", game.dimension, game.states);
            return Err(wrong("moves", &what, "moves of two numbers, as (-2,0),(-2,1),(1,-1)"));
        }
        let mut cells = vec![UNKNOWN; SIDE * SIDE];
        vector::stream(&game, play, &[SIDE, SIDE], MEMORY, |track, run| {
            let place = |at: &[i64]| at[0] + at[1] * SIDE as i64;
            let (start, step) = (place(track.start()), place(track.step()));
            for (cell, &value) in (0..).zip(run) {
                cells[(start + cell * step) as usize] = value;
            }
        })?;
        let greatest = cells.iter().copied().max().unwrap_or(0);
        let said = json(&Made { game: &game.name, play: play.word(), side: SIDE, greatest })?;
        Ok((Lab { game, play, cells, values: None }, said))
    }

    /// Looks for the pattern of the table. What is found has gone through the checker.
    pub fn period(&mut self) -> Answer {
        let found = match find(&self.game, self.play, Budget::default(), MEMORY)? {
            Found::Proved(found) => found,
            Found::Unknown(words) => {
                let facts = Vec::new();
                return json(&Pattern { found: false, words, pieces: 0, certificate: None, facts });
            }
        };
        let certificate = &found.certificate;
        let facts = check(certificate).map_err(|reject| wrong("certificate", &reject.to_string(), "one that holds"))?;
        self.values = Some(Values::new(certificate));
        json(&Pattern {
            found: true,
            words: found.words(),
            pieces: certificate.pieces.len(),
            certificate: Some(certificate.to_text()),
            facts: facts.iter().map(Fact::to_string).collect(),
        })
    }

    /// The values of `columns` times `rows` cells from (x, y), every `step`-th in both directions, row by row.
    pub fn view(&self, with: &str) -> Answer {
        let [x, y, columns, rows, step] = numbers::<u64, 5>(with)?;
        let far = |from: u64, count: u64| count.checked_mul(step).and_then(|length| length.checked_add(from));
        let within = |end: Option<u64>| end.is_some_and(|end| end < 1 << 60);
        if columns.saturating_mul(rows) > MOST_CELLS as u64 || !within(far(x, columns)) || !within(far(y, rows)) {
            return Err(Error::input("view", with, format!("at most {MOST_CELLS} cells, nearer than 2^60")));
        }
        let mut cells = Vec::with_capacity((columns * rows) as usize);
        for row in 0..rows {
            cells.extend((0..columns).map(|column| self.value(x + column * step, y + row * step)));
        }
        Ok(cells)
    }

    fn value(&self, x: u64, y: u64) -> u8 {
        if x.max(y) < SIDE as u64 {
            return self.cells[(x + y * SIDE as u64) as usize];
        }
        let known = self.values.as_ref().and_then(|values| values.at([x as i64, y as i64]));
        known.map_or(UNKNOWN, |value| value.min(u64::from(UNKNOWN - 1)) as u8)
    }
}
