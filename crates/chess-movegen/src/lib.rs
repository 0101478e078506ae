#![doc = include_str!("../README.md")]
#![no_std]

#[cfg(feature = "std")]
extern crate std;

mod check;
mod generator;
mod legality;
mod lists;
pub mod machine;
mod outcome;
mod see;

pub use chess_magic::SliderBackend;

pub use self::check::gives_check;
pub use self::generator::{
    Black, MoveVisitor, PawnTargets, Selection, Side, Sink, White, each_move, for_each_move, origin, visit,
    visit_side,
};
pub use self::legality::{is_legal, is_pseudo_legal, leaves_king_safe, legal_move};
pub use self::lists::{
    CountMoves, captures, evasions, generate, generate_for, generate_on, generate_side, generate_to,
    has_legal_move, legal_count, legal_moves, list_backend, noisy, quiets,
};
pub use self::outcome::{Claim, Outcome, claim, outcome};
pub use self::see::{Pins, see, see_at_least, see_value};
