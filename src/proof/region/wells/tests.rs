//! Certificates made by hand, their mutants, and the classic faults, against a twin that plays by the rules of the game.
use super::*;
use crate::game::wells::{Movement, Mover, PieceSet};
use crate::proof::{self, lines, mutants::Mutants};
use std::collections::BTreeSet;

const SQUARES: &str = "width 2\ndepth 0\npieces O\nrule drop\nlookahead 1\nplay - O O 0 0 0";
const KINKS: &str = "width 2\ndepth 2\npieces S\nrule slide\nlookahead 0\nplay - S 1 0 0\nplay 01/10 S 1 0 1";
const TWO: &str = "width 2\ndepth 4\npieces O I\nrule referee\nlookahead 0\nplay - O 0 0 0\nplay - I 1 0 0\n\
                   play 10/10/10/10 O 0 0 4\nplay 10/10/10/10 I 1 1 0";
const BARS: &str = "width 2\ndepth 3\npieces I\nrule drop\nlookahead 0\nsend - I 1";
const ODD: &str = "width 3\ndepth 2\npieces O\nrule anywhere\nlookahead 0\nsend - O 2\nsend 110/110 O 1\n\
                   send 011/011 O 1";
const SHOWN: &str = "width 3\ndepth 2\npieces O I\nrule slide\nlookahead 1\nsend - O O 2\nsend 110/110 O I 1\n\
                     send 011/011 O O 1";

fn whole(kind: &str, body: &str) -> String {
    format!("topple-certificate 1 {kind}\n{body}\nend\n")
}

/// Whether a strategy holds, by playing it from the start with the rules of the game.
fn plays_on(strategy: &Strategy) -> bool {
    let game = &strategy.game;
    let movers: Vec<Mover> = game.pieces.pieces().iter().map(|piece| Mover::new(piece, game.rule)).collect();
    let empty = Well::empty(game.width).unwrap();
    let mut open: Vec<(Well, Vec<u8>)> =
        game.sequences(game.lookahead + 1).into_iter().map(|pieces| (empty.clone(), pieces)).collect();
    let mut seen = BTreeSet::new();
    while let Some((well, pieces)) = open.pop() {
        if !seen.insert((well.clone(), pieces.clone())) {
            continue;
        }
        let mover = &movers[usize::from(pieces[0])];
        let Some(at) = strategy.moves.get(&(well.clone(), pieces.clone())) else { return false };
        if !mover.placements(&well).contains(at) {
            return false;
        }
        let after = mover.place(&well, *at).0;
        if after.height() > usize::from(game.depth) {
            return false;
        }
        open.extend((0..movers.len()).map(|next| (after.clone(), [&pieces[1..], &[next as u8]].concat())));
    }
    true
}

/// Whether the machine wins within so many pieces, by trying all.
fn lost(game: &WellGame, movers: &[Mover], well: &Well, shown: &[u8], pieces: u32) -> bool {
    let next = |piece: usize| {
        let all = [shown, &[piece as u8]].concat();
        let mover = &movers[usize::from(all[0])];
        mover.placements(well).iter().all(|at| {
            let after = mover.place(well, *at).0;
            after.height() > usize::from(game.depth) || lost(game, movers, &after, &all[1..], pieces - 1)
        })
    };
    pieces > 0 && (0..movers.len()).any(next)
}

/// Whether some start of a defeat is lost as soon as it says.
fn ends(defeat: &Defeat) -> bool {
    let game = &defeat.game;
    let movers: Vec<Mover> = game.pieces.pieces().iter().map(|piece| Mover::new(piece, game.rule)).collect();
    let empty = Well::empty(game.width).unwrap();
    let starts = defeat.sends.iter().filter(|((well, _), _)| *well == empty);
    starts.into_iter().any(|((well, shown), send)| lost(game, &movers, well, shown, send.rank))
}

fn still_true(text: &str) -> bool {
    let (kind, lines) = lines::read(text).unwrap();
    match kind {
        "strategy" => plays_on(&read_strategy(&lines).unwrap()),
        "defeat" => ends(&read_defeat(&lines).unwrap()),
        _ => false,
    }
}

/// How many mutants of a text are refused, and how many are accepted and hold.
pub(super) fn judge(text: &str, holds: impl Fn(&str) -> bool) -> (usize, usize) {
    let extra = ["-", "0", "1", "2", "3", "4", "5", "-1", "1x", "01", "11", "Z", "drop", "end", "70000"];
    let words: BTreeSet<&str> = text.split_whitespace().chain(extra).collect();
    let words: Vec<&str> = words.into_iter().collect();
    let added = ["play - O 0 0 0", "send - O 1", "send 10 I 2", "play 11 S 1 0 0", "depth 3", "pieces O", "rule drop"];
    Mutants::of(text, &words, &added).at_most(3000).judge(|mutant, _| holds(mutant))
}

#[test]
fn certificates_by_hand_are_accepted_and_read_back() {
    for body in [SQUARES, KINKS, TWO] {
        let text = whole("strategy", body);
        let strategy = read_strategy(&lines::read(&text).unwrap().1).unwrap();
        assert!(proof::check(&text).is_ok() && still_true(&text), "{body}");
        assert_eq!(read_strategy(&lines::read(&strategy.text()).unwrap().1).unwrap(), strategy);
    }
    for body in [BARS, ODD, SHOWN] {
        let text = whole("defeat", body);
        let defeat = read_defeat(&lines::read(&text).unwrap().1).unwrap();
        assert!(proof::check(&text).is_ok() && still_true(&text), "{body}: {:?}", proof::check(&text));
        assert_eq!(defeat.text(), text);
    }
}

#[test]
fn every_mutant_is_refused_or_true() {
    let texts = [SQUARES, KINKS, TWO].map(|body| whole("strategy", body)).into_iter();
    for text in texts.chain([BARS, ODD, SHOWN].map(|body| whole("defeat", body))) {
        let (refused, accepted) = judge(&text, still_true);
        assert!(refused > 300 && accepted * 12 < refused, "{accepted} of {refused}: {text}");
    }
}

/// A strategy that plays on in lost positions, and one with nothing in it.
#[test]
fn a_strategy_may_not_play_on_after_it_has_lost() {
    let head = "width 3\ndepth 2\npieces O\nrule drop\nlookahead 0";
    let on = format!("{head}\nplay - O 0 0 0\nplay 110/110 O 0 0 2");
    assert!(proof::check(&whole("strategy", &on)).unwrap_err().why.contains("row 4"));
    let tower = format!("{on}\nplay 110/110/110/110 O 0 0 4");
    assert!(proof::check(&whole("strategy", &tower)).unwrap_err().why.contains("lost already"));
    assert!(proof::check(&whole("strategy", head)).unwrap_err().place.contains("start"));
    let elsewhere = KINKS.replace("play - S 1 0 0\n", "");
    assert!(proof::check(&whole("strategy", &elsewhere)).unwrap_err().place.contains("start"));
    for gone in ["play - I 1 0 0\n", "play 10/10/10/10 O 0 0 4\n"] {
        assert!(proof::check(&whole("strategy", &TWO.replace(gone, ""))).is_err(), "without {gone}");
    }
}

/// A trap that the player leaves, or walks round in for ever, defeats nobody.
#[test]
fn a_defeat_may_not_rest_on_a_cycle() {
    let head = "width 2\ndepth 4\npieces S\nrule drop\nlookahead 0";
    for (first, second) in [(2, 1), (1, 1), (1, 2)] {
        let round = format!("{head}\nsend - S {first}\nsend 01/10 S {second}");
        assert!(proof::check(&whole("defeat", &round)).is_err());
    }
    assert!(proof::check(&whole("defeat", head)).unwrap_err().place.contains("start"));
    let away = ODD.replace("send 011/011 O 1", "");
    assert!(proof::check(&whole("defeat", &away)).is_err(), "one way out is left");
}

#[test]
fn the_plain_rules_are_the_rules_of_the_game() {
    let pieces = PieceSet::parse("OITJLSZ3[1/1/1][101/111]").unwrap();
    let wells = ["-", "11000/10000", "01111/01000/01111", "00111/00011/10011/11110", "10101/10001/11101"];
    for (text, piece) in wells.iter().flat_map(|text| pieces.pieces().iter().map(move |piece| (text, piece))) {
        let well = Well::parse(5, text).unwrap();
        let (board, turns) = (plain::Board::of(&well), plain::turns(piece));
        assert_eq!(turns.len(), piece.turns().len());
        for rule in [Movement::Drop, Movement::Slide, Movement::Anywhere] {
            let mover = Mover::new(piece, rule);
            let mut plain: Vec<(Placement, Well)> = Vec::new();
            for (turn, cells) in turns.iter().enumerate() {
                for (x, y) in board.places(cells, rule) {
                    let at = Placement { turn: turn as u8, column: x as u8, row: y as u16 };
                    plain.push((at, board.after(cells, (x, y)).well()));
                }
            }
            plain.sort();
            let game: Vec<_> = mover.placements(&well).iter().map(|at| (*at, mover.place(&well, *at).0)).collect();
            assert_eq!(plain, game, "{piece} in {text} by {}", rule.word());
        }
    }
}

const ODD_KINKS: &str = "widths 1 mod 2\npiece S\nweights 1 -1";
const FIVE: &str = "width 5\npiece O\nweights 1 -1 1 -1 1";

/// Whether the weights hold in wells of up to 12 columns, with the placements of the game.
fn weights_hold(text: &str) -> bool {
    let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
    let weights: Vec<i64> = lines[3][1..].iter().map(|word| word.parse().unwrap()).collect();
    let (count, pieces) = (weights.len(), PieceSet::parse(lines[2][1]).unwrap());
    let rest: usize = lines[1][1].parse().unwrap();
    let said = |width: &usize| if lines[1][0] == "width" { *width == rest } else { width % count == rest };
    (1..=12).filter(said).all(|width| {
        let mover = Mover::new(&pieces.pieces()[0], Movement::Anywhere);
        let empty = Well::empty(width as u8).unwrap();
        let sum = |at: &Placement| -> i64 {
            let shape = &mover.piece().turns()[usize::from(at.turn)];
            shape.cells().iter().map(|cell| weights[(usize::from(at.column) + cell.0 as usize) % count]).sum()
        };
        mover.placements(&empty).iter().all(|at| sum(at) == 0)
            && (0..width).map(|column| weights[column % count]).sum::<i64>() != 0
    })
}

#[test]
fn weights_of_columns_are_checked_for_every_width() {
    let accepted = [
        "widths 2 mod 3\npiece 3\nweights 1 0 -1",
        "widths 0 mod 1\npiece [1]\nweights 1",
        "width 1\npiece S\nweights 7",
    ];
    for body in [ODD_KINKS, FIVE, accepted[0], accepted[2]] {
        let text = whole("column-weights", body);
        assert!(proof::check(&text).is_ok() && weights_hold(&text), "{body}: {:?}", proof::check(&text));
    }
    assert!(proof::check(&whole("column-weights", accepted[1])).is_err(), "one cell fills every row");
    for body in ["widths 0 mod 2\npiece S\nweights 1 -1", "width 5\npiece I\nweights 1 -1 1 -1 1"] {
        assert!(proof::check(&whole("column-weights", body)).is_err(), "{body}");
    }
    for body in [ODD_KINKS, FIVE] {
        let (refused, accepted) = judge(&whole("column-weights", body), weights_hold);
        assert!(refused > 300 && accepted * 8 < refused, "{accepted} of {refused}");
    }
}

/// Small patterns of weights, accepted exactly if they hold as far as one can see.
#[test]
fn the_sum_of_a_full_row_is_judged_for_every_width() {
    for numbers in 0..7_i64.pow(2) {
        let (a, b) = (numbers % 7 - 3, numbers / 7 - 3);
        for rest in 0..2 {
            let text = whole("column-weights", &format!("widths {rest} mod 2\npiece [11/11]\nweights {a} {b}"));
            let one = text.replace("[11/11]", "O");
            assert!(proof::check(&text).is_err(), "the square is spelled O");
            assert_eq!(proof::check(&one).is_ok(), weights_hold(&one), "{one}");
        }
    }
}
