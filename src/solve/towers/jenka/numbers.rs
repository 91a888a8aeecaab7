//! How many towers arise from a start, without a visit to each of them: official rule, stable towers.
//!
//! # Towers that fit
//! A new level is begun only on a full top, and until the top is full nothing is taken from the level under it. So if a
//! tower that arises has more levels than the start, its *second* level from the top is full, and its *third* lacks at
//! most as many blocks as the top has, since nothing was taken from it before the top was begun. Call the towers of this
//! form that stand, and the start, *fitting*. What a level bears depends on how many blocks are above it and on their
//! two moments, so fitting towers are counted from the top down, all with the same sums at once.
//!
//! # Towers that do not arise
//! The last move to a tower is taken back so: a block of the top is lifted, the rest has to stand, and the block is put
//! into a free slot of the third level or a lower one. What then stands and fits is a tower *before* it. A fitting tower
//! arises if and only if it is the start or a tower before it arises; call the others *stranded*; for odd k they were few.
//!
//! If the rest stands, so does the tower with the block in the lowest level that is not full: above that level nothing
//! changes, the level itself has edges as wide as before or wider, and full levels bear everything
//! (`docs/notes/jenka-growth.md`). It fits, unless the third level lacks as many blocks as the top has; then the block
//! must go into the third level. So only a few *ways back* decide whether there is a tower before at all: one for each
//! block of the top or, in the second case, for each such block and each free slot of the third level. A level bears a
//! way back or not, by the sums above it, and the towers without a way back are found from the top down, by following
//! only sums from which all ways can still fail.
//!
//! The stranded towers of a ply are these, and among the towers that come from stranded ones of the ply before those
//! before which all towers are stranded.
use super::kept::{Kept, size};
use super::lift::Rules;
use super::pack::{Packed, Packing};
use crate::error::{Error, Result};
use crate::solve::{Memory, Watch};
use hashbrown::HashMap;
use rayon::prelude::*;

/// The most blocks a level: the ways back are bits of a word.
const MOST_SLOTS: u32 = 9;

/// Stranded towers that one task goes on from.
const CHUNK: usize = 1 << 12;

/// How many towers there are: mirror images counted apart, and once.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Numbers {
    /// Mirror images counted apart.
    pub apart: u128,
    /// Up to mirror in each axis.
    pub positions: u128,
}

impl Numbers {
    fn add(&mut self, other: Numbers) -> Option<()> {
        self.apart = self.apart.checked_add(other.apart)?;
        self.positions = self.positions.checked_add(other.positions)?;
        Some(())
    }
}

/// The towers after so many moves.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Arising {
    /// Those that fit.
    pub fitting: Numbers,
    /// Those of them that do not arise.
    pub stranded: Numbers,
}

impl Arising {
    /// The towers that arise.
    pub fn towers(&self) -> Numbers {
        Numbers {
            apart: self.fitting.apart - self.stranded.apart,
            positions: self.fitting.positions - self.stranded.positions,
        }
    }

    /// All plies together.
    pub fn all(plies: &[Arising]) -> Option<Arising> {
        plies.iter().try_fold(Arising::default(), |mut sum, ply| {
            sum.fitting.add(ply.fitting)?;
            sum.stranded.add(ply.stranded)?;
            Some(sum)
        })
    }
}

/// The towers of each ply from `levels` full levels of `slots` blocks, the start first.
///
/// # Errors
/// A start that is out of range, more than 9 blocks a level, numbers above 2^128, or more memory than allowed.
pub fn arising(slots: u32, levels: usize, watch: &dyn Watch, memory: Memory) -> Result<Vec<Arising>> {
    let rules = Rules::official(slots)?;
    if slots > MOST_SLOTS {
        return Err(Error::input("blocks a level", slots.to_string(), format!("at most {MOST_SLOTS}")));
    }
    let packing = Packing::new::<u128>(rules, levels)?;
    let game = Game { rules, packing, blocks: slots as i32 * levels as i32 };
    let last = slots as usize * (rules.highest(levels) - levels);
    watch.begin(&format!("towers that arise, k = {slots}, n = {levels}"), last as u64, "plies");
    let (mut counted, mut stranded) = (Counted::default(), Vec::new());
    let start = Numbers { apart: 1, positions: 1 };
    let mut plies = vec![Arising { fitting: start, stranded: Numbers::default() }];
    for ply in 1..=last {
        let roots = game.roots(ply);
        let kept = Kept::new(size(&counted) + towers(stranded.len()), memory);
        let fitting = game.fitting(&roots, &mut counted, &kept)?;
        stranded = game.stranded(&roots, stranded, &kept)?;
        let apart = stranded.par_iter().map(|&tower| game.images(tower)).sum();
        plies.push(Arising { fitting, stranded: Numbers { apart, positions: stranded.len() as u128 } });
        watch.advance(1);
    }
    let reached = plies.iter().rposition(|ply| ply.fitting.apart > 0).expect("the start fits");
    plies.truncate(reached + 1);
    Ok(plies)
}

type Tower = Packed<u128>;

/// What lies above a level: the number of blocks, and their moments along the level's axis and along the other one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Above {
    blocks: i32,
    along: i32,
    across: i32,
}

/// One way back: the moment of the block lifted from the top and, if it has to go into the third level, that of its slot
/// there.
#[derive(Debug, Clone, Copy)]
struct Way {
    lifted: i32,
    put: Option<i32>,
}

/// The three highest levels of a tower, and how many there are below.
struct Root {
    /// From the top down.
    levels: [u16; 3],
    rest: usize,
    above: Above,
    ways: Vec<Way>,
    /// The ways back that these levels bear, as bits.
    open: u64,
}

/// What decides how a tower can go on below: what is above, how many levels are to come, and the ways back that are open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct State {
    above: Above,
    rest: usize,
    open: u64,
}

/// In how many ways a tower can go on, by what is above, how many levels are to come, and whether those of the axis of
/// the next one, and those of the other, have to be their own mirror images.
type Counted = HashMap<(Above, usize, [bool; 2]), u128>;

struct Game {
    rules: Rules,
    packing: Packing,
    blocks: i32,
}

impl Game {
    fn bears(&self, level: u16, blocks: i32, along: i32) -> bool {
        let (low, high) = self.rules.edges(level);
        low * blocks < along && along < high * blocks
    }

    /// What is above the level below this one.
    fn with(&self, above: Above, level: u16) -> Above {
        Above {
            blocks: above.blocks + level.count_ones() as i32,
            along: above.across,
            across: above.along + self.rules.moment(level),
        }
    }

    /// The levels that bear what is above and leave a block at least for each of those to come, or none if none does.
    fn levels(&self, above: Above, rest: usize) -> impl Iterator<Item = u16> + '_ {
        let room = self.blocks - above.blocks - (rest as i32 - 1);
        let fits = move |level: u16| {
            let count = level.count_ones() as i32;
            (if rest == 1 { count == room } else { count <= room }) && self.bears(level, above.blocks, above.along)
        };
        (1..=self.rules.full()).filter(move |&level| fits(level))
    }

    /// Every choice of the three highest levels of a fitting tower after so many moves, but the start.
    fn roots(&self, ply: usize) -> Vec<Root> {
        let slots = self.rules.slots as usize;
        let (count, rest) = ((ply - 1) % slots + 1, self.packing.levels + (ply - 1) / slots - 2);
        let levels = |least: usize| (1..=self.rules.full()).filter(move |level| level.count_ones() as usize >= least);
        let tops = levels(count).filter(|top| top.count_ones() as usize == count);
        tops.flat_map(|top| levels((slots - count).max(1)).filter_map(move |third| self.root(top, third, rest)))
            .collect()
    }

    fn root(&self, top: u16, third: u16, rest: usize) -> Option<Root> {
        let full = self.rules.full();
        let moment = self.rules.moment(top);
        let above = Above { blocks: (top.count_ones() + full.count_ones()) as i32, along: moment, across: 0 };
        let lacking = full ^ third;
        let is_forced = lacking.count_ones() == top.count_ones();
        let puts: Vec<Option<i32>> = if is_forced { self.slots(lacking).map(Some).collect() } else { vec![None] };
        let ways: Vec<Way> =
            self.slots(top).flat_map(|lifted| puts.iter().map(move |&put| Way { lifted, put })).collect();
        let is_open = |way: &Way| self.bears(third, above.blocks - 1, moment - way.lifted);
        let open = bits(ways.iter().map(is_open));
        self.bears(third, above.blocks, moment).then(|| Root {
            levels: [top, full, third],
            rest,
            above: self.with(above, third),
            ways,
            open,
        })
    }

    /// The middles of the slots of a mask.
    fn slots(&self, mask: u16) -> impl Iterator<Item = i32> + '_ {
        singles(mask).map(|slot| self.rules.middle(slot))
    }

    /// How many towers with these highest levels fit.
    fn fitting(&self, roots: &[Root], counted: &mut Counted, kept: &Kept) -> Result<Numbers> {
        let mut fixed = [0_u128; 4];
        for root in roots {
            for (number, fixed) in fixed.iter_mut().enumerate() {
                let symmetric = [number & 1 != 0, number & 2 != 0];
                let is_own_image = |mask: u16| mask == self.packing.reversed(mask);
                if !symmetric[1] || (is_own_image(root.levels[0]) && is_own_image(root.levels[2])) {
                    *fixed = self.sum(*fixed, self.below(root.above, root.rest, symmetric, counted, kept)?)?;
                }
            }
        }
        // The orbits of the four mirrors, by Burnside's lemma.
        let images = fixed.iter().try_fold(0_u128, |sum, &fixed| self.sum(sum, fixed))?;
        Ok(Numbers { apart: fixed[0], positions: images / 4 })
    }

    fn sum(&self, one: u128, other: u128) -> Result<u128> {
        let more = || {
            let right = "fewer: the number of towers is above 2^128";
            Error::input("full levels", self.packing.levels.to_string(), right)
        };
        one.checked_add(other).ok_or_else(more)
    }

    /// In how many ways a tower can go on below.
    fn below(
        &self,
        above: Above,
        rest: usize,
        symmetric: [bool; 2],
        counted: &mut Counted,
        kept: &Kept,
    ) -> Result<u128> {
        if rest == 0 {
            return Ok(u128::from(above.blocks == self.blocks));
        }
        if let Some(&known) = counted.get(&(above, rest, symmetric)) {
            return Ok(known);
        }
        let [along, across] = symmetric;
        let fitting = self.levels(above, rest).filter(|&level| !along || level == self.packing.reversed(level));
        let number = fitting.collect::<Vec<_>>().into_iter().try_fold(0_u128, |sum, level| {
            self.sum(sum, self.below(self.with(above, level), rest - 1, [across, along], counted, kept)?)
        })?;
        kept.grow(counted)?;
        counted.insert((above, rest, symmetric), number);
        Ok(number)
    }

    /// The stranded towers of a ply, in order, of mirror images the least one; from those of the ply before.
    fn stranded(&self, roots: &[Root], before: Vec<Tower>, kept: &Kept) -> Result<Vec<Tower>> {
        let least = |root: &&Root| root.levels[0] <= self.packing.reversed(root.levels[0]);
        let roots: Vec<&Root> = roots.iter().filter(least).collect();
        let found: Result<Vec<Vec<Tower>>> = roots.par_iter().map(|root| Dead::of(self, root, kept)).collect();
        let after = |some: &[Tower]| {
            let mut after = Vec::new();
            some.iter()
                .for_each(|&tower| self.packing.options(tower, |option| after.push(self.packing.canonical(option))));
            after.sort_unstable();
            after.dedup();
            after.retain(|&tower| !self.arises(tower, &before));
            kept.ask(towers(after.len())).map(|()| after)
        };
        let after: Result<Vec<Vec<Tower>>> = before.par_chunks(CHUNK).map(after).collect();
        let mut stranded = [found?.concat(), after?.concat()].concat();
        stranded.par_sort_unstable();
        stranded.dedup();
        Ok(stranded)
    }

    /// Whether a tower before this one is not among those stranded.
    fn arises(&self, tower: Tower, stranded: &[Tower]) -> bool {
        let levels = self.packing.unpack(tower);
        let (last, top) = (levels.len() - 1, levels[levels.len() - 1]);
        singles(top).any(|lifted| {
            let mut rest = levels.to_vec();
            rest[last] ^= lifted;
            rest.truncate(last + usize::from(rest[last] != 0));
            let arises_with = |level: usize, slot: u16, rest: &mut Vec<u16>| {
                rest[level] ^= slot;
                let fits = self.fits(rest);
                rest[level] ^= slot;
                let before = self.packing.flipped(self.packing.flipped(tower, last, lifted), level, slot);
                fits && stranded.binary_search(&self.packing.canonical(before)).is_err()
            };
            self.rules.standing(&rest)
                && (0..last - 1).any(|level| {
                    singles(self.rules.full() ^ rest[level]).any(|slot| arises_with(level, slot, &mut rest))
                })
        })
    }

    /// Whether a tower fits that has as many blocks as the start.
    fn fits(&self, levels: &[u16]) -> bool {
        let is_of_the_form = || {
            let [.., third, second, top] = levels else { return false };
            *second == self.rules.full() && (self.rules.full() ^ third).count_ones() <= top.count_ones()
        };
        (levels.len() == self.packing.levels || is_of_the_form()) && self.rules.standing(levels)
    }

    /// How many mirror images a tower has, itself among them.
    fn images(&self, tower: Tower) -> u128 {
        tower.words.iter().map(|&word| if self.packing.mirrored(word) == word { 1 } else { 2 }).product()
    }
}

/// The bytes of stranded towers: each is twice in memory while lists are joined.
fn towers(count: usize) -> usize {
    2 * count * size_of::<Tower>()
}

/// Each slot of a mask, as a mask of one bit.
fn singles(mask: u16) -> impl Iterator<Item = u16> {
    (0..u16::BITS).map(|bit| 1 << bit).filter(move |slot| mask & slot != 0)
}

/// A bit for each answer.
fn bits(answers: impl Iterator<Item = bool>) -> u64 {
    answers.enumerate().fold(0, |bits, (place, answer)| bits | u64::from(answer) << place)
}

/// The search for the towers without a way back that have the same three highest levels.
struct Dead<'a> {
    game: &'a Game,
    root: &'a Root,
    kept: &'a Kept,
    /// Whether all ways can still fail.
    known: HashMap<State, bool>,
    /// The levels so far, from the top down.
    levels: Vec<u16>,
    found: Vec<Tower>,
}

impl<'a> Dead<'a> {
    fn of(game: &'a Game, root: &'a Root, kept: &'a Kept) -> Result<Vec<Tower>> {
        let levels = root.levels.to_vec();
        let mut dead = Dead { game, root, kept, known: HashMap::new(), levels, found: Vec::new() };
        let state = State { above: root.above, rest: root.rest, open: root.open };
        if dead.can_fail(state)? {
            dead.walk(state)?;
        }
        kept.give_back(size(&dead.known));
        Ok(dead.found)
    }

    /// The states after one level more.
    fn steps(&self, state: State) -> Vec<(u16, State)> {
        let step = |level| {
            let above = self.game.with(state.above, level);
            (level, State { above, rest: state.rest - 1, open: self.open(state, level) })
        };
        self.game.levels(state.above, state.rest).map(step).collect()
    }

    /// The ways that are still open below a level.
    fn open(&self, state: State, level: u16) -> u64 {
        let State { above: Above { blocks, along, .. }, rest, open } = state;
        // The levels alternate; the third one has the axis of the top.
        let has_axis_of_top = (self.root.rest - rest) % 2 == 1;
        let bears = |way: &Way| {
            let (lifted, put) = if has_axis_of_top { (way.lifted, way.put) } else { (0, way.put.map(|_| 0)) };
            self.game.bears(level, blocks - 1, along - lifted)
                && put.is_none_or(|put| self.game.bears(level, blocks, along - lifted + put))
        };
        bits(self.root.ways.iter().enumerate().map(|(place, way)| open >> place & 1 != 0 && bears(way)))
    }

    fn can_fail(&mut self, state: State) -> Result<bool> {
        if state.rest == 0 {
            return Ok(state.open == 0 && state.above.blocks == self.game.blocks);
        }
        if let Some(&known) = self.known.get(&state) {
            return Ok(known);
        }
        let mut can = false;
        for (_, next) in self.steps(state) {
            can = self.can_fail(next)?;
            if can {
                break;
            }
        }
        self.kept.grow(&mut self.known)?;
        self.known.insert(state, can);
        Ok(can)
    }

    /// Finds the towers from a state from which all ways can fail.
    fn walk(&mut self, state: State) -> Result<()> {
        if state.rest == 0 {
            let levels: Vec<u16> = self.levels.iter().rev().copied().collect();
            let tower = self.game.packing.pack(&levels);
            if tower == self.game.packing.canonical(tower) {
                self.kept.ask(towers(1))?;
                self.found.push(tower);
            }
            return Ok(());
        }
        for (level, next) in self.steps(state) {
            if self.can_fail(next)? {
                self.levels.push(level);
                self.walk(next)?;
                self.levels.pop();
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::growth::plies;
    use super::*;
    use crate::solve::Unwatched;

    const MEMORY: Memory = Memory(1 << 30);

    #[test]
    fn as_many_towers_arise_as_are_found_one_by_one() {
        let starts =
            [(1, 3), (2, 4), (3, 1), (3, 2), (3, 6), (4, 2), (4, 3), (4, 4), (5, 2), (5, 3), (6, 2), (7, 2), (8, 2)];
        for (slots, levels) in starts {
            let found = plies(Rules::official(slots).unwrap(), levels, &Unwatched, MEMORY).unwrap();
            let found: Vec<u128> = found.iter().map(|ply| u128::from(ply.positions)).collect();
            let counted = arising(slots, levels, &Unwatched, MEMORY).unwrap();
            let mut counted: Vec<u128> = counted.iter().map(|ply| ply.towers().positions).collect();
            assert!(counted.split_off(found.len()).iter().all(|&positions| positions == 0));
            assert_eq!(counted, found, "k = {slots}, n = {levels}");
        }
    }

    #[test]
    fn memory_is_asked_for_before_it_is_taken() {
        let ends = |bytes: u64| arising(5, 3, &Unwatched, Memory(bytes));
        assert!(ends(1 << 22).is_ok());
        for bytes in [0, 1000, 100_000] {
            assert!(matches!(ends(bytes), Err(Error::Memory { .. })), "{bytes}");
        }
    }
}
