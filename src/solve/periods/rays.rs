//! What a window shows along rays from the origin: which rays are edges of the pattern, and from where on the values
//! repeat along a ray within a cone.
use super::Repeat;
use super::edges::edges;
use crate::solve::values::table::ValueTable;
use crate::value::linear::gcd;
use std::collections::HashMap;

/// A direction, a position, or the difference of two.
pub type Vector = Vec<i64>;

/// A period along a ray and its threshold, the number of steps after which it begins; both in steps of the direction.
pub type AlongRay = Repeat<i64>;

/// A simplicial cone between rays.
#[derive(Debug, Clone)]
pub struct Cone {
    /// Its rays, by their number.
    pub rays: Vec<usize>,
    /// Linear forms: form i is `volume` on ray i and 0 on the others.
    forms: Vec<Vector>,
    /// The determinant of the rays, positive.
    pub volume: i64,
}

impl Cone {
    /// The cone between some rays, as many as there are coordinates; nothing if they lie in a hyperplane.
    pub fn new(rays: Vec<usize>, directions: &[Vector]) -> Option<Cone> {
        let rows: Vec<&Vector> = rays.iter().map(|&ray| &directions[ray]).collect();
        let dimension = rows.len();
        let minor = |i: usize, j: usize| {
            let kept = |row: usize| (0..dimension).filter(move |&k| k != row);
            let rest: Vec<Vector> = kept(i).map(|k| kept(j).map(|l| rows[k][l]).collect()).collect();
            determinant(&rest) * if (i + j).is_multiple_of(2) { 1 } else { -1 }
        };
        let mut forms: Vec<Vector> = (0..dimension).map(|i| (0..dimension).map(|j| minor(i, j)).collect()).collect();
        let volume = dot(&forms[0], rows[0]);
        forms.iter_mut().flatten().for_each(|c| *c *= volume.signum());
        (volume != 0).then_some(Cone { rays, forms, volume: volume.abs() })
    }

    /// `volume` times the coefficient of the i-th ray in a position.
    pub fn part(&self, i: usize, x: &[i64]) -> i64 {
        dot(&self.forms[i], x)
    }

    /// From where to where the positions of a line along the last coordinate lie in the cone; `x` is the first of `size`.
    fn within(&self, x: &[i64], size: i64) -> Option<(i64, i64)> {
        let (mut low, mut high) = (0, size - 1);
        for (i, form) in self.forms.iter().enumerate() {
            let (at, along) = (self.part(i, x), form[x.len() - 1]);
            match along {
                0 if at < 0 => return None,
                0 => {}
                1.. => low = low.max(-at.div_euclid(along)),
                _ => high = high.min(at.div_euclid(-along)),
            }
        }
        (low <= high).then_some((low, high))
    }

    /// Whether a position lies in the cone or on its border.
    pub fn holds(&self, x: &[i64]) -> bool {
        self.forms.iter().all(|form| dot(form, x) >= 0)
    }
}

fn dot(v: &[i64], w: &[i64]) -> i64 {
    v.iter().zip(w).map(|(a, b)| a * b).sum()
}

fn determinant(rows: &[Vector]) -> i64 {
    let Some((first, rest)) = rows.split_first() else { return 1 };
    let minor = |j: usize| -> Vec<Vector> {
        let without = |row: &Vector| row.iter().enumerate().filter(|(k, _)| *k != j).map(|(_, &c)| c).collect();
        rest.iter().map(without).collect()
    };
    let sign = |j: usize| if j.is_multiple_of(2) { 1 } else { -1 };
    (0..first.len()).filter(|&j| first[j] != 0).map(|j| sign(j) * first[j] * determinant(&minor(j))).sum()
}

/// What is known of a window; each fact is computed when it is first asked for.
pub struct Rays<'a> {
    table: &'a ValueTable,
    size: Vector,
    /// The rays that patterns may be built on: the axes, then the edges that were found.
    pub directions: Vec<Vector>,
    /// For a ray and a period: one bit for each position, set where the value in some state is another a period on.
    breaks: HashMap<(usize, i64), Vec<u64>>,
    /// For the rays of a cone and a place among them: all periods of that ray in the cone, with thresholds.
    repeats: HashMap<(Vec<usize>, usize), Vec<AlongRay>>,
}

impl<'a> Rays<'a> {
    /// Finds the edges of a window, with neighbourhoods that go so far beside a ray.
    pub fn new(table: &'a ValueTable, beside: i64) -> Self {
        let size: Vector = table.size.iter().map(|&side| side as i64).collect();
        let dimension = size.len();
        let axes = (0..dimension).map(|i| (0..dimension).map(|j| i64::from(i == j)).collect());
        let directions = axes.chain(edges(table, beside)).collect();
        Rays { table, size, directions, breaks: HashMap::new(), repeats: HashMap::new() }
    }

    /// The numbers of all directions in the plane with coordinates from 1 to `steepest`; those not yet listed are added.
    pub fn add_all(&mut self, steepest: i64) -> Vec<usize> {
        let all = box_of(2, 1, steepest).filter(|v| gcd(i128::from(v[0]), i128::from(v[1])) == 1);
        let number = |v: Vector| {
            self.directions.iter().position(|own| *own == v).unwrap_or_else(|| {
                self.directions.push(v);
                self.directions.len() - 1
            })
        };
        all.map(number).collect()
    }

    /// How many steps along a direction fit into the window.
    fn steps(&self, direction: &[i64]) -> i64 {
        let fit = |(&c, size): (&i64, &i64)| if c > 0 { (size - 1) / c } else { i64::MAX };
        direction.iter().zip(&self.size).map(fit).min().unwrap_or(0)
    }

    fn cell(&self, x: &[i64]) -> usize {
        x.iter().zip(&self.size).fold(0, |cell, (x, size)| cell * *size as usize + *x as usize)
    }

    /// The periods along a ray that hold in all these cones, with their thresholds.
    pub fn common(&mut self, ray: usize, cones: &[Cone]) -> Vec<AlongRay> {
        let mut common: Option<Vec<AlongRay>> = None;
        for cone in cones {
            let Some(place) = cone.rays.iter().position(|&own| own == ray) else { continue };
            let here = self.repeats(cone, place);
            let both = |r: AlongRay| {
                let other = here.iter().find(|other| other.period == r.period)?;
                Some(AlongRay { preperiod: r.preperiod.max(other.preperiod), ..r })
            };
            common = Some(match common {
                None => here.to_vec(),
                Some(so_far) => so_far.into_iter().filter_map(both).collect(),
            });
            if common.as_ref().is_some_and(Vec::is_empty) {
                break;
            }
        }
        common.unwrap_or_default()
    }

    fn repeats(&mut self, cone: &Cone, place: usize) -> &[AlongRay] {
        let key = (cone.rays.clone(), place);
        if !self.repeats.contains_key(&key) {
            let ray = cone.rays[place];
            let steps = self.steps(&self.directions[ray]);
            let repeat = |period: i64| {
                let threshold = self.threshold(cone, place, period, steps - 2 * period)?;
                Some(AlongRay { preperiod: threshold, period })
            };
            let found = (1..=steps / 3).filter_map(repeat).collect();
            self.repeats.insert(key.clone(), found);
        }
        &self.repeats[&key]
    }

    /// The least threshold of a period in a cone; nothing if it is above `most`.
    fn threshold(&mut self, cone: &Cone, place: usize, period: i64, most: i64) -> Option<i64> {
        let ray = cone.rays[place];
        if !self.breaks.contains_key(&(ray, period)) {
            let breaks = self.broken(ray, period);
            self.breaks.insert((ray, period), breaks);
        }
        let last = self.size.len() - 1;
        let (mut threshold, mut x) = (0, vec![0; last + 1]);
        let along = cone.forms[place][last];
        for (line, bits) in self.breaks[&(ray, period)].chunks(self.row_words()).enumerate() {
            if bits.iter().all(|word| *word == 0) {
                continue;
            }
            self.go_to(line, &mut x);
            let Some((low, high)) = cone.within(&x, self.size[last]) else { continue };
            // The part is greatest at one end of the line.
            let Some(end) = (if along >= 0 { last_bit(bits, low, high) } else { first_bit(bits, low, high) }) else {
                continue;
            };
            threshold = threshold.max((cone.part(place, &x) + along * end) / cone.volume + 1);
            if threshold > most {
                return None;
            }
        }
        Some(threshold)
    }

    /// Words for the positions of a line along the last coordinate.
    fn row_words(&self) -> usize {
        self.table.size[self.size.len() - 1].div_ceil(64)
    }

    /// The first position of a line along the last coordinate.
    fn go_to(&self, mut line: usize, x: &mut [i64]) {
        let last = x.len() - 1;
        x[last] = 0;
        for (x, size) in x.iter_mut().zip(&self.table.size).take(last).rev() {
            *x = (line % size) as i64;
            line /= size;
        }
    }

    fn broken(&self, ray: usize, period: i64) -> Vec<u64> {
        let step: Vector = self.directions[ray].iter().map(|c| c * period).collect();
        let cells = self.table.cells();
        let block = cells.len() / self.table.states;
        let (last, words) = (step.len() - 1, self.row_words());
        let lines = block / self.table.size[last];
        let mut bits = vec![0u64; lines * words];
        let length = (self.size[last] - step[last]).max(0) as usize;
        let shift = self.cell(&step);
        let mut x = vec![0; self.size.len()];
        for (line, bits) in bits.chunks_mut(words).enumerate() {
            self.go_to(line, &mut x);
            if (0..last).any(|i| x[i] + step[i] >= self.size[i]) {
                continue;
            }
            let start = line * self.table.size[last];
            for state in 0..self.table.states {
                let here = &cells[state * block + start..][..length];
                let there = &cells[state * block + start + shift..][..length];
                for (k, _) in here.iter().zip(there).enumerate().filter(|(_, (a, b))| a != b) {
                    bits[k / 64] |= 1 << (k % 64);
                }
            }
        }
        bits
    }
}

/// The highest bit from `low` to `high`.
fn last_bit(bits: &[u64], low: i64, high: i64) -> Option<i64> {
    (low / 64..=high / 64)
        .rev()
        .map(|word| (word, masked(bits, word, low, high)))
        .find(|(_, bits)| *bits != 0)
        .map(|(word, bits)| word * 64 + 63 - i64::from(bits.leading_zeros()))
}

/// The lowest bit from `low` to `high`.
fn first_bit(bits: &[u64], low: i64, high: i64) -> Option<i64> {
    (low / 64..=high / 64)
        .map(|word| (word, masked(bits, word, low, high)))
        .find(|(_, bits)| *bits != 0)
        .map(|(word, bits)| word * 64 + i64::from(bits.trailing_zeros()))
}

/// The bits from `low` to `high` of a word.
fn masked(bits: &[u64], word: i64, low: i64, high: i64) -> u64 {
    let from = if word == low / 64 { u64::MAX << (low % 64) } else { u64::MAX };
    let to = if word == high / 64 { u64::MAX >> (63 - high % 64) } else { u64::MAX };
    bits[word as usize] & from & to
}

/// All vectors with coordinates from `low` to `high`, those with small coordinates first.
pub fn box_of(dimension: usize, low: i64, high: i64) -> impl Iterator<Item = Vector> {
    let mut all = vec![Vec::new()];
    for _ in 0..dimension {
        all = all
            .into_iter()
            .flat_map(|v: Vector| (low..=high).map(move |c| v.iter().copied().chain([c]).collect::<Vector>()))
            .collect();
    }
    all.sort_by_key(|v| v.iter().map(|c| c.abs()).sum::<i64>());
    all.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::named::vector_game;
    use crate::game::{Play, vector::VectorGame};
    use crate::solve::Memory;

    fn table(name: &str, size: &[usize]) -> (VectorGame, ValueTable) {
        let game = vector_game(name).expect("a known game");
        let table = ValueTable::new(&game, Play::Grundy, size, Memory(1 << 28)).expect("it fits");
        (game, table)
    }

    /// Whether the values of all states agree after a vector, by asking for each.
    fn same(table: &ValueTable, x: [i64; 2], v: [i64; 2]) -> bool {
        let value = |state, x: [i64; 2]| table.value(state, &[x[0] as u64, x[1] as u64]);
        (0..table.states).all(|state| value(state, x) == value(state, [x[0] + v[0], x[1] + v[1]]))
    }

    #[test]
    fn the_parts_of_a_cone_are_the_coefficients_of_its_rays() {
        let directions = vec![vec![1, 0, 2], vec![0, 3, 1], vec![2, 1, 0], vec![3, 3, 3]];
        let cone = Cone::new(vec![2, 0, 1], &directions).unwrap();
        assert_eq!(cone.volume, 13);
        for n in (0..6 * 6 * 6).map(|n| [n / 36 - 2, n / 6 % 6 - 2, n % 6 - 2]) {
            let x: Vector = (0..3).map(|c| (0..3).map(|i| n[i] * directions[cone.rays[i]][c]).sum()).collect();
            assert!((0..3).all(|i| cone.part(i, &x) == n[i] * cone.volume), "{n:?}");
            assert_eq!(cone.holds(&x), n.iter().all(|&n| n >= 0), "{n:?}");
        }
        assert!(Cone::new(vec![0, 1], &[vec![2, 4], vec![1, 2]]).is_none(), "one direction twice");
    }

    #[test]
    fn repeats_are_those_of_comparing_all_positions_of_the_cone() {
        for (name, size) in
            [("white-knight", [40, 27]), ("addition (-2,0),(-2,1),(1,-1)", [33, 64]), ("jenga-four", [24, 30])]
        {
            let (_, table) = table(name, &size);
            let mut rays = Rays::new(&table, 5);
            let numbers = rays.add_all(2);
            let cone = Cone::new(vec![0, numbers[0]], &rays.directions.clone()).unwrap();
            for place in 0..2 {
                let direction = rays.directions[cone.rays[place]].clone();
                let fit = |(&c, &side): (&i64, &usize)| if c > 0 { (side as i64 - 1) / c } else { i64::MAX };
                let steps = direction.iter().zip(&size).map(fit).min().unwrap();
                let slow = |period: i64| {
                    let v = [period * direction[0], period * direction[1]];
                    let inside = |x: &[i64; 2]| (0..2).all(|i| x[i] + v[i] < size[i] as i64) && cone.holds(x);
                    let all = (0..size[0] as i64).flat_map(|x| (0..size[1] as i64).map(move |y| [x, y]));
                    let wrong = all.filter(inside).filter(|&x| !same(&table, x, v));
                    let threshold = wrong.map(|x| cone.part(place, &x) / cone.volume + 1).max().unwrap_or(0);
                    (threshold <= steps - 2 * period).then_some(AlongRay { preperiod: threshold, period })
                };
                let expected: Vec<AlongRay> = (1..=steps / 3).filter_map(slow).collect();
                assert_eq!(rays.repeats(&cone, place), expected, "{name} ray {place}");
            }
        }
    }

    #[test]
    fn what_is_common_to_two_cones_is_in_both_with_the_later_threshold() {
        let (_, table) = table("white-knight", &[64, 50]);
        let mut rays = Rays::new(&table, 5);
        let diagonal = rays.add_all(1)[0];
        let cones = [vec![0, diagonal], vec![1, diagonal]].map(|rays_of| Cone::new(rays_of, &rays.directions).unwrap());
        let [low, high] = cones.each_ref().map(|cone| rays.repeats(cone, 1).to_vec());
        let both = low.iter().filter_map(|l| high.iter().find(|h| h.period == l.period).map(|h| (l, h)));
        let expected: Vec<AlongRay> =
            both.map(|(l, h)| AlongRay { period: l.period, preperiod: l.preperiod.max(h.preperiod) }).collect();
        assert_eq!(rays.common(diagonal, &cones), expected);
        assert!(rays.common(usize::MAX, &cones).is_empty(), "a ray of no cone");
    }

    #[test]
    fn windows_of_one_row_or_one_cell_have_no_edges() {
        for size in [[1, 1], [1, 40], [40, 1], [2, 3]] {
            let (_, table) = table("white-knight", &size);
            assert_eq!(Rays::new(&table, 5).directions, [[1, 0], [0, 1]], "{size:?}");
        }
    }
}
