//! Which saved files a run takes up again, and who reads them.
use super::super::layers::SHARDS;
use crate::error::Result;
use crate::solve::store::Store;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::Range;

/// How a ply is divided: the shards into ranges, and the trunks of each among the workers by their hash. A part is what
/// one worker has of one range.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Division {
    /// The workers.
    pub workers: usize,
    /// The ranges of shards, a power of two.
    pub ranges: usize,
}

impl Division {
    /// The parts.
    pub fn parts(self) -> usize {
        self.ranges * self.workers
    }

    /// The number of the part that a worker has of a range.
    pub fn part(self, range: usize, worker: usize) -> usize {
        range * self.workers + worker
    }

    /// The shards of a range.
    pub fn shards(self, range: usize) -> Range<usize> {
        let size = SHARDS / self.ranges;
        range * size..(range + 1) * size
    }

    /// The shards of the range that a part belongs to.
    pub fn shards_of(self, part: usize) -> Range<usize> {
        self.shards(part / self.workers)
    }

    fn file(self, ply: usize, part: usize, kind: &str) -> String {
        let (range, worker) = (part / self.workers, part % self.workers);
        format!("{ply:04}-{range:03}-of-{:03}-{worker:03}-of-{:03}.{kind}", self.ranges, self.workers)
    }

    /// The file of the towers of a part.
    pub fn towers(self, ply: usize, part: usize) -> String {
        self.file(ply, part, "towers")
    }

    /// The file of the values of a part.
    pub fn values(self, ply: usize, part: usize) -> String {
        self.file(ply, part, "values")
    }
}

/// A file of towers that a process sees.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seen {
    /// Who sees it.
    pub process: usize,
    /// The ply.
    pub ply: usize,
    /// How it is divided.
    pub division: Division,
    /// Which part of it.
    pub part: usize,
    /// Whether the values are there too.
    pub valued: bool,
}

/// The files that a process sees.
///
/// # Errors
/// What the system says.
pub fn seen(store: &Store, process: usize) -> Result<Vec<Seen>> {
    let read = |name: &String| {
        let numbers = name.strip_suffix(".towers")?.replace("-of-", "-");
        let numbers: Vec<usize> = numbers.split('-').map(|number| number.parse().ok()).collect::<Option<_>>()?;
        let [ply, range, ranges, worker, workers] = numbers[..] else { return None };
        let division = Division { workers, ranges };
        let part = range.checked_mul(workers)?.checked_add(worker)?;
        let sound = ranges.is_power_of_two() && ranges <= SHARDS && range < ranges && worker < workers;
        // A file with another name is none of ours.
        (sound && *name == division.towers(ply, part)).then(|| Seen {
            process,
            ply,
            division,
            part,
            valued: store.has(&division.values(ply, part)),
        })
    };
    Ok(store.names()?.iter().filter_map(read).collect())
}

/// The parts of one ply, and who reads them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// How it is divided.
    pub division: Division,
    /// Whether every worker sees its own parts.
    pub own: bool,
    /// The worker that reads the towers of each part.
    pub towers: Vec<usize>,
    /// The worker that reads the values, if all are there.
    pub valued: Option<Vec<usize>>,
}

impl Plan {
    /// A ply that the workers of this run have written.
    pub fn own(division: Division, valued: bool) -> Self {
        let each: Vec<usize> = (0..division.parts()).map(|part| part % division.workers).collect();
        Plan { division, own: true, towers: each.clone(), valued: valued.then_some(each) }
    }

    /// The parts that a worker reads.
    pub fn parts_of(&self, worker: usize, with_values: bool) -> Vec<usize> {
        let readers = if with_values { self.valued.as_ref().unwrap_or(&self.towers) } else { &self.towers };
        (0..self.division.parts()).filter(|&part| readers[part] == worker).collect()
    }
}

/// The plies from the start on of which all parts are there, read by `peers` workers, so many in each process. Of the
/// divisions that are whole it takes one that the workers have themselves, and rather one with values.
pub fn plans(files: &[Seen], workers: usize, peers: usize) -> Vec<Plan> {
    let mut divisions: BTreeMap<(usize, Division), Kept> = BTreeMap::new();
    for file in files {
        divisions.entry((file.ply, file.division)).or_default().insert((file.part, file.process), file.valued);
    }
    let best = |ply: usize| {
        let here = divisions.iter().filter(|((of, _), _)| *of == ply);
        let whole = here.filter_map(|((_, division), kept)| plan(*division, kept, workers, peers));
        whole.max_by_key(|plan| (plan.valued.is_some(), plan.own))
    };
    (0..).map_while(best).collect()
}

/// By part and process: a file that is seen, and whether its values are.
type Kept = BTreeMap<(usize, usize), bool>;

/// Who reads what of one division, if all its parts are there.
fn plan(division: Division, kept: &Kept, workers: usize, peers: usize) -> Option<Plan> {
    let sees = |process: usize, part: usize, valued: bool| {
        kept.get(&(part, process)).is_some_and(|&with_values| with_values || !valued)
    };
    let each = || 0..division.parts();
    let own = |valued| division.workers == peers && each().all(|part| sees(part % peers / workers, part, valued));
    if own(false) {
        return Some(Plan::own(division, own(true)));
    }
    let reader = |part: usize, valued: bool| {
        let process = (0..peers / workers).find(|&process| sees(process, part, valued))?;
        Some(process * workers + part % workers)
    };
    let readers = |valued| each().map(|part| reader(part, valued)).collect::<Option<Vec<usize>>>();
    Some(Plan { division, own: false, towers: readers(false)?, valued: readers(true) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ply_counts_if_all_its_parts_are_there() {
        let file = |process, ply, part, workers, valued| Seen {
            process,
            ply,
            part,
            division: Division { workers, ranges: 1 },
            valued,
        };
        let mut files = vec![
            file(0, 0, 0, 2, true),
            file(1, 0, 1, 2, true),
            file(1, 0, 0, 2, true),
            file(0, 1, 0, 3, true),
            file(1, 1, 1, 3, false),
            file(1, 1, 2, 3, true),
            file(0, 2, 0, 2, true),
            file(0, 2, 1, 4, true),
        ];
        let plans = |files: &[Seen]| super::plans(files, 2, 4);
        let found = plans(&files);
        assert_eq!(found.len(), 2);
        assert_eq!((found[0].towers.clone(), found[0].valued.clone()), (vec![0, 3], Some(vec![0, 3])));
        assert_eq!((found[1].towers.clone(), found[1].valued.clone()), (vec![0, 3, 2], None));
        assert_eq!(found[1].parts_of(3, false), [1]);
        files.remove(3);
        assert_eq!(plans(&files).len(), 1);
        assert!(plans(&[]).is_empty());
    }

    #[test]
    fn workers_keep_the_parts_that_are_their_own() {
        let division = Division { workers: 2, ranges: 2 };
        let seen = |process, part, valued| Seen { process, ply: 0, division, part, valued };
        let mut files: Vec<Seen> = (0..4).map(|part| seen(part % 2, part, true)).collect();
        assert_eq!(plans(&files, 1, 2), [Plan::own(division, true)]);
        assert!(!plans(&files, 1, 3)[0].own, "another number of workers");
        assert!(!plans(&files, 2, 4)[0].own);
        files[1].valued = false;
        assert_eq!(plans(&files, 1, 2), [Plan::own(division, false)]);
        files[1].process = 0;
        assert!(!plans(&files, 1, 2)[0].own, "one part lies elsewhere");
        assert_eq!(division.shards_of(3), SHARDS / 2..SHARDS);
    }
}
