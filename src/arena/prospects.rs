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

impl Tower {
    /// Calls `visit` with each move, in the order of [`Tower::moves`], and the chance that it goes well if its block is
    /// put without noise.
    pub fn each_chance(&self, visit: impl FnMut(Move, f64)) {
        self.each_chance_of(|_, _| true, visit);
    }

    /// The same for the moves that take a block, by level and slot, that is wanted.
    pub fn each_chance_of(&self, wanted: impl Fn(usize, usize) -> bool, mut visit: impl FnMut(Move, f64)) {
        let places: [Option<Block>; 3] =
            std::array::from_fn(|slot| self.places().any(|free| free == slot).then(|| self.ideal(slot)));
        let over_top = self.over_top(&places);
        // For each level from the top down: the odds of the levels above it, before the move and with each block put.
        let mut above = (1.0, over_top);
        let mut rows = Vec::with_capacity(self.height());
        for level in (0..self.height() - 1).rev() {
            rows.push((level, above));
            let covered = self.covered(level);
            let (total, count) = self.over(level);
            above.0 *= covered.against(total, count);
            for (odds, block) in above.1.iter_mut().zip(&places) {
                if let Some(block) = block {
                    *odds *= covered.against([total[0] + block.x, total[1] + block.y], count + 1);
                }
            }
        }
        for &(level, above) in rows.iter().rev().take(self.touchable()) {
            let may_go = |slot: &usize| self.mask(level) >> slot & 1 == 1 && self.mask(level).count_ones() > 1;
            for slot in (0..3).filter(|slot| may_go(slot) && wanted(level, *slot)) {
                let (without, with) = self.odds_without(level, slot, above, &places);
                for (place, odds) in with.iter().enumerate().filter(|(place, _)| places[*place].is_some()) {
                    let chosen = Move { level: level as u8, slot: slot as u8, place: place as u8 };
                    visit(chosen, 1.0 / (without * odds));
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

    /// The odds of all levels after a block is taken, and after it is put at each place.
    fn odds_without(
        &self,
        touched: usize,
        slot: usize,
        (mut without, mut with): (f64, [f64; 3]),
        places: &[Option<Block>; 3],
    ) -> (f64, [f64; 3]) {
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
            without *= covered.against(total, count);
            for (odds, block) in with.iter_mut().zip(places) {
                if let Some(block) = block {
                    *odds *= covered.against([total[0] + block.x, total[1] + block.y], count + 1);
                }
            }
        }
        (without, with)
    }

    fn covered(&self, level: usize) -> Covered<'_> {
        Covered { tower: self, level, hull: self.hull(level), mask: self.mask(level) }
    }
}
