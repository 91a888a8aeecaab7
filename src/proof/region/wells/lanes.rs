//! Certificate kind `lanes`: one strategy for wells of every width that is a multiple of the width of a lane, or a
//! multiple and a rest (brzustowski, sections 2.4, 3.1 and 3.2).
//!
//! The well is divided into lanes of K columns, at least one, and perhaps a last part of R columns. Every piece is
//! dropped inside one of them. A *state* says which profiles (rows of cells) the lanes have, and of each profile whether
//! exactly one lane has it or at least one, marked `*`; and the profile of the rest. So a state stands for wells of every width.
//!
//! To play in *any* lane with a profile marks: if exactly one had it, none has it any more; if at least one had it,
//! either at least one or none has it then, and both are tried. The profile that comes about is had by exactly one lane
//! if none had it before, else by at least one. A row of the well is full if it is full in the rest and in every profile
//! of the state, so rows are deleted in the same way in all wells of the state. By induction, play in a well of any such
//! width always is in a listed state, from the start: at least one lane, all empty. It does not matter which of the
//! lanes with a profile is taken.
//!
//! ```text
//! topple-certificate 1 lanes
//! lane K
//! rest R
//! depth H
//! pieces P ...
//! lookahead L
//! play STATE P1 .. PL P PART TURN COLUMN ROW *
//! end
//! ```
use super::format::{piece_index, piece_set};
use super::plain::{Board, Cells, turns};
use super::{MOST_DEPTH, MOST_LOOKAHEAD};
use crate::game::wells::{MOST_WIDTH, Movement, Piece, PieceSet, Placement, WellGame};
use crate::proof::lines::Line;
use crate::proof::region::closure::listed;
use crate::proof::{Fact, Facts, Reject};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::{Display, Formatter, Write};

/// The rows of a lane from the bottom up, bit `c` being its column `c`; the last one is not empty.
pub type Profile = Vec<u16>;

/// Wells in lanes, as far as a lane strategy looks.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LaneState {
    /// The profile of the last part; empty if there is none.
    pub rest: Profile,
    /// The profiles of the lanes, and whether more than one lane may have them.
    pub lanes: BTreeMap<Profile, bool>,
}

/// The game for every number of lanes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LaneGame {
    /// The columns of a lane.
    pub lane: u8,
    /// The columns after the last lane.
    pub rest: u8,
    /// The highest row in which a full cell may stay.
    pub depth: u16,
    /// The pieces that the machine may send.
    pub pieces: PieceSet,
    /// How many pieces are shown before the machine announces the next one.
    pub lookahead: u8,
}

/// Where to play: in a lane with this profile, or in the rest; columns are counted from its first one.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct LaneMove {
    /// The profile of the lane; nothing for the rest.
    pub lane: Option<Profile>,
    /// The place there.
    pub at: Placement,
}

/// One way to play for every number of lanes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LaneStrategy {
    /// The game.
    pub game: LaneGame,
    /// What to do with the first piece, for each state and the shown and announced pieces.
    pub moves: BTreeMap<(LaneState, Vec<u8>), LaneMove>,
}

impl LaneState {
    /// At least one lane, and all is empty.
    pub fn start() -> Self {
        LaneState { rest: Vec::new(), lanes: BTreeMap::from([(Vec::new(), true)]) }
    }

    /// The highest row with a full cell.
    pub fn height(&self) -> usize {
        self.lanes.keys().map(Vec::len).chain([self.rest.len()]).max().unwrap_or(0)
    }

    /// How many lanes have a row that is not full in them, and the height of the highest; nothing if there may be any number.
    fn bumpy(&self, columns: u8) -> Option<(u64, u64)> {
        let full = u16::MAX >> (16 - columns);
        let bumpy = self.lanes.iter().filter(|(rows, _)| rows.iter().any(|row| *row != full));
        let heights = bumpy.map(|(rows, some)| (!some).then_some(rows.len() as u64)).collect::<Option<Vec<_>>>()?;
        Some((heights.len() as u64, heights.iter().copied().max().unwrap_or(0)))
    }

    /// The state as a certificate spells it.
    pub fn word(&self, game: &LaneGame) -> String {
        let lane = |(profile, some): (&Profile, &bool)| {
            format!("{}{}", spelled(profile, game.lane), if *some { "*" } else { "" })
        };
        let lanes: Vec<String> = self.lanes.iter().map(lane).collect();
        let rest = if game.rest > 0 { format!("{}|", spelled(&self.rest, game.rest)) } else { String::new() };
        rest + &lanes.join(",")
    }
}

impl LaneGame {
    /// The game in the least of its widths, with one lane, by the strictest rule.
    pub fn narrowest(&self) -> WellGame {
        let LaneGame { lane, rest, depth, ref pieces, lookahead } = *self;
        WellGame { width: lane + rest, depth, pieces: pieces.clone(), rule: Movement::Drop, lookahead }
    }
}

impl Display for LaneGame {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let widths = match (self.lane, self.rest) {
            (1, 0) => "every width".to_string(),
            (2, 0) => "every even width".to_string(),
            (lane, 0) => format!("every width {lane}n, n >= 1"),
            (lane, rest) => format!("every width {lane}n + {rest}, n >= 1"),
        };
        write!(f, "{widths}, depth {}, pieces {}, lookahead {}", self.depth, self.pieces, self.lookahead)
    }
}

fn spelled(profile: &Profile, width: u8) -> String {
    if profile.is_empty() {
        return "-".to_string();
    }
    let row =
        |row: &u16| -> String { (0..width).map(|column| if row >> column & 1 == 1 { '1' } else { '0' }).collect() };
    profile.iter().map(row).collect::<Vec<_>>().join("/")
}

impl LaneStrategy {
    /// The certificate's text; [`read`] reads it back.
    pub fn text(&self) -> String {
        let game = &self.game;
        let pieces = game.pieces.pieces();
        let all: Vec<&str> = pieces.iter().map(Piece::word).collect();
        let mut text = format!(
            "topple-certificate 1 lanes\nlane {}\nrest {}\ndepth {}\npieces {}\nlookahead {}\n",
            game.lane,
            game.rest,
            game.depth,
            all.join(" "),
            game.lookahead
        );
        for ((state, sent), LaneMove { lane, at }) in &self.moves {
            let words: String = sent.iter().map(|piece| format!(" {}", pieces[usize::from(*piece)])).collect();
            let part = lane.as_ref().map_or("rest".to_string(), |profile| spelled(profile, game.lane));
            let state = state.word(game);
            writeln!(text, "play {state}{words} {part} {} {} {}", at.turn, at.column, at.row)
                .expect("a string takes it");
        }
        text + "end\n"
    }
}

/// Reads the lines of a lane strategy. What they claim is not checked here.
///
/// # Errors
/// A line that is unknown, out of order or out of range, or a state and pieces that stand twice.
pub fn read(lines: &[Line]) -> Result<LaneStrategy, Reject> {
    let [lane, rest, depth, pieces, lookahead, lines @ ..] = lines else {
        return Err(Reject::at("head", "expected lane, rest, depth, pieces and lookahead"));
    };
    let one = |line: &Line, key: &str, least: u64, most: u64| match line.exactly::<1>() {
        Ok([number]) if line.key == key && (least..=most).contains(&number) => Ok(number as u16),
        _ => Err(line.reject(format!("expected '{key}' and one number from {least} to {most}"))),
    };
    if pieces.key != "pieces" {
        return Err(pieces.reject("expected 'pieces'"));
    }
    let game = LaneGame {
        lane: one(lane, "lane", 1, MOST_WIDTH.into())? as u8,
        rest: one(rest, "rest", 0, MOST_WIDTH.into())? as u8,
        depth: one(depth, "depth", 0, MOST_DEPTH.into())?,
        pieces: piece_set(pieces)?,
        lookahead: one(lookahead, "lookahead", 0, MOST_LOOKAHEAD.into())? as u8,
    };
    let mut moves = BTreeMap::new();
    for line in lines {
        let (situation, play) = read_play(&game, line)?;
        if moves.insert(situation, play).is_some() {
            return Err(line.reject("this state with these pieces stands twice"));
        }
    }
    Ok(LaneStrategy { game, moves })
}

fn read_play(game: &LaneGame, line: &Line) -> Result<((LaneState, Vec<u8>), LaneMove), Reject> {
    let words: Vec<&str> = line.rest.split_whitespace().collect();
    let count = usize::from(game.lookahead) + 1;
    if line.key != "play" || words.len() != count + 5 {
        return Err(
            line.reject(format!("expected 'play', a state, {count} pieces, a part, a turn, a column and a row"))
        );
    }
    let state = read_state(game, words[0]).ok_or_else(|| line.reject(format!("'{}' is no state", words[0])))?;
    let pieces = words[1..=count].iter().map(|word| piece_index(&game.pieces, line, word)).collect::<Result<_, _>>()?;
    let [part, turn, column, row] = words[count + 1..] else {
        return Err(line.reject("expected a part, a turn, a column and a row"));
    };
    let lane = match part {
        "rest" => None,
        part => {
            let profile = read_profile(part, game.lane, game.depth);
            Some(profile.ok_or_else(|| line.reject(format!("'{part}' is no profile of a lane")))?)
        }
    };
    let at = Placement {
        turn: super::format::natural(line, turn)?,
        column: super::format::natural(line, column)?,
        row: super::format::natural(line, row)?,
    };
    Ok(((state, pieces), LaneMove { lane, at }))
}

fn read_state(game: &LaneGame, word: &str) -> Option<LaneState> {
    let (rest, lanes) = match game.rest {
        0 => (Vec::new(), word),
        width => {
            let (rest, lanes) = word.split_once('|')?;
            (read_profile(rest, width, game.depth)?, lanes)
        }
    };
    let mut state = LaneState { rest, lanes: BTreeMap::new() };
    for lane in lanes.split(',') {
        let profile = read_profile(lane.strip_suffix('*').unwrap_or(lane), game.lane, game.depth)?;
        if state.lanes.insert(profile, lane.ends_with('*')).is_some() {
            return None;
        }
    }
    Some(state)
}

fn read_profile(word: &str, width: u8, depth: u16) -> Option<Profile> {
    if word == "-" {
        return Some(Vec::new());
    }
    let row = |row: &str| {
        let bits = |(column, digit): (usize, char)| match digit {
            '0' => Some(0),
            '1' => Some(1_u16 << column),
            _ => None,
        };
        (row.len() == usize::from(width)).then(|| row.chars().enumerate().map(bits).sum::<Option<u16>>()).flatten()
    };
    let rows = word.split('/').map(row).collect::<Option<Profile>>()?;
    (rows.len() <= usize::from(depth) && rows.last() != Some(&0)).then_some(rows)
}

/// Checks that a lane strategy goes on for ever in wells of every width that it speaks of.
///
/// # Errors
/// A start or a successor without a line, a place that is not one, or a lane that gets too high.
pub fn check(strategy: &LaneStrategy) -> Result<Facts, Reject> {
    let game = &strategy.game;
    let shapes: Vec<Vec<Cells>> = game.pieces.pieces().iter().map(turns).collect();
    let mut sent = vec![Vec::new()];
    for _ in 0..=game.lookahead {
        let longer = |all: Vec<u8>| (0..shapes.len() as u8).map(move |piece| [&all[..], &[piece]].concat());
        sent = sent.into_iter().flat_map(longer).collect();
    }
    if sent.into_iter().any(|pieces| !strategy.moves.contains_key(&(LaneState::start(), pieces))) {
        return Err(Reject::at("start", "some sequence of pieces has no line for lanes that are all empty"));
    }
    let place = |state: &LaneState, pieces: &[u8]| format!("play {}, move {pieces:?}", state.word(game));
    let leads = |(state, pieces): &(LaneState, Vec<u8>), play: &LaneMove| {
        let cells = shapes[usize::from(pieces[0])].get(usize::from(play.at.turn));
        let cells = cells.ok_or_else(|| Reject::at(place(state, pieces), "the piece has no such turn"))?;
        let after = outcomes(game, state, play, cells).map_err(|why| Reject::at(place(state, pieces), why))?;
        if let Some(high) = after.iter().find(|after| after.height() > usize::from(game.depth)) {
            return Err(Reject::at(place(state, pieces), format!("a full cell stays in row {}", high.height())));
        }
        let then = |after: LaneState| {
            (0..shapes.len() as u8).map(move |piece| (after.clone(), [&pieces[1..], &[piece]].concat()))
        };
        Ok(after.into_iter().flat_map(then).collect())
    };
    listed(
        &strategy.moves,
        leads,
        |_, _| true,
        |(state, pieces), (next, _)| {
            Reject::at(place(state, pieces), format!("no line for what comes next, {}", next.word(game)))
        },
    )?;
    let mut facts = vec![Fact::SurvivesInLanes(game.clone())];
    let bumpy: Option<Vec<(u64, u64)>> = strategy.moves.keys().map(|(state, _)| state.bumpy(game.lane)).collect();
    if let Some(bumpy) = bumpy {
        let most = |number: fn(&(u64, u64)) -> u64| bumpy.iter().map(number).max().unwrap_or(0);
        facts.push(Fact::BumpyLanes { game: game.clone(), lanes: most(|one| one.0), height: most(|one| one.1) });
    }
    Ok(facts)
}

/// The states in which play may be after a move.
fn outcomes(game: &LaneGame, state: &LaneState, play: &LaneMove, cells: &Cells) -> Result<Vec<LaneState>, String> {
    let (width, before) = match &play.lane {
        Some(profile) if state.lanes.contains_key(profile) => (game.lane, profile),
        None if game.rest > 0 => (game.rest, &state.rest),
        _ => return Err("no lane has this profile".to_string()),
    };
    let board = Board::from_rows(usize::from(width), before);
    let corner = (i32::from(play.at.column), i32::from(play.at.row));
    if !board.places(cells, Movement::Drop).contains(&corner) {
        return Err("the piece cannot be dropped there".to_string());
    }
    let new = board.with(cells, corner).rows_without(|_| false);
    let Some(old) = &play.lane else {
        return Ok(vec![cleared(game, &LaneState { rest: new, lanes: state.lanes.clone() })]);
    };
    let mut without = state.clone();
    let some = without.lanes.remove(old) == Some(true);
    let stay = some.then(|| state.clone());
    let add = |mut state: LaneState| {
        let some = state.lanes.contains_key(&new);
        state.lanes.insert(new.clone(), some);
        cleared(game, &state)
    };
    Ok([without].into_iter().chain(stay).map(add).collect())
}

/// The state without the rows that are full in every part.
fn cleared(game: &LaneGame, state: &LaneState) -> LaneState {
    let lanes: Vec<(Board, bool)> =
        state.lanes.iter().map(|(rows, some)| (Board::from_rows(usize::from(game.lane), rows), *some)).collect();
    let rest = Board::from_rows(usize::from(game.rest), &state.rest);
    let full = |row: usize| lanes.iter().all(|(lane, _)| lane.is_full(row)) && (game.rest == 0 || rest.is_full(row));
    let mut after = LaneState { rest: rest.rows_without(full), lanes: BTreeMap::new() };
    for (lane, some) in &lanes {
        let rows = lane.rows_without(full);
        let known = after.lanes.contains_key(&rows);
        after.lanes.insert(rows, *some || known);
    }
    after
}

#[cfg(test)]
mod tests;
