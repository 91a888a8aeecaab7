//! The claims of Zwick's paper about triplets: values and optimal moves for all (x, y, z).
use super::matrices;
use crate::claim::library::{self, Row};
use crate::claim::part::{self, Parts};
use crate::claim::vector::Known;
use crate::claim::{Certificate, Decision, Differences, Fact, Finding, Goal, Task};
use crate::error::{Error, Result};
use crate::game::vector::VectorPosition;
use crate::game::zwick::MOVES;
use crate::game::{Game, Play};
use crate::proof::goal::{Pattern, Values};
use crate::report::table::Table;
use crate::solve::towers::lemma::moves_certificate;
use std::collections::BTreeSet;

/// Normal play of all triplets, with its certificate.
pub(super) fn triplets(task: &Task) -> Result<Known> {
    Known::new(task, "zwick-normal", "zwick", Play::Normal)
}

/// The printed matrices repeat with period 3 in x and in y; those for x = z = 0 are others, so in x from 1 on.
pub(super) const FROM: [u64; 2] = [1, 0];
/// See [`FROM`].
const PERIOD: [u64; 2] = [3, 3];

/// The printed entry for a position: that of v or m, or of v0 or m0 if x = z = 0.
pub(super) fn entry<'a>(printed: &'a [Row], VectorPosition { state, at }: &VectorPosition) -> Result<&'a Row> {
    let (x, y, z) = (at[0], at[1], *state as u64);
    let wanted = |row: &&Row| {
        let is = |(column, number): (&str, u64)| library::number(row, column) == Ok(number);
        row.get("table").is_some_and(|table| table.ends_with('0') == (x == 0 && z == 0))
            && [("x", x % PERIOD[0]), ("y", y % PERIOD[1]), ("z", z)].into_iter().all(is)
    };
    printed.iter().find(wanted).ok_or_else(|| Error::input("printed matrices", "an entry is missing", "all 30"))
}

/// The printed entries of v and v0 at all positions.
pub(super) fn printed_values(known: &Known) -> Result<Finding> {
    let printed = library::reference("zwick/value-matrices.csv")?;
    let pattern = known.repeating(&FROM, &PERIOD);
    let mut cells = Vec::new();
    for (position, value) in pattern.positions(known.game.states).iter().zip(&pattern.values) {
        let entry = library::number(entry(&printed, position)?, "value")?;
        if entry != *value {
            let position = known.game.show(position);
            cells.push(format!("{position} and its repetitions: printed {entry}, computed {value}"));
        }
    }
    let part = "V(x,y,z) is the printed entry of v, and of v0 if x = z = 0, for all x, y >= 0 and z < 3";
    let goal = Goal::Pattern(pattern);
    let finding = Finding::against_print(part, goal, cells, "the computed values", &[&known.certificate])?;
    Ok(finding.theorem("zwick_5_1"))
}

/// The three matrices v and the row v0, regenerated.
pub fn value_matrices(task: &Task) -> Result<Decision> {
    let known = triplets(task)?;
    let mut rows = Vec::new();
    for row in library::reference("zwick/value-matrices.csv")? {
        let (position, label) = representative(&row)?;
        let (printed, value) = (library::number(&row, "value")?, known.value(position.state, &position.at));
        rows.push(vec![label, printed.to_string(), value.to_string()]);
    }
    let header = ["entry", "printed", "computed"].map(String::from).to_vec();
    let table = Table { title: "The matrices v and v0".to_string(), header, rows };
    Ok(Decision {
        findings: vec![printed_values(&known)?],
        tables: vec![(String::new(), table)],
        figures: vec![(String::new(), matrices::values(&known))],
        certificates: vec![known.certificate],
        ..Decision::default()
    })
}

/// A position that an entry of v (x residue 0 stands for x = 3 where z = 0) or of v0 (x = z = 0) speaks of, and its name.
fn representative(row: &Row) -> Result<(VectorPosition, String)> {
    let y = library::number(row, "y")?;
    let table = row.get("table").map_or("", String::as_str);
    if table.ends_with('0') {
        return Ok((VectorPosition { state: 0, at: vec![0, y] }, format!("{table}({y})")));
    }
    let (x, z) = (library::number(row, "x")?, library::number(row, "z")?);
    let state = usize::try_from(z).map_err(|_| Error::input("reference column z", z.to_string(), "0, 1 or 2"))?;
    Ok((VectorPosition { state, at: vec![if x == 0 && z == 0 { 3 } else { x }, y] }, format!("{table}({x},{y},{z})")))
}

/// Theorem 5.1: the printed formula, at all positions.
pub fn theorem_5_1(task: &Task) -> Result<Decision> {
    let known = triplets(task)?;
    let findings = vec![printed_values(&known)?];
    Ok(Decision { findings, certificates: vec![known.certificate], ..Decision::default() })
}

/// Which towers of n full levels the first player wins.
pub fn start_position(task: &Task) -> Result<Decision> {
    let Parts { parts } = task.experiment.parameters(task.scale)?;
    let known = triplets(task)?;
    let wins = |n: u64| if known.value(0, &[n - 1, 0]) == 1 { "first" } else { "second" };
    let rows = (1..=30).map(|n| vec![n.to_string(), wins(n).to_string()]).collect();
    let header = ["full_levels", "winner"].map(String::from).to_vec();
    let table = Table { title: "Who wins Jenga from n full levels".to_string(), header, rows };
    let certificates = vec![known.certificate, Certificate::new("move-types", moves_certificate())?];
    let findings = part::entailed(parts, &certificates)?;
    Ok(Decision { findings, tables: vec![(String::new(), table)], certificates, ..Decision::default() })
}

/// The matrices m and m0, at every position.
///
/// The winning moves are those to positions of value 0, and a move goes back by at most one; so they repeat from one step
/// after the values on, and the positions before that decide all.
pub fn optimal_moves(task: &Task) -> Result<Decision> {
    let known = triplets(task)?;
    let printed = library::reference("zwick/optimal-moves.csv")?;
    let pattern = known.repeating(&FROM, &PERIOD);
    let window = Pattern { from: FROM.map(|from| from + 1).to_vec(), ..pattern.clone() };
    let (mut differing, mut entries, mut rows) = (Vec::new(), BTreeSet::new(), Vec::new());
    for position in window.positions(known.game.states) {
        let (won, row) = (winning_moves(&known, &position), entry(&printed, &position)?);
        let moves = printed_moves(row);
        let (x, y, z) = (position.at[0], position.at[1], position.state as u64);
        if won != moves {
            entries.insert(row);
            differing.push(((x, y, z), format!("printed {}, winning {}", in_words(&moves), in_words(&won))));
        }
        rows.extend(MOVES.map(|name| {
            let among = |set: &[String]| set.iter().any(|one| one == name).to_string();
            vec![x.to_string(), y.to_string(), z.to_string(), name.to_string(), among(&moves), among(&won)]
        }));
    }
    let header = ["x", "y", "z", "move", "printed_winning", "winning"].map(String::from).to_vec();
    let title = "Printed and winning moves; rows x >= 2 and y >= 1 repeat with period 3".to_string();
    let holds = "m and m0 with -I- for I-I in m0(1), and without -I- where y = 0";
    let part = "the winning moves are the printed entries, for all x, y >= 0 and z < 3";
    let differences = Differences { cells: families(&differing), count: entries.len() as u64 };
    let finding = Finding::against_print(part, Goal::Pattern(pattern), differences, holds, &[&known.certificate])?;
    let finding = finding.theorem("zwick_optimal_moves").note(
        "entries are counted, each for infinitely many positions; our copy loses dashes of these signs elsewhere, so I-I in \
         m0(1) may be its fault; that -I- is listed where y = 0 is not, because the text repeats that all three moves win \
         from (x,y,1) with x = 1 and y = 0 mod 3",
    );
    Ok(Decision {
        findings: vec![finding],
        tables: vec![(String::new(), Table { title, header, rows })],
        figures: vec![(String::new(), matrices::moves(&known, &printed)?)],
        certificates: vec![known.certificate],
        ..Decision::default()
    })
}

/// Positions with what is said of them, those that lie a multiple of 3 apart taken together: x >= 2 and y >= 1 stand for
/// all positions 3, 6, ... further along, and swallow a position that lies 3 before them if it says the same.
fn families(differing: &[((u64, u64, u64), String)]) -> Vec<String> {
    let says = |position: (u64, u64, u64), words: &str| differing.iter().any(|(p, w)| *p == position && w == words);
    let mut families = Vec::new();
    for ((x, y, z), words) in differing {
        let along_x = *x >= 2 || says((x + 3, *y, *z), words);
        let along_y = *y >= 1 || says((*x, y + 3, *z), words);
        let swallowed = (*x >= 3 && says((x - 3, *y, *z), words)) || (*y >= 3 && says((*x, y - 3, *z), words));
        if !swallowed {
            let coordinate = |c: u64, along: bool| if along { format!("{c}+3i") } else { c.to_string() };
            families.push(format!("({},{},{z}): {words}", coordinate(*x, along_x), coordinate(*y, along_y)));
        }
    }
    families
}

fn in_words(moves: &[String]) -> String {
    if moves.is_empty() { "none".to_string() } else { moves.join(" ") }
}

/// The types of the moves to positions of value 0, in the order of [`MOVES`].
pub(super) fn winning_moves(known: &Known, position: &VectorPosition) -> Vec<String> {
    let moves = known.game.moves(position).into_iter();
    moves.filter(|(_, option)| known.value(option.state, &option.at) == 0).map(|(name, _)| name).collect()
}

pub(super) fn printed_moves(entry: &Row) -> Vec<String> {
    let printed = entry.get("printed_moves").map_or("", String::as_str);
    MOVES.iter().filter(|name| printed.split(' ').any(|word| word == **name)).map(|name| name.to_string()).collect()
}

/// A best move is looked up, whatever the size of the position.
pub fn constant_time_oracle(task: &Task) -> Result<Decision> {
    let known = triplets(task)?;
    let (mut rows, mut options) = (Vec::new(), Vec::new());
    for exponent in [0u32, 3, 6, 9, 12] {
        for state in 0..3 {
            let position = VectorPosition { state, at: vec![10u64.pow(exponent), 10u64.pow(exponent) - 1] };
            let (shown, won) = (known.game.show(&position), winning_moves(&known, &position));
            let wins = |name: &str| won.iter().any(|one| one == name).to_string();
            rows.extend(MOVES.map(|name| vec![shown.clone(), name.to_string(), wins(name)]));
            let reached = known.game.options(&position).into_iter();
            options.extend(reached.map(|option| (known.game.show(&option), known.value(option.state, &option.at))));
        }
    }
    let header = ["position", "move", "winning"].map(String::from).to_vec();
    let table = Table { title: "Winning moves, looked up".to_string(), header, rows };
    let (game, play) = (known.game.name.clone(), Play::Normal);
    let pieces = known.pattern.certificate.pieces.len();
    let all = Goal::Facts(vec![Fact::Stratified { game: game.clone(), play }]);
    let looked_up = Goal::Values(Values { game, play, cells: options });
    let findings = vec![
        Finding::entailed("finitely many pieces say who wins from every (x,y,z)", all, &[&known.certificate])?
            .note(format!("there are {pieces}; a winning move is one to a position that is lost")),
        Finding::entailed(
            "who wins after each move from the positions of the table",
            looked_up,
            &[&known.certificate],
        )?,
    ];
    Ok(Decision {
        findings,
        tables: vec![(String::new(), table)],
        certificates: vec![known.certificate],
        ..Decision::default()
    })
}
