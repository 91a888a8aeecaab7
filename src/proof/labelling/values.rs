//! Certificate kind `values`: finitely many positions of one game with their values.
//!
//! The listed positions are closed under options, and each value is the one that the rules of play give from the
//! values of the options. A game whose every move lowers a natural number has exactly one such function, so each
//! listed value is right. The checker knows the rules of the game and the definition of the value, nothing else.
//!
//! ```text
//! topple-certificate 1 values
//! game pile
//! play grundy
//! position (1,2) = 2
//! position (1,1) = 0
//! position (1) = 1
//! position () = 0
//! end
//! ```
use crate::game::{Play, any};
use crate::proof::fact::Value;
use crate::proof::lines::{Line, number};
use crate::proof::{Fact, Facts, Reject};
use std::collections::BTreeMap;

/// What a certificate of values says.
struct Values<'a> {
    game: &'a str,
    play: Play,
    positions: BTreeMap<&'a str, (u64, &'a Line<'a>)>,
}

/// Checks the lines of a certificate of values.
pub fn check(lines: &[Line]) -> Result<Facts, Reject> {
    let values = read(lines)?;
    let game = any::open(values.game).map_err(|error| Reject::at("game", error.to_string()))?;
    if values.game != game.standard_name() {
        return Err(Reject::at("game", format!("the game is called '{}'", game.standard_name())));
    }
    for (&position, &(value, line)) in &values.positions {
        let standard = game.standard(position).map_err(|error| line.reject(error.to_string()))?;
        if standard != position {
            return Err(line.reject(format!("'{position}' is not the standard spelling '{standard}'")));
        }
        let weight = |text: &str| game.weight(text).map_err(|error| line.reject(error.to_string()));
        let mut options = Vec::new();
        for (_, option) in game.moves(position).map_err(|error| line.reject(error.to_string()))? {
            if weight(&option)? >= weight(position)? {
                return Err(line.reject(format!("the move to '{option}' does not lower the weight")));
            }
            let listed = values.positions.get(option.as_str());
            options.push(listed.ok_or_else(|| line.reject(format!("the option '{option}' is not listed")))?.0);
        }
        let computed = values.play.value(options);
        if computed != value {
            return Err(line.reject(format!("the options give {computed}, not {value}")));
        }
    }
    if values.positions.is_empty() {
        return Err(Reject::at("position", "no position is listed"));
    }
    let fact = |(position, (value, _)): (&&str, &(u64, &Line))| {
        let (game, position) = (values.game.to_string(), position.to_string());
        Fact::Value(Value { game, play: values.play, position, value: *value })
    };
    Ok(values.positions.iter().map(fact).collect())
}

fn read<'a>(lines: &'a [Line<'a>]) -> Result<Values<'a>, Reject> {
    let (mut game, mut play, mut positions) = (None, None, BTreeMap::new());
    for line in lines {
        match line.key {
            "game" if game.is_none() => game = Some(line.name()?),
            "play" if play.is_none() => {
                play = Some(Play::from_word(line.rest).ok_or_else(|| line.reject("not grundy, normal or misere"))?);
            }
            "position" => {
                let parts = line.rest.rsplit_once(" = ");
                let (position, value) = parts.ok_or_else(|| line.reject("expected 'POSITION = VALUE'"))?;
                let value = number(value).ok_or_else(|| line.reject(format!("'{value}' is not a value")))?;
                if positions.insert(position, (value, line)).is_some() {
                    return Err(line.reject("this position is listed twice"));
                }
            }
            _ => return Err(line.reject("this line is unknown or stands twice")),
        }
    }
    let missing = |key: &str| Reject::at("head", format!("the line '{key}' is missing"));
    Ok(Values { game: game.ok_or_else(|| missing("game"))?, play: play.ok_or_else(|| missing("play"))?, positions })
}

#[cfg(test)]
mod tests {
    use crate::proof::{Fact, Facts, check, mutants::Mutants};

    const PILE: &str = "topple-certificate 1 values\ngame pile\nplay grundy\nposition (1,2) = 2\nposition (1,1) = 0\n\
                        position (1) = 1\nposition () = 0\nend\n";

    /// A pile by the star lemma.
    fn value(sections: &[u64]) -> u64 {
        sections.split_last().map_or(0, |(&top, below)| if top <= value(below) { top - 1 } else { top })
    }

    fn holds(fact: &Fact) -> bool {
        let Fact::Value(one) = fact else { return false };
        let sections = one.position.trim_matches(['(', ')']).split(',').filter_map(|word| word.parse().ok());
        let right = value(&sections.collect::<Vec<u64>>());
        one.game == "pile" && one.value == if one.play.word() == "grundy" { right } else { u64::from(right > 0) }
    }

    #[test]
    fn every_mutant_is_refused_or_true() {
        let words = ["()", "(1)", "(2)", "(1,1)", "(2,1)", "nim", "normal", "misere", "=", "x", ""];
        let added =
            ["position (2) = 2", "position (1,1,1) = 1", "position (1,1,1) = 0", "game nim", "play normal", "x 1"];
        let (refused, accepted) = Mutants::of(PILE, &words, &added).judge(|_, facts| facts.iter().all(holds));
        assert!(refused > 300 && accepted > 10 && accepted < refused / 5, "{refused} refused, {accepted} accepted");
    }

    #[test]
    fn a_game_has_one_name_and_a_certificate_some_position() {
        let head = "topple-certificate 1 values\ngame pile\nplay grundy\nend\n";
        assert_eq!(check(head).unwrap_err().why, "no position is listed");
        let text = |game: &str, position: &str| {
            format!("topple-certificate 1 values\ngame {game}\nplay grundy\nposition {position} = 0\nend\n")
        };
        let accepted = |game: &str, position: &str| check(&text(game, position)).is_ok();
        assert!(accepted("addition (-2,1),(-2,-1),(-1,-2),(1,-2)", "(0,0)") && !accepted("white-knight", "(0,0)"));
        assert!(
            accepted("jenga", "111") && !accepted("jenga-physical 3", "111") && !accepted("jenga-physical 03", "111")
        );
        assert!(accepted("subtraction 1,2", "(0)") && !accepted("subtraction 1 2", "(0)"));
        assert!(!accepted("subtraction 1,02", "(0)") && !accepted("subtraction 1,2", "(00)"));
    }

    #[test]
    fn positions_are_facts() {
        let facts: Facts = check(PILE).unwrap();
        assert!(facts.len() == 4 && facts.iter().all(holds));
    }
}
