//! The automaton that reads a marked well from the bottom up.
use super::super::word::{Reader, refined};
use super::shapes::{Met, Shape, lengths, longer};
use super::{FULL, MARK};
use hashbrown::HashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::Hash;

/// Of the two columns of a lane the left one alone is full, or both are.
const LEFT: u8 = 1;
const BOTH: u8 = 3;

/// How the columns compare above the mark.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Surface {
    /// The highest segment of columns 0 and 1 that is not empty.
    top: u8,
    /// Column 2 has a cell above that.
    is_below: bool,
}

impl Surface {
    pub fn of(rows: &[u8]) -> Surface {
        rows.iter().fold(Surface::default(), |surface, row| surface.under(*row))
    }

    /// The same with one row more on top.
    fn under(self, row: u8) -> Surface {
        match row & BOTH {
            0 => Surface { is_below: self.is_below || row & 4 != 0, ..self },
            top => Surface { top, is_below: false },
        }
    }

    /// Columns 0 and 1 are level, and column 2 is higher.
    pub fn is_level(&self) -> bool {
        self.top == BOTH && self.is_below
    }

    /// Column 1 is higher than column 0.
    pub fn leans_right(&self) -> bool {
        self.top == 2
    }
}

/// What is told of the rows below the mark.
pub trait Base: Copy + Default + Eq + Ord + Hash + Send + Sync {
    /// The same with one row more on top.
    fn under(self, row: u8) -> Self;

    fn of(rows: &[u8]) -> Self {
        rows.iter().fold(Self::default(), |base, row| base.under(*row))
    }

    /// The rows below the mark where plays begin: one of the lowest wells for each of what is told and the highest row.
    fn bases() -> Vec<Vec<u8>> {
        let (mut all, mut done, mut seen) = (vec![Vec::new()], 0, BTreeSet::new());
        while let Some(rows) = all.get(done).cloned() {
            let higher = (1..FULL).map(|row| [&rows[..], &[row]].concat());
            all.extend(higher.filter(|rows| seen.insert((Self::of(rows), rows.last().copied()))));
            done += 1;
        }
        all
    }
}

/// Where runs are of kinks alone.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Highest {
    /// The two highest rows are `#.##`.
    HalfTwice,
    /// The highest row is, and not the one below.
    Half,
    /// The highest row is `###.`, and whether the next one has both cells of columns 0 and 1.
    Three(bool),
    /// The highest row is `##.#`.
    Gap,
    /// The highest row is `##..`, and the same.
    Two(bool),
    /// It is another one, and column 0 is not higher than column 1.
    #[default]
    Right,
    /// It is another one, and column 0 is higher.
    Left,
}

impl Base for Highest {
    fn under(self, row: u8) -> Self {
        let is_on_both = matches!(self, Highest::Three(_) | Highest::Gap | Highest::Two(_));
        let leans_left = matches!(self, Highest::HalfTwice | Highest::Half | Highest::Left);
        match row {
            13 if matches!(self, Highest::HalfTwice | Highest::Half) => Highest::HalfTwice,
            13 => Highest::Half,
            7 => Highest::Three(is_on_both),
            11 => Highest::Gap,
            3 => Highest::Two(is_on_both),
            _ if row & BOTH == LEFT || row & BOTH == 0 && leans_left => Highest::Left,
            _ => Highest::Right,
        }
    }
}

/// How long the latest run of rows is that are full in one lane and empty in the other.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
struct Run {
    /// The row, if it goes on.
    row: u8,
    /// The length modulo 4.
    length: u8,
}

impl Run {
    fn under(self, row: u8) -> Run {
        match row {
            3 | 12 if row == self.row => Run { row, length: (self.length + 1) % 4 },
            3 | 12 => Run { row, length: 1 },
            _ => Run { row: 0, ..self },
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum State<B> {
    Dead,
    /// No mark yet.
    Below(B),
    /// A node of the tree of shapes, if the rows above the mark begin one.
    Above(Surface, B, Run, Option<usize>),
}

/// The shapes as a tree of runs.
#[derive(Default)]
struct Tree {
    /// The run of a node, the node of the runs below it, those above it, and the shape that it ends.
    nodes: Vec<Node>,
}

#[derive(Default)]
struct Node {
    run: (u8, u8),
    under: usize,
    on: BTreeMap<(u8, u8), usize>,
    shape: Option<Met>,
}

impl Tree {
    fn new(shapes: &BTreeMap<Shape, Met>) -> Tree {
        let mut tree = Tree { nodes: vec![Node::default()] };
        for (runs, met) in shapes {
            let mut at = 0;
            for (row, length) in runs {
                lengths(*row, *length).for_each(|length| tree.grow(at, (*row, length)));
                at = tree.nodes[at].on[&(*row, *length)];
            }
            tree.nodes[at].shape = Some(*met);
        }
        tree
    }

    fn grow(&mut self, under: usize, run: (u8, u8)) {
        let new = self.nodes.len();
        if *self.nodes[under].on.entry(run).or_insert(new) == new {
            self.nodes.push(Node { run, under, ..Node::default() });
        }
    }

    /// The node after one row more.
    fn next(&self, at: usize, row: u8) -> Option<usize> {
        let node = &self.nodes[at];
        let (from, run) = match node.run {
            (same, length) if at != 0 && same == row => (node.under, (row, longer(row, length))),
            _ => (at, (row, 1)),
        };
        self.nodes[from].on.get(&run).copied()
    }
}

/// What sets states apart besides what comes after.
#[derive(PartialEq, Eq, Hash)]
enum Label<B> {
    Dead,
    Below,
    /// A shape from which a play may come to a new mark.
    Open(usize, B, u8),
    /// Another one, and when it is met.
    Met(Met),
    /// Whether columns 0 and 1 are level and column 2 is higher.
    Other(bool),
}

impl<B: Base> State<B> {
    fn next(self, letter: u8, tree: &Tree) -> Self {
        match self {
            State::Below(base) if letter == MARK => State::Above(Surface::default(), base, Run::default(), Some(0)),
            State::Below(base) if letter != 0 => State::Below(base.under(letter)),
            State::Above(surface, base, run, node) if letter != 0 && letter != MARK => {
                let node = node.and_then(|node| tree.next(node, letter));
                State::Above(surface.under(letter), base, run.under(letter), node)
            }
            _ => State::Dead,
        }
    }

    fn label(self, tree: &Tree) -> Label<B> {
        match self {
            State::Dead => Label::Dead,
            State::Below(_) => Label::Below,
            State::Above(surface, base, run, node) => {
                let met = node.and_then(|node| Some((node, tree.nodes[node].shape?)));
                match met {
                    Some((node, met)) if met.is_open => Label::Open(node, base, run.length),
                    Some((_, met)) => Label::Met(met),
                    None => Label::Other(surface.is_level()),
                }
            }
        }
    }
}

impl Reader {
    /// The automaton that tells these shapes, with as few states as do that.
    pub fn new<B: Base>(shapes: &BTreeMap<Shape, Met>) -> Reader {
        let tree = Tree::new(shapes);
        let mut states = vec![State::Dead, State::Below(B::default())];
        let mut numbers: HashMap<State<B>, u32> = states.iter().copied().zip(0..).collect();
        let mut table: Vec<Vec<u32>> = Vec::new();
        while let Some(state) = states.get(table.len()).copied() {
            let mut next = |letter| {
                let to = state.next(letter, &tree);
                *numbers.entry(to).or_insert_with(|| {
                    states.push(to);
                    states.len() as u32 - 1
                })
            };
            table.push((0..=FULL).map(&mut next).collect());
        }
        refined(&table, states.iter().map(|state| state.label(&tree))).0
    }
}
