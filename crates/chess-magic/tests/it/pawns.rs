use chess_magic::{pawn_attacks, pawn_attacks_setwise, pawn_double_pushes, pawn_pushes};
use chess_types::{Bitboard, Color, Square};

use crate::{coordinates, random_words, squares};

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
    for pawns in random_words().take(1000).map(Bitboard) {
        for color in Color::ALL {
            let hit = pawns.into_iter().fold(Bitboard::EMPTY, |hit, pawn| hit | pawn_attacks(color, pawn));
            assert_eq!(pawn_attacks_setwise(color, pawns), hit);
        }
    }
}

#[test]
fn pawns_are_pushed_to_empty_squares() {
    for (pawns, empty) in random_words().zip(random_words().skip(1)).take(1000) {
        let (pawns, empty) = (Bitboard(pawns), Bitboard(empty));
        for color in Color::ALL {
            let mut single = Bitboard::EMPTY;
            let mut double = Bitboard::EMPTY;
            for pawn in pawns {
                let (file, rank) = coordinates(pawn);
                let ahead = |steps| squares(|to| coordinates(to) == (file, rank + steps * forward(color)));
                single |= ahead(1) & empty;
                let has_not_moved = rank == if color == Color::White { 1 } else { 6 };
                if has_not_moved && ahead(1).intersects(empty) {
                    double |= ahead(2) & empty;
                }
            }
            assert_eq!(pawn_pushes(color, pawns, empty), single);
            assert_eq!(pawn_double_pushes(color, pawns, empty), double);
        }
    }
}
