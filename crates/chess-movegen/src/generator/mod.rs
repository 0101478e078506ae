//! The move generator, the selections that it takes, and the sinks that it feeds.

#[cfg(any(target_arch = "x86_64", avx512_model))]
mod avx512;
mod legal;
mod selection;
mod sink;

#[cfg(any(target_arch = "x86_64", avx512_model))]
pub(crate) use self::avx512::list;
#[cfg(any(target_arch = "x86_64", avx512_model))]
pub use self::avx512::square_numbers;
pub use self::legal::visit_side;
pub(crate) use self::legal::{Checks, threats, visit_checked};
pub use self::selection::Selection;
pub(crate) use self::sink::{Any, CountMoves, Each, Targets};
pub use self::sink::{PawnStep, PawnTargets, Sink};
