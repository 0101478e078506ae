use std::sync::atomic::{AtomicI16, Ordering};

use chess_board::Position;
use chess_types::{Color, Piece, PieceType};

use crate::ending::Ending;
use crate::layout::Layout;
use crate::value::Value;

/// The value of a number that stands for no legal position.
pub(crate) const NONE: i16 = i16::MIN;

/// The values of an ending, by the numbers of its positions.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) ending: Ending,
    pub(crate) layout: Layout,
    /// The words of [`Value`], [`NONE`], and while the ending is being solved the marks of the solver.
    pub(crate) values: Vec<AtomicI16>,
}

impl Table {
    pub(crate) fn new(ending: Ending) -> Self {
        let layout = Layout::new(ending);
        let values = (0..layout.len()).map(|_| AtomicI16::new(0)).collect();
        Self { ending, layout, values }
    }

    /// Tests for both sides having a pawn.
    pub(crate) fn has_en_passant(&self) -> bool {
        Color::ALL.iter().all(|&color| self.ending.count(Piece::new(color, PieceType::Pawn)) > 0)
    }

    /// Returns the value at a number, or `None` if no legal position has it.
    #[inline]
    pub(crate) fn value(&self, index: usize) -> Option<Value> {
        let word = self.values[index].load(Ordering::Relaxed);
        (word != NONE).then_some(Value::from_raw(word))
    }

    /// Returns the value of a position with the men of the ending, without en passant.
    #[inline]
    pub(crate) fn value_of(&self, position: &Position, is_swapped: bool) -> Option<Value> {
        self.value(self.layout.index_of(position, is_swapped))
    }
}
