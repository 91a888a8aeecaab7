//! How the machine makes every well rise: an energy game on the highest rows of the well, solved by value iteration.
//!
//! The *credit* of a top is what the player may gain from there on before the machine gets it back, if a row of height
//! counts a fixed gain and each piece costs the machine 1. The least credits are the least solution of an equation, and come
//! out by raising credits from 0 until none is too small. See [`crate::proof::potential::rising`] for what they prove.
use super::rows::Rows;
use crate::game::wells::{MOST_LOOKAHEAD, Movement, Piece, PieceSet, Shape};
use crate::proof::fact::AnyDepth;
use std::collections::BTreeMap;
use std::fmt::Write;

/// What one row of height is worth: the well has to rise by a row in at most so many pieces on average.
const GAIN: i32 = 16;
/// A credit above this counts as endless.
pub(super) const MOST_CREDIT: i32 = 300;
pub(super) const ENDLESS: i32 = i32::MAX;
/// The most tops that are looked at.
const MOST_TOPS: usize = 20_000;

/// The certificate that the machine wins at every depth, with tops of the fewest rows that are enough, if `most` are.
pub fn search(wells: &AnyDepth, most: usize) -> Option<String> {
    (1..=most).map_while(|rows| Tops::new(wells.width, rows)).find_map(|tops| {
        let credits = Credits::least(wells, &tops)?;
        Some(credits.certificate(wells, &tops))
    })
}

/// The certificate that the machine wins at every depth by pieces in the same order again and again, indices into the set, with tops of
/// the fewest rows that are enough, if `most` are. Nothing if the order has a shorter one in it, again and again, or is too long.
pub fn search_cycle(width: u8, pieces: &PieceSet, rule: Movement, cycle: &[u8], most: usize) -> Option<String> {
    let turns = Turns::of_cycle(cycle);
    let lookahead = turns.shown.first()?.len();
    if lookahead == cycle.len() || lookahead > usize::from(MOST_LOOKAHEAD) {
        return None;
    }
    let wells = AnyDepth { width, pieces: pieces.clone(), rule, lookahead: lookahead as u8 };
    (1..=most).map_while(|rows| Tops::new(width, rows)).find_map(|tops| {
        let credits = Credits::by_turns(&wells, &tops, turns.clone())?;
        Some(credits.certificate(&wells, &tops))
    })
}

/// All tops of so many rows and fewer, and their *heads*: the highest rows of a top of which the others are not known.
///
/// A top has the index `first[rows]` plus its rows as digits, the highest row first. The heads follow in the same order.
struct Tops {
    width: u8,
    rows: usize,
    /// How many rows there are that are neither empty nor full.
    base: usize,
    first: Vec<usize>,
}

impl Tops {
    /// None if there are too many.
    fn new(width: u8, rows: usize) -> Option<Tops> {
        let base = (1_usize << width) - 2;
        let mut first = vec![0];
        for count in 0..=rows {
            let next = first[count] + base.checked_pow(u32::try_from(count).ok()?)?;
            first.push(next);
        }
        (first[rows + 1] <= MOST_TOPS).then_some(Tops { width, rows, base, first })
    }

    fn count(&self) -> usize {
        self.first[self.rows + 1]
    }

    fn with_heads(&self) -> usize {
        self.count() + self.first[self.rows]
    }

    /// The rows of a top from the bottom up.
    fn of(&self, index: usize) -> Vec<u16> {
        let count = (0..=self.rows).rev().find(|count| self.first[*count] <= index).expect("the first is 0");
        let mut rest = index - self.first[count];
        let mut digit = || {
            let row = rest % self.base + 1;
            rest /= self.base;
            row as u16
        };
        (0..count).map(|_| digit()).collect()
    }

    /// The index of the top or the head that these highest rows are.
    fn index(&self, rows: &[u16], open: bool) -> usize {
        let highest = rows.iter().rev().take(self.rows);
        let digits = highest.fold(0, |digits, row| digits * self.base + usize::from(*row) - 1);
        let count = rows.len().min(self.rows);
        let heads = if open && count < self.rows { self.count() } else { 0 };
        heads + self.first[count] + digits
    }

    /// The greatest credit of the tops that each head may be.
    fn raise_heads(&self, credits: &mut [i32]) {
        for count in (0..self.rows).rev() {
            for digits in 0..self.first[count + 1] - self.first[count] {
                let head = self.count() + self.first[count] + digits;
                let longer = if count + 1 == self.rows { 0 } else { self.count() };
                let longer = longer + self.first[count + 1] + digits * self.base;
                let below = credits[longer..longer + self.base].iter().copied().max().unwrap_or(0);
                credits[head] = below.max(credits[self.first[count] + digits]);
            }
        }
    }
}

/// Where a play may lead: the index of a top or a head, and by how much the well rises at least.
type Reply = (u32, i32);

/// What comes of a place.
fn reply(tops: &Tops, above: &Rows, shape: &Shape, (column, row): (u8, usize)) -> Reply {
    let mut rows = above.rows.clone();
    for (up, cells) in shape.rows().iter().enumerate() {
        let at = row + up;
        rows.resize(rows.len().max(at + 1), 0);
        rows[at] |= cells << column;
    }
    let gone = rows[..above.sunk].iter().filter(|row| **row != 0).count();
    let full = tops.base as u16 + 1;
    let known: Vec<u16> = rows.split_off(above.sunk).into_iter().filter(|row| *row != full).collect();
    let rise = known.len() as i32 - (above.rows.len() - above.sunk) as i32 - gone as i32;
    (tops.index(&known, above.sunk > 0) as u32, rise)
}

/// All replies to a piece in a top, for each place where it leads only the one that raises the well least.
fn replies(tops: &Tops, top: usize, piece: &Piece, rule: Movement) -> Vec<Reply> {
    let known = tops.of(top);
    let mut least: BTreeMap<u32, i32> = BTreeMap::new();
    for shape in piece.turns() {
        if shape.width() > tops.width {
            continue;
        }
        let sunk = if known.len() == tops.rows { shape.rows().len() } else { 0 };
        let above = Rows { width: tops.width, rows: [&vec![0; sunk][..], &known[..]].concat(), sunk };
        for corner in above.corners(shape, rule) {
            let (next, rise) = reply(tops, &above, shape, corner);
            least.entry(next).and_modify(|least| *least = rise.min(*least)).or_insert(rise);
        }
    }
    least.into_iter().collect()
}

/// The least credits, for each sequence of pieces shown one of each top, and one of each head.
struct Credits {
    turns: Turns,
    credits: Vec<Vec<i32>>,
    /// The piece that is announced.
    sends: Vec<Vec<u8>>,
}

/// What may be shown, and what comes of it.
#[derive(Debug, Clone)]
pub(super) struct Turns {
    /// All sequences of pieces that may be shown.
    pub shown: Vec<Vec<u8>>,
    /// For each of them, what comes of each piece that may be announced.
    pub turns: Vec<Vec<Turn>>,
}

/// A piece that is announced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Turn {
    pub sent: u8,
    /// The piece that falls.
    pub piece: u8,
    /// What is shown after it.
    pub next: usize,
}

impl Turns {
    pub fn new(wells: &AnyDepth) -> Self {
        let shown = wells.of_depth(0).sequences(wells.lookahead);
        let turn = |before: &Vec<u8>, sent: u8| {
            let all = [&before[..], &[sent]].concat();
            let next = shown.iter().position(|next| *next == all[1..]).expect("every sequence is there");
            Turn { sent, piece: all[0], next }
        };
        let sent = 0..wells.pieces.pieces().len() as u8;
        let turns = shown.iter().map(|one| sent.clone().map(|sent| turn(one, sent)).collect()).collect();
        Turns { shown, turns }
    }

    /// Of pieces that come in the same order again and again: what is shown determines what is announced. So many pieces are shown
    /// as are needed for that.
    fn of_cycle(cycle: &[u8]) -> Self {
        let at = |number: usize| cycle[number % cycle.len()];
        let window = |from: usize, length: usize| -> Vec<u8> { (from..from + length).map(at).collect() };
        let differ = |length: &usize| {
            (0..cycle.len()).all(|one| (0..one).all(|two| window(one, *length) != window(two, *length)))
        };
        let length = (0..cycle.len()).find(differ).unwrap_or(cycle.len());
        let shown: Vec<Vec<u8>> = (0..cycle.len()).map(|from| window(from, length)).collect();
        let turn = |from: usize| Turn { sent: at(from + length), piece: at(from), next: (from + 1) % cycle.len() };
        let turns = (0..cycle.len()).map(|from| vec![turn(from)]).collect();
        Turns { shown, turns }
    }
}

impl Credits {
    /// None if there is no end to them in the empty well.
    fn least(wells: &AnyDepth, tops: &Tops) -> Option<Credits> {
        Credits::by_turns(wells, tops, Turns::new(wells))
    }

    /// The same if the machine announces only what stands in these turns.
    fn by_turns(wells: &AnyDepth, tops: &Tops, turns: Turns) -> Option<Credits> {
        let pieces = wells.pieces.pieces();
        let of = |piece: &Piece| (0..tops.count()).map(|top| replies(tops, top, piece, wells.rule)).collect();
        let replies: Vec<Vec<Vec<Reply>>> = pieces.iter().map(of).collect();
        let mut found = Credits {
            credits: vec![vec![0; tops.with_heads()]; turns.shown.len()],
            sends: vec![vec![0; tops.count()]; turns.shown.len()],
            turns,
        };
        loop {
            found.credits.iter_mut().for_each(|credits| tops.raise_heads(credits));
            let raised = found.raise(&replies);
            if found.credits.iter().all(|credits| credits[0] == ENDLESS) {
                return None;
            }
            if !raised {
                return Some(found);
            }
        }
    }

    /// Raises each credit that is too small; whether there was one.
    fn raise(&mut self, replies: &[Vec<Vec<Reply>>]) -> bool {
        let mut raised = false;
        for at in 0..self.turns.shown.len() {
            for top in 0..self.sends[at].len() {
                let asked = |turn: &Turn| (self.asked(top, *turn, replies), turn.sent);
                let (credit, sent) = self.turns.turns[at].iter().map(asked).min().expect("there is a piece");
                if credit > self.credits[at][top] {
                    raised = true;
                    self.credits[at][top] = credit;
                }
                self.sends[at][top] = sent;
            }
        }
        raised
    }

    /// The credit that is needed when a piece is announced.
    fn asked(&self, top: usize, Turn { piece, next, .. }: Turn, replies: &[Vec<Vec<Reply>>]) -> i32 {
        let after = |(to, rise): &Reply| match self.credits[next][*to as usize] {
            ENDLESS => ENDLESS,
            credit => credit - GAIN * rise + 1,
        };
        let most = replies[usize::from(piece)][top].iter().map(after).max().unwrap_or(0).max(0);
        if most > MOST_CREDIT { ENDLESS } else { most }
    }

    /// The greater the credit, the smaller the potential.
    fn certificate(&self, wells: &AnyDepth, tops: &Tops) -> String {
        let AnyDepth { width, pieces, rule, lookahead } = wells;
        let word = |piece: &u8| pieces.pieces()[usize::from(*piece)].word();
        let words: Vec<&str> = pieces.pieces().iter().map(Piece::word).collect();
        let mut text = format!(
            "topple-certificate 1 rising\nwidth {width}\npieces {}\nrule {}\nlookahead {lookahead}\nrows {}\ngain {GAIN}\n",
            words.join(" "),
            rule.word(),
            tops.rows
        );
        let ended = |credit: &&i32| **credit != ENDLESS;
        let most = self.credits.iter().flatten().filter(ended).max().copied().unwrap_or(0);
        for top in 0..tops.count() {
            for (at, shown) in self.turns.shown.iter().enumerate() {
                if self.credits[at][top] == ENDLESS {
                    continue;
                }
                write!(text, "send {}", spelled(*width, &tops.of(top))).expect("a string takes it");
                shown.iter().chain([&self.sends[at][top]]).for_each(|piece| {
                    write!(text, " {}", word(piece)).expect("a string takes it");
                });
                writeln!(text, " {}", most - self.credits[at][top]).expect("a string takes it");
            }
        }
        text + "end\n"
    }
}

/// A top as a well is written.
pub(super) fn spelled(width: u8, rows: &[u16]) -> String {
    let row = |row: &u16| (0..width).map(|column| if row >> column & 1 == 1 { '1' } else { '0' }).collect::<String>();
    if rows.is_empty() { "-".to_string() } else { rows.iter().map(row).collect::<Vec<_>>().join("/") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::wells::WellGame;
    use crate::proof::{self, Fact};
    use crate::solve::wells::regions::least_height;
    use crate::solve::{Memory, Unwatched};

    /// Whoever wins in width 2 in some depth wins in this one.
    const DEPTH: u16 = 8;

    #[test]
    fn in_width_two_exactly_those_games_rise_that_no_sweep_wins() {
        for (lookahead, rule) in [(0, Movement::Drop), (0, Movement::Anywhere), (1, Movement::Slide)] {
            for mask in 1..1_usize << 7 {
                let letters: String =
                    (0..7).filter(|bit| mask >> bit & 1 == 1).map(|bit| &"OITJLSZ"[bit..=bit]).collect();
                let pieces = PieceSet::parse(&letters).unwrap();
                let wells = AnyDepth { width: 2, pieces: pieces.clone(), rule, lookahead };
                let game = WellGame::new(2, DEPTH, pieces, rule, lookahead).unwrap();
                let won = least_height(&game, 0, Memory(1 << 30), &Unwatched).unwrap().height.is_some();
                let found = search(&wells, 4);
                assert_eq!(found.is_none(), won, "{}", game.title());
                let proved = found.map(|text| proof::check(&text).unwrap());
                assert!(proved.is_none_or(|facts| facts[0] == Fact::LostHoweverDeep(wells)));
            }
        }
    }

    #[test]
    fn two_pieces_by_turns_defeat_a_player_who_knows_it_in_width_two() {
        let cycle = |letters: &str, cycle: &[u8], rule| {
            let pieces = PieceSet::parse(letters).unwrap();
            search_cycle(2, &pieces, rule, cycle, 4).map(|text| proof::check(&text).unwrap())
        };
        for letters in ["TS", "JS", "SZ"] {
            let facts = cycle(letters, &[0, 1], Movement::Anywhere).unwrap();
            let said = format!("the order {} {} again and again", &letters[..1], &letters[1..]);
            assert!(facts.len() == 2 && facts[1].to_string().ends_with(&said), "{facts:?}");
            let game = WellGame::new(2, 7, PieceSet::parse("OITJLSZ").unwrap(), Movement::Slide, 2).unwrap();
            assert!(facts[1].implies(&Fact::Lost(game)));
        }
        // The player wins with these, whatever order they come in.
        for (letters, order) in [("JL", &[0, 1][..]), ("LS", &[0, 0, 1]), ("IS", &[0, 1, 1, 0, 1])] {
            assert_eq!(cycle(letters, order, Movement::Drop), None, "{letters}");
        }
        // An order that has a shorter one in it, again and again, or that would need too many pieces shown.
        assert_eq!(cycle("TS", &[0, 1, 0, 1], Movement::Drop), None);
        assert_eq!(cycle("TS", &[0, 0, 0, 0, 0, 0, 0, 0, 1], Movement::Drop), None);
    }

    #[test]
    fn in_width_three_no_game_rises_that_is_won() {
        let mut rising = Vec::new();
        for letters in ["IT", "JL", "TJL", "IJ", "ITJL", "T"] {
            let pieces = PieceSet::parse(letters).unwrap();
            for rule in [Movement::Drop, Movement::Slide, Movement::Anywhere] {
                let wells = AnyDepth { width: 3, pieces: pieces.clone(), rule, lookahead: 0 };
                if let Some(text) = search(&wells, 4) {
                    let game = WellGame::new(3, 5, pieces.clone(), rule, 0).unwrap();
                    let won = least_height(&game, 0, Memory(1 << 30), &Unwatched).unwrap().height;
                    assert_eq!(won, None, "{}", game.title());
                    assert_eq!(proof::check(&text).unwrap(), [Fact::LostHoweverDeep(wells)]);
                    rising.push((letters, rule));
                }
            }
        }
        let of = |letters| [(letters, Movement::Drop), (letters, Movement::Slide)];
        assert_eq!(rising, [of("TJL"), of("ITJL")].concat());
    }

    #[test]
    fn tops_and_heads_have_indices_of_their_own() {
        let tops = Tops::new(3, 3).unwrap();
        for top in 0..tops.count() {
            let rows = tops.of(top);
            assert_eq!(tops.index(&rows, false), top);
            let open = tops.index(&rows, true);
            assert_eq!(open, if rows.len() < 3 { tops.count() + top } else { top });
        }
        assert!(Tops::new(16, 2).is_none());
    }
}
