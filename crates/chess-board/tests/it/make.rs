//! Every legal move of many positions, made in every way and taken back, compared with a walk from square to square. The tests of
//! chess-movegen play random games.

use chess_board::{Position, internals};
use chess_testkit::{Mailbox, POSITIONS, check_until_enough, from_scratch, sample_first};
use chess_types::{Color, Move, MoveKind, Piece, PieceType, Rank, Square};

fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn mv(name: &str, kind: MoveKind) -> Move {
    let square = |text: &str| text.parse::<Square>().unwrap();
    Move::new(square(&name[..2]), square(&name[2..]), kind)
}

/// Makes a move in every available way, and takes it back.
fn check(before: &Position, mv: Move) {
    let moved = before.piece_type_at(mv.from()).unwrap();
    let captured = if mv.is_capture() { before.piece_type_at(mv.capture_square()) } else { None };
    let us = before.side_to_move();

    let mut board = *before;
    let is_irreversible = mv.is_capture()
        || moved == PieceType::Pawn
        || before.after(mv).castling_rooks() != before.castling_rooks();
    assert_eq!(before.is_irreversible(mv), is_irreversible, "{before} {mv:?}");
    let undo = board.make(mv);
    assert_eq!(undo, undo.clone());
    assert_eq!(board.to_string(), Mailbox::new(before).after(mv).fen(), "{before} {mv:?}");
    assert_eq!(board, from_scratch(&board), "{before} {mv:?}");
    assert_eq!((undo.mv(), undo.captured()), (mv, captured), "{before}");
    assert_eq!(before.captured(mv), captured, "{before} {mv:?}");
    assert_eq!(before.after(mv), board);
    assert_eq!(before.after_piece(us, mv, moved), board);
    assert_eq!(internals::Children::of(before).after_piece(us, mv, moved), board);
    board.unmake(undo);
    assert_eq!(board, *before, "{mv:?}");

    let undo = internals::make_piece(&mut board, us, mv, moved);
    assert_eq!(board, before.after(mv));
    internals::unmake_piece(&mut board, us, undo);
    assert_eq!(board, *before, "{mv:?}");
}

#[test]
fn make_and_unmake_agree_with_the_mailbox() {
    let full = [(65_534, 65_534), (65_535, 9), (9, 65_534), (9, 65_535), (65_535, 65_535)].into_iter();
    let full = full.flat_map(|(clock, number)| {
        ['w', 'b'].map(|side| position(&format!("4k3/8/8/8/8/8/8/4K3 {side} - - {clock} {number}")))
    });
    // Miri has few positions.
    let least = if cfg!(miri) { 0 } else { 30 };
    let mut counts = [0; MoveKind::ALL.len()];
    let mut check_all = |before: &Position| {
        for mv in Mailbox::new(before).legal_moves() {
            check(before, mv);
            counts[MoveKind::ALL.iter().position(|&kind| kind == mv.kind()).unwrap()] += 1;
        }
        counts.iter().all(|&count| count > least)
    };
    for before in full {
        check_all(&before);
    }
    let has_enough = check_until_enough(sample_first(&POSITIONS, 2), POSITIONS.len() / 2, check_all);
    assert!(has_enough, "{counts:?}");
}

#[test]
fn a_double_push_is_remembered_with_or_without_capturers() {
    let after = position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").after(mv("e2e4", MoveKind::DoublePush));
    assert_eq!((after.skipped_square(), after.ep_square()), (Some(Square::E3), None));
    let later = after.after(mv("e8e7", MoveKind::Quiet));
    assert_eq!((later.skipped_square(), later.ep_square()), (None, None));
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
    board.play_unchecked(Move::NULL);
    assert_eq!(board, before.after_null());
    board = before;
    let step = Move::new(Square::E8, Square::E7, MoveKind::Quiet);
    board.play_unchecked(step);
    assert_eq!(board, before.after(step));
}

#[test]
#[cfg(debug_assertions)]
#[should_panic(expected = "a null move in check")]
fn a_null_move_in_check_is_a_mistake() {
    let _ = position("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1").make_null();
}

type Placed = (Piece, Square);

#[track_caller]
fn check_changes(
    fen: &str,
    (from, to, kind): (Square, Square, MoveKind),
    removed: &[Placed],
    added: &[Placed],
) {
    let changes = Position::from_fen(fen).unwrap().changes(Move::new(from, to, kind));
    assert_eq!((changes.removed(), changes.added()), (removed, added));
}

#[test]
fn castling_changes_skip_a_king_or_rook_that_stays() {
    use Piece::{BlackKing, BlackRook, WhiteKing, WhiteRook};
    use Square::{A8, C8, D8, E1, E8, F1, G1, H1};
    check_changes(
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        (E1, H1, MoveKind::KingCastle),
        &[(WhiteKing, E1), (WhiteRook, H1)],
        &[(WhiteKing, G1), (WhiteRook, F1)],
    );
    check_changes(
        "r3k3/8/8/8/8/8/8/4K3 b q - 0 1",
        (E8, A8, MoveKind::QueenCastle),
        &[(BlackKing, E8), (BlackRook, A8)],
        &[(BlackKing, C8), (BlackRook, D8)],
    );
    check_changes(
        "4k3/8/8/8/8/8/8/6KR w K - 0 1",
        (G1, H1, MoveKind::KingCastle),
        &[(WhiteRook, H1)],
        &[(WhiteRook, F1)],
    );
    check_changes(
        "4k3/8/8/8/8/8/8/4KR2 w K - 0 1",
        (E1, F1, MoveKind::KingCastle),
        &[(WhiteKing, E1)],
        &[(WhiteKing, G1)],
    );
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
fn chess960_starts_need_chess960_unless_they_castle_as_in_chess() {
    for number in 0..960 {
        let position = Position::chess960(number).unwrap();
        let rooks = position.castling_rooks() & Rank::First.bitboard();
        let is_orthodox = position.king(Color::White) == Square::E1 && rooks == (Square::A1 | Square::H1);
        assert_eq!(position.needs_chess960(), !is_orthodox, "{position}");
    }
}

#[cfg(debug_assertions)]
mod mistakes {
    use chess_board::Position;
    use chess_types::{Move, MoveKind};

    use super::{mv, position};

    type Call = fn(Position, Move);

    const PLAY: Call = |mut position, mv| position.play_unchecked(mv);

    /// The calls that make one move without checking it, except `play_unchecked`, which makes null moves, too.
    const CALLS: [Call; 3] = [
        |mut position, mv| _ = position.make(mv),
        |position, mv| _ = position.after(mv),
        |position, mv| _ = position.key_after(mv),
    ];

    /// Tests that each call panics with `message` on `mv`, in a position with a rook on a1, the square of the null move.
    #[track_caller]
    fn check(calls: &[Call], mv: Move, message: &str) {
        let position = position("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
        for (i, call) in calls.iter().enumerate() {
            let caught = std::panic::catch_unwind(|| call(position, mv)).expect_err(message);
            let text = caught.downcast_ref::<String>().map(String::as_str);
            let text = text.or(caught.downcast_ref::<&str>().copied()).unwrap();
            assert!(text.contains(message), "call {i}: {text}");
        }
    }

    #[test]
    fn the_null_move_has_calls_of_its_own() {
        check(&CALLS, Move::NULL, "the null move");
    }

    #[test]
    fn a_move_without_an_own_piece_is_never_made() {
        for (name, origin) in [("b1c3", "b1"), ("e8e7", "e8")] {
            let message = format!("there is no piece of the side to move on {origin}");
            check(&CALLS, mv(name, MoveKind::Quiet), &message);
            check(&[PLAY], mv(name, MoveKind::Quiet), &message);
        }
    }
}
