//! Attacks and pins, compared with a walk from square to square, and the material of a position.

use chess_board::{Board, Position};
use chess_testkit::{Random, any_board, scattered};
use chess_types::{Bitboard, Color, Direction, Piece, PieceType, Square};

/// Tests whether `piece` on `from` attacks `to` when only `occupancy` blocks the way.
fn attacks(piece: Piece, from: Square, to: Square, occupancy: Bitboard) -> bool {
    let files = to.file().index() as i32 - from.file().index() as i32;
    let ranks = to.rank().index() as i32 - from.rank().index() as i32;
    let forward = if piece.color() == Color::White { 1 } else { -1 };
    let slides = |directions: &[Direction]| {
        directions.iter().any(|&direction| {
            let mut here = from;
            while let Some(next) = here.step(direction) {
                if next == to {
                    return true;
                }
                if occupancy.contains(next) {
                    return false;
                }
                here = next;
            }
            false
        })
    };
    match piece.piece_type() {
        PieceType::Pawn => files.abs() == 1 && ranks == forward,
        PieceType::Knight => files.abs().min(ranks.abs()) == 1 && files.abs().max(ranks.abs()) == 2,
        PieceType::King => files.abs().max(ranks.abs()) == 1,
        PieceType::Bishop => slides(&Direction::DIAGONAL),
        PieceType::Rook => slides(&Direction::ORTHOGONAL),
        PieceType::Queen => slides(&Direction::ALL),
    }
}

fn attackers_to(board: &Board, to: Square, occupancy: Bitboard) -> Bitboard {
    let is_attacker =
        |from: &Square| board.piece_at(*from).is_some_and(|piece| attacks(piece, *from, to, occupancy));
    Square::ALL.into_iter().filter(is_attacker).collect()
}

/// Returns the direction in which a walk from one square reaches another.
fn direction_to(from: Square, to: Square) -> Option<Direction> {
    let reaches = |direction: &Direction| {
        std::iter::successors(Some(from), |here| here.step(*direction)).skip(1).any(|here| here == to)
    };
    Direction::ALL.into_iter().find(reaches)
}

/// Returns the squares strictly between two squares of one line.
fn between(from: Square, to: Square) -> Bitboard {
    let Some(direction) = direction_to(from, to) else { return Bitboard::EMPTY };
    let next = |square: &Square| square.step(direction);
    std::iter::successors(next(&from), next).take_while(|&square| square != to).collect()
}

/// Returns the pieces of `color` that attack `square` only after `removed` is taken off the board.
fn unveiled(board: &Board, square: Square, removed: Square, color: Color) -> Bitboard {
    let occupied = board.occupied();
    let attackers = |occupancy| attackers_to(board, square, occupancy) & board.by_color(color);
    attackers(occupied - removed) - attackers(occupied)
}

#[test]
fn attackers_on_any_board_with_any_occupancy() {
    let mut random = Random::new(1);
    for _ in 0..4000 {
        let board = any_board(&mut random);
        for _ in 0..8 {
            let square = random.square();
            let noise = Bitboard(random.word() & random.word());
            for occupancy in [board.occupied(), board.occupied() ^ noise, noise, Bitboard::EMPTY] {
                let expected = attackers_to(&board, square, occupancy);
                assert_eq!(board.attackers_to(square, occupancy), expected, "{board:?} {square}");
            }
        }
    }
}

#[test]
fn attacked_squares_and_checkers_of_positions() {
    let mut random = Random::new(2);
    let mut checks = 0;
    for _ in 0..4000 {
        let position = scattered(&mut random);
        let occupied = position.occupied();
        for square in Square::ALL {
            let attackers = attackers_to(position.board(), square, occupied);
            assert_eq!(position.attackers_to(square, occupied), attackers, "{position} {square}");
            for color in Color::ALL {
                let expected = attackers.intersects(position.by_color(color));
                assert_eq!(position.is_attacked(square, color), expected, "{position} {square}");
            }
        }
        let us = position.side_to_move();
        let checkers = attackers_to(position.board(), position.king(us), occupied) & position.by_color(!us);
        assert_eq!(position.checkers(), checkers, "{position}");
        assert_eq!(position.is_in_check(), !checkers.is_empty(), "{position}");
        checks += u32::from(position.is_in_check());
    }
    assert!(checks > 500, "{checks}");
}

#[test]
fn blockers_are_pieces_whose_removal_unveils_a_slider() {
    let mut random = Random::new(3);
    for _ in 0..4000 {
        let board = any_board(&mut random);
        let square = random.square();
        for color in Color::ALL {
            let expected: Bitboard = (board.occupied() - square)
                .into_iter()
                .filter(|&blocker| {
                    let snipers = unveiled(&board, square, blocker, color);
                    snipers.into_iter().any(|sniper| between(sniper, square).contains(blocker))
                })
                .collect();
            assert_eq!(board.blockers(square, color), expected, "{board:?} {square} {color}");
        }
    }
}

#[test]
fn pinned_are_own_pieces_whose_removal_exposes_the_king() {
    let mut random = Random::new(4);
    let mut pins = 0;
    for _ in 0..6000 {
        let position = scattered(&mut random);
        let board = position.board();
        for color in Color::ALL {
            let king = position.king(color);
            let own = position.by_color(color) - king;
            let exposed = |piece| unveiled(board, king, piece, !color);
            let pinned: Bitboard = own.into_iter().filter(|&piece| !exposed(piece).is_empty()).collect();
            assert_eq!(position.pinned(color), pinned, "{position} {color}");
            pins += pinned.count();
        }
    }
    assert!(pins > 400, "{pins}");
}

#[test]
fn snipers_attack_from_afar_on_an_empty_board() {
    let mut random = Random::new(5);
    for _ in 0..200 {
        let board = any_board(&mut random);
        let square = random.square();
        let far = attackers_to(&board, square, Bitboard::EMPTY);
        for color in Color::ALL {
            let (diagonal, orthogonal) = (board.diagonal_sliders(color), board.orthogonal_sliders(color));
            let sees_along = |directions: &[Direction], sniper: Square| {
                direction_to(square, sniper).is_some_and(|direction| directions.contains(&direction))
            };
            let on_diagonals: Bitboard =
                diagonal.into_iter().filter(|&it| sees_along(&Direction::DIAGONAL, it)).collect();
            let on_lines: Bitboard =
                orthogonal.into_iter().filter(|&it| sees_along(&Direction::ORTHOGONAL, it)).collect();
            assert_eq!(board.snipers(square, color), far & (diagonal | orthogonal));
            assert_eq!(board.snipers(square, color), on_diagonals | on_lines);
        }
    }
}

/// For the game, for White and for Black.
#[test]
fn material_that_is_enough_for_mate_and_that_is_not() {
    for (rule, fens, expected) in [
        ("bare kings", "4k3/8/8/8/8/8/8/4K3", [true, true, true]),
        (
            "a minor piece",
            "4k3/8/8/8/8/8/8/4KN2 4k3/8/8/8/8/8/8/4KB2 3nk3/8/8/8/8/8/8/4K3",
            [true, true, true],
        ),
        (
            "bishops of one shade",
            "4k3/8/8/8/8/8/4B3/4KB2 2b1k3/8/8/8/8/8/8/4KB2 4kb2/8/8/8/8/8/8/2B1K3",
            [true, true, true],
        ),
        (
            "a heavy piece",
            "4k3/8/8/8/8/8/4P3/4K3 4k3/8/8/8/8/8/R7/4K3 4k3/8/8/8/8/8/Q7/4K3",
            [false, false, true],
        ),
        (
            "two minor pieces",
            "4k3/8/8/8/8/8/8/3NKN2 4k3/8/8/8/8/8/8/3NKB2 4k3/8/8/8/8/8/8/2B1KB2",
            [false, false, true],
        ),
        ("a pawn of Black", "4k3/p7/8/8/8/8/8/4K3", [false, true, false]),
        (
            "minor pieces on both sides",
            "2n1k3/8/8/8/8/8/8/4KN2 2b1k3/8/8/8/8/8/8/4KN2 4kb2/8/8/8/8/8/8/4KB2",
            [false; 3],
        ),
        // A knight mates only if another piece blocks the king, a bishop only with a piece that can go to the other colour.
        ("a knight", "2r1k3/8/8/8/8/8/8/4KN2 4k3/p7/8/8/8/8/8/4KN2", [false; 3]),
        ("a knight against queens", "2q1k3/8/8/8/8/8/8/4KN2 2qqk3/8/8/8/8/8/8/4KN2", [false, true, false]),
        ("a bishop", "4k3/p7/8/8/8/8/8/4KB2 1r2kb2/8/8/8/8/8/8/4KB2", [false; 3]),
        ("a bishop alone", "1q2k3/8/8/8/8/8/8/4KB2 1r2k3/8/8/8/8/8/8/4KB2", [false, true, false]),
    ] {
        for board in fens.split(' ') {
            let position: Position = format!("{board} w - - 0 1").parse().unwrap();
            let [white, black] = Color::ALL.map(|color| position.has_insufficient_material(color));
            assert_eq!([position.is_insufficient_material(), white, black], expected, "{rule}: {board}");
        }
    }
}

#[test]
fn the_clock_of_fifty_moves() {
    for (clock, fifty) in [(0, false), (99, false), (100, true), (150, true)] {
        let position: Position = format!("4k3/8/8/8/8/8/8/4K2R w - - {clock} 90").parse().unwrap();
        assert_eq!(position.is_fifty_move_draw(), fifty, "{clock}");
    }
}

#[test]
fn non_pawn_material_is_any_piece_besides_king_and_pawns() {
    for (fen, expected) in [
        ("4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1", [false, false]),
        ("4k3/8/8/8/8/8/8/N3K3 w - - 0 1", [true, false]),
        ("b3k3/8/8/8/8/8/8/Q3K3 w - - 0 1", [true, true]),
        ("r3k3/8/8/8/8/8/P7/4K3 w - - 0 1", [false, true]),
    ] {
        let position: Position = fen.parse().unwrap();
        assert_eq!(Color::ALL.map(|color| position.has_non_pawn_material(color)), expected, "{fen}");
    }
}
