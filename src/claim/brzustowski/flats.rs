//! The life of flats (section 4.1, Figures 4.19 and 4.20).
use super::{all, drawn, events, exhausted, played, row, table, tagged, told};
use crate::claim::library::{Row, reference};
use crate::claim::{Decision, Finding, Task, Verdict};
use crate::error::{Error, Result};
use crate::game::wells::{Movement, Mover, Piece, PieceSet, Placement, Well};
use crate::report::figure::{Figure, WellDrawing};
use crate::solve::wells::play::duel::{Terms, duel};
use crate::solve::wells::play::flats::{Events, Population};
use crate::solve::wells::play::machines::Random;
use crate::solve::wells::play::players::gallery;
use crate::solve::wells::plays::Freedom;
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
        rows.push(row![width, depth, space.len(), count]);
        plays += count;
        broken = broken.or(first);
    }
    let bound = format!("{plays} plays: every well of the table, every piece, any supported place");
    let part = "one flat in each row, no empty row between two flats, and tags that increase upwards, after every play";
    let order = Finding::new(part, "all plays in all wells", Verdict::tried(bound, broken)).note(
        "it holds from any well to start from: a piece comes to rest on the floor or on a full cell, so it fills no row \
         above an empty one, and a new flat lies above all older ones",
    );
    let (specimens, seven) = (specimens()?, seven(&pieces)?);
    let none = seven.is_empty().then(|| "no seven plays do so when pieces are dropped".to_string());
    let part = "seven plays in a well of width 6 with the births, growths, sinkings and deaths of Figure 4.20";
    let verdict = exhausted(none, format!("the {} plays of the picture", seven.len()));
    let figure = Finding::new(part, "search of all plays", verdict).note(
        "the figure is lost; the picture shows the first plays that fit its caption, which does not count the growth of \
         a flat that dies, nor the sinking of one that is born above it",
    );
    let row = |(index, Play { piece, at, .. }): (usize, &Play)| {
        row![index + 1, piece.word(), at.turn, at.column + 1, at.row + 1]
    };
    let table_of_plays = seven.iter().enumerate().map(row).collect();
    let table_of_plays =
        table("Seven plays as in Figure 4.20", "nth_play piece turn well_column well_row", table_of_plays);
    let mut table_of_flats = Vec::new();
    for (index, play) in seven.iter().enumerate() {
        for (event, tags) in events(&play.events) {
            table_of_flats.extend(tags.iter().map(|tag| row![index + 1, tag, event]));
        }
    }
    let title = "What the seven plays do to the flats";
    let table_of_flats = table(title, "nth_play flat event", table_of_flats);
    let tried = table("Plays after which flats were looked at", "width depth wells plays", rows);
    let mut figures = vec![("figure-4-19".to_string(), specimens)];
    if !seven.is_empty() {
        figures.push(("figure-4-20".to_string(), picture(&seven)));
    }
    let tables = vec![
        (String::new(), tried),
        ("seven-plays".to_string(), table_of_plays),
        ("events".to_string(), table_of_flats),
    ];
    Ok(Decision { findings: vec![order, figure], tables, figures, ..Decision::default() })
}

/// Counts all plays in a space, and tells of the first after which flats are out of order.
fn ordered(space: &Space, pieces: &PieceSet) -> Result<(usize, Option<String>)> {
    let (mut count, mut broken) = (0, None);
    for piece in pieces.pieces() {
        let mover = Mover::new(piece, Movement::Anywhere);
        for well in all(space) {
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

/// What the caption of a figure says of a play: the tags that are born, grow, sink, die.
fn caption(row: &Row) -> Result<[Vec<u64>; 4]> {
    let tags = |column: &str| {
        let words = row.get(column).map_or("", String::as_str).split_whitespace();
        words.map(str::parse).collect::<std::result::Result<Vec<u64>, _>>()
    };
    let all = ["born", "grow", "sink", "die"].map(tags).into_iter().collect::<std::result::Result<Vec<_>, _>>();
    let wrong = || Error::input("figure 4.20", format!("{row:?}"), "tags of flats");
    all.map_err(|_| wrong())?.try_into().map_err(|_| wrong())
}

fn fits(events: &Events, caption: &[Vec<u64>; 4]) -> bool {
    [&events.born, &events.grown, &events.sunk, &events.died].into_iter().eq(caption)
}

/// The first plays that fit the caption; none if there are no such.
fn seven(pieces: &PieceSet) -> Result<Vec<Play>> {
    let captions = reference("brzustowski/figure-4-20.csv")?.iter().map(caption).collect::<Result<Vec<_>>>()?;
    let movers: Vec<Mover> = pieces.pieces().iter().map(|piece| Mover::new(piece, Movement::Drop)).collect();
    let mut plays = Vec::new();
    extend(&captions, &movers, &Population::new(Well::empty(6)?), &mut plays)?;
    Ok(plays)
}

fn extend(captions: &[[Vec<u64>; 4]], movers: &[Mover], flats: &Population, plays: &mut Vec<Play>) -> Result<bool> {
    let Some(caption) = captions.get(plays.len()) else { return Ok(true) };
    for mover in movers {
        for at in mover.placements(flats.well()) {
            let mut after = flats.clone();
            let events = after.play(&mover.piece().turns()[usize::from(at.turn)], at)?;
            if fits(&events, caption) {
                plays.push(Play { before: flats.clone(), piece: mover.piece().clone(), at, events });
                if extend(captions, movers, &after, plays)? {
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
    drawn(title, plays.iter().enumerate().map(draw).collect(), 4)
}

/// Three flats of a well of width 10 and three of one of width 6, as Figure 4.19 has them.
fn specimens() -> Result<Figure> {
    let pieces = PieceSet::parse("OITJLSZ")?;
    let players = gallery();
    let draw = |width: u8| {
        let terms =
            Terms { start: Well::empty(width)?, depth: 20, freedom: Freedom::Under(Movement::Drop), most: 1000 };
        let mut three: Option<WellDrawing> = None;
        duel(&mut Random::new(&pieces, 1, 1), &*players[0], &terms, |turn| {
            if three.is_none() && matches!(turn.flats.tags(), [first, _, _] if *first > 1) {
                three = Some(tagged(turn.flats, format!("three flats of a well of width {width}")));
            }
        })?;
        Ok(three)
    };
    let wells = [10, 6].map(draw).into_iter().collect::<Result<Vec<Option<WellDrawing>>>>()?;
    Ok(drawn("Specimens of flats, with their tags", wells.into_iter().flatten().collect(), 0))
}
