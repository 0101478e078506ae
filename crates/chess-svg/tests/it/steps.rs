use chess_magic::chess_slider::{Slider, internals};
use chess_magic::magic::{MAGICS, TABLE_LEN};
use chess_svg::steps::{ClassicMagic, Steps};
use chess_testkit::Random;
use chess_types::{Bitboard, Square};

/// Calls `visit` for every piece, square and set of relevant squares, with random pieces on all others.
fn all(mut visit: impl FnMut(Steps)) {
    let mut random = Random::new(0);
    for slider in Slider::ALL {
        for square in Square::ALL {
            let mask = slider.mask(square);
            for subset in mask.subsets() {
                let others = Bitboard(random.word()) - mask;
                visit(Steps::new(slider, square, subset | others));
            }
        }
    }
}

/// Writes the expected attacks. The entry is empty or has the same attacks already.
fn write(table: &mut [Bitboard], index: usize, steps: &Steps) {
    assert!(table[index].is_empty() || table[index] == steps.attacks, "{steps:?}");
    table[index] = steps.attacks;
}

#[test]
fn every_form_finds_the_attacks_of_the_ray_walk() {
    let mut magic = vec![Bitboard::EMPTY; TABLE_LEN];
    let mut pext = vec![Bitboard::EMPTY; internals::TABLE_LEN];
    let mut classic = Vec::new();
    let mut place = None;
    let mut lookups = 0;
    all(|steps| {
        lookups += 1;
        assert_eq!(steps.attacks, steps.slider.attacks(steps.square, steps.occupancy), "{steps:?}");
        assert_eq!(steps.attacks, steps.hyperbola[0].attacks | steps.hyperbola[1].attacks, "{steps:?}");
        write(&mut magic, steps.magic.index, &steps);
        write(&mut pext, steps.pext.index, &steps);
        // Each square has a table of its own.
        if place != Some((steps.slider, steps.square)) {
            place = Some((steps.slider, steps.square));
            classic = vec![Bitboard::EMPTY; 1 << steps.mask.count()];
        }
        write(&mut classic, steps.classic.index, &steps);
    });
    assert_eq!(lookups, internals::TABLE_LEN);
    assert!(pext.iter().all(|attacks| !attacks.is_empty()));
    // The squares share entries, and leave some empty.
    assert!(magic.iter().any(|attacks| attacks.is_empty()) && !magic[TABLE_LEN - 1].is_empty());
}

#[test]
fn each_number_follows_from_the_one_before() {
    all(|steps| {
        let Steps { slider, square, occupancy, mask, blockers, .. } = steps;
        assert_eq!(steps.rays, slider.attacks(square, Bitboard::EMPTY));
        assert_eq!((mask, blockers), (slider.mask(square), occupancy & mask));

        let classic = steps.classic;
        assert_eq!(classic.product, blockers.0.wrapping_mul(classic.magic.factor));
        assert_eq!(classic.index as u64, classic.product >> classic.magic.shift);
        assert_eq!(classic.magic.shift, 64 - mask.count());
        assert_eq!(classic.magic.index(occupancy), classic.index);

        let magic = steps.magic;
        assert_eq!((magic.magic.irrelevant, magic.filled), (!mask, occupancy | !mask));
        assert_eq!(magic.product, magic.filled.0.wrapping_mul(magic.magic.factor));
        assert_eq!(magic.shift, 64 - slider.index_bits());
        assert_eq!(
            magic.index as i64,
            (magic.product >> magic.shift) as i64 + i64::from(magic.magic.offset as i32)
        );
        assert_eq!(magic.index, MAGICS[slider as usize][square.index()].index(slider, occupancy));

        let bits = mask.into_iter().enumerate();
        let extracted: usize = bits.map(|(bit, square)| usize::from(occupancy.contains(square)) << bit).sum();
        assert_eq!((steps.pext.extracted, steps.pext.index), (extracted, steps.pext.offset + extracted));

        let [one, other] = steps.hyperbola;
        assert_eq!((one.line | other.line, one.line & other.line), (steps.rays, Bitboard::EMPTY));
        for line in steps.hyperbola {
            assert_eq!(line.pieces, occupancy & line.line);
            assert_eq!(line.up, line.pieces.0.wrapping_sub(square.bitboard().0));
            assert_eq!(line.attacks, Bitboard(line.up ^ line.down) & line.line);
        }
    });
}

/// The rook on a8 has twelve relevant squares; of those, the factor moves b8 to g8 to the highest bits. On a1 another factor drops all
/// pieces but those of the first ranks.
#[test]
fn a_classic_magic_is_mask_multiply_shift() {
    let magic = ClassicMagic::new(Slider::Rook, Square::A8, 1 << 1);
    assert_eq!((magic.mask.count(), magic.shift), (12, 52));
    assert_eq!(magic.index(Bitboard(0x7e << 56)), 0b1111_1100 << 4);
    assert_eq!(magic.index(Bitboard(0x81 << 56)), 0);
    let mut table = vec![Bitboard::EMPTY; 4096];
    assert!(!ClassicMagic::new(Slider::Rook, Square::A1, 1 << 52).fill(Slider::Rook, Square::A1, &mut table));
}
