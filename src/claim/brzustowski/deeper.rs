//! Games that the player wins in wells that are too deep for a sweep of the census: our own question beside section 6.2.
use super::{row, table};
use crate::claim::library::named;
use crate::claim::{Certificate, Decision, Fact, Finding, Scale, Task, Verdict};
use crate::error::{Error, Result};
use crate::game::wells::{Movement, PieceSet};
use crate::proof::region::wells::{Strategy, WellGame};
use crate::solve::together::{Beside, together};
use crate::solve::wells::regions::least_height;
use crate::solve::wells::regions::subsets::{Basis, Entry, Set};
use crate::solve::wells::strategies::deepening;
use crate::solve::wells::strategies::reach::Reached;
use crate::solve::wells::strategies::stay::{self, Stayed};
use crate::solve::wells::strategies::tame::Tame;
use crate::solve::{Memory, Watch};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Given {
    /// The games, those with bounds from the one with the fewest tame wells.
    games: Vec<Deep>,
    /// The most tame wells, or situations, of a game that is decided.
    wells: usize,
    /// The most bytes of a certificate that is kept.
    bytes: usize,
    /// Games with the least depth in which a sweep of all wells finds that the player wins.
    swept: Vec<Swept>,
}

/// A game of which all wells are swept.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Swept {
    width: u8,
    pieces: String,
    lookahead: u8,
    rule: String,
    depth: u16,
}

impl Swept {
    /// The game, if the least depth is the one that is given.
    fn title(&self, task: &Task) -> Result<String> {
        let (rule, pieces) = (Movement::from_word(&self.rule)?, PieceSet::parse(&self.pieces)?);
        let game = WellGame::new(self.width, self.depth, pieces, rule, self.lookahead)?;
        let least = least_height(&game, 0, task.memory, task.watch)?;
        match least.height == Some(self.depth) {
            true => Ok(game.title()),
            false => Err(Error::input(game.title(), format!("{least:?}"), "the least depth in which the player wins")),
        }
    }
}

impl Given {
    fn decided(&self) -> Vec<&Deep> {
        self.games.iter().filter(|deep| deep.wells <= self.wells).collect()
    }
}

/// A game, and the wells in which the player wins it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Deep {
    width: u8,
    pieces: String,
    lookahead: u8,
    rule: String,
    depth: u16,
    /// The most covered holes of a well; if left out, wells are not bounded, and a strategy is sought by deepening.
    holes: Option<u32>,
    /// The greatest sum of differences of the heights of neighbouring columns: with no hole, with one, and so on; the last of them
    /// with more holes, too.
    #[serde(default)]
    bumps: Vec<u32>,
    /// So many tame wells can come up, or fewer; or so many situations are looked at, at most.
    wells: usize,
}

impl Deep {
    fn game(&self) -> Result<WellGame> {
        let rule = Movement::from_word(&self.rule)?;
        WellGame::new(self.width, self.depth, PieceSet::parse(&self.pieces)?, rule, self.lookahead)
    }

    /// The name of the certificate.
    fn name(&self) -> String {
        let Deep { width, pieces, lookahead, rule, .. } = self;
        format!("deeper-{pieces}-width-{width}-lookahead-{lookahead}-{rule}")
    }

    fn strategy(&self, game: &WellGame, memory: Memory, watch: &dyn Watch) -> Result<Option<Strategy>> {
        match self.holes {
            Some(holes) => match stay::solve(game, &Tame::by_holes(holes, &self.bumps)?, self.wells, memory, watch)? {
                Stayed::Won(strategy) => Ok(Some(strategy)),
                Stayed::Lost | Stayed::Unknown => Ok(None),
            },
            None => match deepening::solve(game, self.wells, memory)? {
                Reached::Won(strategy) => Ok(Some(strategy)),
                Reached::Lost | Reached::Unknown => Ok(None),
            },
        }
    }

    /// The certificate that the player wins, by a strategy that makes tame wells only, or by one found by deepening.
    fn won(&self, bytes: usize, memory: Memory, watch: &dyn Watch) -> Result<Won> {
        let game = self.game()?;
        let strategy = self.strategy(&game, memory, watch)?.ok_or_else(|| {
            let Deep { holes, bumps, wells, .. } = self;
            let wrong = format!("no strategy with {holes:?} holes and {bumps:?} bumps in {wells} wells");
            Error::input(game.title(), wrong, "bounds within which the player wins")
        })?;
        let certificate = Certificate::new(&self.name(), strategy.text())?;
        let is_kept = certificate.text.len() <= bytes;
        Ok(Won { game, lines: strategy.moves.len(), certificate, is_kept })
    }
}

/// A game that the player wins, by a certificate that was accepted.
struct Won {
    game: WellGame,
    /// The lines of the certificate that say where a piece goes.
    lines: usize,
    certificate: Certificate,
    is_kept: bool,
}

impl Given {
    /// Certificates that the player wins some games, in their order. They are found beside one another, the largest first.
    fn won(&self, games: &[&Deep], task: &Task) -> Result<Vec<Won>> {
        task.watch.begin("tame wells", games.len() as u64, "games");
        let mut won = together(games.len(), task.memory, |turn, memory| {
            let won = games[games.len() - 1 - turn].won(self.bytes, memory, &Beside(task.watch))?;
            task.watch.advance(1);
            Ok(won)
        })?;
        won.reverse();
        Ok(won)
    }
}

/// How such strategies are found.
pub(super) const METHOD: &str = "greatest set of wells, tame or found by deepening, in which the player can stay";
/// The claim with the strategies.
const CLAIM: &str = "brzustowski/deeper-wells";

/// The games that a player wins who makes tame wells only, or as deepening finds.
pub fn deeper_wells(task: &Task) -> Result<Decision> {
    let given: Given = task.experiment.parameters(task.scale)?;
    let (mut decision, mut rows) = (Decision::default(), Vec::new());
    let (mut facts, mut others) = (Vec::new(), Vec::new());
    let games = given.decided();
    for (deep, won) in games.iter().zip(given.won(&games, task)?) {
        let Deep { width, pieces, lookahead, rule, depth, holes, bumps, .. } = deep;
        let hash = blake3::hash(won.certificate.text.as_bytes()).to_hex()[..16].to_string();
        let certificate = if won.is_kept { &won.certificate.name } else { &hash };
        let told = |most: Option<u32>| most.map_or(String::new(), |most| most.to_string());
        let (holes, bumps) = (told(*holes), told(bumps.iter().max().copied()));
        rows.push(row![width, pieces, lookahead, rule, depth, holes, bumps, won.lines, certificate]);
        if won.is_kept {
            decision.certificates.push(won.certificate);
            facts.push(Fact::Survives(won.game));
        } else {
            others.push(won.game.title());
        }
    }
    let title = "Games that the player wins in wells deeper than were swept; with the bounds of wells, if he makes tame ones only";
    let header = "width pieces lookahead rule depth most_holes most_bumps lines certificate";
    decision.tables.push((String::new(), table(title, header, rows)));
    let swept = given.swept.iter().map(|swept| swept.title(task)).collect::<Result<Vec<String>>>()?;
    decision.findings = findings(&decision, facts, &others, &swept)?;
    Ok(decision)
}

/// The games named.
pub(super) fn listed(games: &[String]) -> String {
    if games.is_empty() { "no other game at this scale".to_string() } else { games.join("; ") }
}

fn findings(decision: &Decision, facts: Vec<Fact>, others: &[String], swept: &[String]) -> Result<Vec<Finding>> {
    let part = "the player wins these games, in wells deeper than claim all-subsets sweeps";
    let kept = decision.proved(part, facts)?;
    let part = "so he does in other games, by certificates that were accepted when they were found and are not kept";
    let not_kept = Finding::new(part, METHOD, Verdict::Swept { bound: listed(others) });
    let part = "by sweeps of all wells he wins other games, in a well of one row less he loses them";
    let swept = Finding::new(part, "sweep", Verdict::Swept { bound: listed(swept) });
    let part = "the least depth in which the player wins each game of all-subsets, or that he loses it at every depth";
    let reached = "the depths of the table".to_string();
    Ok(vec![kept, not_kept, swept, Finding::new(part, METHOD, Verdict::Open { reached })])
}

/// What settled lines of a census.
#[derive(Debug, Default)]
pub(super) struct Settled {
    /// By certificates that are kept.
    pub facts: Vec<Fact>,
    /// The games whose certificates were accepted and are not kept.
    pub others: Vec<String>,
}

/// Settles lines of a census that sweeps leave open, by the strategies of claim deeper-wells.
pub(super) fn settle(task: &Task, decision: &mut Decision, entries: &mut [Entry]) -> Result<Settled> {
    let mut settled = Settled::default();
    for experiment in named(CLAIM)? {
        // A smaller run settles the same lines, or it would contradict the larger one.
        let given: Given = experiment.parameters(task.scale.max(Scale::Paper))?;
        given.settle(task, decision, entries, &mut settled)?;
    }
    Ok(settled)
}

impl Given {
    /// Settles the lines that follow from a strategy, each by one that is kept if there is one, and in the least depth.
    fn settle(&self, task: &Task, decision: &mut Decision, entries: &mut [Entry], settled: &mut Settled) -> Result<()> {
        let (mut games, mut follow) = (Vec::new(), Vec::new());
        for deep in self.decided() {
            let game = deep.game()?;
            let of_entry = entries.iter().map(|entry| Ok(entry.is_open() && follows(&game, entry)?));
            let of_game: Vec<bool> = of_entry.collect::<Result<_>>()?;
            if of_game.contains(&true) {
                games.push(deep);
                follow.push(of_game);
            }
        }
        let games = self.won(&games, task)?;
        for (number, entry) in entries.iter_mut().enumerate() {
            let all = games.iter().zip(&follow).filter(|(_, follow)| follow[number]);
            let Some((won, _)) = all.min_by_key(|(won, _)| (!won.is_kept, won.game.depth)) else { continue };
            let WellGame { lookahead, rule, depth, .. } = won.game;
            let set = Set::of(&won.game.pieces.to_string());
            entry.basis = Basis::Deeper { set, lookahead, rule, depth, is_kept: won.is_kept };
        }
        for won in games {
            if won.is_kept {
                decision.certificates.push(won.certificate);
                settled.facts.push(Fact::Survives(won.game));
            } else {
                settled.others.push(won.game.title());
            }
        }
        Ok(())
    }
}

/// Whether a win in a game is one in the game of a line at the same depth, or in its mirror image.
fn follows(won: &WellGame, entry: &Entry) -> Result<bool> {
    let pieces = entry.set.pieces()?;
    let wanted = |pieces: PieceSet| {
        let Entry { width, lookahead, rule, .. } = *entry;
        Fact::Survives(WellGame { width, depth: won.depth, pieces, rule, lookahead })
    };
    let won = Fact::Survives(won.clone());
    Ok(won.implies(&wanted(pieces.mirror())) || won.implies(&wanted(pieces)))
}

#[cfg(test)]
mod tests {
    use super::super::tests::decided;
    use super::*;
    use crate::solve::wells::regions::LeastDepth;
    use crate::solve::wells::regions::subsets::{Sizes, census};
    use crate::solve::{Memory, Unwatched};

    /// Square and bar, and square and elbow with these numbers.
    fn parameters(bumps: u32, wells: usize, bytes: usize) -> String {
        format!(
            "wells = 10000\nbytes = {bytes}\nswept = []\ngames = [\n\
             {{ width = 6, pieces = \"OI\", lookahead = 0, rule = \"drop\", depth = 6, holes = 1, bumps = [6], \
             wells = 10000 }},\n\
             {{ width = 6, pieces = \"OJ\", lookahead = 1, rule = \"drop\", depth = 5, holes = 1, bumps = [{bumps}], \
             wells = {wells} }}]"
        )
    }

    #[test]
    fn a_strategy_is_kept_if_it_is_short() {
        let both = decided(deeper_wells, &parameters(6, 10_000, 10_000)).unwrap();
        assert_eq!(both.certificates.len(), 2);
        let one = decided(deeper_wells, &parameters(6, 10_000, 3_000)).unwrap();
        assert_eq!((one.certificates.len(), one.tables[0].1.rows.len()), (1, 2));
        let Verdict::Swept { bound } = &one.findings[1].found else { panic!("{:?}", one.findings[1]) };
        assert_eq!(bound, "width 6, depth 5, pieces OJ, rule drop, lookahead 1");
    }

    #[test]
    fn bounds_too_tight_are_told_and_games_too_large_are_left_out() {
        assert!(decided(deeper_wells, &parameters(3, 10_000, 10_000)).is_err());
        assert!(decided(deeper_wells, &parameters(6, 10, 10_000)).is_err());
        let left_out = decided(deeper_wells, &parameters(6, 20_000, 10_000)).unwrap();
        assert_eq!(left_out.tables[0].1.rows.len(), 1);
    }

    #[test]
    fn what_follows_from_a_win() {
        let won = WellGame::new(6, 5, PieceSet::parse("OJ").unwrap(), Movement::Slide, 0).unwrap();
        let least = LeastDepth { height: None, lost_to: Some(4) };
        for (width, pieces, lookahead, rule, expected) in [
            (6, "OJ", 0, Movement::Slide, true),
            (6, "OL", 1, Movement::Anywhere, true),
            (6, "J", 0, Movement::Slide, true),
            (6, "OJ", 0, Movement::Drop, false),
            (6, "JL", 0, Movement::Slide, false),
            (4, "OJ", 0, Movement::Slide, false),
        ] {
            let entry = Entry { width, set: Set::of(pieces), lookahead, rule, least, basis: Basis::Sweep };
            assert_eq!(follows(&won, &entry).unwrap(), expected, "{pieces} in width {width}");
        }
    }

    #[test]
    fn lines_that_sweeps_leave_open_are_settled() {
        let wells = Sizes { width: 5, depth: 2, lookahead: 1 };
        let before = census(wells, &["O", "S", "Z"].map(Set::of), Memory(1 << 29), &Unwatched).unwrap();
        let mut entries = before.clone();
        let experiment = named(CLAIM).unwrap().remove(0);
        let task = Task::unwatched(&experiment, Scale::Quick, Memory(1 << 29));
        let given: Given = experiment.parameters(Scale::Quick).unwrap();
        let (mut decision, mut settled) = (Decision::default(), Settled::default());
        given.settle(&task, &mut decision, &mut entries, &mut settled).unwrap();
        assert_eq!(settled.facts.len(), decision.certificates.len());
        let rests = |kept: bool| {
            let of = |entry: &&Entry| matches!(entry.basis, Basis::Deeper { is_kept, .. } if is_kept == kept);
            entries.iter().filter(of).count()
        };
        assert!(!settled.others.is_empty() && rests(true) > 0 && rests(false) > 0);
        // A line is settled by what is not kept only if it follows from nothing that is kept.
        for entry in &entries {
            let Basis::Deeper { is_kept, .. } = entry.basis else { continue };
            let is_shown = |fact: &Fact| matches!(fact, Fact::Survives(game) if follows(game, entry).unwrap());
            assert_eq!(settled.facts.iter().any(is_shown), is_kept, "{entry:?}");
        }
        let won = |entry: &&Entry| matches!(entry.basis, Basis::Deeper { .. });
        assert!(entries.iter().filter(won).count() >= 5);
        for (entry, before) in entries.iter().zip(&before) {
            assert_eq!(won(&entry), entry.won_at() > before.won_at());
            assert!(before.is_open() || entry == before);
        }
    }
}
