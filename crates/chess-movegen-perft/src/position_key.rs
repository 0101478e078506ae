use chess_board::Position;
use chess_types::{Color, PieceType};

/// All of a position that its perft depends on, and the depth: equal for equal trees only.
///
/// The planes give every square four bits. A man is 1 to 6, a rook that may castle 7, each of them 8 more if it is
/// black; an empty square is 0, or 8 if a pawn can legally be taken there en passant. Side and depth are in the tag.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PerftKey {
    pub(crate) planes: [u64; 4],
    /// Below 2 to the [`TAG_BITS`](Self::TAG_BITS).
    pub(crate) tag: u64,
}

impl PerftKey {
    pub(crate) const TAG_BITS: u32 = 8;

    /// `None` for a depth that does not fit into the tag, from 128 on.
    #[inline]
    pub(crate) fn new(position: &Position, depth: u32) -> Option<Self> {
        let tag = u64::from(depth) << 1 | position.side_to_move() as u64;
        if tag >> Self::TAG_BITS != 0 {
            return None;
        }
        let [pawns, knights, bishops, rooks, queens, kings] =
            PieceType::ALL.map(|piece_type| position.by_type(piece_type).0);
        let castling_rooks = position.castling_rooks().0;
        let en_passant = position.ep_square().map_or(0, |square| square.bitboard().0);
        let planes = [
            pawns | bishops | queens | castling_rooks,
            knights | bishops | kings | castling_rooks,
            rooks | queens | kings,
            position.by_color(Color::Black).0 | en_passant,
        ];
        Some(Self { planes, tag })
    }
}

#[cfg(test)]
mod tests {
    use chess_board::Setup;
    use chess_types::{Piece, Square};

    use super::*;
    use chess_movegen::legal_moves;

    /// Reads a key back, square by square.
    fn position_of(key: PerftKey) -> Position {
        let mut setup = Setup::EMPTY;
        for square in Square::ALL {
            let bit = |plane: u64| plane >> square as u8 & 1;
            let [bit0, bit1, bit2, black] = key.planes.map(bit);
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
        setup.side_to_move = if key.tag & 1 == 1 { Color::Black } else { Color::White };
        Position::from_setup(&setup).unwrap()
    }

    /// What the key is to tell of: no counters, and no square passed over without a capture.
    fn bare(position: &Position) -> Position {
        let setup = Setup {
            en_passant: position.ep_square(),
            halfmove_clock: 0,
            fullmove_number: 1,
            ..position.to_setup()
        };
        Position::from_setup(&setup).unwrap()
    }

    fn walk(position: &Position, depth: u32) {
        let key = PerftKey::new(position, depth).unwrap();
        assert_eq!((position_of(key), key.tag >> 1), (bare(position), u64::from(depth)));
        if depth > 0 {
            for mv in legal_moves(position) {
                walk(&position.after(mv), depth - 1);
            }
        }
    }

    #[test]
    fn a_key_tells_the_whole_position() {
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
    fn depths_end_with_the_tag() {
        assert!(PerftKey::new(&Position::START, 127).is_some_and(|key| key.tag >> PerftKey::TAG_BITS == 0));
        assert_eq!(PerftKey::new(&Position::START, 128), None);
    }
}
