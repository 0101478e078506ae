use chess_magic::{aligned, between, line, ray};
use chess_types::{Bitboard, Direction, Square};

use crate::{coordinates, squares};

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
fn three_squares_are_aligned_if_they_share_a_line() {
    for a in Square::ALL {
        for b in Square::ALL {
            for c in Square::ALL {
                let lines = |square| {
                    let (file, rank) = coordinates(square);
                    [file, rank, file + rank, file - rank]
                };
                let share = (0..4).any(|i| lines(a)[i] == lines(b)[i] && lines(b)[i] == lines(c)[i]);
                assert_eq!(aligned(a, b, c), a != b && share, "{a} {b} {c}");
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
