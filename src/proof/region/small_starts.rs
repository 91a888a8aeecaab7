//! Who wins Jenka_k from small starts, by looking at every tower: what the tests of the certificates compare with.
use crate::game::Game;
use crate::game::tower::{Tower, Towers};
use crate::proof::mutants::with_a_word_changed;
use crate::proof::{Fact, check};
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

/// Puts each of the words in the place of every word of the certificates: how many of these mutants are refused, and how
/// many prove what is true.
///
/// # Panics
/// If a mutant proves what is not true.
pub(super) fn judge_changed_words(texts: &[&str], words: &[&str]) -> (usize, usize) {
    let truths = truths();
    let (mut refused, mut accepted) = (0, 0);
    for mutant in texts.iter().flat_map(|text| with_a_word_changed(text, words)) {
        match check(&mutant.text) {
            Err(_) => refused += 1,
            Ok(proved) => {
                assert!(truths.contains(&proved[0]), "{}: {proved:?}", mutant.changed);
                accepted += 1;
            }
        }
    }
    (refused, accepted)
}
