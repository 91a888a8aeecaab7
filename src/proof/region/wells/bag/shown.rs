//! Bags with pieces shown ahead: the checker finds the greatest set of situations in which the player can stay.
//!
//! A *situation* is a well within the bounds, the piece put aside, the pieces shown, and the bag. It is taken away as soon as the
//! machine can show a piece after which no place, of the first piece shown or of the one put aside, leads to a situation that is
//! still there. When nothing is taken away any more, the player stays in what is left: that set is closed. So if he gets
//! into it from the start, whatever comes, he goes on for ever.
//!
//! A certificate may list wells: then the player makes no others. He has fewer places, so what is left is closed in the game too.
//!
//! A word has a bit for each bag, as without pieces shown; bit 0, for the bag when its last piece was taken, is that of the full bag.
use super::{EMPTY, WITH, Wells, pieces};
use crate::game::wells::{BagGame, MOST_BAG};
use crate::proof::{Fact, Facts, Reject};
use std::collections::{BTreeMap, BTreeSet};

/// The most words: 4 GiB of them.
pub(super) const MOST: usize = 1 << 28;

/// What the player can see: the pieces shown, and what is left in the bag.
type View = (Vec<usize>, usize);

/// What can be shown, by number.
struct Shown {
    number: BTreeMap<Vec<usize>, usize>,
    /// By number, the first piece shown, and by the piece shown next the number of what is shown when the first is placed;
    /// nothing if that piece cannot be shown next.
    list: Vec<(usize, [Option<usize>; MOST_BAG])>,
}

impl Shown {
    fn of(game: &BagGame) -> Shown {
        let mut open: Vec<View> = (0..game.held()).flat_map(|aside| at_the_start(game, aside)).collect();
        let mut views: BTreeSet<View> = BTreeSet::new();
        while let Some(view) = open.pop() {
            open.extend(pieces(view.1).map(|piece| turn(game, &view, piece)).filter(|next| !views.contains(next)));
            views.insert(view);
        }
        let shown: BTreeSet<Vec<usize>> = views.into_iter().map(|(shown, _)| shown).collect();
        let number: BTreeMap<Vec<usize>, usize> = shown.into_iter().zip(0..).collect();
        let next = |shown: &[usize], piece| number.get(&[&shown[1..], &[piece]].concat()).copied();
        let entry = |shown: &Vec<usize>| (shown[0], std::array::from_fn(|piece| next(shown, piece)));
        let list = number.keys().map(entry).collect();
        Shown { number, list }
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

/// The situations that are still there: for each well, piece put aside and what is shown a word.
struct Left {
    /// The words for each piece put aside.
    shown: usize,
    /// The words of a well.
    size: usize,
    words: Vec<u128>,
}

impl Left {
    fn of(&self, well: usize) -> &[u128] {
        &self.words[well * self.size..(well + 1) * self.size]
    }

    fn has(&self, well: usize, aside: usize, shown: usize, bag: usize) -> bool {
        self.of(well)[aside * self.shown + shown] >> bag & 1 == 1
    }
}

/// Checks that the player goes on for ever in these wells.
pub(super) fn check(game: &BagGame, wells: &Wells) -> Result<Facts, Reject> {
    let shown = Shown::of(game);
    let size = shown.list.len() * game.held();
    if !super::takes(wells.count(), size) {
        return Err(Reject::at("wells", format!("more than {MOST} times 128 situations within the bounds")));
    }
    let all = u128::MAX >> (127 - game.full());
    let mut words = Vec::new();
    if words.try_reserve_exact(wells.count() * size).is_err() {
        return Err(Reject::at("wells", "not enough memory for the situations within the bounds"));
    }
    words.resize(wells.count() * size, all);
    let mut left = Left { shown: shown.list.len(), size, words };
    let mut changed = vec![true; wells.count()];
    while changed.contains(&true) {
        let mut again = vec![false; wells.count()];
        for well in (0..wells.count()).rev() {
            let mut heads = (0..wells.pieces).flat_map(|piece| wells.after(well, piece));
            if changed[well] || heads.any(|after| changed[after] || again[after]) {
                again[well] = take_away(game, wells, &shown, &mut left, well);
            }
        }
        changed = again;
    }
    for aside in 0..game.held() {
        for view in at_the_start(game, aside) {
            let first = view.0[0];
            let stays = |piece: usize| {
                let (next, bag) = turn(game, &view, piece);
                wells.after(EMPTY, first).any(|after| left.has(after, aside, shown.number[&next], bag))
            };
            if !pieces(view.1).all(stays) {
                return Err(Reject::at("start", "some order of the pieces leads to a loss within the bounds"));
            }
        }
    }
    Ok(vec![Fact::SurvivesBag(game.clone())])
}

/// Takes away what cannot be kept of a well; whether there was any.
fn take_away(game: &BagGame, wells: &Wells, shown: &Shown, left: &mut Left, well: usize) -> bool {
    if left.of(well).iter().all(|word| *word == 0) {
        return false;
    }
    let mut placed = vec![vec![0_u128; left.size]; wells.pieces];
    for (piece, placed) in placed.iter_mut().enumerate() {
        for after in wells.after(well, piece) {
            placed.iter_mut().zip(left.of(after)).for_each(|(placed, there)| *placed |= there);
        }
    }
    let mut any = false;
    for aside in 0..game.held() {
        for (number, (first, next)) in shown.list.iter().enumerate() {
            let at = well * left.size + aside * left.shown + number;
            let mut found = left.words[at];
            for (piece, next) in next.iter().enumerate().filter_map(|(piece, next)| Some((piece, (*next)?))) {
                let swapped = if game.hold { placed[aside][*first * left.shown + next] } else { 0 };
                // The bag is so much higher than what is left of it.
                let kept = (placed[*first][aside * left.shown + next] | swapped) << (1 << piece);
                found &= !WITH[piece] | kept & WITH[piece];
            }
            found = found & !1 | found >> game.full() & 1;
            any |= found != left.words[at];
            left.words[at] = found;
        }
    }
    any
}
