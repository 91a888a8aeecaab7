//! The seven pieces dealt from a bag, as in modern games: our own question beside section 6.2.
use super::{drawn, row, table};
use crate::claim::{Decision, Fact, Finding, Task, Verdict};
use crate::error::{Error, Result};
use crate::game::wells::{BagGame, Movement, PieceSet};
use crate::proof::region::wells::bag::BagHomes;
use crate::report::figure::{Figure, WellDrawing};
use crate::solve::wells::play::bag::BagPlay;
use crate::solve::wells::strategies::bag::{Bounds, Dealt, solve};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Given {
    /// Width, depth, and the bounds of the wells within which the player wins: holes, and differences of heights.
    won: Vec<(u8, u16, u32, u32)>,
    /// Width and depth where all wells are looked at, with a piece put aside.
    lost: Vec<(u8, u16)>,
    /// The same with none put aside.
    lost_without: Vec<(u8, u16)>,
    /// The most wells looked at.
    wells: usize,
}

const SEVEN: &str = "OITJLSZ";

/// In which wells the player goes on for ever.
pub fn bags(task: &Task) -> Result<Decision> {
    let given: Given = task.experiment.parameters(task.scale)?;
    let (mut decision, mut rows) = (Decision::default(), Vec::new());
    for (width, depth, holes, bumps) in given.won {
        let game = BagGame::new(width, depth, PieceSet::parse(SEVEN)?, Movement::Drop, true)?;
        let bounds = Bounds { tame: Some((holes, bumps)), wells: given.wells };
        let Dealt::Won(homes) = solve(&game, bounds, task.memory, task.watch)? else {
            let right = "bounds within which the player wins";
            return Err(Error::input(game.title(), format!("no way with {holes} holes and {bumps} bumps"), right));
        };
        rows.push(row![
            width,
            depth,
            true,
            "drop",
            "player",
            homes.homes.values().map(|held| held.len()).sum::<usize>()
        ]);
        decision.keep(&format!("bags-width-{width}"), homes.text())?;
        let part = format!(
            "in width {width} at depth {depth} the player goes on for ever with one piece put aside and no lookahead, \
             whatever the order of each bag, and pieces are only dropped"
        );
        decision.findings.push(decision.proved(part, vec![Fact::SurvivesBag(game)])?);
        decision.figures.push((format!("two-bags-width-{width}"), two_bags(&homes, given.wells)?));
    }
    for (sizes, hold, with) in [(&given.lost, true, "one piece"), (&given.lost_without, false, "no piece")] {
        let mut other = None;
        for &(width, depth) in sizes {
            let game = BagGame::new(width, depth, PieceSet::parse(SEVEN)?, Movement::Slide, hold)?;
            match solve(&game, Bounds { tame: None, wells: given.wells }, task.memory, task.watch)? {
                Dealt::Lost => rows.push(row![width, depth, hold, "slide", "machine", ""]),
                Dealt::Won(_) => other = Some(game.title()),
                Dealt::Unknown => return Err(Error::input(game.title(), "more wells", given.wells.to_string())),
            }
        }
        let part = format!(
            "with {with} put aside and no lookahead the machine wins in shallow wells, though pieces may slide"
        );
        let found = Verdict::tried(format!("every well that can come up in {}", super::to_depth(sizes)), other);
        decision.findings.push(Finding::new(part, "sweep", found));
    }
    let part = "the least depth in which the player wins, for each width, with and without a piece put aside";
    let reached = "the depths of the table".to_string();
    decision.findings.push(Finding::new(part, "sweep", Verdict::Open { reached }));
    let title = "Who wins when the seven pieces are dealt from a bag, without lookahead";
    decision.tables.push((String::new(), table(title, "width depth hold rule winner homes", rows)));
    Ok(decision)
}

/// The plays in two bags, the kinks in the middle one after the other.
fn two_bags(homes: &BagHomes, wells: usize) -> Result<Figure> {
    let mut play = BagPlay::new(homes, wells)?;
    let pieces = play.game().well.pieces.pieces().to_vec();
    let title =
        format!("Two bags, {SEVEN} and then in reverse, above each well the piece put aside: {}", play.game().title());
    let mut wells = Vec::new();
    for word in SEVEN.chars().chain(SEVEN.chars().rev()) {
        let dealt = pieces.iter().position(|piece| piece.word() == word.to_string()).expect("the set has all seven");
        let aside = |play: &BagPlay| play.aside().map(|piece| pieces[piece].turns()[0].clone());
        let Some(put) = play.deal(dealt)? else { continue };
        let (piece, depth) = (&pieces[put.piece], usize::from(play.game().well.depth));
        let placed = piece.word();
        let caption =
            if put.piece == dealt { format!("{placed} placed") } else { format!("{word} put aside; {placed} placed") };
        let shape = &piece.turns()[usize::from(put.at.turn)];
        let drawing = WellDrawing::played(&put.before, shape, put.at);
        let shown = aside(&play).into_iter().collect();
        wells.push(WellDrawing { caption, depth: Some(depth), walls: depth + 2, shown, ..drawing });
    }
    Ok(drawn(title, wells, 7))
}
