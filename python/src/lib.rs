//! What Python calls. Positions and games are text, answers with many parts are JSON: `package/topple/__init__.py` gives both
//! their Python form, and is what a user sees.
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyByteArray;
use std::path::Path;
use topple::claim::library;
use topple::claim::window::drawn;
use topple::error::Error;
use topple::game::Play;
use topple::game::any;
use topple::game::named::vector_game;
use topple::game::wells::{Movement, PieceSet};
use topple::proof::region::wells::WellGame;
use topple::proof::{self, Reject};
use topple::report::{FigureFormat, draw, position};
use topple::run::{export, ledger, theorems};
use topple::solve::periods::{self, Budget};
use topple::solve::values::table::ValueTable;
use topple::solve::wells::regions;
use topple::solve::{Memory, Unwatched, answer};

create_exception!(_topple, ToppleError, PyValueError, "Bad input: what was found, where, and what would be right.");
create_exception!(_topple, Refused, ToppleError, "A certificate that the checker refuses, with the place.");

fn wrong(error: Error) -> PyErr {
    ToppleError::new_err(error.to_string())
}

fn refused(reject: Reject) -> PyErr {
    Refused::new_err(reject.to_string())
}

/// The way of play that a word names.
fn way(play: &str) -> PyResult<Play> {
    let unknown = || wrong(Error::input("play", format!("'{play}'"), "grundy, normal or misere"));
    Play::from_word(play).ok_or_else(unknown)
}

/// The value of a position or of a sum, as `topple value --json` prints it.
#[pyfunction]
fn value(py: Python<'_>, game: &str, positions: Vec<String>) -> PyResult<String> {
    let answer = py.detach(|| answer::answer(game, &positions)).map_err(wrong)?;
    Ok(serde_json::to_string(&answer).expect("an answer is plain data"))
}

/// Every move of a position with the position that it leads to.
#[pyfunction]
fn moves(game: &str, at: &str) -> PyResult<Vec<(String, String)>> {
    any::open(game).and_then(|game| game.moves(&game.standard(at)?)).map_err(wrong)
}

fn table(game: &str, play: Play, size: &[usize], memory: u64) -> Result<ValueTable, Error> {
    ValueTable::new(&vector_game(game)?, play, size, Memory(memory))
}

/// The number of states, and the values of a window as 16-bit words, the last coordinate fastest, state by state.
#[pyfunction]
fn values<'py>(
    py: Python<'py>,
    game: &str,
    size: Vec<usize>,
    play: &str,
    memory: u64,
) -> PyResult<(usize, Bound<'py, PyByteArray>)> {
    let play = way(play)?;
    let table = py.detach(|| table(game, play, &size, memory)).map_err(wrong)?;
    let bytes: Vec<u8> = table.cells().iter().flat_map(|value| value.to_ne_bytes()).collect();
    Ok((table.states, PyByteArray::new(py, &bytes)))
}

/// The picture of a window as SVG.
#[pyfunction]
fn draw_values(py: Python<'_>, game: &str, size: Vec<usize>, play: &str, memory: u64) -> PyResult<String> {
    let play = way(play)?;
    let picture = || {
        let table = table(game, play, &size, memory)?;
        let figure = drawn(&vector_game(game)?, play, &table)
            .ok_or_else(|| Error::input(game, format!("{} coordinates", size.len()), "a game with one or two"))?;
        draw(&figure, FigureFormat::Svg)
    };
    svg(py.detach(picture).map_err(wrong)?)
}

fn svg(bytes: Vec<u8>) -> PyResult<String> {
    Ok(String::from_utf8(bytes)?)
}

/// The pattern of a game: whether it is proved, in words, its numbers and its certificate.
#[pyfunction]
fn period(py: Python<'_>, game: &str, play: &str, cells: usize, memory: u64) -> PyResult<String> {
    let play = way(play)?;
    let budget = Budget { cells, ..Budget::default() };
    let found = py.detach(|| periods::find(&vector_game(game)?, play, budget, Memory(memory))).map_err(wrong)?;
    let told = match found {
        periods::Answer::Proved(pattern) => {
            let along = |axis: &periods::Repeat| (axis.preperiod, axis.period);
            serde_json::json!({
                "words": pattern.words(),
                "axes": pattern.axes().map(|axes| axes.iter().map(along).collect::<Vec<_>>()),
                "largest_value": pattern.facts().largest_value,
                "certificate": pattern.certificate.to_text(),
            })
        }
        periods::Answer::Unknown(reached) => serde_json::json!({ "words": reached }),
    };
    Ok(told.to_string())
}

/// What the certificate with this text proves.
#[pyfunction]
fn check(py: Python<'_>, text: &str) -> PyResult<Vec<String>> {
    let facts = py.detach(|| proof::check(text)).map_err(refused)?;
    Ok(facts.iter().map(ToString::to_string).collect())
}

/// The text of a file with a certificate.
#[pyfunction]
fn read_certificate(path: &str) -> PyResult<String> {
    proof::file::read(Path::new(path)).map_err(wrong)
}

/// The least depth in which the player wins, and the greatest one known in which the machine does.
#[pyfunction]
fn wells(
    py: Python<'_>,
    pieces: &str,
    width: u8,
    most: u16,
    rule: &str,
    lookahead: u8,
    memory: u64,
) -> PyResult<(Option<u16>, Option<u16>)> {
    let least = || {
        let game = WellGame::new(width, most, PieceSet::parse(pieces)?, Movement::from_word(rule)?, lookahead)?;
        regions::ask(&game, Memory(memory))?;
        regions::least_height(&game, 0, Memory(memory), &Unwatched)
    };
    let found = py.detach(least).map_err(wrong)?;
    Ok((found.height, found.lost_to))
}

/// The picture of a position as SVG, and in plain characters.
#[pyfunction]
fn draw_position(game: &str, at: &str) -> PyResult<(String, String)> {
    let (figure, text) = position(game, at).map_err(wrong)?;
    Ok((svg(draw(&figure, FigureFormat::Svg).map_err(wrong)?)?, text))
}

/// The draft of an OEIS entry of the Grundy values of a vector addition game.
#[pyfunction]
fn oeis(py: Python<'_>, game: &str) -> PyResult<String> {
    py.detach(|| vector_game(game).and_then(|game| export::oeis(&game))).map_err(wrong)
}

/// The ledger of the folder `root` as JSON.
#[pyfunction]
fn ledger_of(py: Python<'_>, root: &str) -> PyResult<String> {
    let read = || {
        let checked = theorems::checked_here(Path::new(root))?;
        ledger::entries(&library::experiments()?, Path::new(root), &|name| checked.contains(name))
    };
    let entries = py.detach(read).map_err(wrong)?;
    Ok(serde_json::to_string(&entries).expect("entries are plain data"))
}

/// The part of the package `topple` that is written in Rust.
#[pymodule]
fn _topple(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("ToppleError", module.py().get_type::<ToppleError>())?;
    module.add("Refused", module.py().get_type::<Refused>())?;
    module.add_function(wrap_pyfunction!(value, module)?)?;
    module.add_function(wrap_pyfunction!(moves, module)?)?;
    module.add_function(wrap_pyfunction!(values, module)?)?;
    module.add_function(wrap_pyfunction!(draw_values, module)?)?;
    module.add_function(wrap_pyfunction!(period, module)?)?;
    module.add_function(wrap_pyfunction!(check, module)?)?;
    module.add_function(wrap_pyfunction!(read_certificate, module)?)?;
    module.add_function(wrap_pyfunction!(wells, module)?)?;
    module.add_function(wrap_pyfunction!(draw_position, module)?)?;
    module.add_function(wrap_pyfunction!(oeis, module)?)?;
    module.add_function(wrap_pyfunction!(ledger_of, module)?)
}
