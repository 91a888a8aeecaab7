//! Certificates with three pieces. The square of side 5 fits nowhere in width 4, so that any kinks and squares and it defeat every
//! player: that is the certificate here; with other pieces it is refused.
use super::whole;
use crate::game::wells::{Deal, InAdvance, Movement, PieceSet, WellGame};
use crate::proof::fact::{AnyDepth, KinkOrder, Squares};
use crate::proof::{self, Fact, Facts, mutants::Mutants};

/// One state for all words, and in it the same rank in all stages but those after the square of side 5.
fn nowhere() -> String {
    let zeros = vec!["0"; 14].join(" ");
    let ones = vec!["1"; 15].join(" ");
    let ranks: String = ["before", "squares-after", "squares-before"]
        .iter()
        .flat_map(|key| [0, 1].map(|pieces| format!("\n{key} {pieces} 0 1 0 0")))
        .collect();
    format!(
        "width 4\npieces S O 5\nrule slide\nruns 2 1 2 0\nmost 1 1 2 3 4\nfeature {zeros}\nmeasure 0\nstate {ones}{ranks}"
    )
}

fn fact(piece: &str, [divisor, rest]: [usize; 2], [of_squares, left]: [usize; 2]) -> Fact {
    let squares = Some(Squares { divisor: of_squares, rest: left });
    Fact::LostToKinks(KinkOrder { width: 4, piece: piece.to_string(), divisor, rest, squares })
}

#[test]
fn a_piece_that_fits_nowhere_defeats_every_player_after_any_kinks_and_squares() {
    assert_eq!(proof::check(&whole(&nowhere())).unwrap(), [fact("5", [2, 1], [2, 0])]);
    // The kinks alone are another certificate.
    let two = nowhere().replace("S O 5", "S 5").replace("2 1 2 0", "2 1").replace("1 1 2 3 4", "1 1");
    let two: Vec<&str> = two.lines().filter(|line| !line.starts_with("squares")).collect();
    assert!(proof::check(&whole(&two.join("\n"))).is_ok());
}

#[test]
fn every_mutant_is_refused_or_has_a_piece_that_fits_nowhere() {
    let words = ["L", "T", "O", "S", "6", "2", "before", "after", "squares-before", "squares-after", "drop"];
    let added =
        ["before 0 1 1 0 0", "squares-before 0 1 1 0 1", "squares-after 1 1 1 0 0", "after 0 0 1 0 0", "measure 0"];
    let holds = |_: &str, facts: &Facts| {
        let [Fact::LostToKinks(KinkOrder { width: 4, piece, squares: Some(_), .. })] = &facts[..] else { return false };
        ["5", "6"].contains(&piece.as_str())
    };
    let (refused, accepted) = Mutants::of(&whole(&nowhere()), &words, &added).judge(holds);
    assert!(refused > 1000 && accepted > 40, "{refused} refused, {accepted} accepted");
}

/// Ranks after the other piece, where the first feature counts as risen to the bound.
const AFTER: &str = "\nafter 0 1 1 0 0\nafter 1 1 1 0 0";

#[test]
fn what_is_wrong_is_said() {
    let less = vec!["-1"; 14].join(" ");
    let zeros = vec!["0"; 14].join(" ");
    for (changes, at, why) in [
        (
            vec![("S O 5", "S O L")],
            "L with its cells",
            "before the other piece, squares to come 0, the first feature changed by 0: no rank is given 'after 0 1'",
        ),
        (
            vec![("S O 5", "S O L"), ("before 0 0 1 0 0", &format!("before 0 0 1 0 0{AFTER}"))],
            "L with its cells",
            "squares to come 0, the first feature changed by 0: the rank does not rise as it should",
        ),
        (vec![(&zeros, &less)], "S with its cells", "the first feature gets less than at the mark"),
        (
            vec![("before 1 0 1 0 0\n", "")],
            "S with its cells",
            "before the other piece, kinks to come 0, the first feature changed by 0: no rank is given 'before 1 0'",
        ),
        (
            vec![("squares-after 1 0 1 0 0\n", "")],
            "O with its cells",
            "before the other piece, kinks to come 0, the first feature changed by 0: no rank is given 'squares-after 1 0'",
        ),
        (
            vec![("squares-after 0 0 1 0 0\n", "")],
            "O with its cells",
            "after the kinks, squares since them 1, the first feature changed by 0: no rank is given 'squares-after 0 0'",
        ),
        (
            vec![("squares-after 1 0 1 0 0", "squares-after 1 0 1 0 -1")],
            "O with its cells",
            "before the other piece, kinks to come 0, the first feature changed by 0: the rank does not rise as it should",
        ),
        (
            vec![("squares-before 0 0 1 0 0\n", ""), ("\nsquares-before 1 0 1 0 0", "")],
            "a mark in a run of squares",
            "leads to state 1: no rank is given 'squares-before",
        ),
        (
            vec![
                ("squares-before 0 0 1 0 0", "squares-before 0 0 1 0 -1"),
                ("squares-before 1 0 1 0 0", "squares-before 1 0 1 0 -1"),
            ],
            "a mark in a run of squares",
            "from state 1 to state 1 after the kinks, squares since them",
        ),
    ] {
        let mut text = whole(&nowhere());
        for (from, to) in &changes {
            assert!(text.contains(from), "{from}");
            text = text.replacen(from, to, 1);
        }
        let said = proof::check(&text).unwrap_err().to_string();
        assert!(said.contains(at) && said.contains(why) && !said.contains('\n'), "{changes:?}: {said}");
    }
}

#[test]
fn broken_texts_are_refused() {
    for (from, to, why) in [
        ("width 4", "width 2", "expected 'width' and 4, as there are three pieces"),
        ("width 4", "width 6", "expected 'width' and 4, as there are three pieces"),
        ("pieces S O 5", "pieces S 5 O", "expected 'pieces', S, perhaps O, and one other piece"),
        ("pieces S O 5", "pieces O S 5", "expected 'pieces', S, perhaps O, and one other piece"),
        ("pieces S O 5", "pieces S O O", "twice"),
        ("pieces S O 5", "pieces S O 5 L", "expected 'pieces', S, perhaps O, and one other piece"),
        ("pieces S O 5", "pieces S 5", "expected 'runs', a number from 1 to 8, and a lesser one"),
        ("runs 2 1 2 0", "runs 2 1", "a lesser one, and the same for the squares"),
        ("runs 2 1 2 0", "runs 2 1 2", "a lesser one, and the same for the squares"),
        ("runs 2 1 2 0", "runs 2 1 2 2", "a lesser one, and the same for the squares"),
        ("runs 2 1 2 0", "runs 2 1 9 0", "a lesser one, and the same for the squares"),
        ("runs 2 1 2 0", "runs 2 1 0 0", "a lesser one, and the same for the squares"),
        ("runs 2 1 2 0", "runs 2 1 2 0 0", "a lesser one, and the same for the squares"),
        ("runs 2 1 2 0", "runs 2 1 2 0 1 0", "a lesser one, and the same for the squares"),
        ("most 1 1 2 3 4", "most 1 1", "expected 'most' and four numbers from 1 to 16, and one from 0 to 16"),
        ("most 1 1 2 3 4", "most 1 1 2 3", "expected 'most' and four numbers from 1 to 16, and one from 0 to 16"),
        ("most 1 1 2 3 4", "most 1 1 0 3 4", "expected 'most' and four numbers from 1 to 16, and one from 0 to 16"),
        ("most 1 1 2 3 4", "most 1 1 2 3 17", "expected 'most' and four numbers from 1 to 16, and one from 0 to 16"),
        ("most 1 1 2 3 4", "most 1 1 2 3 4 5", "expected 'most' and four numbers from 1 to 16, and one from 0 to 16"),
        ("squares-after 0", "kinks-after 0", "expected 'before' or 'after' or 'squares-before' or 'squares-after'"),
        ("squares-after 0 0", "squares-after 2 0", "all within their bounds"),
        ("squares-after 0 0", "squares-after 0 4", "all within their bounds"),
        ("squares-before 0 0", "squares-before 0 3", "all within their bounds"),
        ("squares-before 0 0 1 0 0", "squares-before 0 0 1 0 0 0", "all within their bounds"),
        ("squares-before 0 0", "squares-before 1 0", "this rank is given twice"),
    ] {
        assert!(nowhere().contains(from), "{from}");
        let said = proof::check(&whole(&nowhere().replacen(from, to, 1))).unwrap_err().to_string();
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
