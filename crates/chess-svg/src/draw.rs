//! Pictures written as SVG, with all text from outside escaped.

use core::fmt::{self, Display, Write};

use chess_types::{Bitboard, Color, PieceType};

use crate::layout::{BOARD, COLUMNS, Layout, SQUARE, Shape, shape};
use crate::picture::{Arrow, Highlight, Mark, Picture};

/// The side of a sample in the legend.
const SAMPLE: u32 = 32;

const FONT: &str = "font-family=\"Helvetica, Arial, 'DejaVu Sans', sans-serif\" font-size=\"24\"";

/// The measures of an arrow: half the width of its shaft, half the width and the length of its head, and the distance of its
/// beginning from the middle of the square.
const SHAFT: i32 = 9;
const HEAD: i32 = 24;
const HEAD_LENGTH: i32 = 40;
const TAIL: i32 = 15;
/// The radius and the width of a ring.
const RING: i32 = 44;
const RING_WIDTH: i32 = 8;

impl Picture<'_> {
    /// Writes the picture, without a line break at the end.
    ///
    /// # Errors
    /// The output failed.
    pub fn write(&self, out: &mut (impl Write + ?Sized)) -> fmt::Result {
        Drawing::new(self, out).draw()
    }
}

impl Display for Picture<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f)
    }
}

/// A picture that is being written.
struct Drawing<'a, W: ?Sized> {
    picture: &'a Picture<'a>,
    layout: Layout,
    out: &'a mut W,
}

impl<'a, W: Write + ?Sized> Drawing<'a, W> {
    fn new(picture: &'a Picture<'a>, out: &'a mut W) -> Self {
        let marks = if picture.has_legend { picture.marks().count() as u32 } else { 0 };
        let layout = Layout {
            bottom: picture.bottom,
            has_coordinates: picture.has_coordinates,
            legend_rows: marks.div_ceil(COLUMNS),
        };
        Self { picture, layout, out }
    }

    fn draw(mut self) -> fmt::Result {
        let (width, height) = (self.layout.width(), self.layout.height());
        if let Some(comment) = self.picture.comment {
            writeln!(self.out, "{}", Comment(comment))?;
        }
        write!(self.out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\"")?;
        // Unless a width is set, a picture is shown at half the size of its unit.
        let shown = self.picture.width.unwrap_or(width / 2);
        if shown > 0 {
            let shown_height = u64::from(shown) * u64::from(height) / u64::from(width);
            write!(self.out, " width=\"{shown}\" height=\"{shown_height}\"")?;
        }
        writeln!(self.out, " role=\"img\">")?;
        self.write_title()?;
        self.write_description()?;
        self.write_definitions()?;
        if let Some(background) = self.picture.theme.background {
            let corner = if self.layout.has_coordinates { " rx=\"10\"" } else { "" };
            writeln!(
                self.out,
                "<rect width=\"{width}\" height=\"{height}\"{corner} fill=\"{background}\"/>"
            )?;
        }
        self.write_board()?;
        if self.layout.has_coordinates {
            self.write_names()?;
        }
        if self.layout.legend_rows > 0 {
            self.write_legend()?;
        }
        self.out.write_str("</svg>")
    }

    fn write_title(&mut self) -> fmt::Result {
        match (self.picture.title, &self.picture.position) {
            (Some(title), _) => writeln!(self.out, "<title>{}</title>", Text(title)),
            (None, Some(position)) => {
                let side = position.side_to_move().name();
                writeln!(self.out, "<title>Chess position, {side} to move</title>")
            }
            (None, None) => writeln!(self.out, "<title>Chess board</title>"),
        }
    }

    fn write_description(&mut self) -> fmt::Result {
        self.out.write_str("<desc>")?;
        match (self.picture.description, &self.picture.position) {
            (Some(description), _) => write!(self.out, "{}", Text(description))?,
            (None, Some(position)) => write!(self.out, "{position}")?,
            (None, None) => self.write_placement()?,
        }
        for highlight in self.picture.marks() {
            write!(self.out, "; {}:", Text(highlight.label))?;
            match self.picture.last_squares {
                Some((from, to)) if highlight.mark == Mark::LastMove => write!(self.out, " {from} to {to}")?,
                _ => highlight.squares.into_iter().try_for_each(|square| write!(self.out, " {square}"))?,
            }
        }
        for &Arrow { from, to, .. } in self.picture.arrows {
            if from == to {
                write!(self.out, "; ring: {from}")?;
            } else {
                write!(self.out, "; arrow: {from} to {to}")?;
            }
        }
        writeln!(self.out, "</desc>")
    }

    /// The pieces and their squares: `white king e1, black rook a8`.
    fn write_placement(&mut self) -> fmt::Result {
        let mut separator = "";
        for (piece, square) in self.picture.board.placements() {
            write!(self.out, "{separator}{} {square}", piece.name())?;
            separator = ", ";
        }
        if separator.is_empty() { self.out.write_str("empty board") } else { Ok(()) }
    }

    /// The shapes of the pieces that are shown, and the paints that are more than a colour.
    fn write_definitions(&mut self) -> fmt::Result {
        let (prefix, theme) = (Id(self.picture.id_prefix), &self.picture.theme);
        writeln!(self.out, "<defs>")?;
        for piece_type in PieceType::ALL {
            if !self.picture.board.by_type(piece_type).is_empty() {
                let Shape { outline, lines } = shape(piece_type);
                writeln!(
                    self.out,
                    "<g id=\"{prefix}{}\"><path d=\"{outline}\"/><path d=\"{lines}\" fill=\"none\" \
                     stroke=\"currentColor\"/></g>",
                    piece_type.name()
                )?;
            }
        }
        if self.has(Mark::Check) {
            let color = theme.check;
            writeln!(
                self.out,
                "<radialGradient id=\"{prefix}check\"><stop stop-color=\"{color}\"/><stop offset=\".4\" \
                 stop-color=\"{color}\" stop-opacity=\".9\"/><stop offset=\"1\" stop-color=\"{color}\" \
                 stop-opacity=\".1\"/></radialGradient>"
            )?;
        }
        if self.has(Mark::CutOff) {
            writeln!(
                self.out,
                "<pattern id=\"{prefix}cut-off\" width=\"100\" height=\"100\" patternUnits=\"userSpaceOnUse\"><path \
                 d=\"M0 25L25 0M0 50L50 0M0 75L75 0M0 100L100 0M25 100L100 25M50 100L100 50M75 100L100 75\" \
                 stroke=\"{}\" stroke-opacity=\".6\" stroke-width=\"5\"/></pattern>",
                theme.cut_off
            )?;
        }
        writeln!(self.out, "</defs>")
    }

    fn has(&self, mark: Mark) -> bool {
        self.picture.marks().any(|highlight| highlight.mark == mark)
    }

    fn write_board(&mut self) -> fmt::Result {
        let theme = &self.picture.theme;
        match self.layout.origin() {
            (0, 0) => writeln!(self.out, "<g>")?,
            (x, y) => writeln!(self.out, "<g transform=\"translate({x} {y})\">")?,
        }
        writeln!(self.out, "<rect width=\"{BOARD}\" height=\"{BOARD}\" fill=\"{}\"/>", theme.light)?;
        self.write_squares(Bitboard::DARK_SQUARES, format_args!("fill=\"{}\"", theme.dark))?;
        for &Highlight { mark, squares, .. } in self.picture.marks() {
            self.write_squares(squares, Fill { mark, picture: self.picture })?;
        }
        for color in Color::ALL {
            self.write_pieces(color)?;
        }
        self.picture.arrows.iter().try_for_each(|&arrow| self.write_arrow(arrow))?;
        writeln!(self.out, "</g>")
    }

    /// Writes one path of all `squares`.
    fn write_squares(&mut self, squares: Bitboard, fill: impl Display) -> fmt::Result {
        self.out.write_str("<path d=\"")?;
        for square in squares {
            let (x, y) = self.layout.corner(square);
            write!(self.out, "M{x} {y}h{SQUARE}v{SQUARE}h-{SQUARE}z")?;
        }
        writeln!(self.out, "\" {fill}/>")
    }

    fn write_pieces(&mut self, color: Color) -> fmt::Result {
        let theme = &self.picture.theme;
        // The lines within a piece are drawn in the current colour.
        let (fill, lines) = match color {
            Color::White => (theme.white, theme.ink),
            Color::Black => (theme.black, theme.black_lines),
        };
        writeln!(
            self.out,
            "<g fill=\"{fill}\" color=\"{lines}\" stroke=\"{}\" stroke-width=\"3\" stroke-linejoin=\"round\">",
            theme.ink
        )?;
        let board = &self.picture.board;
        for square in board.by_color(color) {
            if let Some(piece_type) = board.piece_type_at(square) {
                let (x, y) = self.layout.corner(square);
                let prefix = Id(self.picture.id_prefix);
                writeln!(self.out, "<use href=\"#{prefix}{}\" x=\"{x}\" y=\"{y}\"/>", piece_type.name())?;
            }
        }
        writeln!(self.out, "</g>")
    }

    fn write_arrow(&mut self, arrow: Arrow) -> fmt::Result {
        let Arrow { from, to, paint } = arrow;
        let (x, y) = self.layout.middle(to);
        if from == to {
            // A disc with a hole.
            self.out.write_str("<path d=\"")?;
            for (radius, sweep) in [(RING, 1), (RING - RING_WIDTH, 0)] {
                let (left, right) = (x - radius, x + radius);
                write!(
                    self.out,
                    "M{left} {y}A{radius} {radius} 0 1 {sweep} {right} {y}A{radius} {radius} 0 1 {sweep} {left} {y}Z"
                )?;
            }
            return writeln!(self.out, "\" {paint}/>");
        }
        let points = arrow_points(self.layout.middle(from), (x, y));
        self.out.write_str("<path d=\"")?;
        for (i, (x, y)) in points.into_iter().enumerate() {
            write!(self.out, "{}{x} {y}", if i == 0 { 'M' } else { 'L' })?;
        }
        writeln!(self.out, "Z\" {paint}/>")
    }

    /// The names of ranks and files along the board.
    fn write_names(&mut self) -> fmt::Result {
        let color = self.picture.theme.coordinates;
        writeln!(self.out, "<g {FONT} fill=\"{color}\" text-anchor=\"middle\">")?;
        for i in 0..8 {
            let (x, y) = Layout::rank_name(i);
            let rank = self.layout.square(0, i as usize).rank();
            writeln!(self.out, "<text x=\"{x}\" y=\"{y}\">{rank}</text>")?;
            let (x, y) = Layout::file_name(i);
            let file = self.layout.square(i as usize, 0).file();
            writeln!(self.out, "<text x=\"{x}\" y=\"{y}\">{file}</text>")?;
        }
        writeln!(self.out, "</g>")
    }

    /// A sample of each mark, with its meaning.
    fn write_legend(&mut self) -> fmt::Result {
        let theme = &self.picture.theme;
        writeln!(self.out, "<g {FONT} fill=\"{}\">", theme.ink)?;
        for (i, highlight) in (0..).zip(self.picture.marks()) {
            let x = self.layout.origin().0 + i % COLUMNS * (BOARD / COLUMNS);
            let y = self.layout.legend_top(i / COLUMNS);
            let fill = Fill { mark: highlight.mark, picture: self.picture };
            for fill in [&format_args!("fill=\"{}\"", theme.light) as &dyn Display, &fill] {
                write!(
                    self.out,
                    "<rect x=\"{x}\" y=\"{y}\" width=\"{SAMPLE}\" height=\"{SAMPLE}\" {fill}/>"
                )?;
            }
            writeln!(self.out)?;
            let (x, y, label) = (x + SAMPLE + 12, y + 24, Text(highlight.label));
            writeln!(self.out, "<text x=\"{x}\" y=\"{y}\">{label}</text>")?;
        }
        writeln!(self.out, "</g>")
    }
}

/// The attributes that fill the squares of a mark.
struct Fill<'a> {
    mark: Mark,
    picture: &'a Picture<'a>,
}

impl Display for Fill<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (theme, prefix) = (&self.picture.theme, Id(self.picture.id_prefix));
        match self.mark {
            Mark::LastMove => theme.last_move.fmt(f),
            Mark::Check => write!(f, "fill=\"url(#{prefix}check)\""),
            Mark::Attacker => theme.attacker.fmt(f),
            Mark::Attacked => theme.attacked.fmt(f),
            Mark::EnemyPiece => theme.enemy_piece.fmt(f),
            Mark::OwnPiece => theme.own_piece.fmt(f),
            Mark::CutOff => write!(f, "fill=\"url(#{prefix}cut-off)\""),
            Mark::Painted(paint) => paint.fmt(f),
        }
    }
}

/// The corners of an arrow between the middles of two different squares, rounded to whole units.
fn arrow_points(from: (i32, i32), to: (i32, i32)) -> [(i32, i32); 7] {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    // In hundredths of a unit. No difference is larger than the board, so that nothing overflows.
    let length = (10_000 * i64::from(dx * dx + dy * dy)).isqrt();
    let scaled = |delta: i32, units: i32| rounded(100 * i64::from(delta) * i64::from(units), length);
    // The point so far along the arrow from `base`, and so far to its right.
    let point = |base: (i32, i32), along: i32, right: i32| {
        (base.0 + scaled(dx, along) - scaled(dy, right), base.1 + scaled(dy, along) + scaled(dx, right))
    };
    [
        point(from, TAIL, SHAFT),
        point(to, -HEAD_LENGTH, SHAFT),
        point(to, -HEAD_LENGTH, HEAD),
        to,
        point(to, -HEAD_LENGTH, -HEAD),
        point(to, -HEAD_LENGTH, -SHAFT),
        point(from, TAIL, -SHAFT),
    ]
}

/// The quotient, rounded to the nearest whole number.
fn rounded(dividend: i64, divisor: i64) -> i32 {
    ((dividend + dividend.signum() * divisor / 2) / divisor) as i32
}

/// Writes a value as text of an XML element: markup is escaped, and characters that XML does not allow are replaced.
struct Text<T>(T);

impl<T: Display> Display for Text<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(TextWriter(f), "{}", self.0)
    }
}

struct TextWriter<'a, 'b>(&'a mut fmt::Formatter<'b>);

impl Write for TextWriter<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        text.chars().try_for_each(|c| match c {
            '&' => self.0.write_str("&amp;"),
            '<' => self.0.write_str("&lt;"),
            '>' => self.0.write_str("&gt;"),
            '\r' => self.0.write_str("&#13;"),
            _ => self.0.write_char(allowed(c)),
        })
    }
}

/// Writes a value within an XML comment, which must not have two hyphens in a row nor end with one.
struct Comment<'a>(&'a str);

impl Display for Comment<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("<!-- ")?;
        let mut last = ' ';
        for c in self.0.chars() {
            if (last, c) == ('-', '-') {
                f.write_char(' ')?;
            }
            f.write_char(allowed(c))?;
            last = c;
        }
        f.write_str(" -->")
    }
}

/// Writes the part of a text that can be in an XML id: letters, digits, `-` and `_` of ASCII.
struct Id<'a>(&'a str);

impl Display for Id<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_kept = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
        self.0.chars().filter(is_kept).try_for_each(|c| f.write_char(c))
    }
}

/// The character, or U+FFFD in place of one that is not allowed in XML 1.0.
fn allowed(c: char) -> char {
    let is_allowed =
        !matches!(c, '\0'..='\x08' | '\x0b' | '\x0c' | '\x0e'..='\x1f' | '\u{fffe}' | '\u{ffff}');
    if is_allowed { c } else { char::REPLACEMENT_CHARACTER }
}
