use alloc::vec::Vec;
use core::fmt;

use chess_types::{ParseUciMoveError, UciMove};

/// Reads a move as it is written, whether or not any position allows it.
///
/// Beyond the protocol's spelling, it accepts forms that programs send: `(none)`, `none`, `NULL` and `a1a1` for the null move
/// `0000`, capitals (`E7E8Q`), and an equals sign before the promotion (`e7e8=Q`). [`resolve_uci`](crate::resolve_uci) finds the
/// legal move that is meant in a position.
///
/// # Errors
/// The text is not a move: the first part of it that is wrong.
///
/// # Examples
/// ```
/// use chess_uci::{Position, UciMove, read_move, resolve_uci};
///
/// let mv = read_move("e2e4")?;
/// assert!(resolve_uci(&Position::START, mv)?.is_double_push());
/// assert_eq!(read_move("e7e8=Q")?.to_string(), "e7e8q");
/// assert_eq!(read_move("(none)")?, UciMove::NULL);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_move(text: &str) -> Result<UciMove, ParseUciMoveError> {
    UciMove::from_bytes(text.as_bytes()).or_else(|error| unusual(text.as_bytes()).ok_or(error))
}

/// A move in a spelling of its own.
#[cold]
fn unusual(text: &[u8]) -> Option<UciMove> {
    const NULLS: [&[u8]; 4] = [b"(none)", b"none", b"null", b"a1a1"];
    if NULLS.iter().any(|null| text.eq_ignore_ascii_case(null)) {
        return Some(UciMove::NULL);
    }
    let mut plain = [0; 5];
    let squares = text.get(..4)?;
    let promotion = match &text[4..] {
        [] => &[][..],
        [b'=', letter] | [letter] => core::slice::from_ref(letter),
        _ => return None,
    };
    let len = 4 + promotion.len();
    plain[..4].copy_from_slice(squares);
    plain[4..len].copy_from_slice(promotion);
    plain.make_ascii_lowercase();
    UciMove::from_bytes(&plain[..len]).ok().filter(|mv| !mv.is_null())
}

/// A field with a list of moves, which is not written if there are none.
pub(crate) fn write_moves(f: &mut fmt::Formatter<'_>, field: &str, moves: &[UciMove]) -> fmt::Result {
    if moves.is_empty() {
        return Ok(());
    }
    f.write_str(field)?;
    moves.iter().try_for_each(|mv| write!(f, " {mv}"))
}

/// A move that is `None` in the place of the null move.
pub(crate) fn some_move(mv: UciMove) -> Option<UciMove> {
    (!mv.is_null()).then_some(mv)
}

/// Moves as they are written.
pub(crate) type Moves = Vec<UciMove>;
