//! Pictures of wells and of strategies.

use std::collections::{BTreeMap, BTreeSet};
use topple::error::Error;
use topple::game::wells::{Movement, Mover, Piece, PieceSet, Placement, Shape, Well};
use topple::report::figure::{Arrow, Figure, States, WellDrawing, Wells};
use topple::report::{FigureFormat, draw, well_text};

fn well(width: u8, text: &str) -> Well {
    Well::parse(width, text).expect("a well")
}

fn pieces(text: &str) -> Vec<Piece> {
    PieceSet::parse(text).expect("a set").pieces().to_vec()
}

fn svg(figure: &Figure) -> String {
    String::from_utf8(draw(figure, FigureFormat::Svg).expect("drawable")).expect("SVG is text")
}

fn refused(figure: &Figure) -> String {
    let error = draw(figure, FigureFormat::Svg).expect_err("must be refused");
    assert!(matches!(error, Error::Input { .. }), "{error:?}");
    assert!(!error.to_string().contains('\n'));
    error.to_string()
}

fn marked() -> WellDrawing {
    let tee = &pieces("T")[0];
    let mut drawing =
        WellDrawing::played(&well(6, "110101/100001"), &tee.turns()[2], Placement { turn: 2, column: 1, row: 2 });
    drawing.caption = "(iii) flat 3 is born;flat 4 too".into();
    drawing.depth = Some(6);
    drawing.bands = vec![(1, 2)];
    drawing.tags = vec![(0, "1".into()), (1, "2".into())];
    drawing.labels = vec![((0, 0), "a".into())];
    drawing.colours = vec![((0, 0), 1), ((1, 0), 1), ((3, 0), 1)];
    drawing.shown = vec![pieces("I")[0].turns()[0].clone(), pieces("S")[0].turns()[0].clone()];
    drawing
}

/// A strategy for one set of pieces without lookahead, found by throwing out wells that lose.
fn strategy(width: u8, height: usize, set: &str) -> States {
    let pieces = pieces(set);
    let movers: Vec<Mover> = pieces.iter().map(|piece| Mover::new(piece, Movement::Drop)).collect();
    let mut wells = BTreeSet::from([Well::empty(width).expect("a width")]);
    let mut open: Vec<Well> = wells.iter().cloned().collect();
    while let Some(well) = open.pop() {
        for mover in &movers {
            for at in mover.placements(&well) {
                let next = mover.place(&well, at).0;
                if next.height() <= height && wells.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
    }
    let stays = |mover: &Mover, from: &Well, wells: &BTreeSet<Well>| {
        mover.placements(from).into_iter().find(|at| wells.contains(&mover.place(from, *at).0))
    };
    loop {
        let kept: BTreeSet<Well> = wells
            .iter()
            .filter(|well| movers.iter().all(|mover| stays(mover, well, &wells).is_some()))
            .cloned()
            .collect();
        if kept.len() == wells.len() {
            break;
        }
        wells = kept;
    }
    let mut number: BTreeMap<Well, usize> = BTreeMap::new();
    let mut order = vec![Well::empty(width).expect("a width")];
    number.insert(order[0].clone(), 0);
    let mut states = States { title: format!("{set} in a well of width {width}"), ..States::default() };
    let mut at = 0;
    while at < order.len() {
        let from = order[at].clone();
        for (piece, mover) in pieces.iter().zip(&movers) {
            let place = stays(mover, &from, &wells).expect("every kept well has an answer");
            let next = mover.place(&from, place).0;
            let to = *number.entry(next.clone()).or_insert_with(|| {
                order.push(next);
                order.len() - 1
            });
            states.arrows.push(Arrow {
                from: at,
                to,
                piece: piece.turns()[usize::from(place.turn)].clone(),
                note: (place.column + 1).to_string(),
                lookahead: Vec::new(),
            });
        }
        let drawing = WellDrawing { caption: at.to_string(), ..WellDrawing::of(&from) };
        states.states.push(drawing);
        at += 1;
    }
    states
}

/// The texts that stand outside the picture.
fn outside(svg: &str) -> Vec<String> {
    let number = |line: &str, name: &str| {
        let from = line.find(&format!(" {name}=\""))? + name.len() + 3;
        line[from..].split('"').next()?.parse::<f64>().ok()
    };
    let head = svg.lines().next().expect("a first line");
    let (width, height) = (number(head, "width").expect("width"), number(head, "height").expect("height"));
    let lines = svg.split("<text").skip(1).map(|text| format!("<text{text}"));
    let inside = |line: &String| {
        let (x, y) = (number(line, "x").expect("x"), number(line, "y").expect("y"));
        (0.0..width).contains(&x) && (0.0..height).contains(&y)
    };
    lines.filter(|line| !inside(line)).collect()
}

#[test]
fn a_well_shows_its_cells_piece_bands_tags_and_labels() {
    let figure = Figure::Wells(Wells { title: "a < b".into(), wells: vec![marked()], across: 0 });
    let svg = svg(&figure);
    // 8 full cells, of which 4 are the piece's and 3 coloured; 8 cells of shown pieces; a band; no other outlined paths.
    for (colour, count) in [("#5599D8", 4 + 8), ("#F6C97F", 3), ("#C4C4C4", 3)] {
        assert_eq!(svg.matches(&format!("fill=\"{colour}\"")).count(), count, "{colour}");
    }
    assert_eq!(svg.matches("stroke-dasharray").count(), 2);
    for text in [">1<", ">2<", ">a<", "(iii) flat 3 is born", "flat 4 too", "a &lt; b"] {
        assert!(svg.contains(text), "{text}");
    }
    assert_eq!(outside(&svg), Vec::<String>::new());
    let tikz = String::from_utf8(draw(&figure, FigureFormat::Tikz).unwrap()).unwrap();
    assert!(tikz.contains("dash pattern") && tikz.contains("{flat 4 too}"));
}

#[test]
fn a_well_in_characters() {
    let text = well_text(&marked());
    assert_eq!(
        text,
        "6 |......|\n5 |......|\n4 |.***..|\n3 |..*...|\n2 |#....#| 2\n1 |##.#.#| 1\n  +123456+\n(iii) flat 3 is born;flat 4 too\n"
    );
    let low = WellDrawing { depth: Some(1), ..WellDrawing::of(&well(3, "110/100")) };
    assert_eq!(well_text(&low), "2 |#..|\n  |---|\n1 |##.|\n  +123+\n");
}

#[test]
fn a_piece_that_sticks_out_is_drawn_before_full_rows_go() {
    let bar = &pieces("I")[0];
    let played = WellDrawing::played(&well(3, "110/110"), &bar.turns()[1], Placement { turn: 1, column: 2, row: 0 });
    assert_eq!(played.rows, [0b111, 0b111, 0b100, 0b100]);
    assert_eq!(played.piece, [(2, 0), (2, 1), (2, 2), (2, 3)]);
}

#[test]
fn a_strategy_shows_every_state_and_play() {
    for (width, height, set) in [(4, 4, "T"), (10, 2, "O"), (4, 5, "OI"), (4, 5, "OL")] {
        let states = strategy(width, height, set);
        let full: usize = states.states.iter().flat_map(|state| &state.rows).map(|row| row.count_ones() as usize).sum();
        let figure = Figure::States(states.clone());
        let svg = svg(&figure);
        assert_eq!(svg, self::svg(&figure), "the same picture twice");
        assert_eq!(svg.matches("fill=\"#C4C4C4\"").count(), full);
        assert_eq!(svg.matches("fill=\"#5599D8\"").count(), 4 * states.arrows.len(), "the cells of the pieces");
        let mut pairs: Vec<_> = states.arrows.iter().map(|arrow| (arrow.from, arrow.to)).collect();
        pairs.sort_unstable();
        pairs.dedup();
        assert_eq!(svg.matches("fill=\"#000000\"").count() - svg.matches("<text").count(), pairs.len(), "heads");
        assert_eq!(outside(&svg), Vec::<String>::new());
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
        assert!(draw(&figure, FigureFormat::Tikz).is_ok());
    }
}

#[test]
fn lookahead_pieces_are_drawn_small() {
    let mut states = strategy(4, 4, "T");
    states.arrows.truncate(1);
    let alone = svg(&Figure::States(states.clone()));
    states.arrows[0].lookahead = pieces("OI").iter().map(|piece| piece.turns()[0].clone()).collect::<Vec<Shape>>();
    let with = svg(&Figure::States(states));
    assert_eq!(with.matches("#5599D8").count(), alone.matches("#5599D8").count() + 8);
}

#[test]
fn wells_that_cannot_be_drawn_are_refused_in_one_line() {
    let wells = |drawing: WellDrawing| Figure::Wells(Wells { wells: vec![drawing], ..Wells::default() });
    assert!(refused(&Figure::Wells(Wells::default())).contains("0 wells"));
    assert!(refused(&Figure::States(States::default())).contains("0 states"));
    let plain = WellDrawing::of(&well(3, "110"));
    for broken in [
        WellDrawing::default(),
        WellDrawing { width: 17, ..plain.clone() },
        WellDrawing { rows: vec![0b1000], ..plain.clone() },
        WellDrawing { walls: 100_000, ..plain.clone() },
        WellDrawing { bands: vec![(1, usize::MAX)], ..plain.clone() },
        WellDrawing { depth: Some(usize::MAX), ..plain.clone() },
        WellDrawing { piece: vec![(3, 0)], ..plain.clone() },
        WellDrawing { labels: vec![((0, 1 << 40), "a".into())], ..plain.clone() },
        WellDrawing { colours: vec![((9, 0), 1)], ..plain.clone() },
        WellDrawing { tags: vec![(usize::MAX, "1".into())], ..plain.clone() },
    ] {
        refused(&wells(broken));
    }
    let mut states = strategy(4, 4, "T");
    states.arrows[0].to = 99;
    assert!(refused(&Figure::States(states)).contains("an arrow from 0 to 99"));
}
