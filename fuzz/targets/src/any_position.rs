use chess_board::{CastlingStyle, EnPassantStyle, KeyHistory, Position};
use chess_movegen::{gives_check, has_legal_move, is_legal, legal_count, legal_moves, outcome};
use chess_notation::{PackedPosition, polyglot};

/// Checks what must hold of every position that has been accepted: it can be played on, and written and read again.
pub(crate) fn check(position: &Position) {
    assert!(*position == position.with_keys_from_scratch(), "{position}");
    assert_eq!(Position::from_setup(&position.to_setup()).as_ref(), Ok(position));
    check_moves(position);
    check_null_move(position);
    check_fens(position);
    assert_eq!(PackedPosition::new(position).unpack().as_ref(), Ok(position));
    polyglot::key(position);
    outcome(position, &KeyHistory::<1>::EMPTY);
}

/// Legal moves lead to positions that are accepted in turn, and can be taken back.
fn check_moves(position: &Position) {
    let moves = legal_moves(position);
    assert_eq!(legal_count(position), moves.len(), "{position}");
    assert_eq!(has_legal_move(position), !moves.is_empty(), "{position}");
    let mut made = *position;
    for &mv in &moves {
        assert!(is_legal(position, mv), "{position} {mv:?}");
        let undo = made.make(mv);
        assert!(made == position.after(mv), "{position} {mv:?}");
        assert!(made == made.with_keys_from_scratch(), "{position} {mv:?}");
        assert_eq!(Position::from_setup(&made.to_setup()), Ok(made), "{position} {mv:?}");
        assert_eq!(gives_check(position, mv), made.is_in_check(), "{position} {mv:?}");
        assert_eq!(legal_count(&made), legal_moves(&made).len(), "{position} {mv:?}");
        made.unmake(undo);
        assert!(made == *position, "{position} {mv:?}");
    }
}

fn check_null_move(position: &Position) {
    if !position.is_in_check() {
        let mut made = *position;
        let undo = made.make_null();
        assert!(made == made.with_keys_from_scratch(), "{position}");
        assert_eq!(Position::from_setup(&made.to_setup()), Ok(made), "{position}");
        made.unmake_null(undo);
        assert!(made == *position, "{position}");
    }
}

/// Every style is read as the same position, up to an en passant square where nothing can be taken.
fn check_fens(position: &Position) {
    for castling in [CastlingStyle::XFen, CastlingStyle::Shredder] {
        for en_passant in [EnPassantStyle::Legal, EnPassantStyle::PseudoLegal, EnPassantStyle::Always] {
            let fen =
                |position: &Position| position.fen().castling(castling).en_passant(en_passant).to_string();
            let text = fen(position);
            let read: Position = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(fen(&read), text);
            assert_eq!(read.key(), position.key(), "{text}");
            assert_eq!(read.castling_rooks(), position.castling_rooks(), "{text}");
            assert!(en_passant != EnPassantStyle::Always || read == *position, "{text}");
        }
    }
}
