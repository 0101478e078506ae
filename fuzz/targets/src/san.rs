use arbitrary::Unstructured;
use chess_board::Position;
use chess_movegen::{is_legal, legal_moves};
use chess_notation::{LongAlgebraic, San, SanError, read_san, read_san_strict};
use chess_types::Move;

use crate::made_position::made_position;

/// SAN: a position, then a text. What is read is legal, and every form that it is written in is read as the same.
pub fn san(data: &[u8]) {
    let mut bytes = Unstructured::new(data);
    let Ok(position) = made_position(&mut bytes) else { return };
    let text = bytes.take_rest();
    for &mv in &legal_moves(&position) {
        check_written(&position, mv);
    }
    let strict = read_san_strict(&position, text);
    match read_san(&position, text) {
        Ok(mv) if mv.is_null() => {
            assert!(!position.is_in_check(), "{position}");
            assert!(matches!(strict, Err(SanError::NotSan(_))), "{position}");
        }
        Ok(mv) => {
            assert!(is_legal(&position, mv), "{position} {mv:?}");
            let san = San::new(&position, mv);
            let expected = if san.as_bytes() == text { Ok(mv) } else { Err(SanError::Spelling(san)) };
            assert_eq!(strict, expected, "{position}");
        }
        Err(error) => {
            assert_eq!(strict, Err(error), "{position}");
            check_error(&position, text, error);
        }
    }
}

fn check_written(position: &Position, mv: Move) {
    let san = San::new(position, mv);
    assert_eq!(read_san_strict(position, san), Ok(mv), "{position} {san}");
    let long = LongAlgebraic::new(position, mv);
    assert_eq!(read_san(position, long.as_str()), Ok(mv), "{position} {long}");
    let figurine = san.figurine(position.side_to_move()).to_string();
    assert_eq!(read_san(position, &figurine), Ok(mv), "{position} {figurine}");
}

fn check_error(position: &Position, text: &[u8], error: SanError) {
    assert!(!error.to_string().is_empty());
    match error {
        SanError::NotSan(not_san) => assert!(not_san.offset <= text.len(), "{not_san}"),
        SanError::Illegal => {}
        SanError::Ambiguous(ambiguous) => {
            let candidates: Vec<_> = ambiguous.candidates().collect();
            assert!(candidates.len() > 1, "{position} {ambiguous}");
            let first = candidates[0];
            for mv in candidates {
                assert!(is_legal(position, mv), "{position} {ambiguous}");
                assert_eq!((mv.to(), mv.kind()), (first.to(), first.kind()));
                assert_eq!(position.piece_type_at(mv.from()), position.piece_type_at(first.from()));
            }
        }
        SanError::Spelling(san) => panic!("{position} {san}: only strict reading minds the spelling"),
        error => panic!("{position} {error}: what must hold is to be written here"),
    }
}
