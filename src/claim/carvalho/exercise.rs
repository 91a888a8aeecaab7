//! Sums of towers (Figure 5 and the appendix) and the drawing of towers (appendix).
use super::listing::listing;
use crate::claim::library::{Row, number, reference};
use crate::claim::listed::Listed;
use crate::claim::played::drawing;
use crate::claim::{Decision, Finding, Goal, Task};
use crate::error::{Error, Result};
use crate::game::tower::stability::{Stability, stability};
use crate::game::tower::{Tower, clock as reading};
use crate::game::{Play, any};
use crate::report::figure::{Figure, TowerDrawing, Towers};
use crate::report::table::Table;
use crate::solve::values::sum;
use std::collections::BTreeSet;

const GAME: &str = "clock-nim";

/// The value of the sum of Figure 5 and all its winning moves.
pub fn figure_5_exercise(_: &Task) -> Result<Decision> {
    let rows = reference("carvalho/figure-5.csv")?;
    let (towers, moves): (Vec<_>, Vec<_>) = rows.iter().partition(|row| row["kind"] == "tower");
    let positions: Vec<&str> = towers.iter().map(|row| row["position"].as_str()).collect();
    let known = Listed::new("figure-5-towers", GAME, Play::Grundy, &positions)?;
    let printed = |row: &&Row| Ok((row["position"].clone(), number(row, "value")?));
    let printed = towers.iter().map(printed).collect::<Result<Vec<_>>>()?;
    let values = known.against("the values of the four towers, as CLOCK NIM positions", &printed)?;
    let (found, winning) = winning_moves(&known, &positions, &moves)?;
    let header = ["tower", "move", "value_after"].map(String::from).to_vec();
    let rows =
        winning.into_iter().map(|(tower, name, value)| vec![tower.to_string(), name, value.to_string()]).collect();
    let table = Table { title: "All winning moves of the sum of Figure 5".to_string(), header, rows };
    let (findings, tables) = (vec![values, found], vec![(String::new(), table)]);
    let title = "The four towers of the exercise, each the lowest of its CLOCK NIM position".to_string();
    let drawn = positions.iter().map(|position| tower_of(position)).collect::<Result<_>>()?;
    let figures = vec![("figure-5".to_string(), Figure::Towers(Towers { title, towers: drawn }))];
    Ok(Decision { findings, tables, figures, certificates: vec![known.certificate], ..Decision::default() })
}

/// A tower that reads as this position: layers that are piles of 1, layers that are piles of 2, a complete layer, and blocks
/// above it.
fn tower_of(position: &str) -> Result<TowerDrawing> {
    let bad = || Error::input("figure 5", position, "a position of a tower as (3,3|0)_{3,2}");
    let numbers: Vec<u64> =
        position.split(|c: char| !c.is_ascii_digit()).filter_map(|word| word.parse().ok()).collect();
    let &[ones, twos, clock, 3, 2] = numbers.as_slice() else { return Err(bad()) };
    let top = [vec![], vec![0b010], vec![0b110]].get(clock as usize).cloned().ok_or_else(bad)?;
    let below = std::iter::repeat_n(0b111, twos as usize).chain(std::iter::repeat_n(0b110, ones as usize));
    let tower = Tower { levels: below.chain([0b111]).chain(top).collect() };
    match reading(&tower) == (ones, twos, clock) && stability(3, &tower.levels) == Stability::Stable {
        true => Ok(drawing(3, &tower.levels, position.to_string())),
        false => Err(bad()),
    }
}

/// A winning move: the tower from 1, the pile before and after, and the value that is left of the tower.
type Winning = (u64, String, u64);

/// All winning moves of the sum against the printed ones.
fn winning_moves(known: &Listed, towers: &[&str], rows: &[&Row]) -> Result<(Finding, BTreeSet<Winning>)> {
    let (sum, game) = (sum(GAME, towers)?, any::open(GAME)?);
    let mut winning = BTreeSet::new();
    for (index, option) in &sum.winning {
        let named = game.moves(towers[*index])?.into_iter().filter(|(_, to)| to == option);
        winning
            .extend(named.map(|(name, _)| (*index as u64 + 1, name.replace("a pile of ", ""), known.values[option])));
    }
    let mut printed = BTreeSet::new();
    for row in rows {
        printed.insert((number(row, "tower")?, row["move"].clone(), number(row, "value")?));
    }
    let said = |(tower, name, value): &Winning| format!("tower {tower}, a layer worth {name}, leaving *{value}");
    let missing = winning.difference(&printed).map(|found| format!("not printed: {}", said(found)));
    let wrong = printed.difference(&winning).map(|found| format!("does not win: {}", said(found)));
    let differing: Vec<String> = missing.chain(wrong).collect();
    let holds = format!("the sum is *{}, and {} moves win", sum.value, winning.len());
    let found = "the winning moves of the sum are the three printed ones";
    let found = Finding::against_print(found, Goal::Sum(sum), differing, holds, &[&known.certificate])?;
    Ok((found, winning))
}

/// The three values that the appendix computes with CGSuite, and its procedure.
pub fn cgsuite_examples(task: &Task) -> Result<Decision> {
    let (mut decision, mut rows) = (Decision::default(), Vec::new());
    for (row, example) in reference("carvalho/cgsuite.csv")?.iter().zip(1..) {
        let positions: Vec<&str> = row["position"].split(" + ").collect();
        let known = Listed::new(&format!("cgsuite-example-{example}"), GAME, Play::Grundy, &positions)?;
        let (printed, sum) = (number(row, "value")?, sum(GAME, &positions)?);
        rows.push(vec![row["position"].clone(), printed.to_string(), sum.value.to_string()]);
        let wrong = (printed != sum.value).then(|| format!("printed *{printed}, computed *{}", sum.value));
        let part = format!("{} is *{printed}", row["position"]);
        let differing = Vec::from_iter(wrong);
        let finding =
            Finding::against_print(part, Goal::Sum(sum), differing, "the computed value", &[&known.certificate])?;
        decision.findings.push(finding);
        decision.certificates.push(known.certificate);
    }
    decision.findings.extend(listing(task)?);
    let header = ["position", "printed", "computed"].map(String::from).to_vec();
    decision.tables.push((String::new(), Table { title: "Values of CLOCK NIM".to_string(), header, rows }));
    Ok(decision)
}

/// The two towers of the appendix, drawn, with their Grundy values.
pub fn tower_drawing(_: &Task) -> Result<Decision> {
    let printed = reference("carvalho/appendix.csv")?;
    let towers: Vec<&str> = printed.iter().map(|row| row["layers"].as_str()).collect();
    let (known, game) = (Listed::new("appendix-towers", "jenga", Play::Grundy, &towers)?, any::open("jenga")?);
    let (mut drawings, mut values) = (Vec::new(), Vec::new());
    for tower in towers {
        let standard = game.standard(tower)?;
        let value = known.values[&standard];
        let levels = standard.split('/').map(|level| level.chars().map(|slot| slot == '1').collect()).collect();
        drawings.push(TowerDrawing { caption: format!("{standard}: *{value}"), levels, ..TowerDrawing::default() });
        values.push((standard, value));
    }
    let finding = known.against("the Grundy values of the two towers of the appendix", &values)?.note(
        "the printed diagrams are lost in our copy: the figure is drawn from the lists and compared with nothing",
    );
    let figures = vec![(
        String::new(),
        Figure::Towers(Towers {
            title: "The two towers of the appendix, with their Grundy values".to_string(),
            towers: drawings,
        }),
    )];
    Ok(Decision { findings: vec![finding], figures, certificates: vec![known.certificate], ..Decision::default() })
}
