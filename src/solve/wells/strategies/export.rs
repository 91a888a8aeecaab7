//! Strategies as texts for other tools, with names that stay the same from run to run.
use crate::game::wells::{Mover, Piece, Placement, Well};
use crate::proof::region::wells::{Strategy, WellGame};
use std::collections::BTreeMap;
use std::fmt::Write;

/// A well and pieces as certificates spell them.
pub fn name(game: &WellGame, well: &Well, pieces: &[u8]) -> String {
    let words: String = pieces.iter().map(|piece| format!(" {}", game.pieces.pieces()[usize::from(*piece)])).collect();
    format!("{well}{words}")
}

/// The lines of a strategy with the situation that each leads to: a well and the pieces shown then.
fn arrows<'a>(strategy: &'a Strategy) -> Vec<(&'a Well, &'a [u8], String, Well)> {
    let pieces = strategy.game.pieces.pieces();
    let movers: Vec<Mover> = pieces.iter().map(|piece| Mover::new(piece, strategy.game.rule)).collect();
    let arrow = |((well, sent), at): (&'a (Well, Vec<u8>), &Placement)| {
        let words: Vec<&str> = sent.iter().map(|piece| Piece::word(&pieces[usize::from(*piece)])).collect();
        let after = movers[usize::from(sent[0])].place(well, *at).0;
        (well, &sent[..], format!("{}: {at}", words.join(" ")), after)
    };
    strategy.moves.iter().map(arrow).collect()
}

/// A strategy as a graph in the DOT language: a node for each well with the pieces shown, an arrow for each placement.
pub fn dot(strategy: &Strategy) -> String {
    let game = &strategy.game;
    let mut text =
        format!("digraph strategy {{\n  label=\"{}\";\n  node [shape=box, fontname=monospace];\n", game.title());
    for (well, sent, label, after) in arrows(strategy) {
        let (from, to) = (name(game, well, &sent[..sent.len() - 1]), name(game, &after, &sent[1..]));
        writeln!(text, "  \"{from}\" -> \"{to}\" [label=\"{label}\"];").expect("a string takes it");
    }
    text + "}\n"
}

/// A strategy in PGSolver format: the machine's nodes (player 1) are wells with the pieces shown, those of the player
/// (player 0) have one way to go. All priorities are 0, so player 0 wins everywhere exactly if no way is missing.
pub fn pgsolver(strategy: &Strategy) -> String {
    let game = &strategy.game;
    let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
    let lines = arrows(strategy);
    let names = lines.iter().flat_map(|(well, sent, _, _)| {
        [name(game, well, &sent[..sent.len() - 1]), format!("{}!", name(game, well, sent))]
    });
    numbers.extend(names.map(|name| (name, 0)));
    numbers.values_mut().zip(1..).for_each(|(number, next)| *number = next);
    let mut ways: BTreeMap<usize, (u8, String, Vec<usize>)> = BTreeMap::new();
    for (well, sent, _, after) in &lines {
        let (from, to) = (name(game, well, &sent[..sent.len() - 1]), name(game, after, &sent[1..]));
        let play = format!("{}!", name(game, well, sent));
        ways.entry(numbers[&from]).or_insert((1, from, Vec::new())).2.push(numbers[&play]);
        ways.insert(numbers[&play], (0, play, numbers.get(&to).copied().into_iter().collect()));
    }
    let mut text = format!("parity {};\n", numbers.len());
    let shown = |shown: Vec<u8>| name(game, &Well::empty(game.width).expect("the game has a well"), &shown);
    let starts =
        game.sequences(game.lookahead).into_iter().filter_map(|all| numbers.get(&shown(all)).copied()).collect();
    ways.insert(0, (1, "start".to_string(), starts));
    for (number, (owner, name, to)) in ways {
        let to: Vec<String> = to.iter().map(usize::to_string).collect();
        writeln!(text, "{number} 0 {owner} {} \"{name}\";", to.join(",")).expect("a string takes it");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::lane_rules::single;
    use super::super::lanes::in_width;
    use super::*;

    #[test]
    fn names_are_wells_and_pieces() {
        let strategy = in_width(&single("I", false).unwrap().unwrap(), 2).unwrap();
        let dot = dot(&strategy);
        assert!(dot.contains("\"-\" -> \"10/10/10/10\" [label=\"I: turn 1 column 1 row 1\"];"), "{dot}");
        assert_eq!(dot.lines().count(), 6);
        let pgsolver = pgsolver(&strategy);
        let expected = "parity 4;\n0 0 1 1 \"start\";\n1 0 1 2 \"-\";\n2 0 0 3 \"- I!\";\n3 0 1 4 \"10/10/10/10\";\n\
                        4 0 0 1 \"10/10/10/10 I!\";\n";
        assert_eq!(pgsolver, expected);
    }
}
