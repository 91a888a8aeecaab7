//! Ranks that no kink, no square and no new mark lowers and the other piece raises, for the states of an automaton.
use super::reader::{Reader, refined};
use super::words::{FEATURES, FULL, Features, Kind, MARK, Order, Stage, Turn, changed, linked};
use crate::solve::wells::graph::{Components, Graph, components};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::hash::Hash;

/// By how much each feature counts in a level: the first level, the second one, and two for the third one.
pub const MEASURES: [[i64; FEATURES]; 4] = [[4, 0, 0, 0], [0; FEATURES], [0, 2, 0, 1], [0, 0, -1, 0]];

/// The greatest potential.
const MOST_POTENTIAL: i64 = 64;

/// A measure and a potential.
pub type Level = (usize, i64);
/// A stage and the state of a well.
type Node = (Stage, u32);
/// From a state to a state, with a change of the features.
type Move = (u32, u32, Change);
/// A change of the features by one piece, in little memory as there are many.
type Change = [i8; FEATURES];

/// The ranks.
pub struct Ranks {
    /// A stage, a state and its levels.
    pub given: Vec<(Stage, u32, Vec<Level>)>,
}

struct Edge {
    from: u32,
    to: u32,
    change: Change,
    must_rise: bool,
}

impl Edge {
    fn gain(&self, measure: usize) -> i64 {
        self.change.iter().zip(MEASURES[measure]).map(|(change, weight)| i64::from(*change) * weight).sum()
    }
}

impl Ranks {
    /// Ranks, if there are such with these measures, and the automaton with as few states as tell them.
    pub fn find(reader: &Reader, turns: &[Turn], order: Order) -> Option<(Reader, Ranks)> {
        let (nodes, edges) = plays(reader, turns, order)?;
        let all: Vec<&Edge> = edges.iter().collect();
        let first = potentials(nodes.len(), &all, 0, false)?;
        let potential = |node: usize| first[node].unwrap_or(0);
        let gain = |edge: &Edge| edge.gain(0) + potential(edge.to as usize) - potential(edge.from as usize);
        let level: Vec<&Edge> = all.into_iter().filter(|edge| gain(edge) == 0).collect();
        let parts = Parts::new(nodes.len(), &level);
        let third = parts.third(nodes.len())?;
        let second = parts.second(&level);
        let levels = |node: usize| {
            let lower = [(0, potential(node)), (1, second[parts.components.of[node] as usize])];
            lower.into_iter().chain(third[node]).collect()
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
        edges.iter().for_each(|edge| heads[edge.from as usize].push(edge.to));
        let components = components(&heads).expect("few vertices");
        let mut inside: BTreeMap<u32, Vec<&Edge>> = BTreeMap::new();
        for edge in edges {
            let [from, to] = [edge.from, edge.to].map(|node| components.of[node as usize]);
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
            let [from, to] = [edge.from, edge.to].map(|node| self.components.of[node as usize]);
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
            let found =
                [2, 3].into_iter().filter_map(|measure| Some((measure, potentials(count, edges, measure, true)?)));
            let (measure, potentials) = found.min_by_key(|(_, potentials)| potentials.iter().max().copied())?;
            for (level, potential) in levels.iter_mut().zip(potentials) {
                *level = level.or(potential.map(|potential| (measure, potential)));
            }
        }
        Some(levels)
    }
}

/// The least potentials of the nodes of some edges with which no edge lowers a measure, and where this is asked for those that must
/// rise do so; none if they would have to be great.
fn potentials(count: usize, edges: &[&Edge], measure: usize, is_rising: bool) -> Option<Vec<Option<i64>>> {
    let mut least = vec![None; count];
    edges.iter().for_each(|edge| least[edge.from as usize] = Some(0));
    let mut is_done = false;
    while !std::mem::replace(&mut is_done, true) {
        for edge in edges {
            let rise = i64::from(is_rising && edge.must_rise);
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
fn plays(reader: &Reader, turns: &[Turn], order: Order) -> Option<(Vec<Node>, Vec<Edge>)> {
    let moves = |turn: &Turn| by_state(turn.columns.clone().flat_map(|column| moves(reader, turn, column)));
    let moves: Vec<BTreeMap<u32, Vec<Move>>> = turns.iter().map(moves).collect();
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
    let marks = marks.map(|marks| by_state(marks.into_iter().map(|(from, to)| (from, to, [0; FEATURES]))));
    let mut from = 0;
    while let Some(&(stage, state)) = nodes.get(from as usize) {
        for (turn, moves) in turns.iter().zip(&moves) {
            for (_, to, change) in moves.get(&state).into_iter().flatten() {
                let Some(mut stage) = stage.after(turn.kind, change[0].into(), order) else { continue };
                if *to == 0 || stage.count < 0 {
                    return None;
                }
                stage.count = stage.count.min(order.most(stage));
                let to = number(&mut nodes, (stage, *to));
                edges.push(Edge { from, to, change: *change, must_rise: turn.kind == Kind::Other });
            }
        }
        if let Some(next) = stage.marked(order) {
            for (_, to, _) in marks[usize::from(stage.run == Kind::Square)].get(&state).into_iter().flatten() {
                let to = number(&mut nodes, (next, *to));
                edges.push(Edge { from, to, change: [0; FEATURES], must_rise: false });
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
        let change = reading.change.map(|change| i8::try_from(change).expect("four cells change it a little"));
        reading.rests.then_some((reading.before, reading.after, change))
    };
    readings.into_iter().filter_map(end).collect()
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
