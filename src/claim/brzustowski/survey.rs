//! The survey of players: what the tables of Section 6.2 say, recomputed from the answers that are printed.
use crate::claim::library::{Row, number, reference};
use crate::claim::{Decision, Finding, Task, Verdict};
use crate::error::{Error, Result};
use crate::report::figure::{Cells, Curves, Figure};
use crate::report::table::Table;

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

/// Average, standard deviation and standard error, in hundredths, rounded to the nearest; a half goes up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Spread {
    average: u64,
    deviation: u64,
    error: u64,
}

impl Spread {
    /// Of some numbers, with the sum of squares divided by their number less `less`.
    fn of(numbers: &[u64], less: u64) -> Spread {
        let n = numbers.len() as u64;
        let sum: u64 = numbers.iter().sum();
        // n times the sum of squared distances from the average.
        let squares = n * numbers.iter().map(|x| x * x).sum::<u64>() - sum * sum;
        let divisor = n * (n - less);
        Spread {
            average: (200 * sum + n) / (2 * n),
            deviation: root(squares, divisor),
            error: root(squares, divisor * n),
        }
    }

    fn words(self) -> [String; 3] {
        [hundredths(self.average), hundredths(self.deviation), hundredths(self.error)]
    }
}

/// 100 times the root of a quotient, rounded to the nearest: the greatest k with (2 k - 1)^2 <= 40000 above / below.
fn root(above: u64, below: u64) -> u64 {
    (1_u64..).take_while(|k| (2 * k - 1) * (2 * k - 1) * below <= 40_000 * above).last().unwrap_or(0)
}

fn hundredths(number: u64) -> String {
    format!("{}.{:02}", number / 100, number % 100)
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
    let note = readings
        .iter()
        .zip(&differing)
        .map(|(reading, cells)| format!("{}: {} of 21 cells differ", named(*reading), cells.len()));
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

/// Verified, or differing in these cells.
fn compared(part: String, cells: Vec<String>, holds: &str) -> Finding {
    let verdict = if cells.is_empty() {
        Verdict::Swept { bound: "the answers of all 24 players".to_string() }
    } else {
        Verdict::Differs { count: cells.len() as u64, cells, holds: holds.to_string(), certificates: Vec::new() }
    };
    Finding::new(part, "exact sums", verdict)
}

fn differences(answers: &Answers, printed: &[Row], (counted, less): (Counted, u64)) -> Vec<String> {
    let mut cells = Vec::new();
    for (at, (name, _)) in PIECES.iter().enumerate() {
        let words = Spread::of(&answers.transformed(at, counted), less).words();
        let row = printed.iter().find(|row| row.get("piece").is_some_and(|piece| piece == name));
        for (column, computed) in ["average", "standard_deviation", "standard_error"].iter().zip(words) {
            let print = row.and_then(|row| row.get(*column)).map_or("nothing", String::as_str);
            if print != computed {
                cells.push(format!("{name}, {column}: printed {print}, computed {computed}"));
            }
        }
    }
    cells
}

/// The two sentences of the text that say what is counted.
fn described(answers: &Answers, printed: &[Row], counted: Counted) -> Finding {
    let (name, _) = PIECES[0];
    let print = printed.first().and_then(|row| row.get("average")).map_or("", String::as_str);
    let other = Spread::of(&answers.transformed(0, Counted::Easier), 0).words();
    let cells = match counted {
        Counted::Harder => vec![format!(
            "Section 6.2, \"as being less difficult to play than that piece\": {name} printed {print}, so counted {}",
            other[0]
        )],
        Counted::Easier => Vec::new(),
    };
    compared(
        "the text: a rank is changed into the number of pieces that the player ranks as less difficult".to_string(),
        cells,
        "the table counts the pieces ranked as more difficult, as the example of 2.54 in the same paragraph says",
    )
}

/// The order of the pieces that the text draws from the averages.
fn order(answers: &Answers) -> Finding {
    let sums: Vec<u64> = (0..PIECES.len()).map(|at| answers.transformed(at, Counted::Harder).iter().sum()).collect();
    let rising = sums.windows(2).all(|pair| pair[0] < pair[1]);
    let cells = if rising { Vec::new() } else { vec![format!("the sums in the order of the table are {sums:?}")] };
    compared("both kinks hardest, then the elbows, the tee, the square, the bar".to_string(), cells, "another order")
}

fn statistics(answers: &Answers, printed: &[Row], readings: &[(Counted, u64)]) -> Table {
    let header = ["piece", "counted", "divisor", "average", "standard_deviation", "standard_error", "as_printed"];
    let mut rows = Vec::new();
    for (counted, less) in readings {
        let cells = differences(answers, printed, (*counted, *less));
        for (at, (name, _)) in PIECES.iter().enumerate() {
            let same = !cells.iter().any(|cell| cell.starts_with(&format!("{name},")));
            let mut row =
                vec![name.to_string(), counted.word().to_string(), (answers.ranks.len() as u64 - less).to_string()];
            row.extend(Spread::of(&answers.transformed(at, *counted), *less).words());
            row.push(if same { "yes" } else { "no" }.to_string());
            rows.push(row);
        }
    }
    let title = "Average rank of the pieces: how many others the players ranked harder, or less difficult".to_string();
    Table { title, header: header.map(String::from).to_vec(), rows }
}

/// The averages with one standard error to either side, a piece a curve.
fn bars(answers: &Answers) -> Figure {
    let curve = |(at, (name, _)): (usize, &(&str, &str))| {
        let spread = Spread::of(&answers.transformed(at, Counted::Harder), 0);
        let (x, average, error) = ((at + 1) as f64, spread.average as f64 / 100.0, spread.error as f64 / 100.0);
        (format!("{} {}", at + 1, name.to_lowercase()), vec![(x, average - error), (x, average), (x, average + error)])
    };
    Figure::Curves(Curves {
        title: "How many pieces the players find harder: average and one standard error".to_string(),
        across: "piece, as in the legend".to_string(),
        up: "pieces ranked harder".to_string(),
        logarithmic: false,
        curves: PIECES.iter().enumerate().map(curve).collect(),
    })
}

/// Whether an answer circles one of some letters; some players circled several.
fn circles(row: &Row, column: &str, letters: &str) -> bool {
    row.get(column).is_some_and(|answer| answer.chars().any(|letter| letters.contains(letter)))
}

/// The counts of Section 6.2 from the answers of Table 6.4.
pub fn table_6_4(task: &Task) -> Result<Decision> {
    let Nothing {} = task.experiment.parameters(task.scale)?;
    let answers = Answers::read()?;
    let findings = vec![whole(&answers), lookahead(&answers), advice(&answers), causes()?];
    let tables = vec![(String::new(), raw(&answers))];
    Ok(Decision { findings, tables, figures: vec![(String::new(), picture(&answers))], ..Decision::default() })
}

fn whole(answers: &Answers) -> Finding {
    let mut players: Vec<&str> = answers.rows.iter().filter_map(|row| row.get("player")).map(String::as_str).collect();
    players.sort_unstable_by_key(|player| player.parse::<u64>().unwrap_or(0));
    let numbers: Vec<String> = (1..=24).map(|n: u64| n.to_string()).collect();
    let mut cells = Vec::new();
    if players != numbers {
        cells.push(format!("players {}", players.join(", ")));
    }
    for (at, ranks) in answers.ranks.iter().enumerate() {
        if ranks.iter().any(|rank| !(1..=7).contains(rank)) || !ranks.contains(&1) {
            cells.push(format!("line {}: ranks {ranks:?}", at + 1));
        }
    }
    compared("24 players, each with ranks from 1 (hardest) to at most 7".to_string(), cells, "other ranks")
}

fn lookahead(answers: &Answers) -> Finding {
    let often = |row: &Row| circles(row, "lookahead_1", "cd");
    let helped = |letter: &str| answers.players(|row| often(row) && circles(row, "lookahead_2", letter));
    let said = [
        ("use lookahead at least often", 19, answers.players(often)),
        ("of these, two-piece lookahead not helpful", 5, helped("a")),
        ("of these, somewhat helpful", 8, helped("b")),
        ("of these, very helpful", 5, helped("c")),
    ];
    let wrong = said.iter().filter(|(_, print, count)| print != count);
    let cells = wrong.map(|(what, print, count)| format!("{what}: printed {print}, computed {count}")).collect();
    let both = answers.rows.iter().find(|row| row.get("lookahead_1").is_some_and(|answer| answer.len() > 1));
    let note = both.map_or(String::new(), |row| {
        let cell = |column: &str| row.get(column).map_or("", String::as_str);
        format!(
            "player {} circled {} and then {}: without this player the second count would be 8, but then the first one 18",
            cell("player"),
            cell("lookahead_1"),
            cell("lookahead_2")
        )
    });
    compared("19 of 24 use lookahead often or usually; of these 5, 8 and 5".to_string(), cells, "5 + 9 + 5 = 19")
        .note(note)
}

fn advice(answers: &Answers) -> Finding {
    let count = |letter: char| answers.players(|row| circles(row, "advice", &letter.to_string()));
    let counts: Vec<(char, u64)> = ('a'..='f').map(|letter| (letter, count(letter))).collect();
    let holes = count('b');
    let most = counts.iter().all(|(letter, count)| *letter == 'b' || *count < holes);
    let cells = if holes == 8 && most { Vec::new() } else { vec![format!("printed 8, computed {counts:?}")] };
    let listed: Vec<String> = counts.iter().map(|(letter, count)| format!("{letter} {count}")).collect();
    compared("the most common advice, of 8 of 24: leave no holes (b)".to_string(), cells, "another count")
        .note(format!("{}; one player circled two", listed.join(", ")))
}

/// Why games end: the two columns came out as one run of entries, so only their sum can be compared.
fn causes() -> Result<Finding> {
    let rows = reference("brzustowski/table-6-4-unplaced.csv")?;
    let entries: Vec<&Row> =
        rows.iter().filter(|row| row.get("column").is_some_and(|column| column == "game end")).collect();
    let count = |letters: &str| entries.iter().filter(|row| circles(row, "text", letters)).count();
    let (time, piece) = (count("bch"), count("ag"));
    let both = entries.iter().filter(|row| circles(row, "text", "bch") && circles(row, "text", "ag")).count();
    let part = "14 and 18 of 24 name a time-related cause (b, c, h) for this game and in general, 6 and 6 a piece-related one (a, g)";
    let reached = format!(
        "both columns together, since our copy does not part them: {time} entries name b, c or h, in print 14 + 18 = 32; \
         {piece} name a or g, in print 6 + 6 = 12; {both} of them name a cause of each kind and count in both numbers; {} of \
         the 48 entries are left",
        entries.len()
    );
    // An entry that is lost may have named anything.
    let lost = 48_usize.saturating_sub(entries.len());
    let fits = |count: usize, print: usize| (count..=count + lost).contains(&print);
    let verdict = if fits(time, 32) && fits(piece, 12) {
        Verdict::Open { reached }
    } else {
        Verdict::Differs { count: 1, cells: vec![reached], holds: "other sums".to_string(), certificates: Vec::new() }
    };
    Ok(Finding::new(part, "exact sums", verdict))
}

/// The answers that are whole, with the transformed ranks.
fn raw(answers: &Answers) -> Table {
    let mut header: Vec<String> = ["line", "player"].map(String::from).to_vec();
    header.extend(PIECES.iter().map(|(_, column)| format!("rank_{column}")));
    header.extend(PIECES.iter().map(|(_, column)| format!("harder_than_{column}")));
    header.extend(["lookahead_1", "lookahead_2", "advice"].map(String::from));
    let harder: Vec<Vec<u64>> = (0..PIECES.len()).map(|piece| answers.transformed(piece, Counted::Harder)).collect();
    let row = |(at, row): (usize, &Row)| {
        let cell = |column: &str| row.get(column).cloned().unwrap_or_default();
        let mut cells = vec![cell("line"), cell("player")];
        cells.extend(answers.ranks[at].iter().map(u64::to_string));
        cells.extend(harder.iter().map(|piece| piece[at].to_string()));
        cells.extend(["lookahead_1", "lookahead_2", "advice"].map(cell));
        cells
    };
    let rows = answers.rows.iter().enumerate().map(row).collect();
    Table { title: "Answers of 24 players: ranks, and how many pieces each finds harder".to_string(), header, rows }
}

fn picture(answers: &Answers) -> Figure {
    let label = |row: &Row| row.get("player").cloned().unwrap_or_default();
    Figure::Cells(Cells {
        title: "Ranks of the pieces by 24 players, 1 the hardest".to_string(),
        across: "player".to_string(),
        down: "piece".to_string(),
        column_labels: answers.rows.iter().map(label).collect(),
        row_labels: PIECES.iter().map(|(name, _)| name.to_lowercase()).collect(),
        values: (0..PIECES.len()).map(|piece| answers.ranks.iter().map(|ranks| Some(ranks[piece])).collect()).collect(),
        outlines: Vec::new(),
        upwards: false,
        legend: Vec::new(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spreads_are_rounded_to_the_nearest_hundredth() {
        assert_eq!(Spread::of(&[1, 2, 3, 4], 0).words(), ["2.50", "1.12", "0.56"]);
        assert_eq!(Spread::of(&[1, 2, 3, 4], 1).words(), ["2.50", "1.29", "0.65"]);
        assert_eq!(Spread::of(&[5, 5], 1).words(), ["5.00", "0.00", "0.00"]);
        assert_eq!(Spread::of(&[0, 0, 0, 0, 0, 0, 0, 1], 0).average, 13, "0.125 goes up");
        for (above, below) in [(0, 1), (2, 1), (1, 4), (99, 98), (7, 24)] {
            let float = (100.0 * (above as f64 / below as f64).sqrt()).round();
            assert_eq!(root(above, below) as f64, float);
        }
    }

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
