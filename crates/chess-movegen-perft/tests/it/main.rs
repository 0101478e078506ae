//! Tests of perft against known counts, of every backend against the portable one, of the hash table and of the driver.

mod backends;
mod driver;
mod perft;
mod statistics;
mod table;
