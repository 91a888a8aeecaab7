//! What a picture shows in words, for those who do not see it.

use crate::report::cells;
use crate::report::figure::{Cells, Figure};

/// The headline of a picture; where it has none, the sort of picture.
pub(super) fn title(figure: &Figure) -> String {
    let (title, sort) = match figure {
        Figure::Cells(cells) => (&cells.title, "A table of values"),
        Figure::Towers(towers) => (&towers.title, "Jenga towers"),
        Figure::Curves(curves) => (&curves.title, "Curves"),
        Figure::Atlas(atlas) => (&atlas.title, "Tables of values"),
        Figure::Wells(wells) => (&wells.title, "Wells"),
        Figure::States(states) => (&states.title, "A strategy"),
    };
    if title.is_empty() { sort.to_string() } else { title.clone() }
}

/// What is drawn, how much of it, and where it comes from.
pub(super) fn description(figure: &Figure, source: &str) -> String {
    let drawn = match figure {
        Figure::Cells(cells) => table(cells),
        Figure::Towers(towers) => {
            let captions = towers.towers.iter().map(|tower| tower.caption.as_str());
            format!("{}: {}", of(towers.towers.len(), "Jenga tower"), listed(captions))
        }
        Figure::Curves(curves) => {
            let names = curves.panels.iter().flat_map(|panel| panel.curves.iter().map(|curve| curve.name.as_str()));
            format!("{} over {}: {}", curves.up, curves.across, listed(names))
        }
        Figure::Atlas(atlas) => {
            let titles = atlas.tables.iter().map(|table| table.title.as_str());
            format!("{} of coloured cells: {}", of(atlas.tables.len(), "table"), listed(titles))
        }
        Figure::Wells(wells) => {
            let captions = wells.wells.iter().map(|well| well.caption.as_str());
            format!("{}: {}", of(wells.wells.len(), "well"), listed(captions))
        }
        Figure::States(states) => {
            format!("{} with {} between them", of(states.states.len(), "well"), of(states.arrows.len(), "play"))
        }
    };
    if source.is_empty() { format!("{drawn}.") } else { format!("{drawn}. {source}.") }
}

fn table(cells: &Cells) -> String {
    let (rows, columns) = cells::extent(cells);
    let named = |name: &str, count: usize, line: &str| match name {
        "" => of(count, line),
        name => format!("{} ({name})", of(count, line)),
    };
    let mut outlined: Vec<&str> = cells.outlines.iter().map(|outline| outline.name.as_str()).collect();
    outlined.dedup();
    let outlined =
        if outlined.is_empty() { String::new() } else { format!("; outlined: {}", listed(outlined.into_iter())) };
    format!(
        "A table of coloured cells, {} by {}{outlined}",
        named(&cells.down, rows, "row"),
        named(&cells.across, columns, "column")
    )
}

fn of(count: usize, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}

/// Names that are not empty, with commas; of many the first.
fn listed<'a>(names: impl Iterator<Item = &'a str>) -> String {
    const MOST: usize = 12;
    let names: Vec<String> = names.filter(|name| !name.is_empty()).map(|name| name.replace(';', " ")).collect();
    let more = names.len().saturating_sub(MOST);
    let all = names[..names.len() - more].join(", ");
    if more > 0 { format!("{all} and {more} more") } else { all }
}
