//! Games of one coordinate: every wavefront is a single cell, so the cells are computed in blocks along the line instead.
use super::frame::Frame;
use super::kernel::{Mark, fill};
use super::piece::{Piece, Place};
use super::region::Region;
use crate::error::Result;
use crate::game::Play;
use crate::solve::Memory;

/// How many cells are computed and shown together.
const BLOCK: usize = 32 << 10;
/// From this least amount on, so many cells in a row do not depend on each other, and are computed as a row is.
const LEAST_ROW: usize = 16;

/// Computes all cells of the window block by block; `see` and `end` are those of `band::sweep`.
pub(super) fn sweep<M: Mark, P: Default>(
    frame: &Frame,
    region: &Region,
    play: Play,
    memory: Memory,
    name: &str,
    see: &impl Fn(&mut P, Piece<'_>),
    end: &mut impl FnMut(P) -> Result<()>,
) -> Result<()> {
    let amounts: Vec<usize> = frame.shifts.iter().map(|shift| shift.fall as usize).collect();
    let cells = region.top as usize + 1;
    // Nothing further back than the window is ever looked at.
    let kept = amounts.iter().copied().max().unwrap_or(0).min(cells);
    memory.ask((kept as u128 + BLOCK as u128) * size_of::<M>() as u128, &format!("the line of {name}"))?;
    // A mark of no bit changes nothing when it is joined, so it stands for the cells before the first.
    let mut marks = vec![M::default(); kept + BLOCK];
    for first in (0..cells).step_by(BLOCK) {
        let length = BLOCK.min(cells - first);
        compute(play, &mut marks[..kept + length], kept, &amounts);
        let mut part = P::default();
        let place = Place { start: frame.to_position([first as i64, 0, 0]), step: frame.columns[0], dimension: 1 };
        see(&mut part, Piece { place, row: [first as i64, 0, 0], marks: M::marks(&marks[kept..kept + length]) });
        end(part)?;
        marks.copy_within(length..length + kept, 0);
    }
    Ok(())
}

/// Computes the marks from `kept` on, from those before.
fn compute<M: Mark>(play: Play, marks: &mut [M], kept: usize, amounts: &[usize]) {
    // What is further back than the window lies before all cells.
    let within: Vec<usize> = amounts.iter().copied().filter(|&amount| amount <= kept).collect();
    let least = within.iter().copied().min().unwrap_or(BLOCK).min(BLOCK);
    if least < LEAST_ROW {
        return match play {
            Play::Grundy => one_by_one(marks, kept, &within, M::least_clear),
            Play::Normal => one_by_one(marks, kept, &within, M::normal),
            Play::Misere => one_by_one(marks, kept, &within, M::misere),
        };
    }
    let mut at = kept;
    while at < marks.len() {
        let length = least.min(marks.len() - at);
        let (done, rest) = marks.split_at_mut(at);
        let mut sources: [&[M]; crate::game::addition::MOST_MOVES] = [&[]; _];
        for (source, amount) in sources.iter_mut().zip(&within) {
            *source = &done[at - amount..][..length];
        }
        fill(play, &mut rest[..length], &sources[..within.len()]);
        at += length;
    }
}

fn one_by_one<M: Mark>(marks: &mut [M], kept: usize, amounts: &[usize], finish: impl Fn(M) -> M) {
    match *amounts {
        [a] => each(marks, kept, [a], finish),
        [a, b] => each(marks, kept, [a, b], finish),
        [a, b, c] => each(marks, kept, [a, b, c], finish),
        [a, b, c, d] => each(marks, kept, [a, b, c, d], finish),
        _ => {
            for at in kept..marks.len() {
                marks[at] = finish(amounts.iter().fold(M::default(), |joined, amount| joined | marks[at - amount]));
            }
        }
    }
}

/// The same for a fixed number of amounts: the loop over them is unrolled.
fn each<M: Mark, const N: usize>(marks: &mut [M], kept: usize, amounts: [usize; N], finish: impl Fn(M) -> M) {
    for at in kept..marks.len() {
        let mut joined = M::default();
        for amount in amounts {
            joined = joined | marks[at - amount];
        }
        marks[at] = finish(joined);
    }
}
