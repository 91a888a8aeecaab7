use super::*;
use crate::game::Game;
use crate::game::tower::stability::{Stability, stability};
use crate::game::tower::{Move, Tower, Towers};
use crate::proof;
use crate::proof::region::small_starts::{judge, truths};

const FIVE: &str = "topple-certificate 1 jenka-balance\n\
game jenga-physical 5\n\
levels 2\n\
winner first\n\
replies 0 2 1 2 2 3 0 0 0 0 0 1 0 0 0 0 0 2\n\
end\n";

const THREE: &str = "topple-certificate 1 jenka-balance\n\
game jenga-physical 3\n\
levels 5\n\
winner first\n\
replies 0 1 1 1 2 2 0 1 1 1 2 1 0 1 1 1 1 1 0 1 1 1 2 1 0 1 1 1 2 1 0 1 1 1 1 1 0 1 1 1 1 1 0 0 0 0 0 1 0 1 1 1 2 1 0 1 1 1 2 1 0 1 1 1 1 1 0 1 1 1 1 1 0 0 0 0 0 1 0 1 1 1 2 2 0 0 0 0 0 2 0 1 1 1 1 2\n\
replies 0 1 1 1 2 2 0 1 1 1 1 1 0 0 0 0 0 1 0 0 0 0 0 1 0 1 1 1 2 1 0 0 0 0 0 1 0 1 1 1 2 1 0 0 0 0 0 1 0 1 1 1 2 1 0 0 0 0 0 1 0 1 1 1 2 1 0 0 0 0 0 1 0 1 1 1 2 2\n\
end\n";

const FIVE_FROM_THREE: &str = "topple-certificate 1 jenka-balance\n\
game jenga-physical 5\n\
levels 3\n\
winner first\n\
replies 0 2 1 2 1 3 0 1 1 1 2 1 0 2 1 1 2 1 2 0 1 2 3 1 1 0 1 2 3 1 1 2 1 0 1 1 0 0 0 0 0 1 0 0 0 0 0 1 0 1 1 1 2 2 0 2 1 1 2 2 2 0 1 2 3 2 1 0 1 2 3 2 1 2 1 0 1 2 0 0 0 0 0 2 0 0 0 0 0 2 0 2 1 1 1 1\n\
replies 0 2 1 1 2 1 0 2 1 1 2 1 0 2 1 1 2 1 0 2 1 2 2 1 2 0 1 2 3 1 1 0 1 2 3 1 1 2 1 0 1 1 0 0 0 0 0 1 0 0 0 0 0 1 2 0 1 1 3 1 1 0 1 1 3 1 1 1 1 0 1 1 0 2 1 1 1 2 0 2 1 1 2 2 0 2 1 1 2 2 0 2 1 1 2 2\n\
replies 0 2 1 2 2 2 2 0 1 2 3 2 1 0 1 2 3 2 1 2 1 0 1 2 0 0 0 0 0 2 0 0 0 0 0 2 2 0 1 1 3 2 1 0 1 1 3 2 1 1 1 0 1 2 0 1 1 1 2 1 0 2 1 2 1 1 2 0 1 1 3 1 1 0 1 1 3 1 1 1 1 0 1 1 0 0 0 0 0 1 0 2 1 1 2 1\n\
replies 0 2 1 1 2 1 0 2 1 1 2 1 0 0 0 0 0 1 0 0 0 0 0 1 0 2 1 1 2 1 0 0 0 0 0 1 2 0 1 1 3 1 1 0 1 1 3 1 1 1 1 0 1 1 0 0 0 0 0 1 0 1 1 1 2 2 0 2 1 2 1 2 2 0 1 1 3 2 1 0 1 1 3 2 1 1 1 0 1 2 0 0 0 0 0 2\n\
replies 0 2 1 1 2 2 0 2 1 1 2 2 0 2 1 1 2 2 0 0 0 0 0 2 0 0 0 0 0 2 0 2 1 1 2 2 0 0 0 0 0 3 2 0 1 1 3 2 1 0 1 1 3 2 1 1 1 0 1 2 0 0 0 0 0 2 0 2 1 1 1 2 0 2 1 2 2 2 2 0 1 1 3 2 1 0 1 1 3 2 0 2 1 1 2 2\n\
replies 0 2 1 1 2 2 0 2 1 1 2 2 0 0 0 0 0 2 0 1 1 1 2 2 0 2 1 1 2 2 0 0 0 0 0 2 2 0 1 1 3 2 1 0 1 1 3 2 0 0 0 0 0 2 0 1 1 1 2 1 0 1 1 1 2 1 0 1 1 1 2 1 0 1 1 1 2 1 0 2 1 1 2 1 0 0 0 0 0 1 2 0 1 1 3 1\n\
replies 1 1 1 0 1 1 0 0 0 0 0 1 2 0 1 2 3 1 1 0 1 2 3 1 1 2 1 0 1 1 0 1 1 1 2 1 0 2 1 1 2 1 0 0 0 0 0 1 2 0 1 1 3 1 1 0 1 1 3 1 1 1 1 0 1 1 0 0 0 0 0 1 0 1 1 1 2 1 0 1 1 1 2 1 0 1 1 1 2 1 0 1 1 1 2 1\n\
replies 0 2 1 1 2 1 0 0 0 0 0 1 2 0 1 1 3 1 1 0 1 1 3 1 0 0 0 0 0 1 2 0 1 2 3 1 1 0 1 2 3 1 0 1 1 1 2 1 0 1 1 1 2 1 0 1 1 1 2 1 0 2 1 1 2 1 0 0 0 0 0 1 2 0 1 1 3 1 1 0 1 1 3 1 0 0 0 0 0 1 2 0 1 2 3 2\n\
replies 1 0 1 2 3 2 1 2 1 0 1 2 0 1 1 1 2 2 0 2 1 1 2 2 0 0 0 0 0 2 2 0 1 1 3 2 1 0 1 1 3 2 1 1 1 0 1 2 0 0 0 0 0 2 2 0 1 2 3 2 1 0 1 2 3 2 0 1 1 1 2 2 0 2 1 1 2 2 0 0 0 0 0 2 2 0 1 1 3 2 1 0 1 1 3 2\n\
replies 0 0 0 0 0 2 0 2 1 2 2 3 0 0 0 0 0 1 0 0 0 0 0 2\n\
end\n";

#[test]
fn certificates_are_accepted_with_what_they_prove() {
    for text in [FIVE, THREE] {
        let proved = proof::check(text).unwrap();
        assert!(proved.len() == 1 && truths().contains(&proved[0]), "{proved:?}");
    }
    proof::check(FIVE_FROM_THREE).unwrap();
}

#[test]
fn every_mutant_is_refused_or_still_true() {
    let added =
        ["replies 0 1 1 1 2 2", "replies 0 0 0 0 0 1", "replies 1 2 0 1 1 2", "levels 2", "winner first", "x 1"];
    let (refused, accepted) = judge(&[FIVE, THREE], &added);
    assert!(refused > 2000 && accepted < refused / 5, "{refused} refused, {accepted} accepted");
}

#[test]
fn wide_levels_tip_too_far_to_be_bounded() {
    let text = "topple-certificate 1 jenka-balance\ngame jenga-physical 9\nlevels 2\nwinner second\nend\n";
    assert!(proof::check(text).is_err());
    assert!(proof::check(&text.replace("levels 2", "levels 1")).is_ok(), "one level has no move");
    for (old, new) in [("levels 2", "levels 0"), ("levels 2", "levels 1001"), ("physical 9", "physical 8")] {
        assert!(proof::check(&text.replace(old, new)).is_err(), "{new}");
    }
}

/// What is known of a tower in play whose levels below the top stand.
fn position(tips: &Tips, tower: &Tower) -> Position {
    let top = *tower.levels.last().unwrap();
    let mut position = Position { top, quiet: 0, even: BTreeMap::new(), uneven: [Vec::new(), Vec::new()] };
    let height = tower.levels.len();
    let (counted, next) = if top == tips.full { (height - 1, height) } else { (height.saturating_sub(2), height - 1) };
    for (level, &mask) in tower.levels[..counted].iter().enumerate() {
        tips.add(&mut position, sides(tips, mask), (next - level) % 2);
    }
    position
}

fn sides(tips: &Tips, mask: u16) -> Sides {
    let half = tips.slots / 2;
    let ones = |mask: u16| u64::from(mask.count_ones());
    [ones(mask >> (half + 1)), ones(mask >> half & 1), ones(mask & ((1 << half) - 1))]
}

#[test]
fn bounded_towers_are_balanced_and_stable() {
    let mut seed = 7u64;
    let mut random = |most: u64| {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) % most
    };
    let mut bounded = 0;
    for slots in [3, 5, 7] {
        let tips = Tips::new(slots);
        for _ in 0..20_000 {
            let mut levels: Vec<u16> = Vec::new();
            for _ in 0..random(7) {
                let mask = random(u64::from(tips.full)) as u16 + 1;
                levels.push(if stands(sides(&tips, mask)) { mask } else { tips.full });
            }
            levels.extend([tips.full, random(u64::from(tips.full)) as u16 + 1]);
            let tower = Tower { levels };
            if tips.bounded(&position(&tips, &tower)) {
                bounded += 1;
                assert_eq!(stability(slots, &tower.levels), Stability::Stable, "{tower:?}");
                let (mut along, mut across, mut above) = (0i64, 0, 0);
                for &mask in tower.levels.iter().rev() {
                    assert!(above == 0 || along.abs() < above, "{tower:?}");
                    let level = shape(slots, mask);
                    above += level.count;
                    (along, across) = (across, along + level.moment);
                }
            }
        }
    }
    assert!(bounded > 20_000);
}

/// The mirror image of a tower along the axes whose bits are set.
fn image(slots: u32, tower: &Tower, axes: usize) -> Tower {
    let mirror = |(level, &mask): (usize, &u16)| {
        if axes >> (level % 2) & 1 == 1 { mask.reverse_bits() >> (16 - slots) } else { mask }
    };
    Tower { levels: tower.levels.iter().enumerate().map(mirror).collect() }
}

/// The replies of a certificate by position.
fn replies(tips: &Tips, text: &str) -> BTreeMap<Position, [u64; 6]> {
    let (_, lines) = crate::proof::lines::read(text).unwrap();
    let listed = read_replies(&lines[3..]).unwrap();
    let mut left = listed.iter();
    let mut found = BTreeMap::new();
    let mut layer = BTreeSet::from([tips.start(lines[1].exactly::<1>().unwrap()[0])]);
    let mut winner = lines[2].rest == "first";
    while !layer.is_empty() {
        let mut next = BTreeSet::new();
        for position in layer {
            if winner {
                let reply = left.next().unwrap().1;
                next.insert(tips.reply(&position, reply).unwrap());
                found.insert(position, reply);
            } else {
                next.extend(tips.options(&position));
            }
        }
        (layer, winner) = (next, !winner);
    }
    found
}

/// Whether a real move is what a reply says.
fn is_reply(tips: &Tips, tower: &Tower, made: &Move, [axis, left, middle, right, take, put]: [u64; 6]) -> bool {
    let here = sides(tips, tower.levels[made.from.0 - 1]);
    let middle_slot = tips.slots as usize / 2 + 1;
    let side = match made.from.1.cmp(&middle_slot) {
        std::cmp::Ordering::Less => 1,
        std::cmp::Ordering::Equal => 2,
        std::cmp::Ordering::Greater => 3,
    };
    let placed = made.to.1 as u64 == put;
    let same_axis = (made.to.0 - made.from.0).is_multiple_of(2);
    match axis {
        0 if take == 0 => placed && tips.quiet(here),
        0 => {
            placed
                && ((here == [left, middle, right] && side == take)
                    || (mirrored(here) == [left, middle, right] && 4 - side == take))
        }
        _ => placed && here == [left, middle, right] && side == take && same_axis == (axis == 1),
    }
}

#[test]
fn replies_win_against_every_real_move() {
    for (text, slots, levels) in [(FIVE, 5, 2), (THREE, 3, 5), (FIVE_FROM_THREE, 5, 3)] {
        let (tips, game) = (Tips::new(slots), Towers::new(slots).unwrap());
        let replies = replies(&tips, text);
        let mut layer = BTreeSet::from([game.start(levels).unwrap()]);
        let mut winner = true;
        while !layer.is_empty() {
            let mut next = BTreeSet::new();
            for tower in layer {
                if !winner {
                    next.extend(game.options(&tower));
                    continue;
                }
                let images = (0..4).map(|axes| image(slots, &tower, axes));
                let tower = images.min_by_key(|image| position(&tips, image)).unwrap();
                let reply = replies[&position(&tips, &tower)];
                let moves = game.moves(&tower);
                let made = moves.into_iter().find(|(made, _)| is_reply(&tips, &tower, made, reply));
                next.insert(made.unwrap_or_else(|| panic!("{reply:?} at {}", game.show(&tower))).1);
            }
            (layer, winner) = (next, !winner);
        }
    }
}
