//! Tests of chess-data.
