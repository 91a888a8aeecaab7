//! When an elbow and another piece need lookahead (section 6.2).
use super::all_subsets::lost;
use super::lookahead::won;
use super::odd::every_odd;
use super::rising::{Means, rises};
use super::{number_or, row, table, to_depth};
use crate::claim::{Decision, Fact, Finding, Goal, Task, Verdict};
use crate::error::Result;
use crate::game::wells::{Movement, PieceSet};
use crate::proof::fact::AnyDepth;
use crate::proof::region::wells::WellGame;
use crate::report::figure::{Cells, Figure};
use crate::solve::wells::regions::LeastDepth;
use crate::solve::wells::regions::subsets::{self, RULES, Set, Sizes};
use crate::solve::wells::strategies::lane_rules::lemma_1 as rule;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Given {
    /// Pairs (width, greatest depth) of the sweeps.
    depths: Vec<(u8, u16)>,
    /// Triples (pieces, width, depth) of strategies by rule drop without lookahead.
    without: Vec<(String, u8, u16)>,
    /// How the machine is to make every well rise.
    rising: Means,
}

/// An elbow and each other piece, up to a mirror; the square first.
const PAIRS: [&str; 6] = ["OJ", "IJ", "TJ", "JL", "JS", "JZ"];

/// A pair in one width under one rule.
struct Pair {
    width: u8,
    letters: &'static str,
    rule: Movement,
    /// Least depths without lookahead and with one piece; nothing if the pair loses with lookahead at every depth.
    least: Option<[LeastDepth; 2]>,
    /// Without lookahead it is known to lose at every depth.
    is_lost_without: bool,
}

impl Pair {
    /// What lookahead is worth, as a number for the picture and in words.
    fn worth(&self) -> (u64, &'static str) {
        let heights = self.least.map(|least| least.map(|one| one.height));
        match heights {
            None => (0, "lost at every depth"),
            Some([None, None]) => (1, "lost as deep as swept"),
            Some([None, Some(_)]) if self.is_lost_without => (2, "won with lookahead only"),
            Some([None, Some(_)]) => (3, "won with lookahead only, as deep as swept"),
            Some([Some(without), Some(with)]) if with < without => (4, "lookahead saves depth"),
            Some([Some(_), _]) => (5, "lookahead saves nothing"),
        }
    }

    /// The game at every depth.
    fn wells(&self, lookahead: u8) -> Result<AnyDepth> {
        Ok(AnyDepth { width: self.width, pieces: PieceSet::parse(self.letters)?, rule: self.rule, lookahead })
    }

    /// What is lost at every depth, as every well rises.
    fn settle(&mut self, decision: &mut Decision, means: &Means) -> Result<()> {
        let Some([without, with]) = self.least else { return Ok(()) };
        if with.height.is_none() && rises(decision, &self.wells(1)?, means)? {
            self.least = None;
        } else if without.height.is_none() {
            self.is_lost_without = rises(decision, &self.wells(0)?, means)?;
        }
        Ok(())
    }

    fn row(&self) -> Vec<String> {
        let of = |lookahead: usize, what: fn(&LeastDepth) -> Option<u16>| {
            number_or(self.least.as_ref().and_then(|least| what(&least[lookahead])), "")
        };
        let (height, lost) = (|least: &LeastDepth| least.height, |least: &LeastDepth| least.lost_to);
        let [without, with] = [0, 1].map(|lookahead| [of(lookahead, height), of(lookahead, lost)]);
        [row![self.width, self.letters, self.rule.word()], without.to_vec(), with.to_vec(), row![self.worth().1]]
            .concat()
    }
}

/// Every pair with an elbow: which need lookahead.
pub fn elbows_and_lookahead(task: &Task) -> Result<Decision> {
    let given: Given = task.experiment.parameters(task.scale)?;
    let mut pairs = Vec::new();
    for &(width, depth) in &given.depths {
        for letters in PAIRS {
            pairs.extend(under_each_rule(width, depth, letters, task)?);
        }
    }
    let mut decision = Decision::default();
    decision.findings = vec![contradicted(&given.without, task, &mut decision)?, with_a_square(&mut decision)?];
    // The easiest game for the player comes first, so that its certificate speaks of the others.
    pairs.iter_mut().try_for_each(|pair| pair.settle(&mut decision, &given.rising))?;
    let settled = [lookahead_only(&pairs, task, &mut decision)?, needed(&pairs, &given.depths)];
    decision.findings.extend(settled);
    let header = "width pieces rule least_without lost_without_to least_with lost_with_to worth_of_lookahead";
    let title =
        "An elbow and another piece: least depths in which the player wins, without lookahead and with one piece";
    decision.tables.push((String::new(), table(title, header, pairs.iter().map(Pair::row).collect())));
    decision.figures.push((String::new(), picture(&pairs, &given.depths)));
    Ok(decision)
}

/// A pair in wells of one width, under each rule.
fn under_each_rule(width: u8, depth: u16, letters: &'static str, task: &Task) -> Result<Vec<Pair>> {
    let set = Set::of(letters);
    let games = match lost(width).iter().any(|lost| set.holds(*lost)) {
        true => Vec::new(),
        false => subsets::games(Sizes { width, depth, lookahead: 1 }, set, task.memory, task.watch)?,
    };
    let least = |lookahead: u8, rule: Movement| {
        games.iter().find(|game| (game.lookahead, game.rule) == (lookahead, rule)).map(|game| game.least)
    };
    let pair = |rule: Movement| Pair {
        width,
        letters,
        rule,
        least: least(0, rule).zip(least(1, rule)).map(Into::into),
        is_lost_without: false,
    };
    Ok(RULES.map(pair).into())
}

/// Pairs without a square that win without lookahead, against the sentence that they need it.
fn contradicted(without: &[(String, u8, u16)], task: &Task, decision: &mut Decision) -> Result<Finding> {
    let (mut facts, mut cells) = (Vec::new(), Vec::new());
    for (letters, width, depth) in without {
        let game = WellGame::new(*width, *depth, PieceSet::parse(letters)?, Movement::Drop, 0)?;
        cells.push(format!(
            "{letters} in width {width}: printed that lookahead is required, won without it at depth {depth}"
        ));
        facts.push(won(&game, &format!("without-lookahead-{letters}-width-{width}"), task, decision)?);
    }
    let part = "an elbow and another piece than the square are won with lookahead only";
    let certificates: Vec<_> = decision.certificates.iter().collect();
    let holds = "these pairs are won without lookahead, and by rule drop, under which pieces only fall";
    Ok(Finding::against_print(part, Goal::Facts(facts), cells, holds, &certificates)?
        .note("the sentence may mean the strategies of chapter 3: the pair of bar and elbow is among these"))
}

/// An elbow and the square, in every width.
fn with_a_square(decision: &mut Decision) -> Result<Finding> {
    let strategy = rule("J")?;
    decision.keep("lemma-1-OJ", strategy.text())?;
    let odd = every_odd(decision, "O")?;
    let part = "J and the square are won without lookahead in every even width, and an elbow and the square lost in every odd one";
    decision.proved(part, vec![Fact::SurvivesInLanes(strategy.game), odd])
}

/// Pairs that win with lookahead and lose without it at every depth.
fn lookahead_only(pairs: &[Pair], task: &Task, decision: &mut Decision) -> Result<Finding> {
    let (mut facts, mut named) = (Vec::new(), Vec::new());
    // What is won by a strict rule is won by a free one.
    for pair in pairs.iter().rev().filter(|pair| pair.is_lost_without) {
        let Some([_, LeastDepth { height: Some(depth), .. }]) = pair.least else { continue };
        let game = pair.wells(1)?.of_depth(depth);
        let wins = Fact::Survives(game.clone());
        if !decision.certificates.iter().flat_map(|one| &one.established.facts).any(|fact| fact.implies(&wins)) {
            let name = format!("with-lookahead-{}-width-{}-{}", pair.letters, pair.width, pair.rule.word());
            won(&game, &name, task, decision)?;
        }
        facts.extend([Fact::LostHoweverDeep(pair.wells(0)?), wins]);
        named.push(format!("{} in width {} by rule {}", pair.letters, pair.width, pair.rule.word()));
    }
    let part =
        "these pairs of an elbow and another piece win with one piece of lookahead and, at every depth, lose without";
    decision.proved(format!("{part}: {}", named.join("; ")), facts)
}

/// Which other pairs win with lookahead and not without, as deep as swept.
fn needed(pairs: &[Pair], depths: &[(u8, u16)]) -> Finding {
    let named = |pair: &Pair| format!("{} in width {} by rule {}", pair.letters, pair.width, pair.rule.word());
    let of = |worth: u64| pairs.iter().filter(|pair| pair.worth().0 == worth).map(named).collect::<Vec<_>>();
    let [needed, saves] = [3, 4].map(of);
    let part = "which other pairs of an elbow and another piece win with one piece of lookahead and, at every depth, lose without it";
    let reached = format!("{}: won with lookahead only, as deep as swept: {}", to_depth(depths), needed.join("; "));
    let note = format!("won without lookahead too, and in less depth with it: {}", saves.join("; "));
    Finding::new(part, "sweep", Verdict::Open { reached }).note(note)
}

/// Pairs by widths and rules.
fn picture(pairs: &[Pair], depths: &[(u8, u16)]) -> Figure {
    let games: Vec<(u8, Movement)> =
        depths.iter().flat_map(|(width, _)| RULES.into_iter().rev().map(|rule| (*width, rule))).collect();
    let value = |letters: &str, game: &(u8, Movement)| {
        pairs
            .iter()
            .find(|pair| (pair.letters, pair.width, pair.rule) == (letters, game.0, game.1))
            .map(|pair| pair.worth())
    };
    let mut legend: Vec<(u64, String)> =
        pairs.iter().map(|pair| pair.worth()).map(|(number, word)| (number, word.to_string())).collect();
    legend.sort();
    legend.dedup();
    let row = |letters: &&str| games.iter().map(|game| value(letters, game).map(|worth| worth.0)).collect();
    Figure::Cells(Cells {
        title: format!(
            "What a piece of lookahead is worth to a player with an elbow and another piece ({})",
            to_depth(depths)
        ),
        across: "width and rule".to_string(),
        down: "pieces: J L elbows, O square, I bar, T tee, S Z kinks".to_string(),
        column_labels: games.iter().map(|(width, rule)| format!("width {width}, {}", rule.word())).collect(),
        row_labels: PAIRS.map(String::from).to_vec(),
        values: PAIRS.iter().map(row).collect(),
        legend,
        ..Cells::default()
    })
}
