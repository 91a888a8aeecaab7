//! The automaton that reads a marked well from the bottom up.
use super::shapes::{Shape, lengths, longer};
use super::words::{FULL, MARK};
use std::collections::{BTreeMap, HashMap};

/// Of two columns the left one alone is full, the right one alone, or both are.
const LEFT: u8 = 1;
const RIGHT: u8 = 2;
const BOTH: u8 = 3;
/// The row `#.##`.
const HALF: u8 = 13;

/// How the heights of columns 0 and 1 compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lead {
    /// Column 0 is higher, by one, or it is at most two higher than column 2.
    Left,
    /// They are level, and column 2 is higher.
    Level,
    /// Column 1 is higher.
    Right,
    /// None of these.
    Other,
}

/// How the columns of a well compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Surface {
    /// The highest segment of columns 0 and 1 that is not empty, and the same of columns 2 and 3.
    top: [u8; 2],
    /// The segments of the highest row; below the floor all is full.
    last: [u8; 2],
    /// Column 1 ends right below the highest segment of the left lane.
    is_close: bool,
    /// Below the highest segment of the right lane there is one of which the left cell alone is full.
    is_propped: bool,
    /// By how much column 0 is higher than column 2, from -1 for less to 3 for more.
    over: i8,
    /// Rows above the highest cell of column 2, 3 for more.
    bare: i8,
}

impl Default for Surface {
    fn default() -> Self {
        Surface { top: [0, 0], last: [BOTH, 0], is_close: false, is_propped: false, over: 0, bare: 0 }
    }
}

impl Surface {
    /// That of some rows, and what the highest of them are.
    pub fn of(rows: &[u8]) -> (Surface, Base) {
        let surface = rows.iter().fold(Surface::default(), |surface, row| surface.under(*row));
        let alike = rows.iter().rev().take_while(|row| **row == HALF).count();
        (surface, Base::of(&surface, alike))
    }

    /// The same with one row more on top.
    fn under(self, row: u8) -> Surface {
        let [left, right] = [row & 3, row >> 2];
        let mut now = Surface { last: [left, right], ..self };
        if left != 0 {
            now.top[0] = left;
            now.is_close = left == LEFT && self.last[0] & RIGHT != 0;
        }
        if right != 0 {
            now.top[1] = right;
            now.is_propped = right == BOTH && self.last[1] == LEFT;
        }
        now.over = match (row & 1 != 0, row & 4 != 0) {
            (true, true) => 0,
            (true, false) => 3.min(self.bare + 1),
            (false, true) => -1,
            (false, false) => self.over,
        };
        now.bare = if row & 4 == 0 { 3.min(self.bare + 1) } else { 0 };
        now
    }

    /// Whether column 0 is higher than column 1.
    pub fn leans_left(&self) -> bool {
        self.top[0] == LEFT
    }

    pub fn lead(&self) -> Lead {
        match self.top[0] {
            LEFT if self.is_close || self.over <= 2 => Lead::Left,
            BOTH if self.over < 0 => Lead::Level,
            RIGHT => Lead::Right,
            _ => Lead::Other,
        }
    }

    /// Column 2 is higher than column 3, or level with it where a kink may have made it so.
    fn is_tidy(&self) -> bool {
        self.top[1] == LEFT || self.is_propped
    }
}

/// What is known of the rows below the mark.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Base {
    /// Column 1 is as high as column 0.
    #[default]
    Right,
    /// The two highest rows are `#.##`.
    Two,
    /// The highest row is, and not the one below.
    One,
    /// Column 0 is higher than column 1, and the highest row is another.
    Left,
}

impl Base {
    fn of(surface: &Surface, alike: usize) -> Base {
        match alike {
            _ if !surface.leans_left() => Base::Right,
            0 => Base::Left,
            1 => Base::One,
            _ => Base::Two,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum State {
    Dead,
    /// No mark yet; how many of the highest rows are `#.##`, to 2.
    Below(Surface, usize),
    /// A node of the tree of shapes, if the rows above the mark begin one, and whether empty rows came after them.
    Above(Surface, Base, Option<usize>, bool),
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
type Label = (u8, Option<usize>, Lead, bool, Base);

impl State {
    fn next(self, letter: u8, tree: &Tree) -> State {
        match self {
            State::Below(surface, alike) if letter == MARK => {
                State::Above(surface, Base::of(&surface, alike), Some(0), false)
            }
            State::Below(surface, alike) => {
                State::Below(surface.under(letter), if letter == HALF { 2.min(alike + 1) } else { 0 })
            }
            State::Above(..) if letter == MARK => State::Dead,
            State::Above(surface, base, node, has_ended) => {
                let is_over = letter == 0;
                let on = match node {
                    Some(node) if is_over => Some(node),
                    Some(node) if !has_ended => tree.next(node, letter),
                    _ => None,
                };
                State::Above(surface.under(letter), base, on, is_over && on.is_some())
            }
            State::Dead => State::Dead,
        }
    }

    fn label(self, tree: &Tree) -> Label {
        match self {
            State::Dead => (0, None, Lead::Other, false, Base::Right),
            State::Below(..) => (1, None, Lead::Other, false, Base::Right),
            State::Above(surface, base, node, _) => {
                let shape = node.filter(|node| tree.nodes[*node].shape.is_some());
                let is_bare = shape.is_some_and(|node| tree.nodes[node].shape == Some(true));
                let base = if is_bare { base } else { Base::Right };
                (2, shape, surface.lead(), surface.is_tidy(), base)
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
        let mut states = vec![State::Dead, State::Below(Surface::default(), 0)];
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
