//! Lanes, cycle-bands and shields (brzustowski, sections 5.1 and 5.2).
//!
//! All is said of left kinks, whose cycles leave a shield against right kinks. For right kinks look at the well in a
//! mirror: rows do not change.
use crate::game::wells::Well;

/// What a flat has in one lane.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Segment {
    /// Both cells empty.
    Empty,
    /// The left cell full, the right one empty.
    Left,
    /// The right cell full, the left one empty.
    Right,
    /// Both cells full.
    Full,
}

/// The segment of a row in a lane, both counted from 0. The columns of the lane must be in the well.
pub fn segment(well: &Well, row: usize, lane: usize) -> Segment {
    let cells = well.rows().get(row).map_or(0, |cells| cells >> (2 * lane));
    match cells & 3 {
        0 => Segment::Empty,
        1 => Segment::Left,
        2 => Segment::Right,
        _ => Segment::Full,
    }
}

/// The number of whole lanes.
pub fn lanes(well: &Well) -> usize {
    usize::from(well.width() / 2)
}

/// How many rows at the top have the structure of the cycle-band of left kinks (Lemma 2): each lane is a stack of full
/// segments with one half-full segment `Left` on top and empty segments above.
///
/// There is at most one such number: one row more would have to be full, and one row less would leave a lane without
/// its half-full segment. Wells of odd width have no such band, for there left kinks make no cycle.
pub fn band(well: &Well) -> Option<usize> {
    if well.width() % 2 == 1 {
        return None;
    }
    let top_of = |lane| (0..well.height()).rev().find(|row| segment(well, *row, lane) != Segment::Empty);
    let tops: Vec<usize> = (0..lanes(well)).map(top_of).collect::<Option<_>>()?;
    let bottom = *tops.iter().min()?;
    let stacked = |(lane, top): (usize, &usize)| {
        segment(well, *top, lane) == Segment::Left
            && (bottom..*top).all(|row| segment(well, row, lane) == Segment::Full)
    };
    tops.iter().enumerate().all(stacked).then_some(well.height() - bottom)
}

/// A shield against right kinks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shield {
    /// Its rows from the top down, counted from 0.
    pub rows: Vec<usize>,
    /// For each of them the column of the empty cell that keeps it alive: a full cell to its left, and to its right a
    /// full cell or the wall, and the same one row up.
    pub keys: Vec<usize>,
    /// The full cells (column, row) along which the hand of Lemma 3 comes down, counted from 0.
    pub touched: Vec<(usize, usize)>,
}

/// The shield in a well with the structure of a cycle-band, by the six steps of Lemma 3.
pub fn shield(well: &Well) -> Option<Shield> {
    band(well)?;
    let last = lanes(well) - 1;
    let mut flat = (0..well.height()).rev().find(|row| segment(well, *row, last) != Segment::Empty)?;
    let mut shield = Shield { rows: vec![flat], keys: vec![2 * last + 1], touched: Vec::new() };
    while let Some(lane) = (0..last).rev().find(|lane| segment(well, flat, *lane) == Segment::Empty) {
        let wall = 2 * lane + 2;
        let next = (0..flat).rev().find(|row| segment(well, *row, lane) != Segment::Empty)?;
        shield.touched.extend((next + 1..=flat).rev().map(|row| (wall, row)));
        shield.rows.push(next);
        shield.keys.push(wall - 1);
        flat = next;
    }
    Some(shield)
}

impl Shield {
    /// Whether every flat of the shield still has its key: what keeps right kinks from filling it.
    pub fn holds(&self, well: &Well) -> bool {
        let full = |column: usize, row: usize| well.is_full_cell(column as i32, row as i32);
        self.rows
            .iter()
            .zip(&self.keys)
            .all(|(row, key)| !full(*key, *row) && full(key - 1, *row) && full(key + 1, *row) && full(key + 1, row + 1))
    }

    /// Whether the lowest flat of the shield has no two empty cells side by side, so that no kink passes it.
    pub fn closes(&self, well: &Well) -> bool {
        let cells = self.rows.last().and_then(|row| well.rows().get(*row)).copied().unwrap_or(0);
        (1..well.width()).all(|column| cells >> (column - 1) & 3 != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn well(width: u8, text: &str) -> Well {
        Well::parse(width, text).unwrap()
    }

    #[test]
    fn bands_have_one_height() {
        assert_eq!(band(&well(2, "01/10")), Some(1));
        assert_eq!(band(&well(4, "1010")), Some(1));
        assert_eq!(band(&well(4, "0100/1011/0011/0010")), Some(3));
        for text in ["-", "0100", "1001", "1010/0100", "1000", "1010/1000"] {
            assert_eq!(band(&well(4, text)), None, "{text}");
        }
        assert_eq!(band(&well(3, "101")), None);
    }

    #[test]
    fn six_steps_find_the_shield() {
        let stepped = well(6, "101111/001011/001011/000010");
        assert_eq!(shield(&stepped), None, "the second lane has a half-full segment below another one");
        let stepped = well(6, "101111/001111/001011/000011/000010");
        let found = shield(&stepped).unwrap();
        assert_eq!(found.rows, [4, 2, 0]);
        assert_eq!(found.touched, [(4, 4), (4, 3), (2, 2), (2, 1)]);
        assert_eq!(found.keys, [5, 3, 1]);
        assert!(found.holds(&stepped) && found.closes(&stepped));
        assert!(!found.holds(&well(6, "111111/001111".replace("111111", "011111").as_str())));
    }
}
