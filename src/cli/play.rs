//! `topple play`: a person, or a strategy, against the machine.
mod jenga;
mod perfect;
mod typed;

use crate::error::{Error, Result};
use crate::game::wells::{Movement, Mover, Piece, PieceSet, Placement, Well};
use crate::proof::region::wells::{self, WellGame};
use crate::proof::{Reject, file, lines};
use crate::report::figure::WellDrawing;
use crate::report::well_text;
use crate::solve::wells::play::machines::{Detector, Kinks, Machine, Random, Squares};
use crate::solve::wells::play::players::{Player, Reader, Situation, choices};
use crate::solve::wells::play::solver::Solver;
use crate::solve::wells::plays::Freedom;
use crate::solve::wells::regions::MOST_LOOKAHEAD;
use clap::{Args, Subcommand, ValueEnum};
use std::collections::VecDeque;
use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use typed::asked;

#[derive(Debug, Subcommand)]
pub enum What {
    /// Tetris: place the pieces that the machine sends for as long as you can
    Wells(Options),
    /// Jenga with noise: take a block and put it on top, until the tower falls
    Jenga(jenga::Options),
    /// Coloured balls in one pile, as 1,3,2,4: take some of the top colour
    Pile(perfect::Options),
    /// Coloured balls in a row, as 2,3,1: take some of the colour at either end
    DoubleEnded(perfect::Options),
    /// CLOCK NIM, as '(1,3|1)_{3,2}'
    ClockNim(perfect::Options),
    /// Jenga as Zwick's triplets, as 4,0,0
    Zwick(perfect::Options),
    /// Nim, as 3,4,5
    Nim(perfect::Options),
    /// A tower of Jenga without noise, as 111/011/101/111, of 3 or more blocks a level
    Tower(perfect::TowerOptions),
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
    /// A certificate of kind strategy that plays in your place; where it has no line, the play with the best weighted
    /// features is made
    #[arg(long, value_name = "FILE")]
    player: Option<PathBuf>,
    /// With --player: the game ends after so many pieces
    #[arg(long, default_value_t = 20)]
    most: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Against {
    /// Pieces in an order that looks random
    Random,
    /// Two squares of different size (Brzustowski's thesis, section 4.3)
    #[value(name = "algorithm-1")]
    Algorithm1,
    /// The two kinks (Brzustowski's thesis, section 5.3)
    #[value(name = "algorithm-2")]
    Algorithm2,
    /// The fastest way to defeat you, in a small well
    Solver,
}

/// Who places the pieces.
enum Hands<'a> {
    /// A person who types lines.
    Person(&'a mut dyn BufRead),
    /// A strategy, for so many pieces.
    Strategy(&'a Reader, u64),
}

/// The deepest well that is played.
const MOST_DEPTH: usize = 100;

/// Plays until the player has lost or leaves.
///
/// # Errors
/// Options that make no game; an input or output that fails.
pub fn play(what: &What) -> Result<ExitCode> {
    match what {
        What::Wells(options) => wells(options),
        What::Jenga(options) => jenga::play(options),
        What::Pile(options) => options.play("pile", "1,3,2,4"),
        What::DoubleEnded(options) => options.play("double-ended", "2,3,1,2,4"),
        What::ClockNim(options) => options.play("clock-nim", "(1,3|1)_{3,2}"),
        What::Zwick(options) => options.play("zwick", "4,0,0"),
        What::Nim(options) => options.play("nim", "3,4,5"),
        What::Tower(options) => options.play(),
    }
}

/// Plays wells.
fn wells(options: &Options) -> Result<ExitCode> {
    let mut table = Match::new(options)?;
    let reader = options.player.as_deref().map(|file| reader(file, options.width)).transpose()?;
    let mut input = std::io::stdin().lock();
    let mut hands = match &reader {
        Some(reader) => Hands::Strategy(reader, options.most),
        None => Hands::Person(&mut input),
    };
    table.run(&mut hands, &mut std::io::stdout().lock())?;
    Ok(ExitCode::SUCCESS)
}

/// The player that a certificate makes.
fn reader(path: &Path, width: u8) -> Result<Reader> {
    let text = file::read(path)?;
    let name = path.display().to_string();
    let refused = |reject: Reject| Error::input(&name, reject.to_string(), "a certificate of kind strategy");
    let (kind, lines) = lines::read(&text).map_err(refused)?;
    if kind != "strategy" {
        return Err(Error::input(&name, format!("kind '{kind}'"), "a certificate of kind strategy"));
    }
    let strategy = wells::read_strategy(&lines).map_err(refused)?;
    wells::check_strategy(&strategy).map_err(refused)?;
    if strategy.game.width != width {
        return Err(Error::input(&name, format!("width {}", strategy.game.width), format!("width {width}")));
    }
    Ok(Reader::new(name, vec![strategy]))
}

fn machine(options: &Options, rule: Movement) -> Result<Box<dyn Machine>> {
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

/// A game under way.
struct Match {
    machine: Box<dyn Machine>,
    rule: Movement,
    depth: usize,
    well: Well,
    shown: VecDeque<usize>,
    pieces: u64,
    rows: usize,
}

impl Match {
    fn new(options: &Options) -> Result<Self> {
        let rule = Movement::from_word(&options.rule)?;
        let well = Well::empty(options.width)?;
        if !(1..=MOST_DEPTH).contains(&options.depth) {
            return Err(Error::input("--depth", options.depth.to_string(), format!("1 to {MOST_DEPTH} rows")));
        }
        let machine = machine(options, rule)?;
        let shown = machine.opening().into();
        Ok(Match { machine, rule, depth: options.depth, well, shown, pieces: 0, rows: 0 })
    }

    fn run(&mut self, hands: &mut Hands, output: &mut dyn Write) -> Result<()> {
        let how = match hands {
            Hands::Person(_) => {
                "Type the turn and the column (and the row, counted from below, if there are several; else the highest is \
                 meant), ? for all places, q to leave."
                    .to_string()
            }
            Hands::Strategy(reader, most) => format!("{} plays, at most {most} pieces.", reader.name()),
        };
        write(output, &format!("Against {}, rule {}. {how}\n", self.machine.name(), self.rule.word()))?;
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
            let chosen = match hands {
                Hands::Person(input) => asked(&piece, &places, *input, output)?,
                Hands::Strategy(_, most) if self.pieces >= *most => None,
                Hands::Strategy(reader, _) => Some(self.answer(*reader, current).unwrap_or(places[0])),
            };
            let Some(at) = chosen else { break "left" };
            if let Hands::Strategy(..) = hands {
                write(output, &format!("> {at}\n"))?;
            }
            let (after, cleared) = mover.place(&self.well, at);
            (self.well, self.rows, self.pieces) = (after, self.rows + cleared, self.pieces + 1);
            if self.well.height() > self.depth {
                write(output, &well_text(&self.drawing()))?;
                break "a cell stands too high: lost";
            }
        };
        write(output, &format!("{end} after {} pieces and {} rows\n", self.pieces, self.rows))
    }

    /// Where a player puts the piece; nothing if every place is lost.
    fn answer(&self, player: &dyn Player, current: usize) -> Option<Placement> {
        let freedom = Freedom::Under(self.rule);
        let hands: Vec<_> = self.machine.pieces().iter().map(|piece| freedom.hand(piece)).collect();
        let choices = choices(&hands[current], &self.well, self.depth);
        let shown: Vec<usize> = self.shown.iter().copied().collect();
        let situation = Situation { well: &self.well, depth: self.depth, hands: &hands, current, shown: &shown };
        (!choices.is_empty()).then(|| choices[player.choose(&situation, &choices)].at)
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

fn write(output: &mut dyn Write, text: &str) -> Result<()> {
    output.write_all(text.as_bytes()).and_then(|()| output.flush()).map_err(|error| Error::file(super::OUTPUT, error))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(against: Against, width: u8, depth: usize, pieces: Option<&str>, lookahead: Option<usize>) -> Options {
        let pieces = pieces.map(str::to_string);
        let rule = "drop".to_string();
        Options { width, depth, rule, pieces, lookahead, against, seed: 1, player: None, most: 20 }
    }

    fn played(options: &Options, lines: &str) -> String {
        let mut output = Vec::new();
        Match::new(options).unwrap().run(&mut Hands::Person(&mut lines.as_bytes()), &mut output).unwrap();
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

    /// Elbows of both sorts with one piece of lookahead, and kinks, for which the strategy has no line.
    #[test]
    fn a_certificate_plays() {
        let path = Path::new("proofs/certificates/brzustowski/least-JL-width-4-lookahead-1.cert");
        let reader = super::reader(path, 4).unwrap();
        for (set, end) in [("JL", "left after 200 pieces"), ("SZ", "lost after ")] {
            let mut output = Vec::new();
            let mut table = Match::new(&options(Against::Random, 4, 4, Some(set), Some(1))).unwrap();
            table.run(&mut Hands::Strategy(&reader, 200), &mut output).unwrap();
            let said = String::from_utf8(output).unwrap();
            assert!(said.lines().last().unwrap().contains(end), "{said}");
        }
        assert!(super::reader(path, 6).is_err(), "another width");
        assert!(
            super::reader(Path::new("proofs/certificates/brzustowski/odd-wells-O.cert"), 4).is_err(),
            "another kind"
        );
        assert!(super::reader(Path::new("no such file"), 4).is_err());
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
            assert!(Match::new(&options(against, width, depth, pieces, lookahead)).is_err());
        }
    }
}
