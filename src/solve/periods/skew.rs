//! Patterns of one lattice of periods: past a preperiod in each coordinate all values repeat along it. Where some
//! coordinates are still in their preperiod, the values repeat along those of its vectors that leave these alone.
//!
//! A box needs a period along each axis, and where the lattice is skew these are long: for the lattice that
//! (7,0,0), (3,7,0), (3,2,8) span they are 7, 49 and 392. Thin cones between vectors of the lattice need far fewer pieces.
//! Patterns with longer periods in a preperiod than past it are not found: there a box or a fan is enough, or nothing is.
//! The values of the bases are computed by definition, each option moved back to the base of its piece: no window has to
//! be as large as the periods.
use super::lattice::{Lattice, Thin, fold_back, folded};
use super::rays::{Cone, Vector};
use super::{Budget, Form, Pattern, blank};
use crate::game::Play;
use crate::game::vector::{Rule, VectorGame};
use crate::proof::labelling::vector::{Piece, VectorCertificate, check};
use crate::solve::values::table::ValueTable;
use hashbrown::HashMap;

/// The `split` of certificates that are tried, and by how much `back` is larger.
const SPLITS: [u64; 3] = [1, 2, 3];
const FURTHER_BACK: u64 = 4;

/// The cones for the positions that are before the preperiods of some coordinates; a cone is known by its number in the
/// certificate.
struct Patch {
    free: Vec<usize>,
    rays: Vec<Vector>,
    cones: Vec<(usize, Cone)>,
    /// For each cone the positions with all coefficients below 1.
    offsets: Vec<Vec<Vector>>,
}

/// A guess.
struct Guess<'a> {
    game: &'a VectorGame,
    play: Play,
    steps: Steps<'a>,
    /// The patches by the set of coordinates that are in their preperiod, as bits.
    patches: &'a [Patch],
    cones: &'a [Vec<Vec<u64>>],
    preperiods: Vector,
}

/// The bases of a guess and their values.
struct Values {
    /// For each state the same pieces: their cones, and their bases by number.
    pieces: Vec<(usize, usize)>,
    /// The bases, each once.
    bases: Vec<Vector>,
    numbers: HashMap<Vector, usize>,
    /// The values by base, and for each base by state.
    of: Vec<u64>,
}

/// The rules without their states.
struct Steps<'a> {
    /// A rule for each pair of what is taken and what is put.
    all: Vec<&'a Rule>,
    /// For each state the steps by number, and the states that they lead to.
    of_state: Vec<Vec<(usize, usize)>>,
}

/// Room for a position, one of its options, and those of its coordinates that are past their preperiod.
#[derive(Default)]
struct Room {
    at: Vec<u64>,
    to: Vector,
    past: Vector,
}

/// Reads the lattice and the preperiods off the window and asks the checker.
///
/// Walls that the window allows may be too low further out; they are raised until the values of the guess repeat a
/// generator further, and then lowered one by one as far as that stays so.
pub fn find(game: &VectorGame, play: Play, table: &ValueTable, budget: Budget) -> Option<Pattern> {
    let lattice = Lattice::far(table)?;
    let thin = Thin::new(&lattice, budget.lattice as i64)?;
    let (patches, cones) = patches(&thin, game.dimension);
    let most = budget.lattice as i64;
    let (steps, preperiods) = (Steps::new(game), vec![0; game.dimension]);
    let mut guess = Guess { game, play, steps, patches: &patches, cones: &cones, preperiods };
    let highest = table.size.iter().min().map_or(0, |&side| side as i64 / 4);
    while guess.pieces() <= most && !guess.agrees(table, &guess.values()) {
        if guess.preperiods[0] == highest {
            return None;
        }
        guess.preperiods.iter_mut().for_each(|preperiod| *preperiod += 1);
    }
    while guess.pieces() <= most
        && let Some(low) = guess.too_low(&guess.values())
    {
        guess.preperiods[low] += 1;
    }
    if guess.pieces() > most {
        return None;
    }
    for i in 0..guess.preperiods.len() {
        while guess.preperiods[i] > 0 {
            guess.preperiods[i] -= 1;
            let values = guess.values();
            if !guess.agrees(table, &values) || guess.too_low(&values).is_some() {
                guess.preperiods[i] += 1;
                break;
            }
        }
    }
    let certificate = guess.accepted()?;
    let numbers = |vector: &[i64]| vector.iter().map(|&x| x as u64).collect();
    let form = Form::Lattice {
        steps: lattice.basis.iter().map(|step| numbers(step)).collect(),
        from: numbers(&guess.preperiods),
    };
    guess.follows(&lattice, &certificate).then_some(Pattern { certificate, form })
}

/// The patches of all sets of coordinates in their preperiod, and the generators of the cones by their number.
fn patches(thin: &Thin, dimension: usize) -> (Vec<Patch>, Vec<Vec<Vec<u64>>>) {
    let mut generators = Vec::new();
    let patch = |before: usize| {
        let free: Vec<usize> = (0..dimension).filter(|i| before >> i & 1 == 0).collect();
        let units: Vec<Vector> =
            (0..free.len()).map(|i| (0..free.len()).map(|j| i64::from(i == j)).collect()).collect();
        let (rays, faces) = thin.faces(&free);
        let offsets = faces.iter().map(|cone| folded(cone, &rays, &units).into_iter().collect()).collect();
        let mut number = |cone: &Cone| {
            let generator = |&ray: &usize| thin.rays[ray].iter().map(|&c| c as u64).collect();
            generators.push(cone.rays.iter().map(generator).collect());
            generators.len() - 1
        };
        let cones = faces.into_iter().map(|cone| (number(&cone), cone)).collect();
        Patch { free, rays, cones, offsets }
    };
    let mut patches: Vec<Patch> = (0..(1 << dimension) - 1).map(patch).collect();
    // In all preperiods at once, each position is a piece of its own.
    generators.push(Vec::new());
    patches.push(Patch { free: Vec::new(), rays: Vec::new(), cones: Vec::new(), offsets: Vec::new() });
    (patches, generators)
}

impl<'a> Steps<'a> {
    fn new(game: &'a VectorGame) -> Self {
        let mut steps = Steps { all: Vec::new(), of_state: vec![Vec::new(); game.states] };
        for rule in &game.rules {
            let same = |step: &&Rule| (&step.take, &step.put) == (&rule.take, &rule.put);
            let step = steps.all.iter().position(same).unwrap_or_else(|| {
                steps.all.push(rule);
                steps.all.len() - 1
            });
            steps.of_state[rule.from].push((step, rule.to));
        }
        steps
    }
}

impl Guess<'_> {
    /// The number of pieces.
    fn pieces(&self) -> i64 {
        let of_patch = |(before, patch): (usize, &Patch)| {
            let fixed = (0..self.preperiods.len()).filter(|i| before >> i & 1 == 1).map(|i| self.preperiods[i]);
            let bases: i64 = if patch.free.is_empty() { 1 } else { patch.cones.iter().map(|(_, c)| c.volume).sum() };
            fixed.fold(bases.saturating_mul(self.game.states as i64), i64::saturating_mul)
        };
        self.patches.iter().enumerate().map(of_patch).fold(0, i64::saturating_add)
    }

    /// Moves a position back to the base of a piece that holds it.
    fn to_base(&self, x: &mut [i64], past: &mut Vector) {
        let before = (0..x.len()).filter(|&i| x[i] < self.preperiods[i]).fold(0, |set, i| set | 1 << i);
        let patch: &Patch = &self.patches[before];
        past.clear();
        past.extend(patch.free.iter().map(|&i| x[i] - self.preperiods[i]));
        if let Some((_, cone)) = patch.cones.iter().find(|(_, cone)| cone.holds(past)) {
            fold_back(cone, &patch.rays, past);
            patch.free.iter().zip(past).for_each(|(&i, c)| x[i] = self.preperiods[i] + *c);
        }
    }

    /// The pieces of one state: their cones and their bases.
    fn pieces_of_a_state(&self) -> Vec<(usize, Vector)> {
        let mut pieces = Vec::new();
        for (before, patch) in self.patches.iter().enumerate() {
            let mut x = vec![0; self.preperiods.len()];
            let fixed: Vec<usize> = (0..x.len()).filter(|i| before >> i & 1 == 1).collect();
            if fixed.iter().any(|&i| self.preperiods[i] == 0) {
                continue;
            }
            loop {
                if patch.free.is_empty() {
                    pieces.push((self.cones.len() - 1, x.clone()));
                }
                for ((number, _), offsets) in patch.cones.iter().zip(&patch.offsets) {
                    for offset in offsets {
                        patch.free.iter().zip(offset).for_each(|(&i, c)| x[i] = self.preperiods[i] + c);
                        pieces.push((*number, x.clone()));
                    }
                }
                let Some(next) = fixed.iter().rposition(|&i| x[i] + 1 < self.preperiods[i]) else { break };
                x[fixed[next]] += 1;
                fixed[next + 1..].iter().for_each(|&i| x[i] = 0);
            }
        }
        pieces
    }

    /// The values of all bases, by definition and by the guess: an option has the value of its base, which is no heavier.
    fn values(&self) -> Values {
        let mut values = Values { pieces: Vec::new(), bases: Vec::new(), numbers: HashMap::new(), of: Vec::new() };
        for (cone, base) in self.pieces_of_a_state() {
            let number = *values.numbers.entry(base).or_insert_with_key(|base| {
                values.bases.push(base.clone());
                values.bases.len() - 1
            });
            values.pieces.push((cone, number));
        }
        let (states, steps, mut room) = (self.game.states, self.steps.all.len(), Room::default());
        let (mut order, mut options) = (Vec::new(), vec![None; values.bases.len() * steps]);
        for (number, base) in values.bases.iter().enumerate() {
            self.options(base, &values.numbers, &mut options[number * steps..][..steps], &mut room);
            order.extend((0..states).map(|state| (self.game.weight.of(state, &room.at), number * states + state)));
        }
        order.sort_unstable();
        values.of.resize(values.bases.len() * states, 0);
        for (_, place) in order {
            values.of[place] = self.value(place % states, &options[place / states * steps..][..steps], &values.of);
        }
        values
    }

    /// For each step the number of the base of the option, or nothing if the step cannot be made.
    fn options(&self, x: &[i64], bases: &HashMap<Vector, usize>, options: &mut [Option<usize>], room: &mut Room) {
        let Room { at, to, past } = room;
        at.clear();
        at.extend(x.iter().map(|&c| c as u64));
        for (step, option) in self.steps.all.iter().zip(options) {
            *option = step.fits(at).then(|| {
                to.clear();
                to.extend(step.coordinates(at).map(|c| c as i64));
                self.to_base(to, past);
                bases[to.as_slice()]
            });
        }
    }

    /// The value of a position in a state, from those of the bases of its options.
    fn value(&self, state: usize, options: &[Option<usize>], of: &[u64]) -> u64 {
        let option = |&(step, to): &(usize, usize)| options[step].map(|base| of[base * self.game.states + to]);
        self.play.value(self.steps.of_state[state].iter().filter_map(option))
    }

    /// A coordinate whose preperiod is too low: the value of some base is another a generator further, or all generators
    /// further. Of the coordinates past their preperiod it is the one that is the least past it.
    fn too_low(&self, values: &Values) -> Option<usize> {
        let (mut room, mut options) = (Room::default(), vec![None; self.steps.all.len()]);
        let sum = |x: &Vector, g: &Vec<u64>| x.iter().zip(g).map(|(x, &g)| x + g as i64).collect::<Vector>();
        values.pieces.iter().find_map(|&(cone, number)| {
            let (generators, x) = (&self.cones[cone], &values.bases[number]);
            let all = generators.iter().fold(x.clone(), |x, g| sum(&x, g));
            let mut further = generators.iter().map(|g| sum(x, g)).chain([all]);
            let own = &values.of[number * self.game.states..][..self.game.states];
            let differs = |y: Vector| {
                self.options(&y, &values.numbers, &mut options, &mut room);
                own.iter().enumerate().any(|(state, &own)| self.value(state, &options, &values.of) != own)
            };
            let past = |i: &usize| x[*i] >= self.preperiods[*i];
            let least = || (0..x.len()).filter(past).min_by_key(|&i| x[i] - self.preperiods[i]);
            if further.any(differs) { least() } else { None }
        })
    }

    /// Whether the window has the values of the guess.
    fn agrees(&self, table: &ValueTable, values: &Values) -> bool {
        let Room { mut to, mut past, .. } = Room::default();
        table.window().all(|x| {
            to.clear();
            to.extend(x.at.iter().map(|&c| c as i64));
            self.to_base(&mut to, &mut past);
            let base = values.numbers[to.as_slice()];
            values.of[base * self.game.states + x.state] == table.value(x.state, &x.at)
        })
    }

    /// Whether it follows from an accepted certificate that past all preperiods the value of a position depends on
    /// nothing but its state and its class modulo the lattice. There the pieces of each class fill the class, so they
    /// must have one value.
    fn follows(&self, lattice: &Lattice, certificate: &VectorCertificate) -> bool {
        let mut of_class: HashMap<(usize, Vector), u64> = HashMap::new();
        certificate.pieces.iter().all(|piece| {
            let base: Vector = piece.base.iter().map(|&c| c as i64).collect();
            let past = base.iter().zip(&self.preperiods).all(|(x, preperiod)| x >= preperiod);
            !past || *of_class.entry((piece.state, lattice.least(&base))).or_insert(piece.value) == piece.value
        })
    }

    /// The certificate, if the checker accepts it.
    fn accepted(&self) -> Option<VectorCertificate> {
        let values = self.values();
        let mut certificate = blank(self.game, self.play, 0, 0);
        certificate.cones = self.cones.to_vec();
        for state in 0..self.game.states {
            let piece = |&(cone, number): &(usize, usize)| {
                let base = values.bases[number].iter().map(|&c| c as u64).collect();
                Piece { state, base, cone, value: values.of[number * self.game.states + state] }
            };
            certificate.pieces.extend(values.pieces.iter().map(piece));
        }
        SPLITS.into_iter().find_map(|split| {
            (certificate.split, certificate.back) = (split, split + FURTHER_BACK);
            check(&certificate).is_ok().then(|| certificate.clone())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::clock_nim::clock_nim;
    use crate::game::vector::VectorPosition;
    use crate::solve::Memory;

    fn table(game: &VectorGame, play: Play, size: &[usize]) -> ValueTable {
        ValueTable::new(game, play, size, Memory(1 << 28)).unwrap()
    }

    fn found(game: &VectorGame, play: Play, side: usize, lattice: usize) -> Option<Pattern> {
        find(game, play, &table(game, play, &vec![side; game.dimension]), Budget { lattice, ..Budget::default() })
    }

    #[test]
    fn a_lattice_gives_the_values_of_a_window_larger_than_it_saw() {
        for (period, arriving) in [(2, 1), (3, 1), (3, 2), (4, 1), (4, 2)] {
            let game = clock_nim(2, period, arriving).unwrap();
            for play in [Play::Grundy, Play::Normal] {
                let pattern =
                    found(&game, play, 40, 20_000).unwrap_or_else(|| panic!("{} in {play:?} play", game.name));
                assert_eq!(pattern.form.word(), "lattice", "{}", pattern.words());
                let window = table(&game, play, &[57, 61]);
                for x in window.window() {
                    assert_eq!(
                        pattern.certificate.value(&x),
                        Some(window.value(x.state, &x.at)),
                        "{} {x:?}",
                        game.name
                    );
                }
            }
        }
    }

    #[test]
    fn too_few_pieces_and_too_small_windows_find_nothing() {
        let game = clock_nim(2, 3, 1).unwrap();
        let pieces = found(&game, Play::Grundy, 40, 20_000).unwrap().certificate.pieces.len();
        assert!(found(&game, Play::Grundy, 40, pieces).is_some());
        assert!(found(&game, Play::Grundy, 40, pieces - 1).is_none());
        assert!(found(&game, Play::Grundy, 8, 20_000).is_none());
    }

    #[test]
    fn every_position_has_a_base_that_is_its_own_base() {
        let game = clock_nim(3, 3, 2).unwrap();
        let lattice = Lattice { basis: vec![vec![3, 0, 0], vec![1, 2, 0], vec![2, 1, 3]] };
        let (patches, cones) = patches(&Thin::new(&lattice, 1000).unwrap(), 3);
        let (play, steps, preperiods) = (Play::Grundy, Steps::new(&game), vec![2, 0, 3]);
        let guess = Guess { game: &game, play, steps, patches: &patches, cones: &cones, preperiods };
        let bases = guess.pieces_of_a_state();
        assert_eq!(bases.len() * game.states, guess.pieces() as usize);
        let base_of = |x: &Vector| {
            let mut base = x.clone();
            guess.to_base(&mut base, &mut Vector::new());
            base
        };
        for x in (0..12 * 12 * 12).map(|n| vec![n / 144, n / 12 % 12, n % 12]) {
            let base = base_of(&x);
            assert_eq!(base_of(&base), base);
            assert!(bases.iter().any(|(_, own)| *own == base), "{x:?}");
            let back: Vector = x.iter().zip(&base).map(|(x, b)| x - b).collect();
            assert!(lattice.holds(&back) && back.iter().all(|&c| c >= 0), "{x:?} from {base:?}");
        }
    }

    #[test]
    fn a_preperiod_that_is_too_low_is_seen() {
        let game = clock_nim(2, 3, 2).unwrap();
        let lattice = Lattice { basis: vec![vec![3, 0], vec![0, 3]] };
        let (patches, cones) = patches(&Thin::new(&lattice, 1000).unwrap(), 2);
        let (game, patches, cones) = (&game, &patches[..], &cones[..]);
        let guess =
            |preperiods| Guess { game, play: Play::Grundy, steps: Steps::new(game), patches, cones, preperiods };
        let window = table(game, Play::Grundy, &[12, 12]);
        let right = |guess: &Guess| {
            let values = guess.values();
            guess.agrees(&window, &values) && guess.too_low(&values).is_none()
        };
        assert!(right(&guess(vec![2, 1])));
        for low in [vec![1, 1], vec![2, 0], vec![0, 0]] {
            assert!(!right(&guess(low)));
        }
        let (good, bad) = (guess(vec![2, 1]), Lattice { basis: vec![vec![1, 0], vec![0, 1]] });
        let certificate = good.accepted().unwrap();
        assert!(good.follows(&lattice, &certificate) && !good.follows(&bad, &certificate));
        let position = VectorPosition { state: 0, at: vec![1 << 40, 1 << 40] };
        assert!(certificate.value(&position).is_some());
    }
}
