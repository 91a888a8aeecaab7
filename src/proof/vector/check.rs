//! The check of a vector certificate, in the steps that the head of the module lists.
use super::{Period, Piece, VectorCertificate};
use crate::game::named;
use crate::game::vector::{Rule, VectorPosition};
use crate::proof::{Proved, Reject};
use std::collections::HashMap;

/// The most parts that one piece may be split into.
const MOST_PARTS: u64 = 4096;

/// `base + N g` for the generators `free` (indices into the cone of the piece that the part comes from).
struct Part {
    base: Vec<u64>,
    free: Vec<Vec<u64>>,
}

/// Checks everything that a certificate claims.
///
/// # Errors
/// A [`Reject`] that names the rule, piece, period or pair at fault.
pub fn check(certificate: &VectorCertificate) -> Result<Proved, Reject> {
    same_rules(certificate)?;
    for (index, rule) in certificate.rules.iter().enumerate() {
        if !certificate.weight.falls(rule) {
            return Err(Reject::at(format!("rule {}", index + 1), "the weight does not fall"));
        }
    }
    let index = Index::new(certificate);
    for state in 0..certificate.states {
        if index.piece_around(state, &vec![0; certificate.dimension], &[]).is_none() {
            return Err(Reject::at(format!("state {state}"), "the zero vector lies in no piece"));
        }
    }
    for (number, piece) in certificate.pieces.iter().enumerate() {
        check_piece(certificate, &index, piece).map_err(|why| Reject::at(format!("piece {}", number + 1), why))?;
    }
    for (number, period) in certificate.periods.iter().enumerate() {
        check_period(certificate, &index, period).map_err(|why| Reject::at(format!("period {}", number + 1), why))?;
    }
    for (number, pair) in certificate.differing.iter().enumerate() {
        check_differ(certificate, pair).map_err(|why| Reject::at(format!("differ {}", number + 1), why))?;
    }
    Ok(sentences(certificate))
}

/// A named game must have exactly the rules of the certificate.
fn same_rules(certificate: &VectorCertificate) -> Result<(), Reject> {
    let Some(name) = &certificate.game else { return Ok(()) };
    let game = named::vector_game(name).map_err(|error| Reject::at("game", error.to_string()))?;
    let plain = |rules: &[Rule]| {
        let mut plain: Vec<_> = rules.iter().map(|r| (r.from, r.take.clone(), r.put.clone(), r.to)).collect();
        plain.sort();
        plain
    };
    let same = game.dimension == certificate.dimension
        && game.states == certificate.states
        && plain(&game.rules) == plain(&certificate.rules);
    same.then_some(()).ok_or_else(|| Reject::at("rule", format!("these are not the rules of {name}")))
}

/// Covering and values for the parts of one piece (steps 2 to 4).
fn check_piece(certificate: &VectorCertificate, index: &Index, piece: &Piece) -> Result<(), String> {
    for part in parts(certificate, piece)? {
        for coordinate in 0..certificate.dimension {
            let mut next = part.base.clone();
            next[coordinate] += 1;
            index.piece_around(piece.state, &next, &part.free).ok_or_else(|| {
                format!("the part at {:?} moved by one along coordinate {coordinate} lies in no piece", part.base)
            })?;
        }
        let mut options = Vec::new();
        for rule in certificate.rules.iter().filter(|rule| rule.from == piece.state) {
            if rule.fits(&part.base) {
                let option = rule.apply(&part.base);
                let target = index.piece_around(rule.to, &option, &part.free);
                let outside = || format!("the option {option:?} of the part at {:?} lies in no piece", part.base);
                options.push(target.ok_or_else(outside)?.value);
            } else if !never_fits(rule, &part) {
                return Err(format!("a rule can be used on some of the part at {:?} only", part.base));
            }
        }
        let value = certificate.play.value(options);
        if value != piece.value {
            return Err(format!("the options of the part at {:?} give {value}, not {}", part.base, piece.value));
        }
    }
    Ok(())
}

/// Some coordinate is too small, and no generator raises it.
fn never_fits(rule: &Rule, part: &Part) -> bool {
    (0..part.base.len()).any(|i| part.base[i] < rule.take[i] && part.free.iter().all(|generator| generator[i] == 0))
}

/// The parts of a piece: each coefficient is below `split`, or `split` and more.
fn parts(certificate: &VectorCertificate, piece: &Piece) -> Result<Vec<Part>, String> {
    let cone = &certificate.cones[piece.cone];
    let count = u32::try_from(cone.len()).ok().and_then(|length| (certificate.split + 1).checked_pow(length));
    if count.is_none_or(|count| count > MOST_PARTS) {
        return Err(format!("it splits into more than {MOST_PARTS} parts"));
    }
    let mut parts = vec![Part { base: piece.base.clone(), free: Vec::new() }];
    for generator in cone {
        let branch = |part: &Part, times: u64| Part {
            base: part.base.iter().zip(generator).map(|(b, g)| b + times * g).collect(),
            free: part.free.iter().cloned().chain((times == certificate.split).then(|| generator.clone())).collect(),
        };
        parts = parts.iter().flat_map(|part| (0..=certificate.split).map(|times| branch(part, times))).collect();
    }
    Ok(parts)
}

/// The value of x + step is that of x, for all x >= from in every piece.
///
/// A part is inside the region if its base is; it is outside if a coordinate is too small and cannot grow. Otherwise it
/// is cut further: the next multiple along a generator that raises the coordinate is a part of its own.
fn check_period(certificate: &VectorCertificate, index: &Index, period: &Period) -> Result<(), String> {
    for piece in &certificate.pieces {
        let mut work = parts(certificate, piece)?;
        let mut allowed = 1_000_000u64;
        while let Some(part) = work.pop() {
            allowed = allowed.checked_sub(1).ok_or("its bound cuts a piece into too many parts")?;
            let Some(low) = (0..certificate.dimension).find(|&i| part.base[i] < period.from[i]) else {
                let moved: Vec<u64> = part.base.iter().zip(&period.step).map(|(b, s)| b + s).collect();
                match index.piece_around(piece.state, &moved, &part.free) {
                    Some(target) if target.value == piece.value => continue,
                    Some(target) => {
                        return Err(format!("{:?} has {}, {moved:?} has {}", part.base, piece.value, target.value));
                    }
                    None => return Err(format!("{moved:?} lies in no piece")),
                }
            };
            if let Some(raising) = part.free.iter().position(|generator| generator[low] > 0) {
                let further = part.base.iter().zip(&part.free[raising]).map(|(b, g)| b + g).collect();
                let mut fixed = part.free.clone();
                fixed.remove(raising);
                work.push(Part { base: further, free: part.free });
                work.push(Part { base: part.base, free: fixed });
            }
        }
    }
    Ok(())
}

fn check_differ(certificate: &VectorCertificate, (x, y): &(VectorPosition, VectorPosition)) -> Result<(), String> {
    let value = |position| certificate.value(position).ok_or("a position lies in no piece");
    let (first, second) = (value(x)?, value(y)?);
    if first == second { Err(format!("both positions have the value {first}")) } else { Ok(()) }
}

/// Pieces by state and base.
struct Index<'a> {
    certificate: &'a VectorCertificate,
    pieces: HashMap<(usize, &'a [u64]), Vec<&'a Piece>>,
}

impl<'a> Index<'a> {
    fn new(certificate: &'a VectorCertificate) -> Self {
        let mut pieces: HashMap<_, Vec<&Piece>> = HashMap::new();
        for piece in &certificate.pieces {
            pieces.entry((piece.state, &piece.base[..])).or_default().push(piece);
        }
        Index { certificate, pieces }
    }

    /// A piece that contains `base + N free`: its cone contains `free`, and its base lies at most `back` generators back.
    fn piece_around(&self, state: usize, base: &[u64], free: &[Vec<u64>]) -> Option<&'a Piece> {
        let cones = self.certificate.cones.iter().enumerate();
        cones
            .filter(|(_, cone)| free.iter().all(|generator| cone.contains(generator)))
            .find_map(|(number, cone)| self.search(state, base.to_vec(), number, cone))
    }

    /// Walks back along the generators one after another.
    fn search(&self, state: usize, mut base: Vec<u64>, cone: usize, generators: &[Vec<u64>]) -> Option<&'a Piece> {
        let Some((generator, rest)) = generators.split_first() else {
            return self.pieces.get(&(state, &base[..]))?.iter().find(|piece| piece.cone == cone).copied();
        };
        for _ in 0..=self.certificate.back {
            if let Some(piece) = self.search(state, base.clone(), cone, rest) {
                return Some(piece);
            }
            for (x, g) in base.iter_mut().zip(generator) {
                *x = x.checked_sub(*g)?;
            }
        }
        None
    }
}

fn sentences(certificate: &VectorCertificate) -> Proved {
    let name = certificate.game.clone().unwrap_or_else(|| "the game of these rules".to_string());
    let pieces = certificate.pieces.len();
    let word = certificate.play.word();
    let mut said = vec![format!(
        "{name}: every play ends, and the {word} value of every position is that of its piece ({pieces} pieces)"
    )];
    for Period { step, from } in &certificate.periods {
        said.push(format!("{name}: value(x + {step:?}) = value(x) for all x >= {from:?}, in every state"));
    }
    for (x, y) in &certificate.differing {
        said.push(format!("{name}: value({}:{:?}) is not value({}:{:?})", x.state, x.at, y.state, y.at));
    }
    said
}
