use std::env;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

use chess_board::Position;
use chess_data::memory::most_for_table;
use chess_search::engine::{EndgameTables, Engine, Strength};
use chess_syzygy::{TableKind, Tables};
use chess_uci::{EngineOption, SetOption};

use super::endgames::Endgames;

/// The options of the engine as the command `uci` lists them.
pub fn declared() -> [EngineOption; 13] {
    [
        spin(HASH, DEFAULT_HASH, &HASH_RANGE),
        spin(THREADS, 1, &THREADS_RANGE),
        spin(MULTI_PV, 1, &LINES_RANGE),
        EngineOption::check(PONDER, false),
        spin(OVERHEAD, DEFAULT_OVERHEAD, &OVERHEAD_RANGE),
        EngineOption::check(CHESS960, false),
        EngineOption::check(SHOW_WDL, false),
        EngineOption::check(LIMIT_STRENGTH, false),
        spin(ELO, *ELO_RANGE.end(), &ELO_RANGE),
        EngineOption::button(CLEAR_HASH),
        EngineOption::string(SYZYGY_PATH, ""),
        spin(PROBE_DEPTH, 1, &PROBE_DEPTH_RANGE),
        EngineOption::check(FIFTY_MOVE_RULE, true),
    ]
}

const HASH: &str = "Hash";
const THREADS: &str = "Threads";
const MULTI_PV: &str = "MultiPV";
const PONDER: &str = "Ponder";
const OVERHEAD: &str = "Move Overhead";
const SHOW_WDL: &str = "UCI_ShowWDL";
const CHESS960: &str = "UCI_Chess960";
const LIMIT_STRENGTH: &str = "UCI_LimitStrength";
const ELO: &str = "UCI_Elo";
const CLEAR_HASH: &str = "Clear Hash";
const SYZYGY_PATH: &str = "SyzygyPath";
const PROBE_DEPTH: &str = "SyzygyProbeDepth";
const FIFTY_MOVE_RULE: &str = "Syzygy50MoveRule";

/// The value of a string that stands for the empty one.
const EMPTY: &str = "<empty>";

/// The first size of the table in MiB.
pub const DEFAULT_HASH: usize = 16;
const HASH_RANGE: RangeInclusive<usize> = 1..=1 << 20;
const THREADS_RANGE: RangeInclusive<usize> = 1..=1024;
const LINES_RANGE: RangeInclusive<usize> = 1..=500;
/// Milliseconds.
const DEFAULT_OVERHEAD: usize = 20;
const OVERHEAD_RANGE: RangeInclusive<usize> = 0..=5000;
const PROBE_DEPTH_RANGE: RangeInclusive<usize> = 1..=100;
const ELO_RANGE: RangeInclusive<usize> = Strength::MIN_ELO as usize..=Strength::MAX_ELO as usize;

/// The form of reports.
#[derive(Clone, Copy, Debug, Default)]
pub struct Style {
    /// Castling is spelt by the rook's square.
    pub chess960: bool,
    /// Reports have the chances to win, draw and lose.
    pub shows_wdl: bool,
}

impl Style {
    /// The form of reports on this position, in which all moves have different texts.
    #[must_use]
    pub fn for_position(self, position: &Position) -> Self {
        Self { chess960: self.chess960 || position.needs_chess960(), ..self }
    }
}

/// The values of the options that the engine does not keep itself.
#[derive(Debug)]
pub struct Options {
    /// The form of reports.
    pub style: Style,
    is_limited: bool,
    elo: u16,
}

impl Default for Options {
    fn default() -> Self {
        Self { style: Style::default(), is_limited: false, elo: Strength::MAX_ELO }
    }
}

/// The reason why an option was not set.
#[derive(Debug, thiserror::Error)]
pub enum OptionError {
    /// There is no option of that name.
    #[error("unknown option {0:?}")]
    Unknown(String),
    /// The option does not take the value.
    #[error("{value:?} is not a valid value of {name}")]
    Value {
        /// The name of the option.
        name: String,
        /// The value.
        value: String,
    },
}

impl Options {
    /// Gives an option another value, and returns lines to tell the user.
    ///
    /// # Errors
    /// There is no such option, or it does not take the value.
    pub fn set(&mut self, command: &SetOption, engine: &mut Engine) -> Result<Vec<String>, OptionError> {
        let declared = declared();
        let Some((name, value)) = command.matched(declared.iter().map(|option| &*option.name)) else {
            return Err(OptionError::Unknown(command.name.clone()));
        };
        let value = value.unwrap_or_default();
        match name {
            HASH => {
                let wanted = number(name, &value, &(*HASH_RANGE.start()..=usize::MAX))?;
                if wanted > *HASH_RANGE.end() {
                    return Ok(vec![format!(
                        "{HASH}: only up to {} MiB, and not {wanted}",
                        HASH_RANGE.end()
                    )]);
                }
                let present = engine.table_bytes() >> 20;
                let mut size = wanted.min((most_for_table(engine.table_bytes()) >> 20).max(present));
                // The table that was there stays unless a larger one can be had.
                while engine.set_table_bytes(size.saturating_mul(1 << 20)).is_err() && size / 2 > present {
                    size /= 2;
                }
                // A search has a thread of its own, whose stack may have no room beside all that could be had.
                let thread = || Builder::new().stack_size(Engine::STACK).spawn(|| ()).map(JoinHandle::join);
                while size != wanted && engine.table_bytes() > 1 << 20 && thread().is_err() {
                    let _ = engine.set_table_bytes(engine.table_bytes() / 2);
                }
                let size = engine.table_bytes() >> 20;
                if size != wanted {
                    return Ok(vec![format!("{HASH}: only {size} of {wanted} MiB could be allocated")]);
                }
            }
            THREADS => {
                let wanted = number(name, &value, &THREADS_RANGE)?;
                let set = engine.set_threads(wanted);
                if set < wanted {
                    return Ok(vec![format!("{THREADS}: there is memory for only {set} of {wanted}")]);
                }
            }
            MULTI_PV => engine.set_lines(number(name, &value, &LINES_RANGE)?),
            OVERHEAD => {
                let overhead = number(name, &value, &OVERHEAD_RANGE)?;
                engine.set_move_overhead(Duration::from_millis(overhead as u64));
            }
            CHESS960 => self.style.chess960 = flag(name, &value)?,
            SHOW_WDL => self.style.shows_wdl = flag(name, &value)?,
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

fn refused(name: &str, value: &str) -> OptionError {
    OptionError::Value { name: name.to_owned(), value: value.to_owned() }
}

fn number(name: &str, value: &str, range: &RangeInclusive<usize>) -> Result<usize, OptionError> {
    let number = value.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| refused(name, value))
}

fn flag(name: &str, value: &str) -> Result<bool, OptionError> {
    value.to_ascii_lowercase().parse().map_err(|_| refused(name, value))
}

#[cfg(test)]
mod tests {
    use chess_movegen::GameState;
    use chess_search::engine::{Limits, Signals};

    use super::*;

    /// Sets an option and returns the answer, or the reason why it was not set.
    fn set(
        options: &mut Options,
        engine: &mut Engine,
        name: &str,
        value: &str,
    ) -> Result<Vec<String>, String> {
        let command = SetOption { name: name.to_owned(), value: Some(value.to_owned()) };
        options.set(&command, engine).map_err(|error| error.to_string())
    }

    #[test]
    fn options_take_their_values_in_their_ranges_only() {
        let mut engine = Engine::new(1 << 20).unwrap();
        let mut options = Options::default();
        for (name, value) in [
            ("Hash", "0"),
            ("Hash", "99999999999999999999"),
            ("Threads", "0"),
            ("Threads", "1025"),
            ("MultiPV", "0"),
            ("MultiPV", "501"),
            ("UCI_Elo", "999"),
            ("UCI_Elo", "2401"),
            ("SyzygyProbeDepth", "101"),
            ("Move Overhead", "5001"),
            ("UCI_ShowWDL", "on"),
            ("UCI_Chess960", "yes"),
            ("Ponder", ""),
            ("Hash", "many"),
        ] {
            let told = set(&mut options, &mut engine, name, value);
            assert_eq!(told, Err(format!("{value:?} is not a valid value of {name}")));
        }
        assert_eq!(set(&mut options, &mut engine, "Depth", "3"), Err("unknown option \"Depth\"".to_owned()));
        let mut set =
            |name, value| assert_eq!(set(&mut options, &mut engine, name, value), Ok(Vec::new()), "{name}");
        set("hash", "3");
        set("Threads", "2");
        set("MultiPV", "500");
        set("ponder", "TRUE");
        set("UCI_Chess960", "true");
        set("SyzygyProbeDepth", "100");
        set("Move Overhead", "0");
        set("UCI_ShowWDL", "true");
        set("Syzygy50MoveRule", "false");
        set("UCI_Elo", "1234");
        assert_eq!((engine.table_bytes(), engine.threads(), engine.lines()), (3 << 20, 2, 500));
        assert!(options.style.chess960 && options.style.shows_wdl);
    }

    #[test]
    fn the_rating_counts_while_the_strength_is_limited() {
        let mut engine = Engine::new(1 << 20).unwrap();
        let mut options = Options::default();
        let mut elo = |name, value| {
            set(&mut options, &mut engine, name, value).unwrap();
            engine.strength().map(Strength::elo)
        };
        assert_eq!(elo("UCI_Elo", "1500"), None);
        assert_eq!(elo("UCI_LimitStrength", "true"), Some(1500));
        assert_eq!(elo("UCI_Elo", "1000"), Some(1000));
        assert_eq!(elo("UCI_LimitStrength", "false"), None);
        assert_eq!(elo("UCI_LimitStrength", "true"), Some(1000));
    }

    #[test]
    fn the_table_is_cleared_on_demand() {
        let mut engine = Engine::new(1 << 20).unwrap();
        let mut options = Options::default();
        let game = GameState::default();
        let hits = |limits, engine: &mut Engine| engine.search(&game, &limits, &Signals::new(), |_| ()).hits;
        hits(Limits { depth: Some(3), ..Limits::default() }, &mut engine);
        let root = Limits { nodes: Some(1), ..Limits::default() };
        assert_eq!(hits(root.clone(), &mut engine), 1);
        assert_eq!(set(&mut options, &mut engine, "Clear Hash", ""), Ok(Vec::new()));
        assert_eq!(hits(root, &mut engine), 0);
    }

    #[test]
    fn folders_of_tables_are_told() {
        let mut engine = Engine::new(1 << 20).unwrap();
        let mut options = Options::default();
        for nothing in ["", "<empty>", "  "] {
            assert_eq!(set(&mut options, &mut engine, "SyzygyPath", nothing), Ok(Vec::new()));
        }
        let told = set(&mut options, &mut engine, "SyzygyPath", "no such folder").unwrap();
        let [error, found] = &told[..] else { panic!("{told:?}") };
        assert!(error.starts_with("SyzygyPath: ") && error.contains("no such folder"), "{error}");
        assert_eq!(found, "SyzygyPath: found 0 WDL and 0 DTZ tables of up to 0 pieces");
    }
}
