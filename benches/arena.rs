//! Games of Random and iterations of the tree search a second.
use divan::{Bencher, black_box};
use topple::arena::agents::agent;
use topple::arena::{Contest, Model, Rng, Tower};

fn main() {
    divan::main();
}

#[divan::bench]
fn hundred_games_of_random(bencher: Bencher) {
    let random = agent("random").expect("an agent");
    let agents = [&*random, &*random];
    let contest = Contest { agents, model: Model::default(), levels: 5, games: 100, seed: 1 };
    bencher.bench(|| (0..100).map(|game| contest.game(game, |_| ()).expect("a game").moves).sum::<u64>());
}

#[divan::bench]
fn thousand_iterations_of_mcts(bencher: Bencher) {
    let mcts = agent("mcts:iterations=1000").expect("an agent");
    let mut rng = Rng::new(1, "bench", 0);
    let tower = Tower::start(Model::default(), 5, &mut rng).expect("a tower");
    bencher.bench_local(|| mcts.choose(black_box(&tower), &mut rng));
}
