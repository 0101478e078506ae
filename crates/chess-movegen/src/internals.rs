//! The code for AVX-512 that chess-movegen-perft shares, and nobody else uses: its kernel for lanes needs the same instructions, which
//! are the processor's or their model. It is no part of the interface and changes without notice, as does the macro
//! [`avx512_functions`](crate::avx512_functions).

#[cfg(not(avx512_model))]
pub use core::arch::x86_64 as avx512;

pub use crate::generator::square_numbers;
#[cfg(avx512_model)]
pub use crate::machine::model::intrinsics as avx512;
