//! The player's side of a game with a bag, by the homes of a certificate of kind `bag`.
use crate::error::{Error, Result};
use crate::game::wells::{BagGame, Mover, Placement, Well};
use crate::proof::region::wells::bag::BagHomes;
use crate::solve::wells::strategies::bag::ends::Ends;
use crate::solve::wells::strategies::bag::{Bounds, Wells};
use crate::solve::wells::strategies::tame::Tame;
use crate::solve::{Memory, Unwatched};

/// A game in which the player gets to a home by the end of each bag.
pub struct BagPlay {
    game: BagGame,
    wells: Wells,
    /// For each well and piece put aside, the bags by which the player surely gets to a home.
    ends: Ends,
    /// The number of the well now.
    at: usize,
    aside: Option<usize>,
    /// The pieces in the bag, a bit each.
    left: usize,
}

/// A piece where the player put it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Put {
    /// Its number in the set.
    pub piece: usize,
    /// Where.
    pub at: Placement,
    /// The well before.
    pub before: Well,
    /// The rows that went.
    pub cleared: usize,
}

impl BagPlay {
    /// A game from the empty well, by homes that were checked.
    ///
    /// # Errors
    /// A game with pieces shown, more than `most` wells within the bounds of the homes, or a well of more than 64 cells.
    pub fn new(homes: &BagHomes, most: usize) -> Result<Self> {
        if homes.game.well.lookahead > 0 {
            return Err(Error::input("homes", homes.game.title(), "a game without lookahead"));
        }
        let bounds = Bounds { tame: Some(tame(homes)), homes: None, wells: most };
        let Some(wells) = Wells::new(&homes.game, &bounds, false, Memory(u64::MAX), &Unwatched)? else {
            return Err(Error::input("homes", "too many wells within their bounds", format!("at most {most}")));
        };
        let game = homes.game.clone();
        Ok(BagPlay { ends: wells.ends(homes), wells, at: 0, aside: None, left: game.full(), game })
    }

    /// The game.
    pub fn game(&self) -> &BagGame {
        &self.game
    }

    /// The well now.
    pub fn well(&self) -> Well {
        self.wells.well(self.at)
    }

    /// The piece put aside, as its number in the set.
    pub fn aside(&self) -> Option<usize> {
        self.aside
    }

    /// The pieces that the bag holds.
    pub fn left(&self) -> Vec<usize> {
        (0..self.game.well.pieces.pieces().len()).filter(|piece| self.left >> piece & 1 == 1).collect()
    }

    /// Deals a piece, and tells where the player puts it or the one put aside; nothing for the first piece put aside.
    ///
    /// # Errors
    /// A piece that the bag does not hold, or homes that are no way to play.
    pub fn deal(&mut self, piece: usize) -> Result<Option<Put>> {
        if !self.left().contains(&piece) {
            return Err(Error::input("piece", (piece + 1).to_string(), "the number of one that is left in the bag"));
        }
        let left = self.left & !(1 << piece);
        let put = if self.game.hold && self.aside.is_none() {
            self.aside = Some(piece);
            None
        } else {
            Some(self.answer(piece, left)?)
        };
        self.left = if left == 0 { self.game.full() } else { left };
        Ok(put)
    }

    /// Puts a piece, or the one put aside, where the rest of the bag surely leads to a home.
    fn answer(&mut self, piece: usize, left: usize) -> Result<Put> {
        let aside = self.aside.unwrap_or(0);
        let choices = [(piece, aside), (aside, piece)].into_iter().take(self.game.held().min(2));
        let mut places =
            choices.flat_map(|(piece, aside)| self.wells.after(self.at, piece).map(move |after| (piece, aside, after)));
        let is_sure = |(_, aside, after): &(usize, usize, usize)| self.ends.has(after * self.game.held() + aside, left);
        let Some((piece, aside, after)) = places.find(is_sure) else {
            return Err(Error::input("homes", "no answer to this piece", "those that the checker accepts"));
        };
        let before = self.well();
        let mover = Mover::new(&self.game.well.pieces.pieces()[piece], self.game.well.rule);
        let there = self.wells.well(after);
        let leads = |at: &Placement| mover.place(&before, *at).0 == there;
        let at = mover.placements(&before).into_iter().find(leads).expect("a place led there");
        let cleared = mover.place(&before, at).1;
        (self.at, self.aside) = (after, self.aside.map(|_| aside));
        Ok(Put { piece, at, before, cleared })
    }
}

/// The greatest sums of differences of heights, for each number of holes that a well can have.
fn tame(homes: &BagHomes) -> Tame {
    let cells = u64::from(homes.game.well.width) * u64::from(homes.game.well.depth);
    let most = |holes: u64| homes.bumps.get(holes as usize).or(homes.bumps.last());
    let bumps = |holes| most(holes).map_or(0, |most| (*most).min(cells) as u32);
    Tame { bumps: (0..=homes.holes.min(cells)).map(bumps).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::wells::{Movement, PieceSet};
    use crate::solve::wells::strategies::bag::{Dealt, solve};
    use std::collections::BTreeMap;

    fn begun(depth: u16, pieces: &str, hold: bool) -> BagPlay {
        let game = BagGame::new(2, depth, PieceSet::parse(pieces).unwrap(), Movement::Drop, hold).unwrap();
        let bounds = Bounds { tame: None, homes: None, wells: 10_000 };
        let Dealt::Won(homes) = solve(&game, &bounds, Memory(1 << 30), &Unwatched).unwrap() else { panic!("lost") };
        BagPlay::new(&homes, 10_000).unwrap()
    }

    #[test]
    fn every_order_of_five_bags_is_answered_by_legal_places() {
        for (depth, hold) in [(4, false), (8, true)] {
            for orders in 0..32_u32 {
                let mut play = begun(depth, "OI", hold);
                for bag in 0..5 {
                    assert_eq!(play.left(), [0, 1]);
                    for piece in [0, 1].map(|piece| piece ^ (orders >> bag & 1) as usize) {
                        let (before, aside) = (play.well(), play.aside());
                        let put = play.deal(piece).unwrap();
                        assert_eq!(put.is_none(), hold && aside.is_none());
                        let Some(put) = put else { continue };
                        assert!(
                            put.piece == piece && play.aside() == aside
                                || Some(put.piece) == aside && play.aside() == Some(piece)
                        );
                        let mover = Mover::new(&play.game().well.pieces.pieces()[put.piece], Movement::Drop);
                        assert!(mover.placements(&before).contains(&put.at));
                        assert_eq!(mover.place(&before, put.at), (play.well(), put.cleared));
                        assert!(put.before == before && play.well().height() <= usize::from(depth));
                    }
                }
            }
        }
    }

    #[test]
    fn what_the_bag_does_not_hold_is_refused() {
        let mut play = begun(4, "OI", false);
        play.deal(1).unwrap();
        assert_eq!(play.left(), [0]);
        assert!(play.deal(1).is_err() && play.deal(2).is_err());
        assert_eq!(play.left(), [0]);
    }

    #[test]
    fn homes_that_are_no_way_to_play_are_told() {
        let mut play = begun(4, "OI", false);
        let none = BagHomes {
            game: play.game.clone(),
            holes: 0,
            bumps: vec![0],
            columns: BTreeMap::new(),
            homes: BTreeMap::new(),
        };
        play.ends = play.wells.ends(&none);
        assert!(play.deal(0).is_err());
    }
}
