//! Games of one and of three coordinates against the plain mex loop, and the census of subtraction sets. All numbers that
//! matter are ratios within one run, of one thread's time.
//!
//! - `plain`: an array of bytes, cell by cell, a bit for each option that is in the array, and the lowest bit that is
//!   clear; in three coordinates a dense table of all cells up to the weight of the corner, in the order of weight.
//! - `engine`: the cells of the window a second, through `fold`, as the engine shows them.
//! - `count`: with the values counted.
//!
//! The line repeats sooner or later, and the engine then computes no more; `no circle` is a set whose period is longer
//! than it looks for. The plain loop of the census compares as many last values
//! as the largest amount, one by one.
use std::hint::black_box;
use std::time::Instant;
use topple::game::Play;
use topple::game::addition::{addition, parse_moves};
use topple::solve::Memory;
use topple::solve::periods::subtraction::{amounts, repeat};
use topple::solve::values::vector::{Run, count, fold};

const LIMIT: Memory = Memory(4 << 30);
const LENGTH: usize = 1 << 24;
const LINES: [(&str, &[i64]); 7] = [
    ("two", &[1, 2]),
    ("four", &[1, 4, 10, 12]),
    ("apart", &[700, 1]),
    ("far", &[100, 101, 203]),
    ("nine", &[1, 3, 4, 7, 11, 18, 29, 47, 76]),
    ("seventeen", &[1, 2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53]),
    ("no circle", &[20_000, 30_011]),
];
const SPACES: [(&str, &str); 3] = [
    ("three moves", "(-2,1,0),(0,-2,1),(1,0,-2)"),
    ("falls", "(-1,0,0),(0,-1,0),(0,0,-1),(-1,-1,-1)"),
    ("eight", "(-1,0,0),(0,-2,0),(0,0,-3),(-1,-1,0),(0,-1,-1),(-1,0,-1),(-2,1,0),(0,-2,1)"),
];
const SIDE: usize = 400;
/// The side of the window of the plain loop, whose time for a cell does not fall in larger ones.
const PLAIN_SIDE: i64 = 40;
/// The largest amount of the sets of the census.
const LARGEST: u32 = 14;
const PILES: u64 = 100_000;

/// Seconds a call: the best of five batches of at least 60 ms.
fn seconds(mut work: impl FnMut()) -> f64 {
    let mut batch = || {
        let (start, mut calls) = (Instant::now(), 0.0);
        loop {
            work();
            calls += 1.0;
            let gone = start.elapsed().as_secs_f64();
            if gone > 0.06 {
                return gone / calls;
            }
        }
    };
    (0..5).map(|_| batch()).fold(f64::MAX, f64::min)
}

fn main() {
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    println!("Gcell/s{:9} {:>8} {:>8} {:>8} {:>8}", "", "plain", "engine", "count", "x plain");
    for (name, set) in LINES {
        let moves: Vec<Vec<i64>> = set.iter().map(|&amount| vec![-amount]).collect();
        let plain = LENGTH as f64 / seconds(|| _ = black_box(plain_line(set))) / 1e9;
        one.install(|| line(name, plain, &moves, &[LENGTH]));
    }
    for (name, moves) in SPACES {
        let moves = parse_moves(moves).expect("moves");
        let plain = plain_space(&moves);
        one.install(|| line(name, plain, &moves, &[SIDE; 3]));
    }
    census();
}

fn line(name: &str, plain: f64, moves: &[Vec<i64>], size: &[usize]) {
    let game = addition(moves).expect("it ends");
    let cells = size.iter().product::<usize>() as f64 / 1e9;
    let nothing = |_: &mut (), piece: Run<'_>| _ = black_box(piece.cells());
    let engine = cells / seconds(|| fold(&game, Play::Grundy, size, LIMIT, nothing, |()| Ok(())).expect("it fits"));
    let counted = cells / seconds(|| _ = black_box(count(&game, Play::Grundy, size, LIMIT).expect("it fits")));
    println!("{name:16} {plain:8.3} {engine:8.3} {counted:8.3} {:8.1}", engine / plain);
}

fn plain_line(set: &[i64]) -> Vec<u8> {
    let mut values = vec![0u8; LENGTH];
    for pile in 0..LENGTH {
        let mut seen = 0u64;
        for &amount in set {
            if amount as usize <= pile {
                seen |= 1 << values[pile - amount as usize];
            }
        }
        values[pile] = seen.trailing_ones() as u8;
    }
    values
}

/// Gcell/s of the plain loop, over all cells that are no heavier than the corner of the window.
fn plain_space(moves: &[Vec<i64>]) -> f64 {
    let weight: Vec<i64> = addition(moves).expect("it ends").weight.per_unit.iter().map(|&w| w as i64).collect();
    let heaviest = weight.iter().sum::<i64>() * (PLAIN_SIDE - 1);
    let size: Vec<i64> = weight.iter().map(|w| heaviest / w + 1).collect();
    let place = |x: &[i64; 3]| ((x[0] * size[1] + x[1]) * size[2] + x[2]) as usize;
    let mut table = vec![0u8; size.iter().product::<i64>() as usize];
    let mut cells = 0u64;
    let time = seconds(|| {
        cells = 0;
        for now in 0..=heaviest {
            for a in 0..=now / weight[0] {
                for b in 0..=(now - a * weight[0]) / weight[1] {
                    let rest = now - a * weight[0] - b * weight[1];
                    if rest % weight[2] == 0 {
                        let x = [a, b, rest / weight[2]];
                        let mut seen = 0u64;
                        for step in moves {
                            let to: [i64; 3] = std::array::from_fn(|i| x[i] + step[i]);
                            if to.iter().all(|&c| c >= 0) {
                                seen |= 1 << table[place(&to)];
                            }
                        }
                        table[place(&x)] = seen.trailing_ones() as u8;
                        cells += 1;
                    }
                }
            }
        }
    });
    black_box(&table);
    cells as f64 / time / 1e9
}

fn census() {
    let sets = 1u32 << (LARGEST - 1)..1 << LARGEST;
    let number = f64::from(1u32 << (LARGEST - 1));
    let ours = number / seconds(|| sets.clone().for_each(|set| _ = black_box(repeat(set, PILES))));
    let plain = number / seconds(|| sets.clone().for_each(|set| _ = black_box(plain_repeat(&amounts(set)))));
    println!("sets/s of largest amount {LARGEST}: plain {plain:.0}, census {ours:.0}, x plain {:.1}", ours / plain);
}

/// The preperiod, after the period by Brent's algorithm, each value by the plain loop.
fn plain_repeat(set: &[i64]) -> u64 {
    let largest = *set.last().expect("a set has an amount") as usize;
    let mut values: Vec<u8> = Vec::new();
    let (mut begun, mut power, mut length) = (largest, 1, 0);
    loop {
        let pile = values.len();
        let seen = set.iter().filter(|&&amount| amount as usize <= pile);
        let seen = seen.fold(0u64, |seen, &amount| seen | 1 << values[pile - amount as usize]);
        values.push(seen.trailing_ones() as u8);
        if values.len() <= largest {
            continue;
        }
        length += 1;
        if values[begun - largest..begun] == values[values.len() - largest..] {
            let begun = values.len() - length - largest;
            return (0..begun).rev().find(|&n| values[n] != values[n + length]).map_or(0, |n| n as u64 + 1);
        }
        if length == power {
            (begun, power, length) = (values.len(), power * 2, 0);
        }
    }
}
