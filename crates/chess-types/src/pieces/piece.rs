use core::fmt;
use core::str::FromStr;

use crate::color::Color;
use crate::error::error_texts;

/// What a piece is, whoever owns it.
///
/// # Examples
///
/// ```
/// use chess_types::PieceType;
///
/// assert_eq!("N".parse(), Ok(PieceType::Knight));
/// assert_eq!(PieceType::Knight.to_string(), "n");
/// assert!(PieceType::Rook.is_slider());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[must_use]
#[repr(u8)]
#[allow(missing_docs)]
pub enum PieceType {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
}

impl PieceType {
    /// Pawn, knight, bishop, rook, queen, king.
    pub const ALL: [Self; 6] = [Self::Pawn, Self::Knight, Self::Bishop, Self::Rook, Self::Queen, Self::King];

    /// What a pawn can become: knight, bishop, rook, queen.
    pub const PROMOTIONS: [Self; 4] = [Self::Knight, Self::Bishop, Self::Rook, Self::Queen];

    /// The type with this index, or `None` from 6 on.
    #[inline]
    pub const fn from_index(index: u8) -> Option<Self> {
        if index < 6 { Some(Self::numbered(index)) } else { None }
    }

    /// 0 for the pawn .. 5 for the king.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Whether it is a bishop, rook or queen.
    #[inline]
    pub const fn is_slider(self) -> bool {
        matches!(self, Self::Bishop | Self::Rook | Self::Queen)
    }

    /// Whether a pawn can become it.
    #[inline]
    pub const fn is_promotion(self) -> bool {
        !matches!(self, Self::Pawn | Self::King)
    }

    /// The type an English letter of either case names.
    #[inline]
    pub const fn from_letter(byte: u8) -> Option<Self> {
        match byte.to_ascii_lowercase() {
            b'p' => Some(Self::Pawn),
            b'n' => Some(Self::Knight),
            b'b' => Some(Self::Bishop),
            b'r' => Some(Self::Rook),
            b'q' => Some(Self::Queen),
            b'k' => Some(Self::King),
            _ => None,
        }
    }

    /// The English letter in lower case, `p` to `k`.
    #[inline]
    pub const fn letter(self) -> char {
        match self {
            Self::Pawn => 'p',
            Self::Knight => 'n',
            Self::Bishop => 'b',
            Self::Rook => 'r',
            Self::Queen => 'q',
            Self::King => 'k',
        }
    }

    /// The type with this index, which every caller keeps below 6 in a way that the compiler sees: optimised code does
    /// nothing here, where a look-up would be a load.
    #[inline]
    pub(crate) const fn numbered(index: u8) -> Self {
        match index {
            0 => Self::Pawn,
            1 => Self::Knight,
            2 => Self::Bishop,
            3 => Self::Rook,
            4 => Self::Queen,
            5 => Self::King,
            _ => unreachable!(),
        }
    }
}

impl fmt::Display for PieceType {
    /// Writes the lower-case letter.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.letter().fmt(f)
    }
}

/// A piece of a colour, numbered P N B R Q K p n b r q k = 0 .. 11.
///
/// # Examples
///
/// ```
/// use chess_types::{Color, Piece, PieceType};
///
/// let piece = Piece::new(Color::Black, PieceType::Queen);
/// assert_eq!(piece, Piece::BlackQueen);
/// assert_eq!(piece.letter(), 'q');
/// assert_eq!(piece.figure(), '♛');
/// assert_eq!("Q".parse(), Ok(Piece::WhiteQueen));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[must_use]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Piece {
    WhitePawn,
    WhiteKnight,
    WhiteBishop,
    WhiteRook,
    WhiteQueen,
    WhiteKing,
    BlackPawn,
    BlackKnight,
    BlackBishop,
    BlackRook,
    BlackQueen,
    BlackKing,
}

impl Piece {
    /// All pieces in the order of their index.
    pub const ALL: [Self; 12] = [
        Self::WhitePawn,
        Self::WhiteKnight,
        Self::WhiteBishop,
        Self::WhiteRook,
        Self::WhiteQueen,
        Self::WhiteKing,
        Self::BlackPawn,
        Self::BlackKnight,
        Self::BlackBishop,
        Self::BlackRook,
        Self::BlackQueen,
        Self::BlackKing,
    ];

    /// The piece of this colour and type.
    #[inline]
    pub const fn new(color: Color, piece_type: PieceType) -> Self {
        Self::numbered(6 * color as u8 + piece_type as u8)
    }

    /// The piece with this index, or `None` from 12 on.
    #[inline]
    pub const fn from_index(index: u8) -> Option<Self> {
        if index < 12 { Some(Self::numbered(index)) } else { None }
    }

    /// 0 for the white pawn .. 11 for the black king.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Who owns the piece.
    #[inline]
    pub const fn color(self) -> Color {
        if (self as u8) < 6 { Color::White } else { Color::Black }
    }

    /// What the piece is.
    #[inline]
    pub const fn piece_type(self) -> PieceType {
        PieceType::numbered(self as u8 % 6)
    }

    /// The piece a letter of FEN names: upper case is White.
    #[inline]
    pub const fn from_letter(byte: u8) -> Option<Self> {
        let color = if byte.is_ascii_uppercase() { Color::White } else { Color::Black };
        match PieceType::from_letter(byte) {
            Some(piece_type) => Some(Self::new(color, piece_type)),
            None => None,
        }
    }

    /// The letter of FEN: upper case is White.
    #[inline]
    pub const fn letter(self) -> char {
        let letter = self.piece_type().letter();
        match self.color() {
            Color::White => letter.to_ascii_uppercase(),
            Color::Black => letter,
        }
    }

    /// The chess figure of Unicode, U+2654 to U+265F.
    #[inline]
    pub const fn figure(self) -> char {
        const FIGURES: [char; 12] = ['♙', '♘', '♗', '♖', '♕', '♔', '♟', '♞', '♝', '♜', '♛', '♚'];
        FIGURES[self as usize]
    }

    /// The piece with this index, which every caller keeps below 12 in a way that the compiler sees: optimised code does
    /// nothing here, where a look-up would be a load.
    #[inline]
    const fn numbered(index: u8) -> Self {
        match index {
            0 => Self::WhitePawn,
            1 => Self::WhiteKnight,
            2 => Self::WhiteBishop,
            3 => Self::WhiteRook,
            4 => Self::WhiteQueen,
            5 => Self::WhiteKing,
            6 => Self::BlackPawn,
            7 => Self::BlackKnight,
            8 => Self::BlackBishop,
            9 => Self::BlackRook,
            10 => Self::BlackQueen,
            11 => Self::BlackKing,
            _ => unreachable!(),
        }
    }
}

impl fmt::Display for Piece {
    /// Writes the letter of FEN.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.letter().fmt(f)
    }
}

/// The text is not one letter of p, n, b, r, q, k in either case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParsePieceError;

error_texts!(ParsePieceError { Self => "a piece is one letter of p, n, b, r, q, k" });

impl FromStr for PieceType {
    type Err = ParsePieceError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.as_bytes() {
            &[byte] => Self::from_letter(byte).ok_or(ParsePieceError),
            _ => Err(ParsePieceError),
        }
    }
}

impl FromStr for Piece {
    type Err = ParsePieceError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.as_bytes() {
            &[byte] => Self::from_letter(byte).ok_or(ParsePieceError),
            _ => Err(ParsePieceError),
        }
    }
}
