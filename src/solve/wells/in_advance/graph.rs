//! The wells that can come up, found as they are asked for, and where the places of each piece lead.
use super::sets::Set;
use crate::error::Result;
use crate::game::wells::InAdvance;
use crate::proof::region::wells::in_advance::Candidate;
use crate::solve::Memory;
use crate::solve::wells::strategies::packed::{Packed, Word};
use hashbrown::HashMap;
use rayon::prelude::*;
use std::ops::ControlFlow::Continue;

/// Numbers of wells in order, for each piece.
type ByPiece = Box<[Box<[u32]>]>;

/// The wells that came up so far.
///
/// A *member* of a set is a well with the piece put aside, or alone if none is, as one number.
pub struct Graph<'a> {
    game: &'a InAdvance,
    packed: Packed<'a>,
    numbers: HashMap<Word, u32>,
    words: Vec<Word>,
    /// By well and piece, the numbers of the wells after it, in order; none if nobody has asked.
    after: Vec<Option<ByPiece>>,
    /// All those numbers.
    heads: usize,
}

/// The wells looked at between two questions for memory.
const STEP: usize = 1 << 12;

impl<'a> Graph<'a> {
    pub fn new(game: &'a InAdvance, packed: Packed<'a>) -> Self {
        Graph { game, packed, numbers: HashMap::from([(0, 0)]), words: vec![0], after: vec![None], heads: 0 }
    }

    pub fn game(&self) -> &'a InAdvance {
        self.game
    }

    fn pieces(&self) -> usize {
        self.game.pieces.pieces().len()
    }

    /// How many pieces may be put aside; 1 if none is.
    fn asides(&self) -> u32 {
        if self.game.holds() { self.pieces() as u32 } else { 1 }
    }

    /// How many wells came up so far.
    pub fn count(&self) -> usize {
        self.words.len()
    }

    /// Where the player can be before he places the first piece, and the piece that he put aside before.
    pub fn starts(&self) -> Vec<(Option<u8>, Set)> {
        let all = self.game.all();
        match self.game.holds() {
            false => vec![(None, Set::new(all, vec![0]))],
            true => (0..self.pieces())
                .map(|aside| (Some(aside as u8), Set::new(self.game.left(all, aside), vec![aside as u32])))
                .collect(),
        }
    }

    /// The pieces that may come next.
    pub fn next_pieces(&self, set: &Set) -> impl Iterator<Item = u8> + use<> {
        let bag = set.bag;
        (0..self.pieces() as u8).filter(move |piece| bag >> piece & 1 == 1)
    }

    /// Finds where the places of all pieces lead from the wells of these sets.
    ///
    /// # Errors
    /// More memory than allowed.
    pub fn fill<'b>(&mut self, sets: impl Iterator<Item = &'b Set>, memory: Memory) -> Result<()> {
        let asides = self.asides();
        let mut missing: Vec<u32> = sets
            .flat_map(|set| set.wells.iter().map(|member| member / asides))
            .filter(|well| self.after[*well as usize].is_none())
            .collect();
        missing.sort_unstable();
        missing.dedup();
        for wells in missing.chunks(STEP) {
            let found: Vec<Vec<Vec<Word>>> = wells.par_iter().map(|well| self.words_after(*well)).collect();
            for (well, words) in wells.iter().zip(found) {
                let mut numbered = |words: Vec<Word>| -> Box<[u32]> {
                    let mut numbers: Vec<u32> = words.into_iter().map(|word| self.number(word)).collect();
                    numbers.sort_unstable();
                    numbers.into()
                };
                let after: ByPiece = words.into_iter().map(&mut numbered).collect();
                self.heads += after.iter().map(|heads| heads.len()).sum::<usize>();
                self.after[*well as usize] = Some(after);
            }
            memory.ask(self.bytes(), &format!("{} wells", self.count()))?;
        }
        Ok(())
    }

    fn words_after(&self, well: u32) -> Vec<Vec<Word>> {
        let word = self.words[well as usize];
        let of_piece = |piece| {
            let mut words = Vec::new();
            let _ = self.packed.each(word, piece, |_, after| {
                words.push(after);
                Continue(())
            });
            words.sort_unstable();
            words.dedup();
            words
        };
        (0..self.pieces()).map(of_piece).collect()
    }

    fn number(&mut self, word: Word) -> u32 {
        *self.numbers.entry(word).or_insert_with(|| {
            self.words.push(word);
            self.after.push(None);
            self.words.len() as u32 - 1
        })
    }

    /// The numbers of the wells after the places of a piece, which have been looked for.
    fn after(&self, well: u32, piece: u8) -> &[u32] {
        &self.after[well as usize].as_ref().expect("it was looked for")[usize::from(piece)]
    }

    /// The members after a member when a piece has come; some may be told twice.
    pub fn members_after(&self, member: u32, piece: u8) -> impl Iterator<Item = u32> {
        let asides = self.asides();
        let (well, aside) = (member / asides, member % asides);
        let swapped = if self.game.holds() { self.after(well, aside as u8) } else { &[] };
        let placed = self.after(well, piece).iter().map(move |after| after * asides + aside);
        placed.chain(swapped.iter().map(move |after| after * asides + u32::from(piece)))
    }

    /// The well of a member, and the piece put aside.
    pub fn candidate(&self, member: u32) -> Candidate {
        let (well, aside) = (member / self.asides(), member % self.asides());
        (self.packed.well(self.words[well as usize]), self.game.holds().then_some(aside as u8))
    }

    /// Where the player can be when one more piece has come.
    pub fn image(&self, set: &Set, piece: u8) -> Set {
        let mut members: Vec<u32> = set.wells.iter().flat_map(|member| self.members_after(*member, piece)).collect();
        members.sort_unstable();
        members.dedup();
        Set::new(self.game.left(set.bag, usize::from(piece)), members)
    }

    /// About what the sets after so many members, by all pieces, take while they are found.
    pub fn bytes_after(&self, members: usize) -> u128 {
        let filled = self.after.iter().flatten().count().max(1);
        let heads = self.heads as u128 / filled as u128 + 1;
        let ways = if self.game.holds() { 2 } else { 1 };
        members as u128 * heads * ways * 4
    }

    /// About what is held.
    pub fn bytes(&self) -> u128 {
        (self.words.len() * (48 + 16 * self.pieces()) + self.heads * 4) as u128
    }
}
