//! Tables of values of vector addition games: a window of positions in every state, computed in the order of weight.
use super::Memory;
use crate::error::{Error, Result};
use crate::game::Play;
use crate::game::vector::{VectorGame, VectorPosition};

/// Stands for "not computed": the position cannot be reached from the window, and an option of it left the region.
const UNKNOWN: u16 = u16::MAX;

/// The values of all positions with coordinates below `size`, in every state.
#[derive(Debug, Clone)]
pub struct ValueTable {
    /// The window: coordinate i runs from 0 to size[i] - 1.
    pub size: Vec<usize>,
    /// The number of control states.
    pub states: usize,
    extent: Vec<usize>,
    values: Vec<u16>,
}

impl ValueTable {
    /// Computes the window by definition, position by position in the order of weight.
    ///
    /// # Errors
    /// A window that does not fit the game or the memory.
    pub fn new(game: &VectorGame, play: Play, size: &[usize], memory: Memory) -> Result<Self> {
        if size.len() != game.dimension || size.contains(&0) {
            let what = format!("a window of size {size:?}");
            return Err(Error::input(game.name.clone(), what, format!("{} sizes of at least 1", game.dimension)));
        }
        let region = Region::around(game, size)?;
        memory.ask(region.bytes(), &format!("a table of {}", game.name))?;
        let order = region.by_weight(game);
        let mut table =
            ValueTable { size: size.to_vec(), states: game.states, extent: region.extent, values: Vec::new() };
        table.values = vec![UNKNOWN; order.len() + table.outside(order.len())];
        let mut options = Vec::new();
        for cell in order {
            let position = table.position(cell as usize);
            options.clear();
            let all_known = game.rules_at(&position).all(|rule| {
                options.push(table.lookup(rule.to, &rule.apply(&position.at)));
                options.last() != Some(&UNKNOWN)
            });
            if all_known {
                let value = play.value(options.iter().map(|&value| u64::from(value)));
                table.values[cell as usize] = u16::try_from(value).expect("a value is at most the number of rules");
            }
        }
        Ok(table)
    }

    /// The value of a position in the window.
    ///
    /// # Panics
    /// Outside the window.
    pub fn value(&self, state: usize, at: &[u64]) -> u64 {
        let inside = at.iter().zip(&self.size).all(|(&x, &size)| x < size as u64);
        assert!(inside && state < self.states, "{state}:{at:?} is outside the window {:?}", self.size);
        u64::from(self.lookup(state, at))
    }

    /// All positions of the window, the last coordinate fastest, state by state.
    pub fn window(&self) -> impl Iterator<Item = VectorPosition> {
        let cells: usize = self.size.iter().product();
        let size = self.size.clone();
        (0..self.states).flat_map(move |state| {
            let size = size.clone();
            (0..cells).map(move |cell| VectorPosition { state, at: unrank(cell, &size) })
        })
    }

    fn outside(&self, inside: usize) -> usize {
        self.states * self.extent.iter().product::<usize>() - inside
    }

    fn position(&self, cell: usize) -> VectorPosition {
        let block: usize = self.extent.iter().product();
        VectorPosition { state: cell / block, at: unrank(cell % block, &self.extent) }
    }

    fn lookup(&self, state: usize, at: &[u64]) -> u16 {
        let mut cell = state;
        for (&x, &extent) in at.iter().zip(&self.extent) {
            if x >= extent as u64 {
                return UNKNOWN;
            }
            cell = cell * extent + x as usize;
        }
        self.values[cell]
    }
}

/// The box of positions that play can reach from a window.
struct Region {
    extent: Vec<usize>,
    states: usize,
    heaviest: u128,
}

impl Region {
    /// Play never raises the weight, so no coordinate with a positive weight passes the heaviest weight of the window;
    /// one with weight zero is raised at most once for each move.
    fn around(game: &VectorGame, size: &[usize]) -> Result<Self> {
        let corner: Vec<u64> = size.iter().map(|&size| size as u64 - 1).collect();
        let heaviest = (0..game.states).map(|state| game.weight.of(state, &corner)).max().expect("a game has a state");
        let extent = (0..game.dimension).map(|i| {
            let most_put = game.rules.iter().map(|rule| rule.put[i].saturating_sub(rule.take[i])).max().unwrap_or(0);
            let by_moves = u128::from(corner[i]) + u128::from(most_put) * heaviest;
            let weight = u128::from(game.weight.per_unit[i]);
            let most = heaviest.checked_div(weight).map_or(by_moves, |by_weight| by_weight.min(by_moves));
            usize::try_from(most + 1).map_err(|_| Error::Overflow(format!("a table of {}", game.name)))
        });
        Ok(Region { extent: extent.collect::<Result<_>>()?, states: game.states, heaviest })
    }

    fn cells(&self) -> u128 {
        self.extent.iter().fold(self.states as u128, |cells, &extent| cells.saturating_mul(extent as u128))
    }

    fn bytes(&self) -> u128 {
        self.cells().saturating_mul(2 + 4).saturating_add(8 * (self.heaviest + 2))
    }

    /// The cells that are no heavier than the window, lightest first: a counting sort.
    fn by_weight(&self, game: &VectorGame) -> Vec<u32> {
        let block: usize = self.extent.iter().product();
        let weight = |cell: usize| game.weight.of(cell / block, &unrank(cell % block, &self.extent));
        let inside = |&cell: &usize| weight(cell) <= self.heaviest;
        let mut starts = vec![0u32; self.heaviest as usize + 2];
        (0..block * self.states).filter(inside).for_each(|cell| starts[weight(cell) as usize + 1] += 1);
        for i in 1..starts.len() {
            starts[i] += starts[i - 1];
        }
        let mut order = vec![0u32; starts[self.heaviest as usize + 1] as usize];
        for cell in (0..block * self.states).filter(inside) {
            let next = &mut starts[weight(cell) as usize];
            order[*next as usize] = cell as u32;
            *next += 1;
        }
        order
    }
}

fn unrank(mut cell: usize, extent: &[usize]) -> Vec<u64> {
    let mut at = vec![0; extent.len()];
    for (x, &extent) in at.iter_mut().zip(extent).rev() {
        *x = (cell % extent) as u64;
        cell /= extent;
    }
    at
}
