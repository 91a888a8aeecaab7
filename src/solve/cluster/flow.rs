//! The dataflows that carry what workers send to each other.
use serde::{Deserialize, Serialize};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;
use timely::ExchangeData;
use timely::dataflow::operators::vec::Map;
use timely::dataflow::operators::{Exchange, Input, Inspect, Probe};
use timely::dataflow::{InputHandle, ProbeHandle};
use timely::worker::Worker;

/// A worker sends no block before all blocks so far before it have arrived everywhere: so bounded is what is under way.
const AHEAD: u64 = 4;
/// A worker that has nothing to do sleeps until something arrives, and at most so long.
const REST: Option<Duration> = Some(Duration::from_millis(1));

/// What workers sent to other workers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Traffic {
    /// The records.
    pub records: u64,
    /// Their bytes, without what the network adds.
    pub bytes: u64,
}

/// A record that goes to one worker.
pub trait Routed: ExchangeData + Clone {
    /// The worker, modulo the number of workers.
    fn route(&self) -> u64;
    /// About so many bytes are sent.
    fn bytes(&self) -> u64 {
        size_of::<Self>() as u64
    }
}

/// The route of a record, which counts what goes to others.
fn routed<T: Routed>(worker: &Worker, traffic: &Rc<Cell<Traffic>>) -> impl Fn(&T) -> u64 + 'static + use<T> {
    let (index, peers, traffic) = (worker.index() as u64, worker.peers() as u64, Rc::clone(traffic));
    move |record| {
        let route = record.route() % peers;
        if route != index {
            let Traffic { records, bytes } = traffic.get();
            traffic.set(Traffic { records: records + 1, bytes: bytes + record.bytes() });
        }
        route
    }
}

/// Sends blocks of records into a dataflow, and works until nothing is under way. `over` learns before which block
/// everything has arrived everywhere.
fn drive<T: ExchangeData + Clone>(
    worker: &mut Worker,
    mut input: InputHandle<u64, timely::container::CapacityContainerBuilder<Vec<T>>>,
    probe: &ProbeHandle<u64>,
    blocks: impl Iterator<Item = Vec<T>>,
    over: impl Fn(u64),
) {
    for (block, records) in blocks.enumerate() {
        records.into_iter().for_each(|record| input.send(record));
        input.advance_to(block as u64 + 1);
        let arrived = (block as u64).saturating_sub(AHEAD);
        worker.step_or_park_while(REST, || probe.less_than(&arrived));
        over(arrived);
    }
    input.close();
    worker.step_or_park_while(REST, || !probe.done());
}

/// Sends records to their workers, and hands those of this worker on.
pub fn exchange<T: Routed>(
    worker: &mut Worker,
    traffic: &Rc<Cell<Traffic>>,
    blocks: impl Iterator<Item = Vec<T>>,
    found: impl FnMut(&T) + 'static,
) {
    let (mut input, route) = (InputHandle::new(), routed::<T>(worker, traffic));
    let probe = worker.dataflow::<u64, _, _>(|scope| {
        scope.input_from(&mut input).container::<Vec<_>>().exchange(route).inspect(found).probe().0
    });
    drive(worker, input, &probe, blocks, |_| ());
}

/// Sends records to their workers, which answer.
pub fn exchange_twice<T: Routed, A: Routed>(
    worker: &mut Worker,
    traffic: &Rc<Cell<Traffic>>,
    blocks: impl Iterator<Item = Vec<T>>,
    answer: impl FnMut(T) -> A + 'static,
    found: impl FnMut(&A) + 'static,
    over: impl Fn(u64),
) {
    let (there, back) = (routed::<T>(worker, traffic), routed::<A>(worker, traffic));
    let mut input = InputHandle::new();
    let probe = worker.dataflow::<u64, _, _>(|scope| {
        let asked = scope.input_from(&mut input).container::<Vec<_>>().exchange(there);
        asked.map(answer).exchange(back).inspect(found).probe().0
    });
    drive(worker, input, &probe, blocks, over);
}

/// What all workers say, for every worker, in the order of the workers.
pub fn gather<T: ExchangeData + Clone>(worker: &mut Worker, mine: Vec<T>) -> Vec<T> {
    let all = Rc::new(RefCell::new(Vec::new()));
    let (received, from) = (Rc::clone(&all), worker.index() as u64);
    let mut input = InputHandle::new();
    let probe = worker.dataflow::<u64, _, _>(|scope| {
        let sent = scope.input_from(&mut input).container::<Vec<(u64, u64, T)>>().exchange(|record| record.0);
        sent.inspect(move |(_, from, said)| received.borrow_mut().push((*from, said.clone()))).probe().0
    });
    let records = (0..worker.peers() as u64).flat_map(|to| mine.iter().map(move |said| (to, from, said.clone())));
    let records = records.collect();
    drive(worker, input, &probe, std::iter::once(records), |_| ());
    let mut all = all.take();
    all.sort_by_key(|&(from, _)| from);
    all.into_iter().map(|(_, said)| said).collect()
}
