//! How many left kinks and one other piece, again and again, defeat every player in wells of width 4 if pieces slide.
//!
//! What is looked for is a certificate of kind `kink-order`; see [`crate::proof::automaton::kink_order`] for what it proves.
//! The automaton knows what lies above the mark as runs of equal rows, of those *shapes* that come up in wells with few rows
//! below the mark (`shapes`); of all other wells it tells two sorts, and of those with some of the shapes four sorts of rows
//! below the mark (`reader`). Whether that is enough is found by reading all wells at once (`ranks`): nothing is trusted that
//! was only seen in small wells.
mod ranks;
mod reader;
mod shapes;
mod words;

use crate::game::wells::{Piece, PieceSet};
use std::fmt::Write;

/// The columns.
const WIDTH: u8 = 4;

/// The certificate that many left kinks and this piece, again and again, defeat every player at every depth, if it is found.
pub fn search(piece: &Piece) -> Option<String> {
    let kink = PieceSet::parse("S").expect("a letter").pieces()[0].clone();
    let turns = [words::turns(&kink, true), words::turns(piece, false)].concat();
    let reader = reader::Reader::new(&shapes::all(&turns));
    let ranks = ranks::Ranks::find(&reader, &turns)?;
    Some(certificate(piece, &reader, &ranks))
}

fn certificate(piece: &Piece, reader: &reader::Reader, ranks: &ranks::Ranks) -> String {
    let [before, after] = ranks::MOST;
    let mut text = format!(
        "topple-certificate 1 kink-order\nwidth {WIDTH}\npieces S {}\nrule slide\nmost {before} {after}\n",
        piece.word()
    );
    let mut line = |key: &str, numbers: &mut dyn Iterator<Item = i64>| {
        text.push_str(key);
        numbers.for_each(|number| write!(text, " {number}").expect("a string takes it"));
        text.push('\n');
    };
    for feature in 0..words::FEATURES {
        line("feature", &mut (1..words::FULL).map(|row| words::features(row)[feature]));
    }
    for measure in ranks::MEASURES {
        line("measure", &mut measure.into_iter());
    }
    // State 0, from which no letter leads away, has no line.
    for next in &reader.table[1..] {
        line("state", &mut next[1..].iter().map(|state| i64::from(*state)));
    }
    for ((done, count), state, levels) in &ranks.given {
        let key = if *done { "after" } else { "before" };
        let levels = levels.iter().flat_map(|(measure, potential)| [*measure as i64, *potential]);
        line(key, &mut [*count as i64, i64::from(*state)].into_iter().chain(levels));
    }
    text + "end\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proof::fact::KinkOrder;
    use crate::proof::{self, Fact};

    fn piece(letter: &str) -> Piece {
        PieceSet::parse(letter).unwrap().pieces()[0].clone()
    }

    #[test]
    fn the_tee_is_found_and_accepted() {
        let text = search(&piece("T")).unwrap();
        let fact = Fact::LostToKinks(KinkOrder { width: WIDTH, piece: "T".to_string() });
        assert_eq!(proof::check(&text).unwrap(), [fact]);
    }

    #[test]
    fn with_the_square_nothing_is_found() {
        assert_eq!(search(&piece("O")), None);
    }
}
