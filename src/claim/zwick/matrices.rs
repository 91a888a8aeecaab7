//! The printed matrices of zwick, section 5, as pictures: v and v0, m and m0.
use super::triplets::{FROM, entry, printed_moves, winning_moves};
use crate::claim::library::Row;
use crate::claim::vector::Known;
use crate::error::Result;
use crate::game::vector::VectorPosition;
use crate::game::zwick::MOVES;
use crate::report::figure::{Atlas, Cells, Figure, Outline};

/// A block of a matrix, for one z, or the row for x = z = 0: its name and the positions that its entries speak of.
struct Block {
    name: String,
    positions: Vec<Vec<VectorPosition>>,
}

/// The blocks, at positions from which the entries repeat: x and y are the least from these on with their remainders.
fn blocks(matrix: &str, [from_x, from_y]: [u64; 2]) -> Vec<Block> {
    let least =
        |from: u64, remainder: u64| (from..from + 3).find(|c| c % 3 == remainder).expect("one of three in a row");
    let row = |x: u64, z: usize| {
        (0..3).map(|y| VectorPosition { state: z, at: vec![x, least(from_y, y)] }).collect::<Vec<_>>()
    };
    let block = |z: usize| Block {
        name: format!("{matrix}(x,y,{z})"),
        positions: (0..3).map(|x| row(least(from_x, x), z)).collect(),
    };
    let last = Block { name: format!("{matrix}0(y): x = z = 0"), positions: vec![row(0, 0)] };
    (0..3).map(block).chain([last]).collect()
}

fn atlas(title: &str, blocks: Vec<Block>, cells: impl Fn(&Block) -> Cells) -> Figure {
    let labels = |of: &str, count: usize| (0..count).map(|i| format!("{of} = {i}")).collect();
    let table = |block: Block| Cells {
        title: block.name.clone(),
        column_labels: (0..3).map(|y| y.to_string()).collect(),
        row_labels: labels("x", block.positions.len()),
        across: "y".to_string(),
        ..cells(&block)
    };
    Figure::Atlas(Atlas { title: title.to_string(), tables: blocks.into_iter().map(table).collect() })
}

/// Who wins from (x,y,z), as far as x and y modulo 3 decide it.
pub(super) fn values(known: &Known) -> Figure {
    let value = |position: &VectorPosition| Some(known.value(position.state, &position.at));
    let title = "Who wins from (x,y,z), for x and y modulo 3: the matrices v, and the row v0 for x = z = 0";
    atlas(title, blocks("v", FROM), |block| Cells {
        values: block.positions.iter().map(|row| row.iter().map(value).collect()).collect(),
        legend: vec![(0, "the player to move loses".to_string()), (1, "the player to move wins".to_string())],
        ..Cells::default()
    })
}

/// The moves that win from (x,y,z), for x >= 2 and y >= 1, where x and y modulo 3 decide them; outlined where print differs.
///
/// # Errors
/// A printed entry that is missing.
pub(super) fn moves(known: &Known, printed: &[Row]) -> Result<Figure> {
    let all = blocks("m", [FROM[0] + 1, FROM[1] + 1]);
    let mut differing = Vec::new();
    for position in all.iter().flat_map(|block| block.positions.iter().flatten()) {
        if printed_moves(entry(printed, position)?) != winning_moves(known, position) {
            differing.push(position.clone());
        }
    }
    let sets: Vec<Vec<usize>> =
        (0..1 << MOVES.len()).map(|set: usize| (0..MOVES.len()).filter(|i| set >> i & 1 == 1).collect()).collect();
    let names = |set: &Vec<usize>| set.iter().map(|i| MOVES[*i]).collect::<Vec<_>>().join(", ");
    let letters = |set: &Vec<usize>| set.iter().map(|i| ["A", "B", "C"][*i]).collect::<String>();
    let signs: Vec<(u64, String)> = (0..).zip(&sets).map(|(code, set)| (code, letters(set))).collect();
    let meaning = |set: &Vec<usize>| if set.is_empty() { "no move wins".to_string() } else { names(set) };
    let legend: Vec<(u64, String)> = (0..).zip(&sets).map(|(code, set)| (code, meaning(set))).collect();
    let value = |position: &VectorPosition| {
        let winning = winning_moves(known, position);
        let code: u64 = (0..MOVES.len()).filter(|i| winning.iter().any(|name| name == MOVES[*i])).map(|i| 1 << i).sum();
        Some(code)
    };
    let title = "The moves that win from (x,y,z), by what they leave of a level, for x and y modulo 3 from x = 2 and y = 1 on: \
                 the matrices m, and the row m0 for x = z = 0";
    Ok(atlas(title, all, |block| {
        let places =
            block.positions.iter().enumerate().flat_map(|(row, line)| (0..line.len()).map(move |column| (row, column)));
        let cells: Vec<_> =
            places.filter(|(row, column)| differing.contains(&block.positions[*row][*column])).collect();
        let outlines =
            if cells.is_empty() { vec![] } else { vec![Outline { name: "print differs".to_string(), cells }] };
        Cells {
            values: block.positions.iter().map(|row| row.iter().map(value).collect()).collect(),
            outlines,
            legend: legend.clone(),
            signs: signs.clone(),
            ..Cells::default()
        }
    }))
}
