//! Four blocks a layer (section 4).
use super::cells;
use super::maps::Map;
use super::towers::jenga_4_physical;
use crate::claim::library::reference;
use crate::claim::vector::Known;
use crate::claim::window::{drawn, written};
use crate::claim::{Decision, Finding, Goal, Task};
use crate::error::Result;
use crate::game::Play;
use crate::proof::goal::Pattern;
use crate::solve::values::table::ValueTable;

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
    let games = ["jenga-four", &known.game.name];
    let map = Map::to_cells("jenga-four-to-addition", games, 4, [[0, 4, 1, -1], [1, 0, 0, 0]])?;
    let equality = "(a1,a2|s) with a2 > 0 or s > 0 is the cell (4 a2 + s - 1, a1) of ADDITION((-3,1),(1,-1))";
    let equality = map.finding(equality, true, false)?;
    let (game, play) = (known.game.name.clone(), Play::Grundy);
    let parity = Goal::Pattern(Pattern { game, play, from: vec![0, 0], period: vec![1, 2], values: vec![0, 1] });
    let part = "G(a,b) is b mod 2 at all cells";
    let parity = Finding::entailed(part, parity, &[&known.certificate])?
        .note("each of the two moves changes b by one, so none can be a mistake");
    let (goal, differing) = cells(&known, &reference("carvalho/figure-11.csv")?)?;
    let figure = "the cells of Figure 11";
    let figure = Finding::against_print(figure, goal, differing, "the computed cells", &[&known.certificate])?;
    let table = ValueTable::new(&known.game, Play::Grundy, &[12, 14], task.memory)?;
    let mut decision = jenga_4_physical(task, levels)?;
    decision.findings.splice(0..0, [equality, parity, figure]);
    decision.tables.push((String::new(), written(&known.game, Play::Grundy, &table)));
    decision.figures.extend(drawn(&known.game, Play::Grundy, &table).map(|figure| (String::new(), figure)));
    decision.certificates.extend([known.certificate, map.certificate]);
    Ok(decision)
}
