//! Who wins a game of wells: the safety game that the player wins by going on for ever (brzustowski, section 2.2).
pub mod reach;
