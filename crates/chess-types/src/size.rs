//! The sizes, in bytes, that users lay out their tables by.

use core::mem::size_of;

use static_assertions::const_assert_eq;

use crate::{
    Bitboard, CastlingRights, Color, File, Move, MoveKind, MoveList, Piece, PieceType, PvLine, Rank,
    RichMove, ScoredMove, ScoredMoveList, Square, UciMove,
};

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
