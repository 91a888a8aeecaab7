//! The picture of a position.
use super::figure::{Figure, TowerDrawing, Towers, WellDrawing, Wells};
use super::{tower_text, well_text};
use crate::error::{Error, Result};
use crate::game::any;
use crate::game::vector::shorten;
use crate::game::wells::Well;

/// The games that have a picture.
const DRAWN: &str = "jenga, 'jenga-physical K', well or 'well W'";

/// The picture of a position, and the same in plain characters.
///
/// # Errors
/// An unknown game or position, or a game without a picture.
pub fn position(game: &str, position: &str) -> Result<(Figure, String)> {
    let (name, width) = game.trim().split_once(' ').unwrap_or((game.trim(), ""));
    if name == "well" {
        let well = WellDrawing { caption: position.to_string(), ..WellDrawing::of(&well(width, position)?) };
        let text = well_text(&well);
        return Ok((Figure::Wells(Wells { wells: vec![well], ..Wells::default() }), text));
    }
    if !matches!((name, width), ("jenga", "") | ("jenga-physical", _)) {
        return Err(Error::input(format!("game '{game}'"), "it has no picture", DRAWN));
    }
    let standard = any::open(game)?.standard(position)?;
    let levels = standard.split('/').map(|level| level.chars().map(|slot| slot == '1').collect()).collect();
    let tower = TowerDrawing { caption: standard, levels, ..TowerDrawing::default() };
    let text = tower_text(&tower);
    Ok((Figure::Towers(Towers { towers: vec![tower], ..Towers::default() }), text))
}

/// A well; its width, where none is given, is that of its lowest row.
fn well(width: &str, position: &str) -> Result<Well> {
    if width.is_empty() && position == "-" {
        return Err(Error::input("well", "an empty well without a width", "a number of columns, as in 'well 10'"));
    }
    let row = position.split('/').next().unwrap_or("").len().min(usize::from(u8::MAX));
    let wrong = || Error::input("width of the well", shorten(width), "a number of columns, as in 'well 10'");
    let columns = if width.is_empty() { row as u8 } else { width.trim().parse().map_err(|_| wrong())? };
    Well::parse(columns, position)
}
