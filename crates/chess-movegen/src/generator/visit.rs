use core::ops::ControlFlow;

use chess_board::Position;
use chess_types::Color;

use super::selection::Selection;
use super::side::{Black, White};
use super::sink::Sink;
use super::visit_side::visit_side;
use crate::machine::{Backend, Machine, Task};

/// Generates the legal moves of `selection` into `sink`, until it breaks.
#[inline]
pub fn visit<S: Sink>(position: &Position, selection: Selection, sink: &mut S) -> ControlFlow<()> {
    Backend::best().run(Visit { position, selection, sink })
}

struct Visit<'a, S> {
    position: &'a Position,
    selection: Selection,
    sink: &'a mut S,
}

impl<S: Sink> Task for Visit<'_, S> {
    type Output = ControlFlow<()>;

    #[inline(always)]
    fn run(self, machine: impl Machine) -> ControlFlow<()> {
        let Self { position, selection, sink } = self;
        match position.side_to_move() {
            Color::White => visit_side::<White, S>(machine.sliders(), position, selection, sink),
            Color::Black => visit_side::<Black, S>(machine.sliders(), position, selection, sink),
        }
    }
}
