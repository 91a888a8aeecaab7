//! The lattice of periods far from all walls, and a fan of thin cones between some of its vectors.
use super::rays::{Cone, Vector};
use crate::solve::values::table::ValueTable;
use std::collections::BTreeSet;

/// All integer combinations of a basis in Hermite normal form: vector i ends with a positive coordinate i, and its
/// earlier coordinates are naturals below those of the earlier vectors. So all of them are vectors of naturals.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lattice {
    /// The basis.
    pub basis: Vec<Vector>,
}

impl Lattice {
    /// All periods of the far part of a window, the positions with all coordinates in its second half. Nothing if the
    /// lattice has fewer dimensions than the window, or not all of a basis fits twice into the far part.
    pub fn far(table: &ValueTable) -> Option<Lattice> {
        let mut basis: Vec<Vector> = Vec::new();
        for i in 0..table.size.len() {
            let longest = (table.size[i] / 4) as i64;
            let found = (1..=longest).find_map(|last| {
                let mut vector = vec![0; table.size.len()];
                vector[i] = last;
                loop {
                    if is_period(table, &vector) {
                        return Some(vector);
                    }
                    let next = (0..i).find(|&j| vector[j] + 1 < basis[j][j])?;
                    vector[next] += 1;
                    vector[..next].fill(0);
                }
            });
            basis.push(found?);
        }
        Some(Lattice { basis })
    }

    /// How many classes of integer vectors there are.
    pub fn index(&self) -> i64 {
        (0..self.basis.len()).map(|i| self.basis[i][i]).fold(1, i64::saturating_mul)
    }

    /// The vector of a class whose coordinates are naturals below those of the basis.
    pub fn least(&self, vector: &[i64]) -> Vector {
        let mut rest = vector.to_vec();
        for (i, own) in self.basis.iter().enumerate().rev() {
            let times = rest[i].div_euclid(own[i]);
            rest.iter_mut().zip(own).for_each(|(r, o)| *r -= times * o);
        }
        rest
    }

    /// Whether a vector is in the lattice.
    pub fn holds(&self, vector: &[i64]) -> bool {
        self.least(vector).iter().all(|&c| c == 0)
    }
}

/// Whether the values of the far part of a window repeat after a vector of naturals, in all states.
fn is_period(table: &ValueTable, vector: &[i64]) -> bool {
    let place = |x: &[usize]| x.iter().zip(&table.size).fold(0, |cell, (x, size)| cell * size + x);
    let step: Vec<usize> = vector.iter().map(|&v| v as usize).collect();
    let (block, shift) = (table.size.iter().product::<usize>(), place(&step));
    let least: Vec<usize> = table.size.iter().map(|size| size / 2).collect();
    let mut x = least.clone();
    loop {
        let cells = (0..table.states).map(|state| state * block + place(&x));
        if cells.into_iter().any(|cell| table.cells()[cell] != table.cells()[cell + shift]) {
            return false;
        }
        let Some(next) = (0..x.len()).rev().find(|&i| x[i] + step[i] + 1 < table.size[i]) else { return true };
        x[next] += 1;
        x[next + 1..].copy_from_slice(&least[next + 1..]);
    }
}

/// Simplicial cones between vectors of a lattice that meet in common faces and fill the orthant.
#[derive(Debug, Clone)]
pub struct Thin {
    /// Vectors of the lattice.
    pub rays: Vec<Vector>,
    /// The rays of each cone, by their number.
    pub cones: Vec<Vec<usize>>,
}

impl Thin {
    /// The orthant, cut at a vector of the lattice below the plane through the ends of a cone's rays, as long as there is
    /// such a vector: each cut lowers the sum of the volumes, and with it the number of pieces. Nothing if the axes
    /// alone give more than `most` vectors to look at.
    pub fn new(lattice: &Lattice, most: i64) -> Option<Thin> {
        let dimension = lattice.basis.len();
        let axis = |i: usize| {
            let along = |length: i64| (0..dimension).map(|j| if j == i { length } else { 0 }).collect::<Vector>();
            // The index times a unit vector is always in the lattice.
            (1..=lattice.index()).map(along).find(|vector| lattice.holds(vector))
        };
        let rays: Vec<Vector> = (0..dimension).map(axis).collect::<Option<_>>()?;
        let whole = (0..dimension).map(|i| rays[i][i]).fold(1, i64::saturating_mul);
        if whole / lattice.index() > most {
            return None;
        }
        let mut thin = Thin { rays, cones: vec![(0..dimension).collect()] };
        while let Some(ray) = thin.lowest(lattice) {
            thin.cut(ray);
        }
        Some(thin)
    }

    /// A vector of the lattice in some cone whose coefficients have the least sum, if that is below 1.
    fn lowest(&self, lattice: &Lattice) -> Option<Vector> {
        let mut lowest: Option<(i64, i64, Vector)> = None;
        for cone in self.cones.iter().map(|cone| self.cone(cone)).filter(|cone| cone.volume > lattice.index()) {
            for vector in folded(&cone, &self.rays, &lattice.basis) {
                let sum: i64 = (0..cone.rays.len()).map(|i| cone.part(i, &vector)).sum();
                let lower = |(least, volume, _): &(i64, i64, Vector)| sum * volume < least * cone.volume;
                if sum > 0 && sum < cone.volume && lowest.as_ref().is_none_or(lower) {
                    lowest = Some((sum, cone.volume, vector));
                }
            }
        }
        lowest.map(|(_, _, vector)| vector)
    }

    /// Makes a vector a ray: each cone that holds it becomes the cones between it and the sides it does not lie in.
    fn cut(&mut self, ray: Vector) {
        let number = self.rays.len();
        let mut cones = Vec::new();
        for rays in &self.cones {
            let cone = self.cone(rays);
            if !cone.holds(&ray) {
                cones.push(rays.clone());
                continue;
            }
            for place in (0..rays.len()).filter(|&place| cone.part(place, &ray) > 0) {
                let mut replaced = rays.clone();
                replaced[place] = number;
                replaced.sort_unstable();
                cones.push(replaced);
            }
        }
        self.rays.push(ray);
        self.cones = cones;
    }

    fn cone(&self, rays: &[usize]) -> Cone {
        Cone::new(rays.to_vec(), &self.rays).expect("cutting at a vector inside leaves no flat cone")
    }

    /// The faces that fill the positions where only the `free` coordinates are not zero, in those coordinates.
    pub fn faces(&self, free: &[usize]) -> (Vec<Vector>, Vec<Cone>) {
        let flat = |ray: &Vector| (0..ray.len()).all(|i| free.contains(&i) || ray[i] == 0);
        let kept = |cone: &Vec<usize>| cone.iter().copied().filter(|&ray| flat(&self.rays[ray])).collect::<Vec<_>>();
        let faces: BTreeSet<Vec<usize>> = self.cones.iter().map(kept).filter(|face| face.len() == free.len()).collect();
        let rays: Vec<Vector> = self.rays.iter().map(|ray| free.iter().map(|&i| ray[i]).collect()).collect();
        let cones = faces.into_iter().filter_map(|face| Cone::new(face, &rays)).collect();
        (rays, cones)
    }
}

/// Moves a position back along the rays of a cone as often as it goes.
pub fn fold_back(cone: &Cone, rays: &[Vector], x: &mut [i64]) {
    for (i, &ray) in cone.rays.iter().enumerate() {
        // A step along one ray leaves the coefficients of the others as they are.
        let times = cone.part(i, x).div_euclid(cone.volume);
        x.iter_mut().zip(&rays[ray]).for_each(|(x, c)| *x -= times * c);
    }
}

/// The sums of `steps` in a cone, all coefficients below 1: one for each class modulo its rays, in order.
pub fn folded(cone: &Cone, rays: &[Vector], steps: &[Vector]) -> BTreeSet<Vector> {
    let zero = vec![0; steps[0].len()];
    let (mut seen, mut open) = (BTreeSet::from([zero.clone()]), vec![zero]);
    while let Some(x) = open.pop() {
        for step in steps {
            let mut next: Vector = x.iter().zip(step).map(|(x, s)| x + s).collect();
            fold_back(cone, rays, &mut next);
            if seen.insert(next.clone()) {
                open.push(next);
            }
        }
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Play;
    use crate::game::clock_nim::clock_nim;
    use crate::solve::Memory;

    /// The periods of CLOCK NIM with piles up to 3, p = 5, n = 3.
    fn skew() -> Lattice {
        Lattice { basis: vec![vec![7, 0, 0], vec![3, 7, 0], vec![3, 2, 8]] }
    }

    #[test]
    fn a_lattice_holds_the_combinations_of_its_basis_and_nothing_else() {
        let lattice = Lattice { basis: vec![vec![4, 0], vec![1, 3]] };
        for (x, y) in (-9..=9).flat_map(|x| (-9..=9).map(move |y| (x, y))) {
            let combined = (-9..=9).any(|a| (-9..=9).any(|b| [4 * a + b, 3 * b] == [x, y]));
            assert_eq!(lattice.holds(&[x, y]), combined, "({x},{y})");
            let least = lattice.least(&[x, y]);
            assert!((0..4).contains(&least[0]) && (0..3).contains(&least[1]));
            assert!(lattice.holds(&[x - least[0], y - least[1]]));
        }
        assert_eq!(lattice.index(), 12);
    }

    #[test]
    fn thin_cones_fill_the_orthant_without_overlap() {
        for lattice in [skew(), Lattice { basis: vec![vec![1, 0, 0], vec![0, 1, 0], vec![0, 0, 1]] }] {
            let thin = Thin::new(&lattice, 1000).unwrap();
            assert!(thin.rays.iter().all(|ray| lattice.holds(ray) && ray.iter().all(|&c| c >= 0)));
            let (rays, cones) = thin.faces(&[0, 1, 2]);
            assert_eq!((rays, cones.len()), (thin.rays.clone(), thin.cones.len()));
            let whole: i64 = (0..3).map(|i| thin.rays[i][i]).product();
            let volume: i64 = cones.iter().map(|cone| cone.volume).sum();
            assert!(cones.len() == 1 || volume < whole, "{volume} of {whole}");
            for x in (0..14 * 14 * 14).map(|n| [n / 196, n / 14 % 14, n % 14]) {
                assert!(cones.iter().any(|cone| cone.holds(&x)), "{x:?}");
                let inside = cones.iter().filter(|cone| (0..3).all(|i| cone.part(i, &x) > 0)).count();
                assert!(inside <= 1, "{x:?} is inside {inside} cones");
            }
        }
    }

    #[test]
    fn a_face_has_the_cones_of_the_positions_on_it() {
        let thin = Thin::new(&skew(), 1000).unwrap();
        let (rays, cones) = thin.faces(&[1, 2]);
        assert!((0..900).all(|n| cones.iter().any(|cone| cone.holds(&[n / 30, n % 30]))));
        let flat =
            |cone: &Cone| cone.rays.iter().all(|&ray| thin.rays[ray][0] == 0 && rays[ray] == thin.rays[ray][1..]);
        assert!(cones.iter().all(flat));
        assert!(thin.faces(&[2]).1.iter().all(|cone| cone.volume == 392));
    }

    #[test]
    fn the_box_of_a_cone_has_one_position_of_each_class() {
        let thin = Thin::new(&skew(), 1000).unwrap();
        let (rays, cones) = thin.faces(&[0, 1, 2]);
        let units = [vec![1, 0, 0], vec![0, 1, 0], vec![0, 0, 1]];
        for cone in &cones {
            let all = folded(cone, &rays, &units);
            assert_eq!(all.len() as i64, cone.volume);
            assert!(all.iter().all(|x| (0..3).all(|i| (0..cone.volume).contains(&cone.part(i, x)))));
            for x in &all {
                let mut back = x.clone();
                fold_back(cone, &rays, &mut back);
                assert_eq!(back, *x);
            }
        }
    }

    #[test]
    fn no_thin_cones_where_they_would_be_too_many() {
        assert!(Thin::new(&skew(), 342).is_none());
        assert!(Thin::new(&skew(), 343).is_some());
    }

    #[test]
    fn the_far_periods_of_a_window_are_all_that_hold_there() {
        let game = clock_nim(2, 4, 1).unwrap();
        let table = ValueTable::new(&game, Play::Grundy, &[16, 20], Memory(1 << 26)).unwrap();
        let lattice = Lattice::far(&table).unwrap();
        let far = |&(x, y): &(u64, u64)| x + 4 < 16 && y + 5 < 20;
        for (a, b) in (0..=4).flat_map(|a| (0..=5).map(move |b| (a, b))) {
            let mut positions = (8..16).flat_map(|x| (10..20).map(move |y| (x, y))).filter(far);
            let same =
                positions.all(|(x, y)| (0..4).all(|s| table.value(s, &[x, y]) == table.value(s, &[x + a, y + b])));
            assert_eq!(same, lattice.holds(&[a as i64, b as i64]), "({a},{b})");
        }
        let small = ValueTable::new(&game, Play::Grundy, &[4, 4], Memory(1 << 26)).unwrap();
        assert!(Lattice::far(&small).is_none(), "nothing fits twice into the far part");
    }
}
