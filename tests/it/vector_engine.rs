//! The tables by wavefronts against the plain tables, cell by cell, and both against the definition.
use proptest::prelude::*;
use topple::error::Error;
use topple::game::Play;
use topple::game::addition::addition;
use topple::game::named::vector_game;
use topple::game::vector::{PLAIN, Rule, VectorGame, Weight};
use topple::solve::Memory;
use topple::solve::values::memo::Memo;
use topple::solve::values::table::ValueTable;
use topple::solve::values::vector::{Track, VALUES, blocks, checksum, count, stream};

const PLENTY: Memory = Memory(1 << 30);
const PLAYS: [Play; 3] = [Play::Grundy, Play::Normal, Play::Misere];

/// As [`agree`], for a game that chance made: the positions that matter may lie far outside a small window.
fn agree_if_it_fits(game: &VectorGame, play: Play, size: &[usize]) -> Result<(), TestCaseError> {
    if let Err(Error::Memory { .. }) = ValueTable::new(game, play, size, PLENTY) {
        return Err(TestCaseError::reject("it needs too much memory"));
    }
    agree(game, play, size);
    Ok(())
}

/// Table, stream and counts of a window, each against the plain table.
fn agree(game: &VectorGame, play: Play, size: &[usize]) {
    let plain = ValueTable::plain(game, play, size, PLENTY).expect("it fits");
    let fast = ValueTable::new(game, play, size, PLENTY).expect("it fits");
    let mut counts = [0; VALUES];
    for (position, (value, expected)) in plain.window().zip(fast.cells().iter().zip(plain.cells())) {
        assert_eq!(value, expected, "{} {play:?} {size:?} {position:?}", game.name);
        counts[usize::from(*value)] += 1;
    }
    assert_eq!(count(game, play, size, PLENTY).expect("it fits"), counts, "{} {size:?}", game.name);
    let mut cells = 0;
    let visit = |place: Track, values: &[u8]| {
        for (k, &value) in values.iter().enumerate() {
            let at = place.start().iter().zip(place.step()).map(|(start, step)| (start + k as i64 * step) as u64);
            let expected = plain.value(place.state(), &at.collect::<Vec<_>>());
            assert_eq!(u64::from(value), expected, "{} {size:?} {place:?}", game.name);
        }
        cells += values.len();
    };
    stream(game, play, size, PLENTY, visit).expect("it fits");
    assert_eq!(cells, game.states * size.iter().product::<usize>(), "{} {size:?}: every cell once", game.name);
}

/// The plain table against the values of the options, position by position.
fn by_definition(game: &VectorGame, play: Play, size: &[usize]) {
    let plain = ValueTable::plain(game, play, size, PLENTY).expect("it fits");
    let mut memo = Memo::new(game, play, 1 << 20);
    for position in plain.window() {
        let expected = memo.value(&position).expect("few positions");
        assert_eq!(plain.value(position.state, &position.at), expected, "{game:?} {play:?} {size:?} {position:?}");
    }
}

/// Games with states, whose rules may take and put in the same coordinate.
fn games(dimension: usize) -> impl Strategy<Value = VectorGame> {
    let vector = |most| proptest::collection::vec(0u64..=most, dimension);
    let rule = (0usize..4, vector(3), vector(3), 0usize..4);
    let weight = (vector(5), proptest::collection::vec(0u64..=9, 4));
    (1usize..=4, proptest::collection::vec(rule, 0..=14), weight).prop_map(
        |(states, rules, (per_unit, mut per_state))| {
            per_state.truncate(states);
            let weight = Weight { per_unit, per_state };
            let rules = rules.into_iter().map(|(from, take, put, to)| {
                let name = String::new();
                Rule { name, from: from % states, take, put, to: to % states }
            });
            let rules = rules.filter(|rule| weight.falls(rule)).collect();
            VectorGame::new("random".to_string(), states, rules, weight, PLAIN).expect("its weight falls")
        },
    )
}

fn moves(dimension: usize, most: usize) -> impl Strategy<Value = Vec<Vec<i64>>> {
    let step = proptest::collection::vec(-4i64..=4, dimension);
    proptest::collection::btree_set(step, 1..=most).prop_map(|moves| moves.into_iter().collect())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, max_global_rejects: 100_000, ..ProptestConfig::default() })]

    #[test]
    fn two_coordinates(moves in moves(2, 6), width in 1usize..38, height in 1usize..38, play in 0usize..3) {
        let Ok(game) = addition(&moves) else { return Err(TestCaseError::reject("play can go on forever")) };
        prop_assume!(game.weight.per_unit.iter().all(|&w| w <= 12));
        agree(&game, PLAYS[play], &[width, height]);
    }

    #[test]
    fn one_coordinate(moves in moves(1, 6), length in 1usize..300, play in 0usize..3) {
        let Ok(game) = addition(&moves) else { return Err(TestCaseError::reject("play can go on forever")) };
        agree(&game, PLAYS[play], &[length]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, max_global_rejects: 100_000, ..ProptestConfig::default() })]

    #[test]
    fn three_coordinates(moves in moves(3, 6), size in proptest::collection::vec(1usize..8, 3), play in 0usize..3) {
        let Ok(game) = addition(&moves) else { return Err(TestCaseError::reject("play can go on forever")) };
        prop_assume!(game.weight.per_unit.iter().all(|&w| w <= 6));
        agree(&game, PLAYS[play], &size);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn states_in_two_coordinates(game in games(2), width in 1usize..20, height in 1usize..20, play in 0usize..3) {
        agree_if_it_fits(&game, PLAYS[play], &[width, height])?;
    }

    #[test]
    fn states_in_three_coordinates(game in games(3), size in proptest::collection::vec(1usize..6, 3), play in 0usize..3) {
        agree_if_it_fits(&game, PLAYS[play], &size)?;
    }

    #[test]
    fn the_plain_engine_in_one_coordinate(game in games(1), length in 1usize..40, play in 0usize..3) {
        by_definition(&game, PLAYS[play], &[length]);
    }

    #[test]
    fn the_plain_engine_in_two_coordinates(game in games(2), width in 1usize..8, height in 1usize..8, play in 0usize..3) {
        by_definition(&game, PLAYS[play], &[width, height]);
    }

    #[test]
    fn the_plain_engine_in_four_coordinates(game in games(4), size in proptest::collection::vec(1usize..4, 4), play in 0usize..3) {
        by_definition(&game, PLAYS[play], &size);
    }
}

/// The games of the papers that have states.
#[test]
fn named_games_with_states() {
    for (spec, size) in [
        ("zwick", vec![90, 71]),
        ("jenga-four", vec![64, 83]),
        ("jenka-levels 3", vec![40, 51]),
        ("clock-nim 2 3 1", vec![70, 40]),
        ("clock-nim 3 4 2", vec![14, 9, 11]),
    ] {
        let game = vector_game(spec).expect("a known game");
        PLAYS.iter().for_each(|&play| agree(&game, play, &size));
    }
}

/// Weights with a zero, moves along one axis, one move, falls by more than one band of levels, long and thin windows.
#[test]
fn corner_cases() {
    for (spec, size) in [
        ("addition (-1,3)", vec![40, 17]),
        ("addition (-1,4),(-1,-4)", vec![25, 9]),
        ("addition (-1,2),(0,-1)", vec![9, 30]),
        ("addition (0,-1)", vec![13, 1]),
        ("addition (-7,0),(0,-5)", vec![41, 33]),
        ("addition (-100,1),(1,-3)", vec![230, 7]),
        ("addition (-2,0),(-2,1),(1,-1)", vec![200, 3]),
        ("addition (-2,0),(-2,1),(1,-1)", vec![3, 200]),
        ("addition (-1,0,0),(0,-2,1),(1,-1,-1)", vec![14, 11, 9]),
        ("subtraction 1,700", vec![5000]),
    ] {
        PLAYS.iter().for_each(|&play| agree(&vector_game(spec).expect("a known game"), play, &size));
    }
}

/// More than 8 and more than 16 moves need longer words.
#[test]
fn many_moves() {
    for most in [8, 9, 16, 17, 64] {
        let amounts: Vec<Vec<i64>> = (1..=most).map(|n| vec![-n]).collect();
        PLAYS.iter().for_each(|&play| agree(&addition(&amounts).expect("it ends"), play, &[300]));
        let steps: Vec<Vec<i64>> = (0..most).map(|n| vec![n % 5 - 5, n / 5 - 3]).collect();
        PLAYS.iter().for_each(|&play| agree(&addition(&steps).expect("it ends"), play, &[31, 23]));
    }
}

/// Windows of many tiles and bands, where the halos of tiles matter, on one thread and on several.
#[test]
fn the_number_of_threads_changes_nothing() {
    for (spec, size) in [
        ("addition (-2,0),(-2,1),(1,-1)", vec![2500, 1900]),
        ("addition (2,-3),(-1,-1),(-3,2)", vec![1501, 3001]),
        ("addition (-2,1,0),(1,-1,-1),(0,1,-2)", vec![97, 61, 83]),
    ] {
        let game = vector_game(spec).expect("a known game");
        let pieces = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            let mut pieces = Vec::new();
            let visit = |place: Track, values: &[u8]| {
                let sum = values.iter().fold(0u64, |sum, &value| sum.wrapping_mul(31).wrapping_add(u64::from(value)));
                pieces.push((place, values.len(), sum));
            };
            pool.install(|| stream(&game, Play::Grundy, &size, PLENTY, visit)).expect("it fits");
            pieces
        };
        let sum = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            pool.install(|| checksum(&game, Play::Grundy, &size, PLENTY)).expect("it fits")
        };
        assert_eq!(sum(1), sum(3), "{spec}");
        let one = pieces(1);
        assert!([2, 3].iter().all(|&threads| pieces(threads) == one), "{spec}");
    }
}

#[test]
fn large_windows_agree() {
    for (spec, size) in [
        ("white-knight", vec![700, 900]),
        ("addition (-3,1),(1,-1)", vec![1200, 500]),
        ("addition (2,-3),(-1,-1),(-3,2)", vec![900, 901]),
        ("addition (-2,1,0),(1,-1,-1),(0,1,-2)", vec![50, 60, 40]),
        ("subtraction 3,5,11", vec![100_000]),
    ] {
        agree(&vector_game(spec).expect("a known game"), Play::Grundy, &size);
    }
}

#[test]
fn blocks_hold_the_counts_of_their_cells() {
    let game = vector_game("white-knight").expect("a known game");
    let (size, side) = ([50, 37], 8);
    let plain = ValueTable::plain(&game, Play::Grundy, &size, PLENTY).expect("it fits");
    let mut expected = std::collections::BTreeMap::new();
    for position in plain.window() {
        let block = [position.at[0] as usize / side, position.at[1] as usize / side];
        expected.entry(block).or_insert([0u64; VALUES])[plain.value(0, &position.at) as usize] += 1;
    }
    assert_eq!(blocks(&game, Play::Grundy, &size, side, PLENTY).expect("it fits"), expected);
    assert!(blocks(&game, Play::Grundy, &size, 0, PLENTY).is_err());
}

#[test]
fn more_coordinates_are_left_to_the_plain_engine() {
    let (game, size) = (vector_game("clock-nim 4 5 4").expect("a game"), [3; 4]);
    let plain = ValueTable::plain(&game, Play::Grundy, &size, PLENTY).expect("it fits");
    let table = ValueTable::new(&game, Play::Grundy, &size, PLENTY).expect("it fits");
    assert_eq!(table.cells(), plain.cells());
    assert!(stream(&game, Play::Grundy, &size, PLENTY, |_, _| ()).is_err());
}

#[test]
fn what_does_not_fit_is_refused() {
    let knight = vector_game("white-knight").expect("a known game");
    let zwick = vector_game("zwick").expect("a known game");
    for (game, size, memory) in [
        (&knight, &[10][..], PLENTY),
        (&knight, &[10, 0], PLENTY),
        (&knight, &[1 << 20, 1 << 20], PLENTY),
        (&knight, &[100, 100], Memory(1000)),
        (&zwick, &[10, 10, 10], PLENTY),
        (&zwick, &[100, 100], Memory(1000)),
    ] {
        let error = ValueTable::new(game, Play::Grundy, size, memory).expect_err("it does not fit").to_string();
        assert!(!error.contains('\n'), "{error}");
    }
}
