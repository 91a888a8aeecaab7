//! The towers that the authors' program described.
use super::*;
use serde::Deserialize;

const TOWERS: &str = include_str!("../../data/reference/jengazero/towers.jsonl");

/// A line of the reference file.
#[derive(Deserialize)]
struct Known {
    tag: String,
    /// x, y, z and yaw.
    blocks: Vec<[Option<[f64; 4]>; 3]>,
    com_xy: Vec<[f64; 2]>,
    counts_above: Vec<usize>,
    raw: Vec<f64>,
    falls: Vec<bool>,
    logp: f64,
    removes: Vec<(usize, usize)>,
    places: Vec<usize>,
    layer_types: [usize; 4],
    nim: Vec<f64>,
    basic: Vec<f64>,
    xyz: [usize; 3],
    nimwin: bool,
}

fn known() -> Vec<(Known, Tower)> {
    let tower = |known: &Known| {
        let block = |slot: Option<[f64; 4]>| slot.map(|[x, y, _, yaw]| [x, y, yaw]);
        let blocks: Vec<_> = known.blocks.iter().map(|level| level.map(block)).collect();
        Tower::from_blocks(Model::default(), &blocks).unwrap()
    };
    let lines = TOWERS.lines().map(|line| serde_json::from_str::<Known>(line).unwrap());
    lines.map(|known| (tower(&known), known)).map(|(tower, known)| (known, tower)).collect()
}

fn close(found: &[f64], expected: &[f64], what: &str) {
    assert_eq!(found.len(), expected.len(), "{what}");
    for (found, expected) in found.iter().zip(expected) {
        assert!((found - expected).abs() < 1e-9, "{what}: {found}, the authors' program {expected}");
    }
}

#[test]
fn every_tower_is_as_the_authors_program_says() {
    let known = known();
    assert_eq!(known.len(), 276);
    for (known, tower) in &known {
        let tag = &known.tag;
        let height = tower.height();
        for level in 0..height {
            close(&tower.centre(level), &known.com_xy[level], tag);
            assert_eq!(tower.blocks_from(level), known.counts_above[level], "{tag}");
        }
        let distances: Vec<f64> = (0..height - 1).map(|level| tower.distance(level)).collect();
        close(&distances, &known.raw, tag);
        assert_eq!(tower.is_stable(), !known.falls.contains(&true), "{tag}");
        close(&[tower.log_chance(), libm::log(tower.chance())], &[known.logp; 2], tag);
        assert_eq!(tower.removals().collect::<Vec<_>>(), known.removes, "{tag}");
        assert_eq!(tower.places().collect::<Vec<_>>(), known.places, "{tag}");
        assert_eq!(tower.level_types(), known.layer_types, "{tag}");
        let Triple { x, y, z } = Triple::of(tower);
        assert_eq!([x, y, z], known.xyz, "{tag}");
        assert_eq!(wins(Triple { x, y, z }), known.nimwin, "{tag}");
    }
}

#[test]
fn embeddings_are_those_of_the_authors_program() {
    for (known, tower) in known() {
        for (embedding, expected) in [
            (Embedding::Nim, known.nim.clone()),
            (Embedding::Basic, known.basic.clone()),
            (Embedding::Union, [known.basic, known.nim].concat()),
        ] {
            let mut found = Vec::new();
            embedding.write(&tower, BUFFER, &mut found);
            assert_eq!(found.len(), embedding.size(BUFFER));
            close(&found, &expected, &known.tag);
        }
        for chosen in tower.moves() {
            let mut found = Vec::new();
            Embedding::Basic.write_action(&tower, chosen, BUFFER, &mut found);
            assert_eq!(found.len(), 155);
        }
    }
}

/// The file has towers that follow each other by a move: what is left, and what is put, give the next line.
#[test]
fn taking_and_putting_blocks_leads_from_tower_to_tower() {
    let known = known();
    let mut moves = 0;
    for pair in known.windows(2) {
        let ((before, tower), (after, next)) = (&pair[0], &pair[1]);
        let mut tower = tower.clone();
        if after.tag.contains("_removed_") && before.tag.ends_with("_start") {
            let (level, slot) = before.removes.iter().copied().find(|(l, s)| next.block(*l, *s).is_none()).unwrap();
            tower.take(level, slot);
        } else if after.tag.contains("_placed_") {
            let level = tower.place_level();
            let slot = before.places.iter().copied().find(|slot| next.block(level, *slot).is_some()).unwrap();
            tower.put(slot, next.block(level, slot).unwrap());
        } else {
            continue;
        }
        moves += 1;
        // The sums are made in the same order, whichever way the tower came about.
        assert_eq!(tower.chance().to_bits(), next.chance().to_bits(), "{}", after.tag);
        assert_eq!(tower.moves().collect::<Vec<_>>(), next.moves().collect::<Vec<_>>(), "{}", after.tag);
    }
    assert!(moves > 150, "{moves}");
}
