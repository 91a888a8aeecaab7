//! Patterns that split into simplicial cones between rays from the origin, each cone with a lattice of periods along its
//! rays. In the plane the cones are sectors; in space the rays are the edges between three or more regions.
use super::rays::{AlongRay, Cone, Rays, Vector};
use super::{Budget, Form, Pattern, Repeat, blank};
use crate::game::Play;
use crate::game::vector::VectorGame;
use crate::proof::labelling::vector::{Piece, VectorCertificate, check};
use crate::solve::values::table::ValueTable;
use std::collections::{BTreeSet, HashMap};

/// Thresholds are raised by so much when the least that the window allows are refused.
const LATER: [i64; 4] = [0, 1, 2, 4];
/// Periods are multiplied by so much.
const MULTIPLES: [i64; 3] = [1, 2, 3];
/// The most inner rays that are tried in all combinations.
const FEW: usize = 3;
/// Of so many edges at most, the shortest.
const EDGES: usize = 8;

/// So far to each side of a ray its neighbourhood goes.
const BESIDE: i64 = 5;
/// In windows of at least this side wider neighbourhoods are tried too: regions may meet along a line that is parallel to a
/// ray from the origin, and not near it.
const WIDE: (usize, i64) = (100, 14);

/// In windows of at least this side, so many rays are tried that do not show as edges. The effort grows fast.
const MOST_BLIND: [(usize, usize); 3] = [(161, 0), (40, 2), (0, 1)];
/// Their largest coordinate, by their number; and in small windows.
const STEEPEST: [i64; 3] = [1, 9, 6];
const STEEPEST_IN_SMALL: i64 = 6;
const SMALL: usize = 64;

/// A guess: rays, each with its period and the threshold from which on it repeats, and the cones between them.
#[derive(Debug, Clone)]
struct Fan {
    directions: Vec<Vector>,
    /// By the number of the ray; rays of no cone have a period of 0.
    repeats: Vec<AlongRay>,
    cones: Vec<Cone>,
}

/// A game, its play, a window of its values, and the limits of the search.
#[derive(Clone, Copy)]
pub struct Search<'a> {
    /// The game.
    pub game: &'a VectorGame,
    /// The play.
    pub play: Play,
    /// The window.
    pub table: &'a ValueTable,
    /// The limits.
    pub budget: Budget,
}

/// Tries fans whose inner rays are edges of the window, and in the plane also fans of few inner rays with small
/// coordinates.
pub fn find(search: Search) -> Option<Pattern> {
    let (mut rays, mut seen) = (Rays::new(search.table, BESIDE), BTreeSet::new());
    let (side, (least, beside)) = (search.table.size[0], WIDE);
    let narrow = search.by_edges(&mut rays, &mut seen).or_else(|| search.blind(&mut rays, &mut seen));
    let wide = || search.by_edges(&mut Rays::new(search.table, beside), &mut BTreeSet::new());
    narrow.or_else(|| if side >= least { wide() } else { None })
}

/// How many more pieces the checker is asked about.
struct Effort(i64);

impl Effort {
    /// Those of three certificates.
    fn of(budget: Budget) -> Self {
        Effort((budget.pieces as i64).saturating_mul(3))
    }
}

/// All ordered choices of `count` things.
fn ordered(things: &[usize], count: usize) -> Vec<Vec<usize>> {
    if count == 0 {
        return vec![vec![]];
    }
    let shorter = ordered(things, count - 1);
    let longer = |chosen: &Vec<usize>| {
        let others = things.iter().filter(|thing| !chosen.contains(thing));
        others.map(|&thing| [&chosen[..], &[thing]].concat()).collect::<Vec<_>>()
    };
    shorter.iter().flat_map(longer).collect()
}

/// The orthant, cut by one ray after another: each cone that contains the ray becomes the cones between the ray and the
/// sides that it does not lie in. So cones always meet in common faces.
fn stars(dimension: usize, inner: &[usize], directions: &[Vector]) -> Vec<Cone> {
    let mut cones: Vec<Cone> = Cone::new((0..dimension).collect(), directions).into_iter().collect();
    for &ray in inner {
        let cut = |cone: Cone| {
            if !cone.holds(&directions[ray]) {
                return vec![cone];
            }
            let replaced = |place: usize| {
                let mut rays = cone.rays.clone();
                rays[place] = ray;
                rays.sort_unstable();
                Cone::new(rays, directions)
            };
            (0..dimension).filter_map(replaced).collect()
        };
        cones = cones.into_iter().flat_map(cut).collect();
    }
    cones
}

/// The fans with these cones that the window allows: one with the fewest positions, one with the least periods.
fn guesses(rays: &mut Rays, cones: &[Cone]) -> Vec<Fan> {
    let used: BTreeSet<usize> = cones.iter().flat_map(|cone| cone.rays.iter().copied()).collect();
    let none = AlongRay { period: 0, preperiod: 0 };
    let (mut fewest, mut least) = (vec![none; rays.directions.len()], vec![none; rays.directions.len()]);
    for ray in used {
        let repeats = rays.common(ray, cones);
        let (Some(&first), Some(&best)) = (repeats.first(), repeats.iter().min_by_key(|r| r.period + r.preperiod))
        else {
            return Vec::new();
        };
        (fewest[ray], least[ray]) = (best, first);
    }
    let fan = |repeats| Fan { directions: rays.directions.clone(), repeats, cones: cones.to_vec() };
    if fewest == least { vec![fan(fewest)] } else { vec![fan(fewest), fan(least)] }
}

impl Search<'_> {
    /// Fans whose inner rays are edges. Those with fewer rays come first, then it goes by the number of positions.
    fn by_edges(&self, rays: &mut Rays, seen: &mut BTreeSet<Vec<Vec<usize>>>) -> Option<Pattern> {
        let mut effort = Effort::of(self.budget);
        let dimension = self.table.size.len();
        let edges: Vec<usize> = (dimension..rays.directions.len().min(dimension + EDGES)).collect();
        let counts = (0..=FEW.min(edges.len())).map(|count| ordered(&edges, count));
        let all = (edges.len() > FEW).then(|| vec![edges.clone()]);
        counts.chain(all).find_map(|choices| self.try_all(rays, choices, seen, &mut effort))
    }

    /// In the plane, fans of few inner rays with small coordinates, whether they show as edges or not.
    fn blind(&self, rays: &mut Rays, seen: &mut BTreeSet<Vec<Vec<usize>>>) -> Option<Pattern> {
        if self.table.size.len() != 2 {
            return None;
        }
        let side = self.table.size[0];
        let most = MOST_BLIND.iter().find(|(least, _)| side >= *least).map_or(0, |(_, most)| *most);
        (1..=most).find_map(|count| {
            let steepest = if side < SMALL { STEEPEST_IN_SMALL } else { STEEPEST[count] };
            let blind = rays.add_all(steepest);
            let mut choices = ordered(&blind, count);
            choices.retain(|chosen| chosen.is_sorted());
            self.try_all(rays, choices, seen, &mut Effort::of(self.budget))
        })
    }

    /// The fans with these inner rays that were not seen before: the checker is asked first for all as the window shows
    /// them, then for changed ones.
    fn try_all(
        &self,
        rays: &mut Rays,
        choices: Vec<Vec<usize>>,
        seen: &mut BTreeSet<Vec<Vec<usize>>>,
        effort: &mut Effort,
    ) -> Option<Pattern> {
        let mut fans: Vec<Fan> = Vec::new();
        for chosen in choices {
            let cones = stars(self.table.size.len(), &chosen, &rays.directions);
            let mut key: Vec<Vec<usize>> = cones.iter().map(|cone| cone.rays.clone()).collect();
            key.sort_unstable();
            if seen.insert(key) {
                fans.extend(guesses(rays, &cones));
            }
        }
        fans.retain(|fan| fan.cells() <= self.budget.pieces as i64);
        fans.sort_by_key(Fan::cells);
        fans.truncate(self.budget.fans);
        let shown = fans.iter().find_map(|fan| self.prove(fan, &[1], &[0], effort));
        shown.or_else(|| fans.iter().find_map(|fan| self.prove(fan, &MULTIPLES, &LATER, effort)))
    }

    /// The fan, or the same with longer periods or later thresholds, with its certificate.
    fn prove(&self, fan: &Fan, multiples: &[i64], laters: &[i64], effort: &mut Effort) -> Option<Pattern> {
        for multiple in multiples {
            for later in laters {
                let longer = |r: &AlongRay| AlongRay { period: r.period * multiple, preperiod: r.preperiod + later };
                let changed = Fan { repeats: fan.repeats.iter().map(longer).collect(), ..fan.clone() };
                effort.0 -= changed.cells();
                if effort.0 < 0 {
                    return None;
                }
                if let Some(certificate) = self.accepted(&changed) {
                    let (fan, certificate) = self.shrink(fan, changed, certificate);
                    return Some(Pattern { certificate, form: fan.form() });
                }
            }
        }
        None
    }

    /// The certificate of a fan, if the window is large enough and the checker accepts it.
    fn accepted(&self, fan: &Fan) -> Option<VectorCertificate> {
        let (back, forth) = fan.reaches(self.game);
        let mut certificate = blank(self.game, self.play, back, back + forth);
        let mut cones: HashMap<Vec<usize>, usize> = HashMap::new();
        let mut bases = Vec::new();
        for (x, free) in fan.bases() {
            if x.iter().zip(&self.table.size).any(|(&x, &size)| x >= size as i64) {
                return None;
            }
            let number = cones.len();
            let cone = *cones.entry(free).or_insert_with_key(|free| {
                certificate.cones.push(free.iter().map(|&ray| fan.generator(ray)).collect());
                number
            });
            bases.push((x.iter().map(|&x| x as u64).collect::<Vec<u64>>(), cone));
        }
        for state in 0..self.table.states {
            let piece = |(base, cone): &(Vec<u64>, usize)| {
                let base = base.clone();
                Piece { state, value: self.table.value(state, &base), base, cone: *cone }
            };
            certificate.pieces.extend(bases.iter().map(piece));
        }
        for split in [back, back + 1] {
            (certificate.split, certificate.back) = (split, split + forth);
            if check(&certificate).is_ok() {
                return Some(certificate);
            }
        }
        None
    }

    /// Lowers the thresholds one by one, but not below those of the window, while the checker still accepts.
    fn shrink(&self, least: &Fan, mut fan: Fan, mut certificate: VectorCertificate) -> (Fan, VectorCertificate) {
        for i in 0..fan.repeats.len() {
            while fan.repeats[i].preperiod > least.repeats[i].preperiod {
                let mut smaller = fan.clone();
                smaller.repeats[i].preperiod -= 1;
                let Some(found) = self.accepted(&smaller) else { break };
                (fan, certificate) = (smaller, found);
            }
        }
        (fan, certificate)
    }
}

impl Fan {
    fn reach(&self, ray: usize) -> i64 {
        self.repeats[ray].preperiod + self.repeats[ray].period
    }

    /// How many positions the bases of the pieces fill.
    fn cells(&self) -> i64 {
        let cone = |cone: &Cone| cone.rays.iter().fold(cone.volume, |n, &ray| n.saturating_mul(self.reach(ray)));
        self.cones.iter().map(cone).fold(0, i64::saturating_add)
    }

    /// How many generators a move goes back at most, and forth (one more, since a part may begin in the next cone).
    fn reaches(&self, game: &VectorGame) -> (u64, u64) {
        let (mut back, mut forth) = (1, 1);
        for cone in &self.cones {
            for rule in &game.rules {
                let v: Vector = rule.put.iter().zip(&rule.take).map(|(&p, &t)| p as i64 - t as i64).collect();
                for (i, &ray) in cone.rays.iter().enumerate() {
                    let (along, step) = (cone.part(i, &v), cone.volume * self.repeats[ray].period);
                    let steps = (along.abs() + step - 1) / step;
                    let reach = if along < 0 { &mut back } else { &mut forth };
                    *reach = steps.max(*reach);
                }
            }
        }
        (back as u64, forth as u64 + 2)
    }

    fn generator(&self, ray: usize) -> Vec<u64> {
        self.directions[ray].iter().map(|&c| (c * self.repeats[ray].period) as u64).collect()
    }

    /// The base positions, each with the rays along which it is repeated: in each cone the positions before threshold +
    /// period along all rays, repeated along those whose threshold they are past.
    fn bases(&self) -> BTreeSet<(Vector, Vec<usize>)> {
        let mut bases = BTreeSet::new();
        for cone in &self.cones {
            let corner = |c: usize| cone.rays.iter().map(|&ray| self.reach(ray) * self.directions[ray][c]).sum::<i64>();
            let corner: Vector = (0..cone.rays.len()).map(corner).collect();
            let mut x = vec![0; corner.len()];
            loop {
                let parts: Vector = (0..x.len()).map(|i| cone.part(i, &x)).collect();
                let inside = |(&part, &ray): (&i64, &usize)| part >= 0 && part < self.reach(ray) * cone.volume;
                if parts.iter().zip(&cone.rays).all(inside) {
                    let past = |(part, ray): &(&i64, &usize)| **part >= self.repeats[**ray].preperiod * cone.volume;
                    let free = parts.iter().zip(&cone.rays).filter(past).map(|(_, &ray)| ray).collect();
                    bases.insert((x.clone(), free));
                }
                let Some(next) = (0..x.len()).rev().find(|&i| x[i] < corner[i]) else { break };
                x[next] += 1;
                x[next + 1..].fill(0);
            }
        }
        bases
    }

    fn form(&self) -> Form {
        let ray = |(direction, along): (&Vector, &AlongRay)| {
            let repeat = Repeat { preperiod: along.preperiod as u64, period: along.period as u64 };
            (direction.iter().map(|&x| x as u64).collect(), repeat)
        };
        let rays = self.directions.iter().zip(&self.repeats);
        Form::Fan(rays.filter(|(_, along)| along.period > 0).map(ray).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::named::vector_game;
    use crate::solve::Memory;

    #[test]
    fn stars_fill_the_orthant_and_meet_in_borders_only() {
        let directions = [[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1], [0, 2, 1], [3, 1, 0]].map(|v| v.to_vec());
        for inner in [&[][..], &[3], &[4], &[3, 4], &[4, 3], &[5, 3, 4]] {
            let cones = stars(3, inner, &directions);
            for x in (0..9 * 9 * 9).map(|n| [n / 81, n / 9 % 9, n % 9]) {
                assert!(cones.iter().any(|cone| cone.holds(&x)), "{inner:?} {x:?}");
                let inside = cones.iter().filter(|cone| (0..3).all(|i| cone.part(i, &x) > 0)).count();
                assert!(inside <= 1, "{inner:?} {x:?}");
            }
            let used: BTreeSet<usize> = cones.iter().flat_map(|cone| cone.rays.iter().copied()).collect();
            assert!(inner.iter().all(|ray| used.contains(ray)));
        }
    }

    #[test]
    fn ordered_choices_are_all_and_each_once() {
        for count in 0..=4 {
            let choices = ordered(&[7, 8, 9], count);
            let distinct: BTreeSet<&Vec<usize>> = choices.iter().collect();
            assert_eq!((choices.len(), distinct.len()), ([1, 3, 6, 6, 0][count], [1, 3, 6, 6, 0][count]));
        }
    }

    #[test]
    fn the_pieces_of_a_fan_hold_every_position() {
        let directions = vec![vec![1, 0], vec![0, 1], vec![2, 1]];
        let cones = stars(2, &[2], &directions);
        let repeat = |period, threshold| AlongRay { preperiod: threshold, period };
        let fan = Fan { repeats: vec![repeat(3, 1), repeat(2, 0), repeat(1, 2)], directions, cones };
        let bases = fan.bases();
        assert!(bases.len() as i64 <= fan.cells());
        for x in (0..400).map(|n| [n / 20, n % 20]) {
            let held = bases.iter().any(|(base, free)| {
                let generators: Vec<Vec<u64>> = free.iter().map(|&ray| fan.generator(ray)).collect();
                let difference: Vec<i128> = x.iter().zip(base).map(|(x, b)| i128::from(x - b)).collect();
                crate::value::linear::natural_combination(&difference, &generators).is_some()
            });
            assert!(held, "{x:?}");
        }
    }

    #[test]
    fn a_found_fan_has_the_values_of_a_larger_ragged_window() {
        let game = vector_game("addition (-2,0),(-2,1),(1,-1)").expect("a known game");
        let table = |size: &[usize]| ValueTable::new(&game, Play::Grundy, size, Memory(1 << 28)).expect("it fits");
        let small = table(&[40, 40]);
        let search = Search { game: &game, play: Play::Grundy, table: &small, budget: Budget::default() };
        let pattern = find(search).expect("its periods along the axes are a fan of one cone");
        let large = table(&[97, 131]);
        let wrong = large.window().find(|x| pattern.certificate.value(x) != Some(large.value(0, &x.at)));
        assert_eq!(wrong, None);
        for size in [[1, 1], [1, 30], [30, 1]] {
            let thin = table(&size);
            assert!(find(Search { table: &thin, ..search }).is_none(), "{size:?} shows no fan");
        }
    }

    #[test]
    fn regions_may_meet_far_beside_a_ray() {
        let game = vector_game("addition (-3,-3),(-3,1),(1,-2)").expect("a known game");
        let table = |size: &[usize]| ValueTable::new(&game, Play::Grundy, size, Memory(1 << 28)).expect("it fits");
        let window = table(&[160, 160]);
        let search = Search { game: &game, play: Play::Grundy, table: &window, budget: Budget::default() };
        assert!(search.by_edges(&mut Rays::new(&window, BESIDE), &mut BTreeSet::new()).is_none());
        let pattern = find(search).expect("its regions meet along (12,5)");
        let large = table(&[331, 307]);
        let wrong = large.window().find(|x| pattern.certificate.value(x) != Some(large.value(0, &x.at)));
        assert_eq!(wrong, None);
    }
}
