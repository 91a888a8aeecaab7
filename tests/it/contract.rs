//! What every game promises: options are positions, play ends, the notation reads back, values follow the definition.
use std::collections::HashMap;
use topple::game::Play;
use topple::game::any::{AnyGame, GAMES, open};
use topple::solve::values::{certificate, evaluate};

/// Positions met from `start`, at most `most`.
fn reached(game: &dyn AnyGame, start: &str, most: usize) -> Vec<String> {
    let mut found = vec![game.standard(start).expect("the sample is a position")];
    let mut next = 0;
    while next < found.len() && found.len() < most {
        for (_, option) in game.moves(&found[next]).expect("positions have moves") {
            if !found.contains(&option) {
                found.push(option);
            }
        }
        next += 1;
    }
    found
}

/// The Grundy value by definition.
fn plain(game: &dyn AnyGame, position: &str, known: &mut HashMap<String, u64>) -> u64 {
    if let Some(value) = known.get(position) {
        return *value;
    }
    let options = game.moves(position).expect("positions have moves");
    let values: Vec<u64> = options.iter().map(|(_, option)| plain(game, option, known)).collect();
    let value = (0..).find(|value| !values.contains(value)).expect("finitely many options");
    known.insert(position.to_string(), value);
    value
}

#[test]
fn every_game_keeps_the_contract() {
    for (spec, start) in GAMES {
        let game = open(spec).expect("a listed game opens");
        for position in reached(game.as_ref(), start, 150) {
            assert_eq!(game.standard(&position).as_deref(), Ok(position.as_str()), "{spec}: notation reads back");
            let weight = game.weight(&position).expect("positions have weights");
            for (name, option) in game.moves(&position).expect("positions have moves") {
                assert!(!name.is_empty(), "{spec}: moves have names");
                assert_eq!(game.standard(&option).as_deref(), Ok(option.as_str()), "{spec}: options are positions");
                assert!(
                    game.weight(&option).expect("weights") < weight,
                    "{spec}: {position} to {option} lowers the weight"
                );
            }
        }
    }
}

#[test]
fn every_game_has_the_values_of_the_definition() {
    for (spec, start) in GAMES {
        let game = open(spec).expect("a listed game opens");
        let start = game.standard(start).expect("the sample is a position");
        let value = evaluate(spec, Play::Grundy, &[&start], 1_000_000).expect("the samples are small")[&start];
        assert_eq!(value, plain(game.as_ref(), &start, &mut HashMap::new()), "{spec} {start}");
    }
}

#[test]
fn nonsense_is_refused_in_one_line_by_every_game() {
    let nonsense = [
        "",
        " ",
        "(",
        "-1",
        "-1,2",
        "1e3",
        "1000000000000000000000000000000",
        "1,,2",
        "x",
        "(1,2",
        "3/4/5",
        "∞",
        "1\n2",
        "{}",
        "(|)_{,}",
        "[1,[2]",
    ];
    for (spec, _) in GAMES {
        let game = open(spec).expect("a listed game opens");
        for text in nonsense {
            if let Err(error) = game.standard(text) {
                let message = error.to_string();
                assert!(!message.contains('\n') && message.contains("expected"), "{spec} {text:?}: {message}");
            } else {
                let standard = game.standard(text).expect("it was read");
                assert_eq!(game.standard(&standard), Ok(standard.clone()), "{spec} {text:?}");
            }
        }
    }
    for spec in [
        "",
        "chess",
        "addition",
        "addition (",
        "addition (1,2",
        "addition (0,0)",
        "addition (1)",
        "subtraction 0",
        "clock-nim 1 1 1",
        "clock-nim 99 98 1",
        "zwick 3",
    ] {
        let message = open(spec).err().unwrap_or_else(|| panic!("{spec} is no game")).to_string();
        assert!(!message.contains('\n') && message.contains("expected"), "{spec}: {message}");
    }
}

/// Every value of a certificate changed by one, every position left out or doubled: refused.
#[test]
fn mutants_of_certificates_of_values_are_refused() {
    for (spec, start) in GAMES {
        let Ok(text) = certificate(spec, Play::Grundy, &[start]) else { continue };
        let lines: Vec<&str> = text.lines().collect();
        if lines.len() > 400 {
            continue;
        }
        assert!(topple::proof::check(&text).is_ok(), "{spec}");
        let start = open(spec).and_then(|game| game.standard(start)).expect("the sample is a position");
        for (number, line) in lines.iter().enumerate() {
            let with = |replaced: &[&str]| [&lines[..number], replaced, &lines[number + 1..]].concat().join("\n");
            assert!(topple::proof::check(&with(&[line, line])).is_err(), "{spec}: {line} twice");
            // Without the position it was made for, the rest is still closed under options and true.
            if !line.starts_with(&format!("position {start} = ")) {
                assert!(topple::proof::check(&with(&[])).is_err(), "{spec}: without {line}");
            }
            if let Some((position, value)) = line.rsplit_once(" = ") {
                let value: u64 = value.parse().expect("a value");
                for wrong in [value + 1, value + 2, value.wrapping_sub(1)] {
                    assert!(
                        topple::proof::check(&with(&[&format!("{position} = {wrong}")])).is_err(),
                        "{spec}: {line}"
                    );
                }
            }
        }
    }
}
