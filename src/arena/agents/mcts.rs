//! Monte Carlo tree search (sections 3.2 and 5.4 of the paper).
//!
//! From a node the child is chosen that maximises its mean plus c times the root of ln N / n, with c twice the root of
//! 2; all children are tried first, in random order. An edge keeps one sample of how its block comes to lie; whether the
//! tower falls is drawn anew each time the edge is passed. From the new leaf one random game is played to its end, and
//! its result goes up the tree with its sign changed at every step. The move with the highest mean is made.
//!
//! The paper says 1,000 iterations, which is what `mcts` does; its tournament was run with `mcts:iterations=420`.
use super::random::random_move;
use super::{Agent, HAS_MOVE, Parameters};
use crate::arena::{Block, Move, Rng, Tower};
use crate::error::Result;

/// What it does.
pub(super) const ABOUT: &str = "tree search with random playouts; iterations=1000, exploration=2.828";

/// The search, with its parameters.
struct Mcts {
    iterations: usize,
    exploration: f64,
}

pub(super) fn make(parameters: &mut Parameters) -> Result<Box<dyn Agent>> {
    let iterations = parameters.number("iterations", 1000, 1..=100_000_000)?;
    let exploration = parameters.number("exploration", 2.0 * std::f64::consts::SQRT_2, 0.0..=1000.0)?;
    Ok(Box::new(Mcts { iterations, exploration }))
}

impl Agent for Mcts {
    fn choose(&self, tower: &Tower, rng: &mut Rng) -> Result<Move> {
        let mut search = Search::new(tower, rng);
        for _ in 0..self.iterations {
            search.iterate(tower, self.exploration, rng);
        }
        Ok(search.best().expect(HAS_MOVE))
    }
}

/// A move from a node, and what came of it.
struct Edge {
    chosen: Move,
    /// How its block came to lie, and the chance that the move goes well; from its first passage on.
    sample: Option<(Block, f64)>,
    /// Passages, and the sum of their results for the player who makes the move.
    visits: u32,
    sum: f64,
    /// Index of the node to which it leads; 0 if there is none yet.
    child: usize,
}

/// A position: its edges in random order.
struct Node {
    edges: Vec<Edge>,
    visits: u32,
}

/// A tree, the root at index 0.
struct Search {
    nodes: Vec<Node>,
    path: Vec<(usize, usize)>,
    work: Tower,
}

impl Search {
    fn new(tower: &Tower, rng: &mut Rng) -> Self {
        Search { nodes: vec![Node::of(tower, rng)], path: Vec::new(), work: tower.clone() }
    }

    /// One passage from the root to a leaf, a random game from there, and back.
    fn iterate(&mut self, root: &Tower, exploration: f64, rng: &mut Rng) {
        self.work.clone_from(root);
        self.path.clear();
        let mut at = 0;
        // The result for the player who is to move at the last node of the path.
        let mut result = loop {
            let Some(index) = self.nodes[at].select(exploration) else { break -1.0 };
            self.path.push((at, index));
            let fresh = self.nodes.len();
            let edge = &mut self.nodes[at].edges[index];
            let chosen = edge.chosen;
            let chance = match edge.sample {
                Some((block, chance)) => {
                    self.work.take(usize::from(chosen.level), usize::from(chosen.slot));
                    self.work.put(usize::from(chosen.place), block);
                    chance
                }
                None => {
                    let block = self.work.laid(usize::from(chosen.place), rng);
                    let chance = self.work.make(chosen, block);
                    edge.sample = Some((block, chance));
                    chance
                }
            };
            if rng.uniform() > chance {
                break 1.0;
            }
            if edge.child == 0 {
                edge.child = fresh;
                self.nodes.push(Node::of(&self.work, rng));
                break playout(&mut self.work, rng);
            }
            at = edge.child;
        };
        for &(node, index) in self.path.iter().rev() {
            result = -result;
            self.nodes[node].visits += 1;
            let edge = &mut self.nodes[node].edges[index];
            edge.visits += 1;
            edge.sum += result;
        }
    }

    /// The move with the highest mean.
    fn best(&self) -> Option<Move> {
        let tried = self.nodes[0].edges.iter().filter(|edge| edge.visits > 0);
        tried.max_by(|a, b| a.mean().total_cmp(&b.mean())).map(|edge| edge.chosen)
    }
}

impl Edge {
    fn mean(&self) -> f64 {
        self.sum / f64::from(self.visits)
    }
}

impl Node {
    fn of(tower: &Tower, rng: &mut Rng) -> Self {
        let edge = |chosen| Edge { chosen, sample: None, visits: 0, sum: 0.0, child: 0 };
        let mut edges: Vec<Edge> = tower.moves().map(edge).collect();
        rng.shuffle(&mut edges);
        Node { edges, visits: 0 }
    }

    /// The first edge that was not tried, or the one with the highest upper bound; none if there is no edge.
    fn select(&self, exploration: f64) -> Option<usize> {
        let tried = self.visits as usize;
        if tried < self.edges.len() {
            return Some(tried);
        }
        let log = libm::log(f64::from(self.visits));
        let bound = |edge: &Edge| edge.mean() + exploration * (log / f64::from(edge.visits)).sqrt();
        let bounds = self.edges.iter().map(bound).enumerate();
        bounds.reduce(|best, next| if next.1 > best.1 { next } else { best }).map(|(index, _)| index)
    }
}

/// Plays a random game to its end: 1 if the player to move wins, else -1.
fn playout(tower: &mut Tower, rng: &mut Rng) -> f64 {
    let mut sign = 1.0;
    loop {
        let Some(chosen) = random_move(tower, rng) else { return -sign };
        let block = tower.laid(usize::from(chosen.place), rng);
        if rng.uniform() > tower.make(chosen, block) {
            return -sign;
        }
        sign = -sign;
    }
}
