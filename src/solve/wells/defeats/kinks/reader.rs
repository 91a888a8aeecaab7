//! The automaton that reads a marked well from the bottom up.
use super::shapes::{Shape, lengths, longer};
use super::words::{FULL, MARK};
use std::collections::{BTreeMap, HashMap};

/// Of the two columns of a lane the left one alone is full, or both are.
const LEFT: u8 = 1;
const BOTH: u8 = 3;
/// The row `#.##`.
const HALF: u8 = 13;

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

/// What is known of the rows below the mark.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Base {
    /// The highest segment of columns 0 and 1 that is not empty is that of which the left cell alone is full.
    leans_left: bool,
    /// How many of the highest rows are `#.##`, 2 for more.
    alike: u8,
}

impl Base {
    pub fn of(rows: &[u8]) -> Base {
        rows.iter().fold(Base::default(), |base, row| base.under(*row))
    }

    /// The same with one row more on top.
    fn under(self, row: u8) -> Base {
        let leans_left = if row & BOTH == 0 { self.leans_left } else { row & BOTH == LEFT };
        Base { leans_left, alike: if row == HALF { 2.min(self.alike + 1) } else { 0 } }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum State {
    Dead,
    /// No mark yet.
    Below(Base),
    /// A node of the tree of shapes, if the rows above the mark begin one.
    Above(Surface, Base, Option<usize>),
}

/// The shapes as a tree of runs.
#[derive(Default)]
struct Tree {
    /// The run of a node, the node of the runs below it, those above it, and whether it ends a shape and of which sort.
    nodes: Vec<Node>,
}

#[derive(Default)]
struct Node {
    run: (u8, u8),
    under: usize,
    on: BTreeMap<(u8, u8), usize>,
    shape: Option<bool>,
}

impl Tree {
    fn new(shapes: &BTreeMap<Shape, bool>) -> Tree {
        let mut tree = Tree { nodes: vec![Node::default()] };
        for (runs, is_bare) in shapes {
            let mut at = 0;
            for (row, length) in runs {
                lengths(*row, *length).for_each(|length| tree.grow(at, (*row, length)));
                at = tree.nodes[at].on[&(*row, *length)];
            }
            tree.nodes[at].shape = Some(*is_bare);
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
type Label = (u8, Option<usize>, bool, Base);

impl State {
    fn next(self, letter: u8, tree: &Tree) -> State {
        match self {
            State::Below(base) if letter == MARK => State::Above(Surface::default(), base, Some(0)),
            State::Below(base) if letter != 0 => State::Below(base.under(letter)),
            State::Above(surface, base, node) if letter != 0 && letter != MARK => {
                State::Above(surface.under(letter), base, node.and_then(|node| tree.next(node, letter)))
            }
            _ => State::Dead,
        }
    }

    fn label(self, tree: &Tree) -> Label {
        match self {
            State::Dead => (0, None, false, Base::default()),
            State::Below(_) => (1, None, false, Base::default()),
            State::Above(surface, base, node) => {
                let shape = node.filter(|node| tree.nodes[*node].shape.is_some());
                let is_bare = shape.is_some_and(|node| tree.nodes[node].shape == Some(true));
                let base = if is_bare { base } else { Base::default() };
                (2, shape, surface.is_level(), base)
            }
        }
    }
}

/// The table of the automaton: the next state by state and letter. State 0 is dead, state 1 is the start.
pub struct Reader {
    pub table: Vec<Vec<u32>>,
}

impl Reader {
    /// The automaton that tells these shapes, with as few states as do that.
    pub fn new(shapes: &BTreeMap<Shape, bool>) -> Reader {
        let tree = Tree::new(shapes);
        let mut states = vec![State::Dead, State::Below(Base::default())];
        let mut numbers: HashMap<State, usize> = states.iter().copied().zip(0..).collect();
        let mut table: Vec<Vec<usize>> = Vec::new();
        while let Some(state) = states.get(table.len()).copied() {
            let mut next = |letter| {
                let to = state.next(letter, &tree);
                *numbers.entry(to).or_insert_with(|| {
                    states.push(to);
                    states.len() - 1
                })
            };
            table.push((0..=FULL).map(&mut next).collect());
        }
        let labels: Vec<Label> = states.iter().map(|state| state.label(&tree)).collect();
        let classes = refined(&table, numbered(labels));
        let mut reader = Reader { table: Vec::new() };
        for (next, class) in table.iter().zip(&classes) {
            if *class == reader.table.len() {
                reader.table.push(next.iter().map(|state| classes[*state] as u32).collect());
            }
        }
        reader
    }
}

/// Numbers in the order in which keys come first.
fn numbered<T: Eq + std::hash::Hash>(keys: impl IntoIterator<Item = T>) -> Vec<usize> {
    let mut numbers = HashMap::new();
    let number = |key| {
        let new = numbers.len();
        *numbers.entry(key).or_insert(new)
    };
    keys.into_iter().map(number).collect()
}

/// The coarsest classes of states finer than these of which the letters lead to the same classes.
fn refined(table: &[Vec<usize>], mut classes: Vec<usize>) -> Vec<usize> {
    let count = |classes: &[usize]| classes.iter().max().map_or(0, |most| most + 1);
    loop {
        let key = |(next, class): (&Vec<usize>, &usize)| {
            (*class, next.iter().map(|state| classes[*state]).collect::<Vec<_>>())
        };
        let finer = numbered(table.iter().zip(&classes).map(key));
        if count(&finer) == count(&classes) {
            return finer;
        }
        classes = finer;
    }
}
