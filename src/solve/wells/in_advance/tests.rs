//! Small games against the definition: all sets of wells, none left out, and the checkers.
use super::*;
use crate::game::wells::{Deal, Movement, Mover, PieceSet, Well};
use crate::proof::check;
use crate::solve::Unwatched;
use std::collections::BTreeSet;

const BOUNDS: Bounds = Bounds { tame: None, wells: 100_000, members: 1 << 20, few: 1 << 20, beam: 50, length: 40 };

fn game(width: u8, depth: u16, pieces: &str, rule: Movement, deal: Deal) -> Option<InAdvance> {
    InAdvance::new(width, depth, PieceSet::parse(pieces).unwrap(), rule, deal).ok()
}

fn found(game: &InAdvance) -> Known {
    solve(game, &BOUNDS, Memory(1 << 30), &Unwatched).unwrap()
}

/// What may come next, and where the player can be with what he put aside.
type Seen = (BTreeSet<u8>, BTreeSet<(Well, Option<u8>)>);

/// The length of a shortest order that no player can place, by all sets that come up.
fn shortest(game: &InAdvance) -> Option<usize> {
    let movers: Vec<Mover> = game.pieces.pieces().iter().map(|piece| Mover::new(piece, game.rule)).collect();
    let all: BTreeSet<u8> = (0..movers.len() as u8).collect();
    let after = |well: &Well, piece: u8| -> Vec<Well> {
        let mover = &movers[usize::from(piece)];
        let placed = mover.placements(well).into_iter().map(|at| mover.place(well, at).0);
        placed.filter(|next| next.height() <= usize::from(game.depth)).collect()
    };
    let start: Seen = (all.clone(), BTreeSet::from([(Well::empty(game.width).unwrap(), None)]));
    let (mut level, mut seen, mut length) = (BTreeSet::from([start.clone()]), BTreeSet::from([start]), 0);
    while !level.is_empty() {
        if level.iter().any(|(_, places)| places.is_empty()) {
            return Some(length);
        }
        let mut next: BTreeSet<Seen> = BTreeSet::new();
        for (bag, places) in &level {
            for piece in bag {
                let mut left = bag.clone();
                if game.deal != Deal::Any {
                    left.remove(piece);
                }
                let mut reached = BTreeSet::new();
                for (well, aside) in places {
                    if game.holds() && aside.is_none() {
                        reached.insert((well.clone(), Some(*piece)));
                        continue;
                    }
                    reached.extend(after(well, *piece).into_iter().map(|next| (next, *aside)));
                    if let Some(aside) = aside {
                        reached.extend(after(well, *aside).into_iter().map(|next| (next, Some(*piece))));
                    }
                }
                next.insert((if left.is_empty() { all.clone() } else { left }, reached));
            }
        }
        level = next.difference(&seen).cloned().collect();
        seen.extend(level.iter().cloned());
        length += 1;
    }
    None
}

#[test]
fn the_winner_and_the_shortest_order_are_those_of_the_definition() {
    let deals = [Deal::Any, Deal::Bag { hold: false }, Deal::Bag { hold: true }];
    let (mut won, mut lost) = ([0; 3], [0; 3]);
    for (width, depth) in [(2, 0), (2, 2), (2, 4), (2, 5), (3, 1), (3, 2), (3, 3), (4, 1), (4, 2)] {
        for pieces in ["O", "I", "OI", "JL", "SZ", "TJ", "OIL", "TJL", "1[11/10]"] {
            for rule in [Movement::Drop, Movement::Slide, Movement::Anywhere] {
                for (deal, at) in deals.into_iter().zip(0..) {
                    let Some(game) = game(width, depth, pieces, rule, deal) else {
                        assert!(deal == deals[2] && pieces.len() == 1);
                        continue;
                    };
                    let expected = shortest(&game);
                    match found(&game) {
                        Known::Lost { order, is_shortest } => {
                            assert!(is_shortest && Some(order.pieces.len()) == expected, "{}", game.title());
                            check(&order.text()).unwrap();
                            lost[at] += 1;
                        }
                        Known::Won(foresight) => {
                            assert_eq!(expected, None, "{}", game.title());
                            check(&foresight.text()).unwrap();
                            won[at] += 1;
                        }
                        Known::LostIfTame | Known::Unknown(_) => panic!("{}", game.title()),
                    }
                }
            }
        }
    }
    assert!(won.iter().chain(&lost).all(|count| *count > 30), "{won:?} {lost:?}");
}

#[test]
fn a_beam_finds_orders_that_the_checker_accepts() {
    let game = game(3, 4, "ITJL", Movement::Drop, Deal::Any).unwrap();
    let few = |length| Bounds { members: 10, few: 10, length, ..BOUNDS };
    let Known::Lost { order, is_shortest: false } = solve(&game, &few(40), Memory(1 << 30), &Unwatched).unwrap() else {
        panic!("an order is found");
    };
    check(&order.text()).unwrap();
    assert!(matches!(found(&game), Known::Lost { order: least, .. } if least.pieces.len() <= order.pieces.len()));
    let late = Bounds { members: BOUNDS.members, ..few(3) };
    let late = solve(&game, &late, Memory(1 << 30), &Unwatched).unwrap();
    assert!(matches!(late, Known::Lost { is_shortest: true, .. }), "{late:?}");
    for (short, exceeded) in [(few(3), Exceeded::Members), (Bounds { wells: 3, ..BOUNDS }, Exceeded::Wells)] {
        assert_eq!(solve(&game, &short, Memory(1 << 30), &Unwatched).unwrap(), Known::Unknown(exceeded));
    }
    let refused = solve(&game, &BOUNDS, Memory(1000), &Unwatched).unwrap_err();
    assert!(refused.to_string().contains("memory"), "{refused}");
}

#[test]
fn tame_wells_win_some_of_the_games_that_all_wells_win() {
    let (mut both, mut fewer) = (0, 0);
    for (width, depth) in [(2, 4), (3, 3), (3, 5), (4, 3)] {
        for pieces in ["I", "OI", "JL", "IT", "OJ", "TJL", "SZ"] {
            for deal in [Deal::Any, Deal::Bag { hold: false }, Deal::Bag { hold: true }] {
                let Some(game) = game(width, depth, pieces, Movement::Drop, deal) else { continue };
                for (holes, bumps) in [(0, 4), (1, 6), (64, 1000)] {
                    let tame = Some(Tame::by_holes(holes, &[bumps]).unwrap());
                    let is_won = matches!(found(&game), Known::Won(_));
                    match solve(&game, &Bounds { tame, ..BOUNDS }, Memory(1 << 30), &Unwatched).unwrap() {
                        Known::Won(foresight) => {
                            assert!(is_won, "{}", game.title());
                            check(&foresight.text()).unwrap();
                            both += 1;
                        }
                        other => {
                            assert_eq!(other, Known::LostIfTame, "{}", game.title());
                            assert!(holes < 64 || !is_won, "{}", game.title());
                            fewer += usize::from(is_won);
                        }
                    }
                }
            }
        }
    }
    assert!(both > 20 && fewer > 5, "{both} {fewer}");
}

#[test]
fn the_order_and_the_sets_do_not_depend_on_the_threads() {
    for (depth, deal) in [(4, Deal::Any), (5, Deal::Any), (3, Deal::Bag { hold: true })] {
        let game = game(3, depth, "ITJL", Movement::Drop, deal).unwrap();
        let by = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| found(&game))
        };
        assert_eq!(by(1), by(3));
    }
}

#[test]
fn foresight_is_worth_more_than_two_pieces() {
    let least = |depth| found(&game(3, depth, "ITJL", Movement::Drop, Deal::Any).unwrap());
    assert!(matches!(least(4), Known::Lost { order, .. } if order.pieces.len() == 8));
    assert!(matches!(least(5), Known::Won(_)));
}
