use chess_board::{CastlingRules, Position};
use chess_types::{Bitboard, Castling, CastlingSide, Color, PieceType, Rank};

use crate::king::allows;
use crate::unmove::{StateBefore, UnMove};

/// Enumerates the states that the position before an un-move of `after` can have had: castling rights that the move
/// has cost, and double pushes of the opponent just before.
///
/// The first state is [`UnMove::state_before`], the one with the least. A right can have been lost if king and rook are on its
/// squares of their back rank before the move, and the move is one of the king, of this rook, or a capture of this rook; there is
/// at most one right on each side of a king. `rules` are the squares that have rights: those of chess only, or any as in
/// Chess960. A skipped square is any that validation accepts, including those on which no capture is legal. A capture en passant
/// leaves no choice of it.
///
/// The halfmove clock is that of `state_before` in all states. The caller can replace it.
///
/// # Examples
/// ```
/// use chess_unmoves::{CastlingRules, Move, MoveKind, PieceType, Position, Square, UnMove, states_before};
///
/// let after = Position::from_fen("4k3/8/8/8/7p/8/4K3/7R b - - 1 1")?;
/// let mv = Move::new(Square::E1, Square::E2, MoveKind::Quiet);
/// let unmove = UnMove { mv, piece_type: PieceType::King, captured: None };
/// let before: Vec<_> = states_before(&after, unmove, CastlingRules::Chess)
///     .map(|state| unmove.before_with(&after, &state).to_string())
///     .collect();
/// assert_eq!(before, ["4k3/8/8/8/7p/8/8/4K2R w - - 0 1", "4k3/8/8/8/7p/8/8/4K2R w K - 0 1"]);
/// # Ok::<(), chess_unmoves::ParsePositionError>(())
/// ```
pub fn states_before(
    after: &Position,
    unmove: UnMove,
    rules: CastlingRules,
) -> impl ExactSizeIterator<Item = StateBefore> + Clone + use<> {
    let least = unmove.state_before(after);
    let before = unmove.before(after);
    let rooks = lost_rooks(after, &before, unmove, rules);
    let passed = if unmove.mv.is_en_passant() { Bitboard::EMPTY } else { skipped_squares(&before) };
    let choices = [rooks[0], rooks[1], rooks[2], passed];
    let count: u32 = choices.iter().map(|choice| 1 + choice.count()).product();
    // The digits of the number choose from the sets: digit 0 nothing, digit `n` the `n`-th square.
    (0..count).map(move |mut number| {
        let [rooks @ .., skipped_square] = choices.map(|choice| {
            let base = 1 + choice.count();
            let digit = number % base;
            number /= base;
            digit.checked_sub(1).and_then(|skipped| choice.into_iter().nth(skipped as usize))
        });
        StateBefore {
            lost_rooks: least.lost_rooks | rooks.into_iter().flatten().collect::<Bitboard>(),
            skipped_square: skipped_square.or(least.skipped_square),
            ..least
        }
    })
}

/// Returns the rooks that can have lost their right by the move, except one that castled, in sets. At most one rook of each set
/// can have had the right.
fn lost_rooks(after: &Position, before: &Position, unmove: UnMove, rules: CastlingRules) -> [Bitboard; 3] {
    let (us, them) = (before.side_to_move(), after.side_to_move());
    let mv = unmove.mv;
    let moved = match unmove.piece_type {
        PieceType::King => us.back_rank().bitboard(),
        PieceType::Rook => mv.from().bitboard(),
        _ => Bitboard::EMPTY,
    };
    let captured = match unmove.captured {
        Some(PieceType::Rook) => mv.to().bitboard(),
        _ => Bitboard::EMPTY,
    };
    let rooks = |color: Color, side, squares: Bitboard| {
        let king = before.king(color);
        let has_right = before.castling_rook(color, side).is_some();
        if has_right || king.rank() != color.back_rank() {
            return Bitboard::EMPTY;
        }
        let rooks = before.pieces(color, PieceType::Rook) & color.back_rank().bitboard() & squares;
        let castlings = rooks.into_iter().map(|rook| Castling { king, rook });
        castlings.filter(|it| it.side() == side && allows(rules, *it)).map(|it| it.rook).collect()
    };
    let [queen_side, king_side] = CastlingSide::ALL.map(|side| rooks(us, side, moved));
    let [captured_queen_side, captured_king_side] = CastlingSide::ALL.map(|side| rooks(them, side, captured));
    [queen_side, king_side, captured_queen_side | captured_king_side]
}

/// Returns the squares that the opponent's pawns can have passed over in a double push just before `position`.
fn skipped_squares(position: &Position) -> Bitboard {
    let them = position.side_to_move().opponent();
    let arrived = position.pieces(them, PieceType::Pawn) & Rank::Fourth.relative_to(them).bitboard();
    let empty = !position.occupied();
    let passed = arrived.push(them.opponent()) & empty;
    passed & (passed.push(them.opponent()) & empty).push(them)
}
