use chess_board::{Position, Setup};
use chess_types::{Color, PieceType, Rank, Square};

use crate::chunks::{Sum, chunks, total};
use crate::ending::Ending;
use crate::endings::Endings;
use crate::layout::Layout;
use crate::table::Table;
use crate::value::Value;

impl Ending {
    /// Counts the indices of the ending, which is a measure of the work on it.
    pub fn indices(self) -> u64 {
        Layout::new(self).len() as u64
    }

    /// Counts the mirror images of each position, itself included, of which one is solved and shown: 2 with pawns and 4
    /// without.
    pub fn forms(self) -> u64 {
        Layout::new(self).forms()
    }
}

impl Endings {
    /// Calls `f` with every position of a solved ending and its value, one after the other. Of the mirror images of a
    /// position one is shown: the one that has the white king on the files a to d and, without pawns, on the ranks 1 to
    /// 4. Positions with a legal capture en passant follow those that have the same men and no such capture.
    ///
    /// `None` if the ending is not solved.
    pub fn each(&self, ending: Ending, mut f: impl FnMut(&Position, Value)) -> Option<()> {
        let table = self.table(ending)?;
        for index in 0..table.layout.len() {
            self.visit(table, index, &mut f);
        }
        Some(())
    }

    /// Calls `f` with every position as [`each`](Self::each) does, on the threads of the current pool of rayon, and adds
    /// up what it has made of them. `progress` is called from all threads with numbers of indices done, whose sum is
    /// [`Ending::indices`].
    pub fn sum<T: Sum>(
        &self,
        ending: Ending,
        progress: &(dyn Fn(u64) + Sync),
        f: impl Fn(&mut T, &Position, Value) + Sync + Send,
    ) -> Option<T> {
        let table = self.table(ending)?;
        let chunks: Vec<_> = chunks(0..table.layout.len()).collect();
        Some(total(&chunks, |chunk| {
            let mut found = T::default();
            let len = chunk.len() as u64;
            for index in chunk {
                self.visit(table, index, &mut |position, value| f(&mut found, position, value));
            }
            progress(len);
            found
        }))
    }

    /// Calls `f` with the positions that have this index.
    fn visit(&self, table: &Table, index: usize, f: &mut impl FnMut(&Position, Value)) {
        let Some(value) = table.value(index) else { return };
        let Some((setup, _)) = table.layout.setup(index) else { return };
        let Ok(position) = Position::from_setup(&setup) else { return };
        f(&position, value);
        if table.has_en_passant() {
            for position in with_passed_squares(setup) {
                let value = self.with_en_passant(&position, value);
                f(&position, value.expect("captures en passant lead to endings that are solved before"));
            }
        }
    }
}

/// Returns the positions with these men in which a capture en passant is legal.
fn with_passed_squares(setup: Setup) -> impl Iterator<Item = Position> {
    let them = !setup.side_to_move;
    let (rank, back) = if them == Color::White { (Rank::Fourth, -1) } else { (Rank::Fifth, 1) };
    let pushed = setup.board.pieces(them, PieceType::Pawn) & rank.bitboard();
    pushed.into_iter().filter_map(move |pawn: Square| {
        let en_passant = pawn.offset(0, back);
        let position = Position::from_setup(&Setup { en_passant, ..setup }).ok()?;
        position.ep_square().is_some().then_some(position)
    })
}
