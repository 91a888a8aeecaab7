//! The sweep against the fixpoint well by well.
use super::*;
use crate::game::wells::PieceSet;
use crate::solve::Unwatched;

fn game(width: u8, depth: u16, pieces: &str, lookahead: u8, rule: Movement) -> WellGame {
    let pieces = PieceSet::parse(pieces).expect("a set");
    WellGame { width, depth, pieces, lookahead, rule }
}

/// Every well with every list of shown pieces.
fn compare(game: &WellGame) {
    let swept = safe_set(game, Until::Settled, Memory(1 << 30), &Unwatched).expect("a sweep");
    let wells = plain::Transitions::new(game).expect("wells");
    let safe = plain::safe(&wells, &(0..game.pieces.pieces().len()).collect::<Vec<_>>(), game.lookahead);
    let pieces = game.pieces.pieces().len();
    let mut count = 0;
    for (well, safe) in wells.wells.iter().zip(&safe) {
        for (list, safe) in safe.iter().enumerate() {
            let shown: Vec<usize> =
                (0..game.lookahead).rev().map(|i| list / pieces.pow(u32::from(i)) % pieces).collect();
            assert_eq!(swept.contains(well, &shown), *safe, "{}: {well} showing {shown:?}", game.title());
            count += u64::from(*safe);
        }
    }
    assert_eq!(swept.count(), count, "{}", game.title());
    assert_eq!(swept.wins(), safe[0].iter().all(|safe| *safe), "{}", game.title());
    let early = safe_set(game, Until::Lost, Memory(1 << 30), &Unwatched).expect("a sweep");
    assert_eq!(early.wins(), swept.wins(), "{}", game.title());
}

const RULES: [Movement; 3] = [Movement::Drop, Movement::Slide, Movement::Anywhere];

#[test]
fn every_small_well_is_safe_exactly_if_the_definition_says_so() {
    let depths = [(1, 3), (2, 8), (3, 4), (4, 3), (5, 2), (6, 2), (7, 1), (8, 1)];
    for (width, most) in depths {
        for depth in 0..=most {
            for pieces in ["O", "I", "T", "J", "S", "OI", "OL", "IJ", "JL", "OIT", "SZ", "1", "3", "[101/111]", "1I"] {
                for rule in RULES {
                    compare(&game(width, depth, pieces, 0, rule));
                }
            }
        }
    }
}

#[test]
fn every_small_situation_with_lookahead_is_safe_exactly_if_the_definition_says_so() {
    for (width, most) in [(1, 2), (2, 7), (3, 3), (4, 3), (5, 2), (6, 1)] {
        for depth in 0..=most {
            for (pieces, lookahead) in [("I", 1), ("OI", 1), ("IJ", 1), ("JL", 1), ("1JS", 1), ("OT", 2), ("JL", 2)] {
                for rule in RULES {
                    compare(&game(width, depth, pieces, lookahead, rule));
                }
            }
        }
    }
}

#[test]
fn deeper_wells_of_a_few_sets() {
    for (width, depth, pieces, lookahead) in [(4, 4, "OIJ", 0), (3, 5, "IL", 1), (2, 10, "JLT", 1), (6, 2, "OL", 1)] {
        for rule in RULES {
            compare(&game(width, depth, pieces, lookahead, rule));
        }
    }
}

#[test]
fn who_wins_is_the_same_whether_it_is_decided_on_the_fly_or_by_a_sweep() {
    let mut decided = [0; 2];
    for (width, depth, pieces) in [(3, 5, "ITJ"), (3, 6, "JL"), (4, 4, "LS"), (4, 5, "TS"), (4, 4, "OTJ"), (5, 3, "IJ")]
    {
        for (rule, lookahead) in RULES.into_iter().flat_map(|rule| [(rule, 0), (rule, 1)]) {
            let game = game(width, depth, pieces, lookahead, rule);
            let swept = safe_set(&game, Until::Settled, Memory(1 << 30), &Unwatched).unwrap().wins();
            let soon = on_the_fly(&game, Memory(1 << 30)).unwrap();
            assert_eq!(soon.unwrap_or(swept), swept, "{}", game.title());
            // What the search on the fly leaves open the first time is swept at once the second time.
            let mut winners = Winners::new(Memory(1 << 30), &Unwatched);
            assert_eq!([0; 2].map(|_| winners.wins(&game).unwrap()), [swept; 2], "{}", game.title());
            decided[usize::from(soon.is_some())] += 1;
        }
    }
    assert!(decided.iter().all(|count| *count > 5), "{decided:?} games decided by a sweep, and on the fly");
}

#[test]
fn the_outcome_does_not_depend_on_the_number_of_threads() {
    let game = game(4, 4, "IJ", 1, Movement::Slide);
    let count = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        pool.install(|| safe_set(&game, Until::Settled, Memory(1 << 30), &Unwatched)).expect("a sweep").count()
    };
    assert_eq!(count(1), count(3));
}

#[test]
fn games_that_cannot_be_swept_are_refused() {
    let bad = [
        game(0, 3, "O", 0, Movement::Drop),
        game(9, 3, "O", 0, Movement::Drop),
        game(4, 61, "O", 0, Movement::Drop),
        game(4, 3, "O", 3, Movement::Drop),
        game(4, 3, "O", 0, Movement::Referee),
        game(8, 60, "O", 0, Movement::Drop),
        game(6, 6, "O", 0, Movement::Drop),
    ];
    for game in bad {
        let refused = safe_set(&game, Until::Lost, Memory(1 << 20), &Unwatched);
        assert!(!refused.err().expect("refused").to_string().contains('\n'), "{}", game.title());
    }
}

/// Copies what a sweep has saved after so many stripes, as the end of a run would leave it.
struct Ended {
    folder: std::path::PathBuf,
    copy: std::path::PathBuf,
    left: std::sync::atomic::AtomicI64,
}

impl Watch for Ended {
    fn begin(&self, _: &str, _: u64, _: &str) {}
    fn advance(&self, _: u64) {
        if self.left.fetch_sub(1, std::sync::atomic::Ordering::Relaxed) == 0 {
            for folder in std::fs::read_dir(&self.folder).unwrap() {
                let folder = folder.unwrap();
                let copy = self.copy.join(folder.file_name());
                std::fs::create_dir_all(&copy).unwrap();
                std::fs::copy(folder.path().join("words"), copy.join("words")).unwrap();
            }
        }
    }
    fn saved(&self, _: &str) -> Option<String> {
        None
    }
    fn save(&self, _: &str, _: &str) -> Result<()> {
        Ok(())
    }
    fn folder(&self) -> Option<std::path::PathBuf> {
        Some(self.folder.clone())
    }
}

#[test]
fn a_sweep_goes_on_from_what_was_saved_and_ends_with_the_same_words() {
    fn tried<P: Patterns + std::fmt::Debug>(game: &WellGame) {
        let whole = Sweep::<P>::run(game, Until::Settled, Memory(1 << 30), &Unwatched).unwrap();
        for left in [0, 1, 5, 40] {
            let (folder, copy) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
            let watch = |folder: &tempfile::TempDir, left: i64| Ended {
                folder: folder.path().to_path_buf(),
                copy: copy.path().to_path_buf(),
                left: left.into(),
            };
            let run = |watch: &Ended| {
                let mut kept = Kept::new(game, watch, std::time::Duration::ZERO);
                let mut words = vec![P::default(); whole.words.len()];
                let found = kept.load(&mut words).unwrap();
                let sweep = Sweep::<P>::run_kept(game, Until::Settled, Memory(1 << 30), watch, &mut kept).unwrap();
                assert_eq!(sweep.words, whole.words, "{}", game.title());
                (found, kept)
            };
            let kept_folders = || copy.path().read_dir().unwrap().count();
            assert!(!run(&watch(&folder, left)).0);
            // A small well has fewer stripes than the last of the numbers.
            assert!(kept_folders() == 1 || left > 1);
            let there = kept_folders() == 1;
            let (found, kept) = run(&watch(&copy, -1));
            assert_eq!(found, there);
            kept.forget().unwrap();
            assert_eq!(kept_folders(), 0);
        }
    }
    tried::<u16>(&game(4, 4, "OI", 0, Movement::Drop));
    tried::<u16>(&game(3, 4, "JL", 1, Movement::Slide));
    tried::<u32>(&game(5, 3, "IJ", 0, Movement::Drop));
    tried::<Eight>(&game(8, 2, "O", 0, Movement::Anywhere));
}

#[test]
fn the_memory_is_asked_with_what_threads_take_and_the_depth_that_fits_is_told() {
    let asked = |threads: usize, depth: u16, memory: u64| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| ask(&game(6, depth, "JL", 0, Movement::Slide), Memory(memory)))
    };
    let (one, many) = (needed_with(1), needed_with(64));
    assert_eq!(many - one, 63 * 2 * 62 * 8);
    assert!(asked(1, 4, one as u64).is_ok() && asked(64, 4, one as u64).is_err());
    let said = asked(1, 5, one as u64).unwrap_err().to_string();
    assert!(said.contains("(depth 4 fits)") && said.contains(&format!("the {one} that --memory leaves")), "{said}");
    assert!(asked(1, 4, 9).unwrap_err().to_string().contains("no depth fits"));
    let said = asked(1, 60, one as u64).unwrap_err().to_string();
    assert!(said.contains("2^128") && said.contains("depth 4 fits"), "{said}");
}

fn needed_with(threads: usize) -> u128 {
    sweep::words(&game(6, 4, "JL", 0, Movement::Slide), threads).unwrap() * 8
}

#[test]
fn a_sweep_ends_where_computing_any_block_again_changes_nothing() {
    fn settled<P: Patterns>(game: &WellGame) {
        let sweep = Sweep::<P>::run(game, Until::Settled, Memory(1 << 30), &Unwatched).unwrap();
        let masks = block::Masks::new(&sweep.board);
        let mut blocks = block::Blocks::new(&sweep.board, &masks);
        let (shown, size) = (sweep.board.shown, sweep.board.base * sweep.board.shown);
        let mut new = vec![P::default(); size];
        for stem in 0..(sweep.words.len() - shown) / size {
            blocks.block(&sweep.words, stem, &mut new);
            assert!(sweep.words[shown + stem * size..][..size] == new[..], "{} stem {stem}", game.title());
        }
        block::Blocks::new(&sweep.board, &masks).empty(&sweep.words, &mut new[..shown]);
        assert!(sweep.words[..shown] == new[..shown], "{}", game.title());
    }
    for rule in RULES {
        settled::<u16>(&game(3, 7, "ITJ", 1, rule));
        settled::<u16>(&game(4, 5, "OJL", 1, rule));
        settled::<u16>(&game(4, 5, "JS", 0, rule));
        settled::<u32>(&game(5, 4, "IJ", 1, rule));
        settled::<u64>(&game(6, 3, "TJ", 1, rule));
    }
}
