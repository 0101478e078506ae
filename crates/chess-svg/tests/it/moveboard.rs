//! Attacks of a piece on a board.

use chess_svg::{Board, Moveboard, Piece, PieceType, Setup, Square};
use chess_types::{Bitboard, Direction, bitboard};

fn board(fen: &str) -> Board {
    Setup::from_fen(fen).unwrap().board
}

/// The four sets of a moveboard: attacked, enemy pieces, own pieces, cut off.
fn sets(piece: Piece, square: Square, board: &Board) -> [Bitboard; 4] {
    let Moveboard { attacked, enemy_pieces, own_pieces, cut_off, .. } = Moveboard::new(piece, square, board);
    [attacked, enemy_pieces, own_pieces, cut_off]
}

/// The same by walking from square to square.
fn walked(piece: Piece, square: Square, board: &Board) -> [Bitboard; 4] {
    let mut sets = [Bitboard::EMPTY; 4];
    for steps in walks(piece, square) {
        let mut is_stopped = false;
        for square in steps {
            let set = match board.color_at(square) {
                _ if is_stopped => 3,
                None => 0,
                Some(color) if color == piece.color() => 2,
                Some(_) => 1,
            };
            sets[set] = sets[set].with(square);
            is_stopped |= board.color_at(square).is_some();
        }
    }
    sets
}

/// The squares that a piece passes on an empty board, a list for each of its directions.
fn walks(piece: Piece, square: Square) -> Vec<Vec<Square>> {
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
                let mut board = board(fen);
                board.put(piece, square);
                assert_eq!(
                    sets(piece, square, &board),
                    walked(piece, square, &board),
                    "{piece}@{square} on {fen}"
                );
            }
        }
    }
}

#[test]
fn rook_among_blockers() {
    let moveboard = Moveboard::new(Piece::WhiteRook, Square::D4, &board("3r4/8/3p4/8/1n1R2P1/8/3P4/8 w - -"));
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
