use chess_board::Board;
use chess_magic::attacks;
use chess_types::Bitboard;

use super::attacker::Attacker;

/// What a piece attacks, apart from checks and pins. No square is in two of the sets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Moveboard {
    /// The empty squares it attacks.
    pub(super) attacked: Bitboard,
    /// The pieces of the other side it attacks. They stop the rays of a slider.
    pub(super) enemy_pieces: Bitboard,
    /// The pieces of its own side it attacks. They stop the rays of a slider, too.
    pub(super) own_pieces: Bitboard,
    /// What a slider would attack if nothing stopped it.
    pub(super) cut_off: Bitboard,
}

impl Moveboard {
    pub(super) fn new(Attacker { piece, square }: Attacker, board: &Board) -> Self {
        let (piece_type, color) = (piece.piece_type(), piece.color());
        let hit = attacks(piece_type, color, square, board.occupied());
        let rays = attacks(piece_type, color, square, Bitboard::EMPTY);
        Self {
            attacked: hit - board.occupied(),
            enemy_pieces: hit & board.by_color(!color),
            own_pieces: hit & board.by_color(color),
            cut_off: rays - hit,
        }
    }
}

#[cfg(test)]
mod tests {
    use chess_types::{Direction, Piece, PieceType, Square, bitboard};

    use super::*;

    fn board(fen: &str) -> Board {
        chess_board::Setup::from_fen(fen).unwrap().board
    }

    /// The same by walking from square to square.
    fn walked(attacker: Attacker, board: &Board) -> Moveboard {
        let mut moveboard = Moveboard {
            attacked: Bitboard::EMPTY,
            enemy_pieces: Bitboard::EMPTY,
            own_pieces: Bitboard::EMPTY,
            cut_off: Bitboard::EMPTY,
        };
        for steps in walks(attacker) {
            let mut is_stopped = false;
            for square in steps {
                let set = match board.color_at(square) {
                    _ if is_stopped => &mut moveboard.cut_off,
                    None => &mut moveboard.attacked,
                    Some(color) if color == attacker.piece.color() => &mut moveboard.own_pieces,
                    Some(_) => &mut moveboard.enemy_pieces,
                };
                *set = set.with(square);
                is_stopped |= board.color_at(square).is_some();
            }
        }
        moveboard
    }

    /// The squares a piece comes by on an empty board, a list for each of its directions.
    fn walks(Attacker { piece, square }: Attacker) -> Vec<Vec<Square>> {
        let leaps = |leaps: &[(i8, i8)]| {
            leaps.iter().map(|&(files, ranks)| square.offset(files, ranks).into_iter().collect()).collect()
        };
        let rays = |is_mine: fn(&Direction) -> bool| {
            let ray = |direction| std::iter::successors(square.step(direction), move |to| to.step(direction));
            Direction::ALL.into_iter().filter(is_mine).map(|direction| ray(direction).collect()).collect()
        };
        match piece {
            Piece::WhitePawn => leaps(&[(-1, 1), (1, 1)]),
            Piece::BlackPawn => leaps(&[(-1, -1), (1, -1)]),
            _ => match piece.piece_type() {
                PieceType::Bishop => rays(|direction| direction.is_diagonal()),
                PieceType::Rook => rays(|direction| !direction.is_diagonal()),
                PieceType::Queen => rays(|_| true),
                PieceType::King => leaps(&Direction::ALL.map(Direction::deltas)),
                _ => leaps(&[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]),
            },
        }
    }

    #[test]
    fn all_pieces_on_all_squares() {
        for fen in [
            "8/8/8/8/8/8/8/8 w - -",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "PpPpPpPp/pPpPpPpP/PpPpPpPp/pPpPpPpP/PpPpPpPp/pPpPpPpP/PpPpPpPp/pPpPpPpP w - -",
        ] {
            for piece in Piece::ALL {
                for square in Square::ALL {
                    let attacker = Attacker { piece, square };
                    let mut board = board(fen);
                    board.put(piece, square);
                    assert_eq!(
                        Moveboard::new(attacker, &board),
                        walked(attacker, &board),
                        "{attacker} on {fen}"
                    );
                }
            }
        }
    }

    #[test]
    fn rook_among_blockers() {
        let attacker = Attacker { piece: Piece::WhiteRook, square: Square::D4 };
        let moveboard = Moveboard::new(attacker, &board("3r4/8/3p4/8/1n1R2P1/8/3P4/8 w - -"));
        assert_eq!(
            moveboard.attacked,
            bitboard! {
                . . . . . . . .
                . . . . . . . .
                . . . . . . . .
                . . . X . . . .
                . . X . X X . .
                . . . X . . . .
                . . . . . . . .
                . . . . . . . .
            }
        );
        assert_eq!(moveboard.enemy_pieces, Square::D6 | Square::B4);
        assert_eq!(moveboard.own_pieces, Square::G4 | Square::D2);
        assert_eq!(moveboard.cut_off, Square::D7 | Square::D8 | Square::A4 | Square::H4 | Square::D1);
    }
}
