use std::collections::TryReserveError;
use std::ops::RangeInclusive;

use chess_search::engine::{Engine, Strength};
use chess_uci::{EngineOption, SetOption};

/// The options of the engine as the command `uci` lists them.
pub(super) fn declared() -> [EngineOption; 8] {
    [
        spin(HASH, DEFAULT_HASH, &HASH_RANGE),
        spin(THREADS, 1, &THREADS_RANGE),
        spin(MULTI_PV, 1, &LINES_RANGE),
        EngineOption::check(PONDER, false),
        EngineOption::check(CHESS960, false),
        EngineOption::check(LIMIT_STRENGTH, false),
        spin(ELO, *ELO_RANGE.end(), &ELO_RANGE),
        EngineOption::button(CLEAR_HASH),
    ]
}

const HASH: &str = "Hash";
const THREADS: &str = "Threads";
const MULTI_PV: &str = "MultiPV";
const PONDER: &str = "Ponder";
const CHESS960: &str = "UCI_Chess960";
const LIMIT_STRENGTH: &str = "UCI_LimitStrength";
const ELO: &str = "UCI_Elo";
const CLEAR_HASH: &str = "Clear Hash";

const NAMES: [&str; 8] = [HASH, THREADS, MULTI_PV, PONDER, CHESS960, LIMIT_STRENGTH, ELO, CLEAR_HASH];

/// The size of the table in MiB.
const DEFAULT_HASH: usize = 16;
const HASH_RANGE: RangeInclusive<usize> = 1..=1 << 20;
const THREADS_RANGE: RangeInclusive<usize> = 1..=1024;
const LINES_RANGE: RangeInclusive<usize> = 1..=256;
const ELO_RANGE: RangeInclusive<usize> = Strength::MIN_ELO as usize..=Strength::MAX_ELO as usize;

/// The values of the options that the engine does not keep itself.
pub(super) struct Options {
    mib: usize,
    /// Castling is written by the rook's square. It is read in both spellings.
    pub(super) chess960: bool,
    is_limited: bool,
    elo: u16,
}

impl Default for Options {
    fn default() -> Self {
        Self { mib: DEFAULT_HASH, chess960: false, is_limited: false, elo: Strength::MAX_ELO }
    }
}

/// The reason why an option was not set.
#[derive(Debug, thiserror::Error)]
pub(super) enum OptionError {
    #[error("there is no option {0:?}")]
    Unknown(String),
    #[error("{value:?} is not a value of {name}")]
    Value { name: &'static str, value: String },
    #[error("not enough memory: {0}")]
    Memory(#[from] TryReserveError),
}

impl Options {
    pub(super) fn table_bytes(&self) -> usize {
        self.mib << 20
    }

    /// Gives an option another value.
    pub(super) fn set(&mut self, command: &SetOption, engine: &mut Engine) -> Result<(), OptionError> {
        let Some((name, value)) = command.matched(NAMES) else {
            return Err(OptionError::Unknown(command.name.clone()));
        };
        let value = value.unwrap_or_default();
        match name {
            HASH => {
                self.mib = number(name, &value, &HASH_RANGE)?;
                engine.set_table_bytes(self.table_bytes())?;
            }
            THREADS => engine.set_threads(number(name, &value, &THREADS_RANGE)?),
            MULTI_PV => engine.set_lines(number(name, &value, &LINES_RANGE)?),
            CHESS960 => self.chess960 = flag(name, &value)?,
            LIMIT_STRENGTH => {
                self.is_limited = flag(name, &value)?;
                engine.set_strength(self.strength());
            }
            ELO => {
                self.elo = number(name, &value, &ELO_RANGE)? as u16;
                engine.set_strength(self.strength());
            }
            CLEAR_HASH => engine.new_game(),
            // The GUI itself decides when to ponder, with `go ponder`.
            _ => drop(flag(name, &value)?),
        }
        Ok(())
    }

    fn strength(&self) -> Option<Strength> {
        self.is_limited.then(|| Strength::new(self.elo))
    }
}

fn spin(name: &str, default: usize, range: &RangeInclusive<usize>) -> EngineOption {
    EngineOption::spin(name, default as i64, *range.start() as i64..=*range.end() as i64)
}

fn number(name: &'static str, value: &str, range: &RangeInclusive<usize>) -> Result<usize, OptionError> {
    let number = value.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| OptionError::Value { name, value: value.to_owned() })
}

fn flag(name: &'static str, value: &str) -> Result<bool, OptionError> {
    value.to_ascii_lowercase().parse().map_err(|_| OptionError::Value { name, value: value.to_owned() })
}
