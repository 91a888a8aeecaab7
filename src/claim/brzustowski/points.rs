//! The points of TETRIS (section 1.1), and the screens of Figure 1.2.
use super::{drawn, exhausted};
use crate::claim::Finding;
use crate::claim::library::{number, reference};
use crate::error::{Error, Result};
use crate::game::wells::{Movement, Mover, PieceSet, Placement, Shape, Well};
use crate::report::figure::{Figure, WellDrawing};
use std::collections::BTreeMap;

/// How many rows a piece can clear at once: as many as it has in some turn, in a well in which only its own cells are empty
/// there; never more, since no row is full before, so each that goes has a cell of it.
fn most_rows() -> Result<(usize, BTreeMap<&'static str, usize>)> {
    let (mut turns, mut most) = (0, BTreeMap::new());
    for letter in ["O", "I", "T", "J", "L", "S", "Z"] {
        for shape in PieceSet::parse(letter)?.pieces()[0].turns() {
            let full = (1 << (shape.width() + 1)) - 1;
            let well = Well::new(shape.width() + 1, shape.rows().iter().map(|cells| full & !cells).collect())?;
            let (after, cleared) = well.place(shape, 0, 0);
            let known = most.entry(letter).or_insert(0);
            *known = cleared.max(*known);
            turns += usize::from(after.height() == 0);
        }
    }
    Ok((turns, most))
}

/// The printed points against what pieces can clear, and against the scores of Figure 1.2.
pub(super) fn points() -> Result<Finding> {
    let of_rows = |row: &_| Ok((number(row, "rows_cleared")? as usize, number(row, "points")?));
    let points: BTreeMap<usize, u64> =
        reference("brzustowski/points.csv")?.iter().map(of_rows).collect::<Result<_>>()?;
    let (turns, most) = most_rows()?;
    let [before, after, _] = screens()?;
    let highest = most.values().max().copied().unwrap_or(0);
    let four: Vec<&str> = most.iter().filter(|(_, rows)| **rows == highest).map(|(letter, _)| *letter).collect();
    let holds = points.keys().copied().eq(1..=highest) && before + points.get(&1).copied().unwrap_or(0) == after;
    let told = most.iter().map(|(letter, rows)| format!("{letter} {rows}")).collect::<Vec<_>>().join(", ");
    let each: Vec<String> = points.iter().map(|(rows, points)| format!("{}", points / *rows as u64)).collect();
    let part = "points for 1, 2, 3 or 4 rows: a piece clears so many at once and no more, four only a bar; and one row makes the \
                second score of Figure 1.2 of the first";
    let wrong = (!holds || four != ["I"]).then(|| format!("most rows: {told}; scores {before} and {after}"));
    Ok(Finding::new(part, "the rules", exhausted(wrong, format!("the {turns} turns of the seven pieces")))
        .note(format!("most rows at once: {told}; points a row for 1, 2, .. rows at once: {}", each.join(", "))))
}

/// The printed scores, and the row from the bottom that goes.
fn screens() -> Result<[u64; 3]> {
    let rows = reference("brzustowski/figure-1-2.csv")?;
    let value = |what: &str| {
        let row = rows.iter().find(|row| row["what"] == what);
        number(row.ok_or_else(|| Error::input("figure-1-2.csv", "a row is missing", what))?, "value")
    };
    Ok([value("score before")?, value("score after")?, value("row from the bottom")?])
}

/// Wells in which what the caption says happens; those of the figure are lost.
const SCREEN: &str = "1110111101/1110001111/1100000011/1000000001";

/// Two screens as in Figure 1.2: a tee that falls straight down clears the second row from the bottom.
pub(super) fn figure_1_2() -> Result<Figure> {
    let [before, after, row] = screens()?;
    let (well, pieces) = (Well::parse(10, SCREEN)?, PieceSet::parse("TL")?);
    let tee = &pieces.pieces()[0];
    let upright = |shape: &Shape| shape.rows() == [0b111, 0b010];
    let turn = tee.turns().iter().position(upright).unwrap_or(0) as u8;
    let mover = Mover::new(tee, Movement::Drop);
    let falls = |at: &Placement| at.turn == turn && at.column == 3 && u64::from(at.row) + 1 == row;
    let (later, cleared) = match mover.placements(&well).into_iter().find(falls) {
        Some(at) => mover.place(&well, at),
        None => return Err(Error::input("figure 1.2", SCREEN, "a well in which the tee falls into that row")),
    };
    let high = tee.turns()[usize::from(turn)].cells().into_iter().map(|(x, y)| (3 + x as usize, 18 + y as usize));
    let screen = |well: &Well, score: u64, says: &str| WellDrawing {
        walls: 20,
        caption: format!("{score} points;{says}"),
        ..WellDrawing::of(well)
    };
    let next = pieces.pieces()[1].turns()[0].clone();
    let wells = vec![
        WellDrawing {
            piece: high.collect(),
            shown: vec![next],
            ..screen(&well, before, "the tee, and the next piece")
        },
        screen(&later, after, &format!("rows cleared: {cleared}")),
    ];
    Ok(drawn("A tee falls straight down and clears the second row", wells, 2))
}
