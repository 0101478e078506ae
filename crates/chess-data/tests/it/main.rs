//! Tests of chess-data.

mod arrays;
mod book;
mod chunks;
mod columns;
mod dialogues;
mod dumps;
mod failures;
mod filter;
mod games;
mod inputs;
mod naive;
#[cfg(feature = "parquet")]
mod parquet;
mod scores;
mod sources;
mod threads;
mod training;
