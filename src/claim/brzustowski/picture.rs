//! Strategies as pictures: wells with arrows, as the thesis draws them (section 2.2).
use crate::game::wells::{Movement, Mover, Placement, Shape, Well};
use crate::proof::region::wells::Strategy;
use crate::report::figure::{Arrow, States, WellDrawing};
use std::collections::{BTreeMap, BTreeSet};

/// One line of a strategy with what it leads to.
pub(super) struct Play<'a> {
    /// The well before.
    pub before: &'a Well,
    /// The piece that is played and those that are announced, by their number in the set.
    pub pieces: &'a [u8],
    /// Where it comes to rest.
    pub at: Placement,
    /// The well after, without the full rows.
    pub after: Well,
    /// The number of rows deleted.
    pub cleared: usize,
}

/// All lines of a strategy.
pub(super) fn plays(strategy: &Strategy) -> Vec<Play<'_>> {
    let pieces = strategy.game.pieces.pieces();
    let movers: Vec<Mover> = pieces.iter().map(|piece| Mover::new(piece, Movement::Drop)).collect();
    let play = |((before, pieces), at): (&'_ (Well, Vec<u8>), &Placement)| {
        let (after, cleared) = movers[usize::from(pieces[0])].place(before, *at);
        (after, cleared)
    };
    let all = strategy.moves.iter().map(|line| (line, play(line)));
    all.map(|(((before, pieces), at), (after, cleared))| Play { before, pieces, at: *at, after, cleared }).collect()
}

/// The picture of a strategy with no or one piece of lookahead: its wells, the empty one first, and its plays. A play
/// that is the same for every lookahead piece has one arrow without small pieces.
pub(super) fn states(title: &str, strategy: &Strategy) -> States {
    part(title, strategy, |_| true)
}

/// The plays of a strategy that are kept, with the wells before and after them.
pub(super) fn part(title: &str, strategy: &Strategy, kept: impl Fn(&Play) -> bool) -> States {
    let kept: Vec<Play> = plays(strategy).into_iter().filter(kept).collect();
    let wells: BTreeSet<&Well> = kept.iter().flat_map(|play| [play.before, &play.after]).collect();
    let mut wells: Vec<&Well> = wells.into_iter().collect();
    let sources: BTreeSet<&Well> = kept.iter().map(|play| play.before).collect();
    wells.sort_by_key(|well| (well.height() > 0, !sources.contains(well)));
    let number: BTreeMap<&Well, usize> = wells.iter().enumerate().map(|(at, well)| (*well, at)).collect();
    let mut joined: BTreeMap<(usize, u8, Placement, usize), Vec<u8>> = BTreeMap::new();
    for play in &kept {
        let arrow = (number[play.before], play.pieces[0], play.at, number[&play.after]);
        joined.entry(arrow).or_default().extend(play.pieces.get(1));
    }
    let pieces = strategy.game.pieces.pieces();
    let arrow = |((from, piece, at, to), mut ahead): ((usize, u8, Placement, usize), Vec<u8>)| {
        ahead.dedup();
        if ahead.len() == pieces.len() {
            ahead.clear();
        }
        let piece: Shape = pieces[usize::from(piece)].turns()[usize::from(at.turn)].clone();
        let lookahead = ahead.iter().map(|next| pieces[usize::from(*next)].turns()[0].clone()).collect();
        Arrow { from, to, piece, note: (at.column + 1).to_string(), lookahead }
    };
    let arrows = joined.into_iter().map(arrow).collect();
    let states = wells.iter().map(|well| WellDrawing { walls: 1, ..WellDrawing::of(well) }).collect();
    States { title: title.to_string(), states, arrows }
}

/// The plays of a strategy without lookahead when the machine sends only one piece, until a well comes again.
pub(super) fn line(strategy: &Strategy, piece: u8) -> Vec<Play<'_>> {
    let of_piece = plays(strategy).into_iter().filter(|play| play.pieces == [piece]);
    let mut all: BTreeMap<&Well, Play> = of_piece.map(|play| (play.before, play)).collect();
    let (mut line, mut next) = (Vec::new(), Well::empty(strategy.game.width).ok());
    while let Some(play) = next.and_then(|well| all.remove(&well)) {
        next = Some(play.after.clone());
        line.push(play);
    }
    line
}

/// What a strategy without lookahead does when the machine sends only one piece.
pub(super) fn only(title: &str, strategy: &Strategy, piece: u8) -> States {
    let drawn: BTreeSet<&Well> = line(strategy, piece).into_iter().map(|play| play.before).collect();
    part(title, strategy, |play| drawn.contains(play.before) && play.pieces == [piece])
}

/// What a strategy with one piece of lookahead does when the machine sends one piece `first` and then only the other one.
/// Where its play depends on the piece announced, the play for `first` and the one after it are drawn as well.
pub(super) fn run(title: &str, strategy: &Strategy, first: u8) -> States {
    let other = 1 - first;
    let all = plays(strategy);
    let find = |well: &Well, pieces: [u8; 2]| all.iter().find(|play| play.before == well && play.pieces == pieces);
    let mut drawn: BTreeSet<(Well, Vec<u8>)> = BTreeSet::new();
    let mut open = vec![(Well::empty(strategy.game.width).ok(), [first, other])];
    while let Some((well, pieces)) = open.pop() {
        let Some(play) = well.and_then(|well| find(&well, pieces)) else { continue };
        if !drawn.insert((play.before.clone(), pieces.to_vec())) || pieces[1] == first {
            continue;
        }
        open.push((Some(play.after.clone()), [other, other]));
        let told = find(&play.after, [other, first]);
        let untold = find(&play.after, [other, other]);
        if let (Some(told), Some(untold)) = (told, untold) {
            drawn.insert((told.before.clone(), told.pieces.to_vec()));
            if told.at != untold.at {
                drawn.extend([other, first].map(|next| (told.after.clone(), vec![first, next])));
            }
        }
    }
    // What is the same whatever is announced is drawn as such.
    let alike = |play: &Play| {
        let both = [0, 1].map(|next| [play.pieces[0], next]);
        both.iter().all(|pieces| find(play.before, *pieces).is_some_and(|other| other.at == play.at))
            && both.iter().any(|pieces| drawn.contains(&(play.before.clone(), pieces.to_vec())))
    };
    part(title, strategy, |play| alike(play) || drawn.contains(&(play.before.clone(), play.pieces.to_vec())))
}

/// Several pictures in one.
pub(super) fn together(title: &str, pictures: Vec<States>) -> States {
    let mut all = States { title: title.to_string(), ..States::default() };
    for picture in pictures {
        let first = all.states.len();
        all.states.extend(picture.states);
        let moved = |arrow: Arrow| Arrow { from: arrow.from + first, to: arrow.to + first, ..arrow };
        all.arrows.extend(picture.arrows.into_iter().map(moved));
    }
    all
}
