use chess_types::Square;

use crate::color::{Paint, Rgb};

/// An arrow between two squares, or a ring around a square if both are the same.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Arrow {
    /// The square where the arrow begins.
    pub from: Square,
    /// The square where its tip is.
    pub to: Square,
    /// The colour with its opacity.
    pub paint: Paint,
}

impl Arrow {
    /// The opacity of an arrow in percent, unless another one is set.
    pub const OPACITY: u8 = 75;

    /// An arrow of this colour and of the usual opacity. A colour may be given as three bytes.
    pub fn new(from: Square, to: Square, color: impl Into<Rgb>) -> Self {
        Self { from, to, paint: Paint::new(color.into(), Self::OPACITY) }
    }

    /// A ring around a square.
    pub fn ring(square: Square, color: impl Into<Rgb>) -> Self {
        Self::new(square, square, color)
    }
}
