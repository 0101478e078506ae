//! A comparison of probers of endgame tables: ours and, with the feature `peers`, those of other crates.

mod library;
mod measure;
#[cfg(feature = "peers")]
mod peers;

pub use self::library::Work;
pub use self::measure::{Cold, compare_and_measure};
pub(crate) use self::measure::{entrants, run_again, shuffled};
