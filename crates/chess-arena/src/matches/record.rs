use std::collections::HashSet;
use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;
use std::time::SystemTime;

use chess_notation::pgn::{Game, GameResult, NodeId, Replay, TagError};
use chess_types::Color;
use chess_uci::Value;

use super::game::{End, Played};
use super::player::Answer;
use super::schedule::{FaultKind, Pairing, Schedule, Score};
use crate::date::pgn_date;
use crate::engine::Limits;

/// The text of a game, with scores, depths and times as comments, from the view of the player who has moved.
pub(super) fn pgn(
    played: &Played,
    names: [&str; 2],
    round: &str,
    limits: [Limits; 2],
    is_chess960: bool,
) -> Result<String, TagError> {
    let mut game = Game::from(&played.game);
    let (termination, end) = match &played.end {
        End::Rules(end) => ("normal", end.clone()),
        End::Adjudicated(end) => ("adjudication", (*end).to_owned()),
        End::Fault(loser, fault) => {
            (FaultKind::of(fault).termination(), format!("{} {}: {fault}", loser.name(), played.penalty()))
        }
    };
    let [white, black] = limits.map(time_control);
    let date = pgn_date(SystemTime::now()).unwrap_or_default();
    let mut tags = vec![("Event", "chess match"), ("Date", &*date), ("Round", round)];
    tags.extend([("White", names[0]), ("Black", names[1]), ("Termination", termination)]);
    if white == black {
        tags.push(("TimeControl", &white));
    } else {
        tags.extend([("WhiteTimeControl", &*white), ("BlackTimeControl", &*black)]);
    }
    if is_chess960 {
        tags.push(("Variant", "Chess960"));
    }
    for (name, value) in tags {
        game.set_tag(name, value)?;
    }
    game.set_result(played.result);
    let nodes: Vec<NodeId> = game.mainline().map(|played| played.id).collect();
    let opening = nodes.len() - played.answers.len();
    let mut notes: Vec<String> = played.answers.iter().map(note).collect();
    match notes.last_mut() {
        Some(note) => note.extend([", ", &end]),
        None => game.add_comment(nodes.last().copied().unwrap_or(NodeId::ROOT), &end),
    }
    for (&node, note) in nodes[opening..].iter().zip(&notes) {
        game.add_comment(node, note);
    }
    Ok(game.to_string())
}

/// Score, depth and time of a move, as cutechess and fastchess write them: mates in plies.
fn note(answer: &Answer) -> String {
    let mut note = String::new();
    // Writing to a string succeeds.
    let _ = match answer.score {
        Some(Value::Centipawns(0)) => write!(note, "0.00"),
        Some(Value::Centipawns(score)) => write!(note, "{:+.2}", f64::from(score) / 100.0),
        Some(Value::Mate(moves)) if moves > 0 => write!(note, "+M{}", 2 * i64::from(moves) - 1),
        Some(Value::Mate(moves)) => write!(note, "-M{}", -2 * i64::from(moves)),
        _ => Ok(()),
    };
    if answer.score.is_some() {
        let _ = write!(note, "/{} ", answer.depth.unwrap_or(0));
    }
    let _ = write!(note, "{:.3}s", answer.time.as_secs_f64());
    note
}

/// The limits of a player as PGN writes them.
fn time_control(limits: Limits) -> String {
    match limits {
        Limits { clock: Some(clock), .. } => clock.to_string(),
        Limits { move_time: Some(time), .. } => format!("{}/move", time.as_secs_f64()),
        _ => "-".to_owned(),
    }
}

/// The games of a match in a file, each whole.
pub struct GamesFile {
    file: File,
    /// The pair and the place in it of each game that was there.
    pub done: HashSet<(u64, usize)>,
}

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
        Ok(Self { file, done: HashSet::new() })
    }

    /// Goes on with the games of an interrupted match, which `add` counts. A game that was cut off is removed.
    ///
    /// # Errors
    /// The file cannot be read or written, or has games of another match.
    pub fn resume(
        path: &Path,
        schedule: &Schedule,
        names: &[String],
        mut add: impl FnMut(Score),
    ) -> io::Result<Self> {
        let refuse = |message: String| io::Error::new(io::ErrorKind::InvalidData, message);
        let file = OpenOptions::new().create(true).read(true).append(true).open(path)?;
        let text = std::fs::read(path)?;
        let mut games = Self { file, done: HashSet::new() };
        let starts = starts(&text);
        for (index, &start) in starts.iter().enumerate() {
            let end = starts.get(index + 1).copied();
            let text = text[start..end.unwrap_or(text.len())].trim_ascii();
            // The tag alone tells a result before the game is written to its end.
            let is_whole = |game: &Game| {
                game.result() != GameResult::Unknown && text.ends_with(game.result().as_str().as_bytes())
            };
            let game = match Replay::new(text).next_game() {
                Ok(Some(game)) if is_whole(&game) => game,
                _ if end.is_none() => {
                    games.file.set_len(start as u64)?;
                    break;
                }
                Ok(_) => return Err(refuse(format!("game {} has no result", index + 1))),
                Err(error) => return Err(refuse(format!("game {}: {error}", index + 1))),
            };
            let score = score(&game, schedule, names).ok_or_else(|| {
                let [round, white, black] =
                    ["Round", "White", "Black"].map(|name| game.tags().get(name).unwrap_or("?"));
                refuse(format!(
                    "game {}: round {round} of this match is not {white} against {black}",
                    index + 1
                ))
            })?;
            if !games.done.insert((score.pair, score.game)) {
                return Err(refuse(format!("game {} has the round of another game", index + 1)));
            }
            add(score);
        }
        Ok(games)
    }

    /// Adds a game.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&mut self, text: &str) -> io::Result<()> {
        self.file.write_all(format!("{}\n\n", text.trim_end()).as_bytes())
    }
}

/// The places where games begin.
fn starts(text: &[u8]) -> Vec<usize> {
    const FIRST_TAG: &[u8] = b"[Event ";
    let lines = text.split_inclusive(|&byte| byte == b'\n');
    let mut at = 0;
    let mut starts = Vec::new();
    for line in lines {
        if line.starts_with(FIRST_TAG) {
            starts.push(at);
        }
        at += line.len();
    }
    starts
}

/// The side whose fault has ended a game: where it is drawn, that to move.
fn loser(game: &Game) -> Color {
    let last = game.mainline().last().map_or(NodeId::ROOT, |played| played.id);
    game.result().winner().map_or_else(|| game.position(last).side_to_move(), |winner| !winner)
}

/// The score of a game of the match that its round tells; `None` if it is none of this match.
fn score(game: &Game, schedule: &Schedule, names: &[String]) -> Option<Score> {
    let (pair, number) = game.tags().get("Round")?.split_once('.')?;
    let (pair, number) = (pair.parse::<u64>().ok()?.checked_sub(1)?, number.parse::<usize>().ok()?);
    let number = number.checked_sub(1).filter(|&number| number < 2)?;
    let Pairing { players, .. } = schedule.pairing(pair)?;
    let players = if number == 0 { players } else { [players[1], players[0]] };
    let are_named = ["White", "Black"].into_iter().zip(players);
    if are_named.into_iter().any(|(tag, player)| game.tags().get(tag) != Some(names[player].as_str())) {
        return None;
    }
    let kind =
        FaultKind::ALL.into_iter().find(|kind| game.tags().get("Termination") == Some(kind.termination()));
    let fault = kind.map(|kind| (players[loser(game).index()], kind));
    Some(Score { pair, game: number, players, result: game.result(), fault })
}
