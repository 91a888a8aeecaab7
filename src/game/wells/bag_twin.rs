//! Who wins a game with a bag, slowly: all situations, and those that are lost deleted until nothing changes.
use super::{BagGame, Mover, Well};
use std::collections::{BTreeMap, BTreeSet};

/// A well, the piece put aside (0 if none ever is), and the pieces left in the bag, at least one.
type Situation = (Well, u8, BTreeSet<u8>);

/// Whether the player goes on for ever.
pub(crate) fn wins(game: &BagGame) -> bool {
    let movers: Vec<Mover> = game.well.pieces.pieces().iter().map(|piece| Mover::new(piece, game.well.rule)).collect();
    let full: BTreeSet<u8> = (0..movers.len() as u8).collect();
    let mut after: BTreeMap<(Well, u8), Vec<Well>> = BTreeMap::new();
    let mut open = vec![Well::empty(game.well.width).unwrap()];
    let empty = open[0].clone();
    while let Some(well) = open.pop() {
        for (mover, piece) in movers.iter().zip(0..) {
            let all = mover.placements(&well).into_iter().map(|at| mover.place(&well, at).0);
            let low: Vec<Well> = all.filter(|next| next.height() <= usize::from(game.well.depth)).collect();
            let new = low.iter().filter(|next| **next != well && !after.contains_key(&((*next).clone(), 0)));
            open.extend(new.cloned());
            after.insert((well.clone(), piece), low);
        }
    }
    let mut bags: BTreeSet<BTreeSet<u8>> = BTreeSet::from([BTreeSet::new()]);
    for piece in &full {
        bags.extend(bags.clone().into_iter().map(|bag| bag.into_iter().chain([*piece]).collect()));
    }
    let wells: BTreeSet<Well> = after.keys().map(|(well, _)| well.clone()).collect();
    let mut safe: BTreeSet<Situation> = BTreeSet::new();
    for well in &wells {
        for held in 0..game.held() as u8 {
            safe.extend(bags.iter().filter(|bag| !bag.is_empty()).map(|bag| (well.clone(), held, bag.clone())));
        }
    }
    let left = |bag: &BTreeSet<u8>, piece: u8| -> BTreeSet<u8> {
        let left: BTreeSet<u8> = bag.iter().copied().filter(|other| *other != piece).collect();
        if left.is_empty() { full.clone() } else { left }
    };
    let stays = |safe: &BTreeSet<Situation>, well: &Well, piece: u8, held: u8, bag: &BTreeSet<u8>| {
        after[&(well.clone(), piece)].iter().any(|next| safe.contains(&(next.clone(), held, bag.clone())))
    };
    loop {
        let keeps = |(well, held, bag): &&Situation| {
            bag.iter().all(|piece| {
                let left = left(bag, *piece);
                stays(&safe, well, *piece, *held, &left) || game.hold && stays(&safe, well, *held, *piece, &left)
            })
        };
        let kept: BTreeSet<Situation> = safe.iter().filter(keeps).cloned().collect();
        if kept.len() == safe.len() {
            break;
        }
        safe = kept;
    }
    let first = |held: u8| {
        let bag = if game.hold { left(&full, held) } else { full.clone() };
        bag.iter().all(|piece| stays(&safe, &empty, *piece, held, &left(&bag, *piece)))
    };
    (0..game.held() as u8).all(first)
}
