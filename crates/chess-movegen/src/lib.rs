#![doc = include_str!("../README.md")]
#![no_std]

#[cfg(feature = "std")]
extern crate std;

mod arch;
mod check;
mod each_move;
mod generate;
mod legality;
mod lists;
mod outcome;
mod perft;
#[cfg(feature = "std")]
mod perft_key;
#[cfg(feature = "std")]
mod perft_table;
mod replies;
mod see;
mod selection;
mod side;
mod sink;
mod sliders;
mod visit;

pub use arch::{Backend, ParseBackendError};
pub use check::gives_check;
pub use legality::{is_legal, is_pseudo_legal, leaves_king_safe, legal_move};
pub use lists::{
    captures, evasions, generate, generate_on, generate_to, has_legal_move, legal_count, legal_moves, noisy,
    quiets,
};
pub use outcome::{Claim, Outcome, claim, outcome};
pub use perft::{Divide, PerftMode, divide, perft, perft_on, perft_with};
#[cfg(feature = "std")]
pub use perft_table::PerftTable;
pub use replies::count_replies;
pub use see::{Pins, see, see_at_least, see_value};
pub use selection::Selection;
pub use sink::{PawnTargets, Sink};
pub use visit::visit;
