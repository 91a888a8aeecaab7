//! Certificates that tell the player of wells what to do, stepped through by one who sends the pieces.
use crate::answer::{Answer, json, numbers, wrong};
use crate::wells::{Place, Shown, place, rows};
use serde::Serialize;
use topple::error::Result;
use topple::game::wells::{Movement, Mover, Placement, Well, WellGame};
use topple::proof::region::wells::{Strategy, bag, check_strategy, read_strategy};
use topple::proof::{Reject, lines};
use topple::solve::wells::play::bag::BagPlay;

/// The most wells that are looked at for a certificate of kind `bag`.
const MOST_WELLS: usize = 1_000_000;

/// What answers the pieces.
enum Answers {
    /// A strategy, and the pieces shown, as indices of the set.
    Strategy(Strategy, Vec<u8>),
    /// Homes between the bags.
    Bag(BagPlay),
}

/// A game in which a certificate answers.
pub struct Steps {
    answers: Answers,
    /// What the certificate holds.
    holds: String,
    well: Well,
    pieces: u64,
    cleared: usize,
    /// The last piece, where it was put, and the well before.
    last: Option<(u8, Placement, Well)>,
}

#[derive(Serialize)]
struct Step {
    title: String,
    holds: String,
    width: u8,
    depth: u16,
    well: Vec<String>,
    set: Vec<Shown>,
    shown: Vec<u8>,
    /// The piece put aside.
    aside: Option<usize>,
    /// The pieces that may be sent.
    left: Vec<usize>,
    /// How many pieces are to be sent before the next one is played.
    missing: usize,
    pieces: u64,
    cleared: usize,
    last: Option<(u8, Place, Vec<String>)>,
}

impl Steps {
    /// The answers of a certificate of kind `strategy` or `bag`, which is checked first.
    pub fn new(text: &str) -> Result<Self> {
        let right = "a certificate of kind strategy or bag";
        let refused = |reject: Reject| wrong("certificate", &reject.to_string(), right);
        let (kind, lines) = lines::read(text).map_err(refused)?;
        let (answers, holds) = match kind {
            "strategy" => {
                let strategy = read_strategy(&lines).map_err(refused)?;
                check_strategy(&strategy).map_err(refused)?;
                let holds = format!("{} situations, each with an answer", strategy.moves.len());
                (Answers::Strategy(strategy, Vec::new()), holds)
            }
            "bag" => {
                let homes = bag::read(&lines).map_err(refused)?;
                bag::check(&homes).map_err(refused)?;
                let holds = match homes.game.well.lookahead {
                    0 => format!("{} wells, at one of which play is when a bag is empty", homes.homes.len()),
                    _ => format!("bounds of the wells that the player makes, with at most {} covered holes", homes.holes),
                };
                (Answers::Bag(BagPlay::new(&homes, MOST_WELLS)?), holds)
            }
            _ => return Err(wrong("certificate", &format!("kind '{kind}'"), right)),
        };
        let well = Well::empty(game(&answers).width)?;
        Ok(Steps { answers, holds, well, pieces: 0, cleared: 0, last: None })
    }

    /// Sends a piece, as its number in the set; as soon as enough are shown one is placed.
    pub fn send(&mut self, with: &str) -> Answer {
        let [piece] = numbers::<u8, 1>(with)?;
        let set = game(&self.answers).pieces.pieces();
        if usize::from(piece) >= set.len() {
            return Err(wrong("piece", with, &format!("a number below {}", set.len())));
        }
        let put = match &mut self.answers {
            Answers::Strategy(strategy, shown) => {
                shown.push(piece);
                (shown.len() > usize::from(strategy.game.lookahead)).then(|| {
                    let at = strategy.moves.get(&(self.well.clone(), shown.clone()));
                    let at = *at.expect("the checker saw a line for all that is reached");
                    let first = shown.remove(0);
                    let set = strategy.game.pieces.pieces();
                    let (after, cleared) =
                        Mover::new(&set[usize::from(first)], Movement::Anywhere).place(&self.well, at);
                    (first, at, after, cleared)
                })
            }
            Answers::Bag(play) => {
                play.deal(usize::from(piece))?.map(|put| (put.piece as u8, put.at, play.well(), put.cleared))
            }
        };
        if let Some((piece, at, after, cleared)) = put {
            let before = std::mem::replace(&mut self.well, after);
            (self.pieces, self.cleared, self.last) =
                (self.pieces + 1, self.cleared + cleared, Some((piece, at, before)));
        }
        self.scene()
    }

    /// The well, what is shown, and the last play.
    pub fn scene(&self) -> Answer {
        let game = game(&self.answers);
        let width = game.width;
        let (title, shown, aside, left, missing) = match &self.answers {
            Answers::Strategy(strategy, shown) => {
                let missing = usize::from(game.lookahead) + 1 - shown.len();
                (strategy.game.title(), shown.clone(), None, (0..game.pieces.pieces().len()).collect(), missing)
            }
            Answers::Bag(play) => {
                (play.game().title(), play.shown().to_vec(), play.aside(), play.left(), play.missing())
            }
        };
        json(&Step {
            title,
            holds: self.holds.clone(),
            width,
            depth: game.depth,
            well: rows(self.well.rows(), width),
            set: game.pieces.pieces().iter().map(Shown::of).collect(),
            shown,
            aside,
            left,
            missing,
            pieces: self.pieces,
            cleared: self.cleared,
            last: self.last.as_ref().map(|(piece, at, before)| (*piece, place(at), rows(before.rows(), width))),
        })
    }
}

fn game(answers: &Answers) -> &WellGame {
    match answers {
        Answers::Strategy(strategy, _) => &strategy.game,
        Answers::Bag(play) => &play.game().well,
    }
}
