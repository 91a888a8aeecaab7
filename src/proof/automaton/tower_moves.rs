//! Section 4 of zwick for towers of every height: a tower in play is the triplet (x, y, z) and nothing more.
//!
//! x and y count the III and the II- levels below the highest full level, z the blocks above it. In play, the top or
//! the second level is full; a move takes a block from below the highest full level and puts it into any free slot of
//! the top, or of a new level if the top is full; the tower must be stable with the block in the hand and afterwards.
//!
//! # Why finitely many cases are enough
//! The certificate holds all data of kind `stability` ([`super::stability`]), and the checker checks them first. So a
//! tower is stable if and only if no level below its top is excluded and its three top levels are no excluded triple.
//! The checker sees that an excluded triple is full neither in its second nor in its third level, and that a full level
//! is not excluded. Hence a tower in which the top or the second level is full is stable *if and only if no level below
//! its highest full level is excluded*: this looks at every level alone. It does not matter how high the tower is,
//! where a level stands, or what the top level looks like.
//!
//! A move changes one level r below the highest full level f, and the top. While the block is in the hand, level f and
//! all above it are as before, so the top or the second level is still full, and the tower stands if and only if what
//! is left of level r is neither empty nor excluded. (A level with no block carries nothing, and there is a level above
//! it.) Where the block is put, the top has one block more: it is a new level on f, or a level with one more block that
//! is not full, and f stays the second or becomes the second; or it has become full and is the highest full level
//! itself, and f is a III level below it. In all cases the top or the second level is full again, and no level below
//! the highest full level is excluded that was not before. The checker runs through all levels that may stand below f,
//! all their blocks, all tops and all free slots, and compares what changes with the `type` of move that the
//! certificate names for it: x and y change as the type says, z grows by one, and `(x, y, 3)` is `(x + 1, y, 0)`. It
//! sees that a level offers a type of move if and only if the type takes from what the level counts as. So a type is
//! available if and only if x (or y) is positive, whatever the tower. The tower of n full levels is in play, so by
//! induction over the moves all towers that arise are.
//!
//! # Format
//! The lines of kind `stability`, and `counts LEVEL SIZE` for every level that may stand below the highest full one
//! (2: III, counted by x, 1: II-, counted by y, 0: inactive), `type NAME SIZE SIZE` (a level that counts as the first
//! size comes to count as the second), and `take LEVEL SLOT NAME` for every block that may be taken (slots from 1). NAME is
//! what is left of the level, up to a mirror image: `I-I`, `II-` or `-I-`.
use super::stability::plain::{LEVELS, Level, show};
use super::stability::reader::one;
use super::stability::{Data, establish, facts};
use crate::proof::fact::MoveType;
use crate::proof::lines::{Line, number};
use crate::proof::{Fact, Facts, Reject};
use std::collections::BTreeMap;

const FULL: Level = 7;

/// What the certificate says of moves.
struct Moves<'a> {
    counts: BTreeMap<Level, u64>,
    types: BTreeMap<&'a str, (u64, u64)>,
    takes: BTreeMap<(Level, u64), &'a str>,
}

/// Checks the lines of a certificate of kind `tower-moves`.
///
/// # Errors
/// A [`Reject`] with the line or the part at fault.
pub fn check(lines: &[Line]) -> Result<Facts, Reject> {
    let (data, rest) = establish(lines)?;
    let moves = Moves::read(&rest)?;
    check_premises(&data)?;
    moves.check_names(&data)?;
    for level in LEVELS.into_iter().filter(|&level| data.allowed(level)) {
        moves.check_level(&data, level)?;
    }
    let mut facts = facts(&data);
    facts.extend(moves.facts());
    Ok(facts)
}

/// In play only levels below the highest full one can make a tower unstable.
fn check_premises(data: &Data) -> Result<(), Reject> {
    if !data.allowed(FULL) {
        return Err(Reject::at("excluded", "a full level is excluded"));
    }
    match data.triples.iter().find(|triple| triple[1] == FULL || triple[2] == FULL) {
        Some(triple) => Err(Reject::at("triple", format!("{} can arise in play", show(triple)))),
        None => Ok(()),
    }
}

impl<'a> Moves<'a> {
    fn read(lines: &[&Line<'a>]) -> Result<Self, Reject> {
        let mut moves = Moves { counts: BTreeMap::new(), types: BTreeMap::new(), takes: BTreeMap::new() };
        for line in lines {
            let words: Vec<&'a str> = line.rest.split_whitespace().collect();
            let size = |word: &str| {
                let size = number(word).filter(|&size: &u64| size <= 2);
                size.ok_or_else(|| line.reject(format!("'{word}' is not a size: 0, 1 or 2")))
            };
            let twice = match (line.key, words.as_slice()) {
                ("counts", &[level, counted]) => moves.counts.insert(one(line, level)?, size(counted)?).is_some(),
                ("type", &[name, from, to]) => moves.types.insert(name, (size(from)?, size(to)?)).is_some(),
                ("take", &[level, slot, name]) => {
                    let slot = number(slot).filter(|slot| (1..=3).contains(slot));
                    let slot = slot.ok_or_else(|| line.reject("slots are 1, 2 and 3"))?;
                    moves.takes.insert((one(line, level)?, slot), name).is_some()
                }
                ("counts" | "type" | "take", _) => return Err(line.reject("a wrong number of words")),
                _ => return Err(line.reject("unknown key")),
            };
            if twice {
                return Err(line.reject("this is given twice"));
            }
        }
        Ok(moves)
    }

    fn size(&self, level: Level) -> Result<u64, Reject> {
        let size = self.counts.get(&level).copied();
        size.ok_or_else(|| Reject::at(format!("counts {level:03b}"), "the line is missing"))
    }

    /// A type is the pair of sizes that a removal changes, and every line speaks of something that exists.
    fn check_names(&self, data: &Data) -> Result<(), Reject> {
        for (&level, &size) in &self.counts {
            // What x counts is the full level, and what y counts are the others that can lose a block.
            let active = (0..3).any(|slot| left(data, level, slot).is_some());
            let right = if level == FULL { 2 } else { u64::from(active) };
            if !data.allowed(level) || size != right {
                return Err(Reject::at(format!("counts {level:03b}"), "the level does not count so"));
            }
        }
        let unused = self.types.keys().find(|name| !self.takes.values().any(|used| used == *name));
        if let Some(name) = unused {
            return Err(Reject::at(format!("type {name}"), "no block is taken so"));
        }
        for (&(level, slot), name) in &self.takes {
            let place = format!("take {level:03b} {slot}");
            if !self.types.contains_key(name) {
                return Err(Reject::at(place, format!("unknown type '{name}'")));
            }
            let rest = left(data, level, slot as u32 - 1).filter(|_| data.allowed(level));
            match rest.map(spelled) {
                None => return Err(Reject::at(place, "this block cannot be taken")),
                Some(right) if right != *name => return Err(Reject::at(place, format!("what is left is {right}"))),
                Some(_) => {}
            }
        }
        Ok(())
    }

    /// Every block of a level below the highest full one, every top, every free slot.
    fn check_level(&self, data: &Data, level: Level) -> Result<(), Reject> {
        let size = self.size(level)?;
        let mut offered = Vec::new();
        for slot in 0..3 {
            let Some(rest) = left(data, level, slot) else { continue };
            let place = || format!("take {level:03b} {}", slot + 1);
            let name = self.takes.get(&(level, u64::from(slot) + 1));
            let name = *name.ok_or_else(|| Reject::at(place(), "this block can be taken, but the line is missing"))?;
            let (from, to) = self.types[name];
            if (from, to) != (size, self.size(rest)?) {
                return Err(Reject::at(place(), format!("taking this block is not of type {name}")));
            }
            check_tops(&|x, y, z| step((x, y, z), (from, to)), (size, to)).map_err(|why| Reject::at(place(), why))?;
            offered.push(name);
        }
        match self.types.iter().find(|(name, (from, _))| *from == size && !offered.contains(name)) {
            Some((name, _)) => Err(Reject::at(format!("type {name}"), format!("{level:03b} does not offer it"))),
            None => Ok(()),
        }
    }

    fn facts(&self) -> Facts {
        let one = |(name, &(from, to)): (&&str, &(u64, u64))| MoveType { name: name.to_string(), from, to };
        vec![Fact::PlayIsStable, Fact::MoveTypes(self.types.iter().map(one).collect())]
    }
}

/// What is left of a level below others when the block in a slot (from 0) is taken, if there is one and the tower
/// still stands.
fn left(data: &Data, level: Level, slot: u32) -> Option<Level> {
    let bit = 4 >> slot;
    let rest = level & !bit;
    (level & bit != 0 && rest != 0 && data.allowed(rest)).then_some(rest)
}

/// What is left of a level as the paper writes it, up to a mirror image: I for a block, - for none.
fn spelled(rest: Level) -> String {
    let mirrored = rest & 2 | rest << 2 & 4 | rest >> 2;
    show(&[rest.max(mirrored)]).replace('1', "I").replace('0', "-")
}

/// How x and y change when a level that counts as one size comes to count as another.
fn change(from: u64, to: u64) -> (i64, i64) {
    let counts = |size, counted| i64::from(size == counted);
    (counts(to, 2) - counts(from, 2), counts(to, 1) - counts(from, 1))
}

/// The move of a type, as the triplets have it.
fn step((x, y, z): (i64, i64, i64), (from, to): (u64, u64)) -> (i64, i64, i64) {
    let (dx, dy) = change(from, to);
    if z == 2 { (x + dx + 1, y + dy, 0) } else { (x + dx, y + dy, z + 1) }
}

/// The levels of a tower of which a move sees only three: one that loses a block, the highest full one, and what is
/// above it (0: nothing). Counted as (x, y, z) from scratch before and after.
fn check_tops(step: &dyn Fn(i64, i64, i64) -> (i64, i64, i64), (size, rest): (u64, u64)) -> Result<(), String> {
    for top in 0..FULL {
        let before = count(&[size], top);
        for free in (0..3).map(|slot| 4u8 >> slot).filter(|bit| top & bit == 0) {
            let placed = top | free;
            // A top that is full now is the highest full level, and the one before is a III level below it.
            let after = if placed == FULL { count(&[rest, 2], 0) } else { count(&[rest], placed) };
            if after != step(before.0, before.1, before.2) {
                return Err(format!("with {top:03b} on top the triplet changes in another way"));
            }
        }
    }
    Ok(())
}

/// The triplet of levels by the sizes that they count as, below a full level with a top on it.
fn count(below: &[u64], top: Level) -> (i64, i64, i64) {
    let with = |size| below.iter().filter(|&&found| found == size).count() as i64;
    (with(2), with(1), i64::from(top.count_ones()))
}

#[cfg(test)]
mod tests {
    use crate::proof::{automaton::stability::judge, check};

    const TEXT: &str = include_str!("../../../tests/certificates/tower-moves.txt");

    #[test]
    fn the_certificate_is_accepted() {
        let proved = check(TEXT).unwrap();
        assert!(
            proved
                .iter()
                .any(|fact| fact.to_string().contains("II- (x -1, y +1, z + 1; available if and only if x > 0)"))
        );
    }

    #[test]
    fn every_mutant_is_refused_or_says_what_is_true() {
        let (refused, accepted) = judge(TEXT, 5000);
        assert!(refused > 3000 && accepted < refused / 5, "{refused} refused, {accepted} accepted");
    }

    #[test]
    fn a_type_is_called_by_what_is_left_of_the_level() {
        for [one, other] in [["I-I", "II-"], ["II-", "-I-"], ["-I-", "I-I"], ["II-", "-II"], ["II-", "x"]] {
            let exchanged = TEXT.replace(one, "?").replace(other, one).replace('?', other);
            assert!(check(&exchanged).is_err(), "{one} and {other}");
        }
        assert!(check(&TEXT.replace("chain 100 010", "triple 100 100 100\nchain 100 010")).is_err());
    }

    #[test]
    fn every_line_about_moves_is_needed_as_it_is() {
        for (line, text) in TEXT.lines().enumerate() {
            if !["counts", "type", "take"].iter().any(|key| text.starts_with(key)) {
                continue;
            }
            let without: Vec<&str> = TEXT.lines().enumerate().filter(|(n, _)| *n != line).map(|(_, l)| l).collect();
            assert!(check(&without.join("\n")).is_err(), "without {text}");
        }
    }
}
