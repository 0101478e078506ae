use chess_types::{Color, File, Rank, Square};

/// The side of a square, for which the shapes of the pieces are made.
pub(crate) const SQUARE: u32 = 100;
/// The side of the board.
pub(crate) const BOARD: u32 = 8 * SQUARE;
/// Left of the board and below it, where files and ranks are named.
const NAMES: u32 = 44;
/// Right of the board and above it.
const MARGIN: u32 = 16;
/// The legend: samples side by side, and the height of a row.
pub(crate) const COLUMNS: u32 = 3;
pub(crate) const LEGEND_ROW: u32 = 48;
/// The space between the board and the legend where no names stand.
const GAP: u32 = 12;

/// The places of all things in a picture, in units of which a square has 100.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Layout {
    /// The side at the bottom.
    pub(crate) bottom: Color,
    pub(crate) has_coordinates: bool,
    pub(crate) legend_rows: u32,
}

impl Layout {
    /// The upper left corner of the board.
    pub(crate) const fn origin(self) -> (u32, u32) {
        if self.has_coordinates { (NAMES, MARGIN) } else { (0, 0) }
    }

    pub(crate) const fn width(self) -> u32 {
        if self.has_coordinates { NAMES + BOARD + MARGIN } else { BOARD }
    }

    pub(crate) const fn height(self) -> u32 {
        let board = if self.has_coordinates { MARGIN + BOARD + NAMES } else { BOARD };
        let gap = if self.has_coordinates || self.legend_rows == 0 { 0 } else { GAP };
        board + gap + self.legend_rows * LEGEND_ROW
    }

    /// The upper edge of a row of the legend.
    pub(crate) const fn legend_top(self, row: u32) -> u32 {
        self.height() - (self.legend_rows - row) * LEGEND_ROW + 4
    }

    /// The middle of the name of a rank, and of a file: column and row counted from the upper left corner.
    pub(crate) const fn rank_name(row: u32) -> (u32, u32) {
        (NAMES / 2, MARGIN + row * SQUARE + SQUARE / 2 + 8)
    }

    pub(crate) const fn file_name(column: u32) -> (u32, u32) {
        (NAMES + column * SQUARE + SQUARE / 2, MARGIN + BOARD + 30)
    }

    /// The square in this column from the left and this row from the top, both from 0 to 7.
    pub(crate) fn square(self, column: usize, row: usize) -> Square {
        self.seen(Square::new(File::ALL[column], Rank::ALL[row].flip()))
    }

    /// The upper left corner of a square, from that of the board.
    pub(crate) fn corner(self, square: Square) -> (u32, u32) {
        let seen = self.seen(square);
        (seen.file().index() as u32 * SQUARE, seen.rank().flip().index() as u32 * SQUARE)
    }

    /// The middle of a square.
    pub(crate) fn middle(self, square: Square) -> (i32, i32) {
        let (x, y) = self.corner(square);
        ((x + SQUARE / 2) as i32, (y + SQUARE / 2) as i32)
    }

    fn seen(self, square: Square) -> Square {
        match self.bottom {
            Color::White => square,
            Color::Black => square.rotate(),
        }
    }
}
