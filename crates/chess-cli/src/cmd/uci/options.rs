use std::collections::TryReserveError;
use std::ops::RangeInclusive;

use chess_search::engine::Engine;

/// What the command `uci` is told of the options.
pub(super) const DECLARED: [&str; 5] = [
    "name Hash type spin default 16 min 1 max 1048576",
    "name Threads type spin default 1 min 1 max 1024",
    "name Ponder type check default false",
    "name UCI_Chess960 type check default false",
    "name Clear Hash type button",
];

const HASH: RangeInclusive<usize> = 1..=1 << 20;
const THREADS: RangeInclusive<usize> = 1..=1024;

/// What options have been set to, as far as the engine does not know itself.
pub(super) struct Options {
    mib: usize,
    /// Whether castling is written as the king taking its rook. It is read in both spellings.
    pub(super) chess960: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { mib: 16, chess960: false }
    }
}

/// Why an option was not set.
#[derive(Debug, thiserror::Error)]
pub(super) enum OptionError {
    #[error("there is no option {0:?}")]
    Unknown(String),
    #[error("{0:?} is no value of this option")]
    Value(String),
    #[error("not enough memory: {0}")]
    Memory(#[from] TryReserveError),
}

impl Options {
    pub(super) fn table_bytes(&self) -> usize {
        self.mib << 20
    }

    /// Obeys `name NAME [value VALUE]`; names are the same in capitals.
    pub(super) fn set(&mut self, text: &str, engine: &mut Engine) -> Result<(), OptionError> {
        let text = text.trim();
        let text = text.strip_prefix("name ").unwrap_or(text);
        let (name, value) = text.split_once(" value ").unwrap_or((text, ""));
        let value = value.trim();
        match name.trim().to_ascii_lowercase().as_str() {
            "hash" => {
                self.mib = number(value, &HASH)?;
                engine.set_table_bytes(self.table_bytes())?;
            }
            "threads" => engine.set_threads(number(value, &THREADS)?),
            "uci_chess960" => self.chess960 = flag(value)?,
            // Whether it may ponder, the other program decides with `go ponder`.
            "ponder" => drop(flag(value)?),
            "clear hash" => engine.new_game(),
            _ => return Err(OptionError::Unknown(name.trim().to_owned())),
        }
        Ok(())
    }
}

fn number(value: &str, range: &RangeInclusive<usize>) -> Result<usize, OptionError> {
    value
        .parse()
        .ok()
        .filter(|number| range.contains(number))
        .ok_or_else(|| OptionError::Value(value.to_owned()))
}

fn flag(value: &str) -> Result<bool, OptionError> {
    value.to_ascii_lowercase().parse().map_err(|_| OptionError::Value(value.to_owned()))
}
