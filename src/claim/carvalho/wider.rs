//! How many sets of moves the search proves when the census gets wider: a sample of each wider census.
use crate::arena::Rng;
use crate::claim::census::unknown as searched;
use crate::claim::{Decision, Finding, Task, Verdict};
use crate::error::{Error, Result};
use crate::game::addition::show_moves;
use crate::report::figure::{Curve, Curves, Figure, Panel};
use crate::report::table::Table;
use crate::solve::Part;
use crate::solve::periods::Budget;
use crate::solve::sweeps::vectors::{Class, Decided, Entry, Family, Step, classes, decided};
use serde::Deserialize;

/// What [`wider_census`] takes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Parameters {
    /// The sets to draw from.
    frames: Vec<Frame>,
    /// How many sets of each are drawn, without putting back: after so many the share is told.
    sizes: Vec<usize>,
    /// What is drawn hangs on it.
    seed: u64,
    /// How hard to search for the pattern of each.
    search: Budget,
}

/// All sets with entries up to `box` and so many moves.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Frame {
    /// The largest entry, as an absolute value.
    #[serde(rename = "box")]
    reach: u64,
    /// The fewest moves.
    fewest: u64,
    /// The most moves.
    most: u64,
}

impl Frame {
    fn words(&self) -> String {
        let Frame { reach, .. } = self;
        format!("entries from -{reach} to {reach}, {}", self.moves())
    }

    /// The frame below a picture, where there is little room.
    fn label(&self) -> String {
        format!("entries to {}, {}", self.reach, self.moves())
    }

    fn moves(&self) -> String {
        let Frame { fewest, most, .. } = self;
        if fewest == most { format!("{most} moves") } else { format!("{fewest} to {most} moves") }
    }

    /// All its sets that terminate, one of each pair of swapped ones.
    fn sets(&self) -> Result<Vec<Vec<Step>>> {
        let classes = classes(&[Family { reach: self.reach, moves: self.most }])?.into_iter();
        Ok(classes.filter(|class| class.moves >= self.fewest).flat_map(Class::terminating).collect())
    }
}

/// The first `count` of all in an order by chance; a larger count goes on with the same order.
fn drawn<T>(mut all: Vec<T>, count: usize, mut rng: Rng) -> Vec<T> {
    let count = count.min(all.len());
    for i in 0..count {
        let j = i + rng.below(all.len() - i);
        all.swap(i, j);
    }
    all.truncate(count);
    all
}

/// The share of sets that the search proves, in samples of wider censuses.
pub fn wider_census(task: &Task) -> Result<Decision> {
    let Parameters { frames, sizes, seed, search } = task.experiment.parameters(task.scale)?;
    let Some(&most) = sizes.iter().max().filter(|_| !frames.is_empty()) else {
        return Err(Error::input(task.experiment.name(), "no frames or no sizes", "at least one of each"));
    };
    let (mut samples, mut rows) = (Vec::new(), Vec::new());
    for frame in frames {
        let (words, all) = (frame.words(), frame.sets()?);
        let terminating = all.len();
        let some = drawn(all, most, Rng::new(seed, &words, 0));
        let entries = decided(&some, &words, Part::WHOLE, search, task.memory, task.watch)?;
        let mut told: Vec<usize> = sizes.iter().map(|size| (*size).min(entries.len())).collect();
        told.dedup();
        rows.extend(told.iter().map(|&size| row(&frame, terminating, &entries[..size])));
        samples.push(Sample { words, label: frame.label(), terminating, entries });
    }
    let entries = || samples.iter().flat_map(|sample| &sample.entries);
    let part = "each set that is called proved has a certificate that the checker accepted during the run";
    let each =
        Finding::new(part, "period", Verdict::Swept { bound: format!("{} sets", proved(entries())) }).supporting();
    Ok(Decision {
        findings: vec![shares(&samples), each],
        tables: vec![(String::new(), table(rows)), ("unknown".to_string(), unknown(entries()))],
        figures: vec![(String::new(), picture(&samples))],
        certificates: Vec::new(),
        ..Decision::default()
    })
}

/// Sets that were drawn from all those of a frame.
struct Sample {
    /// The frame.
    words: String,
    /// The frame below a picture.
    label: String,
    /// How many sets it has.
    terminating: usize,
    /// Those drawn, in the order of drawing.
    entries: Vec<Entry>,
}

impl Sample {
    /// The share of all sets that are proved, in thousandths, rounded outwards: the interval of the sample, or the share
    /// between two thousandths if all sets were drawn.
    fn share(&self) -> [u64; 2] {
        share(proved(&self.entries), self.entries.len(), self.terminating)
    }
}

fn proved<'a>(entries: impl IntoIterator<Item = &'a Entry>) -> u64 {
    entries.into_iter().filter(|entry| matches!(entry.decided, Decided::Proved(..))).count() as u64
}

/// Neither a sample nor a set whose pattern was not found decides how many have one, so the part stays open.
fn shares(samples: &[Sample]) -> Finding {
    let one = |sample: &Sample| {
        let (hits, drawn, [low, high]) = (proved(&sample.entries), sample.entries.len(), sample.share().map(percent));
        match drawn == sample.terminating {
            true => format!("{}: {hits} of all {drawn} sets proved", sample.words),
            false => format!("{}: {hits} of {drawn} sets proved (95 % interval {low} to {high} %)", sample.words),
        }
    };
    let reached = samples.iter().map(one).collect::<Vec<_>>().join("; ");
    let part = "how many of all sets of a wider census follow a pattern";
    let mut finding = Finding::new(part, "sample", Verdict::Open { reached });
    finding.note = samples.iter().any(|sample| sample.entries.len() < sample.terminating).then(|| {
        "where an interval is given, sets were drawn by chance without putting back, each as likely as any other; Wilson's \
         interval"
            .to_string()
    });
    finding
}

/// The share of all sets that are proved, in thousandths, rounded outwards, from so many proved ones of those drawn.
fn share(proved: u64, drawn: usize, of: usize) -> [u64; 2] {
    let all = drawn.max(1) as u64;
    match drawn == of {
        true => [1000 * proved / all, (1000 * proved).div_ceil(all)],
        false => interval(proved, all),
    }
}

/// Wilson's interval for a share, in thousandths, rounded outwards: the chances p with (hits/all - p)^2 <= z^2 p (1 - p)/all,
/// where z^2 = 3.841459 for 95 % confidence.
fn interval(hits: u64, all: u64) -> [u64; 2] {
    let (k, n) = (u128::from(hits), u128::from(all));
    let outside = |j: &u128| (1000 * k).abs_diff(j * n).pow(2) * 1_000_000 > 3_841_459 * j * (1000 - j) * n;
    let low = (0..=1000).rev().filter(|j| j * n <= 1000 * k).find(outside).unwrap_or(0);
    let high = (0..=1000).filter(|j| j * n >= 1000 * k).find(outside).unwrap_or(1000);
    [low as u64, high as u64]
}

/// Thousandths as hundredths with one decimal.
fn percent(thousandths: u64) -> String {
    format!("{}.{}", thousandths / 10, thousandths % 10)
}

fn row(frame: &Frame, terminating: usize, entries: &[Entry]) -> Vec<String> {
    let (hits, all) = (proved(entries), entries.len() as u64);
    // A share of n is rounded to the nearest thousandth.
    let nearest = (1000 * hits + all / 2) / all.max(1);
    let thousandths = [nearest].into_iter().chain(share(hits, entries.len(), terminating));
    let numbers = [frame.reach, frame.fewest, frame.most, terminating as u64, all, hits, all - hits];
    let decimal = |thousandths: u64| format!("{}.{:03}", thousandths / 1000, thousandths % 1000);
    numbers.iter().map(u64::to_string).chain(thousandths.map(decimal)).collect()
}

fn table(rows: Vec<Vec<String>>) -> Table {
    let header = [
        "largest_entry",
        "fewest_moves",
        "most_moves",
        "terminating",
        "sets_drawn",
        "proved",
        "unknown",
        "share",
        "low",
        "high",
    ];
    Table {
        title: "Sets of moves drawn by chance, and how many of them the search proves to follow a pattern".to_string(),
        header: header.map(String::from).to_vec(),
        rows,
    }
}

/// One line for each set without a pattern.
fn unknown<'a>(entries: impl Iterator<Item = &'a Entry>) -> Table {
    let line = |entry: &Entry| match &entry.decided {
        Decided::Proved(..) => None,
        Decided::Unknown(reached) => Some(vec![show_moves(&entry.moves), searched(reached)]),
    };
    Table {
        title: "Sets that were drawn and whose pattern was not found, in the order of drawing".to_string(),
        header: ["vectors", "status"].map(String::from).to_vec(),
        rows: entries.filter_map(line).collect(),
    }
}

/// The share that is not proved of each census, one beside the other, as nearly all sets are proved: exactly if all sets were
/// drawn, otherwise as an interval.
fn picture(samples: &[Sample]) -> Figure {
    let mut curve = Curve::default();
    for (place, sample) in samples.iter().enumerate() {
        let drawn = sample.entries.len();
        let (middle, bar) = if drawn == sample.terminating {
            (100.0 * (drawn as u64 - proved(&sample.entries)) as f64 / drawn.max(1) as f64, 0.0)
        } else {
            let [high, low] = sample.share().map(|proved| 1000 - proved);
            // Thousandths, twice as many in a sum.
            ((low + high) as f64 / 20.0, (high - low) as f64 / 20.0)
        };
        curve.points.push(((place + 1) as f64, middle));
        curve.bars.push(bar);
    }
    Figure::Curves(Curves {
        title: "Sets of moves whose pattern was not found: share of all sets, or the 95 % interval from those drawn"
            .to_string(),
        across: "census".to_string(),
        up: "% of sets without a proved pattern".to_string(),
        places: samples.iter().map(|sample| sample.label.clone()).collect(),
        panels: vec![Panel { title: String::new(), curves: vec![curve] }],
        ..Curves::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::wilson;
    use crate::value::linear::{Termination, termination};
    use std::collections::BTreeSet;

    #[test]
    fn a_longer_sample_goes_on_with_the_shorter() {
        let frame = Frame { reach: 2, fewest: 2, most: 3 };
        let draw = |count| drawn(frame.sets().unwrap(), count, Rng::new(7, &frame.words(), 0));
        let (few, many) = (draw(10), draw(60));
        assert_eq!(few, many[..10]);
        assert_eq!(many.iter().collect::<BTreeSet<_>>().len(), 60);
        for set in &many {
            let vectors: Vec<Vec<i64>> = set.iter().map(|step| step.to_vec()).collect();
            assert!(matches!(termination(&vectors), Ok(Termination::Weight(_))), "{set:?}");
            assert!((2..=3).contains(&set.len()) && set.iter().flatten().all(|c| c.abs() <= 2), "{set:?}");
        }
        let all = frame.sets().unwrap().len();
        assert_eq!(draw(usize::MAX).into_iter().collect::<BTreeSet<_>>().len(), all);
    }

    #[test]
    fn the_interval_is_that_of_plain_arithmetic() {
        for all in [1, 2, 20, 300] {
            for hits in 0..=all {
                let ([low, high], [from, to]) = (interval(hits, all), wilson(hits, all));
                let near = |thousandths: u64, share: f64| (thousandths as f64 - 1000.0 * share).abs() <= 1.0;
                assert!(near(low, from) && near(high, to), "{hits} of {all}: {low} {high}, {from} {to}");
                assert!(low as f64 <= 1000.0 * from + 1e-6 && high as f64 >= 1000.0 * to - 1e-6, "{hits} of {all}");
            }
        }
    }
}
