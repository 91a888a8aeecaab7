//! The sweep over all wavefronts: how they are cut into bands, and bands into tiles.
use super::frame::{Frame, Shift};
use super::kernel::Mark;
use super::piece::{Piece, Place};
use super::region::{Region, Span};
use super::team::{BANDS_APART, Team};
use super::tile::{Ground, Plan};
use crate::error::Result;
use crate::game::Play;
use crate::solve::Memory;

/// Bytes of marks that a tile of one row a level may keep: they stay in the first-level cache of a core.
const LINE_BYTES: i64 = 32 << 10;
/// The same for tiles of many rows and the second-level cache.
const PLANE_BYTES: i64 = 512 << 10;
/// No row of a tile is longer.
const LONGEST_ROW: i64 = 16 << 10;
/// No row is cut into shorter ones: finding a row of a tile takes as long as computing about so many cells of it.
const LEAST_ROW: i64 = 2 << 10;
/// No band has more levels.
const MOST_LEVELS: i64 = 512;
/// The part of a tile that may be computed twice, here and by a neighbour: one in this many.
const COMPUTED_TWICE: i64 = 16;
/// Tiles come in multiples of this number, so that a few threads get equal shares. It does not depend on the number of
/// threads: neither does the order of pieces.
const SHARES: i64 = 4;

/// How bands are cut.
pub(super) struct Cut {
    /// Levels of a band.
    pub levels: i64,
    /// The largest core of a tile, in i and in j.
    core: [i64; 2],
}

/// Computes all cells of the window. Each tile gives its pieces to `see` with a value of its own, and `end` gets these
/// values in a fixed order.
pub(super) fn sweep<M: Mark, P: Default + Send>(
    frame: &Frame,
    region: &Region,
    play: Play,
    memory: Memory,
    name: &str,
    see: &(impl Fn(&mut P, Piece<'_>) + Sync),
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

fn cut(ground: &Ground<'_>, mark: i64) -> Cut {
    let whole: [Span; 2] = [1, 2].map(|axis| ground.region.extent(axis, 0, ground.region.top));
    let length = whole.map(|(lo, hi)| (hi - lo + 1).max(1));
    let spread = ground.drift.map(|(down, up)| (up - down).max(1));
    let level_bytes = (ground.reach + 1).saturating_mul(mark);
    let share = |axis: usize| longest(ground, axis) / SHARES + 1;
    let core = if length[0] == 1 {
        [1, (LINE_BYTES / level_bytes).clamp(512, LONGEST_ROW).min(share(1).max(LEAST_ROW))]
    } else {
        let row = length[1].min(LONGEST_ROW);
        [(PLANE_BYTES / level_bytes / row).clamp(16, 4096).min(share(0).max(16)), row]
    };
    let levels = |axis: usize| match core[axis] < length[axis] {
        true => 2 * core[axis] / COMPUTED_TWICE / spread[axis],
        false => MOST_LEVELS,
    };
    Cut { levels: levels(0).min(levels(1)).clamp(1, MOST_LEVELS), core }
}

/// The longest extent of a level, as some of them show; extents grow and shrink evenly.
fn longest(ground: &Ground<'_>, axis: usize) -> i64 {
    let top = ground.region.top;
    let of_level = |k: i64| {
        let (lo, hi) = ground.region.extent(axis + 1, top * k / 64, top * k / 64);
        hi - lo + 1
    };
    (0..=64).map(of_level).max().unwrap_or(1)
}

/// The tiles of a band. They cover the levels that moves reach back to as well, for the next band reads these.
pub(super) fn plans(ground: &Ground<'_>, cut: &Cut, first: i64, last: i64) -> Vec<Plan> {
    let start = (first - ground.reach).max(0);
    let parts: [Vec<Span>; 2] = [1, 2].map(|axis| split(ground.region.extent(axis, start, last), cut.core[axis - 1]));
    let plan = |&i: &Span, &j: &Span| Plan { first, last, core: [i, j] };
    parts[0].iter().flat_map(|i| parts[1].iter().map(move |j| plan(i, j))).collect()
}

/// Cuts a span into parts of equal size, at most `most` each.
fn split((lo, hi): Span, most: i64) -> Vec<Span> {
    let length = hi - lo + 1;
    if length <= 0 {
        return Vec::new();
    }
    let parts = match (length + most - 1) / most {
        few @ ..=2 => few,
        fewest => (fewest + SHARES - 1) / SHARES * SHARES,
    };
    (0..parts).map(|k| (lo + length * k / parts, lo + length * (k + 1) / parts - 1)).collect()
}

/// An upper bound of the memory of the bands that exist at once, and of a reader that keeps a byte for each cell of a band and a place for
/// each piece, in lists that double when they grow.
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
    let place = tiles(1) as u128 * size_of::<(Place, usize)>() as u128;
    let read = bands * in_band as u128 * longest(0) as u128 * (longest(1) as u128 + place);
    marks.saturating_add(read)
}
