use arbitrary::Unstructured;
use chess_board::Position;
use chess_movegen::legal_moves;
use chess_notation::{UciError, polyglot, read_uci};
use chess_types::{Move, UciMove};

use crate::made_position::made_position;

/// UCI: a position, then a text, which is read as the legal move that is spelt so.
pub fn uci(data: &[u8]) {
    let mut bytes = Unstructured::new(data);
    let Ok(position) = made_position(&mut bytes) else { return };
    let text = bytes.take_rest();
    let moves = legal_moves(&position);
    for &mv in &moves {
        check_written(&position, mv);
    }
    let is_spelt = |uci: UciMove| uci.to_string().as_bytes() == text;
    let has_spelling = |mv: &Move| is_spelt(mv.uci()) || is_spelt(mv.uci960());
    match read_uci(&position, text) {
        Ok(mv) if mv.is_null() => assert!(text == b"0000" && !position.is_in_check(), "{position}"),
        Ok(mv) => assert!(moves.contains(&mv) && has_spelling(&mv), "{position} {mv:?}"),
        Err(error) => {
            assert!(!moves.iter().any(has_spelling), "{position} {error}");
            assert!(text != b"0000" || position.is_in_check(), "{position}");
            if let UciError::Illegal(illegal) = error {
                assert!(is_spelt(illegal.uci), "{illegal}");
            }
        }
    }
}

fn check_written(position: &Position, mv: Move) {
    assert_eq!(read_uci(position, mv.uci960().to_string()), Ok(mv), "{position}");
    assert_eq!(polyglot::resolve(position, mv.to_polyglot()), Some(mv), "{position} {mv:?}");
    let by_king = read_uci(position, mv.uci().to_string());
    // Where the king can step to its castled square, the step is meant.
    let is_step = |read: Move| mv.is_castle() && !read.is_castle() && read.uci() == mv.uci();
    assert!(by_king == Ok(mv) || by_king.is_ok_and(is_step), "{position} {mv:?}");
}
