use super::fit::Cloud;
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
        let (_, slopes) = Cloud::new(&points).slope(&blocks);
        for (at, expected) in slopes[..2].iter().enumerate() {
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

/// The loss and its gradient, point by point and case by case.
fn plain_slope(points: &[Point], blocks: &[Block]) -> (f64, [[f64; 3]; 3]) {
    let (mut sum, mut slopes) = (0.0, [[0.0; 3]; 3]);
    for &[x, y] in points {
        let of_block = |block: &Block| {
            let (dx, dy) = (x - block.x, y - block.y);
            let (along, across) = (block.cos * dx + block.sin * dy, block.cos * dy - block.sin * dx);
            let (end, side) = (along.abs() - LENGTH / 2.0, across.abs() - WIDTH / 2.0);
            let (by_end, by_side) = match (end > 0.0, side > 0.0) {
                (true, true) => (1.0, 1.0),
                (true, false) => (1.0, 0.0),
                (false, true) => (0.0, 1.0),
                (false, false) if end > side => (-1.0, 0.0),
                (false, false) => (0.0, -1.0),
            };
            let (u, v) = (by_end * along.signum(), by_side * across.signum());
            let slope = [v * block.sin - u * block.cos, -u * block.sin - v * block.cos, u * across - v * along];
            (by_end * end + by_side * side, slope)
        };
        let nearest = blocks.iter().map(of_block).enumerate();
        let nearest = nearest.reduce(|best, next| if next.1.0 < best.1.0 { next } else { best });
        let (number, (distance, slope)) = nearest.unwrap();
        sum += distance;
        slopes[number].iter_mut().zip(slope).for_each(|(total, part)| *total += part);
    }
    let count = points.len() as f64;
    (sum / count, slopes.map(|slope| slope.map(|part| part / count)))
}

#[test]
fn wide_registers_give_the_same_bits() {
    let mut rng = Rng::new(3, "test", 0);
    for number in 0..200 {
        let blocks: Vec<Block> = (0..1 + number % 3).map(|_| anywhere(&mut rng)).collect();
        let mut points: Vec<Point> = (0..1 + number).map(|_| [0.05 * rng.normal(), 0.05 * rng.normal()]).collect();
        points.extend(blocks.iter().flat_map(|block| [[block.x, block.y], block.corners()[0]]));
        let bits = |(loss, slopes): (f64, [[f64; 3]; 3])| (loss.to_bits(), slopes.map(|slope| slope.map(f64::to_bits)));
        assert_eq!(bits(Cloud::new(&points).slope(&blocks)), bits(plain_slope(&points, &blocks)), "{blocks:?}");
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
