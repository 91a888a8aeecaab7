//! Bags with pieces shown ahead: the checker finds the greatest set of situations in which the player can stay.
//!
//! A *situation* is a well within the bounds, the piece put aside, the pieces shown, and the bag. It is taken away as soon as the
//! machine can show a piece after which no place, of the first piece shown or of the one put aside, leads to a situation that is
//! still there. When nothing is taken away any more, the player stays in what is left: that set is closed. So if he gets
//! into it from the start, whatever comes, he goes on for ever.
use super::{EMPTY, Wells, pieces};
use crate::game::wells::{BagGame, MOST_BAG};
use crate::proof::{Fact, Facts, Reject};
use std::collections::HashMap;

/// The most situations.
const MOST: usize = 1 << 34;

/// What is shown, as `MOST_BAG + 1` to the power of its place times its number and 1, and the bag.
type View = (usize, usize);

/// What the player can see, by number.
struct Views {
    number: HashMap<View, usize>,
    /// By number, the first piece shown, and the numbers of what can be seen when it has been placed.
    list: Vec<(usize, Vec<usize>)>,
}

impl Views {
    fn of(game: &BagGame) -> Views {
        let mut views = Views { number: HashMap::new(), list: Vec::new() };
        let mut open: Vec<View> = (0..game.held()).flat_map(|aside| at_the_start(game, aside)).collect();
        let mut all = Vec::new();
        while let Some(view) = open.pop() {
            if !views.number.contains_key(&view) {
                views.number.insert(view, all.len());
                all.push(view);
                open.extend(after(game, view));
            }
        }
        let entry = |view: &View| (view.0 % BASE - 1, after(game, *view).map(|next| views.number[&next]).collect());
        views.list = all.iter().map(entry).collect();
        views
    }
}

const BASE: usize = MOST_BAG + 1;

/// What can be seen when one piece more is shown behind so many others.
fn shown(game: &BagGame, (shown, bag): View, others: u8) -> impl Iterator<Item = View> {
    let full = game.full();
    let place = BASE.pow(others.into());
    pieces(bag).map(move |piece| {
        let left = bag & !(1 << piece);
        (shown + place * (piece + 1), if left == 0 { full } else { left })
    })
}

/// What can be seen after that.
fn after(game: &BagGame, view: View) -> impl Iterator<Item = View> {
    shown(game, view, game.well.lookahead).map(|(shown, bag)| (shown / BASE, bag))
}

fn at_the_start(game: &BagGame, aside: usize) -> Vec<View> {
    let bag = if game.hold { game.full() & !(1 << aside) } else { game.full() };
    let show = |views: Vec<View>, others| views.into_iter().flat_map(|view| shown(game, view, others)).collect();
    (0..game.well.lookahead).fold(vec![(0, bag)], show)
}

/// The situations that are still there: for each well and piece put aside a bit for each view.
struct Left {
    held: usize,
    words: usize,
    bits: Vec<u64>,
}

impl Left {
    fn of(&self, well: usize, aside: usize) -> &[u64] {
        &self.bits[(well * self.held + aside) * self.words..][..self.words]
    }

    fn take_away(&mut self, well: usize, aside: usize, view: usize) {
        self.bits[(well * self.held + aside) * self.words + view / 64] &= !(1 << (view % 64));
    }
}

fn has(set: &[u64], view: usize) -> bool {
    set[view / 64] >> (view % 64) & 1 == 1
}

/// Checks that the player goes on for ever in these wells.
pub(super) fn check(game: &BagGame, wells: &Wells) -> Result<Facts, Reject> {
    let (views, held) = (Views::of(game), game.held());
    let words = views.list.len().div_ceil(64);
    if wells.count().saturating_mul(held * words) > MOST / 64 {
        return Err(Reject::at("wells", format!("more than {MOST} situations can come up within the bounds")));
    }
    let mut left = Left { held, words, bits: vec![u64::MAX; wells.count() * held * words] };
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
            let (first, next) = &views.list[views.number[&view]];
            let stays = |next: &usize| wells.after(EMPTY, *first).any(|after| has(left.of(after, aside), *next));
            if !next.iter().all(stays) {
                return Err(Reject::at("start", "some order of the pieces leads to a loss within the bounds"));
            }
        }
    }
    Ok(vec![Fact::SurvivesBag(game.clone())])
}

/// Takes away what cannot be kept of a well; whether there was any.
fn take_away(game: &BagGame, wells: &Wells, views: &Views, left: &mut Left, well: usize) -> bool {
    let reached = |piece: usize, aside: usize| {
        let mut set = vec![0; left.words];
        for after in wells.after(well, piece) {
            set.iter_mut().zip(left.of(after, aside)).for_each(|(set, word)| *set |= word);
        }
        set
    };
    let by_piece: Vec<Vec<Vec<u64>>> =
        (0..wells.pieces).map(|piece| (0..left.held).map(|aside| reached(piece, aside)).collect()).collect();
    let mut gone = Vec::new();
    for aside in 0..left.held {
        for (view, (first, next)) in views.list.iter().enumerate().filter(|(view, _)| has(left.of(well, aside), *view))
        {
            let stays = |next: &usize| {
                has(&by_piece[*first][aside], *next) || game.hold && has(&by_piece[aside][*first], *next)
            };
            if !next.iter().all(stays) {
                gone.push((aside, view));
            }
        }
    }
    gone.iter().for_each(|(aside, view)| left.take_away(well, *aside, *view));
    !gone.is_empty()
}
