//! Targets of squares (brzustowski, section 4.2).
use crate::game::wells::Well;

/// The empty cells of a row: how many, and the longest run of neighbours.
fn holes(row: u16, width: u8) -> (u32, u32) {
    let (mut run, mut longest) = (0, 0);
    for column in 0..width {
        run = if row >> column & 1 == 0 { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    (u32::from(width) - row.count_ones(), longest)
}

/// Whether a flat is a target of the square of this side: exactly so many empty cells, side by side.
pub fn is_target(row: u16, width: u8, side: u32) -> bool {
    holes(row, width) == (side, side)
}

/// Whether the square of this side passes no such flat: its holes are all narrower.
pub fn keeps_out(row: u16, width: u8, side: u32) -> bool {
    holes(row, width).1 < side
}

/// The highest row, counted from 0, that is a target of the larger square with nothing above it that keeps that square
/// out: the flats above have a hole at least as wide.
pub fn unprotected(well: &Well, large: u32) -> Option<usize> {
    for (row, cells) in well.rows().iter().enumerate().rev() {
        if is_target(*cells, well.width(), large) {
            return Some(row);
        }
        if keeps_out(*cells, well.width(), large) {
            return None;
        }
    }
    None
}

/// Whether some target of the smaller square lies above every target of the larger one.
pub fn protects(well: &Well, small: u32, large: u32) -> bool {
    let highest = |side| well.rows().iter().rposition(|row| is_target(*row, well.width(), side));
    highest(small).is_some_and(|target| highest(large).is_none_or(|other| other < target))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_and_protection() {
        let well = |text| Well::parse(6, text).unwrap();
        assert_eq!(unprotected(&well("111000"), 3), Some(0));
        assert_eq!(unprotected(&well("111000/110011"), 3), None);
        assert_eq!(unprotected(&well("111000/100001/100000"), 3), Some(0));
        assert_eq!(unprotected(&well("101100/011000"), 3), None, "three empty cells, but not side by side");
        assert!(protects(&well("111000/110011"), 2, 3) && protects(&well("110011"), 2, 3));
        assert!(!protects(&well("110011/111000"), 2, 3) && !protects(&well("111000"), 2, 3));
    }
}
