#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]

mod attackers;
mod board;
mod en_passant;
mod fen_board;
mod fen_error;
mod fen_rank;
mod fen_read;
mod fen_text;
mod fen_write;
mod history;
mod make;
mod material;
mod position;
#[cfg(feature = "serde")]
mod serde;
mod setup;
mod starts;
mod state;
mod undo;
mod validate;
mod zobrist;

pub use board::Board;
pub use fen_error::{FenError, FenField, FenRule, ParsePositionError};
pub use fen_text::FenText;
pub use fen_write::{CastlingStyle, EnPassantStyle, Fen};
pub use history::KeyHistory;
pub use position::Position;
pub use setup::Setup;
pub use undo::Undo;
pub use validate::{InvalidSetup, Reason};
