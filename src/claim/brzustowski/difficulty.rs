//! How hard the pieces are when they come by chance (section 6.1): exact results in small wells.
use super::{row, table};
use crate::claim::library::reference;
use crate::claim::{Decision, Finding, Task, Verdict};
use crate::error::{Error, Result};
use crate::game::wells::{Movement, PieceSet};
use crate::proof::region::wells::WellGame;
use crate::report::figure::{Cells, Figure};
use crate::solve::wells::random::{Expected, ONE, expected};
use crate::solve::wells::regions::plain::Transitions;
use crate::solve::wells::regions::subsets::{LETTERS, Set};
use rayon::prelude::*;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Given {
    /// Pairs (width, depth): all sets of pieces.
    sets: Vec<(u8, u16)>,
    /// Pairs (width, depth): the seven pieces, and each six of them.
    sixes: Vec<(u8, u16)>,
    /// The most sweeps for one set.
    sweeps: u32,
}

/// The pieces by their letters, with the names of Table 6.3.
const NAMES: [(char, &str); 7] = [
    ('O', "Square"),
    ('I', "Bar"),
    ('T', "Tee"),
    ('J', "Right Elbow"),
    ('L', "Left Elbow"),
    ('S', "Left Kink"),
    ('Z', "Right Kink"),
];
/// All pieces.
const ALL: &str = "OITJLSZ";

/// What is expected with a set in a well.
struct Known {
    width: u8,
    depth: u16,
    set: Set,
    expected: Expected,
}

impl Known {
    /// Both bounds, where there are two.
    fn bounds(&self) -> Option<(u64, u64)> {
        match self.expected {
            Expected::Between(least, Some(most)) => Some((least, most)),
            _ => None,
        }
    }

    fn row(&self) -> Vec<String> {
        let (least, most) = match self.expected {
            Expected::Infinite => (String::new(), String::new()),
            Expected::Between(least, most) => (down(least), most.map_or(String::new(), up)),
        };
        row![self.width, self.depth, self.set, least, most]
    }
}

/// Units as pieces with four decimals, rounded down.
fn down(units: u64) -> String {
    decimals((u128::from(units) * 10_000 / u128::from(ONE)) as u64)
}

/// The same, rounded up.
fn up(units: u64) -> String {
    decimals((u128::from(units) * 10_000).div_ceil(u128::from(ONE)) as u64)
}

fn decimals(parts: u64) -> String {
    format!("{}.{:04}", parts / 10_000, parts % 10_000)
}

/// Whether the seven pieces can be ranked by how hard they are.
pub fn difficulty(task: &Task) -> Result<Decision> {
    let given: Given = task.experiment.parameters(task.scale)?;
    if given.sixes.is_empty() {
        return Err(Error::input(task.experiment.name(), "no wells for a ranking", "at least one pair in sixes"));
    }
    let sets = found(&given.sets, &Set::up_to_mirror(), given.sweeps)?;
    let sixes = found(&given.sixes, &sixes(), given.sweeps)?;
    let rankings: Vec<Ranking> =
        given.sixes.iter().map(|&(width, depth)| Ranking::new(width, depth, &sixes)).collect::<Result<_>>()?;
    let findings = vec![ends(&sixes, &given.sixes), ranked(&rankings), players(&rankings)?];
    let others = sixes.iter().filter(|one| !given.sets.contains(&(one.width, one.depth)));
    let header = "width depth pieces at_least at_most";
    let title = "Pieces placed on average until the game ends, if each piece is as likely as any other, the next one is not \
                 shown, and the player plays for that number";
    let tables = vec![
        (String::new(), table(title, header, sets.iter().chain(others).map(Known::row).collect())),
        (
            "ranking".to_string(),
            table(
                "Pieces from the hardest: the longest play without it",
                "width depth rank pieces at_least_without at_most_without",
                rankings.iter().flat_map(Ranking::rows).collect(),
            ),
        ),
    ];
    let figures = vec![(String::new(), picture(&rankings))];
    Ok(Decision { findings, tables, figures, ..Decision::default() })
}

/// The seven pieces, and each six of them, up to a mirror.
fn sixes() -> Vec<Set> {
    Set::up_to_mirror().into_iter().filter(|set| set.size() >= 6).collect()
}

fn found(sizes: &[(u8, u16)], sets: &[Set], sweeps: u32) -> Result<Vec<Known>> {
    let mut all = Vec::new();
    for &(width, depth) in sizes {
        let wells = Transitions::new(&WellGame::new(width, depth, PieceSet::parse(ALL)?, Movement::Drop, 0)?)?;
        let known = |set: &Set| {
            let pieces: Vec<usize> = (0..LETTERS.len()).filter(|piece| set.has(LETTERS[*piece])).collect();
            Known { width, depth, set: *set, expected: expected(&wells, &pieces, sweeps) }
        };
        all.par_extend(sets.par_iter().map(known));
    }
    Ok(all)
}

/// The pieces of a well by what the player can expect of the other six.
struct Ranking {
    width: u8,
    depth: u16,
    /// Classes of mirror images with the bounds, the hardest first.
    classes: Vec<(String, (u64, u64))>,
}

impl Ranking {
    fn new(width: u8, depth: u16, known: &[Known]) -> Result<Self> {
        let mut classes = Vec::new();
        for letters in ["O", "I", "T", "JL", "SZ"] {
            // One of the two mirror images is missing, whichever.
            let of = |one: &&Known| {
                let missing = LETTERS.iter().filter(|letter| !one.set.has(**letter));
                (one.width, one.depth, one.set.size()) == (width, depth, 6)
                    && missing.clone().all(|letter| letters.contains(*letter))
            };
            let bounds = known.iter().find(of).and_then(Known::bounds);
            let place = format!("the pieces without {letters} in width {width}, depth {depth}");
            classes.push((
                letters.to_string(),
                bounds
                    .ok_or_else(|| Error::input(place, "no bounds on both sides", "more sweeps, or a smaller well"))?,
            ));
        }
        classes.sort_by_key(|(_, (least, _))| std::cmp::Reverse(*least));
        Ok(Ranking { width, depth, classes })
    }

    /// Whether the bounds tell every two classes apart.
    fn is_sure(&self) -> bool {
        self.classes.windows(2).all(|pair| pair[0].1.0 > pair[1].1.1)
    }

    fn well(&self) -> String {
        format!("({},{})", self.width, self.depth)
    }

    fn named(&self) -> String {
        let letters: Vec<&str> = self.classes.iter().map(|(letters, _)| letters.as_str()).collect();
        format!("{} {}", self.well(), letters.join(" "))
    }

    fn place(&self, letter: char) -> Option<usize> {
        self.classes.iter().position(|(letters, _)| letters.contains(letter))
    }

    fn rows(&self) -> Vec<Vec<String>> {
        let row = |(rank, (letters, (least, most))): (usize, &(String, (u64, u64)))| {
            row![self.width, self.depth, rank + 1, letters, down(*least), up(*most)]
        };
        self.classes.iter().enumerate().map(row).collect()
    }
}

/// Play against chance ends.
fn ends(known: &[Known], sizes: &[(u8, u16)]) -> Finding {
    let all = known.iter().filter(|one| one.set.size() == 7);
    let endless = all.filter(|one| one.expected == Expected::Infinite).map(Known::row).map(|row| row.join(" ")).next();
    let part = "a machine that sends the seven pieces by chance defeats every player with probability 1, after a finite number of pieces on average";
    Finding::new(part, "wells from which the player can go on for ever", Verdict::tried(shown(sizes), endless)).note(
        "in every well: by theorem kinks_win_blindly a fixed sequence defeats every player from every state, and sooner or later \
         chance sends it. What is shown ahead does not matter to this",
    )
}

/// The order in each well.
fn ranked(rankings: &[Ranking]) -> Finding {
    let part = "in each well the pieces can be ranked: the longer play lasts on average without a piece, the harder it is; mirror images are as hard as each other";
    let unsure = rankings.iter().find(|ranking| !ranking.is_sure()).map(Ranking::named);
    let wells = rankings.iter().map(Ranking::well);
    let bound = format!("wells (width,depth) {}", wells.collect::<Vec<_>>().join(" "));
    Finding::new(part, "value iteration with bounds on both sides", Verdict::tried(bound, unsure))
}

/// The order of the players of Table 6.3 beside that of each well: pairs of pieces that are no mirror images.
fn players(rankings: &[Ranking]) -> Result<Finding> {
    let printed = reference("brzustowski/table-6-3.csv")?;
    let average = |name: &str| {
        let row = printed.iter().find(|row| row["piece_name"] == name);
        row.and_then(|row| row["average"].replace('.', "").parse::<u64>().ok())
            .ok_or_else(|| Error::input("table 6.3", format!("no average of {name}"), "a number with two decimals"))
    };
    let averages: Vec<(char, u64)> =
        NAMES.iter().map(|(letter, name)| Ok((*letter, average(name)?))).collect::<Result<_>>()?;
    let mut counts = Vec::new();
    for ranking in rankings {
        let (mut same, mut pairs) = (0, 0);
        for (i, (one, harder)) in averages.iter().enumerate() {
            for (other, easier) in &averages[i + 1..] {
                let (here, there) = (ranking.place(*one), ranking.place(*other));
                if here != there && harder != easier {
                    pairs += 1;
                    same += u32::from((here < there) == (harder < easier));
                }
            }
        }
        counts.push((ranking, same, pairs));
    }
    let part = "in the wells of players the order is that in which they put the pieces, mirror images apart";
    let told = counts.iter().map(|(ranking, same, pairs)| format!("{} {same} of {pairs}", ranking.well()));
    let reached = format!(
        "small wells; pairs of pieces, no mirror images, that stand there in the order of Table 6.3: {}",
        told.collect::<Vec<_>>().join(", ")
    );
    let hardest = rankings.iter().filter(|ranking| ranking.place('S') == Some(0)).count();
    let note = format!(
        "the kinks, with which the machine wins for certain, are the hardest in {hardest} of {} wells",
        rankings.len()
    );
    let method = "Table 6.3 against the expected lengths";
    Ok(Finding::new(part, method, Verdict::Open { reached }).note(note))
}

fn shown(sizes: &[(u8, u16)]) -> String {
    let sizes: Vec<String> = sizes.iter().map(|(width, depth)| format!("({width},{depth})")).collect();
    format!("wells (width,depth) {}, pieces dropped", sizes.join(" "))
}

/// Ranks by wells.
fn picture(rankings: &[Ranking]) -> Figure {
    let row = |(letter, _): &(char, &str)| {
        rankings.iter().map(|ranking| ranking.place(*letter).map(|place| place as u64 + 1)).collect()
    };
    Figure::Cells(Cells {
        title: "How hard the pieces are when they come by chance: 1 is the hardest".to_string(),
        across: "width and depth of the well".to_string(),
        down: "piece".to_string(),
        column_labels: rankings.iter().map(|ranking| format!("{} x {}", ranking.width, ranking.depth)).collect(),
        row_labels: NAMES.iter().map(|(_, name)| name.to_string()).collect(),
        values: NAMES.iter().map(row).collect(),
        ..Cells::default()
    })
}
