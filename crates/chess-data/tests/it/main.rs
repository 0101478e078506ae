//! Tests of chess-data.

mod chunks;
mod columns;
mod dumps;
mod filter;
mod games;
mod inputs;
mod naive;
#[cfg(feature = "parquet")]
mod parquet;
mod training;
