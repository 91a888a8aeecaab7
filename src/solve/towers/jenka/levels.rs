//! The game without physics ([`jenka_levels`]) as far as memory goes: values of single positions, in packed form.
use super::lift::{Removal, Rules};
use crate::error::{Error, Result};
use crate::game::jenka_levels::{jenka_levels, level, pairs};
use crate::game::vector::VectorPosition;
use crate::solve::Memory;
use hashbrown::HashMap;

/// Bits of a coordinate and of the state.
const FIELD: u32 = 7;

/// The values met so far.
pub struct Levels {
    slots: u32,
    singles: usize,
    rules: Vec<Vec<Step>>,
    values: HashMap<u128, u8>,
    memory: Memory,
}

/// A rule in a state: what has to be there, and what is added, modulo 2^128.
struct Step {
    place: u32,
    add: u128,
}

/// A position whose options are being valued.
struct Open {
    at: u128,
    next: usize,
    seen: [u64; 4],
}

impl Levels {
    /// The game of k blocks a level.
    ///
    /// # Errors
    /// As [`jenka_levels`]; more coordinates than a packed position has.
    pub fn new(slots: u32, memory: Memory) -> Result<Self> {
        let game = jenka_levels(u64::from(slots))?;
        if (game.dimension as u32 + 1) * FIELD > u128::BITS {
            return Err(Error::input("blocks a level", slots.to_string(), "at most 11, or an even number"));
        }
        let mut rules: Vec<Vec<Step>> = (0..game.states).map(|_| Vec::new()).collect();
        for rule in &game.rules {
            let place = rule.take.iter().position(|&take| take > 0).expect("every rule takes something");
            let put = pack(rule.to, &rule.put);
            let add = put.wrapping_sub(pack(rule.from, &rule.take));
            rules[rule.from].push(Step { place: FIELD * (place as u32 + 1), add });
        }
        Ok(Levels { slots, singles: game.dimension - 1, rules, values: HashMap::new(), memory })
    }

    /// How many positions are valued.
    pub fn positions(&self) -> u64 {
        self.values.len() as u64
    }

    /// The value of `levels` full levels.
    ///
    /// # Errors
    /// Numbers too large for a packed position, or more memory than allowed.
    pub fn start(&mut self, levels: usize) -> Result<u8> {
        let half = u64::from(self.slots / 2);
        let full = level(u64::from(self.slots), (half, half), self.slots % 2 == 1).expect("a full level bears all");
        let mut at = vec![0; self.singles + 1];
        at[full.0] = full.1 * (levels.max(1) as u64 - 1);
        self.value(&VectorPosition { state: 0, at })
    }

    /// The value of a position.
    ///
    /// # Errors
    /// Numbers too large for a packed position, or more memory than allowed.
    pub fn value(&mut self, position: &VectorPosition) -> Result<u8> {
        // The moves that the levels are good for bound every coordinate. A move makes them fewer, and one move in k adds
        // k - 1 for a new full level, so they never exceed those at the start by more than k. A value is at most the
        // number of rules, and so fits into a byte.
        let pairs = pairs(u64::from(self.slots)).into_iter().map(|(a, b)| a + b).chain([1]);
        let moves: u64 = position.at.iter().zip(pairs).map(|(&x, each)| x.saturating_mul(each)).sum();
        if moves + u64::from(self.slots) >= 1 << FIELD {
            let what = format!("{} good for {moves} moves", jenka_levels(u64::from(self.slots))?.name);
            return Err(Error::input(
                "levels",
                what,
                format!("levels good for fewer than {} moves", (1 << FIELD) - self.slots),
            ));
        }
        let start = pack(position.state, &position.at);
        let mut path = vec![Open { at: start, next: 0, seen: [0; 4] }];
        while let Some(top) = path.last_mut() {
            if top.next == 0 && self.values.contains_key(&top.at) {
                path.pop();
                continue;
            }
            let steps = &self.rules[(top.at & MASK) as usize];
            let mut unknown = None;
            while let Some(step) = steps.get(top.next) {
                if top.at >> step.place & MASK != 0 {
                    let option = top.at.wrapping_add(step.add);
                    match self.values.get(&option) {
                        Some(&value) => top.seen[usize::from(value >> 6)] |= 1 << (value & 63),
                        None => {
                            unknown = Some(option);
                            break;
                        }
                    }
                }
                top.next += 1;
            }
            match unknown {
                Some(option) => path.push(Open { at: option, next: 0, seen: [0; 4] }),
                None => {
                    let value = super::values::mex(top.seen);
                    let at = top.at;
                    self.keep(at, value)?;
                    path.pop();
                }
            }
        }
        Ok(self.values[&start])
    }

    fn keep(&mut self, at: u128, value: u8) -> Result<()> {
        if self.values.len() == self.values.capacity() {
            let bytes = 3 * self.values.allocation_size() as u128 + (1 << 12);
            self.memory.ask(bytes, "the positions of the game without physics")?;
        }
        self.values.insert(at, value);
        Ok(())
    }
}

const MASK: u128 = (1 << FIELD) - 1;

fn pack(state: usize, at: &[u64]) -> u128 {
    let fields = std::iter::once(state as u128).chain(at.iter().map(|&x| u128::from(x)));
    fields.zip(0..).map(|(field, place)| field << (FIELD * place)).sum()
}

/// The position of a tower, if every level below the highest full one bears what is in the middle.
pub fn read(slots: u32, levels: &[u16]) -> Option<VectorPosition> {
    let full = Rules { slots, rule: Removal::Official, semi_stable: false }.full();
    let highest = levels.iter().rposition(|&mask| mask == full)?;
    let half = slots / 2;
    let mut at = vec![0; pairs(u64::from(slots)).len() + 1];
    for &mask in &levels[..highest] {
        let right = mask & ((1 << half) - 1);
        let left = mask >> (slots - half);
        let centre = slots % 2 == 1 && mask >> half & 1 == 1;
        let sides = (u64::from(left.count_ones()), u64::from(right.count_ones()));
        let (place, number) = level(u64::from(slots), sides, centre)?;
        at[place] += number;
    }
    let state = levels[highest + 1..].iter().map(|mask| mask.count_ones() as usize).sum();
    Some(VectorPosition { state, at })
}
