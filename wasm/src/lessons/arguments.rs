//! The arguments of a request. An error begins with the name of the wrong argument.

use std::fmt::Display;
use std::str::{FromStr, Lines};

use chess_board::{Position, Setup};
use chess_magic::chess_slider::Slider;
use chess_movegen::PositionExt;
use chess_types::{Move, Square};
use chess_wasm_notes::Fault;

/// The arguments of a request, a line each.
pub(super) struct Arguments<'a>(pub(super) Lines<'a>);

impl<'a> Arguments<'a> {
    /// The next argument; an error names it.
    pub(super) fn text(&mut self, name: &str) -> Result<&'a str, Fault> {
        self.0.next().ok_or_else(|| Fault::argument(&format!("{name}: missing")))
    }

    pub(super) fn value<T: FromStr<Err: Display>>(&mut self, name: &str) -> Result<T, Fault> {
        value(name, self.text(name)?)
    }

    /// The two arguments `rook` or `bishop`, and a square.
    pub(super) fn slider_and_square(&mut self) -> Result<(Slider, Square), Fault> {
        let slider = match self.text("slider")? {
            "rook" => Slider::Rook,
            "bishop" => Slider::Bishop,
            other => {
                return Err(Fault::argument(&format!("slider: expected rook or bishop, found {other:?}")));
            }
        };
        Ok((slider, self.value("square")?))
    }

    /// A number of 64 bits or a set of squares.
    pub(super) fn word(&mut self, name: &str) -> Result<u64, Fault> {
        let text = self.text(name)?;
        digits(text).ok_or_else(|| {
            Fault::argument(&format!("{name}: expected 16 hexadecimal digits, found {text:?}"))
        })
    }

    /// A board, which may break the rules.
    pub(super) fn setup(&mut self) -> Result<Setup, Fault> {
        let setup = Setup::from_fen(self.text("FEN")?);
        setup.map_err(|error| chess_notation::ParsePositionError::from(error).into())
    }

    pub(super) fn position(&mut self) -> Result<Position, Fault> {
        Ok(Position::from_fen(self.text("FEN")?)?)
    }

    /// Reads a legal move of a position from its word.
    pub(super) fn legal_move(&mut self, position: &Position) -> Result<Move, Fault> {
        let word: u16 = self.value("word")?;
        let mv = Move::from_raw(word);
        let mv = mv.map_err(|_| Fault::argument(&format!("word: {word} is not a move word")))?;
        Ok(position.try_after(mv).map(|_| mv)?)
    }
}

/// A number of 16 hexadecimal digits.
pub(super) fn digits(text: &str) -> Option<u64> {
    let is_it = text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    u64::from_str_radix(text, 16).ok().filter(|_| is_it)
}

/// Parses the text of the argument `name`.
pub(super) fn value<T: FromStr<Err: Display>>(name: &str, text: &str) -> Result<T, Fault> {
    text.parse().map_err(|error| Fault::argument(&format!("{name}: {text:?}: {error}")))
}
