//! Automata: finitely many memories that read an object of any size level by level, or section by section.
//!
//! The lemma: if what is claimed holds in every memory that some object reaches, it holds of every object. The kinds differ
//! in what is read: towers from the top down ([`stability`]), towers in play and their moves ([`tower_moves`]), piles
//! ([`pile`]) and wells ([`kink_order`], [`row_weights`]) from the bottom up.
pub mod kink_order;
pub mod pile;
pub mod row_weights;
pub mod stability;
pub mod tower_moves;
mod word;
