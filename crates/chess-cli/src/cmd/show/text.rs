use anstyle::{Ansi256Color, Style as Tint};
use chess_svg::{Highlight, Mark};
use chess_types::{Color, Piece, Square};

use super::scene::{Scene, names};

/// The style of a board drawn as text.
#[derive(Clone, Copy)]
pub(crate) struct Style {
    pub(crate) ascii: bool,
    /// Colours mark the squares; without them, lines do.
    pub(crate) color: bool,
    /// The size of the squares: one of size 1 has three columns and a row, and each further size four and two more.
    pub(crate) size: u8,
}

/// The board, its marks and the rest of the FEN, without a line break at the end.
pub(crate) fn draw(scene: &Scene, style: Style) -> String {
    let drawing = Drawing::new(scene, style);
    let mut lines = drawing.board();
    lines.push(String::new());
    if !scene.highlights.is_empty() {
        lines.extend(scene.highlights.iter().map(|highlight| drawing.legend(highlight)));
        lines.push(String::new());
    }
    lines.extend(facts(scene).into_iter().map(|(name, fact)| format!("    {name:<NAME$} {fact}")));
    lines.join("\n")
}

/// The width of a name below the board.
const NAME: usize = 13;

pub(crate) struct Drawing<'a> {
    scene: &'a Scene,
    style: Style,
    glyphs: &'static Glyphs,
}

struct Glyphs {
    piece: fn(Piece) -> char,
    /// On an attacked square.
    dot: char,
    bar: &'static str,
    dash: char,
    /// The characters of the lines above, between and below the ranks: at the left, between the files, and at the right.
    top: [&'static str; 3],
    middle: [&'static str; 3],
    bottom: [&'static str; 3],
}

static UNICODE: Glyphs = Glyphs {
    piece: Piece::figure,
    dot: '·',
    bar: "│",
    dash: '─',
    top: ["┌", "┬", "┐"],
    middle: ["├", "┼", "┤"],
    bottom: ["└", "┴", "┘"],
};

static ASCII: Glyphs = Glyphs {
    piece: Piece::letter,
    dot: '.',
    bar: "|",
    dash: '-',
    top: ["+"; 3],
    middle: ["+"; 3],
    bottom: ["+"; 3],
};

impl<'a> Drawing<'a> {
    pub(crate) fn new(scene: &'a Scene, style: Style) -> Self {
        Self { scene, style, glyphs: if style.ascii { &ASCII } else { &UNICODE } }
    }

    /// The lines of the board.
    pub(crate) fn board(&self) -> Vec<String> {
        let Glyphs { top, middle, bottom, .. } = self.glyphs;
        let is_framed = !self.style.color;
        let mut lines = Vec::new();
        for row in 0..8 {
            if is_framed {
                lines.push(self.rule(if row == 0 { top } else { middle }));
            }
            lines.extend(self.rank(row));
        }
        if is_framed {
            lines.push(self.rule(bottom));
        }
        lines.push(self.files());
        lines
    }

    fn rank(&self, row: usize) -> impl Iterator<Item = String> {
        let (bar, width, middle) = (self.bar(), self.width(), self.style.size - 1);
        (0..=2 * middle).map(move |line| {
            let cells = (0..8).map(|column| {
                let square = self.scene.square(column, row);
                let (tint, cell) = (self.tint(square), self.cell(square));
                let cell = if line == middle { &*cell } else { "" };
                format!("{tint}{cell:^width$}{tint:#}{bar}")
            });
            let label =
                if line == middle { self.scene.square(0, row).rank().to_string() } else { " ".to_owned() };
            format!("  {label} {bar}{}", cells.collect::<String>())
        })
    }

    fn files(&self) -> String {
        let (width, gap) = (self.width(), if self.style.color { "" } else { " " });
        let files = (0..8).map(|column| format!("{gap}{:^width$}", self.scene.square(column, 0).file()));
        format!("    {}", files.collect::<String>().trim_end())
    }

    fn rule(&self, [left, between, right]: &[&str; 3]) -> String {
        let dashes = String::from(self.glyphs.dash).repeat(self.width());
        format!("    {left}{}{right}", [dashes.as_str(); 8].join(between))
    }

    /// The columns of a square.
    fn width(&self) -> usize {
        4 * usize::from(self.style.size) - 1
    }

    /// The text between two squares.
    fn bar(&self) -> &'static str {
        if self.style.color { "" } else { self.glyphs.bar }
    }

    /// Three characters: the piece or the mark of an empty square, and the marks beside the piece.
    fn cell(&self, square: Square) -> String {
        let piece = self.scene.board.piece_at(square).map(self.glyphs.piece);
        let mut cell = [' ', piece.unwrap_or(' '), ' '];
        for highlight in &self.scene.highlights {
            if highlight.squares.contains(square) {
                self.mark(highlight.mark, piece.is_some(), &mut cell);
            }
        }
        cell.into_iter().collect()
    }

    fn mark(&self, mark: Mark, is_occupied: bool, cell: &mut [char; 3]) {
        let free = usize::from(!is_occupied);
        match mark {
            Mark::LastMove => (cell[0], cell[2]) = ('[', ']'),
            Mark::Check => cell[2] = '+',
            Mark::Attacker => (cell[0], cell[2]) = ('(', ')'),
            Mark::Attacked => cell[free] = self.glyphs.dot,
            Mark::EnemyPiece => cell[free] = 'x',
            Mark::OwnPiece => cell[free] = 'o',
            Mark::CutOff => cell[free] = '~',
            _ => {}
        }
    }

    fn legend(&self, highlight: &Highlight<'_>) -> String {
        let mut symbol = [' '; 3];
        self.mark(highlight.mark, false, &mut symbol);
        let symbol: String = symbol.into_iter().collect();
        format!("{symbol} {:<NAME$} {}", highlight.label, names(highlight.squares))
    }

    fn tint(&self, square: Square) -> Tint {
        if !self.style.color {
            return Tint::new();
        }
        let mut highlights = self.scene.highlights.iter().rev();
        let mark =
            highlights.find(|highlight| highlight.squares.contains(square)).map(|highlight| highlight.mark);
        let (light, dark) = match mark {
            None => (223, 180),
            Some(Mark::LastMove) => (228, 221),
            Some(Mark::Attacker) => (183, 140),
            Some(Mark::Check | Mark::EnemyPiece) => (217, 210),
            Some(Mark::Attacked) => (157, 114),
            Some(Mark::OwnPiece) => (153, 111),
            Some(_) => (252, 247),
        };
        let background = match square.shade() {
            Color::White => light,
            Color::Black => dark,
        };
        Tint::new().fg_color(Some(Ansi256Color(16).into())).bg_color(Some(Ansi256Color(background).into()))
    }
}

/// The facts below the board, each with its name.
fn facts(scene: &Scene) -> Vec<(&'static str, String)> {
    let fen = scene.fen();
    let field = |number| fen.split(' ').nth(number).unwrap_or_default().to_owned();
    let mut facts = vec![
        ("to move", scene.side_to_move().to_owned()),
        ("castling", field(2)),
        ("en passant", field(3)),
        ("FEN", fen.clone()),
    ];
    match &scene.position {
        Ok(position) => facts
            .extend([("key", format!("{:016x}", position.key())), ("checkers", names(position.checkers()))]),
        Err(invalid) => facts.push(("no position", invalid.to_string())),
    }
    facts
}

#[cfg(test)]
mod tests {
    use chess_board::Position;

    use super::*;

    #[test]
    fn colour_takes_the_place_of_the_frame() {
        let position = Position::from_fen("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1").unwrap();
        let scene = Scene::new(position.to_setup(), Ok(position), None, None, Color::White);
        let text = draw(&scene, Style { ascii: true, color: true, size: 1 });
        let lines: Vec<&str> = text.lines().collect();
        let (empty_light, rook, king_in_check) = (
            "\u{1b}[38;5;16m\u{1b}[48;5;223m   \u{1b}[0m",
            "\u{1b}[38;5;16m\u{1b}[48;5;223m r \u{1b}[0m",
            "\u{1b}[38;5;16m\u{1b}[48;5;210m K+\u{1b}[0m",
        );
        assert_eq!(lines.len(), 18);
        assert!(lines[0].starts_with(&format!("  8 {empty_light}")), "{text}");
        assert!(lines[6].starts_with("  2 ") && lines[6].contains(rook), "{text}");
        assert!(lines[7].starts_with("  1 ") && lines[7].contains(king_in_check), "{text}");
        assert_eq!(lines[8], "     a  b  c  d  e  f  g  h");
        assert!(!lines[..7].concat().contains(['|', '-', '+']), "{text}");
        assert_eq!(lines[10], "  + in check      e1");
    }
}
