//! Compile-time checks of the sizes, in bytes, that callers may rely on in their own tables.

use core::mem::size_of;

use static_assertions::const_assert_eq;

use crate::color::Color;
use crate::geometry::bitboard::Bitboard;
use crate::geometry::file::File;
use crate::geometry::rank::Rank;
use crate::geometry::square::Square;
use crate::moves::kind::MoveKind;
use crate::moves::move_list::MoveList;
use crate::moves::pv::PvLine;
use crate::moves::rich::RichMove;
use crate::moves::scored::{ScoredMove, ScoredMoveList};
use crate::moves::uci::UciMove;
use crate::moves::word::Move;
use crate::pieces::castling::CastlingRights;
use crate::pieces::piece::{Piece, PieceType};

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
const_assert_eq!(size_of::<ScoredMove>(), 4);
const_assert_eq!(size_of::<RichMove>(), 4);
const_assert_eq!(size_of::<UciMove>(), 3);
const_assert_eq!(size_of::<MoveList>(), 4 + 2 * 256);
const_assert_eq!(size_of::<ScoredMoveList>(), 4 + 4 * 256);
const_assert_eq!(size_of::<PvLine>(), 4 + 2 * 128);
