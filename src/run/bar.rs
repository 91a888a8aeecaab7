//! How far something is: a bar, and where there is no terminal a line now and then.
use crate::error::say;
use crate::solve::seldom::{EVERY, Seldom};
use indicatif::{HumanDuration, MultiProgress, ProgressBar, ProgressStyle};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How far one thing is, phase by phase.
pub struct Bar {
    bars: MultiProgress,
    bar: ProgressBar,
    /// What it is.
    what: String,
    phase: Mutex<Phase>,
    said: Arc<Seldom>,
}

/// What is done now.
struct Phase {
    name: String,
    unit: String,
    begun: Instant,
}

impl Bar {
    /// A bar among others, before `below`. All together say at most a line as often as `said` allows.
    pub(super) fn among(bars: &MultiProgress, below: &ProgressBar, what: &str, said: &Arc<Seldom>) -> Self {
        Bar::new(bars.clone(), bars.insert_before(below, ProgressBar::new(0)), what, Arc::clone(said))
    }

    /// A bar alone.
    pub fn alone(what: &str) -> Self {
        let bars = MultiProgress::new();
        let bar = bars.add(ProgressBar::new(0));
        Bar::new(bars, bar, what, Arc::new(Seldom::new(EVERY)))
    }

    fn new(bars: MultiProgress, bar: ProgressBar, what: &str, said: Arc<Seldom>) -> Self {
        let phase = Phase { name: String::new(), unit: String::new(), begun: Instant::now() };
        Bar { bars, bar, what: what.to_string(), phase: Mutex::new(phase), said }
    }

    /// A phase of `total` units begins.
    pub fn begin(&self, phase: &str, total: u64, unit: &str) {
        let template =
            format!("{{bar:30}} {{percent}}%  {{per_sec}} {unit}  about {{eta}} left  {} {phase}", self.what);
        if let Ok(style) = ProgressStyle::with_template(&template) {
            self.bar.set_style(style);
        }
        self.bar.reset();
        self.bar.set_length(total);
        let now = Phase { name: phase.to_string(), unit: unit.to_string(), begun: Instant::now() };
        *self.phase.lock().unwrap_or_else(PoisonError::into_inner) = now;
    }

    /// `done` more units are done.
    pub fn advance(&self, done: u64) {
        self.bar.inc(done);
        if self.said.is_due() && self.bars.is_hidden() {
            say(&self.line());
        }
    }

    /// It is over.
    pub fn close(&self) {
        self.bar.finish_and_clear();
    }

    fn line(&self) -> String {
        let phase = self.phase.lock().unwrap_or_else(PoisonError::into_inner);
        let (done, all) = (self.bar.position(), self.bar.length().unwrap_or(0));
        format!("{} {}: {}", self.what, phase.name, how_far(done, all, &phase.unit, phase.begun.elapsed()))
    }
}

/// Per cent, rate and estimate.
fn how_far(done: u64, all: u64, unit: &str, took: Duration) -> String {
    let rate = done as f64 / took.as_secs_f64().max(1e-9);
    let share = 100.0 * done as f64 / all.max(1) as f64;
    let decimals = if rate < 10.0 { 2 } else { 0 };
    let left = Duration::try_from_secs_f64(all.saturating_sub(done) as f64 / rate);
    let left = left.map_or(String::new(), |left| format!(", about {} left", HumanDuration(left)));
    format!("{share:.0} %, {rate:.decimals$} {unit} a second{left}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_the_thing_the_phase_how_far_how_fast_and_how_long() {
        let bar = Bar::alone("zwick/all");
        bar.begin("towers", 200, "towers");
        bar.bar.inc(50);
        let line = bar.line();
        assert!(line.starts_with("zwick/all towers: 25 %, ") && line.contains(" towers a second, about "), "{line}");
        let said = how_far(30, 120, "games", Duration::from_secs(60));
        assert_eq!(said, "25 %, 0.50 games a second, about 3 minutes left");
        assert_eq!(how_far(0, 120, "games", Duration::from_secs(60)), "0 %, 0.00 games a second");
        assert_eq!(how_far(0, 0, "games", Duration::ZERO), "0 %, 0.00 games a second");
        assert_eq!(
            how_far(2000, 2000, "games", Duration::from_secs(2)),
            "100 %, 1000 games a second, about 0 seconds left"
        );
    }
}
