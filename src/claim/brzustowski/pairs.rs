//! Two pieces at a time: Lemma 1 and Table 3.2, for every even width, and the exact least heights.
use super::exercise::{Exercise, exercise};
use super::picture::{Play, only, part, plays, run, states, together};
use super::{number_or, row, table};
use crate::claim::library::{Row, number, reference};
use crate::claim::{Decision, Fact, Task, Verdict};
use crate::error::Result;
use crate::game::wells::{Movement, PieceSet, Well};
use crate::proof::region::wells::WellGame;
use crate::proof::region::wells::lanes::{LaneGame, LaneStrategy};
use crate::report::figure::States;
use crate::solve::wells::strategies::fewest::{Effort, Fewest, fewest, wells};
use crate::solve::wells::strategies::lane_pairs::couple;
use crate::solve::wells::strategies::lane_rules::lemma_1 as rule;
use crate::solve::wells::strategies::lanes::in_width;
use crate::solve::wells::strategies::state_graph::{Least, least, least_won};
use rayon::prelude::*;
use serde::Deserialize;
use std::collections::BTreeSet;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Widths {
    /// Strategies are written out for wells up to this width.
    widest: u8,
}

/// What [`table_3_2`] takes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Pairs {
    /// Strategies are written out for wells up to this width.
    widest: u8,
    /// The least height is looked for up to this width by rule drop, and by rule slide.
    exact: u8,
    slide: u8,
    /// With so many situations.
    situations: usize,
    exercise: Exercise,
}

const DEEPEST: u16 = 12;
/// What is spent on the fewest states of a strategy.
const EFFORT: Effort = Effort { situations: 100_000, steps: 400_000 };

/// Section 3.1, Lemma 1.
pub fn lemma_1(task: &Task) -> Result<Decision> {
    let given: Widths = task.experiment.parameters(task.scale)?;
    let (mut decision, mut rows) = (Decision::default(), Vec::new());
    pictures(&mut decision)?;
    for print in reference("brzustowski/lemma-1.csv")? {
        let other = print.get("piece").map_or("", String::as_str);
        let strategy = rule(other)?;
        decision.keep(&format!("lemma-1-O{other}"), strategy.text())?;
        lemma_findings(&print, &strategy, &mut decision)?;
        for width in (2..=given.widest).step_by(2) {
            let concrete = in_width(&strategy, width / 2)?;
            let lines = concrete.moves.len();
            // Wide wells have many situations, which the lane certificate covers already.
            if lines <= super::MOST_LINES {
                decision.keep(&format!("lemma-1-O{other}-width-{width}"), concrete.text())?;
            }
            rows.push(row![format!("O{other}"), width, concrete.game.depth, lines]);
            if lines > 10 * super::MOST_LINES {
                break;
            }
        }
    }
    let title = "The strategy of Lemma 1, always in the first of the lowest smooth lanes";
    decision.tables.push((String::new(), table(title, "pieces width height_reached lines", rows)));
    Ok(decision)
}

/// The strategies in width 4, and what they make of one lane (Figures 3.13 to 3.16).
fn pictures(decision: &mut Decision) -> Result<()> {
    let [bar, right, left] = ["I", "J", "L"].map(|other| in_width(&rule(other)?, 2));
    let (bar, right, left) = (bar?, right?, left?);
    for (name, other, strategy) in [("figure-3-13", "bar", &bar), ("figure-3-14", "right elbow", &right)] {
        let height = strategy.game.depth;
        decision.states(name, states(&format!("square and {other} in width 4: height {height}"), strategy));
    }
    let title = "Only elbows, only bars: the first makes a lane bumpy, the second makes it smooth";
    decision.states("figure-3-15", together(title, [&left, &bar].map(|strategy| only("", strategy, 1)).to_vec()));
    let bumpy = |well: &Well| [0, 2].map(|lane| well.rows().iter().any(|row| [1, 2].contains(&(row >> lane & 3))));
    let in_bumpy = |play: &Play| play.pieces == [0] && bumpy(play.before)[usize::from(play.at.column / 2)];
    let both = [&left, &bar];
    let cleared: BTreeSet<usize> =
        both.iter().flat_map(|strategy| plays(strategy)).filter(in_bumpy).map(|play| play.cleared).collect();
    let title =
        format!("Every square in a bumpy lane of width 4, with elbows and with bars; rows cleared: {cleared:?}");
    decision.states("figure-3-16", together(&title, both.map(|strategy| part("", strategy, in_bumpy)).to_vec()));
    Ok(())
}

/// What is printed, as far as our strategy shows it: if it was higher, that would tell nothing about the thesis's own.
fn lemma_findings(print: &Row, strategy: &LaneStrategy, decision: &mut Decision) -> Result<()> {
    let of = |depth: u64| LaneGame { depth: depth as u16, ..strategy.game.clone() };
    let [height, closer, lanes, most] =
        ["height", "closer", "bumpy_lanes", "bumpy_height"].map(|column| number(print, column));
    let (height, closer, lanes, most) = (height?, closer?, lanes?, most?);
    let pieces = format!("square and {}", print.get("piece").map_or("", String::as_str));
    let ours = || Verdict::Open { reached: format!("height {} by our strategy", strategy.game.depth) };
    for (part, fact) in [
        (
            format!(
                "{pieces}: the player goes on for ever in every even width, at height at most {height}, without lookahead"
            ),
            Fact::SurvivesInLanes(of(height)),
        ),
        (format!("{pieces}: on closer counting, at height at most {closer}"), Fact::SurvivesInLanes(of(closer))),
        (
            format!(
                "{pieces}: S1, S2 and S3 of the thesis hold in every state that comes up: at most {lanes} lane is bumpy, of height at \
                 most {most}; the others are at most {height} high"
            ),
            Fact::BumpyLanes { game: of(height), lanes, height: most },
        ),
    ] {
        decision.findings.push(decision.proved_or(part, vec![fact], "the rule of the thesis", ours()).note(format!(
            "over all choices among the lowest smooth lanes the greatest height is {}; width 2 is included",
            strategy.game.depth
        )));
    }
    Ok(())
}

/// A row of Table 3.2: the printed name, the pieces that stand for it, and the strategy in every even width.
struct Pair {
    name: &'static str,
    letters: &'static str,
    strategy: LaneStrategy,
}

/// Sections 3.1 and 3.2, Table 3.2.
pub fn table_3_2(task: &Task) -> Result<Decision> {
    let given: Pairs = task.experiment.parameters(task.scale)?;
    let printed = reference("brzustowski/table-3-2.csv")?;
    let (mut decision, mut rows) = (Decision::default(), Vec::new());
    let pairs = [
        Pair { name: "Square + Bar", letters: "OI", strategy: rule("I")? },
        Pair { name: "Square + Elbow", letters: "OL", strategy: rule("L")? },
        Pair { name: "Elbow + Bar", letters: "IL", strategy: couple("IL")? },
        Pair { name: "Both Elbows", letters: "JL", strategy: couple("JL")? },
    ];
    task.watch.begin("pairs of pieces", pairs.len() as u64, "pairs");
    for (pair, print) in
        pairs.iter().flat_map(|pair| Some((pair, printed.iter().find(|row| row["piece_names"] == pair.name)?)))
    {
        pair.findings(print, given.widest, task, &mut decision)?;
        let games = pair.games([(Movement::Drop, given.exact), (Movement::Slide, given.slide)])?;
        let decide = |game: &WellGame| {
            let least = least(game, DEEPEST, given.situations, task.memory)?;
            let known = least.strategy.as_ref();
            let fewest = known.map(|known| fewest(&known.game, known, EFFORT)).transpose()?;
            Ok((least, fewest))
        };
        let decided: Vec<(Least, Option<Fewest>)> = games.par_iter().map(decide).collect::<Result<_>>()?;
        for (game, (least, fewest)) in games.iter().zip(&decided) {
            rows.push(pair.row(&print["height"], game, least, fewest.as_ref()));
            pair.kept(game, least, fewest.as_ref(), &mut decision)?;
        }
        task.watch.advance(1);
    }
    runs(&pairs, &mut decision)?;
    exercise(&given.exercise, task, &mut decision)?;
    let header = "piece_names pieces width lookahead rule printed_height height_in_every_width least_height lost_to found_height \
                  strategy_states states_are no_fewer_than";
    let title =
        "Strategies for two pieces: print, the lane strategy for every even width, and the least height by a rule";
    decision.tables.push((String::new(), table(title, header, rows)));
    Ok(decision)
}

/// What the strategies that look ahead do in width 4 when one piece comes for long (Figures 3.17 and 3.18).
fn runs(pairs: &[Pair], decision: &mut Decision) -> Result<()> {
    for (name, letters, first, title) in [
        ("figure-3-17", "IL", 1, "A left elbow, then only bars"),
        ("figure-3-18", "IL", 0, "A bar, then only left elbows"),
        ("both-elbows", "JL", 0, "A right elbow, then only left elbows"),
    ] {
        let Some(pair) = pairs.iter().find(|pair| pair.letters == letters) else { continue };
        let strategy = in_width(&pair.strategy, 1)?;
        let picture = run("", &strategy, first);
        let looks = picture.arrows.iter().any(|arrow| !arrow.lookahead.is_empty());
        let says = if looks {
            "the announced piece decides where small pieces stand"
        } else {
            "no play depends on what is announced"
        };
        decision.states(name, States { title: format!("{title}: {says}"), ..picture });
    }
    Ok(())
}

impl Pair {
    /// The games of even width up to a width under each rule, without and with one piece of lookahead.
    fn games(&self, rules: [(Movement, u8); 2]) -> Result<Vec<WellGame>> {
        let pieces = PieceSet::parse(self.letters)?;
        let widths =
            rules.into_iter().flat_map(|(rule, widest)| (2..=widest).step_by(2).map(move |width| (rule, width)));
        let games = widths.flat_map(|(rule, width)| [(rule, width, 0), (rule, width, 1)]);
        games.map(|(rule, width, lookahead)| WellGame::new(width, 0, pieces.clone(), rule, lookahead)).collect()
    }

    /// The printed height in every even width. A strategy of ours that is higher says nothing against it.
    fn findings(&self, print: &Row, widest: u8, task: &Task, decision: &mut Decision) -> Result<()> {
        let game = &self.strategy.game;
        let printed = number(print, "height")? as u16;
        let lookahead = u8::from(print["with_lookahead"] == "true");
        decision.keep(&format!("lanes-{}", self.letters), self.strategy.text())?;
        let mut facts = vec![Fact::SurvivesInLanes(LaneGame { depth: printed, lookahead, ..game.clone() })];
        // With a last lane of its own the strategy begins at two lanes.
        if game.rest > 0 {
            let narrow = WellGame::new(2, printed, game.pieces.clone(), Movement::Drop, lookahead)?;
            if let Some(strategy) = least_won(&narrow, printed, 100_000, task.memory)?.strategy {
                decision.keep(&format!("pair-{}-width-2", self.letters), strategy.text())?;
            }
            facts.push(Fact::Survives(narrow));
        }
        let look = if lookahead == 0 { "no" } else { "one piece of" };
        let part = format!(
            "{} ({}): a strategy of height at most {printed} in every even width, with {look} lookahead",
            self.name, self.letters
        );
        let reached = format!("height {} by our strategy", game.depth);
        let finding = decision.proved_or(part, facts, "the rule of the thesis", Verdict::Open { reached });
        decision.findings.push(
            finding.note(format!("the greatest height of the rule over all even widths is at most {}", game.depth)),
        );
        for lanes in 1..=(widest - game.rest) / game.lane {
            let concrete = in_width(&self.strategy, lanes)?;
            if concrete.moves.len() > super::MOST_LINES {
                break;
            }
            decision.keep(&format!("pair-{}-rule-width-{}", self.letters, concrete.game.width), concrete.text())?;
        }
        Ok(())
    }

    fn row(&self, printed: &str, game: &WellGame, least: &Least, fewest: Option<&Fewest>) -> Vec<String> {
        let &WellGame { width, lookahead, rule, .. } = game;
        let ours = &self.strategy.game;
        row![
            self.name,
            self.letters,
            width,
            lookahead,
            rule.word(),
            printed,
            number_or((lookahead >= ours.lookahead).then_some(ours.depth), ""),
            number_or(least.height(), ""),
            number_or(least.lost_to, ""),
            number_or(least.strategy.as_ref().map(|strategy| strategy.game.depth), ""),
            number_or(fewest.map(|fewest| wells(&fewest.strategy)), ""),
            fewest.map_or("", Fewest::word),
            number_or(fewest.map(|fewest| fewest.at_least), ""),
        ]
    }

    /// Keeps what shows the least height, and says so.
    fn kept(&self, game: &WellGame, least: &Least, fewest: Option<&Fewest>, decision: &mut Decision) -> Result<()> {
        let &WellGame { width, lookahead, rule, .. } = game;
        let by = if rule == Movement::Drop { String::new() } else { format!("{}-", rule.word()) };
        let name = format!("{by}{}-width-{width}-lookahead-{lookahead}", self.letters);
        if let Some(Fewest { strategy, .. }) = fewest {
            if width == 4 && rule == Movement::Drop && self.strategy.game.lookahead > 0 {
                let look = if lookahead == 0 { "without" } else { "with" };
                let (pair, height, count) = (self.name, strategy.game.depth, wells(strategy));
                let title =
                    format!("{pair} ({}) in width 4 {look} lookahead: height {height}, {count} states", self.letters);
                decision.states(&format!("least-{name}"), states(&title, strategy));
            }
            if strategy.moves.len() <= super::MOST_LINES {
                decision.keep(&format!("least-{name}"), strategy.text())?;
            }
        }
        if let Some(defeat) = least.defeat.as_ref().filter(|found| found.sends.len() <= super::MOST_LINES) {
            decision.keep(&format!("lost-{name}"), defeat.text())?;
        }
        let says = match (least.height(), least.lost_to) {
            (Some(height), _) => format!("the least height is {height}"),
            (None, Some(lost)) => format!("lost at least up to depth {lost}"),
            (None, None) => return Ok(()),
        };
        let part = format!(
            "{} ({}) in width {width}, lookahead {lookahead}, by rule {}: {says}",
            self.name,
            self.letters,
            rule.word()
        );
        let bound = format!("{} in width {width}", self.letters);
        let found =
            decision.proved_or(part, known(game, least), "every situation that can be met", Verdict::Swept { bound });
        let looks = lookahead == 0 && self.strategy.game.lookahead > 0 && least.strategy.is_some();
        decision.findings.push(if looks {
            found.note("a strategy without lookahead, where print uses it")
        } else {
            found
        });
        Ok(())
    }
}

/// What is known of the least height: won at the depth that was found, lost at the greatest below it.
pub(super) fn known(game: &WellGame, least: &Least) -> Vec<Fact> {
    let at = |depth| WellGame { depth, ..game.clone() };
    let won = least.strategy.as_ref().map(|strategy| Fact::Survives(at(strategy.game.depth)));
    won.into_iter().chain(least.lost_to.map(|depth| Fact::Lost(at(depth)))).collect()
}
