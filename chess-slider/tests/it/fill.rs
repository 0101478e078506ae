use chess_slider::{FillError, FillProblem, Magic, Pext, Slider, TABLE_LEN};
use chess_types::{Bitboard, Square};

/// A magic of the rook on d4.
const FACTOR: u64 = 0x0040_1000_8008_0080;

fn magic() -> Magic {
    Magic::new(Slider::Rook, Square::D4, FACTOR, 100)
}

#[test]
fn a_magic_fills_its_entries_and_no_other() {
    let mut table = vec![Bitboard::FULL; 1300];
    magic().fill(Slider::Rook, Square::D4, &mut table).unwrap();
    for occupancy in Slider::Rook.mask(Square::D4).subsets() {
        assert_eq!(table[magic().index(occupancy)], Slider::Rook.attacks(Square::D4, occupancy));
    }
    assert!(table[..100].iter().chain(&table[1124..]).all(|&entry| entry == Bitboard::FULL));
}

#[test]
fn what_an_earlier_fill_wrote_is_not_a_collision() {
    let mut table = vec![Bitboard::EMPTY; TABLE_LEN];
    for (square, pext) in Square::ALL.into_iter().zip(Pext::all(Slider::Rook)) {
        pext.fill(Slider::Rook, square, &mut table).unwrap();
    }
    assert_eq!(magic().fill(Slider::Rook, Square::D4, &mut table), Ok(()));
}

/// A magic that is one bit short has 64 occupancies in 32 entries. It is one of those that the chess programming
/// wiki lists: <https://www.chessprogramming.org/Best_Magics_so_far>.
#[test]
fn occupancies_with_the_same_attacks_may_share_an_entry() {
    let natural = Magic::new(Slider::Bishop, Square::A1, 0xffed_f9fd_7cfc_ffff, 0);
    let magic = Magic { shift: natural.shift + 1, ..natural };
    assert_eq!((magic.mask.subsets().count(), magic.entries()), (64, 32));
    let mut table = [Bitboard::EMPTY; 32];
    magic.fill(Slider::Bishop, Square::A1, &mut table).unwrap();
    for occupancy in magic.mask.subsets() {
        assert_eq!(table[magic.index(occupancy)], Slider::Bishop.attacks(Square::A1, occupancy));
    }
}

#[test]
fn a_bad_factor_is_refused_and_its_square_named() {
    let mut table = vec![Bitboard::EMPTY; TABLE_LEN];
    for slider in Slider::ALL {
        // With the factor 0 all occupancies share the first entry.
        for (square, magic) in Square::ALL.into_iter().zip(Magic::all(slider, &[0; 64])) {
            let error = magic.fill(slider, square, &mut table).unwrap_err();
            assert_eq!((error.slider, error.square), (slider, square));
            let FillProblem::Collision { index, occupancy } = error.problem else { panic!("{error}") };
            assert_eq!(index, magic.offset as usize);
            assert_ne!(
                slider.attacks(square, occupancy),
                slider.attacks(square, Bitboard::EMPTY),
                "only attacks that differ collide"
            );
            assert!(
                error.to_string().starts_with(&format!("{slider} magic of {square}: not a magic")),
                "{error}"
            );
        }
    }
}

#[test]
fn a_factor_that_is_off_by_one_bit_is_refused() {
    let mut table = vec![Bitboard::EMPTY; 1124];
    let other = Magic { factor: FACTOR ^ 1 << 7, ..magic() };
    let error = other.fill(Slider::Rook, Square::D4, &mut table).unwrap_err();
    assert!(matches!(error.problem, FillProblem::Collision { .. }), "{error}");
}

#[test]
fn an_entry_beyond_the_table_is_refused() {
    let mut table = vec![Bitboard::EMPTY; 1123];
    let error = magic().fill(Slider::Rook, Square::D4, &mut table).unwrap_err();
    assert_eq!(error.problem, FillProblem::OutOfTable { index: 1123 });
    assert_eq!(error.to_string(), "rook entries of d4: entry 1123 is not in the table");
}

#[test]
fn the_mask_of_another_square_is_refused() {
    let mut table = vec![Bitboard::EMPTY; 1124];
    let error = magic().fill(Slider::Rook, Square::E4, &mut table).unwrap_err();
    assert_eq!(error, FillError { slider: Slider::Rook, square: Square::E4, problem: FillProblem::Mask });
    assert_eq!(error.to_string(), "rook mask of e4: these are not the relevant squares");
}
