//! The arena once more, slow and obvious: the test oracle of the fast one, and what benchmarks compare it with.
//!
//! Nothing is kept from tower to tower. Hulls come from testing every pair of corners, centres of mass from adding up
//! all blocks, and every node of the tree search holds a tower of its own. With the same random numbers it makes the
//! same games and the same searches as the fast version.
use super::model::{Block, Model};
use super::rng::Rng;
use super::tower::{Move, Tower};

type Point = [f64; 2];

/// A tower as a list of its blocks.
#[derive(Debug, Clone)]
pub struct Direct {
    model: Model,
    levels: Vec<[Option<Block>; 3]>,
}

impl Direct {
    /// The same tower.
    pub fn of(tower: &Tower) -> Self {
        let slots = |level| std::array::from_fn(|slot| tower.block(level, slot));
        Direct { model: tower.model(), levels: (0..tower.height()).map(slots).collect() }
    }

    fn top_is_full(&self) -> bool {
        self.levels.last().is_some_and(|top| top.iter().all(Option::is_some))
    }

    /// All blocks that may be taken.
    pub fn removals(&self) -> Vec<(usize, usize)> {
        let touchable = self.levels.len().saturating_sub(if self.top_is_full() { 1 } else { 2 });
        let mut found = Vec::new();
        for (level, slots) in self.levels.iter().enumerate().take(touchable) {
            for (slot, block) in slots.iter().enumerate() {
                if block.is_some() && slots.iter().flatten().count() > 1 {
                    found.push((level, slot));
                }
            }
        }
        found
    }

    /// All slots where a block may be put.
    pub fn places(&self) -> Vec<usize> {
        match self.levels.last() {
            Some(top) if !self.top_is_full() => (0..3).filter(|slot| top[*slot].is_none()).collect(),
            _ => vec![0, 1, 2],
        }
    }

    /// Makes a move with fresh noise and gives the chance that it goes well.
    pub fn make(&mut self, chosen: Move, rng: &mut Rng) -> f64 {
        let level = self.levels.len() - usize::from(!self.top_is_full());
        let block = self.model.laid(level, usize::from(chosen.place), rng);
        self.levels[usize::from(chosen.level)][usize::from(chosen.slot)] = None;
        let without = self.chance();
        if level == self.levels.len() {
            self.levels.push([None; 3]);
        }
        self.levels[level][usize::from(chosen.place)] = Some(block);
        without * self.chance()
    }

    /// The chance that the tower holds.
    pub fn chance(&self) -> f64 {
        let holds = |level| 1.0 / (1.0 + libm::exp(self.distance(level) / self.model.chance_sd()));
        (0..self.levels.len() - 1).map(holds).product()
    }

    /// The signed distance from the hull of a level to the centre of mass of what lies on it.
    pub fn distance(&self, level: usize) -> f64 {
        let above: Vec<Block> = self.levels[level + 1..].iter().flatten().flatten().copied().collect();
        let mean = |coordinate: fn(&Block) -> f64| above.iter().map(coordinate).sum::<f64>() / above.len() as f64;
        let centre = [mean(|block| block.x), mean(|block| block.y)];
        let corners: Vec<Point> = self.levels[level].iter().flatten().flat_map(Block::corners).collect();
        let edges = hull_edges(&corners);
        let beyond = edges.iter().map(|&(a, b)| left_of(a, b, centre)).fold(f64::INFINITY, f64::min);
        if beyond >= 0.0 {
            return -beyond;
        }
        edges.iter().map(|&(a, b)| to_segment(a, b, centre)).fold(f64::INFINITY, f64::min)
    }

    /// A random block and a random place; none if no block may be taken.
    pub fn random_move(&self, rng: &mut Rng) -> Option<Move> {
        let (removals, places) = (self.removals(), self.places());
        let (level, slot) = *removals.get(rng.below(removals.len()))?;
        let place = places[rng.below(places.len())];
        Some(Move { level: level as u8, slot: slot as u8, place: place as u8 })
    }

    /// Plays a random game to its end: whether the player to move wins, and how many moves were made.
    pub fn playout(mut self, rng: &mut Rng) -> (bool, u32) {
        let mut moves = 0;
        loop {
            let Some(chosen) = self.random_move(rng) else { return (moves % 2 == 1, moves) };
            moves += 1;
            let chance = self.make(chosen, rng);
            if rng.uniform() > chance {
                return (moves % 2 == 0, moves);
            }
        }
    }

    /// The tree search of the agent `mcts`.
    pub fn search(&self, iterations: usize, exploration: f64, rng: &mut Rng) -> Option<Move> {
        let mut root = Node::of(self.clone(), rng);
        for _ in 0..iterations {
            root.iterate(exploration, rng);
        }
        let tried = root.edges.iter().filter(|edge| edge.visits > 0.0);
        tried.max_by(|a, b| (a.sum / a.visits).total_cmp(&(b.sum / b.visits))).map(|edge| edge.chosen)
    }
}

/// The pairs of corners that have all others on their left.
fn hull_edges(corners: &[Point]) -> Vec<(Point, Point)> {
    let mut edges = Vec::new();
    for &a in corners {
        for &b in corners {
            if a != b && corners.iter().all(|&c| left_of(a, b, c) >= -1e-15) {
                edges.push((a, b));
            }
        }
    }
    edges
}

/// How far a point lies on the left of the line from a to b.
fn left_of(a: Point, b: Point, point: Point) -> f64 {
    let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
    (dx * (point[1] - a[1]) - dy * (point[0] - a[0])) / (dx * dx + dy * dy).sqrt()
}

/// The distance of a point from a segment.
fn to_segment(a: Point, b: Point, point: Point) -> f64 {
    let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
    let along = ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / (dx * dx + dy * dy);
    let along = along.clamp(0.0, 1.0);
    let (ex, ey) = (point[0] - a[0] - along * dx, point[1] - a[1] - along * dy);
    (ex * ex + ey * ey).sqrt()
}

/// A node of the tree: its tower and its moves, in random order.
struct Node {
    tower: Direct,
    edges: Vec<Edge>,
}

struct Edge {
    chosen: Move,
    visits: f64,
    sum: f64,
    /// The tower after the move with the chance that it goes well, from its first passage on.
    sample: Option<(Direct, f64)>,
    child: Option<Box<Node>>,
}

impl Node {
    fn of(tower: Direct, rng: &mut Rng) -> Self {
        let mut edges = Vec::new();
        for (level, slot) in tower.removals() {
            for place in tower.places() {
                let chosen = Move { level: level as u8, slot: slot as u8, place: place as u8 };
                edges.push(Edge { chosen, visits: 0.0, sum: 0.0, sample: None, child: None });
            }
        }
        rng.shuffle(&mut edges);
        Node { tower, edges }
    }

    /// One passage; the result for the player to move here.
    fn iterate(&mut self, exploration: f64, rng: &mut Rng) -> f64 {
        let visits: f64 = self.edges.iter().map(|edge| edge.visits).sum();
        let bound = |edge: &Edge| edge.sum / edge.visits + exploration * (libm::log(visits) / edge.visits).sqrt();
        let better = |a: usize, b: usize| if bound(&self.edges[b]) > bound(&self.edges[a]) { b } else { a };
        let untried = self.edges.iter().position(|edge| edge.visits == 0.0);
        let Some(index) = untried.or_else(|| (0..self.edges.len()).reduce(better)) else { return -1.0 };
        let edge = &mut self.edges[index];
        let result = -edge.pass(&self.tower, exploration, rng);
        edge.visits += 1.0;
        edge.sum += result;
        result
    }
}

impl Edge {
    /// Makes the move; the result for the player to move after it.
    fn pass(&mut self, tower: &Direct, exploration: f64, rng: &mut Rng) -> f64 {
        let chosen = self.chosen;
        let (after, chance) = self.sample.get_or_insert_with(|| {
            let mut after = tower.clone();
            let chance = after.make(chosen, rng);
            (after, chance)
        });
        if rng.uniform() > *chance {
            return 1.0;
        }
        if let Some(child) = &mut self.child {
            return child.iterate(exploration, rng);
        }
        let child = Node::of(after.clone(), rng);
        let (won, _) = child.tower.clone().playout(rng);
        self.child = Some(Box::new(child));
        if won { 1.0 } else { -1.0 }
    }
}
