//! Small tables of values laid out in rows, each over its caption, with one legend for all.

use std::collections::BTreeSet;

use crate::error::{Error, Result};
use crate::report::cells::{self, Panel};
use crate::report::figure::Atlas;
use crate::report::legend;
use crate::report::palette::BLACK;
use crate::report::scene::{Anchor, Scene, widest, wrap};

/// The side of a cell, and in tables of few columns, whose cells show their values.
const SIDE: f64 = 7.0;
const LARGE: f64 = 26.0;
const NUMBERED: usize = 8;
/// The size of the captions, and of the legend.
const SIZE: f64 = 9.0;
const LEGEND: f64 = 12.0;
const TITLE: f64 = 15.6;
const MARGIN: f64 = 14.0;
/// The space between tables.
const GAP: f64 = 22.0;
/// Tables in a row.
const ACROSS: usize = 8;

/// The picture of an atlas.
///
/// # Errors
/// [`Error::Input`] if there is no table, or a table without cells or with too many.
pub(super) fn scene(atlas: &Atlas) -> Result<Scene> {
    if atlas.tables.is_empty() {
        return Err(Error::input(format!("figure \"{}\"", atlas.title), "no tables", "at least one"));
    }
    atlas.tables.iter().try_for_each(cells::check)?;
    Ok(laid_out(atlas))
}

/// The lines under a table.
fn caption(title: &str, width: f64) -> Vec<String> {
    title.split_inclusive(';').flat_map(|part| wrap(part.trim_end_matches(';'), SIZE, width)).collect()
}

fn laid_out(atlas: &Atlas) -> Scene {
    let of_all = atlas.tables.iter().flat_map(|table| table.values.iter().flatten());
    let values: BTreeSet<u64> = of_all.clone().flatten().copied().collect();
    let values: Vec<u64> = values.into_iter().collect();
    let blank = of_all.clone().any(Option::is_none);
    let columns = atlas.tables.iter().map(|table| cells::extent(table).1).max().unwrap_or(0);
    let side = if columns <= NUMBERED { LARGE } else { SIDE };
    let mut entries = legend::entries(&atlas.tables[0], &values, blank, side == LARGE);
    entries.extend(cells::outlines(&atlas.tables));
    let panels: Vec<Panel> = atlas.tables.iter().map(|table| Panel::new(table, side, SIZE, &values)).collect();
    let across = ACROSS.min(panels.len());
    let wide = panels.iter().map(|panel| panel.extent().0).fold(0.0, f64::max);
    let all_wide = across as f64 * (wide + GAP) - GAP;
    let title = wrap(&atlas.title, TITLE, all_wide.max(400.0));

    let mut scene = Scene::default();
    for (i, line) in title.iter().enumerate() {
        let baseline = MARGIN + TITLE * (1.3 * i as f64 + 1.0);
        scene.text((MARGIN, baseline), line, TITLE, Anchor::Start, BLACK);
    }
    let top = MARGIN + 1.3 * TITLE * title.len() as f64 + GAP / 2.0;
    let mut y = top;
    for (row, tables) in panels.chunks(ACROSS).zip(atlas.tables.chunks(ACROSS)) {
        let high = row.iter().map(|panel| panel.extent().1).fold(0.0, f64::max);
        let mut lines = 0;
        for (i, (panel, table)) in row.iter().zip(tables).enumerate() {
            let x = MARGIN + i as f64 * (wide + GAP);
            panel.draw(&mut scene, (x, y));
            let caption = caption(&table.title, wide + GAP / 2.0);
            for (j, line) in caption.iter().enumerate() {
                scene.text((x, y + high + SIZE * (1.3 * j as f64 + 1.4)), line, SIZE, Anchor::Start, BLACK);
            }
            lines = lines.max(caption.len());
        }
        y += high + SIZE * (1.3 * lines as f64 + 0.6) + GAP;
    }
    let body = y - top;
    let size = legend::extent(&entries, LEGEND, body);
    let left = MARGIN + all_wide + GAP;
    legend::draw(&mut scene, (left, top), &entries, LEGEND, body);
    scene.width = (left + size.0 + MARGIN).max(MARGIN * 2.0 + widest(&title, TITLE));
    scene.height = y.max(top + size.1) + MARGIN - GAP;
    scene
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::draw::{FigureFormat, draw};
    use crate::report::figure::{Cells, Figure};

    fn table(title: &str, rows: usize, columns: usize) -> Cells {
        Cells {
            title: title.to_string(),
            values: (0..rows).map(|row| (0..columns).map(|column| Some((row * column % 5) as u64)).collect()).collect(),
            ..Cells::default()
        }
    }

    #[test]
    fn every_table_has_its_caption_and_all_stay_inside_the_picture() {
        let tables: Vec<Cells> = (1..=11).map(|n| table(&format!("table {n};of {n} columns"), n + 2, n)).collect();
        let atlas = Atlas { title: "Tables".to_string(), tables };
        for format in [FigureFormat::Svg, FigureFormat::Tikz] {
            let text = String::from_utf8(draw(&Figure::Atlas(atlas.clone()), format).unwrap()).unwrap();
            for n in 1..=11 {
                assert!(text.contains(&format!("table {n}")) && text.contains(&format!("of {n} columns")), "{n}");
            }
        }
        let scene = scene(&atlas).unwrap();
        for shape in &scene.shapes {
            if let crate::report::scene::Shape::Text(text) = shape {
                assert!(text.at.0 < scene.width && text.at.1 < scene.height, "{text:?}");
            }
        }
    }

    #[test]
    fn no_tables_and_empty_tables_are_refused() {
        for tables in [vec![], vec![table("empty", 0, 0)], vec![table("whole", 2, 2), table("empty", 3, 0)]] {
            assert!(scene(&Atlas { title: "Tables".to_string(), tables }).is_err());
        }
    }
}
