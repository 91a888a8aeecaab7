//! Pictures as data: what is drawn, apart from how.

/// A picture.
#[derive(Debug, Clone, PartialEq)]
pub enum Figure {
    /// A table of values drawn as coloured cells, with a legend.
    Cells(Cells),
    /// Jenga towers side by side.
    Towers(Vec<TowerDrawing>),
    /// Curves over a common axis.
    Curves(Curves),
    /// Small tables of values in rows, each with a caption.
    Atlas(Atlas),
}

/// Small tables of values side by side, coloured alike, with one legend. Of each table its values and its title are drawn:
/// the title is the caption, and each part of it that ends with a semicolon begins a new line.
#[derive(Debug, Clone, PartialEq)]
pub struct Atlas {
    /// The headline.
    pub title: String,
    /// The tables, in the order of reading.
    pub tables: Vec<Cells>,
}

/// A table of values as coloured cells. `values[row][column]`; `None` is a cell with no value (left blank).
#[derive(Debug, Clone, PartialEq)]
pub struct Cells {
    /// The headline.
    pub title: String,
    /// The name of the horizontal axis.
    pub across: String,
    /// The name of the vertical axis.
    pub down: String,
    /// Labels of the columns; empty: they are numbered from 0.
    pub column_labels: Vec<String>,
    /// Labels of the rows; empty: they are numbered from 0.
    pub row_labels: Vec<String>,
    /// The values.
    pub values: Vec<Vec<Option<u64>>>,
    /// Outlines of groups of cells, drawn over the cells with a legend.
    pub outlines: Vec<Outline>,
    /// Row 0 at the bottom instead of at the top.
    pub upwards: bool,
    /// What a value means in the legend, `("value", [])`: the numbers themselves.
    pub legend: Vec<(u64, String)>,
}

/// A named group of cells with an outline around it.
#[derive(Debug, Clone, PartialEq)]
pub struct Outline {
    /// Its name in the legend.
    pub name: String,
    /// The cells (row, column).
    pub cells: Vec<(usize, usize)>,
}

/// One tower: its levels from the bottom up, each a row of slots with or without a block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TowerDrawing {
    /// What stands under it.
    pub caption: String,
    /// `levels[i][j]`: whether slot j of level i (bottom is 0) holds a block.
    pub levels: Vec<Vec<bool>>,
    /// Slots (level, slot) drawn highlighted.
    pub marked: Vec<(usize, usize)>,
}

/// Curves over a common axis.
#[derive(Debug, Clone, PartialEq)]
pub struct Curves {
    /// The headline.
    pub title: String,
    /// The name of the horizontal axis.
    pub across: String,
    /// The name of the vertical axis.
    pub up: String,
    /// Vertical axis by powers of ten.
    pub logarithmic: bool,
    /// Name and points of each curve.
    pub curves: Vec<(String, Vec<(f64, f64)>)>,
}
