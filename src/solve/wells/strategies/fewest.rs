//! The fewest wells of a strategy: how small a picture of it can be (brzustowski, section 2.4 counts them).
//!
//! A strategy without lookahead for one piece is a path that ends in a cycle, so breadth-first searches find the shortest
//! one. In general a set of situations is wanted that holds the starts and, for each of its situations and each piece
//! announced, one that follows. Such a set within so many wells is looked for by branching: take a situation and a piece
//! that nothing in the set answers; some answer must be in it, and those already tried without success need not be. A set
//! is too large if situations without an answer that have no answer in common need more wells than are left.
use super::state_graph::{SafeMoves, StateGraph};
use crate::error::Result;
use crate::proof::region::wells::{Strategy, WellGame};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// How much is spent.
#[derive(Debug, Clone, Copy)]
pub struct Effort {
    /// The most situations of the game.
    pub situations: usize,
    /// The most branches, or steps of breadth-first searches.
    pub steps: u64,
}

/// What is known of the fewest wells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fewest {
    /// No strategy has fewer wells than this.
    pub at_least: usize,
    /// The strategy with the fewest wells that was found; its number is exact if it is [`Fewest::at_least`].
    pub strategy: Strategy,
}

impl Fewest {
    /// Whether no strategy has fewer wells than the one found.
    pub fn is_exact(&self) -> bool {
        wells(&self.strategy) == self.at_least
    }

    /// The word for how well the number is known.
    pub fn word(&self) -> &'static str {
        if self.is_exact() { "exact" } else { "found" }
    }
}

/// The number of wells of a strategy.
pub fn wells(strategy: &Strategy) -> usize {
    strategy.moves.keys().map(|(well, _)| well).collect::<BTreeSet<_>>().len()
}

/// The fewest wells of a strategy of a game, at most as many as `known` has, which is a strategy of it.
///
/// # Errors
/// A well that is too wide.
pub fn fewest(game: &WellGame, known: &Strategy, effort: Effort) -> Result<Fewest> {
    let nothing = Fewest { at_least: around(game).min(wells(known)), strategy: known.clone() };
    let Some(graph) = StateGraph::new(game, effort.situations)? else { return Ok(nothing) };
    let safe = graph.safe();
    if game.lookahead == 0 && game.pieces.pieces().len() == 1 {
        let found = shortest(&safe, effort.steps);
        return Ok(found.map_or(nothing, |set| Fewest { at_least: set.len(), strategy: graph.strategy(&set) }));
    }
    let mut search = Search::new(&safe, effort.steps);
    for most in 1..wells(known) {
        match search.within(most) {
            Some(None) => {}
            Some(Some(set)) => return Ok(Fewest { at_least: most, strategy: graph.strategy(&set) }),
            None => return Ok(Fewest { at_least: most, strategy: known.clone() }),
        }
    }
    Ok(Fewest { at_least: wells(known), strategy: known.clone() })
}

/// A strategy without lookahead for one piece goes round a cycle of wells. What is put in it is deleted in it, so the pieces
/// fill whole rows. In other games every strategy has at least one well.
fn around(game: &WellGame) -> usize {
    let pieces = game.pieces.pieces();
    if game.lookahead > 0 || pieces.len() > 1 {
        return 1;
    }
    let (width, cells) = (usize::from(game.width), pieces[0].turns()[0].cells().len());
    (1..).find(|count| count * cells % width == 0).expect("so many pieces as there are columns fill whole rows")
}

/// The situations of the shortest path from the start into a cycle; nothing if that takes more steps.
fn shortest(safe: &SafeMoves, steps: u64) -> Option<BTreeSet<u32>> {
    let answers = |situation: u32| &safe.answers[situation as usize][0];
    let mut left = steps;
    let from_start = breadth_first(0, &answers, usize::MAX, &mut left)?;
    let mut order: Vec<(usize, u32)> = from_start.iter().map(|(to, (far, _))| (*far, *to)).collect();
    order.sort_unstable();
    let mut best: Option<(usize, u32, u32)> = None;
    for (far, first) in order {
        // A cycle through `first` has at least one situation.
        let room = best.map_or(usize::MAX, |best| best.0.saturating_sub(far + 1));
        if room == 0 {
            break;
        }
        let around = breadth_first(first, &answers, room, &mut left)?;
        let closing = around.iter().filter(|(last, _)| answers(**last).contains(&first));
        let shortest = closing.map(|(last, (far, _))| (far + 1, *last)).min();
        if let Some((length, last)) = shortest.filter(|found| best.is_none_or(|best| far + found.0 < best.0)) {
            best = Some((far + length, first, last));
        }
    }
    let (_, first, last) = best?;
    let around = breadth_first(first, &answers, usize::MAX, &mut left)?;
    Some(back(&from_start, first).chain(back(&around, last)).collect())
}

/// How far each situation is from one, up to `room` situations on the way, and the situation before it.
type Distances = BTreeMap<u32, (usize, u32)>;

fn breadth_first<'a>(
    start: u32,
    answers: &impl Fn(u32) -> &'a Vec<u32>,
    room: usize,
    left: &mut u64,
) -> Option<Distances> {
    let mut known: Distances = [(start, (0, start))].into();
    let mut open = VecDeque::from([start]);
    while let Some(next) = open.pop_front() {
        let far = known[&next].0 + 1;
        if far >= room {
            break;
        }
        for &to in answers(next) {
            *left = left.checked_sub(1)?;
            known.entry(to).or_insert_with(|| {
                open.push_back(to);
                (far, next)
            });
        }
    }
    Some(known)
}

/// The situations on the way to one, backwards.
fn back(known: &Distances, to: u32) -> impl Iterator<Item = u32> {
    std::iter::successors(Some(to), |at| Some(known[at].1).filter(|before| before != at))
}

/// A branching search for a set of situations within few wells.
struct Search<'a> {
    safe: &'a SafeMoves,
    steps: u64,
    chosen: Vec<u32>,
    /// Whether a situation is in the set, or is known not to help.
    inside: Vec<bool>,
    barred: Vec<bool>,
    /// How many situations of the set have this well, and how many wells it has.
    uses: Vec<u32>,
    wells: usize,
}

impl<'a> Search<'a> {
    fn new(safe: &'a SafeMoves, steps: u64) -> Self {
        let (situations, wells) = (safe.well.len(), safe.well.iter().max().map_or(0, |last| *last as usize + 1));
        let flags = vec![false; situations];
        Search { safe, steps, chosen: vec![], inside: flags.clone(), barred: flags, uses: vec![0; wells], wells: 0 }
    }

    /// A set within so many wells, or the answer that there is none; nothing if that takes more steps than are left.
    fn within(&mut self, most: usize) -> Option<Option<BTreeSet<u32>>> {
        (0..self.safe.starts as u32).for_each(|start| self.add(start));
        let found = self.extend(most).map(|found| found.then(|| self.chosen.iter().copied().collect()));
        self.chosen.clear();
        self.inside.fill(false);
        self.barred.fill(false);
        self.uses.fill(0);
        self.wells = 0;
        found
    }

    fn add(&mut self, situation: u32) {
        let well = self.safe.well[situation as usize] as usize;
        self.chosen.push(situation);
        self.inside[situation as usize] = true;
        self.uses[well] += 1;
        self.wells += usize::from(self.uses[well] == 1);
    }

    fn remove(&mut self) {
        let situation = self.chosen.pop().expect("what was added is taken away");
        let well = self.safe.well[situation as usize] as usize;
        self.inside[situation as usize] = false;
        self.uses[well] -= 1;
        self.wells -= usize::from(self.uses[well] == 0);
    }

    /// Extends the set until everything in it is answered.
    fn extend(&mut self, most: usize) -> Option<bool> {
        self.steps = self.steps.checked_sub(1)?;
        let answers = match self.narrowest(most) {
            Narrowest::None => return Some(true),
            Narrowest::TooMany => return Some(false),
            Narrowest::Answers(answers) => answers,
        };
        let mut tried = Vec::new();
        let mut found = Some(false);
        for answer in answers {
            self.add(answer);
            found = self.extend(most);
            if found != Some(false) {
                break;
            }
            self.remove();
            self.barred[answer as usize] = true;
            tried.push(answer);
        }
        tried.into_iter().for_each(|answer| self.barred[answer as usize] = false);
        found
    }

    /// Among the pieces without an answer the one with the fewest answers that fit, those in wells of the set first.
    fn narrowest(&self, most: usize) -> Narrowest {
        let (mut best, mut apart, mut taken): (Option<Vec<u32>>, usize, BTreeSet<u32>) = (None, 0, BTreeSet::new());
        let room = most - self.wells.min(most);
        let well = |answer: &u32| self.safe.well[*answer as usize];
        let known = |answer: &u32| self.uses[well(answer) as usize] > 0;
        for all in self.chosen.iter().flat_map(|situation| &self.safe.answers[*situation as usize]) {
            if all.iter().any(|answer| self.inside[*answer as usize]) {
                continue;
            }
            let fits = |answer: &&u32| !self.barred[**answer as usize] && (room > 0 || known(answer));
            let mut fitting: Vec<u32> = all.iter().filter(fits).copied().collect();
            if fitting.is_empty() {
                return Narrowest::TooMany;
            }
            if !fitting.iter().any(|answer| known(answer) || taken.contains(&well(answer))) {
                taken.extend(fitting.iter().map(well));
                apart += 1;
            }
            if best.as_ref().is_none_or(|best| fitting.len() < best.len()) {
                fitting.sort_by_key(|answer| !known(answer));
                best = Some(fitting);
            }
        }
        match best {
            None if self.wells <= most => Narrowest::None,
            Some(answers) if self.wells + apart <= most => Narrowest::Answers(answers),
            _ => Narrowest::TooMany,
        }
    }
}

/// What is to be answered next.
enum Narrowest {
    /// Nothing: the set is a strategy.
    None,
    /// More than there is room for.
    TooMany,
    /// A piece with these answers.
    Answers(Vec<u32>),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::wells::{Movement, PieceSet};
    use crate::proof;
    use crate::solve::wells::strategies::state_graph::{Winner, solve};

    const EFFORT: Effort = Effort { situations: 5_000, steps: 2_000_000 };

    fn game(pieces: &str, width: u8, depth: u16, lookahead: u8) -> WellGame {
        WellGame::new(width, depth, PieceSet::parse(pieces).unwrap(), Movement::Drop, lookahead).unwrap()
    }

    /// The fewest wells by trying every set of safe wells, the smallest first: a set is a strategy if taking away the
    /// situations without an answer leaves the starts.
    fn slow(safe: &SafeMoves) -> usize {
        let all: BTreeSet<u32> =
            (0..safe.well.len() as u32).filter(|s| safe.is_safe(*s)).map(|s| safe.well[s as usize]).collect();
        let wells: Vec<u32> = all.into_iter().filter(|well| *well != safe.well[0]).collect();
        assert!(wells.len() <= 16, "{} wells", wells.len());
        let closed = |set: u32| {
            let has = |well: u32| {
                well == safe.well[0] || wells.iter().position(|w| *w == well).is_some_and(|at| set >> at & 1 == 1)
            };
            let mut left: BTreeSet<u32> =
                (0..safe.well.len() as u32).filter(|s| safe.is_safe(*s) && has(safe.well[*s as usize])).collect();
            loop {
                let answered =
                    |s: &u32| safe.answers[*s as usize].iter().all(|all| all.iter().any(|to| left.contains(to)));
                let kept: BTreeSet<u32> = left.iter().filter(|s| answered(s)).copied().collect();
                if kept.len() == left.len() {
                    return (0..safe.starts as u32).all(|start| left.contains(&start));
                }
                left = kept;
            }
        };
        (0..1_u32 << wells.len()).filter(|set| closed(*set)).map(u32::count_ones).min().expect("the game is won")
            as usize
            + 1
    }

    #[test]
    fn the_search_finds_what_all_sets_give() {
        let mut tried = 0;
        for (pieces, width, depths) in [
            ("O", 2, 0..3),
            ("I", 2, 4..5),
            ("L", 2, 2..4),
            ("T", 2, 2..4),
            ("S", 2, 2..4),
            ("T", 3, 3..4),
            ("L", 3, 2..3),
            ("O", 4, 2..3),
            ("OI", 2, 4..6),
            ("OL", 2, 2..5),
            ("IL", 2, 4..7),
            ("JL", 2, 2..4),
            ("OT", 2, 2..6),
            ("OIL", 2, 4..8),
        ] {
            for (depth, lookahead) in depths.flat_map(|depth| [(depth, 0), (depth, 1)]) {
                let game = game(pieces, width, depth, lookahead);
                let Winner::Player(known) = solve(&game, 5_000).unwrap().unwrap() else { continue };
                let graph = StateGraph::new(&game, 5_000).unwrap().unwrap();
                let safe = graph.safe();
                let wells: BTreeSet<u32> =
                    (0..safe.well.len() as u32).filter(|s| safe.is_safe(*s)).map(|s| safe.well[s as usize]).collect();
                let found = fewest(&game, &known, EFFORT).unwrap();
                assert!(found.is_exact(), "{}", game.title());
                assert!(proof::check(&found.strategy.text()).is_ok(), "{}", found.strategy.text());
                if wells.len() <= 14 {
                    assert_eq!(found.at_least, slow(&safe), "{}", game.title());
                    tried += 1;
                }
            }
        }
        assert!(tried >= 20, "{tried}");
    }

    /// For one piece both ways must agree.
    #[test]
    fn branching_finds_the_shortest_cycle() {
        for (pieces, width, depth) in
            [("L", 4, 2), ("T", 4, 2), ("S", 4, 4), ("I", 4, 0), ("L", 3, 2), ("T", 3, 3), ("O", 6, 2)]
        {
            let game = game(pieces, width, depth, 0);
            let graph = StateGraph::new(&game, 100_000).unwrap().unwrap();
            let safe = graph.safe();
            let short = shortest(&safe, 10_000_000).unwrap().len();
            let mut search = Search::new(&safe, 5_000_000);
            let least = (1..=short).find(|most| search.within(*most).unwrap().is_some());
            assert_eq!(least, Some(short), "{}", game.title());
        }
    }

    #[test]
    fn too_little_effort_is_said() {
        let game = game("JL", 2, 2, 1);
        let Winner::Player(known) = solve(&game, 5_000).unwrap().unwrap() else { panic!("the player wins") };
        for effort in [Effort { situations: 1, ..EFFORT }, Effort { steps: 1, ..EFFORT }] {
            let found = fewest(&game, &known, effort).unwrap();
            assert!(!found.is_exact() && found.strategy == known, "{found:?}");
        }
    }
}
