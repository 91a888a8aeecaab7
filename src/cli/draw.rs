//! `topple draw`: a position as a picture.
use crate::error::{Error, Result};
use crate::game::any;
use crate::report::draw::{FigureFormat, draw as drawn};
use crate::report::figure::{Figure, TowerDrawing};
use crate::report::tower_text::tower_text;
use crate::run::files::write_whole;
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Debug, Args)]
pub struct Arguments {
    /// The game, as jenga
    game: String,
    /// The position, as 111/011/101/111
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

/// Draws a position.
///
/// # Errors
/// An unknown game or position, a game without a picture, a file that cannot be written.
pub fn draw(arguments: &Arguments) -> Result<ExitCode> {
    let standard = any::open(&arguments.game)?.standard(&arguments.position)?;
    if !arguments.game.starts_with("jenga") || arguments.game == "jenga-four" {
        return Err(Error::input(
            format!("game '{}'", arguments.game),
            "it has no picture",
            "jenga or 'jenga-physical K'",
        ));
    }
    let levels = standard.split('/').map(|level| level.chars().map(|slot| slot == '1').collect()).collect();
    let tower = TowerDrawing { caption: standard, levels, marked: Vec::new() };
    let bytes = match arguments.format {
        Format::Text => tower_text(&tower).into_bytes(),
        Format::Svg => drawn(&Figure::Towers(vec![tower]), FigureFormat::Svg)?,
        Format::Tikz => drawn(&Figure::Towers(vec![tower]), FigureFormat::Tikz)?,
        Format::Png => drawn(&Figure::Towers(vec![tower]), FigureFormat::Png)?,
    };
    match (&arguments.output, arguments.format) {
        (Some(path), _) => write_whole(path, &bytes)?,
        (None, Format::Png) => {
            return Err(Error::input("--format png", "no --output", "a file to write the pixels to"));
        }
        (None, _) => super::print(&String::from_utf8_lossy(&bytes))?,
    }
    Ok(ExitCode::SUCCESS)
}
