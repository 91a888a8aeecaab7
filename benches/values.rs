//! Values of single positions: typed memory against positions as text, and the look-up in a certificate.
use divan::{Bencher, black_box};
use topple::game::named::vector_game;
use topple::game::vector::VectorPosition;
use topple::game::{Game, Play};
use topple::proof;
use topple::solve::Memory;
use topple::solve::periods::{Answer, Budget, find};
use topple::solve::values::evaluate;
use topple::solve::values::memo::Memo;

const SPEC: &str = "addition (-2,0),(-2,1),(1,-1)";
const POSITION: &str = "(40,30)";

fn main() {
    divan::main();
}

#[divan::bench]
fn typed_memory(bencher: Bencher) {
    let game = vector_game(SPEC).expect("a known game");
    let position = game.parse(POSITION).expect("a position");
    bencher.bench(|| Memo::new(&game, Play::Grundy, 1_000_000).value(black_box(&position)));
}

#[divan::bench]
fn positions_as_text(bencher: Bencher) {
    bencher.bench(|| evaluate(SPEC, Play::Grundy, &[black_box(POSITION)], 1_000_000));
}

#[divan::bench]
fn looked_up(bencher: Bencher) {
    let game = vector_game(SPEC).expect("a known game");
    let Ok(Answer::Proved(pattern)) = find(&game, Play::Grundy, Budget::default(), Memory(1 << 30)) else {
        panic!("this pattern is found")
    };
    let position = VectorPosition { state: 0, at: vec![1_000_000_007, 998_244_353] };
    bencher.bench(|| pattern.certificate.value(black_box(&position)));
}

#[divan::bench]
fn find_and_prove(bencher: Bencher) {
    let game = vector_game(SPEC).expect("a known game");
    bencher.bench(|| find(black_box(&game), Play::Grundy, Budget::default(), Memory(1 << 30)));
}

#[divan::bench]
fn check_a_certificate(bencher: Bencher) {
    let text = include_str!("../proofs/certificates/carvalho/jenga-grundy.cert");
    bencher.bench(|| proof::check(black_box(text)));
}
