//! The colours of the pictures.
//!
//! Few values have the eight colours of Okabe and Ito ("Color universal design"), which the colour-blind tell apart, in an
//! order in which the first four grow lighter, so that they differ in grey as well. Many values, and all quantities, are on
//! the scale viridis of Smith and van der Walt, which grows lighter all the way. Value 0 is black, so that P-positions stand
//! out.

use crate::report::figure::Ramp;

/// A colour by its red, green and blue parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Colour(pub u8, pub u8, pub u8);

pub(super) const BLACK: Colour = Colour(0, 0, 0);
pub(super) const WHITE: Colour = Colour(255, 255, 255);
pub(super) const GREY: Colour = Colour(0xB0, 0xB0, 0xB0);
/// Small print.
pub(super) const DARK: Colour = Colour(0x55, 0x55, 0x55);
/// A cell with no value.
pub(super) const BLANK: Colour = Colour(0xF4, 0xF4, 0xF4);

const VALUES: [Colour; 8] = [BLACK, BLUE, SKY, YELLOW, GREEN, ORANGE, VERMILLION, PURPLE];

const BLUE: Colour = Colour(0x00, 0x72, 0xB2);
const SKY: Colour = Colour(0x56, 0xB4, 0xE9);
const GREEN: Colour = Colour(0x00, 0x9E, 0x73);
const YELLOW: Colour = Colour(0xF0, 0xE4, 0x42);
const ORANGE: Colour = Colour(0xE6, 0x9F, 0x00);
const VERMILLION: Colour = Colour(0xD5, 0x5E, 0x00);
const PURPLE: Colour = Colour(0xCC, 0x79, 0xA7);

/// The scale viridis at every eighth of its length; between them it is straight to the eye.
const VIRIDIS: [[u8; 3]; 9] = [
    [0x44, 0x01, 0x54],
    [0x47, 0x2D, 0x7B],
    [0x3B, 0x52, 0x8B],
    [0x2C, 0x72, 0x8E],
    [0x21, 0x91, 0x8C],
    [0x28, 0xAE, 0x80],
    [0x5E, 0xC9, 0x62],
    [0xAD, 0xDC, 0x30],
    [0xFD, 0xE7, 0x25],
];

/// Colours of outlines and curves: Okabe and Ito without yellow, which is too light on white.
pub(super) const LINES: [Colour; 7] = [VERMILLION, BLUE, GREEN, PURPLE, ORANGE, SKY, BLACK];

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

/// The colour of `value` in a picture whose greatest value is `greatest`, on the scale if there is one.
pub(super) fn of_value(value: u64, greatest: u64, ramp: Option<&Ramp>) -> Colour {
    match ramp {
        Some(ramp) => viridis(place(value, ramp.ends, ramp.logarithmic)),
        None if greatest < VALUES.len() as u64 => VALUES[value as usize],
        None if value == 0 => BLACK,
        None => viridis(place(value, (1, greatest), false)),
    }
}

/// Where on the scale, from 0 to 1, a quantity lies. A logarithm to the base 2 in whole steps and straight lines between
/// them is the same on every machine.
fn place(value: u64, (least, most): (u64, u64), logarithmic: bool) -> f64 {
    let grown = |value: u64| match (logarithmic, value) {
        (false, _) => value as f64,
        (true, 0) => 0.0,
        (true, _) => f64::from(value.ilog2()) + value as f64 / (1_u64 << value.ilog2()) as f64 - 1.0,
    };
    let span = grown(most) - grown(least);
    if span > 0.0 { ((grown(value) - grown(least)) / span).clamp(0.0, 1.0) } else { 0.5 }
}

/// The colour at a place of the scale, from 0 to 1.
pub(super) fn viridis(part: f64) -> Colour {
    let steps = (VIRIDIS.len() - 1) as f64;
    let at = ((part * steps) as usize).min(VIRIDIS.len() - 2);
    let rest = part * steps - at as f64;
    let mix =
        |i: usize| (f64::from(VIRIDIS[at][i]) * (1.0 - rest) + f64::from(VIRIDIS[at + 1][i]) * rest).round() as u8;
    Colour(mix(0), mix(1), mix(2))
}

/// The colours of the values 0 to 64 where a picture does not know its greatest value, each as `#RRGGBB`.
pub fn colours() -> Vec<String> {
    let greatest = |value: u64| if value < VALUES.len() as u64 { value } else { 64 };
    (0..=64).map(|value| format!("#{}", of_value(value, greatest(value), None).hex())).collect()
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
