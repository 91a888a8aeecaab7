//! The sweep over all wavefronts, band by band, and the memory that it takes.
use super::cut::{Cut, SHARES, cut, longest, split};
use super::frame::{Frame, Shift};
use super::kernel::Mark;
use super::region::{Region, Span};
use super::run::{Run, Track};
use super::team::{BANDS_APART, Team};
use super::tile::Ground;
use crate::error::Result;
use crate::game::Play;
use crate::solve::Memory;

/// Computes all cells of the window. Each tile gives its runs to `see` with a value of its own, and `end` gets these
/// values in a fixed order.
pub(super) fn sweep<M: Mark, P: Default + Send>(
    frame: &Frame,
    region: &Region,
    play: Play,
    memory: Memory,
    name: &str,
    see: &(impl Fn(&mut P, Run<'_>) + Sync),
    end: &mut impl FnMut(P) -> Result<()>,
) -> Result<()> {
    let reach = frame.shifts.iter().map(|shift| shift.fall).max().unwrap_or(1);
    let drift = [drift(&frame.shifts, |shift| shift.i), drift(&frame.shifts, |shift| shift.j)];
    let ground = Ground { frame, region, play, reach, drift };
    let cut = cut(&ground, size_of::<M>() as i64);
    memory.ask(bytes(&ground, &cut, size_of::<M>()), &format!("the wavefronts of {name}"))?;
    let tiles = [0, 1].map(|axis| split((1, longest(&ground, axis)), cut.core[axis]).len());
    let threads = rayon::current_num_threads().min(tiles[0] * tiles[1]).max(1);
    Team::<M, P, _>::run(&ground, cut, threads, see, end)
}

/// Bounds of how far an option lies to either side for each level it falls.
fn drift(shifts: &[Shift], along: impl Fn(&Shift) -> i64) -> Span {
    let least = shifts.iter().map(|shift| along(shift).div_euclid(shift.fall)).min().unwrap_or(0);
    let most = shifts.iter().map(|shift| -(-along(shift)).div_euclid(shift.fall)).max().unwrap_or(0);
    (least.min(0), most.max(0))
}

/// An upper bound of the memory of the bands that exist at once, and of a reader that keeps a byte for each cell of a band and a track for
/// each run, in lists that double when they grow.
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
    let marks = bands * (ground.reach as u128 + 1) * rows * (row * mark as u128 + size_of::<Span>() as u128);
    let track = tiles(1) as u128 * size_of::<(Track, usize)>() as u128;
    let read = bands * in_band as u128 * longest(0) as u128 * (longest(1) as u128 + track);
    marks.saturating_add(read)
}
