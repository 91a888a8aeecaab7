//! `topple draw`: a position as a picture.
use crate::error::{Error, Result};
use crate::file::whole;
use crate::game::any;
use crate::game::vector::shorten;
use crate::game::wells::Well;
use crate::report::draw::{FigureFormat, draw as drawn};
use crate::report::figure::{Figure, TowerDrawing, WellDrawing, Wells};
use crate::report::{tower_text, well_text};
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Debug, Args)]
pub struct Arguments {
    /// The game: jenga, 'jenga-physical K', well, or 'well W' with its number of columns
    game: String,
    /// The position from the bottom up, as 111/011/101/111 or 110/100; - is the empty well
    position: String,
    /// What to draw
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// The file to write; none: the standard output
    #[arg(long, short)]
    output: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Letters for a terminal
    Text,
    /// A vector picture
    Svg,
    /// LaTeX
    Tikz,
    /// Pixels
    Png,
}

/// The games that have a picture.
const DRAWN: &str = "jenga, 'jenga-physical K', well or 'well W'";

/// Draws a position.
///
/// # Errors
/// An unknown game or position, a game without a picture, a file that cannot be written.
pub fn draw(arguments: &Arguments) -> Result<ExitCode> {
    let (figure, text) = picture(&arguments.game, &arguments.position)?;
    let bytes = match arguments.format {
        Format::Text => text.into_bytes(),
        Format::Svg => drawn(&figure, FigureFormat::Svg)?,
        Format::Tikz => drawn(&figure, FigureFormat::Tikz)?,
        Format::Png => drawn(&figure, FigureFormat::Png)?,
    };
    match (&arguments.output, arguments.format) {
        (Some(path), _) => whole::write(path, &bytes)?,
        (None, Format::Png) => {
            return Err(Error::input("--format png", "no --output", "a file to write the pixels to"));
        }
        (None, _) => super::print(&String::from_utf8_lossy(&bytes))?,
    }
    Ok(ExitCode::SUCCESS)
}

/// The picture of a position, and the same in plain characters.
fn picture(game: &str, position: &str) -> Result<(Figure, String)> {
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
    let tower = TowerDrawing { caption: standard, levels, marked: Vec::new() };
    let text = tower_text(&tower);
    Ok((Figure::Towers(vec![tower]), text))
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
