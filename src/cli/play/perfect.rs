//! Games without chance against a machine that never errs: it knows the value of every position.
use super::typed::line;
use super::write;
use crate::error::{Error, Result};
use crate::game::any;
use crate::solve::oracle::{Move, Oracle};
use clap::Args;
use clap::builder::RangedU64ValueParser;
use std::io::{BufRead, Write};
use std::process::ExitCode;

#[derive(Debug, Args)]
pub struct Options {
    /// The position to begin with; none: one of middling size
    position: Option<String>,
    /// The machine makes the first move
    #[arg(long)]
    second: bool,
    /// Show the value of every position that is offered
    #[arg(long)]
    values: bool,
}

#[derive(Debug, Args)]
pub struct TowerOptions {
    /// How many blocks a level has, 3 to 16; from 10 on, with a position
    #[arg(long, default_value_t = 3, value_parser = RangedU64ValueParser::<u32>::new().range(3..=16))]
    blocks: u32,
    #[command(flatten)]
    options: Options,
}

/// The most blocks a level with which two full levels are not too many positions.
const MOST_USUAL: u32 = 9;

impl TowerOptions {
    /// The game as the engines know it, and a tower of full levels to begin with.
    fn game(&self) -> (String, String) {
        let levels = if self.blocks == 3 { 5 } else { 2 };
        let full = "1".repeat(self.blocks as usize);
        let spec = if self.blocks == 3 { "jenga".to_string() } else { format!("jenga-physical {}", self.blocks) };
        (spec, vec![full; levels].join("/"))
    }

    /// Plays in the terminal.
    ///
    /// # Errors
    /// As [`play`].
    pub fn play(&self) -> Result<ExitCode> {
        if self.blocks > MOST_USUAL && self.options.position.is_none() {
            let right = format!("a position as well, or at most {MOST_USUAL} blocks");
            return Err(Error::input("--blocks", self.blocks.to_string(), right));
        }
        let (spec, usual) = self.game();
        self.options.play(&spec, &usual)
    }
}

impl Options {
    /// Plays in the terminal.
    ///
    /// # Errors
    /// As [`play`].
    pub fn play(&self, spec: &str, usual: &str) -> Result<ExitCode> {
        play(spec, usual, self, &mut std::io::stdin().lock(), &mut std::io::stdout().lock())?;
        Ok(ExitCode::SUCCESS)
    }
}

/// What a line asks for.
enum Asked {
    Make(usize),
    Hint,
    Leave,
}

/// Plays until nobody can move or the player leaves. Who cannot move loses.
///
/// # Errors
/// A position that the game does not have, or one that reaches too many others; an input or output that fails.
fn play(spec: &str, usual: &str, options: &Options, input: &mut dyn BufRead, output: &mut dyn Write) -> Result<()> {
    let oracle = Oracle::new(spec)?;
    let mut position = any::open(spec)?.standard(options.position.as_deref().unwrap_or(usual))?;
    oracle.value(&position)?;
    let how = "Type the number of a move, h for a hint, q to leave. Who cannot move loses.";
    write(output, &format!("{spec}. {how}\n"))?;
    let mut machine = options.second;
    loop {
        let moves = oracle.moves(&position)?;
        if moves.is_empty() {
            let end = if machine { "the machine has no move: you won" } else { "you have no move: lost" };
            return write(output, &format!("{position}\n{end}\n"));
        }
        position = if machine {
            let answer = oracle.answer(&position)?.expect("there is a move");
            write(output, &format!("the machine: {}, to {}\n", answer.name, answer.to))?;
            answer.to
        } else {
            write(output, &scene(&position, &moves, options.values))?;
            match asked(&moves, input, output)? {
                Some(at) => moves[at].to.clone(),
                None => return write(output, "left\n"),
            }
        };
        machine = !machine;
    }
}

/// The position and its moves, numbered from 1.
fn scene(position: &str, moves: &[Move], values: bool) -> String {
    let mut text = format!("\n{position}\n");
    for (number, Move { name, to, value }) in (1..).zip(moves) {
        let value = if values { format!(", value {value}") } else { String::new() };
        text.push_str(&format!("  {number}: {name}, to {to}{value}\n"));
    }
    text
}

/// Asks until a line is a move or the player leaves.
fn asked(moves: &[Move], input: &mut dyn BufRead, output: &mut dyn Write) -> Result<Option<usize>> {
    loop {
        write(output, "> ")?;
        let Some(line) = line(input)? else {
            write(output, "\n")?;
            return Ok(None);
        };
        match understood(line.trim(), moves.len()) {
            Ok(Asked::Make(at)) => return Ok(Some(at)),
            Ok(Asked::Leave) => return Ok(None),
            Ok(Asked::Hint) => {
                let wins = moves.iter().position(|one| one.value == 0);
                let hint = wins.map_or("every move loses against perfect play".to_string(), |at| {
                    format!("{} wins: {}", at + 1, moves[at].name)
                });
                write(output, &format!("{hint}\n"))?;
            }
            Err(error) => write(output, &format!("{error}\n"))?,
        }
    }
}

fn understood(line: &str, moves: usize) -> Result<Asked> {
    match line {
        "q" | "quit" => Ok(Asked::Leave),
        "h" | "?" => Ok(Asked::Hint),
        _ => {
            let number = line.parse().ok().filter(|number| (1..=moves).contains(number));
            let shown: String = line.chars().take(20).collect();
            let wrong = || Error::input("move", shown, format!("a number from 1 to {moves}, h or q"));
            number.map(|number| Asked::Make(number - 1)).ok_or_else(wrong)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(spec: &str, position: &str, second: bool, lines: &str) -> String {
        let options = Options { position: Some(position.to_string()), second, values: true };
        let mut output = Vec::new();
        play(spec, "", &options, &mut lines.as_bytes(), &mut output).unwrap();
        String::from_utf8(output).unwrap()
    }

    /// The moves that are offered as winning, one after the other, win every game that can be won; and the machine wins the
    /// others, whatever the player does first.
    #[test]
    fn hints_win_where_the_value_is_not_zero_and_the_machine_wins_elsewhere() {
        for (spec, position) in [
            ("pile", "1,2,2,2"),
            ("double-ended", "1,3,2"),
            ("clock-nim", "(1,3|1)_{3,2}"),
            ("zwick", "(3,1,0)"),
            ("nim", "3,4,5"),
            ("jenga", "111/111/111"),
            ("jenga", "111/011/101/111"),
        ] {
            let oracle = Oracle::new(spec).unwrap();
            let mut at = any::open(spec).unwrap().standard(position).unwrap();
            let (wins, mut lines) = (oracle.value(&at).unwrap() != 0, String::new());
            loop {
                let moves = oracle.moves(&at).unwrap();
                let Some(best) = oracle.answer(&at).unwrap() else { break };
                lines.push_str(&format!("{}\n", moves.iter().position(|one| *one == best).unwrap() + 1));
                let Some(answer) = oracle.answer(&best.to).unwrap() else { break };
                at = answer.to;
            }
            let end = if wins { "the machine has no move: you won\n" } else { "you have no move: lost\n" };
            assert!(played(spec, position, false, &lines).ends_with(end), "{spec} {position}");
        }
    }

    #[test]
    fn nonsense_is_answered_in_a_line_and_asked_again() {
        let said = played("nim", "2,2", false, "0\n3 4\n\n-1\n999999999999999999999\nh\nq\n");
        assert_eq!(said.matches("expected a number from 1 to").count(), 5, "{said}");
        assert!(said.contains("every move loses") && said.ends_with("left\n"), "{said}");
        assert!(played("nim", "2,3", true, "").contains("the machine: take 1 from 3, to [2,2]"));
    }

    #[test]
    fn towers_begin_full() {
        let tower = |blocks| {
            let options = Options { position: None, second: false, values: false };
            TowerOptions { blocks, options }.game()
        };
        assert_eq!(tower(4), ("jenga-physical 4".to_string(), "1111/1111".to_string()));
        assert_eq!(tower(3), ("jenga".to_string(), "111/111/111/111/111".to_string()));
    }
}
