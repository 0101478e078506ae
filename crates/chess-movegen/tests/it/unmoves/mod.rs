//! Un-moves, compared with a slow twin and with the moves of games.

mod games;
mod naive;
mod twin;
