//! JengaZero learns from its own searches (the paper, sections 3.3 and 5.5).
use super::policy::{PAIRS, doubled_loss, pair, policy_loss};
use super::puct::Puct;
use super::replay::Replay;
use super::zero::{Legal, OUTPUTS, Zero};
use crate::arena::net::{Adam, Network, Rows, softmax, squared};
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
    /// Whether the loss of the policy is that of the authors' program, which put its shares through a softmax once more.
    pub doubled: bool,
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
            doubled: false,
            seed,
        }
    }

    /// The plan of the authors' program, where it differs: means that are not scaled, and the doubled loss.
    pub fn as_run(embedding: Embedding, seed: u64) -> Self {
        ZeroPlan { scale: 1.0, doubled: true, ..ZeroPlan::paper(embedding, seed) }
    }
}

/// A search that was made, and what the network should have said.
struct Example {
    input: Vec<f32>,
    legal: Legal,
    /// A share for every pair of a removal and a place.
    policy: Vec<f32>,
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
            loss += step(plan.doubled, &mut zero, &mut adam, &replay.sample(plan.batch, &mut rng));
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
        let block = tower.laid(usize::from(best.place), &mut rng);
        if rng.uniform() > tower.make(best, block) {
            return Ok(());
        }
    }
}

fn example(plan: &ZeroPlan, zero: &Zero, tower: &Tower, search: &Puct) -> Example {
    let (moves, means): (Vec<_>, Vec<f64>) = search.means().unzip();
    let scaled: Vec<f32> = means.iter().map(|mean| plan.scale * *mean as f32).collect();
    let mut policy = vec![0.0; PAIRS];
    for (chosen, share) in moves.into_iter().zip(softmax(&scaled, &vec![true; scaled.len()])) {
        if let Some(at) = pair(chosen) {
            policy[at] = share;
        }
    }
    let most = means.into_iter().fold(f64::NEG_INFINITY, f64::max);
    Example { input: zero.input(tower), legal: Legal::of(tower), policy, value: -most as f32 }
}

/// One step: cross-entropy of the policy and square of the value, both as means over the batch.
fn step(doubled: bool, zero: &mut Zero, adam: &mut Adam, examples: &[&Example]) -> f64 {
    let mut batch = Rows::new(zero.network().inputs());
    examples.iter().for_each(|example| batch.push(&example.input));
    let trace = zero.network().forward(batch);
    let (mut by_output, mut sum) = (Rows::new(OUTPUTS), 0.0);
    let count = examples.len() as f32;
    for (example, output) in examples.iter().zip(trace.output().iter()) {
        let policy = match doubled {
            true => doubled_loss(output, &example.policy),
            false => policy_loss(output, &example.policy, &example.legal),
        };
        let value = squared(&output[OUTPUTS - 1..], &[example.value]);
        sum += policy.value + value.value;
        let slopes = [policy.gradient, value.gradient].concat();
        by_output.push(&slopes.iter().map(|slope| slope / count).collect::<Vec<f32>>());
    }
    let gradients = zero.network().backward(&trace, by_output);
    adam.step(zero.network_mut(), &gradients);
    sum / f64::from(count.max(1.0))
}
