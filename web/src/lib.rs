//! The rules, the checkers and the small engines of topple as one module of WebAssembly.
//!
//! The module speaks bytes: the caller asks for room with [`room`], writes a request there and calls [`ask`], which says
//! how many bytes [`answer`] then points to. A request is text: its first line says what is asked, see [`answered`]. The
//! first byte of an answer is 0 if all is well and 1 if the rest is one line that says what is wrong.
mod answer;
mod games;
mod lab;
mod patterns;
mod proofs;
mod steps;
mod tower;
mod wells;

pub use answer::Answer;
use answer::wrong;
use std::cell::RefCell;

/// What is kept from one request to the next.
#[derive(Default)]
struct Memory {
    request: Vec<u8>,
    answer: Vec<u8>,
    games: games::Games,
    lab: Option<lab::Lab>,
    wells: Option<wells::Match>,
    strategy: Option<steps::Steps>,
    tower: Option<tower::Match>,
}

thread_local! {
    static MEMORY: RefCell<Memory> = RefCell::default();
}

/// Room for a request of so many bytes.
// The module is loaded alone: no other symbol has this name.
#[unsafe(no_mangle)]
pub extern "C" fn room(bytes: usize) -> *mut u8 {
    MEMORY.with_borrow_mut(|memory| {
        memory.request = vec![0; bytes];
        memory.request.as_mut_ptr()
    })
}

/// Answers the request; the length of the answer in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> usize {
    MEMORY.with_borrow_mut(|memory| {
        let request = std::mem::take(&mut memory.request);
        let found = match std::str::from_utf8(&request) {
            Ok(text) => answered(memory, text),
            Err(_) => Err(wrong("request", "not UTF-8 text", "text")),
        };
        memory.answer.clear();
        match found {
            Ok(bytes) => memory.answer.extend([0].into_iter().chain(bytes)),
            Err(error) => memory.answer.extend([1].into_iter().chain(error.to_string().into_bytes())),
        }
        memory.answer.len()
    })
}

/// Where the answer stands.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    MEMORY.with_borrow(|memory| memory.answer.as_ptr())
}

/// The answer to a request: the first word says what is asked, the rest of its line and the lines after it with what.
fn answered(memory: &mut Memory, request: &str) -> Answer {
    let (head, body) = request.split_once('\n').unwrap_or((request, ""));
    let (verb, with) = head.split_once(' ').unwrap_or((head, ""));
    match verb {
        "check" => proofs::check(body),
        "game" => memory.games.show(with, body),
        "lab" => {
            let (lab, said) = lab::Lab::new(with, body)?;
            memory.lab = Some(lab);
            Ok(said)
        }
        "period" => lab::of(&mut memory.lab)?.period(),
        "view" => lab::of(&mut memory.lab)?.view(with),
        "well" => {
            let table = wells::Match::new(with)?;
            memory.wells.insert(table).scene()
        }
        "place" => wells::of(&mut memory.wells)?.place(with),
        "hint" => wells::of(&mut memory.wells)?.hint(),
        "strategy" => memory.strategy.insert(steps::Steps::new(body)?).scene(),
        "tower" => memory.tower.insert(tower::Match::new(with)?).scene(),
        "take" => wells::of(&mut memory.tower)?.make(with),
        "send" => wells::of(&mut memory.strategy)?.send(with),
        _ => Err(wrong(
            "request",
            verb,
            "check, game, lab, period, view, well, place, hint, strategy, send, tower or take",
        )),
    }
}
