use std::collections::HashSet;
use std::fmt::Write as _;
use std::io;
use std::path::Path;
use std::time::Duration;

use chess_notation::pgn::{Game, GameResult, NodeId, Score as Eval};
use chess_types::Color;

use super::contest::{Finished, Match, MatchError};
use super::openings::opening_key;
use super::player::{Answer, tag_value};
use super::schedule::{FaultKind, Pairing, Schedule, Score};
use crate::date::{game_tags, iso};
use crate::engine::Limits;
use crate::games_file::GamesFile;

/// The tag of what the results of a match depend on.
const SETTINGS: &str = "Settings";

/// The comment on the moves of an opening.
const BOOK: &str = "book";

impl Match {
    /// The text of a game, with scores, depths and times (and nodes) as comments, from the view of the player who has moved. `names` are
    /// those of the engines.
    ///
    /// # Errors
    /// A name or another value is too long for a tag.
    pub fn pgn(&self, finished: &Finished, names: &[String]) -> Result<String, MatchError> {
        pgn(self, finished, finished.players.map(|player| names[player].as_str()))
    }
}

fn pgn(contest: &Match, finished: &Finished, names: [&str; 2]) -> Result<String, MatchError> {
    let Finished { players, played, .. } = finished;
    let mut game = Game::from(&played.game);
    let (end, termination) = (played.reason(), played.end.termination());
    let [white, black] = players.map(|player| time_control(contest.engines[player].limits));
    let (times, round) = (game_tags(played.begun), finished.round());
    let plies = played.game.moves().len().to_string();
    let seconds = played.answers.iter().map(|answer| answer.time).sum::<Duration>().as_secs();
    let duration = format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    let span = [("GameStartTime", played.begun), ("GameEndTime", played.ended)]
        .map(|(name, time)| (name, iso(time)));
    let [event, site] = &contest.place;
    let mut tags = vec![("Event", &**event), ("Site", site), ("Round", &round)];
    tags.extend(span.iter().map(|(name, value)| (*name, &**value)));
    tags.extend(times.iter().map(|(name, value)| (*name, &**value)));
    tags.extend([("White", names[0]), ("Black", names[1]), ("Termination", termination)]);
    let ids = ["WhiteEngine", "BlackEngine"].into_iter().zip(played.ids.iter().map(String::as_str));
    tags.extend(ids.filter(|(_, id)| !id.is_empty()));
    tags.extend([("PlyCount", &*plies), ("GameDuration", &*duration)]);
    if white == black {
        tags.push(("TimeControl", &white));
    } else {
        tags.extend([("WhiteTimeControl", &*white), ("BlackTimeControl", &*black)]);
    }
    if contest.is_chess960 {
        tags.push(("Variant", "Chess960"));
    }
    if !contest.settings.is_empty() {
        tags.push((SETTINGS, &contest.settings));
    }
    for (name, value) in tags {
        game.set_tag(name, value).map_err(|error| {
            let engine = ["White", "Black"].into_iter().position(|color| name.starts_with(color));
            let engine = engine.map_or_else(String::new, |color| format!("engine {}: ", players[color] + 1));
            MatchError::Tag(format!("{engine}tag {name}: {error}"))
        })?;
    }
    game.set_result(played.result);
    let nodes: Vec<NodeId> = game.mainline().map(|played| played.id).collect();
    let opening = nodes.len() - played.answers.len();
    let mut notes: Vec<String> =
        played.answers.iter().map(|answer| note(answer, contest.has_nodes)).collect();
    match notes.last_mut() {
        Some(note) => note.extend([", ", &end]),
        None => game.add_comment(nodes.last().copied().unwrap_or(NodeId::ROOT), &end),
    }
    for &node in &nodes[..opening] {
        game.add_comment(node, BOOK);
    }
    for (&node, note) in nodes[opening..].iter().zip(&notes) {
        game.add_comment(node, note);
    }
    Ok(game.to_string())
}

/// Score, depth and time of a move, as cutechess and fastchess write them: mates in plies.
fn note(answer: &Answer, has_nodes: bool) -> String {
    let mut note = String::new();
    // Writing to a string succeeds.
    let _ = match answer.score {
        Some(Eval::Mate(moves)) if moves > 0 => write!(note, "+M{}", 2 * i64::from(moves) - 1),
        Some(Eval::Mate(moves)) => write!(note, "-M{}", -2 * i64::from(moves)),
        Some(score) if score.number() == 0 => write!(note, "{score}"),
        Some(score) => write!(note, "{score:+}"),
        None => Ok(()),
    };
    if answer.score.is_some() {
        let _ = write!(note, "/{} ", answer.depth.unwrap_or(0));
    }
    let _ = write!(note, "{:.3}s", answer.time.as_secs_f64());
    if let Some(nodes) = answer.nodes.filter(|_| has_nodes) {
        let speed = u128::from(nodes) * 1_000_000 / answer.time.as_micros().max(1);
        let _ = write!(note, ", n={nodes}, nps={speed}");
    }
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

/// Goes on with the games of an interrupted match, which `add` counts; returns the file, and the pair and the place in it of each game
/// that was there. A game that was cut off is removed.
///
/// # Errors
/// The file cannot be read or written, or has games of another match.
pub fn resume(
    path: &Path,
    contest: &Match,
    names: &[String],
    mut add: impl FnMut(Score),
) -> io::Result<(GamesFile, HashSet<(u64, usize)>)> {
    let mut done = HashSet::new();
    let file = GamesFile::resume(path, |game, is_whole| {
        if is_whole && game.result() == GameResult::Unknown {
            return Err("missing result".to_owned());
        }
        let here = tag_value(&contest.settings);
        let settings = game.tags().get(SETTINGS).unwrap_or(&here);
        if settings != here {
            return Err(format!("the match was played with different settings: {settings}; now: {here}"));
        }
        let score = score(game, &contest.schedule, names).ok_or_else(|| {
            let [round, white, black] =
                ["Round", "White", "Black"].map(|name| game.tags().get(name).unwrap_or("?"));
            format!("round {round} of this match is not {white} vs. {black}")
        })?;
        if !is_whole {
            return Ok(());
        }
        add(score);
        let is_new = done.insert((score.pair, score.game));
        if is_new { Ok(()) } else { Err("duplicate round".to_owned()) }
    })?;
    Ok((file, done))
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
    let is_noted = |id: &NodeId| game.node(*id).comments().any(|comment| comment != BOOK);
    let moves = game.mainline().take_while(|played| !is_noted(&played.id)).map(|played| played.mv);
    // A game that ended at once has its only comment at the end of the opening.
    let opening = (game.mainline().filter(|played| is_noted(&played.id)).count() > 1)
        .then(|| opening_key(game.start(), moves));
    Some(Score { pair, game: number, players, result: game.result(), fault, opening })
}
