#![doc = include_str!("../README.md")]
#![no_std]
#![deny(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "arbitrary")]
mod arbitrary;
mod bitboard;
mod castling;
mod coordinates;
mod moves;
mod piece;
#[cfg(feature = "serde")]
mod serde;
mod split_mix;
mod values;

use core::mem::size_of;

use static_assertions::const_assert_eq;

pub use bitboard::{Bitboard, Squares};
pub use castling::{CastlingRights, CastlingSide};
pub use coordinates::{Direction, File, Rank, Square};
pub use moves::kind::{MoveFlags, MoveKind, MoveWordError};
pub use moves::list::{List, MoveList, PvLine, ScoredMove, ScoredMoveList};
pub use moves::squares::{Castling, skipped_square};
pub use moves::uci::{ParseUciMoveError, UciMove};
pub use moves::word::Move;
pub use piece::{Color, Piece, PieceType};
pub use split_mix::SplitMix64;
pub use values::ParseNameError;

// The sizes, in bytes, that callers may rely on in their own tables.
const_assert_eq!(size_of::<Square>(), 1);
const_assert_eq!(size_of::<Option<Square>>(), 1);
const_assert_eq!(size_of::<File>(), 1);
const_assert_eq!(size_of::<Rank>(), 1);
const_assert_eq!(size_of::<Color>(), 1);
const_assert_eq!(size_of::<PieceType>(), 1);
const_assert_eq!(size_of::<Piece>(), 1);
const_assert_eq!(size_of::<Option<Piece>>(), 1);
const_assert_eq!(size_of::<CastlingRights>(), 1);
const_assert_eq!(size_of::<Bitboard>(), 8);
const_assert_eq!(size_of::<MoveKind>(), 1);
const_assert_eq!(size_of::<Move>(), 2);
const_assert_eq!(size_of::<ScoredMove>(), 8);
const_assert_eq!(size_of::<UciMove>(), 3);
const_assert_eq!(size_of::<MoveList>(), 4 + 2 * 256);
const_assert_eq!(size_of::<ScoredMoveList>(), 4 + 8 * 256);
const_assert_eq!(size_of::<PvLine>(), 4 + 2 * 128);
