//! Certificates made by hand, one that is kept, and mutants of them, against a twin that plays in whole wells by the rules of the game.
use super::*;
use crate::game::wells::{Mover, PieceSet, Well};
use crate::proof::potential::rising::tests::holds;
use crate::proof::{self, lines, mutants::Mutants};

/// The machine goes by the highest row; state 4 is of no well.
const ELBOWS: &str = "width 2\npieces J L\nrule slide\nlookahead 0\nweights 1 1\nstate 2 3\nstate 2 3\nstate 2 3\nstate 0 0\n\
                      send 1 J 0\nsend 2 J 0\nsend 3 L 0";
/// It goes by the highest two rows.
const TWO_ROWS: &str = "width 2\npieces I T\nrule slide\nlookahead 0\nweights 2 2\nstate 2 3\nstate 4 6\nstate 5 7\nstate 4 6\n\
                        state 4 6\nstate 5 7\nstate 5 7\nsend 1 I 1\nsend 2 I 1\nsend 3 I 1\nsend 4 T 0\nsend 5 I 1\n\
                        send 6 I 1\nsend 7 T 0";
const SHOWN: &str = "width 2\npieces J S\nrule drop\nlookahead 1\nweights 16 16\nstate 2 3\nstate 2 3\nstate 2 3\nsend 1 J S 34\n\
                     send 1 S J 34\nsend 2 J S 34\nsend 2 S J 33\nsend 3 J S 0\nsend 3 S J 34";
/// The kept certificate of the square and both elbows in width 4.
const KEPT: &str =
    include_str!("../../../../proofs/certificates/brzustowski/row-weights-OJL-width-4-lookahead-0-slide.cert");

fn whole(body: &str) -> String {
    format!("topple-certificate 1 row-weights\n{body}\nend\n")
}

fn read_whole(text: &str) -> Weighed {
    read(&lines::read(text).unwrap().1).unwrap()
}

/// Plays the sends of a certificate in a whole well for so many pieces, against a player who chooses among the wells that he can
/// leave, and looks whether the weight is as great as the certificate promises; how high the well is then.
fn played(text: &str, pieces: i64, mut choose: impl FnMut(&[Well]) -> usize) -> usize {
    let Weighed { wells, automaton, sends } = read_whole(text);
    let movers: Vec<Mover> = wells.pieces.pieces().iter().map(|piece| Mover::new(piece, wells.rule)).collect();
    let letters = |well: &Well| well.rows().iter().map(|row| usize::from(*row)).collect::<Vec<_>>();
    let weight = |well: &Well| letters(well).into_iter().map(|row| automaton.features[0][row - 1]).sum::<i64>();
    let state = |well: &Well| letters(well).into_iter().fold(START, |state, row| automaton.next(state, row));
    let mut well = Well::empty(wells.width).unwrap();
    let mut shown = sends.keys().find(|(state, _)| *state == START).unwrap().1.clone();
    let first = sends[&(START, shown.clone())].1;
    for turn in 0..pieces {
        let (sent, potential) = sends[&(state(&well), shown.clone())];
        assert!(weight(&well) + potential >= turn + first, "{well} after {turn} pieces");
        let all = [&shown[..], &[sent]].concat();
        let mover = &movers[all[0]];
        let after: Vec<Well> = mover.placements(&well).into_iter().map(|at| mover.place(&well, at).0).collect();
        well = after[choose(&after)].clone();
        shown = all[1..].to_vec();
    }
    well.height()
}

#[test]
fn the_weight_rises_as_promised_whatever_the_player_does() {
    for text in [whole(ELBOWS), whole(TWO_ROWS), whole(SHOWN), KEPT.to_string()] {
        assert!(proof::check(&text).is_ok(), "{:?}", proof::check(&text));
        let lowest = |wells: &[Well]| (0..wells.len()).min_by_key(|at| wells[*at].height()).unwrap();
        assert!(played(&text, 500, lowest) > 4);
        let fullest = |wells: &[Well]| {
            let cells = |well: &Well| well.rows().iter().map(|row| row.count_ones()).sum::<u32>();
            (0..wells.len()).min_by_key(|at| (cells(&wells[*at]), wells[*at].height())).unwrap()
        };
        assert!(played(&text, 500, fullest) > 4);
        for seed in 0..20_usize {
            let mut state = seed;
            let any = |wells: &[Well]| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (state >> 33) % wells.len()
            };
            assert!(played(&text, 500, any) > 4);
        }
    }
}

#[test]
fn what_is_proved_is_that_the_machine_wins_at_every_depth() {
    let wells = |pieces: &str, rule, lookahead| {
        let pieces = PieceSet::parse(pieces).unwrap();
        vec![Fact::LostHoweverDeep(AnyDepth { width: 2, pieces, rule, lookahead })]
    };
    assert_eq!(proof::check(&whole(ELBOWS)).unwrap(), wells("JL", Movement::Slide, 0));
    assert_eq!(proof::check(&whole(SHOWN)).unwrap(), wells("JS", Movement::Drop, 1));
    // No elbow fits into a row that another one covers.
    let anywhere = whole(&ELBOWS.replace("rule slide", "rule anywhere"));
    assert_eq!(proof::check(&anywhere).unwrap(), wells("JL", Movement::Anywhere, 0));
}

/// Every place in every well of up to so many rows is found, and no other, if states are wells of so many rows and of one more.
#[test]
fn plays_are_those_in_whole_wells_when_pieces_only_drop() {
    for (width, most) in [(2, 5), (3, 3)] {
        let letters = (1 << width) - 2;
        let (mut table, mut wells): (Vec<Vec<u32>>, Vec<Vec<u16>>) =
            (vec![vec![DEAD; letters + 1]], vec![vec![], vec![]]);
        while let Some(well) = wells.get(table.len()).cloned() {
            let mut next = vec![DEAD; letters + 1];
            for row in (1..=letters).filter(|_| well.len() < most) {
                next[row - 1] = wells.len() as u32;
                wells.push([&well[..], &[row as u16]].concat());
            }
            table.push(next);
        }
        let features = vec![(1..=letters as i64).map(|row| row * row).collect::<Vec<_>>()];
        let weight = |rows: &[u16]| rows.iter().map(|row| i64::from(*row).pow(2)).sum::<i64>();
        for rule in [Movement::Drop, Movement::Slide, Movement::Anywhere] {
            let automaton = Automaton { width, rule, features: features.clone(), table: table.clone() };
            for word in ["S", "O", "T", "L", "I", "[11/01/11]"] {
                let piece = PieceSet::parse(word).unwrap().pieces()[0].clone();
                let mut found = Vec::new();
                for cells in turns(&piece) {
                    let turn = Turn::new(&cells, i32::from(width));
                    for column in 0..turn.columns() {
                        let add = |Play { before, after, change }: &Play| {
                            found.push((*before, *after, change[0]));
                            Ok(())
                        };
                        automaton.plays(&turn, column, add).unwrap();
                    }
                }
                let mover = Mover::new(&piece, rule);
                let mut expected = Vec::new();
                for (before, rows) in wells.iter().enumerate().skip(1) {
                    let well = Well::new(width, rows.clone()).unwrap();
                    for at in mover.placements(&well) {
                        let after = mover.place(&well, at).0.rows().to_vec();
                        let state =
                            wells.iter().skip(1).position(|rows| *rows == after).map_or(DEAD, |at| at as u32 + 1);
                        expected.push((before as u32, state, weight(&after) - weight(rows)));
                    }
                }
                found.sort_unstable();
                found.dedup();
                expected.sort_unstable();
                expected.dedup();
                assert_eq!(found, expected, "{word} in width {width} by {}", rule.word());
            }
        }
    }
}

#[test]
fn every_mutant_is_refused_or_the_machine_wins_in_small_wells() {
    let words = ["J", "L", "S", "T", "0", "1", "2", "3", "5", "-1", "drop", "anywhere"];
    let added =
        ["send 1 L 0", "send 2 L 0", "send 4 J 5", "state 2 3", "state 3 2", "weights 1 2", "lookahead 1", "x 1"];
    let (mut refused, mut accepted) = (0, 0);
    for body in [ELBOWS, TWO_ROWS, SHOWN] {
        let judged = Mutants::of(&whole(body), &words, &added).judge(holds);
        refused += judged.0;
        accepted += judged.1;
    }
    assert!(refused > 1000 && accepted > 10, "{refused} refused, {accepted} accepted");
}

#[test]
fn no_line_of_a_found_certificate_can_be_spared() {
    let keep = |skip: usize| KEPT.lines().enumerate().filter(move |(at, _)| *at != skip).map(|(_, line)| line);
    let lines = KEPT.lines().count();
    for skip in (1..lines).step_by(lines / 20) {
        let text: String = keep(skip).flat_map(|line| [line, "\n"]).collect();
        assert!(proof::check(&text).is_err(), "without line {}", skip + 1);
    }
}

#[test]
fn broken_texts_are_refused() {
    for (from, to) in [
        ("width 2", "width 1"),
        ("width 2", "width 9"),
        ("width 2", "width 3"),
        ("pieces J L", "pieces L L"),
        ("pieces J L", "piece J L"),
        ("rule slide", "rule referee"),
        ("lookahead 0", "lookahead 3"),
        ("lookahead 0", "lookahead 1"),
        ("weights 1 1", "weights 1"),
        ("weights 1 1", "weights 1 1 1"),
        ("weights 1 1", "weights 1 0"),
        ("weights 1 1", "weights 1 1001"),
        ("state 2 3", "state 2"),
        ("state 2 3", "state 2 5"),
        ("state 2 3", "state 2 0"),
        ("state 2 3", "state 2 3 0"),
        ("state 2 3\nstate 2 3\nstate 2 3\nstate 0 0\n", ""),
        ("send 1 J 0\n", ""),
        ("send 1 J 0", "send 0 J 0"),
        ("send 1 J 0", "send 5 J 0"),
        ("send 1 J 0", "send 1 J"),
        ("send 1 J 0", "send 1 J 2"),
        ("send 1 J 0", "send 1 J 1000000001"),
        ("send 1 J 0", "send 1 J J 0"),
        ("send 1 J 0", "send 1 T 0"),
        ("send 1 J 0", "send 1 J 0\nsend 1 J 0"),
        ("send 2 J 0", "send 2 L 0"),
    ] {
        assert!(proof::check(&whole(&ELBOWS.replacen(from, to, 1))).is_err(), "{from}: {to}");
    }
    // The player wins with bars alone.
    let bars = "width 2\npieces I\nrule drop\nlookahead 0\nweights 1 1\nstate 1 1\nsend 1 I 0";
    assert!(proof::check(&whole(bars)).is_err());
}
