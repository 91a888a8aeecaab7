//! The game well by well, by the definition: slow, for tests and for comparison; and how long the player can last.
use crate::error::Result;
use crate::game::tetris::{Mover, Well};
use crate::proof::strategy::WellGame;
use std::collections::HashMap;

/// All wells that are not too high, with all that each piece can make of them.
pub struct Wells {
    /// The wells, the empty one first.
    pub wells: Vec<Well>,
    /// By well and piece: the wells after each placement that is not lost, with the number of rows deleted.
    pub after: Vec<Vec<Vec<(usize, usize)>>>,
}

impl Wells {
    /// Lists the wells of a game and what follows each.
    ///
    /// # Errors
    /// A width that makes no well.
    pub fn new(game: &WellGame) -> Result<Wells> {
        let wells = all(game)?;
        let index: HashMap<&Well, usize> = wells.iter().enumerate().map(|(index, well)| (well, index)).collect();
        let movers: Vec<Mover> = game.pieces.pieces().iter().map(|piece| Mover::new(piece, game.rule)).collect();
        let placed = |well: &Well, mover: &Mover| -> Vec<(usize, usize)> {
            let placed = mover.placements(well).into_iter().map(|at| mover.place(well, at));
            placed.filter_map(|(well, deleted)| Some((*index.get(&well)?, deleted))).collect()
        };
        let after = wells.iter().map(|well| movers.iter().map(|mover| placed(well, mover)).collect()).collect();
        Ok(Wells { wells, after })
    }
}

/// Every well that is not too high, lower ones first.
fn all(game: &WellGame) -> Result<Vec<Well>> {
    let mut wells = vec![Well::empty(game.width)?];
    let mut from = 0;
    for _ in 0..game.depth {
        let level = from..wells.len();
        from = wells.len();
        for lower in level {
            for row in 1..(1_u32 << game.width) - 1 {
                let rows = wells[lower].rows().iter().copied().chain([row as u16]).collect();
                wells.push(Well::new(game.width, rows)?);
            }
        }
    }
    Ok(wells)
}

/// The least numbers that solve `value = least over announced pieces of the greatest over placements of gain + value
/// after`, from above: for each well and list of shown pieces, a number in base of the pieces. Where the player can go
/// on for ever there is none. `pieces` are those of the machine, by their number.
fn values(
    wells: &Wells,
    pieces: &[usize],
    lookahead: u8,
    gain: impl Fn(usize) -> u32,
    lost: u32,
) -> Vec<Vec<Option<u32>>> {
    let shown = pieces.len().pow(u32::from(lookahead));
    let mut values = vec![vec![None; shown]; wells.wells.len()];
    loop {
        let mut changed = false;
        for well in 0..values.len() {
            for list in 0..shown {
                let answer = |announced: usize| -> Option<u32> {
                    let queue = list * pieces.len() + announced;
                    let (piece, next) = (pieces[queue / shown], queue % shown);
                    let placements = wells.after[well][piece].iter();
                    placements
                        .map(|(after, deleted)| Some(values[*after][next]? + gain(*deleted)))
                        .try_fold(lost, |most, value| Some(most.max(value?)))
                };
                let value = (0..pieces.len()).filter_map(answer).min();
                if value != values[well][list] {
                    values[well][list] = value;
                    changed = true;
                }
            }
        }
        if !changed {
            return values;
        }
    }
}

/// By well and list of shown pieces: whether the player can go on for ever.
pub fn safe(wells: &Wells, pieces: &[usize], lookahead: u8) -> Vec<Vec<bool>> {
    let ranks = values(wells, pieces, lookahead, |_| 1, 1);
    ranks.into_iter().map(|lists| lists.into_iter().map(|rank| rank.is_none()).collect()).collect()
}

/// How long the player can last from the empty well.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Endurance {
    /// The number of pieces after which the player has lost, the last one included, when both play for that number.
    pub pieces: u32,
    /// The number of rows that are deleted before the player has lost, when both play for that number.
    pub rows: u32,
}

/// How long the player can last from the empty well, if not for ever, when the machine chooses what is shown first.
pub fn endurance(wells: &Wells, pieces: &[usize], lookahead: u8) -> Option<Endurance> {
    let least = |values: Vec<Vec<Option<u32>>>| values[0].iter().flatten().min().copied();
    Some(Endurance {
        pieces: least(values(wells, pieces, lookahead, |_| 1, 1))?,
        rows: least(values(wells, pieces, lookahead, |deleted| deleted as u32, 0))?,
    })
}
