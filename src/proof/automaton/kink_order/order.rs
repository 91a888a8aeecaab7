//! The order of the pieces, and where a play has come to in it.
use crate::game::wells::Piece;

/// A run of one piece, as many as are enough for the depth.
pub(super) struct Run {
    /// By what the number of its pieces is divided.
    pub divisor: usize,
    /// What is left.
    pub rest: usize,
    /// The greatest change of the first feature that a stage tells, before the run ends and after the last one has.
    pub most: [usize; 2],
}

/// The pieces that come again and again.
pub(super) struct Order {
    /// A left kink, perhaps a square, and one other piece.
    pub pieces: Vec<Piece>,
    /// Of all pieces but the last.
    pub runs: Vec<Run>,
    /// What is added to the change of the first feature when the last piece comes.
    pub rise: usize,
}

/// Where a play has come to since the mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Stage {
    /// The place of its piece in the order.
    pub run: usize,
    /// The mark was put in the run before this one.
    pub is_after: bool,
    /// How many pieces of this run have come, or if the mark was put in it are still to come, as a remainder. The piece that
    /// ends a run is the first of the next one; the last piece is of none.
    pub pieces: usize,
    /// By how much the first feature has changed, to a bound.
    pub count: usize,
}

/// The words for stages by run, before and after.
pub(super) const KEYS: [[&str; 2]; 2] = [["before", "after"], ["squares-before", "squares-after"]];

impl Order {
    /// All stages.
    pub fn stages(&self) -> impl Iterator<Item = Stage> {
        self.runs.iter().enumerate().flat_map(|(run, Run { divisor, most, .. })| {
            [false, true].into_iter().flat_map(move |is_after| {
                let counts = 0..=most[usize::from(is_after)];
                counts.flat_map(move |count| (0..*divisor).map(move |pieces| Stage { run, is_after, pieces, count }))
            })
        })
    }

    /// Whether the piece at this place may come in a stage: it is one more of the run, or ends it.
    pub fn may_come(stage: Stage, place: usize) -> bool {
        place == stage.run || place == stage.run + 1 && !stage.is_after && stage.pieces == 0
    }

    pub fn is_last(&self, place: usize) -> bool {
        place == self.runs.len()
    }

    /// The stage after the piece at this place has come, unless the first feature gets less than a stage can tell.
    pub fn next(&self, stage: Stage, place: usize, change: i64) -> Option<Stage> {
        let run = if self.is_last(place) { 0 } else { place };
        let Run { divisor, most, .. } = &self.runs[run];
        let ends = place != stage.run;
        let is_after = ends || stage.is_after;
        let pieces = match (ends, is_after) {
            (true, _) => usize::from(!self.is_last(place)),
            (false, true) => stage.pieces + 1,
            (false, false) => stage.pieces + divisor - 1,
        };
        let rise = if self.is_last(place) { self.rise } else { 0 };
        let count = usize::try_from((stage.count + rise) as i64 + change).ok()?;
        Some(Stage { run, is_after, pieces: pieces % divisor, count: count.min(most[usize::from(is_after)]) })
    }

    /// The stage after a mark is put in a run of which so many pieces have come: those and what is still to come leave the
    /// remainder that is asked for.
    pub fn marked(&self, stage: Stage) -> Stage {
        let Run { divisor, rest, .. } = self.runs[stage.run];
        Stage { is_after: false, pieces: (rest + divisor - stage.pieces) % divisor, count: 0, ..stage }
    }
}

impl Stage {
    /// The stage in words.
    pub fn said(self) -> String {
        let when = match (self.run, self.is_after) {
            (0, false) => "before the other piece, kinks to come",
            (0, true) => "after the other piece, kinks since it",
            (_, false) => "before the other piece, squares to come",
            (_, true) => "after the kinks, squares since them",
        };
        format!("{when} {}, the first feature changed by {}", self.pieces, self.count)
    }

    /// The stage as lines give it.
    pub fn key(self) -> String {
        let Stage { run, is_after, pieces, count } = self;
        format!("'{} {pieces} {count}'", KEYS[run][usize::from(is_after)])
    }
}
