/// How perft comes by the leaves of its last ply.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PerftMode {
    /// They are counted, not listed.
    #[default]
    Count,
    /// They are the length of a list.
    List,
    /// Every one of them is made, and unmade, in place.
    Make,
    /// Every one of them is made on a copy.
    Copy,
}
