use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::thread;

use chess_notation::pgn::Game;
use chess_notation::polyglot::Book;

use super::analyst::Analyst;
use super::annotate::{Analysed, AnalysisError, analyse};

/// Analyses games, each with its number, by one analyst or by several at once. `step` is called after each move, and `take` on
/// this thread with each game that is done, in the order in which they end. After an error of `take` or of an engine no game is begun;
/// those that have begun are finished.
///
/// # Errors
/// The first error of `take`.
pub fn analyse_games<E>(
    games: impl Iterator<Item = (usize, Game)> + Send,
    analysts: Vec<Analyst>,
    book: Option<&Book<Vec<u8>>>,
    step: impl Fn() + Sync,
    mut take: impl FnMut(usize, Result<Analysed, AnalysisError>) -> Result<(), E>,
) -> Result<(), E> {
    let games = Mutex::new(games.fuse());
    let is_over = AtomicBool::new(false);
    let next = || games.lock().ok()?.next().filter(|_| !is_over.load(Ordering::Relaxed));
    let (sender, done) = channel();
    thread::scope(|scope| {
        for mut analyst in analysts {
            let (sender, next, is_over, step) = (sender.clone(), &next, &is_over, &step);
            scope.spawn(move || {
                while let Some((number, game)) = next() {
                    let analysed = analyse(game, &mut analyst, book, step);
                    is_over.fetch_or(matches!(analysed, Err(AnalysisError::Engine(_))), Ordering::Relaxed);
                    // The other end outlives this thread.
                    let _ = sender.send((number, analysed));
                }
            });
        }
        drop(sender);
        let mut result = Ok(());
        for (number, analysed) in done {
            let taken = take(number, analysed).inspect_err(|_| is_over.store(true, Ordering::Relaxed));
            result = result.and(taken);
        }
        result
    })
}
