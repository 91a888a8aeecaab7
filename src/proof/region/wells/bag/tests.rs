//! Certificates made by hand and their mutants, against a twin that deletes lost situations one by one.
use super::super::plain::{Board, turns};
use super::*;
use crate::game::wells::bag_twin::wins;
use crate::proof::{self, lines, mutants::Mutants};

const SQUARES: &str = "width 2\ndepth 0\npieces O\nrule drop\nlookahead 0\nhold no\nholes 0\nbumps 0\nhome -";
const BARS: &str = "width 2\ndepth 4\npieces O I\nrule slide\nlookahead 0\nhold no\nholes 0\nbumps 4\nhome -\n\
                    home 10/10/10/10";
const HELD: &str = "width 2\ndepth 4\npieces O I\nrule referee\nlookahead 0\nhold yes\nholes 0\nbumps 4\nhome - O I\n\
                    home 10/10/10/10 O I";
/// Each piece in columns of its own.
const APART: &str = "width 3\ndepth 1\npieces 1 [11]\nrule drop\nlookahead 0\nhold no\nholes 0\nbumps 1\ncolumns 1 0 0\n\
                     columns [11] 1 2\nhome -";
/// With bounds by the number of holes, and a well with a hole that is needed.
const BY_HOLES: &str = "width 3\ndepth 3\npieces 1 [11/10] [11]\nrule drop\nlookahead 0\nhold yes\nholes 1\n\
                        bumps 1 2\nhome - [11/10]\nhome 110 1";
/// With a piece shown, without which the machine wins.
const SHOWN: &str = "width 4\ndepth 2\npieces J L\nrule anywhere\nlookahead 1\nhold no\nholes 3\nbumps 8";

fn whole(body: &str) -> String {
    format!("topple-certificate 1 bag\n{body}\nend\n")
}

fn parsed(text: &str) -> BagHomes {
    read(&lines::read(text).unwrap().1).unwrap()
}

/// Whether the player wins the game of a certificate. More depth than is used here helps nobody.
fn holds(text: &str) -> bool {
    let mut game = parsed(text).game;
    game.well.depth = game.well.depth.min(5);
    wins(&game)
}

#[test]
fn certificates_by_hand_are_accepted_and_read_back() {
    for body in [SQUARES, BARS, HELD, BY_HOLES, APART, SHOWN] {
        let text = whole(body);
        assert_eq!(parsed(&text).text(), text);
        assert!(proof::check(&text).is_ok() && holds(&text), "{:?}", proof::check(&text));
    }
}

#[test]
fn every_mutant_with_pieces_shown_is_refused_or_true() {
    let words = ["-", "0", "1", "2", "3", "6", "7", "J", "S", "yes", "no", "drop", "slide", "referee", "70000"];
    let added = ["home -", "home - J", "depth 3", "lookahead 2", "hold no", "holes 1", "bumps 1 2", "columns J 0 2"];
    let (refused, accepted) = Mutants::of(&whole(SHOWN), &words, &added).judge(|mutant, _| holds(mutant));
    assert!(refused > 200 && accepted > 0, "{accepted} of {refused}");
    let without = proof::check(&whole(&SHOWN.replace("lookahead 1", "lookahead 0"))).unwrap_err();
    assert_eq!(without.place, "start");
    let home = proof::check(&whole(&format!("{SHOWN}\nhome -"))).unwrap_err();
    assert_eq!(home.why, "expected no home, because pieces are shown");
}

#[test]
fn every_mutant_is_refused_or_true() {
    for body in [SQUARES, BARS, HELD, BY_HOLES, APART] {
        let text = whole(body);
        let words = ["-", "0", "1", "2", "3", "O", "I", "yes", "no", "drop", "anywhere", "01/01/01/01", "11", "70000"];
        let added = [
            "home -",
            "home - O",
            "home 10",
            "depth 3",
            "hold no",
            "holes 1",
            "bumps 1 2",
            "columns 1 0 0",
            "columns O 0 1",
        ];
        let (refused, accepted) = Mutants::of(&text, &words, &added).judge(|mutant, _| holds(mutant));
        assert!(refused > 200 && accepted > 0, "{accepted} of {refused}: {text}");
    }
}

#[test]
fn what_is_missing_is_named() {
    let without = |line: &str| proof::check(&whole(&BARS.replace(line, ""))).unwrap_err();
    assert_eq!(without("\nhome 10/10/10/10").place, "home -");
    let narrow = proof::check(&whole(&BARS.replace("bumps 4", "bumps 3"))).unwrap_err();
    assert_eq!(narrow.place, "home -");
    let flat = proof::check(&whole(&BY_HOLES.replace("bumps 1 2", "bumps 1"))).unwrap_err();
    assert_eq!(flat.place, "home -");
    let silent = proof::check(&whole(&BY_HOLES.replace("bumps 1 2", "bumps"))).unwrap_err();
    assert_eq!(silent.why, "expected 'bumps' and natural numbers: with no hole, with one, and so on");
    let narrow = proof::check(&whole(&APART.replace("columns [11] 1 2", "columns [11] 2 2"))).unwrap_err();
    assert_eq!((narrow.place.as_str(), narrow.why.as_str()), ("home -", "some order of the bag leads away"));
    let outside = proof::check(&whole(&APART.replace("columns [11] 1 2", "columns [11] 1 3"))).unwrap_err();
    assert_eq!(outside.why, "expected columns of the well, the first one first");
    let twice = proof::check(&whole(&APART.replace("columns [11] 1 2", "columns 1 1 2"))).unwrap_err();
    assert_eq!(twice.why, "this piece stands twice");
    let none = proof::check(&whole(&HELD.replace("\nhome - O I\nhome 10/10/10/10 O I", ""))).unwrap_err();
    assert_eq!((none.place.as_str(), none.why.as_str()), ("start", "O first and I second leads away"));
    let one = proof::check(&whole(&HELD.replace("\nhome - O I", ""))).unwrap_err();
    assert_eq!((one.place.as_str(), one.why.as_str()), ("start", "I first and O second leads away"));
}

/// Whether the player can surely be at a home when the bag is empty, by the words of the format.
fn good(homes: &BagHomes, well: &Well, aside: u8, bag: usize, known: &mut BTreeMap<(Well, u8, usize), bool>) -> bool {
    if bag == 0 {
        return homes.homes.get(well).is_some_and(|held| held.contains(&aside));
    }
    if let Some(known) = known.get(&(well.clone(), aside, bag)) {
        return *known;
    }
    let good = pieces(bag).all(|piece| {
        let dealt = (piece, aside);
        let choices = if homes.game.hold { vec![dealt, (usize::from(aside), piece as u8)] } else { vec![dealt] };
        choices.iter().any(|(placed, kept)| {
            let after = after(homes, well, *placed);
            after.iter().any(|after| good(homes, after, *kept, bag & !(1 << piece), known))
        })
    });
    known.insert((well.clone(), aside, bag), good);
    good
}

/// The wells within the bounds after a piece, cell by cell.
fn after(homes: &BagHomes, well: &Well, piece: usize) -> Vec<Well> {
    let (game, board) = (&homes.game.well, Board::of(well));
    let (first, last) = homes.columns.get(&(piece as u8)).map_or((0, game.width - 1), |columns| *columns);
    let columns = i32::from(first)..=i32::from(last);
    let places = turns(&game.pieces.pieces()[piece]).into_iter().flat_map(|cells| {
        let places = board.places(&cells, game.rule).into_iter();
        let kept = places.filter(|at| cells.iter().all(|cell| columns.contains(&(at.0 + cell.0))));
        kept.map(|at| board.after(&cells, at)).collect::<Vec<_>>()
    });
    let low = places.filter(|after| after.height() <= usize::from(game.depth)).map(|after| after.well());
    low.filter(|well| homes.allow(rows::holes_and_bumps(well.rows(), rows::full(game.width)))).collect()
}

#[test]
fn ways_home_are_those_of_the_format() {
    for body in [SQUARES, BARS, HELD, BY_HOLES, APART] {
        let mut homes = parsed(&whole(body));
        if homes.game.well.rule == Movement::Referee {
            homes.game.well.rule = Movement::Slide;
        }
        let wells = Wells::of(&homes).unwrap();
        let (ways, mut known, mut sure) = (Ways::of(&homes, &wells), BTreeMap::new(), 0);
        for (rows, number) in &wells.number {
            let well = Well::new(homes.game.well.width, rows.to_vec()).unwrap();
            for (held, bag) in
                (0..homes.game.held()).flat_map(|held| (0..=homes.game.full()).map(move |bag| (held, bag)))
            {
                let expected = good(&homes, &well, held as u8, bag, &mut known);
                assert_eq!(ways.has(*number, held, bag), expected, "{well} {held} {bag}");
                sure += usize::from(expected);
            }
        }
        assert!(sure > 1);
    }
}
