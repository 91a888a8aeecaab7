//! Two pieces at a time: Lemma 1 and Table 3.2, for every even width, and the exact least heights.
use super::picture::{Play, only, part, plays, run, states, together};
use super::{Evidence, Given};
use crate::claim::{Decision, Finding, Task, Verdict, library};
use crate::error::Result;
use crate::game::tetris::{PieceSet, Rule, Well};
use crate::proof::region::wells::WellGame;
use crate::proof::region::wells::lanes::{LaneState, LaneStrategy};
use crate::report::figure::States;
use crate::report::table::Table;
use crate::solve::safety::fewest::{Effort, Fewest, fewest, wells};
use crate::solve::safety::graph::{Least, least};
use crate::solve::safety::lane_pairs::couple;
use crate::solve::safety::lane_rules::lemma_1 as rule;
use crate::solve::safety::lanes::in_width;
use serde::Deserialize;
use std::collections::BTreeSet;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Widths {
    /// Strategies are written out for wells up to this width.
    widest: u8,
}

const LANES: &str = "certificate: lanes";
const DEEPEST: u16 = 12;
/// What is spent on the fewest states of a strategy.
const EFFORT: Effort = Effort { situations: 100_000, steps: 400_000 };

/// Section 3.1, Lemma 1.
pub fn lemma_1(task: &Task) -> Result<Decision> {
    let given: Widths = task.experiment.parameters(task.scale)?;
    let (mut evidence, mut rows) = (Evidence::default(), Vec::new());
    pictures(&mut evidence)?;
    for (other, says, closer) in [("I", "the bar", 6), ("J", "elbow J", 5), ("L", "elbow L", 5)] {
        let strategy = rule(other)?;
        let certificate = evidence.lanes(&format!("lemma-1-O{other}"), &strategy)?;
        lemma_findings(says, closer, &strategy, &certificate, &mut evidence);
        for width in (2..=given.widest).step_by(2) {
            let concrete = in_width(&strategy, width / 2)?;
            let lines = concrete.moves.len();
            // Wide wells have many situations, which the lane certificate covers already.
            if lines <= super::MOST_LINES {
                evidence.strategy(&format!("lemma-1-O{other}-width-{width}"), &concrete)?;
            }
            let cells = [format!("O{other}"), width.to_string(), concrete.game.depth.to_string(), lines.to_string()];
            rows.push(cells.to_vec());
            if lines > 10 * super::MOST_LINES {
                break;
            }
        }
    }
    let header = ["pieces", "width", "height_reached", "lines"].map(String::from).to_vec();
    let title = "The strategy of Lemma 1, always in the first of the lowest smooth lanes".to_string();
    Ok(evidence.decision(vec![(String::new(), Table { title, header, rows })]))
}

/// The strategies in width 4, and what they make of one lane (Figures 3.13 to 3.16).
fn pictures(evidence: &mut Evidence) -> Result<()> {
    let [bar, right, left] = ["I", "J", "L"].map(|other| in_width(&rule(other)?, 2));
    let (bar, right, left) = (bar?, right?, left?);
    for (name, other, strategy) in [("figure-3-13", "bar", &bar), ("figure-3-14", "elbow J", &right)] {
        let height = strategy.game.depth;
        evidence.states(name, states(&format!("square and {other} in width 4: height {height}"), strategy));
    }
    let title = "Only elbows, only bars: the first makes a lane bumpy, the second makes it smooth";
    evidence.states("figure-3-15", together(title, [&left, &bar].map(|strategy| only("", strategy, 1)).to_vec()));
    let bumpy = |well: &Well| [0, 2].map(|lane| well.rows().iter().any(|row| [1, 2].contains(&(row >> lane & 3))));
    let in_bumpy = |play: &Play| play.pieces == [0] && bumpy(play.before)[usize::from(play.at.column / 2)];
    let both = [&left, &bar];
    let cleared: BTreeSet<usize> =
        both.iter().flat_map(|strategy| plays(strategy)).filter(in_bumpy).map(|play| play.cleared).collect();
    let title =
        format!("Every square in a bumpy lane of width 4, with elbows and with bars; rows cleared: {cleared:?}");
    evidence.states("figure-3-16", together(&title, both.map(|strategy| part("", strategy, in_bumpy)).to_vec()));
    Ok(())
}

fn lemma_findings(says: &str, closer: u16, strategy: &LaneStrategy, certificate: &str, evidence: &mut Evidence) {
    let proved = || Verdict::Entailed { certificates: vec![certificate.to_string()] };
    let height = strategy.game.depth;
    let worst = format!(
        "the greatest height over all choices among the lowest smooth lanes and all even widths is at most {height}; width 2 is included"
    );
    let part = format!(
        "square and {says}: the rule goes on for ever in every even width, at height at most 7, without lookahead"
    );
    let all = |holds: bool, part: String| {
        let verdict = match holds {
            true => proved(),
            false => Verdict::Refuted { counterexample: format!("certificate {certificate}") },
        };
        Finding::new(part, LANES, verdict)
    };
    evidence.findings.push(all(height <= 7, part).note(worst));
    let part = format!("square and {says}: on closer counting the height is {closer}");
    evidence.findings.push(all(height <= closer, part));
    let states: Vec<&LaneState> = strategy.moves.keys().map(|(state, _)| state).collect();
    let bumpy = |state: &LaneState| {
        let lanes = state.lanes.iter().filter(|(lane, _)| lane.iter().any(|row| *row != 0b11));
        lanes.map(|(lane, some)| (lane.len(), *some)).collect::<Vec<_>>()
    };
    let one = states.iter().all(|state| matches!(bumpy(state)[..], [] | [(_, false)]));
    let low = states.iter().all(|state| bumpy(state).iter().all(|(height, _)| *height <= 4));
    let smooth = states.iter().all(|state| state.height() <= 7);
    let part = format!(
        "square and {says}: S1, S2 and S3 hold in every state (at most one bumpy lane, of height at most 4; smooth lanes at most 7)"
    );
    evidence.findings.push(all(one && low && smooth, part).note("read off the states that the certificate lists"));
}

/// A row of Table 3.2: the printed name, the pieces that stand for it, and the strategy in every even width.
struct Pair {
    name: &'static str,
    letters: &'static str,
    strategy: LaneStrategy,
}

/// Sections 3.1 and 3.2, Table 3.2.
pub fn table_3_2(task: &Task) -> Result<Decision> {
    let given: Given = task.experiment.parameters(task.scale)?;
    let printed = library::reference("brzustowski/table-3-2.csv")?;
    let (mut evidence, mut rows) = (Evidence::default(), Vec::new());
    let pairs = [
        Pair { name: "Square + Bar", letters: "OI", strategy: rule("I")? },
        Pair { name: "Square + Elbow", letters: "OL", strategy: rule("L")? },
        Pair { name: "Elbow + Bar", letters: "IL", strategy: couple("IL")? },
        Pair { name: "Both Elbows", letters: "JL", strategy: couple("JL")? },
    ];
    task.watch.begin("pairs of pieces", pairs.len() as u64, "pairs");
    for pair in &pairs {
        let row = printed.iter().find(|row| row["pieces"] == pair.name);
        let height = row.and_then(|row| row["height"].parse().ok()).unwrap_or(0);
        pair.findings(height, given.widest, task, &mut evidence)?;
        for (rule, widest) in [(Rule::Drop, given.exact), (Rule::Slide, given.slide)] {
            for (width, lookahead) in (2..=widest).step_by(2).flat_map(|width| [(width, 0), (width, 1)]) {
                let game = WellGame::new(width, 0, PieceSet::parse(pair.letters)?, rule, lookahead)?;
                let least = least(&game, DEEPEST, given.situations, task.memory)?;
                let known = least.strategy.as_ref();
                let fewest = known.map(|known| fewest(&known.game, known, EFFORT)).transpose()?;
                rows.push(pair.row(height, &game, &least, fewest.as_ref()));
                pair.kept(&game, &least, fewest.as_ref(), &mut evidence)?;
            }
        }
        task.watch.advance(1);
    }
    runs(&pairs, &mut evidence)?;
    let header = [
        "pieces",
        "letters",
        "width",
        "lookahead",
        "rule",
        "printed_height",
        "height_in_every_width",
        "least_height",
        "lost_to",
        "found_height",
        "states",
        "states_are",
        "no_fewer_than",
    ];
    let title =
        "Strategies for two pieces: print, the lane strategy for every even width, and the least height by a rule"
            .to_string();
    let table = Table { title, header: header.map(String::from).to_vec(), rows };
    Ok(evidence.decision(vec![(String::new(), table)]))
}

/// What the strategies that look ahead do in width 4 when one piece comes for long (Figures 3.17 and 3.18).
fn runs(pairs: &[Pair], evidence: &mut Evidence) -> Result<()> {
    for (name, letters, first, title) in [
        ("figure-3-17", "IL", 1, "An elbow, then only bars"),
        ("figure-3-18", "IL", 0, "A bar, then only elbows"),
        ("both-elbows", "JL", 0, "Elbow J, then only elbows L"),
    ] {
        let Some(pair) = pairs.iter().find(|pair| pair.letters == letters) else { continue };
        let strategy = in_width(&pair.strategy, 1)?;
        let picture = run("", &strategy, first);
        let looks = picture.arrows.iter().any(|arrow| arrow.lookahead.len() == 1 && arrow.from > 0);
        let says = if looks {
            "the announced piece decides where small pieces stand"
        } else {
            "no play depends on what is announced"
        };
        evidence.states(name, States { title: format!("{title}: {says}"), ..picture });
    }
    Ok(())
}

impl Pair {
    fn findings(&self, printed: u16, widest: u8, task: &Task, evidence: &mut Evidence) -> Result<()> {
        let game = &self.strategy.game;
        let mut certificates = vec![evidence.lanes(&format!("lanes-{}", self.letters), &self.strategy)?];
        // With a last lane of its own the strategy begins at two lanes.
        if game.rest > 0 {
            let narrow = WellGame::new(2, 0, game.pieces.clone(), Rule::Drop, game.lookahead)?;
            if let Some(strategy) = least(&narrow, printed, 100_000, task.memory)?.strategy {
                certificates.push(evidence.strategy(&format!("pair-{}-width-2", self.letters), &strategy)?);
            }
        }
        let look = if game.lookahead == 0 { "no" } else { "one piece of" };
        let part =
            format!("{}: a strategy of height at most {printed} in every even width, with {look} lookahead", self.name);
        let verdict = match game.depth <= printed {
            true => Verdict::Entailed { certificates },
            false => {
                let cell = format!("{}: printed {printed}, the rebuilt rule reaches {}", self.name, game.depth);
                let holds = format!("height {} in every even width", game.depth);
                Verdict::Differs { count: 1, cells: vec![cell], holds, certificates }
            }
        };
        evidence.findings.push(
            Finding::new(part, LANES, verdict)
                .note(format!("the greatest height of the rule over all even widths is at most {}", game.depth)),
        );
        for lanes in 1..=(widest - game.rest) / game.lane {
            let concrete = in_width(&self.strategy, lanes)?;
            if concrete.moves.len() > super::MOST_LINES {
                break;
            }
            evidence.strategy(&format!("pair-{}-rule-width-{}", self.letters, concrete.game.width), &concrete)?;
        }
        Ok(())
    }

    fn row(&self, printed: u16, game: &WellGame, least: &Least, fewest: Option<&Fewest>) -> Vec<String> {
        let &WellGame { width, lookahead, rule, .. } = game;
        let count = |number: Option<usize>| number.map_or(String::new(), |number| number.to_string());
        let text = |number: Option<u16>| number.map_or(String::new(), |number| number.to_string());
        vec![
            self.name.to_string(),
            self.letters.to_string(),
            width.to_string(),
            lookahead.to_string(),
            rule.word().to_string(),
            printed.to_string(),
            text((lookahead >= self.strategy.game.lookahead).then_some(self.strategy.game.depth)),
            text(least.height()),
            text(least.lost_to),
            text(least.strategy.as_ref().map(|strategy| strategy.game.depth)),
            count(fewest.map(|fewest| wells(&fewest.strategy))),
            fewest.map_or("", Fewest::word).to_string(),
            count(fewest.map(|fewest| fewest.at_least)),
        ]
    }

    /// Keeps what shows the least height, and says so.
    fn kept(&self, game: &WellGame, least: &Least, fewest: Option<&Fewest>, evidence: &mut Evidence) -> Result<()> {
        let &WellGame { width, lookahead, rule, .. } = game;
        let by = if rule == Rule::Drop { String::new() } else { format!("{}-", rule.word()) };
        let name = format!("{by}{}-width-{width}-lookahead-{lookahead}", self.letters);
        let mut certificates = Vec::new();
        let strategy = fewest.map(|fewest| &fewest.strategy);
        if let Some((strategy, fewest)) =
            strategy.zip(fewest).filter(|_| width == 4 && rule == Rule::Drop && self.strategy.game.lookahead > 0)
        {
            let look = if lookahead == 0 { "without" } else { "with" };
            let title = format!(
                "{} ({}) in width 4 {look} lookahead: height {}, {} states",
                self.name,
                self.letters,
                strategy.game.depth,
                wells(&fewest.strategy)
            );
            evidence.states(&format!("least-{name}"), states(&title, strategy));
        }
        if let Some(strategy) = strategy.filter(|found| found.moves.len() <= super::MOST_LINES) {
            certificates.push(evidence.strategy(&format!("least-{name}"), strategy)?);
        }
        if let Some(defeat) = least.defeat.as_ref().filter(|found| found.sends.len() <= super::MOST_LINES) {
            certificates.push(evidence.text(&format!("lost-{name}"), defeat.text())?);
        }
        let (part, whole) = match (least.height(), least.lost_to) {
            (Some(height), _) => (format!("the least height is {height}"), 1 + usize::from(height > 0)),
            (None, Some(lost)) => (format!("lost at least up to depth {lost}"), 1),
            (None, None) => return Ok(()),
        };
        let part = format!("{} in width {width}, lookahead {lookahead}, by rule {}: {part}", self.name, rule.word());
        let verdict = match certificates.len() >= whole {
            true => Verdict::Entailed { certificates },
            false => Verdict::Swept { bound: format!("{} in width {width}", self.letters) },
        };
        let mut finding = Finding::new(part, "every situation that can be met", verdict);
        if lookahead == 0 && self.strategy.game.lookahead > 0 && least.strategy.is_some() {
            finding = finding.note("a strategy without lookahead, where print uses it");
        }
        evidence.findings.push(finding);
        Ok(())
    }
}
