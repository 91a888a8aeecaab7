//! What is read off a window without keeping it: counts of values, a checksum, a picture in blocks.
use super::run::{Run, VALUES};
use super::{Memory, Setting, fold};
use crate::error::{Error, Result};
use crate::game::Play;
use crate::game::vector::VectorGame;
use std::collections::BTreeMap;

/// How often each value occurs in a window.
///
/// # Errors
/// As [`fold`].
pub fn count(game: &VectorGame, play: Play, size: &[usize], memory: Memory) -> Result<[u64; VALUES]> {
    Setting::new(game, size)?.count(play, memory, |_| ())
}

impl Setting {
    /// How often each value occurs; `done` is told of cells as they are counted.
    pub fn count(&self, play: Play, memory: Memory, done: impl Fn(u64)) -> Result<[u64; VALUES]> {
        let mut total = [0; VALUES];
        let see = |part: &mut Counts, run: Run<'_>| run.count_into(&mut part.0);
        self.fold(play, memory, see, |part| {
            total.iter_mut().zip(part.0).for_each(|(total, count)| *total += count);
            done(part.0.iter().sum());
            Ok(())
        })?;
        Ok(total)
    }
}

/// A BLAKE3 checksum of a window: of the checksums of its tiles, each of the places and values of its runs. It is the
/// same for any number of threads; the order of cells is that of [`stream`](super::stream).
///
/// # Errors
/// As [`fold`].
pub fn checksum(game: &VectorGame, play: Play, size: &[usize], memory: Memory) -> Result<String> {
    let mut total = blake3::Hasher::new();
    let see = |(hasher, values): &mut (blake3::Hasher, Vec<u8>), run: Run<'_>| {
        for x in run.track.start() {
            hasher.update(&x.to_le_bytes());
        }
        values.clear();
        run.values_into(values);
        hasher.update(values);
    };
    fold(game, play, size, memory, see, |(hasher, _)| {
        total.update(hasher.finalize().as_bytes());
        Ok(())
    })?;
    Ok(total.finalize().to_hex().to_string())
}

/// A picture of a window of two coordinates in blocks of `side` times `side` positions: how often each value occurs in
/// each block, by the track `(x / side, y / side)` of the block.
///
/// # Errors
/// As [`fold`]; a game of another dimension, blocks without a side, or more blocks than the memory takes.
pub fn blocks(
    game: &VectorGame,
    play: Play,
    size: &[usize],
    side: usize,
    memory: Memory,
) -> Result<BTreeMap<[usize; 2], [u64; VALUES]>> {
    if size.len() != 2 || side == 0 {
        let what = format!("blocks of side {side} in a window of size {size:?}");
        return Err(Error::input(game.name.clone(), what, "two coordinates and a side of at least 1"));
    }
    let number = size.iter().fold(1u128, |number, &size| number * size.div_ceil(side) as u128);
    // A map is at most about twice its entries.
    let needed = number * 2 * size_of::<([usize; 2], [u64; VALUES])>() as u128;
    memory.ask(needed, &format!("a picture of {}", game.name))?;
    let mut picture = BTreeMap::new();
    type Part = (BTreeMap<[usize; 2], Counts>, Vec<u8>);
    let see = |(picture, values): &mut Part, run: Run<'_>| {
        values.clear();
        run.values_into(values);
        let block = |k: usize| {
            let at = |a: usize| (run.track.start()[a] + k as i64 * run.track.step()[a]) as usize / side;
            [at(0), at(1)]
        };
        let mut first = 0;
        while first < values.len() {
            let here = block(first);
            let next = (first..values.len()).find(|&k| block(k) != here).unwrap_or(values.len());
            let counts = picture.entry(here).or_default();
            values[first..next].iter().for_each(|&value| counts.0[usize::from(value)] += 1);
            first = next;
        }
    };
    fold(game, play, size, Memory(memory.0 - needed as u64), see, |(part, _): Part| {
        for (block, counts) in part {
            let total = picture.entry(block).or_insert([0; VALUES]);
            total.iter_mut().zip(counts.0).for_each(|(total, count)| *total += count);
        }
        Ok(())
    })?;
    Ok(picture)
}

/// How often each value occurs; an array of this length has no default of its own.
struct Counts([u64; VALUES]);

impl Default for Counts {
    fn default() -> Self {
        Counts([0; VALUES])
    }
}
