//! Certificates made by hand and their mutants, against a twin that plays in whole wells by the rules of the game.
use super::*;
use crate::game::wells::Mover;
use crate::proof::{self, lines, mutants::Mutants};
use std::collections::HashSet;

const ELBOWS: &str =
    "width 2\npieces J L\nrule anywhere\nlookahead 0\nrows 1\ngain 1\nsend - J 0\nsend 10 J 0\nsend 01 L 0";
const TWO_ROWS: &str = "width 2\npieces I T\nrule slide\nlookahead 0\nrows 2\ngain 2\nsend - I 1\nsend 10 I 1\nsend 01 I 1\n\
                        send 10/10 T 0\nsend 01/10 I 1\nsend 10/01 I 1\nsend 01/01 T 0";
const SHOWN: &str = "width 2\npieces J S\nrule drop\nlookahead 1\nrows 1\ngain 16\nsend - J S 34\nsend - S J 34\nsend 10 J S 34\n\
                     send 10 S J 33\nsend 01 J S 0\nsend 01 S J 34";
const WALL: &str = "width 1\npieces O\nrule drop\nlookahead 0\nrows 1\ngain 1\nsend - O 0";

fn whole(body: &str) -> String {
    format!("topple-certificate 1 rising\n{body}\nend\n")
}

/// Whether the player can go on for ever in a depth: of all wells with what is shown, those are taken away in which some
/// piece leaves no place to go, until none is left to take away.
fn survives(wells: &AnyDepth, depth: u16) -> bool {
    let game = wells.of_depth(depth);
    let movers: Vec<Mover> = game.pieces.pieces().iter().map(|piece| Mover::new(piece, game.rule)).collect();
    let mut all = vec![Well::empty(game.width).unwrap()];
    let mut at = 0;
    while at < all.len() {
        for row in 1..full(i32::from(game.width)) {
            let rows = [all[at].rows(), &[row]].concat();
            if rows.len() <= usize::from(depth) {
                all.push(Well::new(game.width, rows).unwrap());
            }
        }
        at += 1;
    }
    let shown = game.sequences(game.lookahead);
    let mut safe: HashSet<(Well, Vec<u8>)> =
        all.iter().flat_map(|well| shown.iter().map(move |shown| (well.clone(), shown.clone()))).collect();
    loop {
        let keeps = |(well, shown): &(Well, Vec<u8>)| {
            (0..movers.len() as u8).all(|sent| {
                let pieces = [&shown[..], &[sent]].concat();
                let mover = &movers[usize::from(pieces[0])];
                let after = |at| (mover.place(well, at).0, pieces[1..].to_vec());
                mover.placements(well).into_iter().any(|at| safe.contains(&after(at)))
            })
        };
        let kept: HashSet<_> = safe.iter().filter(|situation| keeps(situation)).cloned().collect();
        if kept.len() == safe.len() {
            return shown.iter().all(|shown| kept.contains(&(Well::empty(game.width).unwrap(), shown.clone())));
        }
        safe = kept;
    }
}

/// Whether the machine wins at every small depth, and by the order that is said in advance, if one is.
pub fn holds(_: &str, facts: &Facts) -> bool {
    let [Fact::LostHoweverDeep(wells), orders @ ..] = &facts[..] else { return false };
    let depths = if wells.width > 3 { 0..2 } else { 0..5 };
    let is_lost = |fact: &Fact, depth: u16| matches!(fact, Fact::LostToCycle(order) if !can_be_placed(order, depth));
    depths.into_iter().all(|depth| !survives(wells, depth) && orders.iter().all(|fact| is_lost(fact, depth)))
}

/// Whether the first hundred pieces of an order can be placed in a well so deep.
fn can_be_placed(order: &Cycle, depth: u16) -> bool {
    let named = |words: &str| words.split_whitespace().map(String::from).collect::<Vec<_>>();
    let again = named(&order.cycle).into_iter().cycle();
    let mut wells = HashSet::from([Well::empty(order.width).unwrap()]);
    for word in named(&order.first).into_iter().chain(again).take(100) {
        let piece = order.pieces.pieces().iter().find(|piece| piece.word() == word).expect("a piece of the set");
        let mover = Mover::new(piece, order.rule);
        let after = |well| mover.placements(well).into_iter().map(|at| mover.place(well, at).0);
        wells = wells.iter().flat_map(after).filter(|well| well.height() <= usize::from(depth)).collect();
    }
    !wells.is_empty()
}

/// Plays the sends of a certificate in a whole well for so many pieces, against a player who chooses among his places by
/// `choose` and their heights, and looks whether the height is as great as the certificate promises.
fn played(text: &str, pieces: i64, mut choose: impl FnMut(&[usize]) -> usize) -> i64 {
    let (_, lines) = lines::read(text).unwrap();
    let rising = read(&lines).unwrap();
    let movers: Vec<Mover> =
        rising.wells.pieces.pieces().iter().map(|piece| Mover::new(piece, rising.wells.rule)).collect();
    let mut well = Well::empty(rising.wells.width).unwrap();
    let sent_at: BTreeMap<&Situation, usize> = rising.sends.iter().map(|(_, at, piece)| (at, *piece)).collect();
    let mut shown = sent_at.keys().find(|(rows, _)| rows.is_empty()).unwrap().1.clone();
    let first = rising.potentials[&(vec![], shown.clone())];
    for turn in 0..pieces {
        let from = well.height().saturating_sub(rising.rows);
        let situation = (well.rows()[from..].to_vec(), shown.clone());
        let (sent, potential) = (sent_at[&situation], rising.potentials[&situation]);
        assert!(rising.gain * well.height() as i64 >= turn + first - potential, "{well} after {turn} pieces");
        let all = [&shown[..], &[sent]].concat();
        let after: Vec<Well> =
            movers[all[0]].placements(&well).into_iter().map(|at| movers[all[0]].place(&well, at).0).collect();
        if after.is_empty() {
            return i64::MAX;
        }
        well = after[choose(&after.iter().map(Well::height).collect::<Vec<_>>())].clone();
        shown = all[1..].to_vec();
    }
    well.height() as i64
}

#[test]
fn elbows_without_lookahead_lose_in_width_two() {
    let facts = proof::check(&whole(ELBOWS)).unwrap();
    let wells = AnyDepth { width: 2, pieces: PieceSet::parse("JL").unwrap(), rule: Movement::Anywhere, lookahead: 0 };
    assert_eq!(facts, [Fact::LostHoweverDeep(wells.clone())]);
    let lost = |depth, pieces: &str, rule, lookahead| {
        let pieces = PieceSet::parse(pieces).unwrap();
        facts[0].implies(&Fact::Lost(AnyDepth { pieces, rule, lookahead, ..wells.clone() }.of_depth(depth)))
    };
    assert!(lost(0, "JL", Movement::Anywhere, 0) && lost(1000, "JLO", Movement::Drop, 0));
    assert!(!lost(3, "J", Movement::Drop, 0) && !lost(3, "JL", Movement::Drop, 1));
}

#[test]
fn wells_rise_as_promised_whatever_the_player_does() {
    for body in [ELBOWS, TWO_ROWS, SHOWN, WALL] {
        let text = whole(body);
        assert!(proof::check(&text).is_ok(), "{body}: {:?}", proof::check(&text));
        let lowest = |heights: &[usize]| (0..heights.len()).min_by_key(|at| heights[*at]).unwrap();
        assert!(played(&text, 200, lowest) > 4);
        for seed in 0..20_usize {
            let mut state = seed;
            let any = |heights: &[usize]| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (state >> 33) % heights.len()
            };
            assert!(played(&text, 200, any) > 4);
        }
    }
}

#[test]
fn every_mutant_is_refused_or_the_machine_wins_in_small_wells() {
    let words =
        ["J", "L", "S", "I", "T", "O", "0", "2", "5", "-", "10", "01", "11", "drop", "slide", "referee", "anywhere"];
    let added = ["send 10 J 0", "send 01 T 3", "rows 1", "gain 2", "send 10/10 I 0", "x 1"];
    let (mut refused, mut accepted) = (0, 0);
    for body in [ELBOWS, TWO_ROWS, SHOWN, WALL] {
        let judged = Mutants::of(&whole(body), &words, &added).judge(holds);
        refused += judged.0;
        accepted += judged.1;
    }
    assert!(refused > 2000 && accepted > 10, "{refused} refused, {accepted} accepted");
}

#[test]
fn broken_texts_are_refused() {
    let bad =
        |from: &str, to: &str| assert!(proof::check(&whole(&ELBOWS.replacen(from, to, 1))).is_err(), "{from}: {to}");
    for (from, to) in [
        ("width 2", "width 17"),
        ("width 2", "width 0"),
        ("width 2", "width 3"),
        ("pieces J L", "pieces L L"),
        ("rule anywhere", "rule up"),
        ("lookahead 0", "lookahead 7"),
        ("lookahead 0", "lookahead 1"),
        ("rows 1", "rows 0"),
        ("rows 1", "rows 65"),
        ("rows 1", "rows 2"),
        ("gain 1", "gain 0"),
        ("gain 1", "gain 1000000001"),
        ("send - J 0\n", ""),
        ("send - J 0\n", "send - J -1\n"),
        ("send - J 0\n", "send - J 3\n"),
        ("send - J 0\n", "send - J 1000000001\n"),
        ("send 10 J 0", "send 10 L 0"),
        ("send 10 J 0", "send 10 T 0"),
        ("send 10 J 0", "send 10 J 0\nsend 10 J 0"),
        ("send 10 J 0", "send 10/10 J 0"),
        ("send 10 J 0", "send 11 J 0"),
    ] {
        bad(from, to);
    }
    assert!(proof::check(&whole("width 2\npieces J L\nrule drop\nlookahead 0\nrows 1")).is_err());
    // The player wins with bars alone, and a wide well has more tops than a text has lines.
    for width in [1, 2, 16] {
        let body = format!("width {width}\npieces I\nrule drop\nlookahead 0\nrows 1\ngain 1\nsend - I 0");
        assert!(proof::check(&whole(&body)).is_err());
    }
}
