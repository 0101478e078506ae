//! Files of games to which games are added: each when it ends, so that nothing is lost when the work is broken off, or one after each
//! of its moves. Several programs may add games to a file at once: each writes under a lock of the file, and behind all others.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead as _, BufReader, Read, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use std::{mem, thread};

use chess_data::chunks::Pipeline;
use chess_notation::pgn::{Game, PartialGame, Replay};

/// Games in a file, each whole.
pub struct GamesFile(File);

impl GamesFile {
    /// Begins a file of games.
    ///
    /// # Errors
    /// It cannot be written, or is not empty.
    pub fn create(path: &Path) -> io::Result<Self> {
        let file = OpenOptions::new().create(true).read(true).append(true).open(path)?;
        if file.metadata().is_ok_and(|metadata| metadata.len() > 0) {
            let error = "the file is not empty";
            return Err(io::Error::new(io::ErrorKind::AlreadyExists, error));
        }
        Ok(Self(file))
    }

    /// Goes on with a file, whose games `add` gets or refuses, each with `true`. If the last game was cut off, `add` gets what is left
    /// of it with `false`, unless that is tags alone. It is removed if all games are accepted; otherwise the file stays as it is.
    ///
    /// # Errors
    /// The file cannot be read or written, or has a game that is broken or refused.
    pub fn resume(path: &Path, add: impl FnMut(&Game, bool) -> Result<(), String>) -> io::Result<Self> {
        let file = OpenOptions::new().create(true).read(true).append(true).open(path)?;
        locked(&file, |file| Self::cut(file, add))?;
        Ok(Self(file))
    }

    /// Removes a game that was cut off. One game at a time is in memory.
    fn cut(mut file: &File, mut add: impl FnMut(&Game, bool) -> Result<(), String>) -> io::Result<()> {
        file.seek(SeekFrom::Start(0))?;
        let mut texts = Texts::new(file);
        let (mut number, mut kept) = (0, 0);
        while let Some(Text { bytes, is_last, end }) = texts.next(number)? {
            number += 1;
            let added = match whole(bytes) {
                Ok(Some(game)) => {
                    kept = end;
                    add(&game, true)
                }
                _ if is_last => rest(bytes).and_then(|rest| rest.map_or(Ok(()), |game| add(&game, false))),
                Ok(None) => Err(NO_RESULT.to_owned()),
                Err(error) => Err(error),
            };
            added.map_err(|reason| broken(number, &reason))?;
        }
        let behind: &[u8] = if kept == 0 { b"" } else { b"\n\n" };
        // A device has no text and no length.
        if !ends_with(file, kept, behind)? {
            file.set_len(kept)?;
            file.write_all(behind)?;
        }
        Ok(())
    }

    /// Adds a game. After an error no part of it is left in the file, if the file can be cut.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&mut self, text: &str) -> io::Result<()> {
        locked(&self.0, |file| append(file, &format!("{}\n\n", text.trim_end())).map(drop))
    }
}

/// A game of a file, which is written anew as it goes on.
#[derive(Debug)]
pub struct KeptGame {
    path: PathBuf,
    /// The place and the text of the game as it was written last.
    last: Option<(u64, Vec<u8>)>,
}

impl KeptGame {
    /// A game that is added to a file, which need not exist.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into(), last: None }
    }

    /// The last game of a file, whose text begins at this place and ends with the file.
    pub fn last_of(path: impl Into<PathBuf>, start: u64, text: Vec<u8>) -> Self {
        Self { path: path.into(), last: Some((start, text)) }
    }

    /// The path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the game as it stands: in the place of its last text if that is still the end of the file, or else behind all that is in the
    /// file. Nothing else of the file is changed or read. After an error the last text is there again, if the file can be written.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn keep(&mut self, text: &str) -> io::Result<()> {
        let file = OpenOptions::new().create(true).truncate(false).read(true).write(true).open(&self.path)?;
        let text = format!("{}\n", text.trim_end());
        let start = locked(&file, |file| match &self.last {
            Some((start, old)) if ends_with(file, *start, old)? => {
                put(file, *start, old, text.as_bytes()).map(|()| *start)
            }
            _ => append(file, &text),
        })?;
        // A device has nothing to wait for.
        let _ = file.sync_data();
        self.last = Some((start, text.into_bytes()));
        Ok(())
    }
}

/// Adds a text behind a blank line, and returns its place.
fn append(mut file: &File, text: &str) -> io::Result<u64> {
    let end = file.metadata()?.len();
    let mut tail = Vec::new();
    if end > 0 {
        file.seek(SeekFrom::Start(end.saturating_sub(3)))?;
        file.take(3).read_to_end(&mut tail)?;
    }
    let behind = match &tail[..] {
        [] | [.., b'\n', b'\n'] | [b'\n', b'\r', b'\n'] => "",
        [.., b'\n'] => "\n",
        _ => "\n\n",
    };
    put(file, end, b"", format!("{behind}{text}").as_bytes())?;
    Ok(end + behind.len() as u64)
}

/// Writes a text in the place of the old one, which ends the file. After an error the old one is there again, if it can be written.
fn put(mut file: &File, start: u64, old: &[u8], new: &[u8]) -> io::Result<()> {
    let mut write = |text: &[u8]| {
        file.seek(SeekFrom::Start(start))?;
        file.write_all(text)?;
        let end = start + text.len() as u64;
        if file.metadata()?.len() > end { file.set_len(end) } else { Ok(()) }
    };
    write(new).inspect_err(|_| drop(write(old)))
}

/// Tests whether a file has this text at this place and nothing behind it.
fn ends_with(mut file: &File, start: u64, text: &[u8]) -> io::Result<bool> {
    if file.metadata()?.len() != start + text.len() as u64 {
        return Ok(false);
    }
    file.seek(SeekFrom::Start(start))?;
    let mut found = Vec::new();
    file.take(text.len() as u64).read_to_end(&mut found)?;
    Ok(found == text)
}

/// The longest wait for another program, which holds a lock only while it writes.
const WAIT: Duration = Duration::from_secs(5);

/// Works with a file under its lock. File systems without locks do without.
fn locked<T>(file: &File, work: impl FnOnce(&File) -> io::Result<T>) -> io::Result<T> {
    let begun = Instant::now();
    while let Err(TryLockError::WouldBlock) = file.try_lock() {
        if begun.elapsed() > WAIT {
            return Err(io::Error::other("the file is locked by another program"));
        }
        thread::sleep(Duration::from_millis(5));
    }
    let result = work(file);
    // Closing the file would do it, too.
    let _ = file.unlock();
    result
}

/// The texts of the games of a file, which begin with the first text, and with tags behind a blank line, which no comment of theirs has.
struct Texts<R> {
    lines: BufReader<R>,
    text: Vec<u8>,
    /// The first line of the next game.
    next: Vec<u8>,
    /// The bytes that have been read.
    end: u64,
}

struct Text<'a> {
    bytes: &'a [u8],
    is_last: bool,
    /// The place where it ends in the file.
    end: u64,
}

impl<R: Read> Texts<R> {
    fn new(read: R) -> Self {
        Self { lines: BufReader::new(read), text: Vec::new(), next: Vec::new(), end: 0 }
    }

    /// Reads the next text, without blanks around it.
    fn next(&mut self, number: usize) -> io::Result<Option<Text<'_>>> {
        const EVENT: &[u8] = b"[Event ";
        mem::swap(&mut self.text, &mut self.next);
        self.next.clear();
        let mut is_behind_blank = false;
        loop {
            let start = self.text.len();
            let left = (Pipeline::MAX_GAME + 1).saturating_sub(start);
            let read = (&mut self.lines).take(left as u64).read_until(b'\n', &mut self.text)?;
            if self.text.len() > Pipeline::MAX_GAME {
                return Err(broken(number + 1, &format!("more than {} bytes", Pipeline::MAX_GAME)));
            }
            let line = &self.text[start..];
            // The line may have been cut off.
            let is_event = read > 0 && (line.starts_with(EVENT) || EVENT.starts_with(line));
            let has_text = !self.text[..start].trim_ascii().is_empty();
            let is_last = read == 0;
            if is_last || is_behind_blank && is_event && has_text {
                let end = self.end - (start - self.text[..start].trim_ascii_end().len()) as u64;
                self.end += read as u64;
                self.next = self.text.split_off(start);
                let bytes = self.text.trim_ascii();
                return Ok((!bytes.is_empty()).then_some(Text { bytes, is_last, end }));
            }
            self.end += read as u64;
            is_behind_blank = line.trim_ascii().is_empty();
        }
    }
}

const NO_RESULT: &str = "missing result";

/// The game of a text; `None` if it does not end with its result.
fn whole(text: &[u8]) -> Result<Option<Game>, String> {
    // The tag alone has a result before the game is written to its end, which may be `*` all the same.
    let is_whole = |game: &Game| text.ends_with(b"*") || text.ends_with(game.result().as_str().as_bytes());
    let game = Replay::new(text).next_game().map_err(|error| error.to_string())?;
    Ok(game.filter(is_whole))
}

/// What is left of a game that was cut off; `None` if that is tags alone.
fn rest(text: &[u8]) -> Result<Option<Game>, String> {
    if text.split(|&byte| byte == b'\n').all(|line| line.starts_with(b"[")) {
        return Ok(None);
    }
    // The last word may be a part of another one: O-O of O-O-O.
    let words = text.iter().rposition(u8::is_ascii_whitespace).unwrap_or(0);
    match Replay::new(&text[..words]).next_partial_game() {
        Ok(Some(PartialGame { game, .. })) => Ok(Some(game)),
        _ => Err(NO_RESULT.to_owned()),
    }
}

fn broken(number: usize, reason: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("game {number}: {reason}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_comment_begins_a_game() {
        let mut game = Replay::new(b"1. e4 *").next_game().unwrap().unwrap();
        let id = game.mainline().last().unwrap().id;
        game.add_comment(id, &"[Event \n\n".repeat(40));
        let text = game.to_string();
        assert!(text.contains("\n[Event [Event"), "{text}");
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        let mut file = GamesFile::create(&path).unwrap();
        (0..2).for_each(|_| file.write(&text).unwrap());
        let mut games = 0;
        GamesFile::resume(&path, |_, _| {
            games += 1;
            Ok(())
        })
        .unwrap();
        assert_eq!(games, 2);
    }

    /// Another program, which has the lock, is about to write at the end.
    #[test]
    fn a_game_waits_for_the_lock_of_its_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        let mut kept = KeptGame::new(&path);
        kept.keep("1. e4 *").unwrap();
        let mut file = GamesFile(File::options().read(true).append(true).open(&path).unwrap());
        let read = || std::fs::read_to_string(&path).unwrap();
        let keep = || kept.keep("1. e4 e5 *").unwrap();
        let write = || file.write("1. c4 *").unwrap();
        let resume = || drop(GamesFile::resume(&path, |_, _| Ok(())).unwrap());
        let works: [Box<dyn FnOnce() + Send>; 3] = [Box::new(keep), Box::new(write), Box::new(resume)];
        for work in works {
            let mut other = File::options().read(true).append(true).open(&path).unwrap();
            other.lock().unwrap();
            let before = read();
            thread::scope(|scope| {
                let waiting = scope.spawn(work);
                thread::sleep(Duration::from_millis(100));
                assert!(!waiting.is_finished());
                assert_eq!(read(), before);
                other.write_all(b"\n1. d4 *\n\n").unwrap();
                other.unlock().unwrap();
                waiting.join().unwrap();
            });
            assert!(read().starts_with(&format!("{before}\n1. d4 *\n\n")), "{}", read());
        }
        // `keep` appends the game anew, since another one follows the first.
        assert_eq!(read().matches("1. e4").count(), 2);
    }

    /// The memory is that of one game: the file would not fit.
    #[test]
    fn a_file_of_any_size_is_read_game_by_game() {
        let (folder, game) = (tempfile::tempdir().unwrap(), "[Event \"x\"]\n\n1. e4 e5 *\n\n");
        let path = folder.path().join("games.pgn");
        std::fs::write(&path, game).unwrap();
        let size = 1 << 42;
        File::options().write(true).open(&path).unwrap().set_len(size).unwrap();
        let error = GamesFile::resume(&path, |_, _| Ok(())).map(drop).unwrap_err().to_string();
        assert_eq!(error, "game 1: more than 67108864 bytes");
        assert_eq!(path.metadata().unwrap().len(), size);
    }

    #[test]
    fn a_game_may_end_with_an_asterisk_whatever_its_tag_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        for (end, is_cut) in [("*", false), ("1-0", false), ("0-1", true), ("e5", true)] {
            let text = format!("[Event \"x\"]\n[Result \"1-0\"]\n\n1. e4 {end}\n\n");
            std::fs::write(&path, &text).unwrap();
            let mut games = Vec::new();
            GamesFile::resume(&path, |_, is_whole| {
                games.push(is_whole);
                Ok(())
            })
            .unwrap();
            assert_eq!(games, [!is_cut], "{end}");
            assert_eq!(std::fs::read_to_string(&path).unwrap(), if is_cut { "" } else { &text }, "{end}");
        }
    }

    #[test]
    fn a_cut_file_is_resumed_or_refused() {
        let game = "[Event \"x\"]\n[Result \"1-0\"]\n\n1. e4 {a [b} e5 (1... d5 2. exd5) 2. Nf3 1-0\n\n";
        let (folder, moves) = (tempfile::tempdir().unwrap(), ["e2e4", "e7e5", "g1f3"]);
        let path = folder.path().join("games.pgn");
        for length in 0..=2 * game.len() {
            let text = &game.repeat(2)[..length];
            std::fs::write(&path, text).unwrap();
            let (mut whole, mut rests) = (0, 0);
            let mut count = |game: &Game, is_whole| {
                assert!(game.mainline().zip(moves).all(|(played, mv)| played.mv.to_string() == mv));
                *(if is_whole { &mut whole } else { &mut rests }) += 1;
                Ok(())
            };
            GamesFile::resume(&path, &mut count).unwrap().write(game).unwrap();
            assert!(rests <= 1 && whole == (length + 2) / game.len(), "{text}");
            assert_eq!(std::fs::read_to_string(&path).unwrap(), game.repeat(whole + 1), "{text}");
            std::fs::write(&path, text).unwrap();
            let refused = GamesFile::resume(&path, |_, is_whole| is_whole.then_some(()).ok_or(String::new()));
            assert_eq!(refused.is_err(), rests == 1, "{text}");
            assert!(rests == 0 || std::fs::read_to_string(&path).unwrap() == text, "{text}");
        }
        for foreign in ["1. e4 e5\n", "% notes\n\n[Event \"x\"]\n\n1. e4 *\n"] {
            std::fs::write(&path, foreign).unwrap();
            assert!(
                GamesFile::resume(&path, |_, is_whole| is_whole.then_some(()).ok_or(String::new())).is_err()
            );
            assert_eq!(std::fs::read_to_string(&path).unwrap(), foreign);
        }
    }
}
