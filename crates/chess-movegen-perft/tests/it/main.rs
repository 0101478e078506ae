//! Perft against known counts, every backend against the portable one, and the table.

mod backends;
mod perft;
#[path = "../../../chess-movegen/tests/it/positions.rs"]
mod positions;
mod table;
