use super::*;
use crate::game::wells::{Movement, Mover, Piece, PieceSet, Well};
use crate::proof::{self, Fact};
use crate::solve::Unwatched;
use std::collections::BTreeMap;
use std::sync::Mutex;

const MEMORY: Memory = Memory(2 << 30);

fn wells(width: u8, pieces: &str, rule: Movement, lookahead: u8) -> AnyDepth {
    AnyDepth { width, pieces: PieceSet::parse(pieces).unwrap(), rule, lookahead }
}

fn steps(rows: usize, steps: usize) -> Steps {
    Steps { rows, steps, ahead: 150, weights: Vec::new() }
}

#[test]
fn weights_are_found_and_the_certificates_accepted() {
    for (width, pieces, rule, lookahead, rows) in [
        (2, "JL", Movement::Slide, 0, 1),
        (2, "OIT", Movement::Slide, 1, 3),
        (3, "JL", Movement::Slide, 0, 3),
        (3, "TJ", Movement::Slide, 0, 3),
        (5, "O", Movement::Drop, 0, 1),
    ] {
        let wells = wells(width, pieces, rule, lookahead);
        let sought = search(&wells, &steps(rows, 20), MEMORY, &Unwatched).unwrap();
        let text = sought.certificate.expect(pieces);
        assert_eq!(proof::check(&text).unwrap(), [Fact::LostHoweverDeep(wells)]);
    }
}

#[test]
fn nothing_is_found_where_the_player_wins() {
    for (width, pieces, lookahead) in [(2, "I", 0), (2, "JL", 1), (3, "T", 0)] {
        let wells = wells(width, pieces, Movement::Drop, lookahead);
        let sought = search(&wells, &steps(2, 12), MEMORY, &Unwatched).unwrap();
        assert!(sought.certificate.is_none() && sought.steps.len() == 12, "{pieces}");
    }
}

/// Words of up to so many rows.
fn words(width: u8, most: usize) -> Vec<Vec<u16>> {
    let mut all = vec![Vec::new()];
    let mut from = 0;
    for _ in 0..most {
        let to = all.len();
        for word in from..to {
            (1..=kinds(width) as u16).for_each(|row| all.push([&all[word][..], &[row]].concat()));
        }
        from = to;
    }
    all
}

fn state(reader: &Reader, rows: &[u16]) -> usize {
    rows.iter().fold(START, |state, row| reader.table[state][usize::from(*row)] as usize)
}

fn weight(weights: &[i32], rows: &[u16]) -> i32 {
    rows.iter().map(|row| weights[usize::from(*row) - 1]).sum()
}

fn after(well: &Well, piece: &Piece, rule: Movement) -> Vec<Well> {
    let mover = Mover::new(piece, rule);
    mover.placements(well).into_iter().map(|at| mover.place(well, at).0).collect()
}

/// Whether what each piece does to each well of up to so many rows is among its moves, if the machine sees so many rows.
fn moves_have_all(width: u8, rows: usize, most: usize, pieces: &str, rule: Movement) {
    let reader = sight::reader(width, rows).unwrap();
    let weights: Vec<i32> = (1..=kinds(width) as i32).map(|row| row * row).collect();
    let wells = wells(width, pieces, rule, 0);
    let search = Search::new(&wells, &reader, MEMORY).unwrap();
    let gained = search.gained(&weights);
    for before in words(width, most) {
        let well = Well::new(width, before.clone()).unwrap();
        for (piece, plays) in wells.pieces.pieces().iter().zip(&search.plays) {
            for after in after(&well, piece, rule) {
                let to = state(&reader, after.rows()) as u32;
                let gain = weight(&weights, after.rows()) - weight(&weights, &before);
                let mut plays = plays.of(state(&reader, &before)).iter();
                let is_there = plays.any(|(next, change)| *next == to && gained[*change as usize] == gain);
                assert!(is_there, "{piece:?} in {well}");
            }
        }
    }
}

#[test]
fn what_a_piece_does_to_a_whole_well_is_among_what_it_may_do_to_the_state() {
    for rule in [Movement::Drop, Movement::Slide, Movement::Anywhere] {
        moves_have_all(2, 3, 6, "OTLSI", rule);
        moves_have_all(3, 2, 3, "OTLSI", rule);
        moves_have_all(4, 1, 2, if rule == Movement::Anywhere { "O" } else { "OTLSI" }, rule);
        moves_have_all(5, 1, 2, "O", rule);
    }
}

#[test]
#[ignore = "takes most of a minute"]
fn what_a_piece_does_anywhere_in_width_4_is_among_what_it_may_do_to_the_state() {
    moves_have_all(4, 1, 2, "OTLS", Movement::Anywhere);
}

/// The greatest gain with so many pieces in whole wells.
fn gain(wells: &AnyDepth, weights: &[i32], well: &Well, pieces: usize) -> i32 {
    if pieces == 0 {
        return 0;
    }
    let total = |after: &Well| {
        let gained = weight(weights, after.rows()) - weight(weights, well.rows());
        gained + gain(wells, weights, after, pieces - 1)
    };
    let least = |piece: &Piece| after(well, piece, wells.rule).iter().map(total).min().expect("a place");
    wells.pieces.pieces().iter().map(least).max().expect("a piece")
}

#[test]
fn no_more_gain_is_told_than_there_is_in_whole_wells() {
    for (width, pieces, ahead) in [(2, "JL", 6), (2, "TS", 6), (3, "JL", 4), (4, "OJ", 3)] {
        let wells = wells(width, pieces, Movement::Slide, 0);
        let reader = sight::reader(width, 3).unwrap();
        let search = Search::new(&wells, &reader, MEMORY).unwrap();
        let weights: Vec<i32> = (1..=kinds(width) as i32).map(|row| 10 * row.count_ones() as i32 - row).collect();
        let (gained, mut gains) = (search.gained(&weights), vec![vec![(0, 0); reader.table.len()]]);
        for pieces in 1..=ahead {
            let before = gains.clone();
            search.ahead(&gained, &before, 0, &mut gains[0]);
            let whole = gain(&wells, &weights, &Well::empty(width).unwrap(), pieces);
            assert!(gains[0][START].0 <= whole, "{pieces} pieces in width {width}");
            // From the empty well two pieces leave nothing that is not seen.
            assert!(pieces > 2 || gains[0][START].0 == whole, "{pieces} pieces in width {width}");
        }
    }
}

/// What is saved, and how often.
#[derive(Default)]
struct Kept(Mutex<(BTreeMap<String, String>, usize)>);

impl Watch for Kept {
    fn begin(&self, _: &str, _: u64, _: &str) {}
    fn advance(&self, _: u64) {}
    fn saved(&self, name: &str) -> Option<String> {
        self.0.lock().unwrap().0.get(name).cloned()
    }
    fn save(&self, name: &str, text: &str) -> Result<()> {
        let mut kept = self.0.lock().unwrap();
        kept.0.insert(name.to_string(), text.to_string());
        kept.1 += 1;
        Ok(())
    }
}

#[test]
fn a_search_goes_on_where_it_was() {
    let (wells, kept) = (wells(3, "TJ", Movement::Drop, 1), Kept::default());
    let first = search(&wells, &steps(2, 3), MEMORY, &kept).unwrap();
    let saved = kept.0.lock().unwrap().1;
    let on = search(&wells, &steps(2, 6), MEMORY, &kept).unwrap();
    assert_eq!(on.steps[..3], first.steps);
    let anew = search(&wells, &steps(2, 6), MEMORY, &Unwatched).unwrap();
    assert_eq!((on.steps, on.certificate), (anew.steps, anew.certificate));
    assert!(saved >= 3 && kept.0.lock().unwrap().1 >= saved + 3);
}

#[test]
fn weights_go_on_from_those_that_are_given_whatever_their_size() {
    let given = |weights: &[i32]| {
        let steps = Steps { weights: weights.to_vec(), ..steps(2, 3) };
        search(&wells(2, "JLI", Movement::Drop, 1), &steps, MEMORY, &Unwatched).map(|sought| sought.steps)
    };
    assert_eq!(given(&[1, 3]).unwrap(), given(&[20, 60]).unwrap());
    assert!(given(&[1, 3, 4]).is_err());
    assert_eq!(given(&[0, 0]).unwrap()[0].weights, [0, 0]);
}

#[test]
fn what_cannot_be_looked_for_is_refused() {
    let small = wells(2, "JL", Movement::Drop, 0);
    let refused = |wells: &AnyDepth, steps: &Steps, memory| search(wells, steps, memory, &Unwatched).is_err();
    assert!(refused(&AnyDepth { width: 6, ..small.clone() }, &steps(1, 3), MEMORY));
    assert!(refused(&AnyDepth { rule: Movement::Referee, ..small.clone() }, &steps(1, 3), MEMORY));
    assert!(refused(&wells(2, "[1/1/1/1/1]", Movement::Drop, 0), &steps(1, 3), MEMORY));
    assert!(refused(&small, &steps(0, 3), MEMORY) && refused(&small, &steps(4, 3), MEMORY));
    assert!(refused(&small, &steps(1, 1), MEMORY) && refused(&small, &steps(1, 3), Memory(1000)));
    assert!(refused(&small, &Steps { ahead: MOST_AHEAD + 1, ..steps(1, 3) }, MEMORY));
}
