//! The text of strategies and defeats. The lines come in this order; those marked * may be repeated or absent.
//!
//! ```text
//! topple-certificate 1 strategy            topple-certificate 1 defeat
//! width W                                  width W
//! depth H                                  depth H
//! pieces P ...                             pieces P ...
//! rule drop|slide|referee|anywhere         rule drop|slide|referee|anywhere
//! lookahead L                              lookahead L
//! play WELL P1 .. PL P TURN COLUMN ROW *   send WELL P1 .. PL P RANK *
//! end                                      end
//! ```
use super::{Defeat, Send, Strategy, WellGame};
use crate::game::wells::{Movement, Piece, PieceSet, Placement, Well};
use crate::proof::Reject;
use crate::proof::lines::{Line, number};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::str::FromStr;

/// Reads the lines of a strategy. What they claim is not checked here.
///
/// # Errors
/// A line that is unknown, out of order or out of range, or a situation that stands twice.
pub fn read_strategy(lines: &[Line]) -> Result<Strategy, Reject> {
    let (game, lines) = head(lines)?;
    let mut moves = BTreeMap::new();
    for line in lines {
        let (well, pieces, rest) = situation(&game, line, "play")?;
        let [turn, column, row] = rest.as_slice() else {
            return Err(line.reject("expected a turn, a column and a row after the pieces"));
        };
        let at = Placement { turn: natural(line, turn)?, column: natural(line, column)?, row: natural(line, row)? };
        if moves.insert((well, pieces), at).is_some() {
            return Err(line.reject("this situation stands twice"));
        }
    }
    Ok(Strategy { game, moves })
}

/// Reads the lines of a defeat. What they claim is not checked here.
///
/// # Errors
/// A line that is unknown, out of order or out of range, or a situation that stands twice.
pub fn read_defeat(lines: &[Line]) -> Result<Defeat, Reject> {
    let (game, lines) = head(lines)?;
    let mut sends = BTreeMap::new();
    for line in lines {
        let (well, mut shown, rest) = situation(&game, line, "send")?;
        let piece = shown.pop().expect("a situation is read with at least one piece");
        let [rank] = rest.as_slice() else {
            return Err(line.reject("expected a rank after the pieces"));
        };
        let rank = natural(line, rank)?;
        if rank == 0 {
            return Err(line.reject("a rank is at least 1"));
        }
        if sends.insert((well, shown), Send { piece, rank }).is_some() {
            return Err(line.reject("this situation stands twice"));
        }
    }
    Ok(Defeat { game, sends })
}

/// The game, and the lines after the head.
pub(super) fn head<'a, 'b>(lines: &'b [Line<'a>]) -> Result<(WellGame, &'b [Line<'a>]), Reject> {
    let (game, lines) = without_lookahead(lines)?;
    let [lookahead, rest @ ..] = lines else { return Err(Reject::at("head", "expected a lookahead")) };
    let seen = one(lookahead, "lookahead")?;
    let seen = u8::try_from(seen).map_err(|_| lookahead.reject(format!("{seen} is too large")))?;
    let WellGame { width, depth, pieces, rule, .. } = game;
    let game =
        WellGame::new(width, depth, pieces, rule, seen).map_err(|error| Reject::at("head", error.to_string()))?;
    Ok((game, rest))
}

/// A line of a word and one number.
fn one(line: &Line, key: &str) -> Result<u64, Reject> {
    match line.exactly::<1>() {
        Ok([number]) if line.key == key => Ok(number),
        _ => Err(line.reject(format!("expected '{key}' and one natural number"))),
    }
}

/// The game up to the lookahead, which is 0, and the lines from there on.
pub(super) fn without_lookahead<'a, 'b>(lines: &'b [Line<'a>]) -> Result<(WellGame, &'b [Line<'a>]), Reject> {
    let [width, depth, pieces, rule, rest @ ..] = lines else {
        return Err(Reject::at("head", "expected width, depth, pieces, rule and lookahead"));
    };
    let small =
        |line: &Line, number: u64| u16::try_from(number).map_err(|_| line.reject(format!("{number} is too large")));
    let byte =
        |line: &Line, number: u64| u8::try_from(number).map_err(|_| line.reject(format!("{number} is too large")));
    let said = |line: &Line, key: &str| match line.key == key {
        true => Ok(()),
        false => Err(line.reject(format!("expected '{key}'"))),
    };
    said(pieces, "pieces")?;
    said(rule, "rule")?;
    let set = piece_set(pieces)?;
    let rule = Movement::from_word(rule.rest).map_err(|error| rule.reject(error.to_string()))?;
    let depth = small(depth, one(depth, "depth")?)?;
    let game = WellGame::new(byte(width, one(width, "width")?)?, depth, set, rule, 0)
        .map_err(|error| Reject::at("head", error.to_string()))?;
    Ok((game, rest))
}

/// The pieces of a line, one word each; each word is as [`Piece::word`] writes it.
pub(in crate::proof) fn piece_set(line: &Line) -> Result<PieceSet, Reject> {
    let words: Vec<&str> = line.rest.split_whitespace().collect();
    let set = PieceSet::parse(&words.concat()).map_err(|error| line.reject(error.to_string()))?;
    let same = |word: &&&str| set.pieces().iter().any(|piece| piece.word() == **word);
    if words.len() != set.pieces().len() || words.iter().filter(same).count() != words.len() {
        return Err(line.reject("expected the pieces as words with spaces between"));
    }
    Ok(set)
}

/// A well and `lookahead` + 1 pieces, and the words after them.
fn situation<'a>(game: &WellGame, line: &Line<'a>, key: &str) -> Result<(Well, Vec<u8>, Vec<&'a str>), Reject> {
    if line.key != key {
        return Err(line.reject(format!("expected '{key}'")));
    }
    let mut words = line.rest.split_whitespace();
    let well = words.next().ok_or_else(|| line.reject("expected a well"))?;
    let well = Well::parse(game.width, well).map_err(|error| line.reject(error.to_string()))?;
    if well.height() > usize::from(game.depth) {
        return Err(line.reject("the well is higher than the depth: the player has lost already"));
    }
    let piece = |word: &str| piece_index(&game.pieces, line, word);
    let count = usize::from(game.lookahead) + 1;
    let pieces: Vec<u8> = words.by_ref().take(count).map(piece).collect::<Result<_, _>>()?;
    if pieces.len() != count {
        return Err(line.reject(format!("expected {count} pieces after the well")));
    }
    Ok((well, pieces, words.collect()))
}

/// The index of a piece in the set.
pub(super) fn piece_index(set: &PieceSet, line: &Line, word: &str) -> Result<u8, Reject> {
    let index = set.pieces().iter().position(|piece| piece.word() == word);
    index.map(|index| index as u8).ok_or_else(|| line.reject(format!("'{word}' is none of the pieces")))
}

/// A natural number.
pub(super) fn natural<T: FromStr>(line: &Line, word: &str) -> Result<T, Reject> {
    number(word).ok_or_else(|| line.reject(format!("'{word}' is no natural number, or too large here")))
}

impl Strategy {
    /// The certificate's text; [`read_strategy`] reads it back.
    pub fn text(&self) -> String {
        let mut text = opening("strategy", &self.game);
        for ((well, pieces), at) in &self.moves {
            let words = words(&self.game, pieces);
            writeln!(text, "play {well}{words} {} {} {}", at.turn, at.column, at.row).expect("a string takes it");
        }
        text + "end\n"
    }
}

impl Defeat {
    /// The certificate's text; [`read_defeat`] reads it back.
    pub fn text(&self) -> String {
        let mut text = opening("defeat", &self.game);
        for ((well, shown), send) in &self.sends {
            let words = words(&self.game, &[&shown[..], &[send.piece]].concat());
            writeln!(text, "send {well}{words} {}", send.rank).expect("a string takes it");
        }
        text + "end\n"
    }
}

pub(super) fn opening(kind: &str, game: &WellGame) -> String {
    format!("{}lookahead {}\n", opening_without_lookahead(kind, game), game.lookahead)
}

pub(super) fn opening_without_lookahead(kind: &str, game: &WellGame) -> String {
    let all: Vec<&str> = game.pieces.pieces().iter().map(Piece::word).collect();
    format!(
        "topple-certificate 1 {kind}\nwidth {}\ndepth {}\npieces {}\nrule {}\n",
        game.width,
        game.depth,
        all.join(" "),
        game.rule.word()
    )
}

/// The words of pieces, each after a space.
fn words(game: &WellGame, pieces: &[u8]) -> String {
    pieces.iter().map(|piece| format!(" {}", game.pieces.pieces()[usize::from(*piece)])).collect()
}
