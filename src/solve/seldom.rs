//! What is said now and then.
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// How far a long computation is, is said at most so often where no terminal shows it.
pub const EVERY: Duration = Duration::from_secs(10);

/// Something that is done at most so often, whoever asks.
#[derive(Debug)]
pub struct Seldom {
    every: Duration,
    last: Mutex<Instant>,
}

impl Seldom {
    /// It is due for the first time after so long, and then as often.
    pub fn new(every: Duration) -> Self {
        Seldom { every, last: Mutex::new(Instant::now()) }
    }

    /// Whether it is due; who is told so does it.
    pub fn is_due(&self) -> bool {
        // While another one is told, nobody waits.
        let Ok(mut last) = self.last.try_lock() else { return false };
        let due = last.elapsed() >= self.every;
        if due {
            *last = Instant::now();
        }
        due
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_due_once_and_not_before_its_time() {
        let seldom = Seldom::new(Duration::from_secs(3600));
        assert!(!seldom.is_due());
        let short = Seldom::new(Duration::from_millis(20));
        std::thread::sleep(Duration::from_millis(20));
        let told = (0..4).map(|_| short.is_due()).collect::<Vec<bool>>();
        assert!(told[0] && told.contains(&false), "{told:?}");
    }
}
