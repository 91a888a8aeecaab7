//! What `docs/notes/jenka-growth.md` says of the number of towers, against the towers that were counted one by one.
use std::collections::HashSet;
use std::path::Path;
use topple::game::Game;
use topple::game::tower::{Tower, Towers};

/// A file of the project.
fn text(name: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).expect("a file that is kept")
}

/// How many levels there are with 1, 2 and 3 blocks.
type Levels = [u128; 3];

/// The towers that arise from `full` levels of Jenka_3, at least 2, and are their own mirror image along some of the axes.
fn towers(full: usize, symmetric: [bool; 2]) -> u128 {
    let below = |axis: usize| -> Levels { if symmetric[axis] { [1, 1, 1] } else { [1, 3, 1] } };
    let tops = |axis: usize| -> Levels { if symmetric[axis] { [1, 1, 1] } else { [3, 3, 1] } };
    // By blocks and the axis of the level to come: sequences of levels; and those that do not end in a single block.
    let most = 3 * full - 4;
    let (mut all, mut long) = (vec![[0; 2]; most + 1], vec![[0; 2]; most + 1]);
    all[0][0] = 1;
    for blocks in 1..=most {
        for axis in 0..2 {
            let ending = |in_last: usize| below(1 - axis)[in_last - 1] * all[blocks - in_last][1 - axis];
            let longer = (2..=blocks.min(3)).map(ending).sum();
            (long[blocks][axis], all[blocks][axis]) = (longer, ending(1) + longer);
        }
    }
    let with_top = |top: usize| -> u128 {
        let sequences = if top == 1 { &long } else { &all };
        (0..2).map(|axis| sequences[3 * full - 3 - top][axis] * tops(1 - axis)[top - 1]).sum()
    };
    (1..=3).map(with_top).sum()
}

/// Towers without a move, mirror images counted once.
fn ends(full: usize) -> u128 {
    let (mut fibonacci, mut next) = (0, 1);
    for _ in 0..3 * full - 3 {
        (fibonacci, next) = (next, fibonacci + next);
    }
    2 * fibonacci
}

#[test]
fn the_towers_of_jenka_3_are_as_many_as_the_note_says() {
    let table = text("data/zwick/jenka-growth.csv");
    assert!(table.starts_with("k,full_levels,rule,semi_stable,positions,edges,terminals,"));
    let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split(',').collect()).collect();
    let counted: Vec<&Vec<&str>> =
        rows.iter().filter(|row| row[0] == "3" && row[2..4] == ["official", "false"]).collect();
    assert!(counted.len() >= 8);
    for row in counted {
        let full: usize = row[1].parse().unwrap();
        if full == 1 {
            assert_eq!((row[4], row[6]), ("1", "1"));
            continue;
        }
        let symmetries = [[false, false], [true, false], [false, true], [true, true]];
        let images: u128 = symmetries.iter().map(|symmetric| towers(full, *symmetric)).sum();
        assert_eq!((images / 4, images % 4), (row[4].parse().unwrap(), 0), "n = {full}");
        assert_eq!(ends(full), row[6].parse::<u128>().unwrap(), "n = {full}");
    }
    // Mirror images counted apart: 3 a(3n - 4) + a(3n - 6).
    let mut a: Vec<u128> = vec![1, 1, 4];
    for full in 2..30 {
        while a.len() < 3 * full {
            let last = &a[a.len() - 3..];
            a.push(last[2] + 3 * last[1] + last[0]);
        }
        assert_eq!(towers(full, [false, false]), 3 * a[3 * full - 4] + a[3 * full - 6], "n = {full}");
    }
}

/// All towers that play reaches from full levels, mirror images counted apart.
fn reached(slots: u32, full: usize) -> HashSet<Tower> {
    let game = Towers::new(slots).unwrap();
    let start = game.start(full).unwrap();
    let (mut known, mut ahead) = (HashSet::from([start.clone()]), vec![start]);
    while let Some(tower) = ahead.pop() {
        for (_, next) in game.moves(&tower) {
            if known.insert(next.clone()) {
                ahead.push(next);
            }
        }
    }
    known
}

#[test]
fn the_towers_of_jenka_3_are_those_of_the_note() {
    for full in 2..=4 {
        let found = reached(3, full);
        for Tower { levels } in &found {
            let [below @ .., under, top] = &levels[..] else { panic!("one level") };
            assert!(below.iter().all(|level| [0b010, 0b011, 0b101, 0b110, 0b111].contains(level)), "{levels:?}");
            let is_early = top.count_ones() == 1 && below.last().is_none_or(|last| last.count_ones() == 1);
            assert!(*under == 0b111 && !is_early, "{levels:?}");
        }
        // As many as fit the description are found, so all of them.
        assert_eq!(found.len() as u128, towers(full, [false, false]), "n = {full}");
    }
}

/// Whether the mass above a level with this first and last slot can lie between its edges. From the middle, in units of
/// 1/(2k), it lies at most c(k) aside.
fn may_bear(slots: i32, first: i32, last: i32) -> bool {
    let (low, high) = (2 * first - slots, 2 * (last + 1) - slots);
    (1..=slots).any(|s| low.max(-high) * (s + 1) < s * (slots - s))
}

/// Whether a level reaches to both sides of the middle.
fn bears_the_middle(slots: i32, first: i32, last: i32) -> bool {
    2 * first < slots && slots < 2 * (last + 1)
}

fn first_and_last(level: u32) -> (i32, i32) {
    (level.trailing_zeros() as i32, level.ilog2() as i32)
}

#[test]
fn no_level_bears_what_the_note_says_it_cannot() {
    for (slots, full) in [(3, 1), (3, 4), (4, 3), (5, 2), (6, 2)] {
        for Tower { levels } in reached(slots, full) {
            for level in &levels[..levels.len() - 1] {
                let (first, last) = first_and_last(u32::from(*level));
                assert!(may_bear(slots as i32, first, last), "{levels:?}");
            }
        }
    }
}

/// x^-k, where the levels of k slots that are kept, each with the power of x of its blocks, have the sum 1.
fn rate(slots: i32, keeps: impl Fn(i32, i32, i32) -> bool) -> f64 {
    let mut levels = vec![0.0; slots as usize + 1];
    for mask in 1_u32..1 << slots {
        let (first, last) = first_and_last(mask);
        levels[mask.count_ones() as usize] += f64::from(u8::from(keeps(slots, first, last)));
    }
    let sum = |x: f64| levels.iter().rev().fold(0.0, |sum, count| sum * x + count);
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        if sum(middle) < 1.0 { low = middle } else { high = middle }
    }
    low.powi(-slots)
}

#[test]
fn the_bounds_of_growth_are_those_of_the_note() {
    let note = text("docs/notes/jenka-growth.md");
    let rows: Vec<Vec<&str>> = note
        .lines()
        .filter(|line| line.starts_with("| ") && line.as_bytes()[2].is_ascii_digit())
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect();
    assert_eq!(rows.len(), 4);
    for row in rows {
        let slots: i32 = row[0].parse().unwrap();
        let (least, most) = (rate(slots, bears_the_middle), rate(slots, may_bear));
        assert_eq!(row[1], format!("{:.2}", (least * 100.0).floor() / 100.0), "k = {slots}");
        assert_eq!(row[2], format!("{:.2}", (most * 100.0).ceil() / 100.0), "k = {slots}");
    }
    let exact = 7.0 + 5.0 * 2.0_f64.sqrt();
    assert!((rate(3, bears_the_middle) - exact).abs() < 1e-9);
}
