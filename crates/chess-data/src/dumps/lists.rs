use std::sync::Arc;

use chess_board::Position;
use chess_movegen::IllegalMove;
use chess_notation::{UciError, read_uci};

use crate::columns::{Array, List, Primitive};

/// Lists in the making: items are pushed, then the list is ended.
#[derive(Debug)]
pub(super) struct Lists<T> {
    pub(super) items: T,
    offsets: Vec<i32>,
}

impl<T: Default> Default for Lists<T> {
    fn default() -> Self {
        Self { items: T::default(), offsets: vec![0] }
    }
}

impl<T> Lists<T> {
    /// Ends a list; `len` is the number of all items so far.
    pub(super) fn end(&mut self, len: impl FnOnce(&T) -> usize) {
        self.offsets.push(len(&self.items) as i32);
    }

    pub(super) fn into_array(self, array: impl FnOnce(T) -> Array) -> Array {
        Array::List(List::new(Arc::new(self.offsets), array(self.items)))
    }
}

impl Lists<Primitive<u16>> {
    /// Pushes and ends the list of the moves of a line in UCI notation.
    ///
    /// # Errors
    /// A word is not a legal move, which the null move is not either. The list ends before it.
    pub(super) fn push_line(&mut self, position: Option<Position>, line: &str) -> Result<(), UciError> {
        let played = position.map_or(Ok(()), |mut position| {
            line.split_ascii_whitespace().try_for_each(|word| {
                let mv = read_uci(&position, word)?;
                IllegalMove::find(&position, mv).map_or(Ok(()), Err)?;
                self.items.push_value(mv.raw());
                position.play(mv);
                Ok(())
            })
        });
        self.end(|moves| moves.values().len());
        played
    }
}
