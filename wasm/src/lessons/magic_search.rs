//! The search for a magic, one factor after the other, with a shift and a table of the square.

use std::cell::RefCell;

use chess_magic::chess_slider::Slider;
use chess_svg::steps::ClassicMagic;
use chess_types::{Bitboard, SplitMix64, Square};
use chess_wasm_notes::{Fault, Json};

use super::arguments::Arguments;

thread_local! {
    static SEARCH: RefCell<Option<Search>> = const { RefCell::new(None) };
}

struct Search {
    slider: Slider,
    square: Square,
    random: SplitMix64,
    /// Each set of blockers with its attacks.
    sets: Vec<(Bitboard, Bitboard)>,
    /// For each entry, the number of the set that was put there by the factor of this number.
    table: Vec<(u32, u32)>,
    tries: u32,
    best: usize,
    last: Option<Attempt>,
}

/// One factor, and how far it came.
struct Attempt {
    factor: u64,
    placed: usize,
    /// Two sets, by their numbers, that have one index and different attacks.
    collision: Option<(usize, usize, usize)>,
}

/// Begins a search: piece, square, and any text as a seed.
pub(super) fn begin(arguments: &mut Arguments<'_>) -> Result<String, Fault> {
    let (slider, square) = arguments.slider_and_square()?;
    let search = Search::new(slider, square, arguments.0.next().unwrap_or(""));
    let text = search.describe();
    SEARCH.with_borrow_mut(|place| *place = Some(search));
    Ok(text)
}

/// Tries so many more factors, or fewer if one of them is a magic.
pub(super) fn run(arguments: &mut Arguments<'_>) -> Result<String, Fault> {
    let tries: u32 = arguments.value("tries")?;
    SEARCH.with_borrow_mut(|search| {
        let search = search.as_mut().ok_or_else(|| Fault::of_kind("ended", "no search has begun"))?;
        for _ in 0..tries {
            if search.is_over() {
                break;
            }
            search.step();
        }
        Ok(search.describe())
    })
}

/// Says whether a factor is a magic, by a table that is filled with the attacks of all sets of blockers.
pub(super) fn verify(arguments: &mut Arguments<'_>) -> Result<String, Fault> {
    let (slider, square) = arguments.slider_and_square()?;
    let magic = ClassicMagic::new(slider, square, arguments.word("factor")?);
    let mut table = vec![Bitboard::EMPTY; 1 << slider.mask(square).count()];
    let is_magic = magic.fill(slider, square, &mut table);
    Ok(Json::object(|object| {
        object.plain("is_magic", is_magic);
        object.plain("sets", slider.mask(square).subsets().count());
        object.plain("entries", table.len());
        // No slider attacks nothing.
        object.plain("used", table.iter().filter(|attacks| !attacks.is_empty()).count());
    }))
}

impl Search {
    fn new(slider: Slider, square: Square, seed: &str) -> Self {
        let sets: Vec<_> = slider
            .mask(square)
            .subsets()
            .map(|blockers| (blockers, slider.attacks(square, blockers)))
            .collect();
        // FNV-1a, so that each text begins a sequence of its own.
        let hash = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        let random = SplitMix64::new(seed.bytes().fold(0xcbf2_9ce4_8422_2325, hash));
        let table = vec![(0, 0); sets.len()];
        Self { slider, square, random, sets, table, tries: 0, best: 0, last: None }
    }

    fn is_over(&self) -> bool {
        self.last.as_ref().is_some_and(|last| last.collision.is_none())
    }

    /// Tries one factor.
    fn step(&mut self) {
        self.tries += 1;
        let factor = ClassicMagic::candidate(self.slider, self.square, &mut self.random);
        let magic = ClassicMagic::new(self.slider, self.square, factor);
        let mut attempt = Attempt { factor: magic.factor, placed: self.sets.len(), collision: None };
        for (number, &(blockers, attacks)) in self.sets.iter().enumerate() {
            let index = magic.index(blockers);
            let entry = &mut self.table[index];
            if entry.0 != self.tries {
                *entry = (self.tries, number as u32);
            } else if self.sets[entry.1 as usize].1 != attacks {
                (attempt.placed, attempt.collision) = (number, Some((index, entry.1 as usize, number)));
                break;
            }
        }
        self.best = self.best.max(attempt.placed);
        self.last = Some(attempt);
    }

    fn describe(&self) -> String {
        let magic = ClassicMagic::new(self.slider, self.square, 0);
        Json::object(|object| {
            object.text("slider", self.slider.to_string());
            object.text("square", self.square.to_string());
            object.plain("sets", self.sets.len());
            object.plain("entries", self.table.len());
            object.plain("shift", magic.shift);
            object.plain("tries", self.tries);
            object.word("factor", self.last.as_ref().map_or(0, |last| last.factor));
            object.plain("placed", self.last.as_ref().map_or(0, |last| last.placed));
            match self.last.as_ref().and_then(|last| last.collision) {
                None => object.plain("collision", "null"),
                Some((index, one, other)) => object.object("collision", |object| {
                    object.plain("index", index);
                    object.word("one", self.sets[one].0.0);
                    object.word("one_attacks", self.sets[one].1.0);
                    object.word("other", self.sets[other].0.0);
                    object.word("other_attacks", self.sets[other].1.0);
                }),
            }
            object.plain("found", self.is_over());
            object.plain("best", self.best);
        })
    }
}
