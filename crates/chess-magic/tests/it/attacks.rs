use chess_magic::{
    attacks, bishop_attacks, hits, king_attacks, knight_attacks, pawn_attacks, queen_attacks, rook_attacks,
};
use chess_types::{Bitboard, Color, PieceType, Square};

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
