//! The two sides, types of pieces, and pieces.

use core::ops::Not;

use crate::values::{lettered, numbered};

numbered! {
    /// One of the two sides: White with the index 0, Black with 1.
    ///
    /// # Examples
    ///
    /// ```
    /// use chess_types::{Color, Direction, Rank};
    ///
    /// let us: Color = "b".parse()?;
    /// assert_eq!(!us, Color::White);
    /// assert_eq!(us.forward(), Direction::South);
    /// assert_eq!(us.promotion_rank(), Rank::First);
    /// # Ok::<(), chess_types::ParseNameError>(())
    /// ```
    pub enum Color { White, Black }
}

impl Color {
    /// Returns the other side. Outside of `const`, `!color` is the same.
    #[inline]
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    /// Returns the letter that FEN has for the side to move: `w` or `b`.
    #[inline]
    pub const fn letter(self) -> char {
        ['w', 'b'][self as usize]
    }

    /// Returns the name of the side: `White` or `Black`.
    #[inline]
    pub const fn name(self) -> &'static str {
        ["White", "Black"][self as usize]
    }
}

impl Not for Color {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        self.opponent()
    }
}

lettered!(Color: "w or b", letter, |byte| Self::ALL.into_iter().find(|color| color.letter() == char::from(byte)));

numbered! {
    /// The type of a piece without its colour, numbered pawn = 0 to king = 5.
    ///
    /// # Examples
    ///
    /// ```
    /// use chess_types::PieceType;
    ///
    /// assert_eq!("N".parse(), Ok(PieceType::Knight));
    /// assert_eq!(PieceType::Knight.to_string(), "n");
    /// assert!(PieceType::Rook.is_promotion());
    /// ```
    pub enum PieceType { Pawn, Knight, Bishop, Rook, Queen, King }
}

impl PieceType {
    /// The types to which a pawn promotes: knight, bishop, rook, queen.
    pub const PROMOTIONS: [Self; 4] = [Self::Knight, Self::Bishop, Self::Rook, Self::Queen];

    /// Returns the English name: `pawn`, `knight`, `bishop`, `rook`, `queen` or `king`.
    #[inline]
    pub const fn name(self) -> &'static str {
        ["pawn", "knight", "bishop", "rook", "queen", "king"][self as usize]
    }

    /// Tests whether a pawn can promote to the type: all but the pawn and the king.
    #[inline]
    pub const fn is_promotion(self) -> bool {
        !matches!(self, Self::Pawn | Self::King)
    }

    /// Returns the type with this English letter in either case, `p` to `k`; `None` for any other byte.
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

    /// Returns the English letter in lower case: `p`, `n`, `b`, `r`, `q` or `k`.
    #[inline]
    pub const fn letter(self) -> char {
        ['p', 'n', 'b', 'r', 'q', 'k'][self as usize]
    }
}

// The letter is read in either case.
lettered!(PieceType: "a letter of pnbrqk", letter, Self::from_letter);

numbered! {
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
    pub enum Piece {
        WhitePawn, WhiteKnight, WhiteBishop, WhiteRook, WhiteQueen, WhiteKing,
        BlackPawn, BlackKnight, BlackBishop, BlackRook, BlackQueen, BlackKing,
    }
}

impl Piece {
    /// Returns the piece of `color` and `piece_type`.
    #[inline]
    pub const fn new(color: Color, piece_type: PieceType) -> Self {
        Self::numbered(6 * color as u8 + piece_type as u8)
    }

    /// Returns the colour of the piece.
    #[inline]
    pub const fn color(self) -> Color {
        if (self as u8) < 6 { Color::White } else { Color::Black }
    }

    /// Returns the type of the piece.
    #[inline]
    pub const fn piece_type(self) -> PieceType {
        PieceType::numbered(self as u8 % 6)
    }

    /// Returns the English name with the side: `white pawn` to `black king`.
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

    /// Returns the piece with this letter of FEN, upper case for White; `None` for any other byte.
    #[inline]
    pub const fn from_letter(byte: u8) -> Option<Self> {
        let color = if byte.is_ascii_uppercase() { Color::White } else { Color::Black };
        match PieceType::from_letter(byte) {
            Some(piece_type) => Some(Self::new(color, piece_type)),
            None => None,
        }
    }

    /// Returns the letter of FEN: upper case for White.
    #[inline]
    pub const fn letter(self) -> char {
        let letter = self.piece_type().letter();
        match self.color() {
            Color::White => letter.to_ascii_uppercase(),
            Color::Black => letter,
        }
    }

    /// Returns the figurine of Unicode, U+2654 to U+265F.
    #[inline]
    pub const fn figure(self) -> char {
        const FIGURES: [char; 12] = ['♙', '♘', '♗', '♖', '♕', '♔', '♟', '♞', '♝', '♜', '♛', '♚'];
        FIGURES[self as usize]
    }
}

lettered!(Piece: "a letter of PNBRQKpnbrqk", letter, Self::from_letter);
