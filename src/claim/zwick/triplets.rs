//! The claims of Zwick's paper about triplets: values and optimal moves for all (x, y, z).
use crate::claim::library::{self, Row};
use crate::claim::vector::Known;
use crate::claim::{Decision, Finding, Task};
use crate::error::{Error, Result};
use crate::game::vector::VectorPosition;
use crate::game::zwick::MOVES;
use crate::game::{Game, Play};
use crate::report::figure::{Cells, Figure};
use crate::report::table::Table;

/// Normal play of all triplets, with its certificate.
fn triplets(task: &Task) -> Result<Known> {
    Known::new(task, "zwick-normal", "zwick", Play::Normal)
}

/// Print against the certificate of all triplets.
fn compared(part: &str, known: &Known, cells: Vec<String>, holds: &str) -> Finding {
    Finding::compared(part, "vector", cells, holds, &[&known.certificate])
}

/// The recurrence of V and the weight that makes it halt.
pub fn value_recurrence(task: &Task) -> Result<Decision> {
    let known = triplets(task)?;
    let certificate = &known.pattern.certificate;
    // Six times the paper's weight x + y/2 + z/3, in which every rule must lose at least 6/6 * 1/6.
    let halting = certificate.weight.per_unit == [6, 3] && certificate.weight.per_state == [0, 2, 4];
    let least_loss = known
        .game
        .rules
        .iter()
        .map(|rule| certificate.weight.of(rule.from, &rule.take) - certificate.weight.of(rule.to, &rule.put));
    let least_loss = least_loss.min().expect("the game has rules");
    let mut cells = Vec::new();
    if !halting || least_loss < 1 {
        cells.push(format!("a move loses {least_loss}/6, printed at least 1/6"));
    }
    let recurrence =
        Finding::proved("V(x,y,z) by the recurrence, for all x, y and z < 3", "vector", &[&known.certificate]);
    let weight =
        compared("every call lowers x + y/2 + z/3 by at least 1/6", &known, cells, "the weight of the certificate");
    let weight = weight.note(format!("the least loss is exactly {least_loss}/6"));
    Ok(Decision { findings: vec![recurrence, weight], certificates: vec![known.certificate], ..Decision::default() })
}

/// The three matrices v and the row v0, regenerated.
pub fn value_matrices(task: &Task) -> Result<Decision> {
    let known = triplets(task)?;
    let mut cells = Vec::new();
    let mut rows = Vec::new();
    for row in library::reference("zwick/value-matrices.csv")? {
        let (position, label) = representative(&row)?;
        let (printed, value) = (library::number(&row, "value")?, known.value(position.state, &position.at));
        rows.push(vec![label.clone(), printed.to_string(), value.to_string()]);
        if printed != value {
            cells.push(format!("{label}: printed {printed}, computed {value}"));
        }
    }
    let header = ["entry", "printed", "computed"].map(String::from).to_vec();
    let table = Table { title: "The matrices v and v0".to_string(), header, rows };
    let finding = compared("all entries of v and v0", &known, cells, "the computed entries");
    let figures = vec![(String::new(), matrices(&known))];
    Ok(Decision {
        findings: vec![finding],
        tables: vec![(String::new(), table)],
        figures,
        certificates: vec![known.certificate],
    })
}

/// The position that an entry of v, m (x residue 0 stands for x = 3 where z = 0) or of v0, m0 (x = z = 0) speaks of.
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

/// V for x < 7 and y < 7, z = 0, 1, 2 side by side.
fn matrices(known: &Known) -> Figure {
    let side = 7u64;
    let row = |x: u64| (0..3).flat_map(move |z| (0..side).map(move |y| Some(known.value(z, &[x, y])))).collect();
    Figure::Cells(Cells {
        title: "V(x,y,z): 1 where the player to move wins".to_string(),
        across: "z : y".to_string(),
        down: "x".to_string(),
        column_labels: (0..3).flat_map(|z| (0..side).map(move |y| format!("{z}:{y}"))).collect(),
        row_labels: Vec::new(),
        values: (0..side).map(row).collect(),
        outlines: Vec::new(),
        upwards: false,
        legend: vec![(0, "P-position".to_string()), (1, "N-position".to_string())],
    })
}

/// Theorem 5.1: the printed formula, at all positions.
///
/// The certificate's values repeat with period 3 in x from 1 on and in y from 0 on, and so does the formula (its cases
/// split at x = 0 only); so the positions x <= 3, y <= 2 decide all.
pub fn theorem_5_1(task: &Task) -> Result<Decision> {
    let known = triplets(task)?;
    let axes = known.pattern.axes.clone().unwrap_or_default();
    let repeats = |i: usize, from: u64| axes.get(i).is_some_and(|axis| 3 % axis.period == 0 && axis.preperiod <= from);
    if !repeats(0, 1) || !repeats(1, 0) {
        return Err(Error::input("zwick/theorem-5-1", known.pattern.words(), "period 3 in x from 1 and in y from 0"));
    }
    let printed = library::reference("zwick/value-matrices.csv")?;
    let formula = |x: u64, y: u64, z: u64| -> Result<u64> {
        let special = x == 0 && z == 0;
        let wanted = |row: &&Row| {
            let is = |column: &str, number: u64| library::number(row, column) == Ok(number);
            let table = if special { "v0" } else { "v" };
            row.get("table").is_some_and(|name| name == table)
                && is("y", y % 3)
                && (special || (is("x", x % 3) && is("z", z)))
        };
        let row = printed.iter().find(wanted);
        library::number(
            row.ok_or_else(|| Error::input("zwick/value-matrices.csv", "an entry is missing", "all 30"))?,
            "value",
        )
    };
    let mut cells = Vec::new();
    for (x, y, z) in (0..=3).flat_map(|x| (0..=2).flat_map(move |y| (0..3).map(move |z| (x, y, z)))) {
        let (printed, value) = (formula(x, y, z)?, known.value(z as usize, &[x, y]));
        if printed != value {
            cells.push(format!("({x},{y},{z}) and its repetitions: printed {printed}, computed {value}"));
        }
    }
    let finding = compared(
        "V(x,y,z) is the printed entry, for all x, y >= 0 and z < 3",
        &known,
        cells,
        "the certificate's values",
    );
    let finding = finding.note(known.pattern.words());
    Ok(Decision { findings: vec![finding], certificates: vec![known.certificate], ..Decision::default() })
}

/// Which towers of n full levels the first player wins.
///
/// Both sides repeat with period 3 for n >= 4; so n = 1, ..., 9 decide all n.
pub fn start_position(task: &Task) -> Result<Decision> {
    let known = triplets(task)?;
    let wins = |n: u64| known.value(0, &[n - 1, 0]) == 1;
    let printed = |n: u64| n == 2 || (n >= 4 && !n.is_multiple_of(3));
    let cells = (1..=9).filter(|&n| wins(n) != printed(n)).map(|n| format!("n = {n} (and n + 3i)")).collect();
    let rows = (1..=30).map(|n| vec![n.to_string(), if wins(n) { "first" } else { "second" }.to_string()]).collect();
    let header = ["levels", "winner"].map(String::from).to_vec();
    let table = Table { title: "Who wins Jenga from n full levels".to_string(), header, rows };
    let part =
        "from n full levels the first player wins if and only if n = 2, or n >= 4 and n = 1, 2 mod 3, for all n >= 1";
    let finding = compared(part, &known, cells, "the table").note("n = 0 is no tower");
    Ok(Decision {
        findings: vec![finding],
        tables: vec![(String::new(), table)],
        certificates: vec![known.certificate],
        ..Decision::default()
    })
}

/// The matrices m and m0, at every position.
///
/// The winning moves at (x, y, z) are the moves to positions of value 0. The values repeat with period 3 from x = 1 and
/// y = 0 on, and a move goes back by at most one; so the winning moves repeat from x = 2 and y = 1 on, and the positions
/// x < 5, y < 4 decide all.
pub fn optimal_moves(task: &Task) -> Result<Decision> {
    let known = triplets(task)?;
    let printed = library::reference("zwick/optimal-moves.csv")?;
    let mut differing = Vec::new();
    let mut rows = Vec::new();
    for (z, x, y) in (0..3).flat_map(|z| (0..5).flat_map(move |x| (0..4).map(move |y| (z, x, y)))) {
        let won = winning_moves(&known, &VectorPosition { state: z as usize, at: vec![x, y] });
        let entry = printed_moves(&printed, x, y, z)?;
        if won != entry {
            differing.push(((x, y, z), format!("printed {}, winning {}", in_words(&entry), in_words(&won))));
        }
        rows.push(vec![x.to_string(), y.to_string(), z.to_string(), entry.join(" "), won.join(" ")]);
    }
    let header = ["x", "y", "z", "printed", "winning"].map(String::from).to_vec();
    let title = "Printed and winning moves; rows x >= 2 and y >= 1 repeat with period 3".to_string();
    let holds = "m and m0 with -I- for I-I in m0(1), and without -I- where y = 0";
    let part = "the winning moves are the printed entries, for all x, y >= 0 and z < 3";
    let finding = compared(part, &known, families(&differing), holds).note(
        "our copy loses dashes of these signs elsewhere, so I-I in m0(1) may be its fault; that -I- is listed where y = 0 \
         is not, because the text repeats that all three moves win from (x,y,1) with x = 1 and y = 0 mod 3",
    );
    Ok(Decision {
        findings: vec![finding],
        tables: vec![(String::new(), Table { title, header, rows })],
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
fn winning_moves(known: &Known, position: &VectorPosition) -> Vec<String> {
    let moves = known.game.moves(position).into_iter();
    moves.filter(|(_, option)| known.value(option.state, &option.at) == 0).map(|(name, _)| name).collect()
}

fn printed_moves(printed: &[Row], x: u64, y: u64, z: u64) -> Result<Vec<String>> {
    let special = x == 0 && z == 0;
    let wanted = |row: &&Row| {
        let is = |column: &str, number: u64| library::number(row, column) == Ok(number);
        let table = if special { "m0" } else { "m" };
        row.get("table").is_some_and(|name| name == table)
            && is("y", y % 3)
            && (special || (is("x", x % 3) && is("z", z)))
    };
    let missing = || Error::input("zwick/optimal-moves.csv", "an entry is missing", "all 30");
    let entry = printed.iter().find(wanted).and_then(|row| row.get("moves")).ok_or_else(missing)?;
    Ok(MOVES.iter().filter(|name| entry.split(' ').any(|word| word == **name)).map(|name| name.to_string()).collect())
}

/// A best move in constant time: the certificate is asked, whatever the size of the position.
pub fn constant_time_oracle(task: &Task) -> Result<Decision> {
    let known = triplets(task)?;
    let mut rows = Vec::new();
    for exponent in [0u32, 3, 6, 9, 12] {
        for z in 0..3 {
            let position = VectorPosition { state: z, at: vec![10u64.pow(exponent), 10u64.pow(exponent) - 1] };
            let best = winning_moves(&known, &position);
            rows.push(vec![known.game.show(&position), in_words(&best)]);
        }
    }
    let header = ["position", "winning moves"].map(String::from).to_vec();
    let table = Table { title: "Winning moves, looked up".to_string(), header, rows };
    let pieces = known.pattern.certificate.pieces.len();
    let part = "a winning move from any (x,y,z), in time that does not depend on x and y";
    let finding = Finding::proved(part, "vector", &[&known.certificate])
        .note(format!("a look-up compares the position with at most {pieces} pieces"));
    Ok(Decision {
        findings: vec![finding],
        tables: vec![(String::new(), table)],
        certificates: vec![known.certificate],
        ..Decision::default()
    })
}
