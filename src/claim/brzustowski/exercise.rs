//! The exercise at the end of section 3.2: two-piece strategies for other pairs in a well of width 4.
use super::lookahead::won;
use crate::claim::{Decision, Finding, Task, Verdict};
use crate::error::{Error, Result};
use crate::game::wells::{Movement, PieceSet};
use crate::proof::region::wells::WellGame;
use crate::solve::wells::regions::least_height;
use crate::solve::wells::regions::subsets::Set;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Exercise {
    /// Pairs that are won in width 4 by rule drop: pieces, lookahead, depth.
    won: Vec<(String, u8, u16)>,
    /// With the others the machine wins to this depth, by rule slide and with one piece of lookahead.
    depth: u16,
}

const WIDTH: u8 = 4;
/// The pairs of Table 3.2 up to a mirror, and both kinks, which lose in every well.
const KNOWN: [&str; 5] = ["OI", "OJ", "IJ", "JL", "SZ"];

/// Strategies for the pairs that are won, and how far the others are lost.
pub(super) fn exercise(given: &Exercise, task: &Task, decision: &mut Decision) -> Result<()> {
    let (mut facts, mut said) = (Vec::new(), Vec::new());
    for (letters, lookahead, depth) in &given.won {
        let game = WellGame::new(WIDTH, *depth, PieceSet::parse(letters)?, Movement::Drop, *lookahead)?;
        let word = if *lookahead == 0 { "without" } else { "with" };
        facts.push(won(&game, &format!("{word}-lookahead-{letters}-width-{WIDTH}"), task, decision)?);
        said.push(format!("{letters} {word} lookahead at depth {depth}"));
    }
    let part = format!("the exercise in width {WIDTH}: other pairs with a winning strategy: {}", said.join(", "));
    let names = "O square, I bar, T tee, J and L elbows, S and Z kinks; the same in a mirror";
    let finding = decision.proved(part, facts)?.note(names);
    decision.findings.push(finding);
    let known = |set: &Set| {
        let won = given.won.iter().map(|(letters, ..)| letters.as_str());
        KNOWN.into_iter().chain(won).any(|letters| Set::of(letters) == *set)
    };
    let left: Vec<Set> =
        Set::up_to_mirror().into_iter().filter(|set| set.size() == 2).filter(|set| !known(set)).collect();
    for set in &left {
        let game = WellGame::new(WIDTH, given.depth, set.pieces()?, Movement::Slide, 1)?;
        if let Some(height) = least_height(&game, 0, task.memory, task.watch)?.height {
            let right = "a pair that loses so deep; else it belongs to those that are won";
            return Err(Error::input("the exercise", format!("{set} is won in depth {height}"), right));
        }
    }
    let left: Vec<String> = left.iter().map(Set::to_string).collect();
    let part = format!(
        "the exercise in width {WIDTH}: with the pairs that are left, {}, the machine wins, though pieces may slide and one is \
         shown ahead",
        left.join(" and ")
    );
    let finding =
        Finding::new(part, "sweep", Verdict::Swept { bound: format!("width {WIDTH} to depth {}", given.depth) });
    decision.findings.push(finding.note("both kinks lose at every depth, as algorithm-2 proves"));
    Ok(())
}
