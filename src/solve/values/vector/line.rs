//! Games of one coordinate: every wavefront is a single cell, so the cells are computed in blocks along the line instead.
//!
//! A cell depends on the marks before it, as far back as the largest amount. So when so many marks in a row come again,
//! all later ones do as well, and none of them has to be computed.
use super::frame::Frame;
use super::kernel::{Mark, fill};
use super::region::Region;
use super::run::{Reader, Run, Track};
use super::team::End;
use crate::error::Result;
use crate::game::Play;
use crate::solve::Memory;

/// How many cells are computed and shown together.
const BLOCK: usize = 32 << 10;
/// From this least amount on, so many cells in a row do not depend on each other, and are computed as a row is.
const LEAST_ROW: usize = 16;

/// Computes all cells of the window block by block; `reader` and `end` are those of `band::sweep`.
pub(super) fn sweep<M: Mark>(
    frame: &Frame,
    region: &Region,
    play: Play,
    memory: Memory,
    name: &str,
    reader: &dyn Reader,
    end: End<'_>,
) -> Result<()> {
    let amounts: Vec<usize> = frame.shifts[0].iter().map(|shift| shift.fall as usize).collect();
    let cells = region.top as usize + 1;
    // Nothing further back than the window is ever looked at.
    let kept = amounts.iter().copied().max().unwrap_or(0).min(cells);
    // The marks that are computed, a number for each to look for a repetition, a circle of up to a block and one after it.
    let bytes = kept as u128 * (size_of::<M>() + size_of::<usize>()) as u128 + (3 * BLOCK * size_of::<M>()) as u128;
    memory.ask(bytes, &format!("the line of {name}"))?;
    // A mark of no bit changes nothing when it is joined, so it stands for the cells before the first.
    let mut marks = vec![M::default(); kept + BLOCK];
    let mut circle: Option<Circle<M>> = None;
    for (block, first) in (0..cells).step_by(BLOCK).enumerate() {
        let length = BLOCK.min(cells - first);
        if circle.is_none() {
            compute(play, &mut marks[..kept + length], kept, &amounts);
        }
        let shown = match &circle {
            Some(circle) => circle.cells(first, length),
            None => &marks[kept..kept + length],
        };
        let mut part = reader.part();
        let start = frame.to_position([first as i64, 0, 0]);
        let track = Track { state: 0, start, step: frame.columns[0], dimension: 1 };
        reader.see(&mut part, Run { track, marks: M::marks(shown) });
        end(part)?;
        // Looking for the circle takes longer than a block does, so it is not done after each.
        if circle.is_none() && first + length < cells {
            circle = if block & (block + 1) == 0 { Circle::new(&marks, kept, first + length) } else { None };
            marks.copy_within(length..length + kept, 0);
        }
    }
    Ok(())
}

/// Marks that repeat for ever.
struct Circle<M> {
    /// The cell with the first mark.
    first: usize,
    period: usize,
    /// As many marks as the period, and then again so many that a block from anywhere in the period fits.
    marks: Vec<M>,
}

impl<M: Mark> Circle<M> {
    /// The least period, if the last `kept` marks have stood within a block before; the cell after them is `next`.
    fn new(marks: &[M], kept: usize, next: usize) -> Option<Self> {
        let period = stood_before(marks, kept)?;
        let marks = marks[marks.len() - period..].iter().copied().cycle().take(period + BLOCK).collect();
        Some(Circle { first: next, period, marks })
    }

    fn cells(&self, first: usize, length: usize) -> &[M] {
        &self.marks[(first - self.first) % self.period..][..length]
    }
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

/// How far back the last `kept` marks stand another time, at the nearest. The search of Knuth, Morris and Pratt from the
/// end: its time is linear, also where long runs of marks are alike.
fn stood_before<M: Mark>(marks: &[M], kept: usize) -> Option<usize> {
    let back = |i: usize| marks[marks.len() - 1 - i];
    // Entry i: how many of the last marks end a run of i + 1 marks as they begin it.
    let mut borders = vec![0; kept];
    let longer = |borders: &[usize], mut matched: usize, i: usize| {
        while matched > 0 && (matched == kept || back(i) != back(matched)) {
            matched = borders[matched - 1];
        }
        matched + usize::from(back(i) == back(matched))
    };
    for i in 1..kept {
        borders[i] = longer(&borders, borders[i - 1], i);
    }
    let mut matched = 0;
    for i in 1..marks.len() {
        if matched == kept {
            return Some(i - kept);
        }
        matched = longer(&borders, matched, i);
    }
    (matched == kept).then(|| marks.len() - kept)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::addition::subtraction;
    use crate::solve::values::vector::stream;

    /// The values by definition.
    fn slow(amounts: &[u64], play: Play, length: usize) -> Vec<u8> {
        let mut values: Vec<u8> = Vec::new();
        for pile in 0..length as u64 {
            let options = amounts.iter().filter(|&&amount| amount <= pile);
            let value = play.value(options.map(|amount| u64::from(values[(pile - amount) as usize])));
            values.push(value as u8);
        }
        values
    }

    fn agrees(amounts: &[u64], length: usize) {
        let moves: Vec<i64> = amounts.iter().map(|&amount| amount as i64).collect();
        let game = subtraction(&moves).expect("it ends");
        for play in [Play::Grundy, Play::Normal, Play::Misere] {
            let mut values = Vec::new();
            let visit = |track: Track, cells: &[u8]| {
                assert_eq!((track.start(), track.step()), (&[values.len() as i64][..], &[1][..]));
                values.extend_from_slice(cells);
            };
            stream(&game, play, &[length], Memory(1 << 24), visit).expect("it fits");
            assert!(values == slow(amounts, play, length), "{amounts:?} {play:?} {length}");
        }
    }

    #[test]
    fn a_line_has_the_values_of_the_definition() {
        for length in [1, 2, 31, BLOCK - 1, BLOCK, BLOCK + 1, 5 * BLOCK + 17] {
            for amounts in [&[1][..], &[2, 5], &[1, 4, 10, 12], &[16, 17, 40], &[1, 2, 3, 4, 5], &[700, 1]] {
                agrees(amounts, length);
            }
        }
    }

    #[test]
    fn amounts_and_periods_that_do_not_fit_into_a_block() {
        // Periods of 32,456, of 50,011 and of 70,002; an amount beyond the window.
        for amounts in [&[9000, 23_456][..], &[20_000, 30_011], &[35_001], &[3, 1_000_000]] {
            agrees(amounts, 4 * BLOCK + 3);
        }
    }

    #[test]
    fn more_amounts_take_longer_words() {
        for most in [8, 9, 16, 17] {
            agrees(&(1..=most).map(|n| n * n).collect::<Vec<_>>(), 2 * BLOCK + 9);
        }
    }

    #[test]
    fn a_circle_begins_only_where_all_that_is_looked_at_comes_again() {
        let marks: Vec<u8> = [4, 1, 2, 1, 2, 4, 1, 2].to_vec();
        let circle = Circle::new(&marks, 3, 8).expect("4, 1, 2 stands twice");
        assert_eq!((circle.period, circle.cells(8, 7)), (5, &[1, 2, 4, 1, 2, 1, 2][..]));
        assert_eq!(circle.cells(8 + 5 + 3, 2), [1, 2]);
        assert!(Circle::new(&marks, 4, 8).is_none());
        assert_eq!(Circle::new(&marks, 2, 8).expect("1, 2 stands before").period, 3);
    }

    #[test]
    fn marks_that_stood_before_are_found_as_by_comparing_all() {
        for word in 0..1u32 << 12 {
            let marks: Vec<u8> = (0..12).map(|bit| 1 << (word >> bit & 1)).collect();
            for kept in [0, 1, 2, 3, 5, 11, 12] {
                let same = |&p: &usize| marks[12 - kept..] == marks[12 - kept - p..12 - p];
                assert_eq!(stood_before(&marks, kept), (1..=12 - kept).find(same), "{marks:?} {kept}");
            }
        }
    }
}
