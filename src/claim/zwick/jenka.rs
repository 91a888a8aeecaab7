//! The claims of zwick, section 6, about Jenka_k that are decided by playing it out: how many towers arise, and the
//! second player's reply for even k.
use crate::claim::jenka::{Counted, Starts, count, growth_figure, plies_table, reached, totals_table, values_table};
use crate::claim::played::drawing;
use crate::claim::{Decision, Finding, Task, Verdict};
use crate::error::Result;
use crate::report::figure::{Figure, TowerDrawing, Towers};
use crate::report::table::Table;
use crate::solve::towers::jenka::Rules;
use crate::solve::towers::jenka::compare::{Valued, unequal_pair};
use crate::solve::towers::jenka::mirror::{Mirrored, mirrored};
use serde::Deserialize;

/// A tower in the notation of the games.
pub(super) fn spell(slots: u32, levels: &[u16]) -> String {
    let width = slots as usize;
    levels.iter().map(|level| format!("{level:0width$b}")).collect::<Vec<_>>().join("/")
}

/// What [`jenka_growth`] takes.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Growth {
    /// The starts that are counted.
    starts: Vec<Starts>,
    /// Where a pair of towers with equal levels and different outcomes is looked for: the first start that has one.
    pairs: Vec<Starts>,
}

/// Open problem 2: how many inequivalent towers there are, and that levels alone do not decide.
///
/// # Errors
/// Wrong parameters, a start out of range, or more memory than allowed.
pub fn jenka_growth(task: &Task) -> Result<Decision> {
    let Growth { starts, pairs } = task.experiment.parameters(task.scale)?;
    let counted = count(task, &starts)?;
    let found = pairs.iter().map(|one| first_pair(task, one)).collect::<Result<Vec<_>>>()?;
    let growth = Finding::new(
        "the number of towers that arise from n full levels, up to mirror",
        "every tower, ply by ply",
        Verdict::Open { reached: reached(&counted) },
    )
    .note(
        "the complexity itself is not decided; the table has the counts, with the Grundy value of every start; towers \
         that are mirror images of each other in one axis or in both are counted once",
    );
    let figures = vec![
        (String::new(), growth_figure(&counted)),
        (
            "pairs".to_string(),
            Figure::Towers(Towers {
                title: "Towers with equally many levels of each type that are not equivalent".to_string(),
                towers: found.iter().flat_map(|(_, pair)| pair.iter().flat_map(drawings)).collect(),
            }),
        ),
    ];
    Ok(Decision {
        findings: vec![growth, pairs_finding(&found)],
        tables: vec![
            (String::new(), totals_table(&counted)),
            ("plies".to_string(), plies_table(&counted)),
            ("values".to_string(), values_table(&counted)),
            ("pairs".to_string(), pairs_table(&found)),
        ],
        figures,
        ..Decision::default()
    })
}

/// A start with its least pair.
type Pair = (Rules, usize, [Valued; 2]);

/// The least pair of the first start that has one, with the blocks a level.
fn first_pair(task: &Task, one: &Starts) -> Result<(u32, Option<Pair>)> {
    let rules = one.rules()?;
    for levels in one.from..=one.to {
        if let Some(pair) = unequal_pair(rules, levels, task.watch, task.memory)? {
            return Ok((rules.slots, Some((rules, levels, pair))));
        }
    }
    Ok((rules.slots, None))
}

/// Both towers of a pair, with who wins.
fn drawings((rules, _, pair): &Pair) -> impl Iterator<Item = TowerDrawing> {
    let slots = rules.slots;
    let drawn = move |(levels, value): Valued| {
        let who = if value == 0 { "the player to move loses" } else { "the player to move wins" };
        drawing(slots, &levels, format!("{};Grundy value {value}: {who}", spell(slots, &levels)))
    };
    pair.clone().into_iter().map(drawn)
}

fn pairs_finding(found: &[(u32, Option<Pair>)]) -> Finding {
    let part = "for k >= 4 two towers with equally many levels of each type need not be equivalent";
    let method = "every tower from the smallest starts";
    let told = |(slots, pair): &(u32, Option<Pair>)| match pair {
        Some((_, levels, [won, lost])) => format!(
            "k = {slots}, n = {levels}: {} is won and {} is lost by the player to move",
            spell(*slots, &won.0),
            spell(*slots, &lost.0)
        ),
        None => format!("k = {slots}: no pair from the starts that were tried"),
    };
    let bound = found.iter().map(told).collect::<Vec<_>>().join("; ");
    let all = found.iter().all(|(_, pair)| pair.is_some());
    let verdict = if all { Verdict::Swept { bound } } else { Verdict::Open { reached: bound } };
    Finding::new(part, method, verdict).note(
        "levels that are mirror images count as one type, and the tops are of one type too; the pairs are the first \
         ones with the fewest levels from the smallest start that has any",
    )
}

fn pairs_table(found: &[(u32, Option<Pair>)]) -> Table {
    let row = |(rules, levels, [won, lost]): &Pair| {
        let slots = rules.slots;
        let ends = [spell(slots, &won.0), won.1.to_string(), spell(slots, &lost.0)];
        [slots.to_string(), levels.to_string()].into_iter().chain(ends).collect()
    };
    Table {
        title: "Towers with equally many levels of each type, one won and one lost by the player to move".to_string(),
        header: ["k", "full_levels", "tower_won", "grundy", "tower_lost"].map(String::from).to_vec(),
        rows: found.iter().flat_map(|(_, pair)| pair).map(row).collect(),
    }
}

/// What [`jenka_even`] takes.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Even {
    /// Where the reply is checked.
    starts: Vec<Starts>,
    /// The same with semi-stable towers.
    semi_stable: Vec<Starts>,
}

/// One start with what the reply came to.
type Replied = (Rules, usize, Mirrored);

fn replied(task: &Task, starts: &[Starts]) -> Result<Vec<Replied>> {
    let mut all = Vec::new();
    task.watch.begin("mirror replies", starts.iter().map(|one| one.to as u64).sum(), "starts");
    for one in starts {
        let rules = one.rules()?;
        for levels in one.from..=one.to {
            all.push((rules, levels, mirrored(rules, levels, task.memory)?));
            task.watch.advance(1);
        }
    }
    Ok(all)
}

/// For even k the second player wins by mirror play: the reply itself.
///
/// # Errors
/// Wrong parameters, a start out of range, or more memory than allowed.
pub fn jenka_even(task: &Task) -> Result<Decision> {
    let Even { starts, semi_stable } = task.experiment.parameters(task.scale)?;
    let stable = replied(task, &starts)?;
    let semi = replied(task, &semi_stable)?;
    let winners = count(task, &semi_stable)?;
    let header =
        ["k", "full_levels", "semi_stable", "even_towers", "moves", "replies_refused", "first_tower", "after_the_move"];
    let table = Table {
        title: "The mirror reply for even k, over all towers that arise under it".to_string(),
        header: header.map(String::from).to_vec(),
        rows: stable.iter().chain(&semi).map(row).collect(),
    };
    let drawn = refused(&semi).map(|one| ("semi-stable".to_string(), refused_drawing(one)));
    Ok(Decision {
        findings: vec![reply(&stable), without_reply(&semi, &winners)],
        tables: vec![(String::new(), table)],
        figures: drawn.into_iter().collect(),
        ..Decision::default()
    })
}

/// The first start with a move that has no such reply.
fn refused(replied: &[Replied]) -> Option<&Replied> {
    replied.iter().find(|(.., found)| found.refused > 0)
}

fn reply(stable: &[Replied]) -> Finding {
    let part = "for every even k and n >= 1 the second player wins from n full levels: the mirror image of every \
                first-player move is a move of another block, legal, and leaves a stable tower that is its own image";
    let verdict = match refused(stable) {
        Some(one) => Verdict::Refuted { counterexample: told(one) },
        None => Verdict::Swept { bound: bound(stable) },
    };
    Finding::new(part, "every tower that arises under mirror play", verdict).theorem("jenka_even").note(ARGUMENT)
}

fn without_reply(semi: &[Replied], winners: &[Counted]) -> Finding {
    let part = "if semi-stable towers stood too, the mirror image would not always be a move";
    let verdict = match refused(semi) {
        Some(one) => Verdict::Swept { bound: told(one) },
        None => Verdict::Open { reached: bound(semi) },
    };
    let won = winners.iter().filter(|one| one.totals().grundy > 0);
    let won: Vec<String> = won.map(|one| format!("k = {}, n = {}", one.rules.slots, one.levels)).collect();
    let won = if won.is_empty() { "none of these starts".to_string() } else { won.join("; ") };
    Finding::new(part, "every tower that arises under mirror play", verdict)
        .note(format!("with semi-stable towers the first player wins from: {won}"))
        .supporting()
}

/// Why the reply is there for every n, in short; `solve::towers::jenka::mirror` has it in full.
const ARGUMENT: &str = "the image is under half a turn, slot j to slot k + 1 - j on both axes. For every n: a tower that is \
its own image has X = 0 at every level and hi = -lo >= 2, so it stands; for even k no slot is its own image; the top holds \
an even number of blocks before the first player's move, so the image slot is free after it and no level has become full; \
a level of one block and its image cannot lose either, because the other one would bear a centred load off the centre; and \
in the hand the one block more on top shifts X by at most k - 1, while the levels that feel it bear a full level and a \
block, so hi * M >= 2 (k + 1)";

fn bound(replied: &[Replied]) -> String {
    let mut parts: Vec<(u32, usize)> = Vec::new();
    for (rules, levels, _) in replied {
        match parts.last_mut() {
            Some((slots, most)) if *slots == rules.slots => *most = *levels,
            _ => parts.push((rules.slots, *levels)),
        }
    }
    parts.iter().map(|(slots, most)| format!("k = {slots}: n <= {most}")).collect::<Vec<_>>().join("; ")
}

fn told((rules, levels, found): &Replied) -> String {
    let (tower, after) = found.first.as_ref().expect("it is told of a refused reply");
    let slots = rules.slots;
    format!(
        "k = {slots}, n = {levels}: the move from {} to {} has no such reply",
        spell(slots, tower),
        spell(slots, after)
    )
}

fn row((rules, levels, found): &Replied) -> Vec<String> {
    let Mirrored { towers, moves, refused, first } = found;
    let names = [rules.slots.to_string(), levels.to_string(), rules.semi_stable.to_string()];
    let (tower, after) = first.clone().unwrap_or_default();
    let ends = [tower, after].map(|levels| spell(rules.slots, &levels));
    names.into_iter().chain([towers, moves, refused].map(u64::to_string)).chain(ends).collect()
}

fn refused_drawing((rules, _, found): &Replied) -> Figure {
    let (tower, after) = found.first.as_ref().expect("it is drawn of a refused reply");
    let draw =
        |levels: &[u16], said: &str| drawing(rules.slots, levels, format!("{}{said}", spell(rules.slots, levels)));
    let title = "A move that the second player cannot mirror where semi-stable towers stand".to_string();
    let towers = vec![
        draw(tower, ";a tower that is its own image"),
        draw(after, ";after a move that only a semi-stable tower allows: the image would empty a level"),
    ];
    Figure::Towers(Towers { title, towers })
}
