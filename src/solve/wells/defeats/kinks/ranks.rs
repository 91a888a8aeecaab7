//! Ranks that no kink and no new mark lowers and the other piece raises, for the states of an automaton.
use super::reader::{Reader, refined};
use super::words::{FEATURES, FULL, Features, MARK, Runs, Stage, Turn, changed, linked};
use crate::solve::wells::graph::{Components, Graph, components};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::hash::Hash;

/// The greatest change of the first feature that is told before the other piece and after it.
pub const MOST: [i64; 2] = [3, 1];
/// By how much each feature counts in a level: the first level, the second one, and two for the third one.
pub const MEASURES: [[i64; FEATURES]; 4] = [[4, 0, 0, 0], [0; FEATURES], [0, 2, 0, 1], [0, 0, -1, 0]];

/// The greatest potential of a third level.
const MOST_POTENTIAL: i64 = 64;

/// A measure and a potential.
pub type Level = (usize, i64);
/// A stage and the state of a well.
type Node = (Stage, u32);
/// From a state to a state, with a change of the features.
type Move = (u32, u32, Features);

/// The ranks.
pub struct Ranks {
    /// A stage, a state and its levels.
    pub given: Vec<(Stage, u32, Vec<Level>)>,
}

/// The potential of the first level. A change is worth four a row; a bound that is passed costs more than is gained by it.
fn first_potential(stage: Stage) -> i64 {
    match (stage.is_after, stage.count) {
        (false, count) if count < MOST[0] => -4 * count,
        (false, _) => 1 - 4 * MOST[0],
        (true, 0) => 0,
        (true, _) => -2,
    }
}

/// Whether so much has been gained that nothing more is told.
fn is_won(stage: Stage) -> bool {
    stage.count == MOST[usize::from(stage.is_after)]
}

struct Edge {
    from: usize,
    to: usize,
    change: Features,
    must_rise: bool,
}

impl Edge {
    fn gain(&self, measure: usize) -> i64 {
        self.change.iter().zip(MEASURES[measure]).map(|(change, weight)| change * weight).sum()
    }
}

impl Ranks {
    /// Ranks, if there are such with these measures, and the automaton with as few states as tell them.
    pub fn find(reader: &Reader, turns: &[Turn], runs: Runs) -> Option<(Reader, Ranks)> {
        let (nodes, edges) = plays(reader, turns, runs)?;
        let potential = |node: usize| first_potential(nodes[node].0);
        let gain = |edge: &Edge| edge.gain(0) + potential(edge.to) - potential(edge.from);
        if edges.iter().any(|edge| gain(edge) < 0) {
            return None;
        }
        let level: Vec<&Edge> = edges.iter().filter(|edge| gain(edge) == 0).collect();
        let parts = Parts::new(nodes.len(), &level);
        let third = parts.third(nodes.len())?;
        let second = parts.second(&level);
        let levels = |node: usize| {
            let mut levels = vec![(0, potential(node))];
            if !is_won(nodes[node].0) {
                levels.push((1, second[parts.components.of[node] as usize]));
                levels.extend(third[node]);
            }
            levels
        };
        let given = nodes.iter().enumerate().map(|(node, (stage, state))| (*stage, *state, levels(node))).collect();
        Some(Ranks { given }.of_fewest_states(reader))
    }

    /// The same ranks for an automaton in which states are one if no word leads them to states with other ranks.
    fn of_fewest_states(self, reader: &Reader) -> (Reader, Ranks) {
        let mut labels = vec![BTreeMap::new(); reader.table.len()];
        for (stage, state, levels) in self.given {
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
    components: Components,
    /// The edges within each component where the other piece comes on one of them.
    inside: BTreeMap<u32, Vec<&'a Edge>>,
}

impl Graph for Vec<Vec<u32>> {
    fn len(&self) -> usize {
        Vec::len(self)
    }
    fn degree(&self, vertex: u32) -> usize {
        self[vertex as usize].len()
    }
    fn head(&self, vertex: u32, edge: usize) -> u32 {
        self[vertex as usize][edge]
    }
}

impl<'a> Parts<'a> {
    fn new(count: usize, edges: &[&'a Edge]) -> Self {
        let mut heads = vec![Vec::new(); count];
        edges.iter().for_each(|edge| heads[edge.from].push(edge.to as u32));
        let components = components(&heads).expect("few vertices");
        let mut inside: BTreeMap<u32, Vec<&Edge>> = BTreeMap::new();
        for edge in edges {
            let [from, to] = [edge.from, edge.to].map(|node| components.of[node]);
            if from == to {
                inside.entry(from).or_default().push(edge);
            }
        }
        inside.retain(|_, edges| edges.iter().any(|edge| edge.must_rise));
        Parts { components, inside }
    }

    /// The greatest numbers up to 0 of the components that no edge lowers, and that rise on each edge from one to another where
    /// the other piece comes, or where one of the two has a third level.
    fn second(&self, edges: &[&Edge]) -> Vec<i64> {
        let mut leaving: BTreeMap<u32, Vec<(u32, i64)>> = BTreeMap::new();
        for edge in edges {
            let [from, to] = [edge.from, edge.to].map(|node| self.components.of[node]);
            let rises = edge.must_rise || [from, to].iter().any(|part| self.inside.contains_key(part));
            if from != to {
                leaving.entry(from).or_default().push((to, i64::from(rises)));
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
    fn third(&self, count: usize) -> Option<Vec<Option<Level>>> {
        let mut levels = vec![None; count];
        for edges in self.inside.values() {
            let found = [2, 3].into_iter().filter_map(|measure| Some((measure, potentials(count, edges, measure)?)));
            let (measure, potentials) = found.min_by_key(|(_, potentials)| potentials.iter().max().copied())?;
            for (level, potential) in levels.iter_mut().zip(potentials) {
                *level = level.or(potential.map(|potential| (measure, potential)));
            }
        }
        Some(levels)
    }
}

/// The least potentials of the nodes of some edges with which no edge lowers a measure, and those that must rise do so; none if
/// they would have to be great.
fn potentials(count: usize, edges: &[&Edge], measure: usize) -> Option<Vec<Option<i64>>> {
    let mut least = vec![None; count];
    edges.iter().for_each(|edge| least[edge.from] = Some(0));
    let mut is_done = false;
    while !std::mem::replace(&mut is_done, true) {
        for edge in edges {
            let need = least[edge.from].map(|from| from - edge.gain(measure) + i64::from(edge.must_rise));
            if least[edge.to] < need {
                (least[edge.to], is_done) = (need, false);
            }
            if need > Some(MOST_POTENTIAL) {
                return None;
            }
        }
    }
    Some(least)
}

/// The stages with states that may come up after a mark, and what leads from one to another; none if a state is dead or the first
/// feature gets less than at the mark.
fn plays(reader: &Reader, turns: &[Turn], runs: Runs) -> Option<(Vec<Node>, Vec<Edge>)> {
    let moves = |turn: &Turn| by_state(turn.columns.clone().flat_map(|column| moves(reader, turn, column)));
    let moves: Vec<BTreeMap<u32, Vec<Move>>> = turns.iter().map(moves).collect();
    let marks = marks(reader);
    let (mut nodes, mut numbers, mut edges) = (Vec::new(), HashMap::new(), Vec::new());
    let mut number = |nodes: &mut Vec<Node>, node: Node| {
        *numbers.entry(node).or_insert_with(|| {
            nodes.push(node);
            nodes.len() - 1
        })
    };
    for (_, state) in &marks {
        Stage::first(runs).for_each(|stage| {
            number(&mut nodes, (stage, *state));
        });
    }
    let marks = by_state(marks.into_iter().map(|(from, to)| (from, to, [0; FEATURES])));
    let mut from = 0;
    while let Some(&(stage, state)) = nodes.get(from) {
        for (turn, moves) in turns.iter().zip(&moves) {
            for (_, to, change) in moves.get(&state).into_iter().flatten() {
                let Some(mut stage) = stage.after(turn.is_kink, change[0], runs) else { continue };
                if *to == 0 || stage.count < 0 {
                    return None;
                }
                stage.count = stage.count.min(MOST[usize::from(stage.is_after)]);
                let to = number(&mut nodes, (stage, *to));
                edges.push(Edge { from, to, change: *change, must_rise: !turn.is_kink });
            }
        }
        if let Some(stage) = stage.marked(runs) {
            for (_, to, change) in marks.get(&state).into_iter().flatten() {
                let to = number(&mut nodes, (stage, *to));
                edges.push(Edge { from, to, change: *change, must_rise: false });
            }
        }
        from += 1;
    }
    Some((nodes, edges))
}

fn by_state(moves: impl IntoIterator<Item = Move>) -> BTreeMap<u32, Vec<Move>> {
    let mut by_state: BTreeMap<u32, Vec<Move>> = BTreeMap::new();
    moves.into_iter().for_each(|one| by_state.entry(one.0).or_default().push(one));
    by_state
}

/// Everything that is reached from a beginning.
fn closure<T: Clone + Eq + Hash>(begin: impl IntoIterator<Item = T>, next: impl Fn(T, &mut Vec<T>)) -> HashSet<T> {
    let mut open: Vec<T> = begin.into_iter().collect();
    let mut seen: HashSet<T> = open.iter().cloned().collect();
    let mut found = Vec::new();
    while let Some(one) = open.pop() {
        next(one, &mut found);
        open.extend(found.drain(..).filter(|one| seen.insert(one.clone())));
    }
    seen
}

/// How far a well has been read around a piece in its place.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Reading {
    before: u32,
    after: u32,
    /// Of the piece.
    rows: usize,
    rests: bool,
    change: Features,
    /// The columns from which it can have come, at the last row where all of its rows have been read.
    from: u8,
    /// The columns in which it fits at each of the next rows, as far as its rows have been read.
    fits: Vec<u8>,
}

impl Reading {
    /// After a row of the well more; none if the piece can not have come through.
    fn through(mut self, turn: &Turn, row: u8) -> Option<Reading> {
        self.fits.push(u8::MAX);
        let begun = self.fits.len();
        self.fits.iter_mut().enumerate().for_each(|(nth, fits)| *fits &= turn.free(row, begun - 1 - nth));
        if begun == turn.tall() {
            let fits = self.fits.remove(0);
            self.from = linked(self.from & fits, fits);
        }
        (self.from != 0).then_some(self)
    }
}

/// What a piece in a turn that comes to rest in a column may do to the state of a well.
fn moves(reader: &Reader, turn: &Turn, column: u8) -> BTreeSet<Move> {
    let to = |state: u32, letter: u8| reader.table[state as usize][usize::from(letter)];
    let alive = |state: &u32| *state != 0;
    // The states of wells, each with the highest row: in which columns a piece may rest on it. On the floor, in all.
    let wells = closure([(1, FULL)], |(state, highest), found| {
        let next = |letter| (to(state, letter), if letter == MARK { highest } else { letter });
        found.extend((0..=FULL).map(next).filter(|(state, _)| alive(state)));
    });
    let landing = |(state, highest): (u32, u8)| Reading {
        before: state,
        after: state,
        rows: 0,
        rests: highest & turn.cells(column, 0) != 0,
        change: [0; FEATURES],
        from: 1 << column,
        fits: Vec::new(),
    };
    let tall = turn.tall();
    let put = |mut reading: Reading, row: u8| {
        let after = row | turn.cells(column, reading.rows);
        reading.change = changed(reading.change, row, after);
        reading.after = if after == FULL { reading.after } else { to(reading.after, after) };
        reading.rows = tall.min(reading.rows + 1);
        reading
    };
    let readings = closure(wells.into_iter().map(landing), |reading, found| {
        for letter in 0..=FULL {
            let mut next = Reading { before: to(reading.before, letter), ..reading.clone() };
            if letter == MARK {
                next.after = to(next.after, letter);
                found.push(next);
            } else if letter & turn.cells(column, reading.rows) == 0 {
                next.rests |= letter & turn.cells(column, reading.rows + 1) != 0;
                found.extend(put(next, letter).through(turn, letter));
            }
        }
        found.retain(|next| alive(&next.before) && (next.rests || next.rows < tall));
    });
    let end = |reading: Reading| {
        let reading = (0..tall).try_fold(reading, |reading, _| reading.through(turn, 0))?;
        let reading = (reading.rows..tall).fold(reading, |reading, _| put(reading, 0));
        reading.rests.then_some((reading.before, reading.after, reading.change))
    };
    readings.into_iter().filter_map(end).collect()
}

/// The states of a well with its mark and after a new one is put below its bands. Of each lane it is told whether the segment has come of
/// which the left cell alone is full.
fn marks(reader: &Reader) -> BTreeSet<(u32, u32)> {
    let to = |state: u32, letter: u8| reader.table[state as usize][usize::from(letter)];
    let segment = |topped: bool, segment: u8| match (topped, segment) {
        (false, 3) => Some(false),
        (false, 1) | (true, 0) => Some(true),
        _ => None,
    };
    let readings = closure([(1, 1, None)], |(before, after, lanes), found| {
        for letter in 0..FULL {
            let read = |[left, right]: [bool; 2]| Some([segment(left, letter & 3)?, segment(right, letter >> 2)?]);
            match lanes.map(read) {
                Some(None) => {}
                Some(lanes) => found.push((to(before, letter), to(after, letter), lanes)),
                None => found.push((to(before, letter), to(after, letter), None)),
            }
        }
        found.push((to(before, MARK), after, lanes));
        if lanes.is_none() {
            found.push((before, to(after, MARK), Some([false; 2])));
        }
        found.retain(|(before, ..)| *before != 0);
    });
    let banded =
        |(before, after, lanes): (u32, u32, Option<[bool; 2]>)| (lanes == Some([true; 2])).then_some((before, after));
    readings.into_iter().filter_map(banded).collect()
}
