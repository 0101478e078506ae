use core::fmt;
use core::str::FromStr;

use crate::color::Color;
use crate::conversions::{error_texts, indexed};

/// The type of a piece without its colour.
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
    /// Pawn, knight, bishop, rook, queen, king: the order of the index.
    pub const ALL: [Self; 6] = [Self::Pawn, Self::Knight, Self::Bishop, Self::Rook, Self::Queen, Self::King];

    /// The types to which a pawn promotes: knight, bishop, rook, queen.
    pub const PROMOTIONS: [Self; 4] = [Self::Knight, Self::Bishop, Self::Rook, Self::Queen];

    /// The type with this index; `None` if the index is 6 or more.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < 6 { Some(Self::numbered(index as u8)) } else { None }
    }

    /// The index: 0 for the pawn to 5 for the king.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The English name: `pawn`, `knight`, `bishop`, `rook`, `queen` or `king`.
    #[inline]
    pub const fn name(self) -> &'static str {
        ["pawn", "knight", "bishop", "rook", "queen", "king"][self as usize]
    }

    /// Tests whether the type is a bishop, rook or queen.
    #[inline]
    pub const fn is_slider(self) -> bool {
        matches!(self, Self::Bishop | Self::Rook | Self::Queen)
    }

    /// Tests whether a pawn can promote to the type: all but the pawn and the king.
    #[inline]
    pub const fn is_promotion(self) -> bool {
        !matches!(self, Self::Pawn | Self::King)
    }

    /// The type with this English letter in either case, `p` to `k`; `None` for any other byte.
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

    /// The English letter in lower case: `p`, `n`, `b`, `r`, `q` or `k`.
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

    /// The type with this index. Every caller keeps the index below 6 in a way that the compiler sees, so that optimised
    /// code does nothing here, where indexing an array would be a load.
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

indexed!(PieceType);

impl fmt::Display for PieceType {
    /// Writes the lower-case letter; width and alignment of the format are heeded.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.letter().fmt(f)
    }
}

/// A piece with its colour, numbered P N B R Q K p n b r q k = 0 to 11.
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
    /// All pieces in the order of the index.
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

    /// The piece of `color` and `piece_type`.
    #[inline]
    pub const fn new(color: Color, piece_type: PieceType) -> Self {
        Self::numbered(6 * color as u8 + piece_type as u8)
    }

    /// The piece with this index; `None` if the index is 12 or more.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < 12 { Some(Self::numbered(index as u8)) } else { None }
    }

    /// The index: 0 for the white pawn to 11 for the black king.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The colour of the piece.
    #[inline]
    pub const fn color(self) -> Color {
        if (self as u8) < 6 { Color::White } else { Color::Black }
    }

    /// The type of the piece.
    #[inline]
    pub const fn piece_type(self) -> PieceType {
        PieceType::numbered(self as u8 % 6)
    }

    /// The English name with the side: `white pawn` to `black king`.
    #[inline]
    pub const fn name(self) -> &'static str {
        [
            "white pawn",
            "white knight",
            "white bishop",
            "white rook",
            "white queen",
            "white king",
            "black pawn",
            "black knight",
            "black bishop",
            "black rook",
            "black queen",
            "black king",
        ][self as usize]
    }

    /// The piece with this letter of FEN, upper case for White; `None` for any other byte.
    #[inline]
    pub const fn from_letter(byte: u8) -> Option<Self> {
        let color = if byte.is_ascii_uppercase() { Color::White } else { Color::Black };
        match PieceType::from_letter(byte) {
            Some(piece_type) => Some(Self::new(color, piece_type)),
            None => None,
        }
    }

    /// The letter of FEN: upper case for White.
    #[inline]
    pub const fn letter(self) -> char {
        let letter = self.piece_type().letter();
        match self.color() {
            Color::White => letter.to_ascii_uppercase(),
            Color::Black => letter,
        }
    }

    /// The figurine of Unicode, U+2654 to U+265F.
    #[inline]
    pub const fn figure(self) -> char {
        const FIGURES: [char; 12] = ['♙', '♘', '♗', '♖', '♕', '♔', '♟', '♞', '♝', '♜', '♛', '♚'];
        FIGURES[self as usize]
    }

    /// The piece with this index. Every caller keeps the index below 12 in a way that the compiler sees, so that optimised
    /// code does nothing here, where indexing an array would be a load.
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

indexed!(Piece);

impl fmt::Display for Piece {
    /// Writes the letter of FEN; width and alignment of the format are heeded.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.letter().fmt(f)
    }
}

/// A text is not one letter of p, n, b, r, q, k in either case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParsePieceError;

error_texts!(ParsePieceError { Self => "a piece is one letter of p, n, b, r, q, k" });

impl FromStr for PieceType {
    type Err = ParsePieceError;

    /// Reads the English letter in either case.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.as_bytes() {
            &[byte] => Self::from_letter(byte).ok_or(ParsePieceError),
            _ => Err(ParsePieceError),
        }
    }
}

impl FromStr for Piece {
    type Err = ParsePieceError;

    /// Reads the letter of FEN: upper case for White.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.as_bytes() {
            &[byte] => Self::from_letter(byte).ok_or(ParsePieceError),
            _ => Err(ParsePieceError),
        }
    }
}
