//! The machines that code is compiled for, and the choice between them.
//!
//! A plain `cargo build` compiles for any x86-64: no PEXT, no population count, no leading-zero count. A [`Task`] is a piece of
//! work that is compiled once for every [`Machine`], and [`Backend::run`] chooses one of them by the processor's instructions. A
//! long loop that is a task, such as a perft or the search of an engine, reaches nearly the speed of a native build in a plain
//! build, on every processor. The loops of an evaluation, such as those of a neural network, become vector instructions.
//!
//! The layer does not depend on the generator or on kernels. A machine gives slider lookups ([`Machine::sliders`]) and proofs of
//! the processor's instructions ([`Machine::avx2`], [`Machine::avx512`]); a kernel takes the proof that it needs.
//!
//! # What is compiled for the machine, and what is not
//!
//! - Compiled for it: [`Task::run`], all that is inlined into it, and every task that it runs by [`Machine::run`]. Each
//!   step of a recursion has to be such a task, since a function that calls itself is not inlined.
//! - Compiled for any processor: a function that the task calls and that is not inlined into it. Mark hot functions with
//!   `#[inline(always)]`, or make them tasks.
//! - Compiled for the widest registers: a task that loops over arrays of numbers and is run by [`Machine::run_wide`].
//! - Closures may silently stay out of line: stable Rust allows no attribute on them. Examples are
//!   those passed to `array::map` or to a search's own function. In one engine a third of the time ran as portable code in a
//!   closure that was called from a single place. Pass no closure that does work: return a `ControlFlow`, write a loop, or let
//!   the closure run a task. A profile shows `{{closure}}` where one was left.
//! - Dispatched at each call, which costs a load and a branch: functions of this crate that need a machine, such as
//!   [`generate`](crate::PositionExt::generate) of a position. A [`Node`](crate::Node) made [on](crate::Node::on) the machine of the task does not.
//!
//! # Examples
//!
//! An existing search becomes a task in five steps:
//!
//! 1. The arguments of the function that calls itself become a type, `Step`, whose [`Task::run`] calls the function.
//! 2. Where the function has called itself, it runs a `Step` by [`Machine::run`]. This is the only call that is left.
//! 3. The function, and all that it calls at every node, get the machine or a [`Node`](crate::Node) on it, and are marked
//!    `#[inline(always)]`: evaluation, scores and choice of moves, histories, accumulators. What runs rarely, such as output and the clock,
//!    stays as it is.
//! 4. The type of the machine has a name, `M: Machine`, in functions and types that have a node on it. Two `impl Machine` are two types:
//!    the compiler reports `expected type parameter` (E0308).
//! 5. A task that makes the first node, `Root`, starts the search by [`Backend::run`]. Every other entry from outside, such as an
//!    evaluation or a reset of accumulators, is a task too.
//!
//! The search is then compiled for four machines: an engine with a network took 29 to 41 s to build in place of 12, and grew by 1 MB. In
//! profiles every task is called `compiled`; with `RUSTFLAGS=-Csymbol-mangling-version=v0` the name says which.
//!
//! ```
//! use chess_movegen::machine::{Backend, Machine, Task};
//! use chess_movegen::{Node, ParsePositionError, PieceType, Position, PositionExt, Sliders};
//!
//! /// An engine's tables and counters.
//! #[derive(Default)]
//! struct Search {
//!     nodes: u64,
//! }
//!
//! /// The start of the search of a position.
//! struct Root<'a> {
//!     search: &'a mut Search,
//!     position: &'a Position,
//!     depth: u32,
//! }
//!
//! impl Task for Root<'_> {
//!     type Output = i32;
//!
//!     #[inline(always)]
//!     fn run(self, machine: impl Machine) -> i32 {
//!         self.search.alpha_beta(machine, &Node::on(machine, self.position), self.depth, -20_000, 20_000)
//!     }
//! }
//!
//! /// The arguments of [`Search::step`].
//! struct Step<'a, 'n, M> {
//!     search: &'a mut Search,
//!     machine: M,
//!     node: &'a Node<'n, M>,
//!     depth: u32,
//!     alpha: i32,
//!     beta: i32,
//! }
//!
//! impl<M: Machine> Task for Step<'_, '_, M> {
//!     type Output = i32;
//!
//!     #[inline(always)]
//!     fn run(self, _: impl Machine) -> i32 {
//!         self.search.step(self.machine, self.node, self.depth, self.alpha, self.beta)
//!     }
//! }
//!
//! impl Search {
//!     /// Calls the function that is compiled for the machine.
//!     #[inline(always)]
//!     fn alpha_beta<M: Machine>(&mut self, machine: M, node: &Node<'_, M>, depth: u32, alpha: i32, beta: i32) -> i32 {
//!         machine.run(Step { search: self, machine, node, depth, alpha, beta })
//!     }
//!
//!     /// Returns the value of a node for the side to move, `depth` plies deep.
//!     #[inline(always)]
//!     fn step<M: Machine>(&mut self, machine: M, node: &Node<'_, M>, depth: u32, mut alpha: i32, beta: i32) -> i32 {
//!         self.nodes += 1;
//!         if depth == 0 {
//!             return mobility(machine, node);
//!         }
//!         let moves = node.legal_moves();
//!         if moves.is_empty() {
//!             return if node.is_in_check() { -10_000 } else { 0 };
//!         }
//!         for &mv in &moves {
//!             let after = node.after(mv);
//!             let child = Node::on(machine, &after);
//!             alpha = alpha.max(-self.alpha_beta(machine, &child, depth - 1, -beta, -alpha));
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
//!     let us = position.side_to_move();
//!     let mut squares = [0, 0];
//!     for color in [us, !us] {
//!         for rook in position.pieces(color, PieceType::Rook) {
//!             let attacks = machine.sliders().rook_attacks(rook, position.occupied());
//!             squares[usize::from(color != us)] += attacks.count() as i32;
//!         }
//!     }
//!     squares[0] - squares[1]
//! }
//!
//! // White mates by Ra8.
//! let position: Position = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1".parse()?;
//! let mut search = Search::default();
//! assert_eq!(Backend::best().run(Root { search: &mut search, position: &position, depth: 2 }), 10_000);
//! # Ok::<(), ParsePositionError>(())
//! ```
//!
//! A task can have `const` parameters, such as `const PV: bool`.

/// Compiles functions with the instructions that [`Avx512`] proves, or for any processor if they are the model. It is part of
/// `crate::internals`.
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
pub(crate) mod bytes;
mod choice;
pub(crate) mod codes;
mod portable;
mod task;

// The model replaces the machines of x86-64 under its configuration.
#[cfg(avx512_model)]
#[path = "../../tests/model/mod.rs"]
pub mod model;
#[cfg(all(target_arch = "x86_64", not(avx512_model)))]
mod x86;

/// The instructions of AVX-512: the processor's, or their model.
#[cfg(all(target_arch = "x86_64", not(avx512_model)))]
pub(crate) use core::arch::x86_64 as avx512;

pub use self::backend::Backend;
pub use self::choice::Dispatch;
#[cfg(avx512_model)]
pub(crate) use self::model::intrinsics as avx512;
pub(crate) use self::task::sealed::Sealed;
pub use self::task::{Avx2, Avx512, Machine, Task};
