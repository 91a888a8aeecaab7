//! An axis of a chart: where a number lies on it, and which numbers are written.

/// An axis.
pub(super) struct Axis {
    ends: (f64, f64),
    logarithmic: bool,
    labels: Vec<(f64, String)>,
}

impl Axis {
    /// An axis over all numbers with some room at its ends and at most so many labels.
    pub fn over(numbers: impl Iterator<Item = f64> + Clone, most: usize) -> Self {
        let whole = numbers.clone().all(|number| number.fract() == 0.0);
        let (low, high) = span(numbers);
        let room = if high > low { 0.03 * (high - low) } else { 1.0 };
        Axis::linear((low - room, high + room), most, whole)
    }

    /// An axis from zero, or from below if there are negative numbers.
    pub fn from_zero(numbers: impl Iterator<Item = f64>, most: usize) -> Self {
        let (low, high) = span(numbers);
        let (low, high) = (low.min(0.0), if high > low.min(0.0) { high } else { low + 1.0 });
        Axis::linear((low, high + 0.03 * (high - low)), most, false)
    }

    /// An axis by whole powers of ten; it shows at least two of them.
    pub fn powers(numbers: impl Iterator<Item = f64>) -> Self {
        let (low, high) = span(numbers);
        let low = low.log10().floor();
        let high = (high.log10() - 1e-9).ceil().max(low + 1.0);
        let labels = (low as i32..=high as i32).map(|power| (10_f64.powi(power), number(10_f64.powi(power))));
        Axis { ends: (low, high), logarithmic: true, labels: labels.collect() }
    }

    /// An axis with names at 1, 2, 3, ...
    pub fn named(names: &[String]) -> Self {
        let labels = names.iter().enumerate().map(|(i, name)| ((i + 1) as f64, name.clone())).collect();
        Axis { ends: (0.5, names.len() as f64 + 0.5), logarithmic: false, labels }
    }

    fn linear(ends: (f64, f64), most: usize, whole: bool) -> Self {
        let step = step((ends.1 - ends.0) / most.max(1) as f64);
        let step = if whole { step.max(1.0) } else { step };
        let first = (ends.0 / step).ceil() as i64;
        let last = (ends.1 / step).floor() as i64;
        let labels = (first..=last).take(1000).map(|n| (n as f64 * step, number(n as f64 * step))).collect();
        Axis { ends, logarithmic: false, labels }
    }

    /// How far along the axis a number lies, from 0 to 1.
    pub fn part(&self, number: f64) -> f64 {
        let number = if self.logarithmic { number.log10() } else { number };
        (number - self.ends.0) / (self.ends.1 - self.ends.0)
    }

    /// The places and the texts of its labels.
    pub fn labels(&self) -> Vec<(f64, String)> {
        self.labels.iter().map(|(number, text)| (self.part(*number), text.clone())).collect()
    }
}

/// The least and the greatest of some finite numbers.
fn span(numbers: impl Iterator<Item = f64>) -> (f64, f64) {
    numbers.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), n| (low.min(n), high.max(n)))
}

/// The least of 1, 2 and 5 times a power of ten that is no smaller.
fn step(least: f64) -> f64 {
    let power = 10_f64.powi(least.log10().floor() as i32);
    [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power).into_iter().find(|step| *step >= least).unwrap_or(10.0 * power)
}

/// A number at an axis: powers of ten from a hundred thousand on, at most six decimals.
fn number(x: f64) -> String {
    let exponent = if x == 0.0 { 0 } else { x.abs().log10().floor() as i32 };
    if (-3..5).contains(&exponent) {
        let text = format!("{x:.6}");
        let text = text.trim_end_matches('0').trim_end_matches('.');
        return if text == "-0" { "0".into() } else { text.into() };
    }
    let factor = format!("{:.2}", x / 10_f64.powi(exponent));
    let power: String = exponent.to_string().chars().map(raised).collect();
    match factor.trim_end_matches('0').trim_end_matches('.') {
        "1" => format!("10{power}"),
        factor => format!("{factor}×10{power}"),
    }
}

fn raised(digit: char) -> char {
    match digit {
        '-' => '⁻',
        _ => ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'][digit.to_digit(10).unwrap_or(0) as usize],
    }
}
