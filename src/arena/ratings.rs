//! How strong agents are, from the games that they won against each other: the update of the paper (section 4.5), and
//! Bradley and Terry's model with intervals.
use super::rng::Rng;

/// Games between agents: `wins[i][j]` of agent i against agent j. What stands on the diagonal is not looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Results {
    /// One row for each agent.
    pub wins: Vec<Vec<u64>>,
}

/// The rating that each agent begins with, and the mean of all ratings here.
const MEAN: f64 = 1000.0;
/// How fast a rating follows the results (section 4.5, K).
const K: f64 = 69.0;
/// So many rounds of updates.
const ROUNDS: usize = 50;
/// Rating points for which the odds grow tenfold.
const TENFOLD: f64 = 400.0;

impl Results {
    fn agents(&self) -> usize {
        self.wins.len()
    }

    fn games(&self, i: usize, j: usize) -> u64 {
        self.wins[i][j] + self.wins[j][i]
    }

    /// The share of games that agent i won against agent j; a half where they have not played.
    pub fn rate(&self, i: usize, j: usize) -> f64 {
        match self.games(i, j) {
            0 => 0.5,
            games => self.wins[i][j] as f64 / games as f64,
        }
    }

    /// The ratings by the paper's update, fifty rounds with these rates: each rating grows by K times the sum over the
    /// others of the rate less the expected one, where a lead of 400 points makes the odds tenfold (the paper prints 420).
    pub fn elo(&self) -> Vec<f64> {
        let mut ratings = vec![MEAN; self.agents()];
        for _ in 0..ROUNDS {
            let surprise = |i: usize| {
                let others = (0..self.agents()).filter(|&j| j != i);
                others.map(|j| self.rate(i, j) - expected(ratings[i] - ratings[j])).sum::<f64>()
            };
            let raised: Vec<f64> = (0..self.agents()).map(|i| ratings[i] + K * surprise(i)).collect();
            ratings = raised;
        }
        ratings
    }

    /// The most likely ratings under Bradley and Terry's model, in points of the same size, with mean 1000. Every pair that
    /// has played gets half a win more on both sides, so that an agent that never won has a rating too.
    pub fn bradley_terry(&self) -> Vec<f64> {
        let agents = self.agents();
        let played = |i: usize, j: usize| i != j && self.games(i, j) > 0;
        let won =
            |i: usize| -> f64 { (0..agents).filter(|&j| played(i, j)).map(|j| self.wins[i][j] as f64 + 0.5).sum() };
        let wins: Vec<f64> = (0..agents).map(won).collect();
        let mut strength = vec![1.0; agents];
        // Hunter's fixpoint iteration; the likelihood grows with every step.
        for _ in 0..1000 {
            let met = |i: usize| -> f64 {
                let others = (0..agents).filter(|&j| played(i, j));
                others.map(|j| (self.games(i, j) + 1) as f64 / (strength[i] + strength[j])).sum()
            };
            let next: Vec<f64> =
                (0..agents).map(|i| if wins[i] > 0.0 { wins[i] / met(i) } else { strength[i] }).collect();
            let moved = (0..agents).map(|i| (next[i] / strength[i] - 1.0).abs()).fold(0.0, f64::max);
            let scale = next.iter().sum::<f64>() / agents as f64;
            strength = next.into_iter().map(|one| one / scale).collect();
            if moved < 1e-12 {
                break;
            }
        }
        let points: Vec<f64> = strength.iter().map(|&one| TENFOLD * libm::log10(one)).collect();
        let mean = points.iter().sum::<f64>() / agents as f64;
        points.iter().map(|one| one - mean + MEAN).collect()
    }

    /// The middle 95 % of the ratings of [`Results::bradley_terry`] when every pair plays again `times` times, each game
    /// drawn from its own results.
    pub fn intervals(&self, times: usize, seed: u64) -> Vec<[f64; 2]> {
        let drawn: Vec<Vec<f64>> = (0..times)
            .map(|number| self.drawn(&mut Rng::new(seed, "ratings", number as u64)).bradley_terry())
            .collect();
        let one = |i: usize| {
            let mut ratings: Vec<f64> = drawn.iter().map(|ratings| ratings[i]).collect();
            ratings.sort_by(f64::total_cmp);
            let at = |share: f64| ratings[(share * (times - 1) as f64).round() as usize];
            [at(0.025), at(0.975)]
        };
        if times == 0 { Vec::new() } else { (0..self.agents()).map(one).collect() }
    }

    /// The same number of games again, each won with the rates of these.
    fn drawn(&self, rng: &mut Rng) -> Results {
        let mut wins = vec![vec![0; self.agents()]; self.agents()];
        for (i, j) in (0..self.agents()).flat_map(|i| (0..i).map(move |j| (i, j))) {
            let (rate, games) = (self.rate(i, j), self.games(i, j));
            wins[i][j] = (0..games).filter(|_| rng.uniform() < rate).count() as u64;
            wins[j][i] = games - wins[i][j];
        }
        Results { wins }
    }
}

/// The share of games that a lead of so many points promises.
pub fn expected(lead: f64) -> f64 {
    1.0 / (1.0 + libm::pow(10.0, -lead / TENFOLD))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tournament that the authors stored.
    const STORED: [[u64; 7]; 7] = [
        [0, 1, 55, 45, 0, 0, 2],
        [99, 0, 99, 98, 35, 10, 20],
        [45, 1, 0, 48, 1, 3, 1],
        [55, 2, 52, 0, 2, 2, 2],
        [100, 65, 99, 98, 0, 26, 39],
        [100, 90, 97, 98, 74, 0, 61],
        [98, 80, 99, 98, 61, 39, 0],
    ];

    fn stored() -> Results {
        Results { wins: STORED.map(Vec::from).to_vec() }
    }

    #[test]
    fn the_update_gives_the_stored_ratings() {
        let stored_ratings = [566.70, 1160.48, 562.14, 595.34, 1282.13, 1458.83, 1374.38];
        for (ours, theirs) in stored().elo().into_iter().zip(stored_ratings) {
            assert!((ours - theirs).abs() < 4.0, "{ours} {theirs}");
        }
    }

    #[test]
    fn ratings_promise_the_wins_that_were_had() {
        let ratings = stored().bradley_terry();
        for i in 0..7 {
            // At the greatest likelihood the expected wins of each agent are those it had, half a win a pair added.
            let others: Vec<usize> = (0..7).filter(|&j| j != i).collect();
            let had: f64 = others.iter().map(|&j| STORED[i][j] as f64 + 0.5).sum();
            let promised: f64 = others.iter().map(|&j| 101.0 * expected(ratings[i] - ratings[j])).sum();
            assert!((had - promised).abs() < 1e-6, "{i}: {had} {promised}");
        }
        assert!((ratings.iter().sum::<f64>() - 7000.0).abs() < 1e-6);
    }

    #[test]
    fn intervals_hold_the_rating_and_are_the_same_again() {
        let (ratings, intervals) = (stored().bradley_terry(), stored().intervals(200, 1));
        assert!(ratings.iter().zip(&intervals).all(|(rating, [low, high])| low <= rating && rating <= high));
        assert!(intervals.iter().all(|[low, high]| high - low > 20.0 && high - low < 250.0), "{intervals:?}");
        assert_eq!(intervals, stored().intervals(200, 1));
        assert!(stored().intervals(0, 1).is_empty());
    }

    #[test]
    fn who_never_won_has_a_rating() {
        let results = Results { wins: vec![vec![0, 10, 10], vec![0, 0, 5], vec![0, 5, 0]] };
        let ratings = results.bradley_terry();
        assert!(ratings.iter().all(|rating| rating.is_finite()) && ratings[0] > ratings[1]);
        assert!((ratings[1] - ratings[2]).abs() < 1e-9);
    }
}
