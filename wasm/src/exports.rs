//! The functions that JavaScript calls.
//!
//! Texts and records go through two buffers. JavaScript asks for room by [`input`], writes there, and calls a function with the
//! number of bytes. A function leaves its answer at [`output`], and returns the number of its bytes; a negative number `-n` is an
//! error, whose JSON object has `n` bytes.
//!
//! The module holds games in slots, which JavaScript numbers. A new game in a slot replaces the old one. To restore that, JavaScript
//! keeps the bytes of [`game_save`] for [`game_restore`], or the start and the moves of a short game for [`game_replay`].
#![allow(
    unsafe_code,
    reason = "an exported name is one that other code could have, too; a module has each name once"
)]

use std::cell::Cell;
use std::{ptr, str};

use chess_types::{Color, Square};
use chess_wasm_notes::Fault;
#[cfg(feature = "pgn")]
use chess_wasm_notes::{Step, Text};

use crate::game::Game;
use crate::slots::Slots;

#[derive(Default)]
struct State {
    input: Vec<u8>,
    output: Vec<u8>,
    games: Slots<Game>,
    #[cfg(feature = "pgn")]
    texts: Slots<Text>,
    /// The errors of the game that was read last, which lenient reading went on after, as JSON.
    #[cfg(feature = "pgn")]
    forgiven: String,
}

thread_local! {
    static STATE: Cell<Option<Box<State>>> = const { Cell::new(None) };
}

/// Does a piece of work on the state, which no other piece has meanwhile. Each exported function has a copy of this one, so that
/// it is to be small.
fn with<T>(work: impl FnOnce(&mut State) -> T) -> T {
    let mut state = take();
    let answer = work(&mut state);
    keep(state);
    answer
}

#[inline(never)]
#[allow(clippy::unnecessary_box_returns, reason = "the state stays where it is")]
fn take() -> Box<State> {
    STATE.take().unwrap_or_default()
}

#[inline(never)]
fn keep(state: Box<State>) {
    STATE.set(Some(state));
}

impl State {
    /// Leaves an answer at the output, in the memory of the one before.
    fn answer<T: AsRef<[u8]>>(&mut self, result: &Result<T, Fault>) -> i32 {
        match result {
            Ok(answer) => self.leave(answer.as_ref()),
            Err(fault) => -self.leave(fault.json().as_bytes()),
        }
    }

    #[inline(never)]
    fn leave(&mut self, answer: &[u8]) -> i32 {
        self.output.clear();
        self.output.extend_from_slice(answer);
        answer.len() as i32
    }

    /// Puts a game into a slot. The answer has no bytes.
    fn put(&mut self, slot: usize, game: Result<Game, Fault>) -> i32 {
        let answer = game.and_then(|game| self.games.put(slot, game)).map(|()| "");
        self.answer(&answer)
    }

    fn ask<T: AsRef<[u8]>>(&mut self, slot: usize, ask: impl FnOnce(&mut Game) -> Result<T, Fault>) -> i32 {
        let answer = self.games.get(slot).and_then(ask);
        self.answer(&answer)
    }

    fn change<T: AsRef<[u8]>>(
        &mut self,
        slot: usize,
        bytes: usize,
        change: impl FnOnce(&mut Game, &str) -> Result<T, Fault>,
    ) -> i32 {
        let answer = text(&self.input, bytes).and_then(|text| change(self.games.get(slot)?, text));
        self.answer(&answer)
    }
}

fn first(input: &[u8], bytes: usize) -> Result<&[u8], Fault> {
    input.get(..bytes).ok_or_else(|| Fault::argument("the input is shorter"))
}

/// The first bytes of the input as text.
fn text(input: &[u8], bytes: usize) -> Result<&str, Fault> {
    str::from_utf8(first(input, bytes)?).map_err(|_| Fault::argument("the input is not UTF-8"))
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

/// Begins a game from the start position.
#[unsafe(no_mangle)]
pub extern "C" fn game_start(slot: usize) -> i32 {
    with(|state| state.put(slot, Ok(Game::start())))
}

/// Begins a game from a FEN.
#[unsafe(no_mangle)]
pub extern "C" fn game_new(slot: usize, bytes: usize) -> i32 {
    with(|state| {
        let game = text(&state.input, bytes).and_then(Game::new);
        state.put(slot, game)
    })
}

/// Begins a game of Chess960, by the number of its start position.
#[unsafe(no_mangle)]
pub extern "C" fn game_chess960(slot: usize, number: u32) -> i32 {
    with(|state| state.put(slot, Game::chess960(number)))
}

/// Reads the game of a text of PGN, leniently if `lenient` is not 0.
#[cfg(feature = "pgn")]
#[unsafe(no_mangle)]
pub extern "C" fn game_from_pgn(slot: usize, bytes: usize, lenient: u32) -> i32 {
    with(|state| {
        let read = text(&state.input, bytes).and_then(|text| match lenient {
            0 => Ok((Game::from_pgn(text)?, String::new())),
            _ => Game::from_lenient_pgn(text),
        });
        let game = read.map(|(game, forgiven)| {
            state.forgiven = forgiven;
            game
        });
        state.put(slot, game)
    })
}

/// Keeps the input in a slot of texts, so that its games are read one by one. Where it begins, so many games, lines and bytes have been
/// read before.
#[cfg(feature = "pgn")]
#[unsafe(no_mangle)]
pub extern "C" fn pgn_open(slot: usize, bytes: usize, games: f64, lines: f64, offset: f64) -> i32 {
    with(|state| {
        let read = [games as u64, lines as u64, offset as u64];
        let text = first(&state.input, bytes).map(|bytes| Text::new(bytes.to_owned(), read));
        let answer = text.and_then(|text| state.texts.put(slot, text)).map(|()| "");
        state.answer(&answer)
    })
}

/// Reads the next game of a text into a slot, leniently if `lenient` is not 0. The answer is its PGN as it was read, and has no bytes after
/// the last game. A game that is wrong is an error, and the next call reads the one after it.
#[cfg(feature = "pgn")]
#[unsafe(no_mangle)]
pub extern "C" fn pgn_next(slot: usize, game: usize, lenient: u32) -> i32 {
    with(|state| {
        let next = state.texts.get(slot).and_then(|text| text.next(lenient != 0));
        let answer = next.and_then(|next| {
            let Some(read) = next else { return Ok(Vec::new()) };
            state.forgiven = read.forgiven;
            state.games.put(game, Game::from_annotated(read.game)).map(|()| read.text)
        });
        state.answer(&answer)
    })
}

/// The errors of the game that was read last, which lenient reading went on after: a list of errors.
#[cfg(feature = "pgn")]
#[unsafe(no_mangle)]
pub extern "C" fn pgn_forgiven() -> i32 {
    with(|state| {
        let forgiven = std::mem::take(&mut state.forgiven);
        state.answer(&Ok(forgiven))
    })
}

/// The games, lines and bytes of a text that have been read, as decimal numbers.
#[cfg(feature = "pgn")]
#[unsafe(no_mangle)]
pub extern "C" fn pgn_place(slot: usize) -> i32 {
    with(|state| {
        let answer = state.texts.get(slot).map(|text| text.place());
        state.answer(&answer)
    })
}

/// Gives back the memory of a text.
#[cfg(feature = "pgn")]
#[unsafe(no_mangle)]
pub extern "C" fn pgn_close(slot: usize) {
    with(|state| state.texts.free(slot));
}

/// Gives back the memory of a game.
#[unsafe(no_mangle)]
pub extern "C" fn game_free(slot: usize) {
    with(|state| state.games.free(slot));
}

/// Plays the words of moves, two bytes each, low byte first.
#[unsafe(no_mangle)]
pub extern "C" fn game_replay(slot: usize, bytes: usize) -> i32 {
    with(|state| {
        let words = first(&state.input, bytes);
        let answer = words.and_then(|words| state.games.get(slot)?.replay(words)).map(|()| "");
        state.answer(&answer)
    })
}

/// The bytes of which [`game_restore`] makes the game again.
#[unsafe(no_mangle)]
pub extern "C" fn game_save(slot: usize) -> i32 {
    with(|state| state.ask(slot, Game::save))
}

/// Puts the game of the bytes of [`game_save`] into a slot.
#[unsafe(no_mangle)]
pub extern "C" fn game_restore(slot: usize, bytes: usize) -> i32 {
    with(|state| {
        let game = first(&state.input, bytes).and_then(Game::restore);
        state.put(slot, game)
    })
}

/// Puts a copy of a game into another slot.
#[unsafe(no_mangle)]
pub extern "C" fn game_copy(slot: usize, to: usize) -> i32 {
    with(|state| {
        let game = state.games.get(slot).map(|game| game.copy());
        state.put(to, game)
    })
}

/// The FEN, as Shredder-FEN if `shredder` is not 0.
#[unsafe(no_mangle)]
pub extern "C" fn game_fen(slot: usize, shredder: u32) -> i32 {
    with(|state| state.ask(slot, |game| Ok(game.fen(shredder != 0))))
}

/// The records of the legal moves from a square, or of all if `square` is 64.
#[unsafe(no_mangle)]
pub extern "C" fn game_moves(slot: usize, square: usize) -> i32 {
    with(|state| {
        state.ask(slot, |game| match Square::from_index(square) {
            None if square != 64 => Err(Fault::argument("square: a number from 0 to 64 is expected")),
            from => Ok(game.moves(from)),
        })
    })
}

/// Two squares for each legal move: from which, and to which or, in castling of Chess960, that of the rook.
#[unsafe(no_mangle)]
pub extern "C" fn game_dests(slot: usize) -> i32 {
    with(|state| state.ask(slot, |game| Ok(game.dests())))
}

/// Writes the position with its status:
///
/// | bytes | |
/// |---|---|
/// | 64 | the letters of FEN on a1 to h8, 0 on empty squares |
/// | 1 | the letter of the side to move |
/// | 1 | 1 if it is in check |
/// | 1 | 1 if castling rights need Chess960 |
/// | 1 | the letter of the winner, 0 without one |
/// | 8 | the Zobrist key |
/// | 4 each | repetitions, halfmove clock, move number, moves that were played |
/// | 2 | the squares of the pieces that give check; 64 for none |
/// | 1, and so many | the name of the outcome |
/// | the rest | the name of the draw that may be claimed |
///
/// Numbers have their low byte first.
#[unsafe(no_mangle)]
pub extern "C" fn game_look(slot: usize) -> i32 {
    with(|state| state.ask(slot, |game| Ok(game.look())))
}

/// The squares of the pieces of Black, or of White if `is_black` is 0, that attack a square.
#[unsafe(no_mangle)]
pub extern "C" fn game_attackers(slot: usize, square: usize, is_black: u32) -> i32 {
    let color = if is_black == 0 { Color::White } else { Color::Black };
    with(|state| {
        state.ask(slot, |game| match Square::from_index(square) {
            None => Err(Fault::argument("square: a number from 0 to 63 is expected")),
            Some(square) => Ok(game.attackers(square, color)),
        })
    })
}

/// The record of the legal move that a text means.
#[unsafe(no_mangle)]
pub extern "C" fn game_find(slot: usize, bytes: usize) -> i32 {
    with(|state| state.change(slot, bytes, |game, text| game.find(text)))
}

/// Plays the move that a text means. Returns its record.
#[unsafe(no_mangle)]
pub extern "C" fn game_play(slot: usize, bytes: usize) -> i32 {
    with(|state| state.change(slot, bytes, Game::play))
}

/// Plays a move word. Returns its record.
#[unsafe(no_mangle)]
pub extern "C" fn game_play_word(slot: usize, word: u32) -> i32 {
    with(|state| state.change(slot, 0, |game, _| game.play_word(word)))
}

/// Takes back a move, which is deleted if no move follows it. Returns its record, or no bytes if there is none.
#[unsafe(no_mangle)]
pub extern "C" fn game_undo(slot: usize) -> i32 {
    with(|state| state.ask(slot, Game::undo))
}

/// The records of the moves that were played.
#[unsafe(no_mangle)]
pub extern "C" fn game_history(slot: usize) -> i32 {
    with(|state| state.ask(slot, |game| Ok(game.history())))
}

/// Goes to another place: one move back (0) or forward (1), to the start (2) or to the end of the line (3). Returns the record of the move
/// that was taken back or played by one step; no bytes if there is none.
#[cfg(feature = "pgn")]
#[unsafe(no_mangle)]
pub extern "C" fn game_step(slot: usize, step: u32) -> i32 {
    with(|state| {
        state.ask(slot, |game| match step {
            0 => game.walk(Step::Back),
            1 => game.walk(Step::Forward),
            2 => game.walk(Step::Start),
            _ => game.walk(Step::End),
        })
    })
}

/// Changes tags, comments, glyphs, values or variations, or goes to a place: see `annotations` of chess-wasm-notes.
#[cfg(feature = "pgn")]
#[unsafe(no_mangle)]
pub extern "C" fn game_edit(slot: usize, bytes: usize) -> i32 {
    with(|state| state.change(slot, bytes, Game::edit))
}

/// The moves with comments, glyphs and variations, as JSON.
#[cfg(feature = "pgn")]
#[unsafe(no_mangle)]
pub extern "C" fn game_tree(slot: usize) -> i32 {
    with(|state| state.ask(slot, Game::tree))
}

/// Comments, values and glyphs of the move to which the path of the input leads, as JSON.
#[cfg(feature = "pgn")]
#[unsafe(no_mangle)]
pub extern "C" fn game_values(slot: usize, bytes: usize) -> i32 {
    with(|state| state.change(slot, bytes, Game::values))
}

/// The tags.
#[cfg(feature = "pgn")]
#[unsafe(no_mangle)]
pub extern "C" fn game_tags(slot: usize) -> i32 {
    with(|state| state.ask(slot, Game::tags))
}

/// The game as PGN.
#[cfg(feature = "pgn")]
#[unsafe(no_mangle)]
pub extern "C" fn game_pgn(slot: usize) -> i32 {
    with(|state| state.ask(slot, Game::pgn))
}

/// The number of leaves after so many plies, exact to 2^53.
#[unsafe(no_mangle)]
pub extern "C" fn game_perft(slot: usize, depth: u32) -> f64 {
    with(|state| {
        let leaves = state.games.get(slot).and_then(|game| game.perft(depth));
        leaves.map_or_else(|fault| state.answer(&Err::<&str, _>(fault)).into(), |leaves| leaves as f64)
    })
}

/// The leaves below each move.
#[unsafe(no_mangle)]
pub extern "C" fn game_divide(slot: usize, depth: u32) -> i32 {
    with(|state| state.ask(slot, |game| game.divide(depth)))
}

/// Answers a question of a lesson: see `lessons`.
#[cfg(feature = "lessons")]
#[unsafe(no_mangle)]
pub extern "C" fn lesson(bytes: usize) -> i32 {
    with(|state| {
        let answer = text(&state.input, bytes).and_then(crate::lessons::answer);
        state.answer(&answer)
    })
}

/// Searches: see `engine`. Each depth is left at the output and reported to the host, which may end the search.
#[cfg(feature = "engine")]
#[unsafe(no_mangle)]
pub extern "C" fn engine_search(bytes: usize) -> i32 {
    let request = with(|state| text(&state.input, bytes).map(str::to_owned));
    let answer = request.and_then(|request| {
        crate::engine::search(&request, host::time, |report| {
            host::tell(with(|state| state.answer(&Ok(report))))
        })
    });
    with(|state| state.answer(&answer))
}

/// Forgets what earlier searches found.
#[cfg(feature = "engine")]
#[unsafe(no_mangle)]
pub extern "C" fn engine_new_game() -> i32 {
    let answer = crate::engine::new_game();
    with(|state| state.answer(&answer.map(|()| "")))
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
