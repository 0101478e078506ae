//! The threads that count leaves.

pub(crate) mod crew;
