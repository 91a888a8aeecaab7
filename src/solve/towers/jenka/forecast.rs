//! What an enumeration costs on many machines, from what was measured on one.
use super::layers::SHARDS;

/// What was measured of an enumeration.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Measured {
    /// The towers that a worker finds and values in a second of processor time.
    pub rate: f64,
    /// The bytes that a tower's options come to when all of them belong to other workers.
    pub exchanged: f64,
    /// The greatest share of a worker over the mean share.
    pub balance: f64,
    /// The part of all towers that two plies one after the other have at most.
    pub share: f64,
    /// The bytes that a tower of these two plies takes in memory.
    pub held: f64,
    /// The bytes that a tower takes in the files of all plies.
    pub kept: f64,
}

/// The machines, all alike.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Machines {
    /// How many there are.
    pub count: u32,
    /// The cores of each, one worker on each core.
    pub cores: u32,
    /// The memory of each, in bytes.
    pub memory: f64,
    /// The bytes that each sends in a second.
    pub network: f64,
}

/// What is to be expected. It is an estimate: all in it but the measured rates is proportional to the towers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Forecast {
    /// Into how many parts the largest layer falls, so that one part of it fits the memory; nothing if there are more than
    /// the shards of a layer.
    pub parts: Option<u32>,
    /// The memory of each machine that holds the largest layer in one part, in bytes.
    pub memory: f64,
    /// The files of each machine, in bytes.
    pub files: f64,
    /// The time from the start to the end, in seconds.
    pub seconds: f64,
    /// The hours of all cores together.
    pub core_hours: f64,
}

/// The cost of so many towers. A layer in parts is gone through once for each of them, and nothing is sent while anything is
/// computed: both make the time rather too long.
pub fn forecast(towers: f64, measured: &Measured, machines: &Machines) -> Forecast {
    let count = f64::from(machines.count);
    let mine = towers * measured.balance / count;
    let memory = mine * measured.share * measured.held;
    let parts = (memory / machines.memory).max(1.0).log2().ceil().exp2();
    let computed = mine / (measured.rate * f64::from(machines.cores));
    let sent = mine * measured.exchanged * (1.0 - 1.0 / count) / machines.network;
    let seconds = (computed + sent) * parts;
    Forecast {
        parts: (parts <= SHARDS as f64).then_some(parts as u32),
        memory,
        files: mine * measured.kept,
        seconds,
        core_hours: seconds * count * f64::from(machines.cores) / 3600.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cost_is_what_the_formula_says() {
        let measured = Measured { rate: 10.0, exchanged: 100.0, balance: 1.5, share: 0.5, held: 20.0, kept: 30.0 };
        let alone = Machines { count: 1, cores: 4, memory: 20_000.0, network: 1000.0 };
        let one = forecast(4000.0, &measured, &alone);
        let right =
            Forecast { parts: Some(4), memory: 60_000.0, files: 180_000.0, seconds: 600.0, core_hours: 2.0 / 3.0 };
        assert_eq!(one, right);
        let four = forecast(4000.0, &measured, &Machines { count: 4, ..alone });
        assert_eq!((four.parts, four.memory, four.seconds), (Some(1), 15_000.0, 37.5 + 112.5));
        assert_eq!(forecast(1e6, &measured, &alone).parts, None);
    }
}
