//! Games between two agents: one game, and many.
use super::agents::Agent;
use super::model::Model;
use super::rng::Rng;
use super::tower::{Move, Tower};
use crate::error::{Error, Result};
use rayon::prelude::*;

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// The tower fell under the player to move.
    Fall,
    /// The player to move had no move.
    NoMove,
}

/// A game that was played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Played {
    /// The index of the winner in the order of play: 0 for the player who began.
    pub winner: usize,
    /// How many moves were made, the one under which the tower fell included.
    pub moves: u32,
    /// How it ended.
    pub end: End,
}

/// A move of a game, as one who watches sees it.
pub struct Step<'a> {
    /// The tower before the move.
    pub before: &'a Tower,
    /// 0 for the player who began, else 1.
    pub player: usize,
    /// The move.
    pub chosen: Move,
    /// The chance that it goes well, with the block as it came to lie.
    pub chance: f64,
    /// The tower with the block put, whether it fell or not.
    pub after: &'a Tower,
    /// Whether it fell.
    pub fell: bool,
}

/// Plays one game. `luck` is for the noise and the falls; each agent has a stream of its own, so that what one thinks
/// changes nothing else.
///
/// # Errors
/// An agent that fails, or that makes a move that is not legal.
pub fn play(
    mut tower: Tower,
    agents: [&dyn Agent; 2],
    luck: &mut Rng,
    minds: &mut [Rng; 2],
    mut watch: impl FnMut(&Step),
) -> Result<Played> {
    let mut after = tower.clone();
    for moves in 0.. {
        let player = moves as usize % 2;
        if tower.removals().next().is_none() {
            return Ok(Played { winner: 1 - player, moves, end: End::NoMove });
        }
        let chosen = agents[player].choose(&tower, &mut minds[player])?;
        if !tower.is_legal(chosen) {
            let place = format!("move {} of a game", moves + 1);
            return Err(Error::input(place, format!("{chosen} by player {}", player + 1), "a legal move"));
        }
        after.clone_from(&tower);
        let block = tower.laid(usize::from(chosen.place), luck);
        let chance = after.make(chosen, block);
        let fell = luck.uniform() > chance;
        watch(&Step { before: &tower, player, chosen, chance, after: &after, fell });
        if fell {
            return Ok(Played { winner: 1 - player, moves: moves + 1, end: End::Fall });
        }
        std::mem::swap(&mut tower, &mut after);
    }
    unreachable!("every move takes a block from below, so a game ends")
}

/// Many games between two agents, half of them begun by each.
pub struct Contest<'a> {
    /// The two agents.
    pub agents: [&'a dyn Agent; 2],
    /// The model of the tower.
    pub model: Model,
    /// Full levels of the first tower.
    pub levels: usize,
    /// Games to play. The first agent begins those with even number.
    pub games: u64,
    /// Another seed, other games.
    pub seed: u64,
}

/// What came of the games of a contest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Score {
    /// Games played.
    pub games: u64,
    /// Games that each agent began.
    pub begun: [u64; 2],
    /// Games that each agent won.
    pub wins: [u64; 2],
    /// Games that each agent won among those that it began.
    pub wins_first: [u64; 2],
    /// Moves of all games.
    pub moves: u64,
    /// Games that ended with a fall.
    pub falls: u64,
    /// Games that ended because there was no move.
    pub no_moves: u64,
}

impl Contest<'_> {
    /// Plays all games on the threads of rayon's pool. The score does not depend on their number.
    ///
    /// # Errors
    /// A number of levels that makes no tower; an agent that fails or cheats.
    pub fn run(&self) -> Result<Score> {
        self.run_watched(|| ())
    }

    /// As [`Contest::run`]; `played` is called after each game.
    ///
    /// # Errors
    /// As [`Contest::run`].
    pub fn run_watched(&self, played: impl Fn() + Sync) -> Result<Score> {
        (0..self.games)
            .into_par_iter()
            .map(|game| self.game(game, |_| ()).inspect(|_| played()))
            .try_reduce(Score::default, |a, b| Ok(a.and(b)))
    }

    /// Plays the game with this number.
    ///
    /// # Errors
    /// As [`Contest::run`].
    pub fn game(&self, game: u64, watch: impl FnMut(&Step)) -> Result<Score> {
        let first = (game % 2) as usize;
        let mut luck = Rng::new(self.seed, "tower", game);
        let mut minds = [Rng::new(self.seed, "first", game), Rng::new(self.seed, "second", game)];
        let tower = Tower::start(self.model, self.levels, &mut luck)?;
        let agents = [self.agents[first], self.agents[1 - first]];
        let played = play(tower, agents, &mut luck, &mut minds, watch).map_err(|error| in_game(game, error))?;
        Ok(Score::of(first, played))
    }
}

/// The error with the number of the game in which it came up.
fn in_game(game: u64, error: Error) -> Error {
    match error {
        Error::Input { place, what, expected } => {
            Error::Input { place: format!("game {game}, {place}"), what, expected }
        }
        other => other,
    }
}

impl Score {
    /// The score of one game that agent `first` began.
    fn of(first: usize, played: Played) -> Self {
        let mut score = Score { games: 1, moves: u64::from(played.moves), ..Score::default() };
        score.begun[first] = 1;
        score.wins[if played.winner == 0 { first } else { 1 - first }] = 1;
        score.wins_first[first] = u64::from(played.winner == 0);
        score.falls = u64::from(played.end == End::Fall);
        score.no_moves = 1 - score.falls;
        score
    }

    /// Both scores together.
    #[must_use]
    pub fn and(self, other: Score) -> Score {
        let sum = |a: [u64; 2], b: [u64; 2]| [a[0] + b[0], a[1] + b[1]];
        Score {
            games: self.games + other.games,
            begun: sum(self.begun, other.begun),
            wins: sum(self.wins, other.wins),
            wins_first: sum(self.wins_first, other.wins_first),
            moves: self.moves + other.moves,
            falls: self.falls + other.falls,
            no_moves: self.no_moves + other.no_moves,
        }
    }
}

/// Wilson's interval with 95 % confidence for a chance, from how often it came in so many trials.
pub fn wilson(hits: u64, trials: u64) -> [f64; 2] {
    if trials == 0 {
        return [0.0, 1.0];
    }
    const Z: f64 = 1.959_963_984_540_054;
    let (n, share) = (trials as f64, hits as f64 / trials as f64);
    let middle = share + Z * Z / (2.0 * n);
    let half = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + Z * Z / n;
    [((middle - half) / scale).max(0.0), ((middle + half) / scale).min(1.0)]
}
