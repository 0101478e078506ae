//! That what the tests of the workspace go through is what they believe it is.

mod known;
mod positions;
mod suite;
