//! Both kinks in an order known in advance: the argument of [`advance`](crate::solve::wells::defeats::advance) in small wells.
use super::{ANYWHERE, Everywhere, named, row, table};
use crate::claim::{Finding, Verdict};
use crate::error::Result;
use crate::report::table::Table;
use crate::solve::Memory;
use crate::solve::wells::defeats::advance::{Advance, enough, exception, shortest};

/// What is found in these wells, and the shortest sequences.
pub(super) fn in_advance(wells: &Everywhere, memory: Memory) -> Result<(Vec<Finding>, Table)> {
    let mut survives = None;
    let rows = wells.rows(|space, freedom| {
        let Some(Advance { run, from_empty, from_any }) = shortest(space, freedom, memory)? else {
            survives.get_or_insert(named(space, freedom));
            return Ok(row![enough(space), "", "", ""]);
        };
        Ok(row![enough(space), run, from_empty, from_any])
    })?;
    let sweep = |part: &str| {
        Finding::new(part, "longest paths of wells and steps", Verdict::tried(wells.bound(), survives.clone()))
    };
    let defeats = sweep("for each width and depth some left kinks and as many right ones, by turns, defeat every player who knows this in advance")
        .theorem("kinks_win_blindly")
        .note(
            "under every rule; no cycle is detected, and no piece depends on the play. The table has the fewest that do, and \
             the longest play against these",
        );
    let whole = sweep(
        "with any set that has both kinks the machine wins, in every well and however many pieces are shown ahead",
    )
    .theorem("kinks_win")
    .note("for a player who knows the whole sequence is shown no less");
    let even: Vec<(u8, usize)> = wells.wells.iter().copied().filter(|(width, _)| width % 2 == 0).collect();
    let even = Everywhere { wells: even, freedoms: vec![ANYWHERE] };
    let mut broken = None;
    even.rows(|space, freedom| {
        let (_, found) = exception(space, freedom);
        broken = broken.take().or(found.map(|(before, after)| format!("from {before} to {after}")));
        Ok(Vec::new())
    })?;
    let part = "in even widths no kink raises the potential of the proof, and it stays only for left kinks on lanes with a left \
                cell on top and right kinks on lanes with a right one";
    let potential = Finding::new(part, "all plays of kinks in all wells", Verdict::tried(even.bound(), broken)).supporting().note(
        "the potential: weights of the columns, then empty segments that are covered, then half-full segments, counted down; proofs/README.md has the argument",
    );
    let header = "width depth rule enough kinks_by_turns most_pieces_sent most_pieces_sent_from_any";
    let title = "The fewest left kinks, and then as many right ones, by turns, that defeat every player who knows the sequence; how \
                 many the argument needs; and the most pieces against the fewest, the last one included";
    Ok((vec![defeats, whole, potential], table(title, header, rows)))
}
