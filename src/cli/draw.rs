//! `topple draw`: a position as a picture.
use crate::error::{Error, Result};
use crate::file::whole;
use crate::report::draw::{FigureFormat, draw as drawn};
use crate::report::position;
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

/// Draws a position.
///
/// # Errors
/// An unknown game or position, a game without a picture, a file that cannot be written.
pub fn draw(arguments: &Arguments) -> Result<ExitCode> {
    let (figure, text) = position(&arguments.game, &arguments.position)?;
    let bytes = match arguments.format {
        Format::Text => text.into_bytes(),
        Format::Svg => drawn(&figure, FigureFormat::Svg)?,
        Format::Tikz => drawn(&figure, FigureFormat::Tikz)?,
        Format::Png => drawn(&figure, FigureFormat::Png)?,
    };
    match (&arguments.output, arguments.format) {
        (Some(path), _) => whole::write_alone(path, &bytes)?,
        (None, Format::Png) => {
            return Err(Error::input("--format png", "no --output", "a file to write the pixels to"));
        }
        (None, _) => super::print(&String::from_utf8_lossy(&bytes))?,
    }
    Ok(ExitCode::SUCCESS)
}
