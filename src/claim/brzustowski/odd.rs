//! Odd wells: weights of columns that no placement of a square or a kink changes (section 2.4).
use crate::claim::{Certificate, Decision, Finding, Task, Verdict};
use crate::error::Result;
use crate::game::tetris::{MOST_WIDTH, PieceSet};
use crate::report::table::Table;
use crate::solve::safety::weights::{certificate, every_width, one_width};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Given {
    /// The pieces whose weights are looked for in single widths.
    pieces: String,
}

const CHECKER: &str = "certificate: column weights";

/// Section 2.4 and Figure 2.12.
pub fn odd_wells(task: &Task) -> Result<Decision> {
    let given: Given = task.experiment.parameters(task.scale)?;
    let mut decision = Decision::default();
    for (letter, says) in [("O", "squares"), ("S", "left kinks"), ("Z", "right kinks")] {
        let certificate = every_odd(letter)?;
        let part = format!(
            "in every odd width, at every depth, the machine wins by sending {says} only, under every rule and with any lookahead"
        );
        decision.findings.push(
            Finding::proved(part, CHECKER, &[&certificate])
                .note("width 1 is included: no turn fits there, so the first piece ends the game"),
        );
        decision.certificates.push(certificate);
    }
    let kinks: Vec<&Certificate> = decision.certificates[1..].iter().collect();
    let skew = "a kink leaves the number of full cells in even columns minus that in odd columns as it is, and a cleared row \
                raises it by one";
    decision.findings.push(Finding::proved(skew, CHECKER, &kinks).note(
        "the weights are 1 in odd columns and -1 in even ones, the skew with its sign changed; squares keep it too, so a \
         row filled with squares alone would change what nothing can change",
    ));
    let (table, found) = single_widths(&PieceSet::parse(&given.pieces)?)?;
    decision.findings.push(found);
    decision.tables.push((String::new(), table));
    Ok(decision)
}

pub(super) fn every_odd(letter: &str) -> Result<Certificate> {
    let set = PieceSet::parse(letter)?;
    let piece = &set.pieces()[0];
    let weights = every_width(piece, 1, 2)?.unwrap_or_default();
    Certificate::new(&format!("odd-wells-{letter}"), certificate("widths 1 mod 2", piece, &weights))
}

/// Every piece in every width: the weights, or that there are none, by exact linear algebra.
fn single_widths(set: &PieceSet) -> Result<(Table, Finding)> {
    let (mut rows, mut others) = (Vec::new(), Vec::new());
    for piece in set.pieces() {
        let fits = |width: u8| piece.turns().iter().any(|turn| turn.width() <= width);
        for width in 1..=MOST_WIDTH {
            let weights = one_width(piece, width)?;
            let odd = width % 2 == 1 && ["O", "S", "Z"].contains(&piece.word());
            if fits(width) && weights.is_some() != odd {
                others.push(format!("{piece} in width {width}"));
            }
            rows.push(vec![
                piece.to_string(),
                width.to_string(),
                if fits(width) { "yes" } else { "no" }.to_string(),
                weights.map_or(String::new(), |weights| shown(&weights)),
            ]);
        }
    }
    let part = format!(
        "of the pieces {set} in the widths 1 to {MOST_WIDTH} where they fit, exactly the square and the kinks in odd wells have such weights"
    );
    let verdict = match others.first() {
        None => Verdict::Swept { bound: format!("width {MOST_WIDTH}") },
        Some(first) => Verdict::Refuted { counterexample: first.clone() },
    };
    let finding = Finding::new(part, "exact linear algebra", verdict).supporting().note(
        "goes beyond print: where there are no weights, this way of proof is closed for a piece alone, which does not mean \
         that the player wins",
    );
    let header = ["piece", "width", "fits", "weights"].map(String::from).to_vec();
    let title = "Weights of the columns that every placement keeps and a full row does not".to_string();
    Ok((Table { title, header, rows }, finding))
}

fn shown(weights: &[i128]) -> String {
    weights.iter().map(i128::to_string).collect::<Vec<_>>().join(" ")
}
