//! The subtraction game {2, 5, 7} by published crates, which print how often each value occurs.
use anyhow::{Context, Result};
use cgt::short::impartial::games::subtraction::Sub;
use ogs::{Game, NaiveSolver, Solver};

/// The first `size` values, by the crate of this name.
pub fn line(name: &str, size: usize) -> Result<()> {
    match name {
        "cgt" => print(Sub::new(vec![2, 5, 7]).grundy_sequence().take(size).map(|value| value.value() as usize)),
        _ => {
            // A digit 3 at place n: n may be taken, from a heap of n and from a larger one.
            let game: Game = "0.0300303".parse().ok().context("an octal game")?;
            print(NaiveSolver::<()>::with_capacity(game, size).take(size).map(usize::from));
        }
    }
    Ok(())
}

fn print(values: impl Iterator<Item = usize>) {
    let mut counts = Vec::new();
    for value in values {
        if counts.len() <= value {
            counts.resize(value + 1, 0_u64);
        }
        counts[value] += 1;
    }
    for (value, count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
        println!("{value},{count}");
    }
}
