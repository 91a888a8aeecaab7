//! Tame wells against a sweep of all wells, and against the definition.
use super::*;
use crate::game::wells::{Movement, Mover, PieceSet, Well};
use crate::proof::check;
use crate::solve::Unwatched;
use crate::solve::wells::regions::{Until, safe_set};
use std::collections::BTreeSet;

fn game(width: u8, depth: u16, pieces: &str, rule: Movement, lookahead: u8) -> WellGame {
    WellGame::new(width, depth, PieceSet::parse(pieces).unwrap(), rule, lookahead).unwrap()
}

fn found(game: &WellGame, tame: &Tame) -> Option<Strategy> {
    match solve(game, tame, 100_000, Memory(1 << 30), &Unwatched).unwrap() {
        Stayed::Won(strategy) => Some(strategy),
        Stayed::Lost | Stayed::Unknown => None,
    }
}

/// Whether the player stays in tame wells for ever, by the definition: queues that are lost are taken away one by one.
fn stays(game: &WellGame, tame: &Tame) -> bool {
    let movers: Vec<Mover> = game.pieces.pieces().iter().map(|piece| Mover::new(piece, game.rule)).collect();
    let after = |well: &Well, piece: u8| -> Vec<Well> {
        let mover = &movers[usize::from(piece)];
        let all = mover.placements(well).into_iter().map(|at| mover.place(well, at).0);
        all.filter(|well| well.height() <= usize::from(game.depth) && tame.has(well.rows(), game.width)).collect()
    };
    let queues = game.sequences(game.lookahead + 1);
    let (mut open, mut wells) = (vec![Well::empty(game.width).unwrap()], BTreeSet::new());
    while let Some(well) = open.pop() {
        if wells.insert(well.clone()) {
            open.extend((0..movers.len() as u8).flat_map(|piece| after(&well, piece)));
        }
    }
    let mut good: BTreeSet<(Well, Vec<u8>)> =
        wells.iter().flat_map(|well| queues.iter().map(move |queue| (well.clone(), queue.clone()))).collect();
    loop {
        let lives = |(well, queue): &(Well, Vec<u8>)| {
            after(well, queue[0]).into_iter().any(|after| {
                let next = |piece| (after.clone(), [&queue[1..], &[piece]].concat());
                (0..movers.len() as u8).all(|piece| good.contains(&next(piece)))
            })
        };
        let left: BTreeSet<_> = good.iter().filter(|one| lives(one)).cloned().collect();
        if left.len() == good.len() {
            let empty = Well::empty(game.width).unwrap();
            return queues.into_iter().all(|queue| good.contains(&(empty.clone(), queue)));
        }
        good = left;
    }
}

#[test]
fn the_player_stays_where_the_definition_says_so() {
    let (mut won, mut lost) = (0, 0);
    for (width, depth, pieces) in [
        (1, 2, "1"),
        (2, 4, "JL"),
        (2, 4, "OI"),
        (3, 2, "IL"),
        (3, 3, "13"),
        (4, 2, "I"),
        (2, 3, "O"),
        (4, 0, "I"),
        (3, 0, "IO"),
    ] {
        for (rule, lookahead) in Movement::ALL.into_iter().flat_map(|rule| [(rule, 0), (rule, 1), (rule, 2)]) {
            for tame in
                [Tame::by_holes(0, &[4]).unwrap(), Tame::by_holes(2, &[8]).unwrap(), Tame { bumps: vec![5, 3, 2] }]
            {
                let game = game(width, depth, pieces, rule, lookahead);
                let strategy = found(&game, &tame);
                assert_eq!(strategy.is_some(), stays(&game, &tame), "{} {tame:?}", game.title());
                lost += u32::from(strategy.is_none());
                let Some(strategy) = strategy else { continue };
                won += 1;
                assert!(check(&strategy.text()).is_ok(), "{}", game.title());
                assert!(strategy.moves.keys().all(|(well, _)| tame.has(well.rows(), width)), "{}", game.title());
            }
        }
    }
    assert!(won > 20 && lost > 20, "{won} won, {lost} lost");
}

#[test]
fn tame_wells_win_what_a_sweep_wins_or_nothing() {
    let (mut won, mut missed) = (0, 0);
    for (width, depth, pieces, lookahead) in
        [(4, 5, "OIT", 0), (4, 4, "IS", 0), (3, 5, "IJ", 0), (3, 7, "ITJ", 1), (4, 4, "IJL", 1), (4, 6, "TS", 1)]
    {
        for rule in [Movement::Drop, Movement::Slide, Movement::Anywhere] {
            let game = game(width, depth, pieces, rule, lookahead);
            let swept = safe_set(&game, Until::Lost, Memory(1 << 30), &Unwatched).unwrap().wins();
            for (holes, bumps) in [(0, 2), (1, 6), (2, 8), (4, 10), (6, 12)] {
                let strategy = found(&game, &Tame::by_holes(holes, &[bumps]).unwrap());
                assert!(swept || strategy.is_none(), "{}", game.title());
                won += u32::from(strategy.is_some());
                missed += u32::from(swept && strategy.is_none());
                assert!(strategy.is_none_or(|found| check(&found.text()).is_ok()), "{}", game.title());
            }
        }
    }
    assert!(won > 10 && missed > 10, "{won} won and {missed} missed");
}

#[test]
fn any_number_of_threads_finds_the_same() {
    let (game, tame) = (game(4, 6, "IJL", Movement::Drop, 1), Tame::by_holes(3, &[9]).unwrap());
    let with = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| found(&game, &tame)).unwrap().text()
    };
    assert!([2, 3, 8].into_iter().all(|threads| with(threads) == with(1)));
}

#[test]
fn what_is_too_large_is_told() {
    let (jl, tame) = (game(2, 4, "JL", Movement::Drop, 1), Tame::by_holes(2, &[8]).unwrap());
    let of = |most: usize| solve(&jl, &tame, most, Memory(1 << 30), &Unwatched).unwrap();
    let all = (1..).find(|most| matches!(of(*most), Stayed::Won(_))).unwrap();
    assert!((0..all).all(|most| of(most) == Stayed::Unknown));
    assert!(all > 2, "{all}");
    assert!(solve(&jl, &tame, all, Memory(1000), &Unwatched).is_err());
    assert!(solve(&jl, &tame, usize::MAX, Memory(u64::MAX), &Unwatched).is_err());
    let wide = game(16, 4, "OITJLSZ", Movement::Drop, 3);
    let error = solve(&wide, &tame, 10, Memory(1 << 30), &Unwatched).unwrap_err().to_string();
    assert!(error.contains("at most 64 lists"), "{error}");
}
