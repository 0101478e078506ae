//! Arguments that several commands take.

pub(crate) mod backend;
pub(crate) mod depth;
pub(crate) mod fen;
pub(crate) mod hash;
pub(crate) mod memory;
pub(crate) mod score_view;
pub(crate) mod threads;
