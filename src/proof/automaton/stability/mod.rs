//! The stability lemma for towers of every height (zwick, section 3): a finite certificate and its checker.
//!
//! A tower is a sequence of levels `a_1 .. a_h`, bottom first; a level is a non-empty set of the three slots. It is
//! stable if for every i < h the centre of mass of the levels above i lies strictly inside the convex hull of the
//! contact of levels i and i+1, semi-stable if it lies in every hull and on some boundary, and else it falls.
//!
//! # Numbers
//! Measure both axes in sixths from the middle: the middles of the slots are -2, 0 and 2, their edges -3, -1, 1 and 3.
//! A level with c blocks whose middles sum to m adds m along its own axis and 0 along the other one. For a tower of M
//! blocks with the sum X of middles along an axis put `d = M + X` and `e = M - X`: the room that the centre of mass has
//! to the two edges of the middle third, times M. So the centre of mass is strictly inside the middle ninth of the
//! square (its middle third along both axes) if and only if d and e are positive on both axes. Under a tower, a level
//! adds `c + m` to d and `c - m` to e along its own axis, and c to both along the other one.
//!
//! # One condition a level
//! Levels i and i+1 touch in a product of slots, so the hull is the product of the hull `[low, high]` of level i along
//! its axis and that of level i+1 along the other axis. Along the second axis nothing can fail first: every middle of
//! a block of level i+1 is strictly inside its own hull, and all that is above level i+1 is inside that hull, or level
//! i+1 failed already. So it is enough that along the axis of level i the blocks above satisfy
//! `low * M < X < high * M`, for every i below the top; `<=` with some `=` is semi-stable. In d and e this is
//! `(1 - low) * d - (1 + low) * e > 0` and `(high - 1) * d + (high + 1) * e > 0`.
//!
//! # The induction
//! Build a tower from the top down. A *state* claims bounds for d and e, along the axis of the lowest level so far and
//! along the other one, and a verdict. The first state is that of no level at all. The checker computes, for every
//! state and every level put under it, that the bounds decide the condition (strictly true, exactly on the boundary, or
//! false, the same for all towers in that state), that the verdict of the next state is the worse of the old verdict
//! and the new one, and that the bounds after the step lie within those claimed of the next state. By induction on the
//! height, every tower whatever its height satisfies the bounds of the state in which it ends and has its verdict.
//! Once a tower falls it falls whatever is put under it. Definition 3.2 of a valid tower, and the description of the
//! semi-stable ones below, look at single levels and at the three top ones, so reading them from the top down needs
//! finitely many memories. The checker walks through all pairs of a state and a memory that one and the
//! same tower can reach. In each it compares: stable against valid, semi-stable against described, and, from the
//! height `base` on, valid against all four lower bounds positive: inside the middle ninth. Heights 3 to `base - 1` are
//! too few to need an argument: there the towers outside the open middle ninth are counted one by one and compared with
//! those that the certificate names. That is Lemma 3.1 and what is true of Claim 3.1 for every height. Claim 3.2 is
//! about pairs of levels, and they are finitely many.
//!
//! # Which towers are semi-stable
//! Those that end in a *chain* (the levels `100 010 100 .. 100`, odd in number, at least 3, or their mirror image) or in
//! one of the triples that definition 3.2 excludes, with no excluded level below it: levels of the chain or the triple
//! itself may be excluded ones. The memory keeps whether some chain or triple describes the tower so far. A level more at
//! the bottom keeps this if it is not excluded; it begins anew if the level completes a triple, or a chain at an odd place,
//! because then nothing is below yet.
//!
//! # Format
//! `excluded LEVEL`, `triple LEVEL LEVEL LEVEL` (definition 3.2, bottom first), `chain END BETWEEN` (semi-stable tops),
//! `semi LEVEL LEVEL LEVEL` (all semi-stable towers of height 3), `base HEIGHT`, `edge LEVEL ..` (the valid towers of a
//! height from 3 to below `base` with the centre of mass not strictly inside the middle ninth), and for each state
//! `state NUMBER VERDICT` with the lower and upper bounds of d and e along the axis of the lowest level, then along the
//! other one (`*`: no bound), and `step STATE LEVEL NEXT`. State 0 is that of no level.
mod automaton;
pub(crate) mod plain;
pub(crate) mod reader;
#[cfg(test)]
mod tests;
#[cfg(test)]
pub(crate) use tests::judge;

pub(crate) use reader::Data;

use crate::proof::fact::Validity;
use crate::proof::lines::Line;
use crate::proof::{Fact, Facts, Reject};
use automaton::Automaton;
use plain::{Tower, Verdict, show};

/// Checks the lines of a certificate of kind `stability`.
///
/// # Errors
/// A [`Reject`] with the line or the part at fault.
pub fn check(lines: &[Line]) -> Result<Facts, Reject> {
    let (data, rest) = establish(lines)?;
    match rest.first() {
        Some(line) => Err(line.reject("unknown key")),
        None => Ok(facts(&data)),
    }
}

/// Checks the part of a certificate that is about stability; also returns the lines with other keys.
pub(crate) fn establish<'a, 'b>(lines: &'b [Line<'a>]) -> Result<(Data, Vec<&'b Line<'a>>), Reject> {
    let (data, rest) = reader::Data::read(lines)?;
    let (automaton, rest) = Automaton::read(rest)?;
    automaton.check_steps()?;
    check_pairs(&data)?;
    check_low_towers(&data)?;
    walk(&data, &automaton)?;
    Ok((data, rest))
}

/// Claim 3.2, and the corners that make the hull of a contact a product.
fn check_pairs(data: &Data) -> Result<(), Reject> {
    for low in plain::LEVELS {
        let shape = plain::shape(low);
        if !(shape.low * shape.count < shape.moment && shape.moment < shape.high * shape.count) {
            return Err(Reject::at("levels", "a level's own centre of mass is not inside its hull"));
        }
        for high in plain::LEVELS {
            let contact = plain::contact(low, high);
            let inside = contact.iter().all(|&(from, to)| from <= -1 && to >= 1);
            if data.allowed(low) && data.allowed(high) && !inside {
                let pair = show(&[low, high]);
                return Err(Reject::at("excluded", format!("the contact of {pair} does not contain the middle ninth")));
            }
        }
    }
    Ok(())
}

/// The finite lists: semi-stable towers of height 3, and valid towers outside the middle ninth below the base height.
fn check_low_towers(data: &Data) -> Result<(), Reject> {
    let semi = plain::towers(3).filter(|tower| plain::verdict(tower) == Verdict::Semi);
    same("semi", semi.collect(), &data.semi)?;
    let edge = (3..data.base).flat_map(plain::towers).filter(|tower| data.valid(tower) && !plain::inside(tower));
    same("edge", edge.collect(), &data.edge)?;
    let least = data.base == 3 || data.edge.iter().any(|tower| tower.len() == data.base - 1);
    if least { Ok(()) } else { Err(Reject::at("base", "a lower base height would do: the least one is asked for")) }
}

fn same(key: &str, mut found: Vec<Tower>, claimed: &[Tower]) -> Result<(), Reject> {
    let mut claimed = claimed.to_vec();
    found.sort();
    claimed.sort();
    match found.iter().find(|tower| !claimed.contains(tower)) {
        Some(missing) => Err(Reject::at(key, format!("{} is missing from the list", show(missing)))),
        None if found == claimed => Ok(()),
        None => Err(Reject::at(key, "the list names a tower that does not belong to it")),
    }
}

/// Compares the automaton with the definitions in every pair of a state and a memory that a tower reaches.
fn walk(data: &Data, automaton: &Automaton) -> Result<(), Reject> {
    let first = (0, reader::Memory::empty());
    let mut seen = std::collections::HashSet::from([first.clone()]);
    let mut ahead = vec![(first, Tower::new())];
    while let Some(((state, memory), tower)) = ahead.pop() {
        for level in plain::LEVELS {
            let next = (automaton.next(state, level)?, memory.under(level, data));
            let mut example = tower.clone();
            example.insert(0, level);
            compare(data, automaton, next.0, &next.1, &example)?;
            if seen.insert(next.clone()) {
                ahead.push((next, example));
            }
        }
    }
    match (0..automaton.len()).find(|&state| seen.iter().all(|pair| pair.0 != state)) {
        Some(state) => Err(Reject::at(format!("state {state}"), "no tower ends there")),
        None => Ok(()),
    }
}

fn compare(
    data: &Data,
    automaton: &Automaton,
    state: usize,
    memory: &reader::Memory,
    example: &Tower,
) -> Result<(), Reject> {
    let verdict = automaton.verdict(state);
    let wrong = |why: &str| Err(Reject::at(format!("state {state}"), format!("{}: {why}", show(example))));
    if (verdict == Verdict::Stable) != memory.valid(data) {
        return wrong("valid and stable differ");
    }
    if (verdict == Verdict::Semi) != memory.described() {
        return wrong("semi-stable and described differ");
    }
    if memory.valid(data) && memory.height >= data.base && !automaton.inside(state) {
        return wrong("the bounds do not keep the centre of mass inside the middle ninth");
    }
    Ok(())
}

/// What an accepted certificate establishes.
pub(crate) fn facts(data: &Data) -> Facts {
    let list = |towers: &[Tower]| -> Vec<String> { towers.iter().map(|tower| show(tower)).collect() };
    let excluded: Vec<String> = data.excluded.iter().map(|&level| show(&[level])).collect();
    let validity = Validity { excluded: excluded.clone(), triples: list(&data.triples) };
    let chains = data.chains.iter().map(|&(end, between)| [show(&[end]), show(&[between])]).collect();
    vec![
        Fact::StableIfValid(validity.clone()),
        Fact::SemiStable { validity: validity.clone(), chains, height_three: list(&data.semi) },
        Fact::MiddleNinth { validity, from: data.base as u64, exceptions: list(&data.edge) },
        Fact::ContactHolds { excluded },
    ]
}
