//! One tile of a band of wavefronts: the cells of a box `(i, j)` on the levels of the band.
//!
//! A tile computes, beside its own cells (the core), those of its neighbours that its own need, so that tiles of a band
//! do not wait for each other. It keeps the levels that moves reach back to, and the next band starts from these.
use super::frame::{Frame, Shift, Triple};
use super::kernel::{Mark, fill};
use super::region::{HalfSpace, Region, Span, span};
use super::run::{Run, Track};
use crate::game::Play;
use crate::game::addition::MOST_MOVES;
use std::sync::Arc;

/// What all tiles share.
pub(super) struct Ground<'a> {
    pub frame: &'a Frame,
    pub region: &'a Region,
    pub play: Play,
    /// The largest fall of a move; here and below, levels are with the heights of states.
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
    /// The marks of each level and state that is kept, row by row; see `plane`.
    planes: Vec<Vec<M>>,
    /// Which cells of each row are in the region and stored.
    spans: Vec<Vec<Span>>,
}

const EMPTY: Span = (0, -1);

fn meet((lo, hi): Span, (l, h): Span) -> Span {
    (lo.max(l), hi.min(h))
}

/// What finding a row needs, to be used again.
#[derive(Default)]
struct Scratch {
    cuts: Vec<i64>,
    options: Vec<Options>,
}

/// Where the options of a row under a move are stored.
struct Options {
    /// The j of the row that have an option.
    span: Span,
    plane: usize,
    /// Where in the plane the option of j = 0 would lie.
    row: i64,
}

/// The positions of a level in one state.
#[derive(Debug, Clone, Copy)]
struct Front {
    level: i64,
    state: usize,
    t: i64,
}

impl Ground<'_> {
    /// Calls `work` with the positions of each of the levels in each state, level by level.
    fn each_front(&self, levels: std::ops::Range<i64>, mut work: impl FnMut(Front)) {
        for level in levels {
            for (state, height) in self.frame.heights.iter().enumerate() {
                let t = level - height;
                if t >= 0 && t % self.frame.unit == 0 {
                    work(Front { level, state, t: t / self.frame.unit });
                }
            }
        }
    }

    /// How many t of each state are kept.
    pub fn kept(&self) -> usize {
        (self.reach / self.frame.unit) as usize + 1
    }

    /// The plane of a level and a state.
    fn plane(&self, level: i64, state: usize) -> usize {
        let t = (level - self.frame.heights[state]) / self.frame.unit;
        t as usize % self.kept() * self.frame.heights.len() + state
    }
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
        let planes = ground.kept() * ground.frame.heights.len();
        tile.planes.resize(planes, Vec::new());
        // What is left in used memory is never read: spans say what is there.
        tile.planes.iter_mut().for_each(|plane| plane.resize(size[0] * size[1], M::default()));
        tile.spans = vec![vec![EMPTY; size[0]]; planes];
        let whole = [ground.region.below_heights(start, plan.last), boxed[0], boxed[1]];
        let cutting = |sides: &[HalfSpace]| sides.iter().filter(|side| !side.holds(whole)).copied().collect::<Vec<_>>();
        let sides = cutting(&ground.region.sides);
        ground.each_front(start..plan.first, |front| {
            let plane = ground.plane(front.level, front.state);
            tile.each_row(ground, plan, &sides, front, |tile, i, cells| tile.copy(before, plane, i, cells));
        });
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
        let mut scratch = Scratch::default();
        ground.each_front(plan.first..plan.last + 1, |front| {
            let (plane, t) = (ground.plane(front.level, front.state), front.t);
            // The plane is taken out, so that the others can be read while it is written.
            let mut out = std::mem::take(&mut self.planes[plane]);
            self.each_row(ground, plan, sides, front, |tile, i, cells| {
                let row = (i - tile.low[0]) as usize;
                let from = row * tile.size[1] + (cells.0 - tile.low[1]) as usize;
                let length = (cells.1 - cells.0 + 1) as usize;
                tile.row(ground, front, i, cells, &mut out[from..from + length], &mut scratch);
                let own = if i < plan.core[0].0 || i > plan.core[0].1 { EMPTY } else { meet(cells, plan.core[1]) };
                let (lo, hi) = span(window, 2, [t, i, 0], own);
                if lo <= hi {
                    let seen = from + (lo - cells.0) as usize;
                    see(run(ground.frame, front.state, [t, i, lo], &out[seen..=seen + (hi - lo) as usize]));
                }
            });
            self.planes[plane] = out;
        });
    }

    /// Finds the rows of a front, notes their spans, and does `work` on those that have cells.
    fn each_row(
        &mut self,
        ground: &Ground<'_>,
        plan: Plan,
        sides: &[HalfSpace],
        front: Front,
        mut work: impl FnMut(&mut Self, i64, Span),
    ) {
        let plane = ground.plane(front.level, front.state);
        let stored = (self.low[0], self.low[0] + self.size[0] as i64 - 1);
        let mut wanted = meet(stored, plan.needed(ground, 0, front.level));
        if wanted.0 < wanted.1 {
            wanted = meet(wanted, ground.region.extent(1, front.level, front.level));
        }
        let inner = meet(plan.needed(ground, 1, front.level), (self.low[1], self.low[1] + self.size[1] as i64 - 1));
        self.spans[plane].fill(EMPTY);
        for i in wanted.0..=wanted.1 {
            let cells = span(sides, 2, [front.t, i, 0], inner);
            if cells.0 <= cells.1 {
                self.spans[plane][(i - self.low[0]) as usize] = cells;
                work(self, i, cells);
            }
        }
    }

    /// Copies a row from the tiles of the band before.
    fn copy(&mut self, before: &[Arc<Tile<M>>], plane: usize, i: i64, cells: Span) {
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
    fn row(&self, ground: &Ground<'_>, front: Front, i: i64, cells: Span, out: &mut [M], scratch: &mut Scratch) {
        let Scratch { cuts, options } = scratch;
        let stored = ground.frame.shifts[front.state].iter().filter_map(|shift| self.option(ground, front, i, shift));
        options.clear();
        options.extend(stored.filter(|option| option.span.0 <= cells.1 && cells.0 <= option.span.1));
        cuts.clear();
        cuts.extend([cells.0, cells.1 + 1]);
        let ends = options.iter().flat_map(|option| [option.span.0, option.span.1 + 1]);
        cuts.extend(ends.filter(|&cut| cut > cells.0 && cut <= cells.1));
        if cuts.len() > 2 {
            cuts.sort_unstable();
            cuts.dedup();
        }
        for ends in cuts.windows(2) {
            let (lo, hi) = (ends[0], ends[1] - 1);
            let mut sources: [&[M]; MOST_MOVES] = [&[]; _];
            let mut known = 0;
            for option in options.iter().filter(|option| option.span.0 <= lo && hi <= option.span.1) {
                let from = (option.row + lo) as usize;
                sources[known] = &self.planes[option.plane][from..=from + (hi - lo) as usize];
                known += 1;
            }
            let part = (lo - cells.0) as usize..=(hi - cells.0) as usize;
            fill(ground.play, &mut out[part], &sources[..known]);
        }
    }

    /// The options of a row under a move, as far as they are stored: the span of the option's row, moved back by the shift.
    fn option(&self, ground: &Ground<'_>, front: Front, i: i64, shift: &Shift) -> Option<Options> {
        let (level, row) = (front.level - shift.fall, i + shift.i - self.low[0]);
        if level < ground.frame.heights[shift.to] || row < 0 || row >= self.size[0] as i64 {
            return None;
        }
        let plane = ground.plane(level, shift.to);
        let (lo, hi) = self.spans[plane][row as usize];
        let span = match shift.held.is_empty() {
            true => (lo - shift.j, hi - shift.j),
            false => span(&shift.held, 2, [front.t, i, 0], (lo - shift.j, hi - shift.j)),
        };
        let row = row * self.size[1] as i64 + shift.j - self.low[1];
        (lo <= hi && span.0 <= span.1).then_some(Options { span, plane, row })
    }

    fn index(&self, i: i64, j: i64) -> usize {
        (i - self.low[0]) as usize * self.size[1] + (j - self.low[1]) as usize
    }
}

fn run<'a, M: Mark>(frame: &Frame, state: usize, row: Triple, marks: &'a [M]) -> Run<'a> {
    let track = Track { state, start: frame.to_position(row), step: frame.columns[2], dimension: frame.dimension };
    Run { track, marks: M::marks(marks) }
}
