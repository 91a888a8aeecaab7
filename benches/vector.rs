//! The tables by wavefronts against plain loops, on the same games and windows. All numbers that matter are ratios
//! within one run.
//!
//! - `first`: the loop one writes first. A dense table of bytes over `(x, y)`, cells in the order of weight, a branch
//!   for each move that would leave the quadrant.
//! - `rows`: the same with the wavefronts as the rows of a dense table, so that memory is read in order; still cell by
//!   cell with branches. It is given the layout that the engine has to find, so it is the strict one.
//!
//! Their speed is counted in all cells that they compute, that of the engine in cells of the window alone; `/window`
//! says how many cells it has to compute for each of these. `count` and `table` are the speeds with the values counted
//! and, in a smaller window, kept.
//!
//! One thread and two threads take turns. `2 thr.` is the ratio of the best times of day, which means little when
//! anything else runs. `2 own` counts processor time instead: that of one thread alone over that of the busier of two.
//! `balance` is half the time of both over that of the busier. Other work disturbs these two little.
use std::hint::black_box;
use std::sync::OnceLock;
use std::time::Instant;
use topple::game::Play;
use topple::game::addition::{addition, parse_moves};
use topple::game::vector::VectorGame;
use topple::solve::Memory;
use topple::solve::values::table::ValueTable;
use topple::solve::values::vector::{Run, count, fold};

const GAMES: [(&str, &str); 7] = [
    ("Jenga", "(-2,0),(-2,1),(1,-1)"),
    ("WHITE KNIGHT", "(-2,1),(-2,-1),(-1,-2),(1,-2)"),
    ("four blocks", "(-3,1),(1,-1)"),
    ("Figure 3", "(2,-3),(-1,-1),(-3,2)"),
    ("column", "(-1,3),(-1,-2),(-2,0)"),
    ("six moves", "(-1,0),(0,-1),(-2,1),(1,-2),(-3,-3),(-1,-2)"),
    ("eight moves", "(-1,0),(0,-1),(-2,0),(0,-2),(-1,-1),(-2,-2),(-3,1),(1,-3)"),
];
/// The side of the window that is swept.
const SIDE: usize = 24_000;
/// The side of the window that is kept.
const KEPT: usize = 8000;
/// How often one thread and two threads take turns.
const ROUNDS: usize = 5;
const COPIED: usize = 64 << 20;
const PLAIN_SIDE: i64 = 600;
const LIMIT: Memory = Memory(4 << 30);

/// The time that this thread has had a processor, in seconds; the time of day where the system does not say. It makes
/// ratios on a busy machine mean something.
fn processor() -> f64 {
    static START: OnceLock<Instant> = OnceLock::new();
    let start = START.get_or_init(Instant::now);
    let file = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = file.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| start.elapsed().as_secs_f64(), |n| n / 1e9)
}

/// Seconds a call: the best of three batches of at least 60 ms by the given clock.
fn seconds(clock: fn() -> f64, mut work: impl FnMut()) -> f64 {
    let mut batch = || {
        let (start, mut calls) = (clock(), 0.0);
        loop {
            work();
            calls += 1.0;
            let gone = clock() - start;
            if gone > 0.06 {
                return gone / calls;
            }
        }
    };
    (0..3).map(|_| batch()).fold(f64::MAX, f64::min)
}

/// The time of day, in seconds from the first call.
fn day() -> f64 {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_secs_f64()
}

/// Two threads against one.
struct Threads {
    by_day: f64,
    own: f64,
    balance: f64,
}

impl Threads {
    fn measure(one: &rayon::ThreadPool, two: &rayon::ThreadPool, game: &VectorGame) -> Self {
        // The time of day, the time of this thread, and that of all threads.
        let timed = |pool: &rayon::ThreadPool| {
            pool.install(|| {
                let before = [day(), processor(), all_threads()];
                sweep(game);
                let after = [day(), processor(), all_threads()];
                [0, 1, 2].map(|k| after[k] - before[k])
            })
        };
        let add = |a: [f64; 3], b: [f64; 3]| [a[0].min(b[0]), a[1] + b[1], a[2] + b[2]];
        let (mut alone, mut both) = ([f64::MAX, 0.0, 0.0], [f64::MAX, 0.0, 0.0]);
        for _ in 0..ROUNDS {
            alone = add(alone, timed(one));
            both = add(both, timed(two));
        }
        let busier = both[1].max(both[2] - both[1]);
        Threads { by_day: alone[0] / both[0], own: alone[1] / busier, balance: both[2] / (2.0 * busier) }
    }
}

/// The processor time of all threads so far, in seconds; the system counts it in hundredths.
fn all_threads() -> f64 {
    let file = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> = file.rsplit(')').next().unwrap_or("").split_whitespace().collect();
    let ticks = |k: usize| fields.get(k).and_then(|field| field.parse::<f64>().ok()).unwrap_or(0.0);
    (ticks(11) + ticks(12)) / 100.0
}

fn sweep(game: &VectorGame) {
    let nothing = |_: &mut (), piece: Run<'_>| _ = black_box(piece.cells());
    fold(game, Play::Grundy, &[SIDE, SIDE], LIMIT, nothing, |()| Ok(())).expect("it fits");
}

fn main() {
    let pool = |count| rayon::ThreadPoolBuilder::new().num_threads(count).build().expect("threads");
    let (one, two) = (pool(1), pool(2));
    let (from, mut to) = (vec![1u8; COPIED], vec![2u8; COPIED]);
    let copy = seconds(processor, || black_box(&mut to).copy_from_slice(black_box(&from)));
    let copy = 2.0 * COPIED as f64 / copy / 1e9;
    println!("copy: {copy:.1} GB/s read and written; window {SIDE} x {SIDE}; Gcell/s of one thread's own time");
    println!(
        "{:13} {:>6} {:>6} {:>6} {:>7} {:>6} {:>6} {:>8} {:>8} {:>7} {:>7} {:>7} {:>7} {:>7}",
        "game",
        "first",
        "rows",
        "window",
        "/window",
        "count",
        "table",
        "x first",
        "x rows",
        "2 thr.",
        "2 own",
        "balance",
        "B/cell",
        "of copy"
    );
    for (name, moves) in GAMES {
        let moves = parse_moves(moves).expect("moves");
        let game = addition(&moves).expect("it ends");
        let (first, rows) = (first(&game, &moves), rows(&game, &moves));
        let cells = (SIDE * SIDE) as f64 / 1e9;
        let alone = cells / one.install(|| seconds(processor, || sweep(&game)));
        let tally = || count(&game, Play::Grundy, &[SIDE, SIDE], LIMIT).expect("it fits");
        let counted = cells / one.install(|| seconds(processor, || assert!(black_box(tally())[0] > 0)));
        let keep = || ValueTable::new(&game, Play::Grundy, &[KEPT, KEPT], LIMIT).expect("it fits");
        let kept = (KEPT * KEPT) as f64
            / 1e9
            / one.install(|| seconds(processor, || assert!(black_box(keep()).value(0, &[0, 0]) == 0)));
        let threads = Threads::measure(&one, &two, &game);
        let outside = computed(&moves) / (SIDE * SIDE) as f64;
        // Each computed cell reads one byte a move and writes one.
        let bytes = moves.len() as f64 + 1.0;
        println!(
            "{name:13} {first:6.3} {rows:6.3} {alone:6.2} {outside:7.2} {counted:6.2} {kept:6.2} {:8.1} {:8.1} {:7.2} {:7.2} {:7.2} {bytes:7.0} {:7.2}",
            alone / first,
            alone / rows,
            threads.by_day,
            threads.own,
            threads.balance,
            alone * outside * bytes / copy,
        );
    }
}

/// How many positions can be reached from the window, counted on a window 20 times smaller and scaled.
fn computed(moves: &[Vec<i64>]) -> f64 {
    let side = SIDE as i64 / 20;
    let mut seen = std::collections::HashSet::new();
    let mut open: Vec<(i64, i64)> = (0..side).flat_map(|x| (0..side).map(move |y| (x, y))).collect();
    seen.extend(open.iter().copied());
    while let Some((x, y)) = open.pop() {
        for step in moves {
            let to = (x + step[0], y + step[1]);
            if to.0 >= 0 && to.1 >= 0 && seen.insert(to) {
                open.push(to);
            }
        }
    }
    seen.len() as f64 * 400.0
}

/// The value from the marks of options.
fn mex(marks: u32) -> u8 {
    marks.trailing_ones() as u8
}

/// Gcell/s of the loop one writes first, over all cells that are no heavier than the corner of the window.
fn first(game: &VectorGame, moves: &[Vec<i64>]) -> f64 {
    let (a, b) = (game.weight.per_unit[0] as i64, game.weight.per_unit[1] as i64);
    let heaviest = (a + b) * (PLAIN_SIDE - 1);
    // Where a coordinate has no weight, the loop stops at twice the window.
    let extent = |weight: i64| if weight == 0 { 2 * PLAIN_SIDE } else { heaviest / weight + 1 };
    let (width, height) = (extent(a), extent(b));
    let mut table = vec![0u8; (width * height) as usize];
    let mut cells = 0u64;
    let time = seconds(processor, || {
        cells = 0;
        for weight in 0..=heaviest {
            let line = |x: i64| match b {
                0 => (x * a == weight).then_some((0, height - 1)),
                _ => ((weight - a * x) % b == 0).then(|| ((weight - a * x) / b, (weight - a * x) / b)),
            };
            for x in 0..width.min(if a == 0 { width } else { weight / a + 1 }) {
                let Some((low, high)) = line(x) else { continue };
                for y in low..=high.min(height - 1) {
                    let mut marks = 0u32;
                    for step in moves {
                        let (p, q) = (x + step[0], y + step[1]);
                        if p >= 0 && q >= 0 && p < width && q < height {
                            marks |= 1 << table[(p * height + q) as usize];
                        }
                    }
                    table[(x * height + y) as usize] = mex(marks);
                    cells += 1;
                }
            }
        }
    });
    black_box(&table);
    cells as f64 / time / 1e9
}

/// Gcell/s of the plain loop on rows of equal weight, `at[t][x]`, or `at[x][y]` where y has no weight.
fn rows(game: &VectorGame, moves: &[Vec<i64>]) -> f64 {
    let (a, b) = (game.weight.per_unit[0] as i64, game.weight.per_unit[1] as i64);
    // Along a row x grows by b and y falls by a; j counts these steps from the lowest x of the right residue.
    let heaviest = (a + b) * (PLAIN_SIDE - 1);
    let length = if b == 0 { 2 * PLAIN_SIDE } else { heaviest / a.max(1) / b.max(1) + 2 };
    let residue = |t: i64| (0..b.max(1)).find(|&x| b == 0 || (t - a * x).rem_euclid(b) == 0).expect("coprime");
    let mut table = vec![0u8; ((heaviest + 1) * length) as usize];
    let mut cells = 0u64;
    let time = seconds(processor, || {
        cells = 0;
        for t in 0..=heaviest {
            let start = residue(t);
            let shifts: Vec<(i64, i64)> = moves
                .iter()
                .map(|step| {
                    let to = t + a * step[0] + b * step[1];
                    // In t and j; j moves by the change of x, counted in steps of b.
                    let shift = if b == 0 { step[1] } else { (start + step[0] - residue(to.max(0))).div_euclid(b) };
                    (to, shift)
                })
                .collect();
            for j in 0..length {
                let (x, y) = if b == 0 { (t / a, j) } else { (start + j * b, (t - a * (start + j * b)).div_euclid(b)) };
                if y < 0 || (b == 0 && t % a != 0) {
                    break;
                }
                let mut marks = 0u32;
                for (step, &(to, shift)) in moves.iter().zip(&shifts) {
                    if x + step[0] >= 0 && y + step[1] >= 0 && j + shift < length {
                        marks |= 1 << table[(to * length + j + shift) as usize];
                    }
                }
                table[(t * length + j) as usize] = mex(marks);
                cells += 1;
            }
        }
    });
    black_box(&table);
    cells as f64 / time / 1e9
}
