//! Finds the certificates about towers of three blocks a level.
use crate::game::tower::{Stability, stability};
use std::collections::HashMap;
use std::fmt::Write;

const SLOTS: u32 = 3;
/// Definition 3.2 of zwick: levels that a valid tower has at its top only.
pub(super) const EXCLUDED: [u16; 2] = [0b100, 0b001];
/// Definition 3.2 of zwick: triples that no valid tower ends in, bottom first.
pub(super) const TRIPLES: [[u16; 3]; 4] =
    [[0b010, 0b010, 0b100], [0b010, 0b010, 0b001], [0b011, 0b010, 0b100], [0b110, 0b010, 0b001]];

/// Towers with the same key have the same future: the verdict, and the room to the edges of the middle third, exactly
/// as long as it is not positive.
type Key = Option<(bool, [i64; 4])>;

fn judge(tower: &[u16]) -> Stability {
    stability::stability(SLOTS, tower)
}

fn key(tower: &[u16]) -> Key {
    let semi = match judge(tower) {
        Stability::Stable => false,
        Stability::SemiStable { .. } => true,
        Stability::Falls { .. } => return None,
    };
    let (blocks, sums) = mass(tower);
    let room = [blocks + sums[0], blocks - sums[0], blocks + sums[1], blocks - sums[1]];
    Some((semi, room.map(|room| room.min(1))))
}

/// The line of a state: exact bounds for what is not positive, at least 1 for what is, and none for what falls.
fn state(number: usize, key: Key) -> String {
    let Some((semi, rooms)) = key else { return format!("state {number} falls * * * * * * * *\n") };
    let bounds = rooms.map(|room| if room > 0 { "1 *".to_string() } else { format!("{room} {room}") });
    format!("state {number} {} {}\n", if semi { "semi" } else { "stable" }, bounds.join(" "))
}

/// The states and steps of the induction, found by building towers from the top down until no new key appears.
fn automaton() -> String {
    let mut numbers: HashMap<Key, usize> = HashMap::new();
    // The tower of no level is state 0 by itself: nothing is asked of the first level.
    let mut examples: Vec<Vec<u16>> = vec![Vec::new()];
    let mut keys: Vec<Key> = vec![key(&[])];
    let mut steps = String::new();
    let mut done = 0;
    while done < examples.len() {
        for level in 1..=7 {
            let mut tower = examples[done].clone();
            tower.insert(0, level);
            let next = *numbers.entry(key(&tower)).or_insert_with(|| {
                keys.push(key(&tower));
                examples.push(tower);
                examples.len() - 1
            });
            writeln!(steps, "step {done} {level:03b} {next}").expect("text takes it");
        }
        done += 1;
    }
    let states: String = keys.into_iter().enumerate().map(|(number, key)| state(number, key)).collect();
    states + &steps
}

/// Every tower of a height, ordered as the notations.
fn towers(height: u32) -> impl Iterator<Item = Vec<u16>> {
    (0..7u32.pow(height))
        .map(move |number| (0..height).rev().map(|place| (number / 7u32.pow(place) % 7) as u16 + 1).collect())
}

fn valid(tower: &[u16]) -> bool {
    let below = &tower[..tower.len() - 1];
    below.iter().all(|level| !EXCLUDED.contains(level)) && !TRIPLES.iter().any(|triple| tower.ends_with(triple))
}

/// The number of blocks, and the sums of their middles along the two axes, that of the lowest level first.
fn mass(tower: &[u16]) -> (i64, [i64; 2]) {
    let (mut blocks, mut sums) = (0, [0, 0]);
    for (index, &level) in tower.iter().enumerate() {
        let shape = stability::shape(SLOTS, level);
        blocks += shape.count;
        sums[index % 2] += shape.moment;
    }
    (blocks, sums)
}

/// Whether the centre of mass of a tower is strictly inside the middle ninth.
pub fn inside(tower: &[u16]) -> bool {
    let (blocks, sums) = mass(tower);
    sums.iter().all(|sum| sum.abs() < blocks)
}

/// Whether the centre of mass is in (1/3, 2/3) x [1/3, 2/3], as zwick says of valid towers of two levels.
pub fn two_levels_inside(tower: &[u16]) -> bool {
    let (blocks, [x, y]) = mass(tower);
    x.abs() < blocks && y.abs() <= blocks
}

/// The centre of mass of a tower with at least one block, as reduced fractions of the tower's width.
pub fn centre(tower: &[u16]) -> [String; 2] {
    let (blocks, sums) = mass(tower);
    // Sixths from the middle become a fraction of the width from the left.
    sums.map(|sum| fraction(sum + 3 * blocks, 6 * blocks))
}

/// The valid towers of two levels with the least second coordinate of the centre of mass.
pub fn least_second_coordinate() -> Vec<Vec<u16>> {
    let towers = valid_towers(2);
    let (y, below) = (|tower: &[u16]| mass(tower).1[1], |tower: &[u16]| mass(tower).0);
    let least = |one: &&Vec<u16>| towers.iter().all(|other| y(one) * below(other) <= y(other) * below(one));
    towers.iter().filter(least).cloned().collect()
}

fn fraction(above: i64, below: i64) -> String {
    let (mut a, mut b) = (above, below);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    format!("{}/{}", above / a, below / a)
}

/// The levels that a valid tower may have anywhere.
pub fn allowed_levels() -> impl Iterator<Item = u16> {
    (1..=7).filter(|level| !EXCLUDED.contains(level))
}

/// The valid towers of a small height.
pub fn valid_towers(height: u32) -> Vec<Vec<u16>> {
    towers(height).filter(|tower| valid(tower)).collect()
}

/// The triples of definition 3.2, spelt.
pub fn excluded_triples() -> Vec<String> {
    TRIPLES.iter().map(|triple| spell(triple, "/")).collect()
}

/// A tower as the papers write it, with a separator.
pub fn spell(tower: &[u16], between: &str) -> String {
    tower.iter().map(|level| format!("{level:03b}")).collect::<Vec<_>>().join(between)
}

/// The semi-stable towers of a small height.
pub fn semi_stable(height: u32) -> Vec<Vec<u16>> {
    towers(height).filter(|tower| matches!(judge(tower), Stability::SemiStable { .. })).collect()
}

/// The valid towers of a small height whose centre of mass is not strictly inside the middle ninth.
pub fn on_the_edge(height: u32) -> Vec<Vec<u16>> {
    towers(height).filter(|tower| valid(tower) && !inside(tower)).collect()
}

fn data() -> String {
    let mut text = String::new();
    let mut say = |key: &str, rest: String| writeln!(text, "{key} {rest}").expect("text takes it");
    EXCLUDED.iter().for_each(|&level| say("excluded", spell(&[level], " ")));
    TRIPLES.iter().for_each(|triple| say("triple", spell(triple, " ")));
    EXCLUDED.iter().for_each(|&level| say("chain", spell(&[level, 0b010], " ")));
    semi_stable(3).iter().for_each(|tower| say("semi", spell(tower, " ")));
    let mut base = 3;
    while !on_the_edge(base).is_empty() && base < 6 {
        on_the_edge(base).iter().for_each(|tower| say("edge", spell(tower, " ")));
        base += 1;
    }
    say("base", base.to_string());
    text + &automaton()
}

/// The certificate of the stability lemma.
pub fn stability_certificate() -> String {
    format!("topple-certificate 1 stability\n{}end\n", data())
}

/// The certificate of the three types of move.
pub fn moves_certificate() -> String {
    let size = |level: u16| match level {
        0b111 => 2,
        0b110 | 0b011 => 1,
        _ => 0,
    };
    let name = |left: u16| match left {
        0b101 => "I-I",
        0b010 => "-I-",
        _ => "II-",
    };
    let allowed = |level: u16| allowed_levels().any(|allowed| allowed == level);
    let mut text = String::new();
    for level in allowed_levels() {
        writeln!(text, "counts {level:03b} {}", size(level)).expect("text takes it");
    }
    let mut types = Vec::new();
    for level in allowed_levels() {
        for slot in (1..=3).filter(|slot| level >> (3 - slot) & 1 == 1) {
            let left = level & !(1 << (3 - slot));
            if allowed(left) {
                writeln!(text, "take {level:03b} {slot} {}", name(left)).expect("text takes it");
                types.push(format!("type {} {} {}\n", name(left), size(level), size(left)));
            }
        }
    }
    types.sort();
    types.dedup();
    format!("topple-certificate 1 tower-moves\n{}{text}{}end\n", data(), types.concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The files that the checker's own tests read are the ones found here.
    #[test]
    fn the_kept_certificates_are_those_found() {
        for (name, text) in [("stability", stability_certificate()), ("tower-moves", moves_certificate())] {
            let path = format!("{}/tests/certificates/{name}.txt", env!("CARGO_MANIFEST_DIR"));
            if std::env::var_os("TOPPLE_KEEP").is_some() {
                std::fs::write(&path, &text).unwrap();
            }
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
            crate::proof::check(&text).unwrap();
        }
    }
}
