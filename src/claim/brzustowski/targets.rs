//! Targets of squares (section 4.2, Figure 4.21), and why those that Algorithm 1 detects are immortal (section 4.3).
use super::{Everywhere, drawn, row, table};
use crate::claim::{Finding, Verdict};
use crate::error::{Error, Result};
use crate::game::wells::{Movement, Mover, PieceSet, Placement, Well};
use crate::report::figure::{Figure, WellDrawing};
use crate::report::table::Table;
use crate::solve::wells::defeats::immortal::{Immortal, immortal};
use crate::solve::wells::play::machines::Squares;
use crate::solve::wells::play::targets::is_target;
use rayon::prelude::*;

/// What the argument says of single plays, and that no target dies that was there when the machine turned to the smaller
/// square: in every well, for all sides of which b is not a multiple of a.
pub(super) fn argument(sides: &[(u32, u32)], wells: &Everywhere) -> Result<(Table, Vec<Finding>)> {
    let (mut rows, mut all) = (Vec::new(), Immortal::default());
    let proper = sides.par_iter().filter(|(small, large)| !large.is_multiple_of(*small));
    let looked = proper.map(|&(small, large)| {
        let machine = Squares::new(small, large)?;
        Ok(((small, large), wells.found(|space, freedom| immortal(&machine, space, freedom))?))
    });
    for ((small, large), sizes) in looked.collect::<Result<Vec<_>>>()? {
        for (size, freedom, found) in sizes {
            let row = row![small, large, found.plays, found.reached, found.unreachable.0, found.died.is_some()];
            rows.push([size, row].concat());
            let told =
                |what: Option<String>| what.map(|what| format!("sides {small} and {large}, {what}, moves {freedom}"));
            all = Immortal {
                plays: all.plays + found.plays,
                killed: all.killed.take().or(told(found.killed)),
                became: all.became.take().or(told(found.became)),
                passed: all.passed.take().or(told(found.passed)),
                missed: all.missed.take().or(told(found.missed)),
                unreachable: (
                    all.unreachable.0 + found.unreachable.0,
                    all.unreachable.1.take().or(told(found.unreachable.1)),
                ),
                reached: all.reached + found.reached,
                died: all.died.take().or(told(found.died)),
            };
        }
    }
    let Immortal { plays, killed, became, passed, missed, unreachable, reached, died } = all;
    let (bound, followed) =
        (format!("{plays} plays of squares: {}", wells.bound()), format!("{reached} wells with marks"));
    let finding = |part: &str, broken| Finding::new(part, "every play", Verdict::tried(bound.clone(), broken));
    let scan = unreachable.1.map(|first| {
        format!(
            "in {} cases it calls one unprotected that no b reaches, because the holes above lie elsewhere, as {first}: that \
             only turns the machine to step 2 earlier",
            unreachable.0
        )
    });
    let mut detects = finding(
        "the scan from the highest flat down, to a b-target or a flat with narrower holes, never calls a b-target protected that b can \
         be played into",
        missed,
    );
    detects.note = scan;
    let immortal = Verdict::tried(format!("{followed}: {}", wells.bound()), died);
    let findings = vec![
        finding("the only flats that a square kills are its targets", killed),
        finding("what was a b-target never becomes an a-target by a play of a", became),
        finding("where pieces move, no b comes to rest in or below a flat whose holes are narrower than b", passed),
        detects,
        Finding::new(
            "every b-target that is there when the machine turns to a is immortal, whoever plays",
            "all plays from all wells",
            immortal,
        ),
    ];
    let header = "width depth rule a b plays wells_marked unreachable_targets target_died";
    Ok((table("Targets under Algorithm 1, where pieces move", header, rows), findings))
}

/// Squares with their targets, and the plays that cannot be made (Figure 4.21).
pub(super) fn figure_4_21() -> Result<Figure> {
    let well = |text: &str| Well::parse(6, text);
    let pieces = PieceSet::parse("O3")?;
    let targets = |text: &str, side: u32| -> Result<WellDrawing> {
        let well = well(text)?;
        let tags = well.rows().iter().enumerate().filter(|(_, row)| is_target(**row, 6, side));
        let tags = tags.map(|(row, _)| (row, format!("{side}-target"))).collect();
        let shown = vec![pieces.pieces()[side as usize - 2].turns()[0].clone()];
        let caption =
            format!("a square of side {side} and flats that it can kill: exactly {side} empty cells, side by side");
        Ok(WellDrawing { tags, caption, shown, ..WellDrawing::of(&well) })
    };
    let rests = |text: &str, side: usize, column: u8, caption: &str| -> Result<WellDrawing> {
        let (well, piece) = (well(text)?, &pieces.pieces()[side - 2]);
        let lowest = Mover::new(piece, Movement::Slide).placements(&well).into_iter().filter(|at| at.column == column);
        let at: Placement = lowest
            .min_by_key(|at| at.row)
            .ok_or_else(|| Error::input("figure 4.21", text, "a well in which the square comes to rest"))?;
        let mut drawing = WellDrawing::played(&well, &piece.turns()[0], at);
        let name = |(row, cells): (usize, &u16)| {
            [2, 3]
                .into_iter()
                .find(|side| is_target(*cells, 6, *side))
                .map(|side| (row, format!("{side}-target before")))
        };
        drawing.tags = well.rows().iter().enumerate().filter_map(name).collect();
        drawing.caption = caption.to_string();
        Ok(drawing)
    };
    let wells = vec![
        targets("110011/001111/111100", 2)?,
        targets("111000/100011/000111", 3)?,
        rests(
            "111000/111000",
            2,
            3,
            "side 2 cannot kill 3-targets: one cell of each stays empty, too few for either square",
        )?,
        rests("111000/110011", 3, 3, "side 3 cannot get through a 2-target to the 3-target below it")?,
    ];
    Ok(drawn("Targets of squares, and what is impossible", wells, 4))
}
