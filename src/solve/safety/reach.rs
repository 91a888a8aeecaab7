//! Who wins a well, on the fly: only the situations that the strategy under trial reaches are looked at.
//!
//! Every situation is taken to be safe until it is known not to be. In each one, for each piece that the machine may
//! announce, the player holds on to one placement; when the situation it leads to is found lost, the next placement is
//! tried, and when none is left this situation is lost too. What remains is the greatest fixpoint, seen from the start:
//! either the start is lost, or the placements held on to are a strategy.
use crate::error::Result;
use crate::game::tetris::{Mover, Placement, Well};
use crate::proof::strategy::{Strategy, WellGame};
use crate::solve::Memory;
use hashbrown::HashMap;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// A well and the pieces shown already, as indices into the piece set.
type Situation = (Well, Vec<u8>);

/// How hard to look for a strategy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effort {
    /// The most covered holes (empty cells with a full cell above them in their column) of a well that the player may
    /// make; `None` allows any number. Fewer holes make the search smaller, and a strategy found is a strategy.
    pub holes: Option<u32>,
    /// The most situations looked at.
    pub situations: usize,
}

/// What the search found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reached {
    /// The player can go on for ever.
    Won(Strategy),
    /// The machine wins: every placement was tried.
    Lost,
    /// Not decided: no strategy with so few holes, or too many situations.
    Unknown,
}

/// Looks for a strategy for the player.
///
/// # Errors
/// More memory than allowed for so many situations.
pub fn solve(game: &WellGame, effort: Effort, memory: Memory) -> Result<Reached> {
    let pieces = game.pieces.pieces().len();
    // Some thirty placements for each piece announced, and the well with its place in the tables.
    let bytes = effort.situations as u128 * (200 + 600 * pieces as u128);
    memory.ask(bytes, &format!("a search of {} situations of a well", effort.situations))?;
    let mut search = Search::new(game, effort);
    let starts = search.starts()?;
    let kept = search.run(&starts);
    let lost = starts.iter().any(|start| search.lost[*start as usize]);
    Ok(match (lost, kept) {
        (true, _) if effort.holes.is_none() => Reached::Lost,
        (true, _) | (false, false) => Reached::Unknown,
        (false, true) => Reached::Won(search.strategy(&starts)),
    })
}

/// The number of covered holes of a well.
fn holes(well: &Well) -> u32 {
    let (mut above, mut count) = (0, 0);
    for row in well.rows().iter().rev() {
        count += (above & !row).count_ones();
        above |= row;
    }
    count
}

/// The placements of one piece in one situation that are still thought safe.
struct Choice {
    /// The best first: the placement and the situation it leads to.
    left: Vec<(Placement, u32)>,
    held: usize,
}

struct Search<'a> {
    game: &'a WellGame,
    movers: Vec<Mover<'a>>,
    effort: Effort,
    numbers: HashMap<Situation, u32>,
    situations: Vec<Situation>,
    /// For each situation looked at, a choice for each piece announced.
    choices: Vec<Option<Vec<Choice>>>,
    lost: Vec<bool>,
    /// For each situation, the situations and announced pieces whose placement leads here.
    users: Vec<Vec<(u32, u8)>>,
    open: Vec<u32>,
    looked: usize,
}

impl<'a> Search<'a> {
    fn new(game: &'a WellGame, effort: Effort) -> Self {
        let movers = game.pieces.pieces().iter().map(|piece| Mover::new(piece, game.rule)).collect();
        Search {
            game,
            movers,
            effort,
            numbers: HashMap::new(),
            situations: Vec::new(),
            choices: Vec::new(),
            lost: Vec::new(),
            users: Vec::new(),
            open: Vec::new(),
            looked: 0,
        }
    }

    /// The empty well with everything that may be shown.
    fn starts(&mut self) -> Result<Vec<u32>> {
        let well = Well::empty(self.game.width)?;
        let shown = self.game.sequences(self.game.lookahead);
        Ok(shown.into_iter().map(|shown| self.number((well.clone(), shown))).collect())
    }

    fn number(&mut self, situation: Situation) -> u32 {
        if let Some(number) = self.numbers.get(&situation) {
            return *number;
        }
        let number = self.situations.len() as u32;
        self.numbers.insert(situation.clone(), number);
        self.situations.push(situation);
        self.choices.push(None);
        self.lost.push(false);
        self.users.push(Vec::new());
        number
    }

    /// Looks at situations until the start is lost or nothing is open; false if the effort was spent.
    fn run(&mut self, starts: &[u32]) -> bool {
        self.open = starts.to_vec();
        while let Some(next) = self.open.pop() {
            if starts.iter().any(|start| self.lost[*start as usize]) {
                return true;
            }
            let at = next as usize;
            if self.lost[at] || self.choices[at].is_some() || !(starts.contains(&next) || self.is_used(next)) {
                continue;
            }
            if self.looked == self.effort.situations {
                return false;
            }
            self.looked += 1;
            self.look(next);
        }
        true
    }

    /// Whether a placement that is held on to leads to the situation.
    fn is_used(&self, number: u32) -> bool {
        self.users[number as usize]
            .iter()
            .any(|(user, announced)| self.held(*user, *announced).is_some_and(|(_, to)| to == number))
    }

    /// The placement held on to; none in a situation that is lost.
    fn held(&self, situation: u32, announced: u8) -> Option<(Placement, u32)> {
        let choice = self.choices[situation as usize].as_ref()?.get(usize::from(announced))?;
        choice.left.get(choice.held).copied()
    }

    /// Finds the placements of a situation and holds on to one for each piece announced.
    fn look(&mut self, number: u32) {
        let pieces = self.movers.len() as u8;
        let choices = (0..pieces).map(|announced| self.candidates(number, announced)).collect();
        self.choices[number as usize] = Some(choices);
        for announced in 0..pieces {
            if !self.hold(number, announced) {
                self.lose(number);
                return;
            }
        }
    }

    /// The placements of the piece to be played, the most promising first.
    fn candidates(&mut self, number: u32, announced: u8) -> Choice {
        let (before, mut shown) = self.situations[number as usize].clone();
        shown.push(announced);
        let mover = &self.movers[usize::from(shown.remove(0))];
        let mut all: Vec<(Placement, Well)> = mover
            .placements(&before)
            .into_iter()
            .map(|at| (at, mover.place(&before, at).0))
            .filter(|(_, well)| well.height() <= usize::from(self.game.depth))
            .filter(|(_, well)| self.effort.holes.is_none_or(|most| holes(well) <= most))
            .collect();
        let worth = |well: &Well| {
            let cells: u32 = well.rows().iter().map(|row| row.count_ones()).sum();
            (holes(well), well.height(), cells, Reverse(well.rows().first().map_or(0, |row| row.count_ones())))
        };
        all.sort_by_cached_key(|(at, well)| (worth(well), *at));
        let mut left: Vec<(Placement, u32)> = Vec::with_capacity(all.len());
        for (at, well) in all {
            let to = self.number((well, shown.clone()));
            if left.iter().all(|(_, known)| *known != to) {
                left.push((at, to));
            }
        }
        Choice { held: 0, left }
    }

    /// Holds on to a placement not known to lose, one that leads to a situation looked at if there is one.
    fn hold(&mut self, number: u32, announced: u8) -> bool {
        let (lost, looked) = (&self.lost, &self.choices);
        let is_known = |to: u32| to == number || looked[to as usize].is_some();
        let Some(choices) = &looked[number as usize] else { return true };
        let left: Vec<(Placement, u32)> =
            choices[usize::from(announced)].left.iter().copied().filter(|(_, to)| !lost[*to as usize]).collect();
        let held = left.iter().position(|(_, to)| is_known(*to)).unwrap_or(0);
        let to = left.get(held).map(|(_, to)| *to);
        if let Some(choices) = &mut self.choices[number as usize] {
            choices[usize::from(announced)] = Choice { left, held };
        }
        let Some(to) = to else { return false };
        self.users[to as usize].push((number, announced));
        if self.choices[to as usize].is_none() {
            self.open.push(to);
        }
        true
    }

    /// Marks a situation as lost, and every one that loses because of it.
    fn lose(&mut self, number: u32) {
        let mut fallen = vec![number];
        while let Some(next) = fallen.pop() {
            if std::mem::replace(&mut self.lost[next as usize], true) {
                continue;
            }
            self.choices[next as usize] = Some(Vec::new());
            for (user, announced) in std::mem::take(&mut self.users[next as usize]) {
                if self.held(user, announced).is_some_and(|(_, to)| to == next) && !self.hold(user, announced) {
                    fallen.push(user);
                }
            }
        }
    }

    /// The placements held on to in the situations that they reach.
    fn strategy(&self, starts: &[u32]) -> Strategy {
        let mut moves = BTreeMap::new();
        let mut seen = vec![false; self.situations.len()];
        let mut open = starts.to_vec();
        while let Some(next) = open.pop() {
            if std::mem::replace(&mut seen[next as usize], true) {
                continue;
            }
            for announced in 0..self.movers.len() as u8 {
                let (at, to) = self.held(next, announced).expect("a situation that is not lost holds a placement");
                let (well, shown) = &self.situations[next as usize];
                moves.insert((well.clone(), [&shown[..], &[announced]].concat()), at);
                open.push(to);
            }
        }
        Strategy { game: self.game.clone(), moves }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::tetris::{PieceSet, Rule};
    use crate::proof::check;
    use std::collections::HashSet;

    fn game(width: u8, depth: u16, pieces: &str, rule: Rule, lookahead: u8) -> WellGame {
        WellGame::new(width, depth, PieceSet::parse(pieces).expect("a set"), rule, lookahead).expect("a game")
    }

    /// Every well, then the situations that are lost struck out until none is: the definition.
    fn is_won(game: &WellGame) -> bool {
        let full = (1u16 << game.width) - 1;
        let mut wells = vec![Well::empty(game.width).expect("a width")];
        let mut at = 0;
        while at < wells.len() {
            let rows = wells[at].rows().to_vec();
            if rows.len() < usize::from(game.depth) {
                let higher = |row| Well::new(game.width, [&rows[..], &[row]].concat()).expect("rows in range");
                wells.extend((1..full).map(higher).collect::<Vec<_>>());
            }
            at += 1;
        }
        let shown = game.sequences(game.lookahead);
        let all = wells.iter().flat_map(|well| shown.iter().map(move |shown| (well.clone(), shown.clone())));
        let mut safe: HashSet<Situation> = all.collect();
        let movers: Vec<Mover> = game.pieces.pieces().iter().map(|piece| Mover::new(piece, game.rule)).collect();
        loop {
            let holds = |(well, shown): &Situation| {
                (0..movers.len() as u8).all(|announced| {
                    let mut shown = [&shown[..], &[announced]].concat();
                    let mover = &movers[usize::from(shown.remove(0))];
                    let after = |at| (mover.place(well, at).0, shown.clone());
                    mover.placements(well).into_iter().any(|at| safe.contains(&after(at)))
                })
            };
            let still: HashSet<Situation> = safe.iter().filter(|situation| holds(situation)).cloned().collect();
            if still.len() == safe.len() {
                return shown.iter().all(|shown| safe.contains(&(wells[0].clone(), shown.clone())));
            }
            safe = still;
        }
    }

    #[test]
    fn the_winner_is_that_of_the_definition() {
        let effort = Effort { holes: None, situations: 100_000 };
        for (width, most) in [(1, 3), (2, 4), (3, 2), (4, 1)] {
            for pieces in ["O", "I", "T", "J", "S", "OI", "OL", "JL", "SZ", "1", "13", "OITJLSZ"] {
                for depth in 0..=most {
                    for (rule, lookahead) in Rule::ALL.into_iter().flat_map(|rule| [(rule, 0), (rule, 1), (rule, 2)]) {
                        if lookahead == 2 && (depth > 2 || pieces.len() > 2) {
                            continue;
                        }
                        let game = game(width, depth, pieces, rule, lookahead);
                        let found = solve(&game, effort, Memory(1 << 30)).expect("small");
                        match &found {
                            Reached::Won(strategy) => assert!(check(&strategy.text()).is_ok(), "{}", game.title()),
                            Reached::Lost => {}
                            Reached::Unknown => panic!("{}: too much effort", game.title()),
                        }
                        assert_eq!(matches!(found, Reached::Won(_)), is_won(&game), "{}", game.title());
                    }
                }
            }
        }
    }
}
