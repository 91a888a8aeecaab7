//! Jenga with four blocks a layer as a game of piles (Carvalho, Neto, Santos, section 4): `(a1,a2|s)` has a1 layers
//! with one move left and a2 full layers below the topmost full one, with s blocks on top.
//!
//! A full layer can only become a layer with one move left, and that one can only become terminal. This is the paper's
//! model; the physical tower of four blocks a layer is another game.
use super::vector::{Notation, Rule, VectorGame, VectorPosition, Weight, join, naturals, shorten};
use crate::error::{Error, Result};

/// The game. The states are s = 0, 1, 2, 3; the vector is (a1, a2).
pub fn jenga_four() -> VectorGame {
    let rules = (0..4).flat_map(|clock| {
        let to = (clock + 1) % 4;
        let arriving = u64::from(to == 0);
        let rule = |name: &str, take: [u64; 2], put: [u64; 2]| Rule {
            name: name.to_string(),
            from: clock,
            take: take.to_vec(),
            put: put.to_vec(),
            to,
        };
        [rule("full layer", [0, 1], [1, arriving]), rule("layer of three", [1, 0], [0, arriving])]
    });
    let weight = Weight { per_unit: vec![4, 8], per_state: vec![0, 3, 6, 9] };
    VectorGame::new("jenga-four".to_string(), 4, rules.collect(), weight, Notation { parse, show })
        .expect("4 a1 + 8 a2 + 3 s falls")
}

fn parse(_: &VectorGame, text: &str) -> Result<VectorPosition> {
    let wrong =
        |what| Error::input(format!("position '{}'", shorten(text)), what, "(a1,a2|s) with s at most 3, as (0,2|1)");
    let inner = text.trim().strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    let (piles, clock) =
        inner.and_then(|inner| inner.split_once('|')).ok_or_else(|| wrong("it is not of this form".into()))?;
    let (piles, clock) = (naturals(piles).map_err(wrong)?, naturals(clock).map_err(wrong)?);
    match (&piles[..], &clock[..]) {
        ([_, _], &[state @ 0..=3]) => Ok(VectorPosition { state: state as usize, at: piles }),
        _ => Err(wrong(format!("{} numbers before the bar, clock {}", piles.len(), join(&clock)))),
    }
}

fn show(_: &VectorGame, position: &VectorPosition) -> String {
    format!("({}|{})", join(&position.at), position.state)
}
