//! What checkers establish. A checker that accepts a certificate answers with facts, and a fact says no more than was
//! checked. Their English is in `english` and nowhere else.
use crate::game::Play;
use crate::game::wells::{BagGame, Deal, InAdvance, Movement, PieceSet, WellGame};
use crate::proof::region::wells::lanes::LaneGame;
use serde::{Deserialize, Serialize};

mod english;
mod implies;
mod kinks;

pub use kinks::{KinkOrder, Squares};

/// One thing that is so.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Fact {
    /// A position has a value.
    Value(Value),
    /// Two positions have different values.
    Differ {
        /// The game, as [`crate::game::any::open`] names it.
        game: String,
        /// What the values are.
        play: Play,
        /// The positions in their standard spelling, or as `state:[vector]` if the game has no name.
        positions: [String; 2],
    },
    /// Every play of the game ends, and its positions are an affine stratification: finitely many pieces, each a cone over
    /// the naturals, with one value for each. So the value of every position can be read off.
    Stratified {
        /// The game.
        game: String,
        /// What the values are.
        play: Play,
    },
    /// Every rule of a game, which has one at least, lowers this weight: so much for each unit of each coordinate, so much for each state.
    Weight {
        /// The game.
        game: String,
        /// For each coordinate.
        units: Vec<u64>,
        /// For each state.
        states: Vec<u64>,
        /// By at least so much, and some rule by no more.
        least: u64,
    },
    /// The value of x + step is that of x, for all x >= from, in every state.
    Period(Period),
    /// Who wins every position in normal play, by a sum modulo a number.
    Law(Law),
    /// The misere quotient of a game: who wins sums of its positions when the last move loses.
    MisereQuotient(MisereQuotient),
    /// Who wins Jenga with so many blocks a level from so many full levels.
    Winner {
        /// Blocks a level.
        blocks: u32,
        /// Full levels.
        levels: u64,
        /// The first player wins.
        first: bool,
    },
    /// Who wins Jenga with so many blocks a level from n full levels, for every n >= 1.
    Winners {
        /// Blocks a level.
        blocks: u32,
        /// So many starts, n = 1, 2, ..., before the winners repeat.
        before: u64,
        /// Whether the first player wins, for n = 1, 2, ...; the entries after `before` repeat for ever.
        first: Vec<bool>,
    },
    /// In a well game the player can go on for ever.
    Survives(WellGame),
    /// In a well game the machine wins after at most so many pieces.
    Defeated {
        /// The game.
        game: WellGame,
        /// Pieces.
        within: u32,
    },
    /// In a well game the machine wins.
    Lost(WellGame),
    /// In wells of every depth the machine wins.
    LostHoweverDeep(AnyDepth),
    /// In wells of every depth the machine wins by an order that it says in advance, the same whatever the player does.
    LostToCycle(Cycle),
    /// In wells of every depth the machine wins by each order that it says in advance of left kinks, perhaps squares, and one other
    /// piece, again and again, if the pieces in each run are enough for the depth, their number leaves the remainder, and pieces slide or
    /// only drop; so from every well that has no empty row below a full cell.
    LostToKinks(KinkOrder),
    /// In a well game with pieces dealt from a bag the player can go on for ever.
    SurvivesBag(BagGame),
    /// In a well game in which all pieces are known in advance the player can place every order of them.
    SurvivesInAdvance(InAdvance),
    /// In a well game in which all pieces are known in advance no player can place all pieces of this order, so that the machine
    /// wins, and in the same game with any lookahead.
    LostToOrder {
        /// The game.
        game: InAdvance,
        /// The words of the pieces in the order in which they come, with spaces between.
        order: String,
    },
    /// In a well game in which all pieces are known in advance the machine wins.
    LostInAdvance(InAdvance),
    /// The player can go on for ever in wells of every width that is a number of lanes and a rest, by every rule.
    SurvivesInLanes(LaneGame),
    /// The same, and in every state only so many lanes are bumpy, which means that a row of the lane is not full.
    BumpyLanes {
        /// The game.
        game: LaneGame,
        /// The most bumpy lanes at a time.
        lanes: u64,
        /// The greatest height of a bumpy lane.
        height: u64,
    },
    /// Every placement of a piece covers columns whose weights sum to 0, and the columns of a full row do not.
    KeptWeights {
        /// The piece.
        piece: String,
        /// In these widths.
        widths: Widths,
        /// The weights of the columns, repeated in wider wells.
        weights: Vec<i64>,
    },
    /// With one piece alone the machine wins in wells of every depth, by every rule.
    LostAtEveryDepth {
        /// The piece.
        piece: String,
        /// In these widths.
        widths: Widths,
    },
    /// With one piece alone, from the empty well, no row is ever filled.
    FillsNoRow {
        /// The piece.
        piece: String,
        /// In these widths.
        widths: Widths,
    },
    /// In wells of so many lanes as one likes, of any depth and by every rule, no placement but these occurs in a cycle.
    CyclePlacements {
        /// The columns of a lane.
        lane: u64,
        /// The pieces that are sent, in the order of [`PieceSet`], with spaces between.
        pieces: String,
        /// The placements, columns counted in their lane.
        placements: Vec<String>,
    },
    /// Towers of every height: stable if and only if valid (zwick, lemma 3.1).
    StableIfValid(Validity),
    /// Towers of every height: the semi-stable ones (zwick, section 3).
    SemiStable {
        /// Definition 3.2.
        validity: Validity,
        /// Chains: the level at both ends and every second place, and the one between.
        chains: Vec<[String; 2]>,
        /// The semi-stable towers of height 3.
        height_three: Vec<String>,
    },
    /// From some height on the centre of mass of every valid tower is strictly inside the middle ninth (claim 3.1).
    MiddleNinth {
        /// Definition 3.2.
        validity: Validity,
        /// That height.
        from: u64,
        /// The valid towers from height 3 to below it that are not so.
        exceptions: Vec<String>,
    },
    /// The hull of the contact of two levels contains the middle ninth, unless one of them is excluded (claim 3.2).
    ContactHolds {
        /// The excluded levels.
        excluded: Vec<String>,
    },
    /// Every tower of three blocks a level that arises from n full levels, for every n, has its top or second level full, is
    /// stable, and is not semi-stable (zwick, section 4).
    PlayIsStable,
    /// What the moves of Jenga do to the triplet (x, y, z), in every tower that arises (zwick, section 4).
    MoveTypes(Vec<MoveType>),
    /// The star lemma for every pile (eeny-meeny).
    StarLemma,
    /// The eeny-meeny rule for every pile.
    EenyMeenyRule(EenyMeeny),
    /// A game is another one, renamed.
    SameGame(Renaming),
    /// Every play of CLOCK NIM ends, for every k and every p > n > 0 (carvalho, section 2).
    ClockNimEnds,
}

/// A position of a game and its value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Value {
    /// The game, as [`crate::game::any::open`] names it.
    pub game: String,
    /// What the value is.
    pub play: Play,
    /// The position in its standard spelling.
    pub position: String,
    /// Its value.
    pub value: u64,
}

/// A period of the values of a vector addition game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Period {
    /// The game, as [`crate::game::named::vector_game`] names it.
    pub game: String,
    /// What the values are.
    pub play: Play,
    /// What is added: not the zero vector.
    pub step: Vec<u64>,
    /// From where on.
    pub from: Vec<u64>,
}

/// Who wins a vector addition game: the player to move loses where the sum of coordinate times weight is, modulo a number,
/// among the remainders of the state, but for finitely many positions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Law {
    /// The game.
    pub game: String,
    /// The number.
    pub modulus: u64,
    /// The weights.
    pub form: Vec<u64>,
    /// The remainders for each state.
    pub lost: Vec<Vec<u64>>,
    /// How many positions are the other way round.
    pub exceptions: u64,
    /// On the line of the positions (x, 0, ..., 0) in state 0: so many x before the losses repeat, and whether the player to
    /// move loses at x = 0, 1, ...; the entries after the first so many repeat for ever.
    pub line: (u64, Vec<bool>),
}

/// The misere quotient of the sums of positions of a game: a commutative monoid with an element for each position, so that the
/// player to move loses a sum, in misere play, if and only if the product of the elements of its positions is lost.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MisereQuotient {
    /// The game, as [`crate::game::any::open`] names it.
    pub game: String,
    /// How many elements the monoid has; no smaller monoid has this property.
    pub order: u64,
    /// How many of them are lost.
    pub lost: u64,
    /// The n for which it is the misere quotient of Nim with heaps below 2^n, if there is one.
    pub nim: Option<u32>,
    /// The positions; if none are listed, all of the game.
    pub positions: Option<Vec<String>>,
}

/// Widths of wells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Widths {
    /// One.
    One(u64),
    /// All that leave a remainder modulo a number.
    Residue(u64, u64),
}

/// A game of wells without the depth of the well.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnyDepth {
    /// The columns.
    pub width: u8,
    /// The pieces that the machine may send.
    pub pieces: PieceSet,
    /// How a piece may be brought to its place.
    pub rule: Movement,
    /// How many pieces are shown before the machine announces the next one.
    pub lookahead: u8,
}

/// An order of pieces without an end: some first, and then the same again and again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cycle {
    /// The columns.
    pub width: u8,
    /// The pieces that the machine may send.
    pub pieces: PieceSet,
    /// How a piece may be brought to its place.
    pub rule: Movement,
    /// The words of the pieces that come first, with spaces between.
    pub first: String,
    /// The words of those that come again and again.
    pub cycle: String,
}

impl Cycle {
    /// The game in a well of that depth, all pieces being known in advance.
    pub fn of_depth(&self, depth: u16) -> InAdvance {
        let Cycle { width, ref pieces, rule, .. } = *self;
        InAdvance { width, depth, pieces: pieces.clone(), rule, deal: Deal::Any }
    }
}

impl AnyDepth {
    /// The game in a well of that depth.
    pub fn of_depth(&self, depth: u16) -> WellGame {
        WellGame { width: self.width, depth, pieces: self.pieces.clone(), rule: self.rule, lookahead: self.lookahead }
    }
}

/// Definition 3.2 of zwick: a tower is valid if no level below the top is excluded and it does not end in one of the triples.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Validity {
    /// The excluded levels.
    pub excluded: Vec<String>,
    /// The triples, bottom first.
    pub triples: Vec<String>,
}

/// A type of move: a level that counts as one size comes to count as another (2: III, 1: II-, 0: neither).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoveType {
    /// What is left of the level, as the paper writes it.
    pub name: String,
    /// What the level counts as before.
    pub from: u64,
    /// And afterwards.
    pub to: u64,
}

/// The signs of the eeny-meeny rule: at which comparison of a section with the one below the walk meets its condition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EenyMeeny {
    /// Said eeny, said meeny.
    pub say: [String; 2],
    /// The same for the last step, onto the bottom section.
    pub last: [String; 2],
}

/// A map of the positions of one vector addition game to those of another: options go to options, values are equal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Renaming {
    /// The game.
    pub from: String,
    /// The other game.
    pub to: String,
    /// The matrix: the vector x goes to matrix x + offset.
    pub matrix: Vec<Vec<i64>>,
    /// For each state of the game: the state of the other, the least vector of the domain, and the offset.
    pub states: Vec<(u64, Vec<i64>, Vec<i64>)>,
    /// No two positions have the same image.
    pub one_to_one: bool,
    /// Every position of the other game is an image.
    pub onto: bool,
    /// The domain is exactly the positions with a predecessor.
    pub eden: bool,
}

impl Fact {
    /// A position of a game has a value.
    pub fn value(game: &str, play: Play, position: impl Into<String>, value: u64) -> Self {
        Fact::Value(Value { game: game.to_string(), play, position: position.into(), value })
    }
}

impl MoveType {
    /// How x and y change.
    pub fn change(&self) -> (i64, i64) {
        let counts = |size| i64::from(self.to == size) - i64::from(self.from == size);
        (counts(2), counts(1))
    }
}
