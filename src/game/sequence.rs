//! Sequences of games: the top game is played first, and whoever cannot move in it begins the next
//! ("Winning colourful Nim", Sequences of impartial games in general).
use super::nim::{Nim, Take};
use super::vector::shorten;
use super::{Game, list};
use crate::error::{Error, Result};
use std::fmt;

/// A sequence of games of Nim. A position is its games from the last played to the top one, which is played now:
/// `([1],[2,2])`. A number stands for a heap alone: `(1,[2,2])`. Games that are over are left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sequence;

impl Game for Sequence {
    type Position = Vec<Vec<u64>>;
    type Move = Take;

    fn name(&self) -> String {
        "sequence".to_string()
    }

    fn moves(&self, games: &Vec<Vec<u64>>) -> Vec<(Take, Vec<Vec<u64>>)> {
        let Some((top, below)) = games.split_last() else { return Vec::new() };
        let rest = |heaps: Vec<u64>| if heaps.is_empty() { below.to_vec() } else { [below, &[heaps]].concat() };
        Nim.moves(top).into_iter().map(|(take, heaps)| (take, rest(heaps))).collect()
    }

    fn weight(&self, games: &Vec<Vec<u64>>) -> u128 {
        games.iter().map(|heaps| list::total(heaps)).sum()
    }

    fn parse(&self, text: &str) -> Result<Vec<Vec<u64>>> {
        let text = text.trim();
        let wrong = || {
            let what = format!("'{}' is not a sequence of games of Nim", shorten(text));
            Error::input("sequence", what, "games in round brackets such as ([1],[2,2]), the top game last")
        };
        let inner = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).ok_or_else(wrong)?;
        let mut games = Vec::new();
        for part in parts(inner).ok_or_else(wrong)? {
            games.push(Nim.parse(part)?);
        }
        games.retain(|heaps: &Vec<u64>| !heaps.is_empty());
        list::bounded("sequence", &games.concat())?;
        Ok(games)
    }

    fn show(&self, games: &Vec<Vec<u64>>) -> String {
        let games: Vec<String> = games.iter().map(|heaps| Nim.show(heaps)).collect();
        format!("({})", games.join(","))
    }
}

/// The parts of a list between commas that stand outside of square brackets; nothing if brackets do not match.
fn parts(text: &str) -> Option<Vec<&str>> {
    let (mut parts, mut start, mut inside) = (Vec::new(), 0, false);
    for (i, letter) in text.char_indices() {
        match letter {
            '[' if !inside => inside = true,
            ']' if inside => inside = false,
            '[' | ']' => return None,
            ',' if !inside => {
                parts.push(&text[start..i]);
                start = i + 1;
            }
            _ => {}
        }
    }
    if !text.trim().is_empty() {
        parts.push(&text[start..]);
    }
    let filled = parts.iter().all(|part| !part.trim().is_empty());
    (!inside && filled).then_some(parts)
}

/// A game followed by one stone: whoever cannot move in the game takes the stone, and with it the last move. A position
/// is one of the game and whether the stone is still there: `[2,2] then 1`; `then 1` may be left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Then<G>(
    /// The game that is played first.
    pub G,
);

/// A move in a game followed by one stone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ThenMove<M> {
    /// A move in the game.
    Inner(M),
    /// The stone is taken.
    Stone,
}

impl<M: fmt::Display> fmt::Display for ThenMove<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ThenMove::Inner(inner) => inner.fmt(f),
            ThenMove::Stone => f.write_str("take the stone"),
        }
    }
}

impl<G: Game> Game for Then<G> {
    type Position = (G::Position, bool);
    type Move = ThenMove<G::Move>;

    fn name(&self) -> String {
        format!("then {}", self.0.name())
    }

    fn moves(&self, (inner, stone): &Self::Position) -> Vec<(Self::Move, Self::Position)> {
        let moves = self.0.moves(inner);
        match (moves.is_empty(), stone) {
            (true, true) => vec![(ThenMove::Stone, (inner.clone(), false))],
            _ => moves.into_iter().map(|(name, option)| (ThenMove::Inner(name), (option, *stone))).collect(),
        }
    }

    fn weight(&self, (inner, stone): &Self::Position) -> u128 {
        self.0.weight(inner) + u128::from(*stone)
    }

    fn parse(&self, text: &str) -> Result<Self::Position> {
        let (inner, stone) = match text.rsplit_once(" then ") {
            None => (text, true),
            Some((inner, "1")) => (inner, true),
            Some((inner, "0")) => (inner, false),
            Some((_, stones)) => {
                let what = format!("'{}' stones at the end", shorten(stones));
                return Err(Error::input(self.name(), what, "'POSITION then 1', or 'then 0' when the stone is gone"));
            }
        };
        Ok((self.0.parse(inner)?, stone))
    }

    fn show(&self, (inner, stone): &Self::Position) -> String {
        format!("{} then {}", self.0.show(inner), u8::from(*stone))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_top_game_is_written_last_and_played_first() {
        let position = Sequence.parse("(1,[2,2])").unwrap();
        assert_eq!(Sequence.show(&position), "([1],[2,2])");
        let options: Vec<String> = Sequence.options(&position).iter().map(|option| Sequence.show(option)).collect();
        assert_eq!(options, ["([1],[1,2])", "([1],[2])"]);
        assert_eq!(Sequence.options(&vec![vec![1], vec![1]]), vec![vec![vec![1]]]);
        assert!(Sequence.parse("([],[0])").unwrap().is_empty());
    }

    #[test]
    fn nonsense_is_refused() {
        for text in ["[1],[2,2]", "([1],[2,2)", "([1]],[2])", "(1,,2)", "(x)", "([[1]])", "(1,)"] {
            assert!(Sequence.parse(text).is_err(), "{text}");
        }
        assert!(Then(Nim).parse("[2] then 2").is_err());
    }

    #[test]
    fn the_stone_waits_until_the_game_is_over() {
        let game = Then(Nim);
        let shown = |text: &str| -> Vec<String> {
            game.moves(&game.parse(text).unwrap())
                .iter()
                .map(|(name, to)| format!("{name}: {}", game.show(to)))
                .collect()
        };
        assert_eq!(shown("[1]"), ["take 1 from 1: [] then 1"]);
        assert_eq!(shown("[] then 1"), ["take the stone: [] then 0"]);
        assert!(shown("[] then 0").is_empty());
    }
}
