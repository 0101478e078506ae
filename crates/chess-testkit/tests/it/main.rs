//! Tests of the material that other tests go through.

mod known;
mod likely;
mod positions;
mod suite;
mod tables;
