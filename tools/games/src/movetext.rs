use chess_board::Position;
use chess_types::Color;

use crate::out::Out;

/// The most characters of a line that is wrapped.
const WIDTH: usize = 79;

/// Movetext in pieces, which are separated by spaces, or by ends of lines where lines are wrapped.
pub(crate) struct Movetext<'a> {
    pub(crate) out: &'a mut Out,
    column: usize,
    is_wrapped: bool,
    newline: &'static str,
    /// True if the next piece follows without a space.
    is_glued: bool,
}

impl<'a> Movetext<'a> {
    pub(crate) fn new(out: &'a mut Out, is_wrapped: bool, newline: &'static str) -> Self {
        Self { out, column: 0, is_wrapped, newline, is_glued: true }
    }

    /// Writes a piece, which is not divided.
    pub(crate) fn piece(&mut self, piece: &[u8]) {
        if self.is_glued {
            self.is_glued = false;
        } else if self.is_wrapped && self.column + 1 + piece.len() > WIDTH {
            self.newline();
        } else {
            self.out.0.push(b' ');
            self.column += 1;
        }
        self.out.0.extend_from_slice(piece);
        self.column += piece.len();
    }

    /// Writes text that may be divided at its spaces.
    pub(crate) fn words(&mut self, words: &[u8]) {
        for word in words.split(|&byte| byte == b' ') {
            self.piece(word);
        }
    }

    /// The next piece follows the last without a space.
    pub(crate) fn glue(&mut self) {
        self.is_glued = true;
    }

    /// Ends the line; the next piece begins another.
    pub(crate) fn end_line(&mut self) {
        self.newline();
        self.is_glued = true;
    }

    fn newline(&mut self) {
        self.out.text(self.newline);
        self.column = 0;
    }
}

/// Writes the number of the next move if it is White's or requested.
pub(crate) fn number(position: &Position, is_wanted: bool, text: &mut Movetext) {
    let is_white = position.side_to_move() == Color::White;
    if is_white || is_wanted {
        let dots = if is_white { "." } else { "..." };
        text.piece(format!("{}{dots}", position.fullmove_number()).as_bytes());
    }
}
