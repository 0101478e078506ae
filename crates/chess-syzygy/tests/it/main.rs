//! Tests of the prober against tables and values from elsewhere, and tables made by the tests.

#![allow(clippy::print_stdout, reason = "a test that finds no tables says so")]

mod hostile;
mod made;
#[cfg(feature = "std")]
mod samples;
mod values;
