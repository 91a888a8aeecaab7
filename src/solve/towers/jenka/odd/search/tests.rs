use super::*;
use crate::game::Game;
use crate::game::Play;
use crate::game::tower::Towers;
use crate::proof;
use crate::solve::towers::jenka::odd::balance::Balance;
use crate::solve::towers::jenka::odd::closure::{Shape, close};
use crate::solve::towers::jenka::odd::place::HIGH;
use crate::solve::towers::jenka::odd::replay::replay;
use crate::solve::towers::jenka::odd::strategy::Strategy;
use crate::solve::values::memo::Memo;

const MEMORY: Memory = Memory(1 << 30);

/// Whether the first player wins, by the plain rules and no search order at all.
fn plain(slots: u32, levels: usize) -> bool {
    let game = Towers::new(slots).unwrap();
    let mut memo = Memo::new(&game, Play::Normal, 1_000_000);
    memo.value(&game.start(levels).unwrap()).unwrap() == 1
}

fn exact(slots: u32, levels: usize, first: bool) -> bool {
    let mut search = Search::new(Arena::new(slots, HIGH), first, MEMORY).thorough();
    search.wins(levels).unwrap()
}

#[test]
fn searches_agree_with_the_plain_solver() {
    for (slots, most) in [(3, 4), (5, 2), (7, 2)] {
        for levels in 1..=most {
            let first = plain(slots, levels);
            assert_eq!(exact(slots, levels, true), first, "k = {slots}, n = {levels}");
            assert_eq!(exact(slots, levels, false), !first, "k = {slots}, n = {levels}");
            let won = settle(slots, levels, &[0, 1, HIGH], MEMORY).unwrap().expect("one of them wins");
            assert_eq!(won.search.first, first, "k = {slots}, n = {levels}");
        }
    }
}

#[test]
fn relaxed_wins_are_exact_wins() {
    for (slots, most) in [(3, 6), (5, 3), (7, 2), (9, 2)] {
        for levels in 1..=most {
            for depth in [0, 1, 2] {
                for first in [true, false] {
                    let mut search = Search::new(Arena::new(slots, depth), first, MEMORY).thorough();
                    if search.wins(levels).unwrap() {
                        assert!(exact(slots, levels, first), "k = {slots}, n = {levels}, depth {depth}");
                    }
                }
            }
        }
    }
}

#[test]
fn three_blocks_a_level_are_as_zwick_says() {
    for levels in 1..=7 {
        let won = settle(3, levels, &[0], MEMORY).unwrap().expect("with three slots the sides tell all");
        assert_eq!(won.search.first, levels == 2 || (levels >= 4 && levels % 3 != 0), "n = {levels}");
    }
}

#[test]
fn strategies_stand_the_checker_and_every_real_move() {
    for (slots, levels, depth) in [(3, 1, 0), (3, 5, 0), (5, 2, 0), (5, 3, 0), (5, 3, 1), (5, 3, HIGH), (7, 2, 1)] {
        let won = settle(slots, levels, &[depth], MEMORY).unwrap().expect("a win at this depth");
        let strategy = Strategy::new(&won, levels).unwrap();
        proof::check(&strategy.certificate()).unwrap();
        assert!(replay(&strategy).unwrap() >= strategy.replies(), "k = {slots}, n = {levels}, depth {depth}");
    }
}

#[test]
fn a_strategy_with_a_wrong_reply_fails_on_real_towers() {
    let won = settle(5, 2, &[0], MEMORY).unwrap().unwrap();
    let mut strategy = Strategy::new(&won, 2).unwrap();
    strategy.turns[0].values_mut().for_each(|reply| reply.0 = 2);
    assert!(replay(&strategy).is_err());
}

#[test]
fn the_moves_without_forgetting_are_the_moves_of_the_game() {
    let game = Towers::new(5).unwrap();
    let arena = Arena::new(5, HIGH);
    let mut tower = game.start(3).unwrap();
    let mut place = arena.place(&[arena.labels.full; 3]).unwrap();
    for turn in 0.. {
        let mut moves: Vec<Vec<u16>> = game.options(&tower).into_iter().map(|tower| tower.levels).collect();
        let steps = arena.steps(&place, Role::Sure);
        let levels = |place: &Place| -> Vec<u16> {
            place.labels().iter().map(|&label| arena.labels.get(label).members[0]).collect()
        };
        let mut found: Vec<Vec<u16>> =
            steps.iter().map(|(step, _)| levels(&arena.after(&place, step).unwrap())).collect();
        moves.sort();
        found.sort();
        assert_eq!(moves, found, "turn {turn}");
        assert_eq!(steps.len(), arena.steps(&place, Role::Possible).len());
        let Some((step, _)) = steps.get(turn * 7 % steps.len().max(1)) else { break };
        place = arena.after(&place, step).unwrap();
        tower.levels = levels(&place);
    }
}

#[test]
fn balanced_wins_are_exact_wins_and_stand_the_checker() {
    for (slots, most) in [(3, 7), (5, 4), (7, 2), (9, 2)] {
        for levels in 1..=most {
            let mut balance = Balance::new(slots, levels, MEMORY);
            if balance.wins().unwrap() {
                proof::check(&balance.certificate().unwrap().1).unwrap();
                assert!(exact(slots, levels, balance.first), "k = {slots}, n = {levels}");
            } else {
                assert!(slots > 5, "k = {slots}, n = {levels}");
            }
        }
    }
}

#[test]
fn five_blocks_a_level_are_decided_for_every_n() {
    let weights = vec![([0, 0, 0], 2), ([1, 1, 1], 7), ([2, 1, 1], 1), ([2, 1, 2], 6)];
    let text = close(5, Shape { clip: 4, modulus: 8, weights }, MEMORY).unwrap().expect("a closed system");
    proof::check(&text).unwrap();
    let winners = text.lines().find_map(|line| line.strip_prefix("winners ")).unwrap();
    for (levels, word) in (1..).zip(winners.split(' ')) {
        let mut balance = Balance::new(5, levels, MEMORY);
        assert!(balance.wins().unwrap());
        assert_eq!(word, if balance.first { "first" } else { "second" }, "n = {levels}");
    }
}

#[test]
fn classes_need_a_clip_and_a_modulus() {
    assert!(Shape { clip: 4, modulus: 65, weights: Vec::new() }.check().is_err());
    assert!(Shape { clip: 0, modulus: 8, weights: Vec::new() }.check().is_err());
}
