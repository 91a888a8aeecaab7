//! The full game on towers, every position of it, against the reading of a tower as a few numbers.
use crate::error::Result;
use crate::game::tower::{Tower, Towers};
use crate::game::{Game, Play};
use crate::solve::Memory;
use rayon::prelude::*;
use std::collections::{BTreeSet, HashMap};

/// What the papers see of a tower: levels that count as 1, levels that count as 2, and the state of the clock.
pub type Reading = (u64, u64, u64);

/// A reading of towers, and the game that it is said to be.
pub struct Model {
    /// The reading of a tower, if all its levels below the highest full one are of a kind that the model knows.
    pub read: fn(&Tower) -> Option<Reading>,
    /// The options of a reading, in the game of the readings.
    pub options: fn(Reading) -> BTreeSet<Reading>,
}

/// Every tower that arises from a start, by the number of moves made, with the Grundy values.
///
/// The number of moves made is written in the tower: every level above the first n but the top one was filled block by
/// block. So a tower arises after one number of moves only, and the towers of the next number are its options.
pub struct Tree {
    /// `generations[m]`: the towers after m moves, sorted.
    pub generations: Vec<Vec<Tower>>,
    /// The Grundy values, in the same order.
    pub grundy: Vec<Vec<u64>>,
    /// The number of moves, counted as different blocks and slots.
    pub moves: u64,
}

/// About how many bytes a tower takes.
const BYTES_A_TOWER: u128 = 160;
/// About how many options of one tower are held at a time before equal ones are put together.
const OPTIONS_HELD: u128 = 8;

/// Plays the full game from `levels` full levels.
///
/// # Errors
/// A start that is no tower, or more memory than allowed.
pub fn tree(game: Towers, levels: usize, memory: Memory) -> Result<Tree> {
    let mut generations = vec![vec![game.start(levels)?]];
    let (mut total, mut moves) = (1u128, 0u64);
    while let Some(last) = generations.last() {
        memory.ask((total + last.len() as u128 * OPTIONS_HELD) * BYTES_A_TOWER, "the towers that arise in play")?;
        let (mut next, made) = last
            .par_chunks(1024)
            .map(|part| {
                let mut options: Vec<Tower> = part.iter().flat_map(|tower| game.options(tower)).collect();
                let made = options.len() as u64;
                options.sort_unstable();
                options.dedup();
                (options, made)
            })
            .reduce(Default::default, |(mut all, sum), (part, made)| {
                all.extend(part);
                (all, sum + made)
            });
        moves += made;
        next.par_sort_unstable();
        next.dedup();
        if next.is_empty() {
            break;
        }
        total += next.len() as u128;
        generations.push(next);
    }
    let grundy = grundy(game, &generations);
    Ok(Tree { generations, grundy, moves })
}

/// Grundy values from the last generation back to the first.
fn grundy(game: Towers, generations: &[Vec<Tower>]) -> Vec<Vec<u64>> {
    let mut values: Vec<Vec<u64>> = Vec::new();
    let mut later: (&[Tower], Vec<u64>) = (&[], Vec::new());
    for towers in generations.iter().rev() {
        let value = |tower: &Tower| {
            let of = |option: Tower| {
                let place = later.0.binary_search(&option).expect("an option is in the next generation");
                later.1[place]
            };
            Play::Grundy.value(game.options(tower).into_iter().map(of))
        };
        let here: Vec<u64> = towers.par_iter().map(value).collect();
        values.push(here.clone());
        later = (towers, here);
    }
    values.reverse();
    values
}

/// A tower where the game and the model part, with what each says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The tower.
    pub tower: Tower,
    /// What the full game says and what the model says, in words.
    pub says: (String, String),
}

/// How the full game from one start compares with a model.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Comparison {
    /// The towers that arise.
    pub towers: u64,
    /// The towers that the model reads.
    pub read: u64,
    /// The moves from them all.
    pub moves: u64,
    /// The Grundy value of the start.
    pub start: u64,
    /// The Grundy value of the start's reading.
    pub start_read: Option<u64>,
    /// The number of towers for each difference: the options as the model reads them, the outcome, the Grundy value.
    pub differing: [u64; 3],
    /// The smallest such towers: fewest levels, then first in the order of the notations.
    pub smallest: [Option<Difference>; 3],
}

impl Comparison {
    fn note(&mut self, sort: usize, tower: &Tower, says: impl Fn() -> (String, String)) {
        self.differing[sort] += 1;
        let order = |tower: &Tower| (tower.levels.len(), tower.levels.clone());
        if self.smallest[sort].as_ref().is_none_or(|known| order(tower) < order(&known.tower)) {
            self.smallest[sort] = Some(Difference { tower: tower.clone(), says: says() });
        }
    }
}

/// Compares every tower of a tree that the model reads with its reading.
pub fn compare(game: Towers, tree: &Tree, model: &Model) -> Comparison {
    let count = tree.generations.iter().map(|towers| towers.len() as u64).sum();
    let mut found = Comparison { towers: count, moves: tree.moves, start: tree.grundy[0][0], ..Comparison::default() };
    let mut known = HashMap::new();
    for (towers, values) in tree.generations.iter().zip(&tree.grundy) {
        for (tower, &value) in towers.iter().zip(values) {
            let Some(reading) = (model.read)(tower) else { continue };
            found.read += 1;
            let modelled = model_value(model, reading, &mut known);
            found.start_read = found.start_read.or(Some(modelled));
            let options = game.options(tower);
            let read: BTreeSet<Option<Reading>> = options.iter().map(model.read).collect();
            let said: BTreeSet<Option<Reading>> = (model.options)(reading).into_iter().map(Some).collect();
            if read != said {
                let unread = options.iter().find(|option| (model.read)(option).is_none());
                let example = unread.map_or(String::new(), |option| format!(", {}", game.show(option)));
                found.note(0, tower, || (spell(&read) + &example, spell(&said)));
            }
            if (value == 0) != (modelled == 0) {
                found.note(1, tower, || (outcome(value), outcome(modelled)));
            }
            if value != modelled {
                found.note(2, tower, || (value.to_string(), modelled.to_string()));
            }
        }
    }
    found
}

fn outcome(value: u64) -> String {
    if value == 0 { "P" } else { "N" }.to_string()
}

fn spell(options: &BTreeSet<Option<Reading>>) -> String {
    let one = |option: &Option<Reading>| match option {
        Some((ones, twos, clock)) => format!("({ones},{twos}|{clock})"),
        None => "a level that is not in the model".to_string(),
    };
    if options.is_empty() { "no move".to_string() } else { options.iter().map(one).collect::<Vec<_>>().join(" ") }
}

/// The Grundy value of a reading by the mex of its options; a play is as long as the tower's at most.
fn model_value(model: &Model, reading: Reading, known: &mut HashMap<Reading, u64>) -> u64 {
    if let Some(&value) = known.get(&reading) {
        return value;
    }
    let options: Vec<u64> =
        (model.options)(reading).into_iter().map(|option| model_value(model, option, known)).collect();
    let value = Play::Grundy.value(options);
    known.insert(reading, value);
    value
}
