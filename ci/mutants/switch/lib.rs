//! The switch of mutants: `is(n)` tells if mutant `n` is the one that this process runs.
//!
//! `MUTANT=n` selects it. `MUTANTS_REACHED=file` appends the number of each mutant to a file, when it is reached first. A constant
//! that is evaluated by the compiler sees the original program.

#![feature(core_intrinsics, const_eval_select)]
#![allow(internal_features)]

use std::env;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// The mutant of this process, or one of the two values below.
static ACTIVE: AtomicU32 = AtomicU32::new(UNKNOWN);

/// The environment has not been read.
const UNKNOWN: u32 = u32::MAX;

/// No mutant; reached ones are recorded.
const RECORDS: u32 = u32::MAX - 1;

/// The greatest number of a mutant, and one more.
const LIMIT: u32 = 1 << 17;

/// One bit for each mutant that has been recorded.
static REACHED: [AtomicU64; LIMIT as usize / 64] = [const { AtomicU64::new(0) }; LIMIT as usize / 64];

/// The file of the recorded numbers.
static RECORD: OnceLock<Option<File>> = OnceLock::new();

/// Tests whether this process runs mutant `number`.
#[inline(always)]
pub const fn is(number: u32) -> bool {
    core::intrinsics::const_eval_select((number,), never, now)
}

const fn never(_: u32) -> bool {
    false
}

#[inline(always)]
fn now(number: u32) -> bool {
    let active = ACTIVE.load(Ordering::Relaxed);
    if active >= LIMIT { slow(active, number) } else { active == number }
}

#[cold]
#[inline(never)]
fn slow(active: u32, number: u32) -> bool {
    let active = if active == UNKNOWN { chosen() } else { active };
    if active == RECORDS && number < LIMIT {
        let bit = 1 << (number % 64);
        let word = &REACHED[number as usize / 64];
        if word.load(Ordering::Relaxed) & bit == 0 && word.fetch_or(bit, Ordering::Relaxed) & bit == 0 {
            append(number);
        }
    }
    active == number
}

fn chosen() -> u32 {
    let active = if env::var_os("MUTANTS_REACHED").is_some() {
        RECORDS
    } else {
        env::var("MUTANT").ok().and_then(|text| text.parse().ok()).filter(|&number| number < LIMIT).unwrap_or(0)
    };
    ACTIVE.store(active, Ordering::Relaxed);
    active
}

fn append(number: u32) {
    let file = RECORD.get_or_init(|| {
        let path = env::var_os("MUTANTS_REACHED")?;
        OpenOptions::new().append(true).create(true).open(path).ok()
    });
    if let Some(mut file) = file.as_ref() {
        // One write, so that the lines of several processes do not mix.
        let _ = file.write_all(format!("{number}\n").as_bytes());
    }
}
