//! The geometry of castling, compared with a walk from square to square.

use chess_board::{Castling, Position};
use chess_types::{Bitboard, CastlingSide, Color, File, Move, MoveKind, Rank, Square};

/// Returns the squares of a walk along a rank, both ends included.
fn way(from: Square, to: Square) -> Bitboard {
    let files = (to.file().index() as i8 - from.file().index() as i8).signum();
    let mut squares = from.bitboard();
    let mut here = from;
    while here != to {
        here = here.offset(files, 0).expect("the squares are on one rank");
        squares |= here;
    }
    squares
}

#[test]
fn castlings_of_all_kings_and_rooks() {
    for rank in [Rank::First, Rank::Eighth] {
        for (king, rook) in File::ALL.into_iter().flat_map(|king| File::ALL.map(|rook| (king, rook))) {
            if king == rook {
                continue;
            }
            let side = if king < rook { CastlingSide::King } else { CastlingSide::Queen };
            let [king_to, rook_to] = if king < rook { [File::G, File::F] } else { [File::C, File::D] };
            let [king, rook, king_to, rook_to] =
                [king, rook, king_to, rook_to].map(|file| Square::new(file, rank));
            let castling = Castling::new(king, rook);
            assert_eq!((castling.king(), castling.rook()), (king, rook));
            assert_eq!((castling.side(), castling.king_to(), castling.rook_to()), (side, king_to, rook_to));
            assert_eq!(castling.safe(), way(king, king_to));
            assert_eq!(Castling::king_way(king, side), way(king, king_to));
            assert_eq!(castling.empty(), (way(king, king_to) | way(rook, rook_to)) - king - rook);
            for others in [Bitboard::EMPTY, Square::A4 | Square::H5] {
                let occupied = castling.occupied_after(others | king | rook);
                assert_eq!(occupied, others | king_to | rook_to);
            }

            let mv = castling.to_move();
            assert_eq!((mv.from(), mv.to(), mv.kind()), (king, rook, MoveKind::castle(side)));
            assert_eq!(mv.king_destination(), Some(king_to));
            assert_eq!(mv.rook_destination(), Some(rook_to));
            assert_eq!(Castling::of(mv), Some(castling));
        }
    }
    assert_eq!(Castling::of(Move::new(Square::E1, Square::H1, MoveKind::Quiet)), None);
}

#[test]
fn castling_that_chess_does_not_know_needs_chess960() {
    let needs_chess960 = |fen| Position::from_fen(fen).unwrap().needs_chess960();
    assert!(!needs_chess960("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"));
    assert!(!needs_chess960("1r2k1r1/8/8/8/8/8/8/1R1K2R1 w - - 0 1"), "no right is left");
    assert!(!needs_chess960("1r1k4/8/8/8/8/8/8/R3K2R w KQ - 0 1"), "Black has no right");
    assert!(needs_chess960("4k3/8/8/8/8/8/8/R2K3R w KQ - 0 1"), "the king is off the e-file");
    assert!(needs_chess960("r2k4/8/8/8/8/8/8/R3K2R w KQq - 0 1"), "Black's king is off the e-file");
    assert!(needs_chess960("4k3/8/8/8/8/8/8/R3K1R1 w G - 0 1"), "a rook is off its corner");
    assert!(needs_chess960("4k1r1/8/8/8/8/8/8/R3K3 w Qg - 0 1"), "Black's rook is off its corner");
}

#[test]
fn starts_of_chess960_need_it_unless_they_are_castled_from_as_in_chess() {
    for number in 0..960 {
        let position = Position::chess960(number).unwrap();
        let rooks = position.castling_rooks() & Rank::First.bitboard();
        let is_orthodox = position.king(Color::White) == Square::E1 && rooks == (Square::A1 | Square::H1);
        assert_eq!(position.needs_chess960(), !is_orthodox, "{position}");
    }
}
