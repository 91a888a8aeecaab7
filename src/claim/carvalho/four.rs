//! Four blocks a layer (section 4).
use super::map_text;
use super::towers::jenga_4_physical;
use crate::claim::vector::{Known, drawn, written};
use crate::claim::{Certificate, Decision, Finding, Task, library};
use crate::error::Result;
use crate::game::Play;
use crate::solve::table::ValueTable;

/// What [`jenga_4`] takes.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Parameters {
    /// Physical towers from up to this many full levels.
    levels: usize,
}

/// The model is ADDITION((-3,1),(1,-1)); only parity matters; Figure 11.
pub fn jenga_4(task: &Task) -> Result<Decision> {
    let Parameters { levels } = task.experiment.parameters(task.scale)?;
    let known = Known::new(task, "jenga-four-grundy", "addition (-3,1),(1,-1)", Play::Grundy)?;
    let rows = "row 0 4\nrow 1 0";
    let states = ["0 0 1 -1 0", "0 0 0 0 0", "0 0 0 1 0", "0 0 0 2 0"];
    let map = Certificate::new("jenga-four-to-addition", map_text("jenga-four", &known.game.name, rows, &states))?;
    let equality = Finding::compared("the model is ADDITION((-3,1),(1,-1))", "map", Vec::new(), "", &[&map]);
    // Period 2 along columns and 1 along rows: two cells decide the parity of all.
    let parity = (0..2).filter(|&row| known.value(0, &[0, row]) != row).map(|row| format!("G(0,{row}) is not {row}"));
    let periods = known.pattern.axes.as_deref().is_some_and(|axes| axes[0].period == 1 && 2 % axes[1].period == 0);
    let from_zero = known.pattern.axes.as_deref().is_some_and(|axes| axes.iter().all(|axis| axis.preperiod == 0));
    let mut cells: Vec<String> = parity.collect();
    if !periods || !from_zero {
        cells.push(format!("computed {}", known.pattern.words()));
    }
    let part = "G(a,b) is b mod 2 at all cells: no move can be a mistake";
    let parity = Finding::compared(part, "vector", cells, "the computed pattern", &[&known.certificate]);
    let mut cells = Vec::new();
    for row in library::reference("carvalho/figure-11.csv")? {
        let [column, down, printed] = ["column", "row", "value"].map(|name| library::number(&row, name));
        let (column, down, printed) = (column?, down?, printed?);
        let value = known.value(0, &[column, down]);
        if printed != value {
            cells.push(format!("({column},{down}): printed {printed}, computed {value}"));
        }
    }
    let figure =
        Finding::compared("the cells of Figure 11", "vector", cells, "the computed cells", &[&known.certificate]);
    let table = ValueTable::new(&known.game, Play::Grundy, &[12, 14], task.memory)?;
    let mut decision = jenga_4_physical(task, levels)?;
    decision.findings.splice(0..0, [equality, parity, figure]);
    decision.tables.push((String::new(), written(&known.game, Play::Grundy, &table)));
    decision.figures.extend(drawn(&known.game, Play::Grundy, &table).map(|figure| (String::new(), figure)));
    decision.certificates.extend([known.certificate, map]);
    Ok(decision)
}
