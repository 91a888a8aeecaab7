//! Certificate kind `rising-runs`: the machine wins at every depth, because the weight of the well rises whatever the
//! player does, and it sees how deep a slot is.
//!
//! A *run* is as many equal rows as lie on one another; a run of `long` rows and more is called long, and how many there
//! are is not said. The floor counts as a run. The *top* of a well is its highest R runs. For some tops, each with the
//! pieces shown, the certificate says which piece the machine announces, and gives a potential. Whatever the player does
//! with the piece that falls, the next top is listed too, and the gain of the weight of all rows plus the gain of potential
//! is at least 1. Potentials are bounded, and the weight of a well is at most its height times the largest weight of a row:
//! no well is deep enough.
//!
//! Which run may lie under a top the lines `below` say: each run that gets out of the top, and each above it, has to be
//! listed with the run on it. A run that is hidden does not change, nor does the one on it as long as no piece touches it:
//! so a play that touches the lowest run in view is looked at again with one run more in view, each that may lie there.
//! Pieces have to come in from above: the rules are drop and slide.
//!
//! A long run is tried with each number of rows up to `long` and as many more as a piece is tall. With still more rows a
//! piece does the same: it passes, or touches rows at one end only, and leaves a long run.
use super::rising::{Top, full, indices, one, tall};
use crate::game::wells::{MOST_LOOKAHEAD, Movement};
use crate::proof::fact::AnyDepth;
use crate::proof::lines::{Line, number};
use crate::proof::region::wells::format::piece_set;
use crate::proof::region::wells::plain::{Cells, turns};
use crate::proof::{Fact, Facts, Reject};
use std::collections::BTreeMap;

/// The most runs of a top, and the most that one play is looked at with.
const MOST_RUNS: u64 = 16;
/// The most rows of which a run is called long.
const MOST_LONG: u64 = 64;
/// The greatest weight, either way, and the greatest potential.
const LARGEST: i64 = 1_000_000_000;

/// Equal rows and how many there are, at most as many as make a run long; the floor is no row.
type Run = (Option<u16>, u64);
/// The runs of a top from the bottom up, and the pieces shown, as indices.
type Situation = (Vec<Run>, Vec<usize>);

/// What a certificate says, as it was read.
struct Rising<'a> {
    wells: AnyDepth,
    /// How many runs of a top there are at most.
    runs: usize,
    long: u64,
    /// By row.
    weights: Vec<i64>,
    /// The runs that may lie under a run.
    below: BTreeMap<Run, Vec<Run>>,
    /// The lines, each with its situation and the piece that is announced.
    sends: Vec<(&'a Line<'a>, Situation, usize)>,
    potentials: BTreeMap<Situation, i64>,
}

/// Checks the lines of a certificate of kind `rising-runs`.
///
/// # Errors
/// Lines that are none of this kind, no line for the empty well, or a play of the player after which the next top is not
/// listed, a run is buried that may not lie there, or too little is gained.
pub fn check(lines: &[Line]) -> Result<Facts, Reject> {
    let rising = read(lines)?;
    if !rising.potentials.keys().any(|(runs, _)| runs[..] == [FLOOR]) {
        return Err(Reject::at("start", "no line for the empty well"));
    }
    let shapes: Vec<Vec<Cells>> = rising.wells.pieces.pieces().iter().map(turns).collect();
    for (line, situation, announced) in &rising.sends {
        let pieces = [&situation.1[..], &[*announced]].concat();
        let turns = &shapes[pieces[0]];
        rising.play(situation, turns, &pieces[1..]).map_err(|why| line.reject(why))?;
    }
    Ok(vec![Fact::LostHoweverDeep(rising.wells)])
}

const FLOOR: Run = (None, 1);

impl Rising<'_> {
    /// Goes through all plays of a piece in a top, with as many more runs in view as the play asks for.
    fn play(&self, situation: &Situation, turns: &[Cells], shown: &[usize]) -> Result<(), String> {
        let mut open = vec![situation.0.clone()];
        while let Some(runs) = open.pop() {
            if runs.len() as u64 > MOST_RUNS {
                return Err(format!("a play touches the lowest of {MOST_RUNS} runs"));
            }
            let mut touches = false;
            for lengths in self.lengths(&runs, turns) {
                touches |= self.play_at(situation, &runs, &lengths, turns, shown)?;
            }
            if touches {
                let lower = self.below.get(&runs[0]).into_iter().flatten();
                open.extend(lower.map(|run| [&[*run], &runs[..]].concat()));
            }
        }
        Ok(())
    }

    /// The same when each run has so many rows; whether some play touches the lowest run.
    fn play_at(
        &self,
        situation: &Situation,
        runs: &[Run],
        lengths: &[u64],
        turns: &[Cells],
        shown: &[usize],
    ) -> Result<bool, String> {
        let floor = runs[0] == FLOOR;
        let rows: Vec<u16> = runs
            .iter()
            .zip(lengths)
            .filter_map(|((row, _), length)| row.map(|row| vec![row; *length as usize]))
            .flatten()
            .collect();
        let weight = |rows: &[u16]| rows.iter().map(|row| self.weights[usize::from(*row)]).sum::<i64>();
        let top = Top { width: i32::from(self.wells.width), rows: &rows, open: false };
        let mut touches = false;
        for cells in turns {
            for corner in top.places(cells, self.wells.rule) {
                let (after, _) = top.after(cells, corner);
                let now = exact(&after);
                if !floor && now.first() != Some(&(runs[0].0, lengths[0])) {
                    touches = true;
                    continue;
                }
                let gained = weight(&after) - weight(&rows);
                self.judge(situation, &now, floor, gained, shown).map_err(|why| {
                    let (column, row) = corner;
                    format!("a piece at column {column}, row {row} of the rows in view: {why}")
                })?;
            }
        }
        Ok(touches)
    }

    /// Whether a play that leads to these runs is answered, if it gains so much weight.
    fn judge(
        &self,
        situation: &Situation,
        now: &[Run],
        floor: bool,
        gained: i64,
        shown: &[usize],
    ) -> Result<(), String> {
        let capped = now.iter().map(|(row, length)| (*row, self.long.min(*length)));
        let now: Vec<Run> = floor.then_some(FLOOR).into_iter().chain(capped).collect();
        let hidden = now.len().saturating_sub(self.runs);
        for pair in now.windows(2).take(hidden) {
            if !self.below.get(&pair[1]).is_some_and(|runs| runs.contains(&pair[0])) {
                return Err(format!(
                    "buries {} under {}, which is not listed",
                    self.said(&pair[0]),
                    self.said(&pair[1])
                ));
            }
        }
        let mut open = vec![now[hidden..].to_vec()];
        while let Some(runs) = open.pop() {
            if runs.len() < self.runs && runs[0] != FLOOR {
                let lower = self.below.get(&runs[0]).into_iter().flatten();
                open.extend(lower.map(|run| [&[*run], &runs[..]].concat()));
                continue;
            }
            let next = self.potentials.get(&(runs.clone(), shown.to_vec()));
            let Some(next) = next else {
                let runs: Vec<String> = runs.iter().map(|run| self.said(run)).collect();
                return Err(format!("the player can get to {}, which has no line", runs.join("/")));
            };
            if gained + next < self.potentials[situation] + 1 {
                return Err(format!("gains {gained} and leads to potential {next}: too little"));
            }
        }
        Ok(())
    }

    /// Each choice of a number of rows for the long runs.
    fn lengths(&self, runs: &[Run], turns: &[Cells]) -> Vec<Vec<u64>> {
        let tallest = turns.iter().map(tall).max().unwrap_or(0) as u64;
        let mut all = vec![Vec::new()];
        for run in runs {
            let most = if run.0.is_some() && run.1 == self.long { self.long + tallest } else { run.1 };
            all = all.iter().flat_map(|few| (run.1..=most).map(|rows| [&few[..], &[rows]].concat())).collect();
        }
        all
    }

    fn said(&self, run: &Run) -> String {
        match run.0 {
            None => "=".to_string(),
            Some(row) => format!("{}x{}", spelled(self.wells.width, row), run.1),
        }
    }
}

/// The runs of these rows, with their whole numbers of rows.
fn exact(rows: &[u16]) -> Vec<Run> {
    rows.chunk_by(|one, other| one == other).map(|run| (Some(run[0]), run.len() as u64)).collect()
}

fn spelled(width: u8, row: u16) -> String {
    (0..width).map(|column| if row >> column & 1 == 1 { '1' } else { '0' }).collect()
}

fn read<'a>(lines: &'a [Line<'a>]) -> Result<Rising<'a>, Reject> {
    let [width, pieces, rule, lookahead, runs, long, lines @ ..] = lines else {
        return Err(Reject::at("head", "expected width, pieces, rule, lookahead, runs and long"));
    };
    for (line, key) in [(pieces, "pieces"), (rule, "rule")] {
        if line.key != key {
            return Err(line.reject(format!("expected '{key}'")));
        }
    }
    let columns = one(width, "width", 2, 8)? as u8;
    let movement = Movement::from_word(rule.rest).map_err(|error| rule.reject(error.to_string()))?;
    if movement > Movement::Slide {
        return Err(rule.reject("expected drop or slide: a piece has to come in from above"));
    }
    let lookahead = one(lookahead, "lookahead", 0, MOST_LOOKAHEAD.into())? as u8;
    let wells = AnyDepth { width: columns, pieces: piece_set(pieces)?, rule: movement, lookahead };
    let (runs, long) = (one(runs, "runs", 2, MOST_RUNS)? as usize, one(long, "long", 1, MOST_LONG)?);
    let rows = usize::from(full(columns.into()));
    let (weighed, lines) = lines.split_at(lines.iter().take_while(|line| line.key == "weight").count());
    let (listed, lines) = lines.split_at(lines.iter().take_while(|line| line.key == "below").count());
    let mut rising = Rising {
        wells,
        runs,
        long,
        weights: vec![0; rows],
        below: BTreeMap::new(),
        sends: Vec::new(),
        potentials: BTreeMap::new(),
    };
    rising.weigh(weighed)?;
    for line in listed {
        let runs = rising.listed(line.rest.split(' '));
        let Some([lower, upper]) = runs.as_deref().filter(|runs| runs[0] != FLOOR || runs.len() == 2) else {
            return Err(line.reject("expected two runs of unequal rows, the lower one first"));
        };
        let (lower, upper) = (*lower, *upper);
        rising.below.entry(upper).or_default().push(lower);
    }
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
    /// The lines `weight ROW NUMBER`, one for each row that is neither empty nor full.
    fn weigh(&mut self, lines: &[Line]) -> Result<(), Reject> {
        let mut told = vec![false; self.weights.len()];
        told[0] = true;
        for line in lines {
            let read = line.rest.split_once(' ').and_then(|(row, weight)| Some((self.row(row)?, number(weight)?)));
            let weight = |(_, weight): &(u16, i64)| (-LARGEST..=LARGEST).contains(weight);
            let Some((row, weight)) = read.filter(weight) else {
                return Err(line.reject(format!("expected a row and its weight, -{LARGEST} to {LARGEST}")));
            };
            let row = usize::from(row);
            if std::mem::replace(&mut told[row], true) {
                return Err(line.reject("this row is weighed twice"));
            }
            self.weights[row] = weight;
        }
        let untold = told.iter().position(|told| !told);
        untold.map_or(Ok(()), |row| {
            Err(Reject::at("weights", format!("row {} has none", spelled(self.wells.width, row as u16))))
        })
    }

    /// A row that is neither empty nor full.
    fn row(&self, word: &str) -> Option<u16> {
        let bit = |(column, cell): (usize, char)| match cell {
            '0' => Some(0),
            '1' => Some(1 << column),
            _ => None,
        };
        let row: u16 = word.chars().enumerate().take(16).map(bit).sum::<Option<u16>>()?;
        let width = usize::from(self.wells.width);
        (word.len() == width && row != 0 && row != full(width as i32)).then_some(row)
    }

    /// A run as `110x3`, or the floor, `=`.
    fn run(&self, word: &str) -> Option<Run> {
        if word == "=" {
            return Some(FLOOR);
        }
        let (row, length) = word.split_once('x')?;
        let run = (Some(self.row(row)?), number(length)?);
        (1..=self.long).contains(&run.1).then_some(run)
    }

    /// Runs from the bottom up: the floor is below all, and neighbours have unequal rows.
    fn listed<'w>(&self, words: impl Iterator<Item = &'w str>) -> Option<Vec<Run>> {
        let runs: Vec<Run> = words.map(|word| self.run(word)).collect::<Option<_>>()?;
        (runs.windows(2).all(|pair| pair[0].0 != pair[1].0 && pair[1] != FLOOR)).then_some(runs)
    }

    /// A line `send TOP SHOWN .. PIECE POTENTIAL`.
    fn situation(&self, line: &Line) -> Result<(Situation, usize, i64), Reject> {
        let words: Vec<&str> = line.rest.split_whitespace().collect();
        let [top, pieces @ .., potential] = words.as_slice() else {
            return Err(line.reject("expected a top, pieces and a potential"));
        };
        if line.key != "send" || pieces.len() != usize::from(self.wells.lookahead) + 1 {
            return Err(line.reject("expected 'send', a top, the pieces shown, the piece announced and a potential"));
        }
        let whole = |runs: &Vec<Run>| match runs[0] {
            FLOOR => runs.len() <= self.runs,
            _ => runs.len() == self.runs,
        };
        let top = self.listed(top.split('/')).filter(whole);
        let top = top.ok_or_else(|| line.reject(format!("a top has {} runs, or fewer on the floor", self.runs)))?;
        let mut pieces = indices(&self.wells.pieces, line, pieces)?;
        let piece = pieces.pop().expect("there is at least one");
        let potential = number(potential).filter(|potential| (0..=LARGEST).contains(potential));
        let potential = potential.ok_or_else(|| line.reject(format!("a potential is 0 to {LARGEST}")))?;
        Ok(((top, pieces), piece, potential))
    }
}

#[cfg(test)]
mod tests;
