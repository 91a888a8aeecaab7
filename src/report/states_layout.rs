//! Where the states of a strategy stand. States that no play joins to the rest make a picture of their own beside it. A
//! cycle stands round the sides of a rectangle; other pictures stand on a grid, the large ones in columns by their
//! distance from the first state, in bands read to and fro.

use crate::report::scene::Point;
use crate::report::states_grid;

/// Rounds of ordering the states of a column by their neighbours.
const ROUNDS: usize = 12;
/// The page that a layout aims at: width by height.
const ASPECT: f64 = 1.5;
/// The same for a cycle, which is empty inside.
const RING_ASPECT: f64 = 2.4;
/// How much worse an odd number of bands is: the way back to the start is longer.
const ODD: f64 = 1.2;
/// Pictures stand side by side up to this width, then in a new line.
const LINE_WIDTH: f64 = 1000.0;

/// The middle of each state, given the sizes of the states, the plays between them, and the space across and down
/// that labels need.
pub(super) fn places(sizes: &[Point], plays: &[(usize, usize)], space: Point) -> Vec<Point> {
    let mut places = vec![(0.0, 0.0); sizes.len()];
    let (mut left, mut top, mut high) = (0.0, 0.0, 0.0_f64);
    for part in parts(sizes.len(), plays) {
        let place = |state: &usize| part.iter().position(|known| known == state);
        let own: Vec<(usize, usize)> = plays.iter().filter_map(|(from, to)| Some((place(from)?, place(to)?))).collect();
        let own_sizes: Vec<Point> = part.iter().map(|state| sizes[*state]).collect();
        let inside = of_part(&own_sizes, &own, space);
        let (low, far) = bounds(&inside, &own_sizes);
        if left > 0.0 && left + far.0 - low.0 > LINE_WIDTH {
            (left, top, high) = (0.0, top + high + space.1, 0.0);
        }
        for (state, (x, y)) in part.iter().zip(inside) {
            places[*state] = (x - low.0 + left, y - low.1 + top);
        }
        (left, high) = (left + far.0 - low.0 + space.0, high.max(far.1 - low.1));
    }
    places
}

/// The states that plays join, in either direction: each set with its states in order.
fn parts(count: usize, plays: &[(usize, usize)]) -> Vec<Vec<usize>> {
    let mut of: Vec<usize> = (0..count).collect();
    let mut changed = true;
    while changed {
        changed = false;
        for &(from, to) in plays {
            let least = of[from].min(of[to]);
            changed |= of[from] != of[to];
            (of[from], of[to]) = (least, least);
        }
    }
    let firsts = (0..count).filter(|state| of[*state] == *state);
    firsts.map(|first| (0..count).filter(|state| of[*state] == first).collect()).collect()
}

/// The corners of the box around all states.
fn bounds(places: &[Point], sizes: &[Point]) -> (Point, Point) {
    let both = || places.iter().zip(sizes);
    let low = |part: fn(&Point) -> f64| both().map(|(p, s)| part(p) - part(s) / 2.0).fold(f64::INFINITY, f64::min);
    let far = |part: fn(&Point) -> f64| both().map(|(p, s)| part(p) + part(s) / 2.0).fold(f64::NEG_INFINITY, f64::max);
    ((low(|p| p.0), low(|p| p.1)), (far(|p| p.0), far(|p| p.1)))
}

/// The places of states that hang together.
fn of_part(sizes: &[Point], plays: &[(usize, usize)], space: Point) -> Vec<Point> {
    if let Some(cycle) = cycle(sizes.len(), plays) {
        return ring(&cycle, sizes, space);
    }
    let mut layers = layers(sizes.len(), plays);
    order(&mut layers, plays);
    if sizes.len() <= states_grid::MOST_STATES {
        return states_grid::places(&layers.concat(), sizes, plays, space);
    }
    let grids = (1..=layers.len()).map(|bands| Grid::new(&layers, layers.len().div_ceil(bands), sizes, space));
    let best = grids.min_by(|a, b| a.cost(space).total_cmp(&b.cost(space)));
    best.map_or(Vec::new(), |grid| grid.places(&layers, sizes, space))
}

/// All states in the order of play from state 0, if they are one cycle of three or more.
fn cycle(count: usize, plays: &[(usize, usize)]) -> Option<Vec<usize>> {
    let next = |state: usize| {
        let mut after = plays.iter().filter(|play| play.0 == state).map(|play| play.1);
        after.next().filter(|first| after.all(|other| other == *first))
    };
    let mut cycle = vec![0];
    while let Some(state) = next(cycle[cycle.len() - 1]).filter(|state| !cycle.contains(state)) {
        cycle.push(state);
    }
    let closed = next(cycle[cycle.len() - 1]) == Some(0);
    (closed && cycle.len() == count && count > 2).then_some(cycle)
}

/// A cycle clockwise round the sides of a rectangle, from its upper left corner.
fn ring(cycle: &[usize], sizes: &[Point], space: Point) -> Vec<Point> {
    let largest = |part: fn(&Point) -> f64| sizes.iter().map(part).fold(0.0, f64::max);
    let cell = (largest(|size| size.0) + space.0, largest(|size| size.1) + space.1);
    // Besides the corners, `side` states stand on either side.
    let across = |side: usize| (cycle.len() - 2 * side).div_ceil(2);
    let off = |side: &usize| {
        let aspect = cell.0 * across(*side) as f64 / (cell.1 * (*side + 2) as f64);
        (aspect / RING_ASPECT).max(RING_ASPECT / aspect)
    };
    let sides = (0..cycle.len()).take_while(|side| 2 * side + 3 <= cycle.len());
    let side = sides.min_by(|a, b| off(a).total_cmp(&off(b))).unwrap_or(0);
    let (top, bottom) = (across(side), side + 1);
    let slot = |at: usize| match at {
        at if at < top => (at, 0),
        at if at < top + side => (top - 1, at - top + 1),
        at if at < cycle.len() - side => (top - 1 - (at - top - side), bottom),
        at => (0, cycle.len() - at),
    };
    let mut places = vec![(0.0, 0.0); sizes.len()];
    for (at, state) in cycle.iter().enumerate() {
        let (column, row) = slot(at);
        places[*state] = (cell.0 * column as f64, cell.1 * row as f64);
    }
    places
}

/// The states by their distance from state 0; one that no play reaches opens a new search at distance 0.
fn layers(count: usize, plays: &[(usize, usize)]) -> Vec<Vec<usize>> {
    let mut distance: Vec<Option<usize>> = vec![None; count];
    let mut layers: Vec<Vec<usize>> = Vec::new();
    for start in 0..count {
        let mut open = if distance[start].is_none() { vec![start] } else { Vec::new() };
        let mut far = 0;
        while !open.is_empty() {
            layers.resize(layers.len().max(far + 1), Vec::new());
            let mut next = Vec::new();
            for state in open {
                if distance[state].is_none() {
                    distance[state] = Some(far);
                    layers[far].push(state);
                    next.extend(plays.iter().filter(|play| play.0 == state).map(|play| play.1));
                }
            }
            next.retain(|state| distance[*state].is_none());
            open = next;
            far += 1;
        }
    }
    layers
}

/// Orders each layer by the mean place of the neighbours in the layer before or behind, to and fro, so that few plays
/// cross.
fn order(layers: &mut [Vec<usize>], plays: &[(usize, usize)]) {
    for round in 0..ROUNDS {
        for step in 1..layers.len() {
            let (here, there) =
                if round % 2 == 0 { (step, step - 1) } else { (layers.len() - 1 - step, layers.len() - step) };
            let fixed = layers[there].clone();
            let mut keyed: Vec<(f64, usize)> =
                layers[here].iter().enumerate().map(|(at, &state)| (mean(state, at, &fixed, plays), state)).collect();
            keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
            layers[here] = keyed.into_iter().map(|pair| pair.1).collect();
        }
    }
}

/// The mean place of a state's neighbours among these, as a part of their number; its own place if it has none.
fn mean(state: usize, at: usize, among: &[usize], plays: &[(usize, usize)]) -> f64 {
    let place = |other: usize| among.iter().position(|known| *known == other);
    let places: Vec<usize> = plays
        .iter()
        .filter_map(|&(from, to)| {
            if from == state {
                place(to)
            } else if to == state {
                place(from)
            } else {
                None
            }
        })
        .collect();
    if places.is_empty() { at as f64 } else { places.iter().sum::<usize>() as f64 / places.len() as f64 }
}

/// Layers as columns of a grid, `across` in a band.
struct Grid {
    across: usize,
    widths: Vec<f64>,
    heights: Vec<f64>,
}

impl Grid {
    fn new(layers: &[Vec<usize>], across: usize, sizes: &[Point], space: Point) -> Self {
        let mut widths = vec![0.0_f64; across];
        let mut heights = Vec::new();
        for band in layers.chunks(across) {
            let mut high = 0.0_f64;
            for (at, layer) in band.iter().enumerate() {
                let slot = slot(heights.len(), at, across);
                widths[slot] = layer.iter().map(|state| sizes[*state].0).fold(widths[slot], f64::max);
                high = high.max(column_height(layer, sizes, space));
            }
            heights.push(high);
        }
        Grid { across, widths, heights }
    }

    /// How far the page is from the one aimed at.
    fn cost(&self, space: Point) -> f64 {
        let wide = self.widths.iter().map(|width| width + space.0).sum::<f64>();
        let high = self.heights.iter().map(|height| height + space.1).sum::<f64>() * ASPECT;
        let bands = self.heights.len();
        (wide / high).max(high / wide) * if bands > 1 && bands % 2 == 1 { ODD } else { 1.0 }
    }

    fn places(&self, layers: &[Vec<usize>], sizes: &[Point], space: Point) -> Vec<Point> {
        let mut places = vec![(0.0, 0.0); sizes.len()];
        let mut top = 0.0;
        for (band, (columns, height)) in layers.chunks(self.across).zip(&self.heights).enumerate() {
            for (at, layer) in columns.iter().enumerate() {
                let slot = slot(band, at, self.across);
                let left: f64 = self.widths[..slot].iter().map(|width| width + space.0).sum();
                let mut y = top + (height - column_height(layer, sizes, space)) / 2.0;
                for &state in layer {
                    places[state] = (left + self.widths[slot] / 2.0, y + sizes[state].1 / 2.0);
                    y += sizes[state].1 + space.1;
                }
            }
            top += height + space.1;
        }
        places
    }
}

/// Where a column of a band stands: every other band is read from right to left.
fn slot(band: usize, at: usize, across: usize) -> usize {
    if band.is_multiple_of(2) { at } else { across - 1 - at }
}

fn column_height(layer: &[usize], sizes: &[Point], space: Point) -> f64 {
    layer.iter().map(|state| sizes[*state].1 + space.1).sum::<f64>() - space.1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_of_any_graph_stand_apart() {
        for count in 1..40 {
            let plays: Vec<(usize, usize)> =
                (0..3 * count).map(|i| ((i * 7 + i / 5) % count, (i * i + 3) % count)).collect();
            let sizes: Vec<Point> = (0..count).map(|i| (30.0 + (i % 4) as f64, 20.0 + (i % 7) as f64)).collect();
            let places = places(&sizes, &plays, (10.0, 10.0));
            assert_eq!(places.len(), count);
            for i in 0..count {
                for j in 0..i {
                    let across = (places[i].0 - places[j].0).abs() - (sizes[i].0 + sizes[j].0) / 2.0;
                    let down = (places[i].1 - places[j].1).abs() - (sizes[i].1 + sizes[j].1) / 2.0;
                    assert!(across > 4.0 || down > 4.0, "{count}: {i} and {j}");
                }
            }
        }
    }

    #[test]
    fn layers_are_distances_from_the_first_state() {
        assert_eq!(layers(5, &[(0, 1), (0, 2), (1, 2), (2, 3), (3, 0)]), vec![vec![0, 4], vec![1, 2], vec![3]]);
    }
}
