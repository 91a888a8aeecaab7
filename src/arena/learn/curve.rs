//! How an agent plays while it learns (the paper, section 2 and Figure 1).
use super::dqn::{DqnPlan, train_dqn};
use crate::arena::agents::{Agent, Dqn, agent};
use crate::arena::{Contest, Model};
use crate::error::Result;

/// How often a network won after some epochs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CurvePoint {
    /// Epochs of training.
    pub epoch: usize,
    /// Games against each opponent, half of them begun.
    pub games: u64,
    /// Games won against Random.
    pub random: u64,
    /// Games won against 1-step.
    pub one_step: u64,
}

/// Trains a DQN and lets it play after every `every` epochs, without random moves.
///
/// # Errors
/// A plan that makes no network or no tower.
pub fn dqn_curve(plan: &DqnPlan, every: usize, games: u64) -> Result<Vec<CurvePoint>> {
    let mut points = Vec::new();
    train_dqn(plan, &mut |epoch, values| {
        if epoch % every.max(1) == 0 {
            points.push(point(&Dqn::new(values.clone(), 0.0), epoch, plan.levels, games, plan.seed)?);
        }
        Ok(())
    })?;
    Ok(points)
}

fn point(player: &dyn Agent, epoch: usize, levels: usize, games: u64, seed: u64) -> Result<CurvePoint> {
    let won = |against: &str| {
        let opponent = agent(against)?;
        let contest = Contest { agents: [player, opponent.as_ref()], model: Model::default(), levels, games, seed };
        Ok(contest.run()?.wins[0])
    };
    Ok(CurvePoint { epoch, games, random: won("random")?, one_step: won("one-step")? })
}
