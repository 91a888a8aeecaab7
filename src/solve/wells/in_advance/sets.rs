//! Sets of wells, of which none has all wells of another.
use std::cmp::Ordering;

/// The wells in which the player can be, and the pieces that may come next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Set {
    /// The pieces that may come next, as bits.
    pub bag: u32,
    /// The wells, each with what is put aside, as numbers in order.
    pub wells: Box<[u32]>,
    /// A bit for each class of numbers that occur: a set within another one has no bit that the other one has not.
    classes: u64,
}

impl Set {
    /// With the numbers in order, each once.
    pub fn new(bag: u32, wells: Vec<u32>) -> Set {
        // The upper bits of a product with a large odd number spread neighbouring numbers over the classes.
        let class = |well: &u32| 1 << (well.wrapping_mul(0x9E37_79B1) >> 26);
        let classes = wells.iter().fold(0, |classes, well| classes | class(well));
        Set { bag, wells: wells.into(), classes }
    }

    /// Whether the other one has all of these wells.
    pub fn is_within(&self, other: &Set) -> bool {
        if self.bag != other.bag || self.classes & !other.classes != 0 || self.wells.len() > other.wells.len() {
            return false;
        }
        is_within(&self.wells, &other.wells)
    }

    /// Fewer wells come first.
    pub fn cmp_by_size(&self, other: &Set) -> Ordering {
        (self.wells.len(), self.bag, &self.wells).cmp(&(other.wells.len(), other.bag, &other.wells))
    }
}

/// Whether numbers in order are among others in order.
pub fn is_within(some: &[u32], all: &[u32]) -> bool {
    let mut all = all.iter();
    some.iter().all(|number| all.by_ref().find(|other| *other >= number) == Some(number))
}

/// Sets with how they were reached.
#[derive(Debug, Default)]
pub struct Sets {
    /// A set that has all wells of another one is gone; how it was reached is kept.
    sets: Vec<Option<Set>>,
    /// The set before, if there is one, and the piece that came, if one came.
    from: Vec<(Option<u32>, Option<u8>)>,
    /// Those that stay.
    staying: Vec<u32>,
    members: usize,
}

impl Sets {
    /// Adds a set unless it has all wells of another one; those that have all of its wells go. Its number, if it was added.
    pub fn add(&mut self, set: Set, from: Option<usize>, piece: Option<u8>) -> Option<usize> {
        let number = self.sets.len();
        if self.staying.iter().any(|at| self.get(*at as usize).is_within(&set)) {
            return None;
        }
        let (sets, members) = (&mut self.sets, &mut self.members);
        self.staying.retain(|at| {
            let there = &mut sets[*at as usize];
            let goes = there.as_ref().is_some_and(|there| set.is_within(there));
            if goes {
                *members -= there.take().map_or(0, |there| there.wells.len());
            }
            !goes
        });
        self.members += set.wells.len();
        self.sets.push(Some(set));
        self.from.push((from.map(|from| from as u32), piece));
        self.staying.push(number as u32);
        Some(number)
    }

    /// A set that stays.
    pub fn get(&self, at: usize) -> &Set {
        self.sets[at].as_ref().expect("this set stays")
    }

    /// The numbers of those that stay.
    pub fn staying(&self) -> impl Iterator<Item = usize> {
        self.staying.iter().map(|at| *at as usize)
    }

    /// The pieces that came before a set.
    pub fn order(&self, at: usize) -> Vec<u8> {
        let mut pieces = Vec::new();
        let mut next = Some(at as u32);
        while let Some(at) = next {
            let (from, piece) = self.from[at as usize];
            pieces.extend(piece);
            next = from;
        }
        pieces.reverse();
        pieces
    }

    /// The wells of all that stay.
    pub fn members(&self) -> usize {
        self.members
    }

    /// About what is held.
    pub fn bytes(&self) -> u128 {
        (self.members * 4 + self.sets.len() * 48) as u128
    }
}
