//! The multiplication of a classic magic, step by step, and the table of its square.

use chess_svg::steps::ClassicMagic;
use chess_types::Bitboard;
use chess_wasm_notes::{Fault, Json, List};

use super::arguments::Arguments;

/// The product of a set of blockers and the factor as a sum: for each blocker a copy of the factor, shifted by the number of its square.
pub(super) fn describe(arguments: &mut Arguments<'_>) -> Result<String, Fault> {
    let (slider, square) = arguments.slider_and_square()?;
    let blockers = Bitboard(arguments.word("blockers")?) & slider.mask(square);
    let magic = ClassicMagic::find(slider, square);
    let mut sum: u64 = 0;
    Ok(Json::object(|object| {
        object.word("blockers", blockers.0);
        object.word("factor", magic.factor);
        object.plain("shift", magic.shift);
        object.list("steps", |list| {
            for blocker in blockers {
                let copy = magic.factor << blocker.index();
                let before = sum;
                sum = before.wrapping_add(copy);
                list.object(|object| {
                    object.text("square", blocker.to_string());
                    object.plain("by", blocker.index());
                    object.word("copy", copy);
                    // A bit of a sum differs from the bits that are added where a carry comes in.
                    object.word("carry", sum ^ before ^ copy);
                    object.word("sum", sum);
                });
            }
        });
        object.word("product", sum);
        object.plain("index", sum >> magic.shift);
    }))
}

/// The table of the square: for each entry the number of its attacks in the list of all, and the sets of blockers that lead there.
pub(super) fn table(arguments: &mut Arguments<'_>) -> Result<String, Fault> {
    let (slider, square) = arguments.slider_and_square()?;
    let magic = ClassicMagic::find(slider, square);
    let mask = slider.mask(square);
    let mut attacks: Vec<Bitboard> = Vec::new();
    let mut entries = vec![(None, Vec::new()); 1 << mask.count()];
    for blockers in mask.subsets() {
        let seen = slider.attacks(square, blockers);
        let number = attacks.iter().position(|&known| known == seen).unwrap_or_else(|| {
            attacks.push(seen);
            attacks.len() - 1
        });
        let entry = &mut entries[(blockers.0.wrapping_mul(magic.factor) >> magic.shift) as usize];
        entry.0 = Some(number);
        entry.1.push(blockers);
    }
    Ok(Json::object(|object| {
        object.list("attacks", |list| words(list, &attacks));
        object.list("entries", |list| {
            for (number, sets) in &entries {
                list.object(|object| {
                    let number = number.map_or_else(|| "null".to_owned(), |number: usize| number.to_string());
                    object.plain("attacks", number);
                    object.list("sets", |list| words(list, sets));
                });
            }
        });
    }))
}

fn words(list: &mut List<'_>, sets: &[Bitboard]) {
    for set in sets {
        list.text(format!("{:016x}", set.0));
    }
}
