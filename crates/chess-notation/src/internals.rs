//! What the benches and the modules for JavaScript of this workspace ask, and nobody else uses. It is no part of the interface and changes without notice.

pub use crate::pgn::replay::HAS_FAST_PATHS;
#[cfg(feature = "alloc")]
pub use crate::pgn::tree::game_read::{FirstGame, first_game};
