//! A player from outside: a program that reads lines and writes lines.
//!
//! For each move it gets one line of JSON on its standard input, `{"levels": [...], "moves": [...]}`: for each level from
//! the bottom up three slots, each `[x, y, yaw]` or `null`, and the legal moves as `[level, slot, place]`. It answers with
//! one line, one of these moves. It should flush its output. Its text is the command, parted at spaces, after
//! `seconds=5,` if it has another time limit a move than ten seconds. Each thread of a contest has a process of its own.
//!
//! A program that ends, takes too long or answers with anything but a legal move stops the contest with one line.
use super::{Agent, Parameters};
use crate::arena::{Move, Rng, Tower};
use crate::error::{Error, Result};
use serde::Serialize;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

/// What it does.
pub(super) const ABOUT: &str = "a program of yours that speaks lines: program:CMD or program:seconds=5,CMD";

/// The usual time limit of a move.
const USUAL_SECONDS: f64 = 10.0;
/// The longest line that is read of a program.
const LONGEST_LINE: u64 = 10_000;
/// What a program should do.
const EXPECTED: &str = "one line with a legal move [level,slot,place] for each line that it gets";

/// The player, and the processes that wait for a position.
struct Program {
    command: String,
    limit: Duration,
    idle: Mutex<Vec<Process>>,
}

pub(super) fn make(parameters: &mut Parameters) -> Result<Box<dyn Agent>> {
    let text = parameters.whole();
    let wrong = |what: String| Error::input("agent 'program'", what, "program:CMD or program:seconds=5,CMD");
    let (seconds, command) = match text.strip_prefix("seconds=").map(|rest| rest.split_once(',').unwrap_or((rest, "")))
    {
        Some((number, command)) => {
            let seconds = number.parse().ok().filter(|seconds| (0.001..=1e6).contains(seconds));
            (seconds.ok_or_else(|| wrong(format!("a time limit of '{number}' seconds")))?, command)
        }
        None => (USUAL_SECONDS, text),
    };
    if command.trim().is_empty() {
        return Err(wrong("no command".to_string()));
    }
    let program =
        Program { command: command.to_string(), limit: Duration::from_secs_f64(seconds), idle: Mutex::default() };
    // A command that does not exist is told at once.
    program.give_back(program.started()?);
    Ok(Box::new(program))
}

/// A running program.
struct Process {
    child: Child,
    input: ChildStdin,
    answers: Receiver<String>,
    /// The last line of its complaints, when it has ended.
    complaint: Receiver<String>,
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A position as the program gets it.
#[derive(Serialize)]
struct Question {
    levels: Vec<[Option<[f64; 3]>; 3]>,
    moves: Vec<[u8; 3]>,
}

impl Agent for Program {
    fn choose(&self, tower: &Tower, _: &mut Rng) -> Result<Move> {
        let waiting = self.idle.lock().map_or(None, |mut idle| idle.pop());
        let mut process = waiting.map_or_else(|| self.started(), Ok)?;
        let slots =
            |level| std::array::from_fn(|slot| tower.block(level, slot).map(|block| [block.x, block.y, block.yaw]));
        let moves = tower.moves().map(|Move { level, slot, place }| [level, slot, place]).collect();
        let question = Question { levels: (0..tower.height()).map(slots).collect(), moves };
        let line = serde_json::to_string(&question).expect("a position is plain data") + "\n";
        let answer = process.answer(&line, self.limit).map_err(|what| self.failed(what))?;
        let [level, slot, place] = serde_json::from_str(&answer).map_err(|_| self.failed(format!("'{answer}'")))?;
        let chosen = Move { level, slot, place };
        if !tower.is_legal(chosen) {
            return Err(self.failed(format!("'{answer}' is not a legal move")));
        }
        self.give_back(process);
        Ok(chosen)
    }
}

impl Program {
    fn failed(&self, what: String) -> Error {
        Error::input(format!("agent 'program:{}'", self.command), what, EXPECTED)
    }

    fn give_back(&self, process: Process) {
        if let Ok(mut idle) = self.idle.lock() {
            idle.push(process);
        }
    }

    fn started(&self) -> Result<Process> {
        let mut words = self.command.split_whitespace();
        let mut command = Command::new(words.next().unwrap_or_default());
        command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|error| {
            let place = format!("agent 'program:{}'", self.command);
            Error::input(place, format!("cannot be started: {error}"), "a program and its arguments, parted by spaces")
        })?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(input), Some(output), Some(errors)) = pipes else {
            return Err(self.failed("it has no pipes".to_string()));
        };
        Ok(Process { child, input, answers: answers(output), complaint: complaint(errors) })
    }
}

impl Process {
    /// The answer to a line, or what went wrong.
    fn answer(&mut self, line: &str, limit: Duration) -> std::result::Result<String, String> {
        // If the program has ended, there is no answer either, and that is told below.
        let _ = self.input.write_all(line.as_bytes()).and_then(|()| self.input.flush());
        match self.answers.recv_timeout(limit) {
            Ok(answer) => Ok(answer.trim().to_string()),
            Err(RecvTimeoutError::Timeout) => Err(format!("no answer within {} s", limit.as_secs_f64())),
            Err(RecvTimeoutError::Disconnected) => Err(self.ended()),
        }
    }

    fn ended(&mut self) -> String {
        let said = self.complaint.recv_timeout(Duration::from_secs(1)).unwrap_or_default();
        let _ = self.child.kill();
        let how = self.child.wait().map_or_else(|error| error.to_string(), |status| status.to_string());
        if said.is_empty() { format!("it ended with {how}") } else { format!("it ended with {how}, saying '{said}'") }
    }
}

/// The lines that the program writes, read by a thread. No more than one is held, so that a program cannot fill the memory.
fn answers(output: ChildStdout) -> Receiver<String> {
    let (send, receive) = sync_channel(1);
    std::thread::spawn(move || {
        let mut output = BufReader::new(output);
        loop {
            let mut line = Vec::new();
            match output.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line) {
                Ok(1..) if send.send(String::from_utf8_lossy(&line).into_owned()).is_ok() => (),
                _ => return,
            }
        }
    });
    receive
}

/// The last line of the standard error, sent when the program has closed it.
fn complaint(errors: ChildStderr) -> Receiver<String> {
    let (send, receive) = sync_channel(1);
    std::thread::spawn(move || {
        let (mut errors, mut last) = (BufReader::new(errors), String::new());
        loop {
            let mut line = Vec::new();
            match errors.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line) {
                Ok(1..) => {
                    let said = String::from_utf8_lossy(&line).trim().to_string();
                    last = if said.is_empty() { last } else { said };
                }
                _ => break,
            }
        }
        // No one may want to know.
        let _ = send.send(last);
    });
    receive
}
