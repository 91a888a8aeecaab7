//! The claims of Carvalho, Neto and Santos.
mod clock;
mod exercise;
mod four;
mod listing;
mod maps;
pub(super) mod no_pattern;
mod pattern;
mod picture;
mod record;
mod towers;
mod wider;

pub use clock::{clock_nim, clock_nim_patterns};
pub use exercise::{cgsuite_examples, figure_5_exercise, tower_drawing};
pub use four::jenga_4;
pub use maps::{addition_equivalence, commercial_tower, observation_2_4, observation_2_5};
pub use no_pattern::no_pattern;
pub use pattern::{figures_6_to_10, table_1, theorem_3_1};
pub use picture::figure_13;
pub use record::record_tower;
pub use towers::layers_as_piles;
pub use wider::wider_census;

use super::library::{Row, number};
use super::vector::Known;
use super::{Goal, Task};
use crate::error::Result;
use crate::game::Play;
use crate::proof::goal::Values;

/// The addition game of Jenga (section 2.2).
const JENGA: &str = "addition (-2,0),(-2,1),(1,-1)";

/// The Grundy values of [`JENGA`] with their certificate.
fn jenga(task: &Task) -> Result<Known> {
    Known::new(task, "jenga-grundy", JENGA, Play::Grundy)
}

/// Printed cells: the computed values of the same cells, and those that are printed otherwise.
fn cells<'a>(known: &Known, printed: impl IntoIterator<Item = &'a Row>) -> Result<(Goal, Vec<String>)> {
    let (mut cells, mut differing) = (Vec::new(), Vec::new());
    for row in printed {
        let [column, down, printed] = ["column", "row", "value"].map(|name| number(row, name));
        let at = [column?, down?];
        let (position, printed, value) = (format!("({},{})", at[0], at[1]), printed?, known.value(0, &at));
        if printed != value {
            differing.push(format!("{position}: printed {printed}, computed {value}"));
        }
        cells.push((position, value));
    }
    Ok((Goal::Values(Values { game: known.game.name.clone(), play: Play::Grundy, cells }), differing))
}
