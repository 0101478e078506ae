use chess_board::{CastlingRules, Mends, ParsePositionError, Position, Setup};
use chess_movegen::legal_moves;

use crate::any_position;

/// FEN: what is read is written and read again; a position that is accepted can be played on.
pub fn fen(data: &[u8]) {
    let text = data.escape_ascii();
    let setup = Setup::from_fen_bytes(data);
    match &setup {
        Ok(setup) => {
            assert_eq!(setup.to_string().parse(), Ok(*setup), "{text}");
            assert_eq!(format!("{setup:#}").parse(), Ok(*setup), "{text}");
        }
        Err(error) => assert!(error.offset <= data.len(), "{text}: {error}"),
    }
    let position = Position::from_fen_bytes(data);
    match &position {
        Ok(position) => {
            assert_eq!(setup.map(|setup| Position::from_setup(&setup)), Ok(Ok(*position)), "{text}");
            any_position::check(position);
        }
        Err(ParsePositionError::Fen(error)) => assert_eq!(setup, Err(*error), "{text}"),
        Err(ParsePositionError::Invalid(invalid)) => {
            assert!(!invalid.reasons().is_empty(), "{text}");
            assert!(!invalid.to_string().is_empty());
        }
        Err(error) => panic!("{text}: {error:?}"),
    }
    if let Ok(text) = str::from_utf8(data) {
        assert_eq!(text.parse(), setup);
        assert_eq!(text.parse(), position);
        check_lenient(text, position.as_ref().ok());
    }
}

/// Lenient reading gives the position of strict reading without a change, and otherwise one that can be played on.
fn check_lenient(text: &str, strict: Option<&Position>) {
    for rules in [CastlingRules::Chess, CastlingRules::Chess960] {
        let read = Position::from_fen_lenient(text, rules);
        match read {
            Ok(mended) if mended.changes.contains(Mends::MATERIAL) => {
                assert!(legal_moves(&mended.position).len() <= 218 + 13, "{text:?}");
            }
            Ok(mended) => any_position::check(&mended.position),
            Err(_) => assert_eq!(strict, None, "{text:?}"),
        }
        if let (CastlingRules::Chess960, Some(position)) = (rules, strict) {
            assert!(read.is_ok_and(|mended| mended.changes.is_empty() && mended.position == *position));
        }
    }
}
