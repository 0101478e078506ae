use chess_types::Color;

/// A colour that is known at compile time: [`White`] or [`Black`].
///
/// The generator is compiled once for each, without branches on the colour and with constant shifts.
pub trait Side: sealed::Sealed + Copy + Send + Sync + 'static {
    /// The colour of this side.
    const COLOR: Color;

    /// The opponent.
    type Them: Side<Them = Self>;
}

/// White as a [`Side`].
#[derive(Clone, Copy, Debug)]
pub struct White;

/// Black as a [`Side`].
#[derive(Clone, Copy, Debug)]
pub struct Black;

impl Side for White {
    const COLOR: Color = Color::White;
    type Them = Black;
}

impl Side for Black {
    const COLOR: Color = Color::Black;
    type Them = White;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::White {}
    impl Sealed for super::Black {}
}
