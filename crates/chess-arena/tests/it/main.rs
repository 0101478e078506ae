//! Tests of chess-arena: games of sides without a process, whose answers and times a test names, and matches of random moves.

mod clocks;
mod contest;
mod openings;
mod rules;
mod side;
mod statistics;
mod tables;
