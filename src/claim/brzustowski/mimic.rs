//! Figures 2.10 and 2.11: how the strategies in wells of odd width follow those in width 3.
use super::exhausted;
use super::picture::{Play, line};
use crate::claim::Finding;
use crate::error::{Error, Result};
use crate::game::wells::Well;
use crate::solve::wells::strategies::lane_rules::{single, three_columns};
use crate::solve::wells::strategies::lanes::in_width;

/// What a caption says: so many plays fill each lane, and the next ones are those of width 3.
struct Caption {
    letter: &'static str,
    part: &'static str,
    /// Plays in each lane before those in the three columns, and after them.
    lane: [usize; 2],
    /// Whether the wells are the same as well, or only the turns and columns.
    exactly: bool,
    note: &'static str,
}

const CAPTIONS: [Caption; 2] = [
    Caption {
        letter: "L",
        part: "Figure 2.10: with elbows in width 2n+3 four plays fill each lane, and the next six are exactly the plays in \
               width 3, well by well",
        lane: [4, 0],
        exactly: true,
        note: "the figure fills the rightmost columns first, our strategy the leftmost: which comes first makes no difference",
    },
    Caption {
        letter: "T",
        part: "Figure 2.11: with tees in width 2n+3 three plays almost fill each lane, the next five are in the turns and \
               columns of those in width 3, and two plays fill each lane again",
        lane: [3, 2],
        exactly: false,
        note: "other rows go than in width 3, since the bottom row of each lane is half full: so the five mimic those and are not \
               the same, as the caption says. The figure has the lanes on the right, our strategy on the left",
    },
];

/// The findings of the captions in odd widths from 5 to this one.
pub(super) fn captions(widest: u8) -> Result<Vec<Finding>> {
    CAPTIONS.iter().map(|caption| caption.finding(widest)).collect()
}

impl Caption {
    fn finding(&self, widest: u8) -> Result<Finding> {
        let missing = || Error::input("strategies in odd wells", self.letter, "a strategy beside three columns");
        let rule = single(self.letter, true)?.ok_or_else(missing)?;
        let narrow = three_columns(self.letter)?.ok_or_else(missing)?;
        let three = line(&narrow, 0);
        let (mut wrong, mut plays) = (None, three.len());
        for lanes in 1..=widest.saturating_sub(3) / 2 {
            let wide = in_width(&rule, lanes)?;
            let wide = line(&wide, 0);
            plays += wide.len();
            let says = || format!("width {}", 2 * lanes + 3);
            wrong = wrong.or((!self.holds(&wide, &three, usize::from(lanes))).then(says));
        }
        let domain = format!("the {plays} plays of our strategies in width 3 and in odd widths to {widest}");
        Ok(Finding::new(self.part, "the strategies play by play", exhausted(wrong, domain)).note(self.note))
    }

    fn holds(&self, wide: &[Play], three: &[Play], lanes: usize) -> bool {
        let [before, after] = self.lane.map(|plays| plays * lanes);
        let first = 2 * lanes as u8;
        let beside = |play: &Play| play.at.column >= first;
        let columns = |well: &Well| well.rows().iter().map(|row| row >> first).collect::<Vec<_>>();
        let same = |(wide, narrow): (&Play, &Play)| {
            let placed = (wide.at.turn, wide.at.column - first) == (narrow.at.turn, narrow.at.column);
            // Where the lanes are higher the three columns have empty rows on top.
            let left: Vec<u16> = columns(wide.before).into_iter().filter(|row| *row != 0).collect();
            let well = left == narrow.before.rows() && wide.at.row == narrow.at.row && wide.cleared == narrow.cleared;
            placed && (!self.exactly || well)
        };
        wide.len() == before + three.len() + after
            && !wide[..before].iter().any(beside)
            && wide[before..before + three.len()].iter().all(beside)
            && wide[before..].iter().zip(three).all(same)
            && !wide[before + three.len()..].iter().any(beside)
    }
}
