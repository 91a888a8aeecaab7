//! Games of Random and iterations of the tree search a second, on one core, fast and direct, in the same run.
//!
//! `items/s` is games, iterations and moves.
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use topple::arena::agents::agent;
use topple::arena::direct::Direct;
use topple::arena::{Contest, Model, Rng, Tower};

fn main() {
    divan::main();
}

/// A tower of five levels.
fn start(rng: &mut Rng) -> Tower {
    Tower::start(Model::default(), 5, rng).expect("a tower")
}

#[divan::bench]
fn random_games(bencher: Bencher) {
    let random = agent("random").expect("an agent");
    let agents = [&*random, &*random];
    let contest = Contest { agents, model: Model::default(), levels: 5, games: 100, seed: 1 };
    let game = |game| contest.game(game, |_| ()).expect("a game").moves;
    bencher.counter(ItemsCount::new(100_usize)).bench(|| (0..100).map(game).sum::<u64>());
}

#[divan::bench]
fn random_games_direct(bencher: Bencher) {
    let mut rng = Rng::new(1, "bench", 0);
    let mut game = || Direct::of(&start(&mut rng)).playout(&mut rng).1;
    bencher.counter(ItemsCount::new(100_usize)).bench_local(|| (0..100).map(|_| game()).sum::<u32>());
}

#[divan::bench]
fn mcts_iterations(bencher: Bencher) {
    let mcts = agent("mcts:iterations=1000").expect("an agent");
    let mut rng = Rng::new(1, "bench", 0);
    let tower = start(&mut rng);
    bencher.counter(ItemsCount::new(1000_usize)).bench_local(|| mcts.choose(black_box(&tower), &mut rng));
}

#[divan::bench]
fn mcts_iterations_direct(bencher: Bencher) {
    let mut rng = Rng::new(1, "bench", 0);
    let tower = Direct::of(&start(&mut rng));
    let counted = bencher.counter(ItemsCount::new(1000_usize));
    counted.bench_local(|| black_box(&tower).search(1000, 8_f64.sqrt(), &mut rng));
}

/// The chance of every move from the start.
#[divan::bench]
fn chances(bencher: Bencher) {
    let tower = start(&mut Rng::new(1, "bench", 0));
    bencher.counter(ItemsCount::new(tower.moves().count())).bench(|| {
        let mut sum = 0.0;
        black_box(&tower).each_chance(|_, chance| sum += chance);
        sum
    });
}
