use chess_board::{Board, InvalidSetup, Position, Setup};
use chess_svg::{Highlight, Mark, Moveboard};
use chess_types::{Bitboard, Color, File, Rank, Square, UciMove};

use super::attacker::Attacker;

/// The content of a drawing, as text or as a picture.
pub(super) struct Scene {
    /// The pieces, that of the moveboard among them.
    pub(super) board: Board,
    /// The side at the bottom.
    pub(super) below: Color,
    /// The marked squares; no set is empty.
    pub(super) highlights: Vec<Highlight<'static>>,
    /// The content of the FEN.
    pub(super) setup: Setup,
    /// The position of the FEN, or the reason why it is not a legal one.
    pub(super) position: Result<Position, InvalidSetup>,
    pub(super) attacker: Option<Attacker>,
    pub(super) last_move: Option<UciMove>,
}

impl Scene {
    pub(super) fn new(
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
            Color::Black => square.rotate(),
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
