//! Weights of columns that every placement of a piece keeps and every deleted row changes, by exact linear algebra.
//!
//! They are the integer vectors that every placement sends to 0: a kernel. If a full row sums to 0 for a basis of it, it
//! does so for all of it, and no weights prove anything. See [`crate::proof::potential::column_weights`] for what they prove.
use crate::error::Result;
use crate::game::wells::{Piece, Shape};
use crate::value::linear::kernel;

/// Weights for a well of `width` columns, if there are any. A well in which the piece does not fit has weights too.
///
/// # Errors
/// Numbers that leave 128 bits.
pub fn one_width(piece: &Piece, width: u8) -> Result<Option<Vec<i128>>> {
    let placements = |shape: &Shape| {
        let columns = (u16::from(width) + 1).saturating_sub(u16::from(shape.width()));
        let shape = shape.clone();
        (0..columns).map(move |column| covered(&shape, usize::from(column), usize::from(width)))
    };
    let rows: Vec<Vec<i128>> = piece.turns().iter().flat_map(placements).collect();
    let basis = kernel(&rows, usize::from(width))?;
    Ok(basis.into_iter().find(|weights| weights.iter().sum::<i128>() != 0))
}

/// Weights that repeat after `modulus` columns, for every width that is `rest` modulo `modulus`, if there are any.
///
/// The placements at all columns of one period together cover every weight as often as the piece has cells; so a period
/// sums to 0, and a full row to what its first `rest` weights do.
///
/// # Errors
/// Numbers that leave 128 bits.
pub fn every_width(piece: &Piece, rest: usize, modulus: usize) -> Result<Option<Vec<i128>>> {
    let placements = |shape: &Shape| {
        let shape = shape.clone();
        (0..modulus).map(move |column| covered(&shape, column, modulus))
    };
    let rows: Vec<Vec<i128>> = piece.turns().iter().flat_map(placements).collect();
    let basis = kernel(&rows, modulus)?;
    Ok(basis.into_iter().find(|weights| weights[..rest].iter().sum::<i128>() != 0))
}

/// How many cells of a column a shape covers there, columns being counted modulo `modulus`.
fn covered(shape: &Shape, column: usize, modulus: usize) -> Vec<i128> {
    let mut counts = vec![0; modulus];
    for (x, _) in shape.cells() {
        counts[(column + x as usize) % modulus] += 1;
    }
    counts
}

/// The certificate: `widths` is the line that says which widths are meant.
pub fn certificate(widths: &str, piece: &Piece, weights: &[i128]) -> String {
    let words: Vec<String> = weights.iter().map(i128::to_string).collect();
    format!("topple-certificate 1 column-weights\n{widths}\npiece {piece}\nweights {}\nend\n", words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::wells::PieceSet;
    use crate::proof;

    #[test]
    fn squares_and_kinks_have_weights_in_odd_wells_only() {
        for piece in PieceSet::parse("OITJLSZ").unwrap().pieces() {
            let fits = |width: u8| piece.turns().iter().any(|turn| turn.width() <= width);
            for width in 1..=16 {
                let weights = one_width(piece, width).unwrap();
                let odd = "OSZ".contains(piece.word()) && width % 2 == 1;
                assert_eq!(weights.is_some(), odd || !fits(width), "{piece} in width {width}");
                if let Some(weights) = weights {
                    assert!(proof::check(&certificate(&format!("width {width}"), piece, &weights)).is_ok());
                }
            }
        }
    }

    #[test]
    fn squares_have_weights_where_their_side_does_not_divide_the_width() {
        for (side, pieces) in [(2, "O"), (3, "3"), (4, "4"), (5, "5")] {
            let piece = &PieceSet::parse(pieces).unwrap().pieces()[0].clone();
            for rest in 0..side {
                let weights = every_width(piece, rest, side).unwrap();
                assert_eq!(weights.is_some(), rest > 0);
                let text = |weights: &[i128]| certificate(&format!("widths {rest} mod {side}"), piece, weights);
                assert!(weights.is_none_or(|weights| proof::check(&text(&weights)).is_ok()));
            }
        }
    }
}
