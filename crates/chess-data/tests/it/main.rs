//! Tests of chess-data.

mod chunks;
mod columns;
mod filter;
mod games;
mod inputs;
mod naive;
mod training;
