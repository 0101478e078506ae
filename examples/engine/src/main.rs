//! An alpha-beta search with an accumulator: the evaluation follows each move by the pieces that the move takes off the board
//! and puts on it, as the first layer of a neural network does.
//!
//! `example-engine [FEN [DEPTH]]` prints the best line of each depth.

use std::process::ExitCode;

use chess_movegen::{
    Changes, Color, KeyHistory, Move, Node, Piece, PieceType, Position, PositionExt, ScoredMove,
    ScoredMoveList, Selection, Square, see_value,
};

const MATE: i32 = 30_000;
const DRAW: i32 = 0;

struct Search {
    /// The positions before the current one: of the game first, then of the searched line.
    history: KeyHistory,
    nodes: u64,
}

impl Search {
    /// Returns the score of `position` for the side to move, in hundredths of a pawn, and fills `line` with the best moves.
    fn alpha_beta(
        &mut self,
        place: &Place,
        depth: u32,
        mut alpha: i32,
        beta: i32,
        line: &mut Vec<Move>,
    ) -> i32 {
        let Place { position, accumulator, ply } = place;
        let node = Node::new(position);
        line.clear();
        self.nodes += 1;
        debug_assert_eq!(*accumulator, Accumulator::new(position), "{position}");
        if *ply > 0 && (position.is_fifty_move_draw() || self.history.repetitions(position) > 0) {
            return DRAW;
        }
        let is_quiescent = depth == 0 && !node.is_in_check();
        if is_quiescent {
            let standing_pat = accumulator.score(position.side_to_move());
            if standing_pat >= beta {
                return standing_pat;
            }
            alpha = alpha.max(standing_pat);
        }

        let selection = if is_quiescent { Selection::NOISY } else { Selection::ALL };
        let mut moves = ScoredMoveList::new();
        node.for_each_move(selection, |piece_type, mv| {
            // The most valuable victim first, taken by the least valuable piece.
            let victim =
                position.captured(mv).map_or(0, |victim| 16 * see_value(victim) - see_value(piece_type));
            moves.push(ScoredMove { mv, score: victim });
        });
        if moves.is_empty() && !node.has_legal_move() {
            return if node.is_in_check() { ply - MATE } else { DRAW };
        }

        let mut child_line = Vec::new();
        self.history.push(position);
        for scored in moves.best_first() {
            let child = place.child(scored.mv);
            let score = -self.alpha_beta(&child, depth.saturating_sub(1), -beta, -alpha, &mut child_line);
            if score > alpha {
                alpha = score;
                line.clear();
                line.push(scored.mv);
                line.extend(&child_line);
            }
            if alpha >= beta {
                break;
            }
        }
        self.history.pop();
        alpha
    }
}

/// A position of the tree with its accumulator.
struct Place {
    position: Position,
    accumulator: Accumulator,
    /// Moves from the root.
    ply: i32,
}

impl Place {
    fn root(position: Position) -> Self {
        Self { position, accumulator: Accumulator::new(&position), ply: 0 }
    }

    fn child(&self, mv: Move) -> Self {
        // The changes are known before the move is made: an engine can store them until it evaluates.
        let changes = self.position.changes(mv);
        Self {
            position: self.position.after(mv),
            accumulator: self.accumulator.after(&changes),
            ply: self.ply + 1,
        }
    }
}

/// Searches one ply deeper each time, and returns the score and the line of the last depth.
fn search(
    position: Position,
    depth: u32,
    mut report: impl FnMut(u32, i32, u64, &[Move]),
) -> (i32, Vec<Move>) {
    let mut search = Search { history: KeyHistory::new(), nodes: 0 };
    let (mut score, mut line) = (DRAW, Vec::new());
    for depth in 1..=depth {
        score = search.alpha_beta(&Place::root(position), depth, -MATE, MATE, &mut line);
        report(depth, score, search.nodes, &line);
    }
    (score, line)
}

#[allow(clippy::print_stdout, clippy::print_stderr, reason = "a program whose output is for people")]
fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let position = match arguments.next().as_deref().map(Position::from_fen) {
        None => Position::START,
        Some(Ok(position)) => position,
        Some(Err(error)) => {
            eprintln!("error: {error}");
            return ExitCode::from(2);
        }
    };
    let depth = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(5);
    search(position, depth, |depth, score, nodes, line| {
        let line: Vec<_> = line.iter().map(Move::to_string).collect();
        println!("depth {depth} score {score} nodes {nodes} line {}", line.join(" "));
    });
    ExitCode::SUCCESS
}

/// The material and the places of the pieces as one sum from White's view, in hundredths of a pawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Accumulator(i32);

impl Accumulator {
    /// Adds up all pieces, for the start of a game. It is the oracle of [`after`](Self::after).
    fn new(position: &Position) -> Self {
        Self(position.board().placements().map(|(piece, square)| weight(piece, square)).sum())
    }

    /// Returns the accumulator of the position after a move.
    fn after(self, changes: &Changes) -> Self {
        let sum = |pieces: &[(Piece, Square)]| {
            pieces.iter().map(|&(piece, square)| weight(piece, square)).sum::<i32>()
        };
        Self(self.0 + sum(changes.added()) - sum(changes.removed()))
    }

    /// The sum from the view of one side.
    fn score(self, side: Color) -> i32 {
        match side {
            Color::White => self.0,
            Color::Black => -self.0,
        }
    }
}

/// The value of a piece on a square from White's view: its material, more near the centre, and for pawns more with each rank.
fn weight(piece: Piece, square: Square) -> i32 {
    let (color, piece_type) = (piece.color(), piece.piece_type());
    let square = square.relative_to(color);
    let (file, rank) = (square as i32 % 8, square as i32 / 8);
    let from_centre = (2 * file - 7).abs().max((2 * rank - 7).abs());
    let value = match piece_type {
        PieceType::Pawn => 100 + 4 * rank,
        PieceType::Knight => 320 - 6 * from_centre,
        PieceType::Bishop => 330 - 3 * from_centre,
        PieceType::Rook => 500,
        PieceType::Queen => 950 - from_centre,
        PieceType::King => -10 * rank,
    };
    if color == Color::White { value } else { -value }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn best(fen: &str, depth: u32) -> (i32, String) {
        let (score, line) = search(Position::from_fen(fen).unwrap(), depth, |_, _, _, _| {});
        (score, line.iter().map(Move::to_string).collect::<Vec<_>>().join(" "))
    }

    /// Every node asserts that its accumulator is the one computed anew.
    #[test]
    fn the_accumulator_follows_castling_en_passant_and_promotions() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        ] {
            best(fen, 3);
        }
    }

    #[test]
    fn mate_in_two() {
        let (score, line) = best("6k1/pp4p1/2p5/2bp4/8/P5Pb/1P3rrP/2BRRN1K b - - 0 1", 4);
        assert_eq!(score, MATE - 3);
        assert!(line.starts_with("g2g1 "), "{line}");
    }

    #[test]
    fn stalemate_is_avoided_by_the_side_that_is_ahead() {
        let (score, line) = best("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", 3);
        assert!(score > 0 && line != "f1f7", "{score} {line}");
    }
}
