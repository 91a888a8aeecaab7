//! A certificate with three pieces, made by hand, and mutants of it.
use super::{holds, whole};
use crate::game::wells::{Deal, InAdvance, Movement, PieceSet, WellGame};
use crate::proof::fact::{AnyDepth, KinkOrder, Squares};
use crate::proof::{self, Fact, mutants::Mutants};
use std::cell::RefCell;
use std::collections::HashMap;

/// The square of side 3. The full cells in the columns in the middle less those of the others, the second feature, get more with
/// it, and with no kink and no square less. The first feature weighs the columns 1, -1, 1, -1: that stays with kinks and squares
/// as it is, and falls or rises by 3 with the square of side 3.
pub(super) const SQUARES: &str = "width 4\npieces S O 3\nrule slide\nruns 2 1 2 0\nmost 1 2 1 3 3\n\
    feature 1 -1 0 1 2 0 1 -1 0 -2 -1 0 1 -1\nfeature -1 1 0 1 0 2 1 -1 -2 0 -1 0 -1 1\nmeasure 0 1\n\
    state 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1\nbefore 0 0 1 0 0\nbefore 1 0 1 0 0\nafter 0 0 1 0 0\nafter 1 0 1 0 0\n\
    after 0 2 1 0 0\nafter 1 2 1 0 0\nsquares-after 0 0 1 0 0\nsquares-after 1 0 1 0 0\n\
    squares-before 0 0 1 0 0\nsquares-before 1 0 1 0 0";

fn fact(piece: &str, [divisor, rest]: [usize; 2], [of_squares, left]: [usize; 2]) -> Fact {
    let squares = Some(Squares { divisor: of_squares, rest: left });
    Fact::LostToKinks(KinkOrder { width: 4, piece: piece.to_string(), divisor, rest, squares })
}

#[test]
fn a_certificate_made_by_hand_is_accepted() {
    let facts = proof::check(&whole(SQUARES)).unwrap();
    assert_eq!(facts, [fact("3", [2, 1], [2, 0])]);
    assert!(holds(&facts));
}

#[test]
fn every_mutant_is_refused_or_the_order_defeats_every_player_in_small_wells() {
    let words = ["L", "4", "5", "O", "S", "6", "2", "before", "after", "squares-before", "squares-after", "drop"];
    let added =
        ["before 0 1 1 0 0", "squares-before 0 1 1 0 1", "squares-after 1 1 1 0 0", "after 0 1 1 0 0", "measure 0 0"];
    let known = RefCell::new(HashMap::new());
    let (refused, accepted) = Mutants::of(&whole(SQUARES), &words, &added)
        .judge(|_, facts| *known.borrow_mut().entry(facts[0].to_string()).or_insert_with(|| holds(facts)));
    assert!(refused > 1000 && accepted > 80, "{refused} refused, {accepted} accepted");
}

#[test]
fn what_is_wrong_is_said() {
    let in_all = "the first feature changed by 0";
    for (from, to, at, why) in [
        ("S O 3", "S O L", "L with", "before the other piece, squares to come 0, X: no rank is given 'after 0 1'"),
        (
            "S O 3",
            "S O 4",
            "4 with",
            "before the other piece, squares to come 0, X: the rank does not rise as it should",
        ),
        (
            "1 3 3\n",
            "1 3 2\n",
            "3 with",
            "before the other piece, squares to come 0, X: the first feature gets less than at the mark",
        ),
        (
            "after 0 2 1 0 0\nafter 1 2 1 0 0\n",
            "",
            "3 with",
            "before the other piece, squares to come 0, X: no rank is given 'after 0 2'",
        ),
        ("after 0 0 1 0 0\n", "", "S with", "after the other piece, kinks since it 1, X: no rank is given 'after 0 0'"),
        (
            "before 1 0 1 0 0\n",
            "",
            "S with",
            "before the other piece, kinks to come 0, X: no rank is given 'before 1 0'",
        ),
        (
            "squares-after 1 0 1 0 0\n",
            "",
            "O with",
            "before the other piece, kinks to come 0, X: no rank is given 'squares-after 1 0'",
        ),
        (
            "squares-after 0 0 1 0 0\n",
            "",
            "O with",
            "after the kinks, squares since them 1, X: no rank is given 'squares-after 0 0'",
        ),
        (
            "squares-after 1 0 1 0 0",
            "squares-after 1 0 1 0 -1",
            "O with",
            "before the other piece, kinks to come 0, X: the rank does not rise as it should",
        ),
        (
            "squares-before 1 0 1 0 0",
            "squares-before 0 1 1 0 0",
            "O with",
            "before the other piece, squares to come 0, X: no rank is given 'squares-before 1 0'",
        ),
        (
            "\nsquares-before 0 0 1 0 0\nsquares-before 1 0 1 0 0",
            "",
            "a mark in a run of squares",
            "leads to state 1: no rank is given 'squares-before 0 0'",
        ),
        (
            "squares-before 0 0 1 0 0\nsquares-before 1 0 1 0 0",
            "squares-before 0 0 1 0 -1\nsquares-before 1 0 1 0 -1",
            "a mark in a run of squares",
            "from state 1 to state 1 after the kinks, squares since them 0, X: the rank falls",
        ),
    ] {
        assert!(SQUARES.contains(from), "{from}");
        let said = proof::check(&whole(&SQUARES.replacen(from, to, 1))).unwrap_err().to_string();
        let why = why.replace('X', in_all);
        assert!(
            said.contains(&format!("refused at {at}")) && said.ends_with(&why) && !said.contains('\n'),
            "{to}: {said}"
        );
    }
}

#[test]
fn broken_texts_are_refused() {
    for (from, to, why) in [
        ("width 4", "width 2", "expected 'width' and 4, as there are three pieces"),
        ("width 4", "width 6", "expected 'width' and 4, as there are three pieces"),
        ("pieces S O 3", "pieces S 3 O", "expected 'pieces', S, perhaps O, and one other piece"),
        ("pieces S O 3", "pieces O S 3", "expected 'pieces', S, perhaps O, and one other piece"),
        ("pieces S O 3", "pieces S O O", "twice"),
        ("pieces S O 3", "pieces S O 3 L", "expected 'pieces', S, perhaps O, and one other piece"),
        ("pieces S O 3", "pieces S 3", "expected 'runs', a number from 1 to 8, and a lesser one"),
        ("runs 2 1 2 0", "runs 2 1", "a lesser one, and the same for the squares"),
        ("runs 2 1 2 0", "runs 2 1 2", "a lesser one, and the same for the squares"),
        ("runs 2 1 2 0", "runs 2 1 2 2", "a lesser one, and the same for the squares"),
        ("runs 2 1 2 0", "runs 2 1 9 0", "a lesser one, and the same for the squares"),
        ("runs 2 1 2 0", "runs 2 1 0 0", "a lesser one, and the same for the squares"),
        ("runs 2 1 2 0", "runs 2 1 2 0 0", "a lesser one, and the same for the squares"),
        ("runs 2 1 2 0", "runs 2 1 2 0 1 0", "a lesser one, and the same for the squares"),
        ("most 1 2 1 3 3", "most 1 1", "expected 'most' and four numbers from 1 to 16, and one from 0 to 16"),
        ("most 1 2 1 3 3", "most 1 1 2 3", "expected 'most' and four numbers from 1 to 16, and one from 0 to 16"),
        ("most 1 2 1 3 3", "most 1 1 0 3 4", "expected 'most' and four numbers from 1 to 16, and one from 0 to 16"),
        ("most 1 2 1 3 3", "most 1 1 2 3 17", "expected 'most' and four numbers from 1 to 16, and one from 0 to 16"),
        ("most 1 2 1 3 3", "most 1 2 1 3 3 5", "expected 'most' and four numbers from 1 to 16, and one from 0 to 16"),
        ("squares-after 0", "kinks-after 0", "expected 'before' or 'after' or 'squares-before' or 'squares-after'"),
        ("squares-after 0 0", "squares-after 2 0", "all within their bounds"),
        ("squares-after 0 0", "squares-after 0 4", "all within their bounds"),
        ("squares-before 0 0", "squares-before 0 3", "all within their bounds"),
        ("squares-before 0 0 1 0 0", "squares-before 0 0 1 0 0 0", "all within their bounds"),
        ("squares-before 0 0", "squares-before 1 0", "this rank is given twice"),
    ] {
        assert!(SQUARES.contains(from), "{from}");
        let said = proof::check(&whole(&SQUARES.replacen(from, to, 1))).unwrap_err().to_string();
        assert!(said.contains(why) && !said.contains('\n'), "{to}: {said}");
    }
}

#[test]
fn the_machine_wins_with_the_three_pieces_if_they_slide_or_drop() {
    let have = fact("L", [1, 0], [2, 1]);
    let game = |width, pieces: &str, rule, lookahead| {
        Fact::Lost(WellGame { width, depth: 9, pieces: PieceSet::parse(pieces).unwrap(), rule, lookahead })
    };
    for (width, pieces, rule, lookahead, is_won) in [
        (4, "SOL", Movement::Slide, 0, true),
        (4, "SOLI", Movement::Drop, 6, true),
        (4, "SL", Movement::Drop, 0, false),
        (4, "OL", Movement::Drop, 0, false),
        (4, "SOL", Movement::Anywhere, 0, false),
        (6, "SOL", Movement::Drop, 0, false),
    ] {
        assert_eq!(
            have.implies(&game(width, pieces, rule, lookahead)),
            is_won,
            "{width} {pieces} {rule:?} {lookahead}"
        );
    }
    let pieces = PieceSet::parse("SOL").unwrap();
    let known = |deal| {
        Fact::LostInAdvance(InAdvance { width: 4, depth: 9, pieces: pieces.clone(), rule: Movement::Slide, deal })
    };
    assert!(have.implies(&known(Deal::Any)) && !have.implies(&known(Deal::Bag { hold: false })));
    let deep = AnyDepth { width: 4, pieces: pieces.clone(), rule: Movement::Slide, lookahead: 3 };
    assert!(have.implies(&Fact::LostHoweverDeep(deep)));
    assert!(have.implies(&have) && !have.implies(&fact("L", [1, 0], [2, 0])));
}
