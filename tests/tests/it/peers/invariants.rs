use chess_board::{CastlingStyle, EnPassantStyle, Position};
use chess_movegen::{PositionExt, Selection, generate};
use chess_notation::PackedPosition;
use chess_notation::epd::Epd;
use chess_testkit::{Random, from_scratch};
use chess_types::{Move, MoveList};

/// Checks the invariants of a position, apart from the peers: every fast path agrees with its oracle.
pub(crate) fn check(position: &Position, random: &mut Random) {
    let moves = position.legal_moves();
    assert_eq!(position.legal_count(), moves.len(), "{position}");
    assert_eq!(position.has_legal_move(), !moves.is_empty(), "{position}");
    check_selections(position, &moves);
    for &mv in &moves {
        assert!(position.is_legal(mv), "{position} {mv:?}");
        assert_eq!(position.gives_check(mv), position.after(mv).is_in_check(), "{position} {mv:?}");
    }
    for _ in 0..16 {
        let word = random.word() as u16;
        if let Ok(mv) = Move::from_raw(word) {
            assert_eq!(position.is_legal(mv), moves.contains(&mv), "{position} {mv:?}");
        }
    }
    if !moves.is_empty() {
        check_made(position, moves[random.below(moves.len())]);
    }
    check_fens(position);
    check_records(position);
}

/// Every style is read as the same position, except for an en passant square that it omits.
fn check_fens(position: &Position) {
    let fen = |position: &Position, castling, en_passant| {
        position.fen().castling(castling).en_passant(en_passant).to_string()
    };
    for castling in [CastlingStyle::XFen, CastlingStyle::Shredder] {
        for en_passant in [EnPassantStyle::Legal, EnPassantStyle::PseudoLegal, EnPassantStyle::Always] {
            let text = fen(position, castling, en_passant);
            let read = Position::from_fen(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
            let is_named = position.skipped_square() == read.skipped_square();
            assert!(
                is_named || position.ep_square().is_none() && en_passant != EnPassantStyle::Always,
                "{text}"
            );
            assert!(!is_named || read == *position, "{text}");
            assert_eq!(fen(&read, castling, en_passant), text);
            assert_eq!(read.key(), position.key(), "{text}");
        }
    }
}

/// Packed positions lose nothing, EPD no more than FEN.
fn check_records(position: &Position) {
    assert!(PackedPosition::new(position).unpack().is_ok_and(|read| read == *position), "{position}");
    let epd = Epd::new(*position).to_string();
    assert!(epd.parse().is_ok_and(|read: Epd| read.position.to_string() == position.to_string()), "{epd}");
}

fn check_selections(position: &Position, moves: &MoveList) {
    let selections: [(Selection, &dyn Fn(Move) -> bool); 4] = [
        (Selection::captures(position), &|mv| mv.is_capture()),
        (Selection::noisy(position), &|mv| !mv.is_quiet()),
        (Selection::quiets(position), &|mv| mv.is_quiet()),
        (Selection::evasions(position), &|_| position.is_in_check()),
    ];
    for (selection, selects) in selections {
        let mut list = MoveList::new();
        generate(position, selection, &mut list);
        let mut selected: Vec<_> = list.iter().copied().collect();
        let mut expected: Vec<_> = moves.iter().copied().filter(|&mv| selects(mv)).collect();
        selected.sort_unstable();
        expected.sort_unstable();
        assert_eq!(selected, expected, "{position}");
    }
}

fn check_made(position: &Position, mv: Move) {
    let mut made = *position;
    let undo = made.make(mv);
    assert!(made == position.after(mv), "{position} {mv:?}");
    assert!(made == from_scratch(&made), "{position} {mv:?}");
    made.unmake(undo);
    assert!(made == *position, "{position} {mv:?}");
}
