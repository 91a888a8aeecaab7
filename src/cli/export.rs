//! `topple export`: a strategy or a game for other tools.
use super::bytes;
use crate::error::{Error, Result};
use crate::game::named::vector_game;
use crate::proof::region::wells::{self, WellGame};
use crate::proof::{Reject, file, lines};
use crate::run::export::{cgsuite, oeis};
use crate::solve::Memory;
use crate::solve::wells::strategies::export;
use crate::solve::wells::strategies::state_graph::StateGraph;
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Debug, Args)]
pub struct Arguments {
    /// A certificate of kind strategy, or of kind defeat with --game; for cgsuite and oeis a vector addition game, as
    /// 'subtraction 2,5,7'
    #[arg(value_name = "FILE|GAME")]
    what: PathBuf,
    /// What to write
    #[arg(long, value_enum, default_value_t = Format::Dot)]
    format: Format,
    /// The whole game of the certificate instead of its strategy, in PGSolver format
    #[arg(long)]
    game: bool,
    /// The most situations of a whole game [default: 1000000]
    #[arg(long, requires = "game")]
    situations: Option<usize>,
    /// The memory that a whole game may take, as 8G or 512M
    #[arg(long, value_parser = bytes, default_value = "4G")]
    memory: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// The graph language of Graphviz
    Dot,
    /// A parity game for PGSolver, Oink and the like: player 0 is the player
    Pgsolver,
    /// A script for CGSuite 2 that defines the game and compares its values
    Cgsuite,
    /// A draft for the OEIS: terms, name, formula and program
    Oeis,
}

/// The most situations of a whole game, if not said otherwise.
const SITUATIONS: usize = 1_000_000;

/// Prints the strategy of a certificate, or a game, in another format.
///
/// # Errors
/// A file that is no such certificate, an unknown game, or one that is too large for the format.
pub fn export(arguments: &Arguments) -> Result<ExitCode> {
    let game = || match arguments.game || arguments.situations.is_some() {
        true => Err(Error::input("--game or --situations", "a game by its name", "--format pgsolver, or neither")),
        false => vector_game(&arguments.what.to_string_lossy()),
    };
    super::print(&match arguments.format {
        Format::Cgsuite => cgsuite(&game()?)?,
        Format::Oeis => oeis(&game()?)?,
        Format::Dot | Format::Pgsolver => strategy(arguments)?,
    })?;
    Ok(ExitCode::SUCCESS)
}

/// The strategy of a certificate, or its game.
fn strategy(arguments: &Arguments) -> Result<String> {
    let named = arguments.what.to_string_lossy();
    if !arguments.what.exists() && vector_game(&named).is_ok() {
        return Err(Error::input(
            format!("'{named}'"),
            "a game by its name",
            "--format cgsuite or --format oeis with it",
        ));
    }
    let text = file::read(&arguments.what)?;
    let right = "a certificate of kind strategy, or of kind defeat with --game";
    let wrong = |what: String| Error::input(arguments.what.display().to_string(), what, right);
    let refused = |reject: Reject| wrong(reject.to_string());
    let (kind, lines) = lines::read(&text).map_err(refused)?;
    let (game, strategy) = match kind {
        "strategy" => {
            let strategy = wells::read_strategy(&lines).map_err(refused)?;
            wells::check_strategy(&strategy).map_err(refused)?;
            (strategy.game.clone(), Some(strategy))
        }
        "defeat" => (wells::read_defeat(&lines).map_err(refused)?.game, None),
        kind => return Err(wrong(format!("kind '{kind}'"))),
    };
    match (strategy, arguments.game, arguments.format) {
        (_, true, Format::Dot) => Err(Error::input("--game", "--format dot", "--format pgsolver, or no --game")),
        (_, true, _) => whole(&game, arguments.situations.unwrap_or(SITUATIONS), Memory(arguments.memory)),
        (Some(strategy), false, Format::Dot) => Ok(export::dot(&strategy)),
        (Some(strategy), false, _) => Ok(export::pgsolver(&strategy)),
        (None, false, _) => Err(wrong("a defeat without --game".to_string())),
    }
}

/// All situations of a game, if there are no more than asked for and they fit the memory. What is asked for is no more than a
/// bound, so a small game never lacks memory for it.
fn whole(game: &WellGame, most: usize, memory: Memory) -> Result<String> {
    let fitting = usize::try_from(memory.0 / StateGraph::bytes(game)).unwrap_or(usize::MAX);
    if let Some(graph) = StateGraph::new(game, most.min(fitting))? {
        return Ok(graph.pgsolver());
    }
    memory.ask(most as u128 * u128::from(StateGraph::bytes(game)), "a game with so many situations as asked for")?;
    Err(Error::input("--situations", most.to_string(), "a greater number: the game has more situations"))
}
