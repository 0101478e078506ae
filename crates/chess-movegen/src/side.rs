use chess_types::Color;

/// A colour known at compile time: one instance of the generator for each has no branch on colour, and its shifts
/// are constants.
pub(crate) trait Side {
    const COLOR: Color;
    type Them: Side;
}

pub(crate) struct White;
pub(crate) struct Black;

impl Side for White {
    const COLOR: Color = Color::White;
    type Them = Black;
}

impl Side for Black {
    const COLOR: Color = Color::Black;
    type Them = White;
}
