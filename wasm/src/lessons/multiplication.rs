//! The multiplication of a classic magic, step by step, and the table of its square.

use chess_svg::steps::ClassicMagic;
use chess_types::Bitboard;

use super::arguments::Arguments;
use crate::fault::Fault;
use crate::json::{Json, List};

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

#[cfg(test)]
mod tests {
    use super::super::answer;

    #[test]
    fn copies_add_up_to_the_product() {
        let text = String::from_utf8(answer("multiplication\nrook\nd4\n0008000000400000").unwrap()).unwrap();
        let magic =
            super::ClassicMagic::find(chess_magic::chess_slider::Slider::Rook, chess_types::Square::D4);
        // g3 is not relevant.
        let product = 0x0008_0000_0000_0000_u64.wrapping_mul(magic.factor);
        assert_eq!(text.matches("\"square\"").count(), 1);
        assert!(
            text.contains(&format!(r#""product":"{product:016x}","index":{}}}"#, product >> magic.shift)),
            "{text}"
        );
        assert!(answer("multiplication\nrook\nd4\nx").is_err());
    }

    #[test]
    fn every_set_of_blockers_stands_in_the_table() {
        let text = String::from_utf8(answer("square_table\nbishop\na1").unwrap()).unwrap();
        let (attacks, entries) = text.split_once("\"entries\":").unwrap();
        // A word has 16 digits between quotation marks. The last of the six relevant squares hides nothing, so seven sets of attacks.
        let words = |text: &str| text.split('"').filter(|part| part.len() == 16).count();
        assert_eq!((words(attacks), entries.matches("\"sets\"").count(), words(entries)), (7, 64, 64));
    }
}
