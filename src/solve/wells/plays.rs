//! What one piece can do in all wells of a space.
use super::graph::Graph;
use super::regions::turns::{Turn, each, reach};
use super::space::Space;
use crate::error::Result;
use crate::game::wells::{Movement, Mover, Piece, Placement, Well};
use crate::solve::Memory;
use rayon::prelude::*;
use std::fmt::{Display, Formatter};

/// How freely a piece may be moved: by a rule of the game, or up as well, as at the end of section 5.3.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Freedom {
    /// One of the four rules.
    Under(Movement),
    /// The rule `referee`, and the piece may be moved up before it is dropped.
    Lift,
}

impl Freedom {
    /// All of them; each but the last allows less than `anywhere`.
    pub const ALL: [Freedom; 5] = [
        Freedom::Under(Movement::Drop),
        Freedom::Under(Movement::Slide),
        Freedom::Under(Movement::Referee),
        Freedom::Lift,
        Freedom::Under(Movement::Anywhere),
    ];

    /// The freedom that a word names: a rule, or `lift`.
    ///
    /// # Errors
    /// Any other word.
    pub fn from_word(word: &str) -> Result<Self> {
        if word == "lift" { Ok(Freedom::Lift) } else { Movement::from_word(word).map(Freedom::Under) }
    }

    /// A piece with this freedom.
    pub fn hand(self, piece: &Piece) -> Hand<'_> {
        let rule = match self {
            Freedom::Under(rule) => rule,
            Freedom::Lift => Movement::Referee,
        };
        Hand { mover: Mover::new(piece, rule), freedom: self }
    }
}

impl Display for Freedom {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Freedom::Under(rule) => f.write_str(rule.word()),
            Freedom::Lift => f.write_str("lift"),
        }
    }
}

/// A piece with the freedom to move it.
pub struct Hand<'a> {
    mover: Mover<'a>,
    freedom: Freedom,
}

impl<'a> Hand<'a> {
    /// The piece.
    pub fn piece(&self) -> &'a Piece {
        self.mover.piece()
    }

    /// Every place where the piece can come to rest.
    pub fn placements(&self, well: &Well) -> Vec<Placement> {
        if self.freedom == Freedom::Lift { self.mover.lifted(well) } else { self.mover.placements(well) }
    }

    /// The well after that, and the number of rows deleted.
    pub fn place(&self, well: &Well, at: Placement) -> (Well, usize) {
        self.mover.place(well, at)
    }
}

/// For each well of a space the wells after one play of a piece, those that are too high left out.
pub struct Plays {
    starts: Vec<usize>,
    heads: Vec<u32>,
}

/// The wells that one task looks at.
const CHUNK: usize = 1 << 14;

impl Plays {
    /// All plays of a piece in a space.
    ///
    /// # Errors
    /// More memory than allowed.
    pub fn new(space: &Space, hand: &Hand, memory: Memory) -> Result<Self> {
        let turns = hand.piece().turns().len() as u128;
        let most = space.len() as u128 * (8 + 4 * turns * u128::from(space.width()));
        memory.ask(most, "the plays of a piece in all wells")?;
        let chunks = space.len().div_ceil(CHUNK);
        let part = |chunk: usize| {
            let (mut counts, mut heads, mut next) = (Vec::new(), Vec::new(), Vec::new());
            let mut walk = Walk::new(space, hand);
            for number in chunk * CHUNK..((chunk + 1) * CHUNK).min(space.len()) {
                next.clear();
                walk.heads(number as u32, &mut next);
                next.sort_unstable();
                next.dedup();
                counts.push(next.len());
                heads.extend(&next);
            }
            (counts, heads)
        };
        let parts: Vec<(Vec<usize>, Vec<u32>)> = (0..chunks).into_par_iter().map(part).collect();
        let (mut starts, mut heads) = (Vec::with_capacity(space.len() + 1), Vec::new());
        for (counts, more) in parts {
            let mut at = heads.len();
            for count in counts {
                starts.push(at);
                at += count;
            }
            heads.extend(more);
        }
        starts.push(heads.len());
        Ok(Plays { starts, heads })
    }

    /// The number of edges.
    pub fn edges(&self) -> usize {
        self.heads.len()
    }
}

impl Graph for Plays {
    fn len(&self) -> usize {
        self.starts.len() - 1
    }
    fn degree(&self, vertex: u32) -> usize {
        self.starts[vertex as usize + 1] - self.starts[vertex as usize]
    }
    fn head(&self, vertex: u32, edge: usize) -> u32 {
        self.heads[self.starts[vertex as usize] + edge]
    }
}

/// One way to list the plays of well after well.
enum Walk<'a> {
    /// By rows as bits, for the rules without quarter turns.
    Rows { space: &'a Space, rule: Movement, turns: Vec<Turn>, rows: Vec<u16> },
    /// By the rules of the game.
    Wells { space: &'a Space, hand: &'a Hand<'a> },
}

impl<'a> Walk<'a> {
    fn new(space: &'a Space, hand: &'a Hand<'a>) -> Self {
        match hand.freedom {
            Freedom::Lift | Freedom::Under(Movement::Referee) => Walk::Wells { space, hand },
            Freedom::Under(rule) => {
                let turns = Turn::all(space.width(), 0, hand.piece());
                let longest = turns.iter().map(|turn| turn.rows.len()).max().unwrap_or(0);
                Walk::Rows { space, rule, turns, rows: vec![0; space.depth() + longest] }
            }
        }
    }

    /// Adds the numbers of the wells after each play, of which some may be the same.
    fn heads(&mut self, number: u32, heads: &mut Vec<u32>) {
        match self {
            Walk::Wells { space, hand } => {
                let well = space.well(number);
                let places = hand.placements(&well);
                heads.extend(places.iter().filter_map(|at| space.number(&hand.place(&well, *at).0)));
            }
            Walk::Rows { space, rule, turns, rows } => {
                rows.fill(0);
                let height = space.rows(number, rows);
                for turn in turns {
                    // From the top row down: where the turn gets to, and where it gets no further.
                    let mut above = turn.columns;
                    for row in (0..height).rev() {
                        let fits = turn.fits(0, &rows[row..]);
                        for column in each(above & !fits) {
                            heads.extend(after(space, rows, height, turn, column, row + 1));
                        }
                        above = reach(*rule, above, fits);
                    }
                    each(above).for_each(|column| heads.extend(after(space, rows, height, turn, column, 0)));
                }
            }
        }
    }
}

/// The number of the well after a turn came to rest with its lowest row in row `at`, if that well is not too high. Above
/// `height` all rows are empty.
fn after(space: &Space, rows: &[u16], height: usize, turn: &Turn, column: usize, at: usize) -> Option<u32> {
    let full = (1 << space.width()) - 1;
    let added = |row: usize| row.checked_sub(at).and_then(|row| turn.rows.get(row)).map_or(0, |cells| cells << column);
    let placed = (0..height.max(at + turn.rows.len())).map(|row| rows[row] | added(row));
    space.number_of(placed.filter(|row| *row != full))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::wells::PieceSet;
    use std::collections::BTreeSet;

    #[test]
    fn plays_are_those_of_the_rules_of_the_game() {
        for (width, depth) in [(1, 3), (2, 5), (3, 3), (4, 3), (5, 2)] {
            let space = Space::new(width, depth).unwrap();
            for piece in PieceSet::parse("OITJLSZ13[101/111]").unwrap().pieces() {
                for freedom in Freedom::ALL {
                    let hand = freedom.hand(piece);
                    let plays = Plays::new(&space, &hand, Memory(1 << 28)).unwrap();
                    for (well, vertex) in space.wells().zip(0..) {
                        let places = hand.placements(&well);
                        let after = places.iter().filter_map(|at| space.number(&hand.place(&well, *at).0));
                        let heads: BTreeSet<u32> =
                            (0..plays.degree(vertex)).map(|edge| plays.head(vertex, edge)).collect();
                        assert_eq!(heads, after.collect(), "{piece} {freedom} {well}");
                        assert_eq!(heads.len(), plays.degree(vertex));
                    }
                }
            }
        }
    }

    #[test]
    fn more_freedom_is_more_places() {
        let pieces = PieceSet::parse("SZ").unwrap();
        let space = Space::new(4, 3).unwrap();
        for piece in pieces.pieces() {
            let hands = Freedom::ALL.map(|freedom| freedom.hand(piece));
            for well in space.wells() {
                let places = hands.each_ref().map(|hand| hand.placements(&well));
                assert!(places.windows(2).all(|pair| pair[0].iter().all(|at| pair[1].contains(at))), "{well}");
            }
        }
    }
}
