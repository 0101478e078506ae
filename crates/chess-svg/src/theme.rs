use crate::color::{Paint, Rgb};

/// The colours of a picture.
///
/// Fields may be added in later versions. A program makes its own theme by changing the fields of one of those here.
///
/// # Examples
/// ```
/// use chess_svg::{Picture, Position, Rgb, Theme};
///
/// let mut theme = Theme::GREEN;
/// theme.background = None;
/// theme.light = Rgb::from_hex(0xfafad2);
/// assert!(Picture::of(&Position::START).theme(theme).to_string().contains("#fafad2"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Theme {
    /// The light squares.
    pub light: Rgb,
    /// The dark squares.
    pub dark: Rgb,
    /// The area around the board; `None` for a transparent one.
    pub background: Option<Rgb>,
    /// The names of files and ranks.
    pub coordinates: Rgb,
    /// The text of the legend, and the outlines of the pieces.
    pub ink: Rgb,
    /// The white pieces.
    pub white: Rgb,
    /// The black pieces.
    pub black: Rgb,
    /// The lines within black pieces. Those within white pieces are in ink.
    pub black_lines: Rgb,
    /// The squares of the last move.
    pub last_move: Paint,
    /// The glow around a king in check.
    pub check: Rgb,
    /// The piece of a moveboard.
    pub attacker: Paint,
    /// Empty squares that it attacks.
    pub attacked: Paint,
    /// Pieces of the other side that it attacks.
    pub enemy_piece: Paint,
    /// Pieces of its own side that it protects.
    pub own_piece: Paint,
    /// The hatching of squares behind pieces.
    pub cut_off: Rgb,
}

impl Theme {
    /// Brown squares, as of a wooden board. The default.
    pub const BROWN: Self = Self {
        light: Rgb::from_hex(0xf0e6d2),
        dark: Rgb::from_hex(0xb8977a),
        background: Some(Rgb::from_hex(0xffffff)),
        coordinates: Rgb::from_hex(0x4a4640),
        ink: Rgb::from_hex(0x1c1c1c),
        white: Rgb::from_hex(0xfdfdfb),
        black: Rgb::from_hex(0x2e2e2e),
        black_lines: Rgb::from_hex(0xe8e4dc),
        last_move: Paint::new(Rgb::from_hex(0xf2cf2e), 60),
        check: Rgb::from_hex(0xe8200e),
        attacker: Paint::new(Rgb::from_hex(0x8a4fd0), 55),
        attacked: Paint::new(Rgb::from_hex(0x2f9e58), 55),
        enemy_piece: Paint::new(Rgb::from_hex(0xd93a2b), 65),
        own_piece: Paint::new(Rgb::from_hex(0x2f6fd0), 55),
        cut_off: Rgb::from_hex(0x55504a),
    };

    /// Blue squares.
    pub const BLUE: Self =
        Self { light: Rgb::from_hex(0xdee3e6), dark: Rgb::from_hex(0x8ca2ad), ..Self::BROWN };

    /// Green squares.
    pub const GREEN: Self =
        Self { light: Rgb::from_hex(0xebecd0), dark: Rgb::from_hex(0x779556), ..Self::BROWN };

    /// Grey squares, for print.
    pub const GRAY: Self =
        Self { light: Rgb::from_hex(0xf4f4f4), dark: Rgb::from_hex(0xb4b4b4), ..Self::BROWN };
}

impl Default for Theme {
    /// [`Theme::BROWN`]
    fn default() -> Self {
        Self::BROWN
    }
}
