use super::*;
use crate::game::tower::{Stability, stability};

/// The definition in the plane (zwick, definition 3.1), with nothing known of axes: where two levels touch, the hull of
/// that area, and the centre of mass of all above, in units of 1/k. A sum over M blocks is compared, so nothing is
/// divided.
fn plane(k: u32, levels: &[u16]) -> i128 {
    let k = i128::from(k);
    let blocks = |level: usize| {
        (0..k).filter(move |slot| levels[level] >> (k - 1 - slot) & 1 == 1).map(move |slot| {
            if level.is_multiple_of(2) { [(slot, slot + 1), (0, k)] } else { [(0, k), (slot, slot + 1)] }
        })
    };
    let mut worst = 1;
    for level in 0..levels.len().saturating_sub(1) {
        let mut corners = Vec::new();
        for below in blocks(level) {
            for above in blocks(level + 1) {
                let span = |axis: usize| [below[axis].0.max(above[axis].0), below[axis].1.min(above[axis].1)];
                corners.extend(span(0).iter().flat_map(|&x| span(1).map(|y| (x, y))));
            }
        }
        let above: Vec<_> = (level + 1..levels.len()).flat_map(blocks).collect();
        let twice = |axis: usize| above.iter().map(|block| block[axis].0 + block[axis].1).sum::<i128>();
        let centre = (twice(0), twice(1), 2 * above.len() as i128);
        worst = worst.min(inside(&corners, centre));
    }
    worst
}

/// Which side of the line from a to b the point p = (x/d, y/d) is on.
fn side(a: (i128, i128), b: (i128, i128), p: (i128, i128, i128)) -> i128 {
    ((b.0 - a.0) * (p.1 - a.1 * p.2) - (b.1 - a.1) * (p.0 - a.0 * p.2)).signum()
}

/// 1 if the point is strictly inside the hull of the corners, 0 if on its edge, -1 outside: one walks around the hull,
/// always to the corner that has all others on its left.
fn inside(corners: &[(i128, i128)], p: (i128, i128, i128)) -> i128 {
    let first = *corners.iter().min().expect("levels touch");
    let (mut from, mut worst) = (first, 1);
    loop {
        let far = |q: &(i128, i128)| (q.0 - from.0).pow(2) + (q.1 - from.1).pow(2);
        let next =
            corners.iter().filter(|q| **q != from).copied().reduce(|best, q| match side(from, best, (q.0, q.1, 1)) {
                -1 => q,
                0 if far(&q) > far(&best) => q,
                _ => best,
            });
        let next = next.expect("a contact area has corners");
        worst = worst.min(side(from, next, p));
        if next == first {
            return worst;
        }
        from = next;
    }
}

/// Every lift by trying: all blocks, all slots, each tower decided by `stands`.
fn plain(rules: Rules, levels: &[u16], stands: &dyn Fn(&[u16]) -> bool) -> Vec<Lift> {
    let mut lifts = Vec::new();
    let full = rules.full();
    let reach = match rules.rule {
        Removal::Official => levels.iter().rposition(|&mask| mask == full).unwrap_or(0),
        Removal::Any => levels.len() - 1,
    };
    for from in 0..reach {
        for block in (0..rules.slots).map(|bit| 1 << bit).filter(|bit| levels[from] & bit != 0) {
            let mut held = levels.to_vec();
            held[from] ^= block;
            if held[from] == 0 || !stands(&held) {
                continue;
            }
            if held.last() == Some(&full) {
                held.push(0);
            }
            let to = held.len() - 1;
            let fits = |bit: &u16| {
                let mut placed = held.clone();
                placed[to] |= bit;
                held[to] & bit == 0 && stands(&placed)
            };
            let onto = (0..rules.slots).map(|bit| 1 << bit).filter(fits).sum();
            if onto != 0 {
                lifts.push(Lift { from, block, to, onto });
            }
        }
    }
    lifts
}

fn lifts(rules: Rules, levels: &[u16]) -> Vec<Lift> {
    let mut lifts = Vec::new();
    rules.lifts(levels, |lift| lifts.push(lift));
    lifts
}

/// A random tower that stands: grown downwards from its top, level by level.
fn random_tower(rules: Rules, height: usize, next: &mut dyn FnMut() -> u64) -> Vec<u16> {
    let mut levels: Vec<u16> = vec![next() as u16 % rules.full() + 1];
    while levels.len() < height {
        // Full levels often, so that there is something to take from; any other level that holds what is above.
        let level = if next().is_multiple_of(3) { rules.full() } else { next() as u16 % rules.full() + 1 };
        levels.insert(0, level);
        if !rules.standing(&levels) {
            levels[0] = rules.full();
        }
        if !rules.standing(&levels) {
            levels.remove(0);
        }
    }
    levels
}

fn random() -> impl FnMut() -> u64 {
    let mut seed = 7u64;
    move || {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        seed >> 33
    }
}

fn variants(slots: u32) -> [Rules; 4] {
    [(Removal::Official, false), (Removal::Official, true), (Removal::Any, false), (Removal::Any, true)]
        .map(|(rule, semi_stable)| Rules { slots, rule, semi_stable })
}

#[test]
fn lifts_are_those_that_trying_finds_by_the_rules_and_in_the_plane() {
    let mut next = random();
    for slots in 2..=8 {
        for rules in variants(slots) {
            for round in 0..60 {
                let tower = random_tower(rules, 1 + round % 9, &mut next);
                let exact = |levels: &[u16]| match stability::stability(slots, levels) {
                    Stability::Stable => true,
                    Stability::SemiStable { .. } => rules.semi_stable,
                    Stability::Falls { .. } => false,
                };
                let found = {
                    let mut found = lifts(rules, &tower);
                    found.sort_by_key(|lift| (lift.from, lift.block));
                    found
                };
                assert_eq!(found, plain(rules, &tower, &exact), "{rules:?} {tower:?}");
                if round % 4 == 0 {
                    let drawn = |levels: &[u16]| plane(slots, levels) >= i128::from(!rules.semi_stable);
                    assert_eq!(found, plain(rules, &tower, &drawn), "{rules:?} {tower:?}");
                }
            }
        }
    }
}

#[test]
fn standing_is_what_the_plane_says_of_any_tower() {
    let mut next = random();
    let mut seen = [0; 3];
    for round in 0..6000 {
        let slots = 2 + round % 7;
        let full = Rules::official(slots).unwrap().full();
        let tower: Vec<u16> = (0..1 + next() % 6).map(|_| next() as u16 % full + 1).collect();
        let said = plane(slots, &tower);
        seen[(said + 1) as usize] += 1;
        for rules in variants(slots) {
            assert_eq!(rules.standing(&tower), said >= i128::from(!rules.semi_stable), "{tower:?}");
        }
    }
    assert!(seen.iter().all(|&towers| towers > 50), "all three kinds are met: {seen:?}");
}

#[test]
fn slots_between_two_middles() {
    for slots in 1..=16 {
        let rules = Rules::official(slots).unwrap();
        for low in -20..=20 {
            for high in -20..=20 {
                let inside = |bit: &u16| (low..=high).contains(&rules.middle(*bit));
                let plain = (0..slots).map(|bit| 1u16 << bit).filter(inside).fold(0, |all, bit| all | bit);
                assert_eq!(rules.between(low, high), plain, "{slots} slots from {low} to {high}");
            }
        }
        assert!(rules.between(-(1 << 24), 1 << 24) == rules.full());
    }
}
