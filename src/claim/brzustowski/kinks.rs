//! Both kinks against every player (section 5.3, Algorithm 2, Figure 5.30).
use super::advance::in_advance;
use super::duels::Duels;
use super::{ANYWHERE, Everywhere, drawn, named, number_or, row, table, tagged};
use crate::claim::{Decision, Finding, Task, Verdict};
use crate::error::{Error, Result};
use crate::game::wells::Well;
use crate::report::figure::{Figure, WellDrawing};
use crate::report::table::Table;
use crate::solve::Memory;
use crate::solve::wells::defeats::exact::{AlgorithmTwo, algorithm_two, kinks};
use crate::solve::wells::play::duel::{DuelResult, Terms, duel};
use crate::solve::wells::play::flats::Population;
use crate::solve::wells::play::machines::{Detector, Found, Kinks, Machine, seen};
use crate::solve::wells::play::players::{Player, gallery};
use crate::solve::wells::play::shield::{Shield, shield};
use crate::solve::wells::plays::Freedom;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Given {
    /// Widths and depths in which the gallery plays.
    widths: Vec<u8>,
    depths: Vec<usize>,
    /// How freely kinks are moved, there and in the wells below.
    freedoms: Vec<String>,
    /// A duel is ended after so many pieces.
    most: u64,
    /// Pairs (width, depth): all players, from every well.
    wells: Vec<(u8, usize)>,
}

/// A duel with the shields that the machine found, by the tags of their flats.
struct Duel {
    words: Vec<String>,
    outcome: DuelResult,
    shields: usize,
    /// What went against the argument of the thesis; where pieces need not move, shields do not hold.
    broken: Option<String>,
}

/// The recipe against the gallery with both detectors, and against all players in small wells.
pub fn algorithm_2(task: &Task) -> Result<Decision> {
    let Given { widths, depths, freedoms, most, wells } = task.experiment.parameters(task.scale)?;
    let duels = duels(&Duels::new(&widths, &depths, &freedoms, most)?, task.memory)?;
    let wells = Everywhere::new(wells, &freedoms)?;
    let (everybody, all_players) = everybody(&wells, task.memory)?;
    let (advance, shortest) = in_advance(&wells, task.memory)?;
    let header = "width depth rule player detector pieces_sent rows_deleted shields";
    let row = |duel: &Duel| {
        let DuelResult { pieces, rows, .. } = duel.outcome;
        [duel.words.clone(), row![pieces, rows, duel.shields]].concat()
    };
    let title = "Algorithm 2 against the gallery: pieces to defeat, rows deleted, shields found";
    Ok(Decision {
        findings: [vec![everybody], gallery_findings(&duels), advance].concat(),
        tables: vec![
            (String::new(), table(title, header, duels.iter().map(row).collect())),
            ("all-players".to_string(), all_players),
            ("in-advance".to_string(), shortest),
        ],
        figures: vec![("shields".to_string(), stack()?), ("figure-5-30".to_string(), one_more()?)],
        ..Decision::default()
    })
}

fn gallery_findings(duels: &[Duel]) -> Vec<Finding> {
    let first = |wrong: &dyn Fn(&Duel) -> Option<String>| {
        duels.iter().find_map(|duel| wrong(duel).map(|what| format!("{}: {what}", duel.words.join(", "))))
    };
    let survives =
        |duel: &Duel| (!duel.outcome.lost).then(|| format!("still plays after {} pieces", duel.outcome.pieces));
    let finding = |part: &str, broken: Option<String>| {
        Finding::new(
            part,
            "duels",
            Verdict::tried(format!("{} duels of the gallery, those of the table", duels.len()), broken),
        )
    };
    let defeated =
        finding("each player of the gallery is defeated with either detector", first(&survives)).supporting();
    let part = "each detected cycle leaves one more shield, above the others, and no flat of a shield dies later, where pieces move";
    let shields = finding(part, first(&|duel| duel.broken.clone()));
    vec![
        defeated.note(
            "the thesis empties the list of wells on entering step 1 or 2; here, and in the theorem, it is emptied on entering \
             step 1 or 3, in which a kind of kink begins",
        ),
        shields.note(
            "so the thesis argues. The theorem algorithm_2 needs no shield, and that a flat of one never dies is no theorem here",
        ),
    ]
}

fn duels(duels: &Duels, memory: Memory) -> Result<Vec<Duel>> {
    let fight = |player: &dyn Player, terms: &Terms, words: Vec<String>| {
        let with = |detector: Detector| {
            let (outcome, found, flats) = recorded(player, detector, terms)?;
            let broken = if terms.freedom == ANYWHERE { None } else { tags(&found, &flats).err() };
            Ok(Duel { words: [words.clone(), row![detector.word()]].concat(), outcome, shields: found.len(), broken })
        };
        Detector::ALL.into_iter().map(with).collect::<Result<Vec<Duel>>>()
    };
    Ok(duels.fight(&kinks(), None, memory, fight)?.into_iter().flatten().collect())
}

/// A duel, the shields of the machine, and the flats before each play.
fn recorded(
    player: &dyn Player,
    detector: Detector,
    terms: &Terms,
) -> Result<(DuelResult, Vec<Found>, Vec<Population>)> {
    let mut machine = Kinks::new(detector);
    let mut flats = vec![Population::new(terms.start.clone())];
    let outcome = duel(&mut machine, player, terms, |turn| flats.push(turn.flats.clone()))?;
    Ok((outcome, machine.shields().to_vec(), flats))
}

/// The tags of the flats of each shield after the one more kink, or what breaks the argument: a cycle without a shield,
/// a kink that leaves none, a later cycle-band that is not above it, or a flat of it that dies.
fn tags(found: &[Found], flats: &[Population]) -> std::result::Result<Vec<Vec<u64>>, String> {
    let mut shields: Vec<Vec<u64>> = Vec::new();
    for one in found {
        let before = &flats[one.turn as usize];
        let Some((band, old)) = &one.shield else { return Err(format!("no shield in {}", one.well)) };
        let lowest = before.tags()[before.tags().len() - band];
        if shields.iter().flatten().any(|tag| before.row(*tag).is_none()) {
            return Err(format!("before piece {} a flat of a shield is dead", one.turn + 1));
        }
        if shields.last().and_then(|shield| shield.first()).is_some_and(|top| *top >= lowest) {
            return Err(format!("before piece {} the cycle-band is not above the last shield", one.turn + 1));
        }
        let Some(after) = flats.get(one.turn as usize + 1) else { break };
        let view = seen(after.well(), !one.against_right);
        let alive: Option<Vec<usize>> = old.rows.iter().map(|row| after.row(before.tags()[*row])).collect();
        let moved = alive.map(|rows| Shield { rows, ..old.clone() });
        let kept = moved.filter(|shield| shield.holds(&view) && shield.closes(&view)).or_else(|| shield(&view));
        let Some(kept) = kept else { return Err(format!("one more kink after piece {} leaves no shield", one.turn)) };
        shields.push(kept.rows.iter().map(|row| after.tags()[*row]).collect());
    }
    Ok(shields)
}

/// All players in small wells.
fn everybody(wells: &Everywhere, memory: Memory) -> Result<(Finding, Table)> {
    let mut broken = None;
    let rows = wells.rows(|space, freedom| {
        let AlgorithmTwo { structure, list } = algorithm_two(space, freedom, memory)?;
        let numbers = [structure.from_empty, structure.from_any, list.from_empty, list.from_any];
        if numbers.contains(&None) {
            broken.get_or_insert(named(space, freedom));
        }
        Ok([row![structure.wells], numbers.map(|number| number_or(number, "")).to_vec()].concat())
    })?;
    let part = "every player is defeated from every well with either detector";
    let finding =
        Finding::new(part, "strongly connected components of wells and steps", Verdict::tried(wells.bound(), broken));
    let header = "width depth rule wells most_pieces_sent most_pieces_sent_from_any most_cycles most_cycles_from_any";
    let title = "Algorithm 2 against all players: most pieces, the last one included (detector structure), and most cycles detected \
         (detector list)";
    let finding = finding.theorem("algorithm_2").note(
        "for every width, depth and rule (referee and lift leave less than anywhere). Players that remember are among them: \
         the proof does not need the strategy to be fixed, which the thesis asks for",
    );
    Ok((finding, table(title, header, rows)))
}

/// Shields on top of each other, from the first detected cycle on.
fn stack() -> Result<Figure> {
    let players = gallery();
    let terms = Terms { start: Well::empty(6)?, depth: 14, freedom: Freedom::ALL[1], most: 100_000 };
    let (_, found, flats) = recorded(&*players[3], Detector::List, &terms)?;
    let shields = tags(&found, &flats).map_err(|what| Error::input("picture of shields", what, "shields"))?;
    let draw = |(index, one): (usize, &Found)| {
        let state = flats.get(one.turn as usize + 1)?;
        let side = if one.against_right { "right" } else { "left" };
        let mut drawing =
            tagged(state, format!("after piece {}: shield {} against {side} kinks", one.turn + 1, index + 1));
        drawing.depth = Some(terms.depth);
        for (number, shield) in shields.iter().enumerate().take(index + 1) {
            for row in shield.iter().filter_map(|tag| state.row(*tag)) {
                let full =
                    (0..usize::from(terms.start.width())).filter(|column| state.well().rows()[row] >> column & 1 == 1);
                drawing.colours.extend(full.map(|column| ((column, row), number as u64)));
            }
        }
        Some(drawing)
    };
    let wells = found.iter().enumerate().filter_map(draw).collect();
    let title = format!(
        "Shields piling up: Algorithm 2 against \"{}\", width 6, depth {}; each shield in its colour, with the tags of the flats",
        players[3].name(),
        terms.depth
    );
    Ok(drawn(title, wells, 0))
}

/// One more left kink fills the key of a flat of the shield, and the six steps find another shield (Figure 5.30).
fn one_more() -> Result<Figure> {
    let well = Well::parse(6, "101111/001111/001011/000010")?;
    let [left, _] = kinks();
    let hand = Freedom::ALL[0].hand(&left);
    let at = hand.placements(&well).into_iter().find(|at| at.turn == 1 && at.column == 4);
    let Some((at, before)) = at.zip(shield(&well)) else {
        return Err(Error::input("figure 5.30", well.to_string(), "a well with a shield"));
    };
    let (after, _) = hand.place(&well, at);
    let mark = |caption: &str, drawing: WellDrawing, found: Option<&Shield>| {
        let rows = || found.into_iter().flat_map(|found| found.rows.iter().zip(&found.keys));
        let labels = rows().map(|(row, key)| ((*key, *row), "k".to_string())).collect();
        let tags = rows().zip('f'..).map(|((row, _), name)| (*row, name.to_string())).collect();
        WellDrawing { caption: caption.to_string(), labels, tags, ..drawing }
    };
    let first = mark("a shield against right kinks", WellDrawing::of(&well), Some(&before));
    let played = WellDrawing::played(&well, &left.turns()[1], at);
    let second = mark("one more left kink fills the key k of its highest flat", played, Some(&before));
    let third = mark("the shield that the six steps find now", WellDrawing::of(&after), shield(&after).as_ref());
    Ok(drawn("Playing one more kink", vec![first, second, third], 0))
}
