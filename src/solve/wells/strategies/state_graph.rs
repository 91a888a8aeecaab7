//! A small game of wells as one explicit graph: every situation that can be met, who wins, and its text for other tools.
//!
//! Where [`super::reach`] looks only at what a strategy needs, this looks at everything, and so also finds the ranked
//! defeat that a certificate needs.
use super::reach;
use crate::error::Result;
use crate::game::wells::{Movement, Mover, Placement, Well};
use crate::proof::region::wells::{Defeat, Send, Strategy, WellGame};
use crate::solve::Memory;
use hashbrown::HashMap;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt::Write;

/// A well and the pieces shown, as indices into the piece set.
type Situation = (Well, Vec<u8>);

/// Every situation that can be met from the start, with the placements that do not lose at once.
pub struct StateGraph<'a> {
    game: &'a WellGame,
    situations: Vec<Situation>,
    /// For each situation and each piece announced, the placements of the first piece and where they lead.
    plays: Vec<Vec<Vec<(Placement, u32)>>>,
    /// How many of the situations are starts: the empty well with all that may be shown.
    starts: usize,
}

/// The situations from which the player goes on for ever, and what answers each piece there.
pub(super) struct SafeMoves {
    /// For each situation and each piece announced, the situations to go on from; none at all if it is lost.
    pub answers: Vec<Vec<Vec<u32>>>,
    /// The number of the well of each situation; the empty well is number 0.
    pub well: Vec<u32>,
    /// How many of the situations are starts.
    pub starts: usize,
}

impl SafeMoves {
    /// Whether the player goes on for ever from here.
    #[cfg(test)]
    pub fn is_safe(&self, situation: u32) -> bool {
        self.answers[situation as usize].iter().all(|answers| !answers.is_empty())
    }
}

/// Who wins, with what shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Winner {
    /// The player goes on for ever.
    Player(Strategy),
    /// The machine ends the game.
    Machine(Defeat),
}

impl<'a> StateGraph<'a> {
    /// Looks at all situations; nothing if there are more than `most`.
    ///
    /// # Errors
    /// A well that is too wide.
    pub fn new(game: &'a WellGame, most: usize) -> Result<Option<Self>> {
        let movers: Vec<Mover> = game.pieces.pieces().iter().map(|piece| Mover::new(piece, game.rule)).collect();
        let empty = Well::empty(game.width)?;
        let mut situations: Vec<Situation> =
            game.sequences(game.lookahead).into_iter().map(|shown| (empty.clone(), shown)).collect();
        let mut numbers: HashMap<Situation, u32> = situations.iter().cloned().zip(0..).collect();
        let (starts, mut plays) = (situations.len(), Vec::new());
        while plays.len() < situations.len() {
            let (well, shown) = situations[plays.len()].clone();
            let after = |piece: &u8| -> Vec<(Placement, Well)> {
                let mover = &movers[usize::from(*piece)];
                let all = mover.placements(&well).into_iter().map(|at| (at, mover.place(&well, at).0));
                all.filter(|(_, after)| after.height() <= usize::from(game.depth)).collect()
            };
            // What is shown is played first, whatever is announced.
            let first = shown.first().map(after);
            let mut announced = Vec::new();
            for piece in 0..movers.len() as u8 {
                let all = first.clone().unwrap_or_else(|| after(&piece));
                let then: Vec<u8> = shown.iter().copied().chain([piece]).skip(1).collect();
                let mut led = Vec::with_capacity(all.len());
                for (at, after) in all {
                    let next = (after, then.clone());
                    let number = *numbers.entry_ref(&next).or_insert_with(|| {
                        situations.push(next.clone());
                        situations.len() as u32 - 1
                    });
                    led.push((at, number));
                }
                announced.push(led);
            }
            plays.push(announced);
            if situations.len() > most {
                return Ok(None);
            }
        }
        Ok(Some(StateGraph { game, situations, plays, starts }))
    }

    /// At most so many bytes a situation of a game takes, with the placements from it and its lines of text for other tools.
    pub fn bytes(game: &WellGame) -> u64 {
        let (width, depth) = (u64::from(game.width), u64::from(game.depth));
        let rows = match game.rule {
            Movement::Drop => 1,
            _ => depth,
        };
        // Four turns in each column, and where the rule leaves it free, in each row.
        let placements = 4 * width * rows;
        let named = width * depth + depth + 64;
        let kept = 2 * (2 * size_of::<(Situation, u32)>() as u64 + 2 * depth + u64::from(game.lookahead) + 32);
        let piece = (size_of::<(Placement, u32)>() as u64 + 8) * placements + 24 + named;
        kept + named + piece * game.pieces.pieces().len() as u64
    }

    /// How many situations there are.
    pub fn situations(&self) -> usize {
        self.situations.len()
    }

    /// For each situation the piece that defeats the player soonest, with its rank; nothing where the player wins.
    fn defeats(&self) -> Vec<Option<Send>> {
        let mut users: Vec<Vec<(u32, u8)>> = vec![Vec::new(); self.situations.len()];
        let mut ways: Vec<Vec<usize>> = Vec::new();
        let mut found: Vec<Option<Send>> = vec![None; self.situations.len()];
        let mut queue = VecDeque::new();
        for (number, announced) in self.plays.iter().enumerate() {
            ways.push(announced.iter().map(Vec::len).collect());
            for (piece, led) in announced.iter().enumerate() {
                led.iter().for_each(|(_, to)| users[*to as usize].push((number as u32, piece as u8)));
                if led.is_empty() && found[number].is_none() {
                    found[number] = Some(Send { piece: piece as u8, rank: 1 });
                    queue.push_back(number);
                }
            }
        }
        // First come is least rank, because the queue is in order of rank.
        while let Some(lost) = queue.pop_front() {
            let rank = found[lost].expect("what is queued is lost").rank + 1;
            for &(user, piece) in &users[lost] {
                let left = &mut ways[user as usize][usize::from(piece)];
                *left -= 1;
                if *left == 0 && found[user as usize].is_none() {
                    found[user as usize] = Some(Send { piece, rank });
                    queue.push_back(user as usize);
                }
            }
        }
        found
    }

    /// Who wins, with the strategy or the defeat of what can be met when the winner follows it.
    pub fn winner(&self) -> Winner {
        let defeats = self.defeats();
        let start = (0..self.starts).filter_map(|start| defeats[start].map(|send| (send.rank, start))).min();
        let mut seen = vec![false; self.situations.len()];
        let Some((_, start)) = start else {
            let (mut moves, mut open) = (BTreeMap::new(), (0..self.starts as u32).collect::<Vec<u32>>());
            while let Some(next) = open.pop() {
                if std::mem::replace(&mut seen[next as usize], true) {
                    continue;
                }
                let (well, shown) = &self.situations[next as usize];
                for (piece, led) in self.plays[next as usize].iter().enumerate() {
                    let safe = led.iter().filter(|(_, to)| defeats[*to as usize].is_none());
                    let held =
                        safe.min_by_key(|(_, to)| (!seen[*to as usize], self.situations[*to as usize].0.height()));
                    let (at, to) = held.expect("a situation that is not lost has a safe placement");
                    moves.insert((well.clone(), [&shown[..], &[piece as u8]].concat()), *at);
                    open.push(*to);
                }
            }
            return Winner::Player(Strategy { game: self.game.clone(), moves });
        };
        let (mut sends, mut open) = (BTreeMap::new(), vec![start as u32]);
        while let Some(next) = open.pop() {
            if std::mem::replace(&mut seen[next as usize], true) {
                continue;
            }
            let send = defeats[next as usize].expect("every way out of a lost situation is lost");
            sends.insert(self.situations[next as usize].clone(), send);
            open.extend(self.plays[next as usize][usize::from(send.piece)].iter().map(|(_, to)| *to));
        }
        Winner::Machine(Defeat { game: self.game.clone(), sends })
    }

    /// What answers what, for a game that the player wins.
    pub(super) fn safe(&self) -> SafeMoves {
        let defeats = self.defeats();
        let mut wells: HashMap<&Well, u32> = HashMap::new();
        let well = self.situations.iter().map(|(well, _)| {
            let next = wells.len() as u32;
            *wells.entry(well).or_insert(next)
        });
        let well = well.collect();
        let kept = |led: &Vec<(Placement, u32)>| {
            let mut all: Vec<u32> =
                led.iter().map(|(_, to)| *to).filter(|to| defeats[*to as usize].is_none()).collect();
            all.sort_unstable();
            all.dedup();
            all
        };
        let of = |(number, announced): (usize, &Vec<Vec<(Placement, u32)>>)| match defeats[number] {
            Some(_) => vec![Vec::new(); announced.len()],
            None => announced.iter().map(kept).collect(),
        };
        SafeMoves { answers: self.plays.iter().enumerate().map(of).collect(), well, starts: self.starts }
    }

    /// The strategy that stays in a set of situations which answers every piece; its depth is that of the game.
    pub(super) fn strategy(&self, set: &BTreeSet<u32>) -> Strategy {
        let (mut moves, mut open) = (BTreeMap::new(), (0..self.starts as u32).collect::<Vec<u32>>());
        let mut seen = BTreeSet::new();
        while let Some(next) = open.pop() {
            if !seen.insert(next) {
                continue;
            }
            let (well, shown) = &self.situations[next as usize];
            for (piece, led) in self.plays[next as usize].iter().enumerate() {
                let (at, to) = led.iter().find(|(_, to)| set.contains(to)).expect("the set answers every piece");
                moves.insert((well.clone(), [&shown[..], &[piece as u8]].concat()), *at);
                open.push(*to);
            }
        }
        Strategy { game: self.game.clone(), moves }
    }

    /// The game in PGSolver format: player 0 is the player, who wins if play goes on for ever; the last node is where
    /// the player has lost. Names are wells with the pieces shown, or shown and announced.
    ///
    /// A start node belongs to the machine, which chooses what is shown first. It is node 0.
    pub fn pgsolver(&self) -> String {
        let pieces = self.game.pieces.pieces().len();
        let (first, lost) = (1 + self.situations.len(), 1 + self.situations.len() * (1 + pieces));
        let list = |all: &[usize]| all.iter().map(usize::to_string).collect::<Vec<_>>().join(",");
        let mut text = format!("parity {lost};\n");
        let mut line = |number: usize, priority: u8, owner: u8, to: &[usize], name: &str| {
            writeln!(text, "{number} {priority} {owner} {} \"{name}\";", list(to)).expect("a string takes it");
        };
        line(0, 0, 1, &(1..=self.starts).collect::<Vec<_>>(), "start");
        for (number, (well, shown)) in self.situations.iter().enumerate() {
            let to: Vec<usize> = (0..pieces).map(|piece| first + number * pieces + piece).collect();
            line(1 + number, 0, 1, &to, &super::export::name(self.game, well, shown));
        }
        for (number, (well, shown)) in self.situations.iter().enumerate() {
            for (piece, led) in self.plays[number].iter().enumerate() {
                let mut to: Vec<usize> = led.iter().map(|(_, to)| 1 + *to as usize).collect();
                to.sort_unstable();
                to.dedup();
                if to.is_empty() {
                    to.push(lost);
                }
                let sent = [&shown[..], &[piece as u8]].concat();
                line(
                    first + number * pieces + piece,
                    0,
                    0,
                    &to,
                    &format!("{}!", super::export::name(self.game, well, &sent)),
                );
            }
        }
        line(lost, 1, 1, &[lost], "lost");
        text
    }
}

/// Decides a game by looking at all its situations.
///
/// # Errors
/// A well that is too wide.
pub fn solve(game: &WellGame, most: usize) -> Result<Option<Winner>> {
    Ok(StateGraph::new(game, most)?.map(|graph| graph.winner()))
}

/// What is known of the least depth in which the player wins.
#[derive(Debug, Clone, Default)]
pub struct Least {
    /// The strategy in the least depth in which one was found.
    pub strategy: Option<Strategy>,
    /// The greatest depth that is lost together with every smaller one.
    pub lost_to: Option<u16>,
    /// The defeat in that depth, if all its situations could be looked at.
    pub defeat: Option<Defeat>,
}

impl Least {
    /// The least depth, if it is known.
    pub fn height(&self) -> Option<u16> {
        let above = self.lost_to.map_or(0, |lost| lost + 1);
        self.strategy.as_ref().map(|strategy| strategy.game.depth).filter(|depth| *depth == above)
    }
}

/// Tries depths 0, 1, .. up to `deepest` until the player wins, each with at most `most` situations.
///
/// # Errors
/// A well that is too wide, or more memory than allowed.
pub fn least(game: &WellGame, deepest: u16, most: usize, memory: Memory) -> Result<Least> {
    let least = least_won(game, deepest, most, memory)?;
    let Some(depth) = least.lost_to else { return Ok(least) };
    let lost = WellGame::new(game.width, depth, game.pieces.clone(), game.rule, game.lookahead)?;
    let defeat = match solve(&lost, most)? {
        Some(Winner::Machine(defeat)) => Some(defeat),
        _ => None,
    };
    Ok(Least { defeat, ..least })
}

/// The same without the defeat.
///
/// # Errors
/// As [`least`].
pub fn least_won(game: &WellGame, deepest: u16, most: usize, memory: Memory) -> Result<Least> {
    let (mut least, mut all_lost) = (Least::default(), true);
    for depth in 0..=deepest {
        let game = WellGame::new(game.width, depth, game.pieces.clone(), game.rule, game.lookahead)?;
        match reach::solve(&game, most, memory)? {
            reach::Reached::Won(strategy) => {
                least.strategy = Some(strategy);
                break;
            }
            reach::Reached::Lost if all_lost => least.lost_to = Some(depth),
            _ => all_lost = false,
        }
    }
    Ok(least)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::wells::{Movement, PieceSet};
    use crate::proof;

    #[test]
    fn every_small_game_is_decided_with_a_certificate_and_as_the_other_search_does() {
        for (pieces, width, deepest) in [("O", 4, 3), ("S", 4, 3), ("OI", 2, 4), ("L", 3, 3), ("OL", 4, 3), ("T", 3, 3)]
        {
            for (depth, lookahead) in (0..=deepest).flat_map(|depth| [(depth, 0), (depth, 1)]) {
                for rule in [Movement::Drop, Movement::Slide, Movement::Anywhere] {
                    let game = WellGame::new(width, depth, PieceSet::parse(pieces).unwrap(), rule, lookahead).unwrap();
                    let reached = reach::solve(&game, 100_000, Memory(1 << 30)).unwrap();
                    let text = match solve(&game, 100_000).unwrap().unwrap() {
                        Winner::Player(strategy) => {
                            assert!(matches!(reached, reach::Reached::Won(_)), "{}", game.title());
                            strategy.text()
                        }
                        Winner::Machine(defeat) => {
                            assert_eq!(reached, reach::Reached::Lost, "{}", game.title());
                            defeat.text()
                        }
                    };
                    assert!(proof::check(&text).is_ok(), "{:?}", proof::check(&text));
                }
            }
        }
    }

    #[test]
    fn the_text_for_other_tools_is_whole() {
        let game = WellGame::new(2, 0, PieceSet::parse("O").unwrap(), Movement::Drop, 0).unwrap();
        let text = StateGraph::new(&game, 10).unwrap().unwrap().pgsolver();
        let expected = "parity 3;\n0 0 1 1 \"start\";\n1 0 1 2 \"-\";\n2 0 0 1 \"- O!\";\n3 1 1 3 \"lost\";\n";
        assert_eq!(text, expected);
    }
}
