//! Games that the machine wins at every depth, because every well rises.
use crate::claim::{Decision, Fact, Finding};
use crate::error::Result;
use crate::game::wells::{Movement, PieceSet};
use crate::proof::fact::AnyDepth;
use crate::solve::wells::defeats::{rising, row_weights, runs};
use crate::solve::wells::regions::subsets::{Basis, Entry, Set};
use serde::Deserialize;
use std::cmp::Reverse;

/// How the machine is to make every well rise.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Means {
    /// Pairs (width, rows): the machine looks at so many of the highest rows at most.
    tops: Vec<(u8, usize)>,
    /// What is tried where that is not enough.
    #[serde(default)]
    runs: Vec<ByRuns>,
    /// What is tried where that is not enough either.
    #[serde(default)]
    automata: Vec<ByAutomaton>,
}

/// A game without lookahead, by rule slide, and what rows weigh in it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ByRuns {
    width: u8,
    pieces: PieceSet,
    runs: usize,
    long: u8,
    /// By the bits of a row, the first column the lowest; of each row but the empty and the full one.
    weights: Vec<i32>,
}

/// A game, and what rows weigh in it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ByAutomaton {
    width: u8,
    pieces: PieceSet,
    rule: Movement,
    lookahead: u8,
    /// How many of the highest rows the machine sees whole.
    rows: usize,
    /// By the bits of a row, as above.
    weights: Vec<i32>,
}

impl ByAutomaton {
    fn wells(&self) -> AnyDepth {
        AnyDepth { width: self.width, pieces: self.pieces.clone(), rule: self.rule, lookahead: self.lookahead }
    }
}

impl Means {
    /// A certificate that the machine wins, and of which kind.
    fn search(&self, wells: &AnyDepth) -> Result<Option<(&'static str, String)>> {
        let rows = self.tops.iter().find(|(width, _)| *width == wells.width).map_or(0, |(_, rows)| *rows);
        if let Some(text) = rising::search(wells, rows) {
            return Ok(Some(("rising", text)));
        }
        for ByRuns { width, pieces, runs, long, weights } in &self.runs {
            let game = AnyDepth { width: *width, pieces: pieces.clone(), rule: Movement::Slide, lookahead: 0 };
            let weighing = runs::Weighing { runs: *runs, long: *long, weights: weights.clone() };
            if game == *wells
                && let Some(text) = runs::search(wells, &weighing)
            {
                return Ok(Some(("rising-runs", text)));
            }
        }
        for given in &self.automata {
            let weighing = row_weights::Weighing::new(given.width, given.rows, given.weights.clone())?;
            if given.wells() == *wells
                && let Some(text) = row_weights::search(wells, &weighing)
            {
                return Ok(Some(("row-weights", text)));
            }
        }
        Ok(None)
    }
}

/// Whether the machine wins a game at every depth; the certificate is kept, if none at hand says so.
pub(super) fn rises(decision: &mut Decision, wells: &AnyDepth, means: &Means) -> Result<bool> {
    let wanted = Fact::LostHoweverDeep(wells.clone());
    let shown = |decision: &Decision| {
        decision.certificates.iter().flat_map(|one| &one.established.facts).any(|fact| fact.implies(&wanted))
    };
    if shown(decision) {
        return Ok(true);
    }
    let Some((kind, text)) = means.search(wells)? else { return Ok(false) };
    let AnyDepth { width, pieces, rule, lookahead } = wells;
    decision.keep(&format!("{kind}-{pieces}-width-{width}-lookahead-{lookahead}-{}", rule.word()), text)?;
    Ok(true)
}

/// The game of a line of a census.
pub(super) fn wells(entry: &Entry) -> Result<AnyDepth> {
    let Entry { width, set, lookahead, rule, .. } = *entry;
    Ok(AnyDepth { width, pieces: set.pieces()?, rule, lookahead })
}

/// Settles lines of a census that sweeps leave open, from few pieces to many and from the easiest game for the player to the
/// hardest, so that few certificates are enough; with what was shown by a certificate. The games for which there is an automaton come first,
/// also where the census has none of their width.
pub(super) fn settle(decision: &mut Decision, entries: &mut [Entry], means: &Means) -> Result<Vec<Fact>> {
    let mut open: Vec<&mut Entry> = entries.iter_mut().filter(|entry| entry.is_open()).collect();
    open.sort_by_key(|entry| {
        let Entry { width, set, lookahead, rule, .. } = **entry;
        (width, set.size(), set, Reverse((lookahead, rule)))
    });
    let mut found: Vec<AnyDepth> = Vec::new();
    for game in means.automata.iter().map(ByAutomaton::wells) {
        if rises(decision, &game, means)? {
            found.push(game);
        }
    }
    for entry in open {
        let game = wells(entry)?;
        if !rises(decision, &game, means)? {
            continue;
        }
        let wanted = Fact::LostHoweverDeep(game.clone());
        let shown = |known: &&AnyDepth| Fact::LostHoweverDeep((*known).clone()).implies(&wanted);
        let known = match found.iter().find(shown) {
            Some(known) => known,
            None => found.push_mut(game),
        };
        entry.basis = Basis::Rises(Set::of(&known.pieces.to_string()), known.lookahead, known.rule);
    }
    Ok(found.into_iter().map(Fact::LostHoweverDeep).collect())
}

/// A part that says with which pieces the machine wins at every depth.
pub(super) fn at_every_depth(decision: &Decision, what: &str, facts: Vec<Fact>) -> Result<Finding> {
    let named = |fact: &Fact| match fact {
        Fact::LostHoweverDeep(AnyDepth { width, pieces, rule, lookahead }) => {
            format!("{pieces} in width {width} with lookahead {lookahead} by rule {}", rule.word())
        }
        other => other.to_string(),
    };
    let named: Vec<String> = facts.iter().map(named).collect();
    decision.proved(format!("{what}: {}", named.join("; ")), facts)
}
