//! Both kinks in an order known in advance: the argument of [`advance`](crate::solve::wells::advance) in small wells.
use super::lemmas::bound;
use super::table;
use crate::claim::{Finding, Verdict};
use crate::error::Result;
use crate::game::tetris::Rule;
use crate::report::table::Table;
use crate::solve::Memory;
use crate::solve::wells::advance::{Advance, enough, exception, shortest};
use crate::solve::wells::graph::Freedom;
use crate::solve::wells::space::Space;

/// What is found in the wells of these widths and depths, and the shortest sequences.
pub(super) fn in_advance(wells: &[(u8, usize)], freedoms: &[Freedom], memory: Memory) -> Result<(Vec<Finding>, Table)> {
    let (mut rows, mut survives) = (Vec::new(), None);
    for freedom in freedoms {
        for (width, depth) in wells {
            let space = Space::new(*width, *depth)?;
            let words = [width.to_string(), depth.to_string(), freedom.to_string(), enough(&space).to_string()];
            let numbers = match shortest(&space, *freedom, memory)? {
                Some(Advance { run, from_empty, from_any }) => [run, from_empty, from_any].map(|n| n.to_string()),
                None => {
                    survives.get_or_insert(format!("width {width}, depth {depth}, moves {freedom}"));
                    ["none", "never", "never"].map(String::from)
                }
            };
            rows.push(words.into_iter().chain(numbers).collect());
        }
    }
    let verdict = |counterexample: Option<String>, bound: String| match counterexample {
        None => Verdict::Swept { bound },
        Some(counterexample) => Verdict::Refuted { counterexample },
    };
    let part = "some left kinks and as many right ones, by turns, defeat every player who knows this in advance";
    let defeats = Finding::new(part, "longest paths of wells and steps", verdict(survives, bound(wells, freedoms))).note(
        "theorem kinks_win_blindly: for each width and depth some number of kinks by turns does, under every rule; no cycle is \
         detected, and no piece depends on the play. The table has the fewest that do, and the longest play against these",
    );
    let even: Vec<(u8, usize)> = wells.iter().copied().filter(|(width, _)| width % 2 == 0).collect();
    let mut broken = None;
    for (width, depth) in &even {
        let (_, found) = exception(&Space::new(*width, *depth)?, Freedom::Rule(Rule::Anywhere));
        broken = broken.or(found.map(|(before, after)| format!("from {before} to {after}")));
    }
    let part = "in even widths no kink raises the potential of the proof, and it stays only for left kinks on lanes with a left \
                cell on top and right kinks on lanes with a right one";
    let bound = bound(&even, &[Freedom::Rule(Rule::Anywhere)]);
    let potential = Finding::new(part, "all plays of kinks in all wells", verdict(broken, bound)).supporting().note(
        "the potential: weights of the columns, then empty segments that are covered, then half-full segments, counted down; proofs/README.md has the argument",
    );
    let header = ["width", "depth", "moves", "enough", "kinks_by_turns", "most_pieces", "most_pieces_from_any"];
    let title = "The fewest left kinks, and then as many right ones, by turns, that defeat every player who knows the sequence; how \
                 many the argument needs; and the most pieces against the fewest, the last one included";
    Ok((vec![defeats, potential], table(title, &header, rows)))
}
