/// The progress of [`distinct_plies`](crate::distinct_plies).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DistinctProgress {
    /// The current ply. The first is 1.
    pub ply: u32,
    /// The finished pieces of work of this ply, out of `total`.
    pub done: u64,
    /// All pieces of work of this ply. They are of about equal size.
    pub total: u64,
}
