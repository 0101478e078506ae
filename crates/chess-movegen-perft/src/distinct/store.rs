use chess_movegen::machine::Backend;

use super::budget::Budget;
use super::codec::Codec;
use super::spill::Spill;

/// The settings that every shard of every ply shares.
#[derive(Debug)]
pub(super) struct Store<'a> {
    pub(super) codec: Codec,
    pub(super) budget: Budget,
    pub(super) backend: Backend,
    pub(super) spill: Option<Spill<'a>>,
}
