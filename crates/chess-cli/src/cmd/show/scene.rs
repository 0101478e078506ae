use std::fmt;
use std::str::FromStr;

use chess_board::{Board, InvalidSetup, Position, Setup};
use chess_svg::{Highlight, Mark, Moveboard};
use chess_types::{Bitboard, Color, File, ParseNameError, Piece, PieceType, Rank, Square, UciMove};

/// The content of a drawing, as text or as a picture.
pub(crate) struct Scene {
    /// The pieces, that of the moveboard among them.
    pub(crate) board: Board,
    /// The side at the bottom.
    pub(super) below: Color,
    /// The marked squares; no set is empty.
    pub(crate) highlights: Vec<Highlight<'static>>,
    /// The content of the FEN.
    pub(super) setup: Setup,
    /// The position of the FEN, or the reason why it is not a legal one.
    pub(super) position: Result<Position, InvalidSetup>,
    pub(super) attacker: Option<Attacker>,
    pub(super) last_move: Option<UciMove>,
}

impl Scene {
    pub(crate) fn new(
        setup: Setup,
        position: Result<Position, InvalidSetup>,
        attacker: Option<Attacker>,
        last_move: Option<UciMove>,
        below: Color,
    ) -> Self {
        let mut board = setup.board;
        let mut highlights = Vec::new();
        if let Some(mv) = last_move.filter(|mv| !mv.is_null()) {
            highlights.push(Highlight::new(Mark::LastMove, "last move", mv.from | mv.to));
        }
        match (attacker, position) {
            (Some(attacker), _) => {
                board.put(attacker.piece, attacker.square);
                highlights.extend(Moveboard::new(attacker.piece, attacker.square, &board).highlights());
            }
            (None, Ok(position)) if position.is_in_check() => {
                let king = position.king(position.side_to_move()).bitboard();
                highlights.push(Highlight::new(Mark::Check, "in check", king));
            }
            _ => {}
        }
        highlights.retain(|highlight| !highlight.squares.is_empty());
        Self { board, below, highlights, setup, position, attacker, last_move }
    }

    /// The square in this column from the left and this row from the top, both from 0 to 7.
    pub(super) fn square(&self, column: usize, row: usize) -> Square {
        self.seen(Square::new(File::ALL[column], Rank::ALL[row].flip()))
    }

    /// The FEN; that of a position has an en passant square only if the capture is legal.
    pub(super) fn fen(&self) -> String {
        match &self.position {
            Ok(position) => position.to_string(),
            Err(_) => self.setup.to_string(),
        }
    }

    pub(super) fn side_to_move(&self) -> &'static str {
        self.setup.side_to_move.name()
    }

    fn seen(&self, square: Square) -> Square {
        match self.below {
            Color::White => square,
            Color::Black => square.flip_files().flip_ranks(),
        }
    }
}

/// The names of squares; `-` if there are none.
pub(super) fn names(squares: Bitboard) -> String {
    if squares.is_empty() {
        return "-".to_owned();
    }
    squares.into_iter().map(|square| square.to_string()).collect::<Vec<_>>().join(" ")
}

/// The piece of a moveboard, and its square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Attacker {
    pub(super) piece: Piece,
    pub(super) square: Square,
}

impl fmt::Display for Attacker {
    /// Writes what [`FromStr`] reads: `R@d4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}@{}", self.piece, self.square)
    }
}

/// The reason why a text does not name a piece on a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum ParseAttackerError {
    #[error("expected PIECE@SQUARE, such as R@d4")]
    Form,
    #[error("expected a piece letter (PNBRQKpnbrqk) or name, such as rook or Rook")]
    Piece,
    #[error("{0}")]
    Square(#[from] ParseNameError),
}

impl FromStr for Attacker {
    type Err = ParseAttackerError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (piece, square) = text.split_once('@').ok_or(ParseAttackerError::Form)?;
        Ok(Self { piece: parse_piece(piece).ok_or(ParseAttackerError::Piece)?, square: square.parse()? })
    }
}

/// Reads a letter of FEN, or a name whose first letter gives the colour by its case.
fn parse_piece(text: &str) -> Option<Piece> {
    if let Ok(piece) = text.parse() {
        return Some(piece);
    }
    let is_white = text.starts_with(|letter: char| letter.is_ascii_uppercase());
    let color = if is_white { Color::White } else { Color::Black };
    let piece_type =
        PieceType::ALL.into_iter().find(|&piece_type| text.eq_ignore_ascii_case(piece_type.name()))?;
    Some(Piece::new(color, piece_type))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_and_names() {
        for (text, piece, square) in [
            ("R@d4", Piece::WhiteRook, Square::D4),
            ("r@d4", Piece::BlackRook, Square::D4),
            ("Knight@a1", Piece::WhiteKnight, Square::A1),
            ("knight@h8", Piece::BlackKnight, Square::H8),
            ("QUEEN@e5", Piece::WhiteQueen, Square::E5),
        ] {
            assert_eq!(text.parse(), Ok(Attacker { piece, square }), "{text}");
            assert_eq!(Attacker { piece, square }.to_string().parse(), Ok(Attacker { piece, square }));
        }
    }

    #[test]
    fn errors_name_the_part_that_is_wrong() {
        let square = ParseAttackerError::Square("".parse::<Square>().unwrap_err());
        for (text, error) in [
            ("", ParseAttackerError::Form),
            ("Rd4", ParseAttackerError::Form),
            ("@d4", ParseAttackerError::Piece),
            ("X@d4", ParseAttackerError::Piece),
            ("rooks@d4", ParseAttackerError::Piece),
            ("♖@d4", ParseAttackerError::Piece),
            ("R@", square),
            ("R@d44", square),
            ("R@i4", square),
            ("R@d9", square),
            ("R@@d4", square),
        ] {
            assert_eq!(text.parse::<Attacker>(), Err(error), "{text}");
        }
    }
}
