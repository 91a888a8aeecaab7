//! The engine for Jenka_k against the plain recursive solver, in one run: all that matters are the ratios.
//!
//! - `plain`: the recursion with a memory over towers as lists, by the rules of the game (exact statics for every tower
//!   anew). It values every tower, mirror images one by one.
//! - `engine`: the enumeration by plies of packed towers up to mirror, forward and backward, with its files.
//! - `moves`: the generator alone, on the towers of one ply.
use std::time::Instant;
use topple::game::tower::{Tower, Towers};
use topple::game::{Game, Play};
use topple::solve::towers::jenka::growth::{Enumeration, Totals};
use topple::solve::towers::jenka::{Packed, Rules};
use topple::solve::values::memo::Memo;
use topple::solve::{Memory, Unwatched};

const MEMORY: Memory = Memory(4 << 30);

/// Seconds that something takes, and what it comes to.
fn timed<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let begun = Instant::now();
    let result = work();
    (begun.elapsed().as_secs_f64(), result)
}

fn main() {
    for (slots, levels) in [(3, 5), (4, 4), (5, 2), (5, 3)] {
        let game = Towers::new(slots).expect("a number of slots in range");
        let start = game.start(levels).expect("a number of levels in range");
        let mut memo = Memo::new(&game, Play::Grundy, 20_000_000);
        let (plain, value) = timed(|| memo.value(&start).expect("it fits"));
        let rules = Rules::official(slots).expect("a number of slots in range");
        let enumerate = || Enumeration::<u64>::new(rules, levels, &Unwatched, MEMORY).expect("it fits");
        let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("one thread");
        let (single, _) = timed(|| one.install(enumerate));
        let (engine, all) = timed(enumerate);
        let totals = Totals::of(&all.plies);
        assert_eq!(totals.grundy as u64, value, "both give the start the same value");
        println!(
            "k = {slots}, n = {levels}: plain {plain:.3} s for {} towers, engine {single:.3} s on one thread and \
             {engine:.3} s on all for {} towers up to mirror and {} moves: {:.0} and {:.0} times as fast; {:.2} million towers a second",
            memo.positions(),
            totals.positions,
            totals.edges,
            plain / single,
            plain / engine,
            totals.positions as f64 / engine / 1e6
        );
        generator(&game, &all);
    }
}

/// The moves of the largest ply, by the rules of the game and by the generator.
fn generator(game: &Towers, all: &Enumeration<u64>) {
    let largest = (0..all.plies.len()).max_by_key(|&ply| all.plies[ply].positions).expect("there is a start");
    let packed: Vec<Packed<u64>> =
        all.ply(largest, MEMORY).expect("it was written").into_iter().map(|both| both.0).collect();
    let towers: Vec<Tower> = packed.iter().map(|&packed| all.packing().tower(packed)).collect();
    let (plain, moves) = timed(|| towers.iter().map(|tower| game.options(tower).len() as u64).sum::<u64>());
    let (fast, found) = timed(|| {
        let mut found = 0u64;
        for &tower in &packed {
            all.packing().options(tower, |_| found += 1);
        }
        found
    });
    assert_eq!(moves, found, "both find the same moves");
    println!(
        "  moves of ply {largest}: {:.0} ns by trying, {:.1} ns by the generator: {:.0} times as fast",
        1e9 * plain / moves as f64,
        1e9 * fast / moves as f64,
        plain / fast
    );
}
