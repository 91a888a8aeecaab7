//! The sets by which the player wins, as few and as small as one finds quickly.
use super::graph::Graph;
use super::sets::{Sets, is_within};
use crate::game::wells::Well;
use crate::proof::region::wells::in_advance::{Candidates, Foresight};
use std::collections::{BTreeMap, BTreeSet};

/// Sets by number, with the set for each piece.
struct Family {
    sets: Vec<Vec<u32>>,
    then: Vec<Vec<usize>>,
}

/// The certificate of the sets that stay when all have been looked at, in a game without a bag.
pub fn of(graph: &Graph, sets: &Sets) -> Foresight {
    let mut family = Family { sets: sets.staying().map(|at| sets.get(at).wells.to_vec()).collect(), then: Vec::new() };
    loop {
        let before = family.size();
        family.choose(graph);
        while family.shrink(graph) {}
        if family.size() == before {
            return family.certificate(graph);
        }
    }
}

/// The wells after a piece, in order, and from how many wells of the set each of them comes.
fn counts(graph: &Graph, set: &[u32], piece: usize) -> BTreeMap<u32, u32> {
    let mut counts = BTreeMap::new();
    for well in set {
        graph.after(*well, piece as u8).iter().for_each(|after| *counts.entry(*after).or_insert(0) += 1);
    }
    counts
}

impl Family {
    /// How many wells the sets have together.
    fn size(&self) -> usize {
        self.sets.iter().map(|set| set.len()).sum()
    }

    /// Chooses for each set and piece the smallest set that will do, and leaves out those that are never reached. The first set
    /// has the empty well alone.
    fn choose(&mut self, graph: &Graph) {
        let mut by_size: Vec<usize> = (0..self.sets.len()).collect();
        by_size.sort_by_key(|at| (self.sets[*at].len(), *at));
        let fit = |after: &[u32]| {
            let fits = by_size.iter().find(|at| is_within(&self.sets[**at], after));
            *fits.expect("every set that was reached has all wells of one that stays")
        };
        let mut order = vec![fit(&[0])];
        let mut number = BTreeMap::from([(order[0], 0)]);
        let mut then = Vec::new();
        while then.len() < order.len() {
            let set = &self.sets[order[then.len()]];
            let next = (0..graph.game().pieces.pieces().len()).map(|piece| {
                let after: Vec<u32> = counts(graph, set, piece).into_keys().collect();
                let at = fit(&after);
                *number.entry(at).or_insert_with(|| {
                    order.push(at);
                    order.len() - 1
                })
            });
            then.push(next.collect());
        }
        self.sets = order.iter().map(|at| self.sets[*at].clone()).collect();
        self.then = then;
    }

    /// Leaves out wells that no set after theirs needs. Whether there were any.
    fn shrink(&mut self, graph: &Graph) -> bool {
        let before = self.size();
        for at in 0..self.sets.len() {
            let needed: Vec<BTreeSet<u32>> =
                self.then[at].iter().map(|then| self.sets[*then].iter().copied().collect()).collect();
            let mut counts: Vec<BTreeMap<u32, u32>> =
                (0..needed.len()).map(|piece| counts(graph, &self.sets[at], piece)).collect();
            // The wells that came up last are tried first.
            for well in self.sets[at].clone().into_iter().rev() {
                let heads = |piece: usize| graph.after(well, piece as u8).iter();
                let is_spare =
                    |piece: usize| heads(piece).all(|head| !needed[piece].contains(head) || counts[piece][head] > 1);
                if (0..needed.len()).all(is_spare) {
                    for (piece, counts) in counts.iter_mut().enumerate() {
                        heads(piece).for_each(|head| *counts.get_mut(head).expect("it was counted") -= 1);
                    }
                    self.sets[at].retain(|other| *other != well);
                }
            }
        }
        self.size() < before
    }

    fn certificate(&self, graph: &Graph) -> Foresight {
        let named: BTreeMap<u32, Well> = self.sets.iter().flatten().map(|well| (*well, graph.well(*well))).collect();
        let mut wells: Vec<Well> = named.values().cloned().collect();
        wells.sort();
        let number: BTreeMap<&Well, usize> = wells.iter().zip(0..).collect();
        let numbers = |set: &Vec<u32>| set.iter().map(|well| number[&named[well]]).collect();
        let sets = self.sets.iter().zip(&self.then);
        let sets = sets.map(|(set, then)| Candidates { wells: numbers(set), then: then.clone() }).collect();
        Foresight { game: graph.game().clone(), wells, sets }
    }
}
