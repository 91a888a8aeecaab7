//! The sweep over all wavefronts, band by band, and the memory that it takes.
use super::cut::{Cut, SHARES, cut, longest, split};
use super::frame::{Frame, Shift};
use super::kernel::Mark;
use super::region::{Region, Span};
use super::run::{Reader, Track};
use super::team::{BANDS_APART, End, Team};
use super::tile::Ground;
use crate::error::Result;
use crate::game::Play;
use crate::solve::Memory;

/// Computes all cells of the window. Each tile gives its runs to the reader with a part of its own, and `end` gets these
/// parts in a fixed order.
pub(super) fn sweep<M: Mark>(
    frame: &Frame,
    region: &Region,
    play: Play,
    memory: Memory,
    name: &str,
    reader: &dyn Reader,
    end: End<'_>,
) -> Result<()> {
    let shifts = || frame.shifts.iter().flatten();
    let reach = shifts().map(|shift| shift.fall).max().unwrap_or(1);
    let drift = [drift(shifts(), |shift| shift.i), drift(shifts(), |shift| shift.j)];
    let ground = Ground { frame, region, play, reach, drift };
    let mark = size_of::<M>() * frame.heights.len();
    let cut = cut(&ground, mark as i64);
    memory.ask(bytes(&ground, &cut, mark), &format!("the wavefronts of {name}"))?;
    let tiles = [0, 1].map(|axis| split((1, longest(&ground, axis)), cut.core[axis]).len());
    let threads = rayon::current_num_threads().min(tiles[0] * tiles[1]).max(1);
    Team::<M>::run(&ground, cut, threads, reader, end)
}

/// Bounds of how far an option lies to either side for each level it falls.
fn drift<'a>(shifts: impl Iterator<Item = &'a Shift> + Clone, along: impl Fn(&Shift) -> i64) -> Span {
    let least = shifts.clone().map(|shift| along(shift).div_euclid(shift.fall)).min().unwrap_or(0);
    let most = shifts.map(|shift| -(-along(shift)).div_euclid(shift.fall)).max().unwrap_or(0);
    (least.min(0), most.max(0))
}

/// An upper bound of the memory of the bands that exist at once, with so many bytes for the marks of all states, and of a
/// reader that keeps a byte for each cell of a band and a track for each run, in lists that double when they grow.
fn bytes(ground: &Ground<'_>, cut: &Cut, mark: usize) -> u128 {
    let longest = |axis: usize| {
        let of_band = |first: i64| {
            let (lo, hi) = ground.region.extent(axis + 1, (first - ground.reach).max(0), first + cut.levels - 1);
            i128::from(hi - lo + 1)
        };
        (0..=ground.region.top).step_by(cut.levels as usize).map(of_band).max().unwrap_or(1).max(1)
    };
    let in_band = cut.levels.min(ground.region.top + 1);
    let tiles = |axis: usize| match longest(axis) {
        length if length <= i128::from(cut.core[axis]) => 1,
        length => length / i128::from(cut.core[axis]) + i128::from(SHARES),
    };
    let widened = |axis: usize| {
        let (length, parts) = (longest(axis), tiles(axis));
        let halo = i128::from(ground.drift[axis].1 - ground.drift[axis].0) * i128::from(in_band + ground.reach);
        (length + parts * halo.min(length)) as u128
    };
    let (rows, row) = (widened(0), widened(1));
    let bands = BANDS_APART as u128 + 1;
    let marks = bands
        * ground.kept() as u128
        * rows
        * (row * mark as u128 + (size_of::<Span>() * ground.frame.heights.len()) as u128);
    let track = tiles(1) as u128 * size_of::<(Track, usize)>() as u128;
    let states = ground.frame.heights.len() as u128;
    let read = bands * in_band as u128 * states * longest(0) as u128 * (longest(1) as u128 + track);
    marks.saturating_add(read)
}
