//! The commands that look at a position: `d`, `eval` and `perft`, in the form that Stockfish made common.

use std::fmt::Write;
use std::io;

use chess_board::Position;
use chess_movegen_perft::perft;
use chess_search::evaluate::evaluate;
use chess_types::{Color, File, Piece, Rank, Square, UciMove};

use crate::io::output::Output;
use crate::io::record::sorted_legal_moves;

/// The board, the FEN, the key and the checkers.
pub(super) fn board(position: &Position) -> String {
    const RULE: &str = " +---+---+---+---+---+---+---+---+\n";
    let mut text = String::from(RULE);
    for rank in Rank::ALL.into_iter().rev() {
        for file in File::ALL {
            let piece = position.piece_at(Square::new(file, rank));
            let _ = write!(text, " | {}", piece.map_or(' ', Piece::letter));
        }
        let _ = write!(text, " | {}\n{RULE}", rank.digit());
    }
    text.push_str("   a   b   c   d   e   f   g   h\n\n");
    let _ = write!(text, "Fen: {position}\nKey: {:016X}\nCheckers:", position.key());
    for square in position.checkers() {
        let _ = write!(text, " {square}");
    }
    text
}

/// The static evaluation, in pawns for White and in hundredths for the side to move.
pub(super) fn evaluation(position: &Position) -> String {
    let score = evaluate(position);
    let for_white = if position.side_to_move() == Color::White { score } else { -score };
    let note = if position.is_in_check() { " (in check, where a search does not use it)" } else { "" };
    format!(
        "Static evaluation: {:+.2} pawns for White, {score} cp for the side to move{note}",
        f64::from(for_white) / 100.0
    )
}

/// Prints the leaves below each legal move, and their sum.
pub(super) fn divide(position: &Position, depth: u32, chess960: bool, output: &mut Output) -> io::Result<()> {
    let mut total: u64 = u64::from(depth == 0);
    if let Some(below) = depth.checked_sub(1) {
        for mv in sorted_legal_moves(position) {
            let leaves = perft(&position.after(mv), below);
            total = total.saturating_add(leaves);
            let uci: UciMove = if chess960 { mv.uci960() } else { mv.uci() };
            output.line(format_args!("{uci}: {leaves}"))?;
            if output.is_closed() {
                return Ok(());
            }
        }
    }
    output.line(format_args!("\nNodes searched: {total}\n"))
}
