//! A certificate made by hand, a kept one and mutants of both, against twins that play in whole wells by the rules of the game.
mod parts;
mod squares;

use super::*;
use crate::game::wells::{Deal, InAdvance, Movement, Mover, Piece, PieceSet, Placement, Well};
use crate::proof::automaton::word::START;
use crate::proof::region::wells::WellGame;
use crate::proof::{self, lines, mutants::Mutants};
use std::cmp::Ordering;
use std::collections::HashSet;

/// The tee in width 2. The mark is put below `10`, which then has only what the kinks and the tee bring on it.
const TEE: &str = "width 2\npieces S T\nrule slide\nruns 1 0\nmost 1 1\nfeature 1 1\nmeasure 1\n\
                   state 1 1 2\nstate 3 5 0\nstate 4 0 0\nstate 4 0 0\nstate 0 6 0\nstate 7 0 0\nstate 0 0 0\n\
                   before 0 0 3 0 0\nbefore 0 1 3 0 0\nafter 0 0 4 0 0\nafter 0 0 7 0 0\nafter 0 0 5 0 1\n\
                   after 0 1 4 0 0\nafter 0 1 7 0 0\nafter 0 1 5 0 1";
/// The kept certificates of width 4: of the tee with any number of kinks, and of the elbow J with an odd one.
const KEPT: [&str; 2] = [
    include_str!("../../../../proofs/certificates/brzustowski/kink-order-T-width-4.cert"),
    include_str!("../../../../proofs/certificates/brzustowski/kink-order-J-width-4.cert"),
];

fn whole(body: &str) -> String {
    format!("topple-certificate 1 kink-order\n{body}\nend\n")
}

/// The tee in width 2 with an odd number of kinks: each rank is given for both remainders.
fn odd() -> String {
    let each = |line: &str| match line.split_once(" 0 ") {
        Some((key @ ("before" | "after"), rest)) => format!("{key} 0 {rest}\n{key} 1 {rest}\n"),
        _ => format!("{line}\n"),
    };
    TEE.replace("runs 1 0", "runs 2 1").lines().map(each).collect::<String>().trim_end().to_string()
}

fn fact(width: u8, piece: &str, [divisor, rest]: [usize; 2]) -> Fact {
    Fact::LostToKinks(KinkOrder { width, piece: piece.to_string(), divisor, rest, squares: None })
}

/// Whether the orders with the first numbers of kinks and squares, from eight on, that the certificate allows defeat every player in
/// wells of some small depths, from each well.
fn holds(facts: &Facts) -> bool {
    let [Fact::LostToKinks(KinkOrder { width, piece, divisor, rest, squares })] = &facts[..] else { return false };
    let pieces = ["S", "O", piece].map(|word| PieceSet::parse(word).unwrap().pieces()[0].clone());
    let [kink, square, other] = [0, 1, 2].map(|at| Mover::new(&pieces[at], Movement::Slide));
    let numbers = |divisor: usize, rest: usize| (8..).filter(move |many| many % divisor == rest).take(3);
    let runs = numbers(*divisor, *rest).flat_map(|kinks| {
        let squares: Vec<usize> = squares.as_ref().map_or(vec![0], |run| numbers(run.divisor, run.rest).collect());
        squares.into_iter().map(move |squares| [kinks, squares])
    });
    let most = if *width == 2 { 4 } else { 3 };
    runs.flat_map(|runs| (0..most).map(move |depth| (runs, depth))).all(|([kinks, squares], depth)| {
        let mut wells = HashSet::from([Well::empty(*width).unwrap()]);
        for _ in 0..depth {
            let rows = 1..(1 << width) - 1;
            let higher = |well: &Well| {
                rows.clone().map(|row| Well::new(*width, [well.rows(), &[row]].concat()).unwrap()).collect::<Vec<_>>()
            };
            wells = wells.iter().flat_map(higher).chain(wells.iter().cloned()).collect();
        }
        let order = [vec![&kink; kinks], vec![&square; squares], vec![&other]].concat();
        for piece in order.iter().cycle().take(10 * order.len()) {
            let after = |well| piece.placements(well).into_iter().map(|at| piece.place(well, at).0);
            wells = wells.iter().flat_map(after).filter(|well| well.height() <= depth).collect();
        }
        wells.is_empty()
    })
}

#[test]
fn a_certificate_made_by_hand_and_a_found_one_are_accepted() {
    for (text, runs) in [(whole(TEE), [1, 0]), (whole(&odd()), [2, 1])] {
        let facts = proof::check(&text).unwrap();
        assert_eq!(facts, [fact(2, "T", runs)]);
        assert!(holds(&facts));
    }
    assert_eq!(KEPT.map(|text| proof::check(text).unwrap()), [[fact(4, "T", [1, 0])], [fact(4, "J", [2, 1])]]);
}

#[test]
fn the_elbow_needs_an_odd_number_of_kinks() {
    let [_, elbow] = KEPT;
    assert!(elbow.contains("\nruns 2 1\n"));
    assert!(proof::check(&elbow.replace("\nruns 2 1\n", "\nruns 2 0\n")).is_err());
    // The ranks of both remainders as those of any number: of each state those of one remain.
    let any = elbow.replace("\nruns 2 1\n", "\nruns 1 0\n");
    for left in ["0", "1"] {
        let of = |line: &&str| {
            !line.starts_with("before ") && !line.starts_with("after ") || line.split(' ').nth(1) == Some(left)
        };
        let text = any
            .lines()
            .filter(of)
            .map(|line| line.replacen("before 1 ", "before 0 ", 1).replacen("after 1 ", "after 0 ", 1));
        assert!(proof::check(&text.map(|line| line + "\n").collect::<String>()).is_err());
    }
}

#[test]
fn every_mutant_is_refused_or_the_order_defeats_every_player_in_small_wells() {
    let words = ["T", "O", "I", "J", "0", "2", "6", "before", "after", "drop"];
    let added = ["before 0 0 4 0 0", "after 0 1 3 0 5", "state 3 5 0", "measure 0", "feature 0 1", "x 1"];
    for text in [whole(TEE), whole(&odd())] {
        let (refused, accepted) = Mutants::of(&text, &words, &added).judge(|_, facts| holds(facts));
        assert!(refused > 1000 && accepted > 100, "{refused} refused, {accepted} accepted");
    }
}

#[test]
fn no_line_of_the_found_certificates_can_be_spared() {
    for kept in KEPT {
        let lines: Vec<&str> = kept.lines().collect();
        let firsts = ["width", "pieces", "rule", "runs", "most", "feature", "measure"]
            .map(|key| lines.iter().position(|line| line.starts_with(key)).unwrap());
        for skip in firsts.into_iter().chain((20..lines.len()).step_by(lines.len() / 12)) {
            let text = [&lines[..skip], &lines[skip + 1..]].concat().join("\n");
            assert!(proof::check(&text).is_err(), "without line {}", skip + 1);
        }
    }
}

#[test]
fn broken_texts_are_refused() {
    for (from, to) in [
        ("width 2", "width 3"),
        ("width 2", "width 4"),
        ("width 2", "width 8"),
        ("pieces S T", "pieces T S"),
        ("pieces S T", "pieces S"),
        ("pieces S T", "pieces S T O"),
        ("pieces S T", "pieces S O T"),
        ("pieces S T", "pieces S S"),
        ("rule slide", "rule drop"),
        ("runs 1 0", "runs 1 1"),
        ("runs 1 0", "runs 0 0"),
        ("runs 1 0", "runs 2 0"),
        ("runs 1 0", "runs 9 0"),
        ("runs 1 0", "runs 1 0 1 0"),
        ("runs 1 0\n", ""),
        ("most 1 1", "most 1"),
        ("most 1 1", "most 0 1"),
        ("most 1 1", "most 1 17"),
        ("most 1 1", "most 1 1 0"),
        ("most 1 1", "most 1 1 1 1"),
        ("feature 1 1", "feature 1"),
        ("feature 1 1", "feature 1 1001"),
        ("feature 1 1\n", ""),
        ("measure 1\n", ""),
        ("measure 1", "measure 1 1"),
        ("measure 1", "measure 0"),
        ("measure 1", "measure -1001"),
        ("state 1 1 2", "state 1 1"),
        ("state 1 1 2", "state 1 1 8"),
        ("state 1 1 2", "state 1 1 -1"),
        ("state 4 0 0", "state 3 0 0"),
        ("before 0 0 3 0 0\n", ""),
        ("before 0 0 3 0 0", "before 0 2 3 0 0"),
        ("before 0 0 3 0 0", "before 0 0 0 0 0"),
        ("before 0 0 3 0 0", "before 0 0 8 0 0"),
        ("before 0 0 3 0 0", "before 0 0 3 1 0"),
        ("before 0 0 3 0 0", "before 0 0 3 0"),
        ("before 0 0 3 0 0", "before 0 3"),
        ("before 0 0 3 0 0", "before 0 0 3 0 1000000001"),
        ("before 0 0 3 0 0", "before 0 0 3 0 0\nbefore 0 0 3 0 0"),
        ("before 0 0 3 0 0", "during 0 3 0 0"),
        ("before 0 0 3 0 0", "squares-before 0 0 3 0 0"),
        ("after 0 0 5 0 1", "after 0 0 5 0 0"),
    ] {
        assert!(TEE.contains(from), "{from}");
        assert!(proof::check(&whole(&TEE.replacen(from, to, 1))).is_err(), "{from}: {to}");
    }
}

/// A whole well with a mark, played in by the rules of the game.
struct Marked<'a> {
    ranked: &'a Ranked,
    well: Well,
    below: usize,
    stage: Stage,
}

impl Marked<'_> {
    /// The rows from the bottom up, those that are empty in the end left out.
    fn features(&self) -> Vec<i64> {
        let weight = |feature: &Vec<i64>| self.well.rows().iter().map(|row| feature[usize::from(*row) - 1]).sum();
        self.ranked.automaton.features.iter().map(weight).collect()
    }

    /// The values of the levels, each with its measure.
    fn rank(&self) -> Vec<(Vec<i64>, i64)> {
        let (below, above) = self.well.rows().split_at(self.below);
        let letter = |row: &u16| usize::from(*row);
        let letters = below.iter().map(letter).chain([self.ranked.automaton.full()]).chain(above.iter().map(letter));
        let state = letters.fold(START, |state, letter| self.ranked.automaton.next(state, letter));
        let features = self.features();
        let value = |(measure, potential): &Level| {
            let measure = &self.ranked.measures[*measure];
            (measure.clone(), measure.iter().zip(&features).map(|(a, b)| a * b).sum::<i64>() + potential)
        };
        self.ranked.ranks[&(self.stage, state)].iter().map(value).collect()
    }

    /// Whether a mark may be put above so many rows.
    fn may_be_marked(&self, below: usize) -> bool {
        let rows: Vec<usize> = self.well.rows().iter().map(|row| usize::from(*row)).collect();
        let (below, above) = rows.split_at(below);
        if self.stage.run == 0 {
            parts::are_bands(usize::from(self.ranked.automaton.width) / 2, above)
        } else {
            parts::are_block(below, above)
        }
    }
}

/// By the first level that differs.
fn compared(before: &[(Vec<i64>, i64)], after: &[(Vec<i64>, i64)]) -> Ordering {
    for ((measure, one), (same, other)) in before.iter().zip(after) {
        assert_eq!(measure, same);
        if one != other {
            return other.cmp(one);
        }
    }
    assert_eq!(before.len(), after.len());
    Ordering::Equal
}

/// Numbers below a bound that look like chance.
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

/// Plays from a banded well on for so many pieces, mostly so that the first feature stays as it is; how often the other piece came.
fn follow(play: &mut Marked, pieces: usize, chance: &mut Chance) -> usize {
    let order = &play.ranked.order;
    let movers: Vec<Mover> = order.pieces.iter().map(|piece| Mover::new(piece, Movement::Slide)).collect();
    let mut sent = 0;
    for _ in 0..pieces {
        let rank = play.rank();
        let is_over = Order::may_come(play.stage, play.stage.run + 1) && chance.below(4) == 0;
        let place = play.stage.run + usize::from(is_over);
        let is_last = order.is_last(place);
        let mover = &movers[place];
        let count = |well: &Well| {
            well.rows().iter().map(|row| play.ranked.automaton.features[0][usize::from(*row) - 1]).sum::<i64>()
        };
        let before = count(&play.well);
        let mut placements = mover.placements(&play.well);
        let even: Vec<_> =
            placements.iter().copied().filter(|at| count(&mover.place(&play.well, *at).0) == before).collect();
        if !even.is_empty() && chance.below(8) > 0 {
            placements = even;
        }
        let at = placements[chance.below(placements.len())];
        // How many rows below the mark go.
        let cells = mover.place(&play.well, at);
        let gone = below_gone(&play.well, play.below, &order.pieces[place], at);
        let change = count(&cells.0) - before;
        play.stage = order.next(play.stage, place, change).unwrap();
        (play.well, play.below) = (cells.0, play.below - gone);
        let risen = compared(&rank, &play.rank());
        assert!(risen == Ordering::Greater || !is_last && risen == Ordering::Equal, "{} {}", play.well, play.below);
        sent += usize::from(is_last);
        let marks = (0..=play.well.height()).rev().find(|below| play.may_be_marked(*below));
        if let Some(below) = marks.filter(|_| play.stage.is_after) {
            let rank = play.rank();
            (play.below, play.stage) = (below, order.marked(play.stage));
            assert_ne!(compared(&rank, &play.rank()), Ordering::Less, "{} {below}", play.well);
        }
    }
    sent
}

/// How many of the lowest rows a placement fills.
fn below_gone(well: &Well, below: usize, piece: &Piece, at: Placement) -> usize {
    let shape = &piece.turns()[usize::from(at.turn)];
    let full = (1 << well.width()) - 1;
    let row = |(cells, row): (&u16, usize)| {
        row < below && well.rows().get(row).is_some_and(|there| there | cells << at.column == full)
    };
    shape.rows().iter().zip(usize::from(at.row)..).filter(|one| row(*one)).count()
}

#[test]
fn ranks_rise_as_promised_whatever_the_player_does() {
    let mut chance = Chance(1);
    for text in KEPT.map(str::to_string).into_iter().chain([whole(TEE), whole(&odd()), whole(squares::SQUARES)]) {
        let (_, lines) = lines::read(&text).unwrap();
        let ranked = read(&lines).unwrap();
        let mut sent = 0;
        for _ in 0..400 {
            let full = ranked.automaton.full();
            let below: Vec<u16> = (0..chance.below(5)).map(|_| 1 + chance.below(full - 1) as u16).collect();
            let lane = chance.below(usize::from(ranked.automaton.width) / 2);
            let tall = if ranked.automaton.width == 2 { 0 } else { chance.below(4) };
            let half = |row: usize, of: usize| match row.cmp(&if of == lane { tall } else { 0 }) {
                Ordering::Less => 3 << (2 * of),
                Ordering::Equal => 1 << (2 * of),
                Ordering::Greater => 0,
            };
            let bands =
                (0..=tall).map(|row| (0..usize::from(ranked.automaton.width) / 2).map(|of| half(row, of)).sum::<u16>());
            let rows: Vec<u16> = below.iter().copied().chain(bands).collect();
            let well = Well::new(ranked.automaton.width, rows).unwrap();
            let stage = ranked.order.marked(Stage { run: 0, is_after: true, pieces: 0, count: 0 });
            let mut play = Marked { ranked: &ranked, well, below: below.len(), stage };
            sent += follow(&mut play, 40, &mut chance);
        }
        assert!(sent > 400, "the other piece came {sent} times");
    }
}

#[test]
fn the_machine_wins_with_more_pieces_and_lookahead_if_they_slide_or_drop() {
    let game = |pieces: &str, rule, lookahead| {
        Fact::Lost(WellGame { width: 4, depth: 9, pieces: PieceSet::parse(pieces).unwrap(), rule, lookahead })
    };
    let have = fact(4, "T", [1, 0]);
    assert!(have.implies(&game("TS", Movement::Drop, 6)) && have.implies(&game("OTS", Movement::Slide, 0)));
    for wanted in [
        game("TZ", Movement::Drop, 0),
        game("T", Movement::Drop, 0),
        game("TS", Movement::Anywhere, 0),
        Fact::Lost(WellGame {
            width: 6,
            depth: 9,
            pieces: PieceSet::parse("TS").unwrap(),
            rule: Movement::Drop,
            lookahead: 0,
        }),
    ] {
        assert!(!have.implies(&wanted), "{wanted}");
    }
    let known = |deal| {
        let game =
            InAdvance { width: 4, depth: 9, pieces: PieceSet::parse("OTS").unwrap(), rule: Movement::Drop, deal };
        Fact::LostInAdvance(game)
    };
    assert!(have.implies(&known(Deal::Any)) && !have.implies(&known(Deal::Bag { hold: false })));
}
