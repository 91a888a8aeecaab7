//! The player's side of a game with a bag, by the homes of a certificate of kind `bag`.
use crate::error::{Error, Result};
use crate::game::wells::{BagGame, Mover, Placement, Well};
use crate::proof::region::wells::bag::BagHomes;
use crate::solve::wells::strategies::bag::ends::Ends;
use crate::solve::wells::strategies::bag::shown::Stays;
use crate::solve::wells::strategies::bag::{Bounds, Wells};
use crate::solve::wells::strategies::tame::Tame;
use crate::solve::{Memory, Unwatched};

/// The most memory for the situations of a game with pieces shown.
const MEMORY: Memory = Memory(1 << 30);

/// A game in which the player goes on for ever.
pub struct BagPlay {
    game: BagGame,
    wells: Wells,
    sure: Sure,
    /// The number of the well now.
    at: usize,
    aside: Option<usize>,
    /// The pieces shown, in the order of play.
    shown: Vec<u8>,
    /// The pieces in the bag, a bit each.
    left: usize,
}

/// What the player stays in.
enum Sure {
    /// For each well and piece put aside, the bags by which he surely gets to a home.
    Ends(Ends),
    /// The situations, if pieces are shown.
    Stays(Stays),
}

/// A piece where the player put it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Put {
    /// Its number in the set.
    pub piece: usize,
    /// The number of the piece that was to come next: that one, if it was not put aside.
    pub next: usize,
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
    /// More than `most` wells that the player may make, a well of more than 64 cells, or pieces shown with so many situations
    /// that they need more than 1 GiB.
    pub fn new(homes: &BagHomes, most: usize) -> Result<Self> {
        let wells = wells(homes, most)?;
        let sure = if homes.game.well.lookahead == 0 {
            Sure::Ends(wells.ends(homes))
        } else {
            let stays = wells.stays(MEMORY, &Unwatched)?;
            Sure::Stays(stays.ok_or_else(|| Error::input("homes", "a loss", "those that the checker accepts"))?)
        };
        let game = homes.game.clone();
        Ok(BagPlay { sure, wells, at: 0, aside: None, shown: Vec::new(), left: game.full(), game })
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

    /// The pieces shown, in the order of play, as numbers in the set.
    pub fn shown(&self) -> &[u8] {
        &self.shown
    }

    /// How many pieces are to be dealt until the player puts one.
    pub fn missing(&self) -> usize {
        let first_aside = usize::from(self.game.hold && self.aside.is_none());
        usize::from(self.game.well.lookahead) + 1 - self.shown.len() + first_aside
    }

    /// The pieces that the bag holds.
    pub fn left(&self) -> Vec<usize> {
        (0..self.game.well.pieces.pieces().len()).filter(|piece| self.left >> piece & 1 == 1).collect()
    }

    /// Deals a piece, and tells where the player puts the one that comes next or the one put aside; nothing for the first piece put
    /// aside, and as long as fewer pieces are shown than the game says.
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
            self.shown.push(piece as u8);
            let is_due = self.shown.len() > usize::from(self.game.well.lookahead);
            is_due.then(|| self.shown.remove(0).into()).map(|next| self.answer(next, left)).transpose()?
        };
        self.left = if left == 0 { self.game.full() } else { left };
        Ok(put)
    }

    /// Puts a piece, or the one put aside, where the player surely goes on.
    fn answer(&mut self, next: usize, left: usize) -> Result<Put> {
        let (aside, held) = (self.aside.unwrap_or(0), self.game.held());
        let choices = [(next, aside), (aside, next)].into_iter().take(held.min(2));
        let mut places =
            choices.flat_map(|(piece, aside)| self.wells.after(self.at, piece).map(move |after| (piece, aside, after)));
        let is_sure = |(_, aside, after): &(usize, usize, usize)| match &self.sure {
            Sure::Ends(ends) => ends.has(after * held + aside, left),
            Sure::Stays(stays) => {
                stays.has(*after, *aside, &self.shown, if left == 0 { self.game.full() } else { left })
            }
        };
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
        Ok(Put { piece, next, at, before, cleared })
    }
}

/// Refuses homes with more than `most` wells that the player may make, or a well of more than 64 cells.
///
/// # Errors
/// As [`BagPlay::new`].
pub fn ask(homes: &BagHomes, most: usize) -> Result<()> {
    wells(homes, most).map(|_| ())
}

/// The wells that the player may make.
fn wells(homes: &BagHomes, most: usize) -> Result<Wells> {
    let bounds = Bounds { tame: Some(tame(homes)), homes: None, wells: most };
    let wells = Wells::new(&homes.game, &bounds, false, &homes.wells, Memory(u64::MAX), &Unwatched)?;
    wells.ok_or_else(|| Error::input("homes", "too many wells within their bounds", format!("at most {most}")))
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
    use std::collections::{BTreeMap, BTreeSet};

    fn begun(depth: u16, pieces: &str, hold: bool, lookahead: u8) -> BagPlay {
        let game = BagGame::new(2, depth, PieceSet::parse(pieces).unwrap(), Movement::Drop, hold).unwrap();
        let game = game.showing(lookahead).unwrap();
        let bounds = Bounds { tame: None, homes: None, wells: 10_000 };
        let Dealt::Won(homes) = solve(&game, &bounds, Memory(1 << 30), &Unwatched).unwrap() else { panic!("lost") };
        BagPlay::new(&homes, 10_000).unwrap()
    }

    #[test]
    fn wells_that_are_not_listed_are_not_made() {
        for (depth, hold, lookahead) in [(4, false, 1), (8, true, 1), (8, true, 2)] {
            let all = begun(depth, "OI", hold, lookahead);
            let Sure::Stays(stays) = &all.sure else { panic!("pieces are shown") };
            let made = all.wells.few(stays, MEMORY).unwrap();
            let homes = BagHomes {
                game: all.game.clone(),
                holes: 16,
                bumps: vec![16],
                columns: BTreeMap::new(),
                homes: BTreeMap::new(),
                wells: made.iter().map(|well| all.wells.well(*well)).collect(),
            };
            let mut play = BagPlay::new(&homes, made.len()).unwrap();
            for piece in [0, 1, 1, 0, 0, 1, 1, 0] {
                let put = play.deal(piece).unwrap();
                assert!(put.is_none() || homes.wells.contains(&play.well()));
            }
            assert!(made.len() < all.wells.count() && ask(&homes, made.len() - 1).is_err());
        }
    }

    #[test]
    fn every_order_of_five_bags_is_answered_by_legal_places() {
        for (depth, hold, lookahead) in
            [(4, false, 0), (8, true, 0), (4, false, 1), (4, false, 3), (8, true, 1), (8, true, 2)]
        {
            for orders in 0..32_u32 {
                let mut play = begun(depth, "OI", hold, lookahead);
                let (mut dealt, mut placed) = (Vec::new(), 0);
                for bag in 0..5 {
                    assert_eq!(play.left(), [0, 1]);
                    for piece in [0, 1].map(|piece| piece ^ (orders >> bag & 1) as usize) {
                        let (before, aside, missing) = (play.well(), play.aside(), play.missing());
                        dealt.push(piece);
                        let put = play.deal(piece).unwrap();
                        assert_eq!(put.is_some(), missing == 1);
                        let Some(put) = put else { continue };
                        assert_eq!(put.next, dealt[placed + usize::from(hold)]);
                        placed += 1;
                        assert_eq!(play.shown().len(), usize::from(lookahead));
                        assert!(
                            put.piece == put.next && play.aside() == aside
                                || Some(put.piece) == aside && play.aside() == Some(put.next)
                        );
                        let mover = Mover::new(&play.game().well.pieces.pieces()[put.piece], Movement::Drop);
                        assert!(mover.placements(&before).contains(&put.at));
                        assert_eq!(mover.place(&before, put.at), (play.well(), put.cleared));
                        assert!(put.before == before && play.well().height() <= usize::from(depth));
                    }
                }
                assert_eq!(placed, 10 - usize::from(hold) - usize::from(lookahead));
            }
        }
    }

    #[test]
    fn what_the_bag_does_not_hold_is_refused() {
        let mut play = begun(4, "OI", false, 0);
        play.deal(1).unwrap();
        assert_eq!(play.left(), [0]);
        assert!(play.deal(1).is_err() && play.deal(2).is_err());
        assert_eq!(play.left(), [0]);
    }

    #[test]
    fn homes_that_are_no_way_to_play_are_told() {
        let mut play = begun(4, "OI", false, 0);
        let none = BagHomes {
            game: play.game.clone(),
            holes: 0,
            bumps: vec![0],
            columns: BTreeMap::new(),
            homes: BTreeMap::new(),
            wells: BTreeSet::new(),
        };
        play.sure = Sure::Ends(play.wells.ends(&none));
        assert!(play.deal(0).is_err());
    }
}
