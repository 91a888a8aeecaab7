//! `topple` proves theorems about stacking games and regenerates the tables and figures of the papers that state them.
//!
//! The rooms, in the order in which they may use each other:
//!
//! | room | what is in it |
//! |---|---|
//! | [`error`] | the one error type: what, where, what would be right |
//! | [`mod@file`] | files: read with a limit, written whole, one run in a folder at a time |
//! | [`value`] | Grundy values, mex, nim-sum, outcome; exact linear algebra |
//! | [`game`] | the rules of the games and nothing else, one file a game |
//! | [`proof`] | certificates and their checkers, one file a kind; knows no solver |
//! | [`solve`] | the engines that find values, tables, periods and certificates |
//! | [`arena`] | the noisy tower of *JengaZero*, and the agents that play it |
//! | [`report`] | tables and figures as files; knows no solver |
//! | [`claim`] | the ledger: experiments, findings and the status they earn |
//! | [`run`] | an experiment from its parameters to its files |
//! | [`site`] | the atlas: claims, tables, pictures, certificates and theorems as pages |
//! | [`cli`] | one file a verb |
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod error;
pub mod file;
pub mod game;
pub mod proof;
pub mod value;

#[cfg(feature = "arena")]
pub mod arena;
#[cfg(feature = "search")]
pub mod claim;
#[cfg(feature = "search")]
pub mod cli;
#[cfg(feature = "search")]
pub mod report;
#[cfg(feature = "search")]
pub mod run;
#[cfg(feature = "search")]
pub mod site;
#[cfg(feature = "engines")]
pub mod solve;
