//! Scores: hundredths of a pawn from the view of the side to move, and above them the mates.

/// An exact draw.
pub const DRAW: i32 = 0;

/// The score of having mated; `n` plies before, a mate counts `n` less. It fits into 16 bits.
pub const MATE: i32 = 32_000;

/// Greater than every score.
pub const INFINITE: i32 = 32_001;

/// The longest line of play, in plies, that a mate score may tell of.
pub const MAX_PLY: usize = 128;

/// The greatest score that is no mate.
pub const MAX_EVALUATION: i32 = MATE - MAX_PLY as i32 - 1;

/// The score of mating `ply` plies from the root.
#[inline]
pub const fn mate_in(ply: usize) -> i32 {
    MATE - ply as i32
}

/// The score of being mated `ply` plies from the root.
#[inline]
pub const fn mated_in(ply: usize) -> i32 {
    -mate_in(ply)
}

/// Whether the score is a mate, given or taken.
#[inline]
pub const fn is_mate(score: i32) -> bool {
    score.abs() > MAX_EVALUATION
}

/// The moves until mate, negative if it is the side to move that is mated; `None` if the score is no mate.
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

/// A score of a node `ply` plies from the root as it stands in a table: mates are counted from the node, since the node may
/// be reached again at another distance from the root.
#[inline]
pub const fn from_node(score: i32, ply: usize) -> i32 {
    if !is_mate(score) {
        score
    } else if score > 0 {
        score + ply as i32
    } else {
        score - ply as i32
    }
}

/// A score from a table as it is for a node `ply` plies from the root: the reverse of [`from_node`].
///
/// A mate farther away than [`MAX_PLY`], which only an entry of another position can tell of, is no mate here.
#[inline]
pub const fn from_root(score: i32, ply: usize) -> i32 {
    if !is_mate(score) {
        score
    } else if score > 0 {
        score - ply as i32
    } else {
        score + ply as i32
    }
}
