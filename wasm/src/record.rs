//! Moves in the bytes that the glue makes JavaScript objects of.

use chess_movegen::Position;
use chess_notation::San;
use chess_types::{Move, Piece};
use chess_wasm_notes::uci;

/// The bytes of a move.
pub const RECORD: usize = 24;

/// The text of SAN in a record, padded with zeros.
const SAN: usize = 16;

/// A legal move of `position`, or the null move: the move word with its low byte first, the squares from which and to which the piece
/// moves, the square that UCI names as the target, the letters of the piece, of the captured piece and of the new piece of a promotion (0
/// where there is none), and SAN in 16 bytes. The null move is one of the king that stays.
pub(crate) fn record(position: &Position, mv: Move) -> [u8; RECORD] {
    let letter = |piece: Option<Piece>| piece.map_or(0, |piece| piece.letter() as u8);
    let captured = if mv.is_en_passant() {
        position.piece_at(chess_types::Square::new(mv.to().file(), mv.from().rank()))
    } else if mv.is_capture() {
        position.piece_at(mv.to())
    } else {
        None
    };
    let (from, to, target) = if mv.is_null() {
        let king = position.king(position.side_to_move());
        (king, king, king)
    } else {
        (mv.from(), mv.destination(), uci(position, mv).to)
    };
    let promotion = mv.promotion().map(|piece_type| Piece::new(position.side_to_move(), piece_type));
    let mut bytes = [0; RECORD];
    bytes[..2].copy_from_slice(&mv.raw().to_le_bytes());
    bytes[2..8].copy_from_slice(&[
        from.index() as u8,
        to.index() as u8,
        target.index() as u8,
        letter(position.piece_at(from)),
        letter(captured),
        letter(promotion),
    ]);
    let san = San::new(position, mv);
    let text = san.as_bytes();
    bytes[RECORD - SAN..][..text.len()].copy_from_slice(text);
    bytes
}

#[cfg(test)]
mod tests {
    use chess_movegen::PositionExt;

    use super::*;

    #[test]
    fn each_kind_of_move() {
        for (fen, word, squares, letters, san) in [
            ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", [12, 28, 28], *b"P\0\0", "e4"),
            ("4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1", "d5e6", [35, 44, 44], *b"Pp\0", "dxe6"),
            ("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", [48, 57, 57], *b"PnQ", "axb8=Q+"),
            ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", [4, 6, 6], *b"K\0\0", "O-O"),
            // Chess960: UCI names the square of the rook.
            ("4k3/8/8/8/8/8/8/1R3KR1 w GB - 0 1", "f1g1", [5, 6, 6], *b"K\0\0", "O-O"),
            ("4k3/8/8/8/8/8/8/1R3KR1 w GB - 0 1", "f1b1", [5, 2, 1], *b"K\0\0", "O-O-O"),
            ("r3k3/8/8/8/8/8/8/4K3 b q - 0 1", "e8a8", [60, 58, 58], *b"k\0\0", "O-O-O"),
        ] {
            let position: Position = fen.parse().unwrap();
            let mv = position
                .legal_moves()
                .into_iter()
                .find(|mv| mv.uci960().to_string() == word && (mv.is_castle() || !word.starts_with("f1")));
            let mv = mv.unwrap();
            let bytes = record(&position, mv);
            assert_eq!(u16::from_le_bytes([bytes[0], bytes[1]]), mv.raw());
            assert_eq!((&bytes[2..5], &bytes[5..8]), (&squares[..], &letters[..]), "{fen} {word}");
            assert_eq!(std::str::from_utf8(&bytes[8..]).unwrap().trim_end_matches('\0'), san);
        }
        let position: Position = "4k3/8/8/8/8/8/8/R3K3 b - - 0 1".parse().unwrap();
        assert_eq!(record(&position, Move::NULL)[..10], *b"\0\0\x3c\x3c\x3ck\0\0--");
    }
}
