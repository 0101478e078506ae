//! The peers, each in the fastest way it publishes.

#[cfg(feature = "peer-chess")]
mod chess;
mod cozy;
mod shakmaty;

#[cfg(feature = "peer-chess")]
pub use self::chess::Chess;
pub use self::cozy::Cozy;
pub use self::shakmaty::Shakmaty;
