//! Games by the sets of their options, and who wins sums of them in misere play, by going through all play.
use hashbrown::HashMap;
use std::collections::BTreeSet;

/// A sum of games by their numbers, in rising order; the empty game is left out.
pub type Sum = Vec<u32>;

/// The sum of two sums.
pub fn plus(x: &[u32], y: &[u32]) -> Sum {
    let mut sum: Sum = x.iter().chain(y).copied().filter(|&game| game != 0).collect();
    sum.sort_unstable();
    sum
}

/// How far a look at the moves of a sum has come, from its last game to its first.
struct Looked {
    sum: Sum,
    /// The place of the game that moves are looked at of.
    game: usize,
    /// How many of its options are not looked at yet.
    options: usize,
}

impl Looked {
    fn at(sum: Sum) -> Self {
        Looked { game: sum.len(), sum, options: 0 }
    }
}

/// Games, each known by its options. Game 0 has none.
pub struct Games {
    options: Vec<Vec<u32>>,
    numbers: HashMap<Vec<u32>, u32>,
    lost: HashMap<Sum, bool>,
    most: usize,
}

impl Games {
    /// The empty game alone. At most so many sums will be kept.
    pub fn new(most: usize) -> Self {
        Games { options: vec![Vec::new()], numbers: HashMap::from([(Vec::new(), 0)]), lost: HashMap::new(), most }
    }

    /// The game with these options.
    pub fn game(&mut self, options: BTreeSet<u32>) -> u32 {
        let options: Vec<u32> = options.into_iter().collect();
        if let Some(&known) = self.numbers.get(&options) {
            return known;
        }
        let number = self.options.len() as u32;
        self.numbers.insert(options.clone(), number);
        self.options.push(options);
        number
    }

    /// The options of a game.
    pub fn options(&self, game: u32) -> &[u32] {
        &self.options[game as usize]
    }

    /// The sums that one move leads to.
    pub fn moves(&self, sum: &[u32]) -> Vec<Sum> {
        let mut moves = Vec::new();
        for place in (0..sum.len()).filter(|&place| place == 0 || sum[place] != sum[place - 1]) {
            let rest = [&sum[..place], &sum[place + 1..]].concat();
            moves.extend(self.options(sum[place]).iter().map(|&option| plus(&rest, &[option])));
        }
        moves
    }

    /// Makes `option` the move that is next to be looked at, if there is one.
    fn next(&self, Looked { sum, game, options }: &mut Looked, option: &mut Sum) -> bool {
        while *options == 0 {
            let Some(before) = game.checked_sub(1) else { return false };
            *game = before;
            if before == 0 || sum[before - 1] != sum[before] {
                *options = self.options(sum[before]).len();
            }
        }
        *options -= 1;
        option.clear();
        option.extend(sum[..*game].iter().chain(&sum[*game + 1..]));
        let moved = self.options(sum[*game])[*options];
        if moved != 0 {
            option.insert(option.partition_point(|&other| other < moved), moved);
        }
        true
    }

    /// Whether the player to move loses a sum in misere play; nothing if too many sums would have to be kept.
    pub fn lost(&mut self, sum: &[u32]) -> Option<bool> {
        if let Some(&known) = self.lost.get(sum) {
            return Some(known);
        }
        // A stack of its own, because plays can be long. It keeps no list of moves: those of all its sums may be too many.
        let mut stack = vec![Looked::at(sum.to_vec())];
        // The move that was looked at last, and whether it loses.
        let (mut option, mut loses) = (Sum::new(), None);
        while let Some(top) = stack.last_mut() {
            if loses != Some(true) && self.next(top, &mut option) {
                loses = self.lost.get(&option).copied();
                if loses.is_none() {
                    stack.push(Looked::at(option.clone()));
                }
                continue;
            }
            if self.lost.len() >= self.most {
                return None;
            }
            let top = stack.pop().expect("the loop saw a top");
            let lost = loses != Some(true) && !top.sum.is_empty();
            self.lost.insert(top.sum, lost);
            loses = Some(lost);
        }
        loses
    }
}
