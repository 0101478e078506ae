use std::any::type_name;

use chess_magic::{
    ChosenSliders, Sliders, bishop_attacks, hyperbola, on_empty_board, queen_attacks, rook_attacks,
};
use chess_slider::Slider;
use chess_slider::internals::{Pext, TABLE_LEN};
use chess_testkit::sample_under_miri;
use chess_types::{Bitboard, PieceType, Square};

use crate::random_words;

type Attacks = Box<dyn Fn(Square, Bitboard) -> Bitboard>;

/// The lookups of a module, or the crate's own.
struct Lookups {
    name: String,
    rook: Attacks,
    bishop: Attacks,
    queen: Attacks,
}

impl Lookups {
    fn of<S: Sliders + 'static>(sliders: S) -> Self {
        Self {
            name: type_name::<S>().into(),
            rook: Box::new(move |square, occupancy| sliders.rook_attacks(square, occupancy)),
            bishop: Box::new(move |square, occupancy| sliders.bishop_attacks(square, occupancy)),
            queen: Box::new(move |square, occupancy| sliders.queen_attacks(square, occupancy)),
        }
    }

    fn of_crate() -> Self {
        Self {
            name: format!("the crate's own, {}", type_name::<ChosenSliders>()),
            rook: Box::new(rook_attacks),
            bishop: Box::new(bishop_attacks),
            queen: Box::new(queen_attacks),
        }
    }

    fn attacks(&self, slider: Slider, square: Square, occupancy: Bitboard) -> Bitboard {
        match slider {
            Slider::Rook => (self.rook)(square, occupancy),
            Slider::Bishop => (self.bishop)(square, occupancy),
        }
    }
}

/// The compiled lookups that this processor can run.
fn all_lookups() -> Vec<Lookups> {
    #[allow(unused_mut, reason = "the crate may be compiled without tables")]
    let mut all = vec![Lookups::of_crate(), Lookups::of(hyperbola::Lookup)];
    #[cfg(feature = "tables")]
    all.push(Lookups::of(chess_magic::magic::Lookup));
    #[cfg(all(feature = "tables", target_arch = "x86_64", not(avx512_model)))]
    if std::is_x86_feature_detected!("bmi2") {
        // SAFETY: the processor has BMI2.
        all.push(Lookups::of(unsafe { chess_magic::pext::Lookup::assume() }));
    }
    all
}

/// Squares off the mask do not take part in an index, so that this covers every occupancy.
#[test]
fn every_entry_of_every_backend_is_the_ray_walk() {
    for lookups in all_lookups() {
        let mut pairs = 0;
        for slider in Slider::ALL {
            for square in sample_under_miri(Square::ALL, 32) {
                for occupancy in sample_under_miri(slider.mask(square).subsets(), 20) {
                    assert_eq!(
                        lookups.attacks(slider, square, occupancy),
                        slider.attacks(square, occupancy),
                        "{}: {slider} on {square}, occupied:\n{occupancy:?}",
                        lookups.name
                    );
                    pairs += 1;
                }
            }
        }
        assert!(cfg!(miri) || (pairs, TABLE_LEN) == (107_648, 107_648), "{pairs}");
    }
}

/// The lookups by the instruction have no bounds check. This goes through all of their indices.
#[test]
fn every_pext_index_is_in_the_table() {
    for slider in Slider::ALL {
        for (square, pext) in Square::ALL.into_iter().zip(Pext::all(slider)) {
            for occupancy in slider.mask(square).subsets() {
                assert!(pext.index(occupancy) < TABLE_LEN, "{slider} on {square}");
            }
        }
    }
}

#[test]
fn pieces_off_the_mask_do_not_matter() {
    let dense = random_words().take(2000);
    let sparse = random_words().zip(random_words().skip(1)).map(|(a, b)| a & b).take(2000);
    let all = all_lookups();
    for occupancy in sample_under_miri(dense.chain(sparse).chain([0, u64::MAX]), 2001).map(Bitboard) {
        for square in Square::ALL {
            let attacks = Slider::ALL.map(|slider| slider.attacks(square, occupancy));
            for lookups in &all {
                let found = Slider::ALL.map(|slider| lookups.attacks(slider, square, occupancy));
                assert_eq!(found, attacks, "{}", lookups.name);
                assert_eq!((lookups.queen)(square, occupancy), attacks[0] | attacks[1], "{}", lookups.name);
            }
        }
    }
}

#[test]
fn rays_are_the_attacks_on_an_empty_board() {
    for square in Square::ALL {
        let rays = |piece_type| on_empty_board(piece_type)[square.index()];
        let (rook, bishop) = (rays(PieceType::Rook), rays(PieceType::Bishop));
        assert_eq!(rook, Slider::Rook.attacks(square, Bitboard::EMPTY));
        assert_eq!(bishop, Slider::Bishop.attacks(square, Bitboard::EMPTY));
        assert_eq!(rays(PieceType::Queen), rook | bishop);
    }
}

/// The build script agrees with the target features that the compiler reports.
#[test]
fn the_fastest_backend_that_is_compiled_is_chosen() {
    let is_amd_before_zen_3 = cfg!(all(target_feature = "sse4a", not(target_feature = "vaes")));
    let has_pext = cfg!(all(target_arch = "x86_64", target_feature = "bmi2"))
        && !is_amd_before_zen_3
        && !cfg!(chess_no_pext);
    let order = [
        ("pext", cfg!(feature = "tables") && has_pext),
        ("magic", cfg!(feature = "tables")),
        ("hyperbola", true),
    ];
    let first = order.into_iter().find(|&(_, is_there)| is_there);
    let chosen = type_name::<ChosenSliders>().split("::").nth(1);
    assert_eq!(first.map(|(name, _)| name), chosen);
}
