use crate::game::any::{self, AnyGame};
use crate::proof::mutants::Mutants;
use crate::proof::{Fact, check, fact::MisereQuotient};
use std::collections::{BTreeMap, HashMap};

/// All piles of the game in which one or two stones are taken.
const THREE: &str = "topple-certificate 1 misere-quotient\ngame subtraction 1,2\norder 6\ntimes 0 1 2 3 4 5\n\
                     times 1 0 3 2 5 4\ntimes 2 3 4 5 2 3\ntimes 3 2 5 4 3 2\ntimes 4 5 2 3 4 5\ntimes 5 4 3 2 5 4\n\
                     lost 1 4\nfrom 0\nperiod 3\nlabels 0 1 2\nend\n";

/// Piles with few balls.
const PILES: &str = "topple-certificate 1 misere-quotient\ngame pile\norder 6\ntimes 0 1 2 3 4 5\ntimes 1 0 3 2 5 4\n\
                     times 2 3 4 5 2 3\ntimes 3 2 5 4 3 2\ntimes 4 5 2 3 4 5\ntimes 5 4 3 2 5 4\nlost 1 4\n\
                     position () = 0\nposition (1) = 1\nposition (1,1) = 0\nposition (1,1,1) = 1\nposition (1,2) = 2\n\
                     position (2) = 2\nposition (2,1) = 4\nend\n";

fn quotient(text: &str) -> MisereQuotient {
    match check(text).unwrap().as_slice() {
        [Fact::MisereQuotient(quotient)] => quotient.clone(),
        other => panic!("{other:?}"),
    }
}

/// Who loses a sum in misere play, by the definition.
fn loses(game: &dyn AnyGame, sum: &[String], known: &mut HashMap<Vec<String>, bool>) -> bool {
    if let Some(&known) = known.get(sum) {
        return known;
    }
    let (mut stuck, mut wins) = (true, false);
    for (place, position) in sum.iter().enumerate() {
        for (_, option) in game.moves(position).unwrap() {
            let mut after = sum.to_vec();
            after[place] = option;
            after.sort();
            stuck = false;
            wins |= loses(game, &after, known);
        }
    }
    known.insert(sum.to_vec(), !stuck && !wins);
    !stuck && !wins
}

/// Whether what the text says of all sums of at most three positions is so. Of a vector game with one coordinate it looks
/// at the first twelve positions.
fn is_true(text: &str) -> bool {
    let lines: Vec<(&str, &str)> = text.lines().map(|line| line.split_once(' ').unwrap_or((line, ""))).collect();
    let numbers = |key: &str| -> Vec<Vec<usize>> {
        let of = lines.iter().filter(|line| line.0 == key);
        of.map(|line| line.1.split_whitespace().map(|word| word.parse().unwrap()).collect()).collect()
    };
    let game = any::open(lines.iter().find(|line| line.0 == "game").unwrap().1).unwrap();
    let (times, lost) = (numbers("times"), numbers("lost").concat());
    let labels: BTreeMap<String, usize> = match numbers("from").first() {
        None => {
            let positions = lines.iter().filter(|line| line.0 == "position");
            positions
                .map(|line| line.1.split_once(" = ").unwrap())
                .map(|(p, q)| (p.into(), q.parse().unwrap()))
                .collect()
        }
        Some(from) => {
            let (from, period, labels) = (from[0], numbers("period")[0][0], &numbers("labels")[0]);
            let at = |x: usize| labels[if x < from { x } else { from + (x - from) % period }];
            (0..12).map(|x| (format!("({x})"), at(x))).collect()
        }
    };
    let mut known = HashMap::new();
    let all: Vec<(&String, &usize)> = labels.iter().collect();
    (0..all.len()).all(|i| {
        (i..all.len()).all(|j| {
            (j..all.len()).all(|k| {
                let mut sum = [i, j, k].map(|place| all[place].0.clone());
                sum.sort();
                let product = times[times[*all[i].1][*all[j].1]][*all[k].1];
                lost.contains(&product) == loses(game.as_ref(), &sum, &mut known)
            })
        })
    })
}

#[test]
fn they_are_accepted_and_true() {
    let (one, piles) = (quotient(THREE), quotient(PILES));
    assert_eq!((one.order, one.lost, one.nim, &one.positions), (6, 2, Some(2), &None));
    assert_eq!((piles.order, piles.lost, piles.nim, piles.positions.unwrap().len()), (6, 2, Some(2), 7));
    assert!(is_true(THREE) && is_true(PILES));
}

#[test]
fn every_mutant_is_refused_or_true() {
    let words = ["0", "1", "5", "6", "nim", "subtraction 1", "()", "(1)", "(1,2)", "=", "x", ""];
    for (text, added) in [
        (THREE, &["labels 0 1 2", "period 3", "lost 1", "times 0 1 2 3 4 5", "position (0) = 0", "x 1"] as &[&str]),
        (PILES, &["position (2,2) = 2", "position (1,2,1) = 1", "position (3) = 3", "from 0", "lost 4", "game nim"]),
    ] {
        let holds = |text: &str, facts: &Vec<Fact>| facts.len() == 1 && is_true(text);
        let (refused, accepted) = Mutants::of(text, &words, added).judge(holds);
        println!("{refused} refused, {accepted} accepted");
        assert!(refused > 800 && accepted < refused / 8, "{refused} refused, {accepted} accepted");
    }
}

#[test]
fn the_boundary_counts() {
    // From a period that begins too early the labels of small positions would be wrong: 0, 1, 2 and then 3, 1, 2 is another
    // game. With `from` the first position is told apart, and then nothing tells that the labels are those of 3, 6, ...
    assert!(check(&THREE.replace("from 0\nperiod 3\nlabels 0 1 2", "from 1\nperiod 3\nlabels 0 1 2 0")).is_ok());
    for labels in ["0 1 2 1", "0 1 2 4", "1 1 2 0"] {
        let text = THREE.replace("from 0\nperiod 3\nlabels 0 1 2", &format!("from 1\nperiod 3\nlabels {labels}"));
        assert!(check(&text).is_err(), "{labels}");
    }
}

#[test]
fn a_cover_of_the_quotient_is_refused() {
    let cover = "topple-certificate 1 misere-quotient\ngame subtraction 1\norder 4\ntimes 0 1 2 3\ntimes 1 2 3 0\n\
                 times 2 3 0 1\ntimes 3 0 1 2\nlost 1 3\nfrom 0\nperiod 4\nlabels 0 1 2 3\nend\n";
    assert!(check(cover).unwrap_err().why.contains("nothing tells them apart"));
    let unmet = PILES.replace("position (1,2) = 2\n", "").replace("position (2) = 2\nposition (2,1) = 4\n", "");
    assert_eq!(check(&unmet).unwrap_err().why, "no sum has it");
    let parity = "topple-certificate 1 misere-quotient\ngame subtraction 1\norder 2\ntimes 0 1\ntimes 1 0\nlost 1\n\
                  from 0\nperiod 2\nlabels 0 1\nend\n";
    assert_eq!(quotient(parity).nim, Some(1));
    assert!(check(&parity.replace("lost 1", "lost 0")).is_err());
}
