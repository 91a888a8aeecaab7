//! Certificate kind `lane-weights`: where some pieces can be played in a cycle, in wells of any depth.
//!
//! A lane is M neighbouring columns; the wells are those whose width is a multiple of M. Lanes are counted from the right
//! wall, from 1, and in lane j column i weighs A(i) j + C(i), an integer. The weights of each lane sum to 0, so deleted
//! rows do not change the sum of the weights of all full cells. Every placement of a piece adds 0 or less to that sum.
//! In a sequence of plays that leads back to the same well every play has added 0. So only the placements that add 0
//! occur in a cycle, whatever the depth of the well, the rule, the lookahead and the player.
//!
//! A placement whose leftmost column is in lane j and which reaches T lanes to the right adds a linear function of j, and
//! j is at least T + 1. That function is 0, or it does not grow with j and is below 0 at j = T + 1: nothing else passes.
//!
//! ```text
//! topple-certificate 1 lane-weights
//! lane 2
//! pieces S Z
//! weights 1 0 -1 0
//! end
//! ```
use crate::game::wells::Piece;
use crate::proof::lines::{Line, number};
use crate::proof::region::wells::format::piece_set;
use crate::proof::region::wells::plain::turns;
use crate::proof::{Fact, Facts, Reject};

/// The most columns of a lane.
const MOST_COLUMNS: usize = 16;
/// The largest number in a weight.
const LARGEST: i64 = 1_000_000;

/// Checks the lines of a certificate of kind `lane-weights`.
///
/// # Errors
/// Anything but the three lines, a lane that does not sum to 0, or a placement that adds more than 0.
pub fn check(lines: &[Line]) -> Result<Facts, Reject> {
    let [lane_line, pieces_line, weights_line] = lines else {
        return Err(Reject::at("lines", "expected 'lane', 'pieces' and 'weights'"));
    };
    let [columns] = lane_line.exactly()?;
    let columns = usize::try_from(columns).ok().filter(|columns| (1..=MOST_COLUMNS).contains(columns));
    let columns = columns.filter(|_| lane_line.key == "lane");
    let columns =
        columns.ok_or_else(|| lane_line.reject(format!("expected 'lane' and 1 to {MOST_COLUMNS} columns")))?;
    if pieces_line.key != "pieces" {
        return Err(pieces_line.reject("expected 'pieces'"));
    }
    let weights = weights(weights_line, columns)?;
    for part in 0..2 {
        if weights.iter().map(|weight| weight[part]).sum::<i64>() != 0 {
            return Err(weights_line.reject("the weights of a lane do not sum to 0 in every lane"));
        }
    }
    let set = piece_set(pieces_line)?;
    let mut kept = Vec::new();
    for piece in set.pieces() {
        for (turn, cells) in turns(piece).iter().enumerate() {
            for column in 0..columns {
                if added(cells, column, &weights)? {
                    kept.push(format!("{piece} turn {turn} from column {}", column + 1));
                }
            }
        }
    }
    let pieces = set.pieces().iter().map(Piece::word).collect::<Vec<_>>().join(" ");
    Ok(vec![Fact::CyclePlacements { lane: columns as u64, pieces, placements: kept }])
}

/// Whether a placement adds 0 in every lane; refused if it ever adds more.
fn added(cells: &[(i32, i32)], column: usize, weights: &[[i64; 2]]) -> Result<bool, Reject> {
    let (mut slope, mut constant, mut reach) = (0, 0, 0);
    for (across, _) in cells {
        let at = column + *across as usize;
        let (lanes, [a, c]) = ((at / weights.len()) as i64, weights[at % weights.len()]);
        slope += a;
        constant += c - a * lanes;
        reach = reach.max(lanes);
    }
    match (slope, constant) {
        (0, 0) => Ok(true),
        _ if slope <= 0 && slope * (reach + 1) + constant < 0 => Ok(false),
        _ => Err(Reject::at(
            "weights",
            format!("a placement from column {} of a lane can add more than 0, or 0 in some lanes only", column + 1),
        )),
    }
}

fn weights(line: &Line, columns: usize) -> Result<Vec<[i64; 2]>, Reject> {
    let read = |word: &str| {
        let weight = number(word).filter(|weight: &i64| (-LARGEST..=LARGEST).contains(weight));
        weight.ok_or_else(|| line.reject(format!("'{word}' is no integer up to {LARGEST}")))
    };
    let numbers: Vec<i64> = line.rest.split_whitespace().map(read).collect::<Result<_, _>>()?;
    if line.key != "weights" || numbers.len() != 2 * columns {
        return Err(line.reject(format!("expected 'weights' and two integers for each of the {columns} columns")));
    }
    Ok(numbers.chunks(2).map(|pair| [pair[0], pair[1]]).collect())
}

#[cfg(test)]
mod tests {
    use crate::game::wells::{Movement, Mover, PieceSet, Well};
    use crate::proof::{self, Fact, Facts, mutants::Mutants};

    const KINKS: &str = "lane 2\npieces S Z\nweights 1 0 -1 0";

    fn whole(body: &str) -> String {
        format!("topple-certificate 1 lane-weights\n{body}\nend\n")
    }

    /// What the certificate says, tried in wells of up to 12 columns: the placements that add 0 in some well.
    fn tried(body: &str) -> Option<Vec<String>> {
        let lines: Vec<Vec<&str>> = body.lines().map(|line| line.split_whitespace().collect()).collect();
        let columns: usize = lines[0][1].parse().unwrap();
        let numbers: Vec<i64> = lines[2][1..].iter().map(|word| word.parse().unwrap()).collect();
        let mut kept = std::collections::BTreeSet::new();
        for lanes in 1..=12 / columns {
            let weight = |at: usize| {
                numbers[2 * (at % columns)] * (lanes - at / columns) as i64 + numbers[2 * (at % columns) + 1]
            };
            let empty = Well::empty((lanes * columns) as u8).unwrap();
            if (0..lanes).any(|lane| (0..columns).map(|column| weight(lane * columns + column)).sum::<i64>() != 0) {
                return None;
            }
            for piece in PieceSet::parse(&lines[1][1..].concat()).unwrap().pieces() {
                for at in Mover::new(piece, Movement::Anywhere).placements(&empty) {
                    let cells = piece.turns()[usize::from(at.turn)].cells();
                    match cells.iter().map(|cell| weight(usize::from(at.column) + cell.0 as usize)).sum::<i64>() {
                        0 => kept.insert(format!(
                            "{piece} turn {} from column {}",
                            at.turn,
                            usize::from(at.column) % columns + 1
                        )),
                        sum if sum > 0 => return None,
                        _ => false,
                    };
                }
            }
        }
        Some(kept.into_iter().collect())
    }

    #[test]
    fn both_kinks_stay_in_their_lanes() {
        let proved = proof::check(&whole(KINKS)).unwrap();
        let placements = ["S turn 1 from column 1", "Z turn 1 from column 1"].map(String::from).to_vec();
        assert_eq!(tried(KINKS).unwrap(), placements);
        assert_eq!(proved, [Fact::CyclePlacements { lane: 2, pieces: "S Z".to_string(), placements }]);
    }

    #[test]
    fn what_is_accepted_holds_in_all_small_wells() {
        let (mut accepted, mut refused) = (0, 0);
        for numbers in 0..5_i64.pow(4) {
            let [a, b, c, d] = [1, 5, 25, 125].map(|unit| numbers / unit % 5 - 2);
            for pieces in ["S Z", "O", "I", "L Z"] {
                let body = format!("lane 2\npieces {pieces}\nweights {a} {b} {c} {d}");
                match proof::check(&whole(&body)) {
                    Ok(proved) => {
                        accepted += 1;
                        let kept = tried(&body).unwrap_or_else(|| panic!("{body}"));
                        let [Fact::CyclePlacements { placements, .. }] = &proved[..] else { panic!("{proved:?}") };
                        assert!(kept.iter().all(|one| placements.contains(one)), "{body}: {proved:?} {kept:?}");
                    }
                    Err(_) => refused += 1,
                }
            }
        }
        assert!(accepted > 20 && refused > 1000, "{accepted} {refused}");
    }

    #[test]
    fn every_mutant_is_refused_or_holds_in_all_small_wells() {
        let words = ["S", "Z", "O", "0", "2", "17", "lane", "x", ""];
        let holds = |mutant: &str, facts: &Facts| {
            let body: Vec<&str> = mutant.lines().skip(1).take(3).collect();
            let [Fact::CyclePlacements { placements, .. }] = &facts[..] else { return false };
            tried(&body.join("\n")).is_some_and(|kept| kept.iter().all(|one| placements.contains(one)))
        };
        let added = ["lane 2", "lane 1", "pieces S", "pieces O", "weights 0 0 0 0", "x 1"];
        let (refused, accepted) = Mutants::of(&whole(KINKS), &words, &added).judge(holds);
        assert!(refused > 200 && accepted < 30, "{refused} refused, {accepted} accepted");
    }

    #[test]
    fn broken_texts_are_refused() {
        for body in [
            "lane 2\npieces S Z",
            "lane 2\npieces S Z\nweights 1 0 -1",
            "lane 2\npieces S Z\nweights -1 0 1 0",
            "lane 2\npieces S Z\nweights 1 0 -1 1",
            "lane 1\npieces S Z\nweights 1 0 -1 0",
            "lane 3\npieces S Z\nweights 1 0 -1 0",
            "lane 0\npieces S Z\nweights",
            "lane 17\npieces S Z\nweights 1 0 -1 0",
            "lanes 2\npieces S Z\nweights 1 0 -1 0",
            "lane 2\npiece S Z\nweights 1 0 -1 0",
            "lane 2\npieces S O Z\nweights 1 0 -1 0 0",
            "lane 2\npieces\nweights 1 0 -1 0",
            "lane 2\npieces S Z\nweight 1 0 -1 0",
            "lane 2\npieces S Z\nweights +1 0 -1 0",
            "lane 2\npieces S Z\nweights 9999999 0 -9999999 0",
            "lane 2\npieces S T\nweights 1 0 -1 0",
            "lane 2\npieces S Z\nweights 1 0 -1 0\nweights 1 0 -1 0",
            "lane 2\nweights 1 0 -1 0\npieces S Z",
        ] {
            assert!(proof::check(&whole(body)).is_err(), "{body}");
        }
    }
}
