//! Coordinates in which the wavefronts of a vector addition game lie in rows.
//!
//! A level is a linear form with small natural coefficients that every move makes smaller. A unimodular map takes a
//! position to `(t, i, j)` with t its level; the positions of a level form a wavefront, made of rows of consecutive j.
//! A move is a fixed shift in these coordinates. Positions of fewer than three coordinates get zeros in front.
//!
//! In a game with control states each state adds a height to the level, so that moves that change the state make it smaller
//! as well, and t is the level without the height, over the common divisor of the coefficients.
use super::region::HalfSpace;
use crate::error::{Error, Result};
use crate::game::vector::VectorGame;

/// A vector of three coordinates, of positions or of frames.
pub(super) type Triple = [i64; 3];

/// Levels with coefficients up to this are tried before the weight of the game.
const LARGEST_TRIED: i64 = 12;
/// With more rules times states than this, trying takes longer than a good level saves.
const MOST_TRIED: usize = 1000;
/// No number of a frame and no coefficient of a half-space is larger.
pub(super) const LARGEST_COEFFICIENT: i128 = 1 << 20;

/// A rule as the vector that it adds, with zeros in front.
#[derive(Debug, Clone)]
pub(super) struct Step {
    pub from: usize,
    pub to: usize,
    pub by: Triple,
    /// A coordinate and what must be there, though some is put back, so that the option does not tell.
    pub held: Vec<(usize, i64)>,
}

/// A move in the coordinates of a frame: to row `i + i`, `j + j`, on a level lower by `fall`, heights counted.
#[derive(Debug, Clone)]
pub(super) struct Shift {
    pub to: usize,
    pub fall: i64,
    pub i: i64,
    pub j: i64,
    /// Where the move can be made, beside that its option must exist.
    pub held: Vec<HalfSpace>,
}

/// The map between positions and `(t, i, j)`.
#[derive(Debug, Clone)]
pub(super) struct Frame {
    /// `columns[k]` is what one unit of frame coordinate k adds to a position.
    pub columns: [Triple; 3],
    /// The inverse: `rows[k]` gives frame coordinate k of a position.
    pub rows: [Triple; 3],
    pub dimension: usize,
    /// How far the level grows with t.
    pub unit: i64,
    /// What each state adds to the level; none is negative.
    pub heights: Vec<i64>,
    /// The moves of each state.
    pub shifts: Vec<Vec<Shift>>,
}

impl Frame {
    /// # Errors
    /// Moves with numbers so large that the frame leaves the exact arithmetic here.
    pub fn new(game: &VectorGame, steps: &[Step], size: Triple) -> Result<Self> {
        let (level, heights) = level(game, steps);
        let mut frame = Frame::of_level(level, game.dimension, heights);
        frame.shorten();
        let top = level.iter().zip(&size).map(|(level, size)| level * (size - 1)).sum::<i64>() + frame.highest();
        let reach = |axis: usize| {
            let most = steps.iter().map(|step| step.by[axis].max(0)).max().unwrap_or(0);
            if level[axis] > 0 { top / level[axis] + 1 } else { size[axis].saturating_add(most.saturating_mul(top)) }
        };
        let length = |column: &Triple| (0..3).filter(|&a| column[a] != 0).map(|a| reach(a) / column[a].abs()).min();
        if length(&frame.columns[1]) > length(&frame.columns[2]) {
            frame.columns.swap(1, 2);
            frame.rows.swap(1, 2);
        }
        frame.straighten(steps);
        let numbers = frame.columns.iter().chain(&frame.rows).flatten().chain(&frame.heights);
        if numbers.clone().any(|&n| i128::from(n).abs() > LARGEST_COEFFICIENT) {
            return Err(Error::Overflow(format!("a table of {}", game.name)));
        }
        let of_state =
            |state: usize| steps.iter().filter(move |step| step.from == state).map(|step| frame.shift(step)).collect();
        frame.shifts = (0..game.states).map(of_state).collect();
        Ok(frame)
    }

    /// The largest height of a state.
    pub fn highest(&self) -> i64 {
        self.heights.iter().copied().max().unwrap_or(0)
    }

    /// How much a move makes the level smaller, heights counted.
    fn fall(&self, step: &Step) -> i64 {
        self.heights[step.from] - self.heights[step.to] - self.unit * self.to_frame(step.by)[0]
    }

    fn shift(&self, step: &Step) -> Shift {
        let [_, i, j] = self.to_frame(step.by);
        let held = |&(axis, least): &(usize, i64)| HalfSpace { normal: self.columns.map(|c| -c[axis]), bound: -least };
        Shift { to: step.to, fall: self.fall(step), i, j, held: step.held.iter().map(held).collect() }
    }

    /// Euclid's algorithm on the level, by column operations; the inverse goes along by row operations.
    fn of_level(mut level: Triple, dimension: usize, heights: Vec<i64>) -> Self {
        let identity = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
        let mut frame = Frame { columns: identity, rows: identity, dimension, unit: 1, heights, shifts: Vec::new() };
        let least = loop {
            let least =
                (0..3).filter(|&k| level[k] > 0).min_by_key(|&k| level[k]).expect("a move makes the level fall");
            if (0..3).all(|k| k == least || level[k] == 0) {
                break least;
            }
            for k in (0..3).filter(|&k| k != least) {
                let times = level[k] / level[least];
                level[k] -= times * level[least];
                frame.add_column(k, least, -times);
            }
        };
        frame.unit = level[least];
        frame.columns.swap(0, least);
        frame.rows.swap(0, least);
        frame
    }

    /// Gauss's reduction of the two columns that span a wavefront.
    fn shorten(&mut self) {
        loop {
            let dot = |a: &Triple, b: &Triple| a.iter().zip(b).map(|(a, b)| a * b).sum::<i64>();
            if dot(&self.columns[1], &self.columns[1]) > dot(&self.columns[2], &self.columns[2]) {
                self.columns.swap(1, 2);
                self.rows.swap(1, 2);
            }
            let norm = dot(&self.columns[1], &self.columns[1]);
            let times = (2 * dot(&self.columns[1], &self.columns[2]) + norm).div_euclid(2 * norm);
            // Without a strict gain the vectors are as short as they get.
            let mut shorter = self.columns[2];
            (0..3).for_each(|a| shorter[a] -= times * self.columns[1][a]);
            if dot(&shorter, &shorter) >= dot(&self.columns[2], &self.columns[2]) {
                return;
            }
            self.add_column(2, 1, -times);
        }
    }

    /// Shears the frame along the levels so that moves go to both sides about equally far for each level they fall.
    fn straighten(&mut self, steps: &[Step]) {
        for axis in 1..3 {
            let slopes = steps.iter().map(|step| (self.to_frame(step.by)[axis], self.fall(step)));
            let slopes: Vec<(i64, i64)> = slopes.collect();
            let least = slopes.iter().map(|&(n, d)| n.div_euclid(d)).min().unwrap_or(0);
            let most = slopes.iter().map(|&(n, d)| -(-n).div_euclid(d)).max().unwrap_or(0);
            self.add_column(0, axis, -(least + most).div_euclid(2));
        }
    }

    /// Adds a multiple of one column to another, and keeps the rows the inverse.
    fn add_column(&mut self, to: usize, from: usize, times: i64) {
        for a in 0..3 {
            self.columns[to][a] += times * self.columns[from][a];
            self.rows[from][a] -= times * self.rows[to][a];
        }
    }

    /// The frame coordinates of a position.
    pub fn to_frame(&self, x: Triple) -> Triple {
        self.rows.map(|row| row.iter().zip(&x).map(|(row, x)| row * x).sum())
    }

    /// The position with given frame coordinates.
    pub fn to_position(&self, y: Triple) -> Triple {
        let [t, i, j] = &self.columns;
        std::array::from_fn(|a| t[a] * y[0] + i[a] * y[1] + j[a] * y[2])
    }
}

/// Puts zeros in front of a vector of up to three numbers.
pub(super) fn padded(vector: impl ExactSizeIterator<Item = i64>) -> Triple {
    let mut triple = [0; 3];
    let lead = 3 - vector.len();
    vector.enumerate().for_each(|(a, n)| triple[lead + a] = n);
    triple
}

/// The level with the smallest sum of coefficients, so that wavefronts are few and rows long, and the heights of states.
fn level(game: &VectorGame, steps: &[Step]) -> (Triple, Vec<i64>) {
    let falls = |level: Triple| {
        let product = |step: &Step| step.by.iter().zip(&level).map(|(s, l)| s * l).sum::<i64>();
        potentials(game.states, steps, |step| i128::from(product(step)) + 1).map(|heights| (level, heights))
    };
    let up_to = |sum: i64| 0..=sum.min(LARGEST_TRIED);
    let of_sum = |sum: i64| up_to(sum).flat_map(move |a| up_to(sum - a).map(move |b| [a, b, sum - a - b]));
    let largest = if steps.len() * game.states <= MOST_TRIED { 3 * LARGEST_TRIED } else { 0 };
    let all = (1..=largest).flat_map(of_sum).filter(|level| level[2] <= LARGEST_TRIED);
    if let Some((level, heights)) = all.filter_map(falls).next() {
        return (level, heights.into_iter().map(|height| height as i64).collect());
    }
    let weights = game.weight.per_unit.iter().chain(&game.weight.per_state);
    let divisor = weights.fold(0, |d, &w| crate::value::linear::gcd(d, i128::from(w))).max(1);
    let divided = |&w: &u64| (i128::from(w) / divisor) as i64;
    (padded(game.weight.per_unit.iter().map(divided)), game.weight.per_state.iter().map(divided).collect())
}

/// The least naturals, one for each state, that every rule makes smaller by `rise` at least, or larger by no more than its
/// negative; none if a loop of rules rises. The search of Bellman and Ford.
pub(super) fn potentials(states: usize, steps: &[Step], rise: impl Fn(&Step) -> i128) -> Option<Vec<i128>> {
    let mut potentials = vec![0; states];
    for _ in 0..=states {
        let mut settled = true;
        for step in steps {
            let needed = potentials[step.to] + rise(step);
            if needed > potentials[step.from] {
                potentials[step.from] = needed;
                settled = false;
            }
        }
        if settled {
            return Some(potentials);
        }
    }
    None
}
