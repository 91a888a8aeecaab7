//! How the wavefronts are cut into bands, and bands into tiles.
use super::region::Span;
use super::tile::{Ground, Plan};

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
/// threads: neither does the order of runs.
pub(super) const SHARES: i64 = 4;

/// How bands are cut.
pub(super) struct Cut {
    /// Levels of a band.
    pub levels: i64,
    /// The largest core of a tile, in i and in j.
    pub core: [i64; 2],
}

/// How the bands of a window are cut, where the marks of all states of a cell take so many bytes.
pub(super) fn cut(ground: &Ground<'_>, mark: i64) -> Cut {
    let whole: [Span; 2] = [1, 2].map(|axis| ground.region.extent(axis, 0, ground.region.top));
    let length = whole.map(|(lo, hi)| (hi - lo + 1).max(1));
    let spread = ground.drift.map(|(down, up)| (up - down).max(1));
    let level_bytes = (ground.kept() as i64).saturating_mul(mark);
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
pub(super) fn longest(ground: &Ground<'_>, axis: usize) -> i64 {
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
pub(super) fn split((lo, hi): Span, most: i64) -> Vec<Span> {
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
