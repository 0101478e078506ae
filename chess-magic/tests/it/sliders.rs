use chess_magic::{bishop_attacks, bishop_rays, queen_attacks, rook_attacks, rook_rays};
#[cfg(target_arch = "x86_64")]
use chess_slider::Pext;
use chess_slider::{Slider, TABLE_LEN};
use chess_types::{Bitboard, Square};

use crate::random_words;

fn lookup(slider: Slider, square: Square, occupancy: Bitboard) -> Bitboard {
    match slider {
        Slider::Rook => rook_attacks(square, occupancy),
        Slider::Bishop => bishop_attacks(square, occupancy),
    }
}

/// Squares off the mask do not take part in an index, so this is a proof for every occupancy there is.
#[test]
fn every_table_entry_is_the_ray_walk() {
    let mut pairs = 0;
    for slider in Slider::ALL {
        for square in Square::ALL {
            for occupancy in slider.mask(square).subsets() {
                assert_eq!(
                    lookup(slider, square, occupancy),
                    slider.attacks(square, occupancy),
                    "{slider} on {square}, occupied:\n{occupancy:?}"
                );
                pairs += 1;
            }
        }
    }
    assert_eq!(pairs, 107_648);
    assert_eq!(pairs, TABLE_LEN);
}

/// The lookup by the instruction does not check. This goes through every index it can have, and every entry.
#[cfg(target_arch = "x86_64")]
#[test]
fn every_pext_index_is_in_the_table() {
    for slider in Slider::ALL {
        for (square, pext) in Square::ALL.into_iter().zip(Pext::all(slider)) {
            for occupancy in slider.mask(square).subsets() {
                assert!(pext.index(occupancy) < TABLE_LEN, "{slider} on {square}");
                if std::is_x86_feature_detected!("bmi2") {
                    // SAFETY: the processor has BMI2.
                    let attacks = unsafe {
                        match slider {
                            Slider::Rook => chess_magic::pext::rook_attacks(square, occupancy),
                            Slider::Bishop => chess_magic::pext::bishop_attacks(square, occupancy),
                        }
                    };
                    assert_eq!(attacks, slider.attacks(square, occupancy), "{slider} on {square}");
                }
            }
        }
    }
}

#[test]
fn pieces_off_the_mask_do_not_matter() {
    let dense = random_words().take(2000);
    let sparse = random_words().zip(random_words().skip(1)).map(|(a, b)| a & b).take(2000);
    for occupancy in dense.chain(sparse).chain([0, u64::MAX]).map(Bitboard) {
        for square in Square::ALL {
            for slider in Slider::ALL {
                assert_eq!(lookup(slider, square, occupancy), slider.attacks(square, occupancy));
            }
            assert_eq!(queen_attacks(square, occupancy), chess_slider::queen_attacks(square, occupancy));
        }
    }
}

#[test]
fn rays_are_the_attacks_on_an_empty_board() {
    for square in Square::ALL {
        assert_eq!(rook_rays(square), chess_slider::rook_attacks(square, Bitboard::EMPTY));
        assert_eq!(bishop_rays(square), chess_slider::bishop_attacks(square, Bitboard::EMPTY));
    }
}

/// The build script's decision, and the compiler's view of the same target.
#[test]
fn pext_is_used_where_the_target_has_it() {
    let has_pext = cfg!(all(target_arch = "x86_64", target_feature = "bmi2"));
    assert_eq!(cfg!(pext), has_pext && !cfg!(feature = "no-pext"));
}
