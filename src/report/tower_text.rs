//! A tower in plain characters.

use crate::report::figure::TowerDrawing;

/// The tower level by level, the top first, one line each: its number, its direction (levels with the same mark are
/// parallel) and its slots in order. `[##]` is a block, `[**]` a marked one, `<  >` a marked gap. The caption stands below.
///
/// ```
/// use topple::report::{figure::TowerDrawing, tower_text};
/// let levels = vec![vec![true, true, true], vec![true, false, true]];
/// let tower = TowerDrawing { caption: "two levels".into(), levels, marked: vec![(0, 1)], ..TowerDrawing::default() };
/// assert_eq!(tower_text(&tower), "1 |  [##] .... [##]\n0 =  [##] [**] [##]\ntwo levels\n");
/// ```
pub fn tower_text(tower: &TowerDrawing) -> String {
    let digits = tower.levels.len().saturating_sub(1).to_string().len();
    let mut text = String::new();
    for (level, slots) in tower.levels.iter().enumerate().rev() {
        let direction = if level.is_multiple_of(2) { '=' } else { '|' };
        let slots: Vec<&str> = (slots.iter().enumerate())
            .map(|(slot, &present)| match (present, tower.marked.contains(&(level, slot))) {
                (true, false) => "[##]",
                (true, true) => "[**]",
                (false, false) => "....",
                (false, true) => "<  >",
            })
            .collect();
        text.push_str(&format!("{level:>digits$} {direction}  {}\n", slots.join(" ")));
    }
    if !tower.caption.is_empty() {
        text.push_str(&tower.caption);
        text.push('\n');
    }
    text
}
