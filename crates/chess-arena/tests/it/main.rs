//! Tests of chess-arena: games of sides without a process, whose answers and times a test names, matches of random moves, and games that a
//! scripted engine judges.

#[cfg(unix)]
mod analysis;
#[cfg(unix)]
mod annotated;
mod clocks;
mod contest;
#[cfg(unix)]
mod engine;
#[cfg(unix)]
mod faults;
mod openings;
mod record;
mod rules;
mod search;
mod side;
mod statistics;
mod tables;
