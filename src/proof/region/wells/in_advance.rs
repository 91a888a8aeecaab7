//! Certificate kinds `order` and `in-advance`: who wins if the player knows all pieces in advance, as [`InAdvance`] says.
//!
//! **`order`.** An order of pieces, finitely many. The checker finds all wells, with the piece put aside in a game with hold, in
//! which the player can be after each of them, whatever he does, beginning with the empty well. After the last there is none. So
//! no player places all of these pieces, however much of the order he knows.
//!
//! **`in-advance`.** Sets of wells, with the piece put aside in a game with hold. The first has the empty well alone. For each set and
//! each piece that may come then a set is named, each of whose wells comes by some place of the piece, or of the one put aside, from
//! some well of the set; and no set is empty. So by induction, after every order of pieces there is a well in which the player can
//! be: he can place them all, if he knows them.
use super::bag::rows::{self, Turn};
use super::format::{natural, opening_without_lookahead, piece_index, piece_set, without_lookahead};
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

/// Where the player can be: a well, and the piece put aside, if one is, as an index into the set of pieces.
pub type Candidate = (Well, Option<u8>);

/// A set of candidates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidates {
    /// By number.
    pub members: BTreeSet<usize>,
    /// For each piece that may come the number of a set.
    pub then: Vec<Option<usize>>,
}

/// Sets of wells in one of which the player can be, whatever comes: kind `in-advance`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Foresight {
    /// The game.
    pub game: InAdvance,
    /// The wells with what is put aside.
    pub candidates: Vec<Candidate>,
    /// The sets; the first one has the empty well alone, with nothing put aside.
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
        for (well, aside) in &self.candidates {
            let aside = aside.map(|piece| format!(" {}", self.game.pieces.pieces()[usize::from(piece)]));
            writeln!(text, "well {well}{}", aside.unwrap_or_default()).expect("a string takes it");
        }
        for set in &self.sets {
            let members: String = set.members.iter().map(|number| format!(" {number}")).collect();
            let number = |then: &Option<usize>| then.map_or(" -".to_string(), |then| format!(" {then}"));
            let then: String = set.then.iter().map(number).collect();
            writeln!(text, "set{members} then{then}").expect("a string takes it");
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
    let order = written_order(lines)?;
    let (game, lines) = head(lines)?;
    let (wells, sets) = lines.split_at(lines.iter().take_while(|line| line.key == "well").count());
    let mut seen = BTreeSet::new();
    let mut candidates = Vec::new();
    for line in wells {
        let candidate = read_candidate(&game, line)?;
        if !seen.insert(candidate.clone()) {
            return Err(line.reject("this well stands twice"));
        }
        candidates.push(candidate);
    }
    let count = (candidates.len(), sets.len());
    let sets = sets.iter().map(|line| read_set(line, count, &order)).collect::<Result<_, _>>()?;
    Ok(Foresight { game, candidates, sets })
}

fn read_candidate(game: &InAdvance, line: &Line) -> Result<Candidate, Reject> {
    let words: Vec<&str> = line.rest.split_whitespace().collect();
    let (well, aside) = match words[..] {
        [well] => (well, None),
        [well, aside] if game.holds() => (well, Some(piece_index(&game.pieces, line, aside)?)),
        _ if game.holds() => return Err(line.reject("expected a well, and a piece put aside or none")),
        _ => return Err(line.reject("expected a well alone, because no piece is put aside")),
    };
    let well = Well::parse(game.width, well).map_err(|error| line.reject(error.to_string()))?;
    match well.height() <= usize::from(game.depth) {
        true => Ok((well, aside)),
        false => Err(line.reject("the well is higher than the depth: the player has lost already")),
    }
}

/// A set among so many, of wells among so many. For each piece of the game its number stands at the place of its word.
fn read_set(line: &Line, (wells, sets): (usize, usize), order: &[usize]) -> Result<Candidates, Reject> {
    let words: Vec<&str> = line.rest.split_whitespace().collect();
    let parts: Vec<&[&str]> = words.split(|word| *word == "then").collect();
    let [numbers, then] = parts[..] else {
        return Err(line.reject("expected wells, 'then', and a set for each piece"));
    };
    let below = |word: &str, most: usize, what: &str| match natural(line, word)? {
        number if number < most => Ok(number),
        number => Err(line.reject(format!("there is no {what} {number}"))),
    };
    let listed: Vec<usize> = numbers.iter().map(|word| below(word, wells, "well")).collect::<Result<_, _>>()?;
    let after = |word: &&str| match *word {
        "-" => Ok(None),
        word => below(word, sets, "set").map(Some),
    };
    let then: Vec<Option<usize>> = then.iter().map(after).collect::<Result<_, _>>()?;
    let members: BTreeSet<usize> = listed.iter().copied().collect();
    match (line.key, members.len() == listed.len(), then.len() == order.len()) {
        ("set", true, true) => Ok(Candidates { members, then: order.iter().map(|at| then[*at]).collect() }),
        ("set", false, _) => Err(line.reject("a well stands twice")),
        ("set", true, false) => Err(line.reject(format!("expected {} sets, one for each piece", order.len()))),
        _ => Err(line.reject("expected 'set'")),
    }
}

/// For each piece of the set, the place of its word in the line of the pieces.
fn written_order(lines: &[Line]) -> Result<Vec<usize>, Reject> {
    let line = lines.iter().find(|line| line.key == "pieces").ok_or_else(|| Reject::at("head", "expected pieces"))?;
    let (set, words): (_, Vec<&str>) = (piece_set(line)?, line.rest.split_whitespace().collect());
    let place = |piece: &Piece| words.iter().position(|word| *word == piece.word());
    let places: Option<Vec<usize>> = set.pieces().iter().map(place).collect();
    places.ok_or_else(|| line.reject("expected each piece once"))
}

/// The rows of a well, and the piece put aside.
type Rows = (Vec<u16>, Option<u8>);

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

    /// Adds where the player can be when a piece has come: he places it, or the one put aside in its stead.
    fn step(&self, game: &InAdvance, (well, aside): (&[u16], Option<u8>), piece: u8, next: &mut BTreeSet<Rows>) {
        if game.holds() && aside.is_none() {
            next.insert((well.to_vec(), Some(piece)));
            return;
        }
        self.each(well, piece, |after| next.extend([(after.to_vec(), aside)]));
        if let Some(aside) = aside {
            self.each(well, aside, |after| next.extend([(after.to_vec(), Some(piece))]));
        }
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
    let mut now: BTreeSet<Rows> = BTreeSet::from([(Vec::new(), None)]);
    for (number, piece) in order.pieces.iter().enumerate() {
        let place = || format!("piece {}", number + 1);
        if bag >> piece & 1 == 0 {
            return Err(Reject::at(place(), "it is not in the bag any more"));
        }
        bag = game.left(bag, usize::from(*piece));
        let mut next = BTreeSet::new();
        for (well, aside) in &now {
            places.step(game, (well, *aside), *piece, &mut next);
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
/// A first set that has other wells than the empty one, an empty set, a set for a piece that may not come or none for one that may, or a
/// well that does not come from the set before.
pub fn check_foresight(foresight: &Foresight) -> Result<Facts, Reject> {
    let Foresight { game, candidates, sets } = foresight;
    // What a slide allows, the referee allows.
    let places = Places::of(game, if game.rule == Movement::Referee { Movement::Slide } else { game.rule });
    let start = sets.first().ok_or_else(|| Reject::at("start", "there is no set"))?;
    let empty = candidates.iter().position(|(well, aside)| well.height() == 0 && aside.is_none());
    if empty.is_none_or(|empty| start.members != BTreeSet::from([empty])) || start.bag() != game.all() {
        let why = "set 0 does not have the empty well alone, with nothing put aside, and a set for each piece";
        return Err(Reject::at("start", why));
    }
    for (number, set) in sets.iter().enumerate() {
        if set.members.is_empty() || set.bag() == 0 {
            return Err(Reject::at(format!("set {number}"), "it is empty, or no piece may come"));
        }
        for (piece, then) in (0..).zip(&set.then) {
            let Some(then) = then else { continue };
            let (next, place) =
                (&sets[*then], || format!("set {number}, piece {}", game.pieces.pieces()[usize::from(piece)]));
            if next.bag() != game.left(set.bag(), usize::from(piece)) {
                return Err(Reject::at(
                    place(),
                    format!("set {then} is for other pieces than those that may come then"),
                ));
            }
            let mut after = BTreeSet::new();
            for member in &set.members {
                let (well, aside) = &candidates[*member];
                places.step(game, (well.rows(), *aside), piece, &mut after);
            }
            let is_missing = |(well, aside): &&Candidate| !after.contains(&(well.rows().to_vec(), *aside));
            if let Some((well, _)) = next.members.iter().map(|member| &candidates[*member]).find(is_missing) {
                return Err(Reject::at(place(), format!("no place leads to {well} of set {then}")));
            }
        }
    }
    Ok(vec![Fact::SurvivesInAdvance(game.clone())])
}

impl Candidates {
    /// The pieces that may come, as bits.
    fn bag(&self) -> u32 {
        (0..).zip(&self.then).filter(|(_, then)| then.is_some()).fold(0, |bag, (piece, _)| bag | 1 << piece)
    }
}

#[cfg(test)]
mod tests;
