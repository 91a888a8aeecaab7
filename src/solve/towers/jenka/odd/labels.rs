//! Levels sorted into classes, with what is sure and what is possible of the levels of a class.
//!
//! A level is a set of blocks. A label stands for all levels with the same *sides*: the numbers of blocks left of the
//! middle slot, in it, and right of it; or, near the top of a tower, for one level. Of each label the extremes, over
//! its levels, of the moment and of the two outer edges are kept (in the units of
//! [`crate::game::tower::stability`]), and where taking or adding a block can lead.
use crate::game::tower::stability::{Shape, shape};
use std::collections::BTreeMap;

/// The least and the greatest of a quantity.
pub type Range = (i64, i64);

/// A class of levels.
#[derive(Debug, Clone)]
pub struct Label {
    /// The levels of the class.
    pub members: Vec<u16>,
    /// The level, if it is known although others have the same sides.
    pub mask: Option<u16>,
    /// The number of blocks.
    pub count: i64,
    /// The sums of the middles of the blocks.
    pub moment: Range,
    /// The outer edges of the first blocks.
    pub low: Range,
    /// The outer edges of the last blocks.
    pub high: Range,
    /// The classes that taking a block leads to from each level of the class, ascending.
    pub less: Vec<u16>,
    /// The classes that adding a block leads to from each level of the class, ascending.
    pub more: Vec<u16>,
    /// The class of the mirror images.
    pub mirror: u16,
    /// The class that only knows the sides.
    pub coarse: u16,
    /// The number of blocks left of the middle slot, in it, and right of it.
    pub sides: (u8, u8, u8),
}

/// A labelling of the levels of k slots. Labels count from 1; 0 stands for no level.
#[derive(Debug, Clone)]
pub struct Labels {
    /// The number of slots of a level.
    pub slots: u32,
    /// So many levels from the top are known.
    pub depth: usize,
    /// `labels[0]` is the level without blocks, from which only `more` is used.
    pub labels: Vec<Label>,
    /// The label of full levels.
    pub full: u16,
}

impl Labels {
    /// Every level of the top `depth` levels is known, and below them only the numbers of blocks left of the middle
    /// slot, in it, and right of it. The number of slots is odd.
    pub fn new(slots: u32, depth: usize) -> Self {
        let most = u16::MAX >> (16 - slots);
        let mut classes: BTreeMap<(u8, u8, u8), Vec<u16>> = BTreeMap::new();
        for mask in 1..=most {
            classes.entry(sides(slots, mask)).or_default().push(mask);
        }
        let mut coarse = vec![0; usize::from(most) + 1];
        for (members, label) in classes.values().zip(1..) {
            members.iter().for_each(|&mask| coarse[usize::from(mask)] = label);
        }
        let (mut known, mut single) = (coarse.clone(), Vec::new());
        for members in classes.values().filter(|members| depth > 0 && members.len() > 1) {
            for &mask in members {
                single.push(mask);
                known[usize::from(mask)] = (classes.len() + single.len()) as u16;
            }
        }
        let mut labels = vec![describe(slots, &[0], &known, &coarse)];
        for members in classes.values() {
            let after = if members.len() > 1 { &coarse } else { &known };
            labels.push(describe(slots, members, after, &coarse));
        }
        labels.extend(single.iter().map(|&mask| {
            let label = describe(slots, &[mask], &known, &coarse);
            Label { mask: Some(mask), ..label }
        }));
        Labels { slots, depth, full: coarse[usize::from(most)], labels }
    }

    /// A label.
    pub fn get(&self, label: u16) -> &Label {
        &self.labels[usize::from(label)]
    }
}

/// The number of blocks left of the middle slot, in it, and right of it.
fn sides(slots: u32, mask: u16) -> (u8, u8, u8) {
    let half = slots / 2;
    let ones = |mask: u16| mask.count_ones() as u8;
    (ones(mask >> (slots - half)), ones(mask >> half & 1), ones(mask & ((1 << half) - 1)))
}

/// The label of the class with these levels.
fn describe(slots: u32, members: &[u16], label_of: &[u16], coarse: &[u16]) -> Label {
    let shapes: Vec<Shape> = members.iter().map(|&mask| shape(slots, mask)).collect();
    let range = |of: fn(&Shape) -> i64| {
        let values = || shapes.iter().map(of);
        (values().min().unwrap_or(0), values().max().unwrap_or(0))
    };
    let bits = |mask: u16, set: bool| (0..slots).map(|slot| 1 << slot).filter(move |bit| (mask & bit != 0) == set);
    let common = |set: bool| {
        let mut reached = members.iter().map(|&mask| {
            let mut reached: Vec<u16> = bits(mask, set).map(|bit| label_of[usize::from(mask ^ bit)]).collect();
            reached.retain(|&label| label != 0);
            reached.sort_unstable();
            reached.dedup();
            reached
        });
        let first = reached.next().expect("a class has a level");
        assert!(reached.all(|other| other == first), "levels of a class have the same moves between classes");
        first
    };
    let mirrored = members[0].reverse_bits() >> (16 - slots);
    Label {
        members: members.to_vec(),
        mask: None,
        count: shapes[0].count,
        moment: range(|shape| shape.moment),
        low: range(|shape| shape.low),
        high: range(|shape| shape.high),
        less: common(true),
        more: common(false),
        mirror: label_of[usize::from(mirrored)],
        coarse: coarse[usize::from(members[0])],
        sides: sides(slots, members[0]),
    }
}
