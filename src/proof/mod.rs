//! Certificates and their checkers: one file a kind. Nothing here searches, and nothing here uses a solver.
//!
//! A certificate is a text file of lines `key number number …`, opened by `topple-certificate 1 KIND` and closed by
//! `end`. [`check`] reads one and either tells in words what it proves or refuses it with the place.

pub mod balance;
pub mod balance_all;
pub mod clock;
pub mod file;
pub mod jenka;
pub mod linear_form;
pub mod lines;
pub mod map;
#[cfg(test)]
mod mutants;
pub mod pile;
#[cfg(test)]
mod small_starts;
pub mod stability;
pub mod strategy;
pub mod tower_moves;
pub mod values;
pub mod vector;

/// Why a certificate is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("refused at {place}: {why}")]
pub struct Reject {
    /// The line or the part of the certificate.
    pub place: String,
    /// What is wrong there.
    pub why: String,
    /// The text is no whole certificate of a known kind, rather than one that proves nothing.
    pub malformed: bool,
}

impl Reject {
    /// A refusal at a place, for a reason.
    pub fn at(place: impl Into<String>, why: impl Into<String>) -> Self {
        Reject { place: place.into(), why: why.into(), malformed: false }
    }

    /// A text that is no certificate at all, or not a whole one.
    pub fn malformed(place: impl Into<String>, why: impl Into<String>) -> Self {
        Reject { place: place.into(), why: why.into(), malformed: true }
    }
}

/// What an accepted certificate proves: one sentence each.
pub type Proved = Vec<String>;

/// Checks the text of a certificate of any kind.
///
/// # Errors
/// A [`Reject`] with the line or part at fault; a certificate that is not one at all is refused at its first line.
pub fn check(text: &str) -> Result<Proved, Reject> {
    let (kind, lines) = lines::read(text)?;
    match kind {
        "clock" => clock::check(&lines),
        "column-weights" => strategy::weights::check(&lines),
        "defeat" => strategy::check_defeat(&strategy::read_defeat(&lines)?),
        "lane-weights" => strategy::lane_weights::check(&lines),
        "lanes" => strategy::lanes::check(&strategy::lanes::read(&lines)?),
        "jenka-balance-all" => balance_all::check(&lines),
        "jenka-balance" => balance::check(&lines),
        "jenka-strategy" => jenka::check(&lines),
        "linear-form" => linear_form::check(&lines),
        "map" => map::check(&lines),
        "pile" => pile::check(&lines),
        "values" => values::check(&lines),
        "vector" => vector::check(&vector::read(&lines)?),
        "strategy" => strategy::check_strategy(&strategy::read_strategy(&lines)?),
        "stability" => stability::check(&lines),
        "tower-moves" => tower_moves::check(&lines),
        _ => Err(Reject::malformed("line 1", format!("unknown kind of certificate '{kind}'"))),
    }
}
