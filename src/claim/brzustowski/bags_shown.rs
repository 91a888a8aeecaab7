//! The seven pieces from a bag, some of them shown ahead: our own question beside section 6.2.
use super::bags::{SEVEN, Settled, Sought, settled};
use super::{row, table};
use crate::claim::{Certificate, Decision, Fact, Finding, Task, Verdict};
use crate::error::{Error, Result};
use crate::game::wells::{BagGame, Deal, InAdvance, MOST_LOOKAHEAD, Movement, PieceSet};
use crate::proof::region::wells::in_advance::{Foresight, Order};
use crate::report::figure::{Cells, Figure};
use crate::solve::wells::in_advance::{self, Bounds, MEMBERS, solve};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Given {
    /// Games that the player wins.
    won: Vec<Shown>,
    /// Games of which all wells are looked at, and that the machine wins.
    lost: Vec<Shown>,
    /// Games in which one order defeats every player, however much of it he knows.
    orders: Vec<Known>,
    /// Games that the player wins who knows all pieces.
    #[serde(default)]
    placed: Vec<Known>,
    /// The most wells looked at.
    wells: usize,
}

/// A well in which all pieces are known in advance, if they only drop.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Known {
    width: u8,
    depth: u16,
    #[serde(default)]
    hold: bool,
}

impl Known {
    fn game(&self) -> Result<InAdvance> {
        let pieces = PieceSet::parse(SEVEN)?;
        InAdvance::new(self.width, self.depth, pieces, Movement::Drop, Deal::Bag { hold: self.hold })
    }

    /// The same well with so many pieces shown.
    fn shown(&self, shown: u8) -> Result<BagGame> {
        BagGame::new(self.width, self.depth, PieceSet::parse(SEVEN)?, Movement::Drop, self.hold)?.showing(shown)
    }

    /// The name of a certificate.
    fn name(&self, word: &str) -> String {
        let hold = if self.hold { "" } else { "-no-hold" };
        format!("bags-known-{word}width-{}{hold}", self.width)
    }

    /// Sets of wells by which the player can place every order.
    fn sets(&self, wells: usize, task: &Task) -> Result<Foresight> {
        let game = self.game()?;
        match solve(&game, &Bounds::new(wells, MEMBERS), task.memory, task.watch)? {
            in_advance::Known::Won(sets) => Ok(sets),
            _ => Err(Error::input(game.title(), "no sets found", "a game that the player wins who knows all pieces")),
        }
    }

    /// An order that defeats every player, and whether it is known that none is shorter.
    fn order(&self, wells: usize, task: &Task) -> Result<(Order, bool)> {
        let game = self.game()?;
        match solve(&game, &Bounds::new(wells, MEMBERS), task.memory, task.watch)? {
            in_advance::Known::Lost { order, is_shortest } => Ok((order, is_shortest)),
            _ => Err(Error::input(game.title(), "no order found", "a game that the machine wins by one order")),
        }
    }
}

/// A well with pieces shown, if they only drop.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Shown {
    width: u8,
    depth: u16,
    shown: u8,
    #[serde(default)]
    hold: bool,
    /// The greatest sum of the differences of the heights of neighbouring columns: with no hole, with one, and so on; nothing if
    /// all wells are looked at.
    #[serde(default)]
    bumps: Vec<u32>,
    /// Whether the certificate is kept.
    #[serde(default)]
    is_kept: bool,
}

impl Shown {
    fn sought(&self, wells: usize) -> Result<Sought> {
        Sought::dropped((self.width, self.depth), self.shown, self.hold, &self.bumps, wells, self.is_kept)
    }

    fn words(&self) -> String {
        let hold = if self.hold { "" } else { " and no piece put aside" };
        format!("width {} at depth {} with {} shown{hold}", self.width, self.depth, self.shown)
    }
}

impl Given {
    /// The fewest pieces shown with which a well is won by a certificate that is kept; none of them if all pieces have to be known.
    /// Nothing if it is not known to be won.
    fn fewest(&self, well: &Known) -> Option<Option<u8>> {
        let size = (well.width, well.depth, well.hold);
        let kept = self.won.iter().filter(|game| game.is_kept && (game.width, game.depth, game.hold) == size);
        let placed = self.placed.iter().any(|known| (known.width, known.depth, known.hold) == size);
        kept.map(|game| game.shown).min().map(Some).or(placed.then_some(None))
    }
}

/// How much less depth is enough where pieces are shown ahead.
pub fn bags_shown(task: &Task) -> Result<Decision> {
    let given: Given = task.experiment.parameters(task.scale)?;
    let (mut decision, mut rows) = (Decision::default(), Vec::new());
    let mut settle = |games: &[Shown]| -> Result<Vec<Settled>> {
        let sought = games.iter().map(|game| game.sought(given.wells)).collect::<Result<Vec<_>>>()?;
        let settled = settled(task, given.wells, &sought)?;
        for (game, found) in games.iter().zip(&settled) {
            let (winner, hash) = found.homes.as_ref().map_or(("machine", String::new()), |(_, certificate)| {
                ("player", blake3::hash(certificate.text.as_bytes()).to_hex()[..16].to_string())
            });
            rows.push(row![game.width, game.shown, game.hold, game.depth, winner, hash]);
        }
        Ok(settled)
    };
    let (won, lost) = (settle(&given.won)?, settle(&given.lost)?);
    let (mut facts, mut others) = (Vec::new(), Vec::new());
    for (game, found) in given.won.iter().zip(won) {
        let lost = || Error::input(found.sought.game.title(), "a loss", "a game that the player wins");
        let (_, certificate) = found.homes.ok_or_else(lost)?;
        let name = format!("two-bags-{}-shown-width-{}", game.shown, game.width);
        decision.figures.extend(found.picture.map(|picture| (name, picture)));
        if game.is_kept {
            decision.certificates.push(certificate);
            facts.push(Fact::SurvivesBag(found.sought.game));
        } else {
            others.push(game.words());
        }
    }
    let part = "in each of these wells the player goes on for ever with one piece put aside and so many shown ahead, whatever the order of \
                each bag, and pieces are only dropped";
    decision.findings.push(decision.proved(part, facts)?);
    let part = "so he does in other wells, by certificates that were accepted when they were found and are not kept";
    let bound = if others.is_empty() { "no other well at this scale".to_string() } else { others.join("; ") };
    decision.findings.push(Finding::new(part, "bags", Verdict::Swept { bound }));
    let part = "with so many pieces shown the machine wins in shallower wells, if pieces are only dropped";
    let tried: Vec<String> = given.lost.iter().map(Shown::words).collect();
    let other = lost.iter().find(|found| found.homes.is_some()).map(|found| found.sought.game.title());
    let bound = format!("every well that can come up in {}", tried.join("; "));
    decision.findings.push(Finding::new(part, "sweep", Verdict::tried(bound, other)));
    let part = "the least depth in which the player wins, for each width and number of pieces shown";
    decision.findings.push(Finding::new(
        part,
        "sweep",
        Verdict::Open { reached: "the depths of the table".to_string() },
    ));
    known(&given, task, &mut decision)?;
    decision.figures.push(("least-depth".to_string(), Figure::Cells(least_depths(&given))));
    let title =
        "Who wins when the seven pieces are dealt from a bag and some are shown ahead, if pieces are only dropped";
    decision.tables.push((String::new(), table(title, "width lookahead hold depth winner certificate", rows)));
    Ok(decision)
}

/// Who wins if all pieces are known in advance; and the least depths that follow, however many pieces are shown.
fn known(given: &Given, task: &Task, decision: &mut Decision) -> Result<()> {
    let (mut defeats, mut wins, mut rows) = (Vec::new(), Vec::new(), Vec::new());
    for known in &given.orders {
        let (order, is_shortest) = known.order(given.wells, task)?;
        rows.push(row![known.width, known.hold, known.depth, order.letters(), is_shortest]);
        let certificate = Certificate::new(&known.name("order-"), order.text())?;
        defeats.extend(certificate.established.facts.clone());
        decision.certificates.push(certificate);
    }
    for known in &given.placed {
        let certificate = Certificate::new(&known.name("sets-"), known.sets(given.wells, task)?.text())?;
        wins.extend(certificate.established.facts.clone());
        decision.certificates.push(certificate);
    }
    let part = "in each of these wells one order of pieces from the bags defeats every player, however many are shown, if pieces are \
         only dropped";
    decision.findings.push(decision.proved(part, defeats)?);
    if !wins.is_empty() {
        let part = "in this well the player can place every order of pieces from the bags, if he knows it in advance and pieces are only \
                    dropped";
        decision.findings.push(decision.proved(part, wins)?);
    }
    least(given, decision)?;
    let title =
        "Orders that defeat every player when the seven pieces are dealt from a bag, if pieces are only dropped";
    let header = "width hold lost_to order is_shortest";
    decision.tables.push(("orders".to_string(), table(title, header, rows)));
    Ok(())
}

/// The least depths where the one before is lost to an order: with all pieces known, and with so many shown and all more.
fn least(given: &Given, decision: &mut Decision) -> Result<()> {
    let (mut facts, mut words) = (Vec::new(), Vec::new());
    for known in &given.orders {
        let won = Known { depth: known.depth + 1, ..*known };
        let Some(fewest) = given.fewest(&won) else { continue };
        facts.extend([Fact::LostInAdvance(known.game()?), Fact::SurvivesInAdvance(won.game()?)]);
        let from = fewest.map_or("if all are known".to_string(), |shown| format!("from {shown} shown on"));
        facts.extend(fewest.map(|shown| won.shown(shown)).transpose()?.map(Fact::SurvivesBag));
        words.push(format!("depth {} in width {}, {from}", won.depth, won.width));
    }
    if !facts.is_empty() {
        let part = "if pieces are only dropped, the least depth with a piece put aside, if all pieces are known or at least so many are \
                    shown, in some widths";
        decision.findings.push(decision.proved(part, facts)?.note(words.join("; ")));
    }
    Ok(())
}

/// The least depths with a piece put aside, as far as they follow: a well that is won is won with more pieces shown, and one that is
/// lost is lost with fewer. Where one order defeats every player, a well is lost with every number of pieces shown.
fn least_depths(given: &Given) -> Cells {
    let [won, lost] = [&given.won, &given.lost].map(|games| games.iter().filter(|game| game.hold));
    let mut widths: Vec<u8> = won.clone().map(|game| game.width).collect();
    widths.sort_unstable();
    widths.dedup();
    let least = |width: u8, shown: u8| {
        let is_won =
            won.clone().filter(|game| game.width == width && game.shown <= shown).map(|game| game.depth).min()?;
        let swept = lost.clone().filter(|game| game.width == width && game.shown >= shown).map(|game| game.depth);
        let by_order = given.orders.iter().filter(|known| known.hold && known.width == width).map(|known| known.depth);
        let is_lost = swept.chain(by_order).max()?;
        (is_lost + 1 == is_won).then(|| u64::from(is_won))
    };
    // The last row is of a player who knows all pieces.
    let all = |width: &u8| {
        let order = given.orders.iter().find(|known| known.hold && known.width == *width)?;
        let won = Known { depth: order.depth + 1, ..*order };
        given.fewest(&won).map(|_| u64::from(won.depth))
    };
    let known = widths.iter().map(all).collect();
    let shown = 1..=MOST_LOOKAHEAD;
    Cells {
        title: "The least depth in which the player goes on for ever with a piece put aside".to_string(),
        across: "width of the well".to_string(),
        down: "pieces shown ahead".to_string(),
        column_labels: widths.iter().map(u8::to_string).collect(),
        row_labels: shown.clone().map(|shown| shown.to_string()).chain(["all".to_string()]).collect(),
        values: shown.map(|shown| widths.iter().map(|width| least(*width, shown)).collect()).chain([known]).collect(),
        legend: vec![],
        blank: "not settled".to_string(),
        ..Cells::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row_of(given: &str, row: &str) -> Vec<Option<u64>> {
        let cells = least_depths(&toml::from_str(given).unwrap());
        let number = cells.row_labels.iter().position(|label| label == row).unwrap();
        cells.values[number].clone()
    }

    #[test]
    fn an_order_counts_as_a_loss_for_every_number_of_pieces_shown() {
        let won = "wells = 1\nlost = []\nwon = [{ width = 9, depth = 3, shown = 2, hold = true, is_kept = true }]\n";
        let order = format!("{won}orders = [{{ width = 9, depth = 2, hold = true }}]");
        assert_eq!(row_of(&order, "1"), [None]);
        for shown in ["2", "3", "6", "all"] {
            assert_eq!(row_of(&order, shown), [Some(3)], "{shown} shown");
        }
        // One without a piece put aside tells nothing, nor does one that leaves a depth between.
        for other in ["{ width = 9, depth = 2 }", "{ width = 9, depth = 1, hold = true }"] {
            for shown in ["2", "6", "all"] {
                assert_eq!(row_of(&format!("{won}orders = [{other}]"), shown), [None], "{shown} shown, {other}");
            }
        }
    }

    #[test]
    fn a_sweep_counts_as_a_loss_for_fewer_pieces_shown() {
        let given = "wells = 1\norders = []\nlost = [{ width = 9, depth = 2, shown = 3, hold = true }]\n\
                     won = [{ width = 9, depth = 3, shown = 2, hold = true, is_kept = true }]";
        let least = ["1", "2", "3", "4", "all"].map(|shown| row_of(given, shown)[0]);
        assert_eq!(least, [None, Some(3), Some(3), None, None]);
    }
}
