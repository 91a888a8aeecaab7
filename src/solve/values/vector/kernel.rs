//! The mex of many cells at once. A value v is stored as a mark with bit v alone; the marks of the options are joined by
//! OR, and the mex is the lowest bit that is clear. The loops have no branches, and the compiler makes vector
//! instructions of them, as wide as the processor has them; no instruction set is named, so no unsafe code is needed.
use crate::game::Play;
use std::ops::BitOr;

/// The mark of a value: a word with one bit. With n bits, n moves are enough: the value n is stored as 0, since
/// nothing has to know it - a position with at most n options has the value n itself, or a smaller one, whether an
/// option of the value n is seen or not.
pub(super) trait Mark: Copy + Default + PartialEq + BitOr<Output = Self> + Send + Sync + 'static {
    /// The lowest bit that is clear, alone; 0 if none is.
    fn least_clear(self) -> Self;
    /// The mark of 1 if some option has the value 0, else the mark of 0.
    fn normal(self) -> Self;
    /// The same with the last move losing.
    fn misere(self) -> Self;
    /// The value of a mark.
    fn value(self) -> u8;
    /// Marks of cells, for those who do not know the word.
    fn marks(marks: &[Self]) -> Marks<'_>;
}

/// The marks of cells, in words as short as the number of moves allows.
#[derive(Debug, Clone, Copy)]
pub(super) enum Marks<'a> {
    Eight(&'a [u8]),
    Sixteen(&'a [u16]),
    SixtyFour(&'a [u64]),
}

macro_rules! mark {
    ($($word:ty => $variant:ident),*) => { $(
        impl Mark for $word {
            #[inline(always)]
            fn least_clear(self) -> Self {
                // All bits set goes around to 0, which is the mark of the value n.
                self.wrapping_add(1) & !self
            }
            #[inline(always)]
            fn normal(self) -> Self {
                1 + (self & 1)
            }
            #[inline(always)]
            fn misere(self) -> Self {
                1 + ((self & 1) | Self::from(self == 0))
            }
            #[inline(always)]
            fn value(self) -> u8 {
                // The bits below the only one; of 0 it is all n.
                self.wrapping_sub(1).count_ones() as u8
            }
            fn marks(marks: &[Self]) -> Marks<'_> {
                Marks::$variant(marks)
            }
        }
    )* };
}
mark!(u8 => Eight, u16 => Sixteen, u64 => SixtyFour);

/// Does work with registers as wide as the processor has them.
#[cfg(feature = "search")]
#[inline(always)]
pub(super) fn wide<R>(work: impl FnOnce() -> R) -> R {
    pulp::Arch::new().dispatch(work)
}

/// In a browser there is one width.
#[cfg(not(feature = "search"))]
#[inline(always)]
pub(super) fn wide<R>(work: impl FnOnce() -> R) -> R {
    work()
}

/// The marks of cells whose options are the cells of `sources` at the same index.
pub(super) fn fill<M: Mark>(play: Play, out: &mut [M], sources: &[&[M]]) {
    match play {
        Play::Grundy => wide(
            #[inline(always)]
            || join_all(out, sources, M::least_clear),
        ),
        Play::Normal => wide(
            #[inline(always)]
            || join_all(out, sources, M::normal),
        ),
        Play::Misere => wide(
            #[inline(always)]
            || join_all(out, sources, M::misere),
        ),
    }
}

#[inline(always)]
fn join_all<M: Mark>(out: &mut [M], sources: &[&[M]], finish: impl Fn(M) -> M) {
    match *sources {
        [] => out.fill(finish(M::default())),
        [a] => join(out, [a], finish),
        [a, b] => join(out, [a, b], finish),
        [a, b, c] => join(out, [a, b, c], finish),
        [a, b, c, d] => join(out, [a, b, c, d], finish),
        [a, b, c, d, e] => join(out, [a, b, c, d, e], finish),
        [a, b, c, d, e, f] => join(out, [a, b, c, d, e, f], finish),
        [a, b, c, d, e, f, g] => join(out, [a, b, c, d, e, f, g], finish),
        [a, b, c, d, e, f, g, h] => join(out, [a, b, c, d, e, f, g, h], finish),
        _ => {
            let (first, others) = sources.split_first_chunk::<8>().expect("fewer are above");
            join(out, *first, std::convert::identity);
            for source in others {
                out.iter_mut().zip(*source).for_each(|(out, &mark)| *out = *out | mark);
            }
            out.iter_mut().for_each(|out| *out = finish(*out));
        }
    }
}

#[inline(always)]
fn join<M: Mark, const N: usize>(out: &mut [M], mut sources: [&[M]; N], finish: impl Fn(M) -> M) {
    let cells = out.len();
    // Slices of one length: the compiler sees that no index leaves them.
    for source in &mut sources {
        *source = &source[..cells];
    }
    for index in 0..cells {
        let mut marks = sources[0][index];
        for source in &sources[1..] {
            marks = marks | source[index];
        }
        out[index] = finish(marks);
    }
}
