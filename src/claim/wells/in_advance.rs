//! The least depth in which the player wins who knows all pieces in advance.
use super::without_depth;
use crate::claim::{Certificate, Decision, Fact, Finding, Task, Verdict};
use crate::error::Result;
use crate::game::wells::InAdvance;
use crate::proof::Goal;
use crate::proof::region::wells::in_advance::Order;
use crate::report::table::Table;
use crate::solve::wells::in_advance::{Known, bounds, solve};

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

    /// Of a game with so many pieces.
    fn read(depth: u16, pieces: usize, saved: &str) -> Option<Lost> {
        let (is_shortest, order) = saved.split_once(' ')?;
        let piece = |word: &str| word.parse().ok().filter(|piece| usize::from(*piece) < pieces);
        let order = order.split(' ').map(piece).collect::<Option<_>>()?;
        Some(Lost { depth, order, is_shortest: is_shortest.parse().ok()? })
    }
}

/// The least depth, with an order that defeats every player in the depth before, and sets of wells by which he wins.
pub fn decide(task: &Task, game: &InAdvance, wells: usize) -> Result<Decision> {
    let at_depth = |depth| InAdvance { depth, ..game.clone() };
    let (mut lost, mut won): (Option<Lost>, _) = (None, None);
    for depth in 0..=game.depth {
        let key = format!("depth {depth}");
        if let Some(known) =
            task.watch.saved(&key).and_then(|saved| Lost::read(depth, game.pieces.pieces().len(), &saved))
        {
            lost = Some(known);
            continue;
        }
        match solve(&at_depth(depth), &bounds(wells), task.memory, task.watch)? {
            Known::Lost { order, is_shortest } => {
                let found = Lost { depth, order: order.pieces, is_shortest };
                task.watch.save(&key, &found.saved())?;
                lost = Some(found);
            }
            Known::Won(foresight) => {
                won = Some((depth, foresight));
                break;
            }
            Known::Unknown => break,
        }
    }
    let mut decision = Decision::default();
    let mut facts = Vec::new();
    let mut words = String::new();
    if let Some(Lost { depth, order, is_shortest }) = &lost {
        let order = Order { game: at_depth(*depth), pieces: order.clone() };
        let certificate = Certificate::new(&format!("{}-order", task.experiment.id), order.text())?;
        let (count, least) = (order.pieces.len(), if *is_shortest { ", and by no shorter one" } else { "" });
        let part = format!("no player can place one order of {count} pieces at depth {depth}{least}");
        let finding = Finding::entailed(part, certificate.goal(), &[&certificate])?;
        decision.findings.push(match is_shortest {
            true => finding.note("that there is no shorter one was found by a search of all sets of wells"),
            false => finding,
        });
        facts.push(Fact::LostInAdvance(order.game.clone()));
        words = order.letters();
        decision.certificates.push(certificate);
    }
    let lost_to = lost.map(|lost| lost.depth);
    let part = format!("the least depth in which the player wins: {}", without_depth(&game.title(), game.depth));
    let found = match &won {
        Some((depth, foresight)) => {
            decision.certificates.push(Certificate::new(&format!("{}-sets", task.experiment.id), foresight.text())?);
            facts.push(Fact::SurvivesInAdvance(at_depth(*depth)));
            let certificates: Vec<&Certificate> = decision.certificates.iter().collect();
            Finding::entailed(format!("{part}, {depth}"), Goal::Facts(facts), &certificates)?
        }
        None => {
            let reached =
                lost_to.map_or("no depth".to_string(), |depth| format!("depth {depth}, where the machine wins"));
            Finding::new(part, "sets of wells", Verdict::Open { reached })
        }
    };
    decision.findings.push(found);
    let number = |number: Option<u16>| number.map_or(String::new(), |number| number.to_string());
    let row = vec![
        game.width.to_string(),
        game.pieces.to_string(),
        game.rule.word().to_string(),
        number(won.map(|won| won.0)),
        number(lost_to),
        words,
    ];
    let table = Table {
        title: format!("Least depth in which the player wins: {}", game.title()),
        header: ["width", "pieces", "rule", "least_height", "lost_to", "order"].map(String::from).to_vec(),
        rows: vec![row],
    };
    decision.tables.push((String::new(), table));
    Ok(decision)
}
