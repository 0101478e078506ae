use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, SystemTime};

use chess_arena::date::utc;
use chess_arena::engine::TimeControl;
use chess_arena::games_file::KeptGame;
use chess_data::input::{Compression, Input};
use chess_data::main_line::MainLine;
use chess_movegen::GameState;
use chess_notation::pgn::{Game, GameResult, NodeId, Replay};

use crate::cmd::full::shared::games::{MAX_GAMES_TEXT, start_of};
use crate::cmd::full::shared::paths::are_same;
use crate::error::CliError;
use crate::io::diagnostics;
use crate::io::out_file::{NOWHERE, require_regular};

/// The file that always has the game as it stands, so that no end of the program loses it.
pub(super) struct Keeper {
    /// `None` if the games are not kept.
    kept: Option<KeptGame>,
    /// The game as it was kept last.
    last: String,
    is_told: bool,
}

impl Keeper {
    /// Adds games to the file `save`, goes on with one that was `loaded`, or puts them into a new file of the present folder if a person
    /// plays.
    ///
    /// # Errors
    /// Games cannot be added to the file.
    pub(super) fn new(
        save: Option<&Path>,
        loaded: Option<KeptGame>,
        is_terminal: bool,
    ) -> Result<Self, CliError> {
        let is_saved = |kept: &KeptGame| save.map_or(is_terminal, |save| are_same(save, kept.path()));
        let kept = match (loaded.filter(is_saved), save) {
            (Some(kept), _) => Some(kept),
            (None, Some(path)) => Some(kept_in(path).map_err(CliError::file(path))?),
            (None, None) => is_terminal.then(|| KeptGame::new(new_name())),
        };
        Ok(Self { kept, last: String::new(), is_told: false })
    }

    /// The name of the file, once there is one.
    pub(super) fn name(&self) -> Option<String> {
        self.kept.as_ref().filter(|_| self.is_told).map(|kept| kept.path().display().to_string())
    }

    /// Notes that the game is in its file already.
    pub(super) fn skip(&mut self, game: String) {
        self.last = game;
    }

    /// Writes the game, unless it is as it was, and prints the name of its file the first time. If that fails, tries the folder for
    /// temporary files.
    pub(super) fn keep(&mut self, game: String) {
        let Some(kept) = self.kept.as_mut().filter(|_| game != self.last) else { return };
        let mut written = kept.keep(&game);
        if let (Err(error), false) = (&written, self.is_told) {
            let path = kept.path().display();
            diagnostics::tell(format_args!("warning: cannot save the game here: {path}: {error}"));
            *kept = KeptGame::new(std::env::temp_dir().join(new_name()));
            written = kept.keep(&game);
        }
        self.last = game;
        match written {
            Ok(()) if self.is_told => {}
            Ok(()) => {
                self.is_told = true;
                diagnostics::tell(format_args!("The game is saved to {}.", kept.path().display()));
            }
            Err(error) => {
                let path = kept.path().display();
                diagnostics::tell(format_args!("warning: the game was not saved: {path}: {error}"));
                self.kept = None;
            }
        }
    }

    /// Begins another game in the same file.
    pub(super) fn next_game(&mut self) {
        self.kept = self.kept.take().map(|kept| KeptGame::new(kept.path()));
        self.last.clear();
    }
}

/// A game to be added to a file of games.
///
/// # Errors
/// The file is there, and no game can be added to its text.
pub(super) fn kept_in(path: &Path) -> io::Result<KeptGame> {
    if let Some(metadata) = fs::metadata(path).ok().filter(|_| path != Path::new(NOWHERE)) {
        require_regular(&metadata)?;
        if Input::file(path).open_text()?.compression() != Compression::None {
            return Err(io::Error::other("cannot append to a compressed file"));
        }
    }
    Ok(KeptGame::new(path))
}

/// A game of a file.
pub(super) struct Loaded {
    pub(super) game: GameState,
    /// The time that each move has left on its side's clock.
    pub(super) times: Vec<Option<Duration>>,
    pub(super) control: Option<TimeControl>,
    /// The game with its tags, comments and variations up to there.
    pub(super) record: Game,
    /// The place of the game, if it is unfinished and ends a file to which text can be added.
    pub(super) kept: Option<KeptGame>,
}

/// The longest time on a clock, as in `TimeControl`: a year.
const LONGEST: Duration = Duration::from_hours(365 * 24);

/// Reads a game of a file, counted from 1, up to a ply; without a number, the last one. `stop` ends the reading.
pub(super) fn load(
    path: &Path,
    number: Option<usize>,
    ply: Option<usize>,
    stop: &Arc<AtomicBool>,
) -> Result<Loaded, String> {
    let place = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let input = Input::file(path).stop_when(stop);
    let bytes = input.read_text(MAX_GAMES_TEXT).map_err(|error| place(&error))?;
    let mut replay = Replay::new(&bytes);
    let (mut found, mut last) = (0, None);
    while number.is_none_or(|number| found < number) {
        // A broken game counts as one.
        match replay.next_game().transpose() {
            None => break,
            Some(game) => last = Some(game),
        }
        found += 1;
    }
    let last = last.filter(|_| number.is_none_or(|number| found == number && number > 0));
    let missing = || match number {
        None => place(&"no games found"),
        Some(0) => place(&"game numbers start at 1"),
        Some(number) => place(&format_args!("game {number} not found: the file has {found}")),
    };
    let mut record = last.ok_or_else(missing)?.map_err(|error| place(&error))?;
    let played: Vec<_> = record.mainline().collect();
    let plies = ply.unwrap_or(played.len());
    if plies > played.len() {
        return Err(place(&format_args!("game {found} has only {} plies", played.len())));
    }
    let mut game = GameState::new(record.position(NodeId::ROOT));
    for played in &played[..plies] {
        game.play(played.mv).map_err(|error| place(&error))?;
    }
    let clock = |id| Some(record.node(id).clock()?.min(LONGEST));
    let times = played[..plies].iter().map(|played| clock(played.id)).collect();
    let control = record.tags().get("TimeControl").and_then(|control| control.parse().ok());
    let is_plain = path.metadata().is_ok_and(|it| it.is_file() && it.len() == bytes.len() as u64);
    let kept = (number.is_none() && is_plain && record.result() == GameResult::Unknown).then(|| {
        let start = start_of_last(&bytes);
        KeptGame::last_of(path, start as u64, bytes[start..].to_vec())
    });
    for _ in plies..played.len() {
        record.pop();
    }
    Ok(Loaded { game, times, control, record, kept })
}

/// The place where the last game of a text begins.
fn start_of_last(text: &[u8]) -> usize {
    let (mut replay, mut game) = (Replay::new(text), MainLine::default());
    while game.read(&mut replay) {}
    start_of(text, game.offset() as usize)
}

/// A name that no file has, after the present time in UTC.
fn new_name() -> PathBuf {
    let (date, time) =
        utc(SystemTime::now()).map_or_else(Default::default, |(date, time)| (date.to_string(), time));
    let (date, time) = (date.replace('.', "-"), time.replace(':', ""));
    let names = (1..).map(|number| match number {
        1 => format!("chess-{date}-{time}.pgn"),
        _ => format!("chess-{date}-{time}-{number}.pgn"),
    });
    names.map(PathBuf::from).find(|name| !name.exists()).unwrap_or_default()
}
