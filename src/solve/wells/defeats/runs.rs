//! How the machine makes the weight of every well rise: an energy game on the highest runs of equal rows.
//!
//! As in [`super::rising`], but what counts is the weight of all rows, and the machine sees the highest runs of equal rows,
//! however long. Which run may lie under which is found out as well: to begin with none may, and then those that the machine
//! itself leaves there, until it leaves no others. See [`crate::proof::potential::runs`] for what the credits prove.
use super::rising::{ENDLESS, MOST_CREDIT, Turn, Turns, spelled};
use super::rows::Rows;
use crate::game::wells::{Piece, Shape};
use crate::proof::fact::AnyDepth;
use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::fmt::Write;

/// The most tops that are looked at.
const MOST_TOPS: usize = 60_000;
/// The most runs that a play is looked at with.
const MOST_RUNS: usize = 7;

/// What the machine looks at, and what rows weigh.
#[derive(Debug, Clone)]
pub struct Weighing {
    /// The most runs of a top.
    pub runs: usize,
    /// A run of so many rows and more is long.
    pub long: u8,
    /// The weight of each row that is neither empty nor full, by its bits.
    pub weights: Vec<i32>,
}

/// Equal rows, and how many there are, at most as many as make a run long; the floor is an empty row.
type Run = (u16, u8);
const FLOOR: Run = (0, 1);

/// The certificate that the machine wins at every depth, if it is found.
pub fn search(wells: &AnyDepth, weighing: &Weighing) -> Option<String> {
    let mut game = Game::new(wells, weighing);
    loop {
        game.raise();
        if game.credits[0].iter().all(|credit| *credit == ENDLESS) || game.tops.len() > MOST_TOPS {
            return None;
        }
        let reached = game.reached();
        let unknown: BTreeSet<u32> =
            reached.iter().map(|(top, _)| *top).filter(|top| game.plays[*top as usize].is_empty()).collect();
        if !unknown.is_empty() {
            unknown.into_iter().for_each(|top| game.expand(top));
            continue;
        }
        if !game.allow(&reached) {
            return Some(game.certificate(&reached));
        }
    }
}

/// What a piece may lead to in a top.
#[derive(Default)]
struct Plays {
    /// Each next top, and how much weight is gained at least.
    next: BTreeMap<u32, i32>,
    /// Pairs of runs, the lower one out of sight.
    buried: BTreeSet<(Run, Run)>,
    /// The runs of which it was asked what lies below.
    asked: BTreeSet<Run>,
    /// Too many runs would have to be in view.
    is_deep: bool,
}

struct Game<'a> {
    wells: &'a AnyDepth,
    weighing: &'a Weighing,
    turns: Turns,
    /// What may lie under a run.
    below: BTreeMap<Run, BTreeSet<Run>>,
    tops: Vec<Vec<Run>>,
    numbers: HashMap<Vec<Run>, u32>,
    /// By top and piece; nothing for tops that were not looked at.
    plays: Vec<Vec<Plays>>,
    /// By top and what is shown.
    credits: Vec<Vec<i32>>,
    /// The tops from which a play leads to a top.
    before: Vec<BTreeSet<u32>>,
    /// Tops whose credits may be too small.
    open: VecDeque<u32>,
    is_open: Vec<bool>,
}

impl<'a> Game<'a> {
    fn new(wells: &'a AnyDepth, weighing: &'a Weighing) -> Self {
        let mut game = Game {
            wells,
            weighing,
            turns: Turns::new(wells),
            below: BTreeMap::new(),
            tops: Vec::new(),
            numbers: HashMap::new(),
            plays: Vec::new(),
            credits: Vec::new(),
            before: Vec::new(),
            open: VecDeque::new(),
            is_open: Vec::new(),
        };
        let start = game.number(vec![FLOOR]);
        game.expand(start);
        game
    }

    fn number(&mut self, top: Vec<Run>) -> u32 {
        if let Some(number) = self.numbers.get(&top) {
            return *number;
        }
        let number = self.tops.len() as u32;
        self.numbers.insert(top.clone(), number);
        self.tops.push(top);
        self.plays.push(Vec::new());
        self.credits.push(vec![0; self.turns.shown.len()]);
        self.before.push(BTreeSet::new());
        self.is_open.push(false);
        number
    }

    /// Finds the plays of a top.
    fn expand(&mut self, top: u32) {
        let pieces = self.wells.pieces.pieces().len();
        self.plays[top as usize] = (0..pieces).map(|_| Plays::default()).collect();
        (0..pieces).for_each(|piece| self.expand_by(top, piece));
    }

    fn expand_by(&mut self, top: u32, piece: usize) {
        let mut found = Found::default();
        self.look(&self.tops[top as usize], &self.wells.pieces.pieces()[piece], false, &mut found);
        let mut plays = Plays { buried: found.buried, asked: found.asked, is_deep: found.is_deep, ..Plays::default() };
        for (next, gain) in found.next {
            let next = self.number(next);
            self.before[next as usize].insert(top);
            plays.next.entry(next).and_modify(|least| *least = gain.min(*least)).or_insert(gain);
        }
        self.plays[top as usize][piece] = plays;
        self.reopen(top);
    }

    fn reopen(&mut self, top: u32) {
        if !std::mem::replace(&mut self.is_open[top as usize], true) {
            self.open.push_back(top);
        }
    }

    /// The credit that is needed when a piece is announced.
    fn asked(&self, top: u32, at: usize, sent: usize) -> i32 {
        let Turn { piece, next, .. } = self.turns.turns[at][sent];
        let plays = &self.plays[top as usize][usize::from(piece)];
        if plays.is_deep {
            return ENDLESS;
        }
        let after = |(to, gain): (&u32, &i32)| match self.credits[*to as usize][next] {
            ENDLESS => ENDLESS,
            credit => credit - gain + 1,
        };
        let most = plays.next.iter().map(after).max().unwrap_or(0).max(0);
        if most > MOST_CREDIT { ENDLESS } else { most }
    }

    /// Raises each credit that is too small, until none is.
    fn raise(&mut self) {
        while let Some(top) = self.open.pop_front() {
            self.is_open[top as usize] = false;
            let mut raised = false;
            for at in 0..self.turns.shown.len() {
                let sent = 0..self.wells.pieces.pieces().len();
                let credit = sent.map(|sent| self.asked(top, at, sent)).min().expect("there is a piece");
                if credit > self.credits[top as usize][at] {
                    self.credits[top as usize][at] = credit;
                    raised = true;
                }
            }
            if raised {
                self.before[top as usize].clone().into_iter().for_each(|before| self.reopen(before));
            }
        }
    }

    /// What the machine announces: of the pieces that cost no more than the credit one that buries fewest new pairs.
    fn sent(&self, top: u32, at: usize) -> usize {
        let credit = self.credits[top as usize][at];
        let fits = |sent: &usize| self.asked(top, at, *sent) <= credit;
        let new = |sent: &usize| self.new_pairs(top, at, *sent).count();
        (0..self.wells.pieces.pieces().len()).filter(fits).min_by_key(new).expect("one has the least credit")
    }

    fn new_pairs(&self, top: u32, at: usize, sent: usize) -> impl Iterator<Item = &(Run, Run)> {
        let piece = usize::from(self.turns.turns[at][sent].piece);
        let known = |(lower, upper): &&(Run, Run)| !self.below.get(upper).is_some_and(|runs| runs.contains(lower));
        self.plays[top as usize][piece].buried.iter().filter(known)
    }

    /// The situations that the machine may get to from the empty well, those not looked at among them.
    fn reached(&self) -> Vec<(u32, usize)> {
        let start = (0..self.turns.shown.len()).min_by_key(|at| self.credits[0][*at]).expect("there is a sequence");
        let mut all = vec![(0, start)];
        let mut seen: BTreeSet<(u32, usize)> = all.iter().copied().collect();
        let mut done = 0;
        while let Some(&(top, at)) = all.get(done) {
            done += 1;
            if self.plays[top as usize].is_empty() {
                continue;
            }
            let Turn { piece, next, .. } = self.turns.turns[at][self.sent(top, at)];
            let to = self.plays[top as usize][usize::from(piece)].next.keys().map(|to| (*to, next));
            all.extend(to.filter(|situation| seen.insert(*situation)));
        }
        all
    }

    /// Allows the pairs that the machine buries; whether there is a new one.
    fn allow(&mut self, reached: &[(u32, usize)]) -> bool {
        let pairs = |&(top, at): &(u32, usize)| self.new_pairs(top, at, self.sent(top, at));
        let new: BTreeSet<(Run, Run)> = reached.iter().flat_map(pairs).copied().collect();
        let under: BTreeSet<Run> = new.iter().map(|(_, upper)| *upper).collect();
        for (lower, upper) in &new {
            self.below.entry(*upper).or_default().insert(*lower);
        }
        for top in 0..self.tops.len() {
            for piece in 0..self.plays[top].len() {
                if !self.plays[top][piece].asked.is_disjoint(&under) {
                    self.expand_by(top as u32, piece);
                }
            }
        }
        !new.is_empty()
    }

    fn certificate(&self, reached: &[(u32, usize)]) -> String {
        let AnyDepth { width, pieces, rule, lookahead } = self.wells;
        let words: Vec<&str> = pieces.pieces().iter().map(Piece::word).collect();
        let Weighing { runs, long, weights } = self.weighing;
        let mut text = format!(
            "topple-certificate 1 rising-runs\nwidth {width}\npieces {}\nrule {}\nlookahead {lookahead}\nruns {runs}\nlong {long}\n",
            words.join(" "),
            rule.word()
        );
        let row = |row: u16| spelled(*width, &[row]);
        let run = |&(cells, rows): &Run| {
            if (cells, rows) == FLOOR { "=".to_string() } else { format!("{}x{rows}", row(cells)) }
        };
        for (weight, cells) in weights.iter().zip(1..) {
            writeln!(text, "weight {} {weight}", row(cells)).expect("a string takes it");
        }
        for (upper, lower) in self.below.iter().flat_map(|(upper, all)| all.iter().map(move |lower| (upper, lower))) {
            writeln!(text, "below {} {}", run(lower), run(upper)).expect("a string takes it");
        }
        let most = reached.iter().map(|&(top, at)| self.credits[top as usize][at]).max().unwrap_or(0);
        for &(top, at) in reached {
            let runs: Vec<String> = self.tops[top as usize].iter().map(run).collect();
            write!(text, "send {}", runs.join("/")).expect("a string takes it");
            for piece in self.turns.shown[at].iter().copied().chain([self.sent(top, at) as u8]) {
                write!(text, " {}", words[usize::from(piece)]).expect("a string takes it");
            }
            writeln!(text, " {}", most - self.credits[top as usize][at]).expect("a string takes it");
        }
        text + "end\n"
    }
}

/// What comes out when the plays of a piece are looked at.
#[derive(Default)]
struct Found {
    next: BTreeMap<Vec<Run>, i32>,
    buried: BTreeSet<(Run, Run)>,
    asked: BTreeSet<Run>,
    is_deep: bool,
}

impl Game<'_> {
    /// Looks at the plays of a piece with these runs in view, and with more where a play touches the lowest. With one run `more`
    /// than before, only the plays that touch the run above it are new.
    fn look(&self, runs: &[Run], piece: &Piece, more: bool, found: &mut Found) {
        let turns: Vec<&Shape> = piece.turns().iter().filter(|turn| turn.width() <= self.wells.width).collect();
        let mut touches = false;
        for lengths in self.lengths(runs, &turns, more) {
            let exact: Vec<Run> = runs.iter().zip(lengths).map(|(run, rows)| (run.0, rows)).collect();
            for turn in &turns {
                touches |= self.look_at(&exact, turn, more, found);
            }
        }
        if touches && runs.len() == MOST_RUNS {
            found.is_deep = true;
        } else if touches {
            for lower in self.lower(runs[0], found) {
                self.look(&[&[lower], runs].concat(), piece, true, found);
                if found.is_deep {
                    return;
                }
            }
        }
    }

    /// Each choice of numbers of rows. A long run that no new place is near, when all are as long as they get, stays
    /// so, unless a piece may be taller than it.
    fn lengths(&self, runs: &[Run], turns: &[&Shape], more: bool) -> Vec<Vec<u8>> {
        let tallest = turns.iter().map(|turn| turn.rows().len()).max().unwrap_or(0) as u8;
        let most =
            |run: &Run| (run.0, if run.1 == self.weighing.long && *run != FLOOR { run.1 + tallest } else { run.1 });
        let longest: Vec<Run> = runs.iter().map(most).collect();
        let near = self.near(&longest, turns, more);
        let mut all = vec![Vec::new()];
        for ((&(_, least), (_, most)), is_near) in runs.iter().zip(longest).zip(near) {
            let least = if is_near || self.weighing.long < tallest { least } else { most };
            all =
                all.iter().flat_map(|few: &Vec<u8>| (least..=most).map(|rows| [&few[..], &[rows]].concat())).collect();
        }
        all
    }

    /// Which runs some new place has cells in or beside.
    fn near(&self, runs: &[Run], turns: &[&Shape], more: bool) -> Vec<bool> {
        let rows = self.rows(runs);
        let of_row = runs.iter().enumerate().filter(|(_, run)| **run != FLOOR);
        let of_row: Vec<usize> = of_row.flat_map(|(at, run)| vec![at; usize::from(run.1)]).collect();
        let highest = of_row.iter().filter(|run| !more || **run < 2).count();
        let mut near = vec![false; runs.len()];
        for turn in turns {
            let places = rows.corners(turn, self.wells.rule).into_iter().filter(|(_, up)| *up <= highest);
            for (_, up) in places {
                let beside = up.saturating_sub(1)..(up + turn.rows().len() + 1).min(of_row.len());
                of_row[beside].iter().for_each(|run| near[*run] = true);
            }
        }
        near
    }

    /// The rows of some runs.
    fn rows(&self, runs: &[Run]) -> Rows {
        let rows = runs.iter().filter(|run| **run != FLOOR).flat_map(|run| vec![run.0; usize::from(run.1)]).collect();
        Rows { width: self.wells.width, rows, sunk: 0 }
    }

    fn lower(&self, run: Run, found: &mut Found) -> Vec<Run> {
        found.asked.insert(run);
        self.below.get(&run).into_iter().flatten().copied().collect()
    }

    /// The same with exact numbers of rows and one turn of the piece; whether a place touches the lowest run.
    fn look_at(&self, runs: &[Run], turn: &Shape, more: bool, found: &mut Found) -> bool {
        let above = self.rows(runs);
        let (full, floor) = (u16::MAX >> (16 - self.wells.width), usize::from(runs[0] == FLOOR));
        let weight = |row: &u16| if *row == full { 0 } else { self.weighing.weights[usize::from(*row) - 1] };
        let before: i32 = above.rows.iter().map(weight).sum();
        let mut touches = false;
        for (column, up) in above.corners(turn, self.wells.rule) {
            let mut after = above.rows.clone();
            for (cells, at) in turn.rows().iter().zip(up..) {
                after.resize(after.len().max(at + 1), 0);
                after[at] |= cells << column;
            }
            after.retain(|row| *row != full);
            let now = runs[..floor].iter().copied();
            let now: Vec<Run> =
                now.chain(after.chunk_by(|one, other| one == other).map(|run| (run[0], run.len() as u8))).collect();
            if now.first() != runs.first() {
                touches = true;
                continue;
            }
            if more && now.get(1) == runs.get(1) {
                continue;
            }
            let now: Vec<Run> = now.into_iter().map(|(row, rows)| (row, rows.min(self.weighing.long))).collect();
            let hidden = now.len().saturating_sub(self.weighing.runs);
            found.buried.extend(now.windows(2).take(hidden).map(|pair| (pair[0], pair[1])));
            let gain = after.iter().map(weight).sum::<i32>() - before;
            self.uncover(now[hidden..].to_vec(), gain, found);
        }
        touches
    }

    /// Notes each top that these runs may be.
    fn uncover(&self, runs: Vec<Run>, gain: i32, found: &mut Found) {
        if runs.len() == self.weighing.runs || runs[0] == FLOOR {
            found.next.entry(runs).and_modify(|least| *least = gain.min(*least)).or_insert(gain);
            return;
        }
        for lower in self.lower(runs[0], found) {
            self.uncover([&[lower], &runs[..]].concat(), gain, found);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::wells::{Movement, PieceSet};
    use crate::proof::{self, Fact};

    fn found(letters: &str, rule: Movement, weights: [i32; 6]) -> Option<(AnyDepth, String)> {
        let pieces = PieceSet::parse(letters).unwrap();
        let wells = AnyDepth { width: 3, pieces, rule, lookahead: 0 };
        let weighing = Weighing { runs: 3, long: 4, weights: weights.to_vec() };
        search(&wells, &weighing).map(|text| (wells, text))
    }

    #[test]
    fn what_is_found_is_accepted() {
        for (letters, weights) in [
            ("JL", [6, -6, 16, 6, 16, 16]),
            ("TJ", [5, 19, 17, 4, 24, 27]),
            ("ITJ", [1, 8, 6, 1, 6, 7]),
            ("IJL", [2, 2, 7, 2, 6, 7]),
        ] {
            for rule in [Movement::Drop, Movement::Slide] {
                let (wells, text) = found(letters, rule, weights).unwrap();
                assert_eq!(proof::check(&text).unwrap(), [Fact::LostHoweverDeep(wells)], "{letters}");
            }
        }
    }

    #[test]
    fn a_game_that_is_won_is_not_found() {
        for letters in ["IT", "IJ", "I", "T"] {
            for weights in [[1; 6], [6, -6, 16, 6, 16, 16], [1, 8, 6, 1, 6, 7]] {
                assert!(found(letters, Movement::Drop, weights).is_none(), "{letters}");
            }
        }
    }
}
