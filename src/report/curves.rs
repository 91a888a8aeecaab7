//! Curves over a common axis: SVG through `plotters`, TikZ through `pgfplots`.

use plotters::coord::Shift;
use plotters::coord::ranged1d::{Ranged, ValueFormatter};
use plotters::prelude::*;
use plotters::style::RGBColor;

use crate::error::{Error, Result};
use crate::report::figure::Curves;
use crate::report::palette::LINES;
use crate::report::scene::{widest, wrap};
use crate::report::scene_svg::FONTS;
use crate::report::tex::escape;

/// The chart is drawn this many times as large as it is shown, since `plotters` rounds every point to a whole unit.
const FINE: f64 = 8.0;
const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 400.0;
const SIZE: f64 = 12.0;
const TITLE: f64 = 15.6;
/// A curve of more points is drawn without markers.
const MOST_MARKERS: usize = 60;

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Drawn<T> = std::result::Result<T, DrawingAreaErrorKind<std::io::Error>>;

/// The SVG text.
///
/// # Errors
/// [`Error::Input`] if there is no point or a point has no place on an axis.
pub(super) fn svg(curves: &Curves) -> Result<String> {
    check(curves)?;
    let names: Vec<&str> = curves.curves.iter().map(|(name, _)| name.as_str()).collect();
    let legend = widest(&names, SIZE) + 60.0;
    let title = wrap(&curves.title, TITLE, WIDTH + legend - 30.0);
    let head = title.len() as f64 * 1.4 * TITLE + 12.0;
    let width = (WIDTH + legend).max(widest(&title, TITLE) + 30.0).ceil();
    let height = (HEIGHT + legend_height(curves) + head).ceil();
    let mut text = String::new();
    {
        let root = SVGBackend::with_string(&mut text, (px(width) as u32, px(height) as u32)).into_drawing_area();
        picture(&root, curves, &title, head).map_err(|e| {
            Error::input(format!("figure \"{}\"", curves.title), e.to_string(), "curves that can be drawn")
        })?;
    }
    let drawn = format!("width=\"{}\" height=\"{}\"", px(width), px(height));
    Ok(text.replacen(&drawn, &format!("width=\"{width}\" height=\"{height}\""), 1))
}

/// Units of the chart in a length of the picture.
fn px(length: f64) -> i32 {
    (FINE * length).round() as i32
}

/// A font of this size; `plotters` divides sizes by 1.24.
fn font(size: f64) -> (&'static str, f64) {
    (FONTS, 1.24 * FINE * size)
}

/// `text` without characters that XML cannot write.
fn printable(text: &str) -> String {
    text.replace(char::is_control, " ")
}

/// How much a legend of very many curves is higher than the chart.
fn legend_height(curves: &Curves) -> f64 {
    (28.0 + curves.curves.len() as f64 * 1.7 * SIZE - HEIGHT).max(0.0)
}

fn check(curves: &Curves) -> Result<()> {
    let place = |name: &str| format!("figure \"{}\", curve \"{name}\"", curves.title);
    if curves.curves.iter().all(|(_, points)| points.is_empty()) {
        return Err(Error::input(format!("figure \"{}\"", curves.title), "no points", "at least one"));
    }
    for (name, points) in &curves.curves {
        if let Some((x, y)) = points.iter().find(|(x, y)| !(x.is_finite() && y.is_finite())) {
            return Err(Error::input(place(name), format!("point ({x}, {y})"), "finite numbers"));
        }
        if let Some((x, y)) = points.iter().find(|(_, y)| curves.logarithmic && *y <= 0.0) {
            return Err(Error::input(place(name), format!("point ({x}, {y})"), "y > 0 on an axis by powers of ten"));
        }
    }
    Ok(())
}

fn picture(root: &Area, curves: &Curves, title: &[String], head: f64) -> Drawn<()> {
    root.fill(&WHITE)?;
    for (i, line) in title.iter().enumerate() {
        let at = (px(15.0), px(8.0 + i as f64 * 1.4 * TITLE));
        root.draw(&Text::new(printable(line), at, font(TITLE).into_font()))?;
    }
    let (_, below) = root.split_vertically(px(head));
    let (chart, legend) = below.split_horizontally(px(WIDTH));
    let (chart, _) = chart.split_vertically(px(HEIGHT));
    let x = span(curves.curves.iter().flat_map(|(_, points)| points).map(|point| point.0));
    let y = span(curves.curves.iter().flat_map(|(_, points)| points).map(|point| point.1));
    if curves.logarithmic {
        // Whole powers of ten, so that the axis shows at least two of them.
        let y =
            10_f64.powf(y.0.log10().floor())..10_f64.powf((y.1.log10() + 1e-9).ceil().max(y.0.log10().floor() + 1.0));
        axes(&chart, curves, x, y.log_scale())?;
    } else {
        let room = 0.05 * (y.1 - y.0).max(1e-9);
        let low = if y.0 >= 0.0 { (y.0 - room).max(0.0) } else { y.0 - room };
        let high = if y.1 > y.0 { y.1 + room } else { y.1 + 1.0 };
        axes(&chart, curves, x, low..high)?;
    }
    for (i, (name, points)) in curves.curves.iter().enumerate() {
        let y = 14.0 + i as f64 * 1.7 * SIZE;
        legend.draw(&PathElement::new([(px(8.0), px(y)), (px(34.0), px(y))], line_style(i)))?;
        if points.len() <= MOST_MARKERS {
            legend.draw(&marker(i, (px(21.0), px(y))))?;
        }
        legend.draw(&Text::new(printable(name), (px(42.0), px(y - 0.42 * SIZE)), font(SIZE).into_font()))?;
    }
    root.present()
}

/// The least and the greatest of some finite numbers.
fn span(numbers: impl Iterator<Item = f64>) -> (f64, f64) {
    numbers.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), n| (low.min(n), high.max(n)))
}

fn axes<Y>(area: &Area, curves: &Curves, x: (f64, f64), y: Y) -> Drawn<()>
where
    Y: plotters::coord::ranged1d::AsRangedCoord<Value = f64>,
    Y::CoordDescType: Ranged<ValueType = f64> + ValueFormatter<f64>,
{
    let room = if x.1 > x.0 { 0.02 * (x.1 - x.0) } else { 1.0 };
    let mut chart = ChartBuilder::on(area)
        .margin_right(px(20.0))
        .margin_top(px(10.0))
        .margin_bottom(px(6.0))
        .margin_left(px(8.0))
        .x_label_area_size(px(44.0))
        .y_label_area_size(px(78.0))
        .build_cartesian_2d(x.0 - room..x.1 + room, y)?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(RGBColor(0xDD, 0xDD, 0xDD).stroke_width(px(1.0) as u32))
        .axis_style(BLACK.stroke_width(px(1.0) as u32))
        .set_all_tick_mark_size(px(4.0))
        .x_desc(printable(&curves.across))
        .y_desc(printable(&curves.up))
        .axis_desc_style(font(SIZE))
        .label_style(font(SIZE))
        .x_labels(labels(curves, x))
        .x_label_formatter(&|x| tick(*x))
        .y_label_formatter(&|y| tick(*y))
        .draw()?;
    for (i, (_, points)) in curves.curves.iter().enumerate() {
        chart.draw_series(LineSeries::new(points.iter().copied(), line_style(i)))?;
        if points.len() <= MOST_MARKERS {
            let markers = points.iter().map(|&(x, y)| EmptyElement::at((x, y)) + marker(i, (0, 0)));
            chart.draw_series(markers)?;
        }
    }
    Ok(())
}

/// The most labels below the chart: a few whole numbers are not divided.
fn labels(curves: &Curves, x: (f64, f64)) -> usize {
    const MOST: usize = 11;
    let whole = curves.curves.iter().flat_map(|(_, points)| points).all(|point| point.0.fract() == 0.0);
    if whole { MOST.min((x.1 - x.0) as usize + 1).max(2) } else { MOST }
}

fn colour(curve: usize) -> RGBColor {
    let colour = LINES[curve % LINES.len()];
    RGBColor(colour.0, colour.1, colour.2)
}

fn line_style(curve: usize) -> ShapeStyle {
    colour(curve).stroke_width(px(1.8) as u32)
}

/// Octagons, triangles, squares and diamonds by turns, so that curves differ without their colours.
fn marker(curve: usize, at: (i32, i32)) -> Polygon<(i32, i32)> {
    let corners: &[(f64, f64)] = match curve % 4 {
        0 => &[(-4., -1.7), (-1.7, -4.), (1.7, -4.), (4., -1.7), (4., 1.7), (1.7, 4.), (-1.7, 4.), (-4., 1.7)],
        1 => &[(-4.5, 3.5), (4.5, 3.5), (0., -4.5)],
        2 => &[(-3.5, -3.5), (3.5, -3.5), (3.5, 3.5), (-3.5, 3.5)],
        _ => &[(-5., 0.), (0., -5.), (5., 0.), (0., 5.)],
    };
    let corners: Vec<(i32, i32)> = corners.iter().map(|(x, y)| (at.0 + px(*x), at.1 + px(*y))).collect();
    Polygon::new(corners, colour(curve).filled())
}

/// A number at an axis: powers of ten from a hundred thousand on, at most six decimals.
fn tick(x: f64) -> String {
    let exponent = if x == 0.0 { 0 } else { x.abs().log10().floor() as i32 };
    if (-3..5).contains(&exponent) {
        let text = format!("{x:.6}");
        let text = text.trim_end_matches('0').trim_end_matches('.');
        return if text == "-0" { "0".into() } else { text.into() };
    }
    let factor = format!("{:.2}", x / 10_f64.powi(exponent));
    let power: String = exponent.to_string().chars().map(raised).collect();
    match factor.trim_end_matches('0').trim_end_matches('.') {
        "1" => format!("10{power}"),
        factor => format!("{factor}×10{power}"),
    }
}

fn raised(digit: char) -> char {
    match digit {
        '-' => '⁻',
        _ => ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'][digit.to_digit(10).unwrap_or(0) as usize],
    }
}

/// The `tikzpicture` with an `axis` of `pgfplots`.
///
/// # Errors
/// As [`svg`].
pub(super) fn tikz(curves: &Curves) -> Result<String> {
    check(curves)?;
    let scale = if curves.logarithmic { ", ymode=log" } else { "" };
    let mut text = format!(
        "% needs \\usepackage{{pgfplots}}\n\\begin{{tikzpicture}}\n\\begin{{axis}}[title={{{}}}, xlabel={{{}}}, \
         ylabel={{{}}}{scale}, legend pos=outer north east]\n",
        escape(&curves.title),
        escape(&curves.across),
        escape(&curves.up)
    );
    for (name, points) in &curves.curves {
        let points: Vec<String> = points.iter().map(|(x, y)| format!("({x:.6},{y:.6})")).collect();
        text.push_str(&format!("\\addplot coordinates {{{}}};\n", points.join(" ")));
        text.push_str(&format!("\\addlegendentry{{{}}}\n", escape(name)));
    }
    text.push_str("\\end{axis}\n\\end{tikzpicture}\n");
    Ok(text)
}
