//! The noisy tower: a person against an agent of the arena.
use crate::answer::{Answer, json, numbers, wrong};
use serde::Serialize;
use topple::arena::{Block, Duel, Move, Prospect, Tower, oracle_move, prospects};
use topple::error::{Error, Result};

/// The agents of the page; `program` needs a computer of one's own.
const AGENTS: [&str; 6] = ["random", "one-step", "mcts", "jengazero-nim", "oracle", "expectimax"];
/// The highest tower to begin with.
const MOST_LEVELS: usize = 18;

/// A game under way.
pub struct Match {
    duel: Duel,
    /// What happened since the last scene.
    told: Vec<String>,
    /// Whether the person has won, once the game has ended.
    won: Option<bool>,
}

/// A move as three numbers: level and slot from which, and the slot where to.
type Numbers = [u8; 3];

fn of(Move { level, slot, place }: Move) -> Numbers {
    [level, slot, place]
}

#[derive(Serialize)]
struct Scene<'a> {
    /// The blocks from the bottom up, three slots a level: centre in metres and angle in radians.
    levels: Vec<[Option<[f64; 3]>; 3]>,
    /// How far the centre of mass of what lies above each level is inside its hull, in metres; none for the top.
    inside: Vec<f64>,
    /// The moves: what is moved, the chance to fall, and whether it wins without noise. Empty when the game is over.
    moves: Vec<(Numbers, f64, bool)>,
    /// The number of the move that the oracle would make.
    hint: Option<usize>,
    told: &'a [String],
    won: Option<bool>,
}

impl Match {
    /// A game as `AGENT LEVELS SEED NOISE FIRST`, the last `you` or `machine`.
    pub fn new(with: &str) -> Result<Self> {
        let words: Vec<&str> = with.split(' ').collect();
        let [agent, levels, seed, noise, first] = words[..] else {
            return Err(wrong("request", with, "AGENT LEVELS SEED NOISE FIRST"));
        };
        if !AGENTS.contains(&agent) {
            return Err(Error::input("agent", agent.to_string(), AGENTS.join(", ")));
        }
        let ([levels], [seed], [noise]) = (numbers::<usize, 1>(levels)?, numbers::<u64, 1>(seed)?, numbers(noise)?);
        if levels > MOST_LEVELS {
            return Err(Error::input("levels", levels.to_string(), format!("1 to {MOST_LEVELS}")));
        }
        let mut game = Match { duel: Duel::new(agent, levels, seed, noise)?, told: Vec::new(), won: None };
        match first {
            "you" => game.turn_of(true),
            "machine" => game.reply()?,
            other => return Err(wrong("first", other, "you or machine")),
        }
        Ok(game)
    }

    /// The person's move, and the reply.
    pub fn make(&mut self, with: &str) -> Answer {
        let [level, slot, place] = numbers(with)?;
        let chosen = Move { level, slot, place };
        if self.won.is_some() || !self.duel.tower().is_legal(chosen) {
            return Err(wrong("move", with, "a legal move of a game that is not over"));
        }
        self.told.clear();
        if self.duel.stands_after(chosen) {
            self.reply()?
        } else {
            self.end(false, "It falls under you: you have lost.")
        }
        self.scene()
    }

    fn reply(&mut self) -> Result<()> {
        self.turn_of(false);
        if self.won.is_none() {
            let chosen = self.duel.reply()?;
            let stands = self.duel.stands_after(chosen);
            let name = self.duel.opponent();
            self.told.push(format!("{name} takes the block of level {}, slot {}.", chosen.level + 1, chosen.slot + 1));
            if stands { self.turn_of(true) } else { self.end(true, "It falls: you have won.") }
        }
        Ok(())
    }

    /// Ends the game if who is to move has no move.
    fn turn_of(&mut self, yours: bool) {
        if self.duel.tower().moves().next().is_none() {
            let text = if yours { "You have no move: you have lost." } else { "The agent has no move: you have won." };
            self.end(!yours, text);
        }
    }

    fn end(&mut self, won: bool, text: &str) {
        self.told.push(text.to_string());
        self.won = Some(won);
    }

    /// The tower, what happened, and what is known of each move.
    pub fn scene(&self) -> Answer {
        let tower = self.duel.tower();
        let known = if self.won.is_none() { prospects(tower) } else { Vec::new() };
        let best = if self.won.is_none() { oracle_move(tower) } else { None };
        json(&Scene {
            levels: (0..tower.height()).map(|level| std::array::from_fn(|slot| block(tower, level, slot))).collect(),
            inside: (0..tower.height() - 1).map(|level| -tower.distance(level)).collect(),
            hint: known.iter().position(|one| Some(one.chosen) == best),
            moves: known.iter().map(|Prospect { chosen, falls, wins }| (of(*chosen), *falls, *wins)).collect(),
            told: &self.told,
            won: self.won,
        })
    }
}

fn block(tower: &Tower, level: usize, slot: usize) -> Option<[f64; 3]> {
    tower.block(level, slot).map(|Block { x, y, yaw, .. }| [x, y, yaw])
}
