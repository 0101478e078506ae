//! Tests of perft against known counts, of every backend against the portable one, of the hash table, of the driver, and of distinct
//! positions.

mod backends;
mod distinct;
mod driver;
mod keys;
mod perft;
mod statistics;
mod table;
