//! The chance of every move of a tower to go well: what a search that looks at all moves asks for.
//!
//! A move changes the centre of mass over the levels below the touched one, the hull of that level, and, once the block
//! is put, the centre of mass over every level. So the levels above the touched one are multiplied up once for all moves,
//! the sums of mass move by one block, and only one hull is made for each block that may be taken.
use super::hull::Hull;
use super::model::Block;
use super::tower::{Move, Tower};

/// A level as a move may leave it: its hull, and which level it is.
struct Covered<'a> {
    tower: &'a Tower,
    level: usize,
    hull: &'a Hull,
    mask: u8,
}

impl Covered<'_> {
    /// One over the chance that the level holds, if what lies on it has this sum of centres and so many blocks.
    #[inline]
    fn against(&self, [x, y]: [f64; 2], count: u32) -> f64 {
        let count = f64::from(count);
        self.tower.odds_against(self.level, self.hull, self.mask, [x / count, y / count])
    }
}

/// One over the chances of the levels above some level: while the block is away, and with it put at each place.
#[derive(Clone, Copy)]
struct Odds<'a> {
    without: f64,
    with: [f64; 3],
    places: &'a [Option<Block>; 3],
}

impl Odds<'_> {
    /// Goes one level down, on which lie so many blocks with this sum of centres.
    #[inline]
    fn go_on(&mut self, covered: &Covered, total: [f64; 2], count: u32) {
        self.without *= covered.against(total, count);
        for (odds, block) in self.with.iter_mut().zip(self.places) {
            if let Some(block) = block {
                *odds *= covered.against([total[0] + block.x, total[1] + block.y], count + 1);
            }
        }
    }

    /// Whether no place can have a chance of `least` any more: odds only grow. Some that are all but equal count as not.
    #[inline]
    fn are_too_great(&self, least: f64) -> bool {
        let mut places = self.with.iter().zip(self.places);
        places.all(|(odds, place)| place.is_none() || self.without * odds * least > 1.0 + MARGIN)
    }
}

/// More than what rounding can do to odds and a chance.
const MARGIN: f64 = 1e-12;

impl Tower {
    /// Calls `visit` with each move, in the order of [`Tower::moves`], and the chance that it goes well if its block is
    /// put without noise.
    pub fn each_chance(&self, mut visit: impl FnMut(Move, f64)) {
        self.each_chance_above(
            |_, _| true,
            |chosen, chance| {
                visit(chosen, chance);
                0.0
            },
        );
    }

    /// The same for the moves that take a block, by level and slot, that is wanted. `visit` gives a chance back: moves
    /// whose chance is smaller may be left out from then on, if that saves time.
    pub fn each_chance_above(&self, wanted: impl Fn(usize, usize) -> bool, mut visit: impl FnMut(Move, f64) -> f64) {
        let places: [Option<Block>; 3] =
            std::array::from_fn(|slot| self.places().any(|free| free == slot).then(|| self.ideal(slot)));
        let over_top = self.over_top(&places);
        let mut above = Odds { without: 1.0, with: over_top, places: &places };
        let mut rows = Vec::with_capacity(self.height());
        for level in (0..self.height() - 1).rev() {
            rows.push((level, above));
            let (total, count) = self.over(level);
            above.go_on(&self.covered(level), total, count);
        }
        let mut least = 0.0;
        for &(level, above) in rows.iter().rev().take(self.touchable()) {
            let may_go = |slot: &usize| self.mask(level) >> slot & 1 == 1 && self.mask(level).count_ones() > 1;
            for slot in (0..3).filter(|slot| may_go(slot) && wanted(level, *slot)) {
                let Some(odds) = self.odds_without(level, slot, above, least) else { continue };
                for place in (0..3).filter(|place| places[*place].is_some()) {
                    let chosen = Move { level: level as u8, slot: slot as u8, place: place as u8 };
                    least = visit(chosen, 1.0 / (odds.without * odds.with[place]));
                }
            }
        }
    }

    /// The odds of the top level if a new one is begun on it.
    fn over_top(&self, places: &[Option<Block>; 3]) -> [f64; 3] {
        if self.top_blocks() < 3 {
            return [1.0; 3];
        }
        let top = self.height() - 1;
        let hull = self.hull_without(top, None);
        let covered = Covered { tower: self, level: top, hull: &hull, mask: 0b111 };
        places.map(|block| block.map_or(1.0, |block| covered.against([block.x, block.y], 1)))
    }

    /// The odds of all levels after a block is taken, and after it is put at each place; none if all are too great.
    fn odds_without<'a>(&self, touched: usize, slot: usize, mut odds: Odds<'a>, least: f64) -> Option<Odds<'a>> {
        if odds.are_too_great(least) {
            return None;
        }
        let hull = self.hull_without(touched, Some(slot));
        let taken = self.block(touched, slot).map_or([0.0; 2], |block| [block.x, block.y]);
        for level in (0..=touched).rev() {
            let (mut total, mut count) = self.over(level);
            let mut covered = self.covered(level);
            if level == touched {
                covered.hull = &hull;
                covered.mask &= !(1 << slot);
            } else {
                (total, count) = ([total[0] - taken[0], total[1] - taken[1]], count - 1);
            }
            odds.go_on(&covered, total, count);
            if odds.are_too_great(least) {
                return None;
            }
        }
        Some(odds)
    }

    fn covered(&self, level: usize) -> Covered<'_> {
        Covered { tower: self, level, hull: self.hull(level), mask: self.mask(level) }
    }
}
