use chess_board::Position;
use chess_types::{Bitboard, Color, PieceType, Square};

/// The value of a win beyond that of the material.
const WON: i32 = 400;

/// The value by which bishop and knight, far from their goal, are behind all else that can mate.
const BEHIND: i32 = 350;

/// Returns the value for `us` of a position in which the other side has nothing but its king; `value` is that of the terms.
///
/// Where the material can force a mate, the other king is driven to the edge, to a corner of the bishop's colour if bishop and
/// knight are to mate, and the own king is led towards it. Where it cannot, and no pawn is left, the value is that of a draw.
///
/// Source: <https://www.chessprogramming.org/Mop-up_Evaluation>.
#[cold]
pub(super) fn against_bare_king(position: &Position, us: Color, value: i32) -> i32 {
    let of = |piece_type| position.pieces(us, piece_type);
    let (knights, bishops) = (of(PieceType::Knight), of(PieceType::Bishop));
    let is_major = !(of(PieceType::Rook) | of(PieceType::Queen)).is_empty();
    let [light, dark] =
        [Bitboard::LIGHT_SQUARES, Bitboard::DARK_SQUARES].map(|squares| bishops.intersects(squares));
    let has_pair = light && dark;
    let can_mate =
        is_major || has_pair || (!bishops.is_empty() && !knights.is_empty()) || knights.count() > 2;
    let has_pawns = !of(PieceType::Pawn).is_empty();
    if !can_mate {
        // One minor piece is a draw by the rules, for which nobody asks the evaluation.
        return if has_pawns || (knights | bishops).count() < 2 { value } else { 0 };
    }
    let (own, other) = (position.king(us), position.king(!us));
    let needs_corner = !is_major && !has_pair && !has_pawns && knights.count() < 3;
    let driven = if needs_corner { 90 * to_corner(other, dark) - BEHIND } else { to_edge(other) };
    value + WON + driven - 8 * i32::from(own.distance(other))
}

/// Returns 0 on the diagonal between the corners of the other colour, and 7 in the corners of this one.
fn to_corner(square: Square, is_dark: bool) -> i32 {
    let [file, rank] = [square.file().index(), square.rank().index()].map(|index| index as i32);
    // The file as seen from the other side of the board: a light corner becomes a dark one.
    let file = if is_dark { file } else { 7 - file };
    (7 - rank - file).abs()
}

/// Returns a value that grows from the centre to the edges, and most in the corners.
fn to_edge(square: Square) -> i32 {
    let from_edge = |index: usize| index.min(7 - index) as i32;
    let [file, rank] = [square.file().index(), square.rank().index()].map(from_edge);
    90 - 4 * (file * file + rank * rank)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::evaluate;

    #[test]
    fn corners_of_the_bishop_are_the_goal() {
        for (square, dark) in
            [(Square::A1, 7), (Square::H8, 7), (Square::A8, 0), (Square::H1, 0), (Square::D4, 1)]
        {
            assert_eq!(to_corner(square, true), dark, "{square}");
        }
        assert_eq!([Square::A8, Square::H1, Square::A1].map(|square| to_corner(square, false)), [7, 7, 0]);
        assert!(to_edge(Square::A1) > to_edge(Square::D1) && to_edge(Square::D1) > to_edge(Square::D4));
    }

    #[test]
    fn evaluation_is_symmetric_and_lone_minor_pieces_are_worth_nothing() {
        for (fen, is_won) in [
            ("8/8/3k4/8/8/2K5/8/1NB5 w - - 0 1", true),
            ("8/8/3k4/8/8/2K5/8/2B1B3 w - - 0 1", false),
            ("8/8/3k4/8/8/2K5/8/2BB4 w - - 0 1", true),
            ("8/8/3k4/8/8/2K5/8/1N1N4 w - - 0 1", false),
            ("8/8/3k4/8/8/2K5/8/1N1NN3 w - - 0 1", true),
            ("8/8/3k4/8/8/2K5/8/7R b - - 0 1", true),
        ] {
            let position: Position = fen.parse().unwrap();
            let value = evaluate(&position) * if position.side_to_move() == Color::White { 1 } else { -1 };
            assert!(if is_won { value > 500 } else { value == 0 }, "{fen}: {value}");
            assert_eq!(evaluate(&position.flip_colors()), evaluate(&position), "{fen}");
        }
    }
}
