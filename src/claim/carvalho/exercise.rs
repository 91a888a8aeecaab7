//! The sum of four towers (Figure 5) and the drawing of towers (appendix).
use crate::claim::{Certificate, Decision, Finding, Task, library};
use crate::error::Result;
use crate::game::{Play, any};
use crate::report::figure::{Figure, TowerDrawing};
use crate::report::table::Table;
use crate::solve::values;
use crate::value::nim_sum;
use std::collections::BTreeSet;

/// The value of the sum of Figure 5 and all its winning moves.
pub fn figure_5_exercise(_: &Task) -> Result<Decision> {
    let rows = library::reference("carvalho/figure-5.csv")?;
    let (towers, moves): (Vec<_>, Vec<_>) = rows.iter().partition(|row| row["kind"] == "tower");
    let positions: Vec<&str> = towers.iter().map(|row| row["position"].as_str()).collect();
    let computed = values::evaluate("clock-nim", Play::Grundy, &positions, values::MOST_POSITIONS)?;
    let certificate = Certificate::new("figure-5-towers", values::certificate("clock-nim", Play::Grundy, &positions)?)?;
    let mut cells = Vec::new();
    for row in &towers {
        let (printed, value) = (library::number(row, "value")?, computed[&row["position"]]);
        if printed != value {
            cells.push(format!("tower {}: printed *{printed}, computed *{value}", row["tower"]));
        }
    }
    let values =
        Finding::compared("the values of the four towers", "values", cells, "the computed values", &[&certificate]);
    let total = nim_sum(positions.iter().map(|position| computed[*position]));
    let game = any::open("clock-nim")?;
    let mut winning = BTreeSet::new();
    for (tower, position) in (1..).zip(&positions) {
        let wanted = total ^ computed[*position];
        for (name, option) in game.moves(position)? {
            if computed[&option] == wanted {
                winning.insert((tower, name.replace("a pile of ", ""), wanted));
            }
        }
    }
    let mut printed = BTreeSet::new();
    for row in &moves {
        printed.insert((library::number(row, "tower")?, row["move"].clone(), library::number(row, "value")?));
    }
    let said =
        |(tower, name, value): &(u64, String, u64)| format!("tower {tower}, a layer worth {name}, leaving *{value}");
    let missing = winning.difference(&printed).map(|found| format!("not printed: {}", said(found)));
    let wrong = printed.difference(&winning).map(|found| format!("does not win: {}", said(found)));
    let cells = missing.chain(wrong).collect();
    let holds = format!("the sum is *{total}, and {} moves win", winning.len());
    let found = Finding::compared(
        "the winning moves of the sum are the three printed ones",
        "values",
        cells,
        &holds,
        &[&certificate],
    );
    let header = ["tower", "pile", "left value"].map(String::from).to_vec();
    let rows =
        winning.iter().map(|(tower, name, value)| vec![tower.to_string(), name.clone(), value.to_string()]).collect();
    let table = Table { title: "All winning moves of the sum of Figure 5".to_string(), header, rows };
    Ok(Decision {
        findings: vec![values, found],
        tables: vec![(String::new(), table)],
        certificates: vec![certificate],
        ..Decision::default()
    })
}

/// The two towers of the appendix, as the lists of its macro write them.
const APPENDIX: [&str; 2] =
    ["{1,0,1},{1,0,1},{0,1,1},{0,1,1},{1,1,1},{0,1,0}", "{0,1,0},{1,0,1},{0,1,1},{1,0,1},{1,1,1},{0,1,1}"];

/// The two towers of the appendix, drawn, with their Grundy values.
pub fn tower_drawing(_: &Task) -> Result<Decision> {
    let computed = values::evaluate("jenga", Play::Grundy, &APPENDIX, values::MOST_POSITIONS)?;
    let certificate = Certificate::new("appendix-towers", values::certificate("jenga", Play::Grundy, &APPENDIX)?)?;
    let game = any::open("jenga")?;
    let mut drawings = Vec::new();
    for tower in APPENDIX {
        let standard = game.standard(tower)?;
        let levels = standard.split('/').map(|level| level.chars().map(|slot| slot == '1').collect()).collect();
        drawings.push(TowerDrawing {
            caption: format!("{standard}: *{}", computed[&standard]),
            levels,
            marked: Vec::new(),
        });
    }
    let part = "the two towers of the appendix are towers of the game, drawn level by level from their lists";
    let finding = Finding::proved(part, "values", &[&certificate])
        .note("our copy of the appendix has no picture to compare with");
    Ok(Decision {
        findings: vec![finding],
        figures: vec![(String::new(), Figure::Towers(drawings))],
        certificates: vec![certificate],
        ..Decision::default()
    })
}
