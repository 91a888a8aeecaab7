//! The search on the fly: only the situations that the moves under trial may reach are looked at.
//!
//! Every situation is taken to be safe until it is known not to be. In each one, for each piece that the machine may
//! announce, the player holds on to one move; when a situation to which that may lead is found lost, the next move is
//! tried, and when none is left this situation is lost too. What remains is the greatest fixpoint, seen from the start:
//! either a start is lost, or the moves held on to are a strategy.
use hashbrown::DefaultHashBuilder;
use hashbrown::hash_table::{Entry, HashTable};
use std::collections::BTreeMap;
use std::hash::{BuildHasher, Hash};

/// What the search has to know of a game.
pub(super) trait Ground {
    /// What play leaves behind: a well, or what is known of one.
    type State: Clone + Ord + Hash;
    /// What the player does with a piece.
    type Move: Clone;
    /// The numbers of the situations to which a move may lead: an array where there is always one of them, a vector else.
    type Led: AsRef<[u32]> + Eq;
    /// Whether a move that leads to situations looked at already goes before the most promising one.
    const FAMILIAR: bool;

    /// How many pieces the machine has.
    fn pieces(&self) -> u8;

    /// The moves of a piece in a state that are to be tried, the most promising first, each with the numbers that `number`
    /// gives to the states to which it may lead.
    fn moves(
        &self,
        state: &Self::State,
        piece: u8,
        number: &mut dyn FnMut(&Self::State) -> u32,
    ) -> Vec<(Self::Move, Self::Led)>;
}

/// What the search came to.
pub(super) enum Found<G: Ground> {
    /// The moves held on to, by state and the pieces shown and announced.
    Held(BTreeMap<(G::State, Vec<u8>), G::Move>),
    /// Every move that is tried loses.
    Lost,
    /// As many situations as allowed were looked at, and nothing is decided.
    Spent,
}

/// A state and the pieces shown already: a number in base of the pieces, the next piece being its first digit.
type Situation<G> = (<G as Ground>::State, u64);

/// Searches from a state with each list of so many pieces shown, looking at `most` situations at most.
pub(super) fn search<G: Ground>(ground: &G, state: &G::State, lookahead: u8, most: usize) -> Found<G> {
    let lists = u64::from(ground.pieces()).pow(lookahead.into());
    let mut search = Search {
        ground,
        lookahead,
        lists,
        table: Numbering::default(),
        choices: Vec::new(),
        users: Vec::new(),
        open: Vec::new(),
    };
    let starts: Vec<u32> = (0..lists).map(|shown| search.table.number(state, shown)).collect();
    search.grow();
    let whole = search.run(&starts, most);
    match (search.is_any_lost(&starts), whole) {
        (true, _) => Found::Lost,
        (false, false) => Found::Spent,
        (false, true) => Found::Held(search.held_moves(&starts)),
    }
}

/// The situations that were met, by number.
struct Numbering<G: Ground> {
    /// Only the numbers: a situation is found by that under its number.
    numbers: HashTable<u32>,
    hasher: DefaultHashBuilder,
    situations: Vec<Situation<G>>,
}

impl<G: Ground> Default for Numbering<G> {
    fn default() -> Self {
        Numbering { numbers: HashTable::new(), hasher: DefaultHashBuilder::default(), situations: Vec::new() }
    }
}

impl<G: Ground> Numbering<G> {
    fn number(&mut self, state: &G::State, shown: u64) -> u32 {
        let Numbering { numbers, hasher, situations } = self;
        let hash = |state: &G::State, shown: u64| hasher.hash_one((state, shown));
        let same = |number: &u32| {
            let (known, then) = &situations[*number as usize];
            known == state && *then == shown
        };
        let again = |number: &u32| {
            let (known, then) = &situations[*number as usize];
            hash(known, *then)
        };
        match numbers.entry(hash(state, shown), same, again) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(new) => {
                let number = situations.len() as u32;
                new.insert(number);
                situations.push((state.clone(), shown));
                number
            }
        }
    }
}

/// The moves of one piece in one situation that are not known to lose, the best first, and which of them is held.
struct Choice<G: Ground> {
    left: Vec<(G::Move, G::Led)>,
    held: usize,
}

/// What is known of a situation.
enum Standing<G: Ground> {
    /// It was met, and not looked at.
    Met,
    /// A choice for each piece announced.
    Looked(Vec<Choice<G>>),
    Lost,
}

struct Search<'a, G: Ground> {
    ground: &'a G,
    /// How many pieces are shown.
    lookahead: u8,
    /// How many lists of pieces may be shown.
    lists: u64,
    table: Numbering<G>,
    choices: Vec<Standing<G>>,
    /// For each situation, the situations and announced pieces whose move may lead here.
    users: Vec<Vec<(u32, u8)>>,
    open: Vec<u32>,
}

impl<G: Ground> Search<'_, G> {
    /// Makes room for the situations that were met since.
    fn grow(&mut self) {
        let met = self.table.situations.len();
        self.choices.resize_with(met, || Standing::Met);
        self.users.resize_with(met, Vec::new);
    }

    fn is_lost(&self, number: u32) -> bool {
        matches!(self.choices[number as usize], Standing::Lost)
    }

    fn is_met_only(&self, number: u32) -> bool {
        matches!(self.choices[number as usize], Standing::Met)
    }

    fn is_any_lost(&self, numbers: &[u32]) -> bool {
        numbers.iter().any(|number| self.is_lost(*number))
    }

    /// Looks at situations until a start is lost or nothing is open; false if `most` were looked at before that.
    fn run(&mut self, starts: &[u32], most: usize) -> bool {
        self.open = starts.to_vec();
        let mut looked = 0;
        while let Some(next) = self.open.pop() {
            if self.is_any_lost(starts) {
                return true;
            }
            if !self.is_met_only(next) || !(starts.contains(&next) || self.is_used(next)) {
                continue;
            }
            if looked == most {
                return false;
            }
            looked += 1;
            self.look(next);
        }
        true
    }

    /// Whether a move that is held on to may lead to the situation.
    fn is_used(&self, number: u32) -> bool {
        self.users[number as usize].iter().any(|user| self.leads(*user, number))
    }

    /// Whether the move that is held on to in a situation, for an announced piece, may lead to another.
    fn leads(&self, (from, announced): (u32, u8), to: u32) -> bool {
        self.held(from, announced).is_some_and(|(_, led)| led.as_ref().contains(&to))
    }

    /// The move held on to; none in a situation that is lost.
    fn held(&self, situation: u32, announced: u8) -> Option<&(G::Move, G::Led)> {
        let Standing::Looked(choices) = &self.choices[situation as usize] else { return None };
        let choice = &choices[usize::from(announced)];
        choice.left.get(choice.held)
    }

    /// Finds the moves of a situation and holds on to one for each piece announced.
    fn look(&mut self, number: u32) {
        let pieces = self.ground.pieces();
        let choices = (0..pieces).map(|announced| self.candidates(number, announced)).collect();
        self.grow();
        self.choices[number as usize] = Standing::Looked(choices);
        if !(0..pieces).all(|announced| self.hold(number, announced)) {
            self.lose(number);
        }
    }

    /// The moves of the piece to be played; of those that lead to the same situations only the first.
    fn candidates(&mut self, number: u32, announced: u8) -> Choice<G> {
        let (state, shown) = self.table.situations[number as usize].clone();
        let queue = self.queue(shown, announced);
        let (piece, shown) = ((queue / self.lists) as u8, queue % self.lists);
        let table = &mut self.table;
        let all = self.ground.moves(&state, piece, &mut |after| table.number(after, shown));
        let mut left: Vec<(G::Move, G::Led)> = Vec::with_capacity(all.len());
        for (play, led) in all {
            if left.iter().all(|(_, known)| *known != led) {
                left.push((play, led));
            }
        }
        Choice { left, held: 0 }
    }

    /// The pieces shown and then the one announced, as one number.
    fn queue(&self, shown: u64, announced: u8) -> u64 {
        shown * u64::from(self.ground.pieces()) + u64::from(announced)
    }

    /// The pieces shown and the one announced, one by one.
    fn listed(&self, queue: u64) -> Vec<u8> {
        let base = u64::from(self.ground.pieces());
        let digit = |place| (queue / base.pow(place) % base) as u8;
        (0..=self.lookahead.into()).rev().map(digit).collect()
    }

    /// Holds on to the first move not known to lose, or to the first that is familiar.
    fn hold(&mut self, number: u32, announced: u8) -> bool {
        let at = usize::from(announced);
        let Standing::Looked(choices) = &mut self.choices[number as usize] else { return false };
        let mut left = std::mem::take(&mut choices[at].left);
        left.retain(|(_, led)| !self.is_any_lost(led.as_ref()));
        let familiar = |led: &G::Led| G::FAMILIAR && !led.as_ref().iter().any(|to| self.is_met_only(*to));
        let held = left.iter().position(|(_, led)| familiar(led)).unwrap_or(0);
        for to in left.get(held).map_or(&[][..], |(_, led)| led.as_ref()) {
            self.users[*to as usize].push((number, announced));
            if self.is_met_only(*to) {
                self.open.push(*to);
            }
        }
        let any = !left.is_empty();
        if let Standing::Looked(choices) = &mut self.choices[number as usize] {
            choices[at] = Choice { left, held };
        }
        any
    }

    /// Marks a situation as lost, and every one that loses because of it.
    fn lose(&mut self, number: u32) {
        let mut fallen = vec![number];
        while let Some(next) = fallen.pop() {
            if matches!(std::mem::replace(&mut self.choices[next as usize], Standing::Lost), Standing::Lost) {
                continue;
            }
            for user in std::mem::take(&mut self.users[next as usize]) {
                if self.leads(user, next) && !self.hold(user.0, user.1) {
                    fallen.push(user.0);
                }
            }
        }
    }

    /// The moves held on to in the situations that they may reach.
    fn held_moves(&self, starts: &[u32]) -> BTreeMap<(G::State, Vec<u8>), G::Move> {
        let mut moves = BTreeMap::new();
        let mut seen = vec![false; self.table.situations.len()];
        let mut open = starts.to_vec();
        while let Some(next) = open.pop() {
            if std::mem::replace(&mut seen[next as usize], true) {
                continue;
            }
            let (state, shown) = &self.table.situations[next as usize];
            for announced in 0..self.ground.pieces() {
                let held = self.held(next, announced);
                let (play, led) = held.expect("a situation that is not lost holds a move");
                moves.insert((state.clone(), self.listed(self.queue(*shown, announced))), play.clone());
                open.extend(led.as_ref());
            }
        }
        moves
    }
}
