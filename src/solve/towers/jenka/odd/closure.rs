//! Balanced strategies for every n at once: a finite system of classes in which the winner always has a reply.
//!
//! What a class is, and why this is enough, is in the head of the checker, [`crate::proof::region::balance_all`]. Here all
//! classes that any balanced play reaches are listed, and those without a safe reply are taken away until nothing changes.
use super::balance::{Reply, Rules, Sides, Sketch};
use super::free::Outcomes;
use crate::error::{Error, Result};
use crate::solve::Memory;
use hashbrown::HashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The most replies of a line of a certificate.
const LINE: usize = 16;

/// What makes a class of a position: counts are cut at `clip`, and the sum of count times weight is kept modulo a number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shape {
    /// Greater counts are not told apart.
    pub clip: u16,
    /// The sum is kept modulo this number.
    pub modulus: u64,
    /// The weights of even sides, the greater side first; those of the quiet moves have the sides 0 0 0.
    pub weights: Vec<(Sides, u64)>,
}

/// A class: a position with clipped counts, the remainder, and whether the winner is to move.
type Class = (Sketch, u64, bool);

/// The classes met so far, with what can be done in them.
struct System {
    rules: Rules,
    outcomes: Outcomes,
    shape: Shape,
    number: HashMap<Class, usize>,
    classes: Vec<Class>,
    /// For the winner, what each reply can lead to; for the opponent, one list of all, or none if the bound can fail.
    moves: Vec<Vec<(Reply, Vec<usize>)>>,
    safe: Vec<bool>,
}

/// Looks for a win, from n full levels for every n, of the player who wins without physics, and returns the certificate of kind
/// `jenka-balance-all`; nothing if there is a start that is not won in this way.
///
/// # Errors
/// More memory than allowed.
pub fn close(slots: u32, shape: Shape, memory: Memory) -> Result<Option<String>> {
    let last = usize::from(shape.clip) + shape.modulus as usize;
    let mut system = System::new(slots, shape);
    let winners: Vec<(bool, usize)> = (1..=last).map(|levels| system.start(levels)).collect();
    system.list(memory)?;
    system.prune();
    let safe = winners.iter().all(|&(_, start)| system.safe[start]);
    Ok(safe.then(|| system.certificate(&winners)))
}

impl System {
    fn new(slots: u32, shape: Shape) -> Self {
        let rules = Rules::new(slots);
        let outcomes = Outcomes::new(slots);
        let (number, classes, moves, safe) = (HashMap::new(), Vec::new(), Vec::new(), Vec::new());
        System { rules, outcomes, shape, number, classes, moves, safe }
    }

    fn add(&mut self, class: Class) -> usize {
        let next = self.classes.len();
        let number = *self.number.entry(class.clone()).or_insert(next);
        if number == next {
            self.classes.push(class);
        }
        number
    }

    /// The start with so many levels, and whether the first player is taken for its winner: who wins without physics.
    fn start(&mut self, levels: usize) -> (bool, usize) {
        let start = self.rules.start(levels);
        let first = self.outcomes.wins(self.outcomes.start(levels));
        let sum = self.sum(&start);
        let clipped = self.clipped(start);
        (first, self.add((clipped, sum, first)))
    }

    /// Lists all classes that can be reached, with their moves.
    fn list(&mut self, memory: Memory) -> Result<()> {
        while self.moves.len() < self.classes.len() {
            // A class with its moves takes a few kilobytes.
            memory.ask(self.classes.len() as u128 * 8192, "the classes of balanced positions")?;
            let class = self.classes[self.moves.len()].clone();
            let (moves, safe) = if class.2 { self.replies(&class) } else { self.answers(&class) };
            self.moves.push(moves);
            self.safe.push(safe);
        }
        Ok(())
    }

    /// The replies that are moves of the winner in every case.
    fn replies(&mut self, class: &Class) -> (Vec<(Reply, Vec<usize>)>, bool) {
        let mut found: Vec<(Reply, Vec<Class>)> = Vec::new();
        for (at, case) in self.cases(&class.0).into_iter().enumerate() {
            let mut here: Vec<(Reply, Class)> = Vec::new();
            for (mut reply, held, sure) in self.rules.lifts(&case) {
                if sure && self.rules.balanced(&held) {
                    for (slot, after) in self.rules.placed(&held) {
                        reply[5] = slot;
                        if self.rules.balanced(&after) && here.iter().all(|(other, _)| *other != reply) {
                            here.push((reply, self.after(class, &case, after)));
                        }
                    }
                }
            }
            if at == 0 {
                found = here.into_iter().map(|(reply, next)| (reply, vec![next])).collect();
            } else {
                found.retain_mut(|(reply, reached)| {
                    let next = here.iter().find(|(other, _)| other == reply).map(|(_, next)| next.clone());
                    reached.extend(next.clone());
                    next.is_some()
                });
            }
        }
        let mut moves = Vec::new();
        for (reply, mut reached) in found {
            reached.retain(|class| self.sample(class).is_some());
            // A move that loses without physics is hardly ever the only one, and without them the system is small.
            if reached.iter().all(|class| self.lost(class)) {
                moves.push((reply, self.numbers(reached)));
            }
        }
        (moves, true)
    }

    /// All that the opponent can reach; not safe if the bound can fail.
    fn answers(&mut self, class: &Class) -> (Vec<(Reply, Vec<usize>)>, bool) {
        let mut reached = Vec::new();
        for case in self.cases(&class.0) {
            for (_, held, _) in self.rules.lifts(&case) {
                for (_, option) in self.rules.placed(&held) {
                    let next = self.after(class, &case, option);
                    if self.sample(&next).is_some() {
                        if !self.rules.balanced(&next.0) {
                            return (Vec::new(), false);
                        }
                        reached.push(next);
                    }
                }
            }
        }
        (vec![([0; 6], self.numbers(reached))], true)
    }

    fn numbers(&mut self, reached: Vec<Class>) -> Vec<usize> {
        let real: BTreeSet<Class> = reached.into_iter().filter(|class| self.sample(class).is_some()).collect();
        real.into_iter().map(|class| self.add(class)).collect()
    }

    /// Takes away what is not safe until nothing changes.
    fn prune(&mut self) {
        let mut changed = true;
        while changed {
            changed = false;
            for class in 0..self.classes.len() {
                if self.safe[class] && self.safe_move(class).is_none() {
                    self.safe[class] = false;
                    changed = true;
                }
            }
        }
    }

    /// A move after which all is safe.
    fn safe_move(&self, class: usize) -> Option<&(Reply, Vec<usize>)> {
        self.moves[class].iter().find(|(_, reached)| reached.iter().all(|&next| self.safe[next]))
    }

    fn certificate(&self, winners: &[(bool, usize)]) -> String {
        let mut replies: Vec<Reply> = Vec::new();
        let mut round: BTreeSet<(&Class, usize)> = winners.iter().map(|&(_, at)| (&self.classes[at], at)).collect();
        let mut seen = round.clone();
        while !round.is_empty() {
            let mut next = BTreeSet::new();
            for &(class, number) in &round {
                let (reply, reached) = self.safe_move(number).expect("only safe classes are reached");
                if class.2 {
                    replies.push(*reply);
                }
                next.extend(reached.iter().map(|&at| (&self.classes[at], at)).filter(|class| !seen.contains(class)));
            }
            seen.extend(next.iter().copied());
            round = next;
        }
        self.text(winners, &replies)
    }

    fn text(&self, winners: &[(bool, usize)], replies: &[Reply]) -> String {
        let Shape { clip, modulus, weights } = &self.shape;
        let mut text = format!(
            "topple-certificate 1 jenka-balance-all\ngame jenga-physical {}\nclip {clip}\nmodulus {modulus}\n",
            self.rules.slots
        );
        let mut add = |key: &str, numbers: &mut dyn Iterator<Item = String>| {
            writeln!(text, "{key} {}", numbers.collect::<Vec<_>>().join(" ")).expect("a string takes all");
        };
        for ([left, middle, right], weight) in weights {
            add(
                "weight",
                &mut [u64::from(*left), u64::from(*middle), u64::from(*right), *weight]
                    .map(|n| n.to_string())
                    .into_iter(),
            );
        }
        add("winners", &mut winners.iter().map(|(first, _)| if *first { "first" } else { "second" }.to_string()));
        for line in replies.chunks(LINE) {
            add("replies", &mut line.iter().flatten().map(u8::to_string));
        }
        text + "end\n"
    }

    fn after(&self, class: &Class, case: &Sketch, after: Sketch) -> Class {
        let modulus = self.shape.modulus;
        let sum = (class.1 + self.sum(&after) + modulus - self.sum(case)) % modulus;
        (self.clipped(after), sum, !class.2)
    }

    /// The counts of a position with their weights.
    fn counts(&self, known: &Sketch) -> Vec<(u64, u64)> {
        let weight = |sides: Sides| {
            let named = self.shape.weights.iter().find(|(here, _)| *here == sides);
            named.map_or(0, |(_, weight)| weight % self.shape.modulus)
        };
        let even = known.even.iter().map(|&(sides, count)| (u64::from(count), weight(sides)));
        std::iter::once((u64::from(known.quiet), weight([0; 3]))).chain(even).collect()
    }

    fn sum(&self, known: &Sketch) -> u64 {
        self.counts(known).into_iter().map(|(count, weight)| count * weight).sum::<u64>() % self.shape.modulus
    }

    fn clipped(&self, mut known: Sketch) -> Sketch {
        known.quiet = known.quiet.min(self.shape.clip);
        known.even.iter_mut().for_each(|(_, count)| *count = (u16::from(*count)).min(self.shape.clip) as u8);
        known
    }

    /// The clipped position with each clipped count as it is, or larger by one.
    fn cases(&self, clipped: &Sketch) -> Vec<Sketch> {
        let mut cases = vec![clipped.clone()];
        if clipped.quiet == self.shape.clip {
            let mut larger = clipped.clone();
            larger.quiet += 1;
            cases.push(larger);
        }
        for at in (0..clipped.even.len()).filter(|&at| u16::from(clipped.even[at].1) == self.shape.clip) {
            for mut case in cases.clone() {
                case.even[at].1 += 1;
                cases.push(case);
            }
        }
        cases
    }

    /// A position of the class, if it has one: with greater numbers in place of the clipped counts.
    fn sample(&self, (known, remainder, _): &Class) -> Option<Sketch> {
        let modulus = self.shape.modulus;
        let mut samples = BTreeMap::from([(self.sum(known), known.clone())]);
        let counts = self.counts(known);
        for (at, (_, weight)) in counts.into_iter().enumerate() {
            for (sum, sample) in samples.clone() {
                for times in (1..modulus).filter(|_| self.is_clipped(known, at)) {
                    let mut larger = sample.clone();
                    match at.checked_sub(1) {
                        None => larger.quiet += times as u16,
                        Some(at) => larger.even[at].1 += times as u8,
                    }
                    samples.entry((sum + times * weight) % modulus).or_insert(larger);
                }
            }
        }
        samples.remove(remainder)
    }

    fn is_clipped(&self, known: &Sketch, at: usize) -> bool {
        let count = at.checked_sub(1).map_or(known.quiet, |at| u16::from(known.even[at].1));
        count == self.shape.clip
    }

    /// Whether the player to move loses without physics, as one position of the class says.
    fn lost(&mut self, class: &Class) -> bool {
        self.sample(class).is_some_and(|known| !self.outcomes.wins(self.rules.free(&known)))
    }
}

impl Shape {
    /// Refuses numbers that a class cannot have.
    ///
    /// # Errors
    /// A clip or modulus out of range.
    pub fn check(self) -> Result<Self> {
        if (1..=64).contains(&self.clip) && (1..=64).contains(&self.modulus) {
            return Ok(self);
        }
        let what = format!("clip {}, modulus {}", self.clip, self.modulus);
        Err(Error::input("classes of balanced positions", what, "numbers from 1 to 64"))
    }
}
