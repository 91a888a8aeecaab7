//! Who wins small games of wells, by an outside solver of parity games (`tests/oracle`), and the networks trained again.
//! `make oracle` builds the former and runs this.
use std::collections::BTreeMap;
use std::io::Write;
use std::process::{Command, Stdio};
use std::thread::scope;
use topple::arena::learn::weights;
use topple::game::wells::{Movement, PieceSet};
use topple::proof::region::wells::WellGame;
use topple::solve::wells::strategies::export;
use topple::solve::wells::strategies::state_graph::{StateGraph, Winner};

/// Whether the player wins each game from node 0, by the solver.
fn winners(program: &str, games: &str) -> Vec<bool> {
    let mut solver =
        Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the solver runs");
    let mut input = solver.stdin.take().expect("its input");
    // It answers when it has read all games.
    input.write_all(games.as_bytes()).expect("it reads them");
    drop(input);
    let output = solver.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{:?}", output.status);
    String::from_utf8(output.stdout).expect("text").lines().map(|winner| winner == "0").collect()
}

/// A game as text, its title, and whether we say that the player wins.
type Said = (String, String, bool);

/// A small game, and if the player wins it, also what his strategy leaves of it.
fn said(game: &WellGame) -> Vec<Said> {
    let Some(graph) = StateGraph::new(game, 1_000).expect("a graph") else { return Vec::new() };
    let whole = |player| (graph.pgsolver(), game.title(), player);
    match graph.winner() {
        Winner::Player(strategy) => vec![whole(true), (export::pgsolver(&strategy), game.title(), true)],
        Winner::Machine(_) => vec![whole(false)],
    }
}

#[test]
#[ignore = "asks a solver that `make oracle` builds"]
fn every_small_game_is_won_by_whom_we_say() {
    let Ok(program) = std::env::var("TOPPLE_ORACLE") else {
        eprintln!("not asked: `make oracle` builds the solver");
        return;
    };
    let sets = ["O", "I", "T", "J", "S", "OI", "OL", "IL", "JL", "SZ", "OT", "TS", "OIJ", "OITJLSZ"];
    // Games won and lost by the player, by lookahead and rule.
    let mut counts: BTreeMap<(u8, &str), [u32; 2]> = BTreeMap::new();
    let mut all: Vec<Said> = Vec::new();
    for (pieces, width) in sets.iter().flat_map(|pieces| (1..=5).map(move |width| (pieces, width))) {
        for (depth, lookahead) in (0..=4).flat_map(|depth| [(depth, 0), (depth, 1)]) {
            for rule in Movement::ALL {
                let set = PieceSet::parse(pieces).expect("a set");
                let said = said(&WellGame::new(width, depth, set, rule, lookahead).expect("a game"));
                if let Some((_, _, player)) = said.first() {
                    counts.entry((lookahead, rule.word())).or_default()[usize::from(!player)] += 1;
                }
                all.extend(said);
            }
        }
    }
    let winners = winners(&program, &all.iter().map(|(game, ..)| game.as_str()).collect::<String>());
    assert_eq!(winners.len(), all.len());
    for (winner, (_, title, player)) in winners.iter().zip(&all) {
        assert_eq!(winner, player, "{title}");
    }
    for ((lookahead, rule), [won, lost]) in &counts {
        println!("lookahead {lookahead}, rule {rule}: {won} games won and {lost} lost by the player, all confirmed");
        assert!(*won >= 10 && *lost >= 30, "lookahead {lookahead}, rule {rule}");
    }
    assert_eq!(counts.len(), 2 * Movement::ALL.len(), "both lookaheads, every rule");
}

#[test]
#[ignore = "an optimised build takes a minute or two"]
fn all_networks_are_trained_again_to_the_same_bytes() {
    scope(|scope| {
        for (name, bytes) in weights::all() {
            scope.spawn(move || {
                assert!(weights::train(&name).expect("it trains") == bytes, "{name} comes out different");
            });
        }
    });
}
