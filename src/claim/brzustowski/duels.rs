//! Duels of a machine with the players of the gallery.
use super::{freedoms, row};
use crate::error::{Error, Result};
use crate::game::wells::{Piece, Well};
use crate::solve::Memory;
use crate::solve::wells::play::duel::Terms;
use crate::solve::wells::play::players::{Player, Reader, gallery, solved};
use crate::solve::wells::plays::Freedom;
use rayon::prelude::*;

/// Where duels are fought.
pub(super) struct Duels {
    sizes: Vec<(u8, usize)>,
    freedoms: Vec<Freedom>,
    most: u64,
}

impl Duels {
    /// Every width with every depth; a duel is ended after so many pieces.
    ///
    /// # Errors
    /// A list that is empty, or a word that is no freedom.
    pub(super) fn new(widths: &[u8], depths: &[usize], words: &[String], most: u64) -> Result<Self> {
        if [widths.len(), depths.len(), words.len()].contains(&0) {
            return Err(Error::input("parameters", "an empty list", "widths, depths and freedoms"));
        }
        let sizes = widths.iter().flat_map(|width| depths.iter().map(|depth| (*width, *depth))).collect();
        Ok(Duels { sizes, freedoms: freedoms(words)?, most })
    }

    /// Fights in all widths but one with every player of the gallery, and with one that has solved the pieces one by one.
    /// The words are width, depth, freedom and player.
    pub(super) fn fight<T: Send>(
        &self,
        pieces: &[Piece],
        but: Option<u32>,
        memory: Memory,
        fight: impl Fn(&dyn Player, &Terms, Vec<String>) -> Result<T> + Sync,
    ) -> Result<Vec<T>> {
        let players = gallery();
        let sizes = self.sizes.iter().filter(|(width, _)| but != Some(u32::from(*width)));
        let known = |&(width, depth)| Ok(((width, depth), solved(pieces, width, depth, memory)?));
        let readers: Vec<((u8, usize), Option<Reader>)> = sizes.map(known).collect::<Result<_>>()?;
        let mut all = Vec::new();
        for ((width, depth), reader) in &readers {
            for freedom in &self.freedoms {
                let reader = reader.iter().map(|reader| reader as &dyn Player);
                let players = players.iter().map(|player| &**player).chain(reader);
                all.extend(players.map(|player| (*width, *depth, *freedom, player)));
            }
        }
        let one = |(width, depth, freedom, player): (u8, usize, Freedom, &dyn Player)| {
            let terms = Terms { start: Well::empty(width)?, depth, freedom, most: self.most };
            fight(player, &terms, row![width, depth, freedom, player.name()])
        };
        all.into_par_iter().map(one).collect()
    }
}
