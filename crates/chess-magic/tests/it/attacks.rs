use chess_magic::{
    attacks, between, bishop_attacks, king_attacks, knight_attacks, line, pawn_attacks, pawn_attacks_setwise,
    queen_attacks, ray, rook_attacks,
};
use chess_testkit::sample_under_miri;
use chess_types::{Bitboard, Color, Direction, File, PieceType, Square};

use crate::{coordinates, random_words, squares};

#[test]
fn every_piece_type_has_its_own_lookup() {
    let occupancy = Bitboard(0x00ff_4200_1824_ff00);
    for color in Color::ALL {
        for square in Square::ALL {
            let lookup = |piece_type| attacks(piece_type, color, square, occupancy);
            assert_eq!(lookup(PieceType::Pawn), pawn_attacks(color, square));
            assert_eq!(lookup(PieceType::Knight), knight_attacks(square));
            assert_eq!(lookup(PieceType::Bishop), bishop_attacks(square, occupancy));
            assert_eq!(lookup(PieceType::Rook), rook_attacks(square, occupancy));
            assert_eq!(lookup(PieceType::Queen), queen_attacks(square, occupancy));
            assert_eq!(lookup(PieceType::King), king_attacks(square));
        }
    }
}

fn distances(a: Square, b: Square) -> (i32, i32) {
    let ((a_file, a_rank), (b_file, b_rank)) = (coordinates(a), coordinates(b));
    ((a_file - b_file).abs(), (a_rank - b_rank).abs())
}

/// Eight shifts, each without the files from which it would reach the other edge of the board.
fn knight_shifts(from: Bitboard) -> Bitboard {
    let without = |files: &[File]| files.iter().fold(from, |set, file| set & !file.bitboard()).0;
    let [not_h, not_gh] = [without(&[File::H]), without(&[File::G, File::H])];
    let [not_a, not_ab] = [without(&[File::A]), without(&[File::A, File::B])];
    let east = not_h << 17 | not_gh << 10 | not_gh >> 6 | not_h >> 15;
    let west = not_a >> 17 | not_ab >> 10 | not_ab << 6 | not_a << 15;
    Bitboard(east | west)
}

#[test]
fn a_knight_goes_two_and_one() {
    for from in Square::ALL {
        let expected = squares(|to| matches!(distances(from, to), (1, 2) | (2, 1)));
        assert_eq!(knight_attacks(from), expected, "{from}");
        assert_eq!(knight_shifts(from.bitboard()), expected, "{from}");
    }
}

#[test]
fn a_king_goes_to_its_neighbours() {
    for from in Square::ALL {
        let neighbours = squares(|to| matches!(distances(from, to), (0, 1) | (1, 0 | 1)));
        assert_eq!(king_attacks(from), neighbours, "{from}");
    }
}

#[test]
fn lookups_can_be_constants() {
    const CORNER: Bitboard = knight_attacks(Square::A1).union(king_attacks(Square::A1));
    assert_eq!(CORNER.count(), 5);
}

/// Ranks are counted up for White and down for Black.
fn forward(color: Color) -> i32 {
    match color {
        Color::White => 1,
        Color::Black => -1,
    }
}

#[test]
fn a_pawn_hits_diagonally_forward() {
    for color in Color::ALL {
        for from in Square::ALL {
            let (file, rank) = coordinates(from);
            let hit = squares(|to| {
                let (to_file, to_rank) = coordinates(to);
                (to_file - file).abs() == 1 && to_rank - rank == forward(color)
            });
            assert_eq!(pawn_attacks(color, from), hit, "{color} {from}");
        }
    }
}

#[test]
fn pawns_hit_what_each_of_them_hits() {
    for pawns in sample_under_miri(random_words().take(1000), 100).map(Bitboard) {
        for color in Color::ALL {
            let hit = pawns.into_iter().fold(Bitboard::EMPTY, |hit, pawn| hit | pawn_attacks(color, pawn));
            assert_eq!(pawn_attacks_setwise(color, pawns), hit);
        }
    }
}

/// One step from `a` towards `b`, if they are two squares of one rank, file or diagonal.
fn step(a: Square, b: Square) -> Option<(i32, i32)> {
    let ((a_file, a_rank), (b_file, b_rank)) = (coordinates(a), coordinates(b));
    let (files, ranks) = (b_file - a_file, b_rank - a_rank);
    let is_line = files == 0 || ranks == 0 || files.abs() == ranks.abs();
    (a != b && is_line).then_some((files.signum(), ranks.signum()))
}

#[test]
fn between_excludes_both_ends() {
    for a in Square::ALL {
        for b in Square::ALL {
            // Strictly between are the squares from which a and b lie in opposite directions, with a on b's line.
            let expected = match step(a, b) {
                Some((files, ranks)) => {
                    squares(|c| step(c, b) == Some((files, ranks)) && step(c, a) == Some((-files, -ranks)))
                }
                None => Bitboard::EMPTY,
            };
            assert_eq!(between(a, b), expected, "{a} {b}");
        }
    }
}

#[test]
fn a_line_goes_from_edge_to_edge() {
    for a in Square::ALL {
        for b in Square::ALL {
            let expected = match step(a, b) {
                Some((files, ranks)) => squares(|c| {
                    c == a
                        || matches!(step(a, c), Some(way) if way == (files, ranks) || way == (-files, -ranks))
                }),
                None => Bitboard::EMPTY,
            };
            assert_eq!(line(a, b), expected, "{a} {b}");
        }
    }
}

/// In coordinates: a and b differ and share a rank, a file or a diagonal, and c shares the same one.
#[test]
fn three_squares_are_on_a_line_if_they_share_one() {
    for a in Square::ALL {
        for b in Square::ALL {
            for c in Square::ALL {
                let lines = |square| {
                    let (file, rank) = coordinates(square);
                    [file, rank, file + rank, file - rank]
                };
                let share = (0..4).any(|i| lines(a)[i] == lines(b)[i] && lines(b)[i] == lines(c)[i]);
                assert_eq!(line(a, b).contains(c), a != b && share, "{a} {b} {c}");
            }
        }
    }
}

#[test]
fn a_ray_leaves_its_origin_out() {
    for from in Square::ALL {
        for direction in Direction::ALL {
            let (files, ranks) = direction.deltas();
            let expected = squares(|to| step(from, to) == Some((files.into(), ranks.into())));
            assert_eq!(ray(from, direction), expected, "{from} {direction:?}");
        }
    }
}
