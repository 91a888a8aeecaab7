//! Wells, pieces and rules against plain readings of them.
use super::*;

fn well(width: u8, text: &str) -> Well {
    Well::parse(width, text).expect("a well")
}

fn set(text: &str) -> PieceSet {
    PieceSet::parse(text).expect("a set")
}

#[test]
fn wells_read_back() {
    for text in ["-", "110", "110/100", "011/101/001"] {
        assert_eq!(well(3, text).to_string(), text);
        assert_eq!(well(3, text).mirror().mirror().to_string(), text);
    }
    for text in ["", "111", "000/100", "11", "1100", "110/", "11x", "１10"] {
        assert!(Well::parse(3, text).is_err(), "{text}");
    }
    assert!(Well::empty(0).is_err() && Well::empty(17).is_err());
    assert_eq!(well(3, "110/100").mirror().to_string(), "011/001");
}

#[test]
fn pieces_have_their_turns() {
    let turns: Vec<usize> = set("OITJLSZ").pieces().iter().map(|piece| piece.turns().len()).collect();
    assert_eq!(turns, [1, 2, 4, 4, 4, 2, 2]);
    // The left kink upright has its left column higher.
    assert_eq!(set("S").pieces()[0].turns()[1].rows(), [0b10, 0b11, 0b01]);
    assert_eq!(set("SJO").mirror().to_string(), "OLZ");
    assert_eq!(set("[111/010]").to_string(), "T");
    assert_eq!(set("[10/10/10/11]").mirror().to_string(), "[01/01/01/11]");
    assert_eq!(set("32").to_string(), "O3");
    for text in ["", "X", "OO", "2O", "9", "0", "[", "[]", "[101]", "[1/0/1]", "[111111111]", "o", "é"] {
        assert!(PieceSet::parse(text).is_err(), "{text}");
    }
}

#[test]
fn rows_go_and_the_rest_comes_down_as_a_whole() {
    let pieces = set("T");
    let tee = Mover::new(&pieces.pieces()[0], Movement::Drop);
    let after = |before: &str| {
        let (after, cleared) = tee.place(&well(4, before), Placement { turn: 2, column: 0, row: 0 });
        (after.to_string(), cleared)
    };
    assert_eq!(after("1011"), ("1110".to_string(), 1));
    assert_eq!(after("1011/0001"), ("-".to_string(), 2));
    assert_eq!(after("1010/0001/0110"), ("1110/0110".to_string(), 1));
}

#[test]
fn each_rule_allows_what_the_stricter_ones_do() {
    let wells = ["-", "11000/10000", "01111/01000/01111", "00111/00011/10011/11110", "10101/10001/11101"];
    for text in wells {
        for piece in set("OITJLSZ3[101/111]").pieces() {
            let places = Movement::ALL.map(|rule| Mover::new(piece, rule).placements(&well(5, text)));
            for pair in places.windows(2) {
                assert!(pair[0].iter().all(|place| pair[1].contains(place)), "{piece} in {text}: {pair:?}");
            }
        }
    }
}

#[test]
fn a_piece_slides_under_an_overhang_and_turns_into_one() {
    let pieces = set("IS");
    let count =
        |piece: usize, rule, text: &str| Mover::new(&pieces.pieces()[piece], rule).placements(&well(6, text)).len();
    // A bar lying in the row under the overhang: by a slide, not by a drop.
    let overhang = "100000/111100";
    assert_eq!(
        count(0, Movement::Slide, overhang) - count(0, Movement::Drop, overhang),
        0,
        "the way in is two columns wide"
    );
    let low = "100000/110000";
    assert!(Mover::new(&pieces.pieces()[0], Movement::Slide).placements(&well(6, low)).contains(&Placement {
        turn: 0,
        column: 1,
        row: 0
    }));
    assert!(!Mover::new(&pieces.pieces()[0], Movement::Drop).placements(&well(6, low)).contains(&Placement {
        turn: 0,
        column: 1,
        row: 0
    }));
    // A kink falls upright into the gap and lies down under the overhang.
    let deep = "000111/111001";
    assert!(count(1, Movement::Anywhere, deep) >= count(1, Movement::Referee, deep));
}

#[test]
fn a_piece_is_not_taken_twice_in_another_turn() {
    for text in ["[11][1/1]", "[1/1][11]", "S[01/11/10]", "[1111]I", "T[10/11/10]", "33"] {
        let said = PieceSet::parse(text).unwrap_err().to_string();
        assert!(said.contains("twice"), "{text}: {said}");
    }
    // Mirror images are two pieces.
    for text in ["JL", "SZ", "[1111/1000][1111/0001][111]"] {
        assert!(PieceSet::parse(text).is_ok(), "{text}");
    }
}
