//! Tests of the material that other tests go through.

mod known;
mod positions;
mod suite;
