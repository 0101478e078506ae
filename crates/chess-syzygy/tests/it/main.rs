//! Tests of the prober against tables and values from elsewhere, and tables made by the tests.

#![allow(clippy::print_stdout, reason = "a test that finds no tables says so")]

#[cfg(feature = "std")]
mod samples;
