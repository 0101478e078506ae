//! The machines that code is compiled for, and the choice between them.
//!
//! A plain `cargo build` compiles for any x86-64: no PEXT, no population count, no leading-zero count. A [`Task`] is a
//! piece of work that is compiled once for every [`Machine`], and [`Backend::run`] chooses one of them by what the
//! processor can do. Whoever has a loop that runs for a while, a perft or the search of an engine, makes it a task and
//! gets nearly the speed of a native build from a plain one, on every processor. The loops of an evaluation, such as those of a
//! neural network, become vector instructions.
//!
//! The layer knows no generator and no kernel. A machine gives slider lookups ([`Machine::sliders`]) and proofs of what
//! the processor has ([`Machine::avx2`], [`Machine::avx512`]); who has a kernel asks for the proof that it needs.
//!
//! # What is compiled for the machine, and what is not
//!
//! - Compiled for it: [`Task::run`], all that is inlined into it, and every task that it runs by [`Machine::run`]. Each
//!   step of a recursion has to be such a task, since a function that calls itself is not inlined.
//! - Compiled for any processor: a function that the task calls and that is not inlined into it. Mark what matters with
//!   `#[inline(always)]`, or make it a task.
//! - Compiled for the widest registers: a task that loops over arrays of numbers and is run by [`Machine::run_wide`].
//! - Not inlined in spite of short closures: `array::map`, `Option::map` and the like, which are functions of the standard
//!   library. In a hot loop, a `match` or a call of one's own function is safer. A profile shows by name what has not been
//!   inlined.
//! - Chosen by themselves: functions of this crate that need a machine, such as [`generate`](crate::generate()). They
//!   choose at each call, which costs a load and a branch. Those with a machine among their arguments, such as
//!   [`generate_with`](crate::generate_with), do not.
//!
//! # Examples
//!
//! A search of thirty lines, all of which is compiled for the machine. How much that gains depends on how much of the time
//! goes into counting bits and looking up sliders: a search like this one, with moves in order and the mobility of all
//! pieces, visits 1.25 times as many nodes a second at depth 3 and 1.13 times as many at depth 4 as the same search in
//! plain functions (plain release builds, the best of 3000 and of 400 rounds in turn, Intel Xeon of model 167, which
//! has AVX-512; the program is `tests/outside/src/bin/search.rs`).
//!
//! ```
//! use chess_board::Position;
//! use chess_movegen::machine::{Backend, Machine, Task};
//! use chess_movegen::{Selection, generate_with};
//! use chess_types::{Color, MoveList, PieceType};
//!
//! /// A step of the search: the value of `position` for the side to move, `depth` plies deep.
//! struct Node<'a> {
//!     position: &'a Position,
//!     depth: u32,
//!     alpha: i32,
//!     beta: i32,
//! }
//!
//! impl Task for Node<'_> {
//!     type Output = i32;
//!
//!     #[inline(always)]
//!     fn run(self, machine: impl Machine) -> i32 {
//!         let Self { position, depth, mut alpha, beta } = self;
//!         if depth == 0 {
//!             return mobility(machine, position);
//!         }
//!         let mut moves = MoveList::new();
//!         generate_with(machine, position, Selection::ALL, &mut moves);
//!         if moves.is_empty() {
//!             return if position.is_in_check() { -10_000 } else { 0 };
//!         }
//!         for &mv in &moves {
//!             let child = position.after(mv);
//!             // The step below is a task of its own: a call, compiled for the same machine.
//!             let below = Node { position: &child, depth: depth - 1, alpha: -beta, beta: -alpha };
//!             alpha = alpha.max(-machine.run(below));
//!             if alpha >= beta {
//!                 break;
//!             }
//!         }
//!         alpha
//!     }
//! }
//!
//! /// Slider lookups by PEXT and population counts of one instruction, on a machine that has them.
//! #[inline(always)]
//! fn mobility(machine: impl Machine, position: &Position) -> i32 {
//!     use chess_movegen::Sliders;
//!     let us = position.side_to_move();
//!     let count = |color: Color| {
//!         position.pieces(color, PieceType::Rook).into_iter().fold(0, |sum, rook| {
//!             sum + machine.sliders().rook_attacks(rook, position.occupied()).count() as i32
//!         })
//!     };
//!     count(us) - count(us.opponent())
//! }
//!
//! // White mates by Ra8.
//! let position: Position = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1".parse()?;
//! let node = Node { position: &position, depth: 2, alpha: -20_000, beta: 20_000 };
//! assert_eq!(Backend::best().run(node), 10_000);
//! # Ok::<(), chess_board::ParsePositionError>(())
//! ```

/// Compiles functions with the instructions that [`Avx512`] proves, or for any processor if they are the model's.
#[doc(hidden)]
#[macro_export]
macro_rules! avx512_functions {
    ($($function:item)+) => {$(
        #[inline]
        #[cfg_attr(not(avx512_model), target_feature(enable = "bmi1,bmi2,lzcnt,popcnt,avx2,avx512f,avx512bw,avx512dq,avx512vl,avx512cd"))]
        #[cfg_attr(not(avx512_model), target_feature(enable = "avx512vbmi,avx512vbmi2,avx512vpopcntdq,avx512bitalg,gfni"))]
        $function
    )+};
}

mod backend;
mod choice;
mod proof;
mod task;

// What the target's processors can do is in one of these. The model replaces the machines of x86-64.
#[cfg(avx512_model)]
#[doc(hidden)]
pub mod model;
#[cfg(all(target_arch = "x86_64", not(avx512_model)))]
mod x86;

/// The instructions of AVX-512: the processor's, or their model.
#[cfg(all(target_arch = "x86_64", not(avx512_model)))]
#[doc(hidden)]
pub use core::arch::x86_64 as avx512;

pub use self::backend::Backend;
#[cfg(avx512_model)]
pub use self::model::intrinsics as avx512;
pub use self::proof::{Avx2, Avx512};
pub use self::task::{Machine, Runner, Task};
