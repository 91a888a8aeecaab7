//! Jenga towers laid out in isometric projection.

use crate::error::{Error, Result};
use crate::report::figure::{Balance, TowerDrawing, Towers};
use crate::report::palette::{self, BLACK, Colour, WHITE};
use crate::report::scene::{Anchor, Point, Scene, Shape, Stroke, wrap};
use crate::report::wells::{caption, headline};

/// Level and slot of a block, and what taking it is worth.
type Worth = ((usize, usize), Option<u64>);

/// The most slots of a level.
const MOST_SLOTS: usize = 16;
const MOST_LEVELS: usize = 1000;
const MOST_TOWERS: usize = 1000;
/// Towers stand side by side up to this width, then in a new row.
const ROW_WIDTH: f64 = 1100.0;
/// No picture is narrower, so that its title has room.
const LEAST_WIDTH: f64 = 360.0;
/// What the sign of a balance means.
const BALANCE: &str = "Black dot: the centre of mass of all above that level. 1: slot 1 of the two lowest levels.";
const MARGIN: f64 = 16.0;
const GAP: f64 = 30.0;
const SIZE: f64 = 12.0;
const LINE: f64 = 1.3 * SIZE;
/// The cosine of 30 degrees.
const COSINE: f64 = 0.866_025_403_784_438_6;

/// Top, left and right face of a block of wood, then of a marked one.
const WOOD: [Colour; 3] = [Colour(0xF3, 0xDB, 0xAE), Colour(0xDD, 0xB4, 0x78), Colour(0xBC, 0x8A, 0x4C)];
const MARKED: [Colour; 3] = [Colour(0x9C, 0xCB, 0xF2), Colour(0x55, 0x99, 0xD8), Colour(0x2B, 0x6B, 0xB0)];
/// The faces of a block that may not be taken.
const FORBIDDEN: [Colour; 3] = [Colour(0xD8, 0xD8, 0xD8), Colour(0xC4, 0xC4, 0xC4), Colour(0xAC, 0xAC, 0xAC)];
/// The size of the number on a block.
const NUMBER: f64 = 9.0;
const EDGE: Colour = Colour(0x55, 0x38, 0x14);
const GHOST: Colour = Colour(0x1B, 0x55, 0x9A);

/// The towers side by side, each over its caption.
///
/// # Errors
/// [`Error::Input`] if there is no tower, a tower has no level or a level no slot, if there are too many of them, if a
/// slot that is marked or has a worth does not exist, or for a worth above 100.
pub(super) fn scene(towers: &Towers) -> Result<Scene> {
    let count = towers.towers.len();
    if !(1..=MOST_TOWERS).contains(&count) {
        return Err(Error::input("towers", format!("{count} towers"), format!("1 to {MOST_TOWERS}")));
    }
    towers.towers.iter().try_for_each(check)?;
    let placed: Vec<Placed> = towers.towers.iter().map(Placed::new).collect();
    let rows = in_rows(&placed);
    let width = rows.iter().map(|row| row_width(row)).fold(LEAST_WIDTH, f64::max);
    let mut scene = Scene { width, height: MARGIN, ..Scene::default() };
    headline(&mut scene, &towers.title);
    rows.into_iter().for_each(|row| draw_row(&mut scene, row));
    if towers.towers.iter().any(|tower| tower.balance.is_some()) {
        for line in wrap(BALANCE, SIZE, width - 2.0 * MARGIN) {
            scene.text((MARGIN, scene.height + 0.5 * SIZE), &line, SIZE, Anchor::Start, BLACK);
            scene.height += LINE;
        }
        scene.height += MARGIN;
    }
    Ok(scene)
}

fn check(tower: &TowerDrawing) -> Result<()> {
    let bad = |what: String, expected: String| {
        Err(Error::input(format!("drawing of tower \"{}\"", tower.caption), what, expected))
    };
    if tower.levels.is_empty() || tower.levels.len() > MOST_LEVELS {
        return bad(format!("{} levels", tower.levels.len()), format!("1 to {MOST_LEVELS}"));
    }
    if let Some(level) = tower.levels.iter().position(|slots| slots.is_empty() || slots.len() > MOST_SLOTS) {
        return bad(format!("{} slots in level {level}", tower.levels[level].len()), format!("1 to {MOST_SLOTS}"));
    }
    let missing = |level: usize, slot: usize| tower.levels.get(level).is_none_or(|slots| slot >= slots.len());
    if let Some((level, slot)) = tower.marked.iter().find(|at| missing(at.0, at.1)) {
        return bad(format!("mark on level {level}, slot {slot}"), "a slot of the tower".into());
    }
    let wrong = |((level, slot), worth): &&Worth| missing(*level, *slot) || worth.is_some_and(|worth| worth > 100);
    if let Some((at, worth)) = tower.worths.iter().find(wrong) {
        return bad(format!("{worth:?} at {at:?}"), "0 to 100 at a slot of the tower".into());
    }
    match tower.balance.filter(|balance| balance.level >= tower.levels.len()) {
        Some(balance) => bad(format!("a balance over level {}", balance.level), "a level of the tower".into()),
        None => Ok(()),
    }
}

/// A tower with its measures.
struct Placed<'a> {
    tower: &'a TowerDrawing,
    /// The length of a block: the tower is this wide and deep.
    side: f64,
    /// The height of a level.
    high: f64,
    caption: Vec<String>,
    /// The room it takes from left to right.
    width: f64,
}

impl<'a> Placed<'a> {
    fn new(tower: &'a TowerDrawing) -> Self {
        let slots = tower.levels.iter().map(Vec::len).max().unwrap_or(1) as f64;
        let block = (110.0 / slots).clamp(12.0, 30.0);
        let side = block * slots;
        let drawn = 2.0 * COSINE * side;
        let caption = caption(&tower.caption, SIZE, drawn.max(170.0));
        let width = crate::report::scene::widest(&caption, SIZE).max(drawn);
        Placed { tower, side, high: 0.55 * block, caption, width }
    }

    fn height(&self) -> f64 {
        self.side + self.high * self.tower.levels.len() as f64
    }

    /// Draws the tower around the vertical line at `middle` with its nearest corner at height `bottom`.
    ///
    /// Levels from the bottom up, and in a level the far blocks first: the plane between two blocks has the later one on
    /// the side of the eye, so what is nearer covers what is farther and one sees through the gaps.
    fn draw(&self, scene: &mut Scene, middle: f64, bottom: f64) {
        for (level, slots) in self.tower.levels.iter().enumerate() {
            let far_first: Vec<usize> =
                if level % 2 == 0 { (0..slots.len()).rev().collect() } else { (0..slots.len()).collect() };
            for slot in far_first {
                let marked = self.tower.marked.contains(&(level, slot));
                if slots[slot] || marked {
                    let faces = self
                        .faces(level, slot)
                        .map(|face| face.map(|(x, y)| (middle + x, bottom - self.side + y)).to_vec());
                    let worth = self.tower.worths.iter().find(|(at, _)| *at == (level, slot)).map(|(_, worth)| *worth);
                    let end = centre(&faces[if level % 2 == 0 { 2 } else { 1 }]);
                    draw_block(scene, faces, slots[slot], colours(marked, worth));
                    if let Some(Some(worth)) = worth {
                        scene.text((end.0, end.1 + 0.35 * NUMBER), &worth.to_string(), NUMBER, Anchor::Middle, BLACK);
                    } else if level < 2 && slot == 0 && worth.is_none() {
                        scene.text((end.0, end.1 + 0.35 * NUMBER), "1", NUMBER, Anchor::Middle, BLACK);
                    }
                }
            }
        }
        if let Some(balance) = &self.tower.balance {
            self.draw_balance(scene, balance, (middle, bottom - self.side));
        }
    }

    /// A plumb line from the top of the tower through the centre of mass to the level that bears it.
    fn draw_balance(&self, scene: &mut Scene, balance: &Balance, (x, y): Point) {
        // Slots of even levels are counted from the near side, which is where their second coordinate ends.
        let (along, across) = (self.side * balance.at[1], self.side * (1.0 - balance.at[0]));
        let at = |level: usize| {
            let seen = seen(along, across, self.high * level as f64);
            (x + seen.0, y + seen.1)
        };
        let (foot, head) = (at(balance.level + 1), at(self.tower.levels.len()));
        for (colour, wide, dash) in [(WHITE, 3.5, None), (BLACK, 1.3, Some(3.0))] {
            let stroke = Stroke { colour, width: wide, dash };
            scene.shapes.push(Shape::Lines { lines: vec![vec![head, foot]], closed: false, stroke });
        }
        let around = |(x, y): Point| {
            [(0., -5.), (3.5, -3.5), (5., 0.), (3.5, 3.5), (0., 5.), (-3.5, 3.5), (-5., 0.), (-3.5, -3.5)]
                .map(|(dx, dy)| (x + dx, y + dy))
                .to_vec()
        };
        scene.shapes.push(Shape::Polygon {
            points: around(foot),
            fill: Some(BLACK),
            stroke: Some(Stroke::plain(WHITE, 1.2)),
        });
    }

    /// Top, left and right face. Even levels run from the upper left to the lower right, odd ones across them; the slots
    /// of both are seen from left to right on the faces where their ends show.
    fn faces(&self, level: usize, slot: usize) -> [[Point; 4]; 3] {
        let wide = self.side / self.tower.levels[level].len() as f64;
        let (near, long) = (wide * (slot + 1) as f64, self.side);
        let ((x0, x1), (y0, y1)) = if level.is_multiple_of(2) {
            ((0.0, long), (long - near, long - near + wide))
        } else {
            ((near - wide, near), (0.0, long))
        };
        let (z0, z1) = (self.high * level as f64, self.high * (level + 1) as f64);
        [
            [seen(x0, y0, z1), seen(x1, y0, z1), seen(x1, y1, z1), seen(x0, y1, z1)],
            [seen(x0, y1, z1), seen(x1, y1, z1), seen(x1, y1, z0), seen(x0, y1, z0)],
            [seen(x1, y0, z1), seen(x1, y1, z1), seen(x1, y1, z0), seen(x1, y0, z0)],
        ]
    }
}

/// Where a point of the tower is seen, from above its far corner.
fn seen(x: f64, y: f64, z: f64) -> Point {
    ((x - y) * COSINE, (x + y) / 2.0 - z)
}

/// The middle of a face.
fn centre(face: &[Point]) -> Point {
    let sum = face.iter().fold((0.0, 0.0), |sum, point| (sum.0 + point.0, sum.1 + point.1));
    (sum.0 / face.len() as f64, sum.1 / face.len() as f64)
}

/// The colours of the three faces of a block.
fn colours(marked: bool, worth: Option<Option<u64>>) -> [Colour; 3] {
    match worth {
        None if marked => MARKED,
        None => WOOD,
        Some(None) => FORBIDDEN,
        Some(Some(worth)) => [0, 20, 40].map(|darker| palette::of_worth(worth, darker)),
    }
}

/// A block, or the dashed edges of a marked gap.
fn draw_block(scene: &mut Scene, faces: [Vec<Point>; 3], present: bool, colours: [Colour; 3]) {
    for (points, fill) in faces.into_iter().zip(colours) {
        let shape = if present {
            Shape::Polygon { points, fill: Some(fill), stroke: Some(Stroke::plain(EDGE, 0.8)) }
        } else {
            Shape::Lines {
                lines: vec![points],
                closed: true,
                stroke: Stroke { colour: GHOST, width: 1.5, dash: Some(3.0) },
            }
        };
        scene.shapes.push(shape);
    }
}

/// The towers in rows of as many as fit, at least one.
fn in_rows<'a, 'b>(mut rest: &'b [Placed<'a>]) -> Vec<&'b [Placed<'a>]> {
    let mut rows = Vec::new();
    while !rest.is_empty() {
        let count = (1..=rest.len()).take_while(|count| row_width(&rest[..*count]) <= ROW_WIDTH).count().max(1);
        let (row, others) = rest.split_at(count);
        rows.push(row);
        rest = others;
    }
    rows
}

fn row_width(row: &[Placed]) -> f64 {
    2.0 * MARGIN - GAP + row.iter().map(|tower| tower.width + GAP).sum::<f64>()
}

/// Draws towers on a common floor under what is there.
fn draw_row(scene: &mut Scene, row: &[Placed]) {
    let highest = row.iter().map(Placed::height).fold(0.0, f64::max);
    let lines = row.iter().map(|tower| tower.caption.len()).max().unwrap_or(0);
    let bottom = scene.height + highest;
    let mut x = MARGIN;
    for tower in row {
        let middle = x + tower.width / 2.0;
        tower.draw(scene, middle, bottom);
        for (i, line) in tower.caption.iter().enumerate() {
            scene.text((middle, bottom + 0.6 * SIZE + LINE * (i + 1) as f64), line, SIZE, Anchor::Middle, BLACK);
        }
        x += tower.width + GAP;
    }
    scene.height = bottom + 0.6 * SIZE + LINE * lines as f64 + MARGIN;
}
