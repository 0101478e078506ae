//! Boards and lines of play as text.

use chess_board::Position;
use chess_notation::San;
use chess_svg::{Highlight, Mark};
use chess_types::{Bitboard, Color, Move};

use crate::cmd::show::is_colored;
use crate::cmd::show::scene::Scene;
use crate::cmd::show::text::{Drawing, Style};

/// The board of a position, the squares of its last move and the targets of a piece marked. The size counts from 1.
pub(crate) fn board(
    position: &Position,
    last_move: Option<Move>,
    targets: Bitboard,
    below: Color,
    ascii: bool,
    size: u8,
) -> String {
    let mut scene = Scene::new(position.to_setup(), Ok(*position), None, last_move.map(Move::uci), below);
    let taken = targets & scene.board.occupied();
    for (mark, squares) in [(Mark::Attacked, targets - taken), (Mark::EnemyPiece, taken)] {
        if !squares.is_empty() {
            scene.highlights.push(Highlight::new(mark, "target", squares));
        }
    }
    Drawing::new(&scene, Style { ascii, color: is_colored(), size }).board().join("\n") + "\n"
}

/// Returns the moves of a line from `position` in SAN. Each is legal after the one before.
pub(crate) fn line_in_san(position: &Position, moves: &[Move]) -> Vec<String> {
    let mut position = *position;
    let spell = |&mv: &Move| {
        let san = San::new(&position, mv).to_string();
        position.play_unchecked(mv);
        san
    };
    moves.iter().map(spell).collect()
}
