//! Fast engines for piles against recursion by definition.
use proptest::prelude::*;
use std::collections::HashMap;
use topple::game::double_ended::DoubleEnded;
use topple::game::nim::Nim;
use topple::game::pile::{Pile, closed_form, runs};
use topple::game::sequence::{Sequence, Then};
use topple::game::{Game, any};
use topple::solve::sweeps::piles::{closure, program, sweep};
use topple::solve::{Memory, Unwatched, sweeps::double_ended};
use topple::value::{mex, nim_sum};

/// The Grundy value by definition, with memory.
fn slow<G: Game>(game: &G, position: &G::Position, known: &mut HashMap<G::Position, u64>) -> u64 {
    if let Some(&value) = known.get(position) {
        return value;
    }
    let options: Vec<u64> = game.options(position).iter().map(|option| slow(game, option, known)).collect();
    let value = mex(options);
    known.insert(position.clone(), value);
    value
}

/// Whether the player to move wins when the last move loses, by definition.
fn slow_misere<G: Game>(game: &G, position: &G::Position, known: &mut HashMap<G::Position, bool>) -> bool {
    if let Some(&wins) = known.get(position) {
        return wins;
    }
    let options = game.options(position);
    let wins = options.is_empty() || options.iter().any(|option| !slow_misere(game, option, known));
    known.insert(position.clone(), wins);
    wins
}

proptest! {
    #[test]
    fn closed_form_and_program_are_the_mex(pile in prop::collection::vec(1..6_u64, 0..9)) {
        let value = slow(&Pile, &pile, &mut HashMap::new());
        prop_assert_eq!(closed_form(&pile), value);
        prop_assert_eq!(program(&pile), value);
    }

    #[test]
    fn closed_form_is_the_program_on_huge_sections(
        pile in prop::collection::vec(prop_oneof![Just(u64::MAX), Just(u64::MAX - 1), 1..4_u64], 0..40)
    ) {
        prop_assert_eq!(closed_form(&pile), program(&pile));
    }

    #[test]
    fn colours_matter_by_their_changes_only(word in "[RYB]{0,14}") {
        let pile = Pile.parse(&word).unwrap();
        prop_assert_eq!(&pile, &runs(word.chars()));
        prop_assert_eq!(pile.iter().sum::<u64>(), word.len() as u64);
        prop_assert_eq!(Pile.options(&pile).len() as u64, pile.last().copied().unwrap_or(0));
    }

    #[test]
    fn tables_of_double_ended_piles_are_the_mex(pile in prop::collection::vec(1..5_u64, 1..6)) {
        let levels = double_ended::grundy(4, 5, Memory(1 << 20)).unwrap();
        let misere = double_ended::misere(4, 5, Memory(1 << 20)).unwrap();
        prop_assert_eq!(levels[pile.len() - 1].value(&pile), slow(&DoubleEnded, &pile, &mut HashMap::new()));
        let wins = slow_misere(&DoubleEnded, &pile, &mut HashMap::new());
        prop_assert_eq!(misere[pile.len() - 1].value(&pile) == 1, wins);
    }

    #[test]
    fn the_loss_rule_is_the_mex(pile in prop::collection::vec(1..7_u64, 0..7)) {
        prop_assert_eq!(double_ended::is_loss(&pile), slow(&DoubleEnded, &pile, &mut HashMap::new()) == 0);
    }

    #[test]
    fn nim_is_the_nim_sum(heaps in prop::collection::vec(0..6_u64, 0..5)) {
        let position = Nim.parse(&format!("{heaps:?}")).unwrap();
        prop_assert_eq!(slow(&Nim, &position, &mut HashMap::new()), nim_sum(heaps));
    }

    #[test]
    fn a_sequence_of_single_heaps_is_a_pile(pile in prop::collection::vec(1..5_u64, 0..6)) {
        let games: Vec<Vec<u64>> = pile.iter().map(|&heap| vec![heap]).collect();
        prop_assert_eq!(slow(&Sequence, &games, &mut HashMap::new()), closed_form(&pile));
    }

    #[test]
    fn one_more_stone_is_misere_play(games in prop::collection::vec(prop::collection::vec(1..4_u64, 1..4), 0..3)) {
        let position = Sequence.parse(&format!("({})", games.iter().map(|heaps| format!("{heaps:?}")).collect::<Vec<_>>().join(","))).unwrap();
        let followed = slow(&Then(Sequence), &(position.clone(), true), &mut HashMap::new());
        prop_assert_eq!(followed != 0, slow_misere(&Sequence, &position, &mut HashMap::new()));
    }
}

#[test]
fn every_pile_of_a_sweep_has_the_value_by_definition() {
    let mut known = HashMap::new();
    let counts = sweep(&Unwatched, "closed form", &|pile: &[u64], _| closed_form(pile), 4, 5).unwrap();
    assert!(counts.iter().all(|count| count.mismatches == 0));
    for rank in 0..4_u64.pow(5) {
        let pile: Vec<u64> = (0..5).map(|i| rank / 4_u64.pow(i) % 4 + 1).collect();
        assert_eq!(slow(&Pile, &pile, &mut known), closed_form(&pile), "{pile:?}");
    }
}

#[test]
fn the_closed_system_follows_every_pile() {
    let graph = closure(3).unwrap();
    let mut known = HashMap::new();
    for start in graph.externals(petgraph::Direction::Incoming) {
        let mut waiting = vec![(start, vec![graph[start].top])];
        while let Some((node, pile)) = waiting.pop() {
            assert_eq!(graph[node].grundy, slow(&Pile, &pile, &mut known), "{pile:?}");
            if pile.len() < 5 {
                let mut next = graph.neighbors(node).detach();
                while let Some((edge, to)) = next.next(&graph) {
                    waiting.push((to, [pile.as_slice(), &[graph[edge]]].concat()));
                }
            }
        }
    }
}

#[test]
fn games_by_name_are_there() {
    for spec in
        ["nim", "pile", "double-ended", "sequence", "then nim", "then pile", "then double-ended", "then sequence"]
    {
        let (_, position) = any::GAMES.iter().find(|(name, _)| *name == spec).expect("listed");
        let game = any::open(spec).unwrap();
        assert_eq!(game.standard(position).unwrap(), *position);
    }
}
