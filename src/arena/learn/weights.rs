//! The networks that the program brings along, trained once and kept in `data/jengazero/weights`.
use super::{DqnPlan, ZeroPlan, train_dqn, train_zero};
use crate::arena::Embedding;
use crate::arena::net::{Network, Note, read, write};
use crate::error::{Error, Result};
use include_dir::{Dir, include_dir};

static WEIGHTS: Dir = include_dir!("$CARGO_MANIFEST_DIR/data/jengazero/weights");

/// The seed of all networks that are kept.
const SEED: u64 = 1;

/// The networks that are kept: agent, way of training, and the plan.
const PLANS: &[(&str, &str, fn() -> Plan)] = &[
    ("dqn-basic", "paper", || Plan::Dqn(DqnPlan::paper(Embedding::Basic, SEED))),
    ("dqn-nim", "paper", || Plan::Dqn(DqnPlan::paper(Embedding::Nim, SEED))),
    ("jengazero-nim", "paper", || Plan::Zero(ZeroPlan::paper(Embedding::Nim, SEED))),
    ("jengazero-union", "paper", || Plan::Zero(ZeroPlan::paper(Embedding::Union, SEED))),
];

/// How a network is trained.
enum Plan {
    Dqn(DqnPlan),
    Zero(ZeroPlan),
}

impl Plan {
    /// The network, the seed and the epochs.
    fn follow(&self) -> Result<(Network, u64, usize)> {
        Ok(match self {
            Plan::Dqn(plan) => (train_dqn(plan, &mut |_, _| Ok(()))?.network().clone(), plan.seed, plan.epochs),
            Plan::Zero(plan) => (train_zero(plan, &mut |_, _, _| Ok(()))?.network().clone(), plan.seed, plan.epochs),
        })
    }
}

/// The network of an agent that was trained as the paper says, or in the way that has this name.
///
/// # Errors
/// A way in which the agent was not trained.
pub fn named(agent: &str, way: Option<&str>) -> Result<(Network, Note)> {
    let way = way.unwrap_or("paper");
    let file = format!("{agent}-{way}.safetensors");
    let Some(bytes) = WEIGHTS.get_file(&file) else {
        let known: Vec<&str> = PLANS.iter().filter(|plan| plan.0 == agent).map(|plan| plan.1).collect();
        let place = format!("agent '{agent}', parameter weights");
        return Err(Error::input(place, format!("'{way}'"), format!("one of {}", known.join(", "))));
    };
    read(&file, bytes.contents())
}

/// All networks that the program brings along: name, as `dqn-nim-paper`, and bytes of the file.
pub fn all() -> impl Iterator<Item = (&'static str, &'static [u8])> {
    WEIGHTS.files().filter_map(|file| Some((file.path().to_str()?.strip_suffix(".safetensors")?, file.contents())))
}

/// The names of the networks that can be trained, as `dqn-nim-paper`.
pub fn names() -> impl Iterator<Item = String> {
    PLANS.iter().map(|(agent, way, _)| format!("{agent}-{way}"))
}

/// Trains a network again and gives the bytes of its file.
///
/// # Errors
/// A name that is not in [`names`].
pub fn train(name: &str) -> Result<Vec<u8>> {
    let Some((agent, _, plan)) = PLANS.iter().find(|(agent, way, _)| format!("{agent}-{way}") == name) else {
        let known: Vec<String> = names().collect();
        return Err(Error::input("network", format!("'{name}'"), format!("one of {}", known.join(", "))));
    };
    let (network, seed, epochs) = plan().follow()?;
    let command = format!("cargo run --release --example networks -- {name}");
    write(&network, &Note { agent: agent.to_string(), command, seed, epochs, weights: String::new() })
}
