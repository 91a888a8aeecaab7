//! What the thesis says in passing of rows and lanes: four rows in ten plays (section 2.1), an empty lane where all are
//! smooth (section 3.1), and how uneven the lanes of its strategies for two pieces get (section 3.2).
use super::picture::line;
use super::{ANYWHERE, Everywhere, all, exhausted, row, table};
use crate::claim::{Decision, Finding, Task, Verdict};
use crate::error::Result;
use crate::game::wells::{PieceSet, Well};
use crate::proof::region::wells::Strategy;
use crate::proof::region::wells::lanes::{LaneState, Profile};
use crate::solve::wells::strategies::lane_pairs::couple;
use crate::solve::wells::strategies::lane_rules::{lemma_1, single};
use crate::solve::wells::strategies::lanes::in_width;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Given {
    /// Pairs (width, depth): every play in every well of the width up to the depth.
    wells: Vec<(u8, usize)>,
    /// The cycles of the strategies for one piece are followed in wells up to this width.
    widest: u8,
}

/// Sections 2.1, 3.1 and 3.2.
pub fn rows_and_lanes(task: &Task) -> Result<Decision> {
    let Given { wells, widest } = task.experiment.parameters(task.scale)?;
    let wells = Everywhere::new(wells, &[ANYWHERE.to_string()])?;
    let (cycles, proportion) = four_in_ten(&wells, widest)?;
    let (lanes, uneven) = uneven_lanes()?;
    let findings = [vec![proportion, smooth_lanes()?], uneven].concat();
    Ok(Decision {
        findings,
        tables: vec![(String::new(), cycles), ("lanes".to_string(), lanes)],
        ..Decision::default()
    })
}

fn cells(well: &Well) -> u64 {
    well.rows().iter().map(|row| u64::from(row.count_ones())).sum()
}

/// What a play does to the number of full cells, and so what every cycle has to do; and the cycles of single pieces.
fn four_in_ten(wells: &Everywhere, widest: u8) -> Result<(crate::report::table::Table, Finding)> {
    let (mut plays, mut wrong, mut cycles) = (0_u64, None, Vec::new());
    let seven = PieceSet::parse("OITJLSZ")?;
    wells.rows(|space, freedom| {
        for hand in seven.pieces().iter().map(|piece| freedom.hand(piece)) {
            for well in all(space) {
                for at in hand.placements(&well) {
                    let (after, gone) = hand.place(&well, at);
                    let kept = cells(&after) + u64::from(space.width()) * gone as u64 == cells(&well) + 4;
                    wrong = wrong.take().or((!kept).then(|| format!("{} at {at} in {well}", hand.piece())));
                    plays += 1;
                }
            }
        }
        Ok(Vec::new())
    })?;
    for width in 2..=widest {
        for letter in ["O", "S", "I", "L", "T"] {
            let Some((played, gone)) = cycle_of(letter, width)? else { continue };
            let kept = u64::from(width) * gone == 4 * played;
            wrong = wrong.take().or((!kept).then(|| format!("the cycle of {letter} in width {width}")));
            cycles.push(row![letter, width, played, gone]);
        }
    }
    let part = "on every cycle four rows go for each so many plays as the well has columns: four rows in ten plays";
    let bound =
        format!("{plays} plays: {}; and {} cycles of one piece, to width {widest}", wells.bound(), cycles.len());
    let finding = Finding::new(part, "full cells before and after", Verdict::tried(bound, wrong)).note(
        "a play adds four full cells and a row that goes takes as many as there are columns, so on a cycle both are equal; and \
         in a game that does not end what was added and not taken never exceeds the cells of the well",
    );
    let title = "The cycles of the strategies for one piece, from the empty well";
    Ok((table(title, "pieces width plays rows_deleted", cycles), finding))
}

/// The plays of the cycle into which the strategy for a piece comes, and the rows that go in it.
fn cycle_of(letter: &str, width: u8) -> Result<Option<(u64, u64)>> {
    let Some(rule) = single(letter, width % 2 == 1)? else { return Ok(None) };
    let columns = width - rule.game.rest.min(width);
    if columns == 0 {
        return Ok(None);
    }
    let strategy: Strategy = in_width(&rule, columns / rule.game.lane)?;
    let plays = line(&strategy, 0);
    let back = plays.last().and_then(|last| plays.iter().position(|play| *play.before == last.after));
    let cycle = &plays[back.unwrap_or(plays.len())..];
    Ok(Some((cycle.len() as u64, cycle.iter().map(|play| play.cleared as u64).sum())))
}

fn is_smooth(lane: &Profile) -> bool {
    lane.iter().all(|row| *row == 0b11)
}

/// Lemma 1: where all lanes are smooth one is empty, and there the other piece goes.
fn smooth_lanes() -> Result<Finding> {
    let (mut situations, mut wrong) = (0, None);
    for other in ["I", "J", "L"] {
        let strategy = lemma_1(other)?;
        for ((state, sent), play) in &strategy.moves {
            if !state.lanes.keys().all(is_smooth) {
                continue;
            }
            situations += 1;
            let square = strategy.game.pieces.pieces()[usize::from(sent[0])].word() == "O";
            let holds =
                state.lanes.contains_key(&Profile::new()) && (square || play.lane.as_ref().is_some_and(Vec::is_empty));
            wrong = wrong.take().or((!holds).then(|| format!("square and {other}: {}", state.word(&strategy.game))));
        }
    }
    let part = "Lemma 1: where every lane is smooth at least one is empty, and the piece that is no square goes into an empty lane";
    let domain = format!("the {situations} situations with smooth lanes only, which stand for every even width");
    Ok(Finding::new(part, "the states of the strategies", exhausted(wrong, domain)))
}

/// How uneven the lanes are in the states of a strategy; `None` where any number of lanes may be bumpy.
struct Uneven {
    states: usize,
    bumpy: Option<usize>,
    rows: usize,
    apart: usize,
}

impl Uneven {
    fn of<'a>(states: impl Iterator<Item = &'a LaneState>) -> Self {
        let mut most = Uneven { states: 0, bumpy: Some(0), rows: 0, apart: 0 };
        for state in states {
            let lanes = || state.lanes.iter().map(|(lane, some)| (lane, *some)).chain([(&state.rest, false)]);
            let bumpy = || lanes().filter(|(lane, _)| !is_smooth(lane));
            let several = bumpy().any(|(_, some)| some);
            let heights = || lanes().map(|(lane, _)| lane.len());
            let rough = bumpy().map(|(lane, _)| lane.iter().filter(|row| **row != 0b11).count()).max();
            most = Uneven {
                states: most.states + 1,
                bumpy: most.bumpy.filter(|_| !several).map(|known| known.max(bumpy().count())),
                rows: most.rows.max(rough.unwrap_or(0)),
                apart: most.apart.max(heights().max().unwrap_or(0) - heights().min().unwrap_or(0)),
            };
        }
        most
    }
}

/// Section 3.2: bumpy lanes, their bumpy rows, and the differences of heights, in the strategies that look ahead.
fn uneven_lanes() -> Result<(crate::report::table::Table, Vec<Finding>)> {
    let (mut rows, mut all) = (Vec::new(), Vec::new());
    for pair in ["IL", "JL"] {
        let strategy = couple(pair)?;
        let states: std::collections::BTreeSet<&LaneState> = strategy.moves.keys().map(|(state, _)| state).collect();
        let found = Uneven::of(states.into_iter());
        let bumpy = super::number_or(found.bumpy, "");
        rows.push(row![pair, found.states, bumpy, found.rows, found.apart]);
        all.push(found);
    }
    let domain = || {
        let states: usize = all.iter().map(|found| found.states).sum();
        format!("the {states} states of lanes of both strategies, which stand for every even width from 4 on")
    };
    let told = |holds: bool, most: String| match holds {
        true => exhausted(None, domain()),
        false => Verdict::Open { reached: format!("{most} with our strategies") },
    };
    let lanes = all.iter().map(|found| found.bumpy).max_by_key(|bumpy| bumpy.unwrap_or(usize::MAX)).flatten();
    let high = all.iter().map(|found| found.rows).max().unwrap_or(0);
    let apart: Vec<String> = all.iter().map(|found| found.apart.to_string()).collect();
    let finding = |part: &str, verdict| Finding::new(part, "the states of the strategies", verdict);
    let findings = vec![
        finding(
            "the left elbow with the bar, and both elbows: never more than two bumpy lanes",
            told(
                lanes.is_some_and(|lanes| lanes <= 2),
                format!("{} bumpy lanes", super::number_or(lanes, "any number of")),
            ),
        ),
        finding(
            "the same: in a bumpy lane at most four rows are not full in it",
            told(high <= 4, format!("{high} such rows")),
        ),
        finding(
            "the same: no two lanes ever differ in height by more than a fixed number of rows",
            exhausted(None, domain()),
        )
        .note(format!("at most by {} rows, for the bar with the left elbow and for both elbows", apart.join(", "))),
    ];
    let title = "How uneven the lanes get in the strategies for two pieces that look ahead";
    Ok((table(title, "pieces lane_states bumpy_lanes bumpy_rows heights_apart", rows), findings))
}
