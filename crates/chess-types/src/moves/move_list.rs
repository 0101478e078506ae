use crate::moves::list::{IntoItems, List};
use crate::moves::word::Move;
use crate::pieces::piece::PieceType;

/// A list of up to 256 moves on the stack, 516 bytes, of which only those in use are ever written.
///
/// No position overflows it in which each side has at most 16 pieces and no more promoted pieces than missing pawns. The
/// greatest number of moves of such a position is 218, in a composition by Nenad Petrović of 1964; a computation of
/// 2024 has shown that no reachable position has more.
/// Source: <https://lichess.org/@/Tobs40/blog/why-a-reachable-position-cant-have-more-than-218-playable-moves/a5xdxeqs>.
///
/// It dereferences to a slice. Where speed counts, the caller passes a `&mut MoveList` to be filled, because a list that
/// is returned may have to be copied as a whole.
///
/// # Examples
///
/// ```
/// use chess_types::{Move, MoveKind, MoveList, Square};
///
/// let mut moves = MoveList::new();
/// moves.push(Move::new(Square::G1, Square::F3, MoveKind::Quiet));
/// moves.push(Move::new(Square::E2, Square::E4, MoveKind::DoublePush));
/// assert_eq!(moves.len(), 2);
///
/// moves.sort_by_uci();
/// assert_eq!(moves[0].to_string(), "e2e4");
///
/// moves.retain(|mv| !mv.is_double_push());
/// assert!(moves.iter().all(|mv| mv.from() == Square::G1));
///
/// for mv in moves {
///     assert_eq!(mv.to_string(), "g1f3");
/// }
/// ```
pub type MoveList = List<Move, 256>;

/// An iterator over the moves of a [`MoveList`] by value.
pub type IntoMoves = IntoItems<Move, { MoveList::CAPACITY }>;

impl MoveList {
    /// Sorts the moves in the order of their text in UCI's Chess960 spelling, which compares files before ranks.
    ///
    /// The order does not depend on the generator, for output and comparisons.
    pub fn sort_by_uci(&mut self) {
        self.sort_unstable_by_key(|mv| {
            let (from, to) = (mv.from(), mv.to());
            let promotion = mv.promotion().map(PieceType::letter);
            (from.file(), from.rank(), to.file(), to.rank(), promotion, mv.raw())
        });
    }
}
