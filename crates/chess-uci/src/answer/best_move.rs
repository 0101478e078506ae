use core::fmt;

use chess_types::UciMove;

use crate::error::{ProtocolError, Rule};
use crate::moves::{read_move, some_move};
use crate::reader::Reader;

/// The answer `bestmove`: the move that the engine plays, and the answer that it expects.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BestMove {
    /// The move to play; `None` if there is none, as after mate. It is written `0000`, and read from `(none)` and `NULL`, too.
    pub best: Option<UciMove>,
    /// The move of the opponent to ponder on.
    pub ponder: Option<UciMove>,
}

impl BestMove {
    pub(super) fn read(reader: &mut Reader<'_, '_>) -> Result<Self, ProtocolError> {
        let Some(word) = reader.value() else { return Err(reader.error("", Rule::Missing)) };
        let best =
            read_move(word.text).map_err(|error| reader.error_at("", word.offset, Rule::Move(error)))?;
        let mut ponder = None;
        if reader.words.next_if(|word| word == "ponder").is_some() {
            ponder = match reader.words.next() {
                Some(word) => match read_move(word.text) {
                    Ok(mv) => some_move(mv),
                    Err(error) => {
                        reader.report_at("ponder", word.offset, Rule::Move(error));
                        None
                    }
                },
                // Some engines write the word in any case.
                None => None,
            };
        }
        Ok(Self { best: some_move(best), ponder })
    }
}

impl fmt::Display for BestMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bestmove {}", self.best.unwrap_or(UciMove::NULL))?;
        match self.ponder {
            Some(ponder) => write!(f, " ponder {ponder}"),
            None => Ok(()),
        }
    }
}
