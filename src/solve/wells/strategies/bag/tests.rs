//! Bags in small wells, against the definition and the checker.
use super::*;
use crate::game::wells::bag_twin::wins;
use crate::game::wells::{Movement, PieceSet, Well};
use crate::proof::check;
use crate::solve::Unwatched;

fn found(game: &BagGame, tame: Option<Vec<u32>>, homes: Option<u32>) -> Dealt {
    let tame = tame.map(|bumps| Tame { bumps });
    solve(game, &Bounds { tame, homes, wells: 10_000 }, Memory(1 << 30), &Unwatched).unwrap()
}

#[test]
fn the_winner_is_that_of_the_definition() {
    let mut won = 0;
    for (width, depth) in [(2, 0), (2, 4), (2, 5), (3, 2), (4, 1), (4, 2)] {
        for pieces in ["O", "I", "OI", "JL", "SZ", "OL", "OIL", "OJL"] {
            for (rule, hold) in [(Movement::Drop, false), (Movement::Slide, true), (Movement::Anywhere, true)] {
                let Ok(game) = BagGame::new(width, depth, PieceSet::parse(pieces).unwrap(), rule, hold) else {
                    assert!(hold && pieces.len() == 1);
                    continue;
                };
                let dealt = found(&game, None, None);
                assert_eq!(matches!(dealt, Dealt::Won(_)), wins(&game), "{}", game.title());
                if let Dealt::Won(homes) = dealt {
                    won += 1;
                    assert!(check(&homes.text()).is_ok(), "{}: {:?}", game.title(), check(&homes.text()));
                }
            }
        }
    }
    assert!(won > 10);
}

#[test]
fn the_winner_is_that_of_the_definition_where_pieces_are_shown() {
    let mut by_shown = [0; 4];
    for (width, depth) in [(2, 0), (2, 3), (2, 4), (3, 2), (3, 3), (4, 1), (4, 2)] {
        for pieces in ["O", "I", "OI", "JL", "SZ", "OS", "OIL", "TJL"] {
            for (rule, hold) in [(Movement::Drop, false), (Movement::Drop, true), (Movement::Anywhere, false)] {
                let Ok(game) = BagGame::new(width, depth, PieceSet::parse(pieces).unwrap(), rule, hold) else {
                    assert!(hold && pieces.len() == 1);
                    continue;
                };
                let mut was_won = false;
                for lookahead in 0..4 {
                    let game = game.clone().showing(lookahead).unwrap();
                    let dealt = found(&game, None, None);
                    let is_won = matches!(dealt, Dealt::Won(_));
                    assert!(is_won || !was_won, "{}: a piece more is no harm", game.title());
                    assert_eq!(is_won, wins(&game), "{}", game.title());
                    if let Dealt::Won(homes) = dealt {
                        assert!(homes.wells.is_empty() && check(&homes.text()).is_ok(), "{}", game.title());
                        by_shown[usize::from(lookahead)] += 1;
                    }
                    was_won = is_won;
                }
            }
        }
    }
    assert!(by_shown[0] > 10 && by_shown[0] < by_shown[1] && by_shown[1] < by_shown[3], "{by_shown:?}");
}

#[test]
fn a_way_to_play_in_few_wells_is_one_for_the_checker() {
    let (mut all, mut few, mut with_images) = (0, 0, 0);
    for (width, depth, pieces) in [(2, 4, "OI"), (3, 3, "JL"), (4, 2, "JL"), (4, 2, "OI"), (4, 3, "OIL")] {
        for (rule, hold, lookahead) in
            [(Movement::Drop, false, 2), (Movement::Drop, true, 1), (Movement::Slide, true, 2)]
        {
            let game = BagGame::new(width, depth, PieceSet::parse(pieces).unwrap(), rule, hold).unwrap();
            let game = game.showing(lookahead).unwrap();
            let bounds = Bounds { tame: None, homes: None, wells: 10_000 };
            let of = |one| Wells::new(&game, &bounds, one, &BTreeSet::new(), Memory(1 << 30), &Unwatched).unwrap();
            let (one, apart) = (of(true).unwrap(), of(false).unwrap());
            assert_eq!(one.count_apart(), apart.count());
            for wells in [one, apart] {
                let Some(stays) = wells.stays(Memory(1 << 30), &Unwatched).unwrap() else { continue };
                let made = wells.few(&stays, Memory(1 << 30)).unwrap();
                let homes = wells.certificate(&[], &made, None);
                assert!(homes.wells.len() >= made.len() && !made.is_empty());
                assert!(check(&homes.text()).is_ok(), "{}: {:?}", game.title(), check(&homes.text()));
                assert!(wells.few(&stays, Memory(1)).is_err() && wells.listed(&stays, Memory(1)).unwrap().is_empty());
                with_images += usize::from(homes.wells.len() > made.len());
                (all, few) = (all + wells.count(), few + made.len());
            }
        }
    }
    assert!(few > 50 && 2 * few < all && with_images > 2, "{few} of {all}, {with_images} with images");
}

#[test]
fn bounds_only_leave_things_open() {
    let game = BagGame::new(2, 4, PieceSet::parse("OI").unwrap(), Movement::Drop, false).unwrap();
    assert_eq!(found(&game, Some(vec![3]), None), Dealt::Lost);
    assert!(matches!(found(&game, Some(vec![4]), None), Dealt::Won(homes) if homes.bumps == [4]));
    let few = Bounds { tame: None, homes: None, wells: 1 };
    assert_eq!(solve(&game, &few, Memory(1 << 30), &Unwatched).unwrap(), Dealt::Unknown);
    assert!(solve(&game, &few, Memory(1), &Unwatched).is_err());
}

#[test]
fn ways_home_from_the_start_are_found_where_the_homes_are_level() {
    let (mut won, mut transient) = (0, 0);
    for (width, depth, pieces) in [(2, 4, "OI"), (2, 6, "OI"), (4, 2, "OI"), (3, 4, "OIL"), (4, 3, "OJL")] {
        for (most, hold) in [(0, true), (1, true), (2, true), (2, false), (4, false)] {
            let game = BagGame::new(width, depth, PieceSet::parse(pieces).unwrap(), Movement::Drop, hold).unwrap();
            for tame in [None, Some(vec![8, 4]), Some(vec![6, 6, 6])] {
                let Dealt::Won(homes) = found(&game, tame, Some(most)) else { continue };
                assert!(wins(&game) && check(&homes.text()).is_ok(), "{}: {:?}", game.title(), check(&homes.text()));
                let is_level = |well: &Well| holes(well.rows()) == 0 && bumps(game.well.width, well.rows()) <= most;
                transient += usize::from(!homes.homes.keys().all(is_level));
                won += 1;
            }
        }
    }
    assert!(won > 5 && transient > 0, "{won} won, {transient} not level");
}

#[test]
fn bumps_by_holes_are_written_without_repeating_the_last() {
    let game = BagGame::new(2, 4, PieceSet::parse("OI").unwrap(), Movement::Drop, false).unwrap();
    let bumps = |tame: &[u32]| match found(&game, Some(tame.to_vec()), None) {
        Dealt::Won(homes) => (homes.holes, homes.bumps),
        other => panic!("{other:?}"),
    };
    assert_eq!(bumps(&[4, 4, 4]), (2, vec![4]));
    assert_eq!(bumps(&[5, 4, 4]), (2, vec![5, 4]));
    assert_eq!(bumps(&[4, 3]), (1, vec![4, 3]));
}

/// Of each phase its name, how many units it was said to have, and how many were told.
#[derive(Default)]
struct Told(std::sync::Mutex<Vec<(String, u64, u64)>>);

impl Watch for Told {
    fn begin(&self, phase: &str, total: u64, _: &str) {
        self.0.lock().unwrap().push((phase.to_string(), total, 0));
    }
    fn advance(&self, done: u64) {
        self.0.lock().unwrap().last_mut().unwrap().2 += done;
    }
    fn saved(&self, _: &str) -> Option<String> {
        None
    }
    fn save(&self, _: &str, _: &str) -> crate::error::Result<()> {
        Ok(())
    }
}

#[test]
fn every_well_is_told_once_when_it_is_found_and_once_a_sweep() {
    // More wells than those after which progress is told.
    let game = BagGame::new(5, 5, PieceSet::parse("OITJLSZ").unwrap(), Movement::Drop, false).unwrap();
    let bounds = Bounds { tame: Some(Tame { bumps: vec![20; 5] }), homes: None, wells: 1_000_000 };
    let wells =
        Wells::new(&game, &bounds, true, &BTreeSet::new(), Memory(1 << 30), &Unwatched).unwrap().unwrap().count()
            as u64;
    let told = Told::default();
    assert_eq!(solve(&game, &bounds, Memory(1 << 30), &told).unwrap(), Dealt::Lost);
    let phases = told.0.into_inner().unwrap();
    assert!(wells > 1 << 16 && phases.len() > 1, "{wells} wells");
    assert_eq!(phases[0].2, wells);
    for (number, (phase, total, done)) in phases.iter().enumerate().skip(1) {
        assert!(phase.ends_with(&format!("sweep {number}")), "{phase}");
        assert_eq!([*total, *done], [wells; 2], "{phase}");
    }
}

#[test]
fn what_stays_is_the_same_where_images_are_one() {
    let mut some = 0;
    for (width, depth, pieces, hold, lookahead) in
        [(4, 3, "OIJL", true, 1), (3, 3, "OISZ", true, 2), (4, 4, "OIJL", false, 2), (4, 3, "ITJLSZ", true, 1)]
    {
        let game = BagGame::new(width, depth, PieceSet::parse(pieces).unwrap(), Movement::Drop, hold).unwrap();
        let game = game.showing(lookahead).unwrap();
        let bounds = Bounds { tame: None, homes: None, wells: 10_000 };
        let of = |one| Wells::new(&game, &bounds, one, &BTreeSet::new(), Memory(1 << 30), &Unwatched).unwrap();
        let (one, apart) = (of(true).unwrap(), of(false).unwrap());
        let [here, there] = [&one, &apart].map(|wells| wells.stays(Memory(1 << 30), &Unwatched).unwrap());
        assert_eq!(here.is_some(), there.is_some(), "{}", game.title());
        let (Some(here), Some(there)) = (here, there) else { continue };
        let numbers: BTreeMap<Well, usize> = (0..apart.count()).map(|number| (apart.well(number), number)).collect();
        for (number, aside) in (0..one.count()).flat_map(|number| (0..game.held()).map(move |aside| (number, aside))) {
            for (shown, bag) in here.all() {
                let is_safe = here.has(number, aside, shown, *bag);
                assert_eq!(is_safe, there.has(numbers[&one.well(number)], aside, shown, *bag), "{}", game.title());
                some += usize::from(is_safe);
            }
        }
    }
    assert!(some > 1000, "{some}");
}
