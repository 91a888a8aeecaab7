//! Whether a more compact way than the printed matrices says who wins (section 5, last paragraph): the smallest automaton, sums
//! with a modulus, and formulas, each by trying all.
use super::triplets::{printed_values, triplets};
use crate::claim::{Decision, Finding, Task, Verdict};
use crate::error::Result;
use crate::report::table::Table;
use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};

/// The values repeat after so many in x and in y.
const PERIOD: usize = 3;
/// So many blocks, 3 x + z, are a period in x.
const BLOCKS: usize = 3 * PERIOD;

/// Who wins, 1 for the player to move, by 3 x + z and y. The row x = z = 0 does not come again, the others repeat.
type Grid = [[u64; PERIOD]; BLOCKS + 1];

/// Classes of x: 0, and the others by their remainder modulo 3. Classes of y: the remainder. Classes of z: z.
const CLASSES: [usize; 3] = [4, 3, 3];
/// A member of each class of x.
const MEMBER: [u64; CLASSES[0]] = [0, 3, 1, 2];
/// The questions on each coordinate, each with the classes, as bits, of which the answer is yes.
const QUESTIONS: [&[(&str, u8)]; 3] = [
    &[("x = 0", 0b0001), ("x = 0 mod 3", 0b0011), ("x = 1 mod 3", 0b0100), ("x = 2 mod 3", 0b1000)],
    &[("y = 0 mod 3", 0b001), ("y = 1 mod 3", 0b010), ("y = 2 mod 3", 0b100)],
    &[("z = 0", 0b001), ("z = 1", 0b010), ("z = 2", 0b100)],
];

/// A set of classes of each coordinate, as bits.
type Box3 = [u8; 3];
/// All positions.
const ALL: Box3 = [0b1111, 0b111, 0b111];

/// A more compact way than the matrices v and v0.
pub fn compactness(task: &Task) -> Result<Decision> {
    let known = triplets(task)?;
    let value = |blocks: usize, y: usize| known.value(blocks % 3, &[(blocks / 3) as u64, y as u64]);
    let grid: Grid = std::array::from_fn(|blocks| std::array::from_fn(|y| value(blocks, y)));
    let lost = |[x, y, z]: [usize; 3]| known.value(z, &[MEMBER[x], y as u64]) == 0;
    let tree = Tree::least(&lost);
    let products = fewest_products(&lost);
    let entries: Vec<u64> = grid.concat();
    let lost_entries = entries.iter().filter(|value| **value == 0).count();
    let findings = vec![
        printed_values(&known)?,
        automaton(&grid),
        sums(&grid),
        tree.finding(entries.len()),
        union(&products, lost_entries),
    ];
    Ok(Decision {
        findings,
        tables: vec![(String::new(), table(&tree, &products))],
        certificates: vec![known.certificate],
        ..Decision::default()
    })
}

/// The value after so many blocks and levels II-.
fn at(grid: &Grid, blocks: usize, levels: usize) -> u64 {
    grid[if blocks == 0 { 0 } else { 1 + (blocks - 1) % BLOCKS }][levels % PERIOD]
}

/// What is seen from each class of positions as more blocks and levels come. Two that agree within a period agree for ever.
fn seen(grid: &Grid) -> Vec<Vec<u64>> {
    let ahead = || (0..BLOCKS).flat_map(|blocks| (0..PERIOD).map(move |levels| (blocks, levels)));
    let from = |blocks: usize, y: usize| ahead().map(|(b, l)| at(grid, blocks + b, y + l)).collect();
    (0..=BLOCKS).flat_map(|blocks| (0..PERIOD).map(move |y| from(blocks, y))).collect()
}

/// The least automaton that is told of one more block or one more level at a time and says who wins.
fn automaton(grid: &Grid) -> Finding {
    let seen = seen(grid);
    let states = seen.iter().collect::<BTreeSet<_>>().len();
    let part = "an automaton that hears of one more block (z to z + 1, or z = 2 to x + 1 and z = 0) or of one more level II- at \
                a time, and says who wins, needs as many states as the matrices have entries";
    let domain = format!("all pairs of the {} classes of positions: {states} are told apart", seen.len());
    let wrong = (states < seen.len()).then(|| format!("{states} states are enough"));
    Finding::new(part, "every pair of classes", exhausted(domain, wrong))
}

/// The steps in x and y, other than none and smaller than the periods, after which the values repeat for every z.
fn periods(grid: &Grid) -> Vec<(usize, usize)> {
    let steps = (0..PERIOD).flat_map(|x| (0..PERIOD).map(move |y| (x, y))).filter(|step| *step != (0, 0));
    let repeats = |&(x, y): &(usize, usize)| {
        let mut cells = (1..=BLOCKS).flat_map(|blocks| (0..PERIOD).map(move |level| (blocks, level)));
        cells.all(|(blocks, level)| at(grid, blocks + 3 * x, level + y) == at(grid, blocks, level))
    };
    steps.filter(repeats).collect()
}

/// No sum of x, y and z with weights, taken modulo a number, says who wins.
fn sums(grid: &Grid) -> Finding {
    let part = "no sum a x + b y + c z modulo a number says who wins, whatever the weights and the number, not even from some x \
                and y on";
    let domain = format!("the {} steps in x and y below 3: the values repeat after none", PERIOD * PERIOD - 1);
    let wrong = periods(grid).first().map(|(x, y)| format!("the values repeat after {x} in x and {y} in y"));
    Finding::new(part, "every step", exhausted(domain, wrong)).note(
        "steps in x and y that do not change such a sum would be periods, and so multiples of 3 in both; but the values of a sum \
         modulo a number are multiples of one value, and the nine steps modulo 3 are not the multiples of one of them",
    )
}

fn exhausted(domain: String, counterexample: Option<String>) -> Verdict {
    counterexample.map_or(Verdict::Exhausted { domain }, |counterexample| Verdict::Refuted { counterexample })
}

fn cells(of: Box3) -> impl Iterator<Item = [usize; 3]> {
    let inside = move |axis: usize| (0..CLASSES[axis]).filter(move |class| of[axis] >> class & 1 == 1);
    inside(0).flat_map(move |x| inside(1).flat_map(move |y| inside(2).map(move |z| [x, y, z])))
}

/// A tree of questions that says who wins, with the fewest answers.
enum Tree {
    /// The player to move loses.
    Answer(bool),
    /// The question, what follows yes, and what follows no.
    Question(&'static str, Box<[Tree; 2]>),
}

impl Tree {
    /// One with the fewest answers, the first question that begins one at each place.
    fn least(lost: &impl Fn([usize; 3]) -> bool) -> Tree {
        Tree::made(ALL, lost, &mut HashMap::new())
    }

    fn made(of: Box3, lost: &impl Fn([usize; 3]) -> bool, known: &mut HashMap<Box3, usize>) -> Tree {
        let first = cells(of).next().is_some_and(lost);
        if cells(of).all(|cell| lost(cell) == first) {
            return Tree::Answer(first);
        }
        let best = splits(of).min_by_key(|(_, [yes, no])| answers(*yes, lost, known) + answers(*no, lost, known));
        let (question, parts) = best.expect("two cells lie in different classes of a coordinate");
        Tree::Question(question, Box::new(parts.map(|part| Tree::made(part, lost, known))))
    }

    fn answers(&self) -> usize {
        match self {
            Tree::Answer(_) => 1,
            Tree::Question(_, parts) => parts.iter().map(Tree::answers).sum(),
        }
    }

    fn depth(&self) -> usize {
        match self {
            Tree::Answer(_) => 0,
            Tree::Question(_, parts) => 1 + parts.iter().map(Tree::depth).max().unwrap_or(0),
        }
    }

    /// For each answer that is `lost` the conditions that lead to it.
    fn conditions(&self, lost: bool, so_far: &[String], found: &mut Vec<String>) {
        match self {
            Tree::Answer(answer) if *answer == lost => found.push(so_far.join(" and ")),
            Tree::Answer(_) => {}
            Tree::Question(question, parts) => {
                let no = question.replacen('=', "/=", 1);
                for (part, said) in parts.iter().zip([question.to_string(), no]) {
                    part.conditions(lost, &[so_far, &[said]].concat(), found);
                }
            }
        }
    }

    fn finding(&self, entries: usize) -> Finding {
        let part = "a tree of questions says who wins with fewer answers than the matrices have entries; each question is whether \
                    x = 0, or whether z or the remainder of x or y modulo 3 is a certain one";
        let domain = format!("every such tree: the fewest answers are {}, for {entries} entries", self.answers());
        let wrong = (self.answers() >= entries).then(|| domain.clone());
        let note = format!("the tree in the table asks at most {} questions", self.depth());
        Finding::new(part, "least tree of every set of positions", exhausted(domain, wrong)).note(note)
    }
}

/// Both parts of a set of positions by each question that parts it: yes and no.
fn splits(of: Box3) -> impl Iterator<Item = (&'static str, [Box3; 2])> {
    let questions = (0..3).flat_map(|axis| QUESTIONS[axis].iter().map(move |question| (axis, question)));
    questions.filter_map(move |(axis, &(question, classes))| {
        let (mut yes, mut no) = (of, of);
        yes[axis] &= classes;
        no[axis] &= !classes;
        (yes[axis] != 0 && no[axis] != 0).then_some((question, [yes, no]))
    })
}

/// The fewest answers of a tree for some positions.
fn answers(of: Box3, lost: &impl Fn([usize; 3]) -> bool, known: &mut HashMap<Box3, usize>) -> usize {
    if let Some(&answers) = known.get(&of) {
        return answers;
    }
    let mut values = cells(of).map(lost);
    let first = values.next();
    let least = match values.all(|value| Some(value) == first) {
        true => 1,
        false => {
            let sums = splits(of).map(|(_, parts)| parts.map(|part| answers(part, lost, known)).iter().sum());
            sums.min().expect("two cells lie in different classes of a coordinate")
        }
    };
    known.insert(of, least);
    least
}

/// The fewest sets of positions, each all with x, y and z in some classes, that are together the lost ones.
fn fewest_products(lost: &impl Fn([usize; 3]) -> bool) -> Vec<Box3> {
    let all: Vec<[usize; 3]> = cells(ALL).filter(|cell| lost(*cell)).collect();
    let boxes = (1..=ALL[0]).flat_map(|x| (1..=ALL[1]).flat_map(move |y| (1..=ALL[2]).map(move |z| [x, y, z])));
    let mask = |of: Box3| all.iter().enumerate().map(|(i, cell)| u64::from(holds(of, *cell)) << i).sum::<u64>();
    let inside: Vec<(Box3, u64)> = boxes.filter(|of| cells(*of).all(lost)).map(|of| (of, mask(of))).collect();
    // The largest only: a smaller one covers no more.
    let covered = |one: u64| inside.iter().any(|&(_, other)| other != one && one & other == one);
    let largest: Vec<(Box3, u64)> = inside.iter().copied().filter(|(_, one)| !covered(*one)).collect();
    let mut met: HashMap<u64, Vec<Box3>> = HashMap::from([(0, Vec::new())]);
    let mut last = vec![0];
    let whole = (1 << all.len()) - 1;
    while !met.contains_key(&whole) {
        let mut next = Vec::new();
        for from in last {
            for &(of, cells) in &largest {
                if !met.contains_key(&(from | cells)) {
                    met.insert(from | cells, [&met[&from][..], &[of]].concat());
                    next.push(from | cells);
                }
            }
        }
        last = next;
    }
    met.remove(&whole).expect("the loop ends with it")
}

fn holds(of: Box3, cell: [usize; 3]) -> bool {
    (0..3).all(|axis| of[axis] >> cell[axis] & 1 == 1)
}

fn union(products: &[Box3], lost_entries: usize) -> Finding {
    let part = "the lost positions are the union of fewer sets than the matrices have entries 0, where a set is given by the z and \
                the remainders of x and y modulo 3 that it allows; x = 0 counts as a remainder of its own";
    let fewest = products.len();
    let domain = format!("every union of such sets: the fewest are {fewest}, for {lost_entries} entries 0");
    let wrong = (fewest >= lost_entries).then(|| domain.clone());
    Finding::new(part, "every union of the largest sets", exhausted(domain, wrong))
}

/// A set in words: the classes of each coordinate that it allows, if these are not all.
fn in_words(of: &Box3) -> String {
    let one = |axis: usize| {
        let (mut left, mut words) = (of[axis], Vec::new());
        // Of the questions whose yes lies within the set, those with more classes first.
        let mut questions = QUESTIONS[axis].to_vec();
        questions.sort_by_key(|(_, classes)| Reverse(classes.count_ones()));
        for (question, classes) in questions {
            if left & classes == classes {
                left &= !classes;
                words.push(question);
            }
        }
        if left != 0 {
            words.push("x = 3, 6, ...");
        }
        let said = words.join(" or ");
        let said = if words.len() > 1 { format!("({said})") } else { said };
        (of[axis] != ALL[axis]).then_some(said)
    };
    (0..3).filter_map(one).collect::<Vec<_>>().join(" and ")
}

fn table(tree: &Tree, products: &[Box3]) -> Table {
    let mut rows = Vec::new();
    for (lost, word) in [(true, "lost"), (false, "won")] {
        let mut found = Vec::new();
        tree.conditions(lost, &[], &mut found);
        rows.extend(found.into_iter().map(|conditions| ["tree", word, &conditions].map(String::from).to_vec()));
    }
    rows.extend(products.iter().map(|of| ["union", "lost", &in_words(of)].map(String::from).to_vec()));
    let header = ["criterion", "said_of", "condition"].map(String::from).to_vec();
    Table { title: "Who wins from (x,y,z), by as few conditions as there can be".to_string(), header, rows }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Play;
    use crate::game::zwick::zwick;
    use crate::solve::Memory;
    use crate::solve::values::table::ValueTable;

    /// Who wins, by the definition: for x below 30 and y below 20.
    fn plain() -> impl Fn(usize, usize, usize) -> u64 {
        let table = ValueTable::new(&zwick(), Play::Normal, &[30, 20], Memory(1 << 30)).unwrap();
        move |x, y, z| table.value(z, &[x as u64, y as u64])
    }

    fn grid() -> Grid {
        let value = plain();
        std::array::from_fn(|blocks| std::array::from_fn(|y| value(blocks / 3, y, blocks % 3)))
    }

    fn lost(cell: [usize; 3]) -> bool {
        plain()(MEMBER[cell[0]] as usize, cell[1], cell[2]) == 0
    }

    /// A table of all classes, so that the values are computed once.
    fn losses() -> impl Fn([usize; 3]) -> bool {
        let all: BTreeSet<[usize; 3]> = cells(ALL).filter(|cell| lost(*cell)).collect();
        move |cell| all.contains(&cell)
    }

    #[test]
    fn the_automaton_has_the_states_that_long_continuations_tell_apart() {
        let value = plain();
        let long = |blocks: usize, y: usize| -> Vec<u64> {
            (0..40)
                .flat_map(|b| (0..10).map(move |l| (blocks + b, y + l)))
                .map(|(b, y)| value(b / 3, y, b % 3))
                .collect()
        };
        let far: BTreeSet<Vec<u64>> =
            (0..30).flat_map(|b| (0..7).map(move |y| (b, y))).map(|(b, y)| long(b, y)).collect();
        assert_eq!(far.len(), seen(&grid()).iter().collect::<BTreeSet<_>>().len());
        assert!(matches!(automaton(&grid()).found, Verdict::Exhausted { .. }));
        let constant = [[1; PERIOD]; BLOCKS + 1];
        assert!(matches!(automaton(&constant).found, Verdict::Refuted { .. }));
        assert!(matches!(sums(&constant).found, Verdict::Refuted { .. }));
    }

    #[test]
    fn no_sum_with_a_small_modulus_decides() {
        let value = plain();
        let cells = || (3..20).flat_map(|x| (3..12).flat_map(move |y| (0..3).map(move |z| (x, y, z))));
        for m in 1..=12 {
            for (a, b, c) in (0..m).flat_map(|a| (0..m).flat_map(move |b| (0..m).map(move |c| (a, b, c)))) {
                let mut said = vec![None; m];
                let decides = cells().all(|(x, y, z)| {
                    let sum = (a * x + b * y + c * z) % m;
                    *said[sum].get_or_insert(value(x, y, z)) == value(x, y, z)
                });
                assert!(!decides, "{a} x + {b} y + {c} z modulo {m}");
            }
        }
        assert!(periods(&grid()).is_empty());
    }

    /// The fewest answers, every tree tried.
    fn every_tree(of: Box3, lost: &impl Fn([usize; 3]) -> bool) -> usize {
        let some: BTreeSet<bool> = cells(of).map(lost).collect();
        let sum = |(_, parts): (_, [Box3; 2])| parts.map(|part| every_tree(part, lost)).iter().sum();
        if some.len() == 1 { 1 } else { splits(of).map(sum).min().unwrap() }
    }

    fn says(tree: &Tree, cell: [usize; 3]) -> bool {
        match tree {
            Tree::Answer(lost) => *lost,
            Tree::Question(question, parts) => {
                let asked = QUESTIONS.iter().enumerate().find_map(|(axis, all)| {
                    all.iter().find(|(words, _)| words == question).map(|(_, classes)| classes >> cell[axis] & 1 == 1)
                });
                says(&parts[usize::from(!asked.unwrap())], cell)
            }
        }
    }

    #[test]
    fn the_tree_is_right_and_no_other_is_smaller() {
        let lost = losses();
        let tree = Tree::least(&lost);
        cells(ALL).for_each(|cell| assert_eq!(says(&tree, cell), lost(cell), "{cell:?}"));
        assert_eq!(tree.answers(), every_tree(ALL, &lost));
    }

    #[test]
    fn the_union_is_right_and_no_other_is_smaller() {
        let lost = losses();
        let products = fewest_products(&lost);
        cells(ALL).for_each(|cell| assert_eq!(products.iter().any(|of| holds(*of, cell)), lost(cell), "{cell:?}"));
        let boxes = (1..16).flat_map(|x| (1..8).flat_map(move |y| (1..8).map(move |z| [x, y, z])));
        let boxes: Vec<Box3> = boxes.filter(|of| cells(*of).all(&lost)).collect();
        let all: BTreeSet<[usize; 3]> = cells(ALL).filter(|cell| lost(*cell)).collect();
        // Every choice of one set fewer: each has to cover the first position that is not covered yet.
        fn covers(all: &BTreeSet<[usize; 3]>, boxes: &[Box3], left: usize) -> bool {
            let Some(first) = all.first() else { return true };
            let with = boxes.iter().filter(|of| holds(**of, *first));
            left > 0
                && with.into_iter().any(|of| {
                    let rest = all.iter().filter(|cell| !holds(*of, **cell)).copied().collect();
                    covers(&rest, boxes, left - 1)
                })
        }
        assert!(covers(&all, &boxes, products.len()) && !covers(&all, &boxes, products.len() - 1));
    }
}
