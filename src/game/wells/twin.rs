//! The rules once more, slowly and from their definitions, on plain sets of cells; and the fast ones against them.
use super::referee::quarter_turns;
use super::*;
use std::collections::{BTreeSet, HashSet};

type Cell = (i32, i32);
type Cells = BTreeSet<Cell>;

/// The pieces as pictures, the lowest row last, and how many turns each has.
const PICTURES: [(&str, &str, usize); 9] = [
    ("O", "##/##", 1),
    ("I", "####", 2),
    ("T", ".#./###", 4),
    ("J", "#../###", 4),
    ("L", "..#/###", 4),
    ("S", ".##/##.", 2),
    ("Z", "##./.##", 2),
    ("3", "###/###/###", 1),
    ("[101/111]", "###/#.#", 4),
];

fn cornered(cells: &Cells) -> Cells {
    let (left, low) = (cells.iter().map(|c| c.0).min().unwrap(), cells.iter().map(|c| c.1).min().unwrap());
    cells.iter().map(|(x, y)| (x - left, y - low)).collect()
}

/// The different turns, each a quarter clockwise after the one before.
fn turns(picture: &str) -> Vec<Cells> {
    let row = |(y, row): (usize, &str)| -> Vec<Cell> {
        row.chars().enumerate().filter(|c| c.1 == '#').map(|c| (c.0 as i32, y as i32)).collect()
    };
    let mut turn: Cells = picture.split('/').rev().enumerate().flat_map(row).collect();
    let mut turns = Vec::new();
    while !turns.contains(&turn) {
        turns.push(turn.clone());
        turn = cornered(&turn.iter().map(|(x, y)| (*y, -*x)).collect());
    }
    turns
}

/// A well as the set of its full cells.
struct Box {
    width: i32,
    full: Cells,
}

impl Box {
    fn new(well: &Well) -> Box {
        let full = well.to_string();
        let row = |(y, row): (usize, &str)| -> Vec<Cell> {
            row.chars().enumerate().filter(|c| c.1 == '1').map(|c| (c.0 as i32, y as i32)).collect()
        };
        Box { width: i32::from(well.width()), full: full.split('/').enumerate().flat_map(row).collect() }
    }

    fn top(&self) -> i32 {
        self.full.iter().map(|cell| cell.1 + 1).max().unwrap_or(0)
    }

    fn free(&self, (x, y): Cell) -> bool {
        (0..self.width).contains(&x) && y >= 0 && !self.full.contains(&(x, y))
    }

    fn fits(&self, turn: &Cells, (column, row): Cell) -> bool {
        turn.iter().all(|(x, y)| self.free((x + column, y + row)))
    }

    /// Where a piece may enter: every turn and column just above all full cells.
    fn entries(&self, turns: &[Cells]) -> Vec<(usize, Cell)> {
        let columns = |turn: usize| (0..self.width).map(move |column| (turn, (column, self.top())));
        let all = (0..turns.len()).flat_map(columns);
        all.filter(|(turn, at)| self.fits(&turns[*turn], *at)).collect()
    }

    fn at_rest(&self, turns: &[Cells], rule: Movement, swept: &[Turned]) -> BTreeSet<(usize, Cell)> {
        let held =
            |(turn, at): &(usize, Cell)| self.fits(&turns[*turn], *at) && !self.fits(&turns[*turn], (at.0, at.1 - 1));
        let entries = self.entries(turns);
        if rule == Movement::Anywhere {
            let all = entries.iter().flat_map(|(turn, (x, _))| (0..=self.top()).map(move |y| (*turn, (*x, y))));
            return all.filter(held).collect();
        }
        let mut seen: HashSet<(usize, Cell)> = entries.iter().copied().collect();
        let mut open = entries;
        while let Some((turn, (x, y))) = open.pop() {
            let mut next = vec![(turn, (x, y - 1))];
            if rule != Movement::Drop {
                next.extend([(turn, (x - 1, y)), (turn, (x + 1, y))]);
            }
            if rule == Movement::Referee {
                let quarters = swept.iter().filter(|quarter| quarter.from == turn);
                let free = quarters.filter(|quarter| quarter.swept.iter().all(|c| self.free((c.0 + x, c.1 + y))));
                next.extend(free.map(|quarter| (quarter.to, (x + quarter.shift.0, y + quarter.shift.1))));
            }
            next.retain(|(turn, at)| self.fits(&turns[*turn], *at) && !seen.contains(&(*turn, *at)));
            seen.extend(next.iter().copied());
            open.extend(next);
        }
        seen.into_iter().filter(held).collect()
    }

    /// The well and the number of rows gone after these cells became full.
    fn filled(&self, more: impl Iterator<Item = Cell>) -> (Cells, usize) {
        let mut full: Cells = self.full.iter().copied().chain(more).collect();
        let whole = |full: &Cells| (0..40).rev().find(|y| (0..self.width).all(|x| full.contains(&(x, *y))));
        let mut gone = 0;
        while let Some(row) = whole(&full) {
            full = full.into_iter().filter(|c| c.1 != row).map(|(x, y)| (x, if y > row { y - 1 } else { y })).collect();
            gone += 1;
        }
        (full, gone)
    }
}

/// A quarter turn with the cells that some sampled angle meets.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Turned {
    from: usize,
    to: usize,
    shift: Cell,
    swept: Cells,
}

/// The angles at which areas are sampled have tangents of their halves p/q, p = 0 to q: sine and cosine are rational.
const ANGLES: i64 = 211;

/// A square by its lower left corner and side.
type Square = ((i64, i64), i64);

/// Whether the square `a`, turned left about the origin by the angle with this cosine and sine over `n`, meets the
/// square `b` in more than its border: no line along a side of either parts them.
fn meets(a: Square, b: Square, (cosine, sine, n): (i64, i64, i64)) -> bool {
    let corners = |((x, y), side): Square| [(x, y), (x + side, y), (x, y + side), (x + side, y + side)];
    let part = |plain: Square, turned: Square, sine: i64| {
        let turned = corners(turned).map(|(x, y)| (cosine * x - sine * y, sine * x + cosine * y));
        let outside = |low: i64, values: [i64; 4]| {
            values.iter().all(|v| *v <= low * n) || values.iter().all(|v| *v >= (low + plain.1) * n)
        };
        outside(plain.0.0, turned.map(|c| c.0)) || outside(plain.0.1, turned.map(|c| c.1))
    };
    !part(b, a, sine) && !part(a, b, -sine)
}

/// All quarter turns of a piece about the corners and middles of its box, that do not lift it, with sampled areas.
fn sampled(turns: &[Cells]) -> Vec<Turned> {
    let mut all = Vec::new();
    for (from, turn) in turns.iter().enumerate().filter(|_| turns.len() > 1) {
        let (wide, high) = (turn.iter().map(|c| c.0 + 1).max().unwrap(), turn.iter().map(|c| c.1 + 1).max().unwrap());
        let centres = (0..=2 * wide).flat_map(|x| (0..=2 * high).map(move |y| (x, y)));
        for (x, y) in centres.filter(|(x, y)| (x + y) % 2 == 0) {
            for side in [1, -1] {
                // The lower left corner of a cell after the turn: of the four corners, the one that is then lowest.
                let turned = |&(a, b): &Cell| {
                    let (dx, dy) = (2 * a + 1 - x, 2 * b + 1 - y);
                    let (dx, dy) = (-side * dy, side * dx);
                    ((dx + x - 1) / 2, (dy + y - 1) / 2)
                };
                let after: Cells = turn.iter().map(turned).collect();
                let low = after.iter().map(|c| c.1).min().unwrap();
                let Some(to) = turns.iter().position(|turn| *turn == cornered(&after)) else { continue };
                if low > 0 {
                    continue;
                }
                let shift = (after.iter().map(|c| c.0).min().unwrap(), low);
                all.push(Turned { from, to, shift, swept: area(turn, (x, y), side) });
            }
        }
    }
    all.sort();
    all
}

/// The cells that a turn meets at some sampled angle.
fn area(turn: &Cells, (x, y): Cell, side: i32) -> Cells {
    let half = |c: Cell| ((i64::from(2 * c.0 - x), i64::from(2 * c.1 - y)), 2);
    let around = (-6..10).flat_map(|a| (-6..10).map(move |b| (a, b)));
    let met = |there: &Cell| {
        (0..=ANGLES).any(|p| {
            let q = ANGLES;
            let angle = (q * q - p * p, i64::from(side) * 2 * p * q, q * q + p * p);
            turn.iter().any(|cell| meets(half(*cell), half(*there), angle))
        })
    };
    around.filter(met).collect()
}

/// A fixed stream of numbers that look random.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

/// All wells of width 3 to height 3, and some of each width from 4 to 10.
fn wells() -> Vec<Well> {
    let mut wells = vec![Well::empty(3).unwrap()];
    for at in 0.. {
        let Some(lower) = wells.get(at).filter(|well| well.height() < 3) else { break };
        let higher: Vec<Well> =
            (1..7).map(|row| Well::new(3, lower.rows().iter().copied().chain([row]).collect()).unwrap()).collect();
        wells.extend(higher);
    }
    let mut numbers = Numbers(1);
    for at in 0..120_u64 {
        let width = 4 + (at % 7) as u8;
        let row = |numbers: &mut Numbers| 1 + numbers.below((1 << width) - 2) as u16;
        // Half of the wells are thin, so that there is room below.
        let thin = |numbers: &mut Numbers| Some(row(numbers) & row(numbers)).filter(|row| *row > 0).unwrap_or(1);
        let rows =
            (0..numbers.below(7)).map(|_| if at % 2 == 0 { row(&mut numbers) } else { thin(&mut numbers) }).collect();
        wells.push(Well::new(width, rows).unwrap());
    }
    wells
}

#[test]
fn turns_are_those_of_the_pictures() {
    for (word, picture, count) in PICTURES {
        let set = PieceSet::parse(word).unwrap();
        let fast: Vec<Cells> = set.pieces()[0].turns().iter().map(|turn| turn.cells().into_iter().collect()).collect();
        assert_eq!(fast, turns(picture), "{word}");
        assert_eq!(fast.len(), count, "{word}");
    }
    let seven: usize = PICTURES[..7].iter().map(|(.., count)| count).sum();
    assert_eq!(seven, 19, "the fixed tetrominoes");
}

#[test]
fn swept_areas_are_those_that_sampled_angles_meet() {
    for (word, picture, _) in PICTURES {
        let set = PieceSet::parse(word).unwrap();
        let fast = quarter_turns(&set.pieces()[0]);
        let mut fast: Vec<Turned> = fast
            .iter()
            .map(|quarter| Turned {
                from: usize::from(quarter.from),
                to: usize::from(quarter.to),
                shift: quarter.shift,
                swept: quarter.swept.iter().copied().collect(),
            })
            .collect();
        fast.sort();
        assert_eq!(fast, sampled(&turns(picture)), "{word}");
    }
}

#[test]
fn places_and_what_follows_are_those_of_the_definitions() {
    let wells = wells();
    for (word, picture, _) in PICTURES {
        let (set, turns) = (PieceSet::parse(word).unwrap(), turns(picture));
        let swept = sampled(&turns);
        for rule in Movement::ALL {
            let mover = Mover::new(&set.pieces()[0], rule);
            for well in &wells {
                let plain = Box::new(well);
                let places = mover.placements(well);
                let fast: BTreeSet<(usize, Cell)> =
                    places.iter().map(|p| (usize::from(p.turn), (i32::from(p.column), i32::from(p.row)))).collect();
                assert_eq!(fast.len(), places.len(), "a place twice: {word} {} {well}", rule.word());
                assert_eq!(fast, plain.at_rest(&turns, rule, &swept), "{word} {} {well}", rule.word());
                for place in places {
                    let (after, gone) = mover.place(well, place);
                    let (column, row) = (i32::from(place.column), i32::from(place.row));
                    let cells = turns[usize::from(place.turn)].iter().map(|(x, y)| (x + column, y + row));
                    assert_eq!((Box::new(&after).full, gone), plain.filled(cells), "{word} {place} {well}");
                }
            }
        }
    }
}

/// A piece dropped in an empty well of width 10 has 9, 17 or 34 places; a drop has as many in any well.
#[test]
fn drops_are_as_many_as_is_known() {
    for (word, count) in [("O", 9), ("I", 17), ("S", 17), ("Z", 17), ("T", 34), ("J", 34), ("L", 34)] {
        let set = PieceSet::parse(word).unwrap();
        let mover = Mover::new(&set.pieces()[0], Movement::Drop);
        for well in wells().into_iter().filter(|well| well.width() == 10).chain([Well::empty(10).unwrap()]) {
            assert_eq!(mover.placements(&well).len(), count, "{word} {well}");
        }
    }
}

/// In a well of width 2 single cells make one column higher, or delete rows: 2 H + 1 wells to height H.
#[test]
fn wells_reached_by_single_cells_and_by_squares() {
    let reached = |width: u8, height: usize, word: &str, rule: Movement| {
        let set = PieceSet::parse(word).unwrap();
        let mover = Mover::new(&set.pieces()[0], rule);
        let mut wells = vec![Well::empty(width).unwrap()];
        let mut at = 0;
        while let Some(well) = wells.get(at).cloned() {
            for place in mover.placements(&well) {
                let next = mover.place(&well, place).0;
                if next.height() <= height && !wells.contains(&next) {
                    wells.push(next);
                }
            }
            at += 1;
        }
        wells.len()
    };
    for rule in Movement::ALL {
        for height in 0..6 {
            assert_eq!(reached(2, height, "1", rule), 2 * height + 1, "{}", rule.word());
            assert_eq!(reached(1, height, "1", rule), 1);
        }
        assert_eq!(reached(2, 4, "O", rule), 1);
        assert_eq!(reached(4, 2, "O", rule), 4, "empty, and the square in columns 1, 2 and 3");
        assert_eq!(reached(3, 2, "O", rule), 3);
    }
}
