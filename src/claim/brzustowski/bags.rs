//! The seven pieces dealt from a bag, as in modern games: our own question beside section 6.2.
use super::{drawn, row, table};
use crate::claim::{Certificate, Decision, Fact, Finding, Task, Verdict};
use crate::error::{Error, Result};
use crate::game::wells::{BagGame, Movement, PieceSet};
use crate::proof::region::wells::bag::BagHomes;
use crate::report::figure::{Figure, WellDrawing};
use crate::solve::wells::play::bag::BagPlay;
use crate::solve::wells::strategies::bag::{Bounds, Dealt, solve};
use crate::solve::wells::strategies::tame::Tame;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Given {
    /// Wells in which the player wins.
    won: Vec<Won>,
    /// The same for wells whose certificates take long to check, or are long: they are checked once and not kept.
    wide: Vec<Won>,
    /// Width and depth where all wells are looked at, with a piece put aside.
    lost: Vec<(u8, u16)>,
    /// The same where pieces only drop.
    lost_dropped: Vec<(u8, u16)>,
    /// The same with none put aside, where pieces may slide.
    lost_without: Vec<(u8, u16)>,
    /// The most wells looked at.
    wells: usize,
}

/// A well, and the bounds within which the player wins there.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Won {
    width: u8,
    depth: u16,
    /// The greatest sum of the differences of the heights of neighbouring columns: with no hole, with one, and so on.
    bumps: Vec<u32>,
    /// The same for the wells at which play stays when a bag is empty, which then have no hole.
    homes: Option<u32>,
}

const SEVEN: &str = "OITJLSZ";
/// Of these widths there is a picture.
const DRAWN: [u8; 2] = [6, 10];

/// In which wells the player goes on for ever.
pub fn bags(task: &Task) -> Result<Decision> {
    let given: Given = task.experiment.parameters(task.scale)?;
    let (mut decision, mut rows) = (Decision::default(), Vec::new());
    won(task, &given, &mut decision, &mut rows)?;
    let sought = [
        (&given.lost, true, Movement::Slide, "with one piece put aside", "though pieces may slide"),
        (&given.lost_dropped, true, Movement::Drop, "with one piece put aside", "if pieces only drop"),
        (&given.lost_without, false, Movement::Slide, "with no piece put aside", "though pieces may slide"),
    ];
    let all = Bounds { tame: None, homes: None, wells: given.wells };
    for (sizes, hold, rule, with, way) in sought {
        let mut other = None;
        for &(width, depth) in sizes {
            let game = BagGame::new(width, depth, PieceSet::parse(SEVEN)?, rule, hold)?;
            match solve(&game, &all, task.memory, task.watch)? {
                Dealt::Lost => rows.push(row![width, depth, hold, rule.word(), "machine", "", ""]),
                Dealt::Won(_) => other = Some(game.title()),
                Dealt::Unknown => return Err(Error::input(game.title(), "more wells", given.wells.to_string())),
            }
        }
        let part = format!("{with} and no lookahead the machine wins in shallow wells, {way}");
        let found = Verdict::tried(format!("every well that can come up in {}", super::to_depth(sizes)), other);
        decision.findings.push(Finding::new(part, "sweep", found));
    }
    let part = "the least depth in which the player wins, for each width, with and without a piece put aside";
    let reached = "the depths of the table".to_string();
    decision.findings.push(Finding::new(part, "sweep", Verdict::Open { reached }));
    let title = "Who wins when the seven pieces are dealt from a bag, without lookahead";
    decision.tables.push((String::new(), table(title, "width depth hold rule winner homes certificate", rows)));
    Ok(decision)
}

/// The wells that the player wins, with the certificates that are kept.
fn won(task: &Task, given: &Given, decision: &mut Decision, rows: &mut Vec<Vec<String>>) -> Result<()> {
    let (mut facts, mut others) = (Vec::new(), Vec::new());
    let kept = given.won.iter().map(|won| (won, true));
    for (won, keep) in kept.chain(given.wide.iter().map(|wide| (wide, false))) {
        let (width, depth) = (won.width, won.depth);
        let game = BagGame::new(width, depth, PieceSet::parse(SEVEN)?, Movement::Drop, true)?;
        let bounds = Bounds { tame: Some(Tame { bumps: won.bumps.clone() }), homes: won.homes, wells: given.wells };
        let Dealt::Won(homes) = solve(&game, &bounds, task.memory, task.watch)? else {
            let right = "bounds within which the player wins";
            return Err(Error::input(game.title(), format!("no way with bumps {:?} by holes", won.bumps), right));
        };
        let (text, count) = (homes.text(), homes.homes.values().map(|held| held.len()).sum::<usize>());
        let hash = blake3::hash(text.as_bytes()).to_hex()[..16].to_string();
        rows.push(row![width, depth, true, "drop", "player", count, hash]);
        let name = format!("bags-width-{width}");
        if keep {
            decision.keep(&name, text)?;
            facts.push(Fact::SurvivesBag(game));
        } else {
            Certificate::new(&name, text)?;
            others.push(format!("width {width} at depth {depth}"));
        }
        if keep && DRAWN.contains(&width) {
            decision.figures.push((format!("two-bags-width-{width}"), two_bags(&homes, given.wells)?));
        }
    }
    let part = "the player goes on for ever with one piece put aside and no lookahead, whatever the order of each bag, and pieces \
                are only dropped";
    decision.findings.push(decision.proved(part, facts)?);
    let part = "so he does in other wells, by certificates that were accepted when they were found and are not kept";
    let bound = if others.is_empty() { "no other well at this scale".to_string() } else { others.join(", ") };
    decision.findings.push(Finding::new(part, "bags", Verdict::Swept { bound }));
    Ok(())
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
