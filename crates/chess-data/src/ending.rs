//! How games end, and how fast they are played: facts that follow from the final position and from tags.

use std::time::Duration;

use chess_board::Position;
use chess_movegen::{Outcome, PositionExt};
use chess_notation::pgn::{GameResult, TimeControl};

/// The words for the end of a game.
pub(crate) const ENDS: [&str; 11] = [
    "checkmate",
    "stalemate",
    "repetition",
    "fifty",
    "material",
    "time",
    "resignation",
    "agreement",
    "abandoned",
    "rules",
    "unknown",
];

/// Returns how a game has ended, one of [`ENDS`] but the last; `None` if that is unknown. The board decides before the tag `Termination`; a draw that must be claimed only if
/// the game is drawn.
pub(crate) fn end_of_game(
    last: &Position,
    repetitions: u32,
    result: GameResult,
    termination: Option<&str>,
) -> Option<&'static str> {
    let is_draw = result == GameResult::Draw;
    match last.outcome() {
        Some(Outcome::Checkmate { .. }) => return Some("checkmate"),
        Some(Outcome::Stalemate) => return Some("stalemate"),
        Some(Outcome::InsufficientMaterial) => return Some("material"),
        Some(Outcome::SeventyFiveMoves) => return Some("fifty"),
        _ if repetitions >= 4 || is_draw && repetitions >= 2 => return Some("repetition"),
        _ if is_draw && last.is_fifty_move_draw() => return Some("fifty"),
        _ => {}
    }
    let told = termination.unwrap_or_default().to_ascii_lowercase();
    // Chess.com writes the winner's name before.
    let told = told.split_once(" won ").map_or(&*told, |(_, how)| how);
    // Words of Lichess, of Chess.com (`Ann won by resignation`) and of programs for matches, in this order: a game that is drawn by the
    // time and the opponent's material has ended by time, and the 50-move rule is not broken.
    let words = [
        ("time", "time"),
        ("resign", "resignation"),
        ("agree", "agreement"),
        ("abandon", "abandoned"),
        ("50", "fifty"),
        ("fifty", "fifty"),
        ("rule", "rules"),
        ("illegal", "rules"),
        ("repetition", "repetition"),
        ("fold", "repetition"),
        ("insufficient", "material"),
        ("stalemate", "stalemate"),
        ("checkmate", "checkmate"),
    ];
    if let Some((_, end)) = words.into_iter().find(|(word, _)| told.contains(word)) {
        return Some(end);
    }
    match result {
        GameResult::Unknown => None,
        _ if told != "normal" => None,
        GameResult::Draw => Some("agreement"),
        _ => Some("resignation"),
    }
}

/// Returns base time and increment of the tag `TimeControl` in seconds: the floating-point numbers closest to the decimal ones.
#[allow(clippy::cast_precision_loss, reason = "a time control is at most a year")]
pub(crate) fn times(tag: &str) -> Option<(f64, f64)> {
    let seconds = |time: Duration| time.as_millis() as f64 / 1000.0;
    time_control(tag).map(|TimeControl { base, increment, .. }| (seconds(base), seconds(increment)))
}

/// The words for the speed of a game, from the fastest.
pub(crate) const SPEEDS: [&str; 5] = ["bullet", "blitz", "rapid", "classical", "correspondence"];

/// Returns the time control of the tag `TimeControl`: of several periods, that of the first.
fn time_control(tag: &str) -> Option<TimeControl> {
    tag.parse().or_else(|_| tag.split(':').next().unwrap_or_default().parse()).ok()
}

/// Returns the speed of a game, one of [`SPEEDS`], by the rule of Lichess: the time for 40 moves is below 3, 8 or 25 minutes. A day or
/// more for a period, and the tag `-`, are correspondence chess.
pub(crate) fn speed(tag: &str) -> Option<&'static str> {
    if tag == "-" {
        return Some("correspondence");
    }
    let TimeControl { base, increment, .. } = time_control(tag)?;
    Some(match (base + 40 * increment).as_secs() {
        _ if base.as_secs() >= 86_400 => "correspondence",
        0..180 => "bullet",
        180..480 => "blitz",
        480..1500 => "rapid",
        _ => "classical",
    })
}
