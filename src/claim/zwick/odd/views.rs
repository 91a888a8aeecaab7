//! What was found as tables and a picture.
use super::{Cell, Written, player};
use crate::claim::Fact;
use crate::report::figure::{Cells, Figure, Outline};
use crate::report::table::Table;

/// Who wins, and what it rests on.
pub(super) fn winners(cells: &[Cell]) -> Table {
    let row = |cell: &Cell| {
        let grundy = cell.grundy.map_or(String::new(), |value| value.to_string());
        let winner = cell.first().map_or("unknown", player);
        let basis = if cell.first().is_some() { cell.basis() } else { "no relaxed win found" };
        vec![cell.k.to_string(), cell.levels.to_string(), winner.to_string(), grundy, basis.to_string()]
    };
    Table {
        title: "Who wins Jenka_k from n full levels".to_string(),
        header: ["k", "full_levels", "winner", "grundy", "basis"].map(String::from).to_vec(),
        rows: cells.iter().map(row).collect(),
    }
}

/// The strategies, with the hashes of their certificates.
pub(super) fn strategies(cells: &[Cell]) -> Table {
    let row = |cell: &Cell, strategy: &Written| {
        let numbers = [cell.k as usize, cell.levels, strategy.known, strategy.places, strategy.replies, strategy.bytes];
        let replayed = cell.replayed.filter(|_| strategy.kind == "relaxed");
        let replayed = replayed.map_or(String::new(), |towers| towers.to_string());
        let file = strategy.text.as_ref().map_or(String::new(), |_| strategy.name(cell));
        let words = numbers.iter().map(usize::to_string).chain([strategy.blake3.clone(), replayed, file]);
        std::iter::once(strategy.kind.clone()).chain(words).collect()
    };
    let header = [
        "search",
        "k",
        "full_levels",
        "known_full_levels",
        "places",
        "replies",
        "bytes",
        "blake3",
        "towers_replayed",
        "certificate",
    ];
    let lines = cells.iter().flat_map(|cell| cell.strategies.iter().map(move |strategy| row(cell, strategy)));
    Table {
        title: "Strategies in Jenka_k: how much is known of the tower, and how large they are".to_string(),
        header: header.map(String::from).to_vec(),
        rows: lines.collect(),
    }
}

/// Whether the first player wins, if a fact says so for every number of levels.
pub(super) fn winner(fact: &Fact, k: u32, levels: usize) -> Option<bool> {
    let Fact::Winners { blocks, before, first } = fact else { return None };
    let (at, before) = (levels - 1, *before as usize);
    let repeated = || before + (at - before) % (first.len() - before);
    (*blocks == k).then(|| first[if at < first.len() { at } else { repeated() }])
}

/// A k for which every n is settled, by what, and whether the first player wins from so many levels.
pub(super) type Settled<'a> = (u32, &'static str, Box<dyn Fn(usize) -> Option<bool> + 'a>);

/// The grid of winners, with outlines for what the cells rest on.
pub(super) fn picture(cells: &[Cell], every: &[Settled]) -> Figure {
    let mut rows: Vec<u32> = cells.iter().map(|cell| cell.k).collect();
    rows.dedup();
    let columns = cells.iter().map(|cell| cell.levels).max().unwrap_or(1);
    let mut values = vec![vec![None; columns]; rows.len()];
    let mut outlines: Vec<Outline> = Vec::new();
    for cell in cells {
        let row = rows.iter().position(|&k| k == cell.k).expect("each k is a row");
        let at = (row, cell.levels - 1);
        let Some(first) = cell.first() else { continue };
        values[at.0][at.1] = Some(u64::from(first));
        match outlines.iter_mut().find(|outline| outline.name == cell.basis()) {
            Some(outline) => outline.cells.push(at),
            None => outlines.push(Outline { name: cell.basis().to_string(), cells: vec![at] }),
        }
    }
    for (k, name, known) in every {
        let Some(row) = rows.iter().position(|row| row == k) else { continue };
        let mut settled = Vec::new();
        for (column, value) in values[row].iter_mut().enumerate() {
            if value.is_none()
                && let Some(first) = known(column + 1)
            {
                *value = Some(u64::from(first));
                settled.push((row, column));
            }
        }
        match outlines.iter_mut().find(|outline| outline.name == *name) {
            Some(outline) => outline.cells.extend(settled),
            None => outlines.push(Outline { name: name.to_string(), cells: settled }),
        }
    }
    outlines.retain(|outline| !outline.cells.is_empty());
    Figure::Cells(Cells {
        title: "Who wins Jenka_k from n full levels".to_string(),
        across: "n".to_string(),
        down: "k".to_string(),
        column_labels: (1..=columns).map(|levels| levels.to_string()).collect(),
        row_labels: rows.iter().map(u32::to_string).collect(),
        values,
        outlines,
        blank: "open".to_string(),
        legend: vec![(0, "second player wins".to_string()), (1, "first player wins".to_string())],
        ..Cells::default()
    })
}
