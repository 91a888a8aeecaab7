//! Every set of the seven pieces: who wins, in which depth, with and without lookahead, under which rule.
use super::deeper;
use super::kink_order::WithKinks;
use super::odd::every_odd;
use super::rising::{Means, at_every_depth, settle};
use super::{exhausted, number_or, row, table, to_depth};
use crate::claim::{Decision, Finding, Task, Verdict};
use crate::error::{Error, Result};
use crate::game::wells::{Movement, PieceSet};
use crate::proof::region::wells::WellGame;
use crate::report::figure::{Cells, Figure, Outline};
use crate::report::table::Table;
use crate::solve::wells::regions::least_height;
use crate::solve::wells::regions::plain::{Endurance, Transitions, endurance};
use crate::solve::wells::regions::subsets::{self, Basis, Entry, LETTERS, RULES, Set, census};
use rayon::prelude::*;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Given {
    /// Pairs (width, greatest depth) of the sweeps.
    depths: Vec<(u8, u16)>,
    /// Pairs (width, depth) for which it is found how long the player can last, well by well.
    endurance: Vec<(u8, u16)>,
    /// How the machine is to make every well rise.
    rising: Means,
    /// Pieces that with many left kinks between them defeat every player.
    with_kinks: WithKinks,
}

/// The pieces that lose alone in odd wells at every depth, by weights of the columns.
const ODD: [&str; 3] = ["O", "S", "Z"];
/// The pieces that lose together in every well at every depth, by the theorem `kinks_win`.
const KINKS: &str = "SZ";
/// The deepest and widest wells that are played out well by well.
const MOST_WELLS: u64 = 200_000;

/// All 127 sets, one of each pair of mirror images.
pub fn all_subsets(task: &Task) -> Result<Decision> {
    let given: Given = task.experiment.parameters(task.scale)?;
    let (mut entries, mut kinks_win) = (Vec::new(), None);
    for (width, depth) in &given.depths {
        let kinks = WellGame::new(*width, *depth, PieceSet::parse(KINKS)?, Movement::Anywhere, 1)?;
        if let Some(height) = least_height(&kinks, 0, task.memory, task.watch)?.height {
            kinks_win = Some(format!("{} from depth {height}", kinks.title()));
        }
        let wells = subsets::Sizes { width: *width, depth: *depth, lookahead: 1 };
        entries.extend(census(wells, &lost(*width), task.memory, task.watch)?);
    }
    let lasting = lasting(&given.endurance)?;
    let mut decision = Decision::default();
    given.with_kinks.settle(&mut entries);
    let by_kinks = given.with_kinks.findings(task, &mut decision)?;
    let rising = settle(&mut decision, &mut entries, &given.rising)?;
    let deeper = deeper::settle(task, &mut decision, &mut entries)?;
    decision.findings = findings(&entries, kinks_win, &to_depth(&given.depths), &mut decision)?;
    decision.findings.push(at_every_depth(
        &decision,
        "the machine wins at every depth from the empty well, with these pieces and all sets that contain them",
        rising,
    )?);
    decision.findings.extend(by_kinks);
    let part = "the player wins in wells deeper than are swept here, by strategies of claim deeper-wells";
    decision.findings.push(decision.proved(part, deeper.facts)?);
    let part =
        "so he does by other strategies of that claim, which were accepted when they were found and are not kept";
    let bound = deeper::listed(&deeper.others);
    decision.findings.push(Finding::new(part, deeper::METHOD, Verdict::Swept { bound }));
    decision.findings.push(width_two(&entries));
    decision.findings.push(one_winner(&entries, &lasting, &given));
    decision.tables = vec![
        (String::new(), listed(&entries)),
        ("summary".to_string(), summary(&entries, &given.depths)),
        ("endurance".to_string(), endurances(&lasting)),
    ];
    decision.figures.extend(picture(&entries, &given.depths).map(|figure| (String::new(), figure)));
    Ok(decision)
}

/// Sets that lose in a width at every depth, with any lookahead and under every rule.
pub(super) fn lost(width: u8) -> Vec<Set> {
    if width % 2 == 1 { ODD.map(Set::of).to_vec() } else { vec![Set::of(KINKS)] }
}

fn findings(
    entries: &[Entry],
    kinks_win: Option<String>,
    bound: &str,
    decision: &mut Decision,
) -> Result<Vec<Finding>> {
    let proved = entries.iter().filter(|entry| entry.is_lost()).count();
    let won = entries.iter().filter(|entry| entry.least.height.is_some()).count();
    let deeper = |kept| entries.iter().filter(|entry| is_deeper(entry, kept)).count();
    let (deeper, not_kept) = (deeper(true), deeper(false));
    let open = entries.iter().filter(|entry| entry.is_open()).count();
    let reached = format!(
        "{bound}: {won} games won, {deeper} won in deeper wells, {not_kept} more by certificates that are not kept, {proved} lost at every depth by weights, by theorem kinks_win, by orders of kinks and other pieces or because every well rises, {open} lost as deep as tried"
    );
    let question = Finding::new(
        "who wins with each set of pieces, for each width, depth, lookahead of 0 or 1 and rule",
        "sweep",
        Verdict::Open { reached },
    );
    let kinks = Finding::new(
        "every set with both kinks loses, in every well, with any lookahead and under every rule",
        "sweep of both kinks alone, one piece of lookahead, anywhere",
        Verdict::tried(bound, kinks_win),
    );
    let odd = ODD.iter().map(|letter| every_odd(decision, letter)).collect::<Result<Vec<_>>>()?;
    let part =
        "sets with the square or a kink lose in odd wells at every depth, with any lookahead and under every rule";
    let odd = decision.proved(part, odd)?;
    let told: Vec<&Entry> = entries.iter().filter(|entry| needs_lookahead(entries, entry)).collect();
    let part = "where a piece of lookahead lets the player win in a depth that is lost without it";
    let told = Finding::new(part, "sweep", Verdict::tried(bound, None)).supporting().note(match told.first() {
        None => "nowhere as far as swept".to_string(),
        Some(first) => format!("{} games, the first: {}", told.len(), named(first)),
    });
    Ok(vec![question, kinks.theorem("kinks_win"), odd, told])
}

/// The width in which every game is settled.
const SETTLED: u8 = 2;

/// Who wins in width 2: each game is won from some depth on, or lost at every depth.
fn width_two(entries: &[Entry]) -> Finding {
    let here = || entries.iter().filter(|entry| entry.width == SETTLED);
    let open = here().find(|entry| entry.is_open()).map(named);
    let won = here().filter(|entry| entry.least.height.is_some()).count();
    let domain = format!("{} games: {won} won, {} lost at every depth", here().count(), here().count() - won);
    let part = "in width 2 it is settled for each set of pieces, with lookahead 0 or 1, if pieces only drop, slide, or may be put \
                anywhere, whether the player wins from some depth on or the machine wins at every depth";
    Finding::new(part, "sweep, weights, theorem kinks_win, certificates of rising wells", exhausted(open, domain))
}

/// What is played out well by well against the sweeps, where both were done.
fn one_winner(entries: &[Entry], lasting: &[Lasting], given: &Given) -> Finding {
    let is_swept = |size: &(u8, u16)| given.depths.iter().any(|(width, depth)| *width == size.0 && size.1 <= *depth);
    let both = lasting.iter().filter(|one| is_swept(&(one.width, one.depth))).find(|one| {
        let same = |e: &&Entry| (e.width, e.set, e.lookahead, e.rule) == (one.width, one.set, one.lookahead, one.rule);
        let wins = |entry: &Entry| entry.least.height.is_some_and(|least| least <= one.depth);
        entries.iter().find(same).is_some_and(|entry| one.lasts.is_some() == wins(entry))
    });
    let both = both.map(|one| format!("{} in width {}, depth {}", one.set, one.width, one.depth));
    let bound = to_depth(&given.endurance.iter().copied().filter(is_swept).collect::<Vec<_>>());
    let part = "no game is won by both the player and the machine";
    Finding::new(part, "sweep", Verdict::tried(bound, both)).theorem("one_winner")
}

/// Whether the player wins in a smaller depth with lookahead than without, or not at all without, as far as swept.
fn needs_lookahead(entries: &[Entry], told: &Entry) -> bool {
    let same = |other: &&Entry| {
        other.lookahead == 0 && (other.width, other.set, other.rule) == (told.width, told.set, told.rule)
    };
    let untold = entries.iter().find(same).and_then(|entry| entry.least.height);
    told.lookahead == 1 && told.least.height.is_some_and(|least| untold.is_none_or(|untold| least < untold))
}

pub(super) fn named(entry: &Entry) -> String {
    let depth = entry.least.height.map_or(String::new(), |height| format!(" from depth {height}"));
    let Entry { width, set, lookahead, rule, .. } = entry;
    format!("{set} in width {width}{depth}, lookahead {lookahead}, rule {}", rule.word())
}

/// One line for each game.
pub(super) fn listed(entries: &[Entry]) -> Table {
    let row = |entry: &Entry| {
        let basis = match &entry.basis {
            Basis::Sweep => "sweep".to_string(),
            Basis::Lost(lost) if lost.size() == 1 => format!("weights {lost}"),
            Basis::Lost(_) => "theorem kinks_win".to_string(),
            Basis::Fewer(set) => format!("subset {set}"),
            Basis::Told(lookahead) => format!("lookahead {lookahead}"),
            Basis::Freer(rule) => format!("rule {}", rule.word()),
            Basis::Kinks(set) => format!("kinks {set}"),
            Basis::Rises(set, lookahead, rule) => format!("rising {set} lookahead {lookahead} rule {}", rule.word()),
            Basis::Deeper { set, lookahead, rule, is_kept, .. } => {
                let kept = if *is_kept { "" } else { ", not kept" };
                format!("deeper {set} lookahead {lookahead} rule {}{kept}", rule.word())
            }
        };
        let Entry { width, set, lookahead, rule, least, .. } = entry;
        let is_lost = entry.is_lost();
        let lost = if is_lost { String::new() } else { number_or(least.lost_to, "") };
        let won = number_or(entry.won_at(), "");
        row![width, set, lookahead, rule.word(), number_or(least.height, ""), won, lost, is_lost, basis]
    };
    let title = "Least depth in which the player wins, for each set of pieces up to a mirror (O square, I bar, T tee, J and L \
                 elbows, S left kink, Z right kink)";
    let header = "width pieces lookahead rule least_height won_at lost_to lost_at_every_depth basis";
    table(title, header, entries.iter().map(row).collect())
}

/// How many sets are won, by width, lookahead and rule.
fn summary(entries: &[Entry], depths: &[(u8, u16)]) -> Table {
    let mut rows = Vec::new();
    for (width, depth) in depths {
        for (lookahead, rule) in columns() {
            let here = || entries.iter().filter(|e| (e.width, e.lookahead, e.rule) == (*width, lookahead, rule));
            let won = || here().filter(|entry| entry.won_at().is_some());
            let proved = here().filter(|entry| entry.is_lost()).count();
            let (sets, wins) = (here().count(), won().count());
            let largest = won().map(|entry| entry.set.size()).max().unwrap_or(0);
            let open = sets - wins - proved;
            rows.push(row![width, depth, lookahead, rule.word(), sets, wins, proved, open, largest]);
        }
    }
    let header = "width depth lookahead rule sets sets_won sets_lost_at_every_depth sets_lost_to_depth most_pieces_won";
    table("How many sets of pieces the player wins with", header, rows)
}

/// Lookaheads and rules, from the hardest for the player to the easiest.
fn columns() -> impl Iterator<Item = (u8, Movement)> {
    [0, 1].into_iter().flat_map(|lookahead| RULES.into_iter().rev().map(move |rule| (lookahead, rule)))
}

/// A game with how long the player lasts; for ever if he wins.
struct Lasting {
    width: u8,
    depth: u16,
    set: Set,
    lookahead: u8,
    rule: Movement,
    lasts: Option<Endurance>,
}

/// How long the player can last.
fn lasting(sizes: &[(u8, u16)]) -> Result<Vec<Lasting>> {
    let all: String = LETTERS.iter().collect();
    let mut found = Vec::new();
    for &(width, depth) in sizes {
        let wells = (0..=u32::from(depth)).map(|rows| ((1_u64 << width.min(16)) - 2).saturating_pow(rows));
        if wells.fold(0, u64::saturating_add) > MOST_WELLS {
            let what = format!("endurance in width {width}, depth {depth}");
            return Err(Error::input("all-subsets", what, format!("at most {MOST_WELLS} wells")));
        }
        for rule in RULES.into_iter().rev() {
            let wells = Transitions::new(&WellGame::new(width, depth, PieceSet::parse(&all)?, rule, 0)?)?;
            let of_set = |set: Set| {
                let pieces: Vec<usize> = (0..LETTERS.len()).filter(|piece| set.has(LETTERS[*piece])).collect();
                [0, 1].map(|lookahead| Lasting {
                    width,
                    depth,
                    set,
                    lookahead,
                    rule,
                    lasts: endurance(&wells, &pieces, lookahead),
                })
            };
            found.par_extend(Set::up_to_mirror().into_par_iter().flat_map_iter(of_set));
        }
    }
    Ok(found)
}

fn endurances(lasting: &[Lasting]) -> Table {
    let row = |Lasting { width, depth, set, lookahead, rule, lasts }: &Lasting| {
        let lasts = lasts.as_ref()?;
        Some(row![width, depth, set, lookahead, rule.word(), lasts.pieces, lasts.rows])
    };
    let title = "How long the player lasts from the empty well where the machine wins: pieces sent, the last one included; and, \
                 in a game for that number, rows deleted before the last piece";
    let header = "width depth pieces lookahead rule pieces_sent rows_deleted";
    table(title, header, lasting.iter().filter_map(row).collect())
}

/// Whether the player wins in deeper wells by a certificate that is kept, or by one that is not.
fn is_deeper(entry: &Entry, kept: bool) -> bool {
    matches!(entry.basis, Basis::Deeper { is_kept, .. } if is_kept == kept)
}

/// Sets by widths, rules and lookahead, coloured by least depth; sets that win nowhere are left out.
fn picture(entries: &[Entry], depths: &[(u8, u16)]) -> Option<Figure> {
    let wins = |set: &Set| entries.iter().any(|entry| entry.set == *set && entry.won_at().is_some());
    let sets: Vec<Set> = Set::up_to_mirror().into_iter().filter(wins).collect();
    let left_out = Set::up_to_mirror().len() - sets.len();
    let games: Vec<(u8, u8, Movement)> = depths
        .iter()
        .flat_map(|(width, _)| columns().map(move |(lookahead, rule)| (*width, lookahead, rule)))
        .collect();
    let value = |set: Set, game: (u8, u8, Movement)| {
        let found = entries.iter().find(|e| e.set == set && (e.width, e.lookahead, e.rule) == game);
        found.and_then(|entry| entry.least.height).map(u64::from)
    };
    let outlined = |is: fn(&Entry) -> bool| -> Vec<(usize, usize)> {
        let has =
            |set: Set, game| entries.iter().any(|e| e.set == set && (e.width, e.lookahead, e.rule) == game && is(e));
        let all = (0..sets.len()).flat_map(|row| (0..games.len()).map(move |column| (row, column)));
        all.filter(|(row, column)| has(sets[*row], games[*column])).collect()
    };
    let to: Vec<String> = depths.iter().map(|(width, depth)| format!("{depth} in width {width}")).collect();
    let label = |(width, lookahead, rule): &(u8, u8, Movement)| {
        format!("width {width}, {}{}", rule.word(), if *lookahead == 1 { ", lookahead" } else { "" })
    };
    let cells = Cells {
        title: format!(
            "Least depth in which the player wins, for each set of pieces up to a mirror, swept to depth {}. The {left_out} \
             sets that the player wins nowhere here are left out",
            to.join(", ")
        ),
        across: "width, rule, and whether the next piece is shown".to_string(),
        down: "pieces: O square, I bar, T tee, J L elbows, S Z kinks".to_string(),
        column_labels: games.iter().map(label).collect(),
        row_labels: sets.iter().map(Set::to_string).collect(),
        values: sets.iter().map(|set| games.iter().map(|game| value(*set, *game)).collect()).collect(),
        outlines: vec![
            Outline { name: "proved: the machine wins at every depth".to_string(), cells: outlined(Entry::is_lost) },
            Outline {
                name: "proved: the player wins in deeper wells".to_string(),
                cells: outlined(|entry| is_deeper(entry, true)),
            },
            Outline {
                name: "the same by a certificate that was accepted and is not kept".to_string(),
                cells: outlined(|entry| is_deeper(entry, false)),
            },
        ],
        blank: "the machine wins as deep as swept".to_string(),
        ..Cells::default()
    };
    (!sets.is_empty()).then_some(Figure::Cells(cells))
}
