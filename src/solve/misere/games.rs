//! Games by the sets of their options, and who wins sums of them in misere play, by going through all play.
use std::collections::{BTreeSet, HashMap};

/// A sum of games by their numbers, in rising order; the empty game is left out.
pub type Sum = Vec<u32>;

/// The sum of two sums.
pub fn plus(x: &[u32], y: &[u32]) -> Sum {
    let mut sum: Sum = x.iter().chain(y).copied().filter(|&game| game != 0).collect();
    sum.sort_unstable();
    sum
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

    /// Whether the player to move loses a sum in misere play; nothing if too many sums would have to be kept.
    pub fn lost(&mut self, sum: &[u32]) -> Option<bool> {
        if let Some(&known) = self.lost.get(sum) {
            return Some(known);
        }
        // Each sum with the options that are not looked at yet. A stack of its own, because plays can be long.
        let mut stack = vec![(sum.to_vec(), self.moves(sum))];
        while let Some((top, options)) = stack.last_mut() {
            let lost = match options.last().map(|option| (option, self.lost.get(option))) {
                None => !top.is_empty(),
                Some((_, Some(true))) => false,
                Some((_, Some(false))) => {
                    options.pop();
                    continue;
                }
                Some((option, None)) => {
                    let next = option.clone();
                    let moves = self.moves(&next);
                    stack.push((next, moves));
                    continue;
                }
            };
            if self.lost.len() >= self.most {
                return None;
            }
            let (top, _) = stack.pop().expect("the loop saw a top");
            self.lost.insert(top, lost);
        }
        self.lost.get(sum).copied()
    }
}
