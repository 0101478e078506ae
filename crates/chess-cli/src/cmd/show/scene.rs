use chess_board::{Board, InvalidSetup, Position, Setup};
use chess_types::{Bitboard, Color, File, Rank, Square, UciMove};

use super::attacker::{Attacker, name};
use super::moveboard::Moveboard;

/// What is shown, whether as text or as a picture.
pub(super) struct Scene {
    /// The pieces, that of the moveboard among them.
    pub(super) board: Board,
    /// Whose side is below.
    pub(super) below: Color,
    /// What is marked, with no set empty.
    pub(super) highlights: Vec<Highlight>,
    /// What the FEN says.
    pub(super) setup: Setup,
    /// What the FEN says if it is a position, and why if it is none.
    pub(super) position: Result<Position, InvalidSetup>,
    pub(super) attacker: Option<Attacker>,
    pub(super) last_move: Option<UciMove>,
}

/// Squares that are marked alike.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Highlight {
    pub(super) mark: Mark,
    /// What the mark means.
    pub(super) label: &'static str,
    pub(super) squares: Bitboard,
}

/// What a square is marked as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mark {
    LastMove,
    Check,
    /// The piece of a moveboard; the marks below are those of its [`Moveboard`].
    Attacker,
    Attacked,
    EnemyPiece,
    OwnPiece,
    CutOff,
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
                highlights.extend(moveboard_highlights(attacker, &board));
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

    /// Column and row of a square: what [`Self::square`] gives it for.
    pub(super) fn place(&self, square: Square) -> (usize, usize) {
        let seen = self.seen(square);
        (seen.file().index(), seen.rank().flip().index())
    }

    /// The FEN; of a position, with no more of an en passant square than matters.
    pub(super) fn fen(&self) -> String {
        match &self.position {
            Ok(position) => position.to_string(),
            Err(_) => self.setup.to_string(),
        }
    }

    pub(super) fn side_to_move(&self) -> &'static str {
        match self.setup.side_to_move {
            Color::White => "White",
            Color::Black => "Black",
        }
    }

    pub(super) fn has(&self, mark: Mark) -> bool {
        self.highlights.iter().any(|highlight| highlight.mark == mark)
    }

    fn seen(&self, square: Square) -> Square {
        match self.below {
            Color::White => square,
            Color::Black => square.rotate(),
        }
    }
}

impl Highlight {
    fn new(mark: Mark, label: &'static str, squares: Bitboard) -> Self {
        Self { mark, label, squares }
    }
}

/// The names of squares; `-` if there are none.
pub(super) fn names(squares: Bitboard) -> String {
    if squares.is_empty() {
        return "-".to_owned();
    }
    squares.into_iter().map(|square| square.to_string()).collect::<Vec<_>>().join(" ")
}

fn moveboard_highlights(attacker: Attacker, board: &Board) -> [Highlight; 5] {
    let Attacker { piece, square } = attacker;
    let Moveboard { attacked, enemy_pieces, own_pieces, cut_off } = Moveboard::new(attacker, board);
    let (enemy, own) = if piece.piece_type().is_slider() {
        ("enemy blocker", "own blocker")
    } else {
        ("enemy piece", "own piece")
    };
    [
        Highlight::new(Mark::Attacker, name(piece.piece_type()), square.bitboard()),
        Highlight::new(Mark::Attacked, "attacked", attacked),
        Highlight::new(Mark::EnemyPiece, enemy, enemy_pieces),
        Highlight::new(Mark::OwnPiece, own, own_pieces),
        Highlight::new(Mark::CutOff, "cut off", cut_off),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_of_squares() {
        let scene = |below| Scene::new(Setup::EMPTY, Position::from_setup(&Setup::EMPTY), None, None, below);
        let (white, black) = (scene(Color::White), scene(Color::Black));
        assert_eq!((white.place(Square::A8), white.place(Square::C1)), ((0, 0), (2, 7)));
        assert_eq!((black.place(Square::H1), black.place(Square::C1)), ((0, 0), (5, 0)));
        for scene in [white, black] {
            for square in Square::ALL {
                let (column, row) = scene.place(square);
                assert_eq!(scene.square(column, row), square);
            }
        }
    }
}
