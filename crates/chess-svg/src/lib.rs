#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]

mod color;
mod draw;
mod layout;
mod picture;
pub mod steps;

// The types of other crates that the signatures here name, so that a program needs one dependency.
pub use chess_board::{Board, ParsePositionError, Position, Setup};
pub use chess_types::{Bitboard, Color, Move, Piece, PieceType, Square};

pub use color::{Paint, ParseRgbError, Rgb, Theme};
pub use picture::{Arrow, Highlight, Mark, Moveboard, Picture};
