//! Pictures as data: what is drawn, apart from how.
use crate::game::wells::{Placement, Shape, Well};

/// A picture.
#[derive(Debug, Clone, PartialEq)]
pub enum Figure {
    /// A table of values drawn as coloured cells, with a legend.
    Cells(Cells),
    /// Jenga towers side by side.
    Towers(Towers),
    /// Curves over a common axis.
    Curves(Curves),
    /// Small tables of values in rows, each with a caption.
    Atlas(Atlas),
    /// Wells side by side.
    Wells(Wells),
    /// Wells with arrows between them, as a strategy is drawn.
    States(States),
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
#[derive(Debug, Clone, PartialEq, Default)]
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
    /// Arrows from a cell to a cell, each (row, column).
    pub arrows: Vec<[(usize, usize); 2]>,
    /// Row 0 at the bottom instead of at the top.
    pub upwards: bool,
    /// What a value means in the legend, `("value", [])`: the numbers themselves.
    pub legend: Vec<(u64, String)>,
    /// What is written in the cells of a value, `(value, sign)`, if not its number.
    pub signs: Vec<(u64, String)>,
    /// What a cell without a value means; empty: no value.
    pub blank: String,
    /// The values are quantities on this scale; none: few values are told apart, many are on a scale of their own.
    pub ramp: Option<Ramp>,
}

impl Cells {
    /// What is written in a cell of this value.
    pub fn sign(&self, value: u64) -> String {
        let sign = self.signs.iter().find(|(of, _)| *of == value);
        sign.map_or_else(|| value.to_string(), |(_, sign)| sign.clone())
    }
}

/// A scale of quantities, from dark for the least to light for the greatest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ramp {
    /// The least quantity and the greatest.
    pub ends: (u64, u64),
    /// Equal steps stand for equal factors.
    pub logarithmic: bool,
    /// How quantities are called on the scale: each is divided by this number and written with this unit.
    pub unit: (u64, String),
}

/// A named group of cells with an outline around it.
#[derive(Debug, Clone, PartialEq)]
pub struct Outline {
    /// Its name in the legend.
    pub name: String,
    /// The cells (row, column).
    pub cells: Vec<(usize, usize)>,
}

/// Jenga towers side by side.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Towers {
    /// The headline; may be empty.
    pub title: String,
    /// The towers, in the order of reading.
    pub towers: Vec<TowerDrawing>,
}

/// One tower: its levels from the bottom up, each a row of slots with or without a block.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TowerDrawing {
    /// What stands under it. Each part that ends with a semicolon begins a new line.
    pub caption: String,
    /// `levels[i][j]`: whether slot j of level i (bottom is 0) holds a block.
    pub levels: Vec<Vec<bool>>,
    /// Slots (level, slot) drawn highlighted.
    pub marked: Vec<(usize, usize)>,
    /// What taking a block is worth: for (level, slot) a number from 0, bad, to 100, good; none: the block may not be taken.
    /// Other blocks are left plain.
    pub worths: Vec<((usize, usize), Option<u64>)>,
    /// Where all above a level balances.
    pub balance: Option<Balance>,
}

/// The centre of mass of all that is above a level, seen from above.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Balance {
    /// The level below.
    pub level: usize,
    /// Its place along the slots of even levels and of odd ones, from 0 at the near end of slot 0 to 1.
    pub at: [f64; 2],
}

/// Curves over a common axis, in one panel or in several side by side with the same axes.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Curves {
    /// The headline.
    pub title: String,
    /// The name of the horizontal axis.
    pub across: String,
    /// The name of the vertical axis.
    pub up: String,
    /// Vertical axis by powers of ten.
    pub logarithmic: bool,
    /// Names of the places 1, 2, 3, ... of the horizontal axis; empty: it has numbers.
    pub places: Vec<String>,
    /// The panels.
    pub panels: Vec<Panel>,
}

/// One chart of a picture of curves.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Panel {
    /// What stands above it; may be empty.
    pub title: String,
    /// The curves.
    pub curves: Vec<Curve>,
}

/// A curve by its points.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Curve {
    /// What stands at its end; may be empty.
    pub name: String,
    /// The points (x, y).
    pub points: Vec<(f64, f64)>,
    /// For each point how far a bar reaches up and down from it; empty: no bars, and the points are joined.
    pub bars: Vec<f64>,
}

impl Curves {
    /// Curves with names in one panel.
    pub fn one_panel(title: &str, [across, up]: [&str; 2], curves: Vec<(String, Vec<(f64, f64)>)>) -> Self {
        let curves = curves.into_iter().map(|(name, points)| Curve { name, points, bars: Vec::new() }).collect();
        let panels = vec![Panel { title: String::new(), curves }];
        let [title, across, up] = [title, across, up].map(String::from);
        Curves { title, across, up, panels, ..Curves::default() }
    }
}

/// Wells side by side, in the order of reading.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Wells {
    /// The headline; may be empty.
    pub title: String,
    /// The wells.
    pub wells: Vec<WellDrawing>,
    /// How many stand in a row; 0: as many as fit.
    pub across: usize,
}

/// One well. A cell is (column, row), both from 0 and rows from the bottom up.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WellDrawing {
    /// What stands under it. Each part that ends with a semicolon begins a new line.
    pub caption: String,
    /// The number of columns.
    pub width: usize,
    /// The rows from the bottom up, bit `c` being column `c`; full rows may be among them.
    pub rows: Vec<u16>,
    /// No walls: cells alone, as of a piece or of piles of balls.
    pub bare: bool,
    /// The walls are drawn at least this many rows high.
    pub walls: usize,
    /// A dotted line above this row: no cell above it may stay full.
    pub depth: Option<usize>,
    /// Cells of the piece that was played last, drawn highlighted, full or not.
    pub piece: Vec<(usize, usize)>,
    /// Cells with a colour of their own, by its number; colours come again after eight.
    pub colours: Vec<((usize, usize), u64)>,
    /// Cells with one or two letters in them.
    pub labels: Vec<((usize, usize), String)>,
    /// Rows with a text on their right, such as the tag of a flat.
    pub tags: Vec<(usize, String)>,
    /// Bands of rows with a dashed frame: the lowest row and the number of rows.
    pub bands: Vec<(usize, usize)>,
    /// Small pieces above the well, such as those that the machine has announced.
    pub shown: Vec<Shape>,
}

impl WellDrawing {
    /// A well with nothing marked in it.
    pub fn of(well: &Well) -> Self {
        WellDrawing { width: usize::from(well.width()), rows: well.rows().to_vec(), ..WellDrawing::default() }
    }

    /// A well with a piece that just came to rest in it, before full rows go.
    pub fn played(well: &Well, shape: &Shape, at: Placement) -> Self {
        let mut drawing = WellDrawing::of(well);
        for (x, y) in shape.cells() {
            let (column, row) = (usize::from(at.column) + x as usize, usize::from(at.row) + y as usize);
            if drawing.rows.len() <= row {
                drawing.rows.resize(row + 1, 0);
            }
            drawing.rows[row] |= 1 << column;
            drawing.piece.push((column, row));
        }
        drawing
    }
}

/// States of a strategy with arrows between them (brzustowski, section 2.2, figure 2.4). The first state is the start;
/// states stand in columns by their distance from it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct States {
    /// The headline; may be empty.
    pub title: String,
    /// The states.
    pub states: Vec<WellDrawing>,
    /// The plays.
    pub arrows: Vec<Arrow>,
}

/// A play that leads from one state to another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arrow {
    /// The state before, by its place in [`States::states`].
    pub from: usize,
    /// The state after.
    pub to: usize,
    /// The piece in the turn in which it is placed.
    pub piece: Shape,
    /// What stands under the piece: the leftmost column counted from 1, and the row where the column does not fix it.
    pub note: String,
    /// The lookahead pieces for which this play is meant, drawn small; none: for all.
    pub lookahead: Vec<Shape>,
}
