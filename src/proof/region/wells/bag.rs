//! Certificate kind `bag`: the player goes on for ever when the pieces are dealt from a bag, as [`BagGame`] says.
//!
//! A *home* is a well, with a piece put aside in a game with hold, at the time when the bag has just been filled. The
//! certificate lists homes, and bounds the wells that the player makes: so many holes (empty cells with a full cell above
//! them in their column), and, by the number of holes, so large a sum of the differences of the heights of neighbouring
//! columns. It may also give some of the pieces columns in which alone they are put, so that a checker looks at fewer wells. The
//! checker finds all such wells that can come up, and, for each of them with each piece put aside and each bag,
//! beginning with the smallest bags, whether the player can surely be at a home when that bag is empty: whatever piece the
//! machine takes out, some place of it, or of the piece put aside, must lead to a well from which this holds with what is then
//! left. It must hold for each home with the full bag, and for the start. By induction over the bags the player is never
//! without a place.
//!
//! A word of 128 bits holds the answers for all bags at once, bit `b` that for the bag whose pieces are the bits of `b`.
//!
//! If pieces are shown ahead, there are no homes in the certificate, but it may list the wells that the player makes, see `shown`.
use super::format::{head, natural, opening, piece_index};
use crate::game::wells::{BagGame, MOST_BAG, Movement, Well};
use crate::proof::lines::Line;
use crate::proof::mixer::Mixer;
use crate::proof::{Fact, Facts, Reject};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fmt::Write;
use std::hash::BuildHasherDefault;
use std::rc::Rc;
use std::sync::LazyLock;

pub(super) mod rows;
pub mod shown;

/// The most wells that the checker looks at.
const MOST_WELLS: usize = 1 << 22;

/// Wells in which the player may be at the end of each bag: kind `bag`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BagHomes {
    /// The game.
    pub game: BagGame,
    /// The most holes of a well.
    pub holes: u64,
    /// The greatest sum of the differences of the heights of neighbouring columns: of a well without a hole, with one, and so
    /// on; the last one also of all wells with more. There is at least one.
    pub bumps: Vec<u64>,
    /// The first and the last column in which a piece may be put, where there are such; by index into the piece set.
    pub columns: BTreeMap<u8, (u8, u8)>,
    /// For each well, what may be put aside there, as indices into the piece set; 0 alone if nothing ever is. None where
    /// pieces are shown.
    pub homes: BTreeMap<Well, BTreeSet<u8>>,
    /// Where pieces are shown, the only wells within the bounds that the player makes; all of them if none is listed.
    pub wells: BTreeSet<Well>,
}

impl BagHomes {
    /// The certificate's text; [`read`] reads it back.
    pub fn text(&self) -> String {
        let well = &self.game.well;
        let hold = if self.game.hold { "yes" } else { "no" };
        let bumps: String = self.bumps.iter().map(|bumps| format!(" {bumps}")).collect();
        let mut text = format!("{}hold {hold}\nholes {}\nbumps{bumps}\n", opening("bag", well), self.holes);
        for (piece, (first, last)) in &self.columns {
            let piece = &well.pieces.pieces()[usize::from(*piece)];
            writeln!(text, "columns {piece} {first} {last}").expect("a string takes it");
        }
        for (at, held) in &self.homes {
            let words = held.iter().filter(|_| self.game.hold).map(|piece| &well.pieces.pieces()[usize::from(*piece)]);
            let words: String = words.map(|piece| format!(" {piece}")).collect();
            writeln!(text, "home {at}{words}").expect("a string takes it");
        }
        for well in &self.wells {
            writeln!(text, "well {well}").expect("a string takes it");
        }
        text + "end\n"
    }

    /// Whether a well with so many holes and bumps is within the bounds.
    fn allow(&self, (holes, bumps): (usize, u64)) -> bool {
        let most = self.bumps.get(holes).or(self.bumps.last());
        holes as u64 <= self.holes && most.is_some_and(|most| bumps <= *most)
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
    let game = BagGame::new(well.width, well.depth, well.pieces, well.rule, holds)
        .and_then(|game| game.showing(well.lookahead))
        .map_err(|error| Reject::at("head", error.to_string()))?;
    let holes = match holes.exactly::<1>() {
        Ok([number]) if holes.key == "holes" => number,
        _ => return Err(holes.reject("expected 'holes' and one natural number")),
    };
    let bumps = match bumps.numbers() {
        Ok(numbers) if bumps.key == "bumps" && !numbers.is_empty() => numbers,
        _ => return Err(bumps.reject("expected 'bumps' and natural numbers: with no hole, with one, and so on")),
    };
    let (columns, lines) = lines.split_at(lines.iter().take_while(|line| line.key == "columns").count());
    let columns = read_columns(&game, columns)?;
    let is_shown = game.well.lookahead > 0;
    let mut all = BagHomes { game, holes, bumps, columns, homes: BTreeMap::new(), wells: BTreeSet::new() };
    for line in lines {
        let is_new = match (line.key, is_shown) {
            ("home", false) => {
                let (well, held) = read_home(&all.game, line)?;
                all.homes.insert(well, held).is_none()
            }
            ("well", true) => {
                let well = read_well(&all.game, line, line.rest)?;
                if !all.allow(rows::holes_and_bumps(well.rows(), rows::full(well.width()))) {
                    return Err(line.reject("expected a well with no more holes and bumps than was said"));
                }
                all.wells.insert(well)
            }
            (_, false) => return Err(line.reject("expected 'home', because no piece is shown")),
            (_, true) => return Err(line.reject("expected 'well', because pieces are shown")),
        };
        if !is_new {
            return Err(line.reject("this well stands twice"));
        }
    }
    Ok(all)
}

fn read_columns(game: &BagGame, lines: &[Line]) -> Result<BTreeMap<u8, (u8, u8)>, Reject> {
    let mut columns = BTreeMap::new();
    for line in lines {
        let words: Vec<&str> = line.rest.split(' ').collect();
        let [piece, first, last] = words[..] else {
            return Err(line.reject("expected a piece, the first column and the last"));
        };
        let piece = piece_index(&game.well.pieces, line, piece)?;
        let (first, last) = (natural(line, first)?, natural(line, last)?);
        if first > last || last >= game.well.width {
            return Err(line.reject("expected columns of the well, the first one first"));
        }
        if columns.insert(piece, (first, last)).is_some() {
            return Err(line.reject("this piece stands twice"));
        }
    }
    Ok(columns)
}

fn read_home(game: &BagGame, line: &Line) -> Result<(Well, BTreeSet<u8>), Reject> {
    let mut words = line.rest.split(' ');
    let well = read_well(game, line, words.next().unwrap_or_default())?;
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

fn read_well(game: &BagGame, line: &Line, word: &str) -> Result<Well, Reject> {
    let well = Well::parse(game.well.width, word).map_err(|error| line.reject(error.to_string()))?;
    if well.height() > usize::from(game.well.depth) {
        return Err(line.reject("the well is higher than the depth: the player has lost already"));
    }
    Ok(well)
}

/// Checks that from each home, and from the start, the player surely gets to a home by the time the bag is empty; or, where
/// pieces are shown, that he can go on for ever in the wells that he may make.
///
/// # Errors
/// A home, or the start, from which the machine can keep the player from it, or too many wells to look at.
pub fn check(homes: &BagHomes) -> Result<Facts, Reject> {
    let game = &homes.game;
    let wells = Wells::of(homes)?;
    if game.well.lookahead > 0 {
        return shown::check(game, &wells);
    }
    let ways = Ways::of(homes, &wells);
    for (well, held) in &homes.homes {
        if let Some(held) =
            held.iter().find(|held| !ways.has(wells.number[well.rows()], usize::from(**held), game.full()))
        {
            let aside =
                if game.hold { format!(" with {} put aside", said(game, usize::from(*held))) } else { String::new() };
            return Err(Reject::at(format!("home {well}"), format!("some order of the bag leads away{aside}")));
        }
    }
    if !game.hold && !ways.has(EMPTY, 0, game.full()) {
        return Err(Reject::at("start", "some order of the first bag leads away"));
    }
    for held in (0..game.held()).filter(|_| game.hold) {
        let bag = game.full() & !(1 << held);
        let lost = |piece: &usize| !wells.after(EMPTY, *piece).any(|after| ways.has(after, held, bag & !(1 << piece)));
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

/// The number of the empty well.
const EMPTY: usize = 0;

/// The wells that can come up, by number.
struct Wells {
    number: HashMap<Rc<[u16]>, usize, BuildHasherDefault<Mixer>>,
    /// The pieces of the game.
    pieces: usize,
    /// By well and piece, where its heads begin.
    first: Vec<usize>,
    /// The wells after the places of a piece.
    heads: Vec<u32>,
}

impl Wells {
    /// All wells that the player may make to which places within the bounds lead, from the empty well and the homes.
    fn of(homes: &BagHomes) -> Result<Wells, Reject> {
        let game = &homes.game.well;
        let turned = |(piece, index)| {
            let columns = homes.columns.get(&index).copied().unwrap_or((0, game.width - 1));
            rows::all_turns(piece, game.width, columns)
        };
        let pieces: Vec<Vec<_>> = game.pieces.pieces().iter().zip(0..).map(turned).collect();
        // What a slide allows, the referee allows.
        let rule = if game.rule == Movement::Referee { Movement::Slide } else { game.rule };
        let (full, depth) = (rows::full(game.width), usize::from(game.depth));
        let listed: HashSet<&[u16], BuildHasherDefault<Mixer>> = homes.wells.iter().map(Well::rows).collect();
        let may_make = |rows: &[u16]| {
            let is_within = || rows.len() <= depth && homes.allow(rows::holes_and_bumps(rows, full));
            if listed.is_empty() { is_within() } else { listed.contains(rows) }
        };
        let mut open: Vec<Rc<[u16]>> = vec![Rc::from([])];
        open.extend(homes.homes.keys().filter(|well| well.height() > 0).map(|well| Rc::from(well.rows())));
        let number = open.iter().cloned().zip(0..).collect();
        let mut wells = Wells { number, pieces: pieces.len(), first: vec![0], heads: Vec::new() };
        let (mut next, mut places, mut after) = (0, Vec::new(), Vec::new());
        while next < open.len() {
            let well = open[next].clone();
            for turns in &pieces {
                for turn in turns {
                    turn.places(&well, rule, &mut places);
                    for at in &places {
                        turn.put(&well, *at, full, &mut after);
                        if may_make(&after) {
                            wells.add(&after, &mut open);
                        }
                    }
                }
                wells.first.push(wells.heads.len());
            }
            next += 1;
            if open.len() > MOST_WELLS {
                return Err(Reject::at("wells", format!("more than {MOST_WELLS} can come up within the bounds")));
            }
        }
        Ok(wells)
    }

    /// One more head; a well that is new gets the next number.
    fn add(&mut self, well: &[u16], open: &mut Vec<Rc<[u16]>>) {
        let number = self.number.get(well).copied().unwrap_or_else(|| {
            let well: Rc<[u16]> = Rc::from(well);
            open.push(well.clone());
            self.number.insert(well, open.len() - 1);
            open.len() - 1
        });
        self.heads.push(number as u32);
    }

    fn count(&self) -> usize {
        (self.first.len() - 1) / self.pieces
    }

    fn after(&self, well: usize, piece: usize) -> impl Iterator<Item = usize> {
        let at = well * self.pieces + piece;
        self.heads[self.first[at]..self.first[at + 1]].iter().map(|well| *well as usize)
    }
}

/// From where the player can surely be at a home when the bag is empty: for each well and piece put aside, the bags. Bit `b`
/// of a word is for the bag whose pieces are the bits of `b`.
struct Ways {
    held: usize,
    bags: Vec<u128>,
}

impl Ways {
    fn of(homes: &BagHomes, wells: &Wells) -> Ways {
        let (game, held) = (&homes.game, homes.game.held());
        let mut ways = Ways { held, bags: vec![0; wells.count() * held] };
        let mut some = vec![false; wells.count()];
        for (well, pieces) in &homes.homes {
            let number = wells.number[well.rows()];
            some[number] = true;
            pieces.iter().for_each(|piece| ways.bags[number * held + usize::from(*piece)] = 1);
        }
        for size in 1..=wells.pieces as u32 {
            let bags = bags_with(|bag| bag.count_ones() == size);
            let fill = |well| ways.fill(game, wells, well, bags, &some);
            some = (0..wells.count()).map(fill).collect();
        }
        ways
    }

    /// Adds the bags of a size for a well. In `some` wells the player can surely be at a home after a bag that is smaller by
    /// one; a place that leads to another well is of no use. Whether there are any.
    fn fill(&mut self, game: &BagGame, wells: &Wells, well: usize, bags: u128, some: &[bool]) -> bool {
        if !(0..wells.pieces).flat_map(|piece| wells.after(well, piece)).any(|after| some[after]) {
            return false;
        }
        let mut placed = [[0_u128; MOST_BAG]; MOST_BAG];
        for (piece, placed) in placed.iter_mut().enumerate().take(wells.pieces) {
            for after in wells.after(well, piece).filter(|after| some[*after]) {
                let there = &self.bags[after * self.held..][..self.held];
                placed.iter_mut().zip(there).for_each(|(placed, there)| *placed |= there);
            }
        }
        let mut any = false;
        for (held, instead) in placed.iter().enumerate().take(self.held) {
            let mut found = bags;
            for (piece, with) in WITH.iter().enumerate().take(wells.pieces) {
                let swapped = if game.hold { instead[piece] } else { 0 };
                // With a piece that is in the bag, what is left has to be among those; the bag itself is so much higher.
                found &= !with | ((placed[piece][held] | swapped) << (1 << piece)) & with;
            }
            self.bags[well * self.held + held] |= found;
            any |= found != 0;
        }
        any
    }

    fn has(&self, well: usize, held: usize, bag: usize) -> bool {
        self.bags[well * self.held + held] >> bag & 1 == 1
    }
}

/// For each piece the bags that hold it.
static WITH: LazyLock<[u128; MOST_BAG]> =
    LazyLock::new(|| std::array::from_fn(|piece| bags_with(|bag| bag >> piece & 1 == 1)));

/// The bags of some sort.
fn bags_with(sort: impl Fn(u32) -> bool) -> u128 {
    (0..128).filter(|bag| sort(*bag)).fold(0, |set, bag| set | 1 << bag)
}

#[cfg(test)]
mod tests;
