//! Positions of games with all their moves and values: what perfect play needs.
use crate::answer::{Answer, json};
use serde::Serialize;
use std::collections::HashMap;
use topple::error::Result;
use topple::game::any;
use topple::solve::oracle::{Move, Oracle};

/// The games that were asked for, each with what is known of its values.
#[derive(Default)]
pub struct Games(HashMap<String, Oracle>);

#[derive(Serialize)]
struct Shown {
    position: String,
    value: u64,
    moves: Vec<Move>,
    /// The number among the moves of the one that a player who never errs makes.
    answer: Option<usize>,
}

impl Games {
    /// A position with its value and its moves.
    pub fn show(&mut self, spec: &str, position: &str) -> Answer {
        let position = any::open(spec)?.standard(position)?;
        let oracle = self.oracle(spec)?;
        let (value, moves, answer) = (oracle.value(&position)?, oracle.moves(&position)?, oracle.answer(&position)?);
        let answer = answer.and_then(|answer| moves.iter().position(|one| *one == answer));
        json(&Shown { position, value, moves, answer })
    }

    fn oracle(&mut self, spec: &str) -> Result<&Oracle> {
        if !self.0.contains_key(spec) {
            self.0.insert(spec.to_string(), Oracle::new(spec)?);
        }
        Ok(&self.0[spec])
    }
}
