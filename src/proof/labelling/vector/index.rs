//! What the checker looks up again and again: the parts of each cone, and the pieces by cone, state and base.
use super::{Piece, VectorCertificate};
use crate::game::vector::Rule;
use crate::proof::Reject;
use crate::proof::mixer::Mixer;
use std::collections::HashMap;
use std::hash::BuildHasherDefault;
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

/// The pieces of one cone, and the least box around their bases: outside of it no base needs to be looked for.
struct Boxed<'a> {
    least: Vec<u64>,
    /// For each generator, from where the box can be reached by the generators after it, and at last the end of the box.
    most: Vec<Vec<u64>>,
    /// For each coordinate how much it adds to the number of a position in the box.
    strides: Vec<u64>,
    /// By state and the number of the base in the box.
    pieces: HashMap<(usize, u64), &'a Piece, BuildHasherDefault<Mixer>>,
}

/// What is wrong with the pieces of a cone, said of the first of them.
fn first_piece(certificate: &VectorCertificate, cone: usize, why: String) -> Reject {
    let first = certificate.pieces.iter().position(|piece| piece.cone == cone).map_or(0, |number| number + 1);
    Reject::at(format!("piece {first}"), why)
}

/// A certificate, prepared for looking up pieces.
pub struct Index<'a> {
    certificate: &'a VectorCertificate,
    generators: Vec<&'a [u64]>,
    parts: Vec<Vec<Part>>,
    /// By cone, if it has pieces.
    boxed: Vec<Option<Boxed<'a>>>,
    rules: Vec<Vec<&'a Rule>>,
}

impl<'a> Index<'a> {
    /// Prepares a certificate.
    ///
    /// # Errors
    /// A piece with too many parts, or bases of one cone that are too far from each other.
    pub fn new(certificate: &'a VectorCertificate) -> Result<Self, Reject> {
        let mut generators: Vec<&[u64]> = certificate.cones.iter().flatten().map(Vec::as_slice).collect();
        generators.sort_unstable();
        generators.dedup();
        let mut boxed: Vec<Option<Boxed>> = certificate.cones.iter().map(|_| None).collect();
        for piece in &certificate.pieces {
            boxed[piece.cone].get_or_insert_with(|| Boxed::around(&piece.base)).stretch(&piece.base);
        }
        for (cone, generators) in certificate.cones.iter().enumerate() {
            let Some(boxed) = &mut boxed[cone] else { continue };
            boxed.reach(generators, certificate.back);
            let far = || "with the other bases of its cone its base spans a box of 2^64 positions or more".to_string();
            boxed.strides = boxed.numbering().ok_or_else(|| first_piece(certificate, cone, far()))?;
        }
        for piece in &certificate.pieces {
            let boxed = boxed[piece.cone].as_mut().expect("a cone with a piece has a box");
            let number = boxed.number(&piece.base).expect("the box is around the bases");
            boxed.pieces.entry((piece.state, number)).or_insert(piece);
        }
        let rules_of = |state| certificate.rules.iter().filter(|rule| rule.from == state).collect();
        let rules = (0..certificate.states).map(rules_of).collect();
        let mut index = Index { certificate, generators, parts: Vec::new(), boxed, rules };
        for cone in 0..certificate.cones.len() {
            // A cone without pieces has no parts to check.
            let parts = if index.boxed[cone].is_some() { index.split(cone)? } else { Vec::new() };
            index.parts.push(parts);
        }
        Ok(index)
    }

    /// The parts of a cone: each coefficient is below `split`, or `split` and more.
    fn split(&self, cone: usize) -> Result<Vec<Part>, Reject> {
        let (split, generators) = (self.certificate.split, &self.certificate.cones[cone]);
        let count = u32::try_from(generators.len()).ok().and_then(|length| (split + 1).checked_pow(length));
        if count.is_none_or(|count| count > MOST_PARTS) {
            let why = format!("it splits into more than {MOST_PARTS} parts");
            return Err(first_piece(self.certificate, cone, why));
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
            let boxed = self.boxed[cone].as_ref()?;
            boxed.search(state, &mut point, &self.certificate.cones[cone], self.certificate.back)
        })
    }
}

impl<'a> Boxed<'a> {
    fn around(base: &[u64]) -> Self {
        Boxed { least: base.to_vec(), most: vec![base.to_vec()], strides: Vec::new(), pieces: HashMap::default() }
    }

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

    fn end(&self) -> &[u64] {
        self.most.last().expect("the end of the box comes last")
    }

    /// For each coordinate how much it adds to the number of a position in the box; nothing if there are 2^64 or more.
    fn numbering(&self) -> Option<Vec<u64>> {
        let (mut strides, mut positions) = (Vec::new(), 1_u64);
        for (least, most) in self.least.iter().zip(self.end()) {
            strides.push(positions);
            positions = positions.checked_mul((most - least).checked_add(1)?)?;
        }
        Some(strides)
    }

    /// The number of a position, if it lies in the box.
    fn number(&self, point: &[u64]) -> Option<u64> {
        let mut number = 0;
        for (((x, least), most), stride) in point.iter().zip(&self.least).zip(self.end()).zip(&self.strides) {
            if !(least..=most).contains(&x) {
                return None;
            }
            number += (x - least) * stride;
        }
        Some(number)
    }

    /// Walks back along the generators, one after another, to the base of a piece. The point is left as it was.
    fn search(&self, state: usize, point: &mut [u64], generators: &[Vec<u64>], back: u64) -> Option<&'a Piece> {
        let Some((generator, others)) = generators.split_first() else {
            return self.pieces.get(&(state, self.number(point)?)).copied();
        };
        let walks = self.walks(point, generator, &self.most[self.most.len() - generators.len()])?;
        let (mut walked, mut found) = (0, None);
        for times in *walks.start()..=(*walks.end()).min(back) {
            point.iter_mut().zip(generator).for_each(|(x, g)| *x -= (times - walked) * g);
            walked = times;
            found = self.search(state, point, others, back);
            if found.is_some() {
                break;
            }
        }
        point.iter_mut().zip(generator).for_each(|(x, g)| *x += walked * g);
        found
    }

    /// How many times to go back along a generator, so that the others can lead on into the box.
    fn walks(&self, point: &[u64], generator: &[u64], most: &[u64]) -> Option<RangeInclusive<u64>> {
        let (mut first, mut last) = (0, u64::MAX);
        for (((&x, &g), &least), &most) in point.iter().zip(generator).zip(&self.least).zip(most) {
            let (above, beyond) = (x.checked_sub(least)?, x.saturating_sub(most));
            if g > 0 {
                first = first.max(beyond.div_ceil(g));
                last = last.min(above / g);
            } else if beyond > 0 {
                return None;
            }
        }
        (first <= last).then_some(first..=last)
    }
}
