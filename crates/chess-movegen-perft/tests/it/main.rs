//! Perft against known counts, every backend against the portable one, the table, and distinct positions.

mod backends;
mod distinct;
mod perft;
mod statistics;
mod table;
