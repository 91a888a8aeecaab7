//! The life of flats (section 4.1, Figures 4.19 and 4.20).
use super::{played, table, told};
use crate::claim::{Decision, Finding, Task, Verdict};
use crate::error::Result;
use crate::game::tetris::{Mover, Piece, PieceSet, Placement, Rule, Well};
use crate::report::figure::{Figure, WellDrawing, Wells};
use crate::solve::wells::duel::{Terms, duel};
use crate::solve::wells::flats::{Events, Population};
use crate::solve::wells::graph::Freedom;
use crate::solve::wells::machines::Random;
use crate::solve::wells::players::gallery;
use crate::solve::wells::space::Space;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Given {
    /// Pairs (width, depth): every play of every piece in every well is tried.
    wells: Vec<(u8, usize)>,
}

/// Flats are in order in every state, and seven plays do to them what Figure 4.20 says.
pub fn flats(task: &Task) -> Result<Decision> {
    let given: Given = task.experiment.parameters(task.scale)?;
    let pieces = PieceSet::parse("OITJLSZ")?;
    let (mut rows, mut plays, mut broken) = (Vec::new(), 0, None);
    for (width, depth) in given.wells {
        let space = Space::new(width, depth)?;
        let (count, first) = ordered(&space, &pieces)?;
        rows.push([usize::from(width), depth, space.len(), count].map(|number| number.to_string()).to_vec());
        plays += count;
        broken = broken.or(first);
    }
    let verdict = match broken {
        None => Verdict::Swept {
            bound: format!("{plays} plays: every well of the table, every piece, any supported place"),
        },
        Some(counterexample) => Verdict::Refuted { counterexample },
    };
    let order =
        "one flat in each row, no empty row between two flats, and tags that increase upwards, after every play";
    let order = Finding::new(order, "all plays in all wells", verdict).note(
        "it holds from any well to start from: a piece comes to rest on the floor or on a full cell, so it fills no row \
         above an empty one, and a new flat lies above all older ones",
    );
    let (specimens, seven) = (specimens()?, seven(&pieces)?);
    let part = "seven plays in a well of width 6 with the births, growths, sinkings and deaths of Figure 4.20";
    let verdict = match &seven {
        Some(plays) => Verdict::Swept { bound: format!("the {} plays of the picture", plays.len()) },
        None => Verdict::Refuted { counterexample: "no seven plays do so when pieces are dropped".to_string() },
    };
    let figure = Finding::new(part, "search of all plays", verdict).note(
        "the figure is lost; the picture shows the first plays that fit its caption, which does not count the growth of \
         a flat that dies, nor the sinking of one that is born above it",
    );
    let drawn = seven.unwrap_or_default();
    let header = ["play", "piece", "turn", "column", "row", "flats"];
    let row = |(index, play): (usize, &Play)| {
        let at = play.at;
        let numbers = [usize::from(at.turn), usize::from(at.column) + 1, usize::from(at.row) + 1];
        let mut cells = vec![(index + 1).to_string(), play.piece.word().to_string()];
        cells.extend(numbers.map(|number| number.to_string()));
        cells.push(told(&play.events));
        cells
    };
    let table_of_plays = table("Seven plays as in Figure 4.20", &header, drawn.iter().enumerate().map(row).collect());
    let tried = table("Plays after which flats were looked at", &["width", "depth", "wells", "plays"], rows);
    let mut figures = vec![("figure-4-19".to_string(), specimens)];
    if !drawn.is_empty() {
        figures.push(("figure-4-20".to_string(), picture(&drawn)));
    }
    let tables = vec![(String::new(), tried), ("seven-plays".to_string(), table_of_plays)];
    Ok(Decision { findings: vec![order, figure], tables, figures, certificates: Vec::new() })
}

/// Counts all plays in a space, and tells of the first after which flats are out of order.
fn ordered(space: &Space, pieces: &PieceSet) -> Result<(usize, Option<String>)> {
    let (mut count, mut broken) = (0, None);
    for piece in pieces.pieces() {
        let mover = Mover::new(piece, Rule::Anywhere);
        for number in 0..space.len() as u32 {
            let well = space.well(number);
            for at in mover.placements(&well) {
                let mut flats = Population::new(well.clone());
                flats.play(&piece.turns()[usize::from(at.turn)], at)?;
                count += 1;
                if !flats.is_orderly() {
                    broken.get_or_insert(format!("{piece} at {at} in {well}"));
                }
            }
        }
    }
    Ok((count, broken))
}

/// One of the seven plays.
#[derive(Clone)]
struct Play {
    before: Population,
    piece: Piece,
    at: Placement,
    events: Events,
}

/// What the caption of Figure 4.20 says of each play: born, grown, sunk, died.
const CAPTION: [[&[u64]; 4]; 7] = [
    [&[1, 2, 3], &[], &[], &[]],
    [&[], &[1, 2, 3], &[], &[]],
    [&[4], &[1, 2, 3], &[], &[]],
    [&[], &[1, 2, 3], &[], &[]],
    [&[5], &[4], &[4], &[3]],
    [&[], &[], &[5], &[2, 4]],
    [&[6, 7], &[5], &[5], &[1]],
];

fn fits(events: &Events, caption: &[&[u64]; 4]) -> bool {
    [&events.born, &events.grown, &events.sunk, &events.died].into_iter().zip(caption).all(|(tags, said)| tags == said)
}

/// The first seven plays that fit the caption.
fn seven(pieces: &PieceSet) -> Result<Option<Vec<Play>>> {
    let movers: Vec<Mover> = pieces.pieces().iter().map(|piece| Mover::new(piece, Rule::Drop)).collect();
    let mut plays = Vec::new();
    Ok(extend(&movers, &Population::new(Well::empty(6)?), &mut plays)?.then_some(plays))
}

fn extend(movers: &[Mover], flats: &Population, plays: &mut Vec<Play>) -> Result<bool> {
    let Some(caption) = CAPTION.get(plays.len()) else { return Ok(true) };
    for mover in movers {
        for at in mover.placements(flats.well()) {
            let mut after = flats.clone();
            let events = after.play(&mover.piece().turns()[usize::from(at.turn)], at)?;
            if fits(&events, caption) {
                plays.push(Play { before: flats.clone(), piece: mover.piece().clone(), at, events });
                if extend(movers, &after, plays)? {
                    return Ok(true);
                }
                plays.pop();
            }
        }
    }
    Ok(false)
}

fn picture(plays: &[Play]) -> Figure {
    let draw = |(index, play): (usize, &Play)| {
        let shape = &play.piece.turns()[usize::from(play.at.turn)];
        let mut drawing = played(&play.before, shape, play.at, &play.events);
        drawing.caption = format!("play {}: {}; {}", index + 1, play.piece.title(), told(&play.events));
        drawing.walls = 7;
        drawing
    };
    let title = "Seven plays in a well of width 6 and what they do to its flats: the piece where it comes to rest, before full rows go";
    Figure::Wells(Wells { title: title.to_string(), wells: plays.iter().enumerate().map(draw).collect(), across: 4 })
}

/// Three flats of a well of width 10 and three of one of width 6, as Figure 4.19 has them.
fn specimens() -> Result<Figure> {
    let pieces = PieceSet::parse("OITJLSZ")?;
    let players = gallery();
    let draw = |width: u8| {
        let terms = Terms { start: Well::empty(width)?, depth: 20, freedom: Freedom::Rule(Rule::Drop), most: 1000 };
        let mut three: Option<WellDrawing> = None;
        duel(&mut Random::new(&pieces, 1, 1), &*players[0], &terms, |turn| {
            if three.is_none() && turn.flats.tags().first().is_some_and(|tag| *tag > 1) && turn.flats.tags().len() == 3
            {
                let mut drawing = WellDrawing::of(turn.flats.well());
                drawing.tags = turn.flats.tags().iter().enumerate().map(|(row, tag)| (row, tag.to_string())).collect();
                drawing.caption = format!("three flats of a well of width {width}");
                three = Some(drawing);
            }
        })?;
        Ok(three)
    };
    let wells = [10, 6].map(draw).into_iter().collect::<Result<Vec<Option<WellDrawing>>>>()?;
    Ok(Figure::Wells(Wells {
        title: "Specimens of flats, with their tags".to_string(),
        wells: wells.into_iter().flatten().collect(),
        across: 0,
    }))
}
