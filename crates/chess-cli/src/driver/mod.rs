//! The threads that count leaves, and what they count.

pub(crate) mod branches;
pub(crate) mod counter;
pub(crate) mod crew;
pub(crate) mod work;
