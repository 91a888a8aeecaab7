//! What a proved pattern says about rows and columns, computed from its certificate and not from a window.
use super::Pattern;
use crate::proof::labelling::vector::{Piece, VectorCertificate};

/// The numbers of a proved pattern. A row is what the first coordinate runs through while the others stand still, a column
/// what the second runs through. All hold for all positions of all states.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Facts {
    /// The least p such that every row repeats after p steps from some point on, which may depend on the row. Absent
    /// where the certificate does not decide it.
    pub row_period: Option<u64>,
    /// The least coordinate from which all rows repeat after `row_period` steps. Absent where there is no proof that one
    /// coordinate serves all rows.
    pub row_preperiod: Option<u64>,
    /// As `row_period`, for columns.
    pub column_period: Option<u64>,
    /// As `row_preperiod`, for columns.
    pub column_preperiod: Option<u64>,
    /// The largest value that a position has.
    pub largest_value: u64,
    /// How many pieces the certificate has.
    pub pieces: u64,
}

impl Pattern {
    /// The numbers of the pattern.
    pub fn facts(&self) -> Facts {
        let line = |i: usize| match self.axes() {
            Some(axes) => axes.get(i).map(|axis| (axis.period, Some(axis.preperiod))),
            None => eventual_period(&self.certificate, i).map(|period| (period, None)),
        };
        let [row, column] = [line(0), line(1)];
        Facts {
            row_period: row.map(|(period, _)| period),
            row_preperiod: row.and_then(|(_, preperiod)| preperiod),
            column_period: column.map(|(period, _)| period),
            column_preperiod: column.and_then(|(_, preperiod)| preperiod),
            largest_value: self.certificate.pieces.iter().map(|piece| piece.value).max().unwrap_or(0),
            pieces: self.certificate.pieces.len() as u64,
        }
    }
}

/// The least p such that every line along coordinate i of a plane repeats after p steps from some point on.
///
/// Only the pieces with a generator along the line meet it infinitely often, so these alone fill its far end. They must
/// share that generator, of length h, and have at most one other, the same g. A line past all their bases is then the line
/// g before it, moved along; so it is enough to look at the lines up to the last base and g further. Each gives a value to
/// each residue of h, and p is the least divisor of h that is a period of all these circles: the least common multiple of
/// their least periods.
fn eventual_period(certificate: &VectorCertificate, i: usize) -> Option<u64> {
    if certificate.dimension != 2 || i > 1 {
        return None;
    }
    let across = 1 - i;
    let mut shared: Option<u64> = None;
    let mut other: Option<&Vec<u64>> = None;
    let mut far: Vec<(&Piece, bool)> = Vec::new();
    for piece in &certificate.pieces {
        let cone = &certificate.cones[piece.cone];
        let Some(position) = cone.iter().position(|generator| generator[across] == 0) else { continue };
        if *shared.get_or_insert(cone[position][i]) != cone[position][i] || cone.len() > 2 {
            return None;
        }
        let rest = cone.iter().enumerate().find(|(number, _)| *number != position).map(|(_, generator)| generator);
        if rest.is_some_and(|rest| *other.get_or_insert(rest) != rest || rest[across] == 0) {
            return None;
        }
        far.push((piece, rest.is_some()));
    }
    let (length, step) = (shared?, other?);
    let last = far.iter().map(|(piece, _)| piece.base[across]).max()? + step[across];
    let mut circles = vec![vec![None; length as usize]; certificate.states * (last as usize + 1)];
    for (piece, moves) in far {
        let mut at = piece.base.clone();
        while at[across] <= last {
            let line = piece.state * (last as usize + 1) + at[across] as usize;
            circles[line][(at[i] % length) as usize] = Some(piece.value);
            if !moves {
                break;
            }
            at.iter_mut().zip(step).for_each(|(x, g)| *x += g);
        }
    }
    if circles.iter().flatten().any(Option::is_none) {
        return None;
    }
    let repeats =
        |p: usize, circle: &[Option<u64>]| (0..circle.len()).all(|x| circle[x] == circle[(x + p) % circle.len()]);
    (1..=length).filter(|p| length % p == 0).find(|&p| circles.iter().all(|circle| repeats(p as usize, circle)))
}
