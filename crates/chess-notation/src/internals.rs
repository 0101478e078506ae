//! What the benches of this workspace ask, and nobody else uses. It is no part of the interface and changes without notice.

pub use crate::pgn::replay::HAS_FAST_PATHS;
