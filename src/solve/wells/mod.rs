//! The game of wells, a safety game: the player wins by never losing.
//!
//! All that enumerates wells numbers them by [`space::Space`], but for the kernels of [`regions`], where the words of a
//! sweep have an order of their own. [`regions`] are sets in which the player can stay, [`strategies`] say how,
//! [`defeats`] say why nobody can, [`play`] lets players and machines meet, and in
//! [`random`] pieces come by chance.
pub mod defeats;
pub mod graph;
pub mod in_advance;
pub mod play;
pub mod plays;
pub mod random;
pub mod regions;
pub mod space;
pub mod strategies;
