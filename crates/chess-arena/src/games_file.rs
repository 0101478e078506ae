//! A file of games to which each game is added when it ends, so that nothing is lost when the work is broken off.

use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;

use chess_notation::pgn::{Game, Replay};

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

    /// Goes on with a file, whose games `add` gets or refuses. A game that was cut off is removed.
    ///
    /// # Errors
    /// The file cannot be read or written, or has a game that is broken or refused.
    pub fn resume(path: &Path, mut add: impl FnMut(&Game) -> Result<(), String>) -> io::Result<Self> {
        let file = OpenOptions::new().create(true).read(true).append(true).open(path)?;
        let text = std::fs::read(path)?;
        let starts = starts(&text);
        for (index, &start) in starts.iter().enumerate() {
            let end = starts.get(index + 1).copied();
            let text = text[start..end.unwrap_or(text.len())].trim_ascii();
            // The tag alone tells a result before the game is written to its end.
            let is_whole = |game: &Game| text.ends_with(game.result().as_str().as_bytes());
            let added = match Replay::new(text).next_game() {
                Ok(Some(game)) if is_whole(&game) => add(&game),
                _ if end.is_none() => {
                    file.set_len(start as u64)?;
                    break;
                }
                Ok(_) => Err("it has no result".to_owned()),
                Err(error) => Err(error.to_string()),
            };
            added.map_err(|reason| {
                io::Error::new(io::ErrorKind::InvalidData, format!("game {}: {reason}", index + 1))
            })?;
        }
        Ok(Self(file))
    }

    /// Adds a game.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&mut self, text: &str) -> io::Result<()> {
        self.0.write_all(format!("{}\n\n", text.trim_end()).as_bytes())
    }
}

/// The places where games begin: each is behind a blank line, which no comment of theirs has.
fn starts(text: &[u8]) -> Vec<usize> {
    let lines = text.split_inclusive(|&byte| byte == b'\n');
    let (mut at, mut is_behind_blank) = (0, true);
    let mut starts = Vec::new();
    for line in lines {
        if is_behind_blank && line.starts_with(b"[Event ") {
            starts.push(at);
        }
        is_behind_blank = line.trim_ascii().is_empty();
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
        GamesFile::resume(&path, |_| {
            games += 1;
            Ok(())
        })
        .unwrap();
        assert_eq!(games, 2);
    }
}
