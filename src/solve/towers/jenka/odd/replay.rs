//! A strategy tried on real towers: its replies against every move of the opponent, by the plain rules.
use super::strategy::{Reply, Spelling, Strategy};
use crate::error::{Error, Result};
use crate::game::Game;
use crate::game::tower::{Move, Tower, Towers};
use std::collections::BTreeSet;

/// Follows a strategy from the start against every legal move of the opponent, on real towers, mirror images taken
/// together. Returns the number of towers met.
///
/// # Errors
/// A tower at which the reply is no legal move: the strategy is wrong.
pub fn replay(strategy: &Strategy) -> Result<usize> {
    let game = Towers::new(strategy.slots)?;
    let mut layer = BTreeSet::from([game.start(strategy.levels)?]);
    let mut turns = strategy.turns.iter();
    let (mut winner, mut met) = (strategy.first, 0);
    while !layer.is_empty() {
        met += layer.len();
        let turn = if winner { turns.next() } else { None };
        let mut next = BTreeSet::new();
        for tower in &layer {
            if winner {
                let (image, spelt) = canonical(strategy, tower);
                let reply = turn.and_then(|turn| turn.get(&spelt));
                let answered = reply.and_then(|reply| answer(strategy, &game, &image, reply));
                next.insert(least(strategy.slots, &answered.ok_or_else(|| lost(&game, tower))?));
            } else {
                next.extend(game.options(tower).iter().map(|option| least(strategy.slots, option)));
            }
        }
        (layer, winner) = (next, !winner);
    }
    Ok(met)
}

fn lost(game: &Towers, tower: &Tower) -> Error {
    Error::input("strategy of Jenka", format!("no legal reply at {}", game.show(tower)), "a reply to every tower")
}

/// The tower after a legal move that a reply names.
fn answer(strategy: &Strategy, game: &Towers, tower: &Tower, &(from, take, put): &Reply) -> Option<Tower> {
    let is = |at: (usize, usize), name: u32| {
        let (slot, middle) = (at.1 as u32, strategy.slots / 2 + 1);
        let side = 2 + u32::from(slot > middle) - u32::from(slot < middle);
        let known = at.0 > tower.levels.len() || at.0 + strategy.known > tower.levels.len();
        name == if known && strategy.known > 0 { slot } else { side }
    };
    let named = |made: &Move| made.from.0 == from && is(made.from, take) && is(made.to, put);
    game.moves(tower).into_iter().find(|(made, _)| named(made)).map(|(_, after)| after)
}

/// The mirror images of a tower.
fn images(slots: u32, tower: &Tower) -> [Tower; 4] {
    [0, 1, 2, 3].map(|axes: usize| {
        let mirrored = |(level, &mask): (usize, &u16)| {
            if axes >> (level % 2) & 1 == 1 { mask.reverse_bits() >> (16 - slots) } else { mask }
        };
        Tower { levels: tower.levels.iter().enumerate().map(mirrored).collect() }
    })
}

fn least(slots: u32, tower: &Tower) -> Tower {
    images(slots, tower).into_iter().min().expect("there are four")
}

/// The image of a tower whose place has the least spelling, and that spelling.
fn canonical(strategy: &Strategy, tower: &Tower) -> (Tower, Spelling) {
    let spelt = images(strategy.slots, tower).map(|image| (spell(strategy, &image), image));
    let (spelling, image) = spelt.into_iter().min().expect("there are four");
    (image, spelling)
}

/// The place of a tower: the sides of a level, or its blocks if they are known and do not follow from the sides.
fn spell(strategy: &Strategy, tower: &Tower) -> Spelling {
    let half = strategy.slots / 2;
    let one = |(level, &mask): (usize, &u16)| {
        let (left, right) = (mask >> (half + 1), mask & ((1 << half) - 1));
        let (left, middle, right) = (left.count_ones(), u32::from(mask >> half & 1), right.count_ones());
        let known = level + strategy.known >= tower.levels.len();
        let open = [left, right].iter().any(|&count| count != 0 && count != half);
        if known && open { 1 << 16 | u32::from(mask) } else { left << 8 | middle << 4 | right }
    };
    tower.levels.iter().enumerate().map(one).collect()
}
