//! The strategies of the thesis as rules for any number of lanes (brzustowski, sections 2.3, 2.4 and 3.1).
//!
//! The figures are lost. The rules are rebuilt from the captions, the prose, and the printed heights and numbers of
//! states.
use super::lanes::{LaneRule, in_width, resting_row, strategy};
use crate::error::Result;
use crate::game::wells::{Movement, Mover, Piece, PieceSet, Placement, Shape, Well};
use crate::proof::region::wells::lanes::{LaneGame, LaneMove, LaneState, LaneStrategy, Profile};
use crate::proof::region::wells::{Strategy, WellGame};
use std::collections::BTreeMap;

/// One line of a rule for a single piece: where the part has this profile, put the piece with these rows at this column.
struct Step {
    rest: bool,
    profile: &'static str,
    shape: &'static str,
    column: u8,
}

const fn lane(profile: &'static str, shape: &'static str, column: u8) -> Step {
    Step { rest: false, profile, shape, column }
}

const fn rest(profile: &'static str, shape: &'static str, column: u8) -> Step {
    Step { rest: true, profile, shape, column }
}

/// A strategy for one piece: the first line that fits says what to do.
struct Single {
    piece: &'static str,
    lane: u8,
    rest: u8,
    steps: &'static [Step],
}

/// For squares, kinks, elbows and tees the lanes are two columns wide, for bars one. In odd wells three columns are left
/// over: with elbows each lane is stacked to eight rows, and six elbows in the three columns clear them all; with tees
/// each lane holds five full rows between two half ones, three tees clear four of them, and two tees a lane fill it up.
const SINGLES: [Single; 7] = [
    Single { piece: "O", lane: 2, rest: 0, steps: &[lane("-", "11/11", 0)] },
    Single { piece: "S", lane: 2, rest: 0, steps: &[lane("-", "01/11/10", 0), lane("01/10", "01/11/10", 0)] },
    Single { piece: "I", lane: 1, rest: 0, steps: &[lane("-", "1/1/1/1", 0)] },
    Single { piece: "L", lane: 2, rest: 0, steps: &[lane("-", "11/10/10", 0), lane("10/10", "01/01/11", 0)] },
    Single {
        piece: "T",
        lane: 2,
        rest: 0,
        steps: &[lane("-", "10/11/10", 0), lane("10/10", "01/11/01", 0), lane("10/01", "10/11/10", 0)],
    },
    Single {
        piece: "L",
        lane: 2,
        rest: 3,
        steps: &[
            rest("001", "111/001", 0),
            rest("001/001", "11/10/10", 0),
            rest("101/100", "01/01/11", 0),
            rest("110/110", "01/01/11", 1),
            rest("011", "100/111", 0),
            lane("-", "11/10/10", 0),
            lane("11/10/10", "01/01/11", 0),
            lane("11/11/11/11", "11/10/10", 0),
            lane("11/11/11/11/11/10/10", "01/01/11", 0),
            rest("-", "111/001", 0),
        ],
    },
    Single {
        piece: "T",
        lane: 2,
        rest: 3,
        steps: &[
            lane("-", "10/11/10", 0),
            lane("10/11/10", "01/11/01", 0),
            lane("10/11/11/11/01", "10/11/10", 0),
            rest("-", "111/010", 0),
            rest("111/010", "10/11/10", 0),
            rest("111/110/110/100", "01/11/01", 1),
            rest("111/110/001", "010/111", 0),
            rest("111/110/011", "10/11/10", 0),
        ],
    },
];

/// The strategy for a single piece in wells of two columns a lane (one for bars), with three more columns if `odd`; none
/// if the thesis has none. For the pieces J and Z it is that of L and S in a mirror.
///
/// # Errors
/// A rule that does not do what it should.
pub fn single(letter: &str, odd: bool) -> Result<Option<LaneStrategy>> {
    let (known, mirrored) = match letter {
        "J" => ("L", true),
        "Z" => ("S", true),
        letter => (letter, false),
    };
    let rest = if odd && known != "I" { 3 } else { 0 };
    let Some(single) = SINGLES.iter().find(|single| single.piece == known && single.rest == rest) else {
        return Ok(None);
    };
    let pieces = PieceSet::parse(letter)?;
    let game = LaneGame { lane: single.lane, rest, depth: 16, pieces: pieces.clone(), lookahead: 0 };
    let piece = &pieces.pieces()[0];
    let rule = |state: &LaneState, _: &[u8]| -> Vec<LaneMove> {
        single.steps.iter().filter_map(|step| step.play(single, state, piece, mirrored)).take(1).collect()
    };
    strategy(&game, &rule).map(Some)
}

/// The strategy in a well of width 3: the plays of the strategy in width 5 in the three columns beside its lane, made
/// there alone; none if it has no such columns.
///
/// # Errors
/// A letter that is no piece.
pub fn three_columns(letter: &str) -> Result<Option<Strategy>> {
    let Some(wide) = single(letter, true)?.filter(|wide| wide.game.rest == 3) else { return Ok(None) };
    let (lane, wide) = (wide.game.lane, in_width(&wide, 1)?);
    let piece = &wide.game.pieces.pieces()[0];
    let mover = Mover::new(piece, Movement::Drop);
    let (mut beside, mut well, mut moves, mut height) = (Well::empty(5)?, Well::empty(3)?, BTreeMap::new(), 0);
    while !moves.contains_key(&(well.clone(), vec![0])) {
        let Some(&at) = wide.moves.get(&(beside.clone(), vec![0])) else { return Ok(None) };
        beside = mover.place(&beside, at).0;
        if at.column < lane {
            continue;
        }
        let column = at.column - lane;
        let row = resting_row(well.rows(), &piece.turns()[usize::from(at.turn)], column);
        let at = Placement { column, row, ..at };
        let after = mover.place(&well, at).0;
        moves.insert((well, vec![0]), at);
        height = height.max(after.height());
        well = after;
    }
    let game = WellGame::new(3, height as u16, wide.game.pieces.clone(), Movement::Drop, 0)?;
    Ok(Some(Strategy { game, moves }))
}

impl Step {
    /// The move of this line, if it fits the state.
    fn play(&self, single: &Single, state: &LaneState, piece: &Piece, mirrored: bool) -> Option<LaneMove> {
        let width = if self.rest { single.rest } else { single.lane };
        let profile = rows(self.profile, mirrored);
        let fits = if self.rest { state.rest == profile } else { state.lanes.contains_key(&profile) };
        let wanted = rows(self.shape, mirrored);
        let turn = piece.turns().iter().position(|shape| shape.rows() == wanted)?;
        let shape = &piece.turns()[turn];
        let column = if mirrored { width - shape.width() - self.column } else { self.column };
        let at = Placement { turn: turn as u8, column, row: resting_row(&profile, shape, column) };
        fits.then_some(LaneMove { lane: (!self.rest).then_some(profile), at })
    }
}

/// Rows as bits from their spelling, each turned round if `mirrored`.
fn rows(text: &str, mirrored: bool) -> Profile {
    let row = |row: &str| {
        let bit = |(column, digit): (usize, char)| u16::from(digit == '1') << column;
        let turned: String = if mirrored { row.chars().rev().collect() } else { row.to_string() };
        turned.chars().enumerate().map(bit).sum()
    };
    if text == "-" { Vec::new() } else { text.split('/').map(row).collect() }
}

/// The strategy of Lemma 1 for the square and one other piece (a bar or an elbow): its rule, for every number of lanes.
///
/// # Errors
/// A rule that does not do what it should.
pub fn lemma_1(other: &str) -> Result<LaneStrategy> {
    let game = lemma_game(other)?;
    let rule = lemma_rule(&game);
    strategy(&game, &*rule)
}

/// The game of Lemma 1, with room for its rule.
fn lemma_game(other: &str) -> Result<LaneGame> {
    let pieces = PieceSet::parse(&format!("O{other}"))?;
    Ok(LaneGame { lane: 2, rest: 0, depth: 16, pieces, lookahead: 0 })
}

/// A square goes into the bumpy lane if that is at least two lower than every other lane, else into a lowest smooth
/// lane. The other piece smooths the bumpy lane, or makes a lowest smooth lane bumpy.
fn lemma_rule(game: &LaneGame) -> Box<LaneRule<'_>> {
    Box::new(|state, sent| {
        let turns = game.pieces.pieces()[usize::from(sent[0])].turns();
        let smooth = |lane: &&Profile| lane.iter().all(|row| *row == 0b11);
        let lowest = state.lanes.keys().filter(smooth).min_by_key(|lane| lane.len());
        let bumpy = state.lanes.keys().find(|lane| !smooth(lane));
        let is_square = turns.len() == 1;
        let lane = match bumpy {
            Some(bumpy) if is_square => {
                let deep = lowest.is_none_or(|lane| lane.len() >= bumpy.len() + 2);
                if deep { Some(bumpy) } else { lowest }
            }
            Some(bumpy) => Some(bumpy),
            None => lowest,
        };
        let smoothing = !is_square && bumpy.is_some();
        lane.and_then(|lane| upright(lane, turns, smoothing)).into_iter().collect()
    })
}

/// The piece upright in a lane: such that the lane is smooth afterwards if `smoothing`, else on as many cells as it can.
fn upright(lane: &Profile, turns: &[Shape], smoothing: bool) -> Option<LaneMove> {
    let fitting = turns
        .iter()
        .enumerate()
        .flat_map(|(turn, shape)| (0..3_u8.saturating_sub(shape.width())).map(move |column| (turn, shape, column)));
    let mut moves = fitting.filter_map(|(turn, shape, column)| {
        let row = resting_row(lane, shape, column);
        let mut after = lane.clone();
        after.resize(after.len().max(usize::from(row) + shape.rows().len()), 0);
        for (up, cells) in shape.rows().iter().enumerate() {
            after[usize::from(row) + up] |= cells << column;
        }
        let good = !smoothing || after.iter().all(|cells| *cells == 0b11);
        let at = Placement { turn: turn as u8, column, row };
        // A square may cover what it likes; of the other piece as many cells as possible rest on full ones.
        let open = turns.len() == 1 || after.windows(2).all(|pair| pair[1] & !pair[0] == 0);
        (good && open).then(|| LaneMove { lane: Some(lane.clone()), at })
    });
    moves.next()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proof;

    #[test]
    fn single_pieces_have_the_printed_heights_in_every_width() {
        let printed = [
            ("O", 2, None),
            ("S", 4, None),
            ("Z", 4, None),
            ("I", 4, Some(4)),
            ("L", 3, Some(8)),
            ("J", 3, Some(8)),
            ("T", 4, Some(7)),
        ];
        for (letter, even, odd) in printed {
            for (wide, height) in [(false, Some(even)), (true, odd)] {
                let strategy = single(letter, wide).unwrap();
                assert_eq!(strategy.as_ref().map(|strategy| strategy.game.depth), height, "{letter}");
                let Some(strategy) = strategy else { continue };
                assert!(proof::check(&strategy.text()).is_ok(), "{letter}: {:?}", proof::check(&strategy.text()));
                for lanes in 1..=3 {
                    let text = in_width(&strategy, lanes).unwrap().text();
                    assert!(proof::check(&text).is_ok(), "{letter} in {lanes} lanes: {:?}", proof::check(&text));
                }
            }
        }
    }

    #[test]
    fn three_columns_alone_have_the_strategies_of_width_3() {
        for (letter, wells, height) in [("L", 6, 2), ("J", 6, 2), ("T", 5, 3)] {
            let strategy = three_columns(letter).unwrap().unwrap();
            assert_eq!((strategy.moves.len(), strategy.game.depth), (wells, height), "{letter}");
            assert!(proof::check(&strategy.text()).is_ok());
        }
        assert_eq!(three_columns("I").unwrap(), None);
        assert_eq!(three_columns("O").unwrap(), None);
    }

    #[test]
    fn lemma_1_holds_for_every_number_of_lanes() {
        for other in ["I", "J", "L"] {
            let strategy = lemma_1(other).unwrap();
            assert!(strategy.game.depth <= 7, "{other}: {}", strategy.game.depth);
            assert!(proof::check(&strategy.text()).is_ok());
            let text = in_width(&strategy, 2).unwrap().text();
            assert!(proof::check(&text).is_ok(), "{:?}", proof::check(&text));
        }
    }
}
