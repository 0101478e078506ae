//! The pieces that a move removes and adds.

use chess_board::Position;
use chess_types::{Move, MoveKind, Piece, Square};

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
