use chess_types::Color;

/// A colour that is known at compile time: [`White`] or [`Black`].
///
/// The kernels are compiled once for each, without branches on the colour and with constant shifts. A value would be no constant in
/// the functions that they call: those with instructions of their own, and tasks.
pub(crate) trait Side: Copy + Send + Sync + 'static {
    /// The colour of this side.
    const COLOR: Color;

    /// The opponent.
    type Them: Side<Them = Self>;
}

/// White as a [`Side`].
#[derive(Clone, Copy)]
pub(crate) struct White;

/// Black as a [`Side`].
#[derive(Clone, Copy)]
pub(crate) struct Black;

impl Side for White {
    const COLOR: Color = Color::White;
    type Them = Black;
}

impl Side for Black {
    const COLOR: Color = Color::Black;
    type Them = White;
}
