//! Flats: what a row holds from its first full cell until it is full (brzustowski, section 4.1).
use crate::error::{Error, Result};
use crate::game::wells::{Placement, Shape, Well};

/// A well with the tags of its flats.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Population {
    well: Well,
    /// From the bottom up, one for each row.
    tags: Vec<u64>,
    next: u64,
}

/// What a play did to the flats, by their tags, in the words of Figure 4.20: a flat that dies is not said to grow, and
/// one that is born is not said to sink.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Events {
    /// Born in this play; those that died in it too are in both lists.
    pub born: Vec<u64>,
    /// There before, got cells, and live on.
    pub grown: Vec<u64>,
    /// There before, live on, and lie lower now.
    pub sunk: Vec<u64>,
    /// Died in this play.
    pub died: Vec<u64>,
    /// Born in this play above a flat that died in it: at the end of the play they lie lower than where they were born.
    pub settled: Vec<u64>,
}

impl Events {
    /// Every flat that the play did something to, each once.
    pub fn touched(&self) -> impl Iterator<Item = u64> + '_ {
        [&self.born, &self.grown, &self.sunk, &self.died].into_iter().flatten().copied()
    }
}

impl Population {
    /// The flats of a well that is there already: tags from 1 up, from the bottom.
    pub fn new(well: Well) -> Self {
        let flats = well.height() as u64;
        Population { well, tags: (1..=flats).collect(), next: flats + 1 }
    }

    /// The well.
    pub fn well(&self) -> &Well {
        &self.well
    }

    /// The tags from the bottom up, one for each row.
    pub fn tags(&self) -> &[u64] {
        &self.tags
    }

    /// The row of a flat, counted from 0, while it lives.
    pub fn row(&self, tag: u64) -> Option<usize> {
        self.tags.binary_search(&tag).ok()
    }

    /// Plays a piece in one of its turns.
    ///
    /// # Errors
    /// A place that is not free, or above an empty row: no rule gives such a place.
    pub fn play(&mut self, shape: &Shape, at: Placement) -> Result<Events> {
        let before = self.well.height();
        let low = usize::from(at.row);
        if low > before || !self.well.fits(shape, i32::from(at.column), i32::from(at.row)) {
            return Err(Error::input(
                "flats",
                format!("{at} in the well {}", self.well),
                "a place that is free and supported",
            ));
        }
        let full = u16::MAX >> (u16::BITS - u32::from(self.well.width()));
        let mut events = Events::default();
        for new in before..before.max(low + shape.rows().len()) {
            self.tags.push(self.next + (new - before) as u64);
        }
        events.born = self.tags[before..].to_vec();
        self.next += events.born.len() as u64;
        let (mut lives, mut sinking) = (Vec::new(), false);
        for (row, tag) in self.tags.iter().enumerate() {
            let added = row.checked_sub(low).and_then(|up| shape.rows().get(up)).map_or(0, |cells| cells << at.column);
            let dies = self.well.rows().get(row).copied().unwrap_or(0) | added == full;
            let list = match (dies, row < before) {
                (true, _) => &mut events.died,
                (false, true) if added != 0 => &mut events.grown,
                (false, false) if sinking => &mut events.settled,
                _ => &mut Vec::new(),
            };
            list.push(*tag);
            if sinking && !dies && row < before {
                events.sunk.push(*tag);
            }
            if !dies {
                lives.push(*tag);
            }
            sinking |= dies;
        }
        self.tags = lives;
        self.well = self.well.place(shape, at.column, at.row).0;
        Ok(events)
    }

    /// Whether what the thesis says of every state holds: one flat in each row, none of them empty, and tags that
    /// increase upwards.
    pub fn is_orderly(&self) -> bool {
        self.tags.len() == self.well.height()
            && self.well.rows().iter().all(|row| *row != 0)
            && self.tags.windows(2).all(|pair| pair[0] < pair[1])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::wells::{Movement, Mover, PieceSet};

    #[test]
    fn flats_are_born_grow_sink_and_die() {
        let pieces = PieceSet::parse("OI").unwrap();
        let [bar, square] = [&pieces.pieces()[1], &pieces.pieces()[0]];
        let mut flats = Population::new(Well::empty(4).unwrap());
        let at = |column, row| Placement { turn: 0, column, row };
        assert_eq!(flats.play(&square.turns()[0], at(0, 0)).unwrap().born, [1, 2]);
        let grown = flats.play(&bar.turns()[1], at(2, 0)).unwrap();
        assert_eq!((grown.grown, grown.born), (vec![1, 2], vec![3, 4]));
        let last = flats.play(&bar.turns()[1], at(3, 0)).unwrap();
        assert_eq!(
            (last.died.as_slice(), last.sunk.as_slice(), last.grown.as_slice()),
            (&[1, 2][..], &[3, 4][..], &[3, 4][..])
        );
        assert_eq!(
            (flats.tags(), flats.row(4), flats.well().to_string().as_str()),
            (&[3, 4][..], Some(1), "0011/0011")
        );
        let new = flats.play(&square.turns()[0], at(0, 1)).unwrap();
        assert_eq!((new.died, new.born, new.settled), (vec![4], vec![5], vec![5]));
        assert!(flats.play(&square.turns()[0], at(2, 0)).is_err() && flats.play(&square.turns()[0], at(0, 9)).is_err());
    }

    #[test]
    fn a_flat_may_be_born_and_die_in_one_play() {
        let pieces = PieceSet::parse("S").unwrap();
        let kink = Mover::new(&pieces.pieces()[0], Movement::Drop);
        let mut flats = Population::new(Well::empty(2).unwrap());
        let place = kink.placements(flats.well())[0];
        let events = flats.play(&pieces.pieces()[0].turns()[1], place).unwrap();
        assert_eq!((events.born, events.died, events.settled), (vec![1, 2, 3], vec![2], vec![3]));
        assert!(flats.is_orderly());
    }
}
