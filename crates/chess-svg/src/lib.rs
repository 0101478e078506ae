#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]

mod arrow;
mod color;
mod draw;
mod escape;
mod highlight;
mod layout;
mod moveboard;
mod picture;
mod shapes;
mod theme;

// The types of other crates that the signatures here name, so that a program needs one dependency.
pub use chess_board::{Board, ParsePositionError, Position, Setup};
pub use chess_types::{Bitboard, Color, Move, Piece, PieceType, Square};

pub use arrow::Arrow;
pub use color::{Paint, ParseRgbError, Rgb};
pub use highlight::{Highlight, Mark};
pub use moveboard::Moveboard;
pub use picture::Picture;
pub use theme::Theme;
