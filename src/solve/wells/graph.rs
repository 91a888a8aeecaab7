//! Graphs that are computed as they are walked, their strongly connected components, and the heaviest walks in them.
//!
//! Petgraph finds components too, but its `TarjanScc` calls itself once for each vertex of a path, and wells are many; on
//! the plays of a kink in 40,000 to 600,000 wells it took 1.6 to 2 times as long as [`components`], and `kosaraju_scc`,
//! which needs a copy of the graph, 5 times and more. The tests compare with it.
use crate::error::{Error, Result};

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
        'next: while let Some((vertex, edge)) = path.pop() {
            let v = vertex as usize;
            if edge == 0 {
                (order[v], low[v]) = (seen, seen);
                seen += 1;
                open.push(vertex);
            }
            for edge in edge..graph.degree(vertex) {
                let head = graph.head(vertex, edge);
                if order[head as usize] == UNSEEN {
                    path.push((vertex, edge + 1));
                    path.push((head, 0));
                    continue 'next;
                }
                if of[head as usize] == UNSEEN {
                    low[v] = low[v].min(order[head as usize]);
                }
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

    /// For every vertex the greatest weight of a walk from it, where `weight` is that of an edge; `None` if a cycle with
    /// an edge of positive weight can be reached from it.
    pub fn heaviest(&self, graph: &impl Graph, weight: impl Fn(u32, u32) -> u32) -> Vec<Option<u32>> {
        let mut members: Vec<u32> = (0..graph.len() as u32).collect();
        members.sort_unstable_by_key(|vertex| self.of[*vertex as usize]);
        let mut best = vec![Some(0_u32); self.cyclic.len()];
        for vertex in members {
            let mine = self.of[vertex as usize];
            for edge in 0..graph.degree(vertex) {
                let head = graph.head(vertex, edge);
                let (its, step) = (self.of[head as usize], weight(vertex, head));
                let further = if its == mine && step > 0 { None } else { best[its as usize].map(|its| its + step) };
                let most = best[mine as usize].zip(further).map(|(most, further)| most.max(further));
                best[mine as usize] = most;
            }
        }
        self.of.iter().map(|component| best[*component as usize]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::wells::PieceSet;
    use crate::solve::Memory;
    use crate::solve::wells::plays::{Freedom, Plays};
    use crate::solve::wells::space::Space;
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
        assert_eq!(parts.heaviest(&graph, |_, to| u32::from(to != 3)), [2, 1, 0, 0].map(Some));
        assert_eq!(parts.heaviest(&graph, into_three), [1, 1, 1, 0].map(Some));
        assert_eq!(parts.heaviest(&graph, |_, _| 1), [None; 4]);
        assert_eq!(parts.heaviest(&graph, |from, _| u32::from(from == 3)), [None; 4]);
        let beside = Edges(vec![vec![1], vec![], vec![2, 1]]);
        let parts = components(&beside).unwrap();
        assert_eq!(parts.heaviest(&beside, |_, _| 1), [Some(1), Some(0), None]);
    }
}
