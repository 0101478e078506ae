//! Polyglot books.

pub(crate) mod build;
pub(crate) mod merge;
pub(crate) mod out;
pub(crate) mod show;
