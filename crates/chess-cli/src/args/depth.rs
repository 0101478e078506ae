/// The greatest depth that is taken. No perft that deep ends but one of forced moves, and the walk is recursive.
pub(crate) const MAX_DEPTH: u32 = 64;
