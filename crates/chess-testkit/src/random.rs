use std::iter::{Skip, StepBy};
use std::ops::RangeInclusive;
use std::sync::LazyLock;
use std::{env, panic};

use chess_types::{SplitMix64, Square};

/// The environment variable with the seed of a run: up to 16 hexadecimal digits.
const VARIABLE: &str = "CHESS_SEED";

/// Returns the seed of this run, which all random choices and samples of tests depend on: that of the environment variable
/// `CHESS_SEED`, otherwise 0. A test that panics prints it.
///
/// The gate sets it: the first 48 bits are from the commit, and the last 16 are the minute in which it was made.
#[allow(clippy::print_stderr, reason = "the harness shows it with the failure")]
pub fn seed() -> u64 {
    static SEED: LazyLock<u64> = LazyLock::new(|| {
        let Ok(text) = env::var(VARIABLE) else { return 0 };
        let seed = u64::from_str_radix(&text, 16)
            .unwrap_or_else(|_| panic!("{VARIABLE}: expected up to 16 hexadecimal digits, found {text:?}"));
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            usual(info);
            eprintln!("the seed of this run: {VARIABLE}={seed:x}");
        }));
        seed
    });
    *SEED
}

/// Returns where a sample of every `step`-th item begins: the last 16 bits of the seed, modulo `step`. So runs with successive numbers,
/// as many as there are items in a step, see them all.
pub fn place(step: usize) -> usize {
    (seed() & 0xffff) as usize % step
}

/// Returns every `step`-th item, from [`place`] on.
pub fn sample<I: IntoIterator>(items: I, step: usize) -> StepBy<Skip<I::IntoIter>> {
    items.into_iter().skip(place(step)).step_by(step)
}

/// Returns all items, or under Miri, which takes about a thousand times as long, every `step`-th, from [`place`] on.
pub fn sample_under_miri<I: IntoIterator>(items: I, step: usize) -> StepBy<Skip<I::IntoIter>> {
    sample(items, if cfg!(miri) { step } else { 1 })
}

/// Returns every `step`-th item, from [`place`] on, and then the others, for [`check_until_enough`].
pub fn sample_first<T>(items: &[T], step: usize) -> impl Iterator<Item = &T> {
    (0..step).flat_map(move |round| items.iter().skip((place(step) + round) % step).step_by(step))
}

/// Checks at least `least` items, and goes on until `check` returns true: rare kinds of cases have then occurred often enough. Returns its
/// last answer, false if the items ended before.
pub fn check_until_enough<I: IntoIterator>(
    items: I,
    least: usize,
    mut check: impl FnMut(I::Item) -> bool,
) -> bool {
    let mut has_enough = false;
    for (number, item) in items.into_iter().enumerate() {
        if has_enough && number >= least {
            break;
        }
        has_enough = check(item);
    }
    has_enough
}

/// A source of random choices, reproducible by its number and the seed of the run.
#[derive(Clone, Debug)]
pub struct Random(SplitMix64);

impl Random {
    /// Creates the source of a test's own number, mixed with the seed of the run.
    pub fn new(number: u64) -> Self {
        // A hash, so that runs with seeds close to each other do not have the same cases in another order.
        let mixed = if seed() == 0 { 0 } else { SplitMix64::new(seed()).next_u64() };
        Self::fixed(number ^ mixed)
    }

    /// Creates the source of this seed, the same in every run: for known cases, and where an answer is written down.
    pub const fn fixed(seed: u64) -> Self {
        Self(SplitMix64::new(seed))
    }

    /// Returns the sources of the first numbers, one for each case of a test; three of them under Miri.
    pub fn cases(count: u64) -> impl Iterator<Item = Self> {
        (0..if cfg!(miri) { count.min(3) } else { count }).map(Self::new)
    }

    /// Returns any word.
    pub fn word(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Returns a number from 0 to `bound - 1`. The bias of the remainder does not matter to tests.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.word() % bound as u64) as usize
    }

    /// Returns one of the items.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    /// Returns any square.
    pub fn square(&mut self) -> Square {
        self.pick(&Square::ALL)
    }

    /// Returns any character, half of the time one of ASCII.
    pub fn character(&mut self) -> char {
        let bound = self.pick(&[0x80, 0x11_0000]);
        loop {
            if let Some(character) = char::from_u32(self.below(bound) as u32) {
                return character;
            }
        }
    }

    /// Returns a text of these letters.
    pub fn text(&mut self, letters: &str, lengths: RangeInclusive<usize>) -> String {
        let letters: Vec<char> = letters.chars().collect();
        let length = lengths.start() + self.below(lengths.end() - lengths.start() + 1);
        (0..length).map(|_| self.pick(&letters)).collect()
    }
}
