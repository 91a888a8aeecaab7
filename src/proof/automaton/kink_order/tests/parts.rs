//! Plays, marks and stages as the checker finds them, against whole words and whole runs of pieces.
use super::super::marks::{Bands, Block, Top};
use super::super::order::{Order, Run, Stage};
use crate::game::wells::{Movement, Mover, Piece, PieceSet, Placement, Well};
use crate::proof::automaton::word::plays::{Play, Turn};
use crate::proof::automaton::word::{Automaton, DEAD, START};
use crate::proof::region::wells::plain::turns;
use std::collections::{HashMap, HashSet};

fn piece(word: &str) -> Piece {
    PieceSet::parse(word).unwrap().pieces()[0].clone()
}

/// The automaton that has a state for each word of at most so many letters and is dead after all others, and these words by state.
/// Its features count the rows of each kind.
fn words(width: u8, most: usize) -> (Automaton, Vec<Vec<usize>>) {
    let mark = (1 << width) - 1;
    let (mut table, mut words) = (vec![vec![DEAD; mark]], vec![Vec::new(), Vec::new()]);
    while let Some(word) = words.get(table.len()).cloned() {
        let mut next = vec![DEAD; mark];
        for letter in 1..=mark {
            if word.len() < most {
                next[letter - 1] = words.len() as u32;
                words.push([&word[..], &[letter]].concat());
            }
        }
        table.push(next);
    }
    let features = (1..mark).map(|row| (1..mark).map(|other| i64::from(row == other)).collect()).collect();
    (Automaton { width, rule: Movement::Slide, features, table }, words)
}

fn state(automaton: &Automaton, word: &[usize]) -> u32 {
    word.iter().fold(START, |state, letter| automaton.next(state, *letter))
}

/// The word without its marks.
fn rows(word: &[usize], mark: usize) -> Vec<usize> {
    word.iter().copied().filter(|letter| *letter != mark).collect()
}

fn well(width: u8, rows: &[usize]) -> Well {
    Well::new(width, rows.iter().map(|row| *row as u16).collect()).unwrap()
}

/// What a play makes of a word: the marks stay between the same rows, full rows go.
fn played(word: &[usize], mark: usize, piece: &Piece, at: Placement) -> Vec<usize> {
    let shape = &piece.turns()[usize::from(at.turn)];
    let cells = |row: usize| {
        let own = row.checked_sub(usize::from(at.row)).and_then(|row| shape.rows().get(row));
        own.map_or(0, |cells| usize::from(*cells) << at.column)
    };
    let (mut after, mut row) = (Vec::new(), 0);
    for letter in word {
        if *letter == mark {
            after.push(mark);
        } else {
            after.extend(Some(letter | cells(row)).filter(|row| *row != mark));
            row += 1;
        }
    }
    after.extend((row..).map(cells).take_while(|cells| *cells != 0).filter(|row| *row != mark));
    after
}

#[test]
fn plays_are_those_in_whole_wells() {
    for (width, most) in [(2, 6), (4, 3)] {
        let (automaton, words) = words(width, most);
        let mark = automaton.full();
        for piece in ["S", "O", "T", "L", "I", "[111/101]"].map(piece) {
            let mut found = HashSet::new();
            for (turn, cells) in turns(&piece).iter().enumerate() {
                let shape = Turn::new(cells, i32::from(width));
                for column in 0..shape.columns() {
                    let add = |play: &Play| {
                        found.insert((turn, column, play.clone()));
                        Ok(())
                    };
                    automaton.plays(&shape, column, add).unwrap();
                }
            }
            let mover = Mover::new(&piece, Movement::Slide);
            let mut expected = HashSet::new();
            for (before, word) in (0..).zip(&words).skip(1) {
                let well = well(width, &rows(word, mark));
                for at in mover.placements(&well) {
                    let after = played(word, mark, &piece, at);
                    assert_eq!(self::well(width, &rows(&after, mark)), mover.place(&well, at).0);
                    let count = |word: &[usize], row| word.iter().filter(|letter| **letter == row).count() as i64;
                    let change = (1..mark).map(|row| count(&after, row) - count(word, row)).collect();
                    let play = Play { before, after: state(&automaton, &after), change };
                    expected.insert((usize::from(at.turn), usize::from(at.column), play));
                }
            }
            assert!(found == expected, "{piece} in width {width}");
        }
    }
}

/// Whether the lanes from the mark up are full segments and one of which the left cell alone is full.
pub(super) fn are_bands(lanes: usize, above: &[usize]) -> bool {
    (0..lanes).all(|lane| {
        let segments: Vec<usize> = above.iter().map(|row| row >> (2 * lane) & 3).collect();
        let full = segments.iter().take_while(|segment| **segment == 3).count();
        segments.get(full) == Some(&1) && segments[full + 1..].iter().all(|segment| *segment == 0)
    })
}

/// Whether a run of squares that is long enough may be said to pass a well of these rows.
pub(super) fn are_block(below: &[usize], above: &[usize]) -> bool {
    let is_same = above.iter().all(|row| *row == 0b0011) || above.iter().all(|row| *row == 0b1100);
    let is_held = |lane: usize| below.last().is_none_or(|row| row & lane != 0) || above.contains(&lane);
    is_same && is_held(0b0011) && is_held(0b1100)
}

fn marks_are<T: Top>(right: fn(&[usize], &[usize]) -> bool) {
    let (automaton, words) = words(4, 4);
    let mark = automaton.full();
    let mut found = HashSet::new();
    let add = |before, after| {
        found.extend((before != DEAD).then_some((before, after)));
        Ok(())
    };
    automaton.marks::<T>(add).unwrap();
    let mut expected = HashSet::new();
    for (before, word) in (0..).zip(&words).skip(1) {
        let rows = rows(word, mark);
        for (below, above) in
            (0..=rows.len()).map(|low| rows.split_at(low)).filter(|(below, above)| right(below, above))
        {
            expected.insert((before, state(&automaton, &[below, &[mark], above].concat())));
        }
    }
    assert!(expected.len() > 100 && found == expected, "{} and {}", found.len(), expected.len());
}

#[test]
fn marks_in_runs_of_kinks_are_those_below_bands() {
    marks_are::<Bands>(|_, above| are_bands(2, above));
}

#[test]
fn marks_in_runs_of_squares_are_those_below_a_full_lane() {
    marks_are::<Block>(are_block);
}

#[test]
fn no_run_of_squares_goes_on_for_ever_without_a_mark() {
    let square = piece("O");
    let square = Mover::new(&square, Movement::Slide);
    for depth in 0..=4 {
        let mut words = vec![Vec::new()];
        for tall in 0..depth {
            let lower: Vec<Vec<usize>> = words.iter().filter(|word| word.len() == tall).cloned().collect();
            words.extend(lower.iter().flat_map(|word| (1..15).map(|row| [&word[..], &[row]].concat())));
        }
        let has_none = |word: &Vec<usize>| (0..=word.len()).all(|low| !are_block(&word[..low], &word[low..]));
        let wells: Vec<Well> = words.iter().filter(|word| has_none(word)).map(|word| well(4, word)).collect();
        let places: HashMap<&Well, usize> = wells.iter().zip(0..).collect();
        let after = |well: &Well| {
            let next = square.placements(well).into_iter().map(|at| square.place(well, at).0);
            next.filter_map(|well| places.get(&well).copied()).collect()
        };
        let next: Vec<Vec<usize>> = wells.iter().map(after).collect();
        // The wells in which a run may go on for so many squares more, until there are none.
        let mut going = vec![true; wells.len()];
        while going.contains(&true) {
            let still: Vec<bool> = next.iter().map(|next| next.iter().any(|place| going[*place])).collect();
            assert_ne!(still, going, "depth {depth}");
            going = still;
        }
    }
}

fn order(runs: &[([usize; 2], [usize; 2])], rise: usize) -> Order {
    let pieces = if runs.len() == 1 { vec!["S", "T"] } else { vec!["S", "O", "L"] };
    let runs = runs.iter().map(|([divisor, rest], most)| Run { divisor: *divisor, rest: *rest, most: *most }).collect();
    Order { pieces: pieces.into_iter().map(piece).collect(), runs, rise }
}

/// Follows a whole order with these numbers of pieces in its runs and the marks put after so many of them.
fn follow(order: &Order, numbers: &[usize], marks: &[usize]) {
    let first = Stage { run: 0, is_after: true, pieces: 0, count: 0 };
    let mut stage = order.marked(first);
    for _ in 0..2 {
        for (run, (number, mark)) in numbers.iter().zip(marks).enumerate() {
            let divisor = order.runs[run].divisor;
            for come in 0..=*number {
                if come > 0 || run > 0 {
                    let place = if come == 0 { continue } else { run };
                    assert!(Order::may_come(stage, place), "{} {numbers:?} {marks:?}", stage.key());
                    stage = order.next(stage, place, 0).unwrap();
                }
                if stage.is_after && come == *mark {
                    stage = order.marked(stage);
                }
                let told = if stage.is_after { come } else { number - come };
                assert_eq!((stage.run, stage.pieces), (run, told % divisor), "{numbers:?} {marks:?}");
            }
        }
        stage = order.next(stage, numbers.len(), 0).unwrap();
        assert_eq!(stage, first);
    }
}

#[test]
fn stages_tell_how_many_pieces_have_come_and_are_to_come() {
    for (divisor, rest) in [(1, 0), (2, 1), (3, 0), (3, 2)] {
        let run = ([divisor, rest], [1, 1]);
        for number in (1..12).filter(|number| number % divisor == rest) {
            (0..=number).for_each(|mark| follow(&order(&[run], 0), &[number], &[mark]));
            for squares in (1..9).filter(|squares| squares % 4 == 1) {
                let order = order(&[run, ([4, 1], [1, 1])], 0);
                let marks = (0..=number).flat_map(|mark| (1..=squares).map(move |other| [mark, other]));
                marks.for_each(|marks| follow(&order, &[number, squares], &marks));
            }
        }
    }
}

#[test]
fn stages_come_of_moves_as_the_format_says() {
    let order = order(&[([3, 1], [4, 3]), ([2, 0], [2, 5])], 2);
    let stage = |(key, pieces, count): (&str, usize, usize)| {
        order.stages().find(|stage| stage.key() == format!("'{key} {pieces} {count}'")).unwrap()
    };
    for (before, place, change, after) in [
        (("before", 0, 1), 0, 2, Some(("before", 2, 3))),
        (("before", 2, 1), 0, 9, Some(("before", 1, 4))),
        (("before", 2, 1), 0, -2, None),
        (("after", 2, 3), 0, -3, Some(("after", 0, 0))),
        (("before", 0, 4), 1, 1, Some(("squares-after", 1, 5))),
        (("before", 0, 4), 1, 2, Some(("squares-after", 1, 5))),
        (("before", 0, 0), 1, -1, None),
        (("squares-after", 1, 5), 1, 0, Some(("squares-after", 0, 5))),
        (("squares-before", 0, 1), 1, 3, Some(("squares-before", 1, 2))),
        (("squares-before", 0, 1), 2, -3, Some(("after", 0, 0))),
        (("squares-before", 0, 1), 2, -4, None),
        (("squares-before", 0, 2), 2, 0, Some(("after", 0, 3))),
    ] {
        assert!(Order::may_come(stage(before), place));
        assert_eq!(order.next(stage(before), place, change), after.map(stage), "{before:?}");
    }
    for (before, place) in [
        (("before", 1, 0), 1),
        (("before", 0, 0), 2),
        (("after", 0, 0), 1),
        (("after", 0, 0), 2),
        (("squares-after", 0, 0), 0),
        (("squares-after", 0, 0), 2),
        (("squares-before", 1, 0), 2),
        (("squares-before", 0, 0), 0),
    ] {
        assert!(!Order::may_come(stage(before), place), "{before:?}");
    }
    // Of 1 modulo 3 kinks and 0 modulo 2 squares.
    assert_eq!(order.marked(stage(("after", 2, 3))), stage(("before", 2, 0)));
    assert_eq!(order.marked(stage(("squares-after", 1, 4))), stage(("squares-before", 1, 0)));
    assert_eq!(order.stages().count(), 3 * (5 + 4) + 2 * (3 + 6));
}
