//! Tree search guided by a network (the paper, sections 3.3 and 5.5).
//!
//! As in MCTS (section 5.4) each edge keeps one sample of its noise, its fall is drawn again at each passage, and results
//! change sign on the way up. The network's value stands in for a random game, and its policy says where to look.
use super::zero::{Opinion, Zero};
use crate::arena::net::Scratch;
use crate::arena::{Block, Move, Rng, Tower};

/// A move of a node, and what came of it.
struct Edge {
    chosen: Move,
    /// Its share of the policy.
    share: f64,
    /// How its block came to lie, and the chance that the move goes well; from its first passage on.
    sample: Option<(Block, f64)>,
    /// Passages, and the sum of their results for the player who makes the move.
    visits: u32,
    sum: f64,
    /// Index of the node to which it leads; 0 if there is none yet.
    child: usize,
}

/// A position.
struct Node {
    edges: Vec<Edge>,
    visits: u32,
}

/// A search tree, the root at index 0.
pub struct Puct<'a> {
    zero: &'a Zero,
    exploration: f64,
    root: &'a Tower,
    nodes: Vec<Node>,
    path: Vec<(usize, usize)>,
    work: Tower,
    scratch: Scratch,
}

impl<'a> Puct<'a> {
    /// A tree of the root alone. `exploration` is the paper's constant, 2√2.
    pub fn new(zero: &'a Zero, exploration: f64, root: &'a Tower) -> Self {
        let mut scratch = Scratch::default();
        let nodes = vec![Node::of(zero.opinion(root, &mut scratch))];
        Puct { zero, exploration, root, nodes, path: Vec::new(), work: root.clone(), scratch }
    }

    /// One passage from the root to a new node, and back.
    pub fn iterate(&mut self, rng: &mut Rng) {
        self.work.clone_from(self.root);
        self.path.clear();
        let mut result = self.descend(rng);
        for &(node, index) in self.path.iter().rev() {
            self.nodes[node].visits += 1;
            let edge = &mut self.nodes[node].edges[index];
            edge.visits += 1;
            edge.sum += result;
            result = -result;
        }
    }

    /// Goes down to a new node or to the end of the game. Gives the result for the player who made the last move.
    fn descend(&mut self, rng: &mut Rng) -> f64 {
        let mut at = 0;
        loop {
            let fresh = self.nodes.len();
            let Some(index) = self.nodes[at].select(self.exploration) else { return 1.0 };
            self.path.push((at, index));
            let edge = &mut self.nodes[at].edges[index];
            if rng.uniform() > edge.pass(&mut self.work, rng) {
                return -1.0;
            }
            if edge.child == 0 {
                edge.child = fresh;
                let opinion = self.zero.opinion(&self.work, &mut self.scratch);
                let value = if opinion.policy.is_empty() { 1.0 } else { f64::from(opinion.value) };
                self.nodes.push(Node::of(opinion));
                return value;
            }
            at = edge.child;
        }
    }

    /// The first of the moves with the highest mean result; none if no move was tried.
    pub fn best(&self) -> Option<Move> {
        self.means().reduce(|best, next| if next.1 > best.1 { next } else { best }).map(|(chosen, _)| chosen)
    }

    /// The moves at the root that were tried, each with its mean result for the player who makes it.
    pub fn means(&self) -> impl Iterator<Item = (Move, f64)> {
        let tried = self.nodes[0].edges.iter().filter(|edge| edge.visits > 0);
        tried.map(|edge| (edge.chosen, edge.sum / f64::from(edge.visits)))
    }
}

impl Node {
    fn of(opinion: Opinion) -> Self {
        let edge =
            |(chosen, share)| Edge { chosen, share: f64::from(share), sample: None, visits: 0, sum: 0.0, child: 0 };
        Node { edges: opinion.policy.into_iter().map(edge).collect(), visits: 0 }
    }

    /// The first edge with the highest v + C P √N / (1 + n); v is 0 before the first passage. None if there is no edge.
    fn select(&self, exploration: f64) -> Option<usize> {
        // The passage under way counts, so that the first one already follows the policy.
        let push = exploration * f64::from(self.visits + 1).sqrt();
        let bound =
            |edge: &Edge| edge.sum / f64::from(edge.visits.max(1)) + push * edge.share / f64::from(1 + edge.visits);
        let bounds = self.edges.iter().map(bound).enumerate();
        bounds.reduce(|best, next| if next.1 > best.1 { next } else { best }).map(|(index, _)| index)
    }
}

impl Edge {
    /// Makes the move on a tower, and gives the chance that it goes well.
    fn pass(&mut self, tower: &mut Tower, rng: &mut Rng) -> f64 {
        if let Some((block, chance)) = self.sample {
            tower.take(usize::from(self.chosen.level), usize::from(self.chosen.slot));
            tower.put(usize::from(self.chosen.place), block);
            return chance;
        }
        let block = tower.laid(usize::from(self.chosen.place), rng);
        let chance = tower.make(self.chosen, block);
        self.sample = Some((block, chance));
        chance
    }
}
