//! The pieces that a move removes and adds, and the geometry of castling, compared with a walk from square to
//! square.

use chess_board::{Castling, Position};
use chess_types::{Bitboard, CastlingSide, Color, File, Move, MoveKind, Piece, Rank, Square};

type Placed = (Piece, Square);

#[track_caller]
fn check(fen: &str, (from, to, kind): (Square, Square, MoveKind), removed: &[Placed], added: &[Placed]) {
    let mut position: Position = fen.parse().unwrap();
    let mv = Move::new(from, to, kind);
    let changes = position.changes(mv);
    assert_eq!((changes.removed(), changes.added()), (removed, added));
    assert_eq!(position.make(mv).changes(), changes);
}

#[test]
fn the_moving_piece_comes_first_and_a_captured_piece_second() {
    use Piece::{BlackKnight, BlackPawn, WhiteKnight, WhitePawn, WhiteQueen};
    use Square::{A1, A7, A8, B3, B8, D5, D6, E5, E7};
    check(
        "4k3/8/8/8/8/8/8/N3K3 w - - 0 1",
        (A1, B3, MoveKind::Quiet),
        &[(WhiteKnight, A1)],
        &[(WhiteKnight, B3)],
    );
    check(
        "4k3/8/8/8/8/1p6/8/N3K3 w - - 0 1",
        (A1, B3, MoveKind::Capture),
        &[(WhiteKnight, A1), (BlackPawn, B3)],
        &[(WhiteKnight, B3)],
    );
    check(
        "4k3/4p3/8/8/8/8/8/4K3 b - - 0 1",
        (E7, E5, MoveKind::DoublePush),
        &[(BlackPawn, E7)],
        &[(BlackPawn, E5)],
    );
    check(
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
        (E5, D6, MoveKind::EnPassant),
        &[(WhitePawn, E5), (BlackPawn, D5)],
        &[(WhitePawn, D6)],
    );
    check(
        "4k3/P7/8/8/8/8/8/4K3 w - - 0 1",
        (A7, A8, MoveKind::QueenPromotion),
        &[(WhitePawn, A7)],
        &[(WhiteQueen, A8)],
    );
    check(
        "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1",
        (A7, B8, MoveKind::KnightCapturePromotion),
        &[(WhitePawn, A7), (BlackKnight, B8)],
        &[(WhiteKnight, B8)],
    );
}

#[test]
fn castling_moves_the_king_then_the_rook_and_leaves_out_the_one_that_stays() {
    use Piece::{BlackKing, BlackRook, WhiteKing, WhiteRook};
    use Square::{A8, C8, D8, E1, E8, F1, G1, H1};
    check(
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        (E1, H1, MoveKind::KingCastle),
        &[(WhiteKing, E1), (WhiteRook, H1)],
        &[(WhiteKing, G1), (WhiteRook, F1)],
    );
    check(
        "r3k3/8/8/8/8/8/8/4K3 b q - 0 1",
        (E8, A8, MoveKind::QueenCastle),
        &[(BlackKing, E8), (BlackRook, A8)],
        &[(BlackKing, C8), (BlackRook, D8)],
    );
    check(
        "4k3/8/8/8/8/8/8/6KR w K - 0 1",
        (G1, H1, MoveKind::KingCastle),
        &[(WhiteRook, H1)],
        &[(WhiteRook, F1)],
    );
    check(
        "4k3/8/8/8/8/8/8/4KR2 w K - 0 1",
        (E1, F1, MoveKind::KingCastle),
        &[(WhiteKing, E1)],
        &[(WhiteKing, G1)],
    );
}

#[test]
fn a_null_move_changes_no_piece() {
    let mut position = Position::START;
    let changes = position.changes(Move::NULL);
    assert!(changes.removed().is_empty() && changes.added().is_empty());
    assert_eq!(position.make_null().changes(), changes);
}

#[test]
fn moves_that_remove_or_add_other_pieces_have_other_changes() {
    let position: Position = "4k3/8/8/8/8/1p6/8/N3K2N w - - 0 1".parse().unwrap();
    let changes = |from, to, kind| position.changes(Move::new(from, to, kind));
    let capture = changes(Square::A1, Square::B3, MoveKind::Capture);
    assert_eq!(capture, changes(Square::A1, Square::B3, MoveKind::Capture));
    assert_ne!(capture, changes(Square::A1, Square::C2, MoveKind::Quiet));
    assert_ne!(
        changes(Square::H1, Square::G3, MoveKind::Quiet),
        changes(Square::H1, Square::F2, MoveKind::Quiet)
    );
}

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
            let castling = Castling { king, rook };
            assert_eq!((castling.king, castling.rook), (king, rook));
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
            assert_eq!(mv.destination(), king_to);
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
