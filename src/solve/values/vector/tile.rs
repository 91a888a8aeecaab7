//! One tile of a band of wavefronts: the cells of a box `(i, j)` on the levels of the band.
//!
//! A tile computes, beside its own cells (the core), those of its neighbours that its own need, so that tiles of a band
//! do not wait for each other. It keeps the levels that moves reach back to, and the next band starts from these.
use super::frame::{Frame, Shift, Triple};
use super::kernel::{Mark, fill};
use super::region::{HalfSpace, Region, Span, span};
use super::run::{Run, Track};
use crate::game::Play;
use std::sync::Arc;

/// What all tiles share.
pub(super) struct Ground<'a> {
    pub frame: &'a Frame,
    pub region: &'a Region,
    pub play: Play,
    /// The largest fall of a move.
    pub reach: i64,
    /// How far options lie to the low and to the high side, in i and in j, for each level they fall: bounds of the
    /// slopes, rounded away from zero; the first is at most 0, the second at least 0.
    pub drift: [Span; 2],
}

/// The levels `first..=last` of the box whose own cells are `core`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Plan {
    pub first: i64,
    pub last: i64,
    pub core: [Span; 2],
}

/// A tile after its band: the marks of its last levels.
pub(super) struct Tile<M> {
    core: [Span; 2],
    /// The lowest i and j that are stored.
    low: [i64; 2],
    /// The number of i and of j that are stored.
    size: [usize; 2],
    /// The marks of level t are in plane `t mod (reach + 1)`, row by row.
    planes: Vec<Vec<M>>,
    /// Which cells of each row are in the region and stored.
    spans: Vec<Vec<Span>>,
}

const EMPTY: Span = (0, -1);

fn meet((lo, hi): Span, (l, h): Span) -> Span {
    (lo.max(l), hi.min(h))
}

impl Plan {
    /// Whether the tile may begin from cells of another, of the band before.
    pub fn reads(&self, ground: &Ground<'_>, before: &Plan) -> bool {
        let start = self.first - ground.reach;
        (0..2).all(|axis| {
            let (lo, hi) = meet(self.needed(ground, axis, start), before.core[axis]);
            lo <= hi
        })
    }

    /// The cells of a level that the core's cells of this and later levels need: `drift` for each level still to come.
    fn needed(&self, ground: &Ground<'_>, axis: usize, t: i64) -> Span {
        let ((lo, hi), (down, up), levels) = (self.core[axis], ground.drift[axis], self.last - t);
        (lo + down * levels, hi + up * levels)
    }
}

impl<M: Mark> Tile<M> {
    /// Computes the tile and gives its own cells in the window to `see`. `before` are the tiles of the band before that it reads;
    /// `planes` is memory to use again.
    pub fn new(
        ground: &Ground<'_>,
        plan: Plan,
        before: &[Arc<Tile<M>>],
        planes: Vec<Vec<M>>,
        see: impl FnMut(Run<'_>),
    ) -> Self {
        let start = (plan.first - ground.reach).max(0);
        let boxed: [Span; 2] = std::array::from_fn(|axis| {
            meet(plan.needed(ground, axis, start), ground.region.extent(axis + 1, start, plan.last))
        });
        let size = boxed.map(|(lo, hi)| (hi - lo + 1).max(0) as usize);
        let mut tile = Tile { core: plan.core, low: boxed.map(|(lo, _)| lo), size, planes, spans: Vec::new() };
        let levels = ground.reach as usize + 1;
        tile.planes.resize(levels, Vec::new());
        // What is left in used memory is never read: spans say what is there.
        tile.planes.iter_mut().for_each(|plane| plane.resize(size[0] * size[1], M::default()));
        tile.spans = vec![vec![EMPTY; size[0]]; levels];
        let whole = [(start, plan.last), boxed[0], boxed[1]];
        let cutting = |sides: &[HalfSpace]| sides.iter().filter(|side| !side.holds(whole)).copied().collect::<Vec<_>>();
        let sides = cutting(&ground.region.sides);
        for t in start..plan.first {
            tile.each_row(ground, plan, &sides, t, |tile, i, cells| tile.copy(before, t, i, cells));
        }
        tile.compute(ground, plan, &sides, &cutting(&ground.region.window), see);
        tile
    }

    /// The memory of the planes, to be used again.
    pub fn into_planes(self) -> Vec<Vec<M>> {
        self.planes
    }

    fn compute(
        &mut self,
        ground: &Ground<'_>,
        plan: Plan,
        sides: &[HalfSpace],
        window: &[HalfSpace],
        mut see: impl FnMut(Run<'_>),
    ) {
        let mut cuts = Vec::new();
        for t in plan.first..=plan.last {
            let plane = self.plane(t);
            // The plane is taken out, so that the others can be read while it is written.
            let mut out = std::mem::take(&mut self.planes[plane]);
            self.each_row(ground, plan, sides, t, |tile, i, cells| {
                let row = (i - tile.low[0]) as usize;
                let from = row * tile.size[1] + (cells.0 - tile.low[1]) as usize;
                let length = (cells.1 - cells.0 + 1) as usize;
                tile.row(ground, [t, i], cells, &mut out[from..from + length], &mut cuts);
                let own = if i < plan.core[0].0 || i > plan.core[0].1 { EMPTY } else { meet(cells, plan.core[1]) };
                let (lo, hi) = span(window, 2, [t, i, 0], own);
                if lo <= hi {
                    let seen = from + (lo - cells.0) as usize;
                    see(run(ground.frame, [t, i, lo], &out[seen..=seen + (hi - lo) as usize]));
                }
            });
            self.planes[plane] = out;
        }
    }

    /// Finds the rows of a level, notes their spans, and does `work` on those that have cells.
    fn each_row(
        &mut self,
        ground: &Ground<'_>,
        plan: Plan,
        sides: &[HalfSpace],
        t: i64,
        mut work: impl FnMut(&mut Self, i64, Span),
    ) {
        let plane = self.plane(t);
        let stored = (self.low[0], self.low[0] + self.size[0] as i64 - 1);
        let wanted = meet(stored, meet(plan.needed(ground, 0, t), ground.region.extent(1, t, t)));
        let inner = meet(plan.needed(ground, 1, t), (self.low[1], self.low[1] + self.size[1] as i64 - 1));
        self.spans[plane].fill(EMPTY);
        for i in wanted.0..=wanted.1 {
            let cells = span(sides, 2, [t, i, 0], inner);
            if cells.0 <= cells.1 {
                self.spans[plane][(i - self.low[0]) as usize] = cells;
                work(self, i, cells);
            }
        }
    }

    /// Copies a row from the tiles of the band before.
    fn copy(&mut self, before: &[Arc<Tile<M>>], t: i64, i: i64, cells: Span) {
        let plane = self.plane(t);
        let at = (i - self.low[0]) as usize * self.size[1];
        for tile in before.iter().filter(|tile| tile.core[0].0 <= i && i <= tile.core[0].1) {
            let (lo, hi) = meet(cells, tile.core[1]);
            if lo <= hi {
                let length = (hi - lo + 1) as usize;
                let from = tile.index(i, lo);
                let to = at + (lo - self.low[1]) as usize;
                self.planes[plane][to..to + length].copy_from_slice(&tile.planes[plane][from..from + length]);
            }
        }
    }

    /// Computes a row run by run: where the row of an option begins or ends, the set of moves changes.
    fn row(&self, ground: &Ground<'_>, [t, i]: [i64; 2], cells: Span, out: &mut [M], cuts: &mut Vec<i64>) {
        cuts.clear();
        cuts.extend([cells.0, cells.1 + 1]);
        let option = |shift: &Shift| self.option_span(t - shift.fall, i + shift.i, shift.j);
        for shift in &ground.frame.shifts {
            let (lo, hi) = meet(option(shift), cells);
            if lo <= hi {
                cuts.extend([lo, hi + 1].iter().filter(|&&cut| cut > cells.0 && cut <= cells.1));
            }
        }
        if cuts.len() > 2 {
            cuts.sort_unstable();
            cuts.dedup();
        }
        for ends in cuts.windows(2) {
            let (lo, hi) = (ends[0], ends[1] - 1);
            let mut sources: [&[M]; crate::game::addition::MOST_MOVES] = [&[]; _];
            let mut known = 0;
            for shift in &ground.frame.shifts {
                let (first, last) = option(shift);
                if first <= lo && hi <= last {
                    let from = self.index(i + shift.i, lo + shift.j);
                    let plane = &self.planes[self.plane(t - shift.fall)];
                    sources[known] = &plane[from..=from + (hi - lo) as usize];
                    known += 1;
                }
            }
            let part = (lo - cells.0) as usize..=(hi - cells.0) as usize;
            fill(ground.play, &mut out[part], &sources[..known]);
        }
    }

    /// The j of a row whose options under a move are stored: the span of the option's row, moved back by the shift.
    fn option_span(&self, t: i64, i: i64, shift: i64) -> Span {
        let row = i - self.low[0];
        if t < 0 || row < 0 || row >= self.size[0] as i64 {
            return EMPTY;
        }
        let (lo, hi) = self.spans[self.plane(t)][row as usize];
        if lo > hi { EMPTY } else { (lo - shift, hi - shift) }
    }

    fn plane(&self, t: i64) -> usize {
        t as usize % self.planes.len()
    }

    fn index(&self, i: i64, j: i64) -> usize {
        (i - self.low[0]) as usize * self.size[1] + (j - self.low[1]) as usize
    }
}

fn run<'a, M: Mark>(frame: &Frame, row: Triple, marks: &'a [M]) -> Run<'a> {
    let track = Track { start: frame.to_position(row), step: frame.columns[2], dimension: frame.dimension };
    Run { track, row, marks: M::marks(marks) }
}
