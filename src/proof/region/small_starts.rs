//! Who wins Jenka_k from small starts, by looking at every tower: what the tests of the certificates compare with.
use crate::game::Game;
use crate::game::tower::{Tower, Towers};
use crate::proof::Fact;
use crate::proof::mutants::Mutants;
use std::collections::BTreeMap;

/// Whether the player to move wins, by the rules of the towers alone.
fn wins(game: &Towers, tower: &Tower, known: &mut BTreeMap<Tower, bool>) -> bool {
    if let Some(&wins) = known.get(tower) {
        return wins;
    }
    let wins = game.options(tower).iter().any(|option| !self::wins(game, option, known));
    known.insert(tower.clone(), wins);
    wins
}

/// What is true of small starts.
pub(super) fn truths() -> Vec<Fact> {
    let mut truths = Vec::new();
    for (slots, most) in [(3, 5), (5, 2), (7, 1), (9, 1), (11, 1), (13, 1), (15, 1)] {
        let game = Towers::new(slots).unwrap();
        for levels in 1..=most {
            let first = wins(&game, &game.start(levels).unwrap(), &mut BTreeMap::new());
            truths.push(Fact::Winner { blocks: slots, levels: levels as u64, first });
        }
    }
    truths
}

/// How many mutants of the certificates are refused, and how many say what is true.
///
/// # Panics
/// If a mutant proves what is not true.
pub(super) fn judge(texts: &[&str], added: &[&str]) -> (usize, usize) {
    let truths = truths();
    let words = ["0", "1", "2", "3", "5", "7", "first", "second", "replies", "levels", "known", "x", ""];
    let judged = |text: &&str| {
        let mutants = Mutants::of(text, &words, added).at_most(6000);
        mutants.judge(|_, facts| facts.len() == 1 && truths.contains(&facts[0]))
    };
    texts.iter().map(judged).fold((0, 0), |(all, some), (refused, accepted)| (all + refused, some + accepted))
}
