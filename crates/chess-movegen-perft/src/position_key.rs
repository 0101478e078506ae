use chess_board::Position;

use crate::planes::planes_of;

/// The parts of a position that its perft depends on, with the depth. Keys are equal for equal trees only.
///
/// The tag holds side and depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PerftKey {
    pub(crate) planes: [u64; 4],
    /// A number below 2 to the power of [`TAG_BITS`](Self::TAG_BITS).
    pub(crate) tag: u64,
}

impl PerftKey {
    pub(crate) const TAG_BITS: u32 = 8;

    /// Creates the key, or returns `None` for a depth that does not fit into the tag, from 128 on.
    #[inline]
    pub(crate) fn new(position: &Position, depth: u32) -> Option<Self> {
        let tag = u64::from(depth) << 1 | position.side_to_move() as u64;
        if tag >> Self::TAG_BITS != 0 {
            return None;
        }
        Some(Self { planes: planes_of(position), tag })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tag_tells_side_and_depth() {
        let mut position = Position::START;
        assert_eq!(PerftKey::new(&position, 9), Some(PerftKey { planes: planes_of(&position), tag: 18 }));
        let _undo = position.make_null();
        assert_eq!(PerftKey::new(&position, 9), Some(PerftKey { planes: planes_of(&position), tag: 19 }));
    }

    #[test]
    fn depths_end_with_the_tag() {
        assert!(PerftKey::new(&Position::START, 127).is_some_and(|key| key.tag >> PerftKey::TAG_BITS == 0));
        assert_eq!(PerftKey::new(&Position::START, 128), None);
    }
}
