//! The command line: one file a verb.
mod check;
mod claims;
mod draw;
mod export;
mod r#match;
mod play;
mod run;
mod search;
mod shell;
mod site;
mod tables;
mod theorems;
mod threads;
mod value;

use crate::error::{Error, Result, say, shown};
#[cfg(unix)]
use crate::file::whole::clean_up_when_told_to_end;
use clap::error::ErrorKind;
use clap::{Command, CommandFactory, FromArgMatches, Parser, Subcommand};
use std::process::ExitCode;

/// Proves theorems about stacking games and regenerates the tables and figures of the papers that state them.
#[derive(Debug, Parser)]
#[command(version, about, max_term_width = 100)]
pub struct Cli {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// The ledger: every claim with the status that its evidence earns
    Claims(claims::Arguments),
    /// Which theorems of proofs/coq Coq has checked on this machine
    Theorems(theorems::Arguments),
    /// Run experiments: built-in claims or files of your own
    Run(run::Arguments),
    /// Check certificates; nothing is searched
    Check(check::Arguments),
    /// Grundy value, outcome and every winning move of a position or a sum of positions
    Value(value::Arguments),
    /// The tables of a folder, and what their columns mean
    Tables(tables::Arguments),
    /// The atlas: every claim a page, to be opened from disk
    Site(site::Arguments),
    /// Draw a position
    Draw(draw::Arguments),
    /// Play against a machine in the terminal
    Play {
        /// What to play
        #[command(subcommand)]
        what: play::What,
    },
    /// Many games of noisy Jenga between two agents
    Match(r#match::Arguments),
    /// Strategies and vector games for other tools: DOT, PGSolver, OEIS, CGSuite
    Export(export::Arguments),
    /// Completions for a shell, to be sourced by it
    Completions(shell::Completions),
    /// The manual page, or one for every verb
    Man(shell::Man),
    /// Search further than any claim goes, for days if need be
    Search {
        /// What to search
        #[command(subcommand)]
        what: search::What,
    },
}

/// Runs the program: 0 done; 1 a claim differs or a certificate is refused; 2 wrong usage or bad input.
pub fn main() -> ExitCode {
    let parsed = with_negative_numbers(Cli::command()).try_get_matches();
    let cli = match parsed.and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => cli,
        Err(error) if error.use_stderr() => return usage(&error),
        Err(help) => {
            let printed = help.print().map(|()| ExitCode::SUCCESS);
            return ended(printed.map_err(|error| Error::file(OUTPUT, error)));
        }
    };
    ended(done(cli.verb))
}

/// The exit status, after a line that says what went wrong.
fn ended(done: Result<ExitCode>) -> ExitCode {
    match done {
        Ok(code) => code,
        // The reader of our output has gone, as `head` does: nothing is wrong.
        Err(Error::File { path, kind, .. }) if path == OUTPUT && kind == std::io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(error) => {
            say(&format!("topple: {error}"));
            ExitCode::from(2)
        }
    }
}

/// Does what a verb says.
fn done(verb: Verb) -> Result<ExitCode> {
    threads::allowed_by_environment()?;
    #[cfg(unix)]
    clean_up_when_told_to_end()?;
    match verb {
        Verb::Claims(arguments) => claims::claims(&arguments),
        Verb::Theorems(arguments) => theorems::theorems(&arguments),
        Verb::Run(arguments) => run::run(&arguments),
        Verb::Check(arguments) => check::check(&arguments),
        Verb::Value(arguments) => value::value(&arguments),
        Verb::Tables(arguments) => tables::tables(&arguments),
        Verb::Site(arguments) => site::site(&arguments),
        Verb::Draw(arguments) => draw::draw(&arguments),
        Verb::Play { what } => play::play(&what),
        Verb::Match(arguments) => r#match::contest(&arguments),
        Verb::Export(arguments) => export::export(&arguments),
        Verb::Completions(arguments) => shell::completions(&arguments),
        Verb::Man(arguments) => shell::man(&arguments),
        Verb::Search { what } => search::search(&what),
    }
}

/// Takes `-3` for a value, so that it is told what values are right.
fn with_negative_numbers(command: Command) -> Command {
    command.allow_negative_numbers(true).mut_subcommands(with_negative_numbers)
}

/// Wrong usage in one line.
fn usage(error: &clap::Error) -> ExitCode {
    let text = error.to_string();
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        let usage = text.lines().find_map(|line| line.strip_prefix("Usage: ")).unwrap_or("topple <COMMAND>");
        say(&format!("topple: no command is given; expected {usage}; see topple --help"));
        return ExitCode::from(2);
    }
    let text = text
        .replace("invalid digit found in string", "expected a whole number, from 0 on")
        .replace("cannot parse integer from empty string", "expected a whole number, from 0 on")
        .replace("number too large to fit in target type", "expected a smaller number");
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let said: Vec<&str> =
        lines.take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more")).collect();
    say(&format!("topple: {}; see topple --help", shown(said.join(" ").trim_start_matches("error: "))));
    ExitCode::from(2)
}

/// What an error calls the standard output.
const OUTPUT: &str = "standard output";

/// Prints text as it stands.
fn print(text: &str) -> Result<()> {
    use std::io::Write;
    let mut output = std::io::stdout().lock();
    output.write_all(text.as_bytes()).and_then(|()| output.flush()).map_err(|error| Error::file(OUTPUT, error))
}

/// Reads a number of bytes such as `8G`, `512M` or `100000`.
fn bytes(text: &str) -> std::result::Result<u64, String> {
    let wrong = || format!("'{text}' is not a size such as 8G, 512M or 100000");
    let (digits, unit) = text.split_at(text.trim_end_matches(|c: char| c.is_ascii_alphabetic()).len());
    let shift = match unit.to_ascii_uppercase().as_str() {
        "" | "B" => 0,
        "K" | "KB" | "KIB" => 10,
        "M" | "MB" | "MIB" => 20,
        "G" | "GB" | "GIB" => 30,
        "T" | "TB" | "TIB" => 40,
        _ => return Err(wrong()),
    };
    let number: u64 = digits.parse().map_err(|_| wrong())?;
    number.checked_mul(1 << shift).ok_or_else(wrong)
}
