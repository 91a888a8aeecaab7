//! Certificates and their checkers: one file a kind. Nothing here searches, and nothing here uses a solver.
//!
//! A certificate is a text file of lines `key number number …`, opened by `topple-certificate 1 KIND` and closed by
//! `end`. [`check`] reads one and either answers with facts or refuses it with the place.

pub mod automaton;
pub mod fact;
pub mod file;
pub mod goal;
pub mod labelling;
pub mod lines;
mod mixer;
pub mod morphism;
#[cfg(test)]
mod mutants;
pub mod potential;
pub mod region;

pub use fact::Fact;
pub use goal::{Established, Goal};

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

/// What an accepted certificate establishes.
pub type Facts = Vec<Fact>;

/// Checks the text of a certificate of any kind.
///
/// # Errors
/// A [`Reject`] with the line or part at fault; a certificate that is not one at all is refused at its first line.
pub fn check(text: &str) -> Result<Facts, Reject> {
    establish(text).map(|established| established.facts)
}

/// Checks the text of a certificate of any kind, and keeps a labelling of all positions to look values up in.
///
/// # Errors
/// As [`check`].
pub fn establish(text: &str) -> Result<Established, Reject> {
    let (kind, lines) = lines::read(text)?;
    if kind == "vector" {
        let certificate = labelling::vector::read(&lines)?;
        let facts = labelling::vector::check(&certificate)?;
        return Ok(Established { facts, labelling: certificate.game.is_some().then_some(certificate) });
    }
    Ok(Established { facts: facts(kind, &lines)?, labelling: None })
}

fn facts(kind: &str, lines: &[lines::Line]) -> Result<Facts, Reject> {
    use region::wells;
    match kind {
        "linear-form" => labelling::linear_form::check(lines),
        "misere-quotient" => labelling::misere_quotient::check(lines),
        "values" => labelling::values::check(lines),
        "bag" => wells::bag::check(&wells::bag::read(lines)?),
        "defeat" => wells::check_defeat(&wells::read_defeat(lines)?),
        "in-advance" => wells::in_advance::check_foresight(&wells::in_advance::read_foresight(lines)?),
        "order" => wells::in_advance::check_order(&wells::in_advance::read_order(lines)?),
        "jenka-balance" => region::balance::check(lines),
        "jenka-balance-all" => region::balance_all::check(lines),
        "jenka-strategy" => region::jenka::check(lines),
        "lanes" => wells::lanes::check(&wells::lanes::read(lines)?),
        "strategy" => wells::check_strategy(&wells::read_strategy(lines)?),
        "clock" => potential::clock::check(lines),
        "column-weights" => potential::column_weights::check(lines),
        "lane-weights" => potential::lane_weights::check(lines),
        "rising" => potential::rising::check(lines),
        "rising-runs" => potential::runs::check(lines),
        "map" => morphism::check(lines),
        "kink-order" => automaton::kink_order::check(lines),
        "pile" => automaton::pile::check(lines),
        "row-weights" => automaton::row_weights::check(lines),
        "stability" => automaton::stability::check(lines),
        "tower-moves" => automaton::tower_moves::check(lines),
        _ => Err(Reject::malformed("line 1", format!("unknown kind of certificate '{kind}'"))),
    }
}
