//! A word with one bit for each pattern of a row: the wells that differ in their bottom row only.

/// A set of patterns of a row of few columns; bit `p` is pattern `p`.
pub(super) trait Patterns: Copy + Eq + Default + Send + Sync + 'static {
    /// The set as bytes, the lowest patterns first.
    type Bytes: AsRef<[u8]> + AsMut<[u8]> + Default + Copy;

    /// The bytes.
    fn bytes(self) -> Self::Bytes;

    /// The set with these bytes.
    fn from_bytes(bytes: Self::Bytes) -> Self;

    /// The set of one pattern.
    fn bit(pattern: usize) -> Self;

    /// Whether a pattern is in the set.
    fn has(self, pattern: usize) -> bool;

    /// The patterns in either set.
    fn or(self, other: Self) -> Self;

    /// The patterns in both sets.
    fn and(self, other: Self) -> Self;

    /// The patterns `p` for which `p + shift` is in the set.
    fn down(self, shift: usize) -> Self;

    /// The patterns `p + shift` for those in the set. None may get too great.
    fn up(self, shift: usize) -> Self;

    /// How many patterns are in the set.
    fn count(self) -> u32;

    /// The set of the patterns that a test accepts.
    fn of(width: u8, accepts: impl Fn(usize) -> bool) -> Self {
        (0..1_usize << width).filter(|p| accepts(*p)).fold(Self::default(), |set, p| set.or(Self::bit(p)))
    }
}

macro_rules! patterns {
    ($word:ty) => {
        impl Patterns for $word {
            type Bytes = [u8; size_of::<$word>()];

            fn bytes(self) -> Self::Bytes {
                self.to_le_bytes()
            }

            fn from_bytes(bytes: Self::Bytes) -> Self {
                <$word>::from_le_bytes(bytes)
            }

            fn bit(pattern: usize) -> Self {
                1 << pattern
            }

            fn has(self, pattern: usize) -> bool {
                self >> pattern & 1 == 1
            }

            #[inline]
            fn or(self, other: Self) -> Self {
                self | other
            }

            #[inline]
            fn and(self, other: Self) -> Self {
                self & other
            }

            #[inline]
            fn down(self, shift: usize) -> Self {
                // A row has fewer patterns than the word has bits; the test for that would keep words out of wide registers.
                self.wrapping_shr(shift as u32)
            }

            #[inline]
            fn up(self, shift: usize) -> Self {
                self.wrapping_shl(shift as u32)
            }

            fn count(self) -> u32 {
                self.count_ones()
            }
        }
    };
}

patterns!(u16);
patterns!(u32);
patterns!(u64);
patterns!(u128);

/// The 256 patterns of a row of eight columns: those without the last column, and those with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Eight(u128, u128);

impl Patterns for Eight {
    type Bytes = [u8; 32];

    fn bytes(self) -> Self::Bytes {
        let mut bytes = [0; 32];
        bytes[..16].copy_from_slice(&self.0.bytes());
        bytes[16..].copy_from_slice(&self.1.bytes());
        bytes
    }

    fn from_bytes(bytes: Self::Bytes) -> Self {
        let half = |from: usize| -> [u8; 16] { std::array::from_fn(|at| bytes[from + at]) };
        Eight(u128::from_bytes(half(0)), u128::from_bytes(half(16)))
    }

    fn bit(pattern: usize) -> Self {
        if pattern < 128 { Eight(1 << pattern, 0) } else { Eight(0, 1 << (pattern - 128)) }
    }

    fn has(self, pattern: usize) -> bool {
        if pattern < 128 { self.0.has(pattern) } else { self.1.has(pattern - 128) }
    }

    #[inline]
    fn or(self, other: Self) -> Self {
        Eight(self.0 | other.0, self.1 | other.1)
    }

    #[inline]
    fn and(self, other: Self) -> Self {
        Eight(self.0 & other.0, self.1 & other.1)
    }

    fn down(self, shift: usize) -> Self {
        match shift {
            0 => self,
            1..128 => Eight(self.0 >> shift | self.1 << (128 - shift), self.1 >> shift),
            _ => Eight(self.1 >> (shift - 128), 0),
        }
    }

    fn up(self, shift: usize) -> Self {
        match shift {
            0 => self,
            1..128 => Eight(self.0 << shift, self.1 << shift | self.0 >> (128 - shift)),
            _ => Eight(0, self.0 << (shift - 128)),
        }
    }

    fn count(self) -> u32 {
        self.0.count_ones() + self.1.count_ones()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eight_columns_in_two_words() {
        let even = Eight::of(8, |p| p % 3 == 0);
        assert_eq!(even.count(), 86);
        for shift in 0..256 {
            let down = even.down(shift);
            assert!((0..256).all(|p| down.has(p) == (p + shift < 256 && (p + shift) % 3 == 0)), "{shift}");
            let up = even.up(shift);
            assert!((0..256).all(|p| up.has(p) == (p >= shift && (p - shift) % 3 == 0)), "{shift}");
            assert_eq!(Eight::from_bytes(down.bytes()), down);
        }
    }
}
