//! Misere quotients against play by the definition.
use proptest::prelude::*;
use std::collections::HashMap;
use topple::game::any::{self, AnyGame};
use topple::game::named::vector_game;
use topple::proof::{Fact, check};
use topple::solve::misere::{Budget, Listed, Repeating};

/// Whether the player to move loses a sum when the last move loses, by definition.
fn loses(game: &dyn AnyGame, sum: &mut Vec<String>, known: &mut HashMap<Vec<String>, bool>) -> bool {
    sum.sort();
    if let Some(&known) = known.get(sum) {
        return known;
    }
    let mut options = Vec::new();
    for (place, position) in sum.iter().enumerate() {
        for (_, option) in game.moves(position).unwrap() {
            let mut after = sum.clone();
            after[place] = option;
            options.push(after);
        }
    }
    let lost = !options.is_empty() && !options.iter_mut().any(|option| loses(game, option, known));
    known.insert(sum.clone(), lost);
    lost
}

fn text(numbers: &[u64]) -> String {
    format!("({})", numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(","))
}

fn strategy() -> impl Strategy<Value = (&'static str, Vec<String>)> {
    let piles = || prop::collection::vec(prop::collection::vec(1..3_u64, 0..4).prop_map(|pile| text(&pile)), 1..4);
    let triplets = prop::collection::vec((0..2_u64, 0..3_u64), 1..4);
    let triplets = triplets.prop_map(|all| all.iter().map(|&(x, z)| text(&[x, 0, z])).collect::<Vec<_>>());
    let clocks = prop::collection::vec((0..2_u64, 0..3_u64, 0..4_u64), 1..4);
    let clock = |&(x, y, s): &(u64, u64, u64)| format!("({x},{y}|{s})_{{4,1}}");
    prop_oneof![
        piles().prop_map(|all| ("pile", all)),
        piles().prop_map(|all| ("double-ended", all)),
        triplets.prop_map(|all| ("zwick", all)),
        clocks.prop_map(move |all| ("clock-nim 2 4 1", all.iter().map(clock).collect())),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]
    #[test]
    fn the_product_says_who_wins((name, mut sum) in strategy()) {
        let found = Listed::find(name, &sum, Budget::default()).unwrap().unwrap();
        check(&found.certificate()).unwrap();
        let product = found.monoid.product(sum.iter().map(|position| found.elements[position]));
        let lost = loses(any::open(name).unwrap().as_ref(), &mut sum, &mut HashMap::new());
        prop_assert_eq!(found.monoid.lost[product], lost);
    }
}

/// The wild quotient of CLOCK NIM with piles up to 2, where a pile of one arrives every fourth move.
#[test]
fn periods_say_who_wins_sums_beyond_the_window() {
    let game = vector_game("clock-nim 2 4 1").unwrap();
    let found = Repeating::find(&game, &[12, 12], Budget::default()).unwrap().unwrap();
    let facts = check(&found.certificate()).unwrap();
    assert!(matches!(&facts[..], [Fact::MisereQuotient(quotient)] if quotient.order == 24 && quotient.nim.is_none()));
    let any = any::open("clock-nim 2 4 1").unwrap();
    let mut known = HashMap::new();
    let all: Vec<[u64; 3]> = (0..3 * 6 * 4).map(|i| [i / 24, i / 4 % 6, i % 4]).collect();
    let label = |&[x, y, s]: &[u64; 3]| {
        let back = |x: u64, axis: usize| {
            let (from, period) = (found.from[axis], found.period[axis]);
            if x < from { x } else { from + (x - from) % period }
        };
        found.labels[s as usize][(back(x, 0) * (found.from[1] + found.period[1]) + back(y, 1)) as usize]
    };
    for one in &all {
        for other in &all {
            let mut sum = [one, other].map(|[x, y, s]| format!("({x},{y}|{s})_{{4,1}}")).to_vec();
            let product = found.monoid.times[label(one)][label(other)];
            assert_eq!(found.monoid.lost[product], loses(any.as_ref(), &mut sum, &mut known), "{sum:?}");
        }
    }
}

#[test]
fn what_is_too_hard_is_not_found() {
    let few = Budget { elements: 20, ..Budget::default() };
    assert!(Listed::find("zwick", &["(2,0,0)".to_string()], few).unwrap().is_none());
    let game = vector_game("clock-nim 2 4 1").unwrap();
    assert!(Repeating::find(&game, &[2, 2], Budget::default()).unwrap().is_none());
    assert!(Repeating::find(&game, &[12], few).is_err() && Repeating::find(&game, &[1 << 40, 1 << 40], few).is_err());
    assert!(Listed::find("pile", &["(0)".to_string()], few).is_err());
}
