//! Patterns with a preperiod and a period in each coordinate.
use super::{Budget, Form, Pattern, Repeat, blank};
use crate::game::Play;
use crate::game::vector::{VectorGame, VectorPosition};
use crate::proof::labelling::vector::{Period, Piece, VectorCertificate, check};
use crate::solve::values::table::ValueTable;

/// Reads the axes off the table and asks the checker.
pub fn find(game: &VectorGame, play: Play, table: &ValueTable, budget: Budget) -> Option<Pattern> {
    let axes: Vec<Repeat> = seen(table).into_iter().collect::<Option<_>>()?;
    let pieces = axes.iter().try_fold(game.states as u64, |count, a| count.checked_mul(a.preperiod + a.period))?;
    if pieces > budget.pieces as u64 {
        return None;
    }
    let mut certificate = guess(game, play, table, &axes);
    check(&certificate).ok()?;
    add_periods(&mut certificate, table, &axes);
    check(&certificate).ok()?;
    Some(Pattern { certificate, form: Form::Box(axes) })
}

/// For each coordinate what the window shows, if it shows anything.
pub fn seen(table: &ValueTable) -> Vec<Option<Repeat>> {
    (0..table.size.len()).map(|i| read_axis(table, i)).collect()
}

/// What the window shows of coordinate i.
fn read_axis(table: &ValueTable, i: usize) -> Option<Repeat> {
    let side = table.size[i];
    let inner: usize = table.size[i + 1..].iter().product();
    let outer = table.cells().len() / (side * inner);
    let layer = |block: usize, x: usize| &table.cells()[(block * side + x) * inner..][..inner];
    Repeat::seen(side, |x, y| (0..outer).all(|block| layer(block, x) == layer(block, y)))
}

/// The pieces that the axes suggest: all positions below preperiod + period, repeated along the coordinates that are
/// past their preperiod.
fn guess(game: &VectorGame, play: Play, table: &ValueTable, axes: &[Repeat]) -> VectorCertificate {
    let steps = |of: fn(&crate::game::vector::Rule) -> &Vec<u64>| {
        let most = |i: usize| game.rules.iter().map(|rule| of(rule)[i]).max().unwrap_or(0);
        axes.iter().enumerate().map(|(i, axis)| most(i).div_ceil(axis.period)).max().unwrap_or(0)
    };
    let split = steps(|rule| &rule.take);
    let back = split + 1 + steps(|rule| &rule.put).max(1);
    let mut certificate = blank(game, play, split, back);
    let subsets = 1usize << axes.len();
    certificate.cones = (0..subsets).map(|subset| cone(axes, subset)).collect();
    let sizes: Vec<u64> = axes.iter().map(|axis| axis.preperiod + axis.period).collect();
    let small = |position: &VectorPosition| position.at.iter().zip(&sizes).all(|(x, size)| x < size);
    certificate.pieces = table
        .window()
        .filter(small)
        .map(|VectorPosition { state, at }| {
            let past = |i: &usize| at[*i] >= axes[*i].preperiod;
            let cone = (0..axes.len()).filter(past).fold(0, |subset, i| subset | 1 << i);
            Piece { state, value: table.value(state, &at), base: at, cone }
        })
        .collect();
    certificate
}

/// The generators along the coordinates of a subset.
fn cone(axes: &[Repeat], subset: usize) -> Vec<Vec<u64>> {
    (0..axes.len()).filter(|i| subset >> i & 1 == 1).map(|i| along(axes, i, axes[i].period)).collect()
}

fn along(axes: &[Repeat], i: usize, length: u64) -> Vec<u64> {
    (0..axes.len()).map(|j| if j == i { length } else { 0 }).collect()
}

/// Adds the period of each coordinate, and pairs of positions that show it to be the least.
fn add_periods(certificate: &mut VectorCertificate, table: &ValueTable, axes: &[Repeat]) {
    for (i, axis) in axes.iter().enumerate() {
        certificate.periods.push(Period { step: along(axes, i, axis.period), from: along(axes, i, axis.preperiod) });
        certificate.differing.extend(axis.is_least(|distance, from| differing(table, i, distance, from)));
    }
}

/// Two positions of different values, `distance` apart in coordinate i, where the first has at least `from`.
fn differing(table: &ValueTable, i: usize, distance: u64, from: u64) -> Option<(VectorPosition, VectorPosition)> {
    table.window().filter(|x| x.at[i] >= from && x.at[i] + distance < table.size[i] as u64).find_map(|x| {
        let mut y = x.clone();
        y.at[i] += distance;
        (table.value(x.state, &x.at) != table.value(y.state, &y.at)).then_some((x, y))
    })
}
