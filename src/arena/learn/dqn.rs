//! Deep Q-learning of the value of a move (the paper, sections 3.1 and 5.3).
//!
//! The games change sides: a move is worth its reward, less the discounted value of the opponent's best reply. The values of
//! replies come from the network as it was before the step, as in the paper's loss.
use super::action::ActionValues;
use super::replay::Replay;
use crate::arena::agents::{Agent, Dqn, agent};
use crate::arena::net::{Adam, Network, Rows, smooth_l1};
use crate::arena::{BUFFER, Embedding, Model, Rng, Step, Tower, play};
use crate::error::Result;

/// How a DQN is trained.
#[derive(Debug, Clone, PartialEq)]
pub struct DqnPlan {
    /// What the network sees.
    pub embedding: Embedding,
    /// Levels for which the embedding has room.
    pub buffer: usize,
    /// Full levels of the first towers.
    pub levels: usize,
    /// Units of each hidden layer.
    pub hidden: Vec<usize>,
    /// Epochs: each is a number of games, then a number of steps.
    pub epochs: usize,
    /// Games of an epoch.
    pub games: usize,
    /// Steps of an epoch.
    pub steps: usize,
    /// Rate of Adam.
    pub rate: f64,
    /// Examples of a step.
    pub batch: usize,
    /// Examples that are kept.
    pub replay: usize,
    /// How much a later reward is worth.
    pub discount: f32,
    /// Share of random moves at the first epoch.
    pub epsilon: f64,
    /// Epochs in which that share falls by the factor e.
    pub decay: f64,
    /// Another seed, another network.
    pub seed: u64,
}

impl DqnPlan {
    /// The plan of the paper, for towers of 5 levels. The paper names neither the rate, nor the discount, nor the share of
    /// random moves; these are those of its authors' program.
    pub fn paper(embedding: Embedding, seed: u64) -> Self {
        DqnPlan {
            embedding,
            buffer: BUFFER,
            levels: 5,
            hidden: vec![256],
            epochs: 50,
            games: 1,
            steps: 1,
            rate: 1e-3,
            batch: 128,
            replay: 1024,
            discount: 0.99,
            epsilon: 0.9,
            decay: 1000.0,
            seed,
        }
    }

    /// Forty times as many epochs as in the paper, with four steps each, the authors' larger buffer, and a share of random
    /// moves that falls: a plan under which the networks come to an end of what they learn.
    pub fn long(embedding: Embedding, seed: u64) -> Self {
        DqnPlan { epochs: 2000, steps: 4, replay: 10_000, decay: 500.0, ..DqnPlan::paper(embedding, seed) }
    }

    /// The same plan for first towers of so many levels, with room for every tower that can arise from them.
    #[must_use]
    pub fn of_levels(self, levels: usize) -> Self {
        DqnPlan { levels, buffer: BUFFER.max(levels.saturating_mul(3)), ..self }
    }
}

/// A move that was made, and what came of it.
struct Example {
    input: Vec<f32>,
    /// -1 after a fall, 1 if the opponent has no move, else 0.
    reward: f32,
    /// The replies; none if the game is over.
    replies: Rows,
}

/// Trains a network. `watch` sees it before the first epoch, as epoch 0, and after each.
///
/// # Errors
/// A plan that makes no network or no tower, and those of `watch`.
pub fn train_dqn(plan: &DqnPlan, watch: &mut dyn FnMut(usize, &ActionValues) -> Result<()>) -> Result<ActionValues> {
    let mut rng = Rng::new(plan.seed, "dqn", 0);
    let inputs = plan.embedding.action_size(plan.buffer);
    let sizes: Vec<usize> = std::iter::once(inputs).chain(plan.hidden.iter().copied()).chain([1]).collect();
    let network = Network::new(&sizes, &mut || rng.uniform())?;
    let mut values = ActionValues::new(network, plan.embedding, plan.buffer)?;
    let mut adam = Adam::new(values.network(), plan.rate);
    let mut replay = Replay::new(plan.replay);
    watch(0, &values)?;
    for epoch in 0..plan.epochs {
        let epsilon = plan.epsilon * libm::exp(-(epoch as f64) / plan.decay);
        for game in 0..plan.games {
            collect(plan, &values, epsilon, epoch * plan.games + game, &mut replay)?;
        }
        for _ in 0..plan.steps {
            step(plan, &mut values, &mut adam, &replay.sample(plan.batch, &mut rng));
        }
        watch(epoch + 1, &values)?;
    }
    Ok(values)
}

/// Plays a game and keeps all its moves. Of four games two are against itself, one is begun by Random and one against it.
fn collect(
    plan: &DqnPlan,
    values: &ActionValues,
    epsilon: f64,
    game: usize,
    replay: &mut Replay<Example>,
) -> Result<()> {
    let (me, random) = (Dqn::new(values.clone(), epsilon), agent("random")?);
    let (me, random): (&dyn Agent, &dyn Agent) = (&me, random.as_ref());
    let players = [[me, me], [me, random], [me, me], [random, me]][game % 4];
    let number = game as u64;
    let mut luck = Rng::new(plan.seed, "dqn tower", number);
    let mut minds = [Rng::new(plan.seed, "dqn first", number), Rng::new(plan.seed, "dqn second", number)];
    let tower = Tower::start(Model::default(), plan.levels, &mut luck)?;
    let keep = |step: &Step| replay.push(example(values, step));
    play(tower, players, &mut luck, &mut minds, keep)?;
    Ok(())
}

fn example(values: &ActionValues, step: &Step) -> Example {
    let over = step.fell || step.after.removals().next().is_none();
    let replies = if over { Rows::new(values.network().inputs()) } else { values.inputs(step.after) };
    let reward = if step.fell {
        -1.0
    } else if over {
        1.0
    } else {
        0.0
    };
    Example { input: values.input(step.before, step.chosen), reward, replies }
}

/// One step towards the rewards less the values of the best replies.
fn step(plan: &DqnPlan, values: &mut ActionValues, adam: &mut Adam, examples: &[&Example]) {
    let mut batch = Rows::new(values.network().inputs());
    let mut targets = Vec::with_capacity(examples.len());
    for example in examples {
        batch.push(&example.input);
        let reply = values.most(&example.replies).unwrap_or(0.0);
        targets.push(example.reward - plan.discount * reply);
    }
    let trace = values.network().forward(batch);
    let outputs: Vec<f32> = trace.output().iter().map(|row| row[0]).collect();
    let mut by_output = Rows::new(1);
    smooth_l1(&outputs, &targets).gradient.iter().for_each(|&slope| by_output.push(&[slope]));
    let gradients = values.network().backward(&trace, by_output);
    adam.step(values.network_mut(), &gradients);
}
