//! A match of two UCI engines: paired openings, checked moves, pentanomial statistics and a sequential test.

#![forbid(unsafe_code)]

pub mod game;
pub mod opening;
pub mod player;
pub mod record;
pub mod statistics;
