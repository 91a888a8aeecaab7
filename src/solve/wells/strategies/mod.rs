//! Strategies of the player of wells: small games as graphs of their states, searches on the fly for a strategy, the
//! fewest wells of one, and strategies in lanes that serve every width.
pub mod bag;
pub mod deepening;
pub mod export;
pub mod fewest;
pub mod lane_pairs;
pub mod lane_rules;
pub mod lane_search;
pub mod lanes;
mod on_the_fly;
pub(in crate::solve::wells) mod packed;
pub mod reach;
pub mod state_graph;
pub mod stay;
pub mod tame;
