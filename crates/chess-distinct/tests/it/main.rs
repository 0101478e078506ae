//! Distinct positions, compared with known counts and with a set of positions, under limits of all kinds.

mod distinct;
mod keys;
