//! Tests of chess-data.

mod chunks;
