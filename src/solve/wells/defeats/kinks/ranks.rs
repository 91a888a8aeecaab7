//! Ranks that no kink, no square and no new mark lowers and the other piece raises, for the states of an automaton.
use super::super::word::plays::{self, closure, moves};
use super::super::word::{Reader, Turn, refined};
use super::shapes::is_last;
use super::words::{FEATURES, Features, Kind, Order, Stage, changed};
use super::{FULL, MARK};
use crate::game::wells::Movement;
use crate::solve::wells::graph::{Components, Graph, components};
use hashbrown::HashMap;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::Hash;

/// By how much each feature counts in a level: the first level, the second one, and two for the third one.
pub const MEASURES: [[i32; FEATURES]; 4] = [[4, 0, 0, 0], [0; FEATURES], [0, 2, 0, 1], [0, 0, -1, 0]];

/// The greatest potential.
const MOST_POTENTIAL: i32 = 64;

/// A measure and a potential.
pub type Level = (u8, i32);
/// A stage and the state of a well.
type Node = (Stage, u32);
/// From a state to a state, with a change of the features.
type Move = plays::Move<Features>;

/// The ranks.
pub struct Ranks {
    /// A stage, a state and its levels.
    pub given: Vec<(Stage, u32, Vec<Level>)>,
}

/// A move from a node to a node, by a piece or a new mark.
struct Edge {
    from: u32,
    to: u32,
    change: Features,
}

impl Edge {
    fn gain(&self, measure: u8) -> i32 {
        let weights = MEASURES[usize::from(measure)];
        self.change.iter().zip(weights).map(|(change, weight)| i32::from(*change) * weight).sum()
    }
}

impl Ranks {
    /// Ranks, if there are such with these measures, and the automaton with as few states as tell them.
    pub fn find(reader: &Reader, turns: &[(Kind, Turn)], order: Order) -> Option<(Reader, Ranks)> {
        let (nodes, mut edges) = plays(reader, turns, order)?;
        let first = potentials(nodes.len(), edges.iter(), 0, |_| false)?;
        let potential = |node: usize| first[node].unwrap_or(0);
        edges.retain(|edge| edge.gain(0) + potential(edge.to as usize) == potential(edge.from as usize));
        let lower = Parts::new(&nodes, &edges).levels(&edges)?;
        drop(edges);
        let levels = |node: usize| std::iter::once((0, potential(node))).chain(lower[node].iter().copied()).collect();
        let given = nodes.iter().enumerate().map(|(node, (stage, state))| (*stage, *state, levels(node)));
        Some(Self::of_fewest_states(reader, given))
    }

    /// The same ranks for an automaton in which states are one if no word leads them to states with other ranks.
    fn of_fewest_states(reader: &Reader, given: impl Iterator<Item = (Stage, u32, Vec<Level>)>) -> (Reader, Ranks) {
        let mut labels = vec![BTreeMap::new(); reader.table.len()];
        for (stage, state, levels) in given {
            labels[state as usize].insert(stage, levels);
        }
        // The dead state stays alone.
        let named = labels.iter().enumerate().map(|(state, label)| (state == 0, label));
        let (reader, classes) = refined(&reader.table, named);
        let of = |(label, class): (BTreeMap<Stage, Vec<Level>>, &u32)| {
            let class = *class;
            label.into_iter().map(move |(stage, levels)| (stage, class, levels))
        };
        let given: BTreeSet<_> = labels.into_iter().zip(&classes).flat_map(of).collect();
        (reader, Ranks { given: given.into_iter().collect() })
    }
}

/// The components of the edges on which the first level does not change.
struct Parts<'a> {
    nodes: &'a [Node],
    components: Components,
    /// The edges within each component where the other piece comes on one of them.
    inside: BTreeMap<u32, Vec<&'a Edge>>,
}

/// Edges in the order of the nodes from which they lead.
struct ByNode<'a> {
    edges: &'a [Edge],
    /// How many edges lead from lower nodes than each one, and from all.
    lower: Vec<usize>,
}

impl<'a> ByNode<'a> {
    fn new(count: usize, edges: &'a [Edge]) -> Self {
        let mut lower = vec![0; count + 1];
        edges.iter().for_each(|edge| lower[edge.from as usize + 1] += 1);
        (0..count).for_each(|node| lower[node + 1] += lower[node]);
        ByNode { edges, lower }
    }
}

impl Graph for ByNode<'_> {
    fn len(&self) -> usize {
        self.lower.len() - 1
    }
    fn degree(&self, vertex: u32) -> usize {
        self.lower[vertex as usize + 1] - self.lower[vertex as usize]
    }
    fn head(&self, vertex: u32, edge: usize) -> u32 {
        self.edges[self.lower[vertex as usize] + edge].to
    }
}

impl<'a> Parts<'a> {
    fn new(nodes: &'a [Node], edges: &'a [Edge]) -> Self {
        let components = components(&ByNode::new(nodes.len(), edges)).expect("few vertices");
        let mut inside: BTreeMap<u32, Vec<&Edge>> = BTreeMap::new();
        for edge in edges {
            let [from, to] = [edge.from, edge.to].map(|node| components.of[node as usize]);
            if from == to {
                inside.entry(from).or_default().push(edge);
            }
        }
        inside.retain(|_, edges| edges.iter().any(|edge| must_rise(nodes, edge)));
        Parts { nodes, components, inside }
    }

    /// The levels below the first of each node.
    fn levels(&self, edges: &[Edge]) -> Option<Vec<Vec<Level>>> {
        let (second, third) = (self.second(edges), self.third()?);
        let parts = self.components.of.iter();
        Some(
            parts
                .zip(third)
                .map(|(part, third)| [(1, second[*part as usize])].into_iter().chain(third).collect())
                .collect(),
        )
    }

    /// The greatest numbers up to 0 of the components that no edge lowers, and that rise on each edge from one to another where
    /// the other piece comes, or where one of the two has a third level.
    fn second(&self, edges: &[Edge]) -> Vec<i32> {
        let mut leaving: BTreeMap<u32, Vec<(u32, i32)>> = BTreeMap::new();
        for edge in edges {
            let [from, to] = [edge.from, edge.to].map(|node| self.components.of[node as usize]);
            let rises = must_rise(self.nodes, edge) || [from, to].iter().any(|part| self.inside.contains_key(part));
            if from != to {
                leaving.entry(from).or_default().push((to, i32::from(rises)));
            }
        }
        // An edge between two components leads to a lower number.
        let mut numbers = vec![0; self.components.of.iter().max().map_or(0, |most| *most as usize + 1)];
        for (from, edges) in leaving {
            let most = edges.iter().map(|(to, rise)| numbers[*to as usize] - rise).min();
            numbers[from as usize] = most.unwrap_or(0);
        }
        numbers
    }

    /// The third level of each node in whose component the other piece comes.
    fn third(&self) -> Option<Vec<Option<Level>>> {
        let mut levels = vec![None; self.nodes.len()];
        for edges in self.inside.values() {
            let potentials = |measure| {
                let edges = edges.iter().copied();
                potentials(self.nodes.len(), edges, measure, |edge| must_rise(self.nodes, edge))
            };
            let found = [2, 3].into_iter().filter_map(|measure| Some((measure, potentials(measure)?)));
            let (measure, potentials) = found.min_by_key(|(_, potentials)| potentials.iter().max().copied())?;
            for (level, potential) in levels.iter_mut().zip(potentials) {
                *level = level.or(potential.map(|potential| (measure, potential)));
            }
        }
        Some(levels)
    }
}

/// Whether the other piece comes on an edge, which is so where it is the latest piece from then on.
fn must_rise(nodes: &[Node], edge: &Edge) -> bool {
    let [from, to] = [edge.from, edge.to].map(|node| is_last(nodes[node as usize].0));
    to && !from
}

/// The least potentials of the nodes of some edges with which no edge lowers a measure, and those raise it of which this is asked;
/// none if they would have to be great.
fn potentials<'a>(
    count: usize,
    edges: impl Iterator<Item = &'a Edge> + Clone,
    measure: u8,
    is_raised: impl Fn(&Edge) -> bool,
) -> Option<Vec<Option<i32>>> {
    let mut least = vec![None; count];
    edges.clone().for_each(|edge| least[edge.from as usize] = Some(0));
    let mut is_done = false;
    while !std::mem::replace(&mut is_done, true) {
        for edge in edges.clone() {
            let rise = i32::from(is_raised(edge));
            let need = least[edge.from as usize].map(|from| from - edge.gain(measure) + rise);
            if least[edge.to as usize] < need {
                (least[edge.to as usize], is_done) = (need, false);
            }
            if need > Some(MOST_POTENTIAL) {
                return None;
            }
        }
    }
    Some(least)
}

/// The stages with states that may come up after a mark, and what leads from one to another; none if a state is dead or the first
/// feature gets less than it may.
fn plays(reader: &Reader, turns: &[(Kind, Turn)], order: Order) -> Option<(Vec<Node>, Vec<Edge>)> {
    let moves = [Kind::Kink, Kind::Square, Kind::Other].map(|kind| {
        let turns = turns.iter().filter(|(of, _)| *of == kind).map(|(_, turn)| turn);
        let places: Vec<_> = turns.flat_map(|turn| turn.columns.clone().map(move |column| (turn, column))).collect();
        // Two at a time, whatever the threads, as each takes much memory.
        let halves = places.par_chunks(places.len().div_ceil(2).max(1));
        let of = |(turn, column): &(&Turn, u8)| {
            moves(reader, Movement::Slide, turn, *column, changed, usize::MAX).into_iter().flatten()
        };
        (kind, Moves::new(halves.flat_map_iter(|half| half.iter().flat_map(of)).collect()))
    });
    let bands = bands(reader);
    let (mut nodes, mut numbers, mut edges) = (Vec::new(), HashMap::new(), Vec::new());
    let mut number = |nodes: &mut Vec<Node>, node: Node| {
        *numbers.entry(node).or_insert_with(|| {
            nodes.push(node);
            nodes.len() as u32 - 1
        })
    };
    for (_, state) in &bands {
        Stage::first(Kind::Kink, order).for_each(|stage| {
            number(&mut nodes, (stage, *state));
        });
    }
    let marks = [bands, order.squares.map(|_| blocks(reader)).unwrap_or_default()];
    let marks = marks.map(|marks| Moves::new(marks.into_iter().map(|(from, to)| (from, to, [0; FEATURES])).collect()));
    let mut from = 0;
    while let Some(&(stage, state)) = nodes.get(from as usize) {
        for (kind, moves) in &moves {
            for (_, to, change) in moves.of(state) {
                let Some(mut stage) = stage.after(*kind, change[0], order) else { continue };
                if *to == 0 || stage.count < 0 {
                    return None;
                }
                stage.count = stage.count.min(order.most(stage));
                let to = number(&mut nodes, (stage, *to));
                edges.push(Edge { from, to, change: *change });
            }
        }
        if let Some(next) = stage.marked(order) {
            for (_, to, _) in marks[usize::from(stage.run == Kind::Square)].of(state) {
                let to = number(&mut nodes, (next, *to));
                edges.push(Edge { from, to, change: [0; FEATURES] });
            }
        }
        from += 1;
    }
    Some((nodes, edges))
}

/// Different moves in their order.
struct Moves(Vec<Move>);

impl Moves {
    fn new(mut moves: Vec<Move>) -> Moves {
        moves.sort_unstable();
        moves.dedup();
        Moves(moves)
    }

    /// Those from a state.
    fn of(&self, state: u32) -> &[Move] {
        let from = self.0.partition_point(|(from, ..)| *from < state);
        let count = self.0[from..].iter().take_while(|(from, ..)| *from == state).count();
        &self.0[from..from + count]
    }
}

/// The states of a well with its mark and after a new one is put below its bands. Of each lane it is told whether the segment has come of
/// which the left cell alone is full.
fn bands(reader: &Reader) -> BTreeSet<(u32, u32)> {
    let segment = |is_topped: bool, segment: u8| match (is_topped, segment) {
        (false, 3) => Some(false),
        (false, 1) | (true, 0) => Some(true),
        _ => None,
    };
    let next = |[left, right]: [bool; 2], row: u8| Some([segment(left, row & 3)?, segment(right, row >> 2)?]);
    marks(reader, [false; 2], |lanes, _| lanes, next, |lanes| lanes == [true; 2])
}

/// The same below equal rows that are full in one lane and empty in the other, if each lane has a full cell in the row below the mark or
/// above it. Told are the cells of these two.
fn blocks(reader: &Reader) -> BTreeSet<(u32, u32)> {
    let next = |(cells, above): (u8, u8), row: u8| {
        let goes_on = [3, 12].contains(&row) && [0, row].contains(&above);
        goes_on.then_some((cells | row, row))
    };
    marks(reader, (FULL, 0), |_, row| (row, 0), next, |(cells, _)| cells & 3 != 0 && cells >> 2 != 0)
}

/// The states of a well with its mark and after a new one is put somewhere. What is known of the row below the new mark, at first of the
/// floor, is told by `below`; a row above it leads on to what `above` says, if it may be there; and at the end this has to be right.
fn marks<T: Copy + Eq + Hash>(
    reader: &Reader,
    floor: T,
    below: impl Fn(T, u8) -> T,
    above: impl Fn(T, u8) -> Option<T>,
    is_right: impl Fn(T) -> bool,
) -> BTreeSet<(u32, u32)> {
    let to = |state: u32, letter: u8| reader.table[state as usize][usize::from(letter)];
    let readings = closure([(1, 1, floor, false)], |(before, after, known, is_marked), found| {
        for row in 1..FULL {
            let known = if is_marked { above(known, row) } else { Some(below(known, row)) };
            found.extend(known.map(|known| (to(before, row), to(after, row), known, is_marked)));
        }
        found.push((to(before, MARK), after, known, is_marked));
        if !is_marked {
            found.push((before, to(after, MARK), known, true));
        }
        found.retain(|(before, ..)| *before != 0);
    });
    let marked = |(before, after, known, is_marked)| (is_marked && is_right(known)).then_some((before, after));
    readings.into_iter().filter_map(marked).collect()
}
