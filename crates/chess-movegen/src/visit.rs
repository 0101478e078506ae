use core::ops::ControlFlow;

use chess_board::Position;
use chess_types::Color;

use crate::arch::{self, Arch, Task};
use crate::generate::visit_side;
use crate::side::{Black, White};
use crate::{Selection, Sink};

/// Generates the legal moves of `selection` into `sink`, until it breaks.
#[inline]
pub fn visit<S: Sink>(position: &Position, selection: Selection, sink: &mut S) -> ControlFlow<()> {
    arch::run(Visit { position, selection, sink })
}

struct Visit<'a, S> {
    position: &'a Position,
    selection: Selection,
    sink: &'a mut S,
}

impl<S: Sink> Task for Visit<'_, S> {
    type Output = ControlFlow<()>;

    #[inline(always)]
    fn run(self, arch: impl Arch) -> ControlFlow<()> {
        let Self { position, selection, sink } = self;
        match position.side_to_move() {
            Color::White => visit_side::<White, S>(arch, position, selection, sink),
            Color::Black => visit_side::<Black, S>(arch, position, selection, sink),
        }
    }
}
