use chess_types::Color;

/// A colour known at compile time: [`White`] or [`Black`].
///
/// One instance of the generator for each has no branch on colour, and its shifts are constants.
pub trait Side: sealed::Sealed + Copy + Send + Sync + 'static {
    /// The colour.
    const COLOR: Color;

    /// The other side.
    type Them: Side<Them = Self>;
}

/// The [`Side`] of White.
#[derive(Clone, Copy, Debug)]
pub struct White;

/// The [`Side`] of Black.
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
