//! What a reader of a table is given: runs of cells on a line, in the order in which they were computed.
use super::frame::Triple;
use super::kernel::{Mark, Marks, wide};
use std::any::Any;
use std::marker::PhantomData;

/// What a reader makes of a tile.
pub(super) type Part = Box<dyn Any + Send>;

/// Who reads a table. The engine does not know what it makes of the cells, so that it is compiled once for all readers.
pub(super) trait Reader: Sync {
    /// An empty part for a tile.
    fn part(&self) -> Part;
    /// Adds a run to the part of its tile.
    fn see(&self, part: &mut Part, run: Run<'_>);
}

/// A reader with parts of type `P` and a function that adds a run to one.
pub(super) struct Folding<P, S>(pub S, pub PhantomData<fn() -> P>);

impl<P: Default + Send + 'static, S: Fn(&mut P, Run<'_>) + Sync> Reader for Folding<P, S> {
    fn part(&self) -> Part {
        Box::new(P::default())
    }

    fn see(&self, part: &mut Part, run: Run<'_>) {
        (self.0)(part.downcast_mut().expect("it is the part made above"), run);
    }
}

/// The largest number of different values: with 64 moves they run from 0 to 64.
pub const VALUES: usize = 65;

/// Where a run of cells lies: cell k is at `start + k * step`, all in one state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Track {
    pub(super) state: usize,
    pub(super) start: Triple,
    pub(super) step: Triple,
    pub(super) dimension: usize,
}

impl Track {
    /// The control state.
    pub fn state(&self) -> usize {
        self.state
    }

    /// The position of the first cell.
    pub fn start(&self) -> &[i64] {
        &self.start[3 - self.dimension..]
    }

    /// What is added to get from a cell to the next one.
    pub fn step(&self) -> &[i64] {
        &self.step[3 - self.dimension..]
    }
}

/// A run of cells of the window with their values.
#[derive(Debug, Clone, Copy)]
pub struct Run<'a> {
    /// Where it lies.
    pub track: Track,
    pub(super) marks: Marks<'a>,
}

impl Run<'_> {
    /// The number of cells.
    pub fn cells(&self) -> usize {
        match self.marks {
            Marks::Eight(marks) => marks.len(),
            Marks::Sixteen(marks) => marks.len(),
            Marks::SixtyFour(marks) => marks.len(),
        }
    }

    /// Appends the values of the cells, in order.
    pub fn values_into(&self, values: &mut Vec<u8>) {
        match self.marks {
            Marks::Eight(marks) => values.extend(marks.iter().map(|mark| mark.value())),
            Marks::Sixteen(marks) => values.extend(marks.iter().map(|mark| mark.value())),
            Marks::SixtyFour(marks) => values.extend(marks.iter().map(|mark| mark.value())),
        }
    }

    /// Adds how often each value occurs.
    pub fn count_into(&self, counts: &mut [u64; VALUES]) {
        match self.marks {
            Marks::Eight(marks) => wide(
                #[inline(always)]
                || count_bytes(marks, counts),
            ),
            Marks::Sixteen(marks) => marks.iter().for_each(|mark| counts[usize::from(mark.value())] += 1),
            Marks::SixtyFour(marks) => marks.iter().for_each(|mark| counts[usize::from(mark.value())] += 1),
        }
    }
}

/// So many bytes are compared at once, and counted in as many sums.
const LANES: usize = 64;
/// A byte that is the mark of no value.
const NO_MARK: u8 = 0b11;

/// Value by value, with sums in bytes over blocks so short that they cannot pass 255.
#[inline(always)]
fn count_bytes(marks: &[u8], counts: &mut [u64; VALUES]) {
    let mut rest = marks.len() as u64;
    for value in 0..=8 {
        if rest == 0 {
            return;
        }
        let wanted = 1u8.checked_shl(value).unwrap_or(0);
        let mut count = 0;
        for block in marks.chunks(LANES * 255) {
            count += count_block(block, wanted);
        }
        counts[value as usize] += count;
        rest -= count;
    }
}

/// How often a mark stands in at most 255 times `LANES` bytes.
#[inline(always)]
fn count_block(block: &[u8], wanted: u8) -> u64 {
    let mut sums = [0u8; LANES];
    let (whole, end) = block.as_chunks::<LANES>();
    let mut last = [NO_MARK; LANES];
    last[..end.len()].copy_from_slice(end);
    for lanes in whole {
        add(&mut sums, lanes, wanted);
    }
    add(&mut sums, &last, wanted);
    let mut count = 0;
    for sum in sums {
        count += u64::from(sum);
    }
    count
}

#[inline(always)]
fn add(sums: &mut [u8; LANES], lanes: &[u8; LANES], wanted: u8) {
    for (lane, sum) in sums.iter_mut().enumerate() {
        *sum = sum.wrapping_add(u8::from(lanes[lane] == wanted));
    }
}
