//! The integration tests, one program: every further one would be linked with the whole library once more.
#![cfg(feature = "search")]

mod cli;
#[cfg(feature = "cluster")]
mod cluster;
mod contract;
mod coq;
mod docs;
mod evidence;
mod export;
mod growth;
#[cfg(unix)]
mod harm;
mod jenka;
mod ledger;
mod misere;
mod oracle;
mod parts;
mod piles;
mod report;
mod report_wells;
mod rooms;
mod runs;
mod search_weights;
mod search_wells;
mod site;
mod tables;
mod theorems;
mod towers;
mod vector;
mod vector_engine;
mod wells;
#[cfg(unix)]
mod whole;
