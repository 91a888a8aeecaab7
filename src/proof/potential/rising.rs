//! Certificate kind `rising`: the machine wins at every depth, because the well rises whatever the player does.
//!
//! The *top* of a well is all its rows if there are fewer than R, and else its highest R rows. For some tops, each with the
//! pieces shown, the certificate says which piece the machine announces, and gives a potential. Whatever the player does
//! with the piece that falls, the next top is listed too, and G times the rise of the height plus the gain of potential is
//! at least 1. So after n pieces G times the height is at least n plus the first potential less the last one. Potentials
//! are bounded: no well is deep enough.
//!
//! What lies below a top of R rows the machine does not look at, and the player may choose it anew each time. There every
//! cell is free and every place supported; a piece takes with it one row for each of its own rows that ends there; and when
//! rows go, any rows may come up, or the floor. Only a row of a piece as wide as the well cannot end there, since no row of
//! a well is empty. The real well allows no more than that, and never sinks further.
//!
//! If the same is announced in all tops when the same pieces are shown, the order of all pieces does not hang on what the player
//! does, and he may know it in advance.
//!
//! ```text
//! topple-certificate 1 rising
//! width 2
//! pieces J L
//! rule slide
//! lookahead 0
//! rows 1
//! gain 1
//! send - J 0
//! send 10 J 0
//! send 01 L 0
//! end
//! ```
use crate::game::wells::{MOST_LOOKAHEAD, Movement, PieceSet, Well};
use crate::proof::fact::{AnyDepth, Cycle};
use crate::proof::lines::{Line, number};
use crate::proof::region::wells::format::piece_set;
use crate::proof::region::wells::plain::{Cells, turns};
use crate::proof::{Fact, Facts, Reject};
use std::collections::BTreeMap;

/// The most rows of a top.
const MOST_ROWS: u64 = 64;
/// The greatest gain and the greatest potential.
const LARGEST: u64 = 1_000_000_000;

/// The rows of a top from the bottom up, and the pieces shown, as indices.
type Situation = (Vec<u16>, Vec<usize>);

/// What a certificate says, as it was read.
struct Rising<'a> {
    wells: AnyDepth,
    rows: usize,
    gain: i64,
    /// The lines, each with its situation and the piece that is announced.
    sends: Vec<(&'a Line<'a>, Situation, usize)>,
    potentials: BTreeMap<Situation, i64>,
}

/// Checks the lines of a certificate of kind `rising`.
///
/// # Errors
/// Lines that are none of this kind, no line for the empty well, or a play of the player after which the next top is not
/// listed or too little is gained.
pub fn check(lines: &[Line]) -> Result<Facts, Reject> {
    let rising = read(lines)?;
    if !rising.potentials.keys().any(|(rows, _)| rows.is_empty()) {
        return Err(Reject::at("start", "no line for the empty well"));
    }
    let shapes: Vec<Vec<Cells>> = rising.wells.pieces.pieces().iter().map(turns).collect();
    let mut least = BTreeMap::new();
    for (line, situation, piece) in &rising.sends {
        let ((rows, shown), potential) = (situation, rising.potentials[situation]);
        let top = Top { width: i32::from(rising.wells.width), rows, open: rows.len() == rising.rows };
        let pieces = [&shown[..], &[*piece]].concat();
        for cells in &shapes[pieces[0]] {
            for corner in top.places(cells, rising.wells.rule) {
                let (after, rise) = top.after(cells, corner);
                let next = rising.least(after, top.open, &pieces[1..], &mut least).map_err(|why| line.reject(why))?;
                if rising.gain * rise + next < potential + 1 {
                    let (column, row) = corner;
                    return Err(line.reject(format!(
                        "a piece at column {column}, row {row} of the top raises the well by {rise} and leads to \
                         potential {next}: too little is gained"
                    )));
                }
            }
        }
    }
    let cycle = rising.cycle();
    let in_advance = cycle.map(|(first, cycle)| rising.lost_to(&first, &cycle));
    Ok([Fact::LostHoweverDeep(rising.wells)].into_iter().chain(in_advance).collect())
}

impl Rising<'_> {
    /// If what the machine announces hangs on the pieces shown alone, whatever the top, it can say all pieces in advance: from the
    /// first line of the empty well on, those that come first, and those that come again and again.
    fn cycle(&self) -> Option<(Vec<usize>, Vec<usize>)> {
        let mut announced: BTreeMap<&[usize], usize> = BTreeMap::new();
        for (_, (_, shown), piece) in &self.sends {
            if announced.insert(shown, *piece).is_some_and(|other| other != *piece) {
                return None;
            }
        }
        let (_, start) = self.potentials.keys().find(|(rows, _)| rows.is_empty())?;
        let (mut order, mut windows) = (start.clone(), vec![start.clone()]);
        loop {
            let last = &windows[windows.len() - 1];
            // Without a line nobody gets there, and the order ends before.
            order.push(*announced.get(&last[..])?);
            let next = order[windows.len()..].to_vec();
            if let Some(begin) = windows.iter().position(|window| *window == next) {
                let cycle = order[begin..windows.len()].to_vec();
                return Some((order[..begin].to_vec(), cycle));
            }
            windows.push(next);
        }
    }

    fn lost_to(&self, first: &[usize], cycle: &[usize]) -> Fact {
        let AnyDepth { width, ref pieces, rule, .. } = self.wells;
        let words =
            |order: &[usize]| order.iter().map(|piece| pieces.pieces()[*piece].word()).collect::<Vec<_>>().join(" ");
        Fact::LostToCycle(Cycle { width, pieces: pieces.clone(), rule, first: words(first), cycle: words(cycle) })
    }

    /// The least potential of all tops that may be there when these rows are known to be the highest. If the rows below
    /// them are not known, they are any rows, or the floor.
    fn least(
        &self,
        rows: Vec<u16>,
        open: bool,
        shown: &[usize],
        known: &mut BTreeMap<Situation, i64>,
    ) -> Result<i64, String> {
        let listed = |rows: &[u16]| {
            let potential = self.potentials.get(&(rows.to_vec(), shown.to_vec())).copied();
            potential.ok_or_else(|| format!("the player can get to {}, which has no line", self.said(rows)))
        };
        if rows.len() >= self.rows {
            return listed(&rows[rows.len() - self.rows..]);
        }
        if !open {
            return listed(&rows);
        }
        let key = (rows, shown.to_vec());
        if let Some(least) = known.get(&key) {
            return Ok(*least);
        }
        let mut least = listed(&key.0)?;
        for below in 1..full(i32::from(self.wells.width)) {
            least = least.min(self.least([&[below], &key.0[..]].concat(), true, shown, known)?);
        }
        known.insert(key, least);
        Ok(least)
    }

    fn said(&self, rows: &[u16]) -> String {
        Well::new(self.wells.width, rows.to_vec()).map_or_else(|_| "a top".to_string(), |well| well.to_string())
    }
}

/// A row without an empty cell.
pub(super) fn full(width: i32) -> u16 {
    u16::MAX >> (16 - width)
}

/// How many rows a piece has in this turn.
pub(super) fn tall(cells: &Cells) -> i32 {
    cells.iter().map(|cell| cell.1 + 1).max().unwrap_or(0)
}

/// The highest rows of a well. Rows are counted from the lowest of them, which is 0.
pub(super) struct Top<'a> {
    pub width: i32,
    /// From the bottom up, bit `c` being column `c`.
    pub rows: &'a [u16],
    /// Below are rows that are not known; if not, the floor.
    pub open: bool,
}

impl Top<'_> {
    fn height(&self) -> i32 {
        self.rows.len() as i32
    }

    fn free(&self, x: i32, y: i32) -> bool {
        let inside = (0..self.width).contains(&x);
        inside && if y < 0 { self.open } else { self.rows.get(y as usize).is_none_or(|row| row >> x & 1 == 0) }
    }

    /// Whether the cells may be there. Of the rows below the top it is known that they are not empty.
    fn fits(&self, cells: &Cells, (x, y): (i32, i32)) -> bool {
        let in_row = |row: i32| cells.iter().filter(|cell| cell.1 == row).count();
        let enters = |(_, dy): &(i32, i32)| y + dy >= 0 || in_row(*dy) < self.width as usize;
        cells.iter().all(|cell| self.free(x + cell.0, y + cell.1) && enters(cell))
    }

    fn rests(&self, cells: &Cells, (x, y): (i32, i32)) -> bool {
        (self.open && y <= 0) || !self.fits(cells, (x, y - 1))
    }

    /// All corners at which a piece in this turn may come to rest. One that is below the top as a whole is where all that are
    /// deeper are, because they do the same.
    pub fn places(&self, cells: &Cells, rule: Movement) -> Vec<(i32, i32)> {
        let lowest = if self.open { -tall(cells) } else { 0 };
        let fits = |at: &(i32, i32)| self.fits(cells, *at);
        let column = |x: i32| (lowest..=self.height()).rev().map(move |y| (x, y));
        let reached: Vec<(i32, i32)> = match rule {
            Movement::Drop => (0..self.width).flat_map(|x| column(x).take_while(fits)).collect(),
            Movement::Slide => self.slide(cells, lowest),
            Movement::Referee | Movement::Anywhere => (0..self.width).flat_map(column).filter(fits).collect(),
        };
        reached.into_iter().filter(|at| self.rests(cells, *at)).collect()
    }

    /// All corners that are reached from above by unit moves left, right and down.
    fn slide(&self, cells: &Cells, lowest: i32) -> Vec<(i32, i32)> {
        let mut seen = Vec::new();
        let mut open: Vec<(i32, i32)> = (0..self.width).map(|x| (x, self.height())).collect();
        while let Some((x, y)) = open.pop() {
            if y >= lowest && self.fits(cells, (x, y)) && !seen.contains(&(x, y)) {
                seen.push((x, y));
                open.extend([(x - 1, y), (x + 1, y), (x, y - 1)]);
            }
        }
        seen
    }

    /// The highest rows that are known after the piece came to rest there, and by how much the well rises at least.
    pub fn after(&self, cells: &Cells, (x, y): (i32, i32)) -> (Vec<u16>, i64) {
        let mut rows = self.rows.to_vec();
        for (dx, dy) in cells {
            if let Ok(row) = usize::try_from(y + dy) {
                rows.resize(rows.len().max(row + 1), 0);
                rows[row] |= 1 << (x + dx);
            }
        }
        rows.retain(|row| *row != full(self.width));
        let sunk = i64::from((-y).clamp(0, tall(cells)));
        let rise = rows.len() as i64 - self.rows.len() as i64 - sunk;
        (rows, rise)
    }
}

fn read<'a>(lines: &'a [Line<'a>]) -> Result<Rising<'a>, Reject> {
    let [width, pieces, rule, lookahead, rows, gain, lines @ ..] = lines else {
        return Err(Reject::at("head", "expected width, pieces, rule, lookahead, rows and gain"));
    };
    for (line, key) in [(pieces, "pieces"), (rule, "rule")] {
        if line.key != key {
            return Err(line.reject(format!("expected '{key}'")));
        }
    }
    let columns = one(width, "width", 1, 16)? as u8;
    let set = piece_set(pieces)?;
    let movement = Movement::from_word(rule.rest).map_err(|error| rule.reject(error.to_string()))?;
    let lookahead = one(lookahead, "lookahead", 0, MOST_LOOKAHEAD.into())? as u8;
    let wells = AnyDepth { width: columns, pieces: set, rule: movement, lookahead };
    let (rows, gain) = (one(rows, "rows", 1, MOST_ROWS)? as usize, one(gain, "gain", 1, LARGEST)? as i64);
    let mut rising = Rising { wells, rows, gain, sends: Vec::new(), potentials: BTreeMap::new() };
    for line in lines {
        let (situation, piece, potential) = rising.situation(line)?;
        rising.sends.push((line, situation.clone(), piece));
        if rising.potentials.insert(situation, potential).is_some() {
            return Err(line.reject("this situation stands twice"));
        }
    }
    Ok(rising)
}

impl Rising<'_> {
    /// A line `send TOP SHOWN .. PIECE POTENTIAL`.
    fn situation(&self, line: &Line) -> Result<(Situation, usize, i64), Reject> {
        let words: Vec<&str> = line.rest.split_whitespace().collect();
        let [top, pieces @ .., potential] = words.as_slice() else {
            return Err(line.reject("expected a top, pieces and a potential"));
        };
        if line.key != "send" || pieces.len() != usize::from(self.wells.lookahead) + 1 {
            return Err(line.reject("expected 'send', a top, the pieces shown, the piece announced and a potential"));
        }
        let top = Well::parse(self.wells.width, top).map_err(|error| line.reject(error.to_string()))?;
        if top.height() > self.rows {
            return Err(line.reject(format!("a top has at most {} rows", self.rows)));
        }
        let mut pieces = indices(&self.wells.pieces, line, pieces)?;
        let piece = pieces.pop().expect("there is at least one");
        let potential = number(potential).filter(|potential| (0..=LARGEST as i64).contains(potential));
        let potential = potential.ok_or_else(|| line.reject(format!("a potential is 0 to {LARGEST}")))?;
        Ok(((top.rows().to_vec(), pieces), piece, potential))
    }
}

/// The indices of pieces in the set.
pub(in crate::proof) fn indices(set: &PieceSet, line: &Line, words: &[&str]) -> Result<Vec<usize>, Reject> {
    let index = |word: &&str| {
        let index = set.pieces().iter().position(|piece| piece.word() == *word);
        index.ok_or_else(|| line.reject(format!("'{word}' is none of the pieces")))
    };
    words.iter().map(index).collect()
}

/// The key and one natural number.
pub(in crate::proof) fn one(line: &Line, key: &str, least: u64, most: u64) -> Result<u64, Reject> {
    match line.exactly::<1>() {
        Ok([number]) if line.key == key && (least..=most).contains(&number) => Ok(number),
        _ => Err(line.reject(format!("expected '{key}' and a number from {least} to {most}"))),
    }
}

#[cfg(test)]
pub(in crate::proof) mod tests;
