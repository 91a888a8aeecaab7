//! Values far out, from the pieces of a certificate: the pieces of one cone are sorted by the class of their base modulo
//! the generators, so that a cell is compared with few of them.
use std::collections::HashMap;
use topple::proof::labelling::vector::VectorCertificate;

type Cell = [i64; 2];

/// The pieces of a certificate of a game in the plane with one state.
pub struct Values(Vec<Cone>);

/// The pieces of one cone.
struct Cone {
    generators: Vec<Cell>,
    /// Bases with their values, by class.
    pieces: HashMap<Cell, Vec<(Cell, u64)>>,
}

impl Values {
    /// Sorts the pieces of a certificate that was checked: its generators are independent.
    pub fn new(certificate: &VectorCertificate) -> Self {
        let cell = |at: &Vec<u64>| [at[0] as i64, at[1] as i64];
        let cone = |generators: &Vec<Vec<u64>>| Cone {
            generators: generators.iter().map(cell).collect(),
            pieces: HashMap::new(),
        };
        let mut cones: Vec<Cone> = certificate.cones.iter().map(cone).collect();
        for piece in &certificate.pieces {
            let (base, cone) = (cell(&piece.base), &mut cones[piece.cone]);
            cone.pieces.entry(cone.class(base)).or_default().push((base, piece.value));
        }
        // Almost all cells lie in cones with two generators.
        cones.sort_by_key(|cone| std::cmp::Reverse(cone.generators.len()));
        Values(cones)
    }

    /// The value of a cell.
    pub fn at(&self, cell: Cell) -> Option<u64> {
        self.0.iter().find_map(|cone| cone.value(cell))
    }
}

fn cross(a: Cell, b: Cell) -> i128 {
    i128::from(a[0]) * i128::from(b[1]) - i128::from(a[1]) * i128::from(b[0])
}

impl Cone {
    /// The same for two cells just if their difference is an integer combination of the generators.
    fn class(&self, cell: Cell) -> Cell {
        match self.generators[..] {
            [] => cell,
            [g] => {
                let axis = usize::from(g[0] == 0);
                let times = cell[axis].div_euclid(g[axis]);
                [cell[0] - times * g[0], cell[1] - times * g[1]]
            }
            [mut a, mut b, ..] => {
                // Euclid's algorithm on the first coordinate: b comes to lie along the second one.
                while b[0] != 0 {
                    let times = a[0] / b[0];
                    (a, b) = (b, [a[0] - times * b[0], a[1] - times * b[1]]);
                }
                let times = cell[0].div_euclid(a[0]);
                [cell[0] - times * a[0], (cell[1] - times * a[1]).rem_euclid(b[1])]
            }
        }
    }

    fn value(&self, cell: Cell) -> Option<u64> {
        let pieces = self.pieces.get(&self.class(cell))?;
        pieces.iter().find(|(base, _)| self.holds([cell[0] - base[0], cell[1] - base[1]])).map(|(_, value)| *value)
    }

    /// Whether an integer combination of the generators takes none of them a negative number of times.
    fn holds(&self, difference: Cell) -> bool {
        match self.generators[..] {
            [] => true,
            [g] => difference[0] * g[0].signum() + difference[1] * g[1].signum() >= 0,
            [a, b, ..] => {
                let sign = cross(a, b).signum();
                cross(difference, b) * sign >= 0 && cross(a, difference) * sign >= 0
            }
        }
    }
}
