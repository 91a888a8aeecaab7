//! JengaZero learns from its own searches (the paper, sections 3.3 and 5.5).
use super::puct::Puct;
use super::replay::Replay;
use super::zero::{Legal, OUTPUTS, PLACES, REMOVALS, Zero};
use crate::arena::net::{Adam, Network, Rows, cross_entropy, softmax, squared};
use crate::arena::{BUFFER, Embedding, Model, Rng, Tower};
use crate::error::Result;

/// How JengaZero is trained.
#[derive(Debug, Clone, PartialEq)]
pub struct ZeroPlan {
    /// What the network sees.
    pub embedding: Embedding,
    /// Full levels of the first towers.
    pub levels: usize,
    /// Units of each hidden layer.
    pub hidden: Vec<usize>,
    /// Epochs: each is a game against itself, then a number of steps.
    pub epochs: usize,
    /// Steps of an epoch.
    pub steps: usize,
    /// Passages of a search.
    pub iterations: usize,
    /// The constant C of the search.
    pub exploration: f64,
    /// Rate of Adam.
    pub rate: f64,
    /// Examples of a step.
    pub batch: usize,
    /// Examples that are kept.
    pub replay: usize,
    /// By what the means of the moves are multiplied before their softmax is the policy to learn.
    pub scale: f32,
    /// Share of moves in self-play that are drawn from that policy at scale [`ZeroPlan::drawn_scale`], for variety.
    pub drawn: f64,
    /// The scale of the policy from which those moves are drawn.
    pub drawn_scale: f32,
    /// Another seed, another network.
    pub seed: u64,
}

impl ZeroPlan {
    /// The plan of the paper. It does not name the rate; this is that of its authors' program.
    pub fn paper(embedding: Embedding, seed: u64) -> Self {
        ZeroPlan {
            embedding,
            levels: 5,
            hidden: vec![128, 128],
            epochs: 420,
            steps: 1,
            iterations: 1000,
            exploration: 2.0 * std::f64::consts::SQRT_2,
            rate: 1e-3,
            batch: 128,
            replay: 1024,
            scale: 2000.0,
            drawn: 0.0,
            drawn_scale: 1.0,
            seed,
        }
    }
}

/// A search that was made, and what the network should have said.
struct Example {
    input: Vec<f32>,
    legal: Legal,
    removals: Vec<f32>,
    places: Vec<f32>,
    value: f32,
}

/// Trains a network. `watch` sees it before the first epoch, as epoch 0, and after each, with the mean loss of its steps.
///
/// # Errors
/// A plan that makes no network or no tower, and those of `watch`.
pub fn train_zero(plan: &ZeroPlan, watch: &mut dyn FnMut(usize, &Zero, f64) -> Result<()>) -> Result<Zero> {
    let mut rng = Rng::new(plan.seed, "jengazero", 0);
    let inputs = plan.embedding.size(BUFFER);
    let sizes: Vec<usize> = std::iter::once(inputs).chain(plan.hidden.iter().copied()).chain([OUTPUTS]).collect();
    let mut zero = Zero::new(Network::new(&sizes, &mut || rng.uniform())?, plan.embedding)?;
    let mut adam = Adam::new(zero.network(), plan.rate);
    let mut replay = Replay::new(plan.replay);
    watch(0, &zero, 0.0)?;
    for epoch in 0..plan.epochs {
        collect(plan, &zero, epoch, &mut replay)?;
        let mut loss = 0.0;
        for _ in 0..plan.steps {
            loss += step(&mut zero, &mut adam, &replay.sample(plan.batch, &mut rng));
        }
        watch(epoch + 1, &zero, loss / plan.steps.max(1) as f64)?;
    }
    Ok(zero)
}

/// Plays a game against itself and keeps all its searches.
fn collect(plan: &ZeroPlan, zero: &Zero, epoch: usize, replay: &mut Replay<Example>) -> Result<()> {
    let mut rng = Rng::new(plan.seed, "jengazero game", epoch as u64);
    let mut tower = Tower::start(Model::default(), plan.levels, &mut rng)?;
    loop {
        let mut search = Puct::new(zero, plan.exploration, &tower);
        for _ in 0..plan.iterations {
            search.iterate(&mut rng);
        }
        // There is none if the game is over.
        let Some(best) = search.best() else { return Ok(()) };
        replay.push(example(plan, zero, &tower, &search));
        let chosen = if plan.drawn > 0.0 && rng.uniform() < plan.drawn {
            drawn(plan, &search, &mut rng).unwrap_or(best)
        } else {
            best
        };
        let block = tower.laid(usize::from(chosen.place), &mut rng);
        if rng.uniform() > tower.make(chosen, block) {
            return Ok(());
        }
    }
}

/// A move by the shares that the means have at the scale for drawing.
fn drawn(plan: &ZeroPlan, search: &Puct, rng: &mut Rng) -> Option<crate::arena::Move> {
    let (moves, shares) = shares(search, plan.drawn_scale);
    let mut left = rng.uniform() as f32;
    let at = shares.iter().position(|share| {
        left -= share;
        left < 0.0
    });
    moves.get(at.unwrap_or(0)).copied()
}

/// The moves that were tried, and the softmax of their means times a scale.
fn shares(search: &Puct, scale: f32) -> (Vec<crate::arena::Move>, Vec<f32>) {
    let (moves, means): (Vec<_>, Vec<f32>) = search.means().map(|(chosen, mean)| (chosen, scale * mean as f32)).unzip();
    let shares = softmax(&means, &vec![true; means.len()]);
    (moves, shares)
}

fn example(plan: &ZeroPlan, zero: &Zero, tower: &Tower, search: &Puct) -> Example {
    let (mut removals, mut places) = (vec![0.0; REMOVALS], vec![0.0; PLACES]);
    let (moves, shares) = shares(search, plan.scale);
    for (chosen, share) in moves.iter().zip(shares) {
        // The policy is a product, and of a product only the shares of its factors can be learned.
        if let Some(removal) = removals.get_mut(3 * usize::from(chosen.level) + usize::from(chosen.slot)) {
            *removal += share;
            places[usize::from(chosen.place)] += share;
        }
    }
    let most = search.means().map(|(_, mean)| mean).fold(f64::NEG_INFINITY, f64::max);
    Example { input: zero.input(tower), legal: Legal::of(tower), removals, places, value: -most as f32 }
}

/// One step: cross-entropy of the policy and square of the value, both as means over the batch.
fn step(zero: &mut Zero, adam: &mut Adam, examples: &[&Example]) -> f64 {
    let mut batch = Rows::new(zero.network().inputs());
    examples.iter().for_each(|example| batch.push(&example.input));
    let trace = zero.network().forward(batch);
    let (mut by_output, mut sum) = (Rows::new(OUTPUTS), 0.0);
    let count = examples.len() as f32;
    for (example, output) in examples.iter().zip(trace.output().iter()) {
        let removals = cross_entropy(&output[..REMOVALS], &example.removals, &example.legal.removals);
        let places = cross_entropy(&output[REMOVALS..REMOVALS + PLACES], &example.places, &example.legal.places);
        let value = squared(&output[OUTPUTS - 1..], &[example.value]);
        sum += removals.value + places.value + value.value;
        let slopes = [removals.gradient, places.gradient, value.gradient].concat();
        by_output.push(&slopes.iter().map(|slope| slope / count).collect::<Vec<f32>>());
    }
    let gradients = zero.network().backward(&trace, by_output);
    adam.step(zero.network_mut(), &gradients);
    sum / f64::from(count.max(1.0))
}
