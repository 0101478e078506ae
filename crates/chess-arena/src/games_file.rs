//! A file of games to which each game is added when it ends, so that nothing is lost when the work is broken off.

use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;

use chess_notation::pgn::{Game, PartialGame, Replay};

/// Games in a file, each whole.
pub struct GamesFile(File);

impl GamesFile {
    /// Begins a file of games.
    ///
    /// # Errors
    /// It cannot be written, or is not empty.
    pub fn create(path: &Path) -> io::Result<Self> {
        let file = OpenOptions::new().create(true).append(true).open(path)?;
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
    pub fn resume(path: &Path, mut add: impl FnMut(&Game, bool) -> Result<(), String>) -> io::Result<Self> {
        let mut file = OpenOptions::new().create(true).read(true).append(true).open(path)?;
        let text = std::fs::read(path)?;
        let (starts, mut end) = (starts(&text), text.len());
        for (index, &start) in starts.iter().enumerate() {
            let next = starts.get(index + 1).copied();
            let text = text[start..next.unwrap_or(text.len())].trim_ascii();
            // The tag alone tells a result before the game is written to its end.
            let is_whole = |game: &Game| text.ends_with(game.result().as_str().as_bytes());
            let added = match Replay::new(text).next_game() {
                Ok(Some(game)) if is_whole(&game) => add(&game, true),
                _ if next.is_none() => {
                    end = start;
                    // The last word may be a part of another one: O-O of O-O-O.
                    let words = text.iter().rposition(u8::is_ascii_whitespace).unwrap_or(0);
                    match Replay::new(&text[..words]).next_partial_game() {
                        _ if text.split(|&byte| byte == b'\n').all(|line| line.starts_with(b"[")) => Ok(()),
                        Ok(Some(PartialGame { game, .. })) => add(&game, false),
                        _ => Err("the result is missing".to_owned()),
                    }
                }
                Ok(_) => Err("the result is missing".to_owned()),
                Err(error) => Err(error.to_string()),
            };
            added.map_err(|reason| {
                io::Error::new(io::ErrorKind::InvalidData, format!("game {}: {reason}", index + 1))
            })?;
        }
        let kept = text[..end].trim_ascii_end();
        let behind: &[u8] = if kept.is_empty() { b"" } else { b"\n\n" };
        // A device has no text and no length.
        if &text[kept.len()..] != behind {
            file.set_len(kept.len() as u64)?;
            file.write_all(behind)?;
        }
        Ok(Self(file))
    }

    /// Adds a game. After an error no part of it is left in the file, if the file can be cut.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&mut self, text: &str) -> io::Result<()> {
        let length = self.0.metadata()?.len();
        let written = self.0.write_all(format!("{}\n\n", text.trim_end()).as_bytes());
        written.inspect_err(|_| drop(self.0.set_len(length)))
    }
}

/// The places where games begin: the first text, and tags behind a blank line, which no comment of theirs has.
fn starts(text: &[u8]) -> Vec<usize> {
    const EVENT: &[u8] = b"[Event ";
    let lines = text.split_inclusive(|&byte| byte == b'\n');
    let (mut at, mut is_behind_blank) = (0, true);
    let mut starts = Vec::new();
    for line in lines {
        let is_blank = line.trim_ascii().is_empty();
        // The line may have been cut off.
        let is_event = line.starts_with(EVENT) || EVENT.starts_with(line);
        if is_behind_blank && is_event || starts.is_empty() && !is_blank {
            starts.push(at);
        }
        is_behind_blank = is_blank;
        at += line.len();
    }
    starts
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
