//! The sweep over piles of colourful Nim against a version that computes every pile for itself.
use divan::{Bencher, black_box, counter::ItemsCount};
use topple::game::Game;
use topple::game::pile::Pile;
use topple::solve::sweeps::piles::{program, sweep};
use topple::solve::{Memory, Unwatched, sweeps::double_ended};
use topple::value::mex;

fn main() {
    divan::main();
}

fn piles(largest: u64, most: u32) -> u64 {
    (1..=most).map(|k| largest.pow(k)).sum()
}

#[divan::bench(args = [(6, 7), (8, 7), (20, 5), (2, 20)])]
fn shared_prefixes(bencher: Bencher, (largest, most): (u64, u32)) {
    let rule = |pile: &[u64], _| program(pile);
    bencher
        .counter(ItemsCount::new(piles(largest, most)))
        .bench(|| sweep(&Unwatched, "rule", &rule, black_box(largest), most as usize));
}

/// Each pile by itself: the options and their mex, with the values of options by recursion.
fn recursive(pile: &Vec<u64>) -> u64 {
    mex(Pile.options(pile).iter().map(recursive))
}

#[divan::bench(args = [(6, 3), (4, 4)], sample_count = 10)]
fn pile_by_pile(bencher: Bencher, (largest, most): (u64, u32)) {
    bencher.counter(ItemsCount::new(piles(largest, most))).bench(|| {
        let mut mismatches = 0;
        for k in 1..=most {
            for rank in 0..largest.pow(k) {
                let pile: Vec<u64> = (0..k).map(|i| rank / largest.pow(i) % largest + 1).collect();
                mismatches += u64::from(recursive(&pile) != program(&pile));
            }
        }
        mismatches
    });
}

#[divan::bench(args = [(64, 3), (16, 5)], sample_count = 10)]
fn double_ended_levels(bencher: Bencher, (largest, most): (u64, u32)) {
    bencher
        .counter(ItemsCount::new(piles(largest, most)))
        .bench(|| double_ended::grundy(largest as usize, most as usize, Memory(1 << 30)));
}
