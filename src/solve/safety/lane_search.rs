//! Looks for a lane strategy for every number of lanes: the greatest fixpoint over lane states, on the fly.
//!
//! As in [`super::reach`], the player holds on to one move a situation until one of the states that it may lead to is
//! known to lose. The states are few, because a state says nothing about the number of lanes.
use super::lanes::{drops, outcomes, sequences};
use crate::proof::strategy::lanes::{LaneGame, LaneMove, LaneState, LaneStrategy, Profile};
use std::collections::{BTreeMap, HashMap};

/// A state and the pieces shown.
type Situation = (LaneState, Vec<u8>);

/// A move and the situations that it may lead to.
type Candidate = (LaneMove, Vec<usize>);

/// How hard to look.
#[derive(Debug, Clone, Copy)]
pub struct Effort {
    /// The most profiles in a state that are no smooth lanes.
    pub bumpy: usize,
    /// The most covered holes (empty cells with a full one above) in a lane.
    pub holes: u32,
    /// The most situations looked at.
    pub situations: usize,
}

struct Search<'a> {
    game: &'a LaneGame,
    effort: Effort,
    numbers: HashMap<Situation, usize>,
    situations: Vec<Situation>,
    /// For each situation looked at and each piece announced, the moves not known to lose; the last one is held.
    choices: Vec<Option<Vec<Vec<Candidate>>>>,
    lost: Vec<bool>,
    users: Vec<Vec<usize>>,
    open: Vec<usize>,
}

/// A lane strategy, if one is found with this effort. None found does not mean that there is none.
pub fn search(game: &LaneGame, effort: Effort) -> Option<LaneStrategy> {
    let pieces = game.pieces.pieces().len();
    let (numbers, situations, choices) = (HashMap::new(), Vec::new(), Vec::new());
    let (lost, users, open) = (Vec::new(), Vec::new(), Vec::new());
    let mut search = Search { game, effort, numbers, situations, choices, lost, users, open };
    let starts: Vec<usize> =
        sequences(pieces, game.lookahead).into_iter().map(|shown| search.number((LaneState::start(), shown))).collect();
    search.open = starts.clone();
    let mut looked = 0;
    while let Some(next) = search.open.pop() {
        if starts.iter().any(|start| search.lost[*start]) {
            return None;
        }
        if search.lost[next] || search.choices[next].is_some() || !(starts.contains(&next) || search.is_used(next)) {
            continue;
        }
        looked += 1;
        if looked > effort.situations {
            return None;
        }
        search.look(next);
    }
    (!starts.iter().any(|start| search.lost[*start])).then(|| search.strategy(&starts))
}

impl Search<'_> {
    fn number(&mut self, situation: Situation) -> usize {
        if let Some(number) = self.numbers.get(&situation) {
            return *number;
        }
        let number = self.situations.len();
        self.numbers.insert(situation.clone(), number);
        self.situations.push(situation);
        self.choices.push(None);
        self.lost.push(false);
        self.users.push(Vec::new());
        number
    }

    /// Whether a move that is held may lead to the situation.
    fn is_used(&self, number: usize) -> bool {
        let held = |user: &usize| match &self.choices[*user] {
            Some(choices) => choices.iter().any(|choice| choice.last().is_some_and(|(_, to)| to.contains(&number))),
            None => false,
        };
        self.users[number].iter().any(held)
    }

    fn look(&mut self, number: usize) {
        let (state, shown) = self.situations[number].clone();
        let mut choices = Vec::new();
        for piece in 0..self.game.pieces.pieces().len() as u8 {
            let sent = [&shown[..], &[piece]].concat();
            choices.push(self.candidates(&state, &sent));
        }
        self.choices[number] = Some(choices);
        if !self.hold(number) {
            self.lose(number);
        }
    }

    /// The moves of the first piece that stay within bounds, the most promising last.
    fn candidates(&mut self, state: &LaneState, sent: &[u8]) -> Vec<Candidate> {
        let mut all = Vec::new();
        for play in drops(self.game, state, sent[0]) {
            let after = outcomes(self.game, state, sent[0], &play);
            if after.iter().all(|after| self.is_fair(after)) {
                let worth = after.iter().map(|after| worth(self.game, after)).max();
                all.push((worth, play, after));
            }
        }
        all.sort_by(|a, b| (&b.0, &b.1).cmp(&(&a.0, &a.1)));
        let number = |(_, play, after): (_, LaneMove, Vec<LaneState>)| {
            let to = after.into_iter().map(|after| self.number((after, sent[1..].to_vec()))).collect();
            (play, to)
        };
        all.into_iter().map(number).collect()
    }

    fn is_fair(&self, state: &LaneState) -> bool {
        state.height() <= usize::from(self.game.depth)
            && bumpy(self.game, state) <= self.effort.bumpy
            && state.lanes.keys().all(|lane| holes(lane) <= self.effort.holes)
    }

    /// Drops moves that lose from the end of each choice; false if a choice is empty then.
    fn hold(&mut self, number: usize) -> bool {
        let Some(choices) = &mut self.choices[number] else { return true };
        for choice in choices.iter_mut() {
            while choice.last().is_some_and(|(_, to)| to.iter().any(|to| self.lost[*to])) {
                choice.pop();
            }
        }
        let held: Option<Vec<Vec<usize>>> =
            choices.iter().map(|choice| choice.last().map(|(_, to)| to.clone())).collect();
        let Some(held) = held else { return false };
        for to in held.concat() {
            self.users[to].push(number);
            if self.choices[to].is_none() {
                self.open.push(to);
            }
        }
        true
    }

    fn lose(&mut self, number: usize) {
        let mut fallen = vec![number];
        while let Some(next) = fallen.pop() {
            if std::mem::replace(&mut self.lost[next], true) {
                continue;
            }
            self.choices[next] = Some(Vec::new());
            for user in std::mem::take(&mut self.users[next]) {
                if !self.lost[user] && !self.hold(user) {
                    fallen.push(user);
                }
            }
        }
    }

    fn strategy(&self, starts: &[usize]) -> LaneStrategy {
        let (mut moves, mut open) = (BTreeMap::new(), starts.to_vec());
        let mut seen = vec![false; self.situations.len()];
        while let Some(next) = open.pop() {
            if std::mem::replace(&mut seen[next], true) {
                continue;
            }
            let (state, shown) = &self.situations[next];
            let choices = self.choices[next].as_ref().expect("what a strategy reaches was looked at");
            for (piece, choice) in choices.iter().enumerate() {
                let (play, to) = choice.last().expect("a situation that is not lost holds a move");
                moves.insert((state.clone(), [&shown[..], &[piece as u8]].concat()), play.clone());
                open.extend(to);
            }
        }
        LaneStrategy { game: self.game.clone(), moves }
    }
}

/// The empty cells with a full one above them.
fn holes(lane: &Profile) -> u32 {
    let (mut above, mut count) = (0, 0);
    for row in lane.iter().rev() {
        count += (above & !row).count_ones();
        above |= row;
    }
    count
}

/// How many profiles are no smooth lanes.
fn bumpy(game: &LaneGame, state: &LaneState) -> usize {
    let full = u16::MAX >> (16 - game.lane);
    let rest = game.rest == game.lane && state.rest.iter().any(|row| *row != full);
    usize::from(rest) + state.lanes.keys().filter(|lane| lane.iter().any(|row| *row != full)).count()
}

/// The smaller the better.
fn worth(game: &LaneGame, state: &LaneState) -> (usize, usize, usize) {
    (bumpy(game, state), state.height(), state.lanes.keys().map(Vec::len).sum())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::tetris::PieceSet;
    use crate::proof;

    #[test]
    fn lane_strategies_are_found_and_accepted() {
        for (pieces, rest, depth) in [("OI", 0, 6), ("OL", 0, 5), ("L", 3, 3), ("S", 0, 4), ("T", 0, 4)] {
            let pieces = PieceSet::parse(pieces).unwrap();
            let game = LaneGame { lane: 2, rest, depth, pieces, lookahead: 0 };
            let found = search(&game, Effort { bumpy: 3, holes: 2, situations: 2_000 }).unwrap();
            assert!(proof::check(&found.text()).is_ok(), "{game}");
        }
        let game = LaneGame { lane: 2, rest: 0, depth: 1, pieces: PieceSet::parse("O").unwrap(), lookahead: 0 };
        assert!(search(&game, Effort { bumpy: 3, holes: 2, situations: 2_000 }).is_none());
    }
}
