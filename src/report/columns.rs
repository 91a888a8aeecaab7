//! What the columns of tables mean: one name has one type and one meaning in all tables.
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The type of the cells of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Type {
    /// A whole number in decimal digits.
    Integer,
    /// A decimal number.
    Number,
    /// `true` or `false`.
    Boolean,
    /// A text.
    String,
}

impl Type {
    /// The word for it, which Frictionless Data uses too.
    pub fn word(self) -> &'static str {
        match self {
            Type::Integer => "integer",
            Type::Number => "number",
            Type::Boolean => "boolean",
            Type::String => "string",
        }
    }

    /// Whether a cell that is not empty has this type.
    pub fn takes(self, cell: &str) -> bool {
        match self {
            Type::Integer => {
                let digits = cell.strip_prefix('-').unwrap_or(cell);
                !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit())
            }
            Type::Number => cell.parse::<f64>().is_ok_and(f64::is_finite),
            Type::Boolean => ["true", "false"].contains(&cell),
            Type::String => true,
        }
    }
}

/// A column, wherever it stands.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Column {
    /// The type of its cells.
    #[serde(rename = "type")]
    pub kind: Type,
    /// The unit; none for a plain number or count.
    pub unit: Option<String>,
    /// What a cell says.
    pub meaning: String,
    /// Why a cell may be empty; if it is left out, none is.
    pub empty: Option<String>,
    /// Whether its integers may exceed 64 bits.
    #[serde(default)]
    pub large: bool,
}

/// Columns by their names.
pub type Columns = BTreeMap<String, Column>;

/// All columns by what they are about, from `columns.toml` beside this file.
pub static GROUPS: LazyLock<BTreeMap<String, Columns>> =
    LazyLock::new(|| toml::from_str(include_str!("columns.toml")).expect("the file is compiled in and tested"));

/// The column of this name.
pub fn column(name: &str) -> Option<&'static Column> {
    GROUPS.values().find_map(|columns| columns.get(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_one_meaning() {
        let mut names: Vec<&String> = GROUPS.values().flat_map(Columns::keys).collect();
        names.sort();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "a name stands in two groups: {names:?}");
        for (name, column) in GROUPS.values().flatten() {
            assert!(name.bytes().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == b'_'), "{name}");
            assert!(!column.meaning.is_empty() && (!column.large || column.kind == Type::Integer), "{name}");
        }
    }

    #[test]
    fn a_type_takes_its_cells_only() {
        let takes = |kind: Type, cells: &[&str]| cells.iter().map(|cell| kind.takes(cell)).collect::<Vec<_>>();
        let cells = ["-12", "1.5", "true", "yes", "-", "1e-9", "nan"];
        assert_eq!(takes(Type::Integer, &cells), [true, false, false, false, false, false, false]);
        assert_eq!(takes(Type::Number, &cells), [true, true, false, false, false, true, false]);
        assert_eq!(takes(Type::Boolean, &cells), [false, false, true, false, false, false, false]);
        assert!(takes(Type::String, &cells).iter().all(|takes| *takes));
    }
}
