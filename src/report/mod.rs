//! Tables and figures as files. Draws what it is handed and knows no solver.
pub mod figure;
pub mod table;
