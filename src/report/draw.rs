//! A figure as the bytes of a file.

use crate::error::{Error, Result};
use crate::report::figure::{Cells, Figure};
use crate::report::{atlas, cells, curves, scene_svg, scene_tikz, states, towers, wells};

/// The most cells in a TikZ picture; TeX runs out of memory on much larger ones.
const MOST_TIKZ_CELLS: usize = 4096;
/// Pixels of a PNG file for each unit of the picture, unless asked otherwise.
const SCALE: f64 = 2.0;

/// The file formats of a figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, clap::ValueEnum)]
pub enum FigureFormat {
    /// Scalable vector graphics.
    Svg,
    /// A picture of pixels. Needs the feature `png`.
    Png,
    /// A picture for LaTeX with `\usepackage{tikz}`; curves need `\usepackage{pgfplots}`.
    Tikz,
}

impl FigureFormat {
    /// The extension of such a file, without the dot.
    pub fn extension(self) -> &'static str {
        match self {
            FigureFormat::Svg => "svg",
            FigureFormat::Png => "png",
            FigureFormat::Tikz => "tikz",
        }
    }
}

/// The bytes of `figure` as a file. A PNG file has two pixels for each unit of the picture; see [`draw_scaled`].
///
/// # Errors
/// [`Error::Input`] if there is nothing to draw or far too much, if something marked or outlined is not there, if a
/// coordinate has no place on its axis, or if PNG is asked of a program built without it.
pub fn draw(figure: &Figure, format: FigureFormat) -> Result<Vec<u8>> {
    draw_scaled(figure, format, SCALE)
}

/// As [`draw`], with `scale` pixels of a PNG file for each unit of the picture; a text is 12 units high. The other
/// formats do not depend on it.
///
/// # Errors
/// As [`draw`]; also if a PNG file of this scale would have no pixel or too many.
pub fn draw_scaled(figure: &Figure, format: FigureFormat, scale: f64) -> Result<Vec<u8>> {
    match format {
        FigureFormat::Svg => svg(figure).map(String::into_bytes),
        FigureFormat::Tikz => tikz(figure).map(String::into_bytes),
        FigureFormat::Png => png(figure, scale),
    }
}

fn svg(figure: &Figure) -> Result<String> {
    match figure {
        Figure::Cells(cells) => cells::scene(cells).map(|scene| scene_svg::svg(&scene)),
        Figure::Towers(towers) => towers::scene(towers).map(|scene| scene_svg::svg(&scene)),
        Figure::Worths(towers) => towers::worths(towers).map(|scene| scene_svg::svg(&scene)),
        Figure::Curves(curves) => curves::svg(curves),
        Figure::Atlas(atlas) => atlas::scene(atlas).map(|scene| scene_svg::svg(&scene)),
        Figure::Wells(wells) => wells::scene(wells).map(|scene| scene_svg::svg(&scene)),
        Figure::States(states) => states::scene(states).map(|scene| scene_svg::svg(&scene)),
    }
}

fn tikz(figure: &Figure) -> Result<String> {
    match figure {
        Figure::Cells(cells) => {
            refuse_large(&cells.title, std::slice::from_ref(cells))?;
            cells::scene(cells).map(|scene| scene_tikz::tikz(&scene))
        }
        Figure::Towers(towers) => towers::scene(towers).map(|scene| scene_tikz::tikz(&scene)),
        Figure::Worths(towers) => towers::worths(towers).map(|scene| scene_tikz::tikz(&scene)),
        Figure::Curves(curves) => curves::tikz(curves),
        Figure::Atlas(atlas) => {
            refuse_large(&atlas.title, &atlas.tables)?;
            atlas::scene(atlas).map(|scene| scene_tikz::tikz(&scene))
        }
        Figure::Wells(wells) => wells::scene(wells).map(|scene| scene_tikz::tikz(&scene)),
        Figure::States(states) => states::scene(states).map(|scene| scene_tikz::tikz(&scene)),
    }
}

fn refuse_large(title: &str, tables: &[Cells]) -> Result<()> {
    let count: usize = tables.iter().flat_map(|cells| &cells.values).map(Vec::len).sum();
    if count <= MOST_TIKZ_CELLS {
        return Ok(());
    }
    let what = format!("{count} cells in TikZ");
    Err(Error::input(format!("figure \"{title}\""), what, format!("at most {MOST_TIKZ_CELLS}, or SVG")))
}

#[cfg(feature = "png")]
fn png(figure: &Figure, scale: f64) -> Result<Vec<u8>> {
    crate::report::png::png(&svg(figure)?, scale)
}

#[cfg(not(feature = "png"))]
fn png(_: &Figure, _: f64) -> Result<Vec<u8>> {
    Err(Error::input(
        "figure format",
        "PNG, which this program was built without",
        "SVG, or a build with --features png",
    ))
}
