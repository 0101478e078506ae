//! The JSON objects of games and their faults.

use std::fmt::{self, Display};

use chess_data::main_line::MainLine;
use chess_notation::SanError;
use chess_notation::pgn::{GameError, PgnRule};
use serde::Serialize;

use crate::io::output::JsonText;
use crate::io::record::{Spelling, comma};

/// The keys of a game's JSON object that do not depend on its place. They are a part of an object, which serde does not write.
pub(super) struct GameKeys<'a>(pub(super) &'a MainLine);

/// The JSON object of a fault, its keys in this order.
#[derive(Serialize)]
pub(super) struct FaultRecord {
    line: u64,
    offset: u64,
    token: String,
    message: String,
    kind: &'static str,
}

impl Display for GameKeys<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let game = self.0;
        f.write_str(r#""headers":{"#)?;
        for (i, (name, value)) in game.last_tags().into_iter().enumerate() {
            f.write_str(comma(i))?;
            write!(f, "{}:{}", JsonText(name), JsonText(value))?;
        }
        let (result, plies) = (game.result().as_str(), game.moves().len());
        write!(f, r#"}},"result":"{result}","plies":{plies},"final_fen":"#)?;
        match game.end() {
            Some(position) => write!(f, r#""{position}""#)?,
            None => f.write_str("null")?,
        }
        f.write_str(r#","uci":["#)?;
        let spelling = game.start().map_or(Spelling::Standard, Spelling::of);
        for (i, &mv) in game.moves().iter().enumerate() {
            f.write_str(if i == 0 { "\"" } else { ",\"" })?;
            spelling.spell(mv).fmt(f)?;
            f.write_str("\"")?;
        }
        f.write_str("]")
    }
}

impl From<GameError> for FaultRecord {
    fn from(GameError { line, offset, token, rule, .. }: GameError) -> Self {
        let token = String::from_utf8_lossy(token.as_bytes()).into_owned();
        Self { line, offset, token, message: rule.to_string(), kind: kind(&rule) }
    }
}

/// The kind of an error in JSON: those of `chess resolve` for a move.
fn kind(rule: &PgnRule) -> &'static str {
    match rule {
        PgnRule::San(SanError::Illegal) => "illegal",
        PgnRule::San(SanError::Ambiguous(_)) => "ambiguous",
        PgnRule::San(_) => "invalid",
        PgnRule::Fen(_) | PgnRule::NoFen => "fen",
        PgnRule::Variant => "variant",
        _ => "syntax",
    }
}
