use std::collections::TryReserveError;
use std::env;
use std::ops::RangeInclusive;
use std::sync::Arc;

use chess_search::engine::{EndgameTables, Engine, Strength};
use chess_syzygy::{TableKind, Tables};
use chess_uci::{EngineOption, SetOption};

use crate::args::memory;
use crate::endgames::Endgames;

/// The options of the engine as the command `uci` lists them.
pub(super) fn declared() -> [EngineOption; 11] {
    [
        spin(HASH, DEFAULT_HASH, &HASH_RANGE),
        spin(THREADS, 1, &THREADS_RANGE),
        spin(MULTI_PV, 1, &LINES_RANGE),
        EngineOption::check(PONDER, false),
        EngineOption::check(CHESS960, false),
        EngineOption::check(LIMIT_STRENGTH, false),
        spin(ELO, *ELO_RANGE.end(), &ELO_RANGE),
        EngineOption::button(CLEAR_HASH),
        EngineOption::string(SYZYGY_PATH, EMPTY),
        spin(PROBE_DEPTH, 1, &PROBE_DEPTH_RANGE),
        EngineOption::check(FIFTY_MOVE_RULE, true),
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
const SYZYGY_PATH: &str = "SyzygyPath";
const PROBE_DEPTH: &str = "SyzygyProbeDepth";
const FIFTY_MOVE_RULE: &str = "Syzygy50MoveRule";

const NAMES: [&str; 11] = [
    HASH,
    THREADS,
    MULTI_PV,
    PONDER,
    CHESS960,
    LIMIT_STRENGTH,
    ELO,
    CLEAR_HASH,
    SYZYGY_PATH,
    PROBE_DEPTH,
    FIFTY_MOVE_RULE,
];

/// The value of a string that stands for the empty one.
const EMPTY: &str = "<empty>";

/// The first size of the table in MiB.
pub(super) const DEFAULT_HASH: usize = 16;
const HASH_RANGE: RangeInclusive<usize> = 1..=1 << 20;
const THREADS_RANGE: RangeInclusive<usize> = 1..=1024;
const LINES_RANGE: RangeInclusive<usize> = 1..=256;
const PROBE_DEPTH_RANGE: RangeInclusive<usize> = 1..=100;
const ELO_RANGE: RangeInclusive<usize> = Strength::MIN_ELO as usize..=Strength::MAX_ELO as usize;

/// The values of the options that the engine does not keep itself.
pub(super) struct Options {
    /// Castling is written by the rook's square. It is read in both spellings.
    pub(super) chess960: bool,
    is_limited: bool,
    elo: u16,
}

impl Default for Options {
    fn default() -> Self {
        Self { chess960: false, is_limited: false, elo: Strength::MAX_ELO }
    }
}

/// The reason why an option was not set.
#[derive(Debug, thiserror::Error)]
pub(super) enum OptionError {
    #[error("there is no option {0:?}")]
    Unknown(String),
    #[error("{value:?} is not a value of {name}")]
    Value { name: &'static str, value: String },
    #[error("there is no memory for {HASH} {wanted}; the table has {kept}: {error}")]
    Memory { wanted: usize, kept: String, error: TryReserveError },
}

impl Options {
    /// Gives an option another value, and returns lines to tell the user.
    pub(super) fn set(
        &mut self,
        command: &SetOption,
        engine: &mut Engine,
    ) -> Result<Vec<String>, OptionError> {
        let Some((name, value)) = command.matched(NAMES) else {
            return Err(OptionError::Unknown(command.name.clone()));
        };
        let value = value.unwrap_or_default();
        match name {
            HASH => {
                let wanted = number(name, &value, &HASH_RANGE)?;
                if let Err(error) = engine.set_table_bytes(memory::bytes(wanted as u64)) {
                    let kept = match engine.table_bytes() {
                        bytes if bytes < 1 << 20 => format!("{bytes} bytes"),
                        bytes => format!("{} MiB", bytes >> 20),
                    };
                    return Err(OptionError::Memory { wanted, kept, error });
                }
            }
            THREADS => {
                let wanted = number(name, &value, &THREADS_RANGE)?;
                let set = engine.set_threads(wanted);
                if set < wanted {
                    return Ok(vec![format!("{THREADS}: there is memory for {set} of {wanted} only")]);
                }
            }
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
            SYZYGY_PATH => return Ok(set_tables(&value, engine)),
            PROBE_DEPTH => engine.set_probe_depth(number(name, &value, &PROBE_DEPTH_RANGE)? as u8),
            FIFTY_MOVE_RULE => engine.set_fifty_move_rule(flag(name, &value)?),
            // The GUI itself decides when to ponder, with `go ponder`.
            _ => drop(flag(name, &value)?),
        }
        Ok(Vec::new())
    }

    fn strength(&self) -> Option<Strength> {
        self.is_limited.then(|| Strength::new(self.elo))
    }
}

/// Gives the engine the tables in these folders in place of those that it had, and returns what was found and what was not.
/// A folder that cannot be read does not keep the engine from the others.
fn set_tables(folders: &str, engine: &mut Engine) -> Vec<String> {
    engine.set_endgame_tables(None);
    let mut told = Vec::new();
    let folders = folders.trim();
    if folders.is_empty() || folders == EMPTY {
        return told;
    }
    let mut tables = Tables::new();
    for folder in env::split_paths(folders).filter(|folder| !folder.as_os_str().is_empty()) {
        if let Err(error) = tables.add_folder(&folder) {
            told.push(format!("{SYZYGY_PATH}: {error}"));
        }
    }
    let [wdl, dtz] = [TableKind::Wdl, TableKind::Dtz].map(|kind| tables.count(kind));
    let pieces = tables.max_pieces();
    told.push(format!("{SYZYGY_PATH}: found {wdl} WDL and {dtz} DTZ tables of up to {pieces} pieces"));
    let tables: Arc<dyn EndgameTables> = Arc::new(Endgames(tables));
    engine.set_endgame_tables((pieces > 0).then_some(tables));
    told
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
