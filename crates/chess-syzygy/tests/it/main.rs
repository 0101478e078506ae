//! Tests of the prober against tables and values from elsewhere, and tables made by the tests.

#![allow(clippy::print_stdout, reason = "a test that finds no tables says so")]

mod en_passant;
#[cfg(feature = "std")]
mod files;
mod hostile;
mod made;
mod root;
mod rules;
#[cfg(feature = "std")]
mod samples;
mod types;
mod values;
