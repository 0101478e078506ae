//! Moves taken back without a record, compared with the position before them.

use chess_board::Position;
use chess_testkit::{Mailbox, POSITIONS};
use chess_types::{Move, MoveKind, PieceType, Square};
use chess_unmoves::{StateBefore, UnMove};

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
