//! The places of the parts of a picture, and the shapes of pieces.

use chess_types::{Color, File, PieceType, Rank, Square};

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
const LEGEND_ROW: u32 = 48;
/// The space between the board and the legend where no names are.
const GAP: u32 = 12;

/// The places of all parts of a picture, in units of which a square has 100.
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
            Color::Black => square.flip_files().flip_ranks(),
        }
    }
}

/// The outline of a piece, and the lines within it: paths of SVG on a square of 100 by 100, drawn for this workspace.
pub(crate) struct Shape {
    pub(crate) outline: &'static str,
    pub(crate) lines: &'static str,
}

pub(crate) const fn shape(piece_type: PieceType) -> Shape {
    match piece_type {
        PieceType::Pawn => PAWN,
        PieceType::Knight => KNIGHT,
        PieceType::Bishop => BISHOP,
        PieceType::Rook => ROOK,
        PieceType::Queen => QUEEN,
        PieceType::King => KING,
    }
}

const PAWN: Shape = Shape {
    outline: "M24 90C24 82 30 79 37 76C43 71 46 64 46 56H38C35 52 37 49 41 48A14.5 14.5 0 1 1 59 48C63 49 65 52 62 56\
              H54C54 64 57 71 63 76C70 79 76 82 76 90Z",
    lines: "M37 76H63",
};

const KNIGHT: Shape = Shape {
    outline: "M23 90V82H30C30 67 45 62 47 50C42 54 37 55 34 58C32 62 29 66 25 65C19 64 16 60 17 55C19 50 25 46 26 41\
              C27 34 31 28 37 25V11L48 20C70 22 78 42 73 82H79V90Z",
    lines: "M30 82H73M37 35a1.5 1.5 0 1 1 0 .01ZM22 57L24.5 55.5M56 27C67 38 67 56 65 75",
};

const BISHOP: Shape = Shape {
    outline: "M23 90V82C31 82 38 79 41 74L37 70V63C25 51 30 36 45 24A7 7 0 1 1 55 24C70 36 75 51 63 63V70L59 74\
              C62 79 69 82 77 82V90Z",
    lines: "M61 30L49 45M37 63H63M41 74H59",
};

const ROOK: Shape = Shape {
    outline: "M22 90V80H28L34 71V43L25 35V16H37V25H44V16H56V25H63V16H75V35L66 43V71L72 80H78V90Z",
    lines: "M25 35H75M34 43H66M34 71H66M28 80H72",
};

const QUEEN: Shape = Shape {
    outline: "M25 90V82L31 75L15 37A6 6 0 1 1 21 36L33 53L32 28A6 6 0 1 1 38 27L45 49L47 24A6 6 0 1 1 53 24L55 49\
              L62 27A6 6 0 1 1 68 28L67 53L79 36A6 6 0 1 1 85 37L69 75L75 82V90Z",
    lines: "M27.3 66H72.7M31 75H69M25 82H75",
};

const KING: Shape = Shape {
    outline: "M25 90V82L31 75C14 60 14 39 33 38C40 38 44 40 46 43V30H36V21H46V11H54V21H64V30H54V43C56 40 60 38 67 38\
              C86 39 86 60 69 75L75 82V90Z",
    lines: "M50 43V65M24.6 67C40 62 60 62 75.4 67M31 75H69M25 82H75",
};
