//! Tables and figures as files: exact small files, and properties of larger ones.

use proptest::prelude::*;
use topple::error::Error;
use topple::report::figure::{Cells, Curves, Figure, Outline, TowerDrawing, Towers};
use topple::report::table::Table;
use topple::report::{FigureFormat, TableFormat, bfile_by_antidiagonals, draw, tower_text, write};

fn table(header: &[&str], rows: &[&[&str]]) -> Table {
    let texts = |cells: &[&str]| cells.iter().map(|cell| cell.to_string()).collect::<Vec<_>>();
    Table { title: "A & B".into(), header: texts(header), rows: rows.iter().map(|row| texts(row)).collect() }
}

fn cells(values: Vec<Vec<Option<u64>>>) -> Cells {
    Cells {
        title: "a < b & \"c\"".into(),
        across: "x".into(),
        down: "y".into(),
        column_labels: vec![],
        row_labels: vec![],
        values,
        outlines: vec![],
        legend: vec![],
        ..Cells::default()
    }
}

fn svg(figure: &Figure) -> String {
    String::from_utf8(draw(figure, FigureFormat::Svg).expect("drawable")).expect("SVG is text")
}

fn refused(figure: &Figure, format: FigureFormat) -> String {
    let error = draw(figure, format).expect_err("must be refused");
    assert!(matches!(error, Error::Input { .. }), "{error:?}");
    let line = error.to_string();
    assert!(!line.contains('\n'));
    line
}

/// Every tag is closed by its own name, in order, and no character stands in the way of a reader of XML.
fn assert_well_formed(xml: &str) {
    let mut open = Vec::new();
    for piece in xml.split('<').skip(1) {
        let (tag, text) = piece.split_once('>').expect("a tag ends");
        assert!(!text.contains('>') && tag.matches('"').count() % 2 == 0, "{piece}");
        for entity in text.split('&').skip(1) {
            assert!(["amp;", "lt;", "gt;", "quot;", "apos;", "#"].iter().any(|e| entity.starts_with(e)), "{text}");
        }
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !tag.ends_with('/') {
            open.push(tag.split(' ').next().expect("a split has a first part"));
        }
    }
    assert!(open.is_empty());
    assert!(!xml.contains("NaN") && !xml.contains("inf"));
    assert!(!xml.chars().any(|c| c.is_control() && c != '\n'));
}

#[test]
fn csv_quotes_what_it_must_and_ends_lines_in_newlines() {
    let table = table(&["n", "what"], &[&["1", "a,b"], &["2", "say \"x\""]]);
    assert_eq!(write(&table, TableFormat::Csv).unwrap(), "n,what\n1,\"a,b\"\n2,\"say \"\"x\"\"\"\n");
}

#[test]
fn markdown_escapes_bars() {
    let table = table(&["n", "a|b"], &[&["1", "(3,3|0)"]]);
    assert_eq!(
        write(&table, TableFormat::Markdown).unwrap(),
        "**A & B**\n\n| n | a\\|b |\n| --- | --- |\n| 1 | (3,3\\|0) |\n"
    );
}

#[test]
fn latex_escapes_and_breaks_long_tables() {
    let short = table(&["n", "100%_x"], &[&["1", "a^2 \\ {b}"]]);
    insta::assert_snapshot!(write(&short, TableFormat::Latex).unwrap(), @r"
    % needs \usepackage{booktabs}
    \begin{table}
    \centering
    \caption{A \& B}
    \begin{tabular}{rl}
    \toprule
    n & 100\%\_x \\
    \midrule
    1 & a\textasciicircum{}2 \textbackslash{} \{b\} \\
    \bottomrule
    \end{tabular}
    \end{table}
    ");
    let long = table(&["n"], &[&["1"] as &[&str]; 46]);
    let text = write(&long, TableFormat::Latex).unwrap();
    assert!(text.contains("\\begin{longtable}{r}") && text.contains("\\endhead"));
    assert_eq!(text.matches("1 \\\\\n").count(), 46);
}

#[test]
fn a_b_file_reads_sequences_tables_and_rows() {
    let bfile = |table: &Table| write(table, TableFormat::Bfile).unwrap();
    assert_eq!(bfile(&table(&["n", "a"], &[&["3", "-07"], &["4", "000"]])), "# A & B\n3 -7\n4 0\n");
    let square = table(&["", "0", "1", "2"], &[&["0", "10", "11", "12"], &["1", "20", "21", "22"]]);
    assert_eq!(bfile(&square), "# A & B\n0 10\n1 11\n2 20\n");
    assert_eq!(bfile_by_antidiagonals(&square).unwrap(), bfile(&square));
    assert_eq!(bfile(&table(&["a", "b"], &[&["5", "6"], &["5", "8"]])), "# A & B\n0 5\n1 6\n2 5\n3 8\n");
}

#[test]
fn a_b_file_names_the_cell_that_is_no_integer() {
    let error = write(&table(&["n", "a"], &[&["0", "1"], &["1", "1/2"]]), TableFormat::Bfile).unwrap_err();
    assert_eq!(
        error.to_string(),
        "table \"A & B\", row 2, column \"a\": \"1/2\"; expected an integer in every cell of a b-file"
    );
}

#[test]
fn crooked_tables_are_refused_in_every_format() {
    for format in [TableFormat::Csv, TableFormat::Latex, TableFormat::Markdown, TableFormat::Bfile] {
        let error = write(&table(&["n", "a"], &[&["0"]]), format).unwrap_err();
        assert_eq!(error.to_string(), "table \"A & B\", row 1: 1 cells; expected 2, one for each column");
        assert!(write(&table(&[], &[]), format).is_err());
    }
}

#[test]
fn every_cell_is_drawn_once() {
    let values: Vec<Vec<Option<u64>>> = (0..7).map(|r| (0..9).map(|c| Some((r * c) % 5)).collect()).collect();
    let svg = svg(&Figure::Cells(cells(values)));
    assert_well_formed(&svg);
    assert!(svg.contains("a &lt; b &amp; \"c\""));
    assert_eq!(drawn_cells(&svg), 63);
    // A value in each cell, the labels of 7 rows and 9 columns, 5 lines of legend, the title and two names.
    assert_eq!(svg.matches("<text").count(), 63 + 7 + 9 + 5 + 3);
}

/// The sum of the lengths of all runs.
fn drawn_cells(svg: &str) -> usize {
    let paths = svg.lines().filter(|line| line.contains("crispEdges"));
    let data = paths.map(|line| line.split_once("d=\"").expect("a path has data").1.split('"').next().expect("data"));
    let runs = data.flat_map(|data| data.split('h').skip(1));
    runs.map(|run| run.split('m').next().expect("a length").parse::<usize>().expect("a length")).sum()
}

#[test]
fn a_large_table_is_one_path_for_each_value() {
    let values = (0..1024_u64).map(|r| (0..1024_u64).map(|c| Some((r * r + c / 2) % 9)).collect()).collect();
    let figure = Figure::Cells(cells(values));
    let svg = svg(&figure);
    assert_well_formed(&svg);
    assert_eq!(svg.matches("crispEdges").count(), 9);
    assert_eq!(drawn_cells(&svg), 1 << 20);
    assert!(svg.len() < 8 << 20);
    assert!(refused(&figure, FigureFormat::Tikz).contains("1048576 cells in TikZ; expected at most 4096"));
}

#[test]
fn labels_of_large_tables_are_thinned_out() {
    let svg = svg(&Figure::Cells(cells(vec![vec![Some(1); 500]; 500])));
    assert!(svg.matches("<text").count() < 110);
    assert!(svg.contains(">480<") && !svg.contains(">481<"));
}

#[test]
fn the_first_row_is_at_the_bottom_when_asked() {
    let mut table = cells(vec![vec![Some(0)], vec![Some(1)]]);
    let down = svg(&Figure::Cells(table.clone()));
    table.upwards = true;
    let up = svg(&Figure::Cells(table));
    let first_run = |svg: &str, colour: &str| {
        let line = svg.lines().find(|line| line.contains("crispEdges") && line.contains(colour)).expect("drawn");
        line.contains("d=\"M0 0.5h1\"")
    };
    assert!(first_run(&down, "#000000") && first_run(&up, "#0072B2"));
}

#[test]
fn figures_that_cannot_be_drawn_are_refused_in_one_line() {
    assert!(refused(&Figure::Cells(cells(vec![])), FigureFormat::Svg).contains("no cells"));
    let mut table = cells(vec![vec![Some(0); 2]; 3]);
    table.outlines = vec![Outline { name: "far".into(), cells: vec![(0, 2)] }];
    assert!(refused(&Figure::Cells(table.clone()), FigureFormat::Svg).contains("cell (0, 2) in outline \"far\""));
    table.outlines.clear();
    table.row_labels = vec!["one".into()];
    assert!(refused(&Figure::Cells(table), FigureFormat::Svg).contains("1 row labels; expected none or 3"));
    assert!(refused(&towers(vec![]), FigureFormat::Svg).contains("0 towers"));
    for (levels, marked) in [(vec![], vec![]), (vec![vec![]], vec![]), (vec![vec![true; 17]], vec![])] {
        refused(&towers(vec![tower(levels, marked)]), FigureFormat::Tikz);
    }
    assert!(refused(&towers(vec![tower(vec![vec![true]], vec![(1, 0)])]), FigureFormat::Svg).contains("level 1"));
    assert!(refused(&curves(vec![], false), FigureFormat::Svg).contains("no points"));
    assert!(refused(&curves(vec![(0.0, f64::NAN)], false), FigureFormat::Svg).contains("finite"));
    assert!(refused(&curves(vec![(0.0, 0.0)], true), FigureFormat::Svg).contains("y > 0"));
}

fn tower(levels: Vec<Vec<bool>>, marked: Vec<(usize, usize)>) -> TowerDrawing {
    TowerDrawing { caption: "(3,3|0)".into(), levels, marked, ..TowerDrawing::default() }
}

fn towers(towers: Vec<TowerDrawing>) -> Figure {
    Figure::Towers(Towers { title: String::new(), towers })
}

fn curves(points: Vec<(f64, f64)>, logarithmic: bool) -> Figure {
    let curves = vec![("k < 3".to_string(), points)];
    Figure::Curves(Curves { logarithmic, ..Curves::one_panel("t", ["x", "y"], curves) })
}

#[test]
fn a_block_has_three_faces_and_a_gap_none() {
    for k in 1..=16 {
        let mut levels = vec![vec![true; k]; 3];
        levels[1][k - 1] = false;
        let figure = towers(vec![tower(levels, vec![])]);
        let svg = svg(&figure);
        assert_well_formed(&svg);
        assert_eq!(svg.matches("<path").count(), 3 * (3 * k - 1));
        let tikz = String::from_utf8(draw(&figure, FigureFormat::Tikz).unwrap()).unwrap();
        assert_eq!(tikz.matches("\\path[fill=").count(), 3 * (3 * k - 1));
        assert!(tikz.contains("{(3,3\\textbar{}0)}"));
    }
}

/// In a level the nearer of two blocks reaches lower on the page, and must be drawn after the other.
#[test]
fn near_blocks_are_drawn_last() {
    for bottom in [vec![vec![true; 5]], vec![vec![true; 5], vec![true; 5]]] {
        let svg = svg(&towers(vec![tower(bottom.clone(), vec![])]));
        let lowest = |face: &str| {
            let data = face.split("d=\"M").nth(1).expect("data").split('"').next().expect("data");
            let ys = data.trim_end_matches('Z').split('L').map(|p| p.split(' ').nth(1).expect("y").parse::<f64>());
            ys.map(|y| y.expect("a number")).fold(f64::MIN, f64::max)
        };
        let faces: Vec<f64> = svg.lines().filter(|line| line.starts_with("<path")).map(lowest).collect();
        for level in faces.chunks(15) {
            let blocks: Vec<f64> =
                level.chunks(3).map(|block| block.iter().copied().fold(f64::MIN, f64::max)).collect();
            assert!(blocks.windows(2).all(|pair| pair[0] < pair[1]), "{blocks:?}");
        }
    }
}

#[test]
fn a_tower_in_characters() {
    let drawing = tower(vec![vec![true, true], vec![false, true]], vec![(0, 0), (1, 0)]);
    assert_eq!(tower_text(&drawing), "1 |  <  > [##]\n0 =  [**] [##]\n(3,3|0)\n");
}

#[test]
fn curves_carry_their_names_and_a_scale_by_powers_has_powers_of_ten() {
    for logarithmic in [false, true] {
        let figure = curves((1..30).map(|x| (f64::from(x), f64::from(x * x))).collect(), logarithmic);
        for format in [FigureFormat::Svg, FigureFormat::Tikz] {
            let text = String::from_utf8(draw(&figure, format).unwrap()).unwrap();
            assert!(text.contains("k &lt; 3") || text.contains("k \\textless{} 3"), "{text}");
            assert_eq!([">1000<", "{1000}"].iter().any(|label| text.contains(label)), logarithmic, "{text}");
            assert_eq!([">800<", "{800}"].iter().any(|label| text.contains(label)), !logarithmic, "{text}");
        }
        assert_well_formed(&svg(&figure));
    }
}

#[test]
fn names_at_the_ends_of_curves_do_not_meet() {
    let all = (0..9).map(|i| (format!("curve {i}"), vec![(0.0, 0.0), (1.0, 1.0 + f64::from(i) / 1000.0)])).collect();
    let svg = svg(&Figure::Curves(Curves::one_panel("t", ["x", "y"], all)));
    let place = |i: usize| {
        let node = svg.lines().find(|line| line.contains(&format!(">curve {i}<"))).expect("its name");
        node.split_once(" y=\"").expect("a place").1.split('"').next().expect("a number").parse::<f64>().unwrap()
    };
    for i in 1..9 {
        assert!(place(i - 1) - place(i) >= 14.0, "{svg}");
    }
}

#[test]
fn a_picture_says_what_it_shows_and_where_from() {
    let figure = towers(vec![tower(vec![vec![true, false]], vec![])]);
    let signed = topple::report::draw_signed(&figure, FigureFormat::Svg, "Figure 1 < 2").unwrap();
    let signed = String::from_utf8(signed).unwrap();
    assert_well_formed(&signed);
    for part in ["<title>", "Jenga towers", "<desc>", "1 Jenga tower: (3,3|0). Figure 1 &lt; 2."] {
        assert!(signed.contains(part), "{part}: {signed}");
    }
    assert_eq!(signed.matches("Figure 1 &lt; 2").count(), 2, "in words and under the picture");
    assert_eq!(svg(&figure).matches("<text").count() + 1, signed.matches("<text").count());
}

#[test]
fn every_cell_and_every_point_is_in_the_data_behind_a_picture() {
    let mut table = cells(vec![vec![Some(3), None], vec![Some(5), Some(7)]]);
    table.outlines = vec![Outline { name: "odd".into(), cells: vec![(1, 0), (1, 1)] }];
    let csv = |figure: &Figure| write(&topple::report::behind(figure), TableFormat::Csv).expect("a table");
    let lines = "row,column,value,outlines\n0,0,3,\n0,1,,\n1,0,5,odd\n1,1,7,odd\n";
    assert_eq!(csv(&Figure::Cells(table)), lines);
    assert_eq!(csv(&curves(vec![(1.0, 2.5)], false)), "panel,curve,x,y,bar\n,k < 3,1,2.5,\n");
    let drawn = towers(vec![tower(vec![vec![true, false], vec![true, true]], vec![])]);
    assert_eq!(csv(&drawn), "tower,says,worths\n10/11,\"(3,3|0)\",\n");
}

#[cfg(feature = "png")]
#[test]
fn png_shows_its_texts_without_fonts_of_the_system() {
    let plain = draw(&Figure::Cells(cells(vec![vec![Some(1)]])), FigureFormat::Png).unwrap();
    assert!(plain.starts_with(b"\x89PNG\r\n\x1a\n"));
    let mut other = cells(vec![vec![Some(1)]]);
    other.title = "d < e & \"f\"".into();
    assert_ne!(plain, draw(&Figure::Cells(other), FigureFormat::Png).unwrap());
    let figure = Figure::Cells(cells(vec![vec![Some(1)]]));
    for scale in [0.0, -1.0, f64::NAN, 1e9] {
        let error = topple::report::draw_scaled(&figure, FigureFormat::Png, scale).unwrap_err();
        assert!(matches!(error, Error::Input { .. }), "{error:?}");
    }
}

#[cfg(not(feature = "png"))]
#[test]
fn png_is_refused_when_it_is_not_built_in() {
    assert!(refused(&Figure::Cells(cells(vec![vec![Some(1)]])), FigureFormat::Png).contains("--features png"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_table_of_values_is_drawn_well_formed_and_alike_twice(
        values in prop::collection::vec(prop::collection::vec(prop::option::of(0_u64..40), 0..70), 1..70),
        outline in prop::collection::vec((0_usize..70, 0_usize..70), 0..12),
        title in any::<String>(),
        upwards in any::<bool>(),
    ) {
        let (rows, columns) = (values.len(), values.iter().map(Vec::len).max().unwrap_or(0));
        prop_assume!(columns > 0);
        let mut table = cells(values);
        let inside = outline.into_iter().filter(|&(row, column)| row < rows && column < columns).collect();
        table.outlines = vec![Outline { name: title.clone(), cells: inside }];
        (table.title, table.upwards) = (title, upwards);
        let figure = Figure::Cells(table);
        let first = svg(&figure);
        assert_well_formed(&first);
        prop_assert_eq!(drawn_cells(&first), rows * columns);
        prop_assert_eq!(first, svg(&figure));
    }

    #[test]
    fn any_title_of_a_chart_is_well_formed(title in any::<String>(), x in -1e9..1e9_f64, y in 1e-9..1e9_f64) {
        for logarithmic in [false, true] {
            let Figure::Curves(mut chart) = curves(vec![(x, y), (x + 1.0, 2.0 * y)], logarithmic) else { unreachable!() };
            chart.title = title.clone();
            chart.panels[0].curves[0].name = title.clone();
            assert_well_formed(&svg(&Figure::Curves(chart)));
        }
    }
}
