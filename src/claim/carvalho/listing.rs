//! The procedure for CGSuite that the appendix prints, transcribed line by line, and followed.
use crate::claim::library::{Row, reference};
use crate::claim::{Finding, Task, Verdict};
use crate::error::Result;
use crate::game::Game;
use crate::game::clock_nim::{ClockNim, ClockPosition};
use crate::value::{mex, nim_sum};
use std::collections::{BTreeMap, BTreeSet};

/// What the appendix's claim takes.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Bounds {
    /// Periods p up to this, with every n < p, every largest pile from n to p, and every s from 0 to p - 1.
    period: usize,
    /// At most so many piles of each size.
    piles: u64,
}

/// `Clock(pos)`, where `pos` is n, p, s, a1, .., ak: the positions of which it takes the values. Places are counted from 1,
/// as there; what is printed twice, for Left and for Right, stands here once.
fn clock(pos: &[u64]) -> Vec<Vec<u64>> {
    let at = |list: &[u64], i: usize| list[i - 1];
    let stepped = |mut aux: Vec<u64>| {
        if at(pos, 3) == at(pos, 2) - 1 {
            aux[3 - 1] = 0;
            aux[at(pos, 1) as usize + 3 - 1] += 1;
        }
        if at(pos, 3) < at(pos, 2) - 1 {
            aux[3 - 1] += 1;
        }
        aux
    };
    let mut options = Vec::new();
    for i in 4..=pos.len() {
        if at(pos, i) > 0 {
            let mut aux = pos.to_vec();
            aux[i - 1] -= 1;
            options.push(stepped(aux));
            for t in 4..i {
                let mut aux = pos.to_vec();
                aux[i - 1] -= 1;
                aux[t - 1] += 1;
                options.push(stepped(aux));
            }
        }
    }
    options
}

/// The position as the procedure takes it.
fn list(position: &ClockPosition) -> Vec<u64> {
    [position.arriving as u64, position.period as u64, position.clock as u64]
        .into_iter()
        .chain(position.piles.clone())
        .collect()
}

/// The value that the procedure gives.
fn value(pos: &[u64], known: &mut BTreeMap<Vec<u64>, u64>) -> u64 {
    if let Some(value) = known.get(pos) {
        return *value;
    }
    let values: Vec<u64> = clock(pos).iter().map(|option| value(option, known)).collect();
    let value = mex(values);
    known.insert(pos.to_vec(), value);
    value
}

/// All positions up to the bounds.
fn positions(Bounds { period, piles }: &Bounds) -> Vec<ClockPosition> {
    let mut all = Vec::new();
    for period in 2..=*period {
        for arriving in 1..period {
            for largest in arriving..=period {
                let mut lists = vec![Vec::new()];
                for _ in 0..largest {
                    let longer = |list: Vec<u64>| (0..=*piles).map(move |count| [&list[..], &[count]].concat());
                    lists = lists.into_iter().flat_map(longer).collect();
                }
                let at = |clock: usize| {
                    lists.iter().map(move |piles| ClockPosition { piles: piles.clone(), clock, period, arriving })
                };
                all.extend((0..period).flat_map(at));
            }
        }
    }
    all
}

/// What the listing does, and the range that its comment gives to s.
pub(super) fn listing(task: &Task) -> Result<Vec<Finding>> {
    let bounds: Bounds = task.experiment.parameters(task.scale)?;
    let all = positions(&bounds);
    let differs = |position: &&ClockPosition| {
        let rules: BTreeSet<Vec<u64>> = ClockNim.moves(position).iter().map(|(_, option)| list(option)).collect();
        rules != clock(&list(position)).into_iter().collect()
    };
    let wrong = all.iter().find(differs).map(|position| ClockNim.show(position));
    let Bounds { period, piles } = bounds;
    let bound = format!(
        "{} positions: p <= {period}, k <= p, at most {piles} piles of each size, every s from 0 to p - 1",
        all.len()
    );
    let part = "the printed procedure, followed line by line, looks at the options of the position and at no others";
    let options = Finding::new(part, "the listing", Verdict::tried(bound, wrong))
        .note("in our copy a break of the page doubles two of its lines, \"fi;\" and \"end do;\"");
    Ok(vec![options, values()?, range()?])
}

/// The positions of an example.
fn terms(row: &Row) -> Result<Vec<ClockPosition>> {
    row["position"].split(" + ").map(|position| ClockNim.parse(position)).collect()
}

fn values() -> Result<Finding> {
    let (mut wrong, mut known, examples) = (None, BTreeMap::new(), reference("carvalho/cgsuite.csv")?);
    for row in &examples {
        let value = nim_sum(terms(row)?.iter().map(|position| value(&list(position), &mut known)));
        wrong = wrong.or((row["value"] != value.to_string()).then(|| format!("{}: {value}", row["position"])));
    }
    let part = "the procedure, followed, gives the three printed values";
    let domain = format!("the {} examples", examples.len());
    let found = match wrong {
        None => Verdict::Exhausted { domain },
        Some(counterexample) => Verdict::Refuted { counterexample },
    };
    Ok(Finding::new(part, "the listing", found))
}

/// The examples against the comment "0 < s < p-1".
fn range() -> Result<Finding> {
    let mut cells = Vec::new();
    for (row, example) in reference("carvalho/cgsuite.csv")?.iter().zip(1..) {
        for position in terms(row)?.iter().filter(|at| !(0 < at.clock && at.clock < at.period - 1)) {
            let shown = ClockNim.show(position);
            cells.push(format!("example {example}, {shown}: printed 0 < s < p-1, there s = {}", position.clock));
        }
    }
    let holds =
        "0 <= s <= p - 1, as in Definition 2.1: there the procedure gives the options, as far as tried".to_string();
    let (part, count) =
        ("the range of s that the comment on the input gives holds in its examples", cells.len() as u64);
    let certificates = Vec::new();
    Ok(Finding::new(part, "the listing", Verdict::Differs { cells, count, holds, certificates }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_procedure_gives_the_options_of_example_2_3() {
        let mut options = clock(&[2, 3, 2, 2, 4]);
        options.sort();
        assert_eq!(options, [[2, 3, 0, 1, 5], [2, 3, 0, 2, 4], [2, 3, 0, 3, 4]]);
        assert_eq!(value(&[4, 5, 3, 6, 3, 0, 0], &mut BTreeMap::new()), 2);
    }
}
