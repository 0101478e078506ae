//! Lessons on moveboards: boards that may break the rules, moveboards, pins and checks, the bits of a move, the table of
//! all squares, and the search for a magic.
//!
//! A request is a text: the name of a question in the first line, and an argument in each line after it. The answers are those that
//! `js/full.d.ts` describes.

mod board;
mod magic_search;
mod move_word;
mod moveboard;
mod multiplication;
mod picture;
mod safety;
mod table;

use std::str::{FromStr, Lines};

use chess_board::Position;
use chess_movegen::IllegalMove;
use chess_types::Move;

use crate::fault::Fault;

/// The answer to a request.
pub(crate) fn answer(request: &str) -> Result<Vec<u8>, Fault> {
    let mut arguments = Arguments(request.lines());
    let arguments = &mut arguments;
    let text = match arguments.text("question")? {
        "board" => board::describe(&arguments.setup()?),
        "put" => board::put(arguments)?,
        "carry" => board::carry(arguments)?,
        "alter" => board::alter(arguments)?,
        "moveboard" => moveboard::describe(arguments)?,
        "multiplication" => multiplication::describe(arguments)?,
        "square_table" => multiplication::table(arguments)?,
        "safety" => safety::describe(&arguments.position()?),
        "move" => move_word::describe(arguments)?,
        "picture" => picture::draw(arguments)?,
        "table" => return Ok(table::map()),
        "entry" => table::entry(arguments)?,
        "sharing" => table::sharing(arguments)?,
        "search" => magic_search::begin(arguments)?,
        "try" => magic_search::run(arguments)?,
        "verify" => magic_search::verify(arguments)?,
        _ => return Err(Fault::argument("question: there is no such one")),
    };
    Ok(text.into())
}

/// The arguments of a request, a line each.
struct Arguments<'a>(Lines<'a>);

impl<'a> Arguments<'a> {
    /// The next argument; an error names it.
    fn text(&mut self, name: &str) -> Result<&'a str, Fault> {
        self.0.next().ok_or_else(|| Fault::argument(&format!("{name}: missing")))
    }

    fn value<T: FromStr>(&mut self, name: &str) -> Result<T, Fault> {
        let text = self.text(name)?;
        text.parse().map_err(|_| Fault::argument(&format!("{name}: {text:?} is none")))
    }

    /// A number of 64 bits or a set of squares.
    fn word(&mut self, name: &str) -> Result<u64, Fault> {
        let text = self.text(name)?;
        let expected =
            || Fault::argument(&format!("{name}: 16 hexadecimal digits are expected, not {text:?}"));
        digits(text).ok_or_else(expected)
    }

    /// A board, which may break the rules.
    fn setup(&mut self) -> Result<chess_board::Setup, Fault> {
        let setup = chess_board::Setup::from_fen(self.text("FEN")?);
        setup.map_err(|error| chess_notation::ParsePositionError::from(error).into())
    }

    fn position(&mut self) -> Result<Position, Fault> {
        Ok(Position::from_fen(self.text("FEN")?)?)
    }

    /// A legal move of a position, by its word.
    fn legal_move(&mut self, position: &Position) -> Result<Move, Fault> {
        let word: u16 = self.value("word")?;
        let mv = Move::from_raw(word);
        let mv = mv.map_err(|_| Fault::argument(&format!("word: {word} is no move word")))?;
        IllegalMove::find(position, mv).map_or(Ok(mv), |error| Err(error.into()))
    }
}

/// A number of 16 hexadecimal digits.
fn digits(text: &str) -> Option<u64> {
    let is_it = text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    u64::from_str_radix(text, 16).ok().filter(|_| is_it)
}
