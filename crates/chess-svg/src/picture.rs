//! Pictures and their content: highlighted squares, arrows, and the attacks of a piece.

use chess_board::{Board, Position};
use chess_magic::attacks;
use chess_types::{Bitboard, Color, Move, Piece, PieceType, Square};

use crate::color::{Paint, Rgb, Theme};

/// A picture of a board, written as SVG by `Display` or by [`write`](Self::write). Nothing is allocated.
///
/// The picture is complete in itself: it fetches nothing, and the pieces are shapes of its own. It has a title and a description for
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
    last_move: Option<Highlight<'a>>,
    /// The squares of the last move in their order, which its highlight does not show.
    pub(crate) last_squares: Option<(Square, Square)>,
    check: Option<Highlight<'a>>,
    highlights: &'a [Highlight<'a>],
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

    /// Shows or hides the names of files and ranks, and the margin in which they are.
    pub const fn coordinates(mut self, are_shown: bool) -> Self {
        self.has_coordinates = are_shown;
        self
    }

    /// Sets the width of the picture, in pixels of CSS; the height is in proportion. Unless it is set, a square is 50 pixels
    /// wide. 0 omits both, so that the picture fills its container.
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

    /// Sets a prefix of all ids in the picture. Pictures that are in one HTML document need different ones. Only its ASCII
    /// letters, digits, `-` and `_` are used; the first should be a letter.
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

/// Squares that are marked alike, with the meaning of the mark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Highlight<'a> {
    /// The look of the squares.
    pub mark: Mark,
    /// The meaning of the mark, for the legend and for the description of the picture.
    pub label: &'a str,
    /// The squares. An empty set is not drawn and not described.
    pub squares: Bitboard,
}

impl<'a> Highlight<'a> {
    /// Squares with a mark and its meaning.
    pub const fn new(mark: Mark, label: &'a str, squares: Bitboard) -> Self {
        Self { mark, label, squares }
    }
}

/// The look of a marked square. The [theme](crate::Theme) has the colours.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Mark {
    /// The squares of the last move.
    LastMove,
    /// The king in check: a glow.
    Check,
    /// The piece of a [moveboard](crate::Moveboard).
    Attacker,
    /// Empty squares that the piece of a moveboard attacks.
    Attacked,
    /// Pieces of the other side that it attacks.
    EnemyPiece,
    /// Pieces of its own side that it protects.
    OwnPiece,
    /// Squares that a slider would attack if nothing blocked it: hatched.
    CutOff,
    /// Any other meaning, in a paint of its own.
    Painted(Paint),
}

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

/// The squares that a piece attacks on a board, by what is on them. No square is in two of the sets.
///
/// Checks and pins are not considered, and the board needs no kings. A pawn attacks the squares that it captures on.
///
/// # Examples
/// ```
/// use chess_svg::{Moveboard, Piece, Picture, Position, Square};
///
/// let board = Position::START.to_setup().board;
/// let moveboard = Moveboard::new(Piece::WhiteKnight, Square::G1, &board);
/// assert_eq!(moveboard.attacked, Square::F3 | Square::H3);
/// assert_eq!(moveboard.own_pieces, Square::E2.bitboard());
///
/// let highlights = moveboard.highlights();
/// let svg = Picture::new(&board).highlights(&highlights).legend(true).to_string();
/// assert!(svg.contains("attacked: f3 h3"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Moveboard {
    /// The piece.
    pub piece: Piece,
    /// The square of the piece.
    pub square: Square,
    /// The empty squares that it attacks.
    pub attacked: Bitboard,
    /// The pieces of the other side that it attacks. They stop the rays of a slider.
    pub enemy_pieces: Bitboard,
    /// The pieces of its own side that it protects. They stop the rays of a slider, too.
    pub own_pieces: Bitboard,
    /// The squares that a slider would attack in addition if the board were empty.
    pub cut_off: Bitboard,
}

impl Moveboard {
    /// The attacks of a piece on a square. The board may have another piece there, or none.
    pub fn new(piece: Piece, square: Square, board: &Board) -> Self {
        let (piece_type, color) = (piece.piece_type(), piece.color());
        let hit = attacks(piece_type, color, square, board.occupied());
        let rays = attacks(piece_type, color, square, Bitboard::EMPTY);
        Self {
            piece,
            square,
            attacked: hit - board.occupied(),
            enemy_pieces: hit & board.by_color(!color),
            own_pieces: hit & board.by_color(color),
            cut_off: rays - hit,
        }
    }

    /// The sets as highlights with their meaning: the piece, attacked squares, pieces of the other and of the own side,
    /// squares that are cut off. Sets may be empty.
    pub const fn highlights(&self) -> [Highlight<'static>; 5] {
        let piece_type = self.piece.piece_type();
        let (enemy, own) = match piece_type {
            PieceType::Bishop | PieceType::Rook | PieceType::Queen => ("enemy blocker", "own blocker"),
            PieceType::Pawn | PieceType::Knight | PieceType::King => ("enemy piece", "own piece"),
        };
        [
            Highlight::new(Mark::Attacker, piece_type.name(), self.square.bitboard()),
            Highlight::new(Mark::Attacked, "attacked", self.attacked),
            Highlight::new(Mark::EnemyPiece, enemy, self.enemy_pieces),
            Highlight::new(Mark::OwnPiece, own, self.own_pieces),
            Highlight::new(Mark::CutOff, "cut off", self.cut_off),
        ]
    }
}
