/// The greatest depth that is accepted. The walk is recursive, and a perft this deep ends only where moves are forced.
pub(crate) const MAX_DEPTH: u32 = 64;
