//! Perft against known counts, every backend against the portable one, and the table.

mod backends;
mod perft;
mod table;
