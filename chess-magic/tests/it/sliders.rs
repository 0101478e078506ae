use chess_magic::{bishop_attacks, rook_attacks};
use chess_slider::{Slider, TABLE_LEN};
use chess_types::{Bitboard, Square};

/// Every subset of every mask, which is every entry of the table: 107,648.
#[test]
fn every_table_entry_is_the_ray_walk() {
    let mut pairs = 0;
    for (slider, lookup) in
        [(Slider::Rook, rook_attacks as fn(Square, Bitboard) -> Bitboard), (Slider::Bishop, bishop_attacks)]
    {
        for square in Square::ALL {
            for occupancy in slider.mask(square).subsets() {
                assert_eq!(
                    lookup(square, occupancy),
                    slider.attacks(square, occupancy),
                    "{slider} {square} {occupancy:?}"
                );
                pairs += 1;
            }
        }
    }
    assert_eq!(pairs, 107_648);
    assert_eq!(pairs, TABLE_LEN);
}
