//! `topple play`: a person against the machine, line by line.
use crate::error::{Error, Result};
use crate::game::tetris::{Mover, Piece, PieceSet, Placement, Rule, Well};
use crate::proof::strategy::WellGame;
use crate::report::figure::WellDrawing;
use crate::report::well_text;
use crate::solve::safety::MOST_LOOKAHEAD;
use crate::solve::wells::machines::{Detector, Kinks, Machine, Random, Squares};
use crate::solve::wells::solver::Solver;
use clap::{Args, Subcommand, ValueEnum};
use std::collections::VecDeque;
use std::io::{BufRead, Read, Write};
use std::process::ExitCode;

#[derive(Debug, Subcommand)]
pub enum What {
    /// Tetris: place the pieces that the machine sends for as long as you can
    Wells(Options),
}

#[derive(Debug, Args)]
pub struct Options {
    /// The number of columns, 1 to 16
    #[arg(long, default_value_t = 10)]
    width: u8,
    /// The highest row in which a cell may stay full
    #[arg(long, default_value_t = 20)]
    depth: usize,
    /// How a piece may be brought to its place: drop, slide, referee or anywhere
    #[arg(long, default_value = "referee")]
    rule: String,
    /// The pieces, as OITJLSZ, or two squares as 23 for algorithm 1; none: those of the machine
    #[arg(long)]
    pieces: Option<String>,
    /// How many pieces are shown ahead, 0 to 2; none: as the machine gives
    #[arg(long)]
    lookahead: Option<usize>,
    /// Who sends the pieces
    #[arg(long, value_enum, default_value_t = Against::Random)]
    against: Against,
    /// Another number, other random pieces
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Against {
    /// Pieces in an order that looks random
    Random,
    /// Two squares of different size (section 4.3)
    #[value(name = "algorithm-1")]
    Algorithm1,
    /// The two kinks (section 5.3)
    #[value(name = "algorithm-2")]
    Algorithm2,
    /// The fastest way to defeat you, in a small well
    Solver,
}

/// The longest line that is read.
const LONGEST_LINE: u64 = 1000;
/// The deepest well that is played.
const MOST_DEPTH: usize = 100;

/// Plays until the player has lost or leaves.
///
/// # Errors
/// Options that make no game; an input or output that fails.
pub fn play(what: &What) -> Result<ExitCode> {
    let What::Wells(options) = what;
    let mut table = Table::new(options)?;
    table.run(&mut std::io::stdin().lock(), &mut std::io::stdout().lock())?;
    Ok(ExitCode::SUCCESS)
}

fn machine(options: &Options, rule: Rule) -> Result<Box<dyn Machine>> {
    let asked = options.pieces.as_deref().map(PieceSet::parse).transpose()?;
    let lookahead = options.lookahead.unwrap_or(1);
    if lookahead > usize::from(MOST_LOOKAHEAD) {
        return Err(Error::input("--lookahead", lookahead.to_string(), format!("0 to {MOST_LOOKAHEAD} pieces")));
    }
    let pieces = asked.clone().map_or_else(|| PieceSet::parse("OITJLSZ"), Ok)?;
    match options.against {
        Against::Random => Ok(Box::new(Random::new(&pieces, options.seed, lookahead))),
        Against::Algorithm1 => {
            let (small, large) = sides(options.pieces.as_deref().unwrap_or("23"))?;
            if options.lookahead.unwrap_or(0) != 0 {
                return Err(Error::input("--lookahead", lookahead.to_string(), "0 against algorithm 1"));
            }
            Ok(Box::new(Squares::new(small, large)?))
        }
        Against::Algorithm2 => {
            if let Some(other) = asked.filter(|pieces| pieces.to_string() != "SZ") {
                return Err(Error::input("--pieces", other.to_string(), "SZ against algorithm 2"));
            }
            if options.lookahead.unwrap_or(1) != 1 {
                return Err(Error::input("--lookahead", lookahead.to_string(), "1 against algorithm 2"));
            }
            Ok(Box::new(Kinks::new(Detector::Structure)))
        }
        Against::Solver => {
            let game = WellGame::new(options.width, options.depth as u16, pieces, rule, lookahead as u8)?;
            let won = || {
                Error::input(
                    "--against solver",
                    format!("{}: you would win", game.title()),
                    "a game that the machine wins",
                )
            };
            Ok(Box::new(Solver::new(&game)?.ok_or_else(won)?))
        }
    }
}

/// The sides of two squares, as in `23`.
fn sides(text: &str) -> Result<(u32, u32)> {
    let digits: Option<Vec<u32>> = text.chars().map(|letter| letter.to_digit(10)).collect();
    match digits.as_deref() {
        Some([small, large]) => Ok((*small, *large)),
        _ => Err(Error::input("--pieces", text.to_string(), "the sides of two squares against algorithm 1, as 23")),
    }
}

/// What a line asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Asked {
    Place(Placement),
    List,
    Leave,
}

/// A game under way.
struct Table {
    machine: Box<dyn Machine>,
    rule: Rule,
    depth: usize,
    well: Well,
    shown: VecDeque<usize>,
    pieces: u64,
    rows: usize,
}

impl Table {
    fn new(options: &Options) -> Result<Self> {
        let rule = Rule::from_word(&options.rule)?;
        let well = Well::empty(options.width)?;
        if !(1..=MOST_DEPTH).contains(&options.depth) {
            return Err(Error::input("--depth", options.depth.to_string(), format!("1 to {MOST_DEPTH} rows")));
        }
        let machine = machine(options, rule)?;
        let shown = machine.opening().into();
        Ok(Table { machine, rule, depth: options.depth, well, shown, pieces: 0, rows: 0 })
    }

    fn run(&mut self, input: &mut dyn BufRead, output: &mut dyn Write) -> Result<()> {
        let about = format!(
            "Against {}, rule {}. Type the turn and the column (and the row, counted from below, if there are several; \
             else the highest is meant), ? for all places, q to leave.\n",
            self.machine.name(),
            self.rule.word()
        );
        write(output, &about)?;
        let shields = self.machine.shields().len();
        let end = loop {
            self.shown.push_back(self.machine.announce(&self.well));
            let found = self.machine.shields().len();
            if found > shields {
                write(output, &format!("The machine counts {found} shields.\n"))?;
            }
            let current = self.shown.pop_front().expect("a piece was announced");
            let piece = self.machine.pieces()[current].clone();
            let mover = Mover::new(&piece, self.rule);
            let places = mover.placements(&self.well);
            write(output, &self.scene(&piece))?;
            if places.is_empty() {
                break "no place is left: lost";
            }
            let Some(at) = asked(&piece, &places, input, output)? else { break "left" };
            let (after, cleared) = mover.place(&self.well, at);
            (self.well, self.rows, self.pieces) = (after, self.rows + cleared, self.pieces + 1);
            if self.well.height() > self.depth {
                write(output, &well_text(&self.drawing()))?;
                break "a cell stands too high: lost";
            }
        };
        write(output, &format!("{end} after {} pieces and {} rows\n", self.pieces, self.rows))
    }

    fn drawing(&self) -> WellDrawing {
        let walls = self.depth.min(self.well.height() + 4);
        let depth = Some(self.depth).filter(|depth| *depth <= walls.max(self.well.height()));
        WellDrawing { walls, depth, ..WellDrawing::of(&self.well) }
    }

    /// The well, the piece in all its turns, and what is announced.
    fn scene(&self, piece: &Piece) -> String {
        let ahead: Vec<String> = self.shown.iter().map(|next| titled(&self.machine.pieces()[*next])).collect();
        let next = if ahead.is_empty() { String::new() } else { format!(", then {}", ahead.join(", ")) };
        format!("\n{}piece {}: {}{next}\n{}", well_text(&self.drawing()), self.pieces + 1, titled(piece), turns(piece))
    }
}

fn titled(piece: &Piece) -> String {
    format!("{} ({piece})", piece.title())
}

/// The turns of a piece side by side, each over its number.
fn turns(piece: &Piece) -> String {
    let high = piece.turns().iter().map(|turn| turn.rows().len()).max().unwrap_or(0);
    let mut text = String::new();
    for row in (0..high).rev() {
        for turn in piece.turns() {
            let cells = turn.rows().get(row).copied().unwrap_or(0);
            let line: String =
                (0..turn.width()).map(|column| if cells >> column & 1 == 1 { '#' } else { ' ' }).collect();
            text.push_str(&format!("  {line:<8}"));
        }
        text = format!("{}\n", text.trim_end_matches(' '));
    }
    let numbers: String = (0..piece.turns().len()).map(|turn| format!("  turn {turn:<3}")).collect();
    format!("{text}{}\n", numbers.trim_end())
}

/// Asks until a line is a place or the player leaves.
fn asked(
    piece: &Piece,
    places: &[Placement],
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> Result<Option<Placement>> {
    loop {
        write(output, "> ")?;
        let Some(line) = line(input)? else {
            write(output, "\n")?;
            return Ok(None);
        };
        match understood(&line, piece, places) {
            Ok(Asked::Place(place)) => return Ok(Some(place)),
            Ok(Asked::Leave) => return Ok(None),
            Ok(Asked::List) => {
                let listed: String = places.iter().map(|place| format!("  {place}\n")).collect();
                write(output, &listed)?;
            }
            Err(why) => write(output, &format!("{why}\n"))?,
        }
    }
}

/// What a line means, or one line that says what would be right.
fn understood(line: &str, piece: &Piece, places: &[Placement]) -> std::result::Result<Asked, String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words[..] {
        ["q" | "quit"] => return Ok(Asked::Leave),
        ["?"] => return Ok(Asked::List),
        _ => {}
    }
    let right = "a turn and a column such as 0 3, with a row such as 0 3 1, or ? or q";
    let numbers: Option<Vec<usize>> = words.iter().map(|word| word.parse().ok()).collect();
    let (turn, column, row) = match numbers.as_deref() {
        Some([column]) if piece.turns().len() == 1 => (0, *column, None),
        Some([turn, column]) => (*turn, *column, None),
        Some([turn, column, row]) => (*turn, *column, Some(*row)),
        _ => return Err(format!("not understood; type {right}")),
    };
    let there = |place: &&Placement| {
        usize::from(place.turn) == turn
            && usize::from(place.column) + 1 == column
            && row.is_none_or(|row| usize::from(place.row) + 1 == row)
    };
    let place = places.iter().filter(there).max_by_key(|place| place.row);
    place.map(|place| Asked::Place(*place)).ok_or_else(|| format!("the piece cannot rest there; type {right}"))
}

/// The next line, or none at the end of the input; what is too long is cut.
fn line(input: &mut dyn BufRead) -> Result<Option<String>> {
    let mut bytes = Vec::new();
    let failed = |error| Error::file("standard input", error);
    input.take(LONGEST_LINE).read_until(b'\n', &mut bytes).map_err(failed)?;
    let mut whole = bytes.last() == Some(&b'\n') || (bytes.len() as u64) < LONGEST_LINE;
    while !whole {
        let mut rest = Vec::new();
        input.take(LONGEST_LINE).read_until(b'\n', &mut rest).map_err(failed)?;
        whole = rest.is_empty() || rest.last() == Some(&b'\n');
    }
    Ok((!bytes.is_empty()).then(|| String::from_utf8_lossy(&bytes).into_owned()))
}

fn write(output: &mut dyn Write, text: &str) -> Result<()> {
    output.write_all(text.as_bytes()).and_then(|()| output.flush()).map_err(|error| Error::file(super::OUTPUT, error))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(against: Against, width: u8, depth: usize, pieces: Option<&str>, lookahead: Option<usize>) -> Options {
        let pieces = pieces.map(str::to_string);
        Options { width, depth, rule: "drop".to_string(), pieces, lookahead, against, seed: 1 }
    }

    fn played(options: &Options, lines: &str) -> String {
        let mut output = Vec::new();
        Table::new(options).unwrap().run(&mut lines.as_bytes(), &mut output).unwrap();
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn nonsense_is_answered_in_a_line_and_asked_again() {
        let long = "9".repeat(5000);
        let nonsense = ["", "x", "0", "0 0", "7 1", "0 99", "0 1 9", "-1 1", "0 1 1 1", &long, "\u{0}"];
        let squares = options(Against::Random, 4, 4, Some("OI"), Some(0));
        for line in nonsense {
            let said = played(&squares, &format!("{line}\nq\n"));
            let answers = said.lines().filter(|line| line.contains("type a turn and a column")).count();
            assert_eq!(answers, 1, "{line}: {said}");
            assert!(said.ends_with("left after 0 pieces and 0 rows\n"), "{said}");
        }
        assert!(played(&squares, "").ends_with("left after 0 pieces and 0 rows\n"), "the input ends");
    }

    #[test]
    fn squares_go_and_towers_lose() {
        let squares = options(Against::Random, 4, 4, Some("O"), Some(0));
        let said = played(&squares, "1\n3\n0 1\n0 3 1\nq\n");
        assert!(said.ends_with("left after 4 pieces and 4 rows\n"), "{said}");
        let said = played(&squares, "1\n1\n?\n1\n");
        assert!(said.contains("turn 0 column 3 row 1\n"), "{said}");
        assert!(said.ends_with("a cell stands too high: lost after 3 pieces and 0 rows\n"), "{said}");
    }

    #[test]
    fn every_machine_can_be_played() {
        for (against, width, depth, pieces, lookahead) in [
            (Against::Random, 10, 20, None, None),
            (Against::Algorithm1, 6, 10, None, None),
            (Against::Algorithm1, 7, 10, Some("34"), Some(0)),
            (Against::Algorithm2, 10, 20, None, None),
            (Against::Solver, 3, 3, Some("O"), Some(0)),
            (Against::Solver, 4, 2, Some("SZ"), Some(1)),
        ] {
            let said = played(&options(against, width, depth, pieces, lookahead), "0 1\n0 1\n0 1\n0 1\n0 1\n0 1\n");
            assert!(said.contains("piece 2:") && said.contains(" after "), "{said}");
        }
    }

    #[test]
    fn options_that_make_no_game_are_refused() {
        for (against, width, depth, pieces, lookahead) in [
            (Against::Random, 0, 20, None, None),
            (Against::Random, 10, 0, None, None),
            (Against::Random, 10, 1 << 40, None, None),
            (Against::Random, 10, 20, Some("X"), None),
            (Against::Random, 10, 20, None, Some(9)),
            (Against::Algorithm1, 6, 10, Some("32"), None),
            (Against::Algorithm1, 6, 10, Some("O"), None),
            (Against::Algorithm1, 6, 10, None, Some(1)),
            (Against::Algorithm2, 6, 10, Some("OI"), None),
            (Against::Algorithm2, 6, 10, None, Some(0)),
            (Against::Solver, 10, 20, None, None),
            (Against::Solver, 2, 3, Some("O"), Some(0)),
        ] {
            assert!(Table::new(&options(against, width, depth, pieces, lookahead)).is_err());
        }
    }
}
