//! The connections of the processes of a run, and how they end together.
use crate::error::{Error, Result, say};
use crate::solve::store::BUILD;
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::allocator::{AllocatorBuilder, ProcessBuilder};
use timely::communication::{Config, Hooks};

/// How long a process waits for the others to start.
const PATIENCE: Duration = Duration::from_secs(60);
/// Between two attempts.
const PAUSE: Duration = Duration::from_millis(50);
/// A connection that says nothing for so long is asked whether it is still there,
const SILENCE: Duration = Duration::from_secs(10);
/// and after so many questions without an answer, as long apart, it counts as lost.
const QUESTIONS: u32 = 3;
/// The longest file of addresses, in bytes.
const LONGEST: u64 = 1 << 20;
/// The most bytes of the line with which a process presents itself.
const LINE: u64 = 1000;

/// The processes of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cluster {
    /// Where each process listens, as `machine:port`.
    pub addresses: Vec<String>,
    /// Which of them this one is.
    pub process: usize,
    /// The workers of each process.
    pub workers: usize,
}

/// What timely needs of the connections.
pub type Built = (Vec<AllocatorBuilder>, Box<dyn std::any::Any + Send>);

impl Cluster {
    /// The processes that a file lists, one address a line.
    ///
    /// # Errors
    /// What the system says, no such process, no workers.
    pub fn read(hosts: &Path, process: usize, workers: usize) -> Result<Self> {
        let text = crate::file::text(hosts, LONGEST, "a file of addresses")?;
        let addresses: Vec<String> =
            text.lines().map(|line| line.trim().to_string()).filter(|l| !l.is_empty()).collect();
        let wrong = |what: String, right: &str| Err(Error::input(hosts.display().to_string(), what, right));
        if addresses.is_empty() {
            return wrong("no address".to_string(), "one machine:port a line");
        }
        for (line, address) in addresses.iter().enumerate() {
            let port = address
                .rsplit_once(':')
                .filter(|(machine, _)| !machine.is_empty())
                .map(|(_, port)| port.parse::<u16>());
            if !matches!(port, Some(Ok(1..=u16::MAX))) {
                return wrong(format!("'{address}'"), "machine:port, with a port from 1 to 65535");
            }
            if addresses[..line].contains(address) {
                return wrong(format!("'{address}' twice"), "an address of its own for each process");
            }
        }
        if process >= addresses.len() {
            let right = format!("a number below {}, the lines of {}", addresses.len(), hosts.display());
            return Err(Error::input("--process", process.to_string(), right));
        }
        if !(1..=256).contains(&workers) {
            return Err(Error::input("--workers", workers.to_string(), "a number from 1 to 256"));
        }
        Ok(Cluster { addresses, process, workers })
    }

    /// Connects with all other processes, which must run the same build on the same `start`.
    ///
    /// # Errors
    /// An address that is not free, a process that does not answer, or one that runs something else.
    pub(super) fn connect(&self, start: &str) -> Result<Built> {
        let processes = self.addresses.len();
        let failed =
            |error: String| Error::input(&self.addresses[self.process], error, "connections between the processes");
        if processes == 1 {
            return Config::Process(self.workers).try_build().map_err(failed);
        }
        let sockets =
            self.sockets(&format!("topple {BUILD} {start} with {processes} processes of {} workers", self.workers))?;
        let hooks = Hooks::default();
        let local = ProcessBuilder::new_typed_vector(self.workers, hooks.refill.clone(), hooks.spill.clone());
        let built = initialize_networking_from_sockets(local, sockets, self.process, self.workers, hooks);
        let (builders, guard) = built.map_err(|error| failed(error.to_string()))?;
        Ok((builders.into_iter().map(AllocatorBuilder::Tcp).collect(), Box::new(guard)))
    }

    /// A socket to each other process. Every process calls those before it, and is called by those after it.
    fn sockets(&self, hello: &str) -> Result<Vec<Option<TcpStream>>> {
        let address = &self.addresses[self.process];
        let free = |error: std::io::Error| {
            Error::input(address, error.to_string(), "an address of this machine that no other program listens at")
        };
        let listener = TcpListener::bind(address).map_err(free)?;
        listener.set_nonblocking(true).map_err(free)?;
        let deadline = Instant::now() + PATIENCE;
        let mut sockets: Vec<Option<TcpStream>> = self.addresses.iter().map(|_| None).collect();
        for (process, address) in self.addresses.iter().enumerate().take(self.process) {
            let stream = retry(deadline, address, || TcpStream::connect(address).ok())?;
            self.greet(&stream, hello, address)?;
            sockets[process] = Some(stream);
        }
        while sockets[self.process + 1..].iter().any(Option::is_none) {
            let missing = sockets.iter().rposition(Option::is_none).expect("one is missing");
            let (stream, from) = retry(deadline, &self.addresses[missing], || listener.accept().ok())?;
            let process = self.greet(&stream, hello, &from.to_string())?;
            if process <= self.process || sockets.get(process).is_none_or(Option::is_some) {
                return Err(Error::input(
                    from.to_string(),
                    format!("it says it is process {process}"),
                    "another --process",
                ));
            }
            sockets[process] = Some(stream);
        }
        Ok(sockets)
    }

    /// Presents this process to another one, and returns the number of that one.
    fn greet(&self, stream: &TcpStream, hello: &str, place: &str) -> Result<usize> {
        let failed = |error: std::io::Error| {
            let what = format!("no greeting ({error})");
            Error::input(place, what, "a process of the same run")
        };
        stream.set_nonblocking(false).and_then(|()| stream.set_nodelay(true)).map_err(failed)?;
        watch_over(stream).map_err(failed)?;
        stream.set_read_timeout(Some(PATIENCE)).map_err(failed)?;
        let mut writer = stream;
        writer.write_all(format!("{hello}\t{}\n", self.process).as_bytes()).map_err(failed)?;
        let mut said = Vec::new();
        // Byte by byte: what follows the line belongs to timely.
        BufReader::with_capacity(1, stream).take(LINE).read_until(b'\n', &mut said).map_err(failed)?;
        stream.set_read_timeout(None).map_err(failed)?;
        let said = String::from_utf8_lossy(&said);
        match said.trim_end().split_once('\t').map(|(said, process)| (said, process.parse())) {
            Some((said, Ok(process))) if said == hello => Ok(process),
            _ if said.is_empty() => Err(failed(ErrorKind::UnexpectedEof.into())),
            _ => Err(Error::input(place, format!("it runs '{}'", said.trim_end()), format!("'{hello}', as here"))),
        }
    }
}

/// A machine that vanishes says no word, so the system asks for one: without it the others would wait for ever.
#[cfg(unix)]
fn watch_over(stream: &TcpStream) -> std::io::Result<()> {
    use rustix::net::sockopt;
    sockopt::set_socket_keepalive(stream, true)?;
    sockopt::set_tcp_keepidle(stream, SILENCE)?;
    sockopt::set_tcp_keepintvl(stream, SILENCE)?;
    sockopt::set_tcp_keepcnt(stream, QUESTIONS)?;
    // What was sent and is not acknowledged is asked about by nobody: it may take as long and no longer.
    #[cfg(target_os = "linux")]
    sockopt::set_tcp_user_timeout(stream, (SILENCE * (QUESTIONS + 1)).as_millis() as u32)?;
    Ok(())
}

/// Elsewhere the system decides for how long it waits.
#[cfg(not(unix))]
fn watch_over(_: &TcpStream) -> std::io::Result<()> {
    Ok(())
}

/// Tries again and again, until the others should have started.
fn retry<T>(deadline: Instant, address: &str, attempt: impl Fn() -> Option<T>) -> Result<T> {
    loop {
        if let Some(done) = attempt() {
            return Ok(done);
        }
        if Instant::now() > deadline {
            let right = "all processes of the run started within a minute";
            return Err(Error::input(address, "no process answers", right));
        }
        std::thread::sleep(PAUSE);
    }
}

/// From now on a thread that loses the connection with another process ends this process with one line.
pub(super) fn end_with_the_others() {
    std::panic::set_hook(Box::new(|panic| {
        let said = panic.payload_as_str().unwrap_or_default();
        if said.starts_with("timely communication error") {
            end("another process ended before the run was done; start all of them again with --resume");
        }
        end(&format!("a worker failed: {panic}").replace('\n', " "));
    }));
}

/// Ends the process with one line; the others lose the connection and end too.
pub(super) fn end(line: &str) -> ! {
    static ENDED: AtomicBool = AtomicBool::new(false);
    if !ENDED.swap(true, Ordering::SeqCst) {
        say(&format!("topple: {line}"));
        std::process::exit(2);
    }
    loop {
        std::thread::park();
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use rustix::net::sockopt;

    #[test]
    fn both_ends_of_a_connection_find_out_when_the_other_machine_is_gone() {
        let free = || TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
        let addresses = vec![free(), free()];
        let sockets = |process| Cluster { addresses: addresses.clone(), process, workers: 1 }.sockets("hello").unwrap();
        let ends = std::thread::scope(|scope| {
            [0, 1]
                .map(|process| {
                    scope.spawn({
                        let sockets = &sockets;
                        move || sockets(process)
                    })
                })
                .map(|end| end.join().unwrap())
        });
        for stream in ends.iter().flatten().flatten() {
            assert!(sockopt::socket_keepalive(stream).unwrap());
            assert_eq!(sockopt::tcp_keepidle(stream).unwrap(), Duration::from_secs(10));
            assert_eq!(sockopt::tcp_keepintvl(stream).unwrap(), Duration::from_secs(10));
            assert_eq!(sockopt::tcp_keepcnt(stream).unwrap(), 3);
            assert_eq!(sockopt::tcp_user_timeout(stream).unwrap(), 40_000);
        }
        assert_eq!(ends.iter().flatten().flatten().count(), 2);
    }
}
