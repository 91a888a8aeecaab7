//! Who wins Jenka_k from n full levels, for odd k (zwick, section 6, open problem 1).
//!
//! # The relaxed game
//! A tower is known exactly in its top `depth` levels only. Of each level below them it is known how many blocks are
//! left of the middle slot, in it, and right of it: its *sides*. Such a *place* stands for all towers whose levels
//! agree with what is known; they are its *completions*. One player is the designated winner. In the relaxed game,
//!
//! - the designated winner may only make moves that are *sure*: stable, in the hand and placed, for every completion;
//! - the opponent may make every move that is *possible*: at each level, stable for the best completion of the levels.
//!
//! Who has no such move loses. When a level sinks below the top `depth` levels, what is known of it is cut down to its
//! sides.
//!
//! # A relaxed win is a win
//! Say the designated winner wins the relaxed game from a place R, whoever is to move, and let T be any completion of R
//! that stands. Then the designated winner wins the real game from T. By induction over the number of moves that the
//! tower can still bear:
//!
//! - *The designated winner is to move.* There is a sure move from R to a place R' that is won. It says from which level
//!   a block goes, and from which side (or from which slot, if the level is known), and where a block is put. T has
//!   such a block, since T has as many blocks on each side as R says, and a free slot at that side of the top. The move
//!   is stable for every completion of R, so it is stable for T. It leads to a tower that completes R' (to forget more
//!   of a level only adds completions), and that tower is won by induction.
//! - *The opponent is to move.* Every real move from T takes a block from a level and a side and puts one somewhere. At
//!   every level T itself is one of the completions over which the bounds of "possible" are taken, so the move is a
//!   possible move of the relaxed game; the tower after it completes the place after it. That place is won, so the
//!   tower is, by induction. If T has no move, the opponent has lost.
//!
//! The start has one completion. A lost relaxed game says nothing: the other player is tried, and then a greater depth.
//! With a depth beyond the height of the tower nothing is forgotten, and the search is exact.
//!
//! # Bounds
//! At a level with the blocks from `low` to `high`, M blocks and the moment X above it, a tower stands if
//! `low * M < X < high * M` ([`crate::game::tower::stability`]). M is the same for all completions. The completions of
//! different levels are independent, and X does not depend on the level itself, so "for every completion" is exactly
//! the inequality with the greatest `low` and the least X, and with the least `high` and the greatest X. For "possible"
//! the best value is taken for each inequality alone, which can only allow the opponent more.
pub mod balance;
pub mod closure;
pub mod free;
pub mod labels;
pub mod place;
pub mod replay;
pub mod search;
pub mod strategy;
pub mod table;
