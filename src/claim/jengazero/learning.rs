//! What networks learn: Figures 1 and 2.
use super::{in_words, shared, table};
use crate::arena::agents::agent;
use crate::arena::learn::{ActionValues, BlockWorth, CurvePoint, DqnPlan, block_worths, dqn_curve, weights};
use crate::arena::{BUFFER, Embedding, Model, Rng, Tower, play};
use crate::claim::{Decision, Finding, Task, Verdict};
use crate::error::{Error, Result};
use crate::report::figure::{Curves, Figure, TowerDrawing, Towers};
use crate::solve::shards;
use serde::{Deserialize, Serialize};

/// What the training curves take.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Training {
    /// Epochs of each training.
    epochs: usize,
    /// Games against each opponent after every so many epochs.
    games: u64,
    /// After every so many epochs.
    every: usize,
    /// Full levels of the larger towers, basic embedding.
    larger: Vec<usize>,
    /// Networks that the program brings along and that are trained once more.
    networks: Vec<String>,
    /// Another seed, other networks.
    seed: u64,
}

/// One training as it is kept.
#[derive(Serialize, Deserialize)]
struct Curve {
    name: String,
    /// Full levels of the first towers.
    levels: usize,
    /// Epoch, games, wins against Random, wins against 1-step.
    points: Vec<[u64; 4]>,
}

/// Figure 1: the win rates of DQN agents while they learn.
///
/// # Errors
/// Parameters that make no training.
pub fn training_curves(task: &Task) -> Result<Decision> {
    let given: Training = task.experiment.parameters(task.scale)?;
    let plan = |embedding| DqnPlan { epochs: given.epochs, ..DqnPlan::paper(embedding, given.seed) };
    let larger = given.larger.iter().map(|&levels| ("DQN-Basic", plan(Embedding::Basic).of_levels(levels)));
    let plans: Vec<(&str, DqnPlan)> =
        [("DQN-Basic", plan(Embedding::Basic)), ("DQN-Nim", plan(Embedding::Nim))].into_iter().chain(larger).collect();
    let curves = shards(
        task.watch,
        "training",
        "trainings",
        plans.len(),
        |_| 1,
        |index| {
            let (name, plan) = &plans[index];
            let points = dqn_curve(plan, given.every, given.games).map_err(|error| error.to_string())?;
            let kept = |point: CurvePoint| [point.epoch as u64, point.games, point.random, point.one_step];
            Ok::<_, String>(Curve {
                name: name.to_string(),
                levels: plan.levels,
                points: points.into_iter().map(kept).collect(),
            })
        },
    )?;
    let curves: Vec<Curve> = curves
        .into_iter()
        .map(|one| one.map_err(|what| Error::input("training", what, "a plan that makes a network")))
        .collect::<Result<_>>()?;
    let mut rows = Vec::new();
    for curve in &curves {
        for &[epoch, games, random, one_step] in &curve.points {
            let head = vec![curve.name.clone(), curve.levels.to_string(), epoch.to_string(), games.to_string()];
            rows.push([head, shared(random, games), shared(one_step, games)].concat());
        }
    }
    let header = [
        "agent",
        "levels_at_start",
        "epoch",
        "games",
        "wins_random",
        "share_random",
        "low_random",
        "high_random",
        "wins_one_step",
        "share_one_step",
        "low_one_step",
        "high_one_step",
    ];
    let mut findings: Vec<Finding> = curves.iter().take(2).flat_map(|curve| converged(curve, &given)).collect();
    findings.extend(trained_again(task, &given.networks)?);
    Ok(Decision {
        findings,
        tables: vec![(String::new(), table("DQN agents while they learn", &header, rows))],
        figures: vec![
            ("random".to_string(), drawn("Wins of DQN agents against Random while they learn (Figure 1a)", &curves, 2)),
            (
                "one-step".to_string(),
                drawn("Wins of DQN agents against 1-step while they learn (Figure 1b)", &curves, 3),
            ),
        ],
        ..Decision::default()
    })
}

/// Whether networks that the program brings along come out of their training to the byte; nothing if none is named.
fn trained_again(task: &Task, names: &[String]) -> Result<Option<Finding>> {
    let other = shards(
        task.watch,
        "training again",
        "networks",
        names.len(),
        |_| 1,
        |index| {
            let file = weights::train(&names[index]).map_err(|error| error.to_string())?;
            Ok::<_, String>(!weights::all().any(|(name, kept)| name == names[index] && kept == file))
        },
    )?;
    let other: Vec<bool> = other
        .into_iter()
        .map(|one| one.map_err(|what| Error::input("parameter networks", what, "networks that can be trained")))
        .collect::<Result<_>>()?;
    let all = weights::names().all(|name| names.contains(&name));
    let domain = format!("{} of {} networks: {}", names.len(), weights::names().count(), names.join(", "));
    let found = match other.iter().position(|&other| other) {
        Some(index) => Verdict::Refuted { counterexample: names[index].clone() },
        None if all => Verdict::Exhausted { domain },
        None => Verdict::Swept { bound: domain },
    };
    let part = "a network that the program brings along comes out of its training to the byte";
    Ok((!names.is_empty()).then(|| Finding::new(part, "training", found)))
}

/// What the text says of a converged DQN, at the end of a training.
fn converged(curve: &Curve, given: &Training) -> Vec<Finding> {
    let Some(&[epoch, games, random, one_step]) = curve.points.last() else { return Vec::new() };
    let bound = format!("{games} games after {epoch} epochs, seed {}", given.seed);
    let say = |part: String, holds: bool, wins: u64| {
        let found = match holds {
            true => Verdict::Swept { bound: bound.clone() },
            false => Verdict::Open { reached: bound.clone() },
        };
        Finding::new(part, "training and games", found).note(in_words(wins, games))
    };
    let [low, high] = crate::arena::wilson(one_step, games);
    vec![
        say(
            format!("{} wins almost always against Random, 9 games of 10, once it has learned", curve.name),
            10 * random >= 9 * games,
            random,
        ),
        say(
            format!("{} wins about half of its games against 1-step, once it has learned", curve.name),
            low <= 0.5 && 0.5 <= high,
            one_step,
        ),
    ]
}

fn drawn(title: &str, curves: &[Curve], column: usize) -> Figure {
    let one = |curve: &Curve| {
        let share = |point: &[u64; 4]| (point[0] as f64, point[column] as f64 / point[1].max(1) as f64);
        (format!("{}, {} levels", curve.name, curve.levels), curve.points.iter().map(share).collect())
    };
    Figure::Curves(Curves::one_panel(title, ["epochs", "share of games won"], curves.iter().map(one).collect()))
}

/// What the values on towers take.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Drawn {
    /// The agent whose network gives the values, and the way in which it was trained.
    network: [String; 2],
    /// Towers: after so many moves of 1-step players from the first tower.
    after: Vec<u32>,
    /// Towers over which learned values and winning moves are compared.
    towers: u64,
    /// Another seed, other towers.
    seed: u64,
}

/// Figure 2: what a DQN gives to every removal, and whether it wins without noise.
///
/// # Errors
/// Parameters that name no network.
pub fn q_values(task: &Task) -> Result<Decision> {
    let given: Drawn = task.experiment.parameters(task.scale)?;
    let [name, way] = &given.network;
    let embedding = if name.ends_with("nim") { Embedding::Nim } else { Embedding::Basic };
    let values = ActionValues::new(weights::named(name, Some(way))?.0, embedding, BUFFER)?;
    let (mut drawings, mut rows) = (Vec::new(), Vec::new());
    for &moves in &given.after {
        let tower = reached(moves, given.seed)?;
        let worths = block_worths(&values, &tower);
        for block in &worths {
            let cells = block.worth.map_or(vec![String::new(); 3], |worth| {
                vec![format!("{:.3}", worth.learned), worth.wins.to_string(), format!("{:.3}", worth.chance)]
            });
            rows.push(
                [[u64::from(moves), block.level as u64, block.slot as u64].map(|n| n.to_string()).to_vec(), cells]
                    .concat(),
            );
        }
        drawings.extend(side_by_side(&tower, &worths, moves));
    }
    let finding = learned_nim(&values, &given)?;
    let header = ["after_moves", "level", "slot", "learned_value", "wins_without_noise", "chance_to_stand"];
    Ok(Decision {
        findings: vec![finding],
        tables: vec![(String::new(), table("What taking each block is worth", &header, rows))],
        figures: vec![(
            String::new(),
            Figure::Towers(Towers {
                title: "What taking each block is worth: as DQN has learned it, and in truth".to_string(),
                towers: drawings,
            }),
        )],
        ..Decision::default()
    })
}

/// A tower that two 1-step players reach after so many moves, with the first seed from the given one that gets so far.
fn reached(moves: u32, seed: u64) -> Result<Tower> {
    let player = agent("one-step")?;
    for number in 0..1000 {
        let mut luck = Rng::new(seed, "drawn tower", number);
        let mut minds = [Rng::new(seed, "first", number), Rng::new(seed, "second", number)];
        let start = Tower::start(Model::default(), 5, &mut luck)?;
        let (mut made, mut found) = (0, (moves == 0).then(|| start.clone()));
        play(start, [player.as_ref(), player.as_ref()], &mut luck, &mut minds, |step| {
            made += 1;
            if made == moves && !step.fell && step.after.removals().next().is_some() {
                found = Some(step.after.clone());
            }
        })?;
        if let Some(tower) = found {
            return Ok(tower);
        }
    }
    Err(Error::input("after", format!("{moves} moves"), "a number of moves that games of 1-step players reach"))
}

/// The tower with the learned values, then with what is exact: the winning moves, and the chance to stand.
fn side_by_side(tower: &Tower, worths: &[BlockWorth], moves: u32) -> [TowerDrawing; 2] {
    let levels: Vec<Vec<bool>> =
        (0..tower.height()).map(|level| (0..3).map(|slot| tower.block(level, slot).is_some()).collect()).collect();
    let drawing = |caption: String, worth: &dyn Fn(&BlockWorth) -> Option<u64>| TowerDrawing {
        caption,
        levels: levels.clone(),
        worths: worths.iter().map(|block| ((block.level, block.slot), worth(block))).collect(),
        ..TowerDrawing::default()
    };
    let learned = |block: &BlockWorth| {
        block.worth.map(|worth| (50.0 * (f64::from(worth.learned).clamp(-1.0, 1.0) + 1.0)).round() as u64)
    };
    let exact = |block: &BlockWorth| {
        block.worth.map(|worth| if worth.wins { (100.0 * worth.chance).round() as u64 } else { 0 })
    };
    [
        drawing(format!("After {moves} moves;the value that DQN gives, 0 for -1 and 100 for 1"), &learned),
        drawing(
            format!(
                "After {moves} moves;0 if the move loses without noise, else the chance in percent that it goes well"
            ),
            &exact,
        ),
    ]
}

/// Whether the move of highest learned value wins without noise more often than a random one.
fn learned_nim(values: &ActionValues, given: &Drawn) -> Result<Finding> {
    let (mut made, mut chances, mut by_chance) = (0_u64, 0_u64, 0.0);
    for number in 0..given.towers {
        let tower = reached(2 + (number % 6) as u32, given.seed + 1 + number)?;
        let worths = block_worths(values, &tower);
        let legal: Vec<_> = worths.iter().filter_map(|block| block.worth).collect();
        let won = legal.iter().filter(|worth| worth.wins).count();
        let best = legal.iter().max_by(|a, b| a.learned.total_cmp(&b.learned));
        if let Some(best) = best.filter(|_| won > 0 && won < legal.len()) {
            chances += 1;
            made += u64::from(best.wins);
            by_chance += won as f64 / legal.len() as f64;
        }
    }
    let bound = format!("{chances} towers of {}, seed {}", given.towers, given.seed);
    let average = 100.0 * by_chance / chances.max(1) as f64;
    let [low, high] = crate::arena::wilson(made, chances).map(|share| 100.0 * share);
    let found = match low <= average && average <= high {
        true => Verdict::Swept { bound },
        false => Verdict::Open { reached: bound },
    };
    let part = "the DQN has learned no strategy as in Nim: its best removal wins without noise no more and no less often than \
                a random removal does";
    Ok(Finding::new(part, "towers of 1-step players", found)
        .note(format!("{}, a random removal {average:.1} %", in_words(made, chances))))
}
