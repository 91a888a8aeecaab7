//! How many left kinks and one other piece, again and again, defeat every player in wells of width 4 if pieces slide.
//!
//! What is looked for is a certificate of kind `kink-order`; see [`crate::proof::automaton::kink_order`] for what it proves.
//! The automaton knows what lies above the mark as runs of equal rows, of those *shapes* that come up in wells with few rows
//! below the mark (`shapes`); of all other wells it tells two sorts, and of those with some of the shapes nine sorts of rows
//! below the mark (`reader`). Whether that is enough is found by reading all wells at once (`ranks`): nothing is trusted that
//! was only seen in small wells. At last states are made one that the ranks do not tell apart.
mod ranks;
mod reader;
mod shapes;
mod words;

use crate::game::wells::{Piece, PieceSet};
use std::fmt::Write;
pub use words::Runs;

/// The columns.
const WIDTH: u8 = 4;

/// The certificate that many left kinks, as many as is said, and this piece, again and again, defeat every player at every depth, if
/// it is found.
pub fn search(piece: &Piece, runs: Runs) -> Option<String> {
    let kink = PieceSet::parse("S").expect("a letter").pieces()[0].clone();
    let turns = [words::turns(&kink, true), words::turns(piece, false)].concat();
    let reader = reader::Reader::new(&shapes::all(&turns, runs));
    let (reader, ranks) = ranks::Ranks::find(&reader, &turns, runs)?;
    Some(certificate(piece, runs, &reader, &ranks))
}

fn certificate(piece: &Piece, runs: Runs, reader: &reader::Reader, ranks: &ranks::Ranks) -> String {
    let [before, after] = ranks::MOST;
    let mut text = format!(
        "topple-certificate 1 kink-order\nwidth {WIDTH}\npieces S {}\nrule slide\nruns {} {}\nmost {before} {after}\n",
        piece.word(),
        runs.divisor,
        runs.rest
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
    for (stage, state, levels) in &ranks.given {
        let key = if stage.is_after { "after" } else { "before" };
        let levels = levels.iter().flat_map(|(measure, potential)| [*measure as i64, *potential]);
        let head = [stage.kinks as i64, stage.count, i64::from(*state)];
        line(key, &mut head.into_iter().chain(levels));
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
    fn the_tee_and_an_elbow_are_found_and_accepted() {
        for (letter, runs) in [("T", Runs::ANY), ("J", Runs::ODD)] {
            let text = search(&piece(letter), runs).unwrap();
            let Runs { divisor, rest } = runs;
            let fact =
                Fact::LostToKinks(KinkOrder { width: WIDTH, piece: letter.to_string(), divisor, rest, squares: None });
            assert_eq!(proof::check(&text).unwrap(), [fact]);
        }
    }

    #[test]
    fn with_the_square_nothing_is_found() {
        assert_eq!(search(&piece("O"), Runs::ANY), None);
    }
}
