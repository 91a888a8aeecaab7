//! Certificate kind `map`: one vector addition game is another one, renamed.
//!
//! A map sends each state q of the game `from` to a state of the game `to`, and the vector x >= low_q to M x + c_q (one
//! matrix M of integers for all states, one offset for each). The positions with x >= low_q are its domain.
//!
//! **What is checked, and why it is enough.**
//!
//! 1. *Defined.* M x + c_q >= 0 on the domain: M low_q + c_q >= 0, and no entry of M is negative.
//! 2. *Closed.* Each rule that can be used in the domain leads into it: max(low, take) - take + put >= low of the new state.
//! 3. *Options.* The rules of a state and those of its image are paired. A pair leads to the same state and adds the same
//!    vector (M (put - take) + c_to - c_from = put' - take'), and both can be used at the same positions: for every
//!    coordinate j of the image, (M x + c)_j >= take'_j on the domain follows from x >= take and the other way round. Each
//!    row of M has at most one entry that is not zero, so this compares x_i >= take_i with x_i >= (take'_j - c_j) / M_ji,
//!    rounded up; a coordinate that no row of M looks at must not be asked for by the rule beyond low_q.
//! 4. By induction on the weight, a position of the domain and its image have the same value, in every way of play.
//! 5. *One to one* (line `one-to-one`): M has an inverse over the fractions, and no two states with the same image have
//!    offsets that differ by M times a vector of integers.
//! 6. *Onto* (line `onto`): the zero vector of each state of `to` is an image; and for each state q and each coordinate j
//!    of the image there is a state p with the same image state and an integer vector t with M t + c_p = c_q + e_j, such
//!    that x + t is in the domain of p whenever x is in that of q. By induction on the sum every position is an image.
//! 7. *Eden* (line `eden`): the domain is exactly the positions that have a predecessor. Those of state q are the x with
//!    x >= put for some rule into q; so every such put must be >= low_q, and one must be equal to it.
use crate::game::named::vector_game;
use crate::game::vector::{Rule, VectorGame};
use crate::proof::fact::Renaming;
use crate::proof::lines::{Line, number};
use crate::proof::{Fact, Facts, Reject};

/// The map of one state.
struct StateMap {
    image: usize,
    low: Vec<i64>,
    offset: Vec<i64>,
}

struct Map {
    from: VectorGame,
    to: VectorGame,
    matrix: Vec<Vec<i64>>,
    states: Vec<StateMap>,
    claims: [bool; 3],
}

/// The extra claims, in the order of `Map::claims`.
const CLAIMS: [&str; 3] = ["one-to-one", "onto", "eden"];

/// The largest number in a map.
const LARGEST: i64 = 1_000_000;

/// Checks the lines of a map certificate.
///
/// # Errors
/// A [`Reject`] that names the state and what fails there.
pub fn check(lines: &[Line]) -> Result<Facts, Reject> {
    let map = read(lines)?;
    for (q, state) in map.states.iter().enumerate() {
        let at = |why: String| Reject::at(format!("state {q}"), why);
        check_defined(&map, state).map_err(at)?;
        check_rules(&map, q).map_err(at)?;
        if map.claims[1] {
            check_steps(&map, q).map_err(at)?;
        }
        if map.claims[2] {
            check_eden(&map, q).map_err(at)?;
        }
    }
    if map.claims[0] {
        check_one_to_one(&map).map_err(|why| Reject::at("one-to-one", why))?;
    }
    if map.claims[1] {
        check_origins(&map).map_err(|why| Reject::at("onto", why))?;
    }
    Ok(vec![map.fact()])
}

fn read(lines: &[Line]) -> Result<Map, Reject> {
    let (mut from, mut to, mut matrix, mut states, mut claims) = (None, None, Vec::new(), Vec::new(), [false; 3]);
    for line in lines {
        match line.key {
            "from" if from.is_none() => from = Some(open(line)?),
            "to" if to.is_none() => to = Some(open(line)?),
            "row" => matrix.push(integers(line)?),
            "state" => states.push((line, integers(line)?)),
            key => match CLAIMS.iter().position(|claim| *claim == key) {
                Some(claim) if line.rest.is_empty() && !claims[claim] => claims[claim] = true,
                _ => return Err(line.reject("this line is unknown or stands twice")),
            },
        }
    }
    let missing = |key: &str| Reject::at("head", format!("the line '{key}' is missing"));
    let (from, to) = (from.ok_or_else(|| missing("from"))?, to.ok_or_else(|| missing("to"))?);
    if matrix.len() != to.dimension || matrix.iter().any(|row| row.len() != from.dimension) {
        return Err(Reject::at("row", format!("expected {} rows of {} integers", to.dimension, from.dimension)));
    }
    if states.len() != from.states {
        return Err(Reject::at("state", format!("{} lines for {} states", states.len(), from.states)));
    }
    let states =
        states.into_iter().map(|(line, numbers)| state(line, &numbers, &from, &to)).collect::<Result<_, _>>()?;
    Ok(Map { from, to, matrix, states, claims })
}

fn open(line: &Line) -> Result<VectorGame, Reject> {
    vector_game(line.name()?).map_err(|error| line.reject(error.to_string()))
}

fn integers(line: &Line) -> Result<Vec<i64>, Reject> {
    let read = |word: &str| match number::<i64>(word) {
        Some(number) if (-LARGEST..=LARGEST).contains(&number) => Ok(number),
        _ => Err(line.reject(format!("'{word}' is not an integer up to {LARGEST}"))),
    };
    line.rest.split_whitespace().map(read).collect()
}

fn state(line: &Line, numbers: &[i64], from: &VectorGame, to: &VectorGame) -> Result<StateMap, Reject> {
    if numbers.len() != 1 + from.dimension + to.dimension {
        return Err(line.reject(format!("{} numbers, expected {}", numbers.len(), 1 + from.dimension + to.dimension)));
    }
    let image = usize::try_from(numbers[0]).ok().filter(|&image| image < to.states);
    let (low, offset) = numbers[1..].split_at(from.dimension);
    if low.iter().any(|&low| low < 0) {
        return Err(line.reject("the domain begins below zero"));
    }
    let image = image.ok_or_else(|| line.reject(format!("state {} of {} states", numbers[0], to.states)))?;
    Ok(StateMap { image, low: low.to_vec(), offset: offset.to_vec() })
}

impl Map {
    fn fact(&self) -> Fact {
        let [one_to_one, onto, eden] = self.claims;
        let state = |state: &StateMap| (state.image as u64, state.low.clone(), state.offset.clone());
        Fact::SameGame(Renaming {
            from: self.from.name.clone(),
            to: self.to.name.clone(),
            matrix: self.matrix.clone(),
            states: self.states.iter().map(state).collect(),
            one_to_one,
            onto,
            eden,
        })
    }

    /// M v.
    fn turned(&self, v: &[i64]) -> Vec<i64> {
        self.matrix.iter().map(|row| row.iter().zip(v).map(|(m, x)| m * x).sum()).collect()
    }
}

fn signed(numbers: &[u64]) -> Vec<i64> {
    numbers.iter().map(|&n| i64::try_from(n).expect("steps of rules are bounded")).collect()
}

fn check_defined(map: &Map, state: &StateMap) -> Result<(), String> {
    if map.matrix.iter().flatten().any(|&entry| entry < 0) {
        return Err("an entry of the matrix is negative".to_string());
    }
    if map.matrix.iter().any(|row| row.iter().filter(|&&entry| entry != 0).count() > 1) {
        return Err("a row of the matrix has more than one entry".to_string());
    }
    let least = map.turned(&state.low);
    if least.iter().zip(&state.offset).any(|(m, c)| m + c < 0) {
        return Err("the image of the least position is negative".to_string());
    }
    Ok(())
}

/// Steps 2 and 3: every rule stays in the domain, and the rules pair up.
fn check_rules(map: &Map, q: usize) -> Result<(), String> {
    let state = &map.states[q];
    let mut unpaired: Vec<&Rule> = map.to.rules.iter().filter(|rule| rule.from == state.image).collect();
    for rule in map.from.rules.iter().filter(|rule| rule.from == q) {
        let (take, put) = (signed(&rule.take), signed(&rule.put));
        let target = &map.states[rule.to];
        let leaves = (0..take.len()).any(|i| state.low[i].max(take[i]) - take[i] + put[i] < target.low[i]);
        if leaves {
            return Err(format!("the rule '{}' leaves the domain", rule.name));
        }
        let step: Vec<i64> = put.iter().zip(&take).map(|(p, t)| p - t).collect();
        let turned = map.turned(&step);
        let moved: Vec<i64> = (0..turned.len()).map(|j| turned[j] + target.offset[j] - state.offset[j]).collect();
        let same = |other: &&Rule| {
            let added = signed(&other.put).into_iter().zip(signed(&other.take)).map(|(p, t)| p - t);
            other.to == target.image
                && added.eq(moved.iter().copied())
                && same_place(map, state, &take, &signed(&other.take))
        };
        let pair = unpaired.iter().position(same).ok_or_else(|| format!("the rule '{}' has no image", rule.name))?;
        unpaired.swap_remove(pair);
    }
    if unpaired.is_empty() { Ok(()) } else { Err("a rule of the image is the image of none".to_string()) }
}

/// Both rules can be used at the same positions of the domain: the two least positions are the same.
fn same_place(map: &Map, state: &StateMap, take: &[i64], image_take: &[i64]) -> bool {
    let mut least = state.low.clone();
    for (row, (&wanted, &offset)) in map.matrix.iter().zip(image_take.iter().zip(&state.offset)) {
        match row.iter().position(|&entry| entry > 0) {
            Some(i) => least[i] = least[i].max((wanted - offset + row[i] - 1).div_euclid(row[i])),
            None if offset < wanted => return false,
            None => {}
        }
    }
    least.iter().enumerate().all(|(i, &x)| x == state.low[i].max(take[i]))
}

/// Step 6 for one state: the image can be left by one along every coordinate.
fn check_steps(map: &Map, q: usize) -> Result<(), String> {
    let state = &map.states[q];
    for j in 0..map.to.dimension {
        let reached = map.states.iter().any(|other| {
            let mut difference: Vec<i64> = state.offset.iter().zip(&other.offset).map(|(a, b)| a - b).collect();
            difference[j] += 1;
            let shift = solve(&map.matrix, &difference);
            let inside = |t: &Vec<i64>| t.iter().enumerate().all(|(i, &t)| state.low[i] + t >= other.low[i]);
            other.image == state.image && shift.as_ref().is_some_and(inside)
        });
        if !reached {
            return Err(format!("the image moved by one along coordinate {j} is no image"));
        }
    }
    Ok(())
}

fn check_origins(map: &Map) -> Result<(), String> {
    for image in 0..map.to.states {
        let origin = |state: &StateMap| {
            let negative: Vec<i64> = state.offset.iter().map(|c| -c).collect();
            let inside = |x: Vec<i64>| x.iter().zip(&state.low).all(|(x, low)| x >= low);
            state.image == image && solve(&map.matrix, &negative).is_some_and(inside)
        };
        if !map.states.iter().any(origin) {
            return Err(format!("the zero vector of state {image} is no image"));
        }
    }
    Ok(())
}

fn check_one_to_one(map: &Map) -> Result<(), String> {
    let used = (0..map.from.dimension).all(|i| map.matrix.iter().any(|row| row[i] != 0));
    if !used {
        return Err("a coordinate does not reach the image".to_string());
    }
    for (q, state) in map.states.iter().enumerate() {
        for (p, other) in map.states.iter().enumerate().skip(q + 1) {
            let difference: Vec<i64> = state.offset.iter().zip(&other.offset).map(|(a, b)| a - b).collect();
            if state.image == other.image && solve(&map.matrix, &difference).is_some() {
                return Err(format!("states {q} and {p} may have a common image"));
            }
        }
    }
    Ok(())
}

fn check_eden(map: &Map, q: usize) -> Result<(), String> {
    let low = &map.states[q].low;
    let puts: Vec<Vec<i64>> = map.from.rules.iter().filter(|rule| rule.to == q).map(|rule| signed(&rule.put)).collect();
    let above = puts.iter().all(|put| put.iter().zip(low).all(|(p, low)| p >= low));
    if above && puts.contains(low) { Ok(()) } else { Err("the domain is not what has a predecessor".to_string()) }
}

/// The integer vector t with M t = v, where each row of M has at most one entry and every coordinate has a row.
fn solve(matrix: &[Vec<i64>], v: &[i64]) -> Option<Vec<i64>> {
    let mut solution: Vec<Option<i64>> = vec![None; matrix.first()?.len()];
    for (row, &value) in matrix.iter().zip(v) {
        match row.iter().position(|&entry| entry != 0) {
            None if value != 0 => return None,
            None => {}
            Some(i) if value % row[i] != 0 => return None,
            Some(i) => match solution[i] {
                Some(known) if known != value / row[i] => return None,
                _ => solution[i] = Some(value / row[i]),
            },
        }
    }
    solution.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use crate::proof::{Fact, Facts, check, mutants::Mutants};

    const JENGA: &str = "topple-certificate 1 map
from clock-nim 2 3 2
to addition (-2,0),(-2,1),(1,-1)
row 0 3
row 1 0
state 0 0 1 -1 0
state 0 0 0 0 0
state 0 0 0 1 0
one-to-one
onto
eden
end
";

    #[test]
    fn clock_nim_is_the_addition_game() {
        let [Fact::SameGame(renaming)] = &check(JENGA).expect("it is one")[..] else { panic!("another fact") };
        assert!(renaming.one_to_one && renaming.onto && renaming.eden);
        assert_eq!(renaming.states.len(), 3);
    }

    /// Without a line `one-to-one`, `onto` or `eden` less is said, and that is still true.
    #[test]
    fn every_mutant_is_refused_or_says_less() {
        let words = ["-3", "3", "row", "state", "onto", "eden", "zwick", "x", ""];
        let added = ["row 0 3", "row 0 0", "state 0 0 0 0 0", "state 0 1 1 0 0", "onto", "eden", "one-to-one", "x 1"];
        let proved = check(JENGA).unwrap();
        let less = |_: &str, facts: &Facts| facts.len() == 1 && proved[0].implies(&facts[0]);
        let (refused, accepted) = Mutants::of(JENGA, &words, &added).judge(less);
        assert!(refused > 400 && accepted < 70, "{refused} refused, {accepted} accepted");
    }
}
