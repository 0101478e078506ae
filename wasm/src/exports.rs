//! The functions that JavaScript calls.
//!
//! Texts and records go through two buffers. JavaScript asks for room by [`input`], writes there, and calls a function with the
//! number of bytes. A function leaves its answer at [`output`], and returns the number of its bytes; a negative number `-n` is an
//! error, whose JSON object has `n` bytes. Games are numbers, which are not negative; the number of a game that was freed is never
//! given to another one.
#![allow(
    unsafe_code,
    reason = "an exported name is one that other code could have, too; a module has each name once"
)]

use std::cell::RefCell;
use std::{ptr, str};

use chess_types::Square;

use crate::fault::Fault;
use crate::game::Game;
use crate::handles::Handles;

#[derive(Default)]
struct State {
    input: Vec<u8>,
    output: Vec<u8>,
    games: Handles<Game>,
}

thread_local! {
    static STATE: RefCell<State> = RefCell::default();
}

fn with<T>(work: impl FnOnce(&mut State) -> T) -> T {
    STATE.with_borrow_mut(work)
}

impl State {
    /// Leaves an answer at the output.
    fn answer<T: Into<Vec<u8>>>(&mut self, result: Result<T, Fault>) -> i32 {
        let sign = if result.is_ok() { 1 } else { -1 };
        self.output = match result {
            Ok(answer) => answer.into(),
            Err(fault) => fault.json().into(),
        };
        sign * self.output.len() as i32
    }

    /// The first bytes of the input as text.
    fn text(&self, bytes: usize) -> Result<&str, Fault> {
        let bytes = self.input.get(..bytes).ok_or_else(|| Fault::argument("the input is shorter"))?;
        str::from_utf8(bytes).map_err(|_| Fault::argument("the input is not UTF-8"))
    }

    fn game_mut(&mut self, game: f64) -> Result<&mut Game, Fault> {
        self.games.get_mut(game).ok_or_else(Fault::freed)
    }

    /// Stores a game, and returns its number.
    fn add(&mut self, game: Result<Game, Fault>) -> f64 {
        match game {
            Ok(game) => self.games.add(game),
            Err(fault) => self.answer(Err::<Vec<u8>, _>(fault)).into(),
        }
    }

    fn ask<T: Into<Vec<u8>>>(&mut self, game: f64, ask: impl FnOnce(&Game) -> Result<T, Fault>) -> i32 {
        let answer = self.games.get(game).ok_or_else(Fault::freed).and_then(ask);
        self.answer(answer)
    }

    fn change<T: Into<Vec<u8>>>(
        &mut self,
        game: f64,
        bytes: usize,
        change: impl FnOnce(&mut Game, &str) -> Result<T, Fault>,
    ) -> i32 {
        let answer = self.text(bytes).map(str::to_owned).and_then(|text| change(self.game_mut(game)?, &text));
        self.answer(answer)
    }
}

/// Makes room for so many bytes of input; null if there is no memory for them.
#[unsafe(no_mangle)]
pub extern "C" fn input(bytes: usize) -> *mut u8 {
    with(|state| {
        if state.input.try_reserve_exact(bytes.saturating_sub(state.input.len())).is_err() {
            return ptr::null_mut();
        }
        state.input.resize(bytes, 0);
        state.input.as_mut_ptr()
    })
}

/// The place of the last answer.
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const u8 {
    with(|state| state.output.as_ptr())
}

/// A new game from a FEN, or from the start position if there are no bytes. Returns its number.
#[unsafe(no_mangle)]
pub extern "C" fn game_new(bytes: usize) -> f64 {
    with(|state| {
        let game = state.text(bytes).and_then(Game::new);
        state.add(game)
    })
}

/// A new game of Chess960, by the number of its start position.
#[unsafe(no_mangle)]
pub extern "C" fn game_chess960(number: u32) -> f64 {
    with(|state| state.add(Game::chess960(number)))
}

/// The game of a text of PGN.
#[unsafe(no_mangle)]
pub extern "C" fn game_from_pgn(bytes: usize) -> f64 {
    with(|state| {
        let game = state.text(bytes).and_then(Game::from_pgn);
        state.add(game)
    })
}

/// Frees a game; does nothing if that has been done.
#[unsafe(no_mangle)]
pub extern "C" fn game_free(game: f64) {
    with(|state| drop(state.games.remove(game)));
}

/// The FEN, as Shredder-FEN if `shredder` is not 0.
#[unsafe(no_mangle)]
pub extern "C" fn game_fen(game: f64, shredder: u32) -> i32 {
    with(|state| state.ask(game, |game| Ok(game.fen(shredder != 0))))
}

/// The records of the legal moves from a square, or of all if `square` is 64.
#[unsafe(no_mangle)]
pub extern "C" fn game_moves(game: f64, square: usize) -> i32 {
    with(|state| {
        state.ask(game, |game| match Square::from_index(square) {
            None if square != 64 => Err(Fault::argument("square: a number from 0 to 64 is expected")),
            from => Ok(game.moves(from)),
        })
    })
}

/// The record of the legal move that a text means.
#[unsafe(no_mangle)]
pub extern "C" fn game_find(game: f64, bytes: usize) -> i32 {
    with(|state| state.change(game, bytes, |game, text| game.find(text)))
}

/// Plays the move that a text means. Returns its record.
#[unsafe(no_mangle)]
pub extern "C" fn game_play(game: f64, bytes: usize) -> i32 {
    with(|state| state.change(game, bytes, Game::play))
}

/// Plays a move word. Returns its record.
#[unsafe(no_mangle)]
pub extern "C" fn game_play_word(game: f64, word: u32) -> i32 {
    with(|state| state.change(game, 0, |game, _| game.play_word(word)))
}

/// Takes back a move. Returns its record, or no bytes if there is none.
#[unsafe(no_mangle)]
pub extern "C" fn game_undo(game: f64) -> i32 {
    with(|state| state.change(game, 0, |game, _| Ok(game.undo().unwrap_or_default())))
}

/// The records of the moves that were played.
#[unsafe(no_mangle)]
pub extern "C" fn game_history(game: f64) -> i32 {
    with(|state| state.ask(game, |game| Ok(game.history())))
}

/// Side to move, checks, outcome, claims and counters.
#[unsafe(no_mangle)]
pub extern "C" fn game_status(game: f64) -> i32 {
    with(|state| state.ask(game, |game| Ok(game.status())))
}

/// Sets a tag: its name has the first `name` bytes of the input, its value the others; an empty value removes it.
#[unsafe(no_mangle)]
pub extern "C" fn game_set_tag(game: f64, name: usize, bytes: usize) -> i32 {
    with(|state| {
        state.change(game, bytes, |game, text| {
            let parts = text
                .split_at_checked(name)
                .ok_or_else(|| Fault::argument("the name ends within a character"))?;
            game.set_tag(parts.0, parts.1).map(|()| Vec::new())
        })
    })
}

/// The tags.
#[unsafe(no_mangle)]
pub extern "C" fn game_tags(game: f64) -> i32 {
    with(|state| state.ask(game, |game| Ok(game.tags())))
}

/// The game as PGN.
#[unsafe(no_mangle)]
pub extern "C" fn game_pgn(game: f64) -> i32 {
    with(|state| state.ask(game, |game| Ok(game.pgn())))
}

/// The number of leaves after so many plies, exact to 2^53.
#[unsafe(no_mangle)]
pub extern "C" fn game_perft(game: f64, depth: u32) -> f64 {
    with(|state| {
        let leaves = state.games.get(game).ok_or_else(Fault::freed).and_then(|game| game.perft(depth));
        leaves.map_or_else(|fault| state.answer(Err::<Vec<u8>, _>(fault)).into(), |leaves| leaves as f64)
    })
}

/// The leaves below each move.
#[unsafe(no_mangle)]
pub extern "C" fn game_divide(game: f64, depth: u32) -> i32 {
    with(|state| state.ask(game, |game| game.divide(depth)))
}

/// Answers a question of a lesson: see `lessons`.
#[cfg(feature = "lessons")]
#[unsafe(no_mangle)]
pub extern "C" fn lesson(bytes: usize) -> i32 {
    with(|state| {
        let answer = state.text(bytes).and_then(crate::lessons::answer);
        state.answer(answer)
    })
}

/// Searches: see `engine`. Each depth is left at the output and reported to the host, which may end the search.
#[cfg(feature = "engine")]
#[unsafe(no_mangle)]
pub extern "C" fn engine_search(bytes: usize) -> i32 {
    let request = with(|state| state.text(bytes).map(str::to_owned));
    let answer = request.and_then(|request| {
        crate::engine::search(&request, host::time, |report| {
            host::tell(with(|state| state.answer(Ok(report))))
        })
    });
    with(|state| state.answer(answer))
}

/// Forgets what earlier searches found.
#[cfg(feature = "engine")]
#[unsafe(no_mangle)]
pub extern "C" fn engine_new_game() -> i32 {
    let answer = crate::engine::new_game();
    with(|state| state.answer(answer.map(|()| Vec::new())))
}

/// The functions of JavaScript that the engine needs.
#[cfg(all(feature = "engine", target_family = "wasm"))]
mod host {
    use std::time::Duration;

    #[link(wasm_import_module = "host")]
    unsafe extern "C" {
        /// Milliseconds since some moment.
        safe fn now() -> f64;
        /// Takes a report of so many bytes from the output; 0 lets the search go on.
        safe fn report(bytes: i32) -> i32;
    }

    pub(super) fn time() -> Duration {
        Duration::try_from_secs_f64(now() / 1000.0).unwrap_or_default()
    }

    /// Whether the search is to go on.
    pub(super) fn tell(bytes: i32) -> bool {
        report(bytes) == 0
    }
}

/// Other targets have a clock, and nobody to report to.
#[cfg(all(feature = "engine", not(target_family = "wasm")))]
mod host {
    use std::sync::OnceLock;
    use std::time::{Duration, Instant};

    pub(super) fn time() -> Duration {
        static START: OnceLock<Instant> = OnceLock::new();
        START.get_or_init(Instant::now).elapsed()
    }

    pub(super) fn tell(_bytes: i32) -> bool {
        true
    }
}
