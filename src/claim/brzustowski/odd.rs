//! Odd wells: weights of columns that no placement of a square or a kink changes (section 2.4).
use super::{drawn, exhausted, row, table};
use crate::claim::{Decision, Fact, Finding, Task};
use crate::error::Result;
use crate::game::wells::{MOST_WIDTH, PieceSet, Placement, Well};
use crate::proof::fact::Widths;
use crate::report::figure::{Figure, WellDrawing};
use crate::report::table::Table;
use crate::solve::wells::defeats::weights::{certificate, every_width, one_width};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Given {
    /// The pieces whose weights are looked for in single widths.
    pieces: String,
}

/// The odd widths.
const WIDTHS: Widths = Widths::Residue(1, 2);

/// Section 2.4 and Figure 2.12.
pub fn odd_wells(task: &Task) -> Result<Decision> {
    let given: Given = task.experiment.parameters(task.scale)?;
    let mut decision = Decision::default();
    for (letter, says) in [("O", "squares"), ("S", "left kinks"), ("Z", "right kinks")] {
        let lost = every_odd(&mut decision, letter)?;
        let part = format!(
            "in every odd width, at every depth, the machine wins by sending {says} only, under every rule and with any lookahead"
        );
        let note = "width 1 is included: no turn fits there, so the first piece ends the game";
        decision.findings.push(decision.proved(part, vec![lost])?.theorem("odd_wells_lost").note(note));
    }
    let kept = |piece: &str| Fact::KeptWeights { piece: piece.to_string(), widths: WIDTHS, weights: vec![-1, 1] };
    let skew = "a kink covers as many cells in even columns as in odd ones, and a full row of odd width does not";
    decision.findings.push(decision.proved(skew, vec![kept("S"), kept("Z")])?.theorem("odd_columns").note(
        "so a kink keeps the skew, the full cells in even columns less those in odd ones, and each cleared row raises it by \
         one; squares keep it too",
    ));
    let none = Fact::FillsNoRow { piece: "O".to_string(), widths: WIDTHS };
    let part = "in every odd width squares alone, from the empty well, never fill a row";
    decision.findings.push(decision.proved(part, vec![none])?.theorem("odd_wells"));
    let (tables, found) = single_widths(&PieceSet::parse(&given.pieces)?)?;
    decision.findings.push(found);
    decision.tables.extend(tables);
    decision.figures.push(("figure-2-12".to_string(), kinks()?));
    Ok(decision)
}

/// Each turn of both kinks in a well of odd width, its cells marked e in even columns and o in odd ones.
fn kinks() -> Result<Figure> {
    let (well, set) = (Well::empty(5)?, PieceSet::parse("SZ")?);
    let mut wells = Vec::new();
    for piece in set.pieces() {
        for (turn, shape) in (0..).zip(piece.turns()) {
            for column in 0..2 {
                let mut drawing = WellDrawing::played(&well, shape, Placement { turn, column, row: 0 });
                let even = |column: usize| (column + 1).is_multiple_of(2);
                let letter = |at: &(usize, usize)| (*at, if even(at.0) { "e" } else { "o" }.to_string());
                drawing.labels = drawing.piece.iter().map(letter).collect();
                let count = drawing.piece.iter().filter(|at| even(at.0)).count();
                drawing.caption = format!("{};{count} even, {} odd", piece.title(), drawing.piece.len() - count);
                wells.push(drawing);
            }
        }
    }
    let title = "However a kink is played, it fills as many cells in even columns (e) as in odd ones (o); a full row of odd \
                 width has one more o";
    Ok(drawn(title, wells, 4))
}

/// Keeps the certificate that a piece alone loses in every odd width, and says so.
pub(super) fn every_odd(decision: &mut Decision, letter: &str) -> Result<Fact> {
    let set = PieceSet::parse(letter)?;
    let piece = &set.pieces()[0];
    let weights = every_width(piece, 1, 2)?.unwrap_or_default();
    decision.keep(&format!("odd-wells-{letter}"), certificate("widths 1 mod 2", piece, &weights))?;
    Ok(Fact::LostAtEveryDepth { piece: letter.to_string(), widths: WIDTHS })
}

/// Every piece in every width: the weights, or that there are none, by exact linear algebra.
fn single_widths(set: &PieceSet) -> Result<([(String, Table); 2], Finding)> {
    let (mut rows, mut columns, mut other) = (Vec::new(), Vec::new(), None);
    for piece in set.pieces() {
        for width in 1..=MOST_WIDTH {
            let fits = piece.turns().iter().any(|turn| turn.width() <= width);
            let weights = one_width(piece, width)?;
            let odd = width % 2 == 1 && ["O", "S", "Z"].contains(&piece.word());
            if fits && weights.is_some() != odd {
                other.get_or_insert(format!("{piece} in width {width}"));
            }
            rows.push(row![piece, width, fits, weights.is_some()]);
            let weights = (1..).zip(weights.unwrap_or_default());
            columns.extend(weights.map(|(column, weight): (usize, _)| row![piece, width, column, weight]));
        }
    }
    let part = format!(
        "of the pieces {set} in the widths 1 to {MOST_WIDTH} where they fit, exactly the square and the kinks in odd wells have such weights"
    );
    let verdict = exhausted(other, "each piece in each width");
    let finding = Finding::new(part, "exact linear algebra", verdict).supporting().note(
        "goes beyond print: where there are no weights, this way of proof is closed for a piece alone, which does not mean \
         that the player wins",
    );
    let title = "Weights of the columns that every placement keeps and a full row does not";
    let found = table("Pieces that keep a weight of the columns", "piece width fits kept_weights", rows);
    let weights = table(title, "piece width nth_column weight", columns);
    Ok(([(String::new(), found), ("weights".to_string(), weights)], finding))
}
