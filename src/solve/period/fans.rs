//! Patterns in the plane that split into sectors between rays from the origin, each sector with a lattice of periods.
use super::wedges::{Repeat, Vector, Wedges, cross, inner_rays};
use super::{Budget, Pattern, blank};
use crate::game::Play;
use crate::game::vector::VectorGame;
use crate::proof::vector::{Piece, VectorCertificate, check};
use crate::solve::table::ValueTable;

/// Thresholds are raised by so much when the least that the window allows are refused.
const LATER: [i64; 4] = [0, 1, 2, 4];
/// Periods are multiplied by so much.
const MULTIPLES: [i64; 3] = [1, 2, 3];

/// A guess: rays by angle, each with its period and the threshold from which on it repeats.
#[derive(Debug, Clone)]
struct Fan {
    rays: Vec<Vector>,
    repeats: Vec<Repeat>,
}

/// The largest coordinate of a direction, by the number of rays between the axes; and in small windows.
const STEEPEST: [i64; 3] = [1, 9, 6];
const STEEPEST_IN_SMALL: i64 = 6;
const SMALL: usize = 64;

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

/// Tries fans with at most `most_inner` rays between the axes, those with fewer rays first and then in the order of the
/// number of their cells, and asks the checker: first for all as the window shows them, then for changed ones.
pub fn find(search: Search, most_inner: usize) -> Option<Pattern> {
    let budget = search.budget;
    let mut wedges = Wedges::new(search.table);
    (0..=most_inner).find_map(|count| {
        let small = search.table.size[0] < SMALL;
        let steepest = if small { STEEPEST[count].min(STEEPEST_IN_SMALL) } else { STEEPEST[count] };
        let mut fans: Vec<Fan> = Vec::new();
        for inner in chosen(&inner_rays(steepest), count) {
            fans.extend(guesses(&mut wedges, &inner));
        }
        fans.retain(|fan| fan.cells() <= budget.pieces as i64);
        fans.sort_by_key(Fan::cells);
        fans.truncate(budget.fans);
        let mut effort = Effort(3 * budget.pieces as i64);
        let shown = fans.iter().find_map(|fan| search.prove(fan, &[1], &[0], &mut effort));
        shown.or_else(|| fans.iter().find_map(|fan| search.prove(fan, &MULTIPLES, &LATER, &mut effort)))
    })
}

/// How many more pieces the checker is asked about.
struct Effort(i64);

/// All choices of `count` rays, in their order.
fn chosen(rays: &[Vector], count: usize) -> Vec<Vec<Vector>> {
    if count == 0 {
        return vec![vec![]];
    }
    let first =
        |i: usize| chosen(&rays[i + 1..], count - 1).into_iter().map(move |rest| [&[rays[i]], &rest[..]].concat());
    (0..rays.len()).flat_map(first).collect()
}

/// The fans with these rays between the axes that the window allows: one with the fewest cells, one with the least periods.
fn guesses(wedges: &mut Wedges, inner: &[Vector]) -> Vec<Fan> {
    let rays = [&[[1, 0]], inner, &[[0, 1]]].concat();
    let mut best: Vec<Vec<Repeat>> = Vec::new();
    for (i, &ray) in rays.iter().enumerate() {
        let beside: Vec<Vector> =
            [i.checked_sub(1), Some(i + 1)].into_iter().flatten().filter_map(|j| rays.get(j).copied()).collect();
        let repeats = wedges.repeats(ray, &beside);
        if repeats.is_empty() {
            return Vec::new();
        }
        best.push(repeats);
    }
    let fan = |repeats: Vec<Repeat>| Fan { rays: rays.clone(), repeats };
    let fewest = fan(best.iter().map(|repeats| repeats[0]).collect());
    let least = fan(best.iter().map(|repeats| repeats[repeats.len() - 1]).collect());
    if fewest.repeats == least.repeats { vec![fewest] } else { vec![fewest, least] }
}

impl Search<'_> {
    /// The fan, or the same with longer periods or later thresholds, with its certificate.
    fn prove(&self, fan: &Fan, multiples: &[i64], laters: &[i64], effort: &mut Effort) -> Option<Pattern> {
        for multiple in multiples {
            for later in laters {
                let longer = |r: &Repeat| Repeat { period: r.period * multiple, threshold: r.threshold + later };
                let changed = Fan { rays: fan.rays.clone(), repeats: fan.repeats.iter().map(longer).collect() };
                effort.0 -= changed.cells();
                if effort.0 < 0 {
                    return None;
                }
                if let Some(certificate) = self.accepted(&changed) {
                    let (fan, certificate) = self.shrink(fan, changed, certificate);
                    return Some(Pattern { certificate, axes: None, shape: fan.words() });
                }
            }
        }
        None
    }

    /// The certificate of a fan, if the window is large enough and the checker accepts it.
    fn accepted(&self, fan: &Fan) -> Option<VectorCertificate> {
        let (back, forth) = fan.reaches(self.game);
        let mut certificate = blank(self.game, self.play, back, back + forth);
        certificate.cones = fan.cones();
        let bases = fan.bases();
        let side = self.table.size[0] as i64;
        if bases.iter().any(|(x, _)| x[0] >= side || x[1] >= side) {
            return None;
        }
        for state in 0..self.table.states {
            let piece = |&(x, cone): &(Vector, usize)| {
                let base = vec![x[0] as u64, x[1] as u64];
                Piece { state, value: self.table.value(state, &base), base, cone }
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
        for i in 0..fan.rays.len() {
            while fan.repeats[i].threshold > least.repeats[i].threshold {
                let mut smaller = fan.clone();
                smaller.repeats[i].threshold -= 1;
                let Some(found) = self.accepted(&smaller) else { break };
                (fan, certificate) = (smaller, found);
            }
        }
        (fan, certificate)
    }
}

impl Fan {
    fn reach(&self, i: usize) -> i64 {
        self.repeats[i].threshold + self.repeats[i].period
    }

    /// How many cells the bases of the pieces fill.
    fn cells(&self) -> i64 {
        let sector = |i: usize| self.reach(i - 1) * self.reach(i) * cross(self.rays[i - 1], self.rays[i]);
        (1..self.rays.len()).map(sector).sum()
    }

    /// How many generators a move goes back at most, and forth (one more, since a part may begin in the next sector).
    fn reaches(&self, game: &VectorGame) -> (u64, u64) {
        let (mut back, mut forth) = (1, 1);
        for i in 1..self.rays.len() {
            let (r, t) = (self.rays[i - 1], self.rays[i]);
            let width = cross(r, t);
            for rule in &game.rules {
                let v = [0, 1].map(|c| rule.put[c] as i64 - rule.take[c] as i64);
                for (along, period) in
                    [(cross(v, t), self.repeats[i - 1].period), (cross(r, v), self.repeats[i].period)]
                {
                    let steps = (along.abs() + width * period - 1) / (width * period);
                    let reach = if along < 0 { &mut back } else { &mut forth };
                    *reach = steps.max(*reach);
                }
            }
        }
        (back as u64, forth as u64 + 2)
    }

    fn generator(&self, i: usize) -> Vec<u64> {
        self.rays[i].iter().map(|&c| (c * self.repeats[i].period) as u64).collect()
    }

    /// First the sectors, then the rays, then the lone points.
    fn cones(&self) -> Vec<Vec<Vec<u64>>> {
        let sectors = (1..self.rays.len()).map(|i| vec![self.generator(i - 1), self.generator(i)]);
        sectors.chain((0..self.rays.len()).map(|i| vec![self.generator(i)])).chain([vec![]]).collect()
    }

    /// The base cells with their cones: in each sector the cells before threshold + period along both rays.
    fn bases(&self) -> Vec<(Vector, usize)> {
        let sectors = self.rays.len() - 1;
        let mut bases = Vec::new();
        for s in 0..sectors {
            let (r, t) = (self.rays[s], self.rays[s + 1]);
            let width = cross(r, t);
            let corner = [0, 1].map(|c| self.reach(s) * r[c] + self.reach(s + 1) * t[c]);
            for x in (0..=corner[0]).flat_map(|a| (0..=corner[1]).map(move |b| [a, b])) {
                let (along, across) = (cross(x, t), cross(r, x));
                let inside = |part: i64, i: usize| part >= 0 && part < self.reach(i) * width;
                if inside(along, s) && inside(across, s + 1) {
                    let past = |part: i64, i: usize| part >= self.repeats[i].threshold * width;
                    let cone = match (past(along, s), past(across, s + 1)) {
                        (true, true) => s,
                        (true, false) => sectors + s,
                        (false, true) => sectors + s + 1,
                        (false, false) => sectors + self.rays.len(),
                    };
                    bases.push((x, cone));
                }
            }
        }
        bases.sort_unstable();
        bases.dedup();
        bases
    }

    fn words(&self) -> String {
        let ray = |i: usize| {
            let [a, b] = self.rays[i].map(|c| c * self.repeats[i].period);
            format!("({a},{b}) from {}", self.repeats[i].threshold)
        };
        format!("fan: periods {}", (0..self.rays.len()).map(ray).collect::<Vec<_>>().join(", "))
    }
}
