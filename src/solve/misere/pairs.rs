//! What is known of a sum: its element in a monoid, and the elements of its options (the transition algebra of Plambeck
//! and Siegel).
use hashbrown::HashSet;

/// A set of elements, 64 to a word.
pub type Set = Vec<u64>;

/// A sum: its element, and the elements of its options.
pub type Pair = (usize, Set);

/// A commutative monoid whose element 0 is the identity.
#[derive(Debug, Clone)]
pub struct Monoid {
    /// The products.
    pub times: Vec<Vec<usize>>,
    /// Whether the player to move loses the sums with this element, in misere play.
    pub lost: Vec<bool>,
}

impl Monoid {
    /// The product of some elements.
    pub fn product(&self, elements: impl IntoIterator<Item = usize>) -> usize {
        elements.into_iter().fold(0, |product, element| self.times[product][element])
    }

    /// A set of elements.
    pub fn set(&self, elements: impl IntoIterator<Item = usize>) -> Set {
        let mut set = vec![0; self.lost.len().div_ceil(64)];
        for element in elements {
            set[element / 64] |= 1 << (element % 64);
        }
        set
    }

    /// Whether element and options agree: the player to move loses if there are options, none of them lost.
    pub fn agrees(&self, (element, options): &Pair) -> bool {
        let stuck = options.iter().all(|&word| word == 0);
        self.lost[*element] != (stuck || members(options).any(|option| self.lost[option]))
    }

    fn sum(&self, (x, of_x): &Pair, (y, of_y): &Pair) -> Pair {
        let moved = members(of_x).map(|option| self.times[option][*y]);
        (self.times[*x][*y], self.set(moved.chain(members(of_y).map(|option| self.times[option][*x]))))
    }

    /// Goes through the pairs of all sums of games. If one does not agree: the games of such a sum, by their places.
    /// Nothing if there are more than `most` pairs.
    pub fn disagreement(&self, games: &[Pair], most: usize) -> Option<Option<Vec<usize>>> {
        let empty: Pair = (0, self.set([]));
        let mut known: HashSet<Pair> = HashSet::from([empty.clone()]);
        // Each pair with the place of the one before it, and the game that was added.
        let mut list = vec![(empty, 0, 0)];
        let mut next = 0;
        while next < list.len() {
            for (place, game) in games.iter().enumerate() {
                let sum = self.sum(&list[next].0, game);
                if known.contains(&sum) {
                    continue;
                }
                let agrees = self.agrees(&sum);
                known.insert(sum.clone());
                list.push((sum, next, place));
                if !agrees {
                    return Some(Some(added(&list)));
                }
            }
            if list.len() > most {
                return None;
            }
            next += 1;
        }
        Some(None)
    }
}

/// The pairs of all sums of some games, which agree.
pub struct Sums<'a> {
    monoid: &'a Monoid,
    known: HashSet<Pair>,
    list: Vec<Pair>,
}

impl<'a> Sums<'a> {
    /// The empty sum.
    pub fn new(monoid: &'a Monoid) -> Self {
        let empty: Pair = (0, monoid.set([]));
        Sums { monoid, known: HashSet::from([empty.clone()]), list: vec![empty] }
    }

    /// Adds a game if all sums with it agree; whether they do. Nothing if there are more than `most` pairs.
    pub fn add(&mut self, game: &Pair, most: usize) -> Option<bool> {
        let before = self.list.len();
        let mut next = 0;
        // A sum with the game is one without it, and the game some times: no other game need be added.
        while next < self.list.len() {
            let sum = self.monoid.sum(&self.list[next], game);
            next += 1;
            if self.known.contains(&sum) {
                continue;
            }
            let agrees = self.monoid.agrees(&sum);
            self.known.insert(sum.clone());
            self.list.push(sum);
            if !agrees {
                for pair in self.list.drain(before..) {
                    self.known.remove(&pair);
                }
                return Some(false);
            }
            if self.list.len() > most {
                return None;
            }
        }
        Some(true)
    }
}

/// The games whose sum the last pair is.
fn added(list: &[(Pair, usize, usize)]) -> Vec<usize> {
    let (mut at, mut games) = (list.len() - 1, Vec::new());
    while at > 0 {
        games.push(list[at].2);
        at = list[at].1;
    }
    games
}

fn members(set: &[u64]) -> impl Iterator<Item = usize> + '_ {
    let bits = |word: u64| (0..64).filter(move |bit| word >> bit & 1 == 1);
    set.iter().enumerate().flat_map(move |(place, &word)| bits(word).map(move |bit| place * 64 + bit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_that_are_added_one_by_one_agree_as_all_at_once_do() {
        // The sums of two coins; who loses with which is tried in all ways.
        let times = vec![vec![0, 1, 2, 3], vec![1, 0, 3, 2], vec![2, 3, 0, 1], vec![3, 2, 1, 0]];
        for lost in 0..16_u32 {
            let monoid = Monoid { times: times.clone(), lost: (0..4).map(|bit| lost >> bit & 1 == 1).collect() };
            let all: Vec<Pair> =
                (0..64).map(|word| (word % 4, monoid.set((0..4).filter(|bit| word >> (2 + bit) & 1 == 1)))).collect();
            let (mut sums, mut games) = (Sums::new(&monoid), Vec::new());
            for game in all {
                games.push(game.clone());
                let agrees = monoid.disagreement(&games, 1000).expect("they are few").is_none();
                assert_eq!(sums.add(&game, 1000), Some(agrees), "{lost} {game:?}");
                if !agrees {
                    games.pop();
                }
            }
            let most = sums.list.len();
            assert!(sums.known.len() == most && sums.add(&(0, monoid.set([])), most).is_some());
        }
    }
}
