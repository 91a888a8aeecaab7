//! The survey of players: what the tables of Section 6.2 say, recomputed from the answers that are printed.
mod scores;
mod spread;

use super::{exhausted, row, table};
use crate::claim::library::{Row, number, reference};
use crate::claim::{Decision, Differences, Finding, Task, Verdict};
use crate::error::{Error, Result};
use crate::report::figure::{Cells, Curve, Curves, Figure, Panel, Ramp};
use crate::report::table::Table;
use spread::Spread;

/// The columns of Table 6.4 in the order of Table 6.3, with the names there.
const PIECES: [(&str, &str); 7] = [
    ("Right Kink", "right_kink"),
    ("Left Kink", "left_kink"),
    ("Right Elbow", "right_elbow"),
    ("Left Elbow", "left_elbow"),
    ("Tee", "tee"),
    ("Square", "square"),
    ("Bar", "bar"),
];
const PLACE: &str = "table 6.4";

/// No parameters.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

/// What a rank is changed into.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Counted {
    /// How many pieces the player ranks as harder than this one.
    Harder,
    /// How many pieces the player ranks as less difficult.
    Easier,
}

impl Counted {
    const ALL: [Counted; 2] = [Counted::Harder, Counted::Easier];

    fn word(self) -> &'static str {
        match self {
            Counted::Harder => "harder",
            Counted::Easier => "less difficult",
        }
    }
}

/// The answers: for each player the ranks of the pieces in the order of [`PIECES`].
struct Answers {
    rows: Vec<Row>,
    ranks: Vec<[u64; 7]>,
}

impl Answers {
    fn read() -> Result<Self> {
        let rows = reference("brzustowski/table-6-4.csv")?;
        let ranks = rows.iter().map(|row| {
            let mut ranks = [0; 7];
            for (rank, (_, column)) in ranks.iter_mut().zip(PIECES) {
                *rank = number(row, column)?;
            }
            Ok(ranks)
        });
        let ranks: Vec<[u64; 7]> = ranks.collect::<Result<_>>()?;
        if ranks.is_empty() {
            return Err(Error::input(PLACE, "no answers", "a line for each player"));
        }
        Ok(Answers { rows, ranks })
    }

    /// The transformed ranks of a piece, player by player.
    fn transformed(&self, piece: usize, counted: Counted) -> Vec<u64> {
        let count = |ranks: &[u64; 7]| {
            let other = |rank: &&u64| match counted {
                Counted::Harder => **rank < ranks[piece],
                Counted::Easier => **rank > ranks[piece],
            };
            ranks.iter().filter(other).count() as u64
        };
        self.ranks.iter().map(count).collect()
    }

    /// The number of players of whom this is so.
    fn players(&self, so: impl Fn(&Row) -> bool) -> u64 {
        self.rows.iter().filter(|row| so(row)).count() as u64
    }
}

/// Table 6.3 from the ranks of Table 6.4, with both counts and both divisors that the text leaves open.
pub fn table_6_3(task: &Task) -> Result<Decision> {
    let Nothing {} = task.experiment.parameters(task.scale)?;
    let answers = Answers::read()?;
    let printed = reference("brzustowski/table-6-3.csv")?;
    let readings: Vec<(Counted, u64)> = Counted::ALL.into_iter().flat_map(|c| [(c, 0), (c, 1)]).collect();
    let differing: Vec<Vec<String>> =
        readings.iter().map(|reading| differences(&answers, &printed, *reading)).collect();
    let best = (0..readings.len()).min_by_key(|at| differing[*at].len()).unwrap_or(0);
    let note = readings.iter().zip(&differing);
    let note = note.map(|(reading, cells)| format!("{}: {} of 21 cells differ", named(*reading), cells.len()));
    let note = note.collect::<Vec<_>>().join("; ");
    let part = format!("Table 6.3 from the ranks of Table 6.4, by {}", named(readings[best]));
    let first = compared(part, differing[best].clone(), "the table gives what the ranks come to").note(note);
    let findings = vec![first, described(&answers, &printed, readings[best].0), order(&answers)];
    let tables = vec![(String::new(), statistics(&answers, &printed, &readings))];
    Ok(Decision { findings, tables, figures: vec![(String::new(), bars(&answers))], ..Decision::default() })
}

fn named((counted, less): (Counted, u64)) -> String {
    let divisor = if less == 0 { "n" } else { "n - 1" };
    format!("pieces ranked {}, squares divided by {divisor}", counted.word())
}

/// So in all answers, or differing here.
fn compared(part: impl Into<String>, differences: impl Into<Differences>, holds: &str) -> Finding {
    let Differences { cells, count } = differences.into();
    let verdict = match cells.is_empty() {
        true => exhausted(None, "the answers of all players"),
        false => Verdict::Differs { count, cells, holds: holds.to_string(), certificates: Vec::new() },
    };
    Finding::new(part, "exact sums", verdict)
}

fn differences(answers: &Answers, printed: &[Row], (counted, less): (Counted, u64)) -> Vec<String> {
    let mut cells = Vec::new();
    for (at, (name, _)) in PIECES.iter().enumerate() {
        let words = Spread::of(&answers.transformed(at, counted), less).words();
        let row = printed.iter().find(|row| cell(row, "piece_name") == *name);
        for (column, computed) in ["average", "standard_deviation", "standard_error"].iter().zip(words) {
            let print = row.map_or("nothing", |row| cell(row, column));
            if print != computed {
                cells.push(format!("{name}, {column}: printed {print}, computed {computed}"));
            }
        }
    }
    cells
}

/// The sentence of the text that says what is counted: with the table, or against so many entries of it.
fn described(answers: &Answers, printed: &[Row], counted: Counted) -> Finding {
    let (name, _) = PIECES[0];
    let print = printed.first().map_or("", |row| cell(row, "average"));
    let other = Spread::of(&answers.transformed(0, Counted::Easier), 0).words();
    let cell = format!(
        "Section 6.2, \"as being less difficult to play than that piece\": {name} printed {print}, so counted {}",
        other[0]
    );
    let wrong = match counted {
        Counted::Harder => {
            Differences { cells: vec![cell], count: differences(answers, printed, (Counted::Easier, 0)).len() as u64 }
        }
        Counted::Easier => Differences::default(),
    };
    compared(
        "the text: a rank is changed into the number of pieces that the player ranks as less difficult",
        wrong,
        "the table counts the pieces ranked as more difficult, as the example of 2.54 in the same paragraph says",
    )
}

/// The order of the pieces that the text draws from the averages.
fn order(answers: &Answers) -> Finding {
    let sums: Vec<u64> = (0..PIECES.len()).map(|at| answers.transformed(at, Counted::Harder).iter().sum()).collect();
    let falls = PIECES.windows(2).zip(sums.windows(2)).filter(|(_, sums)| sums[0] >= sums[1]);
    let cells: Vec<String> =
        falls.map(|(pair, sums)| format!("{} before {}: {sums:?}", pair[0].0, pair[1].0)).collect();
    compared("both kinks hardest, then the elbows, the tee, the square, the bar", cells, "another order")
}

fn statistics(answers: &Answers, printed: &[Row], readings: &[(Counted, u64)]) -> Table {
    let mut rows = Vec::new();
    for (counted, less) in readings {
        let cells = differences(answers, printed, (*counted, *less));
        for (at, (name, _)) in PIECES.iter().enumerate() {
            let same = !cells.iter().any(|cell| cell.starts_with(&format!("{name},")));
            let [average, deviation, error] = Spread::of(&answers.transformed(at, *counted), *less).words();
            let divisor = answers.ranks.len() as u64 - less;
            rows.push(row![name, counted.word(), divisor, average, deviation, error, same]);
        }
    }
    let title = "Average rank of the pieces: how many others the players ranked harder, or less difficult";
    table(title, "piece_name answers_counted divisor average standard_deviation standard_error as_printed", rows)
}

/// The averages with one standard error to either side.
fn bars(answers: &Answers) -> Figure {
    let mut curve = Curve::default();
    for at in 0..PIECES.len() {
        let spread = Spread::of(&answers.transformed(at, Counted::Harder), 0);
        curve.points.push(((at + 1) as f64, spread.average as f64 / 100.0));
        curve.bars.push(spread.error as f64 / 100.0);
    }
    Figure::Curves(Curves {
        title: "How many pieces the players find harder: average and one standard error".to_string(),
        across: "piece".to_string(),
        up: "pieces ranked harder".to_string(),
        places: PIECES.iter().map(|(name, _)| name.to_lowercase()).collect(),
        panels: vec![Panel { title: String::new(), curves: vec![curve] }],
        ..Curves::default()
    })
}

fn cell<'a>(row: &'a Row, column: &str) -> &'a str {
    row.get(column).map_or("", String::as_str)
}

/// Whether an answer circles one of some letters; some players circled several.
fn circles(row: &Row, column: &str, letters: &str) -> bool {
    cell(row, column).chars().any(|letter| letters.contains(letter))
}

/// The counts of Section 6.2 from the answers of Table 6.4.
pub fn table_6_4(task: &Task) -> Result<Decision> {
    let Nothing {} = task.experiment.parameters(task.scale)?;
    let answers = Answers::read()?;
    let printed = reference("brzustowski/section-6-2.csv")?;
    let counts = vec![whole(&answers), counts(&answers, &printed)?, advice(&answers), causes(&printed)?];
    let trends = vec![scores::higher()?, scores::lookahead_and_score(&answers)?, scores::lookahead_and_line(&answers)];
    let findings = [counts, trends].concat();
    let tables = vec![(String::new(), raw(&answers)), ("circled".to_string(), circled(&answers))];
    Ok(Decision { findings, tables, figures: vec![(String::new(), picture(&answers))], ..Decision::default() })
}

fn whole(answers: &Answers) -> Finding {
    let player = |row: &Row| cell(row, "person").to_string();
    let missing =
        (1..=answers.rows.len()).map(|at| at.to_string()).filter(|at| answers.players(|row| player(row) == *at) == 0);
    let mut cells: Vec<String> = missing.map(|number| format!("no player {number}")).collect();
    for (row, ranks) in answers.rows.iter().zip(&answers.ranks) {
        if ranks.iter().any(|rank| !(1..=7).contains(rank)) || !ranks.contains(&1) {
            cells.push(format!("player {}: ranks {ranks:?}", player(row)));
        }
    }
    compared("each player has a number and ranks from 1 (hardest) to at most 7", cells, "other ranks")
}

/// A printed count: what it says, the column, the letters that are circled there, and how many players do.
fn printed_count(row: &Row) -> Result<([&str; 4], u64)> {
    Ok((["says", "column_name", "answers", "among"].map(|column| cell(row, column)), number(row, "count")?))
}

/// The counts of answers that came out whole.
fn counts(answers: &Answers, printed: &[Row]) -> Result<Finding> {
    let (mut cells, mut counts) = (Vec::new(), Vec::new());
    for row in printed {
        let ([says, column, letters, among], print) = printed_count(row)?;
        if ["now", "most"].contains(&column) {
            continue;
        }
        let within = |row: &Row| among.is_empty() || circles(row, "lookahead_1", among);
        let count = answers.players(|row| circles(row, column, letters) && within(row));
        counts.push(format!("{count} {says}"));
        if print != count {
            cells.push(format!("{says}: printed {print}, computed {count}"));
        }
    }
    let both = answers.rows.iter().find(|row| cell(row, "lookahead_1").len() > 1);
    let note = both.map_or(String::new(), |row| {
        let [player, once, twice] = ["person", "lookahead_1", "lookahead_2"].map(|column| cell(row, column));
        format!(
            "player {player} circled {once} and then {twice}: without this player the count of {twice} is that of print, but \
             then the first one is not"
        )
    });
    let part =
        "how many use lookahead often or usually, what two-piece lookahead would help these, and the advice of most";
    Ok(compared(part, cells, &counts.join(", ")).note(note))
}

fn advice(answers: &Answers) -> Finding {
    let count = |letter: char| (answers.players(|row| circles(row, "advice", &letter.to_string())), letter);
    let mut counts: Vec<(u64, char)> = ('a'..='f').map(count).collect();
    let listed: Vec<String> = counts.iter().map(|(count, letter)| format!("{letter} {count}")).collect();
    counts.sort_unstable();
    let other = counts.last().filter(|(_, letter)| *letter != 'b').map(|most| format!("printed b, computed {most:?}"));
    let cells: Vec<String> = other.into_iter().collect();
    let finding = compared("the most common advice is to leave no holes (b)", cells, "another advice");
    finding.note(format!("{}; one player circled two", listed.join(", ")))
}

/// Why games end: the two columns came out as one run of entries, so only their sum can be compared.
fn causes(printed: &[Row]) -> Result<Finding> {
    let rows = reference("brzustowski/table-6-4-unplaced.csv")?;
    let entries: Vec<&Row> = rows.iter().filter(|row| cell(row, "column_name") == "game end").collect();
    let (mut sums, mut wrong) = (Vec::new(), 0);
    for cause in ["bch", "ag"] {
        let mut said = Vec::new();
        for row in printed {
            let ([_, column, letters, _], print) = printed_count(row)?;
            said.extend((letters == cause && ["now", "most"].contains(&column)).then_some(print));
        }
        let (count, print) =
            (entries.iter().filter(|row| circles(row, "text", cause)).count(), said.iter().sum::<u64>());
        // An entry that is lost may have named anything.
        let lost = 48_usize.saturating_sub(entries.len());
        wrong += u64::from(!(count as u64..=(count + lost) as u64).contains(&print));
        let said: Vec<String> = said.iter().map(u64::to_string).collect();
        sums.push(format!("{count} entries name one of {cause}, in print {} = {print}", said.join(" + ")));
    }
    let both = entries.iter().filter(|row| circles(row, "text", "bch") && circles(row, "text", "ag")).count();
    let reached = format!(
        "both columns together, since our copy does not part them: {}; {both} of them name a cause of each kind and count in \
         both numbers; {} of the 48 entries are left",
        sums.join("; "),
        entries.len()
    );
    let verdict = match wrong {
        0 => Verdict::Open { reached },
        count => {
            Verdict::Differs { count, cells: vec![reached], holds: "other sums".to_string(), certificates: Vec::new() }
        }
    };
    let part =
        "how many name a time-related cause (b, c, h) and a piece-related one (a, g), for this game and in general";
    Ok(Finding::new(part, "exact sums", verdict))
}

/// The ranks, also transformed.
fn raw(answers: &Answers) -> Table {
    let columns = |prefix: &str| PIECES.map(|(_, column)| format!("{prefix}_{column}")).join(" ");
    let header = format!("line person {} {}", columns("rank"), columns("harder_than"));
    let harder: Vec<Vec<u64>> = (0..PIECES.len()).map(|piece| answers.transformed(piece, Counted::Harder)).collect();
    let row = |(at, row): (usize, &Row)| {
        let mut cells = row![cell(row, "line"), cell(row, "person")];
        cells.extend(answers.ranks[at].iter().map(u64::to_string));
        cells.extend(harder.iter().map(|piece| piece[at].to_string()));
        cells
    };
    let rows = answers.rows.iter().enumerate().map(row).collect();
    table("Answers of 24 players: ranks, and how many pieces each finds harder", &header, rows)
}

/// The other answers that are whole, a line for each letter that a player circled.
fn circled(answers: &Answers) -> Table {
    let mut rows = Vec::new();
    for row in &answers.rows {
        for question in ["lookahead_1", "lookahead_2", "advice"] {
            rows.extend(cell(row, question).chars().map(|letter| row![cell(row, "person"), question, letter]));
        }
    }
    table("Answers of 24 players: the letters that they circled", "person question letter", rows)
}

fn picture(answers: &Answers) -> Figure {
    let label = |row: &Row| cell(row, "person").to_string();
    Figure::Cells(Cells {
        title: "Ranks of the pieces by 24 players, 1 the hardest".to_string(),
        ramp: Some(Ramp { ends: (1, PIECES.len() as u64), logarithmic: false, unit: (1, String::new()) }),
        across: "player".to_string(),
        down: "piece".to_string(),
        column_labels: answers.rows.iter().map(label).collect(),
        row_labels: PIECES.iter().map(|(name, _)| name.to_lowercase()).collect(),
        values: (0..PIECES.len()).map(|piece| answers.ranks.iter().map(|ranks| Some(ranks[piece])).collect()).collect(),
        ..Cells::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_reading_gives_table_6_3() {
        let (answers, printed) = (Answers::read().unwrap(), reference("brzustowski/table-6-3.csv").unwrap());
        assert_eq!(answers.ranks.len(), 24);
        assert!(differences(&answers, &printed, (Counted::Harder, 0)).is_empty());
        for reading in [(Counted::Harder, 1), (Counted::Easier, 0), (Counted::Easier, 1)] {
            assert!(differences(&answers, &printed, reading).len() > 5);
        }
    }
}
