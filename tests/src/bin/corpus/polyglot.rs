use chess_notation::polyglot;

use crate::report::{Finding, same};

/// A FEN, a tab, and its key as hexadecimal digits; what follows is a remark.
pub(crate) fn key(line: &str) -> Finding {
    let (fen, rest) = line.split_once('\t').ok_or("there is no key")?;
    let digits = rest.split('\t').next().unwrap_or_default();
    let position = fen.parse().map_err(|error| format!("{fen}: {error}"))?;
    same(fen, format!("{:016x}", polyglot::key(&position)).as_str(), digits)
}
