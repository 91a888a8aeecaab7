//! The seven pieces dealt from a bag, as in modern games: our own question beside section 6.2.
use super::{drawn, row, table};
use crate::claim::{Certificate, Decision, Fact, Finding, Task, Verdict};
use crate::error::{Error, Result};
use crate::game::wells::{BagGame, Movement, PieceSet};
use crate::proof::region::wells::bag::BagHomes;
use crate::report::figure::{Figure, WellDrawing};
use crate::solve::together::{Beside, together};
use crate::solve::wells::play::bag::BagPlay;
use crate::solve::wells::strategies::bag::apart::apart;
use crate::solve::wells::strategies::bag::{Bounds, Dealt, solve};
use crate::solve::wells::strategies::tame::Tame;
use crate::solve::{Memory, Watch};
use serde::Deserialize;
use std::cmp::Reverse;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Given {
    /// Wells in which the player wins.
    won: Vec<Won>,
    /// The same for wells whose certificates take long to check, or are long: they are checked once and not kept.
    wide: Vec<Won>,
    /// The same where pieces may be put anywhere.
    anywhere: Vec<Won>,
    /// Width and depth where the player wins with none put aside, each piece in columns of its own.
    apart: Vec<(u8, u16)>,
    /// Width and depth where all wells are looked at, with a piece put aside, where pieces may slide.
    lost: Vec<(u8, u16)>,
    /// The same where pieces may slide and turn on the way.
    lost_turned: Vec<(u8, u16)>,
    /// The same where pieces only drop.
    lost_dropped: Vec<(u8, u16)>,
    /// The same where pieces may be put anywhere.
    lost_anywhere: Vec<(u8, u16)>,
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
    /// The greatest sum of the differences of the heights of neighbouring columns: with no hole, with one, and so on; nothing if
    /// all wells are looked at.
    #[serde(default)]
    bumps: Vec<u32>,
    /// The same for the wells at which play stays when a bag is empty, which then have no hole.
    homes: Option<u32>,
}

pub(super) const SEVEN: &str = "OITJLSZ";
/// Of these wells there is a picture: how many pieces are shown, and the width.
const DRAWN: [(u8, u8); 3] = [(0, 6), (0, 10), (1, 4)];

/// In which wells the player goes on for ever.
pub fn bags(task: &Task) -> Result<Decision> {
    let given: Given = task.experiment.parameters(task.scale)?;
    let games = [given.won()?, given.lost()?].concat();
    let (won, swept): (Vec<Settled>, Vec<Settled>) =
        settled(task, given.wells, &games)?.into_iter().partition(|one| one.sought.way.is_none());
    let (mut decision, mut rows) = (Decision::default(), Vec::new());
    won_findings(won, &mut decision, &mut rows)?;
    apart_findings(&given.apart, given.wells, &mut decision, &mut rows)?;
    for way in WAYS {
        let of_way = || swept.iter().filter(|one| one.sought.way == Some(way));
        let is_won = |one: &&Settled| one.homes.is_some();
        let machine = of_way().filter(|one| !is_won(one)).map(|one| &one.sought.game);
        rows.extend(
            machine.map(|BagGame { well, hold, .. }| {
                row![well.width, well.depth, hold, well.rule.word(), "machine", "", ""]
            }),
        );
        let sizes: Vec<(u8, u16)> =
            of_way().map(|one| (one.sought.game.well.width, one.sought.game.well.depth)).collect();
        let other = of_way().find(is_won).map(|one| one.sought.game.title());
        let (with, how) = way.words();
        let part = format!("{with} and no lookahead the machine wins in shallow wells, {how}");
        let found = Verdict::tried(format!("every well that can come up in {}", super::to_depth(&sizes)), other);
        decision.findings.push(Finding::new(part, "sweep", found));
    }
    let part = "the least depth in which the player wins, for each width, with and without a piece put aside";
    let reached = "the depths of the table".to_string();
    decision.findings.push(Finding::new(part, "sweep", Verdict::Open { reached }));
    let title = "Who wins when the seven pieces are dealt from a bag, without lookahead";
    decision.tables.push((String::new(), table(title, "width depth hold rule winner homes certificate", rows)));
    Ok(decision)
}

/// Whether a piece may be put aside, and how pieces move, where all wells are looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    Held,
    HeldAndDropped,
    HeldAndTurned,
    HeldAndAnywhere,
    NotHeld,
}

/// In the order of the parts.
const WAYS: [Way; 5] = [Way::Held, Way::HeldAndDropped, Way::HeldAndTurned, Way::HeldAndAnywhere, Way::NotHeld];

impl Way {
    fn words(self) -> (&'static str, &'static str) {
        match self {
            Way::Held => ("with one piece put aside", "though pieces may slide"),
            Way::HeldAndDropped => ("with one piece put aside", "if pieces only drop"),
            Way::HeldAndTurned => ("with one piece put aside", "though pieces may slide and turn on the way"),
            Way::HeldAndAnywhere => ("with one piece put aside", "wherever the player may put pieces"),
            Way::NotHeld => ("with no piece put aside", "though pieces may slide"),
        }
    }

    fn game(self, width: u8, depth: u16) -> Result<BagGame> {
        let rule = match self {
            Way::HeldAndDropped => Movement::Drop,
            Way::HeldAndTurned => Movement::Referee,
            Way::HeldAndAnywhere => Movement::Anywhere,
            Way::Held | Way::NotHeld => Movement::Slide,
        };
        BagGame::new(width, depth, PieceSet::parse(SEVEN)?, rule, self != Way::NotHeld)
    }
}

/// A game to be settled.
#[derive(Clone)]
pub(super) struct Sought {
    pub game: BagGame,
    bounds: Bounds,
    /// Where all wells are looked at.
    way: Option<Way>,
    /// Whether the certificate is kept.
    is_kept: bool,
}

impl Given {
    /// The games that the player wins.
    fn won(&self) -> Result<Vec<Sought>> {
        let sought = |won: &Won, rule, is_kept| {
            let game = BagGame::new(won.width, won.depth, PieceSet::parse(SEVEN)?, rule, true)?;
            let tame = (!won.bumps.is_empty()).then(|| Tame { bumps: won.bumps.clone() });
            let bounds = Bounds { tame, homes: won.homes, wells: self.wells };
            Ok(Sought { game, bounds, way: None, is_kept })
        };
        let lists = [
            (&self.won, Movement::Drop, true),
            (&self.wide, Movement::Drop, false),
            (&self.anywhere, Movement::Anywhere, false),
        ];
        lists.iter().flat_map(|(wells, rule, is_kept)| wells.iter().map(|won| sought(won, *rule, *is_kept))).collect()
    }

    /// The games of which all wells are looked at.
    fn lost(&self) -> Result<Vec<Sought>> {
        let sizes = [&self.lost, &self.lost_dropped, &self.lost_turned, &self.lost_anywhere, &self.lost_without];
        let all = WAYS.into_iter().zip(sizes).flat_map(|(way, sizes)| sizes.iter().map(move |size| (way, *size)));
        let sought = |(way, (width, depth)): (Way, (u8, u16))| {
            let bounds = Bounds { tame: None, homes: None, wells: self.wells };
            Ok(Sought { game: way.game(width, depth)?, bounds, way: Some(way), is_kept: false })
        };
        all.map(sought).collect()
    }
}

/// What was found of a game.
pub(super) struct Settled {
    pub sought: Sought,
    /// How many homes the certificate has, which the checker has accepted; nothing if the machine wins.
    pub homes: Option<(usize, Certificate)>,
    pub picture: Option<Figure>,
}

/// Settles games beside one another, the largest first.
pub(super) fn settled(task: &Task, wells: usize, games: &[Sought]) -> Result<Vec<Settled>> {
    task.watch.begin("bags", games.len() as u64, "games");
    let mut order: Vec<usize> = (0..games.len()).collect();
    order.sort_by_key(|number| {
        let well = &games[*number].game.well;
        Reverse(u16::from(well.width) * well.depth + 3 * u16::from(well.lookahead))
    });
    let mut all = together(games.len(), task.memory, |turn, memory| {
        let settled = games[order[turn]].settle(wells, memory, task.watch)?;
        task.watch.advance(1);
        Ok((order[turn], settled))
    })?;
    all.sort_by_key(|(number, _)| *number);
    Ok(all.into_iter().map(|(_, settled)| settled).collect())
}

impl Sought {
    /// A game with pieces that are dropped, so many of them shown; bounds as for [`Won`].
    pub fn dropped(
        (width, depth): (u8, u16),
        shown: u8,
        hold: bool,
        bumps: &[u32],
        wells: usize,
        is_kept: bool,
    ) -> Result<Self> {
        let game = BagGame::new(width, depth, PieceSet::parse(SEVEN)?, Movement::Drop, hold)?.showing(shown)?;
        let tame = (!bumps.is_empty()).then(|| Tame { bumps: bumps.to_vec() });
        Ok(Sought { game, bounds: Bounds { tame, homes: None, wells }, way: None, is_kept })
    }

    fn settle(&self, wells: usize, memory: Memory, watch: &dyn Watch) -> Result<Settled> {
        let (game, bounds) = (&self.game, &self.bounds);
        let homes = match (solve(game, bounds, memory, &Beside(watch))?, &bounds.tame) {
            (Dealt::Won(homes), _) => homes,
            (Dealt::Lost, None) => return Ok(Settled { sought: self.clone(), homes: None, picture: None }),
            (Dealt::Lost, Some(tame)) => {
                let right = "bounds within which the player wins";
                return Err(Error::input(game.title(), format!("no way with bumps {:?} by holes", tame.bumps), right));
            }
            (Dealt::Unknown, _) => return Err(Error::input(game.title(), wells.to_string(), "more wells")),
        };
        let certificate = Certificate::new(&self.name(), homes.text())?;
        let is_drawn = self.is_kept && DRAWN.contains(&(game.well.lookahead, game.well.width));
        let picture = is_drawn.then(|| two_bags(&homes, wells)).transpose()?;
        let count = homes.homes.values().map(|held| held.len()).sum::<usize>();
        Ok(Settled { sought: self.clone(), homes: Some((count, certificate)), picture })
    }
}

impl Sought {
    /// The name of its certificate.
    fn name(&self) -> String {
        let (width, lookahead) = (self.game.well.width, self.game.well.lookahead);
        match (lookahead, self.game.hold) {
            (0, _) => format!("bags-width-{width}"),
            (_, true) => format!("bags-shown-{lookahead}-width-{width}"),
            (_, false) => format!("bags-shown-{lookahead}-width-{width}-no-hold"),
        }
    }
}

/// The wells that the player wins, with the certificates that are kept.
fn won_findings(won: Vec<Settled>, decision: &mut Decision, rows: &mut Vec<Vec<String>>) -> Result<()> {
    let (mut facts, mut others) = (Vec::new(), Vec::new());
    for Settled { sought, homes, picture } in won {
        let (width, depth) = (sought.game.well.width, sought.game.well.depth);
        let lost = || Error::input(sought.game.title(), "a loss", "a game that the player wins");
        let (count, certificate) = homes.ok_or_else(lost)?;
        let hash = blake3::hash(certificate.text.as_bytes()).to_hex()[..16].to_string();
        let rule = sought.game.well.rule;
        rows.push(row![width, depth, true, rule.word(), "player", count, hash]);
        decision.figures.extend(picture.map(|picture| (format!("two-bags-width-{width}"), picture)));
        if sought.is_kept {
            decision.certificates.push(certificate);
            facts.push(Fact::SurvivesBag(sought.game));
        } else {
            let how = if rule == Movement::Anywhere { ", put anywhere" } else { "" };
            others.push(format!("width {width} at depth {depth}{how}"));
        }
    }
    let part = "in each of these wells the player goes on for ever with one piece put aside and no lookahead, whatever the order \
                of each bag, and pieces are only dropped";
    decision.findings.push(decision.proved(part, facts)?);
    let part = "so he does in other wells, by certificates that were accepted when they were found and are not kept";
    let bound = if others.is_empty() { "no other well at this scale".to_string() } else { others.join("; ") };
    decision.findings.push(Finding::new(part, "bags", Verdict::Swept { bound }));
    Ok(())
}

/// The wells in which the player wins with no piece put aside, each piece in columns of its own.
fn apart_findings(
    sizes: &[(u8, u16)],
    most: usize,
    decision: &mut Decision,
    rows: &mut Vec<Vec<String>>,
) -> Result<()> {
    let mut facts = Vec::new();
    for (width, depth) in sizes {
        let game = BagGame::new(*width, *depth, PieceSet::parse(SEVEN)?, Movement::Drop, false)?;
        let lost = || Error::input(game.title(), "no way to play", "a well in which each piece has columns of its own");
        let homes = apart(&game, most).ok_or_else(lost)?;
        let certificate = Certificate::new(&format!("bags-width-{width}"), homes.text())?;
        let hash = blake3::hash(certificate.text.as_bytes()).to_hex()[..16].to_string();
        rows.push(row![width, depth, false, game.well.rule.word(), "player", homes.homes.len(), hash]);
        decision.certificates.push(certificate);
        facts.push(Fact::SurvivesBag(game));
    }
    let part = "so he does with no piece put aside in a well of fourteen columns";
    decision.findings.push(decision.proved(part, facts)?);
    Ok(())
}

/// The plays in two bags, the kinks in the middle one after the other.
fn two_bags(homes: &BagHomes, wells: usize) -> Result<Figure> {
    let mut play = BagPlay::new(homes, wells)?;
    let pieces = play.game().well.pieces.pieces().to_vec();
    let shown = if play.game().well.lookahead == 0 { "" } else { ", then those shown" };
    let title = format!(
        "Two bags, {SEVEN} and then in reverse, above each well the piece put aside{shown}: {}",
        play.game().title()
    );
    let mut wells = Vec::new();
    for word in SEVEN.chars().chain(SEVEN.chars().rev()) {
        let dealt = pieces.iter().position(|piece| piece.word() == word.to_string()).expect("the set has all seven");
        let Some(put) = play.deal(dealt)? else { continue };
        let (piece, depth) = (&pieces[put.piece], usize::from(play.game().well.depth));
        let (placed, next) = (piece.word(), pieces[put.next].word());
        let caption = if put.piece == put.next {
            format!("{placed} placed")
        } else {
            format!("{next} put aside; {placed} placed")
        };
        let shape = &piece.turns()[usize::from(put.at.turn)];
        let drawing = WellDrawing::played(&put.before, shape, put.at);
        let above = play.aside().into_iter().chain(play.shown().iter().map(|piece| usize::from(*piece)));
        let shown = above.map(|piece| pieces[piece].turns()[0].clone()).collect();
        wells.push(WellDrawing { caption, depth: Some(depth), walls: depth + 2, shown, ..drawing });
    }
    Ok(drawn(title, wells, 7))
}
