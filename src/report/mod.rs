//! Tables and figures as files. Draws what it is handed and knows no solver.
//!
//! [`table::write`] turns a [`table::Table`] into the text of a file, [`draw::draw`] a [`figure::Figure`] into its bytes,
//! [`tower_text::tower_text`] a tower and [`well_text::well_text`] a well into plain characters. The same data give the same bytes on every machine.
//!
//! Cells, towers and wells are laid out once, as a scene of polygons and texts; one writer makes SVG of a scene, one makes TikZ.
//! PNG is the SVG painted with a font that is compiled in.
mod arrows;
mod atlas;
mod axis;
mod behind;
mod bfile;
mod cells;
pub mod columns;
mod curves;
pub mod draw;
pub mod figure;
mod latex;
mod legend;
mod markdown;
mod outline;
mod palette;
#[cfg(feature = "png")]
mod png;
mod position;
mod scene;
mod scene_svg;
mod scene_tikz;
mod states;
mod states_grid;
mod states_layout;
pub mod table;
mod tex;
mod tower_sides;
pub mod tower_text;
mod towers;
pub mod well_text;
mod wells;
mod words;

pub use behind::behind;
pub use bfile::bfile_by_antidiagonals;
pub use draw::{FigureFormat, draw, draw_scaled, draw_signed};
pub use palette::colours;
pub use position::position;
pub use table::{TableFormat, write};
pub use tower_sides::tower_sides;
pub use tower_text::tower_text;
pub use well_text::well_text;
