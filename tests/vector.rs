//! Vector addition games: tables against the definition, patterns against tables, mutants of certificates.
use topple::game::named::vector_game;
use topple::game::vector::{VectorGame, VectorPosition};
use topple::game::{Game, Play};
use topple::proof;
use topple::solve::Memory;
use topple::solve::period::{Answer, Budget, Pattern, find};
use topple::solve::table::ValueTable;

const PLENTY: Memory = Memory(1 << 30);

/// The value by definition, with nothing remembered.
fn plain(game: &VectorGame, play: Play, position: &VectorPosition) -> u64 {
    play.value(game.options(position).iter().map(|option| plain(game, play, option)))
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
        for play in [Play::Grundy, Play::Normal, Play::Misere] {
            let side = if game.dimension == 3 { 2 } else { 4 };
            let table = ValueTable::new(&game, play, &vec![side; game.dimension], PLENTY).expect("it fits");
            for position in table.window() {
                let expected = plain(&game, play, &position);
                assert_eq!(table.value(position.state, &position.at), expected, "{spec} {position:?}");
            }
        }
    }
}

#[test]
fn known_games_are_proved() {
    for (spec, play) in [
        ("zwick", Play::Normal),
        ("zwick", Play::Grundy),
        ("zwick", Play::Misere),
        ("addition (-2,0),(-2,1),(1,-1)", Play::Grundy),
        ("clock-nim 2 3 2", Play::Grundy),
        ("jenga-four", Play::Grundy),
        ("white-knight", Play::Grundy),
        ("subtraction 2,5,7", Play::Grundy),
    ] {
        let found = pattern(spec, play);
        println!("{spec} {}: {} pieces, {}", play.word(), found.certificate.pieces.len(), found.shape);
        let text = found.certificate.to_text();
        proof::check(&text).expect("the checker accepts what the finder hands out");
        let game = vector_game(spec).expect("a known game");
        let table = ValueTable::new(&game, play, &vec![30; game.dimension], PLENTY).expect("it fits");
        for position in table.window() {
            let value = found.certificate.value(&position);
            assert_eq!(value, Some(table.value(position.state, &position.at)), "{spec} {position:?}");
        }
    }
}
