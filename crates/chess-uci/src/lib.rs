#![cfg_attr(feature = "std", doc = include_str!("../README.md"))]
#![cfg_attr(not(feature = "std"), doc = "The UCI protocol as types, without the client.")]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod answer;
#[cfg(feature = "std")]
pub mod client;
mod command;
mod error;
mod moves;
mod reader;

pub use chess_board::{ParsePositionError, Position};
pub use chess_movegen::GameState;
pub use chess_notation::{IllegalMove, Score as Value, resolve_uci};
pub use chess_types::{Color, Move, ParseUciMoveError, UciMove};

pub use self::answer::{
    Answer, BestMove, Bound, CurrentLine, EngineOption, Id, Info, OptionKind, Refutation, Score, Status, Wdl,
};
pub use self::command::{Clock, Command, Go, PositionCommand, Register, SetOption};
pub use self::error::{IllegalLineMove, ProtocolError, Rule};
pub use self::moves::read_move;
