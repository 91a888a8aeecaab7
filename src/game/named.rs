//! The vector addition games by name: what certificates, experiments and the command line call them.
use super::addition::{addition, parse_moves, subtraction};
use super::clock_nim::clock_nim;
use super::jenga_four::jenga_four;
use super::jenka_levels::jenka_levels;
use super::vector::{VectorGame, shorten};
use super::zwick::zwick;
use crate::error::{Error, Result};

/// WHITE KNIGHT: the four knight's moves that lead away from the far corner (Carvalho, Neto, Santos, 1.2.2).
pub const WHITE_KNIGHT: [[i64; 2]; 4] = [[-2, 1], [-2, -1], [-1, -2], [1, -2]];

/// The vector addition game that `spec` names.
///
/// # Errors
/// An unknown name, or parameters that make no game.
pub fn vector_game(spec: &str) -> Result<VectorGame> {
    let (name, with) = spec.trim().split_once(' ').unwrap_or((spec.trim(), ""));
    let numbers = || -> Result<Vec<i64>> {
        let read = |word: &str| {
            let wrong =
                || Error::input(format!("game '{}'", shorten(spec)), format!("'{}'", shorten(word)), "an integer");
            word.trim().parse().map_err(|_| wrong())
        };
        with.split([',', ' ']).filter(|word| !word.is_empty()).map(read).collect()
    };
    match name {
        "zwick" if with.is_empty() => Ok(zwick()),
        "jenga-four" if with.is_empty() => Ok(jenga_four()),
        "jenka-levels" => match numbers()?[..] {
            [slots] if slots >= 0 => jenka_levels(slots as u64),
            _ => Err(unknown(spec)),
        },
        "white-knight" if with.is_empty() => addition(&WHITE_KNIGHT.map(Vec::from)),
        "addition" => addition(&parse_moves(with)?),
        "subtraction" => subtraction(&numbers()?),
        "clock-nim" => match numbers()?.iter().map(|&n| usize::try_from(n)).collect::<std::result::Result<Vec<_>, _>>()
        {
            Ok(numbers) if numbers.len() == 3 => clock_nim(numbers[0], numbers[1], numbers[2]),
            _ => Err(unknown(spec)),
        },
        _ => Err(unknown(spec)),
    }
}

fn unknown(spec: &str) -> Error {
    let right = "zwick, jenga-four, jenka-levels K, white-knight, addition MOVES, subtraction AMOUNTS, clock-nim LARGEST PERIOD ARRIVING";
    Error::input("game", format!("unknown vector addition game '{}'", shorten(spec)), right)
}
