//! `topple play jenga`: noisy Jenga against an agent.
use super::{typed, write};
use crate::arena::{Duel, Move, Prospect, Tower, oracle_move, prospects};
use crate::error::Result;
use crate::report::tower_sides;
use clap::Args;
use std::collections::BTreeMap;
use std::io::{BufRead, Write};
use std::process::ExitCode;

#[derive(Debug, Args)]
pub struct Options {
    /// Your opponent: an agent as in topple match, as oracle or mcts:iterations=420
    #[arg(long, value_name = "AGENT", default_value = "oracle")]
    against: String,
    /// Full levels of the first tower
    #[arg(long, default_value_t = 5)]
    levels: usize,
    /// Another number, another tower and other luck
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many times the usual noise the blocks have, 0 to 100
    #[arg(long, default_value_t = 1.0)]
    noise_scale: f64,
    /// The opponent begins
    #[arg(long)]
    second: bool,
}

/// What a person is told at first.
const HOW: &str = "Type level and slot of a block, and the slot where you put it, as 0 1 2; q to leave. Levels count from 0 \
                   at the bottom, slots from 0. Under whom it falls, or who has no move, loses.";

/// A game under way.
struct Table {
    duel: Duel,
    /// Towers at which the person moved, and the moves.
    made: Vec<(Tower, Move)>,
}

/// Plays until the game has ended or the person leaves.
///
/// # Errors
/// Options that make no game; an agent that fails; an input or output that fails.
pub(super) fn play(options: &Options) -> Result<ExitCode> {
    let (mut input, mut output) = (std::io::stdin().lock(), std::io::stdout().lock());
    Table::new(options)?.run(options.second, &mut input, &mut output)?;
    Ok(ExitCode::SUCCESS)
}

/// How a game ended.
enum End {
    /// The person has left.
    Left,
    /// It fell under the person, or else under the opponent.
    Fell(bool),
    /// The person, or else the opponent, had no move.
    Stuck(bool),
}

impl Table {
    fn new(options: &Options) -> Result<Self> {
        let duel = Duel::new(&options.against, options.levels, options.seed, options.noise_scale)?;
        Ok(Table { duel, made: Vec::new() })
    }

    /// Plays until the game has ended or the person leaves.
    fn run(&mut self, second: bool, input: &mut dyn BufRead, output: &mut dyn Write) -> Result<()> {
        write(output, &format!("Against {}. {HOW}\n", self.duel.opponent()))?;
        let mut yours = !second;
        let end = loop {
            if self.duel.tower().moves().next().is_none() {
                break End::Stuck(yours);
            }
            let chosen = if yours { self.asked(input, output)? } else { Some(self.answer(output)?) };
            let Some(chosen) = chosen else { break End::Left };
            if !self.duel.stands_after(chosen) {
                break End::Fell(yours);
            }
            yours = !yours;
        };
        let text = match end {
            End::Left => "left\n",
            End::Fell(true) => "It falls under you: lost\n",
            End::Fell(false) => "It falls under your opponent: won\n",
            End::Stuck(true) => "You have no move: lost\n",
            End::Stuck(false) => "Your opponent has no move: won\n",
        };
        write(output, text)?;
        write(output, &self.review())
    }

    fn answer(&mut self, output: &mut dyn Write) -> Result<Move> {
        let chosen = self.duel.reply()?;
        write(output, &format!("\n{} takes {chosen}\n", self.duel.opponent()))?;
        Ok(chosen)
    }

    /// Shows the tower and asks until a line is a legal move or the person leaves.
    fn asked(&mut self, input: &mut dyn BufRead, output: &mut dyn Write) -> Result<Option<Move>> {
        write(output, &format!("\n{}{}", sides(self.duel.tower()), dangers(self.duel.tower())))?;
        loop {
            write(output, "> ")?;
            let Some(line) = typed::line(input)? else {
                write(output, "\n")?;
                return Ok(None);
            };
            if ["q", "quit"].contains(&line.trim()) {
                return Ok(None);
            }
            match understood(&line).filter(|chosen| self.duel.tower().is_legal(*chosen)) {
                Some(chosen) => {
                    self.made.push((self.duel.tower().clone(), chosen));
                    return Ok(Some(chosen));
                }
                None => write(output, "not a legal move; type a block and a place of the table, as 0 1 2, or q\n")?,
            }
        }
    }

    /// What the oracle would have done at each move of the person.
    fn review(&self) -> String {
        let mut text = String::new();
        for (number, (tower, chosen)) in self.made.iter().enumerate() {
            let best = oracle_move(tower).unwrap_or(*chosen);
            let said = if best == *chosen {
                "the oracle too".to_string()
            } else {
                format!("the oracle {}", judged(tower, best))
            };
            text.push_str(&format!("your move {}: {}; {said}\n", number + 1, judged(tower, *chosen)));
        }
        text
    }
}

/// Three numbers as a move.
fn understood(line: &str) -> Option<Move> {
    let numbers: Option<Vec<u8>> = line.split_whitespace().map(|word| word.parse().ok()).collect();
    match numbers?[..] {
        [level, slot, place] => Some(Move { level, slot, place }),
        _ => None,
    }
}

/// A move, how likely it lets the tower fall, and whether it wins without noise.
fn judged(tower: &Tower, chosen: Move) -> String {
    let Prospect { falls, wins, .. } =
        prospects(tower).into_iter().find(|one| one.chosen == chosen).expect("a legal move is among them");
    let wins = if wins { "wins" } else { "loses" };
    format!("{chosen} ({:.2} % to fall, {wins} without noise)", 100.0 * falls)
}

/// The tower from two sides.
fn sides(tower: &Tower) -> String {
    let levels: Vec<u8> = (0..tower.height()).map(|level| tower.mask(level)).collect();
    let over = |level: usize| (level + 1 < levels.len()).then(|| -1000.0 * tower.distance(level));
    tower_sides(&levels, over)
}

/// For each block that may be taken, how likely the tower falls, by the slot where the block is put.
fn dangers(tower: &Tower) -> String {
    let mut text = "falls, in %   put at 0   put at 1   put at 2\n".to_string();
    let mut rows: BTreeMap<(u8, u8), [String; 3]> = BTreeMap::new();
    for Prospect { chosen: Move { level, slot, place }, falls, .. } in prospects(tower) {
        let row = rows.entry((level, slot)).or_insert_with(|| ["-"; 3].map(str::to_string));
        row[usize::from(place)] = format!("{:.2}", 100.0 * falls);
    }
    for ((level, slot), [a, b, c]) in rows {
        text.push_str(&format!("take {level:>3} {slot}    {a:>8}   {b:>8}   {c:>8}\n"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(against: &str, levels: usize) -> Options {
        Options { against: against.to_string(), levels, seed: 1, noise_scale: 1.0, second: false }
    }

    fn played(options: &Options, lines: &str) -> String {
        let mut output = Vec::new();
        Table::new(options).unwrap().run(options.second, &mut lines.as_bytes(), &mut output).unwrap();
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn nonsense_is_answered_in_a_line_and_asked_again() {
        for line in ["", "x", "0 0", "9 9 9", "4 0 0", "-1 0 0", "0 0 0 0", "256 0 0"] {
            let said = played(&options("random", 5), &format!("{line}\nq\n"));
            assert_eq!(said.matches("not a legal move").count(), 1, "{line}: {said}");
            assert!(said.ends_with("left\n"), "{said}");
        }
        assert!(played(&options("random", 5), "").ends_with("left\n"), "the input ends");
    }

    #[test]
    fn a_game_is_drawn_told_and_reviewed() {
        let said = played(&options("oracle", 5), "0 1 1\nq\n");
        assert!(said.contains("[###] [###] [###]"), "{said}");
        assert!(said.contains("oracle takes ("), "{said}");
        assert!(said.contains("your move 1: (0,1) to 1 ("), "{said}");
        let lost = played(&options("oracle", 1), "");
        assert!(lost.ends_with("You have no move: lost\n"), "{lost}");
    }

    #[test]
    fn options_that_make_no_game_are_refused() {
        for options in [options("nobody", 5), options("random", 0), options("random", 1000)] {
            assert!(Table::new(&options).is_err());
        }
    }
}
