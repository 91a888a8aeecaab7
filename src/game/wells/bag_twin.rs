//! Who wins a game with a bag, slowly: all situations, and those that are lost deleted until nothing changes.
use super::{BagGame, Mover, Well};
use std::collections::{BTreeMap, BTreeSet};

/// The pieces shown, in the order of play, and those left in the bag, at least one.
type Deal = (Vec<u8>, BTreeSet<u8>);
/// A well, the piece put aside (0 if none ever is), and what is shown and left.
type Situation = (Well, u8, Deal);

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
    // A piece more is shown.
    let dealt = |(shown, bag): &Deal, piece: u8| -> Deal {
        let left: BTreeSet<u8> = bag.iter().copied().filter(|other| *other != piece).collect();
        (shown.iter().copied().chain([piece]).collect(), if left.is_empty() { full.clone() } else { left })
    };
    let more = |deals: &BTreeSet<Deal>| -> BTreeSet<Deal> {
        deals.iter().flat_map(|deal| deal.1.iter().map(|piece| dealt(deal, *piece))).collect()
    };
    // The deals when one of these bags is the first.
    let begin =
        |bag: BTreeSet<u8>| (0..game.well.lookahead).fold(BTreeSet::from([(Vec::new(), bag)]), |deals, _| more(&deals));
    let mut deals = begin(full.clone());
    for piece in &full {
        deals.extend(
            begin(full.iter().copied().filter(|other| other != piece).collect())
                .into_iter()
                .filter(|deal| !deal.1.is_empty()),
        );
    }
    loop {
        let after = more(&deals).into_iter().map(|(shown, bag)| (shown[1..].to_vec(), bag));
        let all: BTreeSet<Deal> = deals.iter().cloned().chain(after).collect();
        if all.len() == deals.len() {
            break;
        }
        deals = all;
    }
    let wells: BTreeSet<Well> = after.keys().map(|(well, _)| well.clone()).collect();
    let mut safe: BTreeSet<Situation> = BTreeSet::new();
    for well in &wells {
        for held in 0..game.held() as u8 {
            safe.extend(deals.iter().map(|deal| (well.clone(), held, deal.clone())));
        }
    }
    let stays = |safe: &BTreeSet<Situation>, well: &Well, piece: u8, held: u8, deal: &Deal| {
        after[&(well.clone(), piece)].iter().any(|next| safe.contains(&(next.clone(), held, deal.clone())))
    };
    // The first of the pieces shown is the one whose turn it is.
    let turn = |deal: &Deal, piece: u8| {
        let (shown, bag) = dealt(deal, piece);
        (shown[0], (shown[1..].to_vec(), bag))
    };
    loop {
        let keeps = |(well, held, deal): &&Situation| {
            deal.1.iter().all(|piece| {
                let (first, left) = turn(deal, *piece);
                stays(&safe, well, first, *held, &left) || game.hold && stays(&safe, well, *held, first, &left)
            })
        };
        let kept: BTreeSet<Situation> = safe.iter().filter(keeps).cloned().collect();
        if kept.len() == safe.len() {
            break;
        }
        safe = kept;
    }
    let starts = |held: u8| {
        let bag = full.iter().copied().filter(|piece| !game.hold || *piece != held).collect();
        begin(bag).iter().all(|deal| {
            deal.1.iter().all(|piece| {
                let (first, left) = turn(deal, *piece);
                stays(&safe, &empty, first, held, &left)
            })
        })
    };
    (0..game.held() as u8).all(starts)
}
