//! The table of all squares. No two squares read the same entry, but the entries of one lie between those of others: a square's span
//! goes from its first entry to its last, and spans overlap.

use chess_magic::chess_slider::Slider;
use chess_magic::magic::{MAGICS, TABLE_LEN};
use chess_types::{Bitboard, Square};
use chess_wasm_notes::{Fault, Json, List};

use super::arguments::Arguments;

/// The reader of an entry that nobody reads.
const NOBODY: u8 = 255;

/// All pairs of a piece and a square: the rook's from a1 to h8, then the bishop's.
fn pairs() -> impl Iterator<Item = (Slider, Square)> {
    [Slider::Rook, Slider::Bishop].into_iter().flat_map(|slider| Square::ALL.map(|square| (slider, square)))
}

/// The place in the table for each set of blockers.
fn places(slider: Slider, square: Square) -> impl Iterator<Item = (Bitboard, usize)> {
    let magic = &MAGICS[slider as usize][square.index()];
    slider.mask(square).subsets().map(move |blockers| (blockers, magic.index(slider, blockers)))
}

/// The entries that a pair reads, in order. There is at least one.
fn entries(slider: Slider, square: Square) -> Vec<usize> {
    let mut entries: Vec<_> = places(slider, square).map(|(_, index)| index).collect();
    entries.sort_unstable();
    entries.dedup();
    entries
}

fn span(entries: &[usize]) -> std::ops::RangeInclusive<usize> {
    entries[0]..=entries[entries.len() - 1]
}

/// For each entry the number of the pair that reads it, or 255; then for each entry the number of spans in which it lies.
pub(super) fn map() -> Vec<u8> {
    let mut bytes = vec![NOBODY; TABLE_LEN];
    let mut spans = vec![0; TABLE_LEN];
    for (number, (slider, square)) in pairs().enumerate() {
        let entries = entries(slider, square);
        for &entry in &entries {
            bytes[entry] = number as u8;
        }
        spans[span(&entries)].iter_mut().for_each(|count| *count += 1);
    }
    bytes.extend(spans);
    bytes
}

/// One entry: the attacks that it holds, its readers, and the pairs in whose span it lies.
pub(super) fn entry(arguments: &mut Arguments<'_>) -> Result<String, Fault> {
    let wanted: usize = arguments.value("index")?;
    if wanted >= TABLE_LEN {
        return Err(Fault::argument(&format!("index: the table has {TABLE_LEN} entries")));
    }
    let mut attacks = Bitboard::EMPTY;
    let mut readers = Vec::new();
    let mut spans = Vec::new();
    for (slider, square) in pairs() {
        let sets: Vec<_> = places(slider, square).filter(|&(_, index)| index == wanted).collect();
        if let Some(&(blockers, _)) = sets.first() {
            attacks = slider.attacks(square, blockers);
            readers.push((slider, square, sets.len()));
        }
        let entries = entries(slider, square);
        if span(&entries).contains(&wanted) {
            spans.push((slider, square, entries.len()));
        }
    }
    Ok(Json::object(|object| {
        object.plain("index", wanted);
        object.word("attacks", attacks.0);
        object.list("readers", |list| counted(list, "sets", readers));
        object.list("spans", |list| counted(list, "entries", spans));
    }))
}

/// The entries of a pair, and the other pairs that have entries within its span.
pub(super) fn sharing(arguments: &mut Arguments<'_>) -> Result<String, Fault> {
    let (slider, square) = arguments.slider_and_square()?;
    let own = entries(slider, square);
    let span = span(&own);
    let mut others: Vec<_> = pairs()
        .filter(|&pair| pair != (slider, square))
        .map(|(slider, square)| {
            let within = entries(slider, square).iter().filter(|entry| span.contains(entry)).count();
            (slider, square, within)
        })
        .filter(|&(.., within)| within > 0)
        .collect();
    // The order of the pairs remains among equals.
    others.sort_by_key(|&(.., within)| usize::MAX - within);
    Ok(Json::object(|object| {
        object.text("slider", slider.to_string());
        object.text("square", square.to_string());
        object.plain("first", span.start());
        object.plain("last", span.end());
        object.list("indexes", |list| own.iter().for_each(|index| list.plain(index)));
        object.list("shared", |list| counted(list, "entries", others));
    }))
}

fn counted(list: &mut List<'_>, key: &str, pairs: Vec<(Slider, Square, usize)>) {
    for (slider, square, count) in pairs {
        list.object(|object| {
            object.text("slider", slider.to_string());
            object.text("square", square.to_string());
            object.plain(key, count);
        });
    }
}
