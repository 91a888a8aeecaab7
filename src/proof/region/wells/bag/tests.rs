//! Certificates made by hand and their mutants, against a twin that deletes lost situations one by one.
use super::*;
use crate::game::wells::bag_twin::wins;
use crate::proof::{self, lines, mutants::Mutants};

const SQUARES: &str = "width 2\ndepth 0\npieces O\nrule drop\nlookahead 0\nhold no\nholes 0\nbumps 0\nhome -";
const BARS: &str = "width 2\ndepth 4\npieces O I\nrule slide\nlookahead 0\nhold no\nholes 0\nbumps 4\nhome -\n\
                    home 10/10/10/10";
const HELD: &str = "width 2\ndepth 4\npieces O I\nrule referee\nlookahead 0\nhold yes\nholes 0\nbumps 4\nhome - O I\n\
                    home 10/10/10/10 O I";

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
    for body in [SQUARES, BARS, HELD] {
        let text = whole(body);
        assert_eq!(parsed(&text).text(), text);
        assert!(proof::check(&text).is_ok() && holds(&text), "{:?}", proof::check(&text));
    }
}

#[test]
fn every_mutant_is_refused_or_true() {
    for body in [SQUARES, BARS, HELD] {
        let text = whole(body);
        let words = ["-", "0", "1", "2", "3", "O", "I", "yes", "no", "drop", "anywhere", "01/01/01/01", "11", "70000"];
        let added = ["home -", "home - O", "home 10", "depth 3", "hold no", "holes 1"];
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
    let none = proof::check(&whole(&HELD.replace("\nhome - O I\nhome 10/10/10/10 O I", ""))).unwrap_err();
    assert_eq!((none.place.as_str(), none.why.as_str()), ("start", "O first and I second leads away"));
    let one = proof::check(&whole(&HELD.replace("\nhome - O I", ""))).unwrap_err();
    assert_eq!((one.place.as_str(), one.why.as_str()), ("start", "I first and O second leads away"));
}
