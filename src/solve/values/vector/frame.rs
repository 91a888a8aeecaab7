//! Coordinates in which the wavefronts of a vector addition game lie in rows.
//!
//! A level is a linear form with small natural coefficients that every move makes smaller. A unimodular map takes a
//! position to `(t, i, j)` with t its level; the positions of a level form a wavefront, made of rows of consecutive j.
//! A move is a fixed shift in these coordinates. Positions of fewer than three coordinates get zeros in front.
use crate::error::{Error, Result};
use crate::game::vector::VectorGame;

/// A vector of three coordinates, of positions or of frames.
pub(super) type Triple = [i64; 3];

/// Levels with coefficients up to this are tried before the weight of the game.
const LARGEST_TRIED: i64 = 12;
/// No number of a frame and no coefficient of a half-space is larger.
pub(super) const LARGEST_COEFFICIENT: i128 = 1 << 20;

/// A move in the coordinates of a frame: from `(t, i, j)` to `(t - fall, i + i, j + j)`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shift {
    pub fall: i64,
    pub i: i64,
    pub j: i64,
}

/// The map between positions and `(t, i, j)`.
#[derive(Debug, Clone)]
pub(super) struct Frame {
    /// `columns[k]` is what one unit of frame coordinate k adds to a position.
    pub columns: [Triple; 3],
    /// The inverse: `rows[k]` gives frame coordinate k of a position.
    pub rows: [Triple; 3],
    pub dimension: usize,
    pub shifts: Vec<Shift>,
}

impl Frame {
    /// # Errors
    /// Moves with numbers so large that the frame leaves the exact arithmetic here.
    pub fn new(game: &VectorGame, moves: &[Triple], size: Triple) -> Result<Self> {
        let level = level(game, moves);
        let mut frame = Frame::of_level(level, game.dimension);
        frame.shorten();
        let top: i64 = level.iter().zip(&size).map(|(level, size)| level * (size - 1)).sum();
        let reach = |axis: usize| {
            let most = moves.iter().map(|step| step[axis].max(0)).max().unwrap_or(0);
            if level[axis] > 0 { top / level[axis] + 1 } else { size[axis].saturating_add(most.saturating_mul(top)) }
        };
        let length = |column: &Triple| (0..3).filter(|&a| column[a] != 0).map(|a| reach(a) / column[a].abs()).min();
        if length(&frame.columns[1]) > length(&frame.columns[2]) {
            frame.columns.swap(1, 2);
            frame.rows.swap(1, 2);
        }
        frame.straighten(moves);
        let numbers = frame.columns.iter().chain(&frame.rows).flatten();
        if numbers.clone().any(|&n| i128::from(n).abs() > LARGEST_COEFFICIENT) {
            return Err(Error::Overflow(format!("a table of {}", game.name)));
        }
        frame.shifts =
            moves.iter().map(|&step| frame.to_frame(step)).map(|[t, i, j]| Shift { fall: -t, i, j }).collect();
        Ok(frame)
    }

    /// Euclid's algorithm on the level, by column operations; the inverse goes along by row operations.
    fn of_level(mut level: Triple, dimension: usize) -> Self {
        let identity = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
        let mut frame = Frame { columns: identity, rows: identity, dimension, shifts: Vec::new() };
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
    fn straighten(&mut self, moves: &[Triple]) {
        for axis in 1..3 {
            let slopes = moves.iter().map(|&step| self.to_frame(step)).map(|y| (y[axis], -y[0]));
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
        std::array::from_fn(|a| (0..3).map(|k| self.columns[k][a] * y[k]).sum())
    }
}

/// Puts zeros in front of a vector of up to three numbers.
pub(super) fn padded(vector: impl ExactSizeIterator<Item = i64>) -> Triple {
    let mut triple = [0; 3];
    let lead = 3 - vector.len();
    vector.enumerate().for_each(|(a, n)| triple[lead + a] = n);
    triple
}

/// The level with the smallest sum of coefficients, so that wavefronts are few and rows long.
fn level(game: &VectorGame, moves: &[Triple]) -> Triple {
    let falls = |level: &Triple| moves.iter().all(|step| step.iter().zip(level).map(|(s, l)| s * l).sum::<i64>() < 0);
    let tried = 0..=LARGEST_TRIED;
    let all = tried.clone().flat_map(|a| tried.clone().flat_map(move |b| (0..=LARGEST_TRIED).map(move |c| [a, b, c])));
    let best = all.filter(falls).min_by_key(|level| level.iter().sum::<i64>());
    best.unwrap_or_else(|| {
        let weight = &game.weight.per_unit;
        let divisor = weight.iter().fold(0, |d, &w| crate::value::linear::gcd(d, i128::from(w))).max(1);
        padded(weight.iter().map(|&w| (i128::from(w) / divisor) as i64))
    })
}
