//! A figure as the bytes of a file.

use crate::error::{Error, Result};
use crate::report::figure::Figure;
use crate::report::palette::DARK;
use crate::report::scene::{Anchor, Scene, text_width, wrap};
use crate::report::{atlas, cells, curves, scene_svg, scene_tikz, states, towers, wells, words};

/// The most cells in a TikZ picture; TeX runs out of memory on much larger ones.
const MOST_TIKZ_CELLS: usize = 4096;
/// Pixels of a PNG file for each unit of the picture, unless asked otherwise.
const SCALE: f64 = 2.0;
/// The size of the line that names the source, in a picture of usual width.
const PRINT: f64 = 9.0;
const MARGIN: f64 = 14.0;
/// It is broken into lines no narrower than this.
const LEAST_LINE: f64 = 200.0;

/// The file formats of a figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, clap::ValueEnum)]
pub enum FigureFormat {
    /// Scalable vector graphics.
    Svg,
    /// A picture of pixels. Needs the feature `png`.
    Png,
    /// A picture for LaTeX with `\usepackage{tikz}`.
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
    draw_signed(figure, format, "")
}

/// As [`draw`], with a line in small print under the picture that says which printed figure it stands for.
///
/// # Errors
/// As [`draw`].
pub fn draw_signed(figure: &Figure, format: FigureFormat, source: &str) -> Result<Vec<u8>> {
    drawn(figure, format, source, SCALE)
}

/// As [`draw`], with `scale` pixels of a PNG file for each unit of the picture; a text is 12 units high. The other
/// formats do not depend on it.
///
/// # Errors
/// As [`draw`]; also if a PNG file of this scale would have no pixel or too many.
pub fn draw_scaled(figure: &Figure, format: FigureFormat, scale: f64) -> Result<Vec<u8>> {
    drawn(figure, format, "", scale)
}

fn drawn(figure: &Figure, format: FigureFormat, source: &str, scale: f64) -> Result<Vec<u8>> {
    if format == FigureFormat::Tikz {
        refuse_large(figure)?;
    }
    let scene = signed(scene(figure)?, source);
    let svg = || scene_svg::svg(&scene, &words::title(figure), &words::description(figure, source));
    match format {
        FigureFormat::Svg => Ok(svg().into_bytes()),
        FigureFormat::Tikz => Ok(scene_tikz::tikz(&scene).into_bytes()),
        FigureFormat::Png => png(&svg(), scale),
    }
}

fn scene(figure: &Figure) -> Result<Scene> {
    match figure {
        Figure::Cells(cells) => cells::scene(cells),
        Figure::Towers(towers) => towers::scene(towers),
        Figure::Curves(curves) => curves::scene(curves),
        Figure::Atlas(atlas) => atlas::scene(atlas),
        Figure::Wells(wells) => wells::scene(wells),
        Figure::States(states) => states::scene(states),
    }
}

/// The scene with the source under it.
fn signed(mut scene: Scene, source: &str) -> Scene {
    let size = PRINT * (scene.width / 900.0).max(1.0);
    scene.height += 0.6 * size;
    for line in wrap(source, size, (scene.width - 2.0 * MARGIN).max(LEAST_LINE)) {
        scene.text((MARGIN, scene.height), &line, size, Anchor::Start, DARK);
        scene.height += 1.3 * size;
        scene.width = scene.width.max(text_width(&line, size) + 2.0 * MARGIN);
    }
    scene
}

fn refuse_large(figure: &Figure) -> Result<()> {
    let (title, tables) = match figure {
        Figure::Cells(cells) => (&cells.title, std::slice::from_ref(cells)),
        Figure::Atlas(atlas) => (&atlas.title, atlas.tables.as_slice()),
        _ => return Ok(()),
    };
    let count: usize = tables.iter().flat_map(|cells| &cells.values).map(Vec::len).sum();
    if count <= MOST_TIKZ_CELLS {
        return Ok(());
    }
    let what = format!("{count} cells in TikZ");
    Err(Error::input(format!("figure \"{title}\""), what, format!("at most {MOST_TIKZ_CELLS}, or SVG")))
}

#[cfg(feature = "png")]
fn png(svg: &str, scale: f64) -> Result<Vec<u8>> {
    crate::report::png::png(svg, scale)
}

#[cfg(not(feature = "png"))]
fn png(_: &str, _: f64) -> Result<Vec<u8>> {
    Err(Error::input(
        "figure format",
        "PNG, which this program was built without",
        "SVG, or a build with --features png",
    ))
}
