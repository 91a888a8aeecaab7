//! The tables of a folder with what their columns mean: the page `data/README.md`, and `data/datapackage.json`.
use super::layout;
use crate::claim::library;
use crate::error::{Error, Result};
use crate::report::columns::{Column, GROUPS, column};
use serde_json::{Value, json};
use std::io::Cursor;
use std::path::{Path, PathBuf};

/// A table as it stands in its file.
#[derive(Debug, Clone)]
pub struct Kept {
    /// Its name, as `zwick/jenka-odd`; the file is `data/<name>.csv`.
    pub name: String,
    /// What it shows, from the claim that it belongs to.
    pub title: String,
    /// The names of the columns.
    pub header: Vec<String>,
    /// The lines.
    pub rows: Vec<csv::StringRecord>,
}

/// All tables under `root`, by name.
///
/// # Errors
/// A folder or a table that cannot be read.
pub fn kept(root: &Path) -> Result<Vec<Kept>> {
    let data = root.join("data");
    let mut files = Vec::new();
    collect(&data, &mut files)?;
    files.sort();
    files.iter().map(|file| read(&data, file)).collect()
}

/// All files below a folder that end in .csv.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    let failed = |error| Error::file(folder, error);
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "csv") {
            files.push(path);
        }
    }
    Ok(())
}

/// The longest table that is read, in bytes.
const LONGEST: u64 = 1 << 30;

/// What reads the table of a file.
///
/// # Errors
/// A file that is no plain one, is too long, or cannot be read.
pub fn reader(file: &Path) -> Result<csv::Reader<Cursor<Vec<u8>>>> {
    Ok(csv::Reader::from_reader(Cursor::new(crate::file::bytes(file, LONGEST, "a table as CSV")?)))
}

fn read(data: &Path, file: &Path) -> Result<Kept> {
    let wrong = |error: csv::Error| Error::file(file, error);
    let mut reader = reader(file)?;
    let header = reader.headers().map_err(wrong)?.iter().map(String::from).collect();
    let rows = reader.records().collect::<std::result::Result<_, _>>().map_err(wrong)?;
    let inside = file.strip_prefix(data).unwrap_or(file).with_extension("");
    let name = inside.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/");
    Ok(Kept { title: title(&name)?, name, header, rows })
}

/// The title of the claim whose name the file begins with, and the rest of the name.
fn title(name: &str) -> Result<String> {
    if let Some(file) = name.strip_prefix("reference/") {
        return Ok(format!("Copied from print: {file}"));
    }
    let belongs = |claim: &str| name.strip_prefix(claim).filter(|rest| rest.is_empty() || rest.starts_with('-'));
    let experiments = library::experiments()?;
    let named = experiments.iter().filter_map(|one| Some((one, belongs(&one.name())?)));
    Ok(match named.min_by_key(|(_, rest)| rest.len()) {
        None => name.to_string(),
        Some((claim, "")) => claim.title.clone(),
        Some((claim, rest)) => format!("{}: {}", claim.title, rest[1..].replace('-', " ")),
    })
}

/// The meaning of a column of a table.
fn meant(table: &Kept, name: &str) -> Result<&'static Column> {
    let unknown = || {
        let right = "one of src/report/columns.toml, or a line there that says what it means";
        Error::input(format!("data/{}.csv", table.name), format!("the column '{name}'"), right)
    };
    column(name).ok_or_else(unknown)
}

/// The page `data/README.md`.
///
/// # Errors
/// A column that is not explained.
pub fn page(tables: &[Kept]) -> Result<String> {
    let mut page = String::from(
        "# Tables\n\nMade by `topple tables`; `make docs` renews it. A name of a column has one type and one meaning in all tables, \
         and [datapackage.json](datapackage.json) says the same to programs (Frictionless Data). An empty cell is a value that \
         there is not, for the reason that stands below. [reference/README.md](reference/README.md) says what is copied from \
         print; the JSON beside a table is the evidence of its claim.\n",
    );
    let mut rows = Vec::new();
    for table in tables {
        table.header.iter().try_for_each(|name| meant(table, name).map(|_| ()))?;
        let file = format!("[{0}]({0}.csv)", table.name);
        rows.push(vec![file, table.title.clone(), table.rows.len().to_string(), table.header.join(", ")]);
    }
    page.push('\n');
    page.push_str(&layout::table(&["table", "what it shows", "lines", "columns"], rows));
    for (group, columns) in GROUPS.iter() {
        page.push_str(&format!("\n## Columns: {group}\n\n"));
        let row = |(name, column): (&String, &Column)| {
            let empty = column.empty.as_ref().map_or(String::new(), |why| format!("; empty: {why}"));
            let unit = column.unit.clone().unwrap_or_default();
            vec![name.clone(), column.kind.word().to_string(), unit, column.meaning.clone() + &empty]
        };
        page.push_str(&layout::table(&["column", "type", "unit", "meaning"], columns.iter().map(row).collect()));
    }
    Ok(page)
}

/// The file `data/datapackage.json`: every table with the types of its columns, as Frictionless Data describes tables.
///
/// # Errors
/// A column that is not explained.
pub fn package(tables: &[Kept]) -> Result<String> {
    let resources = tables.iter().map(resource).collect::<Result<Vec<_>>>()?;
    let package = json!({
        "name": "topple",
        "title": "Tables of topple",
        "licenses": [{ "name": "MIT" }, { "name": "Apache-2.0" }],
        "resources": resources,
    });
    Ok(serde_json::to_string_pretty(&package).expect("a package is plain data") + "\n")
}

fn resource(table: &Kept) -> Result<Value> {
    let fields = table.header.iter().map(|name| Ok(field(name, meant(table, name)?))).collect::<Result<Vec<_>>>()?;
    Ok(json!({
        "name": table.name.replace('/', "-"),
        "title": table.title,
        "path": format!("{}.csv", table.name),
        "profile": "tabular-data-resource",
        "encoding": "utf-8",
        "schema": { "fields": fields, "missingValues": [""] },
    }))
}

fn field(name: &str, column: &Column) -> Value {
    let mut field = json!({
        "name": name,
        "type": column.kind.word(),
        "description": column.meaning,
        "constraints": { "required": column.empty.is_none() },
    });
    let more = [("unit", &column.unit), ("empty", &column.empty)];
    for (key, text) in more {
        if let Some(text) = text {
            field[key] = json!(text);
        }
    }
    if column.large {
        field["large"] = json!(true);
    }
    field
}
