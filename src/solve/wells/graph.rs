//! What one piece can do in all wells, as a graph, and the cycles in it.
use super::space::Space;
use crate::error::{Error, Result};
use crate::game::tetris::{Mover, Piece, Placement, Rule, Well};
use crate::solve::Memory;
use rayon::prelude::*;
use std::fmt::{Display, Formatter};

/// How freely a piece may be moved: by a rule of the game, or up as well, as at the end of section 5.3.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Freedom {
    /// One of the four rules.
    Rule(Rule),
    /// The rule `referee`, and the piece may be moved up before it is dropped.
    Lift,
}

impl Freedom {
    /// All of them; each but the last allows less than `anywhere`.
    pub const ALL: [Freedom; 5] = [
        Freedom::Rule(Rule::Drop),
        Freedom::Rule(Rule::Slide),
        Freedom::Rule(Rule::Referee),
        Freedom::Lift,
        Freedom::Rule(Rule::Anywhere),
    ];

    /// The freedom that a word names: a rule, or `lift`.
    ///
    /// # Errors
    /// Any other word.
    pub fn from_word(word: &str) -> Result<Self> {
        if word == "lift" { Ok(Freedom::Lift) } else { Rule::from_word(word).map(Freedom::Rule) }
    }

    /// A piece with this freedom.
    pub fn hand(self, piece: &Piece) -> Hand<'_> {
        let rule = match self {
            Freedom::Rule(rule) => rule,
            Freedom::Lift => Rule::Referee,
        };
        Hand { mover: Mover::new(piece, rule), lift: self == Freedom::Lift }
    }
}

impl Display for Freedom {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Freedom::Rule(rule) => f.write_str(rule.word()),
            Freedom::Lift => f.write_str("lift"),
        }
    }
}

/// A piece with the freedom to move it.
pub struct Hand<'a> {
    mover: Mover<'a>,
    lift: bool,
}

impl<'a> Hand<'a> {
    /// The piece.
    pub fn piece(&self) -> &'a Piece {
        self.mover.piece()
    }

    /// Every place where the piece can come to rest.
    pub fn placements(&self, well: &Well) -> Vec<Placement> {
        if self.lift { self.mover.lifted(well) } else { self.mover.placements(well) }
    }

    /// The well after that, and the number of rows deleted.
    pub fn place(&self, well: &Well, at: Placement) -> (Well, usize) {
        self.mover.place(well, at)
    }
}

/// A directed graph with its vertices numbered from 0.
pub trait Graph {
    /// The number of vertices.
    fn len(&self) -> usize;
    /// Whether there is no vertex.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// The number of edges out of a vertex.
    fn degree(&self, vertex: u32) -> usize;
    /// The head of one of these edges.
    fn head(&self, vertex: u32, edge: usize) -> u32;
}

/// For each well of a space the wells after one play of a piece, those that are too high left out.
pub struct Plays {
    starts: Vec<usize>,
    heads: Vec<u32>,
}

/// The wells that one task looks at.
const CHUNK: usize = 1 << 14;

impl Plays {
    /// All plays of a piece in a space.
    ///
    /// # Errors
    /// More memory than allowed.
    pub fn new(space: &Space, hand: &Hand, memory: Memory) -> Result<Self> {
        let turns = hand.piece().turns().len() as u128;
        let most = space.len() as u128 * (8 + 4 * turns * u128::from(space.width()));
        memory.ask(most, "the plays of a piece in all wells")?;
        let chunks = space.len().div_ceil(CHUNK);
        let part = |chunk: usize| {
            let (mut counts, mut heads) = (Vec::new(), Vec::new());
            for number in chunk * CHUNK..((chunk + 1) * CHUNK).min(space.len()) {
                let well = space.well(number as u32);
                let mut next: Vec<u32> =
                    hand.placements(&well).iter().filter_map(|at| space.number(&hand.place(&well, *at).0)).collect();
                next.sort_unstable();
                next.dedup();
                counts.push(next.len());
                heads.extend(next);
            }
            (counts, heads)
        };
        let parts: Vec<(Vec<usize>, Vec<u32>)> = (0..chunks).into_par_iter().map(part).collect();
        let (mut starts, mut heads) = (Vec::with_capacity(space.len() + 1), Vec::new());
        for (counts, more) in parts {
            let mut at = heads.len();
            for count in counts {
                starts.push(at);
                at += count;
            }
            heads.extend(more);
        }
        starts.push(heads.len());
        Ok(Plays { starts, heads })
    }

    /// The number of edges.
    pub fn edges(&self) -> usize {
        self.heads.len()
    }
}

impl Graph for Plays {
    fn len(&self) -> usize {
        self.starts.len() - 1
    }
    fn degree(&self, vertex: u32) -> usize {
        self.starts[vertex as usize + 1] - self.starts[vertex as usize]
    }
    fn head(&self, vertex: u32, edge: usize) -> u32 {
        self.heads[self.starts[vertex as usize] + edge]
    }
}

/// The strongly connected components of a graph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Components {
    /// The component of each vertex. An edge never leads to a component with a greater number.
    pub of: Vec<u32>,
    /// Whether the component holds a cycle.
    pub cyclic: Vec<bool>,
}

const UNSEEN: u32 = u32::MAX;

/// The components by Tarjan's algorithm, without recursion because wells are many.
///
/// # Errors
/// More vertices than 32-bit numbers.
pub fn components(graph: &impl Graph) -> Result<Components> {
    let size = u32::try_from(graph.len()).ok().filter(|size| *size < UNSEEN);
    let size = size.ok_or_else(|| Error::Overflow("vertices of a graph".to_string()))?;
    let (mut order, mut low, mut of) = (vec![UNSEEN; graph.len()], vec![0; graph.len()], vec![UNSEEN; graph.len()]);
    let (mut seen, mut open, mut cyclic, mut path) = (0, Vec::new(), Vec::new(), Vec::new());
    for root in 0..size {
        if order[root as usize] == UNSEEN {
            path.push((root, 0));
        }
        while let Some((vertex, edge)) = path.pop() {
            let v = vertex as usize;
            if edge == 0 {
                (order[v], low[v]) = (seen, seen);
                seen += 1;
                open.push(vertex);
            }
            if edge < graph.degree(vertex) {
                path.push((vertex, edge + 1));
                let head = graph.head(vertex, edge);
                if order[head as usize] == UNSEEN {
                    path.push((head, 0));
                } else if of[head as usize] == UNSEEN {
                    low[v] = low[v].min(order[head as usize]);
                }
                continue;
            }
            if low[v] == order[v] {
                cyclic.push(close(graph, vertex, &mut open, &mut of, cyclic.len() as u32));
            }
            if let Some((parent, _)) = path.last() {
                low[*parent as usize] = low[*parent as usize].min(low[v]);
            }
        }
    }
    Ok(Components { of, cyclic })
}

/// Takes the finished component of `root` from the open vertices; whether it holds a cycle.
fn close(graph: &impl Graph, root: u32, open: &mut Vec<u32>, of: &mut [u32], number: u32) -> bool {
    let mut size = 0;
    while let Some(vertex) = open.pop() {
        of[vertex as usize] = number;
        size += 1;
        if vertex == root {
            break;
        }
    }
    size > 1 || (0..graph.degree(root)).any(|edge| graph.head(root, edge) == root)
}

impl Components {
    /// Whether a vertex lies on a cycle.
    pub fn on_cycle(&self, vertex: u32) -> bool {
        self.cyclic[self.of[vertex as usize] as usize]
    }

    /// For every vertex the greatest weight of a walk from it, where `weight` is that of an edge; `None` if a cycle
    /// with an edge of positive weight can be reached from somewhere.
    pub fn heaviest(&self, graph: &impl Graph, weight: impl Fn(u32, u32) -> u32) -> Option<Vec<u32>> {
        let mut members: Vec<u32> = (0..graph.len() as u32).collect();
        members.sort_unstable_by_key(|vertex| self.of[*vertex as usize]);
        let mut best = vec![0_u32; self.cyclic.len()];
        for vertex in members {
            let mine = self.of[vertex as usize];
            for edge in 0..graph.degree(vertex) {
                let head = graph.head(vertex, edge);
                let (its, step) = (self.of[head as usize], weight(vertex, head));
                if its == mine && step > 0 {
                    return None;
                }
                best[mine as usize] = best[mine as usize].max(best[its as usize] + step);
            }
        }
        Some(self.of.iter().map(|component| best[*component as usize]).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::tetris::PieceSet;
    use petgraph::graph::DiGraph;

    struct Edges(Vec<Vec<u32>>);

    impl Graph for Edges {
        fn len(&self) -> usize {
            self.0.len()
        }
        fn degree(&self, vertex: u32) -> usize {
            self.0[vertex as usize].len()
        }
        fn head(&self, vertex: u32, edge: usize) -> u32 {
            self.0[vertex as usize][edge]
        }
    }

    /// Components as petgraph finds them.
    fn slowly(graph: &impl Graph) -> Vec<Vec<u32>> {
        let mut other = DiGraph::<(), ()>::new();
        let vertices: Vec<_> = (0..graph.len()).map(|_| other.add_node(())).collect();
        for vertex in 0..graph.len() as u32 {
            for edge in 0..graph.degree(vertex) {
                other.add_edge(vertices[vertex as usize], vertices[graph.head(vertex, edge) as usize], ());
            }
        }
        let sorted = |part: Vec<petgraph::graph::NodeIndex>| {
            let mut part: Vec<u32> = part.into_iter().map(|vertex| vertex.index() as u32).collect();
            part.sort_unstable();
            part
        };
        let mut parts: Vec<_> = petgraph::algo::kosaraju_scc(&other).into_iter().map(sorted).collect();
        parts.sort();
        parts
    }

    fn agree(graph: &impl Graph) -> Components {
        let found = components(graph).unwrap();
        let mut parts = vec![Vec::new(); found.cyclic.len()];
        for vertex in 0..graph.len() as u32 {
            parts[found.of[vertex as usize] as usize].push(vertex);
            for edge in 0..graph.degree(vertex) {
                assert!(found.of[graph.head(vertex, edge) as usize] <= found.of[vertex as usize]);
            }
        }
        parts.sort();
        assert_eq!(parts, slowly(graph));
        found
    }

    #[test]
    fn components_are_those_of_petgraph() {
        let small = agree(&Edges(vec![vec![1], vec![2, 3], vec![1], vec![3], vec![], vec![0]]));
        assert_eq!((0..6).map(|v| small.on_cycle(v)).collect::<Vec<_>>(), [false, true, true, true, false, false]);
        for freedom in Freedom::ALL {
            let pieces = PieceSet::parse("ST").unwrap();
            for piece in pieces.pieces() {
                for (width, depth) in [(3, 3), (4, 3)] {
                    let space = Space::new(width, depth).unwrap();
                    agree(&Plays::new(&space, &freedom.hand(piece), Memory(1 << 28)).unwrap());
                }
            }
        }
    }

    #[test]
    fn heaviest_walks() {
        let graph = Edges(vec![vec![1, 2], vec![2], vec![3], vec![3]]);
        let parts = components(&graph).unwrap();
        let into_three = |from, to| u32::from(to == 3 && from != 3);
        assert_eq!(parts.heaviest(&graph, |_, to| u32::from(to != 3)), Some(vec![2, 1, 0, 0]));
        assert_eq!(parts.heaviest(&graph, into_three), Some(vec![1, 1, 1, 0]));
        assert_eq!(parts.heaviest(&graph, |_, _| 1), None);
    }

    #[test]
    fn more_freedom_is_more_places() {
        let pieces = PieceSet::parse("SZ").unwrap();
        let space = Space::new(4, 3).unwrap();
        for piece in pieces.pieces() {
            let hands = Freedom::ALL.map(|freedom| freedom.hand(piece));
            for well in space.wells() {
                let places = hands.each_ref().map(|hand| hand.placements(&well));
                assert!(places.windows(2).all(|pair| pair[0].iter().all(|at| pair[1].contains(at))), "{well}");
            }
        }
    }
}
