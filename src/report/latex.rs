//! A table as LaTeX with `booktabs`.

use crate::report::table::Table;
use crate::report::tex::escape;

/// Rows that surely fit one page; a longer table breaks over pages.
const ROWS_ON_A_PAGE: usize = 45;

/// The LaTeX text of a table whose rows are all as long as its header.
pub(super) fn latex(table: &Table) -> String {
    let columns: String = (0..table.header.len()).map(|column| alignment(table, column)).collect();
    let caption = escape(&table.title);
    let header = line(&table.header);
    let body: String = table.rows.iter().map(|row| line(row)).collect();
    if table.rows.len() <= ROWS_ON_A_PAGE {
        format!(
            "% needs \\usepackage{{booktabs}}\n\\begin{{table}}\n\\centering\n\\caption{{{caption}}}\n\
             \\begin{{tabular}}{{{columns}}}\n\\toprule\n{header}\\midrule\n{body}\\bottomrule\n\
             \\end{{tabular}}\n\\end{{table}}\n"
        )
    } else {
        format!(
            "% needs \\usepackage{{booktabs,longtable}}\n\\begin{{longtable}}{{{columns}}}\n\\caption{{{caption}}}\\\\\n\
             \\toprule\n{header}\\midrule\n\\endfirsthead\n\\toprule\n{header}\\midrule\n\\endhead\n\
             \\bottomrule\n\\endfoot\n{body}\\end{{longtable}}\n"
        )
    }
}

fn line(cells: &[String]) -> String {
    let cells: Vec<String> = cells.iter().map(|cell| escape(cell)).collect();
    format!("{} \\\\\n", cells.join(" & "))
}

/// Numbers are aligned right, words left.
fn alignment(table: &Table, column: usize) -> char {
    let is_number = |cell: &str| cell.bytes().all(|b| b.is_ascii_digit() || b"+-./ ".contains(&b));
    if table.rows.iter().all(|row| is_number(&row[column])) { 'r' } else { 'l' }
}
