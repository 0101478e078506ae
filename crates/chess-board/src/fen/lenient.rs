//! The lenient reader of FEN.

use chess_types::{Bitboard, CastlingSide, Color, File, Piece, Rank, Square};

use crate::board::Board;
use crate::fen::error::{FenError, FenField, FenRule, ParsePositionError};
use crate::fen::read::outermost_rook;
use crate::position::Position;
use crate::setup::Setup;
use crate::setup::mend::{CastlingRules, Mended, Mends};

impl Position {
    /// Reads a position from FEN, corrects what can be corrected, and says what was changed.
    ///
    /// Every text that [`from_fen`](Self::from_fen) accepts is read as there, except that castling rights beyond `rules` are
    /// dropped. Further texts are accepted if [`Mends`] names their fault, and the setup that they describe is a position after
    /// [`Setup::mend`]: see [`from_setup_lenient`](Self::from_setup_lenient).
    ///
    /// # Errors
    /// The error of [`from_fen`](Self::from_fen), if the board or the side to move cannot be read, or the setup is no valid
    /// position after mending.
    ///
    /// # Examples
    /// ```
    /// use chess_board::{CastlingRules, Mends, Position};
    ///
    /// let stale = Position::from_fen_lenient("4k3/8/8/8/8/8/8/4K3 b KQkq", CastlingRules::Chess)?;
    /// assert_eq!(stale.position.to_string(), "4k3/8/8/8/8/8/8/4K3 b - - 0 1");
    /// assert_eq!(stale.changes, Mends::CASTLING);
    /// assert_eq!(stale.changes.to_string(), "castling rights were dropped");
    ///
    /// // In X-FEN, q is the right of the rook on c8. Orthodox chess has no such right.
    /// let fen = "2r1k2r/8/8/8/8/8/8/4K3 w q - 0 1";
    /// assert!(Position::from_fen(fen)?.needs_chess960());
    /// let orthodox = Position::from_fen_lenient(fen, CastlingRules::Chess)?;
    /// assert!(orthodox.position.castling_rooks().is_empty());
    /// # Ok::<(), chess_board::ParsePositionError>(())
    /// ```
    pub fn from_fen_lenient(fen: &str, rules: CastlingRules) -> Result<Mended, ParsePositionError> {
        let (setup, changes) = match Setup::from_fen(fen) {
            Ok(setup) => (setup, Mends::empty()),
            Err(error) => read(fen.as_bytes(), error)?,
        };
        let mended = Self::from_setup_lenient(&setup, rules)?;
        Ok(Mended { changes: changes | mended.changes, ..mended })
    }
}

/// Reads a setup from a text that strict reading refuses with `error`.
fn read(text: &[u8], error: FenError) -> Result<(Setup, Mends), FenError> {
    let mut changes = Mends::empty();
    let mut fields = text.split(u8::is_ascii_whitespace).filter(|field| !field.is_empty()).peekable();
    let mut setup = Setup::EMPTY;
    setup.board = board(fields.next().unwrap_or_default()).ok_or(error)?;
    if error.field == FenField::Board {
        changes |= Mends::BOARD;
    }
    setup.side_to_move = match fields.next() {
        Some(b"w") => Color::White,
        Some(b"b") => Color::Black,
        other => {
            changes |= Mends::SIDE_TO_MOVE;
            side_to_move(other).ok_or(FenError {
                rule: FenRule::SideToMove,
                field: FenField::SideToMove,
                ..error
            })?
        }
    };
    if let Some(field) = fields.next() {
        let (rooks, is_whole) = castling_rooks(field, &setup.board);
        setup.castling_rooks = rooks;
        changes.set(Mends::CASTLING, !is_whole);
    }
    if let Some(field) = fields.next() {
        setup.en_passant = en_passant(field, setup.side_to_move);
        changes.set(Mends::EN_PASSANT, setup.en_passant.is_none() && field != b"-");
    }
    let mut counters = [0, 1];
    for counter in &mut counters {
        match fields.next_if(|field| is_counter(field)) {
            Some(field) => match core::str::from_utf8(field).ok().and_then(|digits| digits.parse().ok()) {
                Some(number) => *counter = number,
                None => changes |= Mends::COUNTERS,
            },
            None => break,
        }
    }
    setup.halfmove_clock = counters[0];
    setup.fullmove_number = counters[1].max(1);
    changes.set(Mends::TRAILING, fields.next().is_some());
    Ok((setup, changes))
}

/// Reads a board in which digits may stand side by side, and a slash after the last rank.
fn board(field: &[u8]) -> Option<Board> {
    let field = field.strip_suffix(b"/").unwrap_or(field);
    let mut board = Board::EMPTY;
    let mut ranks = Rank::ALL.into_iter().rev();
    for text in field.split(|&byte| byte == b'/') {
        let rank = ranks.next()?;
        let mut file = 0;
        for &byte in text {
            if let Some(piece) = Piece::from_letter(byte) {
                board.put(piece, Square::new(*File::ALL.get(file)?, rank));
                file += 1;
            } else if matches!(byte, b'1'..=b'8') {
                file += usize::from(byte - b'0');
            } else {
                return None;
            }
        }
        if file != 8 {
            return None;
        }
    }
    ranks.next().is_none().then_some(board)
}

/// The side that a missing field or a word means.
fn side_to_move(field: Option<&[u8]>) -> Option<Color> {
    match field {
        None | Some(b"-" | b"W" | b"white" | b"White") => Some(Color::White),
        Some(b"B" | b"black" | b"Black") => Some(Color::Black),
        _ => None,
    }
}

/// The castling rooks that a field names, and true if it has nothing else.
fn castling_rooks(field: &[u8], board: &Board) -> (Bitboard, bool) {
    let mut rooks = Bitboard::EMPTY;
    let mut is_whole = true;
    for &letter in field.iter().filter(|_| field != b"-") {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let rook = match letter.to_ascii_lowercase() {
            b'k' => Some(outermost_rook(board, color, CastlingSide::King)),
            b'q' => Some(outermost_rook(board, color, CastlingSide::Queen)),
            lower => File::from_letter(lower).map(|file| Square::new(file, color.back_rank())),
        };
        is_whole &= rook.is_some_and(|rook| !rooks.contains(rook));
        rooks |= rook.map_or(Bitboard::EMPTY, Square::bitboard);
    }
    (rooks, is_whole)
}

fn en_passant(field: &[u8], side_to_move: Color) -> Option<Square> {
    let [file, rank] = *field else { return None };
    let (file, rank) = File::from_letter(file).zip(Rank::from_digit(rank))?;
    (rank.relative_to(side_to_move) == Rank::Sixth).then(|| Square::new(file, rank))
}

/// True if a field is meant for a counter, and does not begin the text after the position.
fn is_counter(field: &[u8]) -> bool {
    let digits = field.strip_prefix(b"-").or(field.strip_prefix(b"+")).unwrap_or(field);
    digits.iter().all(u8::is_ascii_digit)
}
