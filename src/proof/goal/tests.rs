//! Goals that follow, and goals that are a little more than what is established; wells against a slow solver.
use super::*;
use crate::game::wells::{Deal, InAdvance, PieceSet, WellGame};
use crate::game::wells::{Movement, Mover, Well};
use crate::proof::establish;
use crate::proof::fact::{Renaming, Widths};
use crate::proof::region::wells::lanes::LaneGame;
use std::collections::{BTreeMap, BTreeSet};

const PILE: &str = "topple-certificate 1 values\ngame pile\nplay grundy\nposition (1,2) = 2\nposition (1,1) = 0\n\
                    position (1) = 1\nposition () = 0\nend\n";
const SUBTRACTION: &str = include_str!("../../../proofs/certificates/carvalho/subtraction-2-3.cert");
const EVERY: &str = include_str!("../../../tests/certificates/jenka-balance-all.txt");
const KINKS: &str = "topple-certificate 1 column-weights\nwidths 1 mod 2\npiece S\nweights 1 -1\nend\n";
const SQUARES: &str = "topple-certificate 1 lanes\nlane 2\nrest 0\ndepth 2\npieces O\nlookahead 0\nplay - O - 0 0 0\n\
                       play -* O - 0 0 0\nplay -*,11/11 O - 0 0 0\nplay -*,11/11* O - 0 0 0\nend\n";
const JENGA: &str = "topple-certificate 1 map\nfrom clock-nim 2 3 2\nto addition (-2,0),(-2,1),(1,-1)\nrow 0 3\nrow 1 0\n\
                     state 0 0 1 -1 0\nstate 0 0 0 0 0\nstate 0 0 0 1 0\nonto\nend\n";

fn hand(texts: &[&str]) -> Vec<Established> {
    texts.iter().map(|text| establish(text).unwrap()).collect()
}

fn follows(goal: &Goal, texts: &[&str]) -> bool {
    goal.entailed_by(&hand(texts)).is_ok()
}

fn cells(cells: &[(&str, u64)]) -> Vec<(String, u64)> {
    cells.iter().map(|(position, value)| (position.to_string(), *value)).collect()
}

fn game(text: &str) -> WellGame {
    let [width, depth, pieces, rule, lookahead] = text.split(' ').collect::<Vec<_>>()[..] else { panic!("{text}") };
    let number = |word: &str| word.parse().unwrap();
    let (pieces, rule) = (PieceSet::parse(pieces).unwrap(), Movement::from_word(rule).unwrap());
    WellGame::new(number(width), number(depth).into(), pieces, rule, number(lookahead)).unwrap()
}

#[test]
fn words_theorems_and_empty_goals_follow_from_nothing() {
    let values = Values { game: "pile".to_string(), play: Play::Grundy, cells: Vec::new() };
    let sum = Sum { game: "pile".to_string(), positions: Vec::new(), value: 0, winning: BTreeSet::new() };
    let empty = [Goal::Values(values), Goal::Sum(sum), Goal::Facts(Vec::new()), Goal::Words];
    for goal in empty.iter().chain(&[Goal::Theorem("x".to_string())]) {
        assert!(!follows(goal, &[]) && !follows(goal, &[PILE, SUBTRACTION]), "{goal:?}");
    }
}

#[test]
fn values_follow_from_lists_and_labellings() {
    let goal = |game: &str, play, some: &[(&str, u64)]| {
        Goal::Values(Values { game: game.to_string(), play, cells: cells(some) })
    };
    let pile = goal("pile", Play::Grundy, &[("(1,2)", 2), ("()", 0)]);
    assert!(follows(&pile, &[PILE]) && follows(&pile, &[SUBTRACTION, PILE]) && !follows(&pile, &[SUBTRACTION]));
    for other in [
        goal("pile", Play::Grundy, &[("(1,2)", 2), ("()", 1)]),
        goal("pile", Play::Normal, &[("(1,2)", 1)]),
        goal("nim", Play::Grundy, &[("()", 0)]),
        goal("pile", Play::Grundy, &[("(2)", 2)]),
    ] {
        assert!(!follows(&other, &[PILE, SUBTRACTION]), "{other}");
    }
    let far = |value| goal("subtraction 2,3", Play::Grundy, &[("(1000000000002)", value)]);
    assert!(follows(&far(1), &[SUBTRACTION]) && !follows(&far(0), &[SUBTRACTION]) && !follows(&far(1), &[PILE]));
    assert!(!follows(&goal("subtraction 2,3", Play::Misere, &[("(2)", 1)]), &[SUBTRACTION]));
    assert!(!follows(&goal("subtraction 2,5", Play::Grundy, &[("(2)", 1)]), &[SUBTRACTION]));
    let one = |value| {
        let (game, position) = ("subtraction 2,3".to_string(), "(12)".to_string());
        Goal::Facts(vec![Fact::Value(Value { game, play: Play::Grundy, position, value })])
    };
    assert!(follows(&one(1), &[SUBTRACTION]) && !follows(&one(2), &[SUBTRACTION]));
}

#[test]
fn a_pattern_follows_from_periods_and_the_values_before_them() {
    let right = Pattern {
        game: "subtraction 2,3".to_string(),
        play: Play::Grundy,
        from: vec![0],
        period: vec![5],
        values: vec![0, 0, 1, 1, 2],
    };
    let goal = |pattern: &Pattern| Goal::Pattern(pattern.clone());
    assert!(follows(&goal(&right), &[SUBTRACTION]) && !follows(&goal(&right), &[PILE]));
    let later = Pattern { from: vec![1], values: vec![0, 0, 1, 1, 2, 0], ..right.clone() };
    let twice = Pattern { period: vec![10], values: [&right.values[..], &right.values].concat(), ..right.clone() };
    assert!(follows(&goal(&later), &[SUBTRACTION]) && follows(&goal(&twice), &[SUBTRACTION]));
    let wrong = |change: &dyn Fn(&mut Pattern)| {
        let mut pattern = right.clone();
        change(&mut pattern);
        assert!(!follows(&goal(&pattern), &[SUBTRACTION, PILE]), "{pattern}");
    };
    wrong(&|pattern| pattern.values[4] = 1);
    wrong(&|pattern| pattern.values.truncate(4));
    wrong(&|pattern| pattern.values.push(0));
    wrong(&|pattern| pattern.play = Play::Misere);
    wrong(&|pattern| pattern.game = "subtraction 2".to_string());
    wrong(&|pattern| *pattern = Pattern { period: vec![4], values: vec![0, 0, 1, 1], ..pattern.clone() });
    wrong(&|pattern| *pattern = Pattern { period: vec![0], values: Vec::new(), ..pattern.clone() });
    wrong(&|pattern| *pattern = Pattern { from: vec![0, 0], ..pattern.clone() });
    // Nothing is listed that would not fit.
    for (from, period) in [(0, u64::MAX / 5 * 5), (u64::MAX, 5), (u64::MAX - 5, 5)] {
        wrong(&|pattern| *pattern = Pattern { from: vec![from], period: vec![period], ..pattern.clone() });
    }
}

#[test]
fn a_sum_has_all_its_winning_moves() {
    let right = Sum {
        game: "pile".to_string(),
        positions: ["(1,2)", "(1)"].map(String::from).to_vec(),
        value: 3,
        winning: BTreeSet::from([(0, "(1)".to_string())]),
    };
    let goal = |sum: &Sum| Goal::Sum(sum.clone());
    assert!(follows(&goal(&right), &[PILE]) && !follows(&goal(&right), &[]) && !follows(&goal(&right), &[SUBTRACTION]));
    for wrong in [
        Sum { value: 2, ..right.clone() },
        Sum { game: "double-ended".to_string(), ..right.clone() },
        Sum { winning: BTreeSet::new(), ..right.clone() },
        Sum { winning: BTreeSet::from([(0, "(1)".to_string()), (1, "()".to_string())]), ..right.clone() },
        Sum { positions: vec!["(1,2)".to_string()], ..right.clone() },
        Sum { positions: vec!["(3)".to_string()], ..right.clone() },
    ] {
        assert!(!follows(&goal(&wrong), &[PILE]), "{wrong}");
    }
}

#[test]
fn periods_are_weakened_only() {
    let period = |game: &str, play, step: u64, from: u64| {
        Goal::Facts(vec![Fact::Period(Period { game: game.to_string(), play, step: vec![step], from: vec![from] })])
    };
    for (step, from, right) in [(5, 0, true), (10, 0, true), (5, 3, true), (0, 0, false), (3, 0, false), (1, 9, false)]
    {
        assert_eq!(
            follows(&period("subtraction 2,3", Play::Grundy, step, from), &[SUBTRACTION]),
            right,
            "{step} {from}"
        );
    }
    assert!(!follows(&period("subtraction 2,3", Play::Normal, 5, 0), &[SUBTRACTION]));
    assert!(!follows(&period("subtraction 2", Play::Grundy, 5, 0), &[SUBTRACTION, PILE]));
    let plane = |step: [u64; 2], from: [u64; 2]| {
        let game = "zwick".to_string();
        Period { game, play: Play::Normal, step: step.to_vec(), from: from.to_vec() }
    };
    let from_one = plane([3, 0], [1, 0]);
    assert!(from_one.implies(&plane([6, 0], [1, 2])) && from_one.implies(&plane([3, 0], [2, 0])));
    for other in [plane([3, 0], [0, 9]), plane([3, 3], [1, 0]), plane([0, 3], [1, 0]), plane([4, 0], [1, 0])] {
        assert!(!from_one.implies(&other), "{other:?}");
    }
}

#[test]
fn winners_of_all_starts_name_each() {
    let hand = hand(&[EVERY]);
    let follows =
        |blocks, levels, first| Goal::Facts(vec![Fact::Winner { blocks, levels, first }]).entailed_by(&hand).is_ok();
    for levels in (1..=40).chain([u64::MAX]) {
        let first = matches!(levels % 4, 2 | 3);
        assert!(follows(5, levels, first) && !follows(5, levels, !first), "{levels}");
    }
    assert!(!follows(5, 0, false) && !follows(5, 0, true) && !follows(3, 2, true));
}

#[test]
fn a_map_shows_what_it_claims_and_less() {
    let facts = &establish(JENGA).unwrap().facts;
    let [Fact::SameGame(map)] = &facts[..] else { panic!("{facts:?}") };
    let goal = |map: Renaming| Goal::Facts(vec![Fact::SameGame(map)]);
    assert!(follows(&goal(map.clone()), &[JENGA]));
    assert!(follows(&goal(Renaming { onto: false, ..map.clone() }), &[JENGA]));
    for wrong in [
        Renaming { one_to_one: true, ..map.clone() },
        Renaming { eden: true, ..map.clone() },
        Renaming { to: map.from.clone(), ..map.clone() },
        Renaming { matrix: vec![vec![3, 0], vec![0, 1]], ..map.clone() },
    ] {
        assert!(!follows(&goal(wrong.clone()), &[JENGA]), "{wrong:?}");
    }
}

#[test]
fn wells_of_many_widths_name_each() {
    let lost = |text: &str| Goal::Facts(vec![Fact::Lost(game(text))]);
    let survives = |text: &str| Goal::Facts(vec![Fact::Survives(game(text))]);
    for right in ["5 9 S anywhere 2", "1 0 SO drop 0", "15 60 SZ slide 0"] {
        assert!(follows(&lost(right), &[KINKS]) && !follows(&survives(right), &[KINKS]), "{right}");
    }
    for wrong in ["4 0 S drop 0", "5 0 Z drop 0", "5 0 O drop 0"] {
        assert!(!follows(&lost(wrong), &[KINKS]), "{wrong}");
    }
    let every = |piece: &str, widths| Fact::LostAtEveryDepth { piece: piece.to_string(), widths };
    let known = every("S", Widths::Residue(1, 2));
    assert!(known.implies(&every("S", Widths::One(7))) && !known.implies(&every("Z", Widths::One(7))));
    assert!(!known.implies(&every("S", Widths::One(6))) && !known.implies(&every("S", Widths::Residue(1, 4))));
    assert!(!every("S", Widths::Residue(0, 2)).implies(&every("S", Widths::One(0))), "width 0 is no well");
    for right in ["2 2 O drop 0", "8 3 O anywhere 1", "16 2 O slide 0"] {
        assert!(follows(&survives(right), &[SQUARES]) && !follows(&lost(right), &[SQUARES]), "{right}");
    }
    for wrong in ["3 2 O drop 0", "4 1 O drop 0", "4 2 OI drop 0"] {
        assert!(!follows(&survives(wrong), &[SQUARES, KINKS]), "{wrong}");
    }
}

#[test]
fn lanes_and_weights_show_less_and_not_more() {
    let lanes = |lane, rest, depth, pieces: &str, lookahead| LaneGame {
        lane,
        rest,
        depth,
        pieces: PieceSet::parse(pieces).unwrap(),
        lookahead,
    };
    let bumpy = |game, lanes, height| Fact::BumpyLanes { game, lanes, height };
    let odd = |piece: &str| Fact::FillsNoRow { piece: piece.to_string(), widths: Widths::Residue(1, 2) };
    let kept = |weights| Fact::KeptWeights { piece: "S".to_string(), widths: Widths::Residue(1, 2), weights };
    for (fact, holds) in [
        (Fact::SurvivesInLanes(lanes(2, 0, 3, "O", 1)), true),
        (Fact::SurvivesInLanes(lanes(4, 2, 2, "O", 0)), true),
        (Fact::SurvivesInLanes(lanes(2, 2, 2, "O", 0)), true),
        (Fact::SurvivesInLanes(lanes(2, 1, 2, "O", 0)), false),
        (Fact::SurvivesInLanes(lanes(3, 0, 2, "O", 0)), false),
        (Fact::SurvivesInLanes(lanes(2, 0, 1, "O", 0)), false),
        (Fact::SurvivesInLanes(lanes(2, 0, 2, "OI", 0)), false),
        (Fact::SurvivesInLanes(lanes(200, 200, 2, "O", 0)), false),
        (bumpy(lanes(2, 0, 2, "O", 0), 0, 0), true),
        (bumpy(lanes(2, 2, 3, "O", 0), 1, 4), true),
        (bumpy(lanes(2, 1, 3, "O", 0), 1, 4), false),
        (kept(vec![1, -1]), true),
        (kept(vec![1, 1]), false),
        (odd("S"), false),
    ] {
        assert_eq!(follows(&Goal::Facts(vec![fact.clone()]), &[SQUARES, KINKS]), holds, "{fact}");
    }
    let columns = KINKS.replace("piece S", "piece O");
    assert!(follows(&Goal::Facts(vec![odd("O")]), &[&columns]), "each row of a square weighs 0");
}

/// After how many pieces the machine has won, if it can win: by taking away, round by round, what is lost.
fn slow(game: &WellGame) -> Option<u32> {
    type Situation = (Well, Vec<u8>);
    let movers: Vec<Mover> = game.pieces.pieces().iter().map(|piece| Mover::new(piece, game.rule)).collect();
    let after = |(well, shown): &Situation, next: usize| -> Vec<Situation> {
        let all = [&shown[..], &[next as u8]].concat();
        let mover = &movers[usize::from(all[0])];
        let placed = mover.placements(well).into_iter().map(|at| mover.place(well, at).0);
        placed.filter(|well| well.height() <= usize::from(game.depth)).map(|well| (well, all[1..].to_vec())).collect()
    };
    let empty = Well::empty(game.width).unwrap();
    let starts: Vec<Situation> =
        game.sequences(game.lookahead).into_iter().map(|shown| (empty.clone(), shown)).collect();
    let mut options: BTreeMap<Situation, Vec<Vec<Situation>>> = BTreeMap::new();
    let mut open = starts.clone();
    while let Some(at) = open.pop() {
        if let std::collections::btree_map::Entry::Vacant(new) = options.entry(at) {
            let all: Vec<Vec<Situation>> = (0..movers.len()).map(|next| after(new.key(), next)).collect();
            open.extend(all.iter().flatten().cloned());
            new.insert(all);
        }
    }
    let mut left: BTreeSet<Situation> = options.keys().cloned().collect();
    for round in 1.. {
        let gone = |at: &&Situation| options[*at].iter().any(|some| !some.iter().any(|next| left.contains(next)));
        let gone: Vec<Situation> = left.iter().filter(gone).cloned().collect();
        gone.iter().for_each(|at| assert!(left.remove(at)));
        match starts.iter().all(|start| left.contains(start)) {
            false => return Some(round),
            true if gone.is_empty() => return None,
            true => {}
        }
    }
    None
}

/// Whatever one small well says of another one is so.
#[test]
fn easier_games_are_won_and_harder_ones_lost() {
    let mut games = Vec::new();
    for (width, pieces) in [(2, "O"), (2, "S"), (2, "I"), (2, "OI"), (2, "OS"), (3, "3"), (3, "1"), (3, "O"), (3, "1O")]
    {
        for (depth, rule) in (0..=3).flat_map(|depth| Movement::ALL.map(|rule| (depth, rule.word()))) {
            games.extend((0..=1).map(|shown| game(&format!("{width} {depth} {pieces} {rule} {shown}"))));
        }
    }
    let solved: Vec<(WellGame, Option<u32>)> = games.into_iter().map(|game| (game.clone(), slow(&game))).collect();
    let (mut won, mut lost) = (0, 0);
    for (one, result) in &solved {
        for (other, known) in &solved {
            if result.is_none() && Fact::Survives(one.clone()).implies(&Fact::Survives(other.clone())) {
                assert!(known.is_none(), "{} and {}", one.title(), other.title());
                won += 1;
            }
            let defeat = |game: &WellGame, within| Fact::Defeated { game: game.clone(), within };
            let Some(within) = *result else { continue };
            if defeat(one, within).implies(&defeat(other, within)) {
                assert!(known.is_some_and(|known| known <= within), "{} and {}", one.title(), other.title());
                assert!(defeat(one, within).implies(&Fact::Lost(other.clone())));
                assert!(!defeat(one, within + 1).implies(&defeat(other, within)));
                lost += 1;
            }
        }
    }
    assert!(won > 400 && lost > 400, "{won} {lost}");
}

/// Whether some order of pieces defeats a player who knows it, by all sets of wells.
fn lost_in_advance(game: &WellGame) -> bool {
    let movers: Vec<Mover> = game.pieces.pieces().iter().map(|piece| Mover::new(piece, game.rule)).collect();
    let mut seen: BTreeSet<BTreeSet<Well>> = BTreeSet::new();
    let mut open = vec![BTreeSet::from([Well::empty(game.width).unwrap()])];
    loop {
        let Some(wells) = open.pop() else { return false };
        if wells.is_empty() {
            return true;
        }
        if seen.insert(wells.clone()) {
            open.extend(movers.iter().map(|mover| {
                let next = |well| mover.placements(well).into_iter().map(|at| mover.place(well, at).0);
                wells.iter().flat_map(next).filter(|next| next.height() <= usize::from(game.depth)).collect()
            }));
        }
    }
}

#[test]
fn what_is_known_in_advance_helps_the_player_only() {
    let mut games = Vec::new();
    for (width, pieces) in [(2, "O"), (2, "S"), (2, "JL"), (2, "OI"), (2, "OS"), (3, "3"), (3, "1"), (3, "1O")] {
        for (depth, rule) in (0..=3).flat_map(|depth| Movement::ALL.map(|rule| (depth, rule.word()))) {
            games.push(game(&format!("{width} {depth} {pieces} {rule} 0")));
        }
    }
    let known = |game: &WellGame| {
        let WellGame { width, depth, ref pieces, rule, .. } = *game;
        InAdvance::new(width, depth, pieces.clone(), rule, Deal::Any).unwrap()
    };
    let solved: Vec<(WellGame, bool, bool)> =
        games.into_iter().map(|game| (game.clone(), slow(&game).is_none(), lost_in_advance(&game))).collect();
    let mut shown = [0; 4];
    for (one, is_won, is_lost) in &solved {
        for (other, other_won, other_lost) in &solved {
            let told = WellGame { lookahead: 2, ..other.clone() };
            let (survives, loses) = (Fact::Survives(one.clone()), Fact::LostInAdvance(known(one)));
            let (wins, lost) = (Fact::SurvivesInAdvance(known(one)), Fact::SurvivesInAdvance(known(other)));
            if *is_won && survives.implies(&lost) {
                assert!(!other_lost, "{} and {}", one.title(), other.title());
                shown[0] += 1;
            }
            if !is_lost && wins.implies(&lost) {
                assert!(!other_lost, "{} and {}", one.title(), other.title());
                shown[1] += 1;
            }
            if *is_lost && loses.implies(&Fact::LostInAdvance(known(other))) {
                assert!(*other_lost, "{} and {}", one.title(), other.title());
                shown[2] += 1;
            }
            if *is_lost && loses.implies(&Fact::Lost(told)) {
                assert!(!other_won, "{} and {}", one.title(), other.title());
                shown[3] += 1;
            }
        }
    }
    assert!(shown.iter().all(|count| *count > 100), "{shown:?}");
    // A bag is another game, with a piece put aside or not, and one of fewer pieces is no easier.
    let bag =
        |pieces: &str, hold| InAdvance::new(4, 2, PieceSet::parse(pieces).unwrap(), Movement::Drop, Deal::Bag { hold });
    let any = InAdvance::new(4, 2, PieceSet::parse("OI").unwrap(), Movement::Drop, Deal::Any).unwrap();
    let different = [any, bag("OI", false).unwrap(), bag("OI", true).unwrap(), bag("OIT", true).unwrap()];
    for (at, one) in different.iter().enumerate() {
        for (other_at, other) in different.iter().enumerate() {
            let (won, lost) = (Fact::SurvivesInAdvance, Fact::LostInAdvance);
            assert_eq!(won(one.clone()).implies(&won(other.clone())), at == other_at);
            assert_eq!(lost(one.clone()).implies(&lost(other.clone())), at == other_at);
        }
    }
}
