//! The plain engine: position by position, level by level of the weight, in a dense table. It takes every vector addition
//! game. The engine by wavefronts is many times faster, and this one is its twin in the tests.
use super::table::Region;
use crate::game::Play;
use crate::game::vector::VectorGame;
use crate::value::linear::gcd;

/// With so many moves in each state at most, the values of options are bits of a word.
const BITS: usize = 63;

/// The values of a region, the last coordinate fastest, state by state. Of a position that the window cannot reach, and
/// that has options outside of the region, the value is that of the other options.
pub(super) fn values(game: &VectorGame, play: Play, region: &Region) -> Vec<u16> {
    let mut axes: Vec<usize> = (0..game.dimension).collect();
    // The last two axes are walked along lines of equal weight; the lighter the last, the fewer lines are empty.
    axes.sort_by_key(|&axis| (game.weight.per_unit[axis] > 0, std::cmp::Reverse(game.weight.per_unit[axis])));
    let last = axes.pop().expect("a game has a coordinate");
    let plain = Plain {
        play,
        moves: (0..game.states).map(|state| region.moves(game, state)).collect(),
        other: axes.pop().map(|axis| region.axis(game, axis)),
        last: region.axis(game, last),
        outer: axes.into_iter().map(|axis| region.axis(game, axis)).collect(),
    };
    plain.table(game, region)
}

/// A coordinate in a dense table.
#[derive(Debug, Clone, Copy)]
pub(super) struct Axis {
    pub axis: usize,
    pub extent: u64,
    /// How far neighbours along it lie apart.
    pub stride: usize,
    pub weight: u64,
}

/// A move as a step between the cells of a region.
pub(super) struct Move {
    /// A coordinate, what it must be at least, and what it must stay below, so that the option lies in the region.
    pub bounds: Vec<(usize, u64, u64)>,
    pub shift: isize,
}

/// What does not change from cell to cell.
struct Plain {
    play: Play,
    moves: Vec<Vec<Move>>,
    /// The coordinates but the last two.
    outer: Vec<Axis>,
    other: Option<Axis>,
    last: Axis,
}

/// The cells as far as they are known, and the position that is computed.
struct Cells {
    values: Vec<u16>,
    at: Vec<u64>,
    options: Vec<u16>,
}

impl Plain {
    fn table(&self, game: &VectorGame, region: &Region) -> Vec<u16> {
        let block: usize = region.extent.iter().product();
        let values = vec![0; block * game.states];
        let mut cells = Cells { values, at: vec![0; game.dimension], options: Vec::new() };
        let heaviest = u64::try_from(region.heaviest).expect("the levels were counted before");
        for level in 0..=heaviest {
            for (state, height) in game.weight.per_state.iter().enumerate().filter(|(_, height)| **height <= level) {
                self.walk(&mut cells, state, 0, level - height, state * block);
            }
        }
        cells.values
    }

    /// The positions of a state where the coordinates from the one of number `depth` on weigh `rest`.
    fn walk(&self, cells: &mut Cells, state: usize, depth: usize, rest: u64, cell: usize) {
        let Some(outer) = self.outer.get(depth) else { return self.line(cells, state, rest, cell) };
        let most = rest.checked_div(outer.weight).map_or(outer.extent - 1, |most| most.min(outer.extent - 1));
        for x in 0..=most {
            cells.at[outer.axis] = x;
            self.walk(cells, state, depth + 1, rest - x * outer.weight, cell + x as usize * outer.stride);
        }
    }

    /// The positions where the last two coordinates weigh `rest`: along them one grows as the other falls.
    fn line(&self, cells: &mut Cells, state: usize, rest: u64, cell: usize) {
        let (last, other) =
            (self.last, self.other.unwrap_or(Axis { axis: self.last.axis, extent: 1, stride: 0, weight: 0 }));
        if last.weight == 0 {
            // Then no coordinate has a weight.
            for x in (0..other.extent).filter(|_| rest == 0) {
                cells.at[other.axis] = x;
                for y in 0..last.extent {
                    self.cell(cells, state, last, y, cell + x as usize * other.stride);
                }
            }
            return;
        }
        let divisor = gcd(i128::from(other.weight), i128::from(last.weight)) as u64;
        let (step, fall) = (last.weight / divisor, other.weight / divisor);
        let begins = |&x: &u64| x * other.weight <= rest && (rest - x * other.weight).is_multiple_of(last.weight);
        let Some(mut x) = (0..step.min(other.extent)).find(begins) else { return };
        let mut y = (rest - x * other.weight) / last.weight;
        loop {
            cells.at[other.axis] = x;
            if y < last.extent {
                self.cell(cells, state, last, y, cell + x as usize * other.stride);
            }
            x += step;
            if x >= other.extent || y < fall {
                return;
            }
            y -= fall;
        }
    }

    fn cell(&self, cells: &mut Cells, state: usize, last: Axis, y: u64, row: usize) {
        cells.at[last.axis] = y;
        let cell = row + y as usize * last.stride;
        let (moves, at, values) = (&self.moves[state], &cells.at, &cells.values);
        let made = |one: &&Move| one.bounds.iter().all(|&(axis, least, below)| (least..below).contains(&at[axis]));
        let options = moves.iter().filter(made).map(|one| values[cell.wrapping_add_signed(one.shift)]);
        cells.values[cell] = if self.play == Play::Grundy && moves.len() <= BITS {
            options.fold(0u64, |seen, value| seen | 1 << value).trailing_ones() as u16
        } else {
            cells.options.clear();
            cells.options.extend(options);
            let value = self.play.value(cells.options.iter().map(|&value| u64::from(value)));
            u16::try_from(value).expect("a value is at most the number of rules")
        };
    }
}
