//! The rules of tetris as programs: what each rule allows first, and lookahead as a promise.
use super::notation::figure_2_4;
use super::picture::states;
use super::points::{figure_1_2, points};
use super::{all, drawn, exhausted, row, table, to_depth};
use crate::claim::{Decision, Fact, Finding, Task, Verdict};
use crate::error::{Error, Result};
use crate::game::wells::{Movement, Mover, Piece, PieceSet, Placement, Shape, Well};
use crate::proof::region::wells::WellGame;
use crate::report::figure::WellDrawing;
use crate::solve::wells::regions::subsets::{self, Entry, Set};
use crate::solve::wells::space::Space;
use crate::solve::wells::strategies::reach::{Reached, solve};
use crate::solve::wells::strategies::state_graph::{self, Winner};

/// What [`model`] takes.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Parameters {
    /// Wells in which the rules are compared: up to so many columns, from 2 on, and rows.
    compared: (u8, usize),
    /// Wells in which the two notions of lookahead are compared: columns, and every depth up to this.
    lookahead: Vec<(u8, u16)>,
}

const SEVEN: [&str; 7] = ["O", "I", "T", "J", "L", "S", "Z"];
/// The most situations of the strategy that is certified.
const SITUATIONS: usize = 20_000;

/// The rules by examples, where they first differ, and the smallest well in which a promised piece changes who wins.
pub fn model(task: &Task) -> Result<Decision> {
    let Parameters { compared, lookahead } = task.experiment.parameters(task.scale)?;
    if !(2..=6).contains(&compared.0) || compared.1 > 4 || lookahead.iter().any(|(width, _)| !(1..=6).contains(width)) {
        let what = format!("compared = {compared:?}, lookahead = {lookahead:?}");
        return Err(Error::input(&task.experiment.source, what, "widths to 6; rules compared to 4 rows"));
    }
    let mut decision = Decision { findings: examples()?, ..Decision::default() };
    rules(task, compared, &mut decision)?;
    promises(task, &lookahead, &mut decision)?;
    decision.findings.push(points()?);
    let figures = [("figure-1-2", figure_1_2()?), ("figure-2-4", figure_2_4()?)];
    decision.figures.extend(figures.map(|(name, figure)| (name.to_string(), figure)));
    Ok(decision)
}

/// A piece, a well and a place in it, in our notation.
struct Example {
    part: &'static str,
    width: u8,
    well: &'static str,
    piece: &'static str,
    place: Placement,
    /// The strictest rule that allows the place.
    first: Movement,
    /// The well afterwards.
    after: &'static str,
}

const fn at(turn: u8, column: u8, row: u16) -> Placement {
    Placement { turn, column, row }
}

/// Examples of what the text says about the rules.
const EXAMPLES: [Example; 5] = [
    Example {
        part: "a bar that slides under an overhang, where it cannot be dropped",
        width: 6,
        well: "100000/110000",
        piece: "I",
        place: at(0, 1, 0),
        first: Movement::Slide,
        after: "111110/110000",
    },
    Example {
        part: "a full row that goes: the rows above come down as a whole, and cells with nothing below them stay so",
        width: 4,
        well: "1010/0001/0001",
        piece: "T",
        place: at(2, 0, 0),
        first: Movement::Drop,
        after: "1110/0001",
    },
    Example {
        part: "a bar that sticks out of a well of depth 2, which is no higher afterwards, because rows go",
        width: 2,
        well: "10/10",
        piece: "I",
        place: at(1, 1, 0),
        first: Movement::Drop,
        after: "01/01",
    },
    Example {
        part: "a square that falls until a full cell stops it",
        width: 3,
        well: "100/100",
        piece: "O",
        place: at(0, 0, 2),
        first: Movement::Drop,
        after: "100/100/110/110",
    },
    Example {
        part: "a piece that would have to pass through full cells: only rule anywhere lets it",
        width: 4,
        well: "0110/1001/0110/1110",
        piece: "[11]",
        place: at(0, 1, 1),
        first: Movement::Anywhere,
        after: "0110/0110/1110",
    },
];

fn examples() -> Result<Vec<Finding>> {
    EXAMPLES.iter().map(example).collect()
}

fn example(example: &Example) -> Result<Finding> {
    let pieces = PieceSet::parse(example.piece)?;
    let well = Well::parse(example.width, example.well)?;
    let allowed = |rule: &Movement| Mover::new(&pieces.pieces()[0], *rule).placements(&well).contains(&example.place);
    let first = Movement::ALL.into_iter().find(allowed);
    let after = first.map(|rule| Mover::new(&pieces.pieces()[0], rule).place(&well, example.place).0.to_string());
    let found = format!(
        "in {well}, {} at {}: allowed from rule {} on, then {}",
        example.piece,
        example.place,
        first.map_or("none", Movement::word),
        after.as_deref().unwrap_or("nothing")
    );
    let holds = first == Some(example.first) && after.as_deref() == Some(example.after);
    let verdict = exhausted((!holds).then(|| found.clone()), "this place under each of the rules");
    Ok(Finding::new(format!("example: {}", example.part), "the rules", verdict).note(found))
}

/// For each piece the first well, by width and height, in which a rule allows a place that the stricter one does not.
fn rules(task: &Task, (width, height): (u8, usize), decision: &mut Decision) -> Result<()> {
    let (mut rows, mut pictures) = (Vec::new(), Vec::new());
    task.watch.begin("where rules differ", 3 * SEVEN.len() as u64, "pairs");
    for pair in Movement::ALL.windows(2) {
        for word in SEVEN {
            let pieces = PieceSet::parse(word)?;
            let movers = [pair[0], pair[1]].map(|rule| Mover::new(&pieces.pieces()[0], rule));
            let found = first_difference(&movers, (width, height))?;
            let first = found
                .as_ref()
                .map_or_else(|| vec![String::new(); 4], |(well, at)| row![well, at.turn, at.column + 1, at.row + 1]);
            rows.push([row![word, pair[1].word(), pair[0].word()], first].concat());
            if let Some((well, at)) = found {
                let caption = format!("{word}: {}, not {};{at}", pair[1].word(), pair[0].word());
                let shape = &pieces.pieces()[0].turns()[usize::from(at.turn)];
                pictures.push(WellDrawing { caption, walls: height + 1, ..WellDrawing::played(&well, shape, at) });
            }
            task.watch.advance(1);
        }
    }
    let bound = format!("all wells of width 2 to {width} and height to {height}, the seven pieces");
    let part = "each rule allows all that the stricter ones do, and for some pieces more";
    let differ = format!("{} of 21 pairs of a piece and two neighbouring rules differ", pictures.len());
    decision.findings.push(Finding::new(part, "every well", Verdict::tried(bound, None)).note(differ));
    let title = "The first well in which a rule lets a piece rest where the stricter rule does not";
    let header = "piece rule stricter_rule first_well turn well_column well_row";
    decision.tables.push(("rules".to_string(), table(title, header, rows)));
    decision.figures.push(("rules".to_string(), drawn(title, pictures, 7)));
    let seven = PieceSet::parse(&SEVEN.concat())?;
    let named = "The seven pieces in all their turns; which elbow is the left one is not known from print";
    decision.figures.push(("figure-1-3".to_string(), drawn(named, turns(&seven), 7)));
    let first = seven.pieces().iter().map(|piece| piece.turns()[0].clone());
    let well =
        WellDrawing { width: 10, walls: 20, depth: Some(20), shown: first.take(1).collect(), ..WellDrawing::default() };
    let caption = "10 columns and 20 rows;above it the lookahead piece".to_string();
    decision.figures.push(("figure-1-1".to_string(), drawn("The well", vec![WellDrawing { caption, ..well }], 0)));
    Ok(())
}

/// Every turn of every piece.
fn turns(pieces: &PieceSet) -> Vec<WellDrawing> {
    let turn = |piece: &Piece, number: usize, shape: &Shape| {
        let cells = shape.cells().into_iter().map(|(x, y)| (x as usize, y as usize)).collect();
        let caption = format!("{} ({});turn {number}", piece.title(), piece.word());
        WellDrawing { caption, width: usize::from(shape.width()), piece: cells, bare: true, ..WellDrawing::default() }
    };
    let of =
        |piece: &Piece| (0..).zip(piece.turns()).map(|(number, shape)| turn(piece, number, shape)).collect::<Vec<_>>();
    pieces.pieces().iter().flat_map(of).collect()
}

fn first_difference([strict, free]: &[Mover; 2], (width, height): (u8, usize)) -> Result<Option<(Well, Placement)>> {
    for width in 2..=width {
        for well in all(&Space::new(width, height)?) {
            let (less, more) = (strict.placements(&well), free.placements(&well));
            if let Some(lost) = less.iter().find(|place| !more.contains(place)) {
                let what = format!("{} at {lost} in {well}", strict.piece());
                return Err(Error::input("rules", what, "a place under every freer rule"));
            }
            if let Some(place) = more.into_iter().find(|place| !less.contains(place)) {
                return Ok(Some((well, place)));
            }
        }
    }
    Ok(None)
}

/// The games in which a promise of one piece changes who wins, whatever the rule: won with it even by drops, lost
/// without it even if a piece may be put anywhere.
fn promises(task: &Task, sizes: &[(u8, u16)], decision: &mut Decision) -> Result<()> {
    let mut rows = Vec::new();
    let mut smallest: Option<WellGame> = None;
    for &(width, most) in sizes {
        let wells = subsets::Sizes { width, depth: most, lookahead: 1 };
        let entries = subsets::census(wells, &[], task.memory, task.watch)?;
        let least = |set: Set, lookahead: u8, rule: Movement| {
            let here = |e: &&Entry| (e.set, e.lookahead, e.rule) == (set, lookahead, rule);
            entries.iter().find(here).and_then(|entry| entry.least.height).unwrap_or(u16::MAX)
        };
        for depth in 0..=most {
            for set in Set::up_to_mirror() {
                if (least(set, 1, Movement::Drop)..least(set, 0, Movement::Anywhere)).contains(&depth) {
                    let game = WellGame { width, depth, pieces: set.pieces()?, lookahead: 1, rule: Movement::Drop };
                    rows.push(row![width, depth, game.pieces]);
                    smallest.get_or_insert(game);
                }
            }
        }
    }
    let tried = to_depth(sizes);
    let part = "lookahead is a promise: a player who is told the next piece before each play can win where one who is not told it loses";
    let finding = match smallest {
        None => Finding::new(part, "sweep", Verdict::Open { reached: format!("all sets, {tried}: no such game") }),
        Some(game) => certified(task, part, &game, decision)?.note(format!(
            "the first game in order of width, depth and number of pieces, of the {} in {tried} that are won with the promise even by \
             drops and lost without it even if a piece may be put anywhere: {}",
            rows.len(),
            title(&game)
        )),
    };
    decision.findings.push(finding);
    let title = "Games won by drops with one piece of lookahead, and lost without it even if pieces may be put anywhere; one of each pair of mirror images";
    decision.tables.push(("lookahead".to_string(), table(title, "width depth pieces", rows)));
    Ok(())
}

fn title(game: &WellGame) -> String {
    format!("pieces {} in a well of width {} and depth {}", game.pieces, game.width, game.depth)
}

/// The certificates of both games, and the strategy as a picture.
fn certified(task: &Task, part: &str, game: &WellGame, decision: &mut Decision) -> Result<Finding> {
    let broken = |what: &str| Error::input("lookahead", what, "what the sweep said");
    let without = WellGame { lookahead: 0, rule: Movement::Anywhere, ..game.clone() };
    let Some(Winner::Machine(defeat)) = state_graph::solve(&without, SITUATIONS)? else {
        return Err(broken("a win without lookahead"));
    };
    let Reached::Won(strategy) = solve(game, SITUATIONS, task.memory)? else {
        return Err(broken("no strategy with lookahead"));
    };
    let name = format!("lookahead-{}-{}-{}", game.width, game.depth, game.pieces);
    decision.keep(&format!("{name}-won"), strategy.text())?;
    decision.keep(&format!("{name}-lost"), defeat.text())?;
    let drawn = states(&format!("With one piece of lookahead: {}", title(game)), &strategy);
    decision.states("lookahead", drawn);
    decision.proved(part, vec![Fact::Survives(game.clone()), Fact::Lost(without)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_are_as_the_text_says() {
        for finding in examples().unwrap() {
            assert!(matches!(finding.found, Verdict::Exhausted { .. }), "{finding:?}");
        }
    }
}
