use chess_board::{CastlingStyle, Position};
use cozy_chess::Board;

/// The Chess960 start position of this number; both our numbering and the peer's are Scharnagl's.
pub(crate) fn chess960(number: usize) -> Position {
    double_chess960(number, number)
}

/// The start position in which White and Black have Chess960 arrangements of their own.
pub(crate) fn double_chess960(white: usize, black: usize) -> Position {
    let position = Position::double_chess960(white as u16, black as u16).expect("numbers below 960");
    let board = Board::double_chess960_startpos(white as u32, black as u32);
    assert_eq!(position.fen().castling(CastlingStyle::Shredder).to_string(), format!("{board:#}"));
    position
}
