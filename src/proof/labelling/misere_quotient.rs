//! Certificate kind `misere-quotient`: who wins every sum of positions of a game when the last move loses.
//!
//! After Plambeck and Siegel, "Misere quotients for impartial games". The certificate is a commutative monoid by its table,
//! the elements that are *lost*, and an element for each position: finitely many positions closed under options, or all of
//! a vector addition game, with a period along each coordinate. It says that the player to move loses a sum, in misere
//! play, if and only if the product of the elements of its positions is lost.
//!
//! # What is checked, and why it is enough
//! 1. *Monoid.* The table is commutative and associative, and element 0 is its identity. So a sum has one element, and an
//!    option of it, in which one position is exchanged, has the product with that element exchanged.
//! 2. *Pairs.* The pair of a sum is its element and the set of the elements of its options. The sum of two sums with the
//!    pairs (q, M) and (r, N) has the pair (qr, qN and rM together). All pairs of sums are found from (0, nothing), the
//!    pair of the empty sum, by adding the pairs of positions one after the other, until nothing is new.
//! 3. *Outcome.* In each pair (q, M) of a sum: q is lost if and only if M is not empty and no member of M is lost. M is
//!    empty if and only if there is no move, and then the player to move wins. Every move lowers the weight of a sum, so by
//!    induction on it q is lost if and only if the player to move loses.
//! 4. *All positions.* With `from` f and `period` p, the label of x is that of x with multiples of p taken off coordinates
//!    at or above f + p until they are below. Let D be the most that a rule takes of a coordinate. Let x be at least
//!    f + D + p there, and y be x with p less in it. The same rules fit x and y, since y is still at least D. Their options
//!    differ by p as well and are at least f there, and so are x and y: all these have equal labels, and so x and y have one
//!    pair. So every position has the pair of one below f + D + p in all coordinates. These are all looked at, the zero
//!    vector and all others on the boundary with them.
//! 5. *Quotient.* Each element is that of some sum, and for each two elements there is a third with which one product is
//!    lost and the other is not. So the sums of two elements differ by what they do in company, and the monoid is the
//!    misere quotient itself and no cover of it.
use crate::game::named::vector_game;
use crate::game::vector::{VectorGame, VectorPosition};
use crate::game::{Game, any};
use crate::proof::lines::{Line, number};
use crate::proof::{Fact, Facts, Reject, fact};
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// The most elements.
const MOST_ELEMENTS: u64 = 512;
/// The most pairs of sums.
const MOST_PAIRS: usize = 1 << 20;
/// The most positions that are looked at.
const MOST_POSITIONS: u64 = 1 << 20;

/// A set of elements, 64 to a word: a table of the most pairs takes less than half a gigabyte.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Elements(Box<[u64]>);

impl Elements {
    /// The set of these elements, of a monoid with `order` of them.
    fn of(order: usize, elements: impl IntoIterator<Item = usize>) -> Self {
        let mut words = vec![0; order.div_ceil(64)];
        elements.into_iter().for_each(|element| words[element / 64] |= 1 << (element % 64));
        Elements(words.into())
    }

    fn iter(&self) -> impl Iterator<Item = usize> {
        let bits = |word: u64| (0..64).filter(move |bit| word >> bit & 1 == 1);
        self.0.iter().enumerate().flat_map(move |(place, &word)| bits(word).map(move |bit| place * 64 + bit))
    }
}

/// A sum as far as it matters: its element, and those of its options.
type Pair = (usize, Elements);

struct Monoid {
    times: Vec<Vec<usize>>,
    lost: Vec<bool>,
}

/// Checks the lines of a certificate of kind `misere-quotient`.
///
/// # Errors
/// A [`Reject`] with the line or the position at fault.
pub fn check(lines: &[Line]) -> Result<Facts, Reject> {
    let [name, order, rest @ ..] = lines else {
        return Err(Reject::malformed("head", "the lines game and order are missing"));
    };
    if name.key != "game" {
        return Err(name.reject("expected 'game' and the name of a game"));
    }
    let elements = match order.exactly()? {
        [number] if order.key == "order" && (1..=MOST_ELEMENTS).contains(&number) => number as usize,
        _ => return Err(order.reject(format!("expected 'order' and a number from 1 to {MOST_ELEMENTS}"))),
    };
    if rest.len() <= elements {
        return Err(Reject::malformed("last line", format!("expected {elements} lines 'times' and a line 'lost'")));
    }
    let (table, rest) = rest.split_at(elements);
    let monoid = Monoid::read(table, &rest[0])?;
    let (pairs, positions) = match rest.get(1).map(|line| line.key) {
        Some("from") => (repeating(name, &rest[1..], elements)?, None),
        _ => listed(name, &rest[1..], elements).map(|(pairs, positions)| (pairs, Some(positions)))?,
    };
    monoid.is_commutative_monoid()?;
    monoid.is_generated_by_sums(&pairs)?;
    monoid.is_reduced()?;
    Ok(vec![Fact::MisereQuotient(fact::MisereQuotient {
        game: name.rest.to_string(),
        order: elements as u64,
        lost: monoid.lost.iter().filter(|&&lost| lost).count() as u64,
        nim: monoid.nim(),
        positions,
    })])
}

/// The numbers of a line with this key, so many, each an element.
fn elements_of(line: &Line, key: &str, count: usize, elements: usize) -> Result<Vec<usize>, Reject> {
    let numbers = line.numbers()?;
    if line.key != key || numbers.len() != count || numbers.iter().any(|&number| number >= elements as u64) {
        return Err(line.reject(format!("expected '{key}' and {count} numbers below {elements}")));
    }
    Ok(numbers.into_iter().map(|number| number as usize).collect())
}

impl Monoid {
    fn read(table: &[Line], lost: &Line) -> Result<Self, Reject> {
        let elements = table.len();
        let times =
            table.iter().map(|line| elements_of(line, "times", elements, elements)).collect::<Result<_, _>>()?;
        let numbers = elements_of(lost, "lost", lost.numbers()?.len(), elements)?;
        if !numbers.is_sorted_by(|a, b| a < b) {
            return Err(lost.reject("the elements ascend"));
        }
        Ok(Monoid { times, lost: (0..elements).map(|element| numbers.contains(&element)).collect() })
    }

    fn is_commutative_monoid(&self) -> Result<(), Reject> {
        let (times, all) = (&self.times, 0..self.lost.len());
        for x in all.clone() {
            for y in all.clone() {
                let wrong = |what: &str| Err(Reject::at(format!("{x} times {y}"), what));
                if times[x][0] != x || times[x][y] != times[y][x] {
                    return wrong("element 0 is no identity, or the product is another one in the other order");
                }
                if all.clone().any(|z| times[times[x][y]][z] != times[x][times[y][z]]) {
                    return wrong("the product is not associative");
                }
            }
        }
        Ok(())
    }

    fn sum(&self, (q, of_q): &Pair, (r, of_r): &Pair) -> Pair {
        let moved = of_q.iter().map(|option| self.times[option][*r]);
        let options = moved.chain(of_r.iter().map(|option| self.times[option][*q]));
        (self.times[*q][*r], Elements::of(self.lost.len(), options))
    }

    /// All pairs of sums, from those of the positions: the outcomes are right, and each element is met.
    fn is_generated_by_sums(&self, positions: &BTreeSet<Pair>) -> Result<(), Reject> {
        let empty: Pair = (0, Elements::of(self.lost.len(), []));
        let (mut known, mut stack) = (HashSet::from([empty.clone()]), vec![empty]);
        while let Some(pair) = stack.pop() {
            let (element, options) = &pair;
            let loses = options.iter().next().is_some() && !options.iter().any(|option| self.lost[option]);
            if loses != self.lost[*element] {
                let (word, options) = (if loses { "lost" } else { "won" }, options.iter().collect::<Vec<_>>());
                let what = format!("a sum is {word}, with options {options:?}");
                return Err(Reject::at(format!("element {element}"), what));
            }
            for position in positions {
                let sum = self.sum(&pair, position);
                if known.insert(sum.clone()) {
                    stack.push(sum);
                }
                if known.len() > MOST_PAIRS {
                    return Err(Reject::at("sums", format!("more than {MOST_PAIRS} pairs")));
                }
            }
        }
        let met: BTreeSet<usize> = known.iter().map(|pair| pair.0).collect();
        match (0..self.lost.len()).find(|element| !met.contains(element)) {
            Some(element) => Err(Reject::at(format!("element {element}"), "no sum has it")),
            None => Ok(()),
        }
    }

    fn is_reduced(&self) -> Result<(), Reject> {
        let company = |x: usize| -> Vec<bool> { self.times[x].iter().map(|&product| self.lost[product]).collect() };
        let mut seen = BTreeMap::new();
        for x in 0..self.lost.len() {
            if let Some(y) = seen.insert(company(x), x) {
                return Err(Reject::at(format!("elements {y} and {x}"), "nothing tells them apart"));
            }
        }
        Ok(())
    }

    /// The n for which this is the misere quotient of Nim with heaps below 2^n, if there is one. That has the identity, the
    /// element a of a heap of one with a * a = 1, and, from n = 2 on, a group of 2^n elements, its own inverses, with an
    /// identity z: a and z are lost. The group and its element a * z, which is not z, determine it up to names.
    fn nim(&self) -> Option<u32> {
        let (times, order) = (&self.times, self.lost.len());
        if order == 1 {
            return (!self.lost[0]).then_some(0);
        }
        let a = (1..order).find(|&x| times[x][x] == 0)?;
        if order == 2 {
            return (!self.lost[0] && self.lost[a]).then_some(1);
        }
        let z = (1..order).find(|&x| times[x][x] == x)?;
        let group: Vec<usize> = (1..order).filter(|&x| x != a).collect();
        let fits = group.iter().all(|&x| times[x][x] == z && times[x][z] == x && group.contains(&times[x][a]));
        let lost = (0..order).all(|x| self.lost[x] == (x == a || x == z));
        let heaps = group.len() >= 4 && group.len().is_power_of_two() && times[a][z] != z;
        (fits && lost && heaps).then(|| group.len().ilog2())
    }
}

/// The pairs of finitely many positions, closed under options, and their spellings.
fn listed(name: &Line, lines: &[Line], elements: usize) -> Result<(BTreeSet<Pair>, Vec<String>), Reject> {
    let game = any::open(name.name()?).map_err(|error| name.reject(error.to_string()))?;
    if name.rest != game.standard_name() {
        return Err(name.reject(format!("the game is called '{}'", game.standard_name())));
    }
    let mut labels = BTreeMap::new();
    for line in lines {
        let parts = line.rest.rsplit_once(" = ").filter(|_| line.key == "position");
        let (position, label) = parts.ok_or_else(|| line.reject("expected 'position POSITION = ELEMENT'"))?;
        let label = number::<usize>(label).filter(|&label| label < elements);
        let label = label.ok_or_else(|| line.reject(format!("expected an element below {elements}")))?;
        let standard = game.standard(position).map_err(|error| line.reject(error.to_string()))?;
        if standard != position || labels.insert(position, (label, line)).is_some() {
            return Err(line.reject(format!("it stands twice, or its spelling is not '{standard}'")));
        }
    }
    let mut pairs = BTreeSet::new();
    for (position, (label, line)) in &labels {
        let wrong = |error: crate::error::Error| line.reject(error.to_string());
        let mut options = Vec::new();
        for (_, option) in game.moves(position).map_err(wrong)? {
            if game.weight(&option).map_err(wrong)? >= game.weight(position).map_err(wrong)? {
                return Err(line.reject(format!("the move to '{option}' does not lower the weight")));
            }
            let known = labels.get(option.as_str());
            options.push(known.ok_or_else(|| line.reject(format!("the option '{option}' is not listed")))?.0);
        }
        pairs.insert((*label, Elements::of(elements, options)));
    }
    if labels.is_empty() {
        return Err(Reject::at("position", "no position is listed"));
    }
    Ok((pairs, labels.keys().map(ToString::to_string).collect()))
}

/// The labels of all positions of a vector addition game.
struct Repeating {
    game: VectorGame,
    from: Vec<u64>,
    period: Vec<u64>,
    /// For each state the labels of the vectors below `from` + `period`, the last coordinate fastest.
    labels: Vec<Vec<usize>>,
}

/// The pairs of all positions of a vector addition game.
fn repeating(name: &Line, lines: &[Line], elements: usize) -> Result<BTreeSet<Pair>, Reject> {
    let repeating = Repeating::read(name, lines, elements)?;
    let Repeating { game, from, period, .. } = &repeating;
    let taken = |i: usize| game.rules.iter().map(|rule| rule.take[i]).max().unwrap_or(0);
    let sides: Vec<u64> = (0..game.dimension).map(|i| from[i] + taken(i) + period[i]).collect();
    bounded(&sides, game.states).ok_or_else(|| Reject::at("period", "too many positions have to be looked at"))?;
    let pair = |position: VectorPosition| {
        let options = game.options(&position);
        let options = options.iter().map(|option| repeating.label(option));
        (repeating.label(&position), Elements::of(elements, options))
    };
    let at =
        |vector: &Vec<u64>| (0..game.states).map(|state| pair(VectorPosition { state, at: vector.clone() })).collect();
    Ok(vectors(&sides).iter().flat_map::<Vec<Pair>, _>(at).collect())
}

/// How many positions a box has, if they are not too many.
fn bounded(sides: &[u64], states: usize) -> Option<u64> {
    let volume = sides.iter().try_fold(states as u64, |volume, side| volume.checked_mul(*side))?;
    (volume <= MOST_POSITIONS).then_some(volume)
}

/// All vectors of a box, the last coordinate fastest.
fn vectors(sides: &[u64]) -> Vec<Vec<u64>> {
    sides.iter().fold(vec![Vec::new()], |all, &side| {
        all.iter().flat_map(|at| (0..side).map(move |x| [&at[..], &[x]].concat())).collect()
    })
}

impl Repeating {
    fn read(name: &Line, lines: &[Line], elements: usize) -> Result<Self, Reject> {
        let game = vector_game(name.name()?).map_err(|error| name.reject(error.to_string()))?;
        if name.rest != game.name {
            return Err(name.reject(format!("the game is called '{}'", game.name)));
        }
        let [from, period, rest @ ..] = lines else {
            return Err(Reject::malformed("last line", "the line period is missing"));
        };
        let vector = |line: &Line, key: &str, least: u64| {
            let numbers = line.numbers()?;
            let fits = numbers.iter().all(|number| (least..=MOST_POSITIONS).contains(number));
            match line.key == key && numbers.len() == game.dimension && fits {
                true => Ok(numbers),
                false => Err(line.reject(format!(
                    "expected '{key}' and {} numbers from {least} to {MOST_POSITIONS}",
                    game.dimension
                ))),
            }
        };
        let (from, period) = (vector(from, "from", 0)?, vector(period, "period", 1)?);
        let sides: Vec<u64> = from.iter().zip(&period).map(|(from, period)| from + period).collect();
        let all = bounded(&sides, game.states).ok_or_else(|| Reject::at("period", "too many positions"))?;
        let cells = (all / game.states as u64) as usize;
        if rest.len() != game.states {
            return Err(Reject::at("labels", format!("{} lines, one for each of {} states", rest.len(), game.states)));
        }
        let labels = rest.iter().map(|line| elements_of(line, "labels", cells, elements)).collect::<Result<_, _>>()?;
        Ok(Repeating { game, from, period, labels })
    }

    fn label(&self, position: &VectorPosition) -> usize {
        let mut place = 0;
        for ((&x, &from), &period) in position.at.iter().zip(&self.from).zip(&self.period) {
            let back = if x < from { x } else { from + (x - from) % period };
            place = place * (from + period) + back;
        }
        self.labels[position.state][place as usize]
    }
}

#[cfg(test)]
mod tests;
