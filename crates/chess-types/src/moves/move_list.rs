use crate::moves::list::{IntoItems, List};
use crate::moves::word::Move;
use crate::pieces::piece::PieceType;

/// A list of up to 256 moves on the stack, 516 bytes, of which only those in use are ever written.
///
/// No position that a chess program accepts overflows it, as long as a side has at most 16 pieces and no more promoted
/// ones than it misses pawns. The most moves such a position is known to have are 218, composed by Nenad Petrović in
/// 1964 and shown by computation in 2024 to be the maximum of all reachable positions; 256 leaves room above it.
/// Source: <https://lichess.org/@/Tobs40/blog/why-a-reachable-position-cant-have-more-than-218-playable-moves/a5xdxeqs>.
///
/// It is a slice in all that does not change its length. Build it in place where speed counts, by pushing to a
/// `&mut MoveList`: a list that is returned may have to be copied whole.
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
/// ```
pub type MoveList = List<Move, 256>;

/// The moves of a [`MoveList`], by value.
pub type IntoMoves = IntoItems<Move, { MoveList::CAPACITY }>;

impl MoveList {
    /// Sorts the moves like their text in UCI's Chess960 spelling, which is to say by file before rank.
    ///
    /// For output and comparisons that do not depend on the order of generation.
    pub fn sort_by_uci(&mut self) {
        self.sort_unstable_by_key(|mv| {
            let (from, to) = (mv.from(), mv.to());
            let promotion = mv.promotion().map(PieceType::letter);
            (from.file(), from.rank(), to.file(), to.rank(), promotion, mv.raw())
        });
    }
}
