use std::fs;
use std::path::PathBuf;

use chess_board::{KeyHistory, Position};
use chess_movegen::{Outcome, outcome};
use chess_notation::pgn::{Event, PgnError, Replay};
use chess_notation::{polyglot, read_san_strict, read_uci};

use crate::report::{Finding, Report, same};

/// Number, plies, start, end, key of the end, moves in SAN and in UCI: both are the same moves and lead to the end.
pub(crate) fn moves(line: &str) -> Finding {
    let fields: Vec<_> = line.split('\t').collect();
    let [_, plies, start, end, key, san, uci] = fields[..] else {
        return Err(format!("there are {} fields", fields.len()));
    };
    let mut position: Position = start.parse().map_err(|error| format!("{start}: {error}"))?;
    let (sans, ucis): (Vec<_>, Vec<_>) = (san.split(' ').collect(), uci.split(' ').collect());
    same("number of moves", sans.len().to_string().as_str(), plies)?;
    same("number of moves in UCI", &ucis.len(), &sans.len())?;
    for (san, uci) in sans.into_iter().zip(ucis) {
        let mv = read_san_strict(&position, san).map_err(|error| format!("{position} {san}: {error}"))?;
        same(uci, &read_uci(&position, uci), &Ok(mv))?;
        same(san, mv.uci960().to_string().as_str(), uci)?;
        position.play(mv);
    }
    check_end(&position, end, key)
}

/// Games of PGN, each with a line of its result: number, plies, end, key of the end, outcome, UCI.
///
/// They are also written again, move by move as in the file.
pub(crate) fn pgn(report: &mut Report, pgn: &str, expected: &str) {
    let Some(text) = report.read(pgn) else { return };
    let mut games = Replay::new(&text);
    let mut written = String::new();
    report.check(expected, |line| {
        let fields: Vec<_> = line.split('\t').collect();
        let [_, plies, end, key, how, uci] = fields[..] else {
            return Err(format!("there are {} fields", fields.len()));
        };
        let game = games.next_game().map_err(|error| error.to_string())?.ok_or("there is no such game")?;
        written += &game.to_string();
        let moves: Vec<_> = game.mainline().map(|played| played.mv.uci().to_string()).collect();
        same("number of plies", moves.len().to_string().as_str(), plies)?;
        same("moves", moves.join(" ").as_str(), uci)?;
        let position = game.mainline().last().map_or(*game.start(), |played| played.after);
        same("end of the game", how_ended(&position), how)?;
        check_end(&position, end, key)
    });
    if !matches!(games.next_game(), Ok(None)) {
        report.fail(&format!("{pgn}: there are more games than in {expected}"));
    } else if !movetext(&text).eq(movetext(&written)) {
        report.fail(&format!("{pgn}: the games are written otherwise"));
    }
}

fn movetext(pgn: &str) -> impl Iterator<Item = &str> {
    pgn.lines().filter(|line| !line.starts_with('[')).flat_map(str::split_whitespace)
}

fn how_ended(position: &Position) -> &'static str {
    match outcome(position, &KeyHistory::<1>::EMPTY) {
        Some(Outcome::Checkmate { .. }) => "checkmate",
        Some(Outcome::Stalemate) => "stalemate",
        Some(Outcome::InsufficientMaterial) => "insufficient",
        _ => "-",
    }
}

fn check_end(position: &Position, fen: &str, key: &str) -> Finding {
    same("end", position.to_string().as_str(), fen)?;
    same("key", format!("{:016x}", polyglot::key(position)).as_str(), key)
}

/// The events of a file as text, and the errors.
struct Reading {
    events: Vec<String>,
    errors: usize,
    games: u64,
    ends: usize,
    moves: usize,
}

/// All files of games. Without errors, lenient and strict reading give the same. With errors, lenient reading ends every game,
/// and has all moves of strict reading.
pub(crate) fn reading(report: &mut Report, folder: &str) {
    let (mut clean, mut lost) = (0, 0);
    let failed = report.failed();
    for path in paths(report, folder) {
        let name = path.display();
        let Ok(bytes) = fs::read(&path) else { return report.fail(&format!("{name}: cannot be read")) };
        let strict = Reading::new(&mut Replay::new(&bytes));
        let lenient = Reading::new(&mut Replay::new(&bytes).lenient(true));
        report.count();
        if strict.errors == 0 {
            clean += 1;
            if lenient.errors > 0 || strict.events != lenient.events {
                report.fail(&format!("{name}: lenient reading differs from strict reading"));
            }
        } else {
            lost += strict.errors;
            if lenient.moves < strict.moves {
                report.fail(&format!("{name}: {} moves, {} in strict reading", lenient.moves, strict.moves));
            }
        }
        // The last error may come after the last game.
        if lenient.ends as u64 != lenient.games {
            report.fail(&format!("{name}: {} games have {} ends", lenient.games, lenient.ends));
        }
    }
    if clean == 0 {
        report.fail(&format!("{folder}: no file without errors"));
    }
    let failed = report.failed() - failed;
    println!(
        "{folder}: read leniently, {clean} files without errors, {lost} errors in others, {failed} failed"
    );
}

fn paths(report: &Report, folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(report.path(folder)).into_iter().flatten().flatten();
    let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "pgn"));
    paths.sort();
    paths
}

impl Reading {
    fn new<S: chess_notation::pgn::Source>(replay: &mut Replay<S>) -> Self {
        let mut reading = Self { events: Vec::new(), errors: 0, games: 0, ends: 0, moves: 0 };
        loop {
            match replay.next_event() {
                Ok(None) => break,
                Ok(Some(event)) => {
                    reading.moves += usize::from(matches!(event, Event::Move(_)));
                    reading.ends += usize::from(matches!(event, Event::End(_)));
                    reading.events.push(format!("{event:?}"));
                }
                Err(PgnError::Game(_)) => reading.errors += 1,
                Err(error) => panic!("a slice has no error: {error}"),
            }
        }
        reading.games = replay.game();
        reading
    }
}
