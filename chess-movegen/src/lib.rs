#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]

mod check;
mod each_move;
mod generate;
mod legality;
mod lists;
mod outcome;
mod perft;
mod selection;
mod side;
mod sink;

pub use check::gives_check;
pub use generate::visit;
pub use legality::{is_legal, is_pseudo_legal};
pub use lists::{
    captures, evasions, generate, generate_to, has_legal_move, legal_count, legal_moves, noisy, quiets,
};
pub use outcome::{Claim, Outcome, claim, outcome};
pub use perft::{Divide, PerftMode, divide, perft, perft_with};
pub use selection::Selection;
pub use sink::{PawnTargets, Sink};
