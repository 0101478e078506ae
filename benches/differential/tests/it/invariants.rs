use chess_board::{EnPassantStyle, Position};
use chess_movegen::{
    captures, evasions, gives_check, has_legal_move, is_legal, legal_count, legal_moves, noisy, quiets,
};
use chess_types::{Move, MoveList};

use crate::random::Random;

/// What must hold of any position, whatever the peers say of it: every fast way gives what the slow way gives.
pub(crate) fn check(position: &Position, random: &mut Random) {
    let moves = legal_moves(position);
    assert_eq!(legal_count(position), moves.len(), "{position}");
    assert_eq!(has_legal_move(position), !moves.is_empty(), "{position}");
    check_selections(position, &moves);
    for &mv in &moves {
        assert!(is_legal(position, mv), "{position} {mv:?}");
        assert_eq!(gives_check(position, mv), position.after(mv).is_in_check(), "{position} {mv:?}");
    }
    for _ in 0..16 {
        let word = random.next() as u16;
        if let Some(mv) = Move::from_raw(word) {
            assert_eq!(is_legal(position, mv), moves.contains(&mv), "{position} {mv:?}");
        }
    }
    if !moves.is_empty() {
        check_made(position, moves[random.below(moves.len())]);
    }
    let fen = position.fen().en_passant(EnPassantStyle::Always).to_string();
    assert!(Position::from_fen(&fen).is_ok_and(|read| read == *position), "{fen}");
}

fn check_selections(position: &Position, moves: &MoveList) {
    type Generate = fn(&Position, &mut MoveList);
    let selections: [(Generate, &dyn Fn(Move) -> bool); 4] = [
        (captures, &|mv| mv.is_capture()),
        (noisy, &|mv| !mv.is_quiet()),
        (quiets, &|mv| mv.is_quiet()),
        (evasions, &|_| position.is_in_check()),
    ];
    for (generate, selects) in selections {
        let mut list = MoveList::new();
        generate(position, &mut list);
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
    assert!(made == made.with_keys_from_scratch(), "{position} {mv:?}");
    made.unmake(undo);
    assert!(made == *position, "{position} {mv:?}");
}
