//! Games of width 4 that the machine wins at every depth by many left kinks, maybe many squares, and one other piece, again and again.
use crate::claim::{Decision, Fact, Finding, Task, Verdict};
use crate::error::{Error, Result};
use crate::game::wells::{Movement, Piece, PieceSet};
use crate::proof::fact::{KinkOrder, Squares};
use crate::solve::wells::defeats::kinks::{self, Order, Runs};
use crate::solve::wells::regions::subsets::{Basis, Entry, Set};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// The columns.
const WIDTH: u8 = 4;

/// Pieces that with many left kinks between them defeat every player in width 4, again and again, if pieces slide or only drop.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WithKinks {
    /// With every number of kinks that is great enough.
    any: PieceSet,
    /// With every odd number that is.
    odd: PieceSet,
    /// With every even number that is, and then an odd number of squares.
    odd_squares: PieceSet,
    /// Whether certificates with squares are looked for, which takes a minute.
    #[serde(default)]
    are_squares_sought: bool,
}

impl WithKinks {
    fn orders(&self) -> impl Iterator<Item = (&Piece, Order)> {
        let sets = [
            (&self.any, Order { kinks: Runs::ANY, squares: None }),
            (&self.odd, Order { kinks: Runs::ODD, squares: None }),
            (&self.odd_squares, Order { kinks: Runs::EVEN, squares: Some(Runs::ODD) }),
        ];
        sets.into_iter().flat_map(|(set, order)| set.pieces().iter().map(move |piece| (piece, order)))
    }

    fn is_sought(&self, order: Order) -> bool {
        order.squares.is_none() || self.are_squares_sought
    }

    /// The sets of the pieces of these orders, as they lose in these wells.
    pub(super) fn sets(&self, width: u8, rule: Movement) -> impl Iterator<Item = Set> {
        let are_meant = width == WIDTH && rule <= Movement::Slide;
        self.orders()
            .filter(move |(_, order)| are_meant && self.is_sought(*order))
            .map(|(piece, order)| Set::of(&format!("S{}{}", square(order), piece.word())))
    }

    /// Settles the lines of a census with these sets.
    pub(super) fn settle(&self, entries: &mut [Entry]) {
        for entry in entries.iter_mut().filter(|entry| entry.is_open()) {
            if let Some(set) = self.sets(entry.width, entry.rule).find(|set| entry.set.holds(*set)) {
                entry.basis = Basis::Kinks(set);
            }
        }
    }

    /// A part for each of the orders, with a certificate that is kept if it is looked for.
    pub(super) fn findings(&self, task: &Task, decision: &mut Decision) -> Result<Vec<Finding>> {
        task.watch.begin("certificates of orders with left kinks", self.orders().count() as u64, "orders");
        let found = |(piece, order)| {
            let finding = match self.is_sought(order) {
                true => finding(task, decision, piece, order),
                false => Ok(open(piece, order)),
            };
            task.watch.advance(1);
            finding
        };
        self.orders().map(found).collect()
    }
}

/// The letter of the square, if there are squares.
fn square(order: Order) -> &'static str {
    if order.squares.is_some() { "O" } else { "" }
}

fn part(piece: &Piece, order: Order) -> String {
    let many = |runs: Runs, pieces| match (runs.divisor, runs.rest) {
        (1, _) => format!("many {pieces}"),
        (_, 0) => format!("an even number of {pieces} that is great enough"),
        _ => format!("an odd number of {pieces} that is great enough"),
    };
    let squares = order.squares.map(|runs| format!(", {}", many(runs, "squares"))).unwrap_or_default();
    let pieces = if order.squares.is_some() { ", a square and" } else { " and" };
    format!(
        "in width {WIDTH}, if pieces slide or only drop, the machine wins at every depth with each set that has a left kink{pieces} \
         {word}, with any lookahead: for each depth an order defeats every player from every well without an empty row below a \
         full cell, {}{squares} and one {word}, again and again",
        many(order.kinks, "left kinks"),
        word = piece.word()
    )
}

fn open(piece: &Piece, order: Order) -> Finding {
    Finding::new(
        part(piece, order),
        "orders with left kinks",
        Verdict::Open { reached: "not looked for at this scale".to_string() },
    )
}

fn finding(task: &Task, decision: &mut Decision, piece: &Piece, order: Order) -> Result<Finding> {
    kinks::ask(order, task.memory)?;
    let word = piece.word().to_string();
    let name = format!("kink-order-{}{word}-width-{WIDTH}", square(order));
    let none = || Error::input(&name, "no certificate found", "a piece for which there is one");
    decision.keep(&name, certificate(piece, order).ok_or_else(none)?)?;
    let of = |Runs { divisor, rest }: Runs| (usize::from(divisor), usize::from(rest));
    let (divisor, rest) = of(order.kinks);
    let squares = order.squares.map(of).map(|(divisor, rest)| Squares { divisor, rest });
    let fact = KinkOrder { width: WIDTH, piece: word, divisor, rest, squares };
    decision.proved(part(piece, order), vec![Fact::LostToKinks(fact)])
}

/// The certificates that were found in this run: two claims ask for the same ones.
static FOUND: Mutex<BTreeMap<(String, Order), String>> = Mutex::new(BTreeMap::new());

fn certificate(piece: &Piece, order: Order) -> Option<String> {
    let found = || FOUND.lock().unwrap_or_else(PoisonError::into_inner);
    let key = (piece.word().to_string(), order);
    if let Some(text) = found().get(&key) {
        return Some(text.clone());
    }
    // Not under the lock: a thread that waits for a part of the search may take up the other claim.
    let text = kinks::search(piece, order)?;
    found().insert(key, text.clone());
    Some(text)
}
