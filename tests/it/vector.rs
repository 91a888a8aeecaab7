//! Vector addition games: tables against the definition, patterns against tables, mutants of certificates.
use proptest::prelude::*;
use topple::game::addition::addition;
use topple::game::named::vector_game;
use topple::game::vector::{VectorGame, VectorPosition};
use topple::game::{Game, Play};
use topple::proof::labelling::vector::{VectorCertificate, check, read};
use topple::proof::lines;
use topple::solve::Memory;
use topple::solve::periods::{Answer, Budget, Pattern, find};
use topple::solve::values::memo::Memo;
use topple::solve::values::table::ValueTable;

const PLENTY: Memory = Memory(1 << 30);
const PLAYS: [Play; 3] = [Play::Grundy, Play::Normal, Play::Misere];

/// The value by definition, with nothing remembered.
fn plain(game: &VectorGame, play: Play, position: &VectorPosition) -> u64 {
    play.value(game.options(position).iter().map(|option| plain(game, play, option)))
}

fn table(game: &VectorGame, play: Play, side: usize) -> ValueTable {
    ValueTable::new(game, play, &vec![side; game.dimension], PLENTY).expect("it fits")
}

fn pattern(spec: &str, play: Play) -> Pattern {
    let game = vector_game(spec).expect("a known game");
    match find(&game, play, Budget::default(), PLENTY).expect("it fits") {
        Answer::Proved(pattern) => *pattern,
        Answer::Unknown(reached) => panic!("{spec}: {reached}"),
    }
}

#[test]
fn tables_agree_with_the_definition() {
    for spec in ["zwick", "white-knight", "clock-nim 3 4 2", "subtraction 2,5,7", "addition (2,-3),(-1,-1),(-3,2)"] {
        let game = vector_game(spec).expect("a known game");
        for play in PLAYS {
            let table = table(&game, play, if game.dimension == 3 { 2 } else { 4 });
            for position in table.window() {
                let expected = plain(&game, play, &position);
                assert_eq!(table.value(position.state, &position.at), expected, "{spec} {position:?}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Any small move set that ends: the table agrees with values found position by position.
    #[test]
    fn tables_agree_with_memory_on_any_small_move_set(
        moves in proptest::collection::btree_set(proptest::collection::vec(-3i64..=3, 2), 1..4),
        play in proptest::sample::select(&PLAYS[..]),
    ) {
        let moves: Vec<Vec<i64>> = moves.into_iter().collect();
        let Ok(game) = addition(&moves) else { return Ok(()) };
        let table = table(&game, play, 7);
        let mut memo = Memo::new(&game, play, 1_000_000);
        for position in table.window() {
            let value = memo.value(&position).expect("few positions");
            prop_assert_eq!(table.value(position.state, &position.at), value, "{:?} {:?}", &moves, position);
        }
    }

    /// Whatever pattern is found for a small move set, it agrees with the table far outside its pieces.
    #[test]
    fn patterns_agree_with_tables_on_any_small_move_set(
        moves in proptest::collection::btree_set(proptest::collection::vec(-2i64..=2, 2), 1..4),
    ) {
        let moves: Vec<Vec<i64>> = moves.into_iter().collect();
        let Ok(game) = addition(&moves) else { return Ok(()) };
        let budget = Budget { cells: 1_600, pieces: 2_000, lattice: 2_000, fans: 20, region: 200_000 };
        if let Ok(Answer::Proved(pattern)) = find(&game, Play::Grundy, budget, PLENTY) {
            let table = table(&game, Play::Grundy, 60);
            for position in table.window() {
                let value = pattern.certificate.value(&position);
                prop_assert_eq!(value, Some(table.value(position.state, &position.at)), "{:?} {:?}", &moves, position);
            }
        }
    }
}

/// All sets of one to `most` moves with entries up to `entry`, up to swapping the axes, with which play ends.
fn small_games(entry: i64, most: usize) -> Vec<VectorGame> {
    let vectors = (-entry..=entry).flat_map(|a| (-entry..=entry).map(move |b| [a, b]));
    let vectors: Vec<[i64; 2]> = vectors.filter(|v| v[0] < 0 || v[1] < 0).collect();
    let mut sets: Vec<Vec<[i64; 2]>> = vec![vec![]];
    let mut games = Vec::new();
    for _ in 0..most {
        let longer = |set: &Vec<[i64; 2]>| {
            let larger = vectors.iter().filter(|v| set.last().is_none_or(|last| *v > last));
            larger.map(|v| [&set[..], &[*v]].concat()).collect::<Vec<_>>()
        };
        sets = sets.iter().flat_map(longer).collect();
        let first = |set: &&Vec<[i64; 2]>| {
            let mut swapped: Vec<[i64; 2]> = set.iter().map(|[a, b]| [*b, *a]).collect();
            swapped.sort();
            **set <= swapped
        };
        let moves = |set: &Vec<[i64; 2]>| set.iter().map(|v| v.to_vec()).collect::<Vec<_>>();
        games.extend(sets.iter().filter(first).filter_map(|set| addition(&moves(set)).ok()));
    }
    games
}

/// How many of the games are proved; each proved pattern and its facts agree with a table far outside the pieces.
fn count_proved<'a>(games: impl IntoIterator<Item = &'a VectorGame>) -> usize {
    let proved = |game: &&VectorGame| {
        let Ok(Answer::Proved(pattern)) = find(game, Play::Grundy, Budget::default(), PLENTY) else { return false };
        let table = table(game, Play::Grundy, 70);
        for position in table.window().filter(|x| (x.at[0] + 70 * x.at[1]) % 3 == 0) {
            let value = table.value(position.state, &position.at);
            assert_eq!(pattern.certificate.value(&position), Some(value), "{} {position:?}", game.name);
        }
        facts_hold(&pattern, game);
        true
    };
    games.into_iter().filter(proved).count()
}

/// Far along some rows and columns the values repeat after the period that is stated and after no proper divisor of it.
fn facts_hold(pattern: &Pattern, game: &VectorGame) {
    let facts = pattern.facts();
    let periods = [facts.row_period, facts.column_period];
    for (i, period) in periods.into_iter().enumerate() {
        let period = period.expect("the certificates of small games decide it");
        let value = |along: u64, across: u64| {
            let at = if i == 0 { vec![along, across] } else { vec![across, along] };
            pattern.certificate.value(&VectorPosition { state: 0, at })
        };
        let repeats = |p: u64| (0..24).all(|line| (1000..1000 + period).all(|x| value(x, line) == value(x + p, line)));
        let shorter = (1..period).filter(|p| period % p == 0);
        assert!(repeats(period), "{}: {facts:?}", game.name);
        assert!(period > 24 || shorter.clone().all(|p| !repeats(p)), "{}: {facts:?}", game.name);
    }
}

#[test]
fn a_sample_of_small_games_is_proved() {
    let games = small_games(2, 3);
    let sample: Vec<&VectorGame> = games.iter().step_by(9).collect();
    assert_eq!(count_proved(sample.iter().copied()), sample.len());
}

#[test]
fn all_small_games_are_proved() {
    let games = small_games(2, 3);
    assert_eq!((games.len(), count_proved(&games)), (285, 285));
}

#[test]
fn known_games_are_proved() {
    for (spec, play) in KNOWN {
        let found = pattern(spec, play).certificate;
        assert!(agrees(&found, 30), "{spec}");
        let text = found.to_text();
        let (kind, lines) = lines::read(&text).expect("a whole certificate");
        assert_eq!((kind, read(&lines).expect("it reads back")), ("vector", found));
    }
}

const KNOWN: [(&str, Play); 8] = [
    ("zwick", Play::Normal),
    ("zwick", Play::Grundy),
    ("zwick", Play::Misere),
    ("addition (-2,0),(-2,1),(1,-1)", Play::Grundy),
    ("clock-nim 2 3 2", Play::Grundy),
    ("jenga-four", Play::Grundy),
    ("white-knight", Play::Grundy),
    ("subtraction 2,5,7", Play::Grundy),
];

/// Whether all that a certificate says is true in a window: values, periods and differing pairs.
fn agrees(certificate: &VectorCertificate, side: usize) -> bool {
    let name = certificate.game.as_deref().expect("these certificates name their game");
    let game = vector_game(name).expect("a known game");
    let table = table(&game, certificate.play, side);
    let known = |x: &VectorPosition| table.value(x.state, &x.at);
    let inside = |x: &VectorPosition| x.at.iter().all(|&c| c < side as u64);
    let values = table.window().all(|x| certificate.value(&x) == Some(known(&x)));
    let pieces = certificate.pieces.iter().all(|piece| {
        let base = VectorPosition { state: piece.state, at: piece.base.clone() };
        !inside(&base) || known(&base) == piece.value
    });
    let periods = certificate.periods.iter().all(|period| {
        table.window().filter(|x| x.at.iter().zip(&period.from).all(|(x, from)| x >= from)).all(|x| {
            let at = x.at.iter().zip(&period.step).map(|(x, step)| x + step).collect();
            let y = VectorPosition { state: x.state, at };
            !inside(&y) || known(&x) == known(&y)
        })
    });
    let differing = certificate.differing.iter().all(|(x, y)| !inside(x) || !inside(y) || known(x) != known(y));
    let ends = game.rules.iter().all(|rule| certificate.weight.falls(rule));
    values && pieces && periods && differing && ends
}

/// Every number of every line changed; every line left out or doubled: refused, or still true.
#[test]
fn mutants_are_refused_or_true() {
    let (mut tried, mut accepted) = (0, 0);
    for (spec, play) in KNOWN {
        let text = pattern(spec, play).certificate.to_text();
        for mutant in mutants(&text) {
            tried += 1;
            let Ok((_, lines)) = lines::read(&mutant) else { continue };
            let Ok(certificate) = read(&lines) else { continue };
            if check(&certificate).is_ok() {
                accepted += 1;
                assert!(certificate.game.is_none() || agrees(&certificate, 24), "{mutant}");
            }
        }
    }
    assert!(tried > 5_000 && accepted < tried / 10, "{accepted} of {tried} mutants accepted");
}

fn mutants(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let with =
        |number: usize, replaced: &[&str]| [&lines[..number], replaced, &lines[number + 1..]].concat().join("\n");
    let mut mutants = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        mutants.push(with(number, &[]));
        mutants.push(with(number, &[line, line]));
        let words: Vec<&str> = line.split(' ').collect();
        for index in 1..words.len() {
            let Ok(value) = words[index].parse::<i64>() else { continue };
            for changed in [value - 1, value + 1, value + 2, value + 9, 0, i64::MAX] {
                let changed = changed.to_string();
                let mut words = words.clone();
                if words[index] != changed {
                    words[index] = &changed;
                    mutants.push(with(number, &[&words.join(" ")]));
                }
            }
        }
    }
    mutants
}

#[test]
fn a_play_without_end_is_refused_with_the_loop() {
    let error = vector_game("addition (-1,2),(2,-1)").expect_err("it never ends").to_string();
    assert!(error.contains("times (-1,2) and 2 times (2,-1)"), "{error}");
}

#[test]
fn a_table_past_the_memory_is_refused_before_it_is_taken() {
    let game = vector_game("white-knight").expect("a known game");
    let error = ValueTable::new(&game, Play::Grundy, &[100_000, 100_000], PLENTY).expect_err("too large").to_string();
    assert!(error.contains("--memory"), "{error}");
    let all = Memory(u64::MAX);
    let error = ValueTable::new(&game, Play::Grundy, &[100_000, 100_000], all).expect_err("too slow").to_string();
    assert!(error.contains("a smaller window"), "{error}");
}
