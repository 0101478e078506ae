use chess_slider::internals::{FillError, FillProblem, Pext, TABLE_LEN, all_magics, fill_magic, pext};
use chess_slider::{Magic, Slider};
use chess_types::{Bitboard, Square};

use crate::random_occupancies;

#[test]
fn the_pext_entries_of_the_squares_follow_each_other() {
    let mut end = 0;
    for slider in Slider::ALL {
        for pext in Pext::all(slider) {
            assert_eq!((pext.offset as usize, pext.entries()), (end, 1 << pext.mask.count()));
            end += pext.entries();
        }
    }
    assert_eq!((end, TABLE_LEN), (107_648, 107_648));
    let entries = |slider| Pext::all(slider).iter().map(Pext::entries).sum::<usize>();
    assert_eq!(Slider::ALL.map(entries), [102_400, 5_248]);
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
            for magic in all_magics(slider, &[factor; 64], &[100; 64]) {
                for occupancy in random_occupancies().take(50) {
                    let index = magic.index(slider, occupancy);
                    assert!((100..100 + (1 << slider.index_bits())).contains(&index));
                }
            }
        }
    }
}

/// The constants of a lookup are 24 and 16 bytes; 20 and 12 on 32-bit x86, which aligns words to four bytes.
#[test]
fn the_indices_of_a_square_are_small() {
    let aligned = |bytes: usize| bytes.next_multiple_of(align_of::<u64>());
    assert_eq!(size_of::<Magic>(), aligned(20));
    assert_eq!(size_of::<Pext>(), aligned(12));
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

// A magic of the rook on d4 whose first index is FIRST and whose last is LAST.
const FACTOR: u64 = 0x9a00020020040020;
const FIRST: usize = 608;
const LAST: usize = 1631;

/// Many occupancies share entries, so that fewer are used.
const USED: usize = 1024;

fn magic(offset: u32) -> Magic {
    Magic::new(Slider::Rook, Square::D4, FACTOR, offset)
}

#[test]
fn a_magic_fills_its_entries_and_no_other() {
    let mut table = vec![Bitboard::EMPTY; 5000];
    fill_magic(&magic(100), Slider::Rook, Square::D4, &mut table).unwrap();
    for occupancy in Slider::Rook.mask(Square::D4).subsets() {
        let entry = table[magic(100).index(Slider::Rook, occupancy)];
        assert_eq!(entry, Slider::Rook.attacks(Square::D4, occupancy));
    }
    assert_eq!(table.iter().position(|entry| !entry.is_empty()), Some(100 + FIRST));
    assert_eq!(table.iter().rposition(|entry| !entry.is_empty()), Some(100 + LAST));
    assert_eq!(table.iter().filter(|entry| !entry.is_empty()).count(), USED);
}

#[test]
fn what_is_filled_twice_is_shared() {
    let mut table = vec![Bitboard::EMPTY; 4096];
    assert_eq!(fill_magic(&magic(0), Slider::Rook, Square::D4, &mut table), Ok(()));
    assert_eq!(fill_magic(&magic(0), Slider::Rook, Square::D4, &mut table), Ok(()));
}

#[test]
fn another_squares_entry_is_not_overwritten() {
    let mut table = vec![Bitboard::EMPTY; 4096];
    table[LAST] = Bitboard::FULL;
    let error = fill_magic(&magic(0), Slider::Rook, Square::D4, &mut table).unwrap_err();
    assert!(matches!(error.problem, FillProblem::Collision { index: LAST, .. }), "{error}");
    assert_eq!(table[LAST], Bitboard::FULL);
}

#[test]
fn a_bad_factor_is_refused_and_its_square_named() {
    for slider in Slider::ALL {
        // With the factor 0 all occupancies share the first entry.
        for (square, magic) in Square::ALL.into_iter().zip(all_magics(slider, &[0; 64], &[3; 64])) {
            let error = fill_magic(&magic, slider, square, &mut [Bitboard::EMPTY; 4]).unwrap_err();
            assert_eq!((error.slider, error.square), (slider, square));
            let FillProblem::Collision { index, occupancy } = error.problem else { panic!("{error}") };
            assert_eq!(index, 3);
            assert_ne!(
                slider.attacks(square, occupancy),
                slider.attacks(square, Bitboard::EMPTY),
                "only attacks that differ collide"
            );
            assert!(
                error.to_string().starts_with(&format!("{slider} entries of {square}: occupancy ")),
                "{error}"
            );
        }
    }
}

#[test]
fn an_entry_beyond_the_table_is_refused() {
    let mut table = vec![Bitboard::EMPTY; LAST];
    let error = fill_magic(&magic(0), Slider::Rook, Square::D4, &mut table).unwrap_err();
    assert_eq!(error.problem, FillProblem::OutOfTable { index: LAST });
    assert_eq!(error.to_string(), format!("rook entries of d4: the index {LAST} is outside the table"));
}

#[test]
fn the_mask_of_another_square_is_refused() {
    let mut table = vec![Bitboard::EMPTY; 4096];
    let error = fill_magic(&magic(0), Slider::Rook, Square::E4, &mut table).unwrap_err();
    let FillError { slider, square, problem, .. } = error;
    assert_eq!((slider, square, problem), (Slider::Rook, Square::E4, FillProblem::Mask));
    assert_eq!(error.to_string(), "rook entries of e4: the mask is not the set of relevant squares");
}

#[test]
fn the_pext_entries_of_all_squares_fill_the_table() {
    let mut table = vec![Bitboard::EMPTY; TABLE_LEN];
    for slider in Slider::ALL {
        for (square, pext) in Square::ALL.into_iter().zip(Pext::all(slider)) {
            assert_eq!(pext.fill(slider, square, &mut table), Ok(()));
            for occupancy in slider.mask(square).subsets() {
                assert_eq!(
                    table[pext.index(occupancy)],
                    slider.attacks(square, occupancy),
                    "{slider} {square}"
                );
            }
        }
    }
    assert!(!table.contains(&Bitboard::EMPTY));
}

#[test]
fn pext_refuses_foreign_masks_and_entries_beyond_the_table() {
    let pext = Pext::all(Slider::Rook)[Square::A1.index()];
    let mut table = vec![Bitboard::EMPTY; pext.entries() - 1];
    let error = pext.fill(Slider::Rook, Square::A1, &mut table).unwrap_err();
    assert_eq!(error.problem, FillProblem::OutOfTable { index: pext.entries() - 1 });
    let error = pext.fill(Slider::Rook, Square::B1, &mut table).unwrap_err();
    assert_eq!((error.square, error.problem), (Square::B1, FillProblem::Mask));
}
