use chess_magic::{
    attacks, bishop_attacks, king_attacks, knight_attacks, pawn_attacks, queen_attacks, rook_attacks,
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
