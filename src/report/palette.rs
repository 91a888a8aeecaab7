//! The colours of the pictures.
//!
//! Values 1 to 8 run through the rainbow from blue to red in the selection of Paul Tol ("Colour schemes", discrete
//! rainbow), darkened at its red end: any two of them, black and the blank stay apart in simulated protanopia,
//! deuteranopia and tritanopia. Value 0 is black, so that P-positions stand out.

/// A colour by its red, green and blue parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Colour(pub u8, pub u8, pub u8);

pub(super) const BLACK: Colour = Colour(0, 0, 0);
pub(super) const WHITE: Colour = Colour(255, 255, 255);
pub(super) const GREY: Colour = Colour(0xB0, 0xB0, 0xB0);
/// A cell with no value.
pub(super) const BLANK: Colour = Colour(0xF4, 0xF4, 0xF4);

const VALUES: [Colour; 9] = [
    BLACK,
    Colour(0x19, 0x65, 0xB0),
    Colour(0x7B, 0xAF, 0xDE),
    Colour(0x4E, 0xB2, 0x65),
    Colour(0xCA, 0xE0, 0xAB),
    Colour(0xF7, 0xF0, 0x56),
    Colour(0xF4, 0xA7, 0x36),
    Colour(0xD9, 0x50, 0x1C),
    Colour(0x9E, 0x1B, 0x32),
];

/// The least value whose colour is on the ramp.
pub(super) const RAMP_FROM: u64 = VALUES.len() as u64;
const RAMP: [Colour; 2] = [Colour(0xE9, 0xD5, 0xEC), Colour(0x55, 0x1A, 0x6B)];

/// Colours of outlines and curves, told apart on white and over most cells.
pub(super) const LINES: [Colour; 7] = [
    Colour(0xCC, 0x00, 0x77),
    Colour(0x00, 0x55, 0xAA),
    Colour(0xE0, 0x80, 0x00),
    Colour(0x00, 0x80, 0x60),
    Colour(0x55, 0xB4, 0xE9),
    Colour(0x7A, 0x3B, 0x00),
    BLACK,
];

impl Colour {
    /// Six hexadecimal digits.
    pub(super) fn hex(self) -> String {
        format!("{:02X}{:02X}{:02X}", self.0, self.1, self.2)
    }

    /// Black or white, whichever is read better on this colour.
    pub(super) fn ink(self) -> Colour {
        let luma = 299 * u32::from(self.0) + 587 * u32::from(self.1) + 114 * u32::from(self.2);
        if luma > 128_000 { BLACK } else { WHITE }
    }
}

/// The colour of `value` in a picture whose greatest value is `greatest`.
pub(super) fn of_value(value: u64, greatest: u64) -> Colour {
    if value < RAMP_FROM {
        return VALUES[value as usize];
    }
    let (part, whole) = (u128::from(value - RAMP_FROM), u128::from(greatest.saturating_sub(RAMP_FROM)).max(1));
    let mix = |from: u8, to: u8| {
        let (from, to) = (u128::from(from), u128::from(to));
        // Both ramp ends are bytes and part <= whole, so the mean is a byte; the product fits as value is 64 bits wide.
        ((from * (whole - part.min(whole)) + to * part.min(whole)) / whole) as u8
    };
    let [from, to] = RAMP;
    Colour(mix(from.0, to.0), mix(from.1, to.1), mix(from.2, to.2))
}

/// The colours of the values 0 to 64 where a picture does not know its greatest value, each as `#RRGGBB`.
pub fn colours() -> Vec<String> {
    (0..=64).map(|value| format!("#{}", of_value(value, 16).hex())).collect()
}

/// The colour of a worth from 0 to 100: from orange over pale yellow to bluish green (after Okabe and Ito), which the
/// colour-blind tell apart; made darker by so many parts of 255.
pub(super) fn of_worth(worth: u64, darker: u8) -> Colour {
    let [bad, middle, good] = [[0xD5u64, 0x5E, 0x00], [0xFF, 0xF3, 0xC4], [0x00, 0x9E, 0x73]];
    let (from, to, part) = if worth < 50 { (bad, middle, worth) } else { (middle, good, worth.min(100) - 50) };
    let mix = |i: usize| ((from[i] * (50 - part) + to[i] * part) / 50) as u8;
    let [red, green, blue] = [0, 1, 2].map(|i| mix(i).saturating_sub(darker));
    Colour(red, green, blue)
}
