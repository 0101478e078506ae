use chess_board::{ParsePositionError, Position, Setup};

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
    }
}
