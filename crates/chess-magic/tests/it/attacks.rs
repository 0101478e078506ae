use chess_magic::{
    attacks, bishop_attacks, hits, king_attacks, knight_attacks, pawn_attacks, pawn_attacks_setwise,
    queen_attacks, rook_attacks,
};
use chess_types::{Bitboard, Color, PieceType, Square};

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

#[test]
fn a_piece_hits_what_it_attacks() {
    for occupancy in [0, 0x00ff_4200_1824_ff00, 0x8100_0240_0018_0081, !0].map(Bitboard) {
        for color in Color::ALL {
            for piece_type in PieceType::ALL {
                for from in Square::ALL {
                    let attacked = attacks(piece_type, color, from, occupancy);
                    let hit = |to: &Square| hits(piece_type, color, from, *to, occupancy);
                    assert_eq!(Square::ALL.into_iter().filter(hit).collect::<Bitboard>(), attacked);
                }
            }
        }
    }
}

fn distances(a: Square, b: Square) -> (i32, i32) {
    let ((a_file, a_rank), (b_file, b_rank)) = (coordinates(a), coordinates(b));
    ((a_file - b_file).abs(), (a_rank - b_rank).abs())
}

#[test]
fn a_knight_goes_two_and_one() {
    for from in Square::ALL {
        assert_eq!(
            knight_attacks(from),
            squares(|to| matches!(distances(from, to), (1, 2) | (2, 1))),
            "{from}"
        );
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
    for pawns in random_words().take(1000).map(Bitboard) {
        for color in Color::ALL {
            let hit = pawns.into_iter().fold(Bitboard::EMPTY, |hit, pawn| hit | pawn_attacks(color, pawn));
            assert_eq!(pawn_attacks_setwise(color, pawns), hit);
        }
    }
}
