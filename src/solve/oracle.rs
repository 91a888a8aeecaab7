//! Grundy values of positions of any game by name, by the quickest means that is proved for the game.
use super::Memory;
use super::periods::{Answer, Budget, find};
use super::values::{MOST_POSITIONS, evaluate_more};
use crate::error::{Error, Result};
use crate::game::nim::Nim;
use crate::game::tower::{Towers, triplet};
use crate::game::vector::{VectorGame, VectorPosition};
use crate::game::{Game, Play, any, named, pile, zwick};
use crate::proof::labelling::vector::VectorCertificate;
use crate::value::nim_sum;
use std::cell::RefCell;
use std::collections::HashMap;

/// Knows the Grundy values of one game.
pub struct Oracle {
    spec: String,
    means: Means,
    /// The positions that searches have met.
    met: RefCell<HashMap<String, u64>>,
}

/// A move with what it leads to.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Move {
    /// As the papers call it.
    #[serde(rename = "move")]
    pub name: String,
    /// The position after it, in standard spelling.
    pub to: String,
    /// The Grundy value of that position.
    pub value: u64,
}

/// How the values are found.
enum Means {
    /// From the proved pattern of a vector addition game.
    Pattern(VectorGame, Box<VectorCertificate>),
    /// From the triplet of a tower in play, whose pattern is proved.
    Triplet(Box<VectorCertificate>),
    /// By the eeny-meeny rule, which is proved for every pile.
    EenyMeeny,
    /// By Bouton's theorem.
    NimSum,
    /// From all positions that are reached.
    Search,
}

impl Oracle {
    /// The oracle of the game that `spec` names.
    ///
    /// # Errors
    /// A table that does not fit the memory.
    pub fn new(spec: &str) -> Result<Self> {
        let means = match (spec, named::vector_game(spec)) {
            ("jenga", _) => pattern(&zwick::zwick())?.map_or(Means::Search, Means::Triplet),
            ("pile", _) => Means::EenyMeeny,
            ("nim", _) => Means::NimSum,
            (_, Ok(game)) => pattern(&game)?.map_or(Means::Search, |found| Means::Pattern(game, found)),
            _ => Means::Search,
        };
        Ok(Oracle { spec: spec.to_string(), means, met: RefCell::default() })
    }

    /// The Grundy value of a position in standard spelling.
    ///
    /// # Errors
    /// A position that is none of the game, or one from which too many are reached.
    pub fn value(&self, position: &str) -> Result<u64> {
        match &self.means {
            Means::Pattern(game, certificate) => Ok(looked_up(certificate, &Game::parse(game, position)?)),
            Means::Triplet(certificate) => {
                let tower = Towers::new(3)?.parse(position)?;
                match triplet(&tower) {
                    Some((x, y, z)) => {
                        Ok(looked_up(certificate, &VectorPosition { state: z as usize, at: vec![x, y] }))
                    }
                    None => self.search(position),
                }
            }
            Means::EenyMeeny => Ok(pile::closed_form(&pile::Pile.parse(position)?)),
            Means::NimSum => Ok(nim_sum(Nim.parse(position)?)),
            Means::Search => self.search(position),
        }
    }

    /// Every move from a position in standard spelling, in the order of the game.
    ///
    /// # Errors
    /// As [`Oracle::value`].
    pub fn moves(&self, position: &str) -> Result<Vec<Move>> {
        let moves = any::open(&self.spec)?.moves(position)?;
        moves.into_iter().map(|(name, to)| Ok(Move { value: self.value(&to)?, name, to })).collect()
    }

    /// What a player who never errs does: the first move to value 0, or the first of all where every move loses; nothing
    /// where there is no move.
    ///
    /// # Errors
    /// As [`Oracle::value`].
    pub fn answer(&self, position: &str) -> Result<Option<Move>> {
        let moves = self.moves(position)?;
        let wins = moves.iter().position(|one| one.value == 0);
        Ok(moves.into_iter().nth(wins.unwrap_or(0)))
    }

    fn search(&self, position: &str) -> Result<u64> {
        let mut met = self.met.borrow_mut();
        evaluate_more(&self.spec, Play::Grundy, &[position], MOST_POSITIONS, &mut met)?;
        Ok(met[position])
    }
}

fn looked_up(certificate: &VectorCertificate, position: &VectorPosition) -> u64 {
    certificate.value(position).expect("the checked pieces cover all positions")
}

/// The certificate of a game's Grundy values, if its pattern is found quickly.
fn pattern(game: &VectorGame) -> Result<Option<Box<VectorCertificate>>> {
    let budget = Budget { cells: 6_000, ..Budget::default() };
    match find(game, Play::Grundy, budget, Memory(1 << 28)) {
        Ok(Answer::Proved(pattern)) => Ok(Some(Box::new(pattern.certificate))),
        // A table too large for a quick look says nothing about the position: that one is searched.
        Ok(Answer::Unknown(_)) | Err(Error::Memory { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}
