//! Certificates made by hand and their mutants, against a twin that plays in whole wells by the rules of the game.
use super::super::rising::tests::holds;
use super::*;
use crate::game::wells::{Mover, Well};
use crate::proof::{self, lines, mutants::Mutants};

const ELBOWS: &str = "width 2\npieces J L\nrule slide\nlookahead 0\nruns 2\nlong 2\nweight 10 1\nweight 01 1\nbelow = 10x2\n\
                      below 01x2 10x2\nbelow = 01x2\nbelow 10x2 01x2\nsend = J 0\nsend =/10x2 J 0\nsend =/01x2 L 0\n\
                      send 10x2/01x2 L 0\nsend 01x2/10x2 J 0";
const SHOWN: &str = "width 2\npieces T S\nrule slide\nlookahead 1\nruns 2\nlong 1\nweight 10 1\nweight 01 1\nbelow 01x1 10x1\n\
                     below = 01x1\nbelow 10x1 01x1\nsend = S T 2\nsend 01x1/10x1 T S 1\nsend =/01x1 S T 2\n\
                     send 01x1/10x1 S T 0\nsend 10x1/01x1 S T 2";
/// The kept certificate of the two elbows in width 3.
const KEPT: &str =
    include_str!("../../../../proofs/certificates/brzustowski/rising-runs-JL-width-3-lookahead-0-slide.cert");

fn whole(body: &str) -> String {
    format!("topple-certificate 1 rising-runs\n{body}\nend\n")
}

/// Plays the sends of a certificate in a whole well for so many pieces, against a player who chooses among the wells that he
/// can leave, and looks whether the weight is as great as the certificate promises; how high the well is then.
fn played(text: &str, pieces: i64, mut choose: impl FnMut(&[Well]) -> usize) -> usize {
    let (_, lines) = lines::read(text).unwrap();
    let rising = read(&lines).unwrap();
    let game = &rising.wells;
    let movers: Vec<Mover> = game.pieces.pieces().iter().map(|piece| Mover::new(piece, game.rule)).collect();
    let weight = |well: &Well| well.rows().iter().map(|row| rising.weights[usize::from(*row)]).sum::<i64>();
    let top = |well: &Well| {
        let all = exact(well.rows()).into_iter().map(|(row, rows)| (row, rows.min(rising.long)));
        let all: Vec<Run> = [FLOOR].into_iter().chain(all).collect();
        all[all.len().saturating_sub(rising.runs)..].to_vec()
    };
    let sent_at: BTreeMap<&Situation, usize> = rising.sends.iter().map(|(_, at, piece)| (at, *piece)).collect();
    let mut well = Well::empty(game.width).unwrap();
    let mut shown = sent_at.keys().find(|(runs, _)| runs[..] == [FLOOR]).unwrap().1.clone();
    let first = rising.potentials[&(vec![FLOOR], shown.clone())];
    for turn in 0..pieces {
        let situation = (top(&well), shown.clone());
        let (sent, potential) = (sent_at[&situation], rising.potentials[&situation]);
        assert!(weight(&well) + potential >= turn + first, "{well} after {turn} pieces");
        let all = [&shown[..], &[sent]].concat();
        let after: Vec<Well> =
            movers[all[0]].placements(&well).into_iter().map(|at| movers[all[0]].place(&well, at).0).collect();
        well = after[choose(&after)].clone();
        shown = all[1..].to_vec();
    }
    well.height()
}

#[test]
fn wells_rise_as_promised_whatever_the_player_does() {
    for text in [whole(ELBOWS), whole(SHOWN), KEPT.to_string()] {
        assert!(proof::check(&text).is_ok(), "{:?}", proof::check(&text));
        let lowest = |wells: &[Well]| (0..wells.len()).min_by_key(|at| wells[*at].height()).unwrap();
        assert!(played(&text, 500, lowest) > 4);
        // The fullest rows, and so the deepest slots.
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
fn every_mutant_is_refused_or_the_machine_wins_in_small_wells() {
    let words = ["J", "L", "S", "T", "0", "2", "5", "=", "10", "01x1", "10x2", "10x3", "=/10x1", "drop", "referee"];
    let added = ["send 10x1 J 0", "send =/01x1 T 3", "below = 01x1", "below 01x2 10x1", "weight 11 2", "long 1", "x 1"];
    let (mut refused, mut accepted) = (0, 0);
    for body in [ELBOWS, SHOWN] {
        let judged = Mutants::of(&whole(body), &words, &added).judge(holds);
        refused += judged.0;
        accepted += judged.1;
    }
    assert!(refused > 2000 && accepted > 10, "{refused} refused, {accepted} accepted");
}

#[test]
fn no_line_of_a_found_certificate_can_be_spared() {
    let keep = |skip: usize| KEPT.lines().enumerate().filter(move |(at, _)| *at != skip).map(|(_, line)| line);
    let lines = KEPT.lines().count();
    for skip in (1..lines).step_by(lines / 40) {
        let text: String = keep(skip).flat_map(|line| [line, "\n"]).collect();
        assert!(proof::check(&text).is_err(), "without line {}", skip + 1);
    }
}

#[test]
fn broken_texts_are_refused() {
    let bad =
        |from: &str, to: &str| assert!(proof::check(&whole(&ELBOWS.replacen(from, to, 1))).is_err(), "{from}: {to}");
    for (from, to) in [
        ("width 2", "width 1"),
        ("width 2", "width 9"),
        ("width 2", "width 3"),
        ("pieces J L", "pieces L L"),
        ("rule slide", "rule referee"),
        ("rule slide", "rule anywhere"),
        ("lookahead 0", "lookahead 7"),
        ("lookahead 0", "lookahead 1"),
        ("runs 2", "runs 1"),
        ("runs 2", "runs 17"),
        ("runs 2", "runs 3"),
        ("long 2", "long 0"),
        ("long 2", "long 65"),
        ("long 2", "long 1"),
        ("weight 10 1\n", ""),
        ("weight 10 1", "weight 10 1\nweight 10 1"),
        ("weight 10 1", "weight 11 1"),
        ("weight 10 1", "weight 00 1"),
        ("weight 10 1", "weight 10 0"),
        ("weight 10 1", "weight 10 1000000001"),
        ("below = 10x2\n", ""),
        ("below = 10x2", "below = ="),
        ("below = 10x2", "below 10x2 ="),
        ("below = 10x2", "below 10x1 10x2"),
        ("below = 10x2", "below = 10x3"),
        ("below = 10x2", "below = 10x0"),
        ("send = J 0\n", ""),
        ("send = J 0", "send = J -1"),
        ("send = J 0", "send = J 3"),
        ("send = J 0", "send = J 0\nsend = J 0"),
        ("send =/10x2 J 0", "send =/10x2 L 0"),
        ("send =/10x2 J 0", "send =/10x2 T 0"),
        ("send =/10x2 J 0", "send 10x2 J 0"),
        ("send =/10x2 J 0", "send 01x1/=/10x2 J 0"),
    ] {
        bad(from, to);
    }
    // The player wins with bars alone.
    let bars = "width 2\npieces I\nrule drop\nlookahead 0\nruns 2\nlong 2\nweight 10 1\nweight 01 1\nsend = I 0";
    assert!(proof::check(&whole(bars)).is_err());
}
