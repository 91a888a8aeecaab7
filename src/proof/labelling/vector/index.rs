//! What the checker looks up again and again: the parts of each cone, and the pieces by state, cone and base.
use super::{Piece, VectorCertificate};
use crate::game::vector::Rule;
use crate::proof::Reject;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::RangeInclusive;

/// The most parts that one piece may be split into.
const MOST_PARTS: u64 = 4096;

/// A part of the pieces of a cone: `base of the piece + offset + N g` for the generators g in `free`.
pub struct Part {
    offset: Vec<u64>,
    /// Generators by their number in the [`Index`].
    pub free: Vec<usize>,
    /// The cones that contain the free generators.
    pub around: Vec<usize>,
}

impl Part {
    /// The base of the part of a piece with this base.
    pub fn placed(&self, base: &[u64]) -> Vec<u64> {
        base.iter().zip(&self.offset).map(|(b, o)| b + o).collect()
    }
}

/// The least box around the bases of the pieces of one cone: outside of it no base needs to be looked for.
struct Bounds {
    least: Vec<u64>,
    /// For each generator, from where the box can be reached by the generators after it, and at last the end of the box.
    most: Vec<Vec<u64>>,
}

type Key<'a> = (usize, usize, &'a [u64]);

/// A certificate, prepared for looking up pieces.
pub struct Index<'a> {
    certificate: &'a VectorCertificate,
    generators: Vec<&'a [u64]>,
    parts: Vec<Vec<Part>>,
    bounds: Vec<Option<Bounds>>,
    rules: Vec<Vec<&'a Rule>>,
    pieces: HashMap<Key<'a>, &'a Piece, BuildHasherDefault<Mixer>>,
}

impl<'a> Index<'a> {
    /// Prepares a certificate.
    ///
    /// # Errors
    /// A piece with too many parts.
    pub fn new(certificate: &'a VectorCertificate) -> Result<Self, Reject> {
        let mut generators: Vec<&[u64]> = certificate.cones.iter().flatten().map(Vec::as_slice).collect();
        generators.sort_unstable();
        generators.dedup();
        let mut bounds: Vec<Option<Bounds>> = certificate.cones.iter().map(|_| None).collect();
        let mut pieces: HashMap<Key, &Piece, _> = HashMap::default();
        for piece in &certificate.pieces {
            pieces.entry((piece.state, piece.cone, &piece.base[..])).or_insert(piece);
            let alone = || Bounds { least: piece.base.clone(), most: vec![piece.base.clone()] };
            bounds[piece.cone].get_or_insert_with(alone).stretch(&piece.base);
        }
        for (bounds, generators) in bounds.iter_mut().zip(&certificate.cones) {
            bounds.iter_mut().for_each(|bounds| bounds.reach(generators, certificate.back));
        }
        let rules_of = |state| certificate.rules.iter().filter(|rule| rule.from == state).collect();
        let rules = (0..certificate.states).map(rules_of).collect();
        let mut index = Index { certificate, generators, parts: Vec::new(), bounds, rules, pieces };
        for cone in 0..certificate.cones.len() {
            // A cone without pieces has no parts to check.
            let parts = if index.bounds[cone].is_some() { index.split(cone)? } else { Vec::new() };
            index.parts.push(parts);
        }
        Ok(index)
    }

    /// The parts of a cone: each coefficient is below `split`, or `split` and more.
    fn split(&self, cone: usize) -> Result<Vec<Part>, Reject> {
        let (split, generators) = (self.certificate.split, &self.certificate.cones[cone]);
        let count = u32::try_from(generators.len()).ok().and_then(|length| (split + 1).checked_pow(length));
        if count.is_none_or(|count| count > MOST_PARTS) {
            let first =
                self.certificate.pieces.iter().position(|piece| piece.cone == cone).map_or(0, |number| number + 1);
            return Err(Reject::at(format!("piece {first}"), format!("it splits into more than {MOST_PARTS} parts")));
        }
        let mut parts = vec![(vec![0; self.certificate.dimension], Vec::new())];
        for generator in generators {
            let number = self.generators.binary_search(&&generator[..]).expect("all generators are listed");
            let branch = |(offset, free): &(Vec<u64>, Vec<usize>), times: u64| {
                let offset = offset.iter().zip(generator).map(|(o, g)| o + times * g).collect();
                (offset, free.iter().copied().chain((times == split).then_some(number)).collect())
            };
            parts = parts.iter().flat_map(|part| (0..=split).map(|times| branch(part, times))).collect();
        }
        let around = |(offset, free): (_, Vec<usize>)| Part { offset, around: self.cones_around(&free), free };
        Ok(parts.into_iter().map(around).collect())
    }

    /// The parts of the pieces of a cone.
    pub fn parts(&self, cone: usize) -> &[Part] {
        &self.parts[cone]
    }

    /// A generator by its number.
    pub fn generator(&self, number: usize) -> &'a [u64] {
        self.generators[number]
    }

    /// The rules of a state.
    pub fn rules_of(&self, state: usize) -> &[&'a Rule] {
        &self.rules[state]
    }

    /// The cones that contain all of `free`.
    pub fn cones_around(&self, free: &[usize]) -> Vec<usize> {
        let contains = |cone: &[Vec<u64>]| free.iter().all(|&g| cone.iter().any(|own| own[..] == *self.generators[g]));
        let cones = self.certificate.cones.iter().enumerate();
        cones.filter(|(_, cone)| contains(cone)).map(|(number, _)| number).collect()
    }

    /// A piece that contains `base + N free`: its cone is one of those around `free`, and its base lies at most `back`
    /// generators back.
    pub fn piece_around(&self, state: usize, base: &[u64], around: &[usize]) -> Option<&'a Piece> {
        let mut point = base.to_vec();
        around.iter().find_map(|&cone| {
            let bounds = self.bounds[cone].as_ref()?;
            self.search(state, &mut point, cone, 0, bounds)
        })
    }

    /// Walks back along the generators from a number on, one after another. The point is left as it was.
    fn search(&self, state: usize, point: &mut [u64], cone: usize, from: usize, bounds: &Bounds) -> Option<&'a Piece> {
        let Some(generator) = self.certificate.cones[cone].get(from) else {
            return self.pieces.get(&(state, cone, &*point)).copied();
        };
        let walks = bounds.walks(point, generator, from)?;
        let (mut walked, mut found) = (0, None);
        for times in *walks.start()..=(*walks.end()).min(self.certificate.back) {
            point.iter_mut().zip(generator).for_each(|(x, g)| *x -= (times - walked) * g);
            walked = times;
            found = self.search(state, point, cone, from + 1, bounds);
            if found.is_some() {
                break;
            }
        }
        point.iter_mut().zip(generator).for_each(|(x, g)| *x += walked * g);
        found
    }
}

impl Bounds {
    fn stretch(&mut self, base: &[u64]) {
        self.least.iter_mut().zip(base).for_each(|(least, &x)| *least = x.min(*least));
        self.most[0].iter_mut().zip(base).for_each(|(most, &x)| *most = x.max(*most));
    }

    /// Sets from where the box can be reached, going back so many times along each generator.
    fn reach(&mut self, generators: &[Vec<u64>], back: u64) {
        for generator in generators.iter().skip(1).rev() {
            let further = |(most, g): (&u64, &u64)| most.saturating_add(back.saturating_mul(*g));
            let most = self.most[0].iter().zip(generator).map(further).collect();
            self.most.insert(0, most);
        }
    }

    /// How many times to go back along a generator, so that the others can lead on into the box.
    fn walks(&self, point: &[u64], generator: &[u64], number: usize) -> Option<RangeInclusive<u64>> {
        let (mut fewest, mut most) = (0, u64::MAX);
        for (((&x, &g), &least), &reached) in point.iter().zip(generator).zip(&self.least).zip(&self.most[number]) {
            let (above, beyond) = (x.checked_sub(least)?, x.saturating_sub(reached));
            if g > 0 {
                fewest = fewest.max(beyond.div_ceil(g));
                most = most.min(above / g);
            } else if beyond > 0 {
                return None;
            }
        }
        (fewest <= most).then_some(fewest..=most)
    }
}

/// A quick hash of a few small numbers; what it maps together only costs time.
#[derive(Default)]
struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
}
