//! The experiments and the reference numbers are compiled in: a change in them is a change in the crate.
fn main() {
    println!("cargo::rerun-if-changed=experiments");
    println!("cargo::rerun-if-changed=data/reference");
}
