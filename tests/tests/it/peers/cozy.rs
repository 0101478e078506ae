use chess_board::{CastlingStyle, EnPassantStyle, Position};
use chess_movegen::PositionExt;
use chess_types::{Move, PieceType};
use cozy_chess::{Board, GameStatus, Move as Theirs, Piece};

use super::shakmaty::{Triple, sorted, triple};

fn theirs(mv: Theirs) -> Triple {
    let promotion = match mv.promotion {
        None => 0,
        Some(Piece::Knight) => PieceType::Knight as u8,
        Some(Piece::Bishop) => PieceType::Bishop as u8,
        Some(Piece::Rook) => PieceType::Rook as u8,
        Some(_) => PieceType::Queen as u8,
    };
    (mv.from as u8, mv.to as u8, promotion)
}

/// The only FEN that the peer reads and writes without loss.
fn fen(position: &Position) -> String {
    position.fen(CastlingStyle::Shredder, EnPassantStyle::Always).to_string()
}

/// Lets the peer read our FEN.
pub(crate) fn read(position: &Position) -> Option<Board> {
    Board::from_fen(&fen(position), true).ok()
}

/// The peer's position after our move.
pub(crate) fn after(board: &Board, mv: Move) -> Board {
    let wanted = triple(mv);
    let mut child = board.clone();
    board.generate_moves(|moves| {
        let found = moves.into_iter().find(|&mv| theirs(mv) == wanted);
        if let Some(mv) = found {
            child.play_unchecked(mv);
        }
        found.is_some()
    });
    child
}

/// Compares all functions that both libraries have.
pub(crate) fn compare(position: &Position, board: &Board) {
    let mut moves = Vec::new();
    board.generate_moves(|piece_moves| {
        moves.extend(piece_moves);
        false
    });
    let ours = position.legal_moves();
    assert_eq!(sorted(ours.iter().copied(), triple), sorted(moves, theirs), "{position}");

    let us = position.side_to_move();
    let own = position.by_color(us);
    assert_eq!(position.checkers().0, board.checkers().0, "{position}");
    // It also counts an opponent's piece that is alone between the king and a slider.
    assert_eq!(position.pinned(us).0, board.pinned().0 & own.0, "{position}");
    assert_eq!(fen(position), format!("{board:#}"));

    let status = match (ours.is_empty(), position.is_in_check()) {
        (true, true) => GameStatus::Won,
        (true, false) => GameStatus::Drawn,
        (false, _) if position.is_fifty_move_draw() => GameStatus::Drawn,
        (false, _) => GameStatus::Ongoing,
    };
    assert_eq!(status, board.status(), "{position}");
}
