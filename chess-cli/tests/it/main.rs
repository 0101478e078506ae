//! The built program, as its users and their scripts see it.

mod perft;
mod run;
mod suite;
