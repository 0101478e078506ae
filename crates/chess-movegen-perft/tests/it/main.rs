//! Tests of perft against known counts, of every backend against the portable one, of the hash table, and of distinct
//! positions.

mod backends;
mod distinct;
mod perft;
mod statistics;
mod table;
