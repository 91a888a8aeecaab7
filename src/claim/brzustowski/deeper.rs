//! Games that the player wins in wells that are too deep for a sweep: our own question beside section 6.2.
use super::{row, table};
use crate::claim::{Certificate, Decision, Fact, Finding, Task, Verdict};
use crate::error::{Error, Result};
use crate::game::wells::{Movement, PieceSet};
use crate::proof::region::wells::{Strategy, WellGame};
use crate::solve::Memory;
use crate::solve::wells::strategies::reach::{Effort, Reached, solve};
use crate::solve::wells::strategies::tame::Tame;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Given {
    /// The games, from the one that is found soonest.
    games: Vec<Deep>,
    /// The most situations of a game that is decided.
    situations: usize,
    /// The most bytes of a certificate that is kept.
    bytes: usize,
}

/// A game, and the wells in which the player wins it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Deep {
    width: u8,
    pieces: String,
    lookahead: u8,
    rule: String,
    depth: u16,
    /// The most covered holes of a well.
    holes: u32,
    /// The greatest sum of differences of the heights of neighbouring columns.
    bumps: u32,
    /// At so many situations, or fewer, the search has to look.
    situations: usize,
}

impl Deep {
    fn game(&self) -> Result<WellGame> {
        let rule = Movement::from_word(&self.rule)?;
        WellGame::new(self.width, self.depth, PieceSet::parse(&self.pieces)?, rule, self.lookahead)
    }

    /// The name of the certificate.
    fn name(&self) -> String {
        let Deep { width, pieces, lookahead, rule, .. } = self;
        format!("deeper-{pieces}-width-{width}-lookahead-{lookahead}-{rule}")
    }

    /// A strategy that makes tame wells only.
    fn strategy(&self, game: &WellGame, memory: Memory) -> Result<Strategy> {
        let Deep { holes, bumps, situations, .. } = *self;
        let effort = Effort { tame: Some(Tame { holes, bumps }), situations };
        match solve(game, effort, memory)? {
            Reached::Won(strategy) => Ok(strategy),
            _ => {
                let wrong = format!("no strategy with {holes} holes and {bumps} bumps in {situations} situations");
                Err(Error::input(game.title(), wrong, "bounds within which the player wins"))
            }
        }
    }
}

/// The games that a player wins who makes tame wells only.
pub fn deeper_wells(task: &Task) -> Result<Decision> {
    let given: Given = task.experiment.parameters(task.scale)?;
    let (mut decision, mut rows) = (Decision::default(), Vec::new());
    let (mut facts, mut others) = (Vec::new(), Vec::new());
    let decided = || given.games.iter().filter(|deep| deep.situations <= given.situations);
    task.watch.begin("deeper wells", decided().count() as u64, "games");
    for deep in decided() {
        let game = deep.game()?;
        let strategy = deep.strategy(&game, task.memory)?;
        let (text, lines, name) = (strategy.text(), strategy.moves.len(), deep.name());
        let hash = blake3::hash(text.as_bytes()).to_hex()[..16].to_string();
        let is_kept = text.len() <= given.bytes;
        let Deep { width, pieces, lookahead, rule, depth, holes, bumps, .. } = deep;
        let certificate = if is_kept { &name } else { &hash };
        rows.push(row![width, pieces, lookahead, rule, depth, holes, bumps, lines, certificate]);
        if is_kept {
            decision.keep(&name, text)?;
            facts.push(Fact::Survives(game));
        } else {
            Certificate::new(&name, text)?;
            others.push(game.title());
        }
        task.watch.advance(1);
    }
    let title = "Games that the player wins in wells deeper than were swept, by making tame ones only";
    let header = "width pieces lookahead rule depth most_holes most_bumps lines certificate";
    decision.tables.push((String::new(), table(title, header, rows)));
    decision.findings = findings(&decision, facts, &others)?;
    Ok(decision)
}

fn findings(decision: &Decision, facts: Vec<Fact>, others: &[String]) -> Result<Vec<Finding>> {
    let part = "the player wins games that are lost as deep as all wells were swept, in deeper wells";
    let kept = decision.proved(part, facts)?;
    let part = "so he does in other games, by certificates that were accepted when they were found and are not kept";
    let bound = if others.is_empty() { "no other game at this scale".to_string() } else { others.join("; ") };
    let not_kept = Finding::new(part, "search on the fly", Verdict::Swept { bound });
    let part = "the least depth in which the player wins each game of all-subsets, or that he loses it at every depth";
    let reached = "the depths of the table".to_string();
    Ok(vec![kept, not_kept, Finding::new(part, "search on the fly", Verdict::Open { reached })])
}
