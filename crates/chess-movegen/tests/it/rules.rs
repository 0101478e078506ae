//! Rules one by one, each with a position and a move that it allows or forbids.

use chess_board::Position;
use chess_movegen::PositionExt;
use chess_types::MoveKind::{self, Capture, DoublePush, KingCastle, QueenCastle, QueenPromotion, Quiet};
use chess_types::{Move, Square};

fn position(fen: &str) -> Position {
    let position: Position = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
    assert_eq!(position.to_string(), fen, "written as read");
    position
}

/// Tests for the move in the list, and asserts that `is_legal` agrees.
fn has(position: &Position, name: &str, kind: MoveKind) -> bool {
    let square = |text: &str| text.parse::<Square>().unwrap();
    let mv = Move::new(square(&name[..2]), square(&name[2..]), kind);
    let is_listed = position.legal_moves().contains(&mv);
    assert_eq!(position.is_legal(mv), is_listed, "{position} {mv:?}");
    is_listed
}

#[track_caller]
fn allowed(fen: &str, name: &str, kind: MoveKind) {
    assert!(has(&position(fen), name, kind), "{fen} {name} {kind:?}");
}

#[track_caller]
fn forbidden(fen: &str, name: &str, kind: MoveKind) {
    assert!(!has(&position(fen), name, kind), "{fen} {name} {kind:?}");
}

/// Asserts the legality of a capture en passant, from a FEN that names the square in either case.
#[track_caller]
fn en_passant(fen: &str, name: &str, is_legal: bool) {
    let position: Position = fen.parse().unwrap();
    assert_eq!(has(&position, name, MoveKind::EnPassant), is_legal, "{fen} {name}");
    let listed = position.legal_moves().into_iter().any(Move::is_en_passant);
    assert_eq!(position.ep_square().is_some(), listed, "{fen}");
}

#[test]
fn en_passant_takes_the_pawn_that_has_just_passed() {
    en_passant("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", true);
    en_passant("4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1", "d5e6", true);
    en_passant("4k3/8/8/8/Pp6/8/8/4K3 b - a3 0 1", "b4a3", true);
    let after = position("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1").after(Move::new(
        Square::E5,
        Square::D6,
        MoveKind::EnPassant,
    ));
    assert_eq!(after.to_string(), "4k3/8/3P4/8/8/8/8/4K3 b - - 0 1");
}

#[test]
fn en_passant_is_not_to_be_had_later_nor_around_the_edge() {
    en_passant("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "e5d6", false);
    en_passant("4k3/8/8/p6P/8/8/8/4K3 w - a6 0 1", "h5a6", false);
    en_passant("4k3/8/7P/p7/8/8/8/4K3 w - a6 0 1", "h6a6", false);
}

#[test]
fn en_passant_may_not_open_the_rank() {
    en_passant("7k/8/8/K2pP2r/8/8/8/8 w - d6 0 1", "e5d6", false);
    en_passant("8/8/8/8/R2Pp2k/8/8/K7 b - d3 0 1", "e4d3", false);
    // A third piece on the rank still shields the king.
    en_passant("7k/8/8/K2pPn1r/8/8/8/8 w - d6 0 1", "e5d6", true);
    en_passant("7k/8/8/K1PpP2r/8/8/8/8 w - d6 0 1", "e5d6", true);
    en_passant("7k/8/8/K1PpP2r/8/8/8/8 w - d6 0 1", "c5d6", true);
}

#[test]
fn en_passant_may_not_open_the_file_of_the_capturer() {
    en_passant("4r2k/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", false);
    // Only one of the two capturers may capture.
    en_passant("4r2k/8/8/2PpP3/8/8/8/4K3 w - d6 0 1", "e5d6", false);
    en_passant("4r2k/8/8/2PpP3/8/8/8/4K3 w - d6 0 1", "c5d6", true);
}

#[test]
fn en_passant_on_the_file_of_the_victim_keeps_it_closed() {
    en_passant("3r3k/8/8/3pP3/8/8/8/3K4 w - d6 0 1", "e5d6", true);
}

#[test]
fn en_passant_may_not_open_the_diagonal_of_the_victim() {
    en_passant("q6k/8/8/3pP3/8/8/8/7K w - d6 0 1", "e5d6", false);
    en_passant("7k/5b2/8/2Pp4/8/1K6/8/8 w - d6 0 1", "c5d6", false);
}

#[test]
fn en_passant_may_not_leave_the_diagonal_of_a_pin_but_may_follow_it() {
    en_passant("k6b/8/8/3pP3/8/8/1K6/8 w - d6 0 1", "e5d6", false);
    en_passant("1b5k/8/8/3pP3/8/6K1/8/8 w - d6 0 1", "e5d6", true);
}

#[test]
fn en_passant_ends_the_check_of_the_pawn_it_takes() {
    en_passant("7k/8/8/3pP3/2K5/8/8/8 w - d6 0 1", "e5d6", true);
    // The other check remains.
    en_passant("7k/8/8/3pP3/8/5n2/8/4K3 w - d6 0 1", "e5d6", false);
}

#[test]
fn en_passant_may_block_a_check() {
    en_passant("k7/8/r6K/3pP3/8/8/8/8 w - d6 0 1", "e5d6", true);
}

#[test]
fn castling_moves_king_and_rook() {
    for (name, kind, fen) in [
        ("e1h1", KingCastle, "4k3/8/8/8/8/8/8/R4RK1 b - - 1 1"),
        ("e1a1", QueenCastle, "4k3/8/8/8/8/8/8/2KR3R b - - 1 1"),
    ] {
        let position = position("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
        assert!(has(&position, name, kind));
        let square = |text: &str| text.parse::<Square>().unwrap();
        let mv = Move::new(square(&name[..2]), square(&name[2..]), kind);
        assert_eq!(position.after(mv).to_string(), fen);
    }
}

#[test]
fn castling_needs_the_right() {
    allowed("4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "e1a1", QueenCastle);
    forbidden("4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "e1h1", KingCastle);
    forbidden("4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "e1a1", KingCastle);
    forbidden("4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "e1c1", QueenCastle);
}

#[test]
fn castling_is_forbidden_out_of_through_and_into_check() {
    forbidden("k3r3/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", KingCastle);
    forbidden("k4r2/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", KingCastle);
    forbidden("k5r1/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", KingCastle);
    forbidden("4k3/8/8/8/8/8/6p1/4K2R w K - 0 1", "e1h1", KingCastle);
}

#[test]
fn castling_is_allowed_if_only_the_rook_is_attacked() {
    allowed("k6r/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", KingCastle);
    allowed("1r5k/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1a1", QueenCastle);
    allowed("r6k/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1a1", QueenCastle);
}

#[test]
fn castling_needs_a_free_way_for_the_rook_too() {
    forbidden("7k/8/8/8/8/8/8/RN2K3 w Q - 0 1", "e1a1", QueenCastle);
    forbidden("7k/8/8/8/8/8/8/Rn2K3 w Q - 0 1", "e1a1", QueenCastle);
    forbidden("7k/8/8/8/8/8/8/1RKN4 w Q - 0 1", "c1b1", QueenCastle);
}

#[test]
fn chess960_castling_without_a_step_of_the_king() {
    allowed("7k/8/8/8/8/8/8/1RK5 w Q - 0 1", "c1b1", QueenCastle);
    allowed("k7/8/8/8/8/8/8/6KR w K - 0 1", "g1h1", KingCastle);
}

#[test]
fn chess960_castling_without_a_step_of_the_rook() {
    allowed("k7/8/8/8/8/8/8/4KR2 w K - 0 1", "e1f1", KingCastle);
    allowed("k7/8/8/8/8/8/8/3RK3 w Q - 0 1", "e1d1", QueenCastle);
}

#[test]
fn chess960_castling_in_which_king_and_rook_change_places() {
    allowed("k7/8/8/8/8/8/8/5KR1 w K - 0 1", "f1g1", KingCastle);
    allowed("7k/8/8/8/8/8/8/2RK4 w Q - 0 1", "d1c1", QueenCastle);
    let swapped =
        position("k7/8/8/8/8/8/8/5KR1 w K - 0 1").after(Move::new(Square::F1, Square::G1, KingCastle));
    assert_eq!(swapped.to_string(), "k7/8/8/8/8/8/8/5RK1 b - - 1 1");
}

#[test]
fn chess960_castling_with_a_king_that_steps_away_from_its_rook_or_far() {
    allowed("7k/8/8/8/8/8/8/RK6 w Q - 0 1", "b1a1", QueenCastle);
    allowed("k7/8/8/8/8/8/8/1R4K1 w Q - 0 1", "g1b1", QueenCastle);
    forbidden("k4r2/8/8/8/8/8/8/1R4K1 w Q - 0 1", "g1b1", QueenCastle);
    allowed("k7/8/8/8/8/8/8/1K5R w K - 0 1", "b1h1", KingCastle);
}

#[test]
fn chess960_castling_may_not_unveil_an_attack_along_the_back_rank() {
    forbidden("7k/8/8/8/8/8/8/qRK5 w Q - 0 1", "c1b1", QueenCastle);
    forbidden("7k/8/8/8/8/8/8/qR4K1 w Q - 0 1", "g1b1", QueenCastle);
    forbidden("k7/8/8/8/8/8/8/5KRq w K - 0 1", "f1g1", KingCastle);
    // A bishop in the corner does not attack along the rank.
    allowed("7k/8/8/8/8/8/8/bRK5 w Q - 0 1", "c1b1", QueenCastle);
}

#[test]
fn chess960_castling_with_the_inner_rook() {
    allowed("k7/8/8/8/8/8/8/4KR1R w F - 0 1", "e1f1", KingCastle);
    forbidden("k7/8/8/8/8/8/8/4KR1R w F - 0 1", "e1h1", KingCastle);
    // Castling with the outer rook is blocked by the inner one.
    forbidden("k7/8/8/8/8/8/8/4KR1R w K - 0 1", "e1h1", KingCastle);
    forbidden("k7/8/8/8/8/8/8/4KR1R w K - 0 1", "e1f1", KingCastle);
}

#[test]
fn a_rook_that_moves_or_is_taken_loses_its_right_alone() {
    let position = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    let after = |from, to, kind| position.after(Move::new(from, to, kind)).to_string();
    assert_eq!(after(Square::A1, Square::B1, Quiet), "r3k2r/8/8/8/8/8/8/1R2K2R b Kkq - 1 1");
    assert_eq!(after(Square::A1, Square::A8, Capture), "R3k2r/8/8/8/8/8/8/4K2R b Kk - 0 1");
    assert_eq!(after(Square::E1, Square::E2, Quiet), "r3k2r/8/8/8/8/8/4K3/R6R b kq - 1 1");
}

#[test]
fn in_double_check_only_the_king_moves() {
    let position = position("4r2k/8/8/8/8/3n4/8/RQ2K3 w - - 0 1");
    assert!(position.checkers().has_many());
    forbidden("4r2k/8/8/8/8/3n4/8/RQ2K3 w - - 0 1", "b1d3", Capture);
    assert!(position.legal_moves().into_iter().all(|mv| mv.from() == Square::E1));
}

#[test]
fn the_king_may_not_retreat_along_the_line_of_a_check() {
    forbidden("4r2k/8/8/8/4K3/8/8/8 w - - 0 1", "e4e3", Quiet);
    allowed("4r2k/8/8/8/4K3/8/8/8 w - - 0 1", "e4d3", Quiet);
}

#[test]
fn the_king_takes_what_is_not_protected() {
    allowed("7k/8/8/8/8/8/4q3/4K3 w - - 0 1", "e1e2", Capture);
    forbidden("7k/8/8/8/8/5p2/4q3/4K3 w - - 0 1", "e1e2", Capture);
    forbidden("8/8/8/8/8/3k4/4q3/4K3 w - - 0 1", "e1e2", Capture);
    forbidden("4r2k/8/8/8/8/8/4q3/4K3 w - - 0 1", "e1e2", Capture);
}

#[test]
fn a_pinned_piece_stays_on_its_line() {
    forbidden("4r2k/8/8/8/4N3/8/8/4K3 w - - 0 1", "e4c5", Quiet);
    allowed("4r2k/8/8/8/4R3/8/8/4K3 w - - 0 1", "e4e6", Quiet);
    allowed("4r2k/8/8/8/4R3/8/8/4K3 w - - 0 1", "e4e8", Capture);
    forbidden("4r2k/8/8/8/4R3/8/8/4K3 w - - 0 1", "e4d4", Quiet);
    forbidden("4r2k/8/8/8/4Q3/8/8/4K3 w - - 0 1", "e4d5", Quiet);
    allowed("k7/8/8/b7/8/2B5/8/4K3 w - - 0 1", "c3b4", Quiet);
    forbidden("k7/8/8/b7/8/2B5/8/4K3 w - - 0 1", "c3d4", Quiet);
    // With two pieces of the same side on the line, neither is pinned.
    allowed("4r2k/8/4N3/8/4N3/8/8/4K3 w - - 0 1", "e4c5", Quiet);
    // A pinned piece cannot end another check.
    forbidden("4r2k/8/8/8/7b/8/4R3/4K3 w - - 0 1", "e2f2", Quiet);
}

#[test]
fn a_pinned_pawn_moves_along_the_pin_only() {
    allowed("4r2k/8/8/8/8/3p4/4P3/4K3 w - - 0 1", "e2e4", DoublePush);
    forbidden("4r2k/8/8/8/8/3p4/4P3/4K3 w - - 0 1", "e2d3", Capture);
    forbidden("7k/8/8/8/8/8/K3P2r/8 w - - 0 1", "e2e3", Quiet);
    forbidden("7k/8/8/8/8/8/K3P2r/8 w - - 0 1", "e2e4", DoublePush);
    forbidden("7k/8/8/8/7b/8/5P2/4K3 w - - 0 1", "f2f3", Quiet);
    allowed("7k/8/8/8/8/6b1/5P2/4K3 w - - 0 1", "f2g3", Capture);
}

#[test]
fn a_double_push_may_end_a_check_that_a_single_one_does_not() {
    allowed("k7/8/8/8/r6K/8/4P3/8 w - - 0 1", "e2e4", DoublePush);
    forbidden("k7/8/8/8/r6K/8/4P3/8 w - - 0 1", "e2e3", Quiet);
}

#[test]
fn a_double_push_needs_both_squares_free() {
    forbidden("7k/8/8/8/8/4n3/4P3/K7 w - - 0 1", "e2e4", DoublePush);
    forbidden("7k/8/8/8/4n3/8/4P3/K7 w - - 0 1", "e2e4", DoublePush);
    allowed("7k/8/8/8/4n3/8/4P3/K7 w - - 0 1", "e2e3", Quiet);
}

#[test]
fn a_pawn_on_the_last_rank_has_to_promote() {
    allowed("8/4P2k/8/8/8/8/8/K7 w - - 0 1", "e7e8", QueenPromotion);
    forbidden("8/4P2k/8/8/8/8/8/K7 w - - 0 1", "e7e8", Quiet);
    forbidden("8/8/4P2k/8/8/8/8/K7 w - - 0 1", "e6e7", QueenPromotion);
    forbidden("3nn3/4P2k/8/8/8/8/8/K7 w - - 0 1", "e7d8", Capture);
    allowed("3nn3/4P2k/8/8/8/8/8/K7 w - - 0 1", "e7d8", MoveKind::KnightCapturePromotion);
}

#[test]
fn eight_pawns_can_promote_at_the_same_time() {
    for fen in ["8/PPPPPPPP/8/8/8/k7/8/2K5 w - - 0 1", "2k5/8/K7/8/8/8/pppppppp/8 b - - 0 1"] {
        let promotions = position(fen).legal_moves().into_iter().filter(|mv| mv.is_promotion()).count();
        assert_eq!(promotions, 32, "{fen}");
    }
}

#[test]
fn a_knight_or_a_pawn_that_gives_check_has_to_be_taken_unless_the_king_moves() {
    for fen in ["4k3/8/8/8/8/3n4/8/R3KB2 w - - 0 1", "4k3/8/8/8/8/8/3p4/R3KB2 w - - 0 1"] {
        forbidden(fen, "a1a2", Quiet);
        forbidden(fen, "f1b5", Quiet);
        allowed(fen, "e1e2", Quiet);
    }
    allowed("4k3/8/8/8/8/3n4/8/R3KB2 w - - 0 1", "f1d3", Capture);
    allowed("4k3/8/8/8/8/8/3p4/R3KN2 w - - 0 1", "f1d2", Capture);
}

#[test]
fn the_position_with_the_most_legal_moves_known_has_218() {
    let crowded = position("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1");
    assert_eq!(crowded.legal_moves().len(), 218);
    assert_eq!(crowded.legal_count(), 218);
}
