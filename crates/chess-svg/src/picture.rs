use chess_board::{Board, Position};
use chess_types::{Color, Move, Square};

use crate::arrow::Arrow;
use crate::highlight::{Highlight, Mark};
use crate::theme::Theme;

/// A picture of a board, written as SVG by `Display` or by [`write`](Self::write). Nothing is allocated.
///
/// The picture stands alone: it fetches nothing, and the pieces are shapes of its own. It has a title and a description for
/// screen readers, which name the marked squares and the arrows. All text that is given to it is escaped.
///
/// # Examples
/// ```
/// use chess_svg::{Arrow, Color, Picture, Position, Rgb, Square, Theme};
///
/// let position: Position = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2".parse()?;
/// let arrows = [Arrow::new(Square::G1, Square::F3, Rgb::from_hex(0x15781b))];
/// let svg = Picture::of(&position)
///     .bottom(Color::Black)
///     .last_move(Square::E7, Square::E5)
///     .arrows(&arrows)
///     .theme(Theme::BLUE)
///     .width(320)
///     .to_string();
/// assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>"));
/// assert!(svg.contains("; last move: e7 to e5; arrow: g1 to f3</desc>"));
/// # Ok::<(), chess_svg::ParsePositionError>(())
/// ```
#[derive(Clone, Debug)]
#[must_use = "a picture does nothing until it is written"]
pub struct Picture<'a> {
    pub(crate) board: Board,
    /// The position, if one is shown and not only a board.
    pub(crate) position: Option<Position>,
    pub(crate) bottom: Color,
    pub(crate) has_coordinates: bool,
    pub(crate) width: Option<u32>,
    pub(crate) theme: Theme,
    pub(crate) last_move: Option<Highlight<'a>>,
    /// The squares of the last move in their order, which its highlight does not tell.
    pub(crate) last_squares: Option<(Square, Square)>,
    pub(crate) check: Option<Highlight<'a>>,
    pub(crate) highlights: &'a [Highlight<'a>],
    pub(crate) arrows: &'a [Arrow],
    pub(crate) has_legend: bool,
    pub(crate) title: Option<&'a str>,
    pub(crate) description: Option<&'a str>,
    pub(crate) comment: Option<&'a str>,
    pub(crate) id_prefix: &'a str,
}

impl<'a> Picture<'a> {
    /// A picture of any pieces on a board, seen from White's side, with coordinates.
    pub const fn new(board: &Board) -> Self {
        Self {
            board: *board,
            position: None,
            bottom: Color::White,
            has_coordinates: true,
            width: None,
            theme: Theme::BROWN,
            last_move: None,
            last_squares: None,
            check: None,
            highlights: &[],
            arrows: &[],
            has_legend: false,
            title: None,
            description: None,
            comment: None,
            id_prefix: "",
        }
    }

    /// A picture of a position. A king in check is marked, the title names the side to move, and the description is the FEN.
    pub fn of(position: &Position) -> Self {
        let picture = Self { position: Some(*position), ..Self::new(&position.to_setup().board) };
        if position.is_in_check() { picture.check(position.king(position.side_to_move())) } else { picture }
    }

    /// Sets the side at the bottom of the picture.
    pub const fn bottom(mut self, side: Color) -> Self {
        self.bottom = side;
        self
    }

    /// Shows or hides the names of files and ranks, and the margin in which they stand.
    pub const fn coordinates(mut self, are_shown: bool) -> Self {
        self.has_coordinates = are_shown;
        self
    }

    /// Sets the width of the picture, in pixels of CSS; the height is in proportion. Unless it is set, a square is 50 pixels
    /// wide. 0 leaves both out, so that the picture fills the room that it is given.
    pub const fn width(mut self, pixels: u32) -> Self {
        self.width = Some(pixels);
        self
    }

    /// Sets the colours.
    pub const fn theme(mut self, theme: Theme) -> Self {
        self.theme = theme;
        self
    }

    /// Marks the squares of the move played last, if there is one. Of castling they are those of the king.
    pub fn played(self, mv: impl Into<Option<Move>>) -> Self {
        match mv.into() {
            Some(mv) if !mv.is_null() => self.last_move(mv.from(), mv.destination()),
            _ => self,
        }
    }

    /// Marks two squares as those of the last move, for a program with moves of its own.
    pub fn last_move(mut self, from: Square, to: Square) -> Self {
        self.last_move = Some(Highlight::new(Mark::LastMove, "last move", from | to));
        self.last_squares = Some((from, to));
        self
    }

    /// Marks a king in check. [`of`](Self::of) does it already.
    pub const fn check(mut self, king: Square) -> Self {
        self.check = Some(Highlight::new(Mark::Check, "in check", king.bitboard()));
        self
    }

    /// Sets the other marked squares, which are painted in their order.
    pub const fn highlights(mut self, highlights: &'a [Highlight<'a>]) -> Self {
        self.highlights = highlights;
        self
    }

    /// Sets the arrows and rings, which are drawn above the pieces in their order.
    pub const fn arrows(mut self, arrows: &'a [Arrow]) -> Self {
        self.arrows = arrows;
        self
    }

    /// Shows or hides a legend below the board: a sample of each mark with its label.
    pub const fn legend(mut self, is_shown: bool) -> Self {
        self.has_legend = is_shown;
        self
    }

    /// Sets the title, which browsers show as a tooltip and screen readers read out.
    pub const fn title(mut self, title: &'a str) -> Self {
        self.title = Some(title);
        self
    }

    /// Sets the beginning of the description. The marked squares and arrows are added to it.
    pub const fn description(mut self, description: &'a str) -> Self {
        self.description = Some(description);
        self
    }

    /// Sets a comment on a line before the picture. Two hyphens in a row are set apart by a space, since XML forbids them.
    pub const fn comment(mut self, comment: &'a str) -> Self {
        self.comment = Some(comment);
        self
    }

    /// Sets a prefix of all ids in the picture. Pictures that stand in one HTML document need different ones. Only its ASCII
    /// letters, digits, `-` and `_` are used; the first is best a letter.
    pub const fn id_prefix(mut self, prefix: &'a str) -> Self {
        self.id_prefix = prefix;
        self
    }

    /// All marks that have squares, in the order in which they are painted.
    pub(crate) fn marks(&self) -> impl Iterator<Item = &Highlight<'a>> {
        let marks = self.last_move.iter().chain(self.highlights).chain(&self.check);
        marks.filter(|highlight| !highlight.squares.is_empty())
    }
}
