//! One move of every kind, made and unmade. The tests of chess-movegen play random games.

use chess_board::{Position, capture_square};
use chess_testkit::from_scratch;
use chess_types::{Color, Move, MoveKind, PieceType, Square};

fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn mv(name: &str, kind: MoveKind) -> Move {
    let square = |text: &str| text.parse::<Square>().unwrap();
    Move::new(square(&name[..2]), square(&name[2..]), kind)
}

/// Makes a move in every available way, and takes it back.
#[track_caller]
fn check(fen: &str, name: &str, kind: MoveKind, captured: Option<PieceType>, after: &str) {
    let before = position(fen);
    let mv = mv(name, kind);
    let moved = before.piece_type_at(mv.from()).unwrap();
    let us = before.side_to_move();

    let mut board = before;
    let undo = board.make(mv);
    assert_eq!(board.to_string(), after);
    assert_eq!(board, from_scratch(&board));
    assert_eq!((undo.mv(), undo.piece_type(), undo.captured()), (mv, moved, captured));
    assert_eq!(before.captured(mv), captured);
    if mv.is_capture() {
        assert_eq!(before.piece_type_at(capture_square(mv)), captured);
    }
    assert_eq!(before.after(mv), board);
    assert_eq!(before.after_piece(us, mv, moved), board);
    assert_eq!(before.children().after(mv), board);
    assert_eq!(before.children().after_piece(us, mv, moved), board);
    board.unmake(undo);
    assert_eq!(board, before);

    let undo = board.make_piece(us, mv, moved);
    assert_eq!(board, before.after(mv));
    board.unmake_piece(us, undo);
    assert_eq!(board, before);
}

const PAWN: Option<PieceType> = Some(PieceType::Pawn);
const ROOK: Option<PieceType> = Some(PieceType::Rook);

#[test]
fn quiet_moves_and_captures() {
    check("4k3/8/8/8/8/8/8/N3K3 w - - 7 9", "a1b3", MoveKind::Quiet, None, "4k3/8/8/8/8/1N6/8/4K3 b - - 8 9");
    check(
        "4k3/8/8/8/8/8/8/n3K3 b - - 7 9",
        "a1b3",
        MoveKind::Quiet,
        None,
        "4k3/8/8/8/8/1n6/8/4K3 w - - 8 10",
    );
    check(
        "4k3/8/8/8/8/1p6/8/N3K3 w - - 7 9",
        "a1b3",
        MoveKind::Capture,
        PAWN,
        "4k3/8/8/8/8/1N6/8/4K3 b - - 0 9",
    );
    check(
        "4k3/8/8/8/8/8/4P3/4K3 w - - 7 9",
        "e2e3",
        MoveKind::Quiet,
        None,
        "4k3/8/8/8/8/4P3/8/4K3 b - - 0 9",
    );
}

#[test]
fn double_pushes_with_and_without_a_capturer() {
    let push = MoveKind::DoublePush;
    check("4k3/8/8/8/8/8/4P3/4K3 w - - 7 9", "e2e4", push, None, "4k3/8/8/8/4P3/8/8/4K3 b - - 0 9");
    check("4k3/8/8/8/3p4/8/4P3/4K3 w - - 7 9", "e2e4", push, None, "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 9");
    check("4k3/4p3/8/3P4/8/8/8/4K3 b - - 7 9", "e7e5", push, None, "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 10");
    // A pawn on the other edge of the board cannot capture.
    check("4k3/8/8/8/8/p7/7P/4K3 w - - 0 1", "h2h4", push, None, "4k3/8/8/8/7P/p7/8/4K3 b - - 0 1");
    // The capture would open the rank.
    check("4K3/8/8/8/k2p3R/8/4P3/8 w - - 0 1", "e2e4", push, None, "4K3/8/8/8/k2pP2R/8/8/8 b - - 0 1");
}

#[test]
fn a_double_push_is_remembered_whether_or_not_it_can_be_answered() {
    let after = position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").after(mv("e2e4", MoveKind::DoublePush));
    assert_eq!((after.skipped_square(), after.ep_square()), (Some(Square::E3), None));
    let later = after.after(mv("e8e7", MoveKind::Quiet));
    assert_eq!((later.skipped_square(), later.ep_square()), (None, None));
}

#[test]
fn en_passant() {
    let ep = MoveKind::EnPassant;
    check("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 9", "e5d6", ep, PAWN, "4k3/8/3P4/8/8/8/8/4K3 b - - 0 9");
    check("4k3/8/8/8/pP6/8/8/4K3 b - b3 0 9", "a4b3", ep, PAWN, "4k3/8/8/8/8/1p6/8/4K3 w - - 0 10");
}

#[test]
fn promotions() {
    let fen = "3r3k/4P3/8/8/8/8/8/4K3 w - - 7 9";
    for (kind, letter) in [
        (MoveKind::KnightPromotion, 'N'),
        (MoveKind::BishopPromotion, 'B'),
        (MoveKind::RookPromotion, 'R'),
        (MoveKind::QueenPromotion, 'Q'),
    ] {
        check(fen, "e7e8", kind, None, &format!("3r{letter}2k/8/8/8/8/8/8/4K3 b - - 0 9"));
    }
    for (kind, letter) in [
        (MoveKind::KnightCapturePromotion, 'N'),
        (MoveKind::BishopCapturePromotion, 'B'),
        (MoveKind::RookCapturePromotion, 'R'),
        (MoveKind::QueenCapturePromotion, 'Q'),
    ] {
        check(fen, "e7d8", kind, ROOK, &format!("3{letter}3k/8/8/8/8/8/8/4K3 b - - 0 9"));
    }
}

#[test]
fn a_promotion_that_takes_a_castling_rook_takes_its_right() {
    let kind = MoveKind::QueenCapturePromotion;
    check("r3k2r/6P1/8/8/8/8/8/4K3 w kq - 0 1", "g7h8", kind, ROOK, "r3k2Q/8/8/8/8/8/8/4K3 b q - 0 1");
}

#[test]
fn castling_of_chess() {
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 7 9";
    check(fen, "e1h1", MoveKind::KingCastle, None, "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 8 9");
    check(fen, "e1a1", MoveKind::QueenCastle, None, "r3k2r/8/8/8/8/8/8/2KR3R b kq - 8 9");
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 7 9";
    check(fen, "e8h8", MoveKind::KingCastle, None, "r4rk1/8/8/8/8/8/8/R3K2R w KQ - 8 10");
    check(fen, "e8a8", MoveKind::QueenCastle, None, "2kr3r/8/8/8/8/8/8/R3K2R w KQ - 8 10");
}

#[test]
fn castling_of_chess960() {
    let (king, queen) = (MoveKind::KingCastle, MoveKind::QueenCastle);
    // King or rook stays, the two change places, or one goes to the square of the other.
    check("k7/8/8/8/8/8/8/6KR w K - 0 1", "g1h1", king, None, "k7/8/8/8/8/8/8/5RK1 b - - 1 1");
    check("k7/8/8/8/8/8/8/4KR2 w K - 0 1", "e1f1", king, None, "k7/8/8/8/8/8/8/5RK1 b - - 1 1");
    check("k7/8/8/8/8/8/8/5KR1 w K - 0 1", "f1g1", king, None, "k7/8/8/8/8/8/8/5RK1 b - - 1 1");
    check("7k/8/8/8/8/8/8/2RK4 w Q - 0 1", "d1c1", queen, None, "7k/8/8/8/8/8/8/2KR4 b - - 1 1");
    check("7k/8/8/8/8/8/8/1RK5 w Q - 0 1", "c1b1", queen, None, "7k/8/8/8/8/8/8/2KR4 b - - 1 1");
    check("7k/8/8/8/8/8/8/RK6 w Q - 0 1", "b1a1", queen, None, "7k/8/8/8/8/8/8/2KR4 b - - 1 1");
    check("1r4kr/8/8/8/8/8/8/K7 b kq - 0 1", "g8b8", queen, None, "2kr3r/8/8/8/8/8/8/K7 w - - 1 2");
}

#[test]
fn rights_are_lost_one_by_one() {
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    check(fen, "a1b1", MoveKind::Quiet, None, "r3k2r/8/8/8/8/8/8/1R2K2R b Kkq - 1 1");
    check(fen, "h1g1", MoveKind::Quiet, None, "r3k2r/8/8/8/8/8/8/R3K1R1 b Qkq - 1 1");
    check(fen, "e1d2", MoveKind::Quiet, None, "r3k2r/8/8/8/8/8/3K4/R6R b kq - 1 1");
    check(fen, "a1a8", MoveKind::Capture, ROOK, "R3k2r/8/8/8/8/8/8/4K2R b Kk - 0 1");
    check(fen, "h1h8", MoveKind::Capture, ROOK, "r3k2R/8/8/8/8/8/8/R3K3 b Qq - 0 1");
    // Capturing a rook without a castling right costs no right.
    let fen = "4k3/8/8/8/8/8/8/RR2K2R w KQ - 0 1";
    check(fen, "b1b2", MoveKind::Quiet, None, "4k3/8/8/8/8/8/1R6/R3K2R b KQ - 1 1");
}

#[test]
fn a_null_move_passes_the_turn_and_ends_en_passant() {
    let before = position("4k3/8/8/3pP3/8/8/8/4K2R w K d6 0 9");
    let mut board = before;
    let undo = board.make_null();
    assert_eq!(board.to_string(), "4k3/8/8/3pP3/8/8/8/4K2R b K - 1 9");
    assert_eq!(board, from_scratch(&board));
    assert_eq!((undo.mv(), undo.captured()), (Move::NULL, None));
    board.unmake(undo);
    assert_eq!(board, before);

    let before = position("4k3/8/8/8/8/8/8/4K2R b K - 5 9");
    let mut board = before;
    let undo = board.make_null();
    assert_eq!(board.to_string(), "4k3/8/8/8/8/8/8/4K2R w K - 6 10");
    assert_eq!(before.after_null(), board);
    board.unmake(undo);
    assert_eq!(board, before);
    board.play(Move::NULL);
    assert_eq!(board, before.after_null());
    board = before;
    let step = Move::new(Square::E8, Square::E7, MoveKind::Quiet);
    board.play(step);
    assert_eq!(board, before.after(step));
}

#[test]
#[cfg(debug_assertions)]
#[should_panic(expected = "a null move in check")]
fn a_null_move_in_check_is_a_mistake() {
    let _ = position("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1").make_null();
}

#[test]
fn two_ways_to_one_position_give_one_key() {
    let play = |moves: [(&str, MoveKind); 4]| {
        moves.into_iter().fold(Position::START, |position, (name, kind)| position.after(mv(name, kind)))
    };
    let (quiet, push) = (MoveKind::Quiet, MoveKind::DoublePush);
    let one = play([("d2d4", push), ("g8f6", quiet), ("g1f3", quiet), ("b8c6", quiet)]);
    let other = play([("g1f3", quiet), ("b8c6", quiet), ("d2d4", push), ("g8f6", quiet)]);
    assert_eq!(one.key(), other.key());
    assert_eq!(one.board(), other.board());
    assert_eq!((one.halfmove_clock(), other.halfmove_clock()), (3, 1));
    assert_eq!(one.side_to_move(), Color::White);
}

#[test]
fn counters_stay_at_their_greatest_number() {
    let after = |side: char, clock: u16, number: u16, name: &str| {
        let before = position(&format!("4k3/8/8/8/8/8/8/4K3 {side} - - {clock} {number}"));
        let after = before.after(mv(name, MoveKind::Quiet));
        assert_eq!(after, from_scratch(&after));
        (after.side_to_move(), after.halfmove_clock(), after.fullmove_number())
    };
    assert_eq!(after('w', 65_534, 65_534, "e1e2"), (Color::Black, 65_535, 65_534));
    assert_eq!(after('w', 65_535, 9, "e1e2"), (Color::Black, 65_535, 9));
    assert_eq!(after('b', 9, 65_534, "e8e7"), (Color::White, 10, 65_535));
    assert_eq!(after('b', 9, 65_535, "e8e7"), (Color::White, 10, 65_535));
    assert_eq!(after('b', 65_535, 65_535, "e8e7"), (Color::White, 65_535, 65_535));
}

/// Moves taken back without a record, compared with the position before them.
#[cfg(feature = "unmoves")]
mod unmove {
    use chess_board::{Position, StateBefore, UnMove};
    use chess_testkit::{Mailbox, POSITIONS};
    use chess_types::{Move, MoveKind, PieceType, Square};

    #[test]
    fn a_move_whose_state_before_is_known_is_taken_back_bit_for_bit() {
        let (mut moves, mut lost, mut passed) = (0, 0, 0);
        for before in POSITIONS.iter().step_by(3) {
            for mv in Mailbox::new(before).legal_moves() {
                let piece_type = before.piece_type_at(mv.from()).unwrap();
                let unmove = UnMove { mv, piece_type, captured: before.captured(mv) };
                let after = before.after(mv);
                let state = StateBefore {
                    lost_rooks: before.castling_rooks() - after.castling_rooks(),
                    skipped_square: before.skipped_square(),
                    halfmove_clock: before.halfmove_clock(),
                };
                assert_eq!(unmove.before_with(&after, &state), *before, "{before} {mv:?}");
                moves += 1;
                lost += u32::from(!state.lost_rooks.is_empty());
                passed += u32::from(before.ep_square().is_some());
            }
        }
        assert!(moves > 30_000 && lost > 1000 && passed > 500, "{moves} {lost} {passed}");
    }

    #[test]
    fn the_least_state_has_what_the_move_needs_and_nothing_else() {
        for before in POSITIONS.iter().step_by(3) {
            for mv in Mailbox::new(before).legal_moves() {
                let piece_type = before.piece_type_at(mv.from()).unwrap();
                let unmove = UnMove { mv, piece_type, captured: before.captured(mv) };
                let after = before.after(mv);
                let least = unmove.before(&after);
                assert_eq!(least, Position::from_setup(&least.to_setup()).unwrap(), "{before} {mv:?}");
                assert_eq!(least.after(mv).board(), after.board(), "{before} {mv:?}");
                assert_eq!(least.board(), before.board(), "{before} {mv:?}");
                let needed = least.castling_rooks() - after.castling_rooks();
                assert_eq!(needed.single(), mv.is_castle().then_some(mv.to()), "{before} {mv:?}");
                let resets_clock = mv.is_capture() || piece_type == PieceType::Pawn;
                assert_eq!(unmove.is_reversible(), !resets_clock, "{before} {mv:?}");
                let clock = if resets_clock { 0 } else { before.halfmove_clock() };
                assert_eq!(least.halfmove_clock(), clock, "{before} {mv:?}");
                assert_eq!(least.ep_square(), mv.is_en_passant().then_some(mv.to()), "{before} {mv:?}");
            }
        }
    }

    /// No game has such a clock after a capture or a pawn move, but a text can.
    #[test]
    fn the_clock_before_a_capture_or_a_pawn_move_is_0_whatever_it_is_afterwards() {
        let after: Position = "4k3/8/8/3N4/4P3/8/8/4K3 b - - 7 40".parse().unwrap();
        let knight = |kind, captured| UnMove {
            mv: Move::new(Square::F4, Square::D5, kind),
            piece_type: PieceType::Knight,
            captured,
        };
        let pawn = Move::new(Square::E3, Square::E4, MoveKind::Quiet);
        let pawn = UnMove { mv: pawn, piece_type: PieceType::Pawn, captured: None };
        assert_eq!(knight(MoveKind::Quiet, None).before(&after).halfmove_clock(), 6);
        assert_eq!(knight(MoveKind::Capture, Some(PieceType::Rook)).before(&after).halfmove_clock(), 0);
        assert_eq!(pawn.before(&after).halfmove_clock(), 0);
    }
}
