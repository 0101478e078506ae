use chess_slider::{Magic, Pext, Slider, TABLE_LEN, pext};
use chess_types::{Bitboard, Square};

use crate::random_occupancies;

#[test]
fn each_subset_of_each_mask_has_an_entry() {
    let subsets = |slider: Slider| -> usize {
        Square::ALL.into_iter().map(|square| slider.mask(square).subsets().count()).sum()
    };
    assert_eq!(subsets(Slider::Rook), 102_400);
    assert_eq!(subsets(Slider::Bishop), 5_248);
    assert_eq!(Slider::Rook.table_len(), 102_400);
    assert_eq!(Slider::Bishop.table_len(), 5_248);
    assert_eq!(TABLE_LEN, 107_648);
}

#[test]
fn the_squares_entries_follow_each_other() {
    let mut end = 0;
    for slider in Slider::ALL {
        assert_eq!(slider.table_start(), end);
        for (magic, pext) in Magic::all(slider, &[0; 64]).into_iter().zip(Pext::all(slider)) {
            assert_eq!((magic.offset as usize, magic.entries()), (end, 1 << magic.mask.count()));
            assert_eq!((pext.offset as usize, pext.entries()), (end, 1 << magic.mask.count()));
            end += magic.entries();
        }
    }
    assert_eq!(end, TABLE_LEN);
}

#[test]
fn a_magic_is_mask_multiply_shift_add() {
    let magic = Magic { mask: Bitboard(0x7e), factor: 1 << 57, shift: 58, offset: 100 };
    // 0x7e << 57 keeps the lowest six bits of the occupancy behind a1; the shift leaves them.
    assert_eq!(magic.index(Bitboard(0x7e)), 100 + 0b11_1111);
    assert_eq!(magic.index(Bitboard(0b0101_0110)), 100 + 0b10_1011);
    assert_eq!(magic.index(Bitboard(!0x7e)), 100);
}

#[test]
fn no_factor_leads_out_of_the_squares_entries() {
    for slider in Slider::ALL {
        for factor in [0, 1, 0x8000_0000_0000_0000, u64::MAX, 0x0123_4567_89ab_cdef] {
            for magic in Magic::all(slider, &[factor; 64]) {
                for occupancy in random_occupancies().take(50) {
                    let index = magic.index(occupancy) - magic.offset as usize;
                    assert!(index < magic.entries());
                }
            }
        }
    }
}

/// 24 and 16 bytes: what a lookup reads beside the table.
#[test]
fn the_indices_of_a_square_are_small() {
    assert_eq!(size_of::<Magic>(), 24);
    assert_eq!(size_of::<Pext>(), 16);
}

/// The subsets of a mask come in the order of the numbers their gathered bits form.
#[test]
fn pext_numbers_the_subsets_of_every_mask() {
    for slider in Slider::ALL {
        for (square, index) in Square::ALL.into_iter().zip(Pext::all(slider)) {
            for (number, occupancy) in slider.mask(square).subsets().enumerate() {
                assert_eq!(pext(occupancy.0, index.mask.0), number as u64, "{slider} {square}");
                assert_eq!(index.index(occupancy), index.offset as usize + number);
                assert_eq!(index.index(occupancy | !index.mask), index.offset as usize + number);
            }
        }
    }
}

#[test]
fn pext_gathers_the_bits_under_a_mask() {
    // The example of Wikipedia's article on bit manipulation instruction sets.
    assert_eq!(pext(0x1234_5678, 0xff00_fff0), 0x0001_2567);
    assert_eq!(pext(u64::MAX, 0), 0);
    assert_eq!(pext(0x8000_0000_0000_0001, u64::MAX), 0x8000_0000_0000_0001);
    assert_eq!(pext(u64::MAX, 0x8000_0000_0000_0001), 3);
    assert_eq!(pext(1 << 63, 0x8000_0000_0000_0001), 2);
}
