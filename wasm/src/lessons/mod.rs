//! Lessons on moveboards: boards that may break the rules, moveboards, pins and checks, the bits of a move, the table of
//! all squares, and the search for a magic.
//!
//! A request is a text: the name of a question in the first line, and an argument in each line after it. The answers are those that
//! `js/full.d.ts` describes.

mod arguments;
mod board;
mod magic_search;
mod move_word;
mod moveboard;
mod multiplication;
mod picture;
mod safety;
mod table;

use self::arguments::Arguments;
use chess_wasm_notes::Fault;

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
