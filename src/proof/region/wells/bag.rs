//! Certificate kind `bag`: the player goes on for ever when the pieces are dealt from a bag, as [`BagGame`] says.
//!
//! A *home* is a well, with a piece put aside in a game with hold, at the time when the bag has just been filled. The
//! certificate lists homes, and bounds the wells that the player makes: so many holes (empty cells with a full cell above
//! them in their column), and so large a sum of the differences of the heights of neighbouring columns. The checker finds
//! all such wells that can come up, and, for each of them with each piece put aside and each bag, beginning with the
//! smallest bags, whether the player can surely be at a home when that bag is empty: whatever piece the machine takes out,
//! some place of it, or of the piece put aside, must lead to a well from which this holds with what is then left. It must
//! hold for each home with the full bag, and for the start. By induction over the bags the player is never without a place.
use super::format::{head, opening, piece_index};
use super::plain::{Board, Cells, turns};
use crate::game::wells::{BagGame, MOST_BAG, Movement, Well};
use crate::proof::lines::Line;
use crate::proof::{Fact, Facts, Reject};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The most wells that the checker looks at.
const MOST_WELLS: usize = 1 << 22;

/// Wells in which the player may be at the end of each bag: kind `bag`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BagHomes {
    /// The game.
    pub game: BagGame,
    /// The most holes of a well.
    pub holes: u64,
    /// The greatest sum of the differences of the heights of neighbouring columns of a well.
    pub bumps: u64,
    /// For each well, what may be put aside there, as indices into the piece set; 0 alone if nothing ever is.
    pub homes: BTreeMap<Well, BTreeSet<u8>>,
}

impl BagHomes {
    /// The certificate's text; [`read`] reads it back.
    pub fn text(&self) -> String {
        let well = &self.game.well;
        let hold = if self.game.hold { "yes" } else { "no" };
        let mut text = format!("{}hold {hold}\nholes {}\nbumps {}\n", opening("bag", well), self.holes, self.bumps);
        for (at, held) in &self.homes {
            let words = held.iter().filter(|_| self.game.hold).map(|piece| &well.pieces.pieces()[usize::from(*piece)]);
            let words: String = words.map(|piece| format!(" {piece}")).collect();
            writeln!(text, "home {at}{words}").expect("a string takes it");
        }
        text + "end\n"
    }
}

/// Reads the lines of homes. What they claim is not checked here.
///
/// # Errors
/// A line that is unknown, out of order or out of range, or a well or a piece that stands twice.
pub fn read(lines: &[Line]) -> Result<BagHomes, Reject> {
    let (well, lines) = head(lines)?;
    let [hold, holes, bumps, lines @ ..] = lines else {
        return Err(Reject::at("head", "expected hold, holes and bumps"));
    };
    let holds = match (hold.key, hold.rest) {
        ("hold", "yes") => true,
        ("hold", "no") => false,
        _ => return Err(hold.reject("expected 'hold' and yes or no")),
    };
    if well.lookahead > 0 {
        return Err(Reject::at("head", "expected lookahead 0"));
    }
    let game = BagGame::new(well.width, well.depth, well.pieces, well.rule, holds)
        .map_err(|error| Reject::at("head", error.to_string()))?;
    let one = |line: &Line, key: &str| match line.exactly::<1>() {
        Ok([number]) if line.key == key => Ok(number),
        _ => Err(line.reject(format!("expected '{key}' and one natural number"))),
    };
    let (holes, bumps) = (one(holes, "holes")?, one(bumps, "bumps")?);
    let mut homes = BTreeMap::new();
    for line in lines {
        let (well, held) = read_home(&game, line)?;
        if homes.insert(well, held).is_some() {
            return Err(line.reject("this well stands twice"));
        }
    }
    Ok(BagHomes { game, holes, bumps, homes })
}

fn read_home(game: &BagGame, line: &Line) -> Result<(Well, BTreeSet<u8>), Reject> {
    let mut words = line.rest.split(' ');
    if line.key != "home" {
        return Err(line.reject("expected 'home'"));
    }
    let well = Well::parse(game.well.width, words.next().unwrap_or_default());
    let well = well.map_err(|error| line.reject(error.to_string()))?;
    if well.height() > usize::from(game.well.depth) {
        return Err(line.reject("the well is higher than the depth: the player has lost already"));
    }
    let words: Vec<&str> = words.collect();
    let held: BTreeSet<u8> =
        words.iter().map(|word| piece_index(&game.well.pieces, line, word)).collect::<Result<_, _>>()?;
    match (game.hold, held.len() == words.len(), words.is_empty()) {
        (false, _, true) => Ok((well, BTreeSet::from([0]))),
        (true, true, false) => Ok((well, held)),
        (false, ..) => Err(line.reject("expected a well alone, because no piece is put aside")),
        (true, ..) => Err(line.reject("expected the pieces put aside after the well, each once")),
    }
}

/// Checks that from each home, and from the start, the player surely gets to a home by the time the bag is empty.
///
/// # Errors
/// A home, or the start, from which the machine can keep the player from it, or too many wells to look at.
pub fn check(homes: &BagHomes) -> Result<Facts, Reject> {
    let game = &homes.game;
    let wells = Wells::of(homes)?;
    let ways = Ways::of(homes, &wells);
    for (well, held) in &homes.homes {
        if let Some(held) = held.iter().find(|held| !ways.has(wells.number[well], usize::from(**held), game.full())) {
            let aside =
                if game.hold { format!(" with {} put aside", said(game, usize::from(*held))) } else { String::new() };
            return Err(Reject::at(format!("home {well}"), format!("some order of the bag leads away{aside}")));
        }
    }
    let empty = wells.number[&Well::empty(game.well.width).expect("the width was read")];
    if !game.hold && !ways.has(empty, 0, game.full()) {
        return Err(Reject::at("start", "some order of the first bag leads away"));
    }
    for held in (0..game.held()).filter(|_| game.hold) {
        let bag = game.full() & !(1 << held);
        let lost = |piece: &usize| ways.placed(&wells, empty, *piece, held) >> (bag & !(1 << piece)) & 1 == 0;
        if let Some(piece) = pieces(bag).find(lost) {
            let why = format!("{} first and {} second leads away", said(game, held), said(game, piece));
            return Err(Reject::at("start", why));
        }
    }
    Ok(vec![Fact::SurvivesBag(game.clone())])
}

fn said(game: &BagGame, piece: usize) -> &str {
    game.well.pieces.pieces()[piece].word()
}

/// The pieces of a bag.
fn pieces(bag: usize) -> impl Iterator<Item = usize> {
    (0..MOST_BAG).filter(move |piece| bag >> piece & 1 == 1)
}

/// The wells that can come up, by number.
struct Wells {
    number: BTreeMap<Well, usize>,
    /// For each well and piece, the wells after its places.
    after: Vec<Vec<Vec<usize>>>,
}

impl Wells {
    /// All wells to which places within the bounds lead, from the empty well and the homes.
    fn of(homes: &BagHomes) -> Result<Wells, Reject> {
        let game = &homes.game.well;
        let shapes: Vec<Vec<Cells>> = game.pieces.pieces().iter().map(turns).collect();
        // What a slide allows, the referee allows.
        let rule = if game.rule == Movement::Referee { Movement::Slide } else { game.rule };
        let depth = usize::from(game.depth);
        let mut open = vec![Well::empty(game.width).expect("the width was read")];
        open.extend(homes.homes.keys().filter(|well| well.height() > 0).cloned());
        let mut number: BTreeMap<Well, usize> = open.iter().cloned().zip(0..).collect();
        let mut after = Vec::new();
        while after.len() < open.len() {
            let board = Board::of(&open[after.len()]);
            let mut place = |turns: &Vec<Cells>| {
                let places =
                    turns.iter().flat_map(|cells| board.places(cells, rule).into_iter().map(move |at| (cells, at)));
                let low = places.map(|(cells, at)| board.after(cells, at)).filter(|after| after.height() <= depth);
                let mut next: Vec<usize> = Vec::new();
                for well in low.map(|after| after.well()).filter(|well| is_tame(homes, well)) {
                    let new = open.len();
                    next.push(*number.entry(well.clone()).or_insert(new));
                    if next.last() == Some(&new) {
                        open.push(well);
                    }
                }
                next
            };
            after.push(shapes.iter().map(&mut place).collect());
            if open.len() > MOST_WELLS {
                return Err(Reject::at("wells", format!("more than {MOST_WELLS} are within the bounds")));
            }
        }
        Ok(Wells { number, after })
    }
}

/// Whether a well has no more holes and bumps than allowed.
fn is_tame(homes: &BagHomes, well: &Well) -> bool {
    let full = |column: u8| (0..well.height()).filter(move |row| well.rows()[*row] >> column & 1 == 1);
    let height = |column: u8| full(column).max().map_or(0, |row| row + 1);
    let columns = 0..well.width();
    let holes: usize = columns.clone().map(|column| height(column) - full(column).count()).sum();
    let bumps: usize = columns.skip(1).map(|column| height(column).abs_diff(height(column - 1))).sum();
    holes as u64 <= homes.holes && bumps as u64 <= homes.bumps
}

/// From where the player can surely be at a home when the bag is empty: for each well and piece put aside, the bags.
struct Ways {
    held: usize,
    bags: Vec<u128>,
}

impl Ways {
    fn of(homes: &BagHomes, wells: &Wells) -> Ways {
        let (game, held) = (&homes.game, homes.game.held());
        let mut ways = Ways { held, bags: vec![0; wells.after.len() * held] };
        for (well, pieces) in &homes.homes {
            pieces.iter().for_each(|piece| ways.bags[wells.number[well] * held + usize::from(*piece)] = 1);
        }
        for size in 1..=game.well.pieces.pieces().len() as u32 {
            let bags: Vec<usize> = (1..=game.full()).filter(|bag| bag.count_ones() == size).collect();
            for well in 0..wells.after.len() {
                let placed: Vec<Vec<u128>> = (0..wells.after[well].len())
                    .map(|piece| (0..held).map(|held| ways.placed(wells, well, piece, held)).collect())
                    .collect();
                (0..held).for_each(|held| {
                    let sure = |bag: &&usize| {
                        pieces(**bag).all(|piece| {
                            let left = **bag & !(1 << piece);
                            let swapped = if game.hold { placed[held][piece] } else { 0 };
                            (placed[piece][held] | swapped) >> left & 1 == 1
                        })
                    };
                    let found = bags.iter().filter(sure).fold(0, |set, bag| set | 1_u128 << bag);
                    ways.bags[well * ways.held + held] |= found;
                });
            }
        }
        ways
    }

    fn has(&self, well: usize, held: usize, bag: usize) -> bool {
        self.bags[well * self.held + held] >> bag & 1 == 1
    }

    /// The bags for which some place of a piece leads to a well from which it holds.
    fn placed(&self, wells: &Wells, well: usize, piece: usize, held: usize) -> u128 {
        wells.after[well][piece].iter().fold(0, |set, after| set | self.bags[after * self.held + held])
    }
}

#[cfg(test)]
mod tests;
