//! A well in plain characters.

use crate::report::figure::WellDrawing;

/// The well row by row, the top first: `#` a full cell, `*` a cell of the piece played last, `.` an empty cell, `|` the
/// walls, then the tag of the row. The floor carries the numbers of the columns, their last digits only. The caption
/// stands below.
///
/// ```
/// use topple::report::{figure::WellDrawing, well_text};
/// let well = WellDrawing { width: 3, rows: vec![0b011, 0b001], caption: "110/100".into(), ..WellDrawing::default() };
/// assert_eq!(well_text(&well), "2 |#..|\n1 |##.|\n  +123+\n110/100\n");
/// ```
pub fn well_text(well: &WellDrawing) -> String {
    let marked = well.piece.iter().map(|cell| cell.1 + 1).max().unwrap_or(0);
    let rows = well.rows.len().max(well.walls).max(well.depth.unwrap_or(0)).max(marked).max(1);
    let digits = rows.to_string().len();
    let mut text = String::new();
    for row in (0..rows).rev() {
        let cell = |column: usize| {
            let full = well.rows.get(row).is_some_and(|cells| cells >> column & 1 == 1);
            match (well.piece.contains(&(column, row)), full) {
                (true, _) => '*',
                (false, true) => '#',
                (false, false) => '.',
            }
        };
        let cells: String = (0..well.width).map(cell).collect();
        let tags: String = well.tags.iter().filter(|tag| tag.0 == row).map(|tag| format!(" {}", tag.1)).collect();
        text.push_str(&format!("{:>digits$} |{cells}|{tags}\n", row + 1));
        if well.depth == Some(row) {
            text.push_str(&format!("{:>digits$} |{}|\n", "", "-".repeat(well.width)));
        }
    }
    let columns: String = (1..=well.width).map(|column| char::from(b'0' + (column % 10) as u8)).collect();
    text.push_str(&format!("{:>digits$} +{columns}+\n", ""));
    if !well.caption.is_empty() {
        text.push_str(&well.caption);
        text.push('\n');
    }
    text
}
