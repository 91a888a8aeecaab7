//! The sweep over all towers of a height, against a test of every tower by itself.
use divan::{Bencher, counter::ItemsCount};
use topple::game::tower::{Stability, stability};
use topple::solve::Unwatched;
use topple::solve::towers::sweep::sweep;

fn main() {
    divan::main();
}

const HEIGHTS: [u32; 2] = [6, 7];

/// All towers of the height, and all lower ones.
#[divan::bench(args = HEIGHTS)]
fn from_the_top_down(bencher: Bencher, height: u32) {
    let towers: u64 = (1..=height).map(|height| 7u64.pow(height)).sum();
    bencher.counter(ItemsCount::new(towers)).bench(|| sweep(height, &Unwatched).expect("a height in range"));
}

/// All towers of the height, each decided from scratch.
#[divan::bench(args = HEIGHTS)]
fn one_by_one(bencher: Bencher, height: u32) {
    bencher.counter(ItemsCount::new(7u64.pow(height))).bench(|| {
        let mut stable = 0;
        let mut tower = vec![0; height as usize];
        for number in 0..7u32.pow(height) {
            let mut rest = number;
            for level in &mut tower {
                (*level, rest) = ((rest % 7) as u16 + 1, rest / 7);
            }
            stable += u64::from(stability::stability(3, &tower) == Stability::Stable);
        }
        stable
    });
}
