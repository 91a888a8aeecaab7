//! Players: fixed answers to situations (brzustowski, sections 2.3 and 5.3). None of them remembers anything.
use super::graph::Hand;
use crate::game::tetris::{Placement, Well};

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

/// The players against which machines are tried.
pub fn gallery() -> Vec<Box<dyn Player>> {
    let greedy: [(&'static str, Worth); 7] = [
        ("lowest landing", |_, choice| -i64::from(choice.at.row)),
        ("fewest holes", |_, choice| -100 * holes(&choice.after) - choice.after.height() as i64),
        ("clear first", |_, choice| 100 * choice.cleared as i64 - choice.after.height() as i64),
        ("lane keeper", |situation, choice| 100 * in_lane(situation, choice) - i64::from(choice.at.row)),
        ("lane breaker", |situation, choice| -100 * in_lane(situation, choice) - i64::from(choice.at.row)),
        ("weighted features", |_, choice| worth(choice)),
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
    use crate::game::tetris::{PieceSet, Rule};
    use crate::solve::wells::graph::Freedom;

    #[test]
    fn every_player_answers_alike_each_time() {
        let pieces = PieceSet::parse("SZ").unwrap();
        let hands: Vec<Hand> = pieces.pieces().iter().map(|piece| Freedom::Rule(Rule::Drop).hand(piece)).collect();
        let well = Well::parse(6, "110110/100000").unwrap();
        let choices = choices(&hands[0], &well, 5);
        for player in gallery() {
            let situation = Situation { well: &well, depth: 5, hands: &hands, current: 0, shown: &[1] };
            let index = player.choose(&situation, &choices);
            assert!(index < choices.len() && index == player.choose(&situation, &choices), "{}", player.name());
        }
    }

    #[test]
    fn features_count_what_they_say() {
        let well = Well::parse(3, "101/010").unwrap();
        assert_eq!((heights(&well), holes(&well)), (vec![1, 2, 1], 1));
        assert_eq!(transitions(&Well::empty(3).unwrap()), 3);
        assert_eq!(transitions(&well), 2 + 4 + 5, "across the rows, then up the columns");
    }
}
