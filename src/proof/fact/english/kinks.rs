//! The English of orders with left kinks.
use crate::proof::fact::{KinkOrder, Squares};
use std::fmt::{Display, Formatter};

impl Display for KinkOrder {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let KinkOrder { width, piece, divisor, rest, squares } = self;
        let remainder =
            |divisor, rest| if divisor == 1 { String::new() } else { format!(" that is {rest} modulo {divisor}") };
        let kinks = remainder(*divisor, *rest);
        let (pieces, order, enough) = match squares {
            None => {
                let and = if *divisor == 1 { " that" } else { " and" };
                ("S", "n times S", format!("n{kinks}{and} is great enough"))
            }
            Some(Squares { divisor, rest }) => {
                let enough = format!("n{kinks} and every k{}, both great enough", remainder(*divisor, *rest));
                ("S O", "n times S, k times O", enough)
            }
        };
        write!(
            f,
            "wells, width {width}, every depth, pieces {pieces} {piece}, rule slide, all pieces known in advance: the machine \
             wins from every well without an empty row below a full cell by the order {order} and then {piece}, again and \
             again, for every {enough} for the depth"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_with_kinks_are_told_with_their_remainders() {
        let told = |[divisor, rest]: [usize; 2], squares: Option<[usize; 2]>| {
            let squares = squares.map(|[divisor, rest]| Squares { divisor, rest });
            KinkOrder { width: 4, piece: "L".to_string(), divisor, rest, squares }.to_string()
        };
        let head = |pieces: &str| {
            format!(
                "wells, width 4, every depth, pieces {pieces} L, rule slide, all pieces known in advance: the machine wins from \
                 every well without an empty row below a full cell by the order "
            )
        };
        let two = head("S") + "n times S and then L, again and again, for every n that ";
        assert_eq!(told([1, 0], None), format!("{two}is great enough for the depth"));
        assert_eq!(told([2, 1], None), format!("{two}is 1 modulo 2 and is great enough for the depth"));
        let three = head("S O") + "n times S, k times O and then L, again and again, for every ";
        let tails = [
            ([1, 0], [1, 0], "n and every k"),
            ([2, 1], [1, 0], "n that is 1 modulo 2 and every k"),
            ([1, 0], [2, 0], "n and every k that is 0 modulo 2"),
            ([2, 1], [4, 3], "n that is 1 modulo 2 and every k that is 3 modulo 4"),
        ];
        for (kinks, squares, tail) in tails {
            assert_eq!(told(kinks, Some(squares)), format!("{three}{tail}, both great enough for the depth"));
        }
    }
}
