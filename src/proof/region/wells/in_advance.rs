//! Certificate kinds `order` and `in-advance`: who wins if the player knows all pieces in advance, as [`InAdvance`] says.
//!
//! **`order`.** An order of pieces, finitely many. The checker finds all wells, with the piece put aside in a game with hold, in
//! which the player can be after each of them, whatever he does, beginning with the empty well. After the last there is none. So
//! no player places all of these pieces, however much of the order he knows.
//!
//! **`in-advance`.** Sets of wells. The first has the empty well alone. For each set and each piece that may come a set is named,
//! each of whose wells comes by some place of the piece from some well of the set; and no set is empty. So by induction, after
//! every order of pieces there is a well in which the player can be: he can place them all, if he knows them.
use super::bag::rows::{self, Turn};
use super::format::{natural, opening_without_lookahead, piece_index, without_lookahead};
use crate::game::wells::{Deal, InAdvance, Movement, Piece, Well};
use crate::proof::lines::Line;
use crate::proof::{Fact, Facts, Reject};
use std::collections::BTreeSet;
use std::fmt::Write;

/// The most places in which the player can be after a piece.
const MOST_PLACES: usize = 1 << 22;

/// An order of pieces: kind `order`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    /// The game.
    pub game: InAdvance,
    /// The pieces, as indices into the set.
    pub pieces: Vec<u8>,
}

/// A set of wells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidates {
    /// The wells, by number.
    pub wells: BTreeSet<usize>,
    /// For each piece the number of a set.
    pub then: Vec<usize>,
}

/// Sets of wells in one of which the player can be, whatever comes: kind `in-advance`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Foresight {
    /// The game, without a bag.
    pub game: InAdvance,
    /// The wells.
    pub wells: Vec<Well>,
    /// The sets; the first one has the empty well alone.
    pub sets: Vec<Candidates>,
}

impl Order {
    /// The certificate's text; [`read_order`] reads it back.
    pub fn text(&self) -> String {
        format!("{}order {}\nend\n", head_text("order", &self.game), self.words())
    }

    fn words(&self) -> String {
        let pieces = self.game.pieces.pieces();
        self.pieces.iter().map(|piece| pieces[usize::from(*piece)].word()).collect::<Vec<_>>().join(" ")
    }

    /// The words of the pieces, one right after the other.
    pub fn letters(&self) -> String {
        self.words().replace(' ', "")
    }
}

impl Foresight {
    /// The certificate's text; [`read_foresight`] reads it back.
    pub fn text(&self) -> String {
        let mut text = head_text("in-advance", &self.game);
        for well in &self.wells {
            writeln!(text, "well {well}").expect("a string takes it");
        }
        let listed = |numbers: &mut dyn Iterator<Item = &usize>| numbers.map(|n| format!(" {n}")).collect::<String>();
        for set in &self.sets {
            let (wells, then) = (listed(&mut set.wells.iter()), listed(&mut set.then.iter()));
            writeln!(text, "set{wells} then{then}").expect("a string takes it");
        }
        text + "end\n"
    }
}

fn head_text(kind: &str, game: &InAdvance) -> String {
    let deal = match game.deal {
        Deal::Any => "any",
        Deal::Bag { hold: false } => "bag",
        Deal::Bag { hold: true } => "bag hold",
    };
    format!("{}lookahead all\ndeal {deal}\n", opening_without_lookahead(kind, &game.well()))
}

/// The game, and the lines after the head.
fn head<'a, 'b>(lines: &'b [Line<'a>]) -> Result<(InAdvance, &'b [Line<'a>]), Reject> {
    let (well, lines) = without_lookahead(lines)?;
    let [lookahead, deal, rest @ ..] = lines else {
        return Err(Reject::at("head", "expected lookahead and deal"));
    };
    if (lookahead.key, lookahead.rest) != ("lookahead", "all") {
        return Err(lookahead.reject("expected 'lookahead' and all"));
    }
    let deal = match (deal.key, deal.rest) {
        ("deal", "any") => Deal::Any,
        ("deal", "bag") => Deal::Bag { hold: false },
        ("deal", "bag hold") => Deal::Bag { hold: true },
        _ => return Err(deal.reject("expected 'deal' and any, bag, or bag hold")),
    };
    let game = InAdvance::new(well.width, well.depth, well.pieces, well.rule, deal);
    Ok((game.map_err(|error| Reject::at("head", error.to_string()))?, rest))
}

/// Reads the lines of an order. What they claim is not checked here.
///
/// # Errors
/// A line that is unknown or out of range, or no order.
pub fn read_order(lines: &[Line]) -> Result<Order, Reject> {
    let (game, lines) = head(lines)?;
    let [line] = lines else { return Err(Reject::at("order", "expected one line with an order")) };
    if line.key != "order" {
        return Err(line.reject("expected 'order'"));
    }
    let pieces = line.rest.split(' ').map(|word| piece_index(&game.pieces, line, word)).collect::<Result<_, _>>()?;
    Ok(Order { game, pieces })
}

/// Reads the lines of sets of wells. What they claim is not checked here.
///
/// # Errors
/// A line that is unknown, out of order or out of range, or a well that stands twice.
pub fn read_foresight(lines: &[Line]) -> Result<Foresight, Reject> {
    let head_lines = lines;
    let (game, lines) = head(lines)?;
    if game.deal != Deal::Any {
        return Err(Reject::at("head", "expected deal any"));
    }
    let (wells, sets) = lines.split_at(lines.iter().take_while(|line| line.key == "well").count());
    let mut seen = BTreeSet::new();
    let mut read_well = |line: &Line| {
        let well = Well::parse(game.width, line.rest).map_err(|error| line.reject(error.to_string()))?;
        match (well.height() <= usize::from(game.depth), seen.insert(well.clone())) {
            (false, _) => Err(line.reject("the well is higher than the depth: the player has lost already")),
            (true, false) => Err(line.reject("this well stands twice")),
            (true, true) => Ok(well),
        }
    };
    let wells: Vec<Well> = wells.iter().map(&mut read_well).collect::<Result<_, _>>()?;
    let order = written_order(&game, head_lines)?;
    let pieces = order.len();
    let read_set = |line: &Line| {
        let words: Vec<&str> = line.rest.split_whitespace().collect();
        let parts: Vec<&[&str]> = words.split(|word| *word == "then").collect();
        let [numbers, then] = parts[..] else {
            return Err(line.reject("expected wells, 'then', and a set for each piece"));
        };
        let below = |word: &&str, most: usize, what: &str| match natural(line, word)? {
            number if number < most => Ok(number),
            number => Err(line.reject(format!("there is no {what} {number}"))),
        };
        let listed: Vec<usize> =
            numbers.iter().map(|word| below(word, wells.len(), "well")).collect::<Result<_, _>>()?;
        let then: Vec<usize> = then.iter().map(|word| below(word, sets.len(), "set")).collect::<Result<_, _>>()?;
        let numbers: BTreeSet<usize> = listed.iter().copied().collect();
        match (line.key, numbers.len() == listed.len(), then.len() == pieces) {
            ("set", true, true) => {
                let then = (0..pieces).map(|piece| then[order[piece]]).collect();
                Ok(Candidates { wells: numbers, then })
            }
            ("set", false, _) => Err(line.reject("a well stands twice")),
            ("set", true, false) => Err(line.reject(format!("expected {pieces} sets, one for each piece"))),
            _ => Err(line.reject("expected 'set'")),
        }
    };
    let sets = sets.iter().map(read_set).collect::<Result<_, _>>()?;
    Ok(Foresight { game, wells, sets })
}

/// For each piece of the set, the place of its word in the line of the pieces.
fn written_order(game: &InAdvance, lines: &[Line]) -> Result<Vec<usize>, Reject> {
    let line = lines.iter().find(|line| line.key == "pieces").ok_or_else(|| Reject::at("head", "expected pieces"))?;
    let written: Vec<u8> =
        line.rest.split_whitespace().map(|word| piece_index(&game.pieces, line, word)).collect::<Result<_, _>>()?;
    let at = |piece: u8| written.iter().position(|other| *other == piece);
    (0..written.len() as u8).map(|piece| at(piece).ok_or_else(|| line.reject("expected each piece once"))).collect()
}

/// The places of the pieces of a game.
struct Places {
    turns: Vec<Vec<Turn>>,
    rule: Movement,
    full: u16,
    depth: usize,
}

impl Places {
    /// With the places that a rule allows.
    fn of(game: &InAdvance, rule: Movement) -> Places {
        let turned = |piece: &Piece| rows::all_turns(piece, game.width, (0, game.width - 1));
        let turns = game.pieces.pieces().iter().map(turned).collect();
        Places { turns, rule, full: rows::full(game.width), depth: game.depth.into() }
    }

    /// Tells the rows of each well to which a place of the piece leads.
    fn each(&self, well: &[u16], piece: u8, mut tell: impl FnMut(&[u16])) {
        let (mut places, mut after) = (Vec::new(), Vec::new());
        for turn in &self.turns[usize::from(piece)] {
            turn.places(well, self.rule, &mut places);
            for at in &places {
                turn.put(well, *at, self.full, &mut after);
                if after.len() <= self.depth {
                    tell(&after);
                }
            }
        }
    }
}

/// Checks that no player can place the pieces of an order.
///
/// # Errors
/// An order that the bag does not give, a way to place it, or too many wells.
pub fn check_order(order: &Order) -> Result<Facts, Reject> {
    let game = &order.game;
    // What the referee allows is at most what fits.
    let places = Places::of(game, if game.rule == Movement::Referee { Movement::Anywhere } else { game.rule });
    let mut bag = game.all();
    // A well and the piece put aside, if there is one.
    let mut now: BTreeSet<(Vec<u16>, Option<u8>)> = BTreeSet::from([(Vec::new(), None)]);
    for (number, piece) in order.pieces.iter().enumerate() {
        let place = || format!("piece {}", number + 1);
        if bag >> piece & 1 == 0 {
            return Err(Reject::at(place(), "it is not in the bag any more"));
        }
        bag = game.left(bag, usize::from(*piece));
        let mut next = BTreeSet::new();
        for (well, aside) in &now {
            if game.holds() && aside.is_none() {
                next.insert((well.clone(), Some(*piece)));
                continue;
            }
            places.each(well, *piece, |after| next.extend([(after.to_vec(), *aside)]));
            if let Some(aside) = aside {
                places.each(well, *aside, |after| next.extend([(after.to_vec(), Some(*piece))]));
            }
        }
        if next.len() > MOST_PLACES {
            return Err(Reject::at(place(), format!("more than {MOST_PLACES} wells can come up")));
        }
        now = next;
    }
    match now.first() {
        None => Ok(vec![Fact::LostToOrder { game: game.clone(), order: order.words() }]),
        Some((rows, _)) => {
            let well = Well::new(game.width, rows.clone()).expect("no row is empty, and full rows are gone");
            Err(Reject::at("order", format!("the player can get to {well} by the last piece")))
        }
    }
}

/// Checks that the player can place every order.
///
/// # Errors
/// A first set that has other wells than the empty one, or an empty set, or a well that does not come from the set before.
pub fn check_foresight(foresight: &Foresight) -> Result<Facts, Reject> {
    let game = &foresight.game;
    // What a slide allows, the referee allows.
    let places = Places::of(game, if game.rule == Movement::Referee { Movement::Slide } else { game.rule });
    let start = foresight.sets.first().ok_or_else(|| Reject::at("start", "there is no set"))?;
    let empty = foresight.wells.iter().position(|well| well.height() == 0);
    if empty.is_none_or(|empty| start.wells != BTreeSet::from([empty])) {
        return Err(Reject::at("start", "set 0 does not have the empty well alone"));
    }
    for (number, set) in foresight.sets.iter().enumerate() {
        if set.wells.is_empty() {
            return Err(Reject::at(format!("set {number}"), "it is empty"));
        }
        for (piece, then) in (0..).zip(&set.then) {
            let mut after = BTreeSet::new();
            for well in &set.wells {
                places.each(foresight.wells[*well].rows(), piece, |next| after.extend([next.to_vec()]));
            }
            let missing =
                foresight.sets[*then].wells.iter().find(|well| !after.contains(foresight.wells[**well].rows()));
            if let Some(well) = missing {
                let place = format!("set {number}, piece {}", game.pieces.pieces()[usize::from(piece)]);
                let why = format!("no place leads to {} of set {then}", foresight.wells[*well]);
                return Err(Reject::at(place, why));
            }
        }
    }
    Ok(vec![Fact::SurvivesInAdvance(game.clone())])
}

#[cfg(test)]
mod tests;
