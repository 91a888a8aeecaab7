use super::super::lift::Removal;
use super::*;
use crate::game::tower::Towers;
use crate::game::{Game, Play};
use crate::solve::Unwatched;
use crate::solve::values::memo::Memo;
use std::collections::{BTreeMap, BTreeSet};
use std::panic::AssertUnwindSafe;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

const MEMORY: Memory = Memory(1 << 30);

fn official(slots: u32) -> Rules {
    Rules::official(slots).unwrap()
}

/// The plies by the rules of the game alone, each tower in canonical form, valued by the plain recursion.
fn plain(slots: u32, levels: usize) -> Vec<Ply> {
    let game = Towers::new(slots).unwrap();
    let packing = Packing::new::<u128>(official(slots), levels).unwrap();
    let mut memo = Memo::new(&game, Play::Grundy, 1_000_000);
    let mut towers = BTreeSet::from([packing.canonical(packing.start::<u128>())]);
    let mut plies = Vec::new();
    while !towers.is_empty() {
        let mut ply = Ply { positions: towers.len() as u64, edges: 0, terminals: 0, histogram: Vec::new() };
        let mut next = BTreeSet::new();
        let mut counts = BTreeMap::new();
        for &packed in &towers {
            let tower = packing.tower(packed);
            let options = game.options(&tower);
            ply.edges += options.len() as u64;
            ply.terminals += u64::from(options.is_empty());
            *counts.entry(memo.value(&tower).unwrap()).or_insert(0) += 1;
            next.extend(options.iter().map(|option| packing.canonical(packing.pack::<u128>(&option.levels))));
        }
        let most = *counts.keys().last().expect("there are towers");
        ply.histogram = (0..=most).map(|value| counts.get(&value).copied().unwrap_or(0)).collect();
        plies.push(ply);
        towers = next;
    }
    plies
}

#[test]
fn the_plies_are_those_of_the_plain_game() {
    for (slots, levels) in [(1, 2), (2, 3), (3, 1), (3, 2), (3, 4), (4, 2), (4, 3), (5, 2), (6, 2), (7, 2), (8, 2)] {
        let said = plies(official(slots), levels, &Unwatched, MEMORY).unwrap();
        assert_eq!(said, plain(slots, levels), "k = {slots}, n = {levels}");
    }
}

#[test]
fn three_blocks_a_level_are_zwicks_game() {
    let zwick = crate::game::zwick::zwick();
    let mut memo = Memo::new(&zwick, Play::Grundy, 1_000_000);
    for levels in 1..=5 {
        let totals = Totals::of(&plies(official(3), levels, &Unwatched, MEMORY).unwrap());
        let start = zwick.parse(&format!("{},0,0", levels - 1)).unwrap();
        assert_eq!(totals.grundy as u64, memo.value(&start).unwrap(), "n = {levels}");
    }
}

#[test]
fn wide_and_narrow_words_and_any_number_of_threads_agree() {
    let rules = Rules { slots: 4, rule: Removal::Any, semi_stable: true };
    let narrow = Enumeration::<u64>::new(rules, 3, &Unwatched, MEMORY).unwrap();
    let wide = Enumeration::<u128>::new(rules, 3, &Unwatched, MEMORY).unwrap();
    assert_eq!(narrow.plies, wide.plies);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    let other = pool.install(|| Enumeration::<u64>::new(rules, 3, &Unwatched, MEMORY).unwrap());
    for ply in 0..narrow.plies.len() {
        assert_eq!(narrow.ply(ply, MEMORY).unwrap(), other.ply(ply, MEMORY).unwrap());
    }
}

/// A folder, and a run that ends after so many steps.
struct Killed {
    folder: PathBuf,
    steps: Mutex<u64>,
}

impl Watch for Killed {
    fn begin(&self, _: &str, _: u64, _: &str) {}
    fn advance(&self, _: u64) {
        let mut steps = self.steps.lock().unwrap();
        *steps = steps.checked_sub(1).expect("killed here");
    }
    fn saved(&self, _: &str) -> Option<String> {
        None
    }
    fn save(&self, _: &str, _: &str) -> Result<()> {
        Ok(())
    }
    fn folder(&self) -> Option<PathBuf> {
        Some(self.folder.clone())
    }
}

/// An enumeration that writes every file at once, small as it is.
fn eager(levels: usize, watch: &Killed, memory: Memory) -> Result<Enumeration<u64>> {
    let store = Store::open(Some(&watch.folder), &label(official(4), levels))?;
    Enumeration::kept(store, official(4), levels, watch, memory)
}

fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.map(|path| (path.strip_prefix(folder).unwrap().to_path_buf(), std::fs::read(&path).unwrap())).collect()
}

#[test]
fn a_run_that_is_killed_again_and_again_leaves_the_same_files() {
    let (once, often) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let run = |folder: &Path, steps: u64| {
        let watch = Killed { folder: folder.to_path_buf(), steps: Mutex::new(steps) };
        eager(3, &watch, MEMORY).map(|done| done.plies)
    };
    let whole = run(once.path(), u64::MAX).unwrap();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let mut kills = 0;
    let end = loop {
        let attempt = std::panic::catch_unwind(AssertUnwindSafe(|| pool.install(|| run(often.path(), 30 + 5 * kills))));
        match attempt {
            Ok(plies) => break plies.unwrap(),
            Err(_) => kills += 1,
        }
    };
    assert!(kills > 3, "{kills} kills");
    assert_eq!(end, whole);
    let name = label(official(4), 3);
    assert_eq!(files(&once.path().join(&name)), files(&often.path().join(&name)));
}

#[test]
fn too_little_memory_and_long_games_are_refused() {
    let little = plies(official(5), 3, &Unwatched, Memory(1000)).unwrap_err().to_string();
    assert!(little.contains("--memory"), "{little}");
    assert!(plies(official(3), 0, &Unwatched, MEMORY).is_err());
    assert!(plies(official(2), 70, &Unwatched, MEMORY).is_err());
}

#[test]
fn layers_that_are_too_large_go_through_files() {
    let folder = tempfile::tempdir().unwrap();
    let run = |memory: u64, killed: &str| {
        let watch = Killed { folder: folder.path().join(killed), steps: Mutex::new(u64::MAX) };
        eager(4, &watch, Memory(memory)).unwrap()
    };
    let (whole, parts) = (run(1 << 30, "whole"), run(60_000, "parts"));
    assert!(parts.head(8).unwrap().0 > 1, "{:?}", parts.head(8));
    assert_eq!(whole.plies, parts.plies);
    for ply in 0..whole.plies.len() {
        assert_eq!(whole.ply(ply, MEMORY).unwrap(), parts.ply(ply, MEMORY).unwrap());
    }
}

#[test]
fn damaged_and_missing_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let run = || {
        let watch = Killed { folder: folder.path().to_path_buf(), steps: Mutex::new(u64::MAX) };
        eager(3, &watch, MEMORY).map(|all| all.plies)
    };
    let plies = run().unwrap();
    for name in ["0003-000.towers", "0004-000-of-001.values"] {
        let path = folder.path().join(label(official(4), 3)).join(name);
        let text = std::fs::read(&path).unwrap();
        for at in [0, 30, text.len() - 1] {
            let mut mutant = text.clone();
            mutant[at] ^= 4;
            std::fs::write(&path, mutant).unwrap();
            std::fs::remove_file(folder.path().join(label(official(4), 3)).join("0003-000-of-001.values")).unwrap();
            let said = run().unwrap_err().to_string();
            assert!(said.contains(name) && said.lines().count() == 1, "byte {at}: {said}");
            std::fs::remove_file(&path).unwrap();
            assert_eq!(run().unwrap(), plies, "what is missing is found again");
        }
    }
}
