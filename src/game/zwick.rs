//! Zwick's triplets (Zwick, section 4): `(x,y,z)` stands for a Jenga tower with x levels III and y levels II- below the
//! highest full level and z blocks on top of it.
use super::vector::{Notation, Rule, VectorGame, VectorPosition, Weight, join, naturals, shorten};
use crate::error::{Error, Result};

/// The three types of move, by the pattern in which they leave the level.
pub const MOVES: [&str; 3] = ["I-I", "II-", "-I-"];

/// The game of triplets. The states are z = 0, 1, 2; the vector is (x, y).
///
/// The weight is six times the paper's x + y/2 + z/3.
pub fn zwick() -> VectorGame {
    let rule = |name: &str, z: usize, take: [u64; 2], leaves: [u64; 2]| {
        let to = (z + 1) % 3;
        // The third block completes the top, and the level that was full before goes below the highest full one.
        let put = vec![leaves[0] + u64::from(to == 0), leaves[1]];
        Rule { name: name.to_string(), from: z, take: take.to_vec(), put, to }
    };
    let rules = (0..3).flat_map(|z| {
        [rule(MOVES[0], z, [1, 0], [0, 0]), rule(MOVES[1], z, [1, 0], [0, 1]), rule(MOVES[2], z, [0, 1], [0, 0])]
    });
    let weight = Weight { per_unit: vec![6, 3], per_state: vec![0, 2, 4] };
    let notation = Notation { parse, show };
    VectorGame::new("zwick".to_string(), 3, rules.collect(), weight, notation).expect("6x + 3y + 2z falls")
}

fn parse(_: &VectorGame, text: &str) -> Result<VectorPosition> {
    let wrong = |what| Error::input(format!("position '{}'", shorten(text)), what, "x,y,z with z at most 2, as 3,1,0");
    match naturals(text).map_err(wrong)?[..] {
        [x, y, z @ 0..=2] => Ok(VectorPosition { state: z as usize, at: vec![x, y] }),
        [_, _, z] => Err(wrong(format!("z is {z}"))),
        ref numbers => Err(wrong(format!("{} numbers", numbers.len()))),
    }
}

fn show(_: &VectorGame, position: &VectorPosition) -> String {
    format!("({},{})", join(&position.at), position.state)
}
