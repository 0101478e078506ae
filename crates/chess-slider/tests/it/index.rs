use chess_slider::{FancyMagic, Magic, Pext, Slider, TABLE_LEN, pext};
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
fn the_pext_entries_of_the_squares_follow_each_other() {
    let mut end = 0;
    for slider in Slider::ALL {
        assert_eq!(slider.table_start(), end);
        for pext in Pext::all(slider) {
            assert_eq!((pext.offset as usize, pext.entries()), (end, 1 << pext.mask.count()));
            end += pext.entries();
        }
    }
    assert_eq!(end, TABLE_LEN);
}

/// Those of a magic with a shift for each square stand where those of PEXT stand.
#[test]
fn the_entries_of_fancy_magics_follow_each_other() {
    for slider in Slider::ALL {
        for (magic, pext) in FancyMagic::all(slider, &[0; 64]).into_iter().zip(Pext::all(slider)) {
            assert_eq!((magic.mask, magic.offset), (pext.mask, pext.offset));
            assert_eq!(magic.entries(), pext.entries());
            for factor in [0, 1, u64::MAX, 0x0123_4567_89ab_cdef] {
                for occupancy in random_occupancies().take(50) {
                    let index = FancyMagic { factor, ..magic }.index(occupancy) - magic.offset as usize;
                    assert!(index < magic.entries());
                }
            }
        }
    }
}

#[test]
fn a_fancy_magic_is_mask_multiply_shift_add() {
    // The rook on a8 has twelve relevant squares; of those, b8 to g8 are moved to the highest bits.
    let magic = FancyMagic::new(Slider::Rook, Square::A8, 1 << 1, 100);
    assert_eq!((magic.mask.count(), magic.shift), (12, 52));
    assert_eq!(magic.index(Bitboard(0x7e << 56)), 100 + (0b1111_1100 << 4));
    assert_eq!(magic.index(Bitboard(0x81 << 56)), 100);
}

#[test]
fn a_magic_is_fill_up_multiply_shift_add() {
    let magic = Magic { irrelevant: Bitboard(!0x7e), factor: 1 << 57, offset: 100 };
    // 0x7e << 57 keeps the lowest six bits of the occupancy behind a1, and a1 itself, as the highest bits. The rook's
    // shift leaves those and five bits of 0.
    assert_eq!(magic.index(Slider::Rook, Bitboard(0x7e)), 100 + (0b111_1111 << 5));
    assert_eq!(magic.index(Slider::Rook, Bitboard(0b0101_0110)), 100 + (0b101_0111 << 5));
    assert_eq!(magic.index(Slider::Bishop, Bitboard(0)), 100 + (1 << 2));
}

/// The entries that a square does not use may lie below the table.
#[test]
fn an_offset_may_be_negative() {
    let magic = Magic { irrelevant: Bitboard(!0x7e), factor: 1 << 57, offset: (-32_i32) as u32 };
    assert_eq!(magic.index(Slider::Rook, Bitboard(0)), 0);
}

#[test]
fn no_factor_leads_out_of_the_range_of_indices() {
    for slider in Slider::ALL {
        assert!(Square::ALL.into_iter().all(|square| slider.mask(square).count() <= slider.index_bits()));
        for factor in [0, 1, 0x8000_0000_0000_0000, u64::MAX, 0x0123_4567_89ab_cdef] {
            for magic in Magic::all(slider, &[factor; 64], &[100; 64]) {
                for occupancy in random_occupancies().take(50) {
                    let index = magic.index(slider, occupancy);
                    assert!((100..100 + (1 << slider.index_bits())).contains(&index));
                }
            }
        }
    }
}

/// 24, 24 and 16 bytes: what a lookup reads beside the table. 32-bit x86 aligns words to four bytes, so that 20 and 12 suffice.
#[test]
fn the_indices_of_a_square_are_small() {
    let aligned = |bytes: usize| bytes.next_multiple_of(align_of::<u64>());
    assert_eq!(size_of::<Magic>(), aligned(20));
    assert_eq!(size_of::<FancyMagic>(), 24);
    assert_eq!(size_of::<Pext>(), aligned(12));
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
