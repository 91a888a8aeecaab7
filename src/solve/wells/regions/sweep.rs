//! The greatest fixpoint over all wells: wells from which every place leads out of the set leave it, until none does.
//!
//! A pass goes over the array stripe by stripe: the new words of a stripe are computed in parallel from the array as it
//! is, and then put into it, so that later stripes see them. The fixpoint does not depend on the order. After the first
//! pass only those blocks are computed for which something has changed.
use super::block::{Blocks, Masks};
use super::board::Board;
use super::changes::{self, Changes};
use super::kept::{EVERY, Kept};
use super::mirror::Mirror;
use super::patterns::Patterns;
use super::spread;
use super::turns::turns;
use crate::error::Result;
use crate::proof::region::wells::WellGame;
use crate::solve::{Memory, Watch};
use rayon::prelude::*;

/// So many words are computed by one thread at a time, if a block is not larger.
const CHUNK: usize = 1 << 12;
/// A stripe has at least so many parts for each thread, if it has so many blocks.
const PARTS: usize = 8;
/// A pass has about so many stripes.
const STRIPES: usize = 512;

/// The set of wells from which the player can go on.
pub(super) struct Sweep<P> {
    pub board: Board,
    /// By tail and list of shown pieces: a bit for each bottom row.
    pub words: Vec<P>,
}

/// What does not change from pass to pass.
struct Fixed<P> {
    masks: Masks<P>,
    /// If the pieces are those that they are in a mirror. The words are then those of their images at all times.
    mirror: Option<Mirror<P>>,
}

/// What a sweep is to find out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Until {
    /// The whole fixpoint.
    Settled,
    /// Who wins from the empty well: it may stop as soon as the machine does.
    Lost,
}

/// The words that a sweep takes: one for each tail and list of shown pieces, those of one stripe once more, for each
/// thread those of a block for each piece, those of the tables of places, and as many as what is known of the changes of the
/// blocks. Nothing if there are more than can be counted.
pub(super) fn words(game: &WellGame, threads: usize) -> Option<u128> {
    let rows = (1_u128 << game.width) - 2;
    let tails = (1..game.depth).try_fold(1_u128, |sum, _| sum.checked_mul(rows)?.checked_add(1))?;
    let pieces = game.pieces.pieces().len() as u128;
    let shown = pieces.checked_pow(u32::from(game.lookahead))?;
    let (words, block) = (tails.checked_mul(shown)?, rows.max(1).checked_mul(shown)?);
    let stripe = words / STRIPES as u128 + block.max(CHUNK as u128);
    let threads = block.checked_mul(pieces)?.checked_mul(threads as u128)?;
    let changes = (tails / rows.max(1) + 1).checked_mul(changes::BYTES as u128)? / 2;
    let places: u128 = turns(game.width, &game.pieces).iter().map(|turn| u128::from(turn.columns.count_ones())).sum();
    let tables = places.checked_mul(spread::TABLES)?.checked_mul(block + rows)?;
    words.checked_add(stripe)?.checked_add(threads)?.checked_add(tables)?.checked_add(changes)
}

impl<P: Patterns> Sweep<P> {
    /// Computes the fixpoint, or as much of it as `until` asks for.
    pub fn run(game: &WellGame, until: Until, memory: Memory, watch: &dyn Watch) -> Result<Self> {
        Self::run_kept(game, until, memory, watch, &mut Kept::new(game, watch, EVERY))
    }

    /// The same with a place where the words are kept.
    pub fn run_kept(game: &WellGame, until: Until, memory: Memory, watch: &dyn Watch, kept: &mut Kept) -> Result<Self> {
        super::ask(game, memory)?;
        let board = Board::new(game)?;
        let fixed = Fixed { masks: Masks::new(&board), mirror: Mirror::new(game, &board) };
        let mut sweep = Sweep { words: start(&board)?, board };
        kept.load(&mut sweep.words)?;
        let tails = sweep.words.len() / sweep.board.shown;
        let mut changes = Changes::new(sweep.board.base, sweep.stems());
        loop {
            let pass = changes.next_pass();
            watch.begin(&format!("{}, pass {pass}", game.title()), tails as u64, "tails");
            let changed = sweep.pass(&fixed, &mut changes, watch, kept)?;
            if !changed || (until == Until::Lost && !sweep.wins()) {
                break;
            }
        }
        Ok(sweep)
    }

    fn stems(&self) -> usize {
        self.words.len().checked_div(self.board.base * self.board.shown).unwrap_or(0)
    }

    /// Goes once over all words; whether any changed.
    fn pass(&mut self, fixed: &Fixed<P>, changes: &mut Changes, watch: &dyn Watch, kept: &mut Kept) -> Result<bool> {
        let (board, stems, Fixed { masks, mirror }) = (&self.board, self.stems(), fixed);
        // Of two stems that are images of each other the first is computed, for both.
        let is_second = |stem| mirror.as_ref().is_some_and(|mirror| mirror.stem(stem) < stem);
        let (block, shown) = (board.base * board.shown, board.shown);
        let stripe = (stems / STRIPES).max(CHUNK / block.max(1)).max(1);
        // Several parts for each thread, because some take longer than others.
        let at_once = (stripe / (PARTS * rayon::current_num_threads())).clamp(1, (CHUNK / block.max(1)).max(1));
        let mut buffer = vec![P::default(); stripe.min(stems) * block];
        let mut changed = false;
        // From the highest wells down: what is lost above is known where it is asked for.
        for from in (0..stems).step_by(stripe).rev() {
            let buffer = &mut buffer[..(stems - from).min(stripe) * block];
            let (words, known) = (&self.words, &*changes);
            let chunk = |blocks: &mut Blocks<P>, (number, chunk): (usize, &mut [P])| {
                let mut differing = Vec::new();
                for (stem, new) in (from + number * at_once..).zip(chunk.chunks_mut(block)) {
                    if !is_second(stem) && blocks.is_stale(words, stem, known) {
                        blocks.block(words, stem, new);
                        differing.extend((words[shown + stem * block..][..block] != *new).then_some(stem));
                    }
                }
                differing
            };
            let chunks = buffer.par_chunks_mut(at_once * block).enumerate();
            let differing: Vec<Vec<usize>> = chunks.map_init(|| Blocks::new(board, masks), chunk).collect();
            for stem in differing.into_iter().flatten() {
                let new = &buffer[(stem - from) * block..][..block];
                self.words[shown + stem * block..][..block].copy_from_slice(new);
                changes.note(stem);
                if let Some(mirror) = mirror {
                    let image = mirror.stem(stem);
                    mirror.block(new, &mut self.words[shown + image * block..][..block]);
                    changes.note(image);
                }
                changed = true;
            }
            kept.save_if_due(&self.words)?;
            watch.advance((buffer.len() / shown) as u64);
        }
        let mut first = vec![P::default(); shown];
        Blocks::new(board, masks).empty(&self.words, &mut first);
        if self.words[..shown] != first[..] {
            self.words[..shown].copy_from_slice(&first);
            changes.note_empty();
            changed = true;
        }
        Ok(changed)
    }

    /// Whether the player wins from the empty well, whatever is shown.
    pub fn wins(&self) -> bool {
        self.words[..self.board.shown].iter().all(|word| word.has(0))
    }
}

/// All wells that are not too high.
fn start<P: Patterns>(board: &Board) -> Result<Vec<P>> {
    let rows = P::of(board.width, |p| p != 0);
    let mut words = vec![rows; board.tails()? * board.shown];
    let empty = if board.depth == 0 { P::bit(0).or(P::bit(board.full())) } else { P::of(board.width, |_| true) };
    words[..board.shown].fill(empty);
    Ok(words)
}
