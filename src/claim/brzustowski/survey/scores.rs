//! What the text says of the scores, of which our copy has lost five and does not say whose the others are.
use super::{Answers, cell};
use crate::claim::library::{number, reference};
use crate::claim::{Finding, Verdict};
use crate::error::{Error, Result};
use std::collections::BTreeMap;

/// The scores in the order in which they came out, which is that of the lines and rises.
fn scores() -> Result<Vec<u64>> {
    let rows = reference("brzustowski/table-6-4-unplaced.csv")?;
    rows.iter().filter(|row| cell(row, "column_name") == "score").map(|row| number(row, "text")).collect()
}

/// Section 6.3: how many score much more than the author, at least twice as much.
pub(super) fn higher() -> Result<Finding> {
    let printed = reference("brzustowski/section-6-3.csv")?;
    let value = |what: &str| {
        let row = printed.iter().find(|row| cell(row, "what") == what);
        number(row.ok_or_else(|| Error::input("section-6-3.csv", "a row is missing", what))?, "value")
    };
    let (own, print, players) =
        (value("score of the author")?, value("players with much higher scores")?, value("players")?);
    let scores = scores()?;
    let higher: Vec<String> = scores.iter().filter(|score| **score >= 2 * own).map(u64::to_string).collect();
    let next = scores.iter().filter(|score| **score < 2 * own).max().copied().unwrap_or(0);
    let domain = format!("the {} scores in our copy, of {players}", scores.len());
    let wrong = (higher.len() as u64 != print).then(|| format!("{} score so much", higher.len()));
    let part = format!("{print} of the {players} players have much higher scores than {own}: at least twice as high");
    let note = format!("{}; the next is {next}. The scores that are lost may be higher too", higher.join(", "));
    Ok(Finding::new(part, "the answers", super::exhausted(wrong, domain)).note(note))
}

/// How often lookahead is used, from 0, never; what was circled twice is the mean of both, so all are doubled.
fn usage(answers: &Answers) -> Vec<i64> {
    let of = |letter: char| i64::from(letter as u32) - i64::from('a' as u32);
    let doubled = |word: &str| word.chars().map(of).sum::<i64>() * 2 / word.chars().count().max(1) as i64;
    answers.rows.iter().map(|row| doubled(cell(row, "lookahead_1"))).collect()
}

/// Pairs of players of whom the one with the higher score uses lookahead more, less those of whom he uses it less.
fn agreement(scores: &[u64], usage: &[i64]) -> i64 {
    let pairs = (0..scores.len()).flat_map(|i| (0..i).map(move |j| (i, j))).filter(|(i, j)| scores[*i] != scores[*j]);
    pairs
        .map(
            |(i, j)| {
                if scores[i] > scores[j] { (usage[i] - usage[j]).signum() } else { (usage[j] - usage[i]).signum() }
            },
        )
        .sum()
}

/// The trend for every way to give the scores to the lines in their order.
struct Trend {
    ways: u64,
    towards: u64,
    least: i64,
    most: i64,
}

fn trend(scores: &[u64], usage: &[i64]) -> Trend {
    let mut trend = Trend { ways: 0, towards: 0, least: i64::MAX, most: i64::MIN };
    let mut open = vec![(0, Vec::new())];
    while let Some((line, chosen)) = open.pop() {
        if chosen.len() == scores.len() {
            let agrees = agreement(scores, &chosen);
            trend.ways += 1;
            trend.towards += u64::from(agrees > 0);
            (trend.least, trend.most) = (trend.least.min(agrees), trend.most.max(agrees));
        } else if line < usage.len() && usage.len() - line >= scores.len() - chosen.len() {
            open.push((line + 1, chosen.clone()));
            open.push((line + 1, [&chosen[..], &[usage[line]]].concat()));
        }
    }
    trend
}

/// Section 6.2: whether players with higher scores use lookahead more.
pub(super) fn lookahead_and_score(answers: &Answers) -> Result<Finding> {
    let Trend { ways, towards, least, most } = trend(&scores()?, &usage(answers));
    let part = "a slight trend towards greater use of lookahead among players with higher scores";
    let reached = format!(
        "in {towards} of the {ways} ways to give the scores that are left to the lines in their order, more pairs of players \
         agree with it than not; their difference is from {least} to {most}"
    );
    let found = match towards == ways {
        true => super::exhausted(None, reached),
        false => Verdict::Open { reached },
    };
    Ok(Finding::new(part, "every way to place the scores", found))
}

/// How many orders of some answers agree so much with one that rises. The next answer of an order agrees with each smaller one
/// before it, and not with each larger one.
fn orders(usage: &[i64]) -> BTreeMap<i64, u64> {
    let mut kinds: BTreeMap<i64, usize> = BTreeMap::new();
    usage.iter().for_each(|answer| *kinds.entry(*answer).or_default() += 1);
    let counts: Vec<usize> = kinds.into_values().collect();
    let mut ways = BTreeMap::from([((vec![0; counts.len()], 0), 1)]);
    for _ in usage {
        let mut next = BTreeMap::new();
        for ((placed, agrees), ways) in ways {
            for kind in (0..counts.len()).filter(|&kind| placed[kind] < counts[kind]) {
                let sum = |some: &[usize]| some.iter().sum::<usize>() as i64;
                let gained = sum(&placed[..kind]) - sum(&placed[kind + 1..]);
                let mut after = placed.clone();
                after[kind] += 1;
                *next.entry((after, agrees + gained)).or_insert(0) += ways;
            }
        }
        ways = next;
    }
    ways.into_iter().map(|((_, agrees), ways)| (agrees, ways)).collect()
}

/// The same trend, if all lines stand in the order of their scores, as those do whose scores are left.
pub(super) fn lookahead_and_line(answers: &Answers) -> Finding {
    let usage = usage(answers);
    let lines: Vec<u64> = (0..).take(usage.len()).collect();
    let agrees = agreement(&lines, &usage);
    let orders = orders(&usage);
    let all: u64 = orders.values().sum();
    let more: u64 = orders.range(agrees..).map(|(_, ways)| ways).sum();
    let pairs = (0..usage.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
    let unequal = pairs.filter(|(i, j)| usage[*i] != usage[*j]).count() as i64;
    let (with, against) = ((unequal + agrees) / 2, (unequal - agrees) / 2);
    let domain = format!("the {unequal} pairs of lines with unequal use of lookahead: {with} agree, {against} do not");
    let wrong = (agrees <= 0).then(|| domain.clone());
    let part = "the same trend in the order of the lines, in which all scores that our copy has rise: more pairs of players agree \
                with it than not";
    Finding::new(part, "every pair of lines", super::exhausted(wrong, domain)).note(format!(
        "{more} of the {all} orders of these answers, {} %, agree as much or more: chance alone does so often",
        100 * more / all.max(1)
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All orders of a list, those of equal members told apart.
    fn permutations(list: &[i64]) -> Vec<Vec<i64>> {
        if list.is_empty() {
            return vec![Vec::new()];
        }
        let first =
            |i: usize| permutations(&[&list[..i], &list[i + 1..]].concat()).into_iter().map(move |rest| (i, rest));
        (0..list.len()).flat_map(first).map(|(i, rest)| [&[list[i]], &rest[..]].concat()).collect()
    }

    #[test]
    fn orders_are_counted_as_one_by_one() {
        for list in [&[2, 4, 4, 6, 2, 5][..], &[1, 1, 1], &[3, 1, 2]] {
            let mut all = permutations(list);
            all.sort();
            all.dedup();
            let lines: Vec<u64> = (0..).take(list.len()).collect();
            let mut plain = BTreeMap::new();
            all.iter().for_each(|order| *plain.entry(agreement(&lines, order)).or_insert(0) += 1);
            assert_eq!(orders(list), plain, "{list:?}");
        }
    }

    #[test]
    fn every_way_is_tried() {
        let found = trend(&[1, 2], &[0, 4, 2]);
        assert_eq!((found.ways, found.towards, found.least, found.most), (3, 2, -1, 1));
        let found = trend(&[5, 5, 7], &[2, 0, 4]);
        assert_eq!((found.ways, found.towards, found.least, found.most), (1, 1, 2, 2));
    }
}
