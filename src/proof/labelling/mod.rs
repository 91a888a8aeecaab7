//! Labellings: every position of a game, or finitely many closed under options, with what the game gives it.
//!
//! The lemma: each move lowers a natural number, so there is one function on the positions that gives each the value that
//! play gives from the values of its options. A list of labels that agrees with this rule is that function. The kinds
//! differ in how they name the positions: one by one ([`values`]), by finitely many cones ([`vector`]), by a sum modulo
//! a number ([`linear_form`]). Of sums of positions the labels are the elements of a monoid ([`misere_quotient`]).
pub mod linear_form;
pub mod misere_quotient;
pub mod values;
pub mod vector;
