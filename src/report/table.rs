//! A table of text cells.

/// A table: a header and rows of cells, in the order in which they are written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// What the table shows; the caption in LaTeX and Markdown.
    pub title: String,
    /// The names of the columns.
    pub header: Vec<String>,
    /// One cell for each column in every row.
    pub rows: Vec<Vec<String>>,
}
