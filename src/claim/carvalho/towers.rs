//! The claims of carvalho about towers: layers as piles (section 2.1), and four blocks a layer (section 4).
use super::maps::Map;
use crate::claim::played::{agreeing, drawing, games_table, in_full, played};
use crate::claim::{Certificate, Decision, Differences, Fact, Finding, Goal, Task, Verdict};
use crate::error::Result;
use crate::game::Game;
use crate::game::tower::{Tower, Towers, clock};
use crate::proof::fact::MoveType;
use crate::report::figure::{self, Figure, TowerDrawing};
use crate::solve::towers::lemma;
use crate::solve::towers::play::{Comparison, Difference, Model, Reading, compare, tree};
use serde::Deserialize;
use std::collections::BTreeSet;

/// The complete layers from which the terminal tower of Figure 3 is played.
const TERMINAL: usize = 4;
/// How high the towers without a complete layer are that are looked at.
const GROUND_HEIGHT: u32 = 5;

/// How large the starts of full games are.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Starts {
    /// All starts up to this many full levels.
    levels: usize,
}

/// The certificate that towers in play move as their layers are counted.
///
/// # Errors
/// The checker refuses it.
pub fn in_play() -> Result<Certificate> {
    Certificate::new("layers-as-piles", lemma::moves_certificate())
}

/// In play a layer becomes a smaller one as a pile of 0, 1 or 2 does, whatever else the tower is.
pub fn moves() -> Goal {
    let piles = [("-I-", 1, 0), ("I-I", 2, 0), ("II-", 2, 1)];
    let types = piles.map(|(name, from, to)| MoveType { name: name.to_string(), from, to });
    Goal::Facts(vec![Fact::PlayIsStable, Fact::MoveTypes(types.to_vec())])
}

/// Section 2.1: a Jenga tower is the CLOCK NIM position `(a_1, a_2 | s)_{3,2}`.
///
/// # Errors
/// Wrong parameters, a game that needs more memory than allowed, or a certificate that the checker refuses.
pub fn layers_as_piles(task: &Task) -> Result<Decision> {
    let Starts { levels } = task.experiment.parameters(task.scale)?;
    let model = Model { read: |tower| Some(clock(tower)), options: clock_options };
    let played = played(task, levels, &model)?;
    let (tower, map) = (in_play()?, Map::of_triplets()?);
    let piles =
        "in play the layers below the topmost complete one change as piles of 0, 1 and 2, III being 2 and II- 1";
    let position = "the triplet (x,y,z) of such a tower, y and x layers of size 1 and 2, is the position (y,x|z)_{3,2}";
    let piles = Finding::entailed(piles, moves(), &[&tower])?.note(format!(
        "the two assumptions about perfect players hold in every tower in play, by exact statics; elsewhere a central \
         block need not hold the tower, as in 010/010/100, which only just balances; {}",
        in_full(&played)
    ));
    let findings = vec![
        agreeing(piles, &played).theorem("zwick_move_types").theorem("towers_are_clock_nim"),
        map.finding(position, true, false)?.theorem("triplets_are_clock_nim"),
        ground_finding(&tower)?,
    ];
    let figures = vec![
        ("figure-2".to_string(), towers("What is left of a layer holds the tower", held())),
        ("figure-3".to_string(), towers("A terminal tower: no block may go", vec![terminal(TERMINAL)?])),
    ];
    Ok(Decision { findings, figures, certificates: vec![tower, map.certificate], ..Decision::default() })
}

/// The clock goes on; after its last state a pile of the second kind arrives.
fn tick(last: u64, ones: u64, twos: u64, clock: u64) -> Reading {
    if clock == last { (ones, twos + 1, 0) } else { (ones, twos, clock + 1) }
}

/// The moves of CLOCK NIM with piles of 1 and 2 (carvalho, definition 2.1).
pub(super) fn clock_options((ones, twos, clock): Reading) -> BTreeSet<Reading> {
    let mut options = BTreeSet::new();
    options.extend((ones > 0).then(|| tick(2, ones - 1, twos, clock)));
    if twos > 0 {
        options.extend([tick(2, ones, twos - 1, clock), tick(2, ones + 1, twos - 1, clock)]);
    }
    options
}

/// The sentence about towers without a complete layer, at its word: all of them up to a height.
fn ground_finding(certificate: &Certificate) -> Result<Finding> {
    let (mut found, mut right, mut idle) = (Differences::default(), 0, 0);
    for height in 1..=GROUND_HEIGHT {
        let towers = incomplete_towers(height);
        let differing: Vec<_> =
            towers.iter().filter_map(|tower| ground_says(tower).map(|says| (tower, says))).collect();
        right += towers.len() - differing.len();
        found.count += differing.len() as u64;
        idle += towers.iter().filter(|tower| incomplete_options(tower).is_empty()).count();
        found.cells.extend(differing.first().map(|(first, (says, reads))| {
            let (differ, all, first) = (differing.len(), towers.len(), lemma::spell(&first.levels, "/"));
            format!("height {height}: {differ} of {all} towers; the first is {first}: the clock read off it has the options {reads}, the tower has {says}")
        }));
    }
    let part = "if there is no complete layer, the state of the clock is the number of blocks on the ground";
    let holds = format!(
        "up to height {GROUND_HEIGHT} it is true of {right} such towers only; {idle} have no move at all, where it says \
         nothing. No such tower arises from complete layers, so nothing else in the paper suffers"
    );
    let finding = match found.count {
        0 => Finding::new(part, "tower by tower", Verdict::Swept { bound: format!("height {GROUND_HEIGHT}") }),
        _ => Finding::against_print(part, Goal::Facts(vec![Fact::PlayIsStable]), found, holds, &[certificate])?,
    };
    Ok(finding.note(
        "read with the rules of the paper itself: a block may be taken from every layer but the top one and the one \
         below an incomplete top, and two lateral blocks or a central block hold everything; a layer that may not be touched counts as no pile",
    ))
}

/// The towers of a height without a complete layer, in the order of their notations: all layers but the top one keep
/// the central block or both lateral ones.
fn incomplete_towers(height: u32) -> Vec<Tower> {
    let mut towers = vec![Vec::new()];
    for level in 1..=height {
        let layers: &[u16] = if level < height { &[0b010, 0b011, 0b101, 0b110] } else { &[1, 2, 3, 4, 5, 6] };
        let extended = |tower: Vec<u16>| layers.iter().map(move |&layer| [&tower[..], &[layer]].concat());
        towers = towers.into_iter().flat_map(extended).collect();
    }
    towers.into_iter().map(|levels| Tower { levels }).collect()
}

/// The options of a tower without a complete layer by the rules of the paper: the lateral block of two adjacent ones
/// goes to a free slot of the top layer, which is incomplete.
fn incomplete_options(tower: &Tower) -> Vec<Tower> {
    let top = tower.levels.len() - 1;
    let mut options = Vec::new();
    for layer in (0..top.saturating_sub(1)).filter(|&layer| matches!(tower.levels[layer], 0b110 | 0b011)) {
        for free in [0b100, 0b010, 0b001].into_iter().filter(|free| tower.levels[top] & free == 0) {
            let mut option = tower.clone();
            option.levels[layer] = 0b010;
            option.levels[top] |= free;
            options.push(option);
        }
    }
    options
}

/// The options as the clock reads them, and the options of the clock's reading, if they are not the same.
fn ground_says(tower: &Tower) -> Option<(String, String)> {
    let options: BTreeSet<Reading> = incomplete_options(tower).iter().map(clock).collect();
    let said = clock_options(clock(tower));
    (options != said).then(|| (spell(&options), spell(&said)))
}

fn spell(options: &BTreeSet<Reading>) -> String {
    let one = |&(ones, twos, clock): &Reading| format!("({ones},{twos}|{clock})");
    if options.is_empty() { "no move".to_string() } else { options.iter().map(one).collect::<Vec<_>>().join(" ") }
}

/// The reading of section 4 of a tower of four blocks a layer: `None` if a layer below the topmost complete one is
/// none of the nine configurations.
fn read_four(tower: &Tower) -> Option<Reading> {
    let full = tower.highest_full(4)?;
    let (mut ones, mut forms) = (0, 0);
    for level in &tower.levels[..full] {
        match level {
            0b1111 => forms += 1,
            0b1101 | 0b1011 | 0b0111 | 0b1110 => ones += 1,
            0b1001 | 0b1010 | 0b0101 | 0b0110 => {}
            _ => return None,
        }
    }
    Some((ones, forms, tower.levels[full + 1..].iter().map(|level| u64::from(level.count_ones())).sum()))
}

/// The moves of section 4: `ADDITION((-3,1),(1,-1))` with the clock written out.
fn four_options((ones, forms, clock): Reading) -> BTreeSet<Reading> {
    let smaller = (ones > 0).then(|| tick(3, ones - 1, forms, clock));
    smaller.into_iter().chain((forms > 0).then(|| tick(3, ones + 1, forms - 1, clock))).collect()
}

/// A tower that differs, with what differs and what is said of it in truth and by section 4.
type Told<'a> = (Tower, (&'a str, (String, String)));

/// Each smallest tower once, with all that differs there.
fn four_drawings(game: Towers, towers: Vec<Told>) -> Vec<TowerDrawing> {
    let mut drawn: Vec<(Tower, Vec<String>)> = Vec::new();
    for (tower, (name, (truth, model))) in towers {
        let said = format!("{name}: {truth};  by section 4: {model}");
        match drawn.iter_mut().find(|(known, _)| *known == tower) {
            Some((_, all)) => all.push(said),
            None => drawn.push((tower, vec![said])),
        }
    }
    drawn
        .into_iter()
        .map(|(tower, said)| drawing(4, &tower.levels, format!("{};{}", game.show(&tower), said.join(";"))))
        .collect()
}

fn towers(title: &str, towers: Vec<TowerDrawing>) -> Figure {
    Figure::Towers(figure::Towers { title: title.to_string(), towers })
}

/// Towers of three layers whose lowest is inactive.
fn held() -> Vec<TowerDrawing> {
    let below = [
        (0b101, "the two lateral blocks of the first layer hold"),
        (0b010, "the central block of the first layer holds"),
    ];
    below.map(|(first, says)| drawing(3, &[first, 0b111, 0b111], says.to_string())).to_vec()
}

/// The tower in which play from so many complete layers ends when the first legal move is always made.
fn terminal(levels: usize) -> Result<TowerDrawing> {
    let game = Towers::new(3)?;
    let mut tower = game.start(levels)?;
    while let Some((_, next)) = game.moves(&tower).into_iter().next() {
        tower = next;
    }
    Ok(drawing(3, &tower.levels, format!("{};from {levels} complete layers", game.show(&tower))))
}

/// Section 4 against towers of four blocks a layer that stand by exact statics, from 1 to `levels` full layers: what is
/// added to the claim about the model alone.
///
/// # Errors
/// More full layers than a tower may have, or more memory than allowed.
pub fn jenga_4_physical(task: &Task, levels: usize) -> Result<Decision> {
    let game = Towers::new(4)?;
    let model = Model { read: read_four, options: four_options };
    task.watch.begin("full games of four blocks a layer", levels as u64, "starts");
    let mut played = Vec::new();
    for start in 1..=levels {
        played.push(compare(game, &tree(game, start, task.memory)?, &model));
        task.watch.advance(1);
    }
    let sorts = ["the legal moves", "the outcome", "the Grundy value"];
    let (mut findings, mut smallest_towers) = (Vec::new(), Vec::new());
    for (sort, name) in sorts.iter().enumerate() {
        let (finding, smallest) = four_finding(game, &played, sort, name);
        findings.push(finding);
        smallest_towers.extend(smallest.map(|difference| (difference.tower.clone(), (*name, difference.says.clone()))));
    }
    findings.push(four_starts(&played));
    let title = "Towers of four blocks a layer that stand, against the model of section 4";
    let drawings = four_drawings(game, smallest_towers);
    let drawn = (!drawings.is_empty()).then(|| {
        ("physical".to_string(), {
            let title = "The smallest towers of four blocks a layer that do not do as the model of section 4 says";
            towers(title, drawings)
        })
    });
    let tables = vec![("physical".to_string(), games_table(title, &played))];
    Ok(Decision { findings, tables, figures: drawn.into_iter().collect(), ..Decision::default() })
}

/// One sort of difference: where it is first met, and the smallest tower.
fn four_finding<'a>(
    game: Towers,
    played: &'a [Comparison],
    sort: usize,
    name: &str,
) -> (Finding, Option<&'a Difference>) {
    let part = format!(
        "{name} of a physical tower of four blocks a layer in play, by exact statics: as the model of section 4 has it"
    );
    let method = "the full game, every tower";
    let smallest = played
        .iter()
        .filter_map(|one| one.smallest[sort].as_ref())
        .min_by_key(|difference| (difference.tower.levels.len(), difference.tower.levels.clone()));
    let Some(difference) = smallest else {
        let bound = format!("every tower from up to {} full layers", played.len());
        return (Finding::new(part, method, Verdict::Swept { bound }), None);
    };
    let first = played.iter().position(|one| one.smallest[sort].is_some()).map_or(0, |index| index + 1);
    let all: u64 = played.iter().map(|one| one.differing[sort]).sum();
    let read: u64 = played.iter().map(|one| one.read).sum();
    let cell =
        format!("{}: by section 4 {}, in truth {}", game.show(&difference.tower), difference.says.1, difference.says.0);
    // A tower of m layers arises from m full layers or fewer, so the fewest layers are found once these are played.
    let sure = if difference.tower.levels.len() <= played.len() {
        "the first of those with the fewest layers"
    } else {
        "the first found"
    };
    let holds = format!(
        "beside those of section 4, layers with blocks on one side only stand as long as what is above leans to that \
         side; first met from {first} full layers; this tower is {sure}; {all} of the {read} towers \
         with layers of section 4 from up to {} full layers differ",
        played.len()
    );
    let found = Verdict::Differs { count: all, cells: vec![cell], holds, certificates: vec![] };
    (Finding::new(part, method, found), Some(difference))
}

/// The starts alone: there the physical game and section 4 may agree although they part later.
fn four_starts(played: &[Comparison]) -> Finding {
    let other = (1..).zip(played).find(|(_, one)| one.start != 0 || one.start_read != Some(0));
    let counterexample = other.map(|(levels, one): (usize, _)| {
        let model = one.start_read.map_or("none".to_string(), |value| value.to_string());
        format!("{levels} full layers: Grundy value {}, in the model {model}", one.start)
    });
    let part = "n full layers of four blocks: the second player wins, in the model and with towers that stand";
    let found = Verdict::tried(format!("n = {}", played.len()), counterexample);
    Finding::new(part, "the full game, every tower", found)
}
