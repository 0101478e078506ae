//! A position in 256 bits, without its side to move and its counters.
//!
//! Four planes give every square four bits. The value is 1 to 6 for a piece type, 7 for a rook that may castle, and 8
//! more for a black piece. An empty square is 0, or 8 if it is the target of a legal capture en passant.

use chess_board::{Board, Position, Setup};
use chess_types::{Bitboard, Color, PieceType};

/// Returns the planes of a position.
#[inline]
pub fn planes_of(position: &Position) -> [u64; 4] {
    let [pawns, knights, bishops, rooks, queens, kings] =
        PieceType::ALL.map(|piece_type| position.by_type(piece_type).0);
    let castling_rooks = position.castling_rooks().0;
    let en_passant = position.ep_square().map_or(0, |square| square.bitboard().0);
    [
        pawns | bishops | queens | castling_rooks,
        knights | bishops | kings | castling_rooks,
        rooks | queens | kings,
        position.by_color(Color::Black).0 | en_passant,
    ]
}

/// Returns the position with these planes and the counters of a new game. Returns `None` if the planes describe no
/// valid position.
pub fn position_of(planes: [u64; 4], side_to_move: Color) -> Option<Position> {
    let [bit0, bit1, bit2, black] = planes;
    let castling_rooks = bit0 & bit1 & bit2;
    let sets = [
        bit0 & !bit1 & !bit2,
        bit1 & !bit0 & !bit2,
        bit0 & bit1 & !bit2,
        (bit2 & !bit0 & !bit1) | castling_rooks,
        bit0 & bit2 & !bit1,
        bit1 & bit2 & !bit0,
    ];
    let board = Board::from_sets(&[!black, black].map(|color| sets.map(|set| Bitboard(set & color))))?;
    let setup = Setup {
        board,
        side_to_move,
        castling_rooks: Bitboard(castling_rooks),
        en_passant: Bitboard(black & !(bit0 | bit1 | bit2)).first(),
        ..Setup::EMPTY
    };
    Position::from_setup(&setup).ok()
}

/// Returns the position without the parts that perft does not depend on: counters, and a skipped square without a
/// legal capture.
pub(crate) fn bare(position: &Position) -> Position {
    let setup = Setup {
        en_passant: position.ep_square(),
        halfmove_clock: 0,
        fullmove_number: 1,
        ..position.to_setup()
    };
    // The setup is as valid as before: a pawn has passed over the target of a legal capture en passant.
    Position::from_setup(&setup).unwrap_or(*position)
}

/// The parts of a position that its perft depends on, with the depth. Keys are equal for equal trees only.
///
/// The tag holds side and depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PerftKey {
    pub(crate) planes: [u64; 4],
    /// A number below 2 to the power of [`TAG_BITS`](Self::TAG_BITS).
    pub(crate) tag: u64,
}

impl PerftKey {
    pub(crate) const TAG_BITS: u32 = 8;

    /// Creates the key, or returns `None` for a depth that does not fit into the tag, from 128 on.
    #[inline]
    pub(crate) fn new(position: &Position, depth: u32) -> Option<Self> {
        let tag = u64::from(depth) << 1 | position.side_to_move() as u64;
        if tag >> Self::TAG_BITS != 0 {
            return None;
        }
        Some(Self { planes: planes_of(position), tag })
    }
}

#[cfg(test)]
mod tests {
    use chess_movegen::PositionExt;
    use chess_types::{Piece, Square};

    use super::*;

    /// The oracle of [`position_of`], square by square.
    fn position_by_squares(planes: [u64; 4], side_to_move: Color) -> Position {
        let mut setup = Setup { side_to_move, ..Setup::EMPTY };
        for square in Square::ALL {
            let bit = |plane: u64| plane >> square as u8 & 1;
            let [bit0, bit1, bit2, black] = planes.map(bit);
            let color = if black == 1 { Color::Black } else { Color::White };
            match bit0 | bit1 << 1 | bit2 << 2 {
                0 if black == 1 => setup.en_passant = Some(square),
                0 => {}
                7 => {
                    setup.board.put(Piece::new(color, PieceType::Rook), square);
                    setup.castling_rooks |= square.bitboard();
                }
                code => setup.board.put(Piece::new(color, PieceType::ALL[code as usize - 1]), square),
            }
        }
        Position::from_setup(&setup).unwrap()
    }

    fn walk(position: &Position, depth: u32) {
        let planes = planes_of(position);
        assert_eq!(position_by_squares(planes, position.side_to_move()), bare(position));
        assert_eq!(position_of(planes, position.side_to_move()), Some(bare(position)));
        if depth > 0 {
            for mv in position.legal_moves() {
                walk(&position.after(mv), depth - 1);
            }
        }
    }

    #[test]
    fn planes_tell_the_whole_position() {
        for (fen, depth) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 3),
            ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3),
            ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4),
            ("rr2k2r/8/8/8/8/8/8/RR2K2R w HBkb - 0 1", 2),
        ] {
            walk(&fen.parse().unwrap(), depth);
        }
    }

    #[test]
    fn what_is_no_position_is_refused() {
        assert_eq!(position_of([0; 4], Color::White), None);
        assert_eq!(position_of([u64::MAX; 4], Color::Black), None);
    }

    #[test]
    fn the_tag_tells_side_and_depth() {
        let mut position = Position::START;
        assert_eq!(PerftKey::new(&position, 9), Some(PerftKey { planes: planes_of(&position), tag: 18 }));
        let _undo = position.make_null();
        assert_eq!(PerftKey::new(&position, 9), Some(PerftKey { planes: planes_of(&position), tag: 19 }));
    }

    #[test]
    fn depths_end_with_the_tag() {
        assert!(PerftKey::new(&Position::START, 127).is_some_and(|key| key.tag >> PerftKey::TAG_BITS == 0));
        assert_eq!(PerftKey::new(&Position::START, 128), None);
    }
}
