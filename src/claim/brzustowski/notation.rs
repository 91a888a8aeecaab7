//! How strategies are written down (section 2.2, Figure 2.4).
use crate::error::{Error, Result};
use crate::game::wells::{Movement, Mover, PieceSet, Shape, Well};
use crate::report::figure::{Arrow, Figure, States, WellDrawing};

/// An example as its caption tells it: the piece, its turn and leftmost column, and the lookahead pieces.
struct Example {
    name: &'static str,
    piece: &'static str,
    turn: usize,
    column: u8,
    /// The pieces of which one has to be announced; none: whatever is announced.
    ahead: &'static str,
}

/// The captions' words; in which turn A is drawn is lost with the picture. Print draws D with one square crossed out.
const EXAMPLES: [Example; 4] = [
    Example { name: "A", piece: "J", turn: 1, column: 3, ahead: "J" },
    Example { name: "B", piece: "O", turn: 0, column: 1, ahead: "" },
    Example { name: "C", piece: "I", turn: 0, column: 7, ahead: "JL" },
    Example { name: "D", piece: "S", turn: 0, column: 5, ahead: "ITJLSZ" },
];

/// Four arrows, each from the empty well of ten columns.
pub(super) fn figure_2_4() -> Result<Figure> {
    let mut drawn = States {
        title: "Four examples of arrows: what to do with a piece, and for which pieces that are shown ahead"
            .to_string(),
        ..States::default()
    };
    let empty = Well::empty(10)?;
    for Example { name, piece, turn, column, ahead } in EXAMPLES {
        let set = PieceSet::parse(piece)?;
        let piece = &set.pieces()[0];
        let wanted = |at: &crate::game::wells::Placement| usize::from(at.turn) == turn && at.column + 1 == column;
        let mover = Mover::new(piece, Movement::Drop);
        let Some(at) = mover.placements(&empty).into_iter().find(wanted) else {
            return Err(Error::input("figure 2.4", name, "a turn and a column of the piece"));
        };
        let shown: Vec<Shape> = match ahead {
            "" => Vec::new(),
            letters => PieceSet::parse(letters)?.pieces().iter().map(|piece| piece.turns()[0].clone()).collect(),
        };
        let from = drawn.states.len();
        let state = |well: &Well, caption: &str| WellDrawing {
            walls: 3,
            caption: caption.to_string(),
            ..WellDrawing::of(well)
        };
        drawn.states.extend([state(&empty, name), state(&mover.place(&empty, at).0, "")]);
        let piece = piece.turns()[turn].clone();
        drawn.arrows.push(Arrow { from, to: from + 1, piece, note: column.to_string(), lookahead: shown });
    }
    Ok(Figure::States(drawn))
}
