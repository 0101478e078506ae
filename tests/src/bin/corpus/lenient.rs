use std::fs;
use std::path::PathBuf;

use chess_notation::pgn::{Event, PgnError, Replay};

use crate::report::Report;

/// What a reader makes of a file: its events as text, and the errors.
struct Reading {
    events: Vec<String>,
    errors: usize,
    games: u64,
    ends: usize,
    moves: usize,
}

/// All files of games: on those without errors, lenient reading gives what strict reading gives. On the others it ends every
/// game, and has all moves of strict reading.
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
        // The last error may stand behind the last game.
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
