//! The sets by which the player wins, as few and as small as one finds quickly.
use super::graph::Graph;
use super::sets::{Set, Sets};
use crate::game::wells::Well;
use crate::proof::region::wells::in_advance::{Candidate, Candidates, Foresight};
use std::collections::{BTreeMap, BTreeSet};

/// Sets by number, with the set for each piece that may come.
struct Family {
    sets: Vec<Set>,
    then: Vec<Vec<(u8, usize)>>,
    /// The sets before the first piece is placed, each with the piece put aside, if one is.
    starts: Vec<(Option<u8>, usize)>,
}

/// The certificate of the sets that stay when all have been looked at.
pub fn of(graph: &Graph, sets: &Sets) -> Foresight {
    let sets = sets.staying().map(|at| sets.get(at).clone()).collect();
    let mut family = Family { sets, then: Vec::new(), starts: Vec::new() };
    loop {
        let before = family.size();
        family.choose(graph);
        while family.shrink(graph) {}
        if family.size() == before {
            return family.certificate(graph);
        }
    }
}

/// The members of a set of which each has to be there, with how many come from which.
fn counts(graph: &Graph, set: &Set, piece: u8) -> BTreeMap<u32, u32> {
    let mut counts = BTreeMap::new();
    for member in &set.wells {
        let after: BTreeSet<u32> = graph.members_after(*member, piece).collect();
        after.into_iter().for_each(|after| *counts.entry(after).or_insert(0) += 1);
    }
    counts
}

impl Family {
    /// How many members the sets have together.
    fn size(&self) -> usize {
        self.sets.iter().map(|set| set.wells.len()).sum()
    }

    /// Chooses for each set and piece the smallest set that will do, and leaves out those that are never reached.
    fn choose(&mut self, graph: &Graph) {
        let mut by_size: Vec<usize> = (0..self.sets.len()).collect();
        by_size.sort_by_key(|at| (self.sets[*at].wells.len(), *at));
        let fit = |after: &Set| {
            let fits = by_size.iter().find(|at| self.sets[**at].is_within(after));
            *fits.expect("every set that was reached has all wells of one that stays")
        };
        let (mut order, mut number) = (Vec::new(), BTreeMap::new());
        let mut numbered = |at: usize, order: &mut Vec<usize>| {
            *number.entry(at).or_insert_with(|| {
                order.push(at);
                order.len() - 1
            })
        };
        let starts = graph.starts().into_iter();
        self.starts = starts.map(|(piece, set)| (piece, numbered(fit(&set), &mut order))).collect();
        let mut then = Vec::new();
        while then.len() < order.len() {
            let set = &self.sets[order[then.len()]];
            let after = |piece| (piece, numbered(fit(&graph.image(set, piece)), &mut order));
            then.push(graph.next_pieces(set).map(after).collect());
        }
        self.sets = order.iter().map(|at| self.sets[*at].clone()).collect();
        self.then = then;
    }

    /// Leaves out members that no set after theirs needs. Whether there were any.
    fn shrink(&mut self, graph: &Graph) -> bool {
        let before = self.size();
        for at in 0..self.sets.len() {
            let wanted = |then: usize| -> BTreeSet<u32> { self.sets[then].wells.iter().copied().collect() };
            let mut needed: Vec<(u8, BTreeSet<u32>, BTreeMap<u32, u32>)> = self.then[at]
                .iter()
                .map(|(piece, then)| (*piece, wanted(*then), counts(graph, &self.sets[at], *piece)))
                .collect();
            let mut kept = self.sets[at].wells.to_vec();
            // The wells that came up last are tried first.
            for number in (0..kept.len()).rev() {
                let member = kept[number];
                let after = |piece: u8| graph.members_after(member, piece).collect::<BTreeSet<u32>>();
                let is_spare = needed.iter().all(|(piece, wanted, counts)| {
                    after(*piece).iter().all(|next| !wanted.contains(next) || counts[next] > 1)
                });
                if is_spare {
                    for (piece, _, counts) in &mut needed {
                        let next = after(*piece);
                        next.iter().for_each(|next| *counts.get_mut(next).expect("it was counted") -= 1);
                    }
                    kept.remove(number);
                }
            }
            self.sets[at] = Set::new(self.sets[at].bag, kept);
        }
        self.size() < before
    }

    /// With a piece put aside one set more stands first, of the time before that.
    fn certificate(&self, graph: &Graph) -> Foresight {
        let pieces = graph.game().pieces.pieces().len();
        let first = usize::from(graph.game().holds());
        let named: BTreeMap<u32, Candidate> = self
            .sets
            .iter()
            .flat_map(|set| set.wells.iter())
            .map(|member| (*member, graph.candidate(*member)))
            .collect();
        let empty = Well::empty(graph.game().width).expect("the game has this width");
        let before = (first > 0).then_some((empty, None));
        let mut candidates: Vec<Candidate> = named.values().cloned().chain(before.clone()).collect();
        candidates.sort();
        let number: BTreeMap<&Candidate, usize> = candidates.iter().zip(0..).collect();
        let listed = |then: &[(Option<u8>, usize)]| -> Vec<Option<usize>> {
            let of = |piece| then.iter().find(|(other, _)| *other == Some(piece)).map(|(_, set)| set + first);
            (0..pieces as u8).map(of).collect()
        };
        let start =
            before.map(|before| Candidates { members: BTreeSet::from([number[&before]]), then: listed(&self.starts) });
        let set = |(set, then): (&Set, &Vec<(u8, usize)>)| Candidates {
            members: set.wells.iter().map(|member| number[&named[member]]).collect(),
            then: listed(&then.iter().map(|(piece, set)| (Some(*piece), *set)).collect::<Vec<_>>()),
        };
        let sets = start.into_iter().chain(self.sets.iter().zip(&self.then).map(set)).collect();
        Foresight { game: graph.game().clone(), candidates, sets }
    }
}
