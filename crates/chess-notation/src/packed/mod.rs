//! Positions packed into 32 bytes each, for files of many positions.

mod error;
mod position;
#[cfg(feature = "serde")]
mod serde;

pub use error::UnpackError;
pub use position::PackedPosition;
