//! Tests of chess-arena: matches of players without a process, whose answers and times a test names.

mod openings;
