//! The legal moves of a position, counted by the sizes of the generator's sets.

use chess_board::Position;
use chess_movegen::machine::{Machine, Task};
use chess_movegen::{CountMoves, Node, Selection};

/// The number of legal moves of a position, counted out of line, since it is needed in a hundred places.
pub(crate) struct CountLegal<'a>(pub(crate) &'a Position);

impl Task for CountLegal<'_> {
    type Output = u64;

    #[inline(always)]
    fn run(self, machine: impl Machine) -> u64 {
        let mut counter = CountMoves::default();
        let _ = Node::on(machine, self.0).visit(Selection::ALL, &mut counter);
        u64::from(counter.moves)
    }
}
