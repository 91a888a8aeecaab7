//! A vector addition game for other tools: a draft for the OEIS, and a script for CGSuite 2.
use crate::error::{Error, Result};
use crate::game::vector::{Rule, VectorGame, join};
use crate::game::{Game, Play};
use crate::solve::Memory;
use crate::solve::periods::{Answer, Budget, find};
use crate::solve::values::table::ValueTable;
use std::fmt::Write;

/// The memory for a window and a pattern, in bytes.
const MEMORY: Memory = Memory(1 << 30);
/// The most characters of the terms of a sequence in the OEIS.
const TERMS: usize = 260;
/// CGSuite is asked for the values of positions with coordinates below this.
const SIDE: usize = 6;

/// The draft of an OEIS entry of the Grundy values: the first terms, the name, what is proved of them, and a program in
/// Python. A game with two coordinates is read by antidiagonals, the first coordinate falling.
///
/// # Errors
/// A game with more coordinates or with states, or a pattern that does not fit the memory.
pub fn oeis(game: &VectorGame) -> Result<String> {
    if game.states > 1 || game.dimension > 2 {
        let what = format!("{} coordinates and {} states", game.dimension, game.states);
        return Err(Error::input(game.name(), what, "one or two coordinates and one state for a sequence"));
    }
    let terms = terms(game)?;
    let mut text = String::new();
    let mut line = |key: &str, said: &str| writeln!(text, "%{key} A000000 {said}").expect("a string takes all");
    line("S", &join(&terms));
    let (head, tail) = match game.dimension {
        1 => ("", "a(n) is that of n"),
        _ => ("Square array read by antidiagonals: ", "T(x,y) is that of (x,y), read as T(0,0), T(1,0), T(0,1), ..."),
    };
    line("N", &format!("{head}Grundy values of the game in which a move adds {}: {tail}.", moves(game)));
    line("C", "A move may not make a coordinate negative; who cannot move loses.");
    line("F", &formula(game)?);
    program(game, terms.len()).lines().for_each(|code| line("o", code));
    line("K", if game.dimension == 1 { "nonn" } else { "nonn,tabl" });
    line("O", "0");
    Ok(text)
}

/// As many values as an entry shows.
fn terms(game: &VectorGame) -> Result<Vec<u64>> {
    let side = if game.dimension == 1 { TERMS } else { 24 };
    let table = ValueTable::new(game, Play::Grundy, &vec![side; game.dimension], MEMORY)?;
    let all: Vec<u64> = match game.dimension {
        1 => (0..side as u64).map(|n| table.value(0, &[n])).collect(),
        _ => (0..side as u64).flat_map(|d| (0..=d).map(move |y| [d - y, y])).map(|at| table.value(0, &at)).collect(),
    };
    let fits = |count: &usize| join(&all[..*count]).len() <= TERMS;
    let most = (1..=all.len()).rev().find(fits).unwrap_or(1);
    Ok(all[..most].to_vec())
}

/// The vectors that a move may add.
fn moves(game: &VectorGame) -> String {
    let step = |rule: &Rule| {
        let numbers: Vec<i64> = rule.put.iter().zip(&rule.take).map(|(put, take)| *put as i64 - *take as i64).collect();
        if numbers.len() == 1 { numbers[0].to_string() } else { format!("({})", join(&numbers)) }
    };
    game.rules.iter().map(step).collect::<Vec<_>>().join(" or ")
}

/// What is proved for all positions.
fn formula(game: &VectorGame) -> Result<String> {
    let pattern = match find(game, Play::Grundy, Budget::default(), MEMORY)? {
        Answer::Unknown(reached) => return Ok(format!("No formula is known: {reached}.")),
        Answer::Proved(pattern) => pattern,
    };
    let Some(axes) = pattern.axes() else { return Ok(format!("{}; proved for all positions.", pattern.words())) };
    let names = if axes.len() == 1 { vec!["n"] } else { vec!["x", "y"] };
    let function = if axes.len() == 1 { "a" } else { "T" };
    let said = axes.iter().enumerate().map(|(i, axis)| {
        let further: Vec<String> = (0..axes.len())
            .map(|j| if i == j { format!("{}+{}", names[j], axis.period) } else { names[j].to_string() })
            .collect();
        let (further, here) = (further.join(","), names.join(","));
        format!("{function}({further}) = {function}({here}) for {} >= {}", names[i], axis.preperiod)
    });
    Ok(format!("{}; proved for all positions.", said.collect::<Vec<_>>().join("; ")))
}

/// A program that knows the rules only, and prints so many terms.
fn program(game: &VectorGame, count: usize) -> String {
    let tuple = |numbers: &[u64]| format!("({},)", join(numbers));
    let rules: Vec<String> =
        game.rules.iter().map(|rule| format!("({}, {})", tuple(&rule.take), tuple(&rule.put))).collect();
    let positions = match game.dimension {
        1 => format!("[(n,) for n in range({count})]"),
        _ => format!("[(d - y, y) for d in range({count}) for y in range(d + 1)][:{count}]"),
    };
    format!(
        "(Python)\nfrom functools import cache\nrules = [{}]  # what a move takes, and what it puts\n@cache\n\
         def value(at):\n    after = {{value(tuple(x - t + p for x, t, p in zip(at, *rule)))\n             \
         for rule in rules if all(x >= t for x, t in zip(at, rule[0]))}}\n    \
         return min(set(range(len(after) + 1)) - after)\nprint([value(at) for at in {positions}])\n",
        rules.join(", ")
    )
}

/// A script that defines the game in CGScript and lists the positions whose nim value is not the one computed here: it
/// prints an empty list.
///
/// # Errors
/// A window that does not fit the memory.
pub fn cgsuite(game: &VectorGame) -> Result<String> {
    let names: Vec<String> = (1..=game.dimension).map(|i| format!("x{i}")).collect();
    let arguments: Vec<String> =
        std::iter::once("s").chain(names.iter().map(String::as_str)).map(|name| format!("{name} as Integer")).collect();
    let rule = |rule: &Rule| {
        let numbers = [vec![rule.from as u64], rule.take.clone(), vec![rule.to as u64], rule.put.clone()].concat();
        format!("[{}]", join(&numbers))
    };
    let rules: Vec<String> = game.rules.iter().map(rule).collect();
    let take = |i: usize| format!("r[{}]", i + 2);
    let fits: Vec<String> = names.iter().enumerate().map(|(i, name)| format!("{name} >= {}", take(i))).collect();
    let put = |(i, name): (usize, &String)| format!("{name} - {} + r[{}]", take(i), game.dimension + 3 + i);
    let after: Vec<String> = names.iter().enumerate().map(put).collect();
    let table = ValueTable::new(game, Play::Grundy, &vec![SIDE; game.dimension], MEMORY)?;
    let known = table.window().map(|position| {
        let value = table.value(position.state, &position.at);
        format!("[{},{},{value}]", position.state, join(&position.at))
    });
    let position = |row: &str| (1..=game.dimension + 1).map(|i| format!("{row}[{i}]")).collect::<Vec<_>>().join(", ");
    Ok(format!(
        "// {name}: a position is a state s and a vector. A rule is [state, what it takes, state after, what it puts].\n\
         // Save the class as VectorGame.cgs.\n\
         singleton class VectorGame extends Ruleset\n\n  \
         class Position({arguments}) extends ImpartialGame\n    \
         override def Options :=\n      [Position(r[{to}], {after}) for r in [{rules}] where s == r[1] and {fits}];\n  end\n\n  \
         def Eval({arguments}) := Position(s, {names});\n\nend\n\n\
         // In the worksheet: the positions whose nim value differs from that of topple; there is none.\n\
         [k for k in [{known}] where VectorGame({at}).NimValue != k[{last}]]\n",
        name = game.name(),
        arguments = arguments.join(", "),
        to = game.dimension + 2,
        after = after.join(", "),
        rules = rules.join(", "),
        fits = fits.join(" and "),
        names = names.join(", "),
        known = known.collect::<Vec<_>>().join(","),
        at = position("k"),
        last = game.dimension + 2,
    ))
}
