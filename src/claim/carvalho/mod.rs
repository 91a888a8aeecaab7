//! The claims of Carvalho, Neto and Santos.
mod clock;
mod exercise;
mod four;
mod pattern;
mod picture;
mod towers;

pub use clock::{
    addition_equivalence, cgsuite_examples, clock_nim, commercial_tower, observation_2_4, observation_2_5,
};
pub use exercise::{figure_5_exercise, tower_drawing};
pub use four::jenga_4;
pub use pattern::{figures_6_to_10, table_1, theorem_3_1};
pub use picture::figure_13;
pub use towers::layers_as_piles;

use super::vector::Known;
use super::{Certificate, Task};
use crate::error::Result;
use crate::game::Play;

/// The addition game of Jenga (section 2.2).
const JENGA: &str = "addition (-2,0),(-2,1),(1,-1)";

/// The Grundy values of [`JENGA`] with their certificate.
fn jenga(task: &Task) -> Result<Known> {
    Known::new(task, "jenga-grundy", JENGA, Play::Grundy)
}

/// CLOCK NIM (a1,a2|s)_{3,2} is the addition game: the map, accepted by its checker.
fn jenga_map() -> Result<Certificate> {
    Certificate::new(
        "clock-nim-to-addition",
        map_text("clock-nim 2 3 2", JENGA, "row 0 3\nrow 1 0", &["0 0 1 -1 0", "0 0 0 0 0", "0 0 0 1 0"]),
    )
}

/// The text of a map certificate with all three extra claims.
fn map_text(from: &str, to: &str, rows: &str, states: &[&str]) -> String {
    let states: String = states.iter().map(|state| format!("state {state}\n")).collect();
    format!("topple-certificate 1 map\nfrom {from}\nto {to}\n{rows}\n{states}one-to-one\nonto\neden\nend\n")
}
