//! The sweep over all wells against the fixpoint well by well, and one thread against two; all ratios from one run.
//!
//! The well-by-well version is made as one would write it: the wells in a list, what follows each placement as indices
//! into it, computed once, and a bit for each well. On a machine that does other work too, the ratio of the threads is
//! that of the times that this machine gave; so the share of the processors is told as well.
use std::hint::black_box;
use std::time::{Duration, Instant};
use topple::game::wells::{Movement, PieceSet};
use topple::proof::region::wells::WellGame;
use topple::solve::wells::regions::{Until, plain, safe_set};
use topple::solve::{Memory, Watch};

/// Counts the passes of a sweep.
#[derive(Default)]
struct Passes(std::sync::atomic::AtomicU64);

impl Watch for Passes {
    fn begin(&self, _: &str, _: u64, _: &str) {
        self.0.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    }
    fn advance(&self, _: u64) {}
    fn saved(&self, _: &str) -> Option<String> {
        None
    }
    fn save(&self, _: &str, _: &str) -> topple::error::Result<()> {
        Ok(())
    }
}

fn game(width: u8, depth: u16, pieces: &str, lookahead: u8, rule: Movement) -> WellGame {
    let pieces = PieceSet::parse(pieces).expect("a set");
    WellGame { width, depth, pieces, rule, lookahead }
}

fn wells(game: &WellGame) -> u64 {
    (0..=u32::from(game.depth)).map(|rows| ((1_u64 << game.width) - 2).pow(rows)).sum()
}

/// The sweep on so many threads: the best of a few times, and how many passes it made.
fn swept(game: &WellGame, threads: usize, times: usize) -> (Duration, u64) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
    let once = || {
        let (begun, passes) = (Instant::now(), Passes::default());
        let safe = pool.install(|| safe_set(game, Until::Settled, Memory(8 << 30), &passes));
        black_box(safe.expect("a sweep").count());
        (begun.elapsed(), passes.0.into_inner())
    };
    (0..times).map(|_| once()).min().expect("at least one time")
}

/// Processor time of this process in seconds; 0 where the system does not tell it.
fn processor() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or("").split_whitespace().collect();
    let ticks: f64 = [11, 12].iter().filter_map(|i| fields.get(*i)?.parse::<f64>().ok()).sum();
    ticks / 100.0
}

fn main() {
    speed();
    against_plain();
    threads();
}

/// Wells a second in one pass on one core, and bytes a well.
fn speed() {
    println!("sweep, one thread: million wells a second in each pass; bits of memory a well and list of shown pieces");
    let (drop, slide, anywhere) = (Movement::Drop, Movement::Slide, Movement::Anywhere);
    for (width, depth, pieces, lookahead, rule) in [
        (4, 6, "O", 0, drop),
        (4, 6, "JL", 0, drop),
        (4, 6, "JL", 0, slide),
        (4, 6, "JL", 0, anywhere),
        (4, 6, "OITJLSZ", 0, drop),
        (4, 6, "JL", 1, drop),
        (5, 4, "IJ", 0, drop),
        (6, 4, "JL", 0, drop),
        (6, 4, "JL", 0, slide),
    ] {
        let game = game(width, depth, pieces, lookahead, rule);
        let (took, passes) = swept(&game, 1, 3);
        let rate = (wells(&game) * passes) as f64 / took.as_secs_f64() / 1e6;
        let word = if width <= 4 { 16.0 } else { f64::from(1 << width) };
        let bits = word / f64::from((1_u32 << width) - 2);
        println!("  {:60} {passes:3} passes {rate:8.0} {bits:5.2}", game.title());
    }
}

/// The same fixpoint well by well.
fn against_plain() {
    let game = game(4, 6, "OI", 0, Movement::Drop);
    let begun = Instant::now();
    // Lists of what follows take far more memory than the bits: one piece set at a time.
    let listed = plain::Transitions::new(&game).expect("wells");
    let lists = begun.elapsed();
    let begun = Instant::now();
    let safe = plain::safe(&listed, &[0, 1], 0);
    let plain = begun.elapsed();
    black_box(safe);
    let (sweep, _) = swept(&game, 1, 3);
    let ratio = |time: Duration| time.as_secs_f64() / sweep.as_secs_f64();
    println!(
        "well by well, {}: {:.1} s for the lists, {:.2} s for the fixpoint",
        game.title(),
        lists.as_secs_f64(),
        plain.as_secs_f64()
    );
    println!(
        "  sweep {:.3} s: {:.0} times faster, {:.0} times than the fixpoint alone",
        sweep.as_secs_f64(),
        ratio(lists + plain),
        ratio(plain)
    );
}

/// One thread against two.
fn threads() {
    let game = game(6, 4, "JL", 0, Movement::Slide);
    let timed = |threads: usize| {
        let (begun, used) = (Instant::now(), processor());
        let took = swept(&game, threads, 3).0.as_secs_f64();
        (took, (processor() - used) / begun.elapsed().as_secs_f64())
    };
    let (one, two) = (timed(1), timed(2));
    println!("{}: two threads {:.2} times faster than one", game.title(), one.0 / two.0);
    println!("  processors busy: {:.2} with one thread, {:.2} with two", one.1, two.1);
}
