//! Tests of positions: reading, validating, writing, making and unmaking moves.

mod attackers;
mod board;
mod castling;
mod changes;
mod fen_errors;
mod fen_fuzz;
mod fen_naive;
mod fen_read;
mod fen_write;
mod flip;
mod history;
mod key_quality;
mod keys;
mod lenient;
mod make;
mod material;
mod pictures;
mod position;
#[cfg(feature = "serde")]
mod serde;
mod starts;
#[cfg(feature = "unmoves")]
mod unmove;
mod validate;
