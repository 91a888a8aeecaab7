//! The networks that the program brings along, trained once and kept in `data/jengazero/weights`.
#[cfg(feature = "search")]
use super::{DqnPlan, ZeroPlan, train_dqn, train_zero};
#[cfg(feature = "search")]
use crate::arena::Embedding;
#[cfg(feature = "search")]
use crate::arena::net::write;
use crate::arena::net::{Network, Note, read};
use crate::error::{Error, Result};

/// The seed of all networks that are kept.
#[cfg(feature = "search")]
const SEED: u64 = 1;

/// A network that is kept.
struct Kept {
    agent: &'static str,
    /// The name of the way in which it was trained.
    way: &'static str,
    #[cfg(feature = "search")]
    plan: fn() -> Plan,
    /// The file.
    bytes: &'static [u8],
}

impl Kept {
    fn name(&self) -> String {
        format!("{}-{}", self.agent, self.way)
    }
}

/// A network that is kept: the agent, the way, and how it is trained.
macro_rules! kept {
    ($agent:literal, $way:literal, $plan:expr) => {
        Kept {
            agent: $agent,
            way: $way,
            #[cfg(feature = "search")]
            plan: || $plan,
            bytes: include_bytes!(concat!("../../../data/jengazero/weights/", $agent, "-", $way, ".safetensors")),
        }
    };
}

/// The networks that are kept. Pages in a browser have one.
const KEPT: &[Kept] = &[
    #[cfg(feature = "search")]
    kept!("dqn-basic", "paper", Plan::Dqn(DqnPlan::paper(Embedding::Basic, SEED))),
    #[cfg(feature = "search")]
    kept!("dqn-basic", "long", Plan::Dqn(DqnPlan::long(Embedding::Basic, SEED))),
    #[cfg(feature = "search")]
    kept!("dqn-nim", "paper", Plan::Dqn(DqnPlan::paper(Embedding::Nim, SEED))),
    #[cfg(feature = "search")]
    kept!("dqn-nim", "long", Plan::Dqn(DqnPlan::long(Embedding::Nim, SEED))),
    kept!("jengazero-nim", "paper", Plan::Zero(ZeroPlan::paper(Embedding::Nim, SEED))),
    #[cfg(feature = "search")]
    kept!("jengazero-nim", "as-run", Plan::Zero(ZeroPlan::as_run(Embedding::Nim, SEED))),
    #[cfg(feature = "search")]
    kept!("jengazero-union", "paper", Plan::Zero(ZeroPlan::paper(Embedding::Union, SEED))),
    #[cfg(feature = "search")]
    kept!("jengazero-union", "as-run", Plan::Zero(ZeroPlan::as_run(Embedding::Union, SEED))),
];

/// How a network is trained.
#[cfg(feature = "search")]
enum Plan {
    Dqn(DqnPlan),
    Zero(ZeroPlan),
}

#[cfg(feature = "search")]
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
    let Some(kept) = KEPT.iter().find(|kept| kept.agent == agent && kept.way == way) else {
        let known: Vec<&str> = KEPT.iter().filter(|kept| kept.agent == agent).map(|kept| kept.way).collect();
        let place = format!("agent '{agent}', parameter weights");
        return Err(Error::input(place, format!("'{way}'"), format!("one of {}", known.join(", "))));
    };
    read(&format!("{}.safetensors", kept.name()), kept.bytes)
}

/// All networks that the program brings along: name, as `dqn-nim-paper`, and bytes of the file.
pub fn all() -> impl Iterator<Item = (String, &'static [u8])> {
    KEPT.iter().map(|kept| (kept.name(), kept.bytes))
}

/// The names of the networks that can be trained, as `dqn-nim-paper`.
pub fn names() -> impl Iterator<Item = String> {
    KEPT.iter().map(Kept::name)
}

/// Trains a network again and gives the bytes of its file.
///
/// # Errors
/// A name that is not in [`names`].
#[cfg(feature = "search")]
pub fn train(name: &str) -> Result<Vec<u8>> {
    let Some(kept) = KEPT.iter().find(|kept| kept.name() == name) else {
        let known: Vec<String> = names().collect();
        return Err(Error::input("network", format!("'{name}'"), format!("one of {}", known.join(", "))));
    };
    let (network, seed, epochs) = (kept.plan)().follow()?;
    let command = format!("cargo run --release --example networks -- {name}");
    write(&network, &Note { agent: kept.agent.to_string(), command, seed, epochs, weights: String::new() })
}
