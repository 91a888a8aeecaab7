//! A tower of blocks that lie askew: what may be moved, and how likely it holds (section 4 of the paper).
use super::hull::{Hull, outside};
use super::model::{Block, Model};
use super::rng::Rng;
use crate::error::{Error, Result};

/// The most full levels of a first tower.
pub const MOST_START_LEVELS: usize = 60;

/// How far outside a hull the deterministic test lets the centre of mass lie.
const TOLERANCE: f64 = 1e-10;

/// A move: the block that is taken, and the slot of the top level, or of a new one, where it is put.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// Level from which the block is taken, from 0 at the bottom.
    pub level: u8,
    /// Its slot, 0 to 2.
    pub slot: u8,
    /// The slot where it is put, 0 to 2.
    pub place: u8,
}

impl std::fmt::Display for Move {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "({},{}) to {}", self.level, self.slot, self.place)
    }
}

/// A level, and what is known of the tower from this level on.
#[derive(Debug, Clone, Copy)]
struct Level {
    blocks: [Block; 3],
    /// Bit i is set if there is a block at slot i.
    mask: u8,
    /// Sum of the centres of its blocks.
    sum: [f64; 2],
    /// The same with all levels above.
    total: [f64; 2],
    /// Blocks of this level and above.
    count: u32,
    /// The hull, if another level lies on it.
    hull: Hull,
}

const EMPTY: Level =
    Level { blocks: [NOWHERE; 3], mask: 0, sum: [0.0; 2], total: [0.0; 2], count: 0, hull: Hull::NONE };
const NOWHERE: Block = Block { x: 0.0, y: 0.0, yaw: 0.0, cos: 1.0, sin: 0.0 };

/// A tower. Everything that it says is a function of its blocks alone, and not of the moves that led to it.
#[derive(Debug)]
pub struct Tower {
    model: Model,
    levels: Vec<Level>,
}

impl Clone for Tower {
    fn clone(&self) -> Self {
        Tower { model: self.model, levels: self.levels.clone() }
    }

    /// Keeps the memory of the old tower: a search copies towers all the time.
    fn clone_from(&mut self, source: &Self) {
        self.model = source.model;
        self.levels.clone_from(&source.levels);
    }
}

impl Tower {
    /// A tower of full levels, every block with its noise.
    ///
    /// # Errors
    /// A number of levels that is not in 1 to [`MOST_START_LEVELS`].
    pub fn start(model: Model, levels: usize, rng: &mut Rng) -> Result<Self> {
        if !(1..=MOST_START_LEVELS).contains(&levels) {
            return Err(Error::input("levels", levels.to_string(), format!("1 to {MOST_START_LEVELS}")));
        }
        let mut tower = Tower { model, levels: Vec::with_capacity(3 * levels) };
        for level in 0..levels {
            tower.levels.push(Level { mask: 0b111, ..EMPTY });
            for slot in 0..3 {
                tower.levels[level].blocks[slot] = model.laid(level, slot, rng);
            }
        }
        tower.renew();
        Ok(tower)
    }

    /// A tower from its blocks: for each level, from the bottom up, three slots with x, y and angle.
    ///
    /// # Errors
    /// No level, an empty level, more levels than a tower can have, or a number that is not finite.
    pub fn from_blocks(model: Model, blocks: &[[Option<[f64; 3]>; 3]]) -> Result<Self> {
        let wrong = |what: String| Error::input("tower", what, "levels of 1 to 3 blocks with finite x, y and angle");
        if blocks.is_empty() || blocks.len() > 3 * MOST_START_LEVELS {
            return Err(wrong(format!("{} levels", blocks.len())));
        }
        let mut tower = Tower { model, levels: Vec::with_capacity(blocks.len() + 8) };
        for (index, slots) in blocks.iter().enumerate() {
            let mut level = EMPTY;
            for (slot, block) in slots.iter().enumerate() {
                if let Some([x, y, yaw]) = *block {
                    if !(x.is_finite() && y.is_finite() && yaw.is_finite()) {
                        return Err(wrong(format!("level {index} slot {slot} is ({x},{y},{yaw})")));
                    }
                    level.blocks[slot] = Block::new(x, y, yaw);
                    level.mask |= 1 << slot;
                }
            }
            if level.mask == 0 {
                return Err(wrong(format!("level {index} is empty")));
            }
            tower.levels.push(level);
        }
        tower.renew();
        Ok(tower)
    }

    /// The parameters of the model.
    pub fn model(&self) -> Model {
        self.model
    }

    /// How many levels there are.
    pub fn height(&self) -> usize {
        self.levels.len()
    }

    /// The slots of a level that have a block: bit i for slot i. 0 above the top.
    pub fn mask(&self, level: usize) -> u8 {
        self.levels.get(level).map_or(0, |level| level.mask)
    }

    /// The block at a slot, if there is one.
    pub fn block(&self, level: usize, slot: usize) -> Option<Block> {
        (slot < 3 && self.mask(level) >> slot & 1 == 1).then(|| self.levels[level].blocks[slot])
    }

    /// How many blocks lie on the top level, 1 to 3.
    pub fn top_blocks(&self) -> usize {
        self.mask(self.height() - 1).count_ones() as usize
    }

    /// How many levels, from the bottom, a move may touch: those below the highest full one.
    pub fn touchable(&self) -> usize {
        let covered = self.height() - 1;
        if self.top_blocks() == 3 { covered } else { covered.saturating_sub(1) }
    }

    /// The blocks that may be taken, as level and slot, in order. A level keeps at least one.
    pub fn removals(&self) -> impl Iterator<Item = (usize, usize)> {
        let touchable = self.levels[..self.touchable()].iter().enumerate();
        touchable.flat_map(|(level, Level { mask, .. })| {
            (0..3).filter(move |slot| mask >> slot & 1 == 1 && mask.count_ones() > 1).map(move |slot| (level, slot))
        })
    }

    /// The slots where the block that was taken may be put: of a new level if the top is full, else the free ones.
    pub fn places(&self) -> impl Iterator<Item = usize> + use<> {
        let top = self.mask(self.height() - 1);
        let taken = if top == 0b111 { 0 } else { top };
        (0..3).filter(move |slot| taken >> slot & 1 == 0)
    }

    /// All moves, in order.
    pub fn moves(&self) -> impl Iterator<Item = Move> {
        self.removals().flat_map(|(level, slot)| {
            self.places().map(move |place| Move { level: level as u8, slot: slot as u8, place: place as u8 })
        })
    }

    /// Whether a move is legal.
    pub fn is_legal(&self, chosen: Move) -> bool {
        let (level, slot, place) = (usize::from(chosen.level), usize::from(chosen.slot), usize::from(chosen.place));
        level < self.touchable()
            && self.block(level, slot).is_some()
            && self.mask(level).count_ones() > 1
            && self.places().any(|free| free == place)
    }

    /// Levels that may be touched, by type: one block; two with the middle one; two without it; three.
    pub fn level_types(&self) -> [usize; 4] {
        let mut types = [0; 4];
        for level in &self.levels[..self.touchable()] {
            types[match level.mask {
                0b111 => 3,
                0b101 => 2,
                0b011 | 0b110 => 1,
                _ => 0,
            }] += 1;
        }
        types
    }

    /// Takes a block away. The caller has checked that it may be taken.
    pub fn take(&mut self, level: usize, slot: usize) {
        debug_assert!(
            self.block(level, slot).is_some() && self.mask(level).count_ones() > 1,
            "the level keeps a block"
        );
        let touched = &mut self.levels[level];
        touched.mask &= !(1 << slot);
        touched.hull = Hull::of(&touched.blocks, touched.mask, level);
        self.renew_sum(level);
        self.renew_totals(level);
    }

    /// Puts a block on top, at a slot that [`Tower::places`] names.
    pub fn put(&mut self, slot: usize, block: Block) {
        let mut top = self.levels.len() - 1;
        if self.levels[top].mask == 0b111 {
            let covered = &mut self.levels[top];
            covered.hull = Hull::of(&covered.blocks, covered.mask, top);
            self.levels.push(EMPTY);
            top += 1;
        }
        self.levels[top].mask |= 1 << slot;
        self.levels[top].blocks[slot] = block;
        self.renew_sum(top);
        self.renew_totals(top);
    }

    /// The level on which the next block is put.
    pub fn place_level(&self) -> usize {
        self.height() - usize::from(self.top_blocks() < 3)
    }

    /// A block as the next one lies at a slot, with fresh noise.
    pub fn laid(&self, slot: usize, rng: &mut Rng) -> Block {
        self.model.laid(self.place_level(), slot, rng)
    }

    /// A block as the next one lies at a slot without any noise.
    pub fn ideal(&self, slot: usize) -> Block {
        Block::ideal(self.place_level(), slot)
    }

    /// The centre of mass of the levels from this one on.
    pub fn centre(&self, level: usize) -> [f64; 2] {
        let Level { total: [x, y], count, .. } = self.levels[level];
        [x / f64::from(count), y / f64::from(count)]
    }

    /// How many blocks lie on the levels from this one on.
    pub fn blocks_from(&self, level: usize) -> usize {
        self.levels[level].count as usize
    }

    /// The signed distance from the hull of a level to the centre of mass of what lies on it; negative inside. The level
    /// is not the top one.
    pub fn distance(&self, level: usize) -> f64 {
        let centre = self.centre(level + 1);
        let Level { hull, blocks, mask, .. } = &self.levels[level];
        let beyond = hull.beyond(centre);
        if beyond <= 0.0 { beyond } else { outside(blocks, *mask, level, centre) }
    }

    /// The chance that the tower holds when it is tested: every level holds with odds exp(-distance / sd), independently.
    pub fn chance(&self) -> f64 {
        let against = |level| {
            let Level { hull, mask, .. } = &self.levels[level];
            self.odds_against(level, hull, *mask, self.centre(level + 1))
        };
        1.0 / (0..self.height() - 1).map(against).product::<f64>()
    }

    /// One over the chance that a level holds, if it has this hull and what lies on it this centre of mass.
    #[inline]
    pub(super) fn odds_against(&self, level: usize, hull: &Hull, mask: u8, centre: [f64; 2]) -> f64 {
        let beyond = hull.beyond(centre);
        let distance = if beyond <= 0.0 { beyond } else { outside(&self.levels[level].blocks, mask, level, centre) };
        let scaled = distance / self.model.chance_sd();
        // Below this the sum rounds to 1.
        if scaled < -36.75 { 1.0 } else { 1.0 + libm::exp(scaled) }
    }

    /// The hull of a level that another lies on.
    #[inline]
    pub(super) fn hull(&self, level: usize) -> &Hull {
        &self.levels[level].hull
    }

    /// The hull that a level has without one of its blocks.
    pub(super) fn hull_without(&self, level: usize, slot: Option<usize>) -> Hull {
        let Level { blocks, mask, .. } = &self.levels[level];
        Hull::of(blocks, slot.map_or(*mask, |slot| mask & !(1 << slot)), level)
    }

    /// The sum of the centres, and the number, of the blocks over a level that is not the top one.
    #[inline]
    pub(super) fn over(&self, level: usize) -> ([f64; 2], u32) {
        (self.levels[level + 1].total, self.levels[level + 1].count)
    }

    /// The natural logarithm of [`Tower::chance`], also where that is too small for a number.
    pub fn log_chance(&self) -> f64 {
        let log_against = |level| {
            let scaled = self.distance(level) / self.model.chance_sd();
            if scaled > 0.0 { scaled + libm::log1p(libm::exp(-scaled)) } else { libm::log1p(libm::exp(scaled)) }
        };
        -(0..self.height() - 1).map(log_against).sum::<f64>()
    }

    /// Whether every centre of mass lies over the hull below it.
    pub fn is_stable(&self) -> bool {
        (0..self.height() - 1).all(|level| self.distance(level) <= TOLERANCE)
    }

    /// Makes a move with this block and gives the chance that it goes well: that the tower holds without the block, and
    /// with it.
    pub fn make(&mut self, chosen: Move, block: Block) -> f64 {
        self.take(usize::from(chosen.level), usize::from(chosen.slot));
        let without = self.chance();
        self.put(usize::from(chosen.place), block);
        without * self.chance()
    }

    /// Makes a move without noise and without asking whether the tower holds.
    pub fn make_ideal(&mut self, chosen: Move) {
        let place = usize::from(chosen.place);
        self.take(usize::from(chosen.level), usize::from(chosen.slot));
        self.put(place, self.ideal(place));
    }

    /// Finds all sums and hulls anew.
    fn renew(&mut self) {
        let height = self.height();
        for level in 0..height {
            self.renew_sum(level);
            let at = &mut self.levels[level];
            at.hull = if level + 1 < height { Hull::of(&at.blocks, at.mask, level) } else { Hull::NONE };
        }
        self.renew_totals(height - 1);
    }

    fn renew_sum(&mut self, level: usize) {
        let Level { blocks, mask, sum, .. } = &mut self.levels[level];
        *sum = [0.0; 2];
        for (slot, block) in blocks.iter().enumerate() {
            if *mask >> slot & 1 == 1 {
                *sum = [sum[0] + block.x, sum[1] + block.y];
            }
        }
    }

    /// Adds up again from a level down to the ground.
    fn renew_totals(&mut self, from: usize) {
        let above = self.levels.get(from + 1);
        let (mut total, mut count) = above.map_or(([0.0; 2], 0), |above| (above.total, above.count));
        for level in self.levels[..=from].iter_mut().rev() {
            total = [total[0] + level.sum[0], total[1] + level.sum[1]];
            count += level.mask.count_ones();
            (level.total, level.count) = (total, count);
        }
    }
}
