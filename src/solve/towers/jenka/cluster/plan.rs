//! Which saved files a run takes up again, and who reads them.
use super::super::growth::{towers_file, values_file};
use crate::error::Result;
use crate::solve::store::Store;
use serde::{Deserialize, Serialize};

/// A file of towers that a process sees.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seen {
    /// Who sees it.
    pub process: usize,
    /// The ply.
    pub ply: usize,
    /// Which part of it.
    pub part: usize,
    /// Of how many parts.
    pub parts: usize,
    /// Whether the values are there too.
    pub valued: bool,
}

/// The files that a process sees.
///
/// # Errors
/// What the system says.
pub fn seen(store: &Store, process: usize) -> Result<Vec<Seen>> {
    let mut files = Vec::new();
    for name in store.names()? {
        let numbers = name.strip_suffix(".towers").and_then(|name| name.split_once('-'));
        let Some((Ok(ply), Ok(part))) = numbers.map(|(ply, part)| (ply.parse(), part.parse())) else { continue };
        let parts = store.read(&towers_file(ply, part))?.head[2] as usize;
        let valued = store.has(&values_file(ply, part, parts));
        files.push(Seen { process, ply, part, parts, valued });
    }
    Ok(files)
}

/// The parts of one ply, and who reads them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// How many parts there are.
    pub parts: usize,
    /// Whether every worker has written its own.
    pub own: bool,
    /// The worker that reads the towers of each part.
    pub towers: Vec<usize>,
    /// The worker that reads the values, if all are there.
    pub valued: Option<Vec<usize>>,
}

impl Plan {
    /// A ply that the workers of this run have written.
    pub fn own(workers: usize, valued: bool) -> Self {
        let each: Vec<usize> = (0..workers).collect();
        Plan { parts: workers, own: true, towers: each.clone(), valued: valued.then_some(each) }
    }

    /// The parts that a worker reads.
    pub fn parts_of(&self, worker: usize, with_values: bool) -> impl Iterator<Item = usize> + '_ {
        let readers = if with_values { self.valued.as_ref().unwrap_or(&self.towers) } else { &self.towers };
        (0..self.parts).filter(move |&part| readers[part] == worker)
    }
}

/// The plies from the start on of which all parts are there. Of the processes that see a part the first one reads it.
pub fn plans(files: &[Seen], workers: usize) -> Vec<Plan> {
    let plan = |ply: usize| {
        // All divisions have a first part, so at most one of them is whole.
        let parts = files.iter().find(|file| file.ply == ply && file.part == 0)?.parts;
        let reader = |part: usize, valued: bool| {
            let sees =
                |file: &&Seen| (file.ply, file.part, file.parts) == (ply, part, parts) && (file.valued || !valued);
            let process = files.iter().filter(sees).map(|file| file.process).min()?;
            Some(process * workers + part % workers)
        };
        let readers = |valued| (0..parts).map(|part| reader(part, valued)).collect::<Option<Vec<usize>>>();
        Some(Plan { parts, own: false, towers: readers(false)?, valued: readers(true) })
    };
    (0..).map_while(plan).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ply_counts_if_all_its_parts_are_there() {
        let file = |process, ply, part, parts, valued| Seen { process, ply, part, parts, valued };
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
        let plans = |files: &[Seen]| super::plans(files, 2);
        let found = plans(&files);
        assert_eq!(found.len(), 2);
        assert_eq!((found[0].towers.clone(), found[0].valued.clone()), (vec![0, 3], Some(vec![0, 3])));
        assert_eq!((found[1].towers.clone(), found[1].valued.clone()), (vec![0, 3, 2], None));
        assert_eq!(found[1].parts_of(3, false).collect::<Vec<_>>(), [1]);
        files.remove(3);
        assert_eq!(plans(&files).len(), 1);
        assert!(plans(&[]).is_empty());
    }
}
