//! Both kinks against every player (section 5.3, Algorithm 2, Figure 5.30).
use super::advance::in_advance;
use super::lemmas::bound;
use super::table;
use crate::claim::{Decision, Finding, Task, Verdict};
use crate::error::{Error, Result};
use crate::game::tetris::{Rule, Well};
use crate::report::figure::{Figure, WellDrawing, Wells};
use crate::solve::wells::duel::{Outcome, Terms, duel};
use crate::solve::wells::exact::{AlgorithmTwo, algorithm_two, kinks};
use crate::solve::wells::flats::Population;
use crate::solve::wells::graph::Freedom;
use crate::solve::wells::machines::{Detector, Found, Kinks, Machine, seen};
use crate::solve::wells::players::{Player, Reader, gallery, solved};
use crate::solve::wells::shield::shield;
use crate::solve::wells::space::Space;
use rayon::prelude::*;
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

/// Here pieces need not move, and shields do not hold: only the outcome is looked at.
const ANYWHERE: Freedom = Freedom::Rule(Rule::Anywhere);

/// A duel with the shields that the machine found, by the tags of their flats.
struct Duel {
    words: [String; 5],
    outcome: Outcome,
    shields: usize,
    /// What went against the argument of the thesis.
    broken: Option<String>,
}

/// The recipe against the gallery with both detectors, and against all players in small wells.
pub fn algorithm_2(task: &Task) -> Result<Decision> {
    let given: Given = task.experiment.parameters(task.scale)?;
    let freedoms = given.freedoms.iter().map(|word| Freedom::from_word(word)).collect::<Result<Vec<_>>>()?;
    if freedoms.is_empty() || given.widths.is_empty() || given.depths.is_empty() || given.wells.is_empty() {
        return Err(Error::input(task.experiment.name(), "an empty list", "widths, depths, freedoms and wells"));
    }
    let duels = duels(&given, &freedoms, task)?;
    let count = format!("{} duels of the gallery, those of the table", duels.len());
    let checked = |part: &str, broken: Option<String>| {
        let verdict = match broken {
            None => Verdict::Swept { bound: count.clone() },
            Some(counterexample) => Verdict::Refuted { counterexample },
        };
        Finding::new(part, "duels", verdict)
    };
    let survivor = duels.iter().find(|duel| !duel.outcome.lost);
    let survives =
        survivor.map(|duel| format!("{} still plays after {} pieces", duel.words.join(", "), duel.outcome.pieces));
    let broken =
        duels.iter().find_map(|duel| duel.broken.clone().map(|what| format!("{}: {what}", duel.words.join(", "))));
    let mut findings = vec![
        checked("each player of the gallery is defeated with either detector", survives).note(
            "the thesis empties the list of wells on entering step 1 or 2; here, and in the theorem, it is emptied on entering \
             step 1 or 3, in which a kind of kink begins",
        ),
        checked(
            "each detected cycle leaves one more shield, above the others, and no flat of a shield dies later, where pieces move",
            broken,
        )
        .note("so the thesis argues. The theorem algorithm_2 needs no shield, and that a flat of one never dies is no theorem here"),
    ];
    let (all, rows) = everybody(&given.wells, &freedoms, task)?;
    findings.push(all);
    let (advance, shortest) = in_advance(&given.wells, &freedoms, task.memory)?;
    findings.extend(advance);
    let header = ["width", "depth", "moves", "player", "detector", "pieces", "rows", "shields"];
    let row = |duel: &Duel| {
        let numbers = [duel.outcome.pieces, duel.outcome.rows, duel.shields as u64].map(|number| number.to_string());
        duel.words.iter().cloned().chain(numbers).collect()
    };
    let title = "Algorithm 2 against the gallery: pieces to defeat, rows deleted, shields found";
    let tables = vec![
        (String::new(), table(title, &header, duels.iter().map(row).collect())),
        ("all-players".to_string(), rows),
        ("in-advance".to_string(), shortest),
    ];
    let figures = vec![("shields".to_string(), stack()?), ("figure-5-30".to_string(), one_more()?)];
    Ok(Decision { findings, tables, figures, certificates: Vec::new() })
}

/// Every width with every depth.
fn sizes(given: &Given) -> impl Iterator<Item = (u8, usize)> {
    given.widths.iter().flat_map(|width| given.depths.iter().map(move |depth| (*width, *depth)))
}

fn duels(given: &Given, freedoms: &[Freedom], task: &Task) -> Result<Vec<Duel>> {
    let players = gallery();
    let mut readers: Vec<Option<Reader>> = Vec::new();
    for (width, depth) in sizes(given) {
        readers.push(solved(&kinks(), width, depth, task.memory)?);
    }
    let mut tasks = Vec::new();
    for ((width, depth), reader) in sizes(given).zip(&readers) {
        let reader = reader.iter().map(|reader| reader as &dyn Player);
        let players: Vec<&dyn Player> = players.iter().map(|player| &**player).chain(reader).collect();
        for freedom in freedoms {
            for player in &players {
                tasks.extend(Detector::ALL.map(|detector| (width, depth, *freedom, *player, detector)));
            }
        }
    }
    let run = |(width, depth, freedom, player, detector): (u8, usize, Freedom, &dyn Player, Detector)| {
        let terms = Terms { start: Well::empty(width)?, depth, freedom, most: given.most };
        let words =
            [width.to_string(), depth.to_string(), freedom.to_string(), player.name(), detector.word().to_string()];
        let (outcome, found, flats) = recorded(player, detector, &terms)?;
        Ok(Duel {
            words,
            outcome,
            shields: found.len(),
            broken: if freedom == ANYWHERE { None } else { tags(&found, &flats).err() },
        })
    };
    tasks.into_par_iter().map(run).collect()
}

/// A duel, the shields of the machine, and the flats before each play.
fn recorded(player: &dyn Player, detector: Detector, terms: &Terms) -> Result<(Outcome, Vec<Found>, Vec<Population>)> {
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
        let moved = alive.map(|rows| crate::solve::wells::shield::Shield { rows, ..old.clone() });
        let kept = moved.filter(|shield| shield.holds(&view) && shield.closes(&view)).or_else(|| shield(&view));
        let Some(kept) = kept else { return Err(format!("one more kink after piece {} leaves no shield", one.turn)) };
        shields.push(kept.rows.iter().map(|row| after.tags()[*row]).collect());
    }
    Ok(shields)
}

/// All players in small wells.
fn everybody(
    wells: &[(u8, usize)],
    freedoms: &[Freedom],
    task: &Task,
) -> Result<(Finding, crate::report::table::Table)> {
    let (mut rows, mut broken) = (Vec::new(), None);
    for freedom in freedoms {
        for (width, depth) in wells {
            let AlgorithmTwo { structure, list } = algorithm_two(&Space::new(*width, *depth)?, *freedom, task.memory)?;
            let numbers = [structure.from_empty, structure.from_any, list.from_empty, list.from_any];
            if numbers.contains(&None) {
                broken.get_or_insert(format!("width {width}, depth {depth}, moves {freedom}"));
            }
            let shown = numbers.map(|number| number.map_or("never".to_string(), |number| number.to_string()));
            let words = [width.to_string(), depth.to_string(), freedom.to_string(), structure.wells.to_string()];
            rows.push(words.into_iter().chain(shown).collect());
        }
    }
    let verdict = match broken {
        None => Verdict::Swept { bound: bound(wells, freedoms) },
        Some(counterexample) => Verdict::Refuted { counterexample },
    };
    let part = "every player is defeated from every well with either detector";
    let finding = Finding::new(part, "strongly connected components of wells and steps", verdict).note(
        "theorem algorithm_2: for every width, depth and rule (referee and lift leave less than anywhere). Players that \
         remember are among them: the proof does not need the strategy to be fixed, which the thesis asks for",
    );
    let header = [
        "width",
        "depth",
        "moves",
        "wells",
        "most_pieces",
        "most_pieces_from_any",
        "most_cycles",
        "most_cycles_from_any",
    ];
    let title = "Algorithm 2 against all players: most pieces, the last one included (detector structure), and most cycles detected \
         (detector list)";
    Ok((finding, table(title, &header, rows)))
}

/// Shields on top of each other, from the first detected cycle on.
fn stack() -> Result<Figure> {
    let players = gallery();
    let terms = Terms { start: Well::empty(6)?, depth: 14, freedom: Freedom::ALL[1], most: 100_000 };
    let (_, found, flats) = recorded(&*players[3], Detector::List, &terms)?;
    let shields = tags(&found, &flats).map_err(|what| Error::input("picture of shields", what, "shields"))?;
    let draw = |(index, one): (usize, &Found)| {
        let state = flats.get(one.turn as usize + 1)?;
        let mut drawing = WellDrawing::of(state.well());
        drawing.depth = Some(terms.depth);
        drawing.tags = state.tags().iter().enumerate().map(|(row, tag)| (row, tag.to_string())).collect();
        for (number, shield) in shields.iter().enumerate().take(index + 1) {
            for row in shield.iter().filter_map(|tag| state.row(*tag)) {
                let full =
                    (0..usize::from(terms.start.width())).filter(|column| state.well().rows()[row] >> column & 1 == 1);
                drawing.colours.extend(full.map(|column| ((column, row), number as u64)));
            }
        }
        let side = if one.against_right { "right" } else { "left" };
        drawing.caption = format!("after piece {}: shield {} against {side} kinks", one.turn + 1, index + 1);
        Some(drawing)
    };
    let wells = found.iter().enumerate().filter_map(draw).collect();
    let title = format!(
        "Shields piling up: Algorithm 2 against \"{}\", width 6, depth {}; each shield in its colour, with the tags of the flats",
        players[3].name(),
        terms.depth
    );
    Ok(Figure::Wells(Wells { title, wells, across: 0 }))
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
    let mut first = WellDrawing::of(&well);
    first.caption = "a shield against right kinks".to_string();
    let mut second = WellDrawing::played(&well, &left.turns()[1], at);
    second.caption = "one more left kink fills the key k of its highest flat".to_string();
    let mut third = WellDrawing::of(&after);
    third.caption = "the shield that the six steps find now".to_string();
    let mark = |drawing: &mut WellDrawing, found: &crate::solve::wells::shield::Shield| {
        drawing.labels = found.rows.iter().zip(&found.keys).map(|(row, key)| ((*key, *row), "k".to_string())).collect();
        drawing.tags = found.rows.iter().zip('f'..).map(|(row, name)| (*row, name.to_string())).collect();
    };
    mark(&mut first, &before);
    mark(&mut second, &before);
    if let Some(found) = shield(&after) {
        mark(&mut third, &found);
    }
    Ok(Figure::Wells(Wells {
        title: "Playing one more kink".to_string(),
        wells: vec![first, second, third],
        across: 0,
    }))
}
