//! Scores in hundredths of a pawn for the side to move, above them the scores of wins that endgame tablebases tell, and above
//! those mate scores.

/// The score of a draw.
pub const DRAW: i32 = 0;

/// The score of a mate on the board. A mate in `n` plies has `n` less. It fits into 16 bits.
pub const MATE: i32 = 32_000;

/// A bound above every score.
pub const INFINITE: i32 = 32_001;

/// The greatest number of plies from the root, of searches and mate scores.
pub const MAX_PLY: usize = 128;

/// The score of a position that endgame tablebases call won. A won position `n` plies from the root has `n` less.
pub const TABLE_WIN: i32 = 20_000;

/// The greatest score that is neither a mate score nor that of a win by endgame tablebases.
pub const MAX_EVALUATION: i32 = TABLE_WIN - MAX_PLY as i32 - 1;

/// Returns the score of mating `ply` plies from the root.
#[inline]
pub const fn mate_in(ply: usize) -> i32 {
    MATE - ply as i32
}

/// Returns the score of being mated `ply` plies from the root.
#[inline]
pub const fn mated_in(ply: usize) -> i32 {
    -mate_in(ply)
}

/// Tests whether the score is a mate score of either side.
#[inline]
pub const fn is_mate(score: i32) -> bool {
    score.abs() > MATE - MAX_PLY as i32 - 1
}

/// Tests whether the score is a mate score of either side, or that of a win or loss by endgame tablebases.
#[inline]
pub const fn is_decisive(score: i32) -> bool {
    score.abs() > MAX_EVALUATION
}

/// Returns the number of moves to mate, negative if the side to move is mated; `None` if the score is not a mate score.
///
/// ```
/// use chess_search::score::{mate_in, mated_in, moves_to_mate};
///
/// assert_eq!(moves_to_mate(mate_in(1)), Some(1));
/// assert_eq!(moves_to_mate(mate_in(5)), Some(3));
/// assert_eq!(moves_to_mate(mated_in(2)), Some(-1));
/// assert_eq!(moves_to_mate(-250), None);
/// ```
#[inline]
pub const fn moves_to_mate(score: i32) -> Option<i32> {
    if !is_mate(score) {
        return None;
    }
    let plies = MATE - score.abs();
    Some(if score > 0 { (plies + 1) / 2 } else { -(plies / 2) })
}

/// Converts a score of a node `ply` plies from the root for a transposition table: mates, and wins by endgame tablebases, are
/// counted from the node there, because the node may be reached again at another distance from the root.
#[inline]
pub const fn from_node(score: i32, ply: usize) -> i32 {
    if !is_decisive(score) {
        score
    } else if score > 0 {
        score + ply as i32
    } else {
        score - ply as i32
    }
}

/// Converts a score of a transposition table for a node `ply` plies from the root: the reverse of [`from_node`].
///
/// A mate farther away than [`MAX_PLY`], which only the entry of another position can have, is not a mate score
/// afterwards.
#[inline]
pub const fn from_root(score: i32, ply: usize) -> i32 {
    if !is_decisive(score) {
        score
    } else if score > 0 {
        score - ply as i32
    } else {
        score + ply as i32
    }
}
