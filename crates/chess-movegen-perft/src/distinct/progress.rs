/// How far [`distinct_plies`](crate::distinct_plies) has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DistinctProgress {
    /// The ply that is at work, the first being 1.
    pub ply: u32,
    /// Of `total` pieces of work of this ply, those that are done.
    pub done: u64,
    /// All pieces of work of this ply. They are about equal.
    pub total: u64,
}
