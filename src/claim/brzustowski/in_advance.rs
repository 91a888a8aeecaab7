//! Who wins if the player knows all pieces in advance: our own question beside section 6.2.
use super::kink_order::WithKinks;
use super::odd::every_odd;
use super::{number_or, row, table, to_depth};
use crate::claim::{Certificate, Decision, Fact, Finding, Task, Verdict};
use crate::error::{Error, Result};
use crate::game::wells::{Deal, InAdvance, Movement, PieceSet};
use crate::proof::region::wells::WellGame;
use crate::proof::region::wells::in_advance::{Foresight, Order};
use crate::report::figure::{Cells, Figure};
use crate::report::table::Table;
use crate::solve::wells::defeats::rising::search_cycle;
use crate::solve::wells::in_advance::{Bounds, Known, solve};
use crate::solve::wells::regions::least_height;
use crate::solve::wells::regions::subsets::Set;
use crate::solve::wells::strategies::tame::Tame;
use crate::solve::{Memory, Unwatched};
use rayon::prelude::*;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Given {
    /// Pairs (width, greatest depth) for which all sets are tried.
    sizes: Vec<(u8, u16)>,
    /// By these rules.
    rules: Vec<Movement>,
    /// A width, and the greatest depth to which its sets are tried with few pieces of lookahead.
    compared: (u8, u16),
    /// The most wells of a search.
    wells: usize,
    /// The most wells in the sets of a search.
    members: usize,
    /// Tame wells among which he looks for a win in each depth first, and in the depth after the greatest.
    tame: Vec<TameWells>,
    /// Games whose certificates are kept, if pieces only drop.
    kept: Vec<Kept>,
    /// Pieces that with many left kinks between them defeat every player.
    with_kinks: WithKinks,
    /// Widths in which every set is settled.
    settled: Vec<Settled>,
}

/// Which wells of one width are tame.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TameWells {
    width: u8,
    /// The most covered holes.
    holes: u32,
    /// The greatest sum of the differences of the heights of neighbouring columns, as [`Tame::by_holes`] has it.
    bumps: Vec<u32>,
}

/// In wells of one width every set is among some of those that are won, or has some of those that are lost at every depth.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Settled {
    width: u8,
    /// Sets of which the certificates are kept.
    won: Vec<PieceSet>,
    /// Pieces that defeat every player at every depth if they come in this order again and again, wherever he may put them.
    orders: Vec<String>,
}

/// Pieces in wells of one width.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    width: u8,
    pieces: PieceSet,
}

/// Pieces that lose alone in odd wells at every depth.
const ODD: [&str; 3] = ["O", "S", "Z"];
/// The pieces that lose together in every well at every depth, to one order of them, by the theorem `kinks_win_blindly`.
const KINKS: &str = "SZ";
/// The rows that the machine looks at to find an order that defeats every player.
const ROWS: usize = 4;
/// The pieces of lookahead that are compared with all.
const FEW: [u8; 3] = [0, 1, 2];

/// What is known of a set in wells of one width.
#[derive(Default)]
struct Found {
    /// The greatest depth in which the machine wins, by an order that no other is known to be shorter than, if so it is said.
    lost: Option<(u16, Order, bool)>,
    /// The least depth in which the player wins.
    won: Option<(u16, Foresight)>,
    /// The machine wins at every depth.
    never: bool,
}

/// A set in wells of one width.
struct Line {
    set: Set,
    width: u8,
    rule: Movement,
    found: Found,
}

/// In which wells the player wins who knows all pieces in advance.
pub fn in_advance(task: &Task) -> Result<Decision> {
    let given: Given = task.experiment.parameters(task.scale)?;
    let lines = given.lines(task)?;
    let mut decision = Decision::default();
    for kept in &given.kept {
        let finding = given.kept(kept, task.memory, &mut decision)?;
        decision.findings.push(finding);
    }
    for settled in &given.settled {
        let finding = settled.finding(&mut decision)?;
        decision.findings.push(finding);
    }
    let by_kinks = given.with_kinks.findings(task, &mut decision)?;
    decision.findings.extend(by_kinks);
    decision.findings.extend(given.findings(&lines));
    let compared = given.compared(&lines, task)?;
    decision.findings.push(compared.finding());
    decision.tables.push((String::new(), listed(&lines)));
    decision.tables.push(("lookahead".to_string(), compared.table()));
    decision.figures.push(("lookahead".to_string(), Figure::Cells(compared.picture())));
    Ok(decision)
}

impl Given {
    /// Who wins a game from depth 0 on, to some depth.
    fn found(&self, width: u8, pieces: &PieceSet, rule: Movement, most: u16, memory: Memory) -> Result<Found> {
        let bounds = Bounds::new(self.wells, self.members);
        let mut found = Found::default();
        for depth in 0..=most + 1 {
            let game = InAdvance::new(width, depth, pieces.clone(), rule, Deal::Any)?;
            if let Some(sets) = self.won_if_tame(&game, memory)? {
                found.won = Some((depth, sets));
                break;
            }
            if depth > most {
                break;
            }
            match solve(&game, &bounds, memory, &Unwatched)? {
                Known::Lost { order, is_shortest } => found.lost = Some((depth, order, is_shortest)),
                Known::Won(sets) => {
                    found.won = Some((depth, sets));
                    break;
                }
                Known::LostIfTame | Known::Unknown(_) => break,
            }
        }
        Ok(found)
    }

    /// Sets by which the player wins who makes tame wells only.
    fn won_if_tame(&self, game: &InAdvance, memory: Memory) -> Result<Option<Foresight>> {
        for TameWells { holes, bumps, .. } in self.tame.iter().filter(|tame| tame.width == game.width) {
            let tame = Some(Tame::by_holes(*holes, bumps)?);
            let bounds = Bounds { tame, ..Bounds::new(self.wells, self.members) };
            if let Known::Won(sets) = solve(game, &bounds, memory, &Unwatched)? {
                return Ok(Some(sets));
            }
        }
        Ok(None)
    }

    /// Sets that lose at every depth in a width by a rule.
    fn lost_for_ever(&self, width: u8, rule: Movement) -> impl Iterator<Item = Set> {
        let of_width = self.settled.iter().filter(move |settled| settled.width == width);
        of_width
            .flat_map(Settled::lost)
            .chain(self.with_kinks.sets(width, rule))
            .chain(alone(width).iter().chain([&KINKS]).map(|letters| Set::of(letters)))
    }

    /// All sets in all sizes by all rules. What is found is accepted by the checkers.
    fn lines(&self, task: &Task) -> Result<Vec<Line>> {
        let mut games = Vec::new();
        for (width, depth) in &self.sizes {
            for rule in &self.rules {
                games.extend(Set::up_to_mirror().into_iter().map(|set| (*width, *depth, *rule, set)));
            }
        }
        task.watch.begin("all pieces known in advance: sets of pieces", games.len() as u64, "games");
        let one = |(width, depth, rule, set): (u8, u16, Movement, Set)| {
            // A set that has more pieces than one of these needs no search.
            let found = match self.lost_for_ever(width, rule).any(|lost| set != lost && set.holds(lost)) {
                true => Found::default(),
                false => self.found(width, &set.pieces()?, rule, depth, task.memory)?,
            };
            let never = self.lost_for_ever(width, rule).any(|lost| set.holds(lost));
            if let Some((_, order, _)) = &found.lost {
                Certificate::new("order", order.text())?;
            }
            if let Some((_, sets)) = &found.won {
                Certificate::new("sets", sets.text())?;
            }
            task.watch.advance(1);
            Ok(Line { set, width, rule, found: Found { never, ..found } })
        };
        games.into_par_iter().map(one).collect()
    }

    /// The least depth of a game whose certificates are kept.
    fn kept(&self, kept: &Kept, memory: Memory, decision: &mut Decision) -> Result<Finding> {
        let Kept { width, pieces } = kept;
        let name = format!("in-advance-{pieces}-width-{width}");
        let most = self.sizes.iter().map(|size| size.1).max().unwrap_or(0);
        let found = self.found(*width, pieces, Movement::Drop, most, memory)?;
        let (Some((before, order, is_shortest)), Some((depth, sets))) = (found.lost, found.won) else {
            return Err(Error::input(name, "no least depth found", "a game that the search decides"));
        };
        let count = order.pieces.len();
        let mut facts = Vec::new();
        for (word, text) in [("order", order.text()), ("sets", sets.text())] {
            let certificate = Certificate::new(&format!("{name}-{word}"), text)?;
            facts.extend(certificate.established.facts.clone());
            decision.certificates.push(certificate);
        }
        let part = format!(
            "if pieces only drop: with {pieces} in width {width} he wins from depth {depth} on, and at depth {before} one order of \
             {count} pieces defeats every player"
        );
        let finding = decision.proved(part, facts)?;
        Ok(if is_shortest { finding.note("no shorter order does, by a search of all sets of wells") } else { finding })
    }

    fn findings(&self, lines: &[Line]) -> Vec<Finding> {
        let count = |is: fn(&Found) -> bool| lines.iter().filter(|line| is(&line.found)).count();
        let never = count(|found| found.never);
        let won = count(|found| found.won.is_some());
        let open = count(|found| !found.never && found.won.is_none());
        let sizes = to_depth(&self.sizes);
        let rules: Vec<&str> = self.rules.iter().map(|rule| rule.word()).collect();
        let reached =
            format!("{sizes}, by {}: {won} games won, {never} lost at every depth, {open} open", rules.join(", "));
        let question = "who wins with each set of pieces, for each width, depth and rule";
        let part = "the least depths and orders of the table, by certificates that were accepted when they were found; only those above are kept";
        let kinks = "every set with both kinks loses at every depth, in every width: for each an order of kinks defeats every player";
        let won = lines.iter().find(|line| line.set.holds(Set::of(KINKS)) && line.found.won.is_some());
        let won = won.map(|line| format!("{} in width {}", line.set, line.width));
        vec![
            Finding::new(kinks, "sets of wells", Verdict::tried(sizes.clone(), won)).theorem("kinks_win_blindly"),
            Finding::new(question, "sets of wells", Verdict::Open { reached }),
            Finding::new(part, "sets of wells", Verdict::Swept { bound: sizes }),
        ]
    }

    /// The least depths with few pieces of lookahead and with all, of the sets that are won with all.
    fn compared(&self, lines: &[Line], task: &Task) -> Result<Compared> {
        let (width, depth) = self.compared;
        let of_width = lines.iter().filter(|line| line.width == width && line.rule == Movement::Drop);
        let mut compared = Compared { width, depth, sets: Vec::new() };
        for line in of_width {
            let Some((all, _)) = &line.found.won else { continue };
            let least = |lookahead| {
                let game = WellGame::new(width, depth, line.set.pieces()?, Movement::Drop, lookahead)?;
                Ok(least_height(&game, 0, task.memory, task.watch)?.height)
            };
            let few = FEW.iter().map(|lookahead| least(*lookahead)).collect::<Result<_>>()?;
            compared.sets.push((line.set, few, *all));
        }
        Ok(compared)
    }
}

/// The pieces that lose alone in a width at every depth, by weights of the columns.
fn alone(width: u8) -> &'static [&'static str] {
    if width % 2 == 1 { &ODD } else { &[] }
}

impl Settled {
    /// Sets that lose at every depth.
    fn lost(&self) -> impl Iterator<Item = Set> {
        self.orders.iter().map(|order| Set::of(order))
    }

    /// Which sets are won from some depth on, and that all others are lost at every depth.
    fn finding(&self, decision: &mut Decision) -> Result<Finding> {
        let (mut facts, mut won, mut lost) = (Vec::new(), Vec::new(), Vec::new());
        for pieces in &self.won {
            let fact = self.won_by(pieces, decision)?;
            if let Fact::SurvivesInAdvance(game) = &fact {
                won.push(format!("with {pieces} and each set of these from depth {} on", game.depth));
            }
            facts.push(fact);
        }
        for order in &self.orders {
            facts.push(self.lost_to(order, decision)?);
            lost.push(format!("{} by turns", order.chars().map(String::from).collect::<Vec<_>>().join(" and ")));
        }
        for letter in alone(self.width) {
            facts.push(every_odd(decision, letter)?);
            lost.push(format!("{letter} alone"));
        }
        let losing: Vec<Set> = self.lost().chain(alone(self.width).iter().map(|letter| Set::of(letter))).collect();
        let winning: Vec<Set> = self.won.iter().map(|pieces| Set::of(&pieces.to_string())).collect();
        for set in Set::up_to_mirror() {
            let (is_won, is_lost) =
                (winning.iter().any(|won| won.holds(set)), losing.iter().any(|lost| set.holds(*lost)));
            if is_won == is_lost {
                let right = "each set among those that are won or with some that are lost, and not both";
                return Err(Error::input(format!("width {}", self.width), set.to_string(), right));
            }
        }
        let part = format!(
            "in width {} every set is settled, up to a mirror: he wins {}; with every other set he loses at every depth, to {}",
            self.width,
            won.join(", and "),
            lost.join(", ")
        );
        decision.proved(part, facts)
    }

    /// That the player wins, by a certificate that is kept.
    fn won_by(&self, pieces: &PieceSet, decision: &Decision) -> Result<Fact> {
        let is_wanted = |fact: &&Fact| matches!(fact, Fact::SurvivesInAdvance(game) if game.width == self.width && game.pieces == *pieces);
        let fact = decision.certificates.iter().flat_map(|one| &one.established.facts).find(is_wanted);
        let right = "pieces among those whose certificates are kept";
        fact.cloned().ok_or_else(|| Error::input("settled", pieces.to_string(), right))
    }

    /// That the machine wins at every depth by pieces in this order again and again; the certificate is kept.
    fn lost_to(&self, order: &str, decision: &mut Decision) -> Result<Fact> {
        let pieces = PieceSet::parse(order)?;
        let number = |letter: char| pieces.pieces().iter().position(|piece| piece.word() == letter.to_string());
        let cycle: Vec<u8> = order.chars().filter_map(number).map(|number| number as u8).collect();
        let none = || Error::input(order, "no certificate found", "an order that defeats every player");
        let text = search_cycle(self.width, &pieces, Movement::Anywhere, &cycle, ROWS).ok_or_else(none)?;
        let certificate = Certificate::new(&format!("in-advance-{order}-width-{}-for-ever", self.width), text)?;
        let fact = certificate.established.facts.iter().find(|fact| matches!(fact, Fact::LostToCycle(_))).cloned();
        decision.certificates.push(certificate);
        fact.ok_or_else(none)
    }
}

/// The least depths of the sets of one width, if pieces only drop: with few pieces of lookahead, and with all known.
struct Compared {
    width: u8,
    /// The greatest depth that was tried with few.
    depth: u16,
    sets: Vec<(Set, Vec<Option<u16>>, u16)>,
}

impl Compared {
    fn finding(&self) -> Finding {
        let is_less = |(_, few, all): &&(Set, Vec<Option<u16>>, u16)| few.last().is_some_and(|two| *two != Some(*all));
        let words = |(set, few, all): &(Set, Vec<Option<u16>>, u16)| {
            let two = few.last().copied().flatten();
            format!("{set} {all} rows in place of {}", number_or(two, &format!("more than {}", self.depth)))
        };
        let less: Vec<String> = self.sets.iter().filter(is_less).map(words).collect();
        let part = "sets that need less depth if all pieces are known than with two pieces of lookahead";
        let named = if less.is_empty() { "none".to_string() } else { less.join("; ") };
        let bound = format!("width {} to depth {}, dropped", self.width, self.depth);
        Finding::new(part, "sweep", Verdict::Swept { bound }).note(named)
    }

    fn table(&self) -> Table {
        let mut rows = Vec::new();
        for (set, few, all) in &self.sets {
            let few = FEW.iter().map(u8::to_string).zip(few.iter().map(|least| number_or(*least, "")));
            let of_all = [("all".to_string(), all.to_string())];
            rows.extend(few.chain(of_all).map(|(lookahead, least)| row![self.width, set, lookahead, least]));
        }
        table(
            "The least depth by the pieces known ahead, if pieces only drop",
            "width pieces known_ahead least_height",
            rows,
        )
    }

    fn picture(&self) -> Cells {
        let few = |at: usize| self.sets.iter().map(|set| set.1[at].map(u64::from)).collect();
        let all = self.sets.iter().map(|set| Some(u64::from(set.2))).collect();
        Cells {
            title: format!("The least depth in which the player goes on for ever, width {}", self.width),
            across: "pieces".to_string(),
            down: "pieces known ahead".to_string(),
            column_labels: self.sets.iter().map(|set| set.0.to_string()).collect(),
            row_labels: FEW.iter().map(u8::to_string).chain(["all".to_string()]).collect(),
            values: (0..FEW.len()).map(few).chain([all]).collect(),
            legend: vec![],
            blank: format!("the machine wins to depth {}", self.depth),
            ..Cells::default()
        }
    }
}

fn listed(lines: &[Line]) -> Table {
    let entry = |line: &Line| {
        let Line { set, width, rule, found } = line;
        let lost = found.lost.as_ref();
        let order = lost.map(|lost| lost.1.letters());
        let sets = found.won.as_ref().map(|won| won.1.sets.len());
        row![
            width,
            set,
            rule.word(),
            number_or(found.won.as_ref().map(|won| won.0), ""),
            number_or(lost.map(|lost| lost.0), ""),
            number_or(order, ""),
            number_or(lost.map(|lost| lost.2), ""),
            number_or(sets, ""),
            found.never
        ]
    };
    let rows = lines.iter().map(entry).collect();
    let header = "width pieces rule least_height lost_to order is_shortest candidate_sets lost_at_every_depth";
    table("Who wins if the player knows all pieces in advance", header, rows)
}
