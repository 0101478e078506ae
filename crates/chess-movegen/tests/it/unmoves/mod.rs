//! Un-moves, compared with an oracle and with the moves of games.

mod lenient;
mod long;
mod naive;
mod none;
mod options;
mod states;
mod twin;
