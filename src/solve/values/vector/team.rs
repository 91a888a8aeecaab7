//! The threads of a sweep. Each has its own columns of tiles and goes from band to band by itself; it waits only for
//! those tiles of the band before that its next one reads, which are its own and a neighbour's, and the neighbour
//! computes these first. So threads seldom wait, and each does an equal part of the work.
use super::cut::{Cut, plans};
use super::kernel::Mark;
use super::run::{Part, Reader};
use super::tile::{Ground, Plan, Tile};
use crate::error::Result;
use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};

/// No thread begins a band before the band so many before it is complete. It bounds the memory.
pub(super) const BANDS_APART: usize = 2;

/// Who gets the parts of tiles in their order.
pub(super) type End<'a> = &'a mut dyn FnMut(Part) -> Result<()>;

/// What the threads share.
pub(super) struct Team<'a, M> {
    ground: &'a Ground<'a>,
    cut: Cut,
    threads: usize,
    reader: &'a dyn Reader,
    state: Mutex<State<M>>,
    changed: Condvar,
}

struct State<M> {
    /// The number of the first of `bands`.
    first: usize,
    bands: VecDeque<Band<M>>,
    /// Memory to be used again.
    spare: Vec<Vec<Vec<M>>>,
    /// Somebody failed; all others end too.
    stopped: bool,
}

/// A band with what is done of it. A band stays until its values are read and the next one needs its tiles no more.
struct Band<M> {
    tiles: Vec<Option<Done<M>>>,
    left: usize,
}

/// A tile that is done, with its part until that is read.
struct Done<M> {
    tile: Arc<Tile<M>>,
    part: Option<Part>,
}

/// What a tile begins from: the tiles that it reads, and memory.
type Start<M> = (Vec<Arc<Tile<M>>>, Vec<Vec<M>>);

impl<'a, M: Mark> Team<'a, M> {
    /// Computes all bands; `end` gets the parts of the tiles, by band and then by tile, on the calling thread.
    pub fn run(ground: &'a Ground<'a>, cut: Cut, threads: usize, reader: &'a dyn Reader, end: End<'_>) -> Result<()> {
        let state = State { first: 0, bands: VecDeque::new(), spare: Vec::new(), stopped: false };
        let team = Team::<M> { ground, cut, threads, reader, state: Mutex::new(state), changed: Condvar::new() };
        std::thread::scope(|scope| {
            for thread in 1..threads {
                let team = &team;
                scope.spawn(move || {
                    let _stop = StopOnPanic(team);
                    // Only `end` fails, and this one cannot.
                    let _ = team.work(thread, &mut |_| Ok(()));
                });
            }
            let _stop = StopOnPanic(&team);
            let done = team.work(0, end);
            if done.is_err() {
                team.stop();
            }
            done
        })
    }

    fn lock(&self) -> MutexGuard<'_, State<M>> {
        self.state.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    fn stop(&self) {
        self.lock().stopped = true;
        self.changed.notify_all();
    }

    /// What one thread does; the first thread also hands out the parts of complete bands.
    fn work(&self, thread: usize, end: End<'_>) -> Result<()> {
        let mut before: Vec<Plan> = Vec::new();
        let (mut first, mut band) = (0, 0);
        while first <= self.ground.region.top {
            let last = self.ground.region.top.min(first + self.cut.levels - 1);
            let now = plans(self.ground, &self.cut, first, last);
            self.begin(band, now.len());
            for tile in self.own(thread, now.len()) {
                let reads: Vec<usize> =
                    (0..before.len()).filter(|&k| now[tile].reads(self.ground, &before[k])).collect();
                let Some((tiles, planes)) = self.wait(band, &reads) else { return Ok(()) };
                let mut part = self.reader.part();
                let done = Tile::new(self.ground, now[tile], &tiles, planes, |run| self.reader.see(&mut part, run));
                drop(tiles);
                self.finish(band, tile, done, part);
                if thread == 0 {
                    self.hand_out(end)?;
                }
            }
            (before, first, band) = (now, last + 1, band + 1);
        }
        while thread == 0 && self.wait_for_rest() {
            self.hand_out(end)?;
        }
        Ok(())
    }

    /// The first thread that comes to a band makes a track for what will be done of it.
    fn begin(&self, band: usize, tiles: usize) {
        let mut state = self.lock();
        if state.first + state.bands.len() <= band {
            let none = (0..tiles).map(|_| None).collect();
            state.bands.push_back(Band { tiles: none, left: tiles });
        }
    }

    /// The tiles of a thread: those at its ends first, since the neighbours wait for them.
    fn own(&self, thread: usize, tiles: usize) -> Vec<usize> {
        let mut own: Vec<usize> = (0..tiles).filter(|k| k * self.threads / tiles == thread).collect();
        if own.len() > 2 {
            let last = own.pop().expect("it has more than two");
            own.insert(1, last);
        }
        own
    }

    /// Waits for tiles of the band before; returns them and memory for the next tile, or nothing if all is to end.
    fn wait(&self, band: usize, reads: &[usize]) -> Option<Start<M>> {
        let mut state = self.lock();
        loop {
            if state.stopped {
                return None;
            }
            let complete = |number: usize| number < state.first || state.bands[number - state.first].left == 0;
            if band < BANDS_APART || complete(band - BANDS_APART) {
                let before = band.checked_sub(1).and_then(|number| state.bands.get(number.checked_sub(state.first)?));
                let read = |&k: &usize| before.and_then(|band| Some(band.tiles[k].as_ref()?.tile.clone()));
                if let Some(found) = reads.iter().map(read).collect::<Option<Vec<_>>>() {
                    return Some((found, state.spare.pop().unwrap_or_default()));
                }
            }
            state = self.changed.wait(state).unwrap_or_else(std::sync::PoisonError::into_inner);
        }
    }

    fn finish(&self, band: usize, number: usize, tile: Tile<M>, part: Part) {
        let mut state = self.lock();
        let band = band - state.first;
        state.bands[band].tiles[number] = Some(Done { tile: Arc::new(tile), part: Some(part) });
        state.bands[band].left -= 1;
        drop(state);
        self.changed.notify_all();
    }

    /// Gives the parts of complete bands to `end`, and frees the bands that nobody reads any more.
    fn hand_out(&self, end: End<'_>) -> Result<()> {
        let mut ready = Vec::new();
        let mut state = self.lock();
        for band in state.bands.iter_mut().take_while(|band| band.left == 0) {
            ready.extend(band.tiles.iter_mut().flatten().filter_map(|done| done.part.take()));
        }
        while state.bands.len() > 1 && state.bands[0].left == 0 && state.bands[1].left == 0 {
            let old = state.bands.pop_front().expect("there are two");
            state.first += 1;
            let tiles = old.tiles.into_iter().flatten().filter_map(|done| Arc::into_inner(done.tile));
            state.spare.extend(tiles.map(Tile::into_planes));
        }
        drop(state);
        ready.into_iter().try_for_each(end)
    }

    /// Waits until some band is complete that was not; false if all are.
    fn wait_for_rest(&self) -> bool {
        let mut state = self.lock();
        let unread = |band: &Band<M>| band.tiles.iter().flatten().any(|done| done.part.is_some());
        loop {
            if state.stopped {
                return false;
            }
            match state.bands.iter().find(|band| band.left > 0 || unread(band)) {
                None => return false,
                Some(band) if band.left == 0 => return true,
                Some(_) => state = self.changed.wait(state).unwrap_or_else(std::sync::PoisonError::into_inner),
            }
        }
    }
}

/// Ends the other threads when this one panics, so that none waits for it.
struct StopOnPanic<'t, 'a, M: Mark>(&'t Team<'a, M>);

impl<M: Mark> Drop for StopOnPanic<'_, '_, M> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.stop();
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::error::Error;
    use crate::game::Play;
    use crate::game::named::vector_game;
    use crate::solve::Memory;
    use crate::solve::values::table::ValueTable;
    use crate::solve::values::vector::{Run, fold};

    const PLENTY: Memory = Memory(1 << 30);

    fn on<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads").install(work)
    }

    /// The first position of each run with its values, in the order in which they are handed out.
    fn runs(name: &str, size: &[usize], threads: usize) -> Vec<(Vec<i64>, Vec<i64>, Vec<u8>)> {
        let game = vector_game(name).expect("a known game");
        let mut all = Vec::new();
        let see = |part: &mut Vec<_>, run: Run<'_>| {
            let mut values = Vec::new();
            run.values_into(&mut values);
            part.push((run.track.start().to_vec(), run.track.step().to_vec(), values));
        };
        let end = |part| {
            all.extend(Vec::into_iter(part));
            Ok(())
        };
        on(threads, || fold(&game, Play::Grundy, size, PLENTY, see, end)).expect("it fits");
        all
    }

    #[test]
    fn one_to_four_threads_hand_out_the_same_cells_each_once() {
        for (name, size) in [
            ("addition (-2,0),(-2,1),(1,-1)", vec![1, 1]),
            ("addition (-2,0),(-2,1),(1,-1)", vec![1, 700]),
            ("addition (-2,0),(-2,1),(1,-1)", vec![700, 1]),
            ("addition (-1,0),(0,-1),(-1,-1)", vec![6001, 47]),
            ("addition (-1,0),(0,-1),(-1,-1)", vec![3, 9001]),
            ("addition (0,-1)", vec![9001, 3]),
            ("addition (-1,0,0),(0,-1,0),(0,0,-1)", vec![53, 2, 67]),
        ] {
            let game = vector_game(name).expect("a known game");
            let table = ValueTable::plain(&game, Play::Grundy, &size, PLENTY).expect("it fits");
            let one = runs(name, &size, 1);
            let mut cells = 0;
            for (start, step, values) in &one {
                for (k, &value) in values.iter().enumerate() {
                    let at: Vec<u64> = start.iter().zip(step).map(|(x, s)| (x + k as i64 * s) as u64).collect();
                    assert_eq!(u64::from(value), table.value(0, &at), "{name} {size:?} {at:?}");
                }
                cells += values.len();
            }
            // Values and number are right, and no two runs begin alike: each cell is there once.
            assert_eq!(cells, size.iter().product::<usize>(), "{name} {size:?}");
            for threads in 2..=4 {
                assert!(runs(name, &size, threads) == one, "{name} {size:?} on {threads} threads");
            }
        }
    }

    #[test]
    fn a_reader_that_fails_ends_all_threads() {
        let game = vector_game("white-knight").expect("a known game");
        for threads in 1..=4 {
            let mut parts = 0;
            let end = |()| {
                parts += 1;
                if parts < 5 { Ok(()) } else { Err(Error::input("a reader", "it has seen enough", "less")) }
            };
            let done = on(threads, || fold(&game, Play::Grundy, &[3000, 2500], PLENTY, |_, _| (), end));
            assert!(done.is_err() && parts == 5, "{threads} threads");
        }
    }

    #[test]
    fn a_reader_that_panics_leaves_no_thread_waiting() {
        let game = vector_game("white-knight").expect("a known game");
        for threads in 1..=4 {
            let see = |_: &mut (), run: Run<'_>| assert!(run.track.start()[0] < 900, "far enough");
            let sweep = || fold(&game, Play::Grundy, &[3000, 2500], PLENTY, see, |()| Ok(()));
            assert!(std::panic::catch_unwind(|| on(threads, sweep)).is_err(), "{threads} threads");
        }
    }
}
