use chess_board::{KeyHistory, Position};
use chess_types::Color;

use crate::lists::has_legal_move;

/// How a game has ended, without anyone having to claim it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Outcome {
    /// The side to move is in check and cannot move: the other side has won.
    Checkmate {
        /// Who gave mate.
        winner: Color,
    },
    /// The side to move is not in check and cannot move.
    Stalemate,
    /// Neither side can ever give mate.
    InsufficientMaterial,
    /// Seventy-five moves of each side without a capture or a pawn move.
    SeventyFiveMoves,
    /// The position stands on the board for the fifth time.
    FivefoldRepetition,
}

/// A draw that the side to move may claim.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Claim {
    /// Fifty moves of each side without a capture or a pawn move.
    FiftyMoves,
    /// The position stands on the board for the third time.
    ThreefoldRepetition,
}

/// How the game has ended with `position`, the positions before it being `history`; `None` if it goes on.
///
/// Checkmate comes before every draw (FIDE Laws of Chess, 5 and 9.6).
pub fn outcome<const N: usize>(position: &Position, history: &KeyHistory<N>) -> Option<Outcome> {
    if !has_legal_move(position) {
        return Some(if position.is_in_check() {
            Outcome::Checkmate { winner: !position.side_to_move() }
        } else {
            Outcome::Stalemate
        });
    }
    if position.is_insufficient_material() {
        Some(Outcome::InsufficientMaterial)
    } else if position.is_seventy_five_move_draw() {
        Some(Outcome::SeventyFiveMoves)
    } else if history.repetitions(position) >= 4 {
        Some(Outcome::FivefoldRepetition)
    } else {
        None
    }
}

/// The draw the side to move may claim with `position` on the board, the positions before it being `history`.
///
/// It says nothing of draws that a move to come would allow to be claimed, nor whether the game has ended anyway.
pub fn claim<const N: usize>(position: &Position, history: &KeyHistory<N>) -> Option<Claim> {
    if position.is_fifty_move_draw() {
        Some(Claim::FiftyMoves)
    } else if history.repetitions(position) >= 2 {
        Some(Claim::ThreefoldRepetition)
    } else {
        None
    }
}
