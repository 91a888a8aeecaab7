//! Players: fixed answers to situations (brzustowski, sections 2.3 and 5.3). None of them remembers anything.
use crate::error::Result;
use crate::game::wells::{Movement, Piece, PieceSet, Placement, Well};
use crate::proof::region::wells::{Strategy, WellGame};
use crate::solve::Memory;
use crate::solve::wells::plays::Hand;
use crate::solve::wells::strategies::state_graph::least_won;

/// What a player sees: the well, the piece to play, and what is announced.
pub struct Situation<'a> {
    /// The well before the play.
    pub well: &'a Well,
    /// The highest row that may be full after a play.
    pub depth: usize,
    /// The pieces of the game.
    pub hands: &'a [Hand<'a>],
    /// The piece to play, as an index of `hands`.
    pub current: usize,
    /// The pieces announced after it, in order.
    pub shown: &'a [usize],
}

/// A play that does not lose at once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// Where the piece comes to rest.
    pub at: Placement,
    /// The well after that.
    pub after: Well,
    /// The number of rows deleted.
    pub cleared: usize,
}

/// All plays of a piece that do not lose at once, in the order of places.
pub fn choices(hand: &Hand, well: &Well, depth: usize) -> Vec<Choice> {
    let play = |at: Placement| {
        let (after, cleared) = hand.place(well, at);
        Choice { at, after, cleared }
    };
    hand.placements(well).into_iter().map(play).filter(|choice| choice.after.height() <= depth).collect()
}

/// A strategy: the same answer whenever the situation is the same.
pub trait Player: Sync {
    /// A few words.
    fn name(&self) -> String;
    /// The index of the play that it makes; there is at least one.
    fn choose(&self, situation: &Situation, choices: &[Choice]) -> usize;
}

/// What a play is worth in a situation.
type Worth = fn(&Situation, &Choice) -> i64;

/// A player that takes the play with the greatest score, the first of them if there are several.
pub struct Greedy {
    name: &'static str,
    score: Worth,
}

impl Player for Greedy {
    fn name(&self) -> String {
        self.name.to_string()
    }
    fn choose(&self, situation: &Situation, choices: &[Choice]) -> usize {
        let score = |index: &usize| (self.score)(situation, &choices[*index]);
        (0..choices.len()).max_by_key(|index| (score(index), std::cmp::Reverse(*index))).unwrap_or(0)
    }
}

/// A player whose plays look random and are fixed by a seed and the situation.
pub struct Fixed(pub u64);

impl Player for Fixed {
    fn name(&self) -> String {
        format!("random but fixed, seed {}", self.0)
    }
    fn choose(&self, situation: &Situation, choices: &[Choice]) -> usize {
        let text = format!("{} {} {} {:?}", self.0, situation.well, situation.current, situation.shown);
        let hash = blake3::hash(text.as_bytes());
        let word = hash.as_bytes().first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes));
        (word % choices.len() as u64) as usize
    }
}

/// A player that reads strategies: the first of them that says where to put the piece is followed, and where none does,
/// the player of the gallery that weighs features chooses.
pub struct Reader {
    name: String,
    strategies: Vec<Strategy>,
}

impl Reader {
    /// A player that follows strategies, whose names are given in a few words.
    pub fn new(name: impl Into<String>, strategies: Vec<Strategy>) -> Self {
        Reader { name: format!("{}, else weighted features", name.into()), strategies }
    }

    /// Where the strategies put the piece.
    fn told(&self, situation: &Situation) -> Option<Placement> {
        let sent: Vec<&Piece> =
            [&situation.current].into_iter().chain(situation.shown).map(|at| situation.hands[*at].piece()).collect();
        self.strategies.iter().find_map(|strategy| {
            let set = strategy.game.pieces.pieces();
            let number = |piece: &&Piece| set.iter().position(|known| known == *piece).map(|at| at as u8);
            let needed = sent.get(..=usize::from(strategy.game.lookahead))?;
            let pieces: Option<Vec<u8>> = needed.iter().map(number).collect();
            strategy.moves.get(&(situation.well.clone(), pieces?)).copied()
        })
    }
}

impl Player for Reader {
    fn name(&self) -> String {
        self.name.clone()
    }
    fn choose(&self, situation: &Situation, choices: &[Choice]) -> usize {
        let told = self.told(situation);
        let place = told.and_then(|told| choices.iter().position(|choice| choice.at == told));
        place.unwrap_or_else(|| FEATURES.choose(situation, choices))
    }
}

/// The most situations that are looked at for a strategy of a player, and the deepest well in which one is looked for.
const MOST_SITUATIONS: usize = 2_000;
const DEEPEST: u16 = 6;

/// A player that knows, for each of these pieces alone, the strategy of least height that the search finds in a well of
/// this width and depth; none if it finds no strategy for any of them.
///
/// # Errors
/// A well that is too wide, or more memory than allowed.
pub fn solved(pieces: &[Piece], width: u8, depth: usize, memory: Memory) -> Result<Option<Reader>> {
    let mut strategies = Vec::new();
    for piece in pieces {
        let game = WellGame::new(width, 0, PieceSet::parse(&piece.to_string())?, Movement::Drop, 0)?;
        let deepest = DEEPEST.min(u16::try_from(depth).unwrap_or(DEEPEST));
        strategies.extend(least_won(&game, deepest, MOST_SITUATIONS, memory)?.strategy);
    }
    Ok((!strategies.is_empty()).then(|| Reader::new("strategies found for single pieces", strategies)))
}

/// The player that weighs features of the well after the play.
const FEATURES: Greedy = Greedy { name: "weighted features", score: |_, choice| worth(choice) };

/// The players against which machines are tried.
pub fn gallery() -> Vec<Box<dyn Player>> {
    let greedy: [(&'static str, Worth); 7] = [
        ("lowest landing", |_, choice| -i64::from(choice.at.row)),
        ("fewest holes", |_, choice| -100 * holes(&choice.after) - choice.after.height() as i64),
        ("clear first", |_, choice| 100 * choice.cleared as i64 - choice.after.height() as i64),
        ("lane keeper", |situation, choice| 100 * in_lane(situation, choice) - i64::from(choice.at.row)),
        ("lane breaker", |situation, choice| -100 * in_lane(situation, choice) - i64::from(choice.at.row)),
        (FEATURES.name, FEATURES.score),
        ("weighted features, one piece ahead", ahead),
    ];
    let mut players: Vec<Box<dyn Player>> = Vec::new();
    players.extend(greedy.map(|(name, score)| Box::new(Greedy { name, score }) as Box<dyn Player>));
    players.extend((1..=3).map(|seed| Box::new(Fixed(seed)) as Box<dyn Player>));
    players
}

/// The height of each column.
fn heights(well: &Well) -> Vec<i64> {
    let height =
        |column: u8| well.rows().iter().rposition(|row| row >> column & 1 == 1).map_or(0, |row| row as i64 + 1);
    (0..well.width()).map(height).collect()
}

/// The empty cells with a full cell somewhere above them.
fn holes(well: &Well) -> i64 {
    heights(well).iter().sum::<i64>() - well.rows().iter().map(|row| i64::from(row.count_ones())).sum::<i64>()
}

/// Whether a piece of width 2 lies within a lane.
fn in_lane(situation: &Situation, choice: &Choice) -> i64 {
    let shape = &situation.hands[situation.current].piece().turns()[usize::from(choice.at.turn)];
    i64::from(shape.width() == 2 && choice.at.column.is_multiple_of(2))
}

/// Steps between full and empty along rows and columns; walls and floor are full.
fn transitions(well: &Well) -> i64 {
    let full = |column: i32, row: i32| well.is_full_cell(column, row);
    let (width, height) = (i32::from(well.width()), well.height() as i32);
    let across = (0..height).flat_map(|row| (0..=width).map(move |column| (column, row)));
    let up = (0..=height).flat_map(|row| (0..width).map(move |column| (column, row)));
    let changes = across.filter(|(c, r)| full(c - 1, *r) != full(*c, *r)).count()
        + up.filter(|(c, r)| full(*c, r - 1) != full(*c, *r)).count();
    changes as i64
}

/// Features that keep a well low and even, with weights tried by hand.
fn worth(choice: &Choice) -> i64 {
    let heights = heights(&choice.after);
    let uneven: i64 = heights.windows(2).map(|pair| (pair[0] - pair[1]).abs()).sum();
    let total: i64 = heights.iter().sum();
    let highest = heights.iter().max().copied().unwrap_or(0);
    -40 * holes(&choice.after) - 12 * transitions(&choice.after) - 6 * uneven - 5 * total - 10 * highest
        + 8 * choice.cleared as i64
        - 4 * i64::from(choice.at.row)
}

/// The best worth that the piece announced next can reach after this play; a great loss if it cannot be played.
fn ahead(situation: &Situation, choice: &Choice) -> i64 {
    let Some(next) = situation.shown.first() else { return worth(choice) };
    let best = choices(&situation.hands[*next], &choice.after, situation.depth).iter().map(worth).max();
    best.map_or(-1_000_000, |best| best + 8 * choice.cleared as i64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::wells::{Movement, PieceSet};
    use crate::solve::wells::plays::Freedom;

    #[test]
    fn every_player_answers_alike_each_time() {
        let pieces = PieceSet::parse("SZ").unwrap();
        let hands: Vec<Hand> = pieces.pieces().iter().map(|piece| Freedom::Under(Movement::Drop).hand(piece)).collect();
        let well = Well::parse(6, "110110/100000").unwrap();
        let choices = choices(&hands[0], &well, 5);
        for player in gallery() {
            let situation = Situation { well: &well, depth: 5, hands: &hands, current: 0, shown: &[1] };
            let index = player.choose(&situation, &choices);
            assert!(index < choices.len() && index == player.choose(&situation, &choices), "{}", player.name());
        }
    }

    #[test]
    fn a_reader_follows_its_strategies_and_then_weighs_features() {
        let squares = PieceSet::parse("O3").unwrap();
        let memory = Memory(1 << 28);
        let reader = solved(squares.pieces(), 6, 6, memory).unwrap().unwrap();
        assert_eq!(reader.strategies.len(), 2);
        assert!(
            solved(PieceSet::parse("SZ").unwrap().pieces(), 5, 6, memory).unwrap().is_none(),
            "no kink in odd wells"
        );
        let hands: Vec<Hand> =
            squares.pieces().iter().map(|piece| Freedom::Under(Movement::Slide).hand(piece)).collect();
        let (mut well, mut squares_played) = (Well::empty(6).unwrap(), 0);
        while squares_played < 100 {
            let choices = choices(&hands[0], &well, 2);
            let situation = Situation { well: &well, depth: 2, hands: &hands, current: 0, shown: &[1] };
            well = choices[reader.choose(&situation, &choices)].after.clone();
            squares_played += 1;
        }
        let off = Well::parse(6, "101010").unwrap();
        let choices = choices(&hands[0], &off, 5);
        let situation = Situation { well: &off, depth: 5, hands: &hands, current: 0, shown: &[] };
        assert_eq!(reader.told(&situation), None);
        assert_eq!(reader.choose(&situation, &choices), FEATURES.choose(&situation, &choices));
    }

    #[test]
    fn features_count_what_they_say() {
        let well = Well::parse(3, "101/010").unwrap();
        assert_eq!((heights(&well), holes(&well)), (vec![1, 2, 1], 1));
        assert_eq!(transitions(&Well::empty(3).unwrap()), 3);
        assert_eq!(transitions(&well), 2 + 4 + 5, "across the rows, then up the columns");
    }
}
