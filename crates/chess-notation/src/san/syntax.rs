//! The form of a move's text, and the rules that a text breaks.
//!
//! The text is read from its end, where every move but castling names its target square; the text before the target then has only one
//! meaning.

use core::error::Error;
use core::fmt;

use chess_types::{Bitboard, CastlingSide, File, PieceType, Rank, Square};

use crate::characters;

/// An error of a text that is not algebraic notation: the place, and the rule that is broken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotSan {
    /// Number of bytes before the error.
    pub offset: usize,
    /// The rule that is broken.
    pub rule: SanRule,
}

impl fmt::Display for NotSan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { offset, rule } = self;
        write!(f, "not algebraic notation at byte {offset}: {rule}")
    }
}

impl Error for NotSan {}

/// A rule of algebraic notation that a text breaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SanRule {
    /// A move ends with the square it goes to.
    Target,
    /// Before the target are only the origin and a capture sign.
    Origin,
    /// A move begins with its piece.
    Piece,
    /// Castling has two spellings.
    Castling,
    /// A character beyond ASCII that is not a chess figure, such as an en dash.
    Character(char),
}

impl fmt::Display for SanRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            &Self::Character(c) => {
                return write!(f, "{} U+{:04X} is not part of a move", characters::name(c), u32::from(c));
            }
            Self::Target => "expected a square like f3 at the end, and after it perhaps a promotion like =Q",
            Self::Origin => {
                "expected at most a file, a rank and a capture sign between the piece and its target"
            }
            Self::Piece => "expected K, Q, R, B, N, or the file of a pawn move",
            Self::Castling => "castling is O-O or O-O-O",
        })
    }
}

impl Error for SanRule {}

/// The meaning of a move's text without a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Spoken {
    Null,
    Castling(CastlingSide),
    Step(Step),
}

/// A move that names its target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Step {
    pub(crate) piece_type: PieceType,
    /// The squares from which the piece may come, by the text.
    pub(crate) origins: Bitboard,
    /// True if the text has a capture sign.
    pub(crate) takes: bool,
    pub(crate) to: Square,
    pub(crate) promotion: Option<PieceType>,
}

impl Spoken {
    /// Reads all that the lenient form allows.
    #[inline]
    pub(crate) fn parse(text: &[u8]) -> Result<Self, NotSan> {
        let bare = without_marks(text);
        match bare {
            [b'O' | b'o' | b'0', ..] if bare != b"0000" => castling(bare).map(Self::Castling),
            b"--" | b"Z0" | b"0000" | b"@@@@" | b"null" | b"pass" => Ok(Self::Null),
            _ => Step::parse(bare).map(Self::Step),
        }
        .map_err(|error| name_character(text, error))
    }
}

/// The same error, or that of the first character which no move has in any form.
#[cold]
fn name_character(text: &[u8], error: NotSan) -> NotSan {
    let mut offset = 0;
    while let Some((c, length)) = characters::first_char(&text[offset..]) {
        if !c.is_ascii() && figure(&text[offset..offset + length]).is_none() {
            return NotSan { offset, rule: SanRule::Character(c) };
        }
        offset += length;
    }
    error
}

impl Step {
    #[inline]
    fn parse(bare: &[u8]) -> Result<Self, NotSan> {
        let (promotion, rest) = promotion(bare)?;
        let [before @ .., file, rank] = rest else { return Err(error(0, SanRule::Target)) };
        let target = File::from_letter(*file).zip(Rank::from_digit(*rank));
        let (file, rank) = target.ok_or(error(before.len(), SanRule::Target))?;
        let to = Square::new(file, rank);
        let (takes, before) = match before {
            [before @ .., b'x' | b':'] => (true, before),
            [before @ .., b'-'] => (false, before),
            _ => (false, before),
        };
        let (ranks, before) = match before {
            [before @ .., digit @ b'1'..=b'8'] => (Rank::from_low_bits(digit - b'1').bitboard(), before),
            _ => (Bitboard::FULL, before),
        };
        let (files, before) = match before {
            [before @ .., letter @ b'a'..=b'h'] => (File::from_low_bits(letter - b'a').bitboard(), before),
            _ => (Bitboard::FULL, before),
        };
        let piece_type = piece(before)?;
        Ok(Self { piece_type, origins: files & ranks, takes, to, promotion })
    }
}

fn error(offset: usize, rule: SanRule) -> NotSan {
    NotSan { offset, rule }
}

/// The text without marks of check, mate, annotation and en passant at its end.
#[inline]
pub(crate) fn without_marks(text: &[u8]) -> &[u8] {
    let mut rest = text;
    while let [before @ .., b'+' | b'#' | b'!' | b'?'] = rest {
        rest = before;
    }
    match rest {
        [before @ .., b'e', b'.', b'p', b'.'] | [before @ .., b'e', b'p'] => before.trim_ascii_end(),
        _ => rest,
    }
}

/// Castling with letters or zeros; the first byte is known to be one of them.
fn castling(bare: &[u8]) -> Result<CastlingSide, NotSan> {
    let is_ring = |byte| matches!(byte, b'O' | b'o' | b'0') && byte == bare[0];
    match *bare {
        [_, b'-', b] if is_ring(b) => Ok(CastlingSide::King),
        [_, b'-', b, b'-', c] if is_ring(b) && is_ring(c) => Ok(CastlingSide::Queen),
        _ => Err(error(1, SanRule::Castling)),
    }
}

/// Takes `=Q`, `Q`, `/Q` or `(Q)` from the end, if the text has more than a target.
#[inline]
fn promotion(bare: &[u8]) -> Result<(Option<PieceType>, &[u8]), NotSan> {
    if let [.., b'1'..=b'8'] | [] = bare {
        return Ok((None, bare));
    }
    let (name, closing) = match bare {
        [name @ .., b')'] => (name, true),
        _ => (bare, false),
    };
    let (piece_type, before) = last_piece(name);
    let target = match before {
        [target @ .., b'('] if closing => target,
        [target @ .., b'=' | b'/'] if !closing => target,
        _ if closing => name,
        _ => before,
    };
    match (piece_type, target) {
        (Some(piece_type), [.., b'1'..=b'8']) if piece_type.is_promotion() => Ok((Some(piece_type), target)),
        _ => Err(error(target.len(), SanRule::Target)),
    }
}

/// The piece that the end of a text names, and the text before it.
fn last_piece(text: &[u8]) -> (Option<PieceType>, &[u8]) {
    match text {
        [before @ .., a, b, c] if !c.is_ascii() => (figure(&[*a, *b, *c]), before),
        [before @ .., letter] => (PieceType::from_letter(*letter), before),
        [] => (None, text),
    }
}

/// The piece whose name is the whole text; a pawn's may be left out.
#[inline]
fn piece(name: &[u8]) -> Result<PieceType, NotSan> {
    match *name {
        [] | [b'P'] => Ok(PieceType::Pawn),
        [b'N'] => Ok(PieceType::Knight),
        [b'B'] => Ok(PieceType::Bishop),
        [b'R'] => Ok(PieceType::Rook),
        [b'Q'] => Ok(PieceType::Queen),
        [b'K'] => Ok(PieceType::King),
        [b'P' | b'N' | b'B' | b'R' | b'Q' | b'K', ..] => Err(error(1, SanRule::Origin)),
        [a, b, c] => figure(&[a, b, c]).ok_or(error(0, SanRule::Piece)),
        _ => Err(error(0, SanRule::Piece)),
    }
}

/// The type of a chess figure of Unicode, of either colour: U+2654 to U+265F in UTF-8, from the king to the pawn.
fn figure(bytes: &[u8]) -> Option<PieceType> {
    const FROM_KING: [PieceType; 6] = [
        PieceType::King,
        PieceType::Queen,
        PieceType::Rook,
        PieceType::Bishop,
        PieceType::Knight,
        PieceType::Pawn,
    ];
    match *bytes {
        [0xe2, 0x99, last @ 0x94..=0x9f] => Some(FROM_KING[usize::from(last - 0x94) % 6]),
        _ => None,
    }
}
