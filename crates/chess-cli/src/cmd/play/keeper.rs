use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use chess_arena::date::{SECONDS_PER_DAY, pgn_date};
use chess_arena::engine::TimeControl;
use chess_data::input::Input;
use chess_movegen::GameState;
use chess_notation::pgn::{NodeId, Replay};

use crate::io::diagnostics;
use crate::io::out_file::write_file;

/// The file that always has the game as it stands, so that no end of the program loses it.
pub(super) struct Keeper {
    /// `None` if the games are not kept.
    path: Option<PathBuf>,
    /// The text before the present game: what the file had before, and the games of this sitting that are over.
    earlier: String,
    is_told: bool,
}

impl Keeper {
    /// Adds games to the file `save`, or puts them into a new file of the present folder if a person plays.
    ///
    /// # Errors
    /// The file is there and cannot be read.
    pub(super) fn new(save: Option<PathBuf>, is_terminal: bool) -> io::Result<Self> {
        let (path, earlier) = match save {
            Some(path) => {
                let earlier = read_if_there(&path)?;
                (Some(path), earlier)
            }
            None => (is_terminal.then(new_name), String::new()),
        };
        Ok(Self { path, earlier, is_told: false })
    }

    /// The name of the file, once there is one.
    pub(super) fn name(&self) -> Option<String> {
        self.path.as_ref().filter(|_| self.is_told).map(|path| path.display().to_string())
    }

    /// Writes the file with the present game, and prints its name the first time. If that fails, tries the folder for temporary
    /// files.
    pub(super) fn keep(&mut self, game: &str) {
        let Some(path) = &self.path else { return };
        let text = format!("{}{game}\n", self.earlier);
        let mut written = write_file(path, |file| Ok(file.write_all(text.as_bytes())?));
        if let (Err(error), false) = (&written, self.is_told) {
            diagnostics::tell(format_args!("warning: the game cannot be saved here: {error}"));
            let other = std::env::temp_dir().join(new_name());
            written = write_file(&other, |file| Ok(file.write_all(text.as_bytes())?));
            self.path = Some(other);
        }
        match written {
            Ok(()) if self.is_told => {}
            Ok(()) => {
                self.is_told = true;
                if let Some(name) = self.name() {
                    diagnostics::tell(format_args!("The game is saved in {name}."));
                }
            }
            Err(error) => {
                diagnostics::tell(format_args!("warning: the game is not saved: {error}"));
                self.path = None;
            }
        }
    }

    /// Begins another game in the same file.
    pub(super) fn next_game(&mut self, game: &str) {
        if self.path.is_some() {
            self.earlier += game;
            self.earlier.push_str("\n\n");
        }
    }
}

/// Adds a game to a file of games.
///
/// # Errors
/// The file cannot be read or written.
pub(super) fn add_to(path: &PathBuf, game: &str) -> Result<(), String> {
    let earlier = read_if_there(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let text = format!("{earlier}{game}\n");
    write_file(path, |file| Ok(file.write_all(text.as_bytes())?)).map_err(|error| error.to_string())
}

/// A game of a file.
pub(super) struct Loaded {
    pub(super) game: GameState,
    /// The time that each move has left on its side's clock.
    pub(super) times: Vec<Option<Duration>>,
    pub(super) control: Option<TimeControl>,
    /// The names of White and Black.
    pub(super) names: [String; 2],
}

/// The longest time on a clock, as in `TimeControl`: a year.
const LONGEST: Duration = Duration::from_hours(365 * 24);

/// Reads a game of a file, counted from 1, up to a ply; without a number, the last one.
pub(super) fn load(path: &Path, number: Option<usize>, ply: Option<usize>) -> Result<Loaded, String> {
    let place = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let bytes = Input::file(path).read_text().map_err(|error| place(&error))?;
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
        Some(0) => place(&"games are counted from 1"),
        Some(number) => place(&format_args!("game {number} not found: the file has {found}")),
    };
    let game = last.ok_or_else(missing)?.map_err(|error| place(&error))?;
    let played: Vec<_> = game.mainline().collect();
    let plies = ply.unwrap_or(played.len());
    if plies > played.len() {
        return Err(place(&format_args!("game {found} has only {} plies", played.len())));
    }
    let mut state = GameState::new(game.position(NodeId::ROOT));
    for played in &played[..plies] {
        state.try_play(played.mv).map_err(|error| place(&error))?;
    }
    let tags = game.tags();
    Ok(Loaded {
        game: state,
        times: played[..plies]
            .iter()
            .map(|played| Some(game.node(played.id).clock()?.min(LONGEST)))
            .collect(),
        control: tags.get("TimeControl").and_then(|control| control.parse().ok()),
        names: [tags.white(), tags.black()].map(str::to_owned),
    })
}

/// The text of a file, with a blank line at its end; nothing if there is no file.
fn read_if_there(path: &PathBuf) -> io::Result<String> {
    match fs::read_to_string(path) {
        Ok(text) if text.trim().is_empty() => Ok(String::new()),
        Ok(text) => Ok(text.trim_end().to_owned() + "\n\n"),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(String::new()),
        Err(error) => Err(io::Error::new(error.kind(), format!("{}: {error}", path.display()))),
    }
}

/// A name that no file has, after the present time in UTC.
fn new_name() -> PathBuf {
    let now = SystemTime::now();
    let second = now.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() % SECONDS_PER_DAY);
    let time = format!("{:02}{:02}{:02}", second / 3600, second / 60 % 60, second % 60);
    let date = pgn_date(now).unwrap_or_default().replace('.', "-");
    let names = (1..).map(|number| match number {
        1 => format!("chess-{date}-{time}.pgn"),
        _ => format!("chess-{date}-{time}-{number}.pgn"),
    });
    names.map(PathBuf::from).find(|name| !name.exists()).unwrap_or_default()
}
