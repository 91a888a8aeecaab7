//! Regions: sets of positions closed under play, with a reply for the player who stays inside, and a rank where something
//! must end.
//!
//! The lemma: if every reply of the one player and every move of the other leads from the region into it, then by induction
//! over the moves the one player is never without a reply. If a rank falls or the game ends by itself, that player wins;
//! if not, play goes on for ever. The check is in `closure`, once for regions that are listed and once for those that are
//! followed from their starts. The kinds differ in what a member of the region stands for: a well and the pieces shown
//! ([`wells`]), all wells of so many lanes ([`wells::lanes`]), a well when a bag of pieces is dealt ([`wells::bag`]), towers that look alike near the top ([`jenka`]), with
//! balanced levels counted ([`balance`]), or counted up to a bound, which is all starts at once ([`balance_all`]).
pub mod balance;
pub mod balance_all;
mod closure;
pub mod jenka;
#[cfg(test)]
pub(in crate::proof) mod small_starts;
pub mod wells;
