#![doc = include_str!("../README.md")]
#![no_std]
// Without target features, functions of lanes are not unsafe to call.
#![cfg_attr(avx512_model, allow(unused_unsafe))]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

#[cfg(feature = "alloc")]
mod game_state;
mod generator;
#[cfg(feature = "std")]
mod helpmate;
mod illegal;
#[doc(hidden)]
pub mod internals;
mod legality;
pub mod machine;
mod node;
mod outcome;
mod piece_move;
mod see;
mod wdl;

// Items of the crates below that the signatures of this crate name, and the lookups that evaluations need, so that a dependent
// needs no second dependency.
pub use chess_board::{
    Bitboard, Board, Castling, CastlingRights, CastlingSide, CastlingStyle, Changes, Color, EnPassantStyle,
    FenError, FenField, FenRule, FenText, File, InvalidSetup, KeyHistory, Move, MoveKind, ParsePositionError,
    Piece, PieceType, Position, Rank, Reason, Setup, Square, Undo, skipped_square,
};
pub use chess_magic::{
    Sliders, attacks, between, bishop_attacks, king_attacks, knight_attacks, line, pawn_attacks,
    pawn_attacks_setwise, queen_attacks, rook_attacks,
};
pub use chess_types::{
    Direction, List, MoveFlags, MoveList, MoveWordError, ParseNameError, ParseUciMoveError, PvLine,
    ScoredMove, ScoredMoveList, Squares, UciMove, bitboard,
};

#[cfg(feature = "alloc")]
pub use self::game_state::GameState;
pub use self::generator::{PawnStep, PawnTargets, Selection, Sink};
#[cfg(feature = "std")]
pub use self::helpmate::cannot_mate;
pub use self::illegal::{IllegalMove, IllegalReason, UciError};
pub use self::node::{CheckSquares, Node, PositionExt};
pub use self::outcome::{Claim, Outcome};
pub use self::piece_move::PieceMove;
pub use self::see::{Pins, SeeRules, see_value};
pub use self::wdl::Wdl;
