//! Who wins a small game of wells, confirmed by an outside solver of parity games.

/// PGSolver text as `merc_vpg` reads it: without names, and with the number of nodes in the head.
pub fn plain(text: &str) -> String {
    let nodes = text.lines().count() - 1;
    let line = |line: &str| match line.split_once(" \"") {
        Some((numbers, _)) => format!("{numbers};\n"),
        None => format!("{line}\n"),
    };
    format!("parity {nodes};\n") + &text.lines().skip(1).map(line).collect::<String>()
}

#[cfg(test)]
mod tests {
    use super::plain;
    use std::collections::BTreeMap;

    use merc_vpg::{read_pg, solve_zielonka};
    use topple::game::wells::{Movement, PieceSet};
    use topple::proof::region::wells::WellGame;
    use topple::solve::wells::strategies::export;
    use topple::solve::wells::strategies::state_graph::{StateGraph, Winner};

    /// Whether the player wins from node 0.
    fn confirmed(text: &str) -> bool {
        let game = read_pg(plain(text).as_bytes()).expect("a parity game");
        solve_zielonka(&game)[0][0]
    }

    #[test]
    fn every_small_game_is_won_by_whom_we_say() {
        let sets = ["O", "I", "T", "J", "S", "OI", "OL", "IL", "JL", "SZ", "OT", "TS", "OIJ", "OITJLSZ"];
        // Games won and lost by the player, by lookahead and rule.
        let mut counts: BTreeMap<(u8, &str), [u32; 2]> = BTreeMap::new();
        for (pieces, width) in sets.iter().flat_map(|pieces| (1..=5).map(move |width| (pieces, width))) {
            for (depth, lookahead) in (0..=4).flat_map(|depth| [(depth, 0), (depth, 1)]) {
                for rule in Movement::ALL {
                    let set = PieceSet::parse(pieces).expect("a set");
                    let game = WellGame::new(width, depth, set, rule, lookahead).expect("a game");
                    let Some(graph) = StateGraph::new(&game, 1_000).expect("a graph") else { continue };
                    let player = match graph.winner() {
                        Winner::Player(strategy) => {
                            assert!(confirmed(&export::pgsolver(&strategy)), "{}", game.title());
                            true
                        }
                        Winner::Machine(_) => false,
                    };
                    assert_eq!(confirmed(&graph.pgsolver()), player, "{}", game.title());
                    counts.entry((lookahead, rule.word())).or_default()[usize::from(!player)] += 1;
                }
            }
        }
        for ((lookahead, rule), [won, lost]) in &counts {
            println!(
                "lookahead {lookahead}, rule {rule}: {won} games won and {lost} lost by the player, all confirmed"
            );
            assert!(*won >= 10 && *lost >= 30, "lookahead {lookahead}, rule {rule}");
        }
        assert_eq!(counts.len(), 2 * Movement::ALL.len(), "both lookaheads, every rule");
    }
}
