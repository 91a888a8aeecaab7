//! The networks of the arena, trained again: an optimised build does it in a minute or two.
use std::thread::scope;
use topple::arena::learn::weights;

#[test]
fn all_networks_are_trained_again_to_the_same_bytes() {
    scope(|scope| {
        for (name, bytes) in weights::all() {
            scope.spawn(move || {
                assert!(weights::train(&name).expect("it trains") == bytes, "{name} comes out different");
            });
        }
    });
}
