//! The least depth in which the player wins who knows all pieces in advance.
use super::{LOST, Limits, unless_memory_ends, who, without_depth};
use crate::claim::{Certificate, Decision, Fact, Finding, Task, Verdict};
use crate::error::Result;
use crate::game::wells::InAdvance;
use crate::proof::Goal;
use crate::proof::region::wells::in_advance::{Foresight, Order};
use crate::report::table::Table;
use crate::solve::wells::in_advance::{Bounds, Exceeded, Known, solve};
use std::ops::ControlFlow::{Break, Continue};

/// An order that no player can place at some depth.
struct Lost {
    depth: u16,
    order: Vec<u8>,
    is_shortest: bool,
}

impl Lost {
    /// What an interrupted run saves.
    fn saved(&self) -> String {
        let pieces: Vec<String> = self.order.iter().map(u8::to_string).collect();
        format!("{} {}", self.is_shortest, pieces.join(" "))
    }

    /// The order as a certificate has it.
    fn of(&self, game: &InAdvance) -> Order {
        Order { game: at_depth(game, self.depth), pieces: self.order.clone() }
    }

    /// Of a game with so many pieces.
    fn read(depth: u16, pieces: usize, saved: &str) -> Option<Lost> {
        let (is_shortest, order) = saved.split_once(' ')?;
        let piece = |word: &str| word.parse().ok().filter(|piece| usize::from(*piece) < pieces);
        let order = order.split(' ').map(piece).collect::<Option<_>>()?;
        Some(Lost { depth, order, is_shortest: is_shortest.parse().ok()? })
    }
}

/// What was found, depth by depth.
#[derive(Default)]
struct Searched {
    /// The last depth in which he does not win.
    not_won: Option<u16>,
    /// An order that defeats every player there, unless he is held to tame wells.
    lost: Option<Lost>,
    /// The least depth in which he wins.
    won: Option<(u16, Foresight)>,
    /// Why the search ended before that.
    ended: Option<String>,
    /// It was for memory.
    is_cut_short: bool,
}

impl Searched {
    /// Searches one depth after the other. What is known of a depth is saved.
    fn depths(task: &Task, game: &InAdvance, bounds: &Bounds) -> Result<Self> {
        let mut searched = Searched::default();
        for depth in 0..=game.depth {
            let key = format!("depth {depth}");
            if let Some(saved) = task.watch.saved(&key) {
                let lost = Lost::read(depth, game.pieces.pieces().len(), &saved);
                let is_known = if bounds.tame.is_some() { saved == LOST } else { lost.is_some() };
                if is_known {
                    searched = Searched { not_won: Some(depth), lost, ..searched };
                    continue;
                }
            }
            let known = solve(&at_depth(game, depth), bounds, task.memory, task.watch);
            let known = match unless_memory_ends(task, known, depth, searched.not_won)? {
                Continue(known) => known,
                Break(ended) => return Ok(Searched { ended: Some(ended), is_cut_short: true, ..searched }),
            };
            match known {
                Known::Lost { order, is_shortest } => {
                    let lost = Lost { depth, order: order.pieces, is_shortest };
                    task.watch.save(&key, &lost.saved())?;
                    searched.lost = Some(lost);
                }
                Known::LostIfTame => task.watch.save(&key, LOST)?,
                Known::Won(foresight) => return Ok(Searched { won: Some((depth, foresight)), ..searched }),
                Known::Unknown(exceeded) => {
                    let more = match exceeded {
                        Exceeded::Wells => format!("there are more than {} wells", bounds.wells),
                        Exceeded::Members => {
                            format!("the sets of wells have more than {} members together", bounds.members)
                        }
                    };
                    return Ok(Searched { ended: Some(format!("at depth {depth} {more}")), ..searched });
                }
            }
            searched.not_won = Some(depth);
        }
        Ok(searched)
    }

    /// How far he was found not to win, and what ended the search.
    fn reached(&self, bounds: &Bounds) -> String {
        let how = if bounds.tame.is_some() { "not won with such wells" } else { "where the machine wins" };
        let to = self.not_won.map_or("no depth".to_string(), |depth| format!("depth {depth}, {how}"));
        self.ended.iter().fold(to, |to, why| format!("{to}; {why}"))
    }

    fn table(&self, game: &InAdvance) -> Table {
        let number = |number: Option<u16>| number.map_or(String::new(), |number| number.to_string());
        let lost = self.lost.as_ref();
        let row = vec![
            game.width.to_string(),
            game.pieces.to_string(),
            game.rule.word().to_string(),
            number(self.won.as_ref().map(|won| won.0)),
            number(lost.map(|lost| lost.depth)),
            lost.map_or(String::new(), |lost| lost.of(game).letters()),
        ];
        Table {
            title: format!("Least depth in which the player wins: {}", game.title()),
            header: ["width", "pieces", "rule", "least_height", "lost_to", "order"].map(String::from).to_vec(),
            rows: vec![row],
        }
    }
}

fn at_depth(game: &InAdvance, depth: u16) -> InAdvance {
    InAdvance { depth, ..game.clone() }
}

/// The least depth, with an order that defeats every player in the depth before, and sets of wells by which he wins. Where he is held
/// to tame wells, he may win in a smaller depth by others.
pub fn decide(task: &Task, game: &InAdvance, bounds: &Bounds, limits: Option<&Limits>) -> Result<Decision> {
    let searched = Searched::depths(task, game, bounds)?;
    let mut decision = Decision { is_cut_short: searched.is_cut_short, ..Decision::default() };
    let mut facts = Vec::new();
    if let Some(lost) = &searched.lost {
        let certificate = Certificate::new(&format!("{}-order", task.experiment.id), lost.of(game).text())?;
        let Lost { depth, order, is_shortest } = lost;
        let (count, least) = (order.len(), if *is_shortest { ", and by no shorter one" } else { "" });
        let part = format!("no player can place one order of {count} pieces at depth {depth}{least}");
        let finding = Finding::entailed(part, certificate.goal(), &[&certificate])?;
        decision.findings.push(match is_shortest {
            true => finding.note("that there is no shorter one was found by a search of all sets of wells"),
            false => finding,
        });
        facts.push(Fact::LostInAdvance(at_depth(game, *depth)));
        decision.certificates.push(certificate);
    }
    let title = without_depth(&game.title(), game.depth);
    let part = format!("the least depth in which {} wins: {title}", who(limits));
    let found = match &searched.won {
        Some((depth, foresight)) => {
            let certificate = Certificate::new(&format!("{}-sets", task.experiment.id), foresight.text())?;
            decision.certificates.push(certificate);
            facts.push(Fact::SurvivesInAdvance(at_depth(game, *depth)));
            let certificates: Vec<&Certificate> = decision.certificates.iter().collect();
            // That he does not win in less depth is in the facts, unless he is held to tame wells.
            let part =
                limits.map_or(format!("{part}, {depth}"), |_| format!("the player wins at depth {depth}: {title}"));
            Finding::entailed(part, Goal::Facts(facts), &certificates)?
        }
        None => Finding::new(part, "sets of wells", Verdict::Open { reached: searched.reached(bounds) }),
    };
    decision.findings.push(found);
    decision.tables.push((String::new(), searched.table(game)));
    Ok(decision)
}
