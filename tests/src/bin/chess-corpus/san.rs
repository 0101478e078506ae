use chess_board::Position;
use chess_notation::{San, SanError, polyglot, read_san, read_san_strict, read_uci};
use serde::Deserialize;

use crate::fen::parse;
use crate::report::{Finding, same};

#[derive(Deserialize)]
struct Triple {
    fen: String,
    uci: String,
    san: String,
    chess960: bool,
}

#[derive(Deserialize)]
struct Invalid {
    fen: String,
    san: String,
    python_chess: String,
}

/// A legal move in UCI and in SAN: each is read, and written from the other.
pub(crate) fn triple(line: &str) -> Finding {
    let Triple { fen, uci, san, chess960 } = parse(line)?;
    let position: Position = fen.parse().map_err(|error| format!("{fen}: {error}"))?;
    let mv = read_san_strict(&position, &san).map_err(|error| format!("{fen} {san}: {error}"))?;
    same(&san, &read_san(&position, &san), &Ok(mv))?;
    same(&uci, &read_uci(&position, &uci), &Ok(mv))?;
    same(&uci, San::new(&position, mv).as_str(), &san)?;
    same(&san, &if chess960 { mv.uci960() } else { mv.uci() }.to_string(), &uci)
}

/// A text that is no legal move: refused, and for the right reason.
pub(crate) fn invalid(line: &str) -> Finding {
    let Invalid { fen, san, python_chess } = parse(line)?;
    let position: Position = fen.parse().map_err(|error| format!("{fen}: {error}"))?;
    let kind = match read_san(&position, &san) {
        Ok(mv) => return Err(format!("{fen} {san} is read as {mv}")),
        Err(SanError::NotSan(_)) => "invalid",
        Err(SanError::Ambiguous(_)) => "ambiguous",
        Err(_) => "illegal",
    };
    same(&format!("{fen} {san}"), kind, &python_chess)
}

/// A FEN, a tab, and its key as hexadecimal digits; the rest is a remark.
pub(crate) fn polyglot_key(line: &str) -> Finding {
    let (fen, rest) = line.split_once('\t').ok_or("there is no key")?;
    let digits = rest.split('\t').next().unwrap_or_default();
    let position = fen.parse().map_err(|error| format!("{fen}: {error}"))?;
    same(fen, format!("{:016x}", polyglot::key(&position)).as_str(), digits)
}
