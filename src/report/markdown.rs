//! A table as Markdown.

use crate::report::table::Table;

/// The Markdown text of a table whose rows are all as long as its header.
pub(super) fn markdown(table: &Table) -> String {
    let mut text = String::new();
    if !table.title.is_empty() {
        text.push_str(&format!("**{}**\n\n", escape(&table.title)));
    }
    text.push_str(&line(&table.header));
    text.push_str(&format!("|{}\n", " --- |".repeat(table.header.len())));
    for row in &table.rows {
        text.push_str(&line(row));
    }
    text
}

fn line(cells: &[String]) -> String {
    let cells: Vec<String> = cells.iter().map(|cell| escape(cell)).collect();
    format!("| {} |\n", cells.join(" | "))
}

/// Escapes what would end the cell, start a tag, or set type. An underscore is left alone: inside a word it is no mark.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len() + 8);
    for character in text.chars() {
        match character {
            '|' | '\\' | '*' | '`' => escaped.extend(['\\', character]),
            '<' => escaped.push_str("&lt;"),
            '\r' => {}
            '\n' => escaped.push_str("<br>"),
            _ => escaped.push(character),
        }
    }
    escaped
}
