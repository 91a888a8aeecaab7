//! The game well by well, by the definition: slow, for tests and for comparison; and how long the player can last.
use crate::error::Result;
use crate::game::wells::{Mover, Well};
use crate::proof::region::wells::WellGame;
use crate::solve::wells::space::Space;

/// All wells that are not too high, with all that each piece can make of them.
pub struct Transitions {
    /// The wells, the empty one first.
    pub wells: Vec<Well>,
    /// By well and piece: the wells after each placement that is not lost, with the number of rows deleted.
    pub after: Vec<Vec<Vec<(usize, usize)>>>,
}

impl Transitions {
    /// Lists the wells of a game and what follows each.
    ///
    /// # Errors
    /// A width that makes no well, or more wells than can be counted.
    pub fn new(game: &WellGame) -> Result<Transitions> {
        let space = Space::new(game.width, usize::from(game.depth))?;
        let movers: Vec<Mover> = game.pieces.pieces().iter().map(|piece| Mover::new(piece, game.rule)).collect();
        let placed = |well: &Well, mover: &Mover| -> Vec<(usize, usize)> {
            let placed = mover.placements(well).into_iter().map(|at| mover.place(well, at));
            placed.filter_map(|(well, deleted)| Some((space.number(&well)? as usize, deleted))).collect()
        };
        let wells: Vec<Well> = space.wells().collect();
        let after = wells.iter().map(|well| movers.iter().map(|mover| placed(well, mover)).collect()).collect();
        Ok(Transitions { wells, after })
    }
}

/// The least numbers that solve `value = least over announced pieces of the greatest over placements of gain + value
/// after`, from above: for each well and list of shown pieces, a number in base of the pieces. Where the player can go
/// on for ever there is none. `pieces` are those of the machine, by their number.
fn values(
    wells: &Transitions,
    pieces: &[usize],
    lookahead: u8,
    gain: impl Fn(usize) -> u32,
    lost: u32,
) -> Vec<Vec<Option<u32>>> {
    let shown = pieces.len().pow(u32::from(lookahead));
    let mut values = vec![vec![None; shown]; wells.wells.len()];
    loop {
        let mut changed = false;
        // High wells are lost first, and low ones because of them.
        for well in (0..values.len()).rev() {
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
pub fn safe(wells: &Transitions, pieces: &[usize], lookahead: u8) -> Vec<Vec<bool>> {
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
pub fn endurance(wells: &Transitions, pieces: &[usize], lookahead: u8) -> Option<Endurance> {
    let least = |values: Vec<Vec<Option<u32>>>| values[0].iter().flatten().min().copied();
    Some(Endurance {
        pieces: least(values(wells, pieces, lookahead, |_| 1, 1))?,
        rows: least(values(wells, pieces, lookahead, |deleted| deleted as u32, 0))?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::wells::{Movement, Piece, PieceSet};
    use std::collections::HashMap;

    /// The game by its definition: what the machine can do from a well with pieces shown, without any table of wells.
    struct Tree<'a> {
        pieces: &'a [Piece],
        depth: usize,
        rule: Movement,
        /// Answers found before: well, pieces shown, and the number asked for.
        within: HashMap<(Well, Vec<usize>, u32), bool>,
        conceding: HashMap<(Well, Vec<usize>, u32), bool>,
    }

    impl Tree<'_> {
        /// The wells after each placement that is not lost, with the rows deleted.
        fn after(&self, well: &Well, piece: usize) -> Vec<(Well, u32)> {
            let mover = Mover::new(&self.pieces[piece], self.rule);
            let all = mover.placements(well).into_iter().map(|at| mover.place(well, at));
            all.filter(|(well, _)| well.height() <= self.depth).map(|(well, rows)| (well, rows as u32)).collect()
        }

        fn sent(&self, shown: &[usize]) -> Vec<Vec<usize>> {
            (0..self.pieces.len()).map(|piece| [shown, &[piece]].concat()).collect()
        }

        /// Whether the player has lost after at most so many pieces.
        fn lost_within(&mut self, well: &Well, shown: &[usize], pieces: u32) -> bool {
            let key = (well.clone(), shown.to_vec(), pieces);
            if let Some(known) = self.within.get(&key) {
                return *known;
            }
            let found = pieces > 0
                && self.sent(shown).into_iter().any(|sent| {
                    self.after(well, sent[0]).iter().all(|(well, _)| self.lost_within(well, &sent[1..], pieces - 1))
                });
            self.within.insert(key, found);
            found
        }

        /// Whether the player loses with at most so many rows deleted. Every play ends, because each piece that deletes
        /// nothing leaves more full cells.
        fn lost_conceding(&mut self, well: &Well, shown: &[usize], rows: u32) -> bool {
            let key = (well.clone(), shown.to_vec(), rows);
            if let Some(known) = self.conceding.get(&key) {
                return *known;
            }
            let found = self.sent(shown).into_iter().any(|sent| {
                let mut after = self.after(well, sent[0]).into_iter();
                after.all(|(well, deleted)| deleted <= rows && self.lost_conceding(&well, &sent[1..], rows - deleted))
            });
            self.conceding.insert(key, found);
            found
        }
    }

    #[test]
    fn endurance_is_what_the_game_tree_says() {
        const MOST: u32 = 24;
        let mut lasting = 0;
        for (width, depth) in [(2, 2), (2, 3), (2, 4), (3, 2), (4, 1)] {
            for (set, rule) in ["IT", "JL", "SZ", "OTJ", "ITJ", "OJL", "TJL", "OITJLSZ", "O"]
                .into_iter()
                .flat_map(|set| [Movement::Drop, Movement::Slide, Movement::Anywhere].map(|rule| (set, rule)))
            {
                for lookahead in [0, 1] {
                    let game = WellGame::new(width, depth, PieceSet::parse(set).unwrap(), rule, lookahead).unwrap();
                    let pieces: Vec<usize> = (0..game.pieces.pieces().len()).collect();
                    let found = endurance(&Transitions::new(&game).unwrap(), &pieces, lookahead);
                    let (within, conceding) = (HashMap::new(), HashMap::new());
                    let depth = usize::from(depth);
                    let mut tree = Tree { pieces: game.pieces.pieces(), depth, rule, within, conceding };
                    let empty = Well::empty(width).unwrap();
                    let starts: Vec<Vec<usize>> = match lookahead {
                        0 => vec![Vec::new()],
                        _ => pieces.iter().map(|piece| vec![*piece]).collect(),
                    };
                    let least = |lost: &mut dyn FnMut(&[usize], u32) -> bool| {
                        (0..=MOST).find(|number| starts.iter().any(|shown| lost(shown, *number)))
                    };
                    let sent = least(&mut |shown, number| tree.lost_within(&empty, shown, number));
                    let rows = least(&mut |shown, number| tree.lost_conceding(&empty, shown, number));
                    assert_eq!(found.map(|found| found.pieces), sent, "{}", game.title());
                    assert_eq!(found.map(|found| found.rows), rows, "{}", game.title());
                    lasting += u32::from(found.is_some_and(|found| found.rows > 4));
                }
            }
        }
        assert!(lasting > 10, "{lasting} games in which rows are deleted for some time");
    }
}
