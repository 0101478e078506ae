//! Functions that the crates of this workspace share, and nobody else uses. They are no part of the interface and change without
//! notice, as does the macro [`avx512_functions`](crate::avx512_functions).

/// The instructions of AVX-512, the processor's or their model, for the kernel of chess-movegen-perft.
#[cfg(all(target_arch = "x86_64", not(avx512_model)))]
pub use core::arch::x86_64 as avx512;

#[cfg(any(target_arch = "x86_64", avx512_model))]
pub use crate::generator::square_numbers;
pub use crate::generator::visit_side;
pub use crate::legality::leaves_king_safe;
pub use crate::machine::bytes::high_bits;
pub use crate::machine::codes::{codes_by_pext, planes_by_pdep};
#[cfg(avx512_model)]
pub use crate::machine::model::intrinsics as avx512;
