//! The tables of the repository are those that the dictionary of columns describes.
use std::collections::BTreeSet;
use std::path::Path;
use topple::report::columns::{Columns, GROUPS, column};
use topple::run::tables::{Kept, kept, package, page};

fn tables() -> Vec<Kept> {
    kept(Path::new(env!("CARGO_MANIFEST_DIR"))).expect("tables")
}

#[test]
fn every_cell_has_the_type_of_its_column() {
    for Kept { name, header, rows, .. } in tables() {
        assert!(!rows.is_empty(), "{name} has no lines");
        for (at, title) in header.iter().enumerate() {
            let column = column(title).unwrap_or_else(|| panic!("{name}: src/report/columns.toml has no '{title}'"));
            for (line, row) in rows.iter().enumerate() {
                let cell = &row[at];
                let right = if cell.is_empty() { column.empty.is_some() } else { column.kind.takes(cell) };
                assert!(right, "{name}, line {}, column {title}: '{cell}' is no {}", line + 2, column.kind.word());
                let large = column.kind.word() == "integer" && !cell.is_empty() && cell.parse::<i64>().is_err();
                assert!(!large || column.large, "{name}, {title}: {cell} exceeds 64 bits");
            }
        }
    }
}

#[test]
fn every_line_of_the_dictionary_is_needed() {
    let used: BTreeSet<String> = tables().into_iter().flat_map(|table| table.header).collect();
    let unused: Vec<&String> = GROUPS.values().flat_map(Columns::keys).filter(|name| !used.contains(*name)).collect();
    assert!(unused.is_empty(), "no table has the columns {unused:?}");
}

#[test]
fn no_table_stands_in_another() {
    let tables = tables();
    for one in tables.iter().filter(|table| !table.name.starts_with("reference/")) {
        let lines: BTreeSet<Vec<&str>> = one.rows.iter().map(|row| row.iter().collect()).collect();
        for other in tables.iter().filter(|other| other.name != one.name && other.header == one.header) {
            let others: BTreeSet<Vec<&str>> = other.rows.iter().map(|row| row.iter().collect()).collect();
            assert!(!lines.is_subset(&others) || lines.len() < 2, "{} stands in {}", one.name, other.name);
        }
    }
}

#[test]
fn the_pages_are_up_to_date() {
    let tables = tables();
    let pages = [("data/README.md", page(&tables)), ("data/datapackage.json", package(&tables))];
    for (name, fresh) in pages {
        let (path, fresh) = (Path::new(env!("CARGO_MANIFEST_DIR")).join(name), fresh.expect("columns are explained"));
        assert!(
            std::fs::read_to_string(path).is_ok_and(|kept| kept == fresh),
            "{name} is stale: `make docs` renews it"
        );
    }
}

#[test]
fn an_unknown_column_is_one_line() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(folder.path().join("data")).expect("made");
    std::fs::write(folder.path().join("data/new.csv"), "k,colour\n3,red\n").expect("written");
    let run = |format: &str| {
        let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin("topple"));
        command.args(["tables", "--format", format, "--out"]).arg(folder.path()).output().expect("it runs")
    };
    for format in ["markdown", "datapackage"] {
        let done = run(format);
        let said = String::from_utf8(done.stderr).expect("text");
        assert_eq!((done.status.code(), said.lines().count()), (Some(2), 1), "{said}");
        assert!(said.contains("data/new.csv") && said.contains("'colour'"), "{said}");
    }
    assert_eq!(String::from_utf8(run("csv").stdout).expect("text"), "table,title,lines,columns\nnew,new,1,k colour\n");
}
