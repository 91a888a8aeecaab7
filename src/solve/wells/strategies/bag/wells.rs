//! The wells that can come up, and where the places of each piece lead.
use super::mirror::Mirror;
use super::{Bounds, Word};
use crate::error::Result;
use crate::game::wells::{BagGame, Well};
use crate::solve::wells::strategies::packed::{self, Packed};
use crate::solve::wells::strategies::tame::Tame;
use crate::solve::{Memory, Watch};
use hashbrown::HashMap;
use std::collections::BTreeSet;
use std::ops::ControlFlow::Continue;

/// The wells that can come up within some bounds; of a well and its mirror image only one, if they are looked at as the same.
pub(in crate::solve::wells) struct Wells {
    pub(super) game: BagGame,
    pub(super) mirror: Option<Mirror>,
    /// The wells by number; the empty well is 0.
    words: Vec<Word>,
    /// By well, where its heads begin.
    begin: Vec<usize>,
    /// By well and piece, the number of heads of the well up to the last one of the piece: fewer than there are ways to put a piece
    /// into 64 cells.
    until: Vec<u16>,
    heads: Vec<Head>,
}

/// Where a place leads: the number of a well, doubled, and one more if it is the image of that well.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Head(u32);

impl Head {
    pub fn number(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub fn is_image(self) -> bool {
        self.0 & 1 == 1
    }
}

/// The most wells: a head has 31 bits for the number of one.
const MOST_WELLS: usize = 1 << 31;
/// The wells after which memory is asked for again.
const STEP: usize = 1 << 12;

impl Wells {
    /// All wells within the bounds that can come up, images apart unless they are looked at as `one`; nothing if they are too many.
    /// If some are `listed`, no others are made.
    ///
    /// # Errors
    /// A well of more than 64 cells, or more memory than allowed.
    pub fn new(
        game: &BagGame,
        bounds: &Bounds,
        one: bool,
        listed: &BTreeSet<Well>,
        memory: Memory,
        watch: &dyn Watch,
    ) -> Result<Option<Self>> {
        let all = || Tame::all(usize::from(game.well.width) * usize::from(game.well.depth));
        let tame = bounds.tame.clone().unwrap_or_else(all);
        let packed = Packed::new(&game.well, &tame)?;
        let mirror = one.then(|| Mirror::new(game)).flatten();
        let mut wells = Wells {
            game: game.clone(),
            mirror,
            words: vec![0],
            begin: Vec::new(),
            until: Vec::new(),
            heads: Vec::new(),
        };
        let mut numbers = HashMap::from([(0, 0)]);
        let (mut next, mut told) = (0, 0);
        while next < wells.words.len() {
            let word = wells.words[next];
            next += 1;
            let first = wells.heads.len();
            wells.begin.push(first);
            for piece in 0..game.well.pieces.pieces().len() {
                let begin = wells.heads.len();
                let _ = packed.each(word, piece, |_, after| {
                    if !listed.is_empty() && !listed.contains(&packed.well(after)) {
                        return Continue(());
                    }
                    let head = wells.head(after, &mut numbers);
                    if !wells.heads[begin..].contains(&head) {
                        wells.heads.push(head);
                    }
                    Continue(())
                });
                wells.until.push((wells.heads.len() - first) as u16);
            }
            if next % STEP == 1 || next == wells.words.len() {
                memory.ask(wells.bytes(), &format!("bags in {} wells", wells.words.len()))?;
                watch.advance((next - told) as u64);
                told = next;
            }
            if wells.words.len() > bounds.wells.min(MOST_WELLS) {
                return Ok(None);
            }
        }
        Ok(Some(wells))
    }

    /// The head that leads to a well; one that is new gets the next number.
    fn head(&mut self, well: Word, numbers: &mut HashMap<Word, u32>) -> Head {
        let image = self.mirror.as_ref().map_or(well, |mirror| mirror.well(well));
        let word = well.min(image);
        let number = *numbers.entry(word).or_insert_with(|| {
            self.words.push(word);
            self.words.len() as u32 - 1
        });
        Head(2 * number + u32::from(image < well))
    }

    /// About what is held, with the numbers of the wells while they are found; where no pieces are shown, with words for homes, and
    /// for those from which they are reached.
    pub(super) fn bytes(&self) -> u128 {
        let words = if self.game.well.lookahead == 0 { 4 * 16 * self.game.held() } else { 0 };
        let found = self.words.len() * (40 + words) + (self.words.capacity() + self.begin.capacity()) * 8;
        (found + self.until.capacity() * 2 + self.heads.capacity() * 4) as u128
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.words.len()
    }

    /// How many there are if a well and its image are two.
    pub(super) fn count_apart(&self) -> usize {
        let has_image = |word: &&Word| self.mirror.as_ref().is_some_and(|mirror| mirror.well(**word) != **word);
        self.count() + self.words.iter().filter(has_image).count()
    }

    /// The well with a number.
    pub fn well(&self, number: usize) -> Well {
        packed::well(self.game.well.width, self.words[number])
    }

    /// Where all places of all pieces lead.
    pub(super) fn heads(&self, well: usize) -> &[Head] {
        let pieces = self.game.well.pieces.pieces().len();
        let count = self.until[(well + 1) * pieces - 1];
        &self.heads[self.begin[well]..][..count.into()]
    }

    /// Where the places of a piece lead.
    pub(super) fn heads_of(&self, well: usize, piece: usize) -> &[Head] {
        let pieces = self.game.well.pieces.pieces().len();
        let until = &self.until[well * pieces..(well + 1) * pieces];
        let first = if piece == 0 { 0 } else { until[piece - 1] };
        &self.heads(well)[first.into()..until[piece].into()]
    }

    /// The numbers of the wells after the places of a piece, where a well and its image are two.
    pub fn after(&self, well: usize, piece: usize) -> impl Iterator<Item = usize> {
        debug_assert!(self.mirror.is_none());
        self.heads_of(well, piece).iter().map(|head| head.number())
    }

    /// The situations after the places of a piece, by the number of the word and the bag.
    pub(super) fn situations(
        &self,
        well: usize,
        piece: usize,
        aside: usize,
        bag: usize,
    ) -> impl Iterator<Item = (usize, usize)> {
        self.heads_of(well, piece).iter().map(move |head| {
            let (aside, bag) = match &self.mirror {
                Some(mirror) if head.is_image() => (mirror.aside(aside), mirror.bag(bag)),
                _ => (aside, bag),
            };
            (head.number() * self.game.held() + aside, bag)
        })
    }

    /// A well with what is put aside, and its image, if they are looked at as one.
    pub(super) fn images(&self, well: usize, aside: usize) -> Vec<(Well, usize)> {
        let here = self.well(well);
        let image = self.mirror.as_ref().map(|mirror| (here.mirror(), mirror.aside(aside)));
        [(here, aside)].into_iter().chain(image).collect()
    }

    /// The first places: the piece put aside, the piece that is placed, and what is then left in the bag.
    pub(super) fn first_places(&self) -> Vec<(usize, usize, usize)> {
        let (pieces, full) = (self.game.well.pieces.pieces().len(), self.game.full());
        let pairs = (0..self.game.held()).flat_map(|held| (0..pieces).map(move |piece| (held, piece)));
        match self.game.hold {
            true => pairs.filter(|(a, b)| a != b).map(|(a, b)| (a, b, full & !(1 << a) & !(1 << b))).collect(),
            false => pairs.map(|(a, b)| (a, b, full & !(1 << b))).collect(),
        }
    }
}
