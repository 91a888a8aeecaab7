//! When lookahead is needed: the two remarks of section 6.2.
use super::all_subsets::{listed, lost, named};
use super::rising::{Means, rises, settle};
use super::{exhausted, to_depth};
use crate::claim::{Decision, Fact, Finding, Task, Verdict};
use crate::error::{Error, Result};
use crate::game::wells::{Movement, PieceSet};
use crate::proof::fact::AnyDepth;
use crate::proof::region::wells::WellGame;
use crate::solve::wells::regions::least_height;
use crate::solve::wells::regions::subsets::{Entry, Sizes, census};
use crate::solve::wells::strategies::reach::{Reached, solve};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Given {
    /// Pairs (width, greatest depth) for the two elbows without lookahead.
    elbows: Vec<(u8, u16)>,
    /// Pairs (width, greatest depth) for all sets with lookahead 0, 1 and 2.
    sets: Vec<(u8, u16)>,
    /// Pairs (width, depth) in which the elbows are won without lookahead if pieces may be put anywhere.
    anywhere: Vec<(u8, u16)>,
    /// What is dropped in wells that are won with two pieces of lookahead and, as deep as is known, lost with one.
    two_pieces: Vec<Wells>,
    /// How the machine is to make every well rise.
    rising: Means,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wells {
    pieces: String,
    width: u8,
    depth: u16,
}

/// The most situations of a strategy that is looked for.
const SITUATIONS: usize = 200_000;

/// The two elbows without lookahead; and sets that need two pieces of lookahead.
pub fn lookahead_questions(task: &Task) -> Result<Decision> {
    let given: Given = task.experiment.parameters(task.scale)?;
    let mut entries = Vec::new();
    for (width, depth) in &given.sets {
        let wells = Sizes { width: *width, depth: *depth, lookahead: 2 };
        entries.extend(census(wells, &lost(*width), task.memory, task.watch)?);
    }
    let mut decision = Decision::default();
    settle(&mut decision, &mut entries, &given.rising)?;
    decision.tables = vec![(String::new(), listed(&entries))];
    let anywhere = elbows_anywhere(task, &given.anywhere, &mut decision)?;
    let lost = elbows_lost(&mut decision, &given.rising)?;
    let told = won_with_two(task, &given.two_pieces, &mut decision)?;
    decision.findings = vec![
        elbows(task, &given.elbows)?,
        lost,
        anywhere,
        two_pieces(&entries, &given.sets),
        told,
        two_pieces_settled(&entries),
    ];
    Ok(decision)
}

/// The width in which the questions are settled.
const SETTLED: u8 = 2;

/// The elbows in width 2, by the freest rule, and in width 3, where they win if pieces may be put anywhere.
fn elbows_lost(decision: &mut Decision, means: &Means) -> Result<Finding> {
    let mut facts = Vec::new();
    for (width, rule) in [(SETTLED, Movement::Anywhere), (3, Movement::Slide)] {
        let wells = AnyDepth { width, pieces: PieceSet::parse("JL")?, rule, lookahead: 0 };
        rises(decision, &wells, means)?;
        facts.push(Fact::LostHoweverDeep(wells));
    }
    let part = "without lookahead the two elbows lose at every depth in width 2 under every rule, and in width 3 when pieces \
                slide, or drop";
    decision.proved(part, facts)
}

/// In width 2 every set with every lookahead is won, or lost at every depth.
fn two_pieces_settled(entries: &[Entry]) -> Finding {
    let here = || entries.iter().filter(|entry| entry.width == SETTLED);
    let is_won = |entry: &Entry, lookahead: u8| {
        let same = |other: &&Entry| other.lookahead == lookahead && (other.set, other.rule) == (entry.set, entry.rule);
        here().find(same).is_some_and(|entry| entry.least.height.is_some())
    };
    let broken = here().find(|entry| entry.is_open() || (is_won(entry, 2) && !is_won(entry, 1))).map(named);
    let part = "in width 2, if pieces only drop, slide, or may be put anywhere, there is no set of pieces with which the player wins \
                with two pieces of lookahead and loses with one at every depth";
    let domain = format!("{} games, each won from some depth on or lost at every depth", here().count());
    Finding::new(part, "sweep, theorem kinks_win, certificates of rising wells", exhausted(broken, domain))
}

/// The elbows when pieces slide: what is lost then is lost when they drop.
fn elbows(task: &Task, sizes: &[(u8, u16)]) -> Result<Finding> {
    let part = "the two elbows win without lookahead when pieces slide, or drop";
    for (width, depth) in sizes {
        let game = WellGame::new(*width, *depth, PieceSet::parse("JL")?, Movement::Slide, 0)?;
        if let Some(height) = least_height(&game, 0, task.memory, task.watch)?.height {
            let bound = format!("width {width}, depth {height}, rule slide");
            return Ok(Finding::new(part, "sweep", Verdict::Swept { bound }));
        }
    }
    let reached = format!("they lose in {}", to_depth(sizes));
    Ok(Finding::new(part, "sweep", Verdict::Open { reached }))
}

/// The elbows where a piece may be put in any free place with something under it, reached or not.
fn elbows_anywhere(task: &Task, sizes: &[(u8, u16)], decision: &mut Decision) -> Result<Finding> {
    let mut facts = Vec::new();
    for (width, depth) in sizes {
        let game = WellGame::new(*width, *depth, PieceSet::parse("JL")?, Movement::Anywhere, 0)?;
        facts.push(won(&game, &format!("elbows-anywhere-{width}"), task, decision)?);
    }
    let wells: Vec<String> = sizes.iter().map(|(width, depth)| format!("width {width} at depth {depth}")).collect();
    let part = format!(
        "the two elbows win without lookahead in {}, if a piece may be put in any free place with something under it, reached \
         or not",
        wells.join(" and ")
    );
    let finding = decision.proved(part, facts)?;
    Ok(finding.note("so a proof that they lose there has to speak of the ways by which pieces reach their places"))
}

/// The candidates for a set that needs two pieces of lookahead: a strategy for each, dropped and so by every freer rule.
fn won_with_two(task: &Task, wells: &[Wells], decision: &mut Decision) -> Result<Finding> {
    let (mut facts, mut named) = (Vec::new(), Vec::new());
    for Wells { pieces, width, depth } in wells {
        let game = WellGame::new(*width, *depth, PieceSet::parse(pieces)?, Movement::Drop, 2)?;
        facts.push(won(&game, &format!("two-pieces-{pieces}-{width}"), task, decision)?);
        named.push(format!("{pieces} in width {width} at depth {depth}"));
    }
    let part = format!("with two pieces of lookahead the player wins, dropping: {}", named.join("; "));
    let finding = decision.proved(part, facts)?;
    Ok(finding.note("all-subsets says how deep they are known to be lost with one piece"))
}

/// Keeps a strategy that is found by search, and says that the player wins.
pub(super) fn won(game: &WellGame, name: &str, task: &Task, decision: &mut Decision) -> Result<Fact> {
    let Reached::Won(strategy) = solve(game, SITUATIONS, task.memory)? else {
        return Err(Error::input(name, "no strategy found", "a depth in which the sweep finds a win"));
    };
    decision.keep(name, strategy.text())?;
    Ok(Fact::Survives(game.clone()))
}

/// Sets that win with two pieces of lookahead and not with one.
fn two_pieces(entries: &[Entry], sizes: &[(u8, u16)]) -> Finding {
    let least = |entry: &Entry, lookahead: u8| {
        let same = |other: &&Entry| {
            other.lookahead == lookahead && (other.width, other.set, other.rule) == (entry.width, entry.set, entry.rule)
        };
        entries.iter().find(same).and_then(|entry| entry.least.height)
    };
    let twice: Vec<&Entry> = entries.iter().filter(|entry| entry.lookahead == 2).collect();
    let (mut only, mut sooner) = (Vec::new(), Vec::new());
    for entry in twice {
        match (least(entry, 2), least(entry, 1)) {
            (Some(_), None) => only.push(named(entry)),
            (Some(two), Some(one)) if two < one => sooner.push(format!("{}, with one piece {one}", named(entry))),
            _ => {}
        }
    }
    let swept = to_depth(sizes);
    let reached = match only.first() {
        None => format!("no such set in {swept}"),
        Some(_) => format!("won with two and not with one piece as deep as swept ({swept}): {}", only.join("; ")),
    };
    let part = "a set of pieces wins with two pieces of lookahead and, at every depth, loses with one";
    let note = match sooner.as_slice() {
        [] => "where both win, the least depths are equal".to_string(),
        all => format!("two pieces lower the least depth in {} games: {}", all.len(), all.join("; ")),
    };
    Finding::new(part, "sweep", Verdict::Open { reached }).note(note)
}
