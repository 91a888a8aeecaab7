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
/// The same with the wells that the player makes.
const LISTED: &str = "width 4\ndepth 2\npieces J L\nrule anywhere\nlookahead 1\nhold no\nholes 3\nbumps 8\nwell -\n\
                      well 1000/1110\nwell 1000/0111\nwell 0001/1110\nwell 0001/0111\nwell 1101/1000\nwell 1101/0001\n\
                      well 1011/1000\nwell 1011/0001";
/// And with a piece put aside.
const LISTED_HELD: &str = "width 2\ndepth 4\npieces O I\nrule slide\nlookahead 1\nhold yes\nholes 2\nbumps 6\nwell -\n\
                           well 01/01/01/01";

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
    for body in [SQUARES, BARS, HELD, BY_HOLES, APART, SHOWN, LISTED, LISTED_HELD] {
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
    assert_eq!(home.why, "expected 'well', because pieces are shown");
}

#[test]
fn every_mutant_with_wells_listed_is_refused_or_true() {
    for body in [LISTED, LISTED_HELD] {
        let words = ["-", "0", "1", "2", "3", "J", "yes", "no", "drop", "slide", "1000/1110", "10/10/10/10", "1110"];
        let added = ["well -", "well 1000", "well 10/10/10/10", "well 1101/0001", "home -", "home - J", "lookahead 0"];
        let (refused, accepted) = Mutants::of(&whole(body), &words, &added).judge(|mutant, _| holds(mutant));
        assert!(refused > 200 && accepted > 0, "{accepted} of {refused}");
    }
}

#[test]
fn what_is_wrong_with_a_list_of_wells_is_said() {
    let refused = |text: String| proof::check(&whole(&text)).unwrap_err();
    for well in LISTED.lines().filter(|line| line.starts_with("well")) {
        let left = refused(LISTED.replace(&format!("\n{well}"), ""));
        assert_eq!((left.place.as_str(), left.why.split(' ').next()), ("start", Some("some")), "{well}");
        assert_eq!(refused(format!("{LISTED}\n{well}")).why, "this well stands twice");
    }
    for (change, to, why) in [
        ("holes 3", "holes 1", "expected a well with no more holes and bumps than was said"),
        ("bumps 8", "bumps 2", "expected a well with no more holes and bumps than was said"),
        ("lookahead 1", "lookahead 0", "expected 'home', because no piece is shown"),
        ("well -", "home -", "expected 'well', because pieces are shown"),
        ("depth 2", "depth 1", "the well is higher than the depth: the player has lost already"),
    ] {
        let reject = refused(LISTED.replace(change, to));
        assert_eq!((reject.why.as_str(), reject.to_string().lines().count()), (why, 1));
    }
    for well in ["0000", "1111", "100", "1000 J", "1000/1110/", "x", ""] {
        refused(LISTED.replace("well 1000/1110", &format!("well {well}")));
    }
}

/// Pieces shown, in the order of play, and the bag.
type Seen = (Vec<u8>, usize);
/// A well, the piece put aside, and what is seen.
type Situation = (Well, u8, Seen);

fn one_more(full: usize, (shown, bag): &Seen) -> Vec<Seen> {
    let bag_without = |piece: usize| if *bag == 1 << piece { full } else { bag & !(1 << piece) };
    pieces(*bag).map(|piece| ([&shown[..], &[piece as u8]].concat(), bag_without(piece))).collect()
}

/// Whether the player can stay in the wells that he may make, by the words of the format: situation by situation.
fn stays(homes: &BagHomes) -> bool {
    let (game, full) = (&homes.game, homes.game.full());
    let mut all: BTreeMap<Situation, Vec<Vec<Situation>>> = BTreeMap::new();
    let places = |well: &Well, piece: u8, aside: u8, seen: &Seen| -> Vec<Situation> {
        after(homes, well, piece.into()).into_iter().map(|after| (after, aside, seen.clone())).collect()
    };
    let mut starts = Vec::new();
    for aside in 0..game.held() {
        let begin = vec![(Vec::new(), if game.hold { full & !(1 << aside) } else { full })];
        let show = |seen: Vec<Seen>, _| seen.iter().flat_map(|seen| one_more(full, seen)).collect::<Vec<_>>();
        for (mut shown, bag) in (0..=game.well.lookahead).fold(begin, show) {
            let first = shown.remove(0);
            starts.push(places(&Well::empty(game.well.width).unwrap(), first, aside as u8, &(shown, bag)));
        }
    }
    let mut open = starts.concat();
    while let Some(at) = open.pop() {
        if all.contains_key(&at) {
            continue;
        }
        let (well, aside, seen) = &at;
        let choices = |(mut shown, bag): Seen| {
            let first = shown.remove(0);
            let mut choices = places(well, first, *aside, &(shown.clone(), bag));
            if game.hold {
                choices.extend(places(well, *aside, first, &(shown, bag)));
            }
            choices
        };
        let next: Vec<_> = one_more(full, seen).into_iter().map(choices).collect();
        open.extend(next.concat());
        all.insert(at, next);
    }
    loop {
        let lost = |next: &Vec<Vec<_>>| next.iter().any(|choices| !choices.iter().any(|at| all.contains_key(at)));
        let Some(at) = all.iter().find(|(_, next)| lost(next)).map(|(at, _)| at.clone()) else { break };
        all.remove(&at);
    }
    starts.iter().all(|choices| choices.iter().any(|at| all.contains_key(at)))
}

#[test]
fn lists_of_wells_are_judged_as_the_format_says() {
    let held = "width 3\ndepth 2\npieces J L\nrule drop\nlookahead 1\nhold yes\nholes 6\nbumps 6\nwell -\nwell 100\nwell 100/100\n\
                well 110\nwell 110/010\nwell 110/011\nwell 001/001\nwell 001/101\nwell 011\nwell 011/010\nwell 011/110";
    for (body, expected) in [(LISTED, 2), (held, 33)] {
        let all = parsed(&whole(body));
        let mut some = 0;
        for kept in 0..1_usize << all.wells.len() {
            let listed = all.wells.iter().enumerate().filter(|(at, _)| kept >> at & 1 == 1);
            let wells = listed.map(|(_, well)| well.clone()).collect();
            let homes = BagHomes { wells, ..all.clone() };
            let accepted = check(&homes).is_ok();
            assert_eq!(accepted, stays(&homes), "{}", homes.text());
            some += usize::from(accepted);
        }
        assert_eq!(some, expected, "{body}");
    }
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
    low.filter(|well| homes.allow(rows::holes_and_bumps(well.rows(), rows::full(game.width))))
        .filter(|well| homes.wells.is_empty() || homes.wells.contains(well))
        .collect()
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
