//! `topple-check FILE...`: the checkers alone. Built with `--no-default-features`, no search is linked in.
use std::path::PathBuf;
use std::process::ExitCode;
use topple::proof;

fn main() -> ExitCode {
    let files: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    if files.is_empty() {
        eprintln!("topple-check: no file named; expected certificates");
        return ExitCode::from(2);
    }
    let mut worst = 0;
    for file in files {
        let said = match proof::file::read(&file) {
            Err(error) => Err((2, error.to_string())),
            Ok(text) => {
                proof::check(&text).map_err(|reject| (if reject.malformed { 2 } else { 1 }, reject.to_string()))
            }
        };
        match said {
            Ok(facts) => {
                println!("accepted {}", file.display());
                facts.iter().for_each(|fact| println!("  {fact}"));
            }
            Err((status, why)) => {
                eprintln!("topple-check: {}: {why}", file.display());
                worst = worst.max(status);
            }
        }
    }
    ExitCode::from(worst)
}
