//! `topple-check FILE...`: the checkers alone. Built with `--no-default-features`, no search is linked in.
use std::io::{ErrorKind, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use topple::error::{say, shown};
use topple::proof;

fn main() -> ExitCode {
    let files: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    if files.is_empty() {
        say("topple-check: no file named; expected certificates");
        return ExitCode::from(2);
    }
    let mut worst = 0;
    for file in files {
        let name = shown(&file.display().to_string());
        let said = match proof::file::read(&file) {
            Err(error) => Err((2, error.to_string())),
            Ok(text) => proof::check(&text).map_err(|reject| {
                (if reject.malformed { 2 } else { 1 }, format!("{name}: {}", shown(&reject.to_string())))
            }),
        };
        match said {
            Ok(facts) => {
                let proves: String = facts.iter().map(|fact| format!("  {fact}\n")).collect();
                worst = worst.max(print(&format!("accepted {name}\n{proves}")));
            }
            Err((status, why)) => {
                say(&format!("topple-check: {why}"));
                worst = worst.max(status);
            }
        }
    }
    ExitCode::from(worst)
}

/// Prints; the exit status that this earns. A reader who has gone heard enough: the status still tells of every file.
fn print(text: &str) -> u8 {
    let mut output = std::io::stdout().lock();
    match output.write_all(text.as_bytes()).and_then(|()| output.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            say(&format!("topple-check: standard output: {}", shown(&error.to_string())));
            2
        }
        _ => 0,
    }
}
