//! Blocks from a cloud of points: Figure 4.
use super::{in_words, table};
use crate::arena::cloud::{Accuracy, Conditions, measure};
use crate::claim::{Decision, Finding, Task, Verdict};
use crate::error::Result;
use crate::report::figure::{Curves, Figure};
use serde::Deserialize;

/// What the point cloud takes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Cloud {
    /// Synthetic levels.
    levels: usize,
    /// Standard deviations of the error of a point, in millimetres.
    sensors: Vec<f64>,
    /// Points on the outline of each block.
    points: usize,
    /// Another seed, other levels.
    seed: u64,
}

/// Figure 4: blocks from a cloud of points on their outlines.
///
/// # Errors
/// Wrong parameters.
pub fn point_cloud(task: &Task) -> Result<Decision> {
    let given: Cloud = task.experiment.parameters(task.scale)?;
    let conditions: Vec<Conditions> = given
        .sensors
        .iter()
        .map(|sensor| Conditions { points: given.points, sensor: sensor / 1000.0, ..Conditions::default() })
        .collect();
    task.watch.begin("levels from clouds", conditions.len() as u64, "sensors");
    let mut measured = Vec::new();
    for one in &conditions {
        measured.push(measure(given.levels, one, given.seed));
        task.watch.advance(1);
    }
    let rows = given.sensors.iter().zip(&measured).flat_map(|(sensor, found)| accuracy_rows(*sensor, found)).collect();
    let header = [
        "sensor_mm",
        "blocks",
        "levels_seen",
        "found_1",
        "found_2",
        "found_3",
        "loss_1_mm",
        "loss_2_mm",
        "loss_3_mm",
        "centre_mm",
        "centre_most_mm",
        "angle_degrees",
    ];
    let findings =
        given.sensors.iter().zip(&measured).take(1).map(|(sensor, found)| right_counts(*sensor, found, &given));
    Ok(Decision {
        findings: findings.collect(),
        tables: vec![(String::new(), table("Blocks of a level from a cloud of points", &header, rows))],
        figures: vec![(String::new(), losses(&given, &measured))],
        ..Decision::default()
    })
}

fn accuracy_rows(sensor: f64, found: &Accuracy) -> Vec<Vec<String>> {
    let row = |blocks: usize| {
        let counts = found.counts[blocks];
        let head = vec![sensor.to_string(), (blocks + 1).to_string(), counts.iter().sum::<usize>().to_string()];
        let errors = [found.centre, found.centre_most, found.angle];
        [
            head,
            counts.iter().map(usize::to_string).collect(),
            found.losses[blocks].iter().map(|loss| format!("{loss:.3}")).collect(),
            errors.iter().map(|error| format!("{error:.3}")).collect(),
        ]
        .concat()
    };
    (0..3).map(row).collect()
}

fn right_counts(sensor: f64, found: &Accuracy, given: &Cloud) -> Finding {
    let (right, all) = found.right();
    let bound = format!("{all} levels, points with an error of {sensor} mm, seed {}", given.seed);
    let found_as_said = match 100 * right >= 95 * all {
        true => Verdict::Swept { bound },
        false => Verdict::Open { reached: bound },
    };
    let part = "the number of blocks is told from the losses of one, two and three blocks, at least 95 times in 100";
    Finding::new(part, "synthetic levels", found_as_said).note(format!(
        "{}; where it is right, centres are {:.2} mm off in the mean and {:.2} mm at most",
        in_words(right as u64, all as u64),
        found.centre,
        found.centre_most
    ))
}

/// The mean losses of one, two and three blocks: they fall sharply until the number is right.
fn losses(given: &Cloud, measured: &[Accuracy]) -> Figure {
    let curve = |blocks: usize| {
        let points = measured
            .iter()
            .take(1)
            .flat_map(move |found| (1..=3).map(move |fit| (fit as f64, found.losses[blocks][fit - 1])));
        (format!("{} blocks on the level", blocks + 1), points.collect())
    };
    let title = format!("Mean loss of the best fit, {} points a block", given.points);
    let axes = ["blocks fitted", "loss in millimetres"];
    let curves = Curves::one_panel(&title, axes, (0..3).map(curve).collect());
    Figure::Curves(Curves { logarithmic: true, ..curves })
}
