//! Reads parity games from standard input, one after another, and prints for each who wins from node 0, `0` or `1`.
use merc_vpg::{read_pg, solve_zielonka};
use std::io::{Read, stdin};

/// PGSolver text as `merc_vpg` reads it: without names, and with the number of nodes in the head.
fn plain(game: &str) -> String {
    let nodes = game.lines().count() - 1;
    let line = |line: &str| match line.split_once(" \"") {
        Some((numbers, _)) => format!("{numbers};\n"),
        None => format!("{line}\n"),
    };
    format!("parity {nodes};\n") + &game.lines().skip(1).map(line).collect::<String>()
}

fn main() {
    let mut text = String::new();
    stdin().read_to_string(&mut text).expect("text");
    for game in text.split("parity ").skip(1) {
        let game = read_pg(plain(game).as_bytes()).expect("a parity game");
        println!("{}", u8::from(!solve_zielonka(&game)[0][0]));
    }
}
