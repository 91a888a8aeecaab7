//! Piles of colourful Nim: Grundy values by the mex of the option values, compared with a rule pile by pile, and the
//! finite system that all piles with bounded sections close up to.
use crate::error::{Error, Result};
use crate::solve::{Watch, shards};
use petgraph::dot::Dot;
use petgraph::graph::{DiGraph, NodeIndex};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// The largest section of a sweep: the values seen are kept as the bits of one word.
pub const LARGEST_SECTION: u64 = 63;

/// The most sections of a pile in a sweep.
pub const MOST_SECTIONS: usize = 64;

/// The certificate of kind `pile`. The states are those that [`closure`] finds for any largest section.
pub const CERTIFICATE: &str = "topple-certificate 1 pile
# Star lemma: with top section n over a pile of value g, the option values are {0..n+interval-1} and g.
phase <= interval -1 value -1
phase > interval 0 value 0
# The printed program: the comparison that meets the condition at each word, and at the last step.
say eeny <
say meeny >
last eeny <=
last meeny >
# n - G, then what the walk answers if it begins here with eeny, with meeny.
state 0 0 1
state 1 1 0
end
";

/// The eeny-meeny condition as the printed program finds it, walking down from the top and saying eeny and meeny in
/// turn ("Winning colourful Nim", The eeny-meeny rule).
#[inline]
pub fn condition(sections: &[u64]) -> bool {
    let mut eeny = true;
    let mut rest = sections;
    while let [below @ .., lower, upper] = rest {
        let last = below.is_empty();
        let met = if eeny { upper < lower || (last && upper == lower) } else { upper > lower };
        if met || upper != lower {
            return met;
        }
        rest = &rest[..rest.len() - 1];
        eeny = !eeny;
    }
    false
}

/// The value that the printed program gives.
#[inline]
pub fn program(sections: &[u64]) -> u64 {
    sections.last().map_or(0, |&top| top - u64::from(condition(sections)))
}

/// The piles with one number of sections in a sweep.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Count {
    /// How many piles were compared.
    pub piles: u64,
    /// How many of them differ.
    pub mismatches: u64,
    /// The first that differs, in the order of the sections from the bottom.
    pub first: Option<Vec<u64>>,
}

/// What a rule says of a pile: it is given all sections and the Grundy value of the pile without its top section.
pub trait Formula: Fn(&[u64], u64) -> u64 + Sync {}
impl<F: Fn(&[u64], u64) -> u64 + Sync> Formula for F {}

/// A walk through all piles over a given one, with what it counted by the number of sections.
struct Walk<'a, R> {
    rule: &'a R,
    largest: u64,
    sections: Vec<u64>,
    counts: Vec<Count>,
}

impl<R: Formula> Walk<'_, R> {
    /// Compares every pile with 1 to `more` sections over the current one, whose Grundy value is `below`.
    fn over(&mut self, below: u64, more: usize) {
        self.row(below);
        if more > 1 {
            // The values once more: that is cheaper than to keep them apart from the innermost loop.
            let mut seen = 1_u64 << below;
            for top in 1..=self.largest {
                let grundy = seen.trailing_ones();
                seen |= 1 << grundy;
                self.sections.push(top);
                self.over(u64::from(grundy), more - 1);
                self.sections.pop();
            }
        }
    }

    /// Compares every pile with one section over the current one: nearly all of the time is spent here.
    fn row(&mut self, below: u64) {
        let level = self.sections.len();
        self.sections.push(0);
        let (rule, largest) = (self.rule, self.largest);
        let sections = self.sections.as_mut_slice();
        // The values of the options: the pile below, and the piles with a smaller top section.
        let mut seen = 1_u64 << below;
        let (mut mismatches, mut first) = (0, 0);
        for top in 1..=largest {
            sections[level] = top;
            let grundy = seen.trailing_ones();
            seen |= 1 << grundy;
            if rule(sections, below) != u64::from(grundy) {
                first = if mismatches == 0 { top } else { first };
                mismatches += 1;
            }
        }
        let count = &mut self.counts[level];
        count.piles += largest;
        count.mismatches += mismatches;
        self.sections.pop();
        if mismatches > 0 && self.counts[level].first.is_none() {
            self.counts[level].first = Some([self.sections.as_slice(), &[first]].concat());
        }
    }

    /// Puts a section on the pile and returns the new Grundy value.
    fn put(&mut self, below: u64, top: u64) -> u64 {
        let mut seen = 1_u64 << below;
        for _ in 1..top {
            seen |= 1 << seen.trailing_ones();
        }
        self.sections.push(top);
        u64::from(seen.trailing_ones())
    }
}

/// Compares the Grundy value of every pile with 1 to `most` sections of 1 to `largest` balls with a rule. The counts
/// are by the number of sections, from 1. `name` names the rule in the saved shards.
///
/// # Errors
/// `largest` above [`LARGEST_SECTION`], `most` above [`MOST_SECTIONS`], or more than 2^64 piles.
pub fn sweep(watch: &dyn Watch, name: &str, rule: &impl Formula, largest: u64, most: usize) -> Result<Vec<Count>> {
    let place = format!("sweep of piles with {most} sections of size {largest}");
    if !(1..=LARGEST_SECTION).contains(&largest) || !(1..=MOST_SECTIONS).contains(&most) {
        let expected = format!("1 to {MOST_SECTIONS} sections of 1 to {LARGEST_SECTION} balls");
        return Err(Error::input(place, "out of bounds", expected));
    }
    let all = (1..=most as u32).try_fold(0_u64, |sum, k| sum.checked_add(largest.checked_pow(k)?));
    all.ok_or(Error::Overflow(place))?;
    let walk = || Walk { rule, largest, sections: Vec::new(), counts: vec![Count::default(); most] };
    let trunk = most.min(2);
    let mut total = walk();
    total.over(0, trunk);
    if most > trunk {
        let phase = format!("{name}: {most} sections of size {largest}");
        let over = (1..=(most - trunk) as u32).map(|k| largest.pow(k)).sum::<u64>();
        let parts = shards(
            watch,
            &phase,
            "piles",
            (largest * largest) as usize,
            |_| over,
            |shard| {
                let (first, second) = (shard as u64 / largest + 1, shard as u64 % largest + 1);
                let mut walk = walk();
                let below = walk.put(0, first);
                let below = walk.put(below, second);
                walk.over(below, most - trunk);
                walk.counts
            },
        )?;
        parts.into_iter().for_each(|part| add(&mut total.counts, part));
    }
    Ok(total.counts)
}

/// Adds the counts of a later shard.
fn add(total: &mut [Count], part: Vec<Count>) {
    for (sum, count) in total.iter_mut().zip(part) {
        sum.piles += count.piles;
        sum.mismatches += count.mismatches;
        sum.first = sum.first.take().or(count.first);
    }
}

/// All that the Grundy value and the printed program can see of a pile when a further section is put on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct State {
    /// The top section.
    pub top: u64,
    /// The Grundy value, as a mex.
    pub grundy: u64,
    /// What the program's walk answers if it begins at the top with eeny, and with meeny; nothing for a pile of one
    /// section, where there is nothing to compare.
    pub walks: Option<(bool, bool)>,
}

impl State {
    /// The states of the piles with one more section, of 1 to `largest` balls.
    fn next(self, largest: u64) -> impl Iterator<Item = State> {
        mex_row(self.grundy, largest).zip(1..).map(move |(grundy, top)| {
            let walks = match self.walks {
                None => (top <= self.top, top > self.top),
                Some((eeny, meeny)) => {
                    let equal = top == self.top;
                    (top < self.top || (equal && meeny), top > self.top || (equal && eeny))
                }
            };
            State { top, grundy, walks: Some(walks) }
        })
    }

    /// Whether the program gives the Grundy value.
    pub fn agrees(self) -> bool {
        self.grundy == self.top - u64::from(self.walks.is_some_and(|(eeny, _)| eeny))
    }
}

/// The Grundy values of a pile of value `below` with a top section of 1, 2, .. `largest` balls, each a mex.
fn mex_row(below: u64, largest: u64) -> impl Iterator<Item = u64> {
    let mut seen = vec![false; (largest.max(below) + 2) as usize];
    seen[below as usize] = true;
    let mut grundy = 0;
    (1..=largest).map(move |_| {
        while seen[grundy] {
            grundy += 1;
        }
        seen[grundy] = true;
        grundy as u64
    })
}

/// The largest section that [`closure`] takes.
pub const LARGEST_CLOSED: u64 = 2000;

/// The finite system of all piles, of every number of sections, with sections of 1 to `largest` balls: the states that
/// are reached from the single sections, and for each the section that leads from one to the other.
///
/// # Errors
/// `largest` is 0 or above [`LARGEST_CLOSED`].
pub fn closure(largest: u64) -> Result<DiGraph<State, u64>> {
    if !(1..=LARGEST_CLOSED).contains(&largest) {
        let what = format!("largest section {largest}");
        return Err(Error::input("closure of piles", what, format!("1 to {LARGEST_CLOSED}")));
    }
    let mut graph = DiGraph::new();
    let mut known: HashMap<State, NodeIndex> = HashMap::new();
    let mut waiting: Vec<NodeIndex> = Vec::new();
    for (grundy, top) in mex_row(0, largest).zip(1..) {
        let state = State { top, grundy, walks: None };
        let node = graph.add_node(state);
        known.insert(state, node);
        waiting.push(node);
    }
    while let Some(node) = waiting.pop() {
        for state in graph[node].next(largest) {
            let next = *known.entry(state).or_insert_with(|| {
                let next = graph.add_node(state);
                waiting.push(next);
                next
            });
            graph.add_edge(node, next, state.top);
        }
    }
    Ok(graph)
}

/// The system as text for Graphviz.
pub fn dot(graph: &DiGraph<State, u64>) -> String {
    let label = |state: &State| {
        let walks = state
            .walks
            .map_or("first".to_string(), |(eeny, meeny)| format!("eeny {} meeny {}", u8::from(eeny), u8::from(meeny)));
        format!("top {}, G {}, {walks}", state.top, state.grundy)
    };
    format!("{}", Dot::new(&graph.map(|_, state| label(state), |_, section| *section)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proof;
    use crate::solve::Unwatched;

    #[test]
    fn the_certificate_is_accepted() {
        assert!(proof::check(CERTIFICATE).is_ok());
    }

    #[test]
    fn the_sweep_counts_every_pile_once() {
        let counts = sweep(&Unwatched, "rule", &|pile: &[u64], _| program(pile), 5, 6).unwrap();
        for (count, k) in counts.iter().zip(1..) {
            assert_eq!((count.piles, count.mismatches), (5_u64.pow(k), 0), "k = {k}");
        }
    }

    #[test]
    fn the_sweep_finds_a_wrong_rule_and_its_first_pile() {
        let wrong = |pile: &[u64], _| if pile == [2, 1, 2, 2] { 9 } else { program(pile) };
        let counts = sweep(&Unwatched, "wrong", &wrong, 3, 5).unwrap();
        assert_eq!(counts.iter().map(|count| count.mismatches).collect::<Vec<_>>(), [0, 0, 0, 1, 0]);
        assert_eq!(counts[3].first, Some(vec![2, 1, 2, 2]));
    }

    #[test]
    fn bounds_are_told() {
        let rule = |pile: &[u64], _| program(pile);
        for (largest, most) in [(0, 3), (64, 3), (3, 0), (3, 65), (63, 64)] {
            assert!(sweep(&Unwatched, "rule", &rule, largest, most).is_err());
        }
        assert!(closure(0).is_err() && closure(LARGEST_CLOSED + 1).is_err());
    }

    #[test]
    fn the_system_closes_with_three_states_a_section() {
        for largest in [1, 2, 7, 30] {
            let graph = closure(largest).unwrap();
            assert!(graph.node_weights().all(|state| state.agrees()));
            assert_eq!(graph.edge_count() as u64, graph.node_count() as u64 * largest);
            let opposite = |state: &State| state.walks.is_none_or(|(eeny, meeny)| eeny != meeny);
            assert!(graph.node_weights().all(opposite));
            assert_eq!(graph.node_count() as u64, 3 * largest);
        }
        assert!(dot(&closure(2).unwrap()).contains("top 2, G 1, eeny 1 meeny 0"));
    }
}
