use super::fit::slope;
use super::*;
use crate::arena::model::{Block, LENGTH, WIDTH};
use crate::arena::rng::Rng;

/// The least distance to many points of the outline, in the frame of the block.
fn plain_distance([x, y]: Point, block: &Block) -> f64 {
    let (dx, dy) = (x - block.x, y - block.y);
    let (along, across) = (block.cos * dx + block.sin * dy, block.cos * dy - block.sin * dx);
    let mut least = f64::INFINITY;
    for step in 0..=2000 {
        let part = f64::from(step) / 1000.0 - 1.0;
        for side in [-0.5, 0.5] {
            let on_long = (along - part * LENGTH / 2.0).abs() + (across - side * WIDTH).abs();
            let on_short = (along - side * LENGTH).abs() + (across - part * WIDTH / 2.0).abs();
            least = least.min(on_long).min(on_short);
        }
    }
    least
}

fn anywhere(rng: &mut Rng) -> Block {
    Block::new(0.05 * rng.normal(), 0.05 * rng.normal(), rng.normal())
}

#[test]
fn the_loss_is_the_mean_of_plain_distances() {
    let mut rng = Rng::new(1, "test", 0);
    for _ in 0..20 {
        let blocks = [anywhere(&mut rng), anywhere(&mut rng)];
        let points: Vec<Point> = (0..10).map(|_| [0.05 * rng.normal(), 0.05 * rng.normal()]).collect();
        let nearest =
            |point: &Point| blocks.iter().map(|block| plain_distance(*point, block)).fold(f64::INFINITY, f64::min);
        let plain = points.iter().map(nearest).sum::<f64>() / points.len() as f64;
        assert!((loss(&points, &blocks) - plain).abs() < 5e-5, "{} and {plain}", loss(&points, &blocks));
    }
}

#[test]
fn gradients_are_slopes() {
    let mut rng = Rng::new(2, "test", 0);
    for _ in 0..50 {
        let blocks = vec![anywhere(&mut rng), anywhere(&mut rng)];
        let points: Vec<Point> = (0..5).map(|_| [0.05 * rng.normal(), 0.05 * rng.normal()]).collect();
        let (_, slopes) = slope(&points, &blocks);
        for (at, expected) in slopes.iter().enumerate() {
            for (part, expected) in expected.iter().enumerate() {
                let moved = |by: f64| {
                    let mut place = [blocks[at].x, blocks[at].y, blocks[at].yaw];
                    place[part] += by;
                    let mut blocks = blocks.clone();
                    blocks[at] = Block::new(place[0], place[1], place[2]);
                    loss(&points, &blocks)
                };
                let measured = (moved(1e-8) - moved(-1e-8)) / 2e-8;
                assert!((measured - expected).abs() < 1e-5, "{measured} and {expected}");
            }
        }
    }
}

#[test]
fn blocks_are_found_where_they_lie() {
    let found = measure(28, &Conditions::default(), 1);
    assert_eq!(found, measure(28, &Conditions::default(), 1));
    assert_eq!(found.right(), (28, 28), "{found:?}");
    assert!(found.centre < 0.5 && found.angle < 1.0, "{found:?}");
}

#[test]
fn a_cloud_without_points_is_no_trouble() {
    assert_eq!((estimate(&[]).count, estimate(&[]).chosen().loss), (1, 0.0));
    assert!(estimate(&[[0.0, 0.0]]).chosen().loss < 0.01);
}
