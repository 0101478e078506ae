#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod king;
mod material;
mod options;
mod states;
mod unmove;
mod visit;

use core::ops::ControlFlow;

use chess_types::List;

// Items of the crates below that the signatures of this crate name, so that a dependent needs no second dependency.
pub use chess_board::{CastlingRules, ParsePositionError, Position};
pub use chess_types::{Bitboard, Move, MoveKind, PieceType, Square};

pub use options::UnMoveOptions;
pub use states::states_before;
pub use unmove::{StateBefore, UnMove};
pub use visit::each_unmove;
use visit::try_each_unmove;

/// A list of un-moves on the stack, with a capacity for those of any position.
///
/// A side has at most 15 pieces besides its king, each with at most 27 origins and 6 un-moves from each: without a capture, and
/// with each of 5 captured types. Beyond these 2430 there are 48 of the king, 72 promotions and 28 castlings.
pub type UnMoveList = List<UnMove, 2600>;

/// Lists all un-moves of `position`, in no particular order: every move that can have led to it.
///
/// [`each_unmove`] describes them and visits them without a list, which takes 10 KB.
///
/// # Panics
///
/// Panics if the un-moves do not fit into the list, which only happens if an illegal move, or an un-move of another
/// position, has given a side more than 16 pieces.
///
/// # Examples
/// ```
/// use chess_unmoves::{Position, UnMoveOptions, unmoves};
///
/// let after = Position::from_fen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1")?;
/// let list = unmoves(&after, UnMoveOptions::EXACT);
/// assert_eq!(list.len(), 1);
/// assert_eq!(list[0].mv.to_string(), "e2e4");
/// assert_eq!(list[0].before(&after), Position::START);
/// assert!(unmoves(&Position::START, UnMoveOptions::EXACT).is_empty());
/// # Ok::<(), chess_unmoves::ParsePositionError>(())
/// ```
#[must_use]
pub fn unmoves(position: &Position, options: UnMoveOptions) -> UnMoveList {
    let mut list = UnMoveList::new();
    each_unmove(position, options, |unmove| list.push(unmove));
    list
}

/// Tests whether `position` has an un-move. No move leads to a position without one.
#[must_use]
pub fn has_unmove(position: &Position, options: UnMoveOptions) -> bool {
    try_each_unmove(position, options, |_| ControlFlow::Break(())).is_break()
}
