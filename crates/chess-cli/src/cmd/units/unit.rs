use serde::{Deserialize, Serialize};

/// A part of a perft that one machine can count alone: one line of JSON, its keys in this order.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Unit {
    /// Counted from 1.
    #[serde(rename = "unit")]
    pub(super) number: u64,
    /// The number of units that the perft is cut into.
    #[serde(rename = "units")]
    pub(super) count: u64,
    pub(super) fen: String,
    /// Plies from the position to the leaves.
    pub(super) depth: u32,
    /// The number of move sequences that lead from the root to the position.
    pub(super) multiplicity: u64,
    pub(super) root: String,
    pub(super) root_depth: u32,
    /// The number of leaves below the position, not multiplied; missing until it is counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) nodes: Option<u64>,
}
