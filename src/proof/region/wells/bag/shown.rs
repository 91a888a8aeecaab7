//! Bags with pieces shown ahead: the checker finds the greatest set of situations in which the player can stay.
//!
//! A *situation* is a well within the bounds, the piece put aside, the pieces shown, and the bag. It is taken away as soon as the
//! machine can show a piece after which no place, of the first piece shown or of the one put aside, leads to a situation that is
//! still there. When nothing is taken away any more, the player stays in what is left: that set is closed. So if he gets
//! into it from the start, whatever comes, he goes on for ever.
//!
//! A certificate may list wells: then the player makes no others. He has fewer places, so what is left is closed in the game too.
//!
//! There is a bit for each well, piece put aside and *view*, that is, what is shown and what is left in the bag. Only views that come up
//! have a number.
use super::{EMPTY, Wells, pieces};
use crate::game::wells::BagGame;
use crate::proof::{Fact, Facts, Reject};
use std::collections::{BTreeMap, BTreeSet};

/// The most words: 4 GiB of them.
pub(super) const MOST: usize = 1 << 29;

/// What the player can see: the pieces shown, and what is left in the bag.
type View = (Vec<usize>, usize);

/// The views that come up.
pub struct Views {
    number: BTreeMap<View, usize>,
    /// By number, the first piece shown.
    first: Vec<usize>,
    /// By number, the views when a piece more was shown and the first one has been placed.
    next: Vec<Vec<usize>>,
}

impl Views {
    /// Those of a game.
    pub fn of(game: &BagGame) -> Views {
        let mut open: Vec<View> = (0..game.held()).flat_map(|aside| at_the_start(game, aside)).collect();
        let mut views: BTreeSet<View> = BTreeSet::new();
        while let Some(view) = open.pop() {
            if views.insert(view.clone()) {
                open.extend(pieces(view.1).map(|piece| turn(game, &view, piece)));
            }
        }
        let number: BTreeMap<View, usize> = views.into_iter().zip(0..).collect();
        let next = |view: &View| pieces(view.1).map(|piece| number[&turn(game, view, piece)]).collect();
        Views { first: number.keys().map(|view| view.0[0]).collect(), next: number.keys().map(next).collect(), number }
    }

    /// The words of a well with one piece put aside.
    fn words(&self) -> usize {
        self.first.len().div_ceil(64)
    }

    /// Whether the checker looks at so many wells, if so many pieces can be put aside.
    pub fn take(&self, wells: usize, held: usize) -> bool {
        wells <= super::MOST_WELLS && wells.saturating_mul(held * self.words()) <= MOST
    }
}

/// What can be seen when a piece more is shown.
fn more(game: &BagGame, (shown, bag): &View, piece: usize) -> View {
    let left = bag & !(1 << piece);
    ([&shown[..], &[piece]].concat(), if left == 0 { game.full() } else { left })
}

/// What can be seen when a piece more was shown and the first one has been placed.
fn turn(game: &BagGame, view: &View, piece: usize) -> View {
    let (mut shown, bag) = more(game, view, piece);
    shown.remove(0);
    (shown, bag)
}

fn at_the_start(game: &BagGame, aside: usize) -> Vec<View> {
    let bag = if game.hold { game.full() & !(1 << aside) } else { game.full() };
    let show = |views: Vec<View>, _| {
        views.iter().flat_map(|view| pieces(view.1).map(|piece| more(game, view, piece))).collect()
    };
    (0..game.well.lookahead).fold(vec![(Vec::new(), bag)], show)
}

/// The situations that are still there: for each well and piece put aside some words.
struct Left {
    /// How many words.
    size: usize,
    held: usize,
    words: Vec<u64>,
}

impl Left {
    /// The words of a well with all pieces put aside in turn.
    fn of(&self, well: usize) -> &[u64] {
        &self.words[well * self.held * self.size..][..self.held * self.size]
    }

    fn has(&self, well: usize, aside: usize, view: usize) -> bool {
        has(&self.of(well)[aside * self.size..], view)
    }
}

fn has(words: &[u64], view: usize) -> bool {
    words[view / 64] >> (view % 64) & 1 == 1
}

/// Checks that the player goes on for ever in these wells.
pub(super) fn check(game: &BagGame, wells: &Wells) -> Result<Facts, Reject> {
    let (views, held) = (Views::of(game), game.held());
    if !views.take(wells.count(), held) {
        return Err(Reject::at("wells", format!("more than {MOST} times 64 situations within the bounds")));
    }
    let size = views.words();
    let count = wells.count() * held * size;
    let mut words = Vec::new();
    if words.try_reserve_exact(count).is_err() {
        return Err(Reject::at("wells", "not enough memory for the situations within the bounds"));
    }
    // Bits that no view has stay set; nothing asks for them.
    words.resize(count, u64::MAX);
    let mut left = Left { size, held, words };
    let mut changed = vec![true; wells.count()];
    while changed.contains(&true) {
        let mut again = vec![false; wells.count()];
        for well in (0..wells.count()).rev() {
            let mut heads = (0..wells.pieces).flat_map(|piece| wells.after(well, piece));
            if changed[well] || heads.any(|after| changed[after] || again[after]) {
                again[well] = take_away(game, wells, &views, &mut left, well);
            }
        }
        changed = again;
    }
    for aside in 0..held {
        for view in at_the_start(game, aside) {
            let number = views.number[&view];
            let stays =
                |next: &usize| wells.after(EMPTY, views.first[number]).any(|after| left.has(after, aside, *next));
            if !views.next[number].iter().all(stays) {
                return Err(Reject::at("start", "some order of the pieces leads to a loss within the bounds"));
            }
        }
    }
    Ok(vec![Fact::SurvivesBag(game.clone())])
}

/// Takes away what cannot be kept of a well; whether there was any.
fn take_away(game: &BagGame, wells: &Wells, views: &Views, left: &mut Left, well: usize) -> bool {
    let (size, row) = (left.size, left.held * left.size);
    // By piece placed and then by piece put aside.
    let mut placed = vec![0_u64; wells.pieces * row];
    for (piece, placed) in placed.chunks_mut(row).enumerate() {
        for after in wells.after(well, piece) {
            placed.iter_mut().zip(left.of(after)).for_each(|(placed, there)| *placed |= there);
        }
    }
    let words = |piece: usize, aside: usize| &placed[piece * row + aside * size..][..size];
    let mut any = false;
    for aside in 0..game.held() {
        let own = &mut left.words[well * row + aside * size..][..size];
        let there: Vec<usize> = ones(own).take_while(|view| *view < views.first.len()).collect();
        if there.is_empty() {
            continue;
        }
        let mut reached: Vec<Vec<u64>> = (0..wells.pieces).map(|first| words(first, aside).to_vec()).collect();
        for (first, reached) in reached.iter_mut().enumerate().filter(|_| game.hold) {
            reached.iter_mut().zip(words(aside, first)).for_each(|(reached, instead)| *reached |= instead);
        }
        for view in there {
            let reached = &reached[views.first[view]];
            if !views.next[view].iter().all(|next| has(reached, *next)) {
                own[view / 64] &= !(1 << (view % 64));
                any = true;
            }
        }
    }
    any
}

/// The bits that are set, in order.
fn ones(words: &[u64]) -> impl Iterator<Item = usize> {
    words.iter().enumerate().flat_map(|(at, word)| {
        let mut rest = *word;
        std::iter::from_fn(move || {
            let bit = (rest > 0).then(|| at * 64 + rest.trailing_zeros() as usize);
            rest &= rest.wrapping_sub(1);
            bit
        })
    })
}
