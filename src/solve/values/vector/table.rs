//! A window kept in memory, in the order in which it is computed: one byte a cell.
use super::frame::{Frame, Triple};
use super::region::{EVERYTHING, Region, span};
use super::{Run, Setting};
use crate::error::Result;
use crate::game::Play;
use crate::game::vector::VectorGame;
use crate::solve::Memory;

/// The values of all positions of a game of one state with coordinates below `size`.
#[derive(Debug, Clone)]
pub struct ByteTable {
    /// The window: coordinate k runs from 0 to `size[k] - 1`.
    pub size: Vec<usize>,
    frame: Frame,
    levels: Vec<Wavefront>,
    rows: Vec<Row>,
    values: Vec<u8>,
}

/// The rows of a level: the lowest i, and where the row of it is in the list of rows.
#[derive(Debug, Clone, Copy)]
struct Wavefront {
    low: i64,
    row: usize,
}

/// A row of the window: the lowest j, and where the value of it is.
#[derive(Debug, Clone, Copy)]
struct Row {
    low: i64,
    from: usize,
}

/// Computes a window.
///
/// # Errors
/// A game or a window that this engine does not take, or not enough memory.
pub fn table(game: &VectorGame, play: Play, size: &[usize], memory: Memory) -> Result<ByteTable> {
    let setting = Setting::new(game, size)?;
    let region = &setting.region;
    let of_level = |t: i64| span_of_rows(region, t);
    let levels = indexed_levels(&setting);
    let rows: u128 = (0..levels)
        .map(|t| {
            let (lo, hi) = of_level(t);
            (hi - lo + 1).max(0) as u128
        })
        .sum();
    let cells = size.iter().fold(1u128, |cells, &size| cells.saturating_mul(size as u128));
    let index = rows * size_of::<Row>() as u128 + levels as u128 * size_of::<Wavefront>() as u128;
    memory.ask(cells.saturating_add(index), &format!("a table of {}", game.name))?;
    let rest = Memory(memory.0 - (cells + index) as u64);
    let mut table = ByteTable::empty(&setting, size, cells as usize, rows as usize);
    type Part = (Vec<(Triple, usize)>, Vec<u8>);
    let see = |part: &mut Part, run: Run<'_>| {
        part.0.push((run.row, run.cells()));
        run.values_into(&mut part.1);
    };
    setting.sweep(play, rest, &see, &mut |(runs, values): Part| {
        let mut rest = &values[..];
        for (row, cells) in runs {
            let (these, after) = rest.split_at(cells);
            let from = table.index(row);
            table.values[from..from + cells].copy_from_slice(these);
            rest = after;
        }
        Ok(())
    })?;
    Ok(table)
}

impl ByteTable {
    fn empty(setting: &Setting, size: &[usize], cells: usize, rows: usize) -> Self {
        let region = &setting.region;
        let mut table = ByteTable {
            size: size.to_vec(),
            frame: setting.frame.clone(),
            levels: Vec::with_capacity(indexed_levels(setting) as usize),
            rows: Vec::with_capacity(rows),
            values: vec![0; cells],
        };
        let mut from = 0;
        for t in 0..indexed_levels(setting) {
            let (low, high) = span_of_rows(region, t);
            table.levels.push(Wavefront { low, row: table.rows.len() });
            for i in low..=high {
                let (low, high) = span(&region.window, 2, [t, i, 0], EVERYTHING);
                table.rows.push(Row { low, from });
                from += (high - low + 1).max(0) as usize;
            }
        }
        table
    }

    /// The value of a position in the window.
    ///
    /// # Panics
    /// Outside the window.
    pub fn value(&self, at: &[u64]) -> u8 {
        let inside = at.len() == self.size.len() && at.iter().zip(&self.size).all(|(&x, &size)| x < size as u64);
        assert!(inside, "{at:?} is outside the window {:?}", self.size);
        self.values[self.index(self.frame.to_frame(super::padded(at.iter().map(|&x| x as i64))))]
    }

    fn index(&self, [t, i, j]: Triple) -> usize {
        let Some(level) = self.levels.get(t as usize) else { return t as usize };
        let row = self.rows[level.row + (i - level.low) as usize];
        row.from + (j - row.low) as usize
    }
}

/// The levels that need an entry in the list of rows. On a line each level is one cell, and needs none.
fn indexed_levels(setting: &Setting) -> i64 {
    if setting.frame.dimension == 1 { 0 } else { setting.region.top + 1 }
}

/// The i of the rows of a level that the window may have cells in.
fn span_of_rows(region: &Region, t: i64) -> (i64, i64) {
    region.extent(1, t, t)
}
