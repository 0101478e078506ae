//! The libraries, each as its users write it.

#[cfg(feature = "peer-chess")]
mod chess;
mod cozy;
mod ours;
mod shakmaty;

#[cfg(feature = "peer-chess")]
pub(crate) use self::chess::Chess;
pub(crate) use self::cozy::Cozy;
pub(crate) use self::ours::Ours;
pub(crate) use self::shakmaty::{Shakmaty, index};
