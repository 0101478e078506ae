//! Un-moves, compared with a slow twin and with the moves of games.

mod games;
mod lenient;
mod long;
mod naive;
mod none;
mod options;
mod states;
mod twin;
