//! How many left kinks, maybe many squares, and one other piece, again and again, defeat every player in wells of width 4 if pieces
//! slide.
//!
//! What is looked for is a certificate of kind `kink-order`; see [`crate::proof::automaton::kink_order`] for what it proves.
//! The automaton knows what lies above the mark as runs of equal rows, of those *shapes* that come up in wells with few rows
//! below the mark (`shapes`); of all other wells it tells two sorts, and of those with some of the shapes nine sorts of rows
//! below the mark (`reader`), or with squares what the highest two are (`pairs`). Whether that is enough is found by reading
//! all wells at once (`ranks`): nothing is trusted that was only seen in small wells. At last states are made one that the
//! ranks do not tell apart.
mod pairs;
mod ranks;
mod reader;
mod shapes;
mod words;

use super::word::plays::TALL;
use super::word::{Reader, Turn, full, turns};
use crate::error::Result;
use crate::game::wells::{Piece, PieceSet};
use crate::solve::Memory;
use reader::Base;
use std::fmt::Write;
use words::{Kind, Stage};
pub use words::{Order, Runs};

/// The columns.
const WIDTH: u8 = 4;
/// The number of a row without an empty cell; as a letter it stands for a mark between two rows.
const FULL: u8 = full(WIDTH);
const MARK: u8 = FULL;
/// The most memory that a search with squares takes, as measured, and some more.
const BYTES_WITH_SQUARES: u128 = 1_000_000_000;

/// Asks for the memory of a search.
///
/// # Errors
/// More memory than is allowed.
pub fn ask(order: Order, memory: Memory) -> Result<()> {
    order.squares.map_or(Ok(()), |_| memory.ask(BYTES_WITH_SQUARES, "an automaton for an order with squares"))
}

/// The certificate that this order, with this piece after the runs, defeats every player at every depth, if it is found.
pub fn search(piece: &Piece, order: Order) -> Option<String> {
    let letter = |letter| PieceSet::parse(letter).expect("a letter").pieces()[0].clone();
    let square = order.squares.map(|_| (Kind::Square, letter("O")));
    let pieces = [Some((Kind::Kink, letter("S"))), square, Some((Kind::Other, piece.clone()))];
    let of = |(kind, piece): &(Kind, Piece)| {
        turns(piece, WIDTH).into_iter().map(move |turn| (*kind, turn)).collect::<Vec<_>>()
    };
    let turns: Vec<(Kind, Turn)> = pieces.iter().flatten().flat_map(of).collect();
    if turns.iter().any(|(_, turn)| turn.tall() > TALL) {
        return None;
    }
    let reader = match order.squares {
        None => reader::<reader::Highest>(&turns, order),
        Some(_) => reader::<pairs::Pairs>(&turns, order),
    };
    let (reader, ranks) = ranks::Ranks::find(&reader, &turns, order)?;
    Some(certificate(piece, order, &reader, &ranks))
}

fn reader<B: Base>(turns: &[(Kind, Turn)], order: Order) -> Reader {
    Reader::new::<B>(&shapes::all::<B>(turns, order))
}

fn certificate(piece: &Piece, order: Order, reader: &Reader, ranks: &ranks::Ranks) -> String {
    let runs = [Some(order.kinks), order.squares];
    let runs: String = runs.iter().flatten().map(|Runs { divisor, rest }| format!(" {divisor} {rest}")).collect();
    let begun = [false, true].map(|is_after| move |run| Stage { run, is_after, pieces: 0, count: 0 });
    let most = |run: Kind| begun.map(|stage| format!(" {}", order.most(stage(run)))).concat();
    let (square, most) = match order.squares {
        Some(_) => ("O ", format!("{}{} {}", most(Kind::Kink), most(Kind::Square), order.fall())),
        None => ("", most(Kind::Kink)),
    };
    let mut text = format!(
        "topple-certificate 1 kink-order\nwidth {WIDTH}\npieces S {square}{}\nrule slide\nruns{runs}\nmost{most}\n",
        piece.word(),
    );
    let mut line = |key: &str, numbers: &mut dyn Iterator<Item = i64>| {
        text.push_str(key);
        numbers.for_each(|number| write!(text, " {number}").expect("a string takes it"));
        text.push('\n');
    };
    for feature in 0..words::FEATURES {
        line("feature", &mut (1..FULL).map(|row| words::features(row)[feature].into()));
    }
    for measure in ranks::MEASURES {
        line("measure", &mut measure.into_iter().map(i64::from));
    }
    // State 0, from which no letter leads away, has no line.
    for next in &reader.table[1..] {
        line("state", &mut next[1..].iter().map(|state| i64::from(*state)));
    }
    for (stage, state, levels) in &ranks.given {
        let key = match (stage.run, stage.is_after) {
            (Kind::Square, true) => "squares-after",
            (Kind::Square, false) => "squares-before",
            (_, true) => "after",
            (_, false) => "before",
        };
        let levels = levels.iter().flat_map(|(measure, potential)| [i64::from(*measure), i64::from(*potential)]);
        let head = [stage.pieces.into(), stage.count.into(), i64::from(*state)];
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
        for (letter, kinks) in [("T", Runs::ANY), ("J", Runs::ODD)] {
            let text = search(&piece(letter), Order { kinks, squares: None }).unwrap();
            let (divisor, rest) = (kinks.divisor.into(), kinks.rest.into());
            let fact =
                Fact::LostToKinks(KinkOrder { width: WIDTH, piece: letter.to_string(), divisor, rest, squares: None });
            assert_eq!(proof::check(&text).unwrap(), [fact]);
        }
    }

    #[test]
    #[ignore = "slow: 300,000 states"]
    fn squares_before_an_elbow_are_found_and_accepted() {
        let order = Order { kinks: Runs::EVEN, squares: Some(Runs::ODD) };
        let text = search(&piece("L"), order).unwrap();
        let squares = Some(crate::proof::fact::Squares { divisor: 2, rest: 1 });
        let fact = KinkOrder { width: WIDTH, piece: "L".to_string(), divisor: 2, rest: 0, squares };
        assert_eq!(proof::check(&text).unwrap(), [Fact::LostToKinks(fact)]);
    }

    #[test]
    fn with_the_square_nothing_is_found() {
        assert_eq!(search(&piece("O"), Order { kinks: Runs::ANY, squares: None }), None);
    }
}
